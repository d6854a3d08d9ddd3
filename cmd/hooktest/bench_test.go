//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/internal/executable"
)

// trivial returns commands that run a trivial hook, with a release build of hooktest and with the
// shell alone.
func trivial(tb testing.TB) (run, bare func() *exec.Cmd) {
	tb.Helper()
	home := tb.TempDir()
	hooktest := built(tb, home)
	hook := filepath.Join(home, "hook.sh")
	require.NoError(tb, executable.Write(hook, []byte("#!/bin/sh\nexit 0\n")))
	environ := append(os.Environ(), "HOME="+home, "LLXPRT_SYSTEM_SETTINGS_PATH="+filepath.Join(home, "none.json"))
	run = func() *exec.Cmd {
		cmd := exec.Command(hooktest, "run", hook, "--event", "BeforeTool", "--no-sandbox")
		cmd.Dir, cmd.Env = home, environ
		return cmd
	}
	bare = func() *exec.Cmd {
		cmd := exec.Command("bash", "-c", hook)
		cmd.Dir, cmd.Env, cmd.Stdin = home, environ, strings.NewReader("{}")
		return cmd
	}
	return run, bare
}

// built builds the release binary in a folder.
func built(tb testing.TB, folder string) string {
	tb.Helper()
	hooktest := filepath.Join(folder, "hooktest")
	build := exec.Command("go", "build", "-trimpath", "-o", hooktest, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	output, err := build.CombinedOutput()
	require.NoError(tb, err, "%s", output)
	return hooktest
}

// BenchmarkConformBuiltin and BenchmarkConformPipes run the whole suite against the reference
// engine, through both clients. They also report the maximum memory of the harness.
func BenchmarkConformBuiltin(b *testing.B) { conform(b) }

func BenchmarkConformPipes(b *testing.B) { conform(b, "adapter") }

func conform(b *testing.B, adapter ...string) {
	home := b.TempDir()
	hooktest := built(b, home)
	args := []string{"conform", "--quiet"}
	if len(adapter) > 0 {
		args = append(append(args, "--", hooktest), adapter...)
	}
	var most int64
	for b.Loop() {
		cmd := exec.Command(hooktest, args...)
		cmd.Dir, cmd.Env = home, append(os.Environ(), "HOME="+home)
		output, err := cmd.CombinedOutput()
		require.NoError(b, err, "%s", output)
		if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
			most = max(most, usage.Maxrss)
		}
	}
	// Linux counts in KiB.
	b.ReportMetric(float64(most)/1024, "MiB")
}

// BenchmarkRunTrivial and BenchmarkBareTrivial differ by hooktest's overhead.
func BenchmarkRunTrivial(b *testing.B) {
	run, _ := trivial(b)
	for b.Loop() {
		require.NoError(b, run().Run())
	}
}

func BenchmarkBareTrivial(b *testing.B) {
	_, bare := trivial(b)
	for b.Loop() {
		require.NoError(b, bare().Run())
	}
}
