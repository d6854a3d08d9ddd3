//go:build unix

package runner

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The deadline has passed before the first read, as on a machine that was suspended for
// longer than the grace. The test runs alone: a process that another test starts could
// inherit a copy of the pipe.
func TestTextInThePipeWhenItIsCutCounts(t *testing.T) {
	for _, tt := range []struct {
		name    string
		printed string
		limit   int64
		closed  bool
		kept    string
		dropped int64
		held    bool
	}{
		{"an answer, and no process can print any more", "allow", 100, true, "allow", 0, false},
		{"an answer, and someone could print more", "allow", 100, false, "allow", 0, true},
		{"nothing, and no process can print any more", "", 100, true, "", 0, false},
		{"nothing, and someone could print", "", 100, false, "", 0, true},
		{"more than is kept", "allowed", 5, true, "allow", 2, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r, w, err := os.Pipe()
			require.NoError(t, err)
			defer func() { _ = w.Close() }()
			_, err = w.WriteString(tt.printed)
			require.NoError(t, err)
			if tt.closed {
				require.NoError(t, w.Close())
			}
			s := newStream("stdout", r, tt.limit)
			s.cut()
			s.capture()
			<-s.done
			assert.Equal(t, tt.kept, string(s.captured()))
			assert.Equal(t, tt.dropped, s.dropped)
			assert.Equal(t, tt.held, s.held)
		})
	}
}
