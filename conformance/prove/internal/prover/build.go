package prover

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/hooktest/hooktest/internal/guard"
)

// subjectPackage is what is built and judged.
const subjectPackage = "./conformance/prove/internal/subject"

// A buildError is a program that the go command could not make.
type buildError struct{ Output string }

func (e *buildError) Error() string { return "the go command can't build the engine:\n" + e.Output }

// build makes the subject with some files replaced, into a path. The error is a
// *buildError where the source is to blame, else one of this machine.
func (b *Prover) build(ctx context.Context, replace map[string][]byte, out string, flags ...string) error {
	overlay := struct{ Replace map[string]string }{map[string]string{}}
	folder := out + ".overlay"
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	for name, text := range replace {
		at := filepath.Join(folder, strings.ReplaceAll(name, "/", "__"))
		if err := os.WriteFile(at, text, 0o644); err != nil {
			return err
		}
		overlay.Replace[filepath.Join(b.Root, filepath.FromSlash(name))] = at
	}
	list, err := json.Marshal(overlay)
	if err != nil {
		return err
	}
	index := filepath.Join(folder, "overlay.json")
	if err := os.WriteFile(index, list, 0o644); err != nil {
		return err
	}
	args := append([]string{"build", "-trimpath", "-overlay", index, "-o", out, "-gcflags=" + b.Module + "/...=-e"}, flags...)
	output, err := b.command(ctx, "go", append(args, subjectPackage)...)
	text := strings.TrimSpace(string(output))
	// The compiler speaks of the overlay's files, from the root where that is short.
	for name := range replace {
		at := overlay.Replace[filepath.Join(b.Root, filepath.FromSlash(name))]
		text = strings.ReplaceAll(text, at, name)
		if short, err := filepath.Rel(b.Root, at); err == nil {
			text = strings.ReplaceAll(text, short, name)
		}
	}
	_, ended := errors.AsType[*exec.ExitError](err)
	switch {
	case err == nil:
		return nil
	case ended && blamesSource(text):
		return &buildError{text}
	case ended:
		return fmt.Errorf("building the engine: %w: %s", err, text)
	}
	return fmt.Errorf("building the engine: %w", err)
}

var compilerMessage = regexp.MustCompile(`(?m)^(?:\./)?(\S+\.go):(\d+):\d+: (.*)$`)

// blamesSource tells whether the go command speaks of a place in the source. A
// full disk or a killed compiler has none.
func blamesSource(output string) bool {
	return compilerMessage.MatchString(output) || strings.Contains(output, "import cycle not allowed")
}

// grace is how long a command may tidy up after it was told to end.
const grace = 10 * time.Second

// command runs a command of the go distribution in the module's root, and gives
// all that it wrote. When the context ends, the command is told so and removes
// what it has made; the error is the context's then.
func (b *Prover) command(ctx context.Context, name string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	// What the go command leaves behind where it is killed goes with the folder.
	cmd.Dir, cmd.Env = b.Root, append(slices.Clone(b.Environ), "GOTMPDIR="+b.Folder)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = grace
	var output bytes.Buffer
	cmd.Stdout, cmd.Stderr = &output, &output
	err := guard.Run(cmd)
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	return output.Bytes(), err
}
