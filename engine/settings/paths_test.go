package settings

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

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
	rules := dialect.Settings{Homes: []dialect.Home{{Variable: "CODEX_HOME", Path: "~/.codex"}, {Variable: "GEMINI_CLI_HOME", Path: "~"}}}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := folders{project: "/p", home: "/h", goos: "linux", getenv: func(name string) string { return tt.env[name] }, rules: rules}
			file := dialect.File{Path: tt.path}
			if tt.env["T"] != "" {
				file.Variables = []string{"T"}
			}
			assert.Equal(t, tt.want, f.path(file))
		})
	}
}

// The expectations are the paths of LLxprt Code's source; those of Linux were also seen in runs.
func TestFoldersOfOperatingSystems(t *testing.T) {
	const (
		config     = "~/.config/llxprt-code/settings.json"
		extensions = "~/.local/share/llxprt-code/extensions"
	)
	tests := []struct {
		name, goos, path string
		env              map[string]string
		want, reason     string
	}{
		{"settings", "linux", config, nil, "/h/.config/llxprt-code/settings.json", "the path itself"},
		{"settings", "darwin", config, nil, "/h/Library/Preferences/llxprt-code/settings.json", "macOS has a place of its own"},
		{"settings", "windows", config, nil, "/h/AppData/Roaming/llxprt-code/Config/settings.json", "so has Windows"},
		{"settings, XDG", "linux", config, map[string]string{"XDG_CONFIG_HOME": "/x"}, "/x/llxprt-code/settings.json", "the folder around it has moved"},
		{"settings, XDG", "darwin", config, map[string]string{"XDG_CONFIG_HOME": "/x"}, "/h/Library/Preferences/llxprt-code/settings.json", "macOS has no such folder"},
		{"settings, APPDATA", "windows", config, map[string]string{"APPDATA": "/a"}, "/a/llxprt-code/Config/settings.json", "the folder around the one of Windows has moved"},
		{"settings, APPDATA", "linux", config, map[string]string{"APPDATA": "/a"}, "/h/.config/llxprt-code/settings.json", "Linux has no such folder"},
		{"settings, moved", "darwin", config, map[string]string{"LLXPRT_CONFIG_HOME": "/c", "XDG_CONFIG_HOME": "/x"}, "/c/settings.json", "the agent's own variable goes first"},
		{"extensions", "linux", extensions, nil, "/h/.local/share/llxprt-code/extensions", "the path itself"},
		{"extensions", "darwin", extensions, nil, "/h/Library/Application Support/llxprt-code/extensions", "macOS has a place of its own"},
		{"extensions, LOCALAPPDATA", "windows", extensions, map[string]string{"LOCALAPPDATA": "/l", "APPDATA": "/a"}, "/l/llxprt-code/Data/extensions", "data is local on Windows"},
		{"extensions, other variable", "linux", extensions, map[string]string{"LLXPRT_CONFIG_HOME": "/c"}, "/c/extensions", "it counts for data, too"},
		{"extensions, both variables", "linux", extensions, map[string]string{"LLXPRT_CONFIG_HOME": "/c", "LLXPRT_DATA_HOME": "/d"}, "/d/extensions", "data has its own variable"},
		{"trusted folders", "linux", "~/.config/llxprt-code/trustedFolders.json", map[string]string{"LLXPRT_CONFIG_HOME": "/c"}, "/c/trustedFolders.json", "they are next to the settings"},
		{"trusted folders, moved", "linux", "~/.config/llxprt-code/trustedFolders.json", map[string]string{"LLXPRT_CONFIG_HOME": "/c", "LLXPRT_CODE_TRUSTED_FOLDERS_PATH": "/t.json"}, "/t.json", "a variable names the file alone"},
	}
	for _, tt := range tests {
		t.Run(tt.name+" on "+tt.goos, func(t *testing.T) {
			f := folders{project: "/p", home: "/h", goos: tt.goos, getenv: func(name string) string { return tt.env[name] }, rules: dialect.Known("llxprt-shipped").Settings}
			assert.Equal(t, tt.want, f.below(tt.path), tt.reason)
		})
	}
}

// The expectations were seen in runs of LLxprt Code 0.11.0.
func TestFilesInAFormerFolder(t *testing.T) {
	const (
		settings = "~/.config/llxprt-code/settings.json"
		old      = "h/.llxprt/settings.json"
		fresh    = "h/.config/llxprt-code/settings.json"
		mark     = "h/.local/share/llxprt-code/.migration-complete.json"
	)
	tests := []struct {
		name, path string
		files      []string
		env        map[string]string
		want       string
		reason     string
	}{
		{"no file", settings, nil, nil, fresh, "the new folder is where a file would be read"},
		{"only the former file", settings, []string{old}, nil, old, "the agent copies it before it reads it"},
		{"both", settings, []string{old, fresh}, nil, fresh, "a copy replaces nothing"},
		{"copied, and removed since", settings, []string{old, mark}, nil, fresh, "the agent copies once"},
		{"other files in the new folder", settings, []string{old, "h/.config/llxprt-code/trustedFolders.json"}, nil, old, "it copies file by file"},
		{"own variable", settings, []string{old}, map[string]string{"LLXPRT_CONFIG_HOME": "c"}, "c/settings.json", "with this variable it copies nothing"},
		{"XDG_CONFIG_HOME", settings, []string{old}, map[string]string{"XDG_CONFIG_HOME": "x"}, old, "it copies into that folder"},
		{"XDG_CONFIG_HOME with a file", settings, []string{old, "x/llxprt-code/settings.json"}, map[string]string{"XDG_CONFIG_HOME": "x"}, "x/llxprt-code/settings.json", "a copy replaces nothing there either"},
		{"XDG_DATA_HOME with the mark", settings, []string{old, "x/llxprt-code/.migration-complete.json"}, map[string]string{"XDG_DATA_HOME": "x"}, fresh, "the mark is in the folder of the data"},
		{"extensions", "~/.local/share/llxprt-code/extensions/extension-enablement.json", []string{"h/.llxprt/extensions/e/llxprt-extension.json"}, nil, "h/.llxprt/extensions/extension-enablement.json", "the whole folder is copied"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			root := t.TempDir()
			for _, file := range tt.files {
				require.NoError(t, os.MkdirAll(filepath.Join(root, filepath.Dir(file)), 0o755))
				require.NoError(t, os.WriteFile(filepath.Join(root, file), nil, 0o644))
			}
			getenv := func(name string) string {
				if folder := tt.env[name]; folder != "" {
					return filepath.Join(root, folder)
				}
				return ""
			}
			f := folders{home: filepath.Join(root, "h"), goos: "linux", getenv: getenv, rules: dialect.Known("llxprt-shipped").Settings}
			assert.Equal(t, filepath.Join(root, tt.want), f.below(tt.path), tt.reason)
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
