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

// subjectPackage is the program that is built and judged.
const subjectPackage = "./conformance/prove/internal/subject"

// A buildError is an error of the compiler.
type buildError struct{ Output string }

func (e *buildError) Error() string { return "the go command can't build the engine:\n" + e.Output }

// build compiles the subject with some files replaced. The error is a *buildError if
// the source does not compile, otherwise a fault of this machine.
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
	// The compiler names the overlay's files, relative to the root if that is shorter.
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

// blamesSource reports whether the output of the go command names a place in the
// source. The output after a full disk or a killed compiler does not.
func blamesSource(output string) bool {
	return compilerMessage.MatchString(output) || strings.Contains(output, "import cycle not allowed")
}

// grace is the time that a command has to clean up after it was told to stop.
const grace = 10 * time.Second

// command runs a go command in the module's root and returns its output. When the
// context ends, the command is told to stop and removes its files, and the error is the
// context's.
func (b *Prover) command(ctx context.Context, name string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	// Temporary files of a killed go command are removed with the folder. Without cgo, Go's own
	// linker links, in half the time.
	cmd.Dir, cmd.Env = b.Root, append(slices.Clone(b.Environ), "GOTMPDIR="+b.Folder, "CGO_ENABLED=0")
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
