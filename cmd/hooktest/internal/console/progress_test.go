package console

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
	"github.com/hooktest/hooktest/conformance/harness"
)

// A terminal is tested in package main, by a command that runs in one.
func TestNoProgressWithoutATerminal(t *testing.T) {
	var written bytes.Buffer
	bar := (&App{Streams: term.Streams{Err: term.Plain(&written)}}).Progress(t.Context())
	bar.Say("probes", 1, 2, 0)
	bar.Show(harness.Progress{Total: 1, Judged: 412, Checks: 1038, Red: 3, Case: "a case"})
	bar.Clear()
	assert.Empty(t, written.String())
}
