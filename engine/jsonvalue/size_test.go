package jsonvalue_test

import (
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// A payload of 50 MB was written into buffers of 240 MB together.
func TestMarshalAllocatesOnce(t *testing.T) {
	text := strings.Repeat("a line with \"quotes\"\n", 200_000)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	data := jsonvalue.Marshal(jsonvalue.New(jsonvalue.Member{Key: "content", Value: text}))
	runtime.ReadMemStats(&after)
	assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(len(data)*3/2))
}
