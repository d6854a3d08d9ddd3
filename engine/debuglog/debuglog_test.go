package debuglog

import (
	"bytes"
	"log/slog"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestPatternsSelectNamespaces(t *testing.T) {
	tests := []struct {
		patterns, component string
		want                bool
	}{
		{"llxprt:core:hooks:*", "runner", true},
		{"llxprt:core:hooks:runner", "runner", true},
		{"llxprt:core:hooks:runner", "planner", false},
		{"llxprt:*", "runner", true},
		{"*", "runner", true},
		{"*:hooks:*er", "planner", true},
		{"*:hooks:*er", "registry", false},
		{"other:* llxprt:core:hooks:runner", "runner", true},
		{"llxprt:core:hooks:*,-llxprt:core:hooks:runner", "runner", false},
		{"llxprt:core:hooks:*,-llxprt:core:hooks:runner", "planner", true},
		{"", "runner", false},
		{"a*a", "runner", false},
	}
	for _, tt := range tests {
		var out bytes.Buffer
		log := Named(slog.New(New(&out, tt.patterns)), tt.component)
		log.Debug("said")
		assert.Equal(t, tt.want, out.Len() > 0, "%q against %s", tt.patterns, tt.component)
	}
}

func TestPatternPartsDoNotOverlap(t *testing.T) {
	assert.False(t, matches("ab*ba", "aba"), "the b can be used once")
	assert.True(t, matches("ab*ba", "abba"))
}

func TestLineCarriesNamespaceAndLevel(t *testing.T) {
	var out bytes.Buffer
	Named(slog.New(New(&out, "*")), "runner").Warn("hook failed", "exitCode", 3)
	assert.Contains(t, out.String(), `level=WARN msg="hook failed" namespace=llxprt:core:hooks:runner exitCode=3`)
}

func TestNilBaseDropsEverything(t *testing.T) {
	assert.False(t, Named(nil, "runner").Enabled(t.Context(), slog.LevelError))
}
