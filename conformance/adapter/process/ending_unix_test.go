//go:build unix

package process_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/conformance/adapter/process"
	"github.com/hooktest/hooktest/conformance/outcome"
)

func TestSegmentationFault(t *testing.T) {
	d := start(t, liarCommand(t, "ok"), process.Options{})
	_, err := ask(t, d, "segfault", ample)
	f := requireFault(t, err)
	assert.Equal(t, outcome.Crash, f.Verdict)
	assert.Contains(t, f.Message, "signal: segmentation fault")
	requireAnswer(t, d)
}

// QUIT comes first, because programs of many languages show their stacks then.
func TestHangLeavesItsStacks(t *testing.T) {
	d := start(t, liarCommand(t, "ok"), process.Options{})
	_, err := ask(t, d, "stops reading", 200*time.Millisecond)
	assert.Contains(t, requireFault(t, err).Stderr, "SIGQUIT: quit")
}

func TestHangOfAStubbornAdapter(t *testing.T) {
	board, env := newSwitchboard(t)
	d := start(t, liarCommand(t, "stubborn", env), process.Options{TimeoutScale: 0.2})
	stubborn := board.pick(t)
	_, err := ask(t, d, "silent", time.Second)
	f := requireFault(t, err)
	assert.Equal(t, outcome.Timeout, f.Verdict)
	ended(stubborn)
}

func TestCloseOfAStubbornAdapter(t *testing.T) {
	board, env := newSwitchboard(t)
	d := start(t, liarCommand(t, "stubborn", env), process.Options{TimeoutScale: 0.2})
	stubborn := board.pick(t)
	f := requireFault(t, d.Close())
	assert.Equal(t, outcome.Timeout, f.Verdict)
	assert.Contains(t, f.Message, "has not ended within 1s")
	ended(stubborn)
}
