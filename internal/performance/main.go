//go:build linux

// Command performance measures what hooktest costs, next to an empty Go program and to bare runs of
// the same hooks, and prints docs/performance.md (make bench-report). Times are CPU times of a
// process and its children; two commands that are compared run in turn. Only an idle machine gives
// useful figures.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"
)

const (
	hook    = "#!/bin/sh\ncat >/dev/null\nexit 0\n"
	payload = `{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls"}}`
	// settings start the hook in Claude Code.
	settings = `{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "./guard.sh"}]}]}}`
)

func main() {
	if len(os.Args) != 2 {
		fail(fmt.Errorf("usage: performance ROOT"))
	}
	folder, err := os.MkdirTemp("", "hooktest-performance-")
	fail(err)
	root, err := filepath.Abs(os.Args[1])
	fail(err)
	b := &bench{root: root, folder: folder, program: filepath.Join(folder, "hooktest")}
	rows, err := b.rows()
	fail(os.RemoveAll(folder))
	fail(err)
	write(rows)
}

func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
}

// A row is a figure of the page.
type row struct{ what, limit, measured string }

func write(rows []row) {
	fmt.Printf(`# What hooktest costs

Written by `+"`make bench-report`"+`: %s/%s, %d processors, %s. CPU is the time of the process and its
children on all processors. Ratios are of two commands that ran in turn, and are what to compare between machines: a
process takes four times longer to start on some of them.

| figure | limit | measured |
|---|---|---|
`, runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), runtime.Version())
	for _, r := range rows {
		fmt.Printf("| %s | %s | %s |\n", r.what, r.limit, r.measured)
	}
}

// A bench holds the folders of the measurement. The program is a release build in folder, which is
// temporary.
type bench struct{ root, folder, program string }

// rows takes all measurements. The first error ends them.
func (b *bench) rows() (rows []row, err error) {
	for _, measure := range []func() ([]row, error){b.size, b.start, b.hook, b.cases, b.recorder, b.lint, b.suite, b.lines} {
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
	cmd.Env = append(os.Environ(), "HOME="+b.folder, "XDG_STATE_HOME="+b.folder)
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
			values := make([]int64, len(costs))
			for i, c := range costs {
				values[i] = of(c)
			}
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

func (b *bench) hooktest(folder string, words ...string) command {
	return command{folder: folder, words: append([]string{b.program}, words...)}
}

func ratio(a, b time.Duration) string { return fmt.Sprintf("%.1f ×", float64(a)/float64(b)) }

func milliseconds(d time.Duration) string {
	return fmt.Sprintf("%.1f ms", float64(d)/float64(time.Millisecond))
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.1f s", d.Seconds()) }

func megabytes(n int64) string { return fmt.Sprintf("%.1f MB", float64(n)/1e6) }

// size builds the program as a release does.
func (b *bench) size() ([]row, error) {
	build := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", b.program, "./cmd/hooktest")
	build.Dir, build.Env = b.root, append(os.Environ(), "CGO_ENABLED=0")
	if said, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w: %s", err, said)
	}
	info, err := os.Stat(b.program)
	if err != nil {
		return nil, err
	}
	return []row{{"binary, stripped", "22 MB", megabytes(info.Size())}}, nil
}

// start compares commands that start nothing with an empty program.
func (b *bench) start() ([]row, error) {
	source, empty := filepath.Join(b.folder, "empty.go"), filepath.Join(b.folder, "empty")
	if err := os.WriteFile(source, []byte("package main\n\nfunc main() {}\n"), 0o644); err != nil {
		return nil, err
	}
	if said, err := exec.Command("go", "build", "-o", empty, source).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w: %s", err, said)
	}
	var rows []row
	for _, c := range []struct {
		limit string
		words []string
	}{
		{"5 ×", []string{"version"}},
		{"5 ×", []string{"--help"}},
		{"5 ×", []string{"__complete", "ru"}},
		{"20 ms", []string{"explain", "codex.plugin-wrapper"}},
		{"20 ms", []string{"contract", "claude"}},
	} {
		costs, err := b.turns(21, b.hooktest(b.folder, c.words...), command{folder: b.folder, words: []string{empty}})
		if err != nil {
			return nil, err
		}
		rows = append(rows, row{
			"`" + strings.Join(c.words, " ") + "`: CPU, against an empty Go program", c.limit,
			milliseconds(costs[0].cpu) + ", " + ratio(costs[0].cpu, costs[1].cpu),
		})
	}
	return rows, nil
}

// project makes a project with a hook and Claude Code's settings that start it.
func (b *bench) project(name string) (string, error) {
	folder := filepath.Join(b.folder, name)
	for path, text := range map[string]string{"guard.sh": hook, ".claude/settings.json": settings} {
		path = filepath.Join(folder, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return "", err
		}
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
			return "", err
		}
	}
	return folder, nil
}

func bare(folder string) command {
	return command{folder: folder, stdin: payload, words: []string{"sh", "-c", "./guard.sh"}}
}

func (b *bench) hook() ([]row, error) {
	folder, err := b.project("one")
	if err != nil {
		return nil, err
	}
	costs, err := b.turns(21, b.hooktest(folder, "run", "./guard.sh", "--bash", "ls", "--agents", "claude"), bare(folder))
	if err != nil {
		return nil, err
	}
	return []row{{"`run` of one hook for one agent: CPU added to the bare hook", "12 ms", milliseconds(costs[0].cpu - costs[1].cpu)}}, nil
}

func (b *bench) cases() ([]row, error) {
	folder, err := b.project("cases")
	if err != nil {
		return nil, err
	}
	const n = 100
	text := "hook: ./guard.sh\nagents: [claude]\ncases:\n"
	for i := range n {
		text += fmt.Sprintf("  - {name: case %d, bash: ls %d, expect: allow}\n", i, i)
	}
	if err := os.WriteFile(filepath.Join(folder, "guard.hooktest.yaml"), []byte(text), 0o644); err != nil {
		return nil, err
	}
	loop := command{folder: folder, words: []string{"sh", "-c", fmt.Sprintf(`for i in $(seq %d); do echo '%s' | sh -c ./guard.sh; done`, n, payload)}}
	costs, err := b.turns(5, b.hooktest(folder, "test", "guard.hooktest.yaml"), loop)
	if err != nil {
		return nil, err
	}
	return []row{{fmt.Sprintf("`test` of %d cases: CPU, against as many bare hooks", n), "2 ×", ratio(costs[0].cpu, costs[1].cpu)}}, nil
}

func (b *bench) recorder() ([]row, error) {
	folder, err := b.project("recorded")
	if err != nil {
		return nil, err
	}
	if _, err := b.run(b.hooktest(folder, "record", "--start", ".claude/settings.json")); err != nil {
		return nil, err
	}
	text, err := os.ReadFile(filepath.Join(folder, ".claude/settings.json"))
	if err != nil {
		return nil, err
	}
	var read struct {
		Hooks map[string][]struct{ Hooks []struct{ Command string } }
	}
	if err := json.Unmarshal(text, &read); err != nil {
		return nil, err
	}
	recorded := command{folder: folder, stdin: payload, words: []string{"sh", "-c", read.Hooks["PreToolUse"][0].Hooks[0].Command}}
	costs, err := b.turns(51, recorded, bare(folder))
	if err != nil {
		return nil, err
	}
	return []row{{"`record`: time added to a hook", "3 ms", milliseconds(costs[0].wall-costs[1].wall) + ", " + ratio(costs[0].wall, costs[1].wall)}}, nil
}

func (b *bench) lint() ([]row, error) {
	const n = 1000
	for i := range n {
		if _, err := b.project(fmt.Sprintf("projects/%d", i)); err != nil {
			return nil, err
		}
	}
	c := b.hooktest(filepath.Join(b.folder, "projects"), "lint")
	c.fails = true
	costs, err := b.turns(3, c)
	if err != nil {
		return nil, err
	}
	return []row{{fmt.Sprintf("`lint` of %d projects: CPU", n), "1 s", seconds(costs[0].cpu)}}, nil
}

// suite judges the engine, and checks the gates of this tree.
func (b *bench) suite() ([]row, error) {
	costs, err := b.turns(1, b.hooktest(b.root, "conform"), b.hooktest(b.root, "trace"), command{folder: b.root, words: []string{"bash", "-c", "for i in $(seq 1000); do /bin/true; done"}})
	if err != nil {
		return nil, err
	}
	conform, trace := costs[0], costs[1]
	return []row{
		{"`conform`: CPU", "34 s", seconds(conform.cpu) + ", as much as " + fmt.Sprintf("%.0f", 1000*float64(conform.cpu)/float64(costs[2].cpu)) + " starts of `true`"},
		{"`conform`: time", "20 s", seconds(conform.wall)},
		{"`trace`, nothing changed: CPU", "2 s", seconds(trace.cpu)},
		{"`trace`: memory", "300 MB", megabytes(trace.bytes)},
	}, nil
}

var generated = regexp.MustCompile(`(?m)^// Code generated .* DO NOT EDIT\.$`)

// lines counts the lines of Go.
func (b *bench) lines() ([]row, error) {
	var code, command, tests int
	err := filepath.WalkDir(b.root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".go" {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil || generated.Match(text) {
			return err
		}
		n := bytes.Count(text, []byte("\n"))
		switch {
		case strings.HasSuffix(path, "_test.go"):
			tests += n
			return nil
		case strings.HasPrefix(path, filepath.Join(b.root, "cmd")+"/"):
			command += n
		}
		code += n
		return nil
	})
	return []row{
		{"lines of Go without tests; in `cmd`", "90,000; 35,000", fmt.Sprintf("%d; %d", code, command)},
		{"lines of Go in tests", "42,000", fmt.Sprint(tests)},
	}, err
}
