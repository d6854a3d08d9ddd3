package notation

import (
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/internal/runnertest"
	"github.com/hooktest/hooktest/internal/visible"
)

// FuzzAnnotation checks that a runner executes exactly the intended command, and reads
// the intended text from it.
func FuzzAnnotation(f *testing.F) {
	f.Add("a\n::error::b%0A##[c]", "d,e:f%\r\n::g::", "")
	f.Add("##vso[a.b]", "::c::", "title=d::e")
	f.Add(" ::a::\u2028::b::", "", "\xff")
	f.Fuzz(func(t *testing.T, message, title, file string) {
		command := Annotation{Kind: "error", File: file, Title: title, Message: message}.String()
		require.LessOrEqual(t, len(command), 20*(len(message)+len(title)+len(file))+100)
		line, ok := strings.CutSuffix(command, "\n")
		require.True(t, ok)
		require.False(t, strings.ContainsFunc(line, unicode.IsControl) && !strings.Contains(line, "\t"), "%q", line)

		all := runnertest.Commands(command)
		require.Len(t, all, 1, command)
		require.Equal(t, "GitHub", all[0].For)
		properties, rest, ok := strings.Cut(strings.TrimPrefix(all[0].What, "::error "), "::")
		require.True(t, ok)
		require.Empty(t, rest)
		want := map[string]string{}
		for name, value := range map[string]string{"file": file, "title": title} {
			if value != "" {
				want[name] = visible.Line(value)
			}
		}
		require.Equal(t, want, propertiesOf(t, properties))
		shown, ok := strings.CutPrefix(line, all[0].What)
		require.True(t, ok)
		require.Equal(t, visible.Text(message), strings.NewReplacer("%25", "%", "%0D", "\r", "%0A", "\n").Replace(shown))
	})
}

// propertiesOf reads the properties of a command as a runner does.
func propertiesOf(t *testing.T, text string) map[string]string {
	all := map[string]string{}
	if text == "" {
		return all
	}
	for part := range strings.SplitSeq(text, ",") {
		name, value, ok := strings.Cut(part, "=")
		require.True(t, ok, part)
		require.NotContains(t, all, name)
		all[name] = strings.NewReplacer("%25", "%", "%0D", "\r", "%0A", "\n", "%3A", ":", "%2C", ",").Replace(value)
	}
	return all
}
