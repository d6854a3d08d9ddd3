package lint

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
)

// lowers finds every lower-case letter, and proposes its upper case.
func lowers(text []byte) []finding.Finding {
	var all []finding.Finding
	for i, c := range string(text) {
		if 'a' <= c && c <= 'z' {
			all = append(all, finding.Finding{Repair: finding.Repair{Edits: []finding.Edit{{From: i, To: i + 1, Text: strings.ToUpper(string(c))}}}})
		}
	}
	return all
}

func TestFixedNamesAreUnique(t *testing.T) {
	tests := []struct {
		text, want string
		n          int
		reason     string
	}{
		{`{"a": 1, "B": 2}`, `{"A": 1, "B": 2}`, 1, "nothing has the name"},
		{`{"a": 1, "A": 2}`, `{"a": 1, "A": 2}`, 0, "the first would be gone"},
	}
	for _, tt := range tests {
		after, n := fixed([]byte(tt.text), lowers)
		assert.Equal(t, tt.want, string(after), tt.reason)
		assert.Equal(t, tt.n, n, tt.reason)
	}
}

// The side effects of a check (counts) match the text on the disk, not a change that was not
// written.
func TestFixFileLooksAtWhatIsThere(t *testing.T) {
	tests := []struct {
		name string
		// now is the file's content when the fix is written.
		now    string
		dryRun bool
		want   string
		reason string
	}{
		{"fixed", `{"a": 1}`, false, `{"A": 1}`, "it was written"},
		{"dry run", `{"a": 1}`, true, `{"a": 1}`, "nothing was written"},
		{"given up", `{"a": 1, "theirs": 2}`, false, `{"a": 1}`, "nothing was written, and the check sees the text that was read"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "settings.json")
			require.NoError(t, os.WriteFile(path, []byte(tt.now), 0o600))
			silent := term.Streams{Out: term.Plain(io.Discard), Err: term.Plain(io.Discard)}
			o := options{App: &console.App{Streams: silent}, fix: true, dryRun: tt.dryRun}
			seen := ""
			o.fixFile(path, []byte(`{"a": 1}`), func(text []byte) []finding.Finding {
				seen = string(text)
				return lowers(text[:3])
			}, &linted{})
			assert.Equal(t, tt.want, seen, tt.reason)
		})
	}
}
