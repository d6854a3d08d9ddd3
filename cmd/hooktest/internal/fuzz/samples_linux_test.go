package fuzz

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/canary"
	_ "github.com/hooktest/hooktest/cmd/hooktest/internal/entry/sandbox" // the test binary launches its own sandboxes
	"github.com/hooktest/hooktest/cmd/hooktest/internal/probe"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/portion"
	"github.com/hooktest/hooktest/internal/sandbox"
)

// invented returns all texts that hooktest itself puts into payloads.
func invented() []string {
	all := slices.Concat(probe.Vocabulary(nil, true), hostile())
	for _, t := range canary.Texts() {
		all = append(all, t.Text, "x"+t.Text)
	}
	for _, c := range dialect.Contracts() {
		for _, event := range c.EventNames() {
			for _, p := range placesOf(c.Sample(event, ""), nil, "", "") {
				if text, ok := p.value.(string); ok {
					all = append(all, text)
				}
			}
		}
		for _, tool := range c.Tools.Builtin {
			for _, p := range placesOf(jsonvalue.New(jsonvalue.Member{Key: "input", Value: c.Tools.Input(tool.Name)}), nil, "", "") {
				if text, ok := p.value.(string); ok {
					all = append(all, text)
				}
			}
		}
	}
	slices.Sort(all)
	// These can't be passed to a program as a command.
	return slices.DeleteFunc(slices.Compact(all), func(text string) bool { return len(text) > 100_000 || strings.Contains(text, "\x00") })
}

// harmed returns the texts that change something outside their folder when they are executed: in
// folders at the top of the file system, without arguments in all. It bisects the list.
func harmed(t *testing.T, texts []string, folders ...string) []string {
	t.Helper()
	switch {
	case len(texts) == 0 || !harms(t, texts, folders):
		return []string{}
	case len(texts) == 1:
		return texts
	}
	half := len(texts) / 2
	return append(harmed(t, texts[:half], folders...), harmed(t, texts[half:], folders...)...)
}

// harms executes texts as code in four ways, where changes to folders such as /etc are
// private, and reports whether something outside the folders changed.
func harms(t *testing.T, texts, folders []string) bool {
	t.Helper()
	if sandbox.Available() != sandbox.Full {
		if os.Getenv("CI") == "true" {
			t.Fatal("this machine has no sandbox")
		}
		t.Skip("this machine has no sandbox")
	}
	root, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	for _, folder := range []string{"texts", "outside", "home", "project"} {
		require.NoError(t, os.Mkdir(filepath.Join(root, folder), 0o755))
	}
	for i, text := range texts {
		require.NoError(t, os.WriteFile(filepath.Join(root, "texts", strconv.Itoa(i)), []byte(text), 0o644))
	}
	if len(folders) == 0 {
		folders = covered(t, root)
	}
	script := `
export HOME="$ROOT/home" TMPDIR="$ROOT/home"
touch "$ROOT/marker"
cd "$ROOT/project"
(
  ulimit -f 1000
  for text in "$ROOT"/texts/*; do
    for shell in sh bash; do (mkdir -p "$ROOT/project"; cd "$ROOT/project"; exec timeout 1 $shell -c "$(cat "$text")"); done
  done
  mkdir -p "$ROOT/project"; cd "$ROOT/project"
  timeout 10 python3 -c 'import os, sys, threading
for file in sys.argv[1:]: threading.Thread(target=os.system, args=[open(file).read()]).start()' "$ROOT"/texts/*
  node -e 'for (const file of process.argv.slice(1)) require("child_process").exec(require("fs").readFileSync(file, "utf8"), {timeout: 1000})' "$ROOT"/texts/*
) >/dev/null 2>&1 </dev/null
find ` + strings.Join(folders, " ") + ` "$ROOT/outside" -cnewer "$ROOT/marker" 2>/dev/null || true`
	read, write, err := os.Pipe()
	require.NoError(t, err)
	defer read.Close()
	null, err := os.Open(os.DevNull)
	require.NoError(t, err)
	defer null.Close()
	shell, err := exec.LookPath("bash")
	require.NoError(t, err)
	process, err := (&sandbox.Policy{Writable: []string{root}, Covered: folders}).Start(shell, []string{"bash", "-c", script},
		&os.ProcAttr{Dir: root, Env: append(os.Environ(), "ROOT="+root), Files: []*os.File{null, write, write}, Sys: &syscall.SysProcAttr{Setsid: true}})
	_ = write.Close()
	require.NoError(t, err)
	printed, err := io.ReadAll(read)
	require.NoError(t, err)
	state, err := process.Wait()
	require.NoError(t, err)
	// Node's exec ends the shell at its time limit, and not what the shell has started.
	if err := syscall.Kill(-process.Pid, syscall.SIGKILL); !errors.Is(err, syscall.ESRCH) {
		require.NoError(t, err)
	}
	require.True(t, state.Success(), string(printed))
	return len(printed) > 0
}

// covered returns the folders at the top of the file system, without those that other programs
// change meanwhile: of the kernel and of services, and around the user's files and the scratch
// folder.
func covered(t *testing.T, scratch string) []string {
	t.Helper()
	home, err := os.UserHomeDir()
	require.NoError(t, err)
	here, err := os.Getwd()
	require.NoError(t, err)
	entries, err := os.ReadDir("/")
	require.NoError(t, err)
	var folders []string
	for _, entry := range entries {
		folder := "/" + entry.Name()
		busy := slices.ContainsFunc([]string{home, here, scratch, "/dev/", "/proc/", "/run/", "/sys/", "/tmp/", "/var/"},
			func(path string) bool { return strings.HasPrefix(path+"/", folder+"/") })
		if entry.IsDir() && !busy {
			folders = append(folders, folder)
		}
	}
	require.Subset(t, folders, []string{"/etc", "/usr"})
	return folders
}

// Executing hooktest's own texts does no harm.
func TestInventedTextsAreInert(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("nothing in it runs concurrently")
	}
	assert.Empty(t, harmed(t, portion.Of(invented(), 16, 0)))
}

// The test above can fail: it does with samples that are only for a sandbox.
func TestHarmIsSeen(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("nothing in it runs concurrently")
	}
	harmful := "echo x > /etc/hosts"
	if os.Geteuid() != 0 {
		// Only root may change /etc.
		harmful = "echo x > ../outside/new"
	}
	assert.Equal(t, []string{harmful}, harmed(t, []string{"ls", harmful, "rm -rf build"}, "/etc"))
	assert.Contains(t, probe.Vocabulary(nil, false), "echo x > /etc/hosts", "it is a sample")
	assert.NotContains(t, invented(), "echo x > /etc/hosts", "and not an inert one")
}

// Hosts do not exist, and paths are inside the project.
func TestInertTextsNameNothingOutside(t *testing.T) {
	t.Parallel()
	host := regexp.MustCompile(`https?://[^/\s"']*`)
	outside := regexp.MustCompile(`(^|[\s>]|of=)[/~]`)
	for _, text := range probe.Vocabulary(nil, true) {
		for _, found := range host.FindAllString(text, -1) {
			assert.True(t, strings.HasSuffix(found, ".invalid"), text)
		}
		assert.NotRegexp(t, outside, text)
	}
}
