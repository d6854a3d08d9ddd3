//go:build unix

package runner

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/internal/executable"
)

func TestCommandsSeeTheProjectDirectory(t *testing.T) {
	t.Parallel()
	root, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	dir := filepath.Join(root, "-rf * ünï it's \"quoted\"  two\nlines $(touch pwned)`touch pwned`;touch pwned")
	require.NoError(t, os.Mkdir(dir, 0o700))
	for name, in := range map[string]string{
		"quoted":             `printf %s "$LLXPRT_PROJECT_DIR"`,
		"braced":             `printf %s "${LLXPRT_PROJECT_DIR}"`,
		"first alias":        `printf %s "$GEMINI_PROJECT_DIR"`,
		"second alias":       `printf %s "$CLAUDE_PROJECT_DIR"`,
		"in the environment": `sh -c 'printf %s "$LLXPRT_PROJECT_DIR"'`,
		"working directory":  `printf %s "$PWD"`,
	} {
		assert.Equal(t, dir, string(fire(t, dir, in).Stdout), "HOOK-188, INT-08, INT-09: %s", name)
	}
	for _, place := range []string{root, dir} {
		assert.NoFileExists(t, filepath.Join(place, "pwned"), "INT-09: a name is never code")
	}
}

func TestUnquotedVariableSplitsAsTheShellDoes(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a b")
	require.NoError(t, os.Mkdir(dir, 0o700))
	got := fire(t, dir, `set -- $LLXPRT_PROJECT_DIR; echo $#`)
	assert.Equal(t, "2\n", string(got.Stdout), "INT-09: quoted as the author wrote it")
}

func TestHooksInheritTheEnvironment(t *testing.T) {
	dir := t.TempDir()
	environ := func() []string {
		return []string{"PATH=" + os.Getenv("PATH"), "GREETING=hi\nthere", "LLXPRT_PROJECT_DIR=/elsewhere", "CLAUDE_PROJECT_DIR=/elsewhere", "EMPTY="}
	}
	got := fireWith(t, Options{Environ: environ}, dir, `printf '%s|%s|%s|%s|' "$GREETING" "${EMPTY-unset}" "$LLXPRT_PROJECT_DIR" "$CLAUDE_PROJECT_DIR"; env | grep -c PROJECT_DIR`)
	assert.Equal(t, "hi\nthere||"+dir+"|"+dir+"|3\n", string(got.Stdout), "HOOK-188: inherited, and set once")
}

func TestShellComesFromTheHooksPath(t *testing.T) {
	sh, err := exec.LookPath("sh")
	require.NoError(t, err)
	onlySh := t.TempDir()
	require.NoError(t, os.Symlink(sh, filepath.Join(onlySh, "sh")))
	// A directory and a file without execute permission are not shells.
	require.NoError(t, os.Mkdir(filepath.Join(onlySh, "bash"), 0o700))
	noExec := t.TempDir()
	write(t, filepath.Join(noExec, "bash"), "#!/bin/sh\n")
	fake := t.TempDir()
	require.NoError(t, executable.Write(filepath.Join(fake, "bash"), []byte("#!/bin/sh\necho fake \"$@\"\n")))
	project := t.TempDir()
	require.NoError(t, executable.Write(filepath.Join(project, "bash"), []byte("#!/bin/sh\necho stolen\n")))

	tests := []struct {
		name    string
		environ []string
		want    string
		reason  string
	}{
		{"bash before sh", []string{"PATH=" + onlySh + ":" + fake}, "fake -c echo $0\n", "INT-08"},
		{"sh where there is no bash", []string{"PATH=" + noExec + ":" + onlySh}, "sh\n", "INT-08"},
		{"relative directories", []string{"PATH=.::" + onlySh}, "sh\n", "a project can't bring its own shell"},
		{"empty PATH", []string{"PATH="}, "sh\n", "every unix has /bin/sh"},
		{"no PATH", []string{}, "sh\n", "every unix has /bin/sh"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := fireWith(t, Options{Environ: func() []string { return tt.environ }}, project, "echo $0")
			assert.Equal(t, tt.want, string(got.Stdout), "%s: %v", tt.reason, got.Err)
		})
	}
}

func TestShellMayChangeBetweenFirings(t *testing.T) {
	bin := t.TempDir()
	r := New(Options{Contract: dialect.LLxprt(), Environ: func() []string { return []string{"PATH=" + bin} }})
	run := func() string {
		return string(r.ExecuteHooksParallel(context.Background(), planOf(hook.BeforeTool, command("echo $0")), input(hook.BeforeTool, bin))[0].Stdout)
	}
	assert.Equal(t, "sh\n", run())
	require.NoError(t, executable.Write(filepath.Join(bin, "bash"), []byte("#!/bin/sh\necho fresh\n")))
	assert.Equal(t, "fresh\n", run(), "INT-08: where bash is on the PATH")
}

func TestShellOfWindows(t *testing.T) {
	bin, rules := t.TempDir(), dialect.LLxprt().Launch
	require.NoError(t, executable.Write(filepath.Join(bin, "powershell.exe"), nil))
	s, err := findShell(rules, "windows", bin)
	require.NoError(t, err)
	args := s.args("exit 3")
	assert.Equal(t, []string{"powershell.exe", "-NoProfile", "-NonInteractive", "-Command"}, args[:4])
	assert.Regexp(t, `(?s)^exit 3\n.*exit \$LASTEXITCODE`, args[4], "INT-08: the exit code is passed on")
	_, err = findShell(rules, "windows", "")
	assert.EqualError(t, err, "powershell.exe or pwsh.exe is not on the PATH")
}
