package execution_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/execution"
)

// A project may contain the temporary folder in which its copies are made.
func TestAWorkspaceIsNotCopiedIntoItself(t *testing.T) {
	project := t.TempDir()
	temp := filepath.Join(project, "tmp")
	for _, folder := range []string{filepath.Join(temp, "hooktest-of-another-run"), filepath.Join(project, "hooktest-of-the-user")} {
		require.NoError(t, os.MkdirAll(folder, 0o755))
	}
	require.NoError(t, os.WriteFile(filepath.Join(project, "a.txt"), []byte("a"), 0o644))
	for _, variable := range []string{"TMPDIR", "TMP", "TEMP"} {
		t.Setenv(variable, temp)
	}
	s, err := execution.NewWorkspace("copy", project)
	require.NoError(t, err)
	defer s.Close()
	assert.FileExists(t, filepath.Join(s.Project, "a.txt"))
	assert.DirExists(t, filepath.Join(s.Project, "hooktest-of-the-user"))
	copied, err := os.ReadDir(filepath.Join(s.Project, "tmp"))
	require.NoError(t, err)
	assert.Empty(t, copied)
}
