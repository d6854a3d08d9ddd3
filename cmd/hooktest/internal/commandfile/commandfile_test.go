package commandfile_test

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/commandfile"
)

func TestFileFault(t *testing.T) {
	project, home := t.TempDir(), t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(project, "runs.sh"), nil, 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(project, "plain.sh"), nil, 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(project, "a b.sh"), nil, 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(home, "mine.sh"), nil, 0o700))
	require.NoError(t, os.Mkdir(filepath.Join(project, "folder"), 0o700))
	const missing, plain = "./no.sh does not exist", "./plain.sh is not executable"
	tests := []struct{ in, want, reason string }{
		{"./runs.sh --flag", "", "it is there and runs"},
		{"./no.sh", missing, "nothing is there"},
		{"  './no.sh' | cat", missing, "quotes and what follows do not matter"},
		{"./no.sh;true", missing, "a sign of the shell ends the word"},
		{"./plain.sh", plain, "it may be read alone"},
		{"bash ./plain.sh", "", "bash reads it"},
		{"python3 ./no.sh", missing, "what an interpreter reads has to be there"},
		{"uv run ./no.py", "./no.py does not exist", "uv runs Python"},
		{"uv run --script ./no.py --flag", "./no.py does not exist", "and says so"},
		{"uv run ./plain.sh", "", "what uv reads need not be executable"},
		{"uv run --with ./package ./no.py", "", "which flags have a value is unknown"},
		{"uv sync ./no.py", "", "that runs nothing"},
		{"bash -c './no.sh'", "", "a flag is not a file"},
		{"./folder", "./folder is a folder", "nothing starts a folder"},
		{`"./a b.sh" x`, "", "a blank in quotes"},
		{"./a b.sh", "./a does not exist", "a blank without quotes ends the word"},
		{"$LLXPRT_PROJECT_DIR/runs.sh", "", "a variable that hooks find set"},
		{`"${CLAUDE_PROJECT_DIR}"/runs.sh`, "", "its alias, in braces and quotes"},
		{"~/mine.sh", "", "the home directory"},
		{"$HOME/mine.sh", "", "the home directory"},
		{"$UNKNOWN/no.sh", "", "the target is unknown"},
		{"`which x` ./no.sh", "", "the shell has to be asked"},
		{"./*.sh", "", "the shell has to be asked"},
		{"MODE=fast ./no.sh", "", "an assignment is not a file"},
		{"jq .", "", "a program on the PATH, or none"},
		{`cd "$CLAUDE_PROJECT_DIR" && ./runs.sh`, "", "the folder is known"},
		{`cd "$CLAUDE_PROJECT_DIR"/folder && bash runs.sh/`, project + "/folder/runs.sh does not exist", "the file is looked for there"},
		{`cd "$CLAUDE_PROJECT_DIR" ; ./no.sh`, "", "the script continues if the folder does not exist"},
		{`cd folder && ./no.sh`, "", "the folder is unknown"},
		{`bash "$(git rev-parse --show-toplevel)/runs.sh"`, "", "it is there, regardless of git's output"},
		{`"$(git rev-parse --show-toplevel 2>/dev/null)/plain.sh"`, project + "/plain.sh is not executable", "it is there, regardless of git's output"},
		{`bash "$(git rev-parse --show-toplevel)/no.sh"`, "", "without a repository the path is unknown"},
		{"'./no.sh", "", "the quote has no end"},
		{"", "", "nothing"},
	}
	for _, tt := range tests {
		t.Run(tt.in, func(t *testing.T) {
			got := ""
			if f, ok := (commandfile.Places{Project: project, Home: home}).File(tt.in); ok {
				if fault, text := f.Fault(); fault != commandfile.None {
					got = f.Word + " " + text
				}
			}
			assert.Equal(t, tt.want, got, tt.reason)
		})
	}
}

// A file system's names need not be UTF-8.
func TestAFolderWhoseNameIsNotUTF8(t *testing.T) {
	project := filepath.Join(t.TempDir(), "p\xff")
	if err := os.Mkdir(project, 0o700); err != nil {
		require.NotEqual(t, "linux", runtime.GOOS, err)
		t.Skip("this system has names in UTF-8 alone: ", err)
	}
	require.NoError(t, os.WriteFile(filepath.Join(project, "runs.sh"), nil, 0o700))
	f, ok := commandfile.Places{Project: project}.File(`"$CLAUDE_PROJECT_DIR"/runs.sh`)
	require.True(t, ok)
	fault, text := f.Fault()
	assert.Equal(t, commandfile.None, fault, text)
}

// If the project is in a repository, git determines its root.
func TestFilesFromTheTopOfARepository(t *testing.T) {
	top := t.TempDir()
	project := filepath.Join(top, "services", "shop")
	require.NoError(t, os.MkdirAll(project, 0o700))
	require.NoError(t, os.Mkdir(filepath.Join(top, ".git"), 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(top, "runs.sh"), nil, 0o700))
	for command, want := range map[string]commandfile.Fault{
		`"$(git rev-parse --show-toplevel)/runs.sh"`:         commandfile.None,
		"`git rev-parse --show-toplevel`/no.sh":              commandfile.Missing,
		`cd "$(git rev-parse --show-toplevel)" && ./runs.sh`: commandfile.None,
		`cd $(git rev-parse --show-toplevel) && sh no.sh/x`:  commandfile.Missing,
	} {
		f, ok := commandfile.Places{Project: project}.File(command)
		require.True(t, ok, command)
		fault, _ := f.Fault()
		assert.Equal(t, want, fault, command)
	}
	_, ok := commandfile.Places{}.File(`"$(git rev-parse --show-toplevel)/runs.sh"`)
	assert.False(t, ok, "the project is unknown")
}
