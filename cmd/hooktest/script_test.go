package main

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/trace/proof"
	"github.com/hooktest/hooktest/internal/portion"
)

var update = flag.Bool("update", false, "write what commands print into the scripts' golden files")

// programs are the programs that scripts can run in addition to the system's.
var programs = map[string]func(){"hooktest": main}

func TestMain(m *testing.M) {
	// Under nohup every child would inherit an ignored hang-up. A signal that is caught here has
	// its default in the children, as under a terminal.
	if _, scripted := programs[filepath.Base(os.Args[0])]; !scripted && signal.Ignored(syscall.SIGHUP) {
		signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP)
	}
	testscript.Main(tidy{m}, programs)
}

// tidy removes what tests have built for one another.
type tidy struct{ *testing.M }

func (m tidy) Run() int {
	folder, err := os.MkdirTemp("", "hooktest-built-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(folder)
	proveProgram = sync.OnceValues(func() (string, error) {
		path := filepath.Join(folder, "prove")
		out, err := exec.Command("go", "build", "-o", path, "../../conformance/prove").CombinedOutput()
		if err != nil {
			return "", fmt.Errorf("building prove: %w\n%s", err, out)
		}
		return path, nil
	})
	return m.M.Run()
}

// proveProgram builds, once, the command that proves what hooktest trace reports.
var proveProgram func() (string, error)

// TestScripts runs every script below testdata/script, folder by folder.
func TestScripts(t *testing.T) {
	folders := map[string][]string{}
	err := filepath.WalkDir(filepath.Join("testdata", "script"), func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && filepath.Ext(path) == ".txtar" {
			folders[filepath.Dir(path)] = append(folders[filepath.Dir(path)], path)
		}
		return err
	})
	require.NoError(t, err)
	require.NotEmpty(t, folders)
	for folder, scripts := range folders {
		t.Run(filepath.Base(folder), func(t *testing.T) {
			t.Parallel()
			testscript.Run(t, testscript.Params{
				Files:              scripts,
				Setup:              setup,
				Cmds:               map[string]func(*testscript.TestScript, bool, []string){"exits": exits, "keeps": keeps, "source": source},
				Condition:          condition,
				RequireUniqueNames: true,
				UpdateScripts:      *update,
			})
		})
	}
}

// setup gives a script its own home directory and hides the machine's settings.
func setup(env *testscript.Env) error {
	home := filepath.Join(env.WorkDir, ".home")
	for _, name := range []string{"HOME", "USERPROFILE"} {
		env.Setenv(name, home)
	}
	env.Setenv("LLXPRT_SYSTEM_SETTINGS_PATH", filepath.Join(env.WorkDir, ".system", "settings.json"))
	if env.Getenv("GORACE") == "" {
		// The race detector waits for a second at the end of each process.
		env.Setenv("GORACE", "atexit_sleep_ms=10")
	}
	// The plugin is tested where it is, not as a copy.
	plugin, err := filepath.Abs(filepath.Join("..", "..", "skills"))
	if err != nil {
		return err
	}
	env.Setenv("PLUGIN", plugin)
	state := filepath.Join(env.WorkDir, ".state")
	env.Setenv("XDG_STATE_HOME", state)
	return errors.Join(agree(state, env.WorkDir), os.MkdirAll(home, 0o777))
}

// agree creates the state folder of a user who has agreed to run the commands that files in a
// folder, and in those below it, name.
func agree(state, folder string) error {
	folder, err := filepath.EvalSymlinks(folder)
	file := filepath.Join(state, "hooktest", "consent")
	return errors.Join(err, os.MkdirAll(filepath.Dir(file), 0o777), os.WriteFile(file, []byte(strconv.Quote(folder)+"\n"), 0o666))
}

// condition implements four conditions. nightly: tests take all of their inputs. root: the user is
// root, who can read every file.
// turn:N/M: true on one of M commits and in every nightly run, for scripts that take a minute.
// program:NAME: the program exists, which CI requires, because skipped scripts would go unnoticed
// there.
func condition(name string) (bool, error) {
	switch name {
	case "root":
		return os.Geteuid() == 0, nil
	case "nightly":
		return portion.Nightly(), nil
	}
	var n, of int
	if _, err := fmt.Sscanf(name, "turn:%d/%d", &n, &of); err == nil {
		turns := make([]int, of)
		for i := range turns {
			turns[i] = i + 1
		}
		return slices.Contains(portion.Of(turns, of, 0), n), nil
	}
	if program, ok := strings.CutPrefix(name, "program:"); ok {
		_, err := exec.LookPath(program)
		if err != nil && os.Getenv("CI") == "true" {
			return false, fmt.Errorf("CI must have %s", program)
		}
		return err == nil, nil
	}
	return false, fmt.Errorf("unknown condition %q", name)
}

// exits runs a program that must end with exactly this exit code: exits N prog args...
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits N prog [args...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		exit, ok := errors.AsType[*exec.ExitError](err)
		if !ok {
			ts.Fatalf("%s: %v", args[1], err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("%s: exit code %d, want %d", strings.Join(args[1:], " "), got, want)
	}
}

// source copies the module's source into a folder, with only the named requirements' cases and
// mutants, and without policy and lock: source FOLDER ID... An ID-CASE selects a single case, and
// the mutants that need no other, so that a script can add more of both. After it, the script can
// run prove.
func source(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: source FOLDER ID[-CASE]...")
	}
	ts.Check(copySource(ts.MkAbs(args[0]), args[1:], false))
	prove, err := proveProgram()
	ts.Check(err)
	ts.Setenv("PATH", filepath.Dir(prove)+string(os.PathListSeparator)+ts.Getenv("PATH"))
	caches, err := goCaches()
	ts.Check(err)
	for name, folder := range caches {
		ts.Setenv(name, folder)
	}
}

// copySource copies the module's source as the command source does; tested copies have the tests, and
// the documents that some of them compare.
func copySource(target string, ids []string, tested bool) error {
	root := os.DirFS(filepath.Join("..", ".."))
	names := []string{"go.mod", "go.sum", "cmd", "conformance", "engine", "internal", "schemas", "skills", "testscripts"}
	if tested {
		names = append(names, "Makefile", "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs", "fixtures")
	}
	for _, name := range names {
		err := fs.WalkDir(root, name, func(path string, entry fs.DirEntry, err error) error {
			if err == nil && entry.Name() == "node_modules" {
				return installed(entry)
			}
			if err != nil || entry.IsDir() || !wanted(path, ids) || !tested && strings.HasSuffix(path, "_test.go") {
				return err
			}
			text, err := fs.ReadFile(root, path)
			if err != nil {
				return err
			}
			if strings.HasPrefix(path, "conformance/mutants/") && strings.HasSuffix(path, ".yaml") {
				text = mutantsOf(string(text), ids)
			}
			if path == "testscripts/"+cases.SmokeFile {
				text = smokeOf(string(text), ids)
			}
			to := filepath.Join(target, filepath.FromSlash(path))
			if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
				return err
			}
			return os.WriteFile(to, text, 0o666)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// goCaches returns the user's caches of the go command, for scripts with another home directory.
func goCaches() (map[string]string, error) {
	caches := map[string]string{}
	for _, name := range []string{"GOCACHE", "GOMODCACHE"} {
		value, err := exec.Command("go", "env", name).Output()
		if err != nil {
			return nil, err
		}
		caches[name] = strings.TrimSpace(string(value))
	}
	return caches, nil
}

// installed skips packages that a package manager has installed in the source, in folders or as
// links.
func installed(entry fs.DirEntry) error {
	if entry.IsDir() {
		return fs.SkipDir
	}
	return nil
}

// wanted skips the cases of other requirements, and what the tool itself writes.
func wanted(name string, ids []string) bool {
	switch {
	case name == "conformance/trace/trace.lock", name == "conformance/trace/policy.yaml",
		name == proof.LedgerFile, name == proof.SurvivorsFile:
		return false
	case strings.HasPrefix(name, "testscripts/") && strings.HasSuffix(name, ".txtar"):
		return slices.ContainsFunc(ids, func(id string) bool {
			_, rest, ok := strings.Cut(name, "/"+id)
			return ok && (strings.HasPrefix(rest, "-") || rest == ".txtar")
		})
	}
	return true
}

// smokeOf returns the lines of the list of the smoke test that name wanted cases.
func smokeOf(text string, ids []string) []byte {
	var kept strings.Builder
	for line := range strings.Lines(text) {
		if wanted("testscripts/"+strings.TrimSpace(line)+".txtar", ids) {
			kept.WriteString(line)
		}
	}
	return []byte(kept.String())
}

// labelledCheck matches a mutant that names one of several checks of its clause.
var labelledCheck = regexp.MustCompile(`\n    check: \S+/`)

// mutantsOf returns the entries of a file of mutants that are about some requirements.
func mutantsOf(text string, ids []string) []byte {
	var kept strings.Builder
	kept.WriteString("mutants:\n")
	for i, entry := range strings.Split(text, "\n  - clause: ") {
		requirement, _, _ := strings.Cut(entry, ".")
		labelled := labelledCheck.MatchString(entry)
		if i > 0 && slices.ContainsFunc(ids, func(id string) bool { return id == requirement || strings.HasPrefix(id, requirement+"-") && !labelled }) {
			entry, _, _ = strings.Cut(entry, "\nequivalents:")
			kept.WriteString("  - clause: " + strings.TrimRight(entry, "\n") + "\n")
		}
	}
	return []byte(kept.String())
}
