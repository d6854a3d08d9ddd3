package notation

import (
	"bytes"
	"encoding/xml"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/internal/runnertest"
	"github.com/hooktest/hooktest/internal/visible"
)

// FuzzJUnit checks that a reader of the document finds every text unchanged in its
// place, that no text breaks out of it, and that the document contains no command for a
// runner.
func FuzzJUnit(f *testing.F) {
	for _, seed := range []string{"a\"b<c>&'", "]]>", "a\n\tb ", "\x00\ufffe\xff", "::error::a\n##[b]", "<!-- -->\r\n<testcase/>", "&#10;&amp;"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, in string) {
		text := visible.Text(in)
		one := JUnitSuite{Name: text, Properties: []JUnitProperty{{text, text}}}
		one.Add(JUnitCase{Name: text, Class: text, File: text, Failure: &JUnitWords{text, text, text}, Output: text, Errors: text})
		all := JUnit{XMLName: xml.Name{Local: "testsuites"}, Name: text}
		all.Add(one)
		var out bytes.Buffer
		require.NoError(t, all.Write(&out))
		require.LessOrEqual(t, out.Len(), 12*6*len(text)+1200)
		for _, r := range out.String() {
			require.False(t, r != '\n' && unicode.IsControl(r), "%q", r)
		}
		require.Empty(t, runnertest.Commands(out.String()))
		var read JUnit
		require.NoError(t, xml.Unmarshal(out.Bytes(), &read))
		require.Equal(t, all, read)
	})
}
