package main

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write what commands print into the scripts' golden files")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"hooktest": main})
}

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
			testscript.Run(t, testscript.Params{
				Files:              scripts,
				Setup:              setup,
				Cmds:               map[string]func(*testscript.TestScript, bool, []string){"exits": exits},
				Condition:          condition,
				RequireUniqueNames: true,
				UpdateScripts:      *update,
			})
		})
	}
}

// setup gives a script a home of its own and keeps the machine's settings out.
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
	return os.MkdirAll(home, 0o777)
}

// condition knows root, for whom no file is unreadable.
func condition(name string) (bool, error) {
	if name == "root" {
		return os.Geteuid() == 0, nil
	}
	return false, fmt.Errorf("unknown condition %q", name)
}

// exits runs a program and wants exactly this exit code: exits N prog args...
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
