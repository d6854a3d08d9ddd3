//go:build unix

package prover

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/trace/proof"
)

// The hooks of a mutant end when its proof is interrupted.
func TestProveInterruptedEndsHooks(t *testing.T) {
	t.Parallel()
	b := newProver(t)
	pipe := filepath.Join(t.TempDir(), "pipe")
	require.NoError(t, syscall.Mkfifo(pipe, 0o600))
	b.Cases = []cases.Case{parsed(t, "02-x/HOOK-010-off.txtar", fmt.Sprintf(`# with hooks off nothing is started
# requirement: HOOK-010
# features: fire
# budget: 60s

hook guard
spy witness
on BeforeTool guard
on BeforeModel witness
switch off
open
fire BeforeTool write_file {}
clause HOOK-010.1
idle guard

switch on
open
fire BeforeModel {"model":"m","contents":[]}
control
ran witness 1

-- guard --
exec cat %s
`, pipe))}
	m := proof.Mutant{ID: "HOOK-010.1/on", Clause: "HOOK-010.1", Position: "m.yaml:1", Edits: []proof.Edit{{
		File: "engine/engine.go", Old: "return &Config{options: options}", New: "options.EnableHooks = true\n\treturn &Config{options: options}",
	}}}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ended := make(chan error, 1)
	go func() {
		_, err := b.Prove(ctx, []proof.Mutant{m}, nil)
		ended <- err
	}()
	opened := make(chan *os.File)
	go func() {
		// The open blocks until the hook reads.
		at, err := os.OpenFile(pipe, os.O_WRONLY, 0)
		assert.NoError(t, err)
		opened <- at
	}()
	var hook *os.File
	select {
	case hook = <-opened:
	case err := <-ended:
		require.Fail(t, "the proof ended before its hook ran", "%v", err)
	}
	defer func() { _ = hook.Close() }()
	cancel()
	require.ErrorIs(t, <-ended, context.Canceled)
	_, err := hook.Write([]byte("x"))
	require.ErrorIs(t, err, syscall.EPIPE, "the reader has exited")
	assertTidy(t, b)
}
