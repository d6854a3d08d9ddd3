package fuzz

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// A hook that fails on every text of 100,000 characters once kept the shrinker busy for hours after its
// last try: each part that is left is a copy of the text.
func TestNothingIsTriedWhenTheTriesAreOver(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("a", 100_000)
	fields := jsonvalue.New(jsonvalue.Member{Key: "prompt", Value: text})
	left, asked := tries, 0
	small := shorter(fields, "", 0, func(*jsonvalue.Object) bool {
		asked++
		left--
		return false
	}, func() bool { return left <= 0 })
	assert.Equal(t, tries, asked)
	assert.True(t, jsonvalue.Equal(fields, small), "nothing smaller failed")
}
