// Package proof turns mutants of the reference engine into proofs: it builds the
// engine with them, lets the conformance suite judge each as it would judge a
// stranger's program, and says whether the clause's own check noticed.
//
// It also witnesses which lines of the engine each case runs. It writes nothing
// into the source, and knows nothing of links, gates or reports.
package proof

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"time"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/adapter/process"
	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/conductor"
	"github.com/hooktest/hooktest/conformance/mutants"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/conformance/suite"
)

// subjectPackage is what is built and judged.
const subjectPackage = "./conformance/proof/subject"

// A Bench is where subjects are built and judged. Its fields are set before its
// first use; it may be used by several goroutines.
type Bench struct {
	// Root is the module's root, Module its path.
	Root, Module string
	Catalogue    *catalogue.Catalogue
	// Cases are the whole suite.
	Cases []suite.Case
	// Probe is the command line of the suite's own hooks.
	Probe []string
	// Environ is the environment of the subjects and of the go command.
	Environ []string
	// Folder holds programs and the folders of cases while the bench works.
	Folder string
	// Jobs is how many subjects run at once; below 1, twice the processors.
	Jobs int
	// OwnOnly leaves the rest of the suite alone where a clause's own checks do
	// not notice a mutant, so that a decorative link counts as survived.
	OwnOnly bool
	// Version is that of the program that judges.
	Version string
}

func (b *Bench) jobs() int {
	if b.Jobs < 1 {
		return 2 * runtime.GOMAXPROCS(0)
	}
	return b.Jobs
}

// A BuildError is a program that the go command could not make.
type BuildError struct{ Output string }

func (e *BuildError) Error() string { return "the go command can't build the engine:\n" + e.Output }

// build makes the subject with some files replaced, into a path.
func (b *Bench) build(ctx context.Context, replace map[string][]byte, out string, flags ...string) error {
	overlay := struct{ Replace map[string]string }{map[string]string{}}
	folder := out + ".overlay"
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for name, text := range replace {
		at := filepath.Join(folder, flat(name))
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
	args := append([]string{"build", "-overlay", index, "-o", out, "-gcflags=" + b.Module + "/...=-e"}, flags...)
	cmd := exec.CommandContext(ctx, "go", append(args, subjectPackage)...)
	cmd.Dir, cmd.Env = b.Root, b.Environ
	var output bytes.Buffer
	cmd.Stdout, cmd.Stderr = &output, &output
	err = cmd.Run()
	if _, ended := errors.AsType[*exec.ExitError](err); ended && ctx.Err() == nil {
		return &BuildError{named(output.String(), replace)}
	}
	if err != nil {
		return fmt.Errorf("building the engine: %w", err)
	}
	return nil
}

// flat is the name of a replaced file in the one folder of an overlay.
func flat(name string) string { return strings.ReplaceAll(name, "/", "__") }

// named puts the names of files in the place of those in the overlay, which the
// compiler speaks of.
func named(output string, replace map[string][]byte) string {
	for name := range replace {
		output = regexp.MustCompile(`[^\s:]*`+regexp.QuoteMeta(flat(name))).ReplaceAllLiteralString(output, name)
	}
	return output
}

// judge runs cases against a subject with some more environment variables.
func (b *Bench) judge(ctx context.Context, program string, env []string, cases []suite.Case, jobs int, keep bool) (run stream.Run, err error) {
	door, err := process.Start(ctx, process.Command{Args: []string{program}, Env: append(b.Environ[:len(b.Environ):len(b.Environ)], env...)}, process.Options{Version: b.Version})
	if err != nil {
		return stream.Run{}, err
	}
	closed := false
	defer func() {
		if !closed {
			err = errors.Join(err, door.Close())
		}
	}()
	header, err := b.header(program, door.Hello())
	if err != nil {
		return stream.Run{}, err
	}
	events, err := stream.NewWriter(io.Discard, header)
	if err != nil {
		return stream.Run{}, err
	}
	work, err := os.MkdirTemp(b.Folder, "cases-")
	if err != nil {
		return stream.Run{}, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(work)) }()
	err = conductor.Run(ctx, conductor.Plan{
		Cases: cases, Jobs: jobs, Seed: 1, Events: events, KeepEvidence: keep,
		File:   func(c suite.Case) string { return "testscripts/" + c.Name + ".txtar" },
		Runner: &suite.Runner{Door: door, Probe: b.Probe, Folder: work},
	})
	closed = true
	// A broken engine may take its leave badly; that is no fault of the bench.
	_ = door.Close()
	return events.Run(), err
}

func (b *Bench) header(program string, hello adapter.InitializeResult) (stream.Header, error) {
	digest, err := stream.CatalogueDigest(b.Catalogue)
	return stream.Header{
		Hooktest: b.Version, Suite: stream.SuiteDigest(b.Cases), Catalogue: digest,
		Requirements: stream.Requirements(b.Catalogue), Seed: 1, Shard: stream.Shard{Index: 1, Count: 1},
		Platform: stream.Platform{OS: runtime.GOOS, Arch: runtime.GOARCH, CPUs: runtime.NumCPU()},
		Started:  time.Now().UTC().Truncate(time.Millisecond),
		Adapter:  stream.Adapter{Command: []string{filepath.Base(program)}, Hello: hello},
	}, err
}

// casesOf are the cases that carry checks which can notice a mutant.
func (b *Bench) casesOf(m mutants.Mutant) []suite.Case {
	var all []suite.Case
	for _, c := range b.Cases {
		for _, s := range c.Scopes {
			if s.Clause == m.Clause && (m.Check == "" || s.Check == m.Check) {
				all = append(all, c)
				break
			}
		}
	}
	return all
}

func (b *Bench) tree() *mutants.Tree { return mutants.NewTree(b.files()) }

func (b *Bench) files() fs.FS { return os.DirFS(b.Root) }
