//go:build linux

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// gcflags finds the compiler's flags of a release.
var gcflags = regexp.MustCompile(`(?m)^ +gcflags: \[(.+)\]$`)

// size builds the program as a release does.
func (b *bench) size() ([]row, error) {
	text, err := os.ReadFile(filepath.Join(b.root, ".goreleaser.yaml"))
	if err != nil {
		return nil, err
	}
	flags := gcflags.FindSubmatch(text)
	if flags == nil {
		return nil, fmt.Errorf(".goreleaser.yaml has no gcflags")
	}
	tree, old := filepath.Join(b.folder, "before"), b.before(command{words: []string{""}}).words[0]
	for _, c := range []command{
		{folder: b.root, words: []string{"git", "clone", "--quiet", "--no-checkout", b.root, tree}},
		{folder: tree, words: []string{"git", "checkout", "--quiet", former}},
		{folder: tree, environ: append(os.Environ(), "CGO_ENABLED=0"), words: []string{"go", "build", "-trimpath", "-ldflags", "-s -w", "-o", old, "./cmd/hooktest"}},
	} {
		if _, err := b.run(c); err != nil {
			return nil, err
		}
	}
	words := []string{"build", "-trimpath", "-ldflags", "-s -w", "-o", b.program}
	for flag := range strings.SplitSeq(string(flags[1]), ", ") {
		words = append(words, "-gcflags", flag)
	}
	build := exec.Command("go", append(words, "./cmd/hooktest")...)
	build.Dir, build.Env = b.root, append(os.Environ(), "CGO_ENABLED=0")
	if said, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w: %s", err, said)
	}
	info, err := os.Stat(b.program)
	if err != nil {
		return nil, err
	}
	was, err := os.Stat(old)
	if err != nil {
		return nil, err
	}
	return []row{{
		what: "binary, stripped", measured: float64(info.Size()) / 1e6, before: float64(was.Size()) / 1e6, limit: 22, form: "%.1f MB",
		why: "machine code is 10.2 MB, its tables of functions and lines 6.4 MB, and what is embedded about 3 MB: the cases that `conform` runs (1.3), contracts, schemas, the catalogue (`readelf -S`).",
	}}, nil
}

// build makes an empty program.
func (b *bench) build() ([]row, error) {
	var err error
	if b.empty, err = b.compiled("empty", ""); err != nil {
		return nil, err
	}
	costs, err := b.turns(51, b.empty)
	if err != nil {
		return nil, err
	}
	b.emptyTook = costs[0].cpu
	return nil, nil
}

// compiled makes a program that does nothing but what its imports do.
func (b *bench) compiled(name, imports string) (command, error) {
	source, overlay, program := filepath.Join(b.folder, name+".go"), filepath.Join(b.folder, name+".json"), filepath.Join(b.folder, name)
	// Imports are only found from within the module: the overlay puts the source there.
	replaced, err := json.Marshal(map[string]any{"Replace": map[string]string{filepath.Join(b.root, "internal", name, "main.go"): source}})
	if err == nil {
		err = errors.Join(os.WriteFile(source, []byte("package main\n\n"+imports+"\n\nfunc main() {}\n"), 0o644), os.WriteFile(overlay, replaced, 0o644))
	}
	if err == nil {
		_, err = b.run(command{folder: b.root, words: []string{"go", "build", "-overlay", overlay, "-o", program, "./internal/" + name}})
	}
	return command{folder: b.folder, words: []string{program}}, err
}

// part returns the row of a short time, whose limit is a part of what the former program takes.
func (b *bench) part(what string, now, before time.Duration, of float64, why string) row {
	was := milliseconds(before)
	return row{what: what, measured: milliseconds(now), before: was, limit: was * of, form: "%.1f ms", why: why,
		more: fmt.Sprintf(" (%.1f starts of an empty Go program)", float64(now)/float64(b.emptyTook))}
}

// start compares commands that start nothing with an empty program.
func (b *bench) start() ([]row, error) {
	linked, err := b.compiled("linked", `import _ "github.com/santhosh-tekuri/jsonschema/v5"`)
	if err != nil {
		return nil, err
	}
	costs, err := b.turns(21, linked, b.empty)
	if err != nil {
		return nil, err
	}
	why := fmt.Sprintf("a program that does nothing and links jsonschema takes %.1f ×: it compiles the schemas of schemas whenever it starts. Of the rest, half is net/http, which http hooks need, and most is the kernel, which maps a larger program (`perf`).",
		float64(costs[0].cpu)/float64(costs[1].cpu))
	var rows []row
	for _, words := range [][]string{{"--version"}, {"--help"}, {"__complete", "ru"}} {
		c := b.hooktest(b.folder, words...)
		costs, err := b.turns(21, c, b.empty, b.before(c))
		if err != nil {
			return nil, err
		}
		rows = append(rows, row{
			what:     "`" + strings.Join(words, " ") + "`: CPU against an empty Go program",
			measured: float64(costs[0].cpu) / float64(costs[1].cpu), before: float64(costs[2].cpu) / float64(costs[1].cpu), limit: 5, form: "%.1f ×",
			more: fmt.Sprintf(" (%.1f ms)", milliseconds(costs[0].cpu)), why: why,
		})
	}
	for _, words := range [][]string{{"explain", "codex.exit-2"}, {"contract", "claude"}} {
		c := b.hooktest(b.folder, words...)
		costs, err := b.turns(21, c, b.before(c))
		if err != nil {
			return nil, err
		}
		rows = append(rows, b.part("`"+strings.Join(words, " ")+"`: CPU", costs[0].cpu, costs[1].cpu, 20./160,
			"a fifth of it is the initialization of jsonschema, a sixth makes the page from the contract (`perf`)."))
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
	c := b.hooktest(folder, "run", "./guard.sh", "--bash", "ls", "--agents", "claude")
	costs, err := b.turns(21, c, bare(folder), b.before(c))
	if err != nil {
		return nil, err
	}
	return []row{b.part("`run` of one hook for one agent: CPU added to the bare hook", costs[0].cpu-costs[1].cpu, costs[2].cpu-costs[1].cpu, 12./26,
		"two thirds are the program, a quarter of which is the initialization of jsonschema; an eighth is a second process that ends what is left of the hook (`perf`).")}, nil
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
	c := b.hooktest(folder, "test", "--yes", "guard.hooktest.yaml")
	costs, err := b.turns(5, c, loop, b.before(c))
	if err != nil {
		return nil, err
	}
	return []row{{
		what:     fmt.Sprintf("`test` of %d cases: CPU against as many bare hooks", n),
		measured: float64(costs[0].cpu) / float64(costs[1].cpu), before: float64(costs[2].cpu) / float64(costs[1].cpu), limit: 2, form: "%.1f ×",
	}}, nil
}

func (b *bench) recorder() ([]row, error) {
	var commands []command
	for _, program := range []func(command) command{func(c command) command { return c }, b.before} {
		folder, err := b.project(fmt.Sprintf("recorded-%d", len(commands)))
		if err != nil {
			return nil, err
		}
		if _, err := b.run(program(b.hooktest(folder, "record", "--start", ".claude/settings.json"))); err != nil {
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
		commands = append(commands, command{folder: folder, stdin: payload, words: []string{"sh", "-c", read.Hooks["PreToolUse"][0].Hooks[0].Command}})
	}
	costs, err := b.turns(51, commands[0], bare(commands[0].folder), commands[1])
	if err != nil {
		return nil, err
	}
	return []row{b.part("`record`: time added to a hook", costs[0].wall-costs[1].wall, costs[2].wall-costs[1].wall, 3/4.9,
		"a recorder that cannot start must not break the hook, so the program starts twice: once to show that it can, and once to record.")}, nil
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
	costs, err := b.turns(3, c, b.before(c))
	if err != nil {
		return nil, err
	}
	was := costs[1].cpu.Seconds()
	return []row{{
		what: fmt.Sprintf("`lint` of %d projects: CPU", n), measured: costs[0].cpu.Seconds(), before: was, limit: was / 2.2, form: "%.1f s",
		why: "a third reads and judges the scripts, a quarter the settings, and a seventh collects garbage (`perf`).",
	}}, nil
}

// suite judges the engine, and checks the gates of this tree.
func (b *bench) suite() ([]row, error) {
	const starts = 1000
	bash := command{folder: b.root, words: []string{"bash", "-c", fmt.Sprintf("for i in $(seq %d); do /bin/true; done", starts)}}
	conforming := b.hooktest(b.root, "conform")
	costs, err := b.turns(1, conforming, b.hooktest(b.root, "trace"), bash, b.before(conforming))
	if err != nil {
		return nil, err
	}
	const then = 53 // seconds of CPU of the former program where the limits were set
	conform, trace, was := costs[0], costs[1], costs[3]
	b.slower = was.cpu.Seconds() / then
	more := fmt.Sprintf(" (as much as %.0f starts of `true`)", starts*float64(conform.cpu)/float64(costs[2].cpu))
	const why = "it runs 8,000 hooks. A third of the CPU is the suite and the engine, a third is bash, as which the requirements start a hook, and the rest are the hooks and what they start (`perf`)."
	return []row{
		{what: "`conform`: CPU", measured: conform.cpu.Seconds(), before: was.cpu.Seconds(), limit: b.slower * 34, form: "%.0f s", more: more, why: why},
		{what: "`conform`: time", measured: conform.wall.Seconds(), before: was.wall.Seconds(), limit: was.wall.Seconds() * 20 / 34, form: "%.0f s", why: why},
		{what: "`trace`, nothing changed: CPU", measured: trace.cpu.Seconds(), limit: b.slower * 2, form: "%.1f s", why: "a third reads the recorded run and what each case executed, a sixth weakens schemas to see that vectors notice, a seventh compares the proof with the lock (`perf`)."},
		{what: "`trace`: memory", measured: float64(trace.bytes) / 1e6, limit: 300, form: "%.0f MB"},
	}, nil
}

// programs counts what the suite starts. It needs strace.
func (b *bench) programs() ([]row, error) {
	log := filepath.Join(b.folder, "programs")
	c := b.hooktest(b.root, "conform")
	c.words = append([]string{"strace", "--follow-forks", "--seccomp-bpf", "--quiet=all", "--trace=execve", "--successful-only", "--output", log}, c.words...)
	if _, err := b.run(c); err != nil {
		return nil, err
	}
	text, err := os.ReadFile(log)
	return []row{{
		what: "`conform`: programs started", measured: float64(bytes.Count(text, []byte(" execve("))), limit: 14_000, form: "%.0f",
		why: "8,400 are bash, as which the requirements start a hook, and which sources its script. 2,600 are `cat`, which copies what a hook has read byte for byte, 630 `sleep`, 340 `dd` (`strace`).",
	}}, err
}

// files counts the files of the source that firing one hook executes.
func (b *bench) files() ([]row, error) {
	folder, err := b.project("fired")
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(folder, "payload.json"), []byte(payload), 0o644); err != nil {
		return nil, err
	}
	program, counters, text := filepath.Join(b.folder, "counting"), filepath.Join(b.folder, "counters"), filepath.Join(b.folder, "executed")
	if err := os.Mkdir(counters, 0o755); err != nil {
		return nil, err
	}
	fire := b.hooktest(folder, "fire", "--stdin", "payload.json", "--agents", "claude", "--yes")
	fire.words[0], fire.environ = program, append(fire.environ, "GOCOVERDIR="+counters)
	for _, c := range []command{
		{folder: b.root, words: []string{"go", "build", "-cover", "-coverpkg=./...", "-o", program, "./cmd/hooktest"}},
		fire,
		{folder: b.root, words: []string{"go", "tool", "covdata", "textfmt", "-i=" + counters, "-o=" + text}},
	} {
		if _, err := b.run(c); err != nil {
			return nil, err
		}
	}
	blocks, err := os.ReadFile(text)
	executed := map[string]bool{}
	for line := range strings.Lines(string(blocks)) {
		if path, rest, ok := strings.Cut(line, ":"); ok && path != "mode" && !strings.HasSuffix(rest, " 0\n") {
			executed[path] = true
		}
	}
	return []row{{
		what: "`fire --stdin`: files of the source that are executed", measured: float64(len(executed)), limit: 75, form: "%.0f",
		why: "each rule is a file of its own, and those about a run are all asked: 56. 43 are the commands' own, 67 the engine's (coverage).",
	}}, err
}

// observation observes a copy of this tree, and then a copy of which one case has changed.
func (b *bench) observation() ([]row, error) {
	tree := filepath.Join(b.folder, "tree")
	prove := filepath.Join(b.folder, "prove")
	if _, err := b.run(command{folder: b.root, words: []string{"git", "clone", "--quiet", b.root, tree}}); err != nil {
		return nil, err
	}
	if _, err := b.run(command{folder: tree, words: []string{"go", "build", "-trimpath", "-o", prove, "./conformance/prove"}}); err != nil {
		return nil, err
	}
	observe := command{folder: tree, words: []string{prove, "--observe"}}
	cold, err := b.run(observe)
	if err != nil {
		return nil, err
	}
	edited := filepath.Join(tree, "testscripts/26-output-fields/HOOK-159-model-with-any-other-hooks.txtar")
	text, err := os.ReadFile(edited)
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(edited, append([]byte("# edited\n"), text...), 0o644); err != nil {
		return nil, err
	}
	again, err := b.run(observe)
	if err != nil {
		return nil, err
	}
	return []row{
		{what: "observing the suite, at first: CPU", measured: cold.cpu.Seconds(), limit: b.slower * 65, form: "%.0f s", why: "it is a run of `conform` with coverage, and a build."},
		{what: "observing the suite, one case edited: CPU", measured: again.cpu.Seconds(), limit: b.slower * 10, form: "%.1f s"},
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
	const lines = "the limits are older than `live`, `contract verify`, the language server, the sandbox and the site, which have 9,600. In cmd, 13,300 are the rules and their findings, 4,600 explain contracts and rules, 7,100 ask shipped agents, 5,600 are cases and records, 4,100 probe, fuzz and bench; outside, 18,500 are the engine, 14,800 the proof and its report."
	return []row{
		{what: "lines of Go without tests", measured: float64(code), limit: 90_000, form: "%.0f", why: lines},
		{what: "lines of Go without tests in cmd", measured: float64(command), limit: 35_000, form: "%.0f", why: lines},
		{what: "lines of Go in tests", measured: float64(tests), limit: 42_000, form: "%.0f", why: "conformance has 20,900 (8,000 of them about the proof), cmd 15,900, engine 13,200."},
	}, err
}

// tests runs the tests that a person runs while editing, and all.
func (b *bench) tests() ([]row, error) {
	var rows []row
	for _, t := range []struct {
		target string
		limit  float64
	}{{"quick", 90}, {"test", 6 * 60}} {
		cost, err := b.run(command{folder: b.root, words: []string{"make", t.target, "GO=env GOFLAGS=-count=1 go"}})
		if err != nil {
			return nil, err
		}
		rows = append(rows, row{
			what: "`make " + t.target + "`: time", measured: cost.wall.Seconds(), limit: b.slower * t.limit, form: "%.0f s",
			more: fmt.Sprintf(" (CPU %.0f s)", cost.cpu.Seconds()),
			why:  "a quarter of the CPU builds the tests, a third are the scripts of the command line, which start the program and hooks some thousand times, and a twelfth is the suite in the self-test (`go test -exec time`).",
		})
	}
	return rows, nil
}
