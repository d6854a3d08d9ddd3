package settings

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/engine/dialect"
)

// A variable moves the files of one folder of the home directory and no others.
func TestFoldersThatVariablesMove(t *testing.T) {
	tests := []struct {
		name, path string
		env        map[string]string
		want       string
	}{
		{"not set", "~/.codex/hooks.json", nil, "/h/.codex/hooks.json"},
		{"set", "~/.codex/hooks.json", map[string]string{"CODEX_HOME": "/elsewhere"}, "/elsewhere/hooks.json"},
		{"empty counts as not set", "~/.codex/hooks.json", map[string]string{"CODEX_HOME": ""}, "/h/.codex/hooks.json"},
		{"another folder", "~/.codexes/hooks.json", map[string]string{"CODEX_HOME": "/elsewhere"}, "/h/.codexes/hooks.json"},
		{"the project's", ".codex/hooks.json", map[string]string{"CODEX_HOME": "/elsewhere"}, "/p/.codex/hooks.json"},
		{"the whole home", "~/.gemini/settings.json", map[string]string{"GEMINI_CLI_HOME": "/other"}, "/other/.gemini/settings.json"},
		{"a variable of its own goes before", "~/.gemini/trustedFolders.json", map[string]string{"GEMINI_CLI_HOME": "/other", "T": "/t.json"}, "/t.json"},
	}
	homes := []dialect.Home{{Variable: "CODEX_HOME", Path: "~/.codex"}, {Variable: "GEMINI_CLI_HOME", Path: "~"}}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := folders{project: "/p", home: "/h", goos: "linux", getenv: func(name string) string { return tt.env[name] }, homes: homes}
			file := dialect.File{Path: tt.path}
			if tt.env["T"] != "" {
				file.Variables = []string{"T"}
			}
			assert.Equal(t, tt.want, f.path(file))
		})
	}
}

func TestPathOfTheSystemsFile(t *testing.T) {
	tests := []struct {
		name, goos string
		env        map[string]string
		want       string
	}{
		{"linux", "linux", nil, "/etc/llxprt-code/settings.json"},
		{"other unix", "freebsd", nil, "/etc/llxprt-code/settings.json"},
		{"macOS", "darwin", nil, "/Library/Application Support/LlxprtCode/settings.json"},
		{"Windows", "windows", nil, `C:\ProgramData\llxprt-code\settings.json`},
		{"replaced", "darwin", map[string]string{"LLXPRT_SYSTEM_SETTINGS_PATH": "/s"}, "/s"},
		{"older name", "linux", map[string]string{"LLXPRT_CODE_SYSTEM_SETTINGS_PATH": "/old"}, "/old"},
		{"both", "linux", map[string]string{"LLXPRT_SYSTEM_SETTINGS_PATH": "/s", "LLXPRT_CODE_SYSTEM_SETTINGS_PATH": "/old"}, "/s"},
	}
	system := dialect.LLxprt().Settings.Files[2]
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := folders{project: "/p", home: "/h", goos: tt.goos, getenv: func(name string) string { return tt.env[name] }}
			assert.Equal(t, tt.want, f.path(system))
		})
	}
}
