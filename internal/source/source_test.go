package source_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/internal/source"
)

func TestPositions(t *testing.T) {
	tests := []struct {
		in     source.Position
		file   string
		line   int
		reason string
	}{
		{source.At("a/b.go", 12), "a/b.go", 12, ""},
		{"a/b.go", "a/b.go", 0, "a file as a whole"},
		{"c:/b.go:3", "c:/b.go", 3, "the last colon counts"},
		{"a:0", "a:0", 0, "lines are counted from 1"},
		{"a:x", "a:x", 0, "what is not a number belongs to the file"},
		{"", "", 0, "nowhere"},
	}
	for _, tt := range tests {
		file, line := tt.in.Split()
		assert.Equal(t, tt.file, file, tt.reason)
		assert.Equal(t, tt.line, line, tt.reason)
	}
}
