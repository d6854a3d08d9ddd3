package document_test

import (
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/engine/document"
)

// 10 MiB of the shortest values took 1.3 GB.
func TestParseRefusesTooManyValues(t *testing.T) {
	const most = 1_000_000
	repeated := func(unit string, times int) string { return strings.Repeat(unit+",", times-1) + unit }
	tests := []struct {
		name, in, want string
		reason         string
	}{
		{"as many as may be", "[" + repeated("0", most-1) + "]", "", "the array is a value, too"},
		{"every kind", "[\n" + repeated(`{"a":[]},-1.5e+9,"a",null`, most/5) + "]", "a.json:2:5199996: more than 1000000 values", "the position of the first value over the limit; a name is not a value"},
		{"fault in front", "[\n?," + repeated("0", most) + "]", "a.json:2:1: expected a value, found '?'", "the first fault of the text is reported"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := document.Parse("a.json", []byte(tt.in), document.Options{})
			if tt.want == "" {
				require.NoError(t, err, tt.reason)
				return
			}
			assert.EqualError(t, err, tt.want, tt.reason)
		})
	}
}

func TestADenseTextCostsLittle(t *testing.T) {
	text := []byte("[" + strings.Repeat("[],", 10<<20/3) + "0]")
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := document.Parse("a.json", text, document.Options{})
	runtime.ReadMemStats(&after)
	require.Error(t, err)
	assert.Less(t, (after.TotalAlloc-before.TotalAlloc)>>20, uint64(512), "megabytes, of which a third is alive at once")
}
