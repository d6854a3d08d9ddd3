package registry_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/registry"
)

// limited returns the only hook of an event, read under limits.
func limited(t *testing.T, contract *dialect.Contract, event hook.Event, entry string, limits hook.Limits) hook.Entry {
	t.Helper()
	r := registry.New(contract, nil)
	r.Limit(limits)
	r.Initialize([]*document.Node{parse(t, "s.json", `{"`+string(event)+`": [{"hooks": [`+entry+`]}]}`)}, nil)
	entries, err := r.Hooks(event)
	require.NoError(t, err)
	require.Len(t, entries, 1)
	return entries[0]
}

// In a pattern of addresses * matches anything; hosts are compared in normal form.
func TestAddressesThatSettingsAllow(t *testing.T) {
	tests := []struct {
		url  string
		list []string
		off  bool
		why  string
	}{
		{"https://hooks.example.com/a", nil, false, "no settings have a list"},
		{"https://hooks.example.com/a", []string{}, true, "an empty one lets none run"},
		{"https://hooks.example.com/a/b?c", []string{"https://hooks.example.com/*"}, false, "* is anything"},
		{"https://hooks.example.com.evil.org/a", []string{"https://hooks.example.com/*"}, true, "another host"},
		{"http://hooks.example.com/a", []string{"https://hooks.example.com/*"}, true, "another scheme"},
		{"http://localhost:8080/a", []string{"https://x/*", "http://localhost:*"}, false, "the second fits"},
		{"https://HOOKS.example.com./a", []string{"https://hooks.Example.com/*"}, false, "letters and the dot at the end do not count"},
		{"https://hooks.example.com/A", []string{"https://hooks.example.com/a"}, true, "those of the path do"},
		{"https://hooks.example.com", []string{"https://hooks.example.com/*"}, false, "the path is / where there is none"},
		{"https://hooks.example.com/", []string{"https://hooks.example.com"}, false, "it is the same address"},
		{"https://hooks.example.com/a/", []string{"https://hooks.example.com/a"}, true, "further down a slash makes another address"},
		{"https://hooks.example.com/a", []string{"https://hooks.example.com/a/"}, true, "and so does none"},
		{"https://hooks.example.com/a/", []string{"https://hooks.example.com/a*"}, false, "* is anything"},
		{"https://hooks.example.com/axb", []string{"https://hooks.example.com/a.b"}, true, "a dot is a dot"},
	}
	for _, tt := range tests {
		entry := limited(t, dialect.Known("claude"), "PostToolUse", `{"type": "http", "url": "`+tt.url+`"}`, hook.Limits{URLs: tt.list})
		want := hook.Off{}
		if tt.off {
			want = hook.Off{Why: "allowedHttpHookUrls has no pattern for " + tt.url, Rule: "claude.http-urls"}
		}
		assert.Equal(t, want, entry.Off, "%s %s: %s", tt.url, tt.list, tt.why)
	}
}

// A hook may send only those of its variables that settings also allow.
func TestVariablesThatSettingsAllow(t *testing.T) {
	const post = `{"type": "http", "url": "https://a/", "allowedEnvVars": ["A", "B"]}`
	for _, tt := range []struct {
		list, want []string
	}{{nil, []string{"A", "B"}}, {[]string{"B", "C"}, []string{"B"}}, {[]string{}, []string{}}} {
		entry := limited(t, dialect.Known("claude"), "PostToolUse", post, hook.Limits{Variables: tt.list})
		assert.Equal(t, tt.want, entry.Question.Allowed, tt.list)
	}
}

// A hook is disabled by its name or, if it has none, by its command.
func TestHooksThatAreOffOneByOne(t *testing.T) {
	off := hook.Off{Why: `hooksConfig.disabled has "lint"`, Rule: "gemini.silenced"}
	for _, tt := range []struct {
		entry string
		want  hook.Off
		why   string
	}{
		{`{"type": "command", "command": "lint"}`, off, "its command"},
		{`{"type": "command", "command": "./x", "name": "lint"}`, off, "its name"},
		{`{"type": "command", "command": "lint", "name": "x"}`, hook.Off{}, "it has another name"},
		{`{"type": "command", "command": "lint", "name": ""}`, off, "an empty name is none"},
		{`{"type": "command", "command": "lint --fix"}`, hook.Off{}, "another command"},
	} {
		assert.Equal(t, tt.want, limited(t, dialect.Known("gemini"), "BeforeTool", tt.entry, hook.Limits{Off: []string{"lint"}}).Off, tt.why)
	}
}

// Hooks of an event that the agent does not fire in its mode are off.
func TestEventsThatAModeDoesNotFire(t *testing.T) {
	off := hook.Off{Why: "SessionEnd is not fired in headless mode", Rule: "qwen.headless"}
	tests := []struct {
		mode   dialect.Mode
		event  hook.Event
		want   hook.Off
		reason string
	}{
		{dialect.Headless, "SessionEnd", off, "no run without a terminal had one"},
		{dialect.Headless, "SessionStart", hook.Off{}, "each had one of these"},
		{dialect.Terminal, "SessionEnd", hook.Off{}, "runs in a terminal had one"},
		{"", "SessionEnd", hook.Off{}, "without a mode nothing changes"},
	}
	for _, tt := range tests {
		entry := limited(t, dialect.Known("qwen").In(tt.mode), tt.event, `{"type": "command", "command": "x"}`, hook.Limits{})
		assert.Equal(t, tt.want, entry.Off, "%s %s: %s", tt.mode, tt.event, tt.reason)
	}
}
