package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// The README shows real output: in a console block each line behind a $ is run beside the
// fixtures, and what it prints is compared but for the clocks.
func TestReadmeShowsWhatHooktestPrints(t *testing.T) {
	d := readPage(t, "../../README.md")
	p := newProject(t, hooktestProgram(t), t.TempDir())
	fixtureHooks(t, p.folder)
	d.run(t, p, "")
	d.write(t)
}

func hooktestProgram(t *testing.T) string {
	bin := filepath.Join(t.TempDir(), "hooktest")
	out, err := exec.Command("go", "build", "-o", bin, ".").CombinedOutput()
	require.NoError(t, err, "%s", out)
	return bin
}

// fixtureHooks puts all fixture hooks into one folder, so that the README can
// name them without their path.
func fixtureHooks(t *testing.T, folder string) {
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
}
