package settings

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/engine/dialect"
)

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
