package driver

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/internal/executable"
)

func TestCompareVersions(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want int
	}{
		{"1.0.9", "1.0.10", -1}, {"2.0.0", "1.9.9", 1}, {"1.2", "1.2.0", 0}, {"1.0.0-beta", "1.0.0", -1}, {"1.0.0", "1.0.0-rc.1", 1}, {"1.0.0-a", "1.0.0-b", -1}, {"1.0.0", "1.0.0", 0},
	} {
		assert.Equal(t, tt.want, CompareVersions(tt.a, tt.b), "%s and %s", tt.a, tt.b)
	}
}

// install puts a package with a program in a folder, as npm does.
func install(t *testing.T, folder, name, version, program, text string) string {
	t.Helper()
	own := filepath.Join(folder, "node_modules", filepath.FromSlash(name))
	require.NoError(t, os.MkdirAll(own, 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(own, "package.json"), []byte(`{"name": "`+name+`", "version": "`+version+`", "bin": {"`+program+`": "main.js"}}`), 0o600))
	path := filepath.Join(own, "main.js")
	require.NoError(t, executable.Write(path, []byte(text)))
	return path
}

func TestFind(t *testing.T) {
	cache, empty := t.TempDir(), t.TempDir()
	getenv := func(name string) string { return map[string]string{CacheVariable: cache}[name] }
	a := &Agent{Name: "x", Product: "X", Packages: []string{"@x/x"}, Programs: []string{"x-agent"}, Node: 20}
	t.Setenv("PATH", empty)
	find := func(s Search) (Program, error) {
		s.Getenv = getenv
		return s.Find(a)
	}
	refused := func(s Search, message, hint string) {
		t.Helper()
		_, err := find(s)
		assert.Equal(t, &Untestable{message, hint}, err)
	}
	refused(Search{}, "X is not on the PATH", "hooktest agent get x installs it for hooktest, or name it with --bin")
	refused(Search{Version: "1.0.0"}, "X 1.0.0 is not installed", "hooktest agent get x@1.0.0 installs it")

	older := install(t, filepath.Join(cache, "x@1.9.0"), "@x/x", "1.9.0", "x-agent", "#!/usr/bin/env node\n")
	newer := install(t, filepath.Join(cache, "x@1.10.0"), "@x/x", "1.10.0", "x-agent", "#!/usr/bin/env node\n")
	refused(Search{}, "X needs Node 20 or newer, and there is none", "hooktest agent get x installs one for it")
	old := filepath.Join(empty, "node")
	require.NoError(t, executable.Write(old, []byte("#!/bin/sh\necho v18.1.0\n")))
	refused(Search{}, "X needs Node 20 or newer, and there is 18.1.0", "hooktest agent get x installs one for it")
	node := filepath.Join(cache, "node", "node_modules", nodePackage(), "bin", "node")
	require.NoError(t, os.MkdirAll(filepath.Dir(node), 0o755))
	require.NoError(t, executable.Write(node, []byte("#!/bin/sh\necho v22.0.0\n")))

	got, err := find(Search{})
	require.NoError(t, err)
	assert.Equal(t, Program{newer, []string{node, newer}, "1.10.0"}, got, "the newest that is installed, with a Node that runs it")
	got, err = find(Search{Version: "1.9.0"})
	require.NoError(t, err)
	assert.Equal(t, Program{older, []string{node, older}, "1.9.0"}, got)
	// A program of the PATH is the user's own.
	native := filepath.Join(empty, "x-agent")
	require.NoError(t, executable.Write(native, []byte("#!/bin/sh\n")))
	got, err = find(Search{})
	require.NoError(t, err)
	assert.Equal(t, Program{native, []string{native}, ""}, got, "no script of Node")
	got, err = find(Search{Bin: older})
	require.NoError(t, err)
	assert.Equal(t, older, got.Path)

	// Half an installation has no program.
	require.NoError(t, os.Remove(older))
	refused(Search{Version: "1.9.0"}, "X 1.9.0 is not installed", "hooktest agent get x@1.9.0 installs it")
}

func TestVersionOf(t *testing.T) {
	root := t.TempDir()
	path := install(t, root, "@x/x", "3.2.1", "x", "")
	assert.Equal(t, "3.2.1", VersionOf(path))
	link := filepath.Join(root, "x")
	require.NoError(t, os.Symlink(path, link))
	assert.Equal(t, "3.2.1", VersionOf(link), "npm makes such links")
	native := filepath.Join(root, "versions", "2.1.330")
	require.NoError(t, os.MkdirAll(filepath.Dir(native), 0o755))
	require.NoError(t, os.WriteFile(native, nil, 0o600))
	assert.Equal(t, "2.1.330", VersionOf(native), "as the installer of Claude Code names it")
	assert.Empty(t, VersionOf(filepath.Join(root, "none")))
}

func TestCache(t *testing.T) {
	for _, tt := range []struct {
		environ map[string]string
		want    string
	}{
		{map[string]string{CacheVariable: "/a", "HOME": "/h"}, "/a"},
		{map[string]string{"XDG_CACHE_HOME": "/c", "HOME": "/h"}, "/c/hooktest/agents"},
		{map[string]string{"HOME": "/h"}, "/h/.cache/hooktest/agents"},
	} {
		got, err := Cache(func(name string) string { return tt.environ[name] })
		require.NoError(t, err)
		assert.Equal(t, tt.want, got)
	}
	_, err := Cache(func(string) string { return "" })
	assert.Error(t, err)
}

// npm itself installs a package, here one of this machine.
func TestGet(t *testing.T) {
	if _, err := exec.LookPath("npm"); err != nil {
		require.NotEqual(t, "true", os.Getenv("CI"), "CI must have npm")
		t.Skip(err)
	}
	cache := t.TempDir()
	t.Setenv("HOME", t.TempDir())
	source := filepath.Join(t.TempDir(), "x")
	require.NoError(t, os.MkdirAll(source, 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(source, "package.json"), []byte(`{"name": "@x/x", "version": "1.2.3", "bin": "main", "scripts": {"install": "touch `+cache+`/touched"}}`), 0o600))
	require.NoError(t, executable.Write(filepath.Join(source, "main"), []byte("#!/bin/sh\n")))
	packed, err := exec.Command("npm", "pack", "--silent", "--pack-destination", filepath.Dir(source), source).Output()
	require.NoError(t, err)
	search := Search{Getenv: func(name string) string { return map[string]string{CacheVariable: cache}[name] }}
	tarball := filepath.Join(filepath.Dir(source), strings.TrimSpace(string(packed)))
	install(t, filepath.Join(cache, "x@9.0.0"), "@x/x", "9.0.0", "x", "")
	a := &Agent{Name: "x", Product: "X", Packages: []string{"not a name", "@x/x"}, Programs: []string{"x"}}
	search.Version = "file:" + tarball
	got, err := Get(t.Context(), search, a)
	require.NoError(t, err)
	assert.Equal(t, filepath.Join(cache, "x@1.2.3"), got.Folder)
	assert.Equal(t, "1.2.3", got.Program.Version, "not the newest one")
	assert.Positive(t, got.Bytes)
	assert.NoFileExists(t, filepath.Join(cache, "touched"), "no script of the package runs")
	search.Version = "file:" + filepath.Join(cache, "none.tgz")
	_, err = Get(t.Context(), search, a)
	assert.ErrorContains(t, err, "npm could not install ")
	left, err := filepath.Glob(filepath.Join(cache, ".*"))
	require.NoError(t, err)
	assert.Empty(t, left, "nothing half installed is left")
}
