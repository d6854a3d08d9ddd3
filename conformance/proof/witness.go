package proof

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/hooktest/hooktest/conformance/mutants"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/conformance/suite"
)

// A Witness says which lines of the engine each case runs.
type Witness struct {
	// Cases are the executed lines by case, then by file from the module's root.
	Cases map[string]map[string]Lines `json:"cases"`
}

// Lines are ranges of lines, sorted and apart, each with its first and its last
// line.
type Lines [][2]int

// Has tells whether a line is among them.
func (l Lines) Has(line int) bool { return l.Touches(line, line) }

// Touches tells whether any of the lines from first to last is among them.
func (l Lines) Touches(first, last int) bool {
	i, found := slices.BinarySearchFunc(l, first, func(r [2]int, line int) int { return cmp.Compare(r[1], line) })
	return found || i < len(l) && l[i][0] <= last
}

// Ran tells whether a case ran any of some lines of a file.
func (w *Witness) Ran(name, file string, first, last int) bool {
	return w.Cases[name][file].Touches(first, last)
}

func (w *Witness) ranAny(cases []suite.Case, sites []mutants.Site) bool {
	for _, c := range cases {
		for _, s := range sites {
			// What stands outside of functions has no lines that run.
			if s.Function == "" || w.Ran(c.Name, s.File, s.Line, s.EndLine) {
				return true
			}
		}
	}
	return false
}

// Witness runs every case in a subject of its own that counts what it runs. The
// one run that it puts together is the run that was witnessed, with the evidence
// of all checks.
func (b *Bench) Witness(ctx context.Context, progress func(Progress)) (*Witness, stream.Run, error) {
	if progress == nil {
		progress = func(Progress) {}
	}
	program := filepath.Join(b.Folder, "witnessed")
	progress(Progress{Step: "building", Total: len(b.Cases)})
	// Only a program whose main package counts, too, writes what it counted.
	packages := b.Module + "/engine/...," + b.Module + strings.TrimPrefix(subjectPackage, ".")
	if err := b.build(ctx, nil, program, "-cover", "-covermode=set", "-coverpkg="+packages); err != nil {
		return nil, stream.Run{}, err
	}
	started := time.Now()
	w := &Witness{Cases: map[string]map[string]Lines{}}
	runs := make([]stream.Run, len(b.Cases))
	failures := make([]error, len(b.Cases))
	var mu sync.Mutex
	var workers sync.WaitGroup
	queue := make(chan int)
	done := 0
	for range b.jobs() {
		workers.Go(func() {
			for i := range queue {
				run, ran, err := b.witness(ctx, program, b.Cases[i])
				mu.Lock()
				runs[i], failures[i] = run, err
				w.Cases[b.Cases[i].Name] = ran
				done++
				progress(Progress{Step: "cases", Done: done, Total: len(b.Cases)})
				mu.Unlock()
			}
		})
	}
	for i := range b.Cases {
		if ctx.Err() != nil {
			break
		}
		queue <- i
	}
	close(queue)
	workers.Wait()
	if err := errors.Join(append(failures, ctx.Err())...); err != nil {
		return nil, stream.Run{}, err
	}
	run, err := b.whole(program, runs, time.Since(started))
	return w, run, err
}

// whole puts the runs of single cases together.
func (b *Bench) whole(program string, runs []stream.Run, took time.Duration) (stream.Run, error) {
	if len(runs) == 0 {
		return stream.Run{}, errors.New("there is no case to run")
	}
	header, err := b.header(program, runs[0].Header.Adapter.Hello)
	if err != nil {
		return stream.Run{}, err
	}
	events, err := stream.NewWriter(io.Discard, header)
	if err != nil {
		return stream.Run{}, err
	}
	why := ""
	for _, r := range runs {
		if !r.Footer.Complete {
			why = r.Footer.Why
		}
		for _, c := range r.Cases {
			if err := c.Write(events); err != nil {
				return stream.Run{}, err
			}
		}
	}
	err = events.Finish(why, took)
	return events.Run(), err
}

func (b *Bench) witness(ctx context.Context, program string, c suite.Case) (run stream.Run, ran map[string]Lines, err error) {
	folder, err := os.MkdirTemp(b.Folder, "coverage-")
	if err != nil {
		return run, nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	if run, err = b.judge(ctx, program, []string{"GOCOVERDIR=" + folder}, []suite.Case{c}, 1, true); err != nil {
		return run, nil, fmt.Errorf("case %s: %w", c.Name, err)
	}
	profile := filepath.Join(folder, "profile.txt")
	cmd := exec.CommandContext(ctx, "go", "tool", "covdata", "textfmt", "-i="+folder, "-o="+profile)
	cmd.Dir, cmd.Env = b.Root, b.Environ
	if output, err := cmd.CombinedOutput(); err != nil {
		return run, nil, fmt.Errorf("reading the coverage of %s: %w: %s", c.Name, err, bytes.TrimSpace(output))
	}
	text, err := os.ReadFile(profile)
	if err != nil {
		return run, nil, err
	}
	ran, err = executed(b.Module, text)
	return run, ran, err
}

var profileLine = regexp.MustCompile(`^(.+):(\d+)\.\d+,(\d+)\.\d+ \d+ (\d+)$`)

// executed reads the lines that ran from a coverage profile.
func executed(module string, profile []byte) (map[string]Lines, error) {
	all := map[string]Lines{}
	in := bufio.NewScanner(bytes.NewReader(profile))
	for n := 1; in.Scan(); n++ {
		if strings.HasPrefix(in.Text(), "mode: ") {
			continue
		}
		m := profileLine.FindStringSubmatch(in.Text())
		if m == nil {
			return nil, fmt.Errorf("line %d of the coverage profile is none: %q", n, in.Text())
		}
		if m[4] == "0" {
			continue
		}
		file := strings.TrimPrefix(m[1], module+"/")
		first, _ := strconv.Atoi(m[2])
		last, _ := strconv.Atoi(m[3])
		all[file] = append(all[file], [2]int{first, last})
	}
	for file, lines := range all {
		all[file] = joined(lines)
	}
	return all, in.Err()
}

// joined sorts ranges and joins those that touch.
func joined(lines Lines) Lines {
	slices.SortFunc(lines, func(a, b [2]int) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	out := lines[:0]
	for _, r := range lines {
		if n := len(out); n > 0 && r[0] <= out[n-1][1]+1 {
			out[n-1][1] = max(out[n-1][1], r[1])
		} else {
			out = append(out, r)
		}
	}
	return out
}
