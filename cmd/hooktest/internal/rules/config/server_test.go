package config_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// The finding names only the cause in this file that keeps a hook from asking a server.
func TestHooksThatAskServers(t *testing.T) {
	tests := []struct {
		name, before, hook string
		want               []string
		reason             string
	}{
		{"no list", ``, `"url": "https://a.example.com/x"`, []string{}, "each address may be asked"},
		{"empty list", `"allowedHttpHookUrls": [], `, `"url": "https://a.example.com/x"`, []string{"HT136"}, "claude.http-urls: an empty list lets none run"},
		{"second pattern", `"allowedHttpHookUrls": ["http://localhost:*", "https://A.example.com/*"], `, `"url": "https://a.example.com/x"`, []string{}, "hosts in upper or lower case"},
		{"another scheme", `"allowedHttpHookUrls": ["https://a.example.com/*"], `, `"url": "http://a.example.com/x"`, []string{"HT136"}, "the pattern has it"},
		{"list of another kind", `"allowedHttpHookUrls": "https://b/*", `, `"url": "https://a.example.com/x"`, []string{}, "a text is not a list"},
		{"no address", ``, `"url": "a.example.com/x"`, []string{"HT136"}, "it has no scheme"},
		{"another kind of address", ``, `"url": "ftp://a.example.com/x"`, []string{"HT136"}, "claude.http: it is posted to"},
		{"variable that is named", ``, `"url": "https://a.example.com/x", "headers": {"A": "${T}"}, "allowedEnvVars": ["T"]`, []string{}, "claude.http"},
		{"one of two that is not", ``, `"url": "https://a.example.com/x", "headers": {"A": "$T $U"}, "allowedEnvVars": ["T"]`, []string{"HT137"}, "claude.http"},
		{"one twice", ``, `"url": "https://a.example.com/x", "headers": {"A": "$T ${T}"}`, []string{"HT137"}, "it is one variable"},
		{"one in two headers", ``, `"url": "https://a.example.com/x", "headers": {"A": "$T", "B": "$T"}`, []string{"HT137", "HT137"}, "each header lacks it"},
		{"no variable", ``, `"url": "https://a.example.com/x", "headers": {"A": "costs 5$"}`, []string{}, "a $ alone is none"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			all := found(t, in("claude", ".claude/settings.json", `{`+tt.before+`"hooks": {"PostToolUse": [{"matcher": "Bash", "hooks": [{"type": "http", `+tt.hook+`}]}]}}`))
			assert.Equal(t, tt.want, ids(all), "%s: %v", tt.reason, all)
		})
	}
}
