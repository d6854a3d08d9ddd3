package suite_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/suite"
)

// A case writes only into its folder: a command that would write to another place is an
// error of the case.
func TestACaseWritesInItsFolderAlone(t *testing.T) {
	tests := []struct{ name, script, reason string }{
		{"a folder above", "cwd ../../../made", "the work folder is two levels deep"},
		{"a folder reached through a link", "symlink elsewhere -> OUTSIDE\ncwd elsewhere/made", "a link may point anywhere"},
		{"settings above", "cp project.json OUTSIDE/made\nfiles project=OUTSIDE/made", "what is read there would be written back"},
		{"settings reached through a link", "cp project.json OUTSIDE/made\nsymlink link -> OUTSIDE/made\nfiles project=link", "written back through the link"},
		{"a hook above", "spy ../guard", "its files would be next to the other hooks' folder"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			outside, folder := t.TempDir(), t.TempDir()
			script := "# a case\n# requirement: HOOK-003\n" + strings.ReplaceAll(tt.script, "OUTSIDE", outside)
			c, err := cases.Parse("x/HOOK-003-x.txtar", []byte(script+"\nstatus\nclause HOOK-003.1\nwant . is {}\n-- project.json --\n${PROJECT}\n-- guard --\n"))
			require.NoError(t, err)
			runner := suite.Runner{Client: &canned{}, Folder: folder}
			result, err := runner.Run(t.Context(), c)
			require.NoError(t, err)
			require.Len(t, result.Checks, 1)
			assert.Equal(t, outcome.SuiteError, result.Checks[0].Verdict, tt.reason)
			if text, err := os.ReadFile(filepath.Join(outside, "made")); err == nil {
				assert.Equal(t, "${PROJECT}\n", string(text), tt.reason)
			}
			left, err := os.ReadDir(folder)
			require.NoError(t, err)
			assert.Empty(t, left, tt.reason)
		})
	}
}

// A kept folder has the name that it would have otherwise, which says nothing about the
// case. A link with the case's name leads to it.
func TestAKeptFolderIsFoundByTheNameOfItsCase(t *testing.T) {
	folder := t.TempDir()
	c, err := cases.Parse("x/HOOK-003-kept.txtar", []byte("# a case\n# requirement: HOOK-003\n\nstatus\nclause HOOK-003.1\nwant . is {}\n"))
	require.NoError(t, err)
	runner := suite.Runner{Client: &canned{}, Folder: folder, KeepWork: true}
	for range 2 {
		result, err := runner.Run(t.Context(), c)
		require.NoError(t, err)
		assert.NotContains(t, result.Work, "kept")
		to, err := os.Readlink(filepath.Join(folder, "cases", "HOOK-003-kept"))
		require.NoError(t, err)
		assert.Equal(t, result.Work, to)
		assert.FileExists(t, filepath.Join(to, "case.txtar"))
	}
}
