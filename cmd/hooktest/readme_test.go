package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The README shows real output: every console block whose command starts with
// hooktest is run beside the fixtures, and what it prints is compared but for
// the clocks.
func TestReadmeShowsWhatHooktestPrints(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	bin := filepath.Join(t.TempDir(), "hooktest")
	out, err := exec.Command("go", "build", "-o", bin, ".").CombinedOutput()
	require.NoError(t, err, "%s", out)
	hooks := fixtureHooks(t)

	blocks := regexp.MustCompile("(?s)```console\n\\$ (hooktest [^\n]*)\n(.*?)```").FindAllStringSubmatch(string(readme), -1)
	require.NotEmpty(t, blocks)
	clocks := regexp.MustCompile(`\d+ ms`)
	for _, block := range blocks {
		t.Run(block[1], func(t *testing.T) {
			cmd := exec.Command("bash", "-c", strings.Replace(block[1], "hooktest", `"$BIN"`, 1))
			cmd.Dir = hooks
			cmd.Env = append(os.Environ(), "BIN="+bin, "HOME="+t.TempDir())
			got, err := cmd.Output()
			require.NoError(t, err)
			assert.Equal(t, clocks.ReplaceAllString(block[2], "N ms"), clocks.ReplaceAllString(string(got), "N ms"))
		})
	}
}

// fixtureHooks puts all fixture hooks into one folder, so that the README can
// name them without their path.
func fixtureHooks(t *testing.T) string {
	folder := t.TempDir()
	for _, pattern := range []string{"guards", "behaviour"} {
		files, err := filepath.Glob(filepath.Join("../../fixtures/hooks", pattern, "*.sh"))
		require.NoError(t, err)
		require.NotEmpty(t, files)
		for _, file := range files {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(filepath.Join(folder, filepath.Base(file)), text, 0o755))
		}
	}
	return folder
}
