//go:build linux

// Command performance measures what hooktest costs, next to an empty Go program, to bare runs of the
// same hooks and to hooktest as it was before, and prints docs/performance.md (make bench-report).
// Times are CPU times of a process and its children; commands that are compared run in turn. Only an
// idle machine gives useful figures.
package main

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/hooktest/hooktest/internal/lists"
)

const (
	hook    = "#!/bin/sh\ncat >/dev/null\nexit 0\n"
	payload = `{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls"}}`
	// settings start the hook in Claude Code.
	settings = `{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "./guard.sh"}]}]}}`
)

func main() {
	tests := flag.Bool("tests", false, "also run the tests, which takes half an hour")
	flag.Parse()
	if flag.NArg() != 1 {
		fail(fmt.Errorf("usage: performance [-tests] ROOT"))
	}
	folder, err := os.MkdirTemp("", "hooktest-performance-")
	fail(err)
	root, err := filepath.Abs(flag.Arg(0))
	fail(err)
	b := &bench{root: root, folder: folder, program: filepath.Join(folder, "hooktest")}
	rows, err := b.rows(*tests)
	fail(os.RemoveAll(folder))
	fail(err)
	b.write(rows)
}

func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
}

// former is the commit of hooktest as it was before. The limits of times are parts of what it takes.
const former = "3b9a45ca"

// A row is a figure of the page. before is what the former program takes, 0 if it was not measured.
type row struct {
	what                    string
	measured, limit, before float64
	// form is the form of both numbers, for fmt.
	form string
	// more follows the measured number.
	more string
	// why is what a profile showed; empty where none was made. It is printed where the limit is
	// exceeded.
	why string
}

func (b *bench) write(rows []row) {
	fmt.Printf(`# What hooktest costs

Written by `+"`make bench-report`"+` on an idle machine: %s/%s, %d processors, %s. An empty Go program takes %.1f ms
there. CPU is the time of the process and its children on all processors. Commands that are compared ran in turn;
between machines, only ratios can be compared. So the limit of a time is a part of what hooktest took before (commit
%s), on the same machine: in turn, or by what the suite took.

| figure | before | limit | measured | |
|---|---|---|---|---|
`, runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), runtime.Version(), milliseconds(b.emptyTook), former)
	var over []row
	for _, r := range rows {
		mark := ""
		if r.measured > r.limit {
			mark, over = "over", append(over, r)
		}
		before := ""
		if r.before > 0 {
			before = fmt.Sprintf(r.form, r.before)
		}
		fmt.Printf("| %s | %s | "+r.form+" | "+r.form+"%s | %s |\n", r.what, before, r.limit, r.measured, r.more, mark)
	}
	if len(over) == 0 {
		return
	}
	fmt.Println("\n## What is over its limit, and why")
	fmt.Println()
	for i := 0; i < len(over); {
		whats, why := "", over[i].why
		for ; i < len(over) && over[i].why == why; i++ {
			whats += ", " + over[i].what
		}
		fmt.Printf("- %s: %s\n", whats[2:], cmp.Or(why, "not profiled."))
	}
}

// A bench holds the folders of the measurement. The program is a release build in folder, which is
// temporary.
type bench struct {
	root, folder, program string
	// empty starts an empty Go program, and took that much CPU.
	empty     command
	emptyTook time.Duration
	// slower says how many times slower this machine is than the one of the limits.
	slower float64
}

// before is a command of the former program.
func (b *bench) before(c command) command {
	c.words = append([]string{filepath.Join(b.folder, "former")}, c.words[1:]...)
	return c
}

// rows takes all measurements. The first error ends them.
func (b *bench) rows(tests bool) (rows []row, err error) {
	all := []func() ([]row, error){b.size, b.build, b.start, b.hook, b.cases, b.recorder, b.lint, b.suite, b.programs, b.observation, b.files, b.lines}
	if tests {
		all = append(all, b.tests)
	}
	for _, measure := range all {
		some, err := measure()
		if err != nil {
			return nil, err
		}
		rows = append(rows, some...)
	}
	return rows, nil
}

// A command runs in a folder with text on stdin.
type command struct {
	folder, stdin string
	words         []string
	// environ is the environment, or nil for that of this process.
	environ []string
	// fails means that an exit code other than 0 is expected.
	fails bool
}

// A cost is what one run took.
type cost struct {
	cpu, wall time.Duration
	bytes     int64
}

func (b *bench) run(c command) (cost, error) {
	cmd := exec.Command(c.words[0], c.words[1:]...)
	cmd.Dir, cmd.Stdin = c.folder, strings.NewReader(c.stdin)
	cmd.Env = c.environ
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	began := time.Now()
	err := cmd.Run()
	took := time.Since(began)
	if err != nil && (!c.fails || cmd.ProcessState == nil) {
		return cost{}, fmt.Errorf("%s: %w\n%s", strings.Join(c.words, " "), err, said.Bytes())
	}
	const unit = 1024 // of ru_maxrss on Linux
	usage := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	return cost{cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), took, usage.Maxrss * unit}, nil
}

// turns runs commands in turn, n times each, and returns the median cost of each.
func (b *bench) turns(n int, commands ...command) ([]cost, error) {
	all := make([][]cost, len(commands))
	for range n {
		for i, c := range commands {
			took, err := b.run(c)
			if err != nil {
				return nil, err
			}
			all[i] = append(all[i], took)
		}
	}
	medians := make([]cost, len(commands))
	for i, costs := range all {
		middle := func(of func(cost) int64) int64 {
			values := lists.Of(costs, of)
			slices.Sort(values)
			return values[len(values)/2]
		}
		medians[i] = cost{
			time.Duration(middle(func(c cost) int64 { return int64(c.cpu) })),
			time.Duration(middle(func(c cost) int64 { return int64(c.wall) })),
			middle(func(c cost) int64 { return c.bytes }),
		}
	}
	return medians, nil
}

// hooktest is a command of the program, which reads no settings of the user.
func (b *bench) hooktest(folder string, words ...string) command {
	environ := append(os.Environ(), "HOME="+b.folder, "XDG_STATE_HOME="+b.folder)
	return command{folder: folder, environ: environ, words: append([]string{b.program}, words...)}
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
