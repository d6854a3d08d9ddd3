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

func lowered(text []byte) judged[string] {
	return judged[string]{text, "on " + string(text), lowers(text)}
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
		after, n := lowered([]byte(tt.text)).fixed(lowered, func(finding.Finding) bool { return false })
		assert.Equal(t, tt.want, string(after.text), tt.reason)
		assert.Equal(t, tt.n, n, tt.reason)
	}
}

// The report is on the text on the disk, not on a change that was not written, and no text is judged
// twice unless something else has changed.
func TestFixFileJudgesEachTextOnce(t *testing.T) {
	const text, upper = `{"a": 1}`, `{"A": 1}`
	fixes, shows := options{fix: true}, options{fix: true, dryRun: true}
	tests := []struct {
		name string
		o    options
		text string
		// now is the file's content when the fix is written.
		now       string
		want      string
		judged    []string
		n, unread int
		reason    string
	}{
		{"without --fix", options{}, text, text, text, []string{text}, 0, 0, "no fix is worked out"},
		{"nothing to fix", fixes, upper, upper, upper, []string{upper}, 0, 0, "it is the same text"},
		{"fixed", fixes, text, text, upper, []string{text, upper}, 1, 0, "it was written"},
		{"dry run", shows, text, text, text, []string{text, upper}, 0, 0, "nothing was written"},
		{"given up", fixes, text, `{"a": 1, "theirs": 2}`, text, []string{text, upper}, 0, 1, "nothing was written, and the report is on the text that was read"},
		{"an executable", fixes, "#!", "#!", "#!", []string{"#!", "#!"}, 1, 0, "findings depend on the mode"},
		{"an executable, dry run", shows, "#!", "#!", "#!", []string{"#!"}, 0, 0, "the mode is the same"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "settings.json")
			require.NoError(t, os.WriteFile(path, []byte(tt.now), 0o600))
			tt.o.App = &console.App{Streams: term.Streams{Out: term.Plain(io.Discard), Err: term.Plain(io.Discard)}}
			var seen []string
			var l linted
			left := fixFile(&tt.o, path, []byte(tt.text), func(text []byte) judged[string] {
				seen = append(seen, string(text))
				j := lowered(text)
				if string(text) == "#!" {
					j.findings = []finding.Finding{{Repair: finding.Repair{Executable: path}}}
				}
				return j
			}, &l)
			assert.Equal(t, tt.want, string(left.text), tt.reason)
			assert.Equal(t, "on "+tt.want, left.report, tt.reason)
			assert.Equal(t, tt.judged, seen, tt.reason)
			assert.Equal(t, [2]int{tt.n, tt.unread}, [2]int{l.fixed, l.unread}, tt.reason)
		})
	}
}

// The system is asked once for the current folder, which every path is shortened by.
func TestTheCurrentFolderIsAskedForOnce(t *testing.T) {
	first := t.TempDir()
	t.Chdir(first)
	var o options
	folder, err := o.current()
	require.NoError(t, err)
	t.Chdir(t.TempDir())
	assert.Equal(t, "a.sh", o.near(filepath.Join(folder, "a.sh")))
	assert.Equal(t, filepath.Join(folder, "a.sh"), o.absolute("a.sh"))
}
