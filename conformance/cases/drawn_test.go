package cases_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/testscripts"
)

const spoken = `# the guard of the garden refuses
# requirement: HOOK-016a

hook guard
on BeforeTool guard matcher=^sparrow$
fire BeforeTool sparrow '{"garden":"Pebble"}'

clause HOOK-016a.1/stranger
ran guard 1
want finalOutput.reason is 'no pebble here, stranger'
want errors.0 contains yntax
saw guard stdin.tool_name matches 'meadow|sparrow'

-- guard --
pwd -P > "$PROJECT/harbour"
exec 9>'/srv/lantern/wick'
echo '{"decision":"deny","reason":"no pebble here, stranger","systemMessage":"harbour oak oaken\ufeff"}'
`

func TestDrawn(t *testing.T) {
	c, err := cases.Parse("HOOK-016a-spoken.txtar", []byte(spoken))
	require.NoError(t, err)
	drawn, words, err := c.Drawn(1)
	require.NoError(t, err)
	text := string(drawn.Text)
	for _, test := range []struct{ word, reason string }{
		{"deny", "a decision is the protocol's"},
		{"decision", "it is a name in a JSON text"},
		{"garden", "it is a name in the payload, and names may be sorted or matched"},
		{"sparrow", "a regular expression of an assertion has it"},
		{"stranger", "a check has this name"},
		{"yntax", "no one says it: it is the implementation's"},
		{"finalOutput", "a path is not content"},
		{"lantern", "a file outside of the case is called so"},
		{"wick", "a file outside of the case is called so"},
		{"oaken", "another word is a part of it"},
		{"ufeff", "it is an escape sequence"},
	} {
		assert.Regexp(t, `\b`+test.word+`\b`, text, test.reason)
	}
	assert.Contains(t, text, "# the guard of the garden refuses\n", "a comment is for people")
	assert.Equal(t, 1, strings.Count(text, "guard"), "the name of a hook is replaced everywhere except in comments")
	assert.NotContains(t, text, "ebble")
	found := regexp.MustCompile(`"(P[a-z]{5})"`).FindStringSubmatch(text)
	require.NotNil(t, found, "a capital remains one")
	assert.Equal(t, 2, strings.Count(text, "no "+strings.ToLower(found[1])+" "), "what the hook says is what the check wants")
	assert.Len(t, text, len(spoken))
	assert.Equal(t, spoken, words.Written(text))
	assert.Equal(t, `"\n`+spoken, words.Written(`"\n`+text), "an escape sequence is not part of a word")

	again, _, err := c.Drawn(1)
	require.NoError(t, err)
	assert.Equal(t, text, string(again.Text), "a failure can be repeated")
	other, _, err := c.Drawn(2)
	require.NoError(t, err)
	assert.NotContains(t, string(other.Text), found[1], "an answer of another seed is wrong")
	undrawn, _, err := c.Drawn(0)
	require.NoError(t, err)
	assert.Equal(t, spoken, string(undrawn.Text))
}

// The cases of the suite keep their checks and their lengths with any words, and the
// way back leads to what is written.
func TestEveryCaseCanBeDrawn(t *testing.T) {
	all, err := cases.Load(testscripts.Files)
	require.NoError(t, err)
	spoken := 0
	for _, c := range all {
		drawn, words, err := c.Drawn(7)
		if !assert.NoError(t, err) {
			continue
		}
		if len(words) > 0 {
			spoken++
		}
		assert.Equal(t, c.Scopes, drawn.Scopes, c.Name)
		assert.Len(t, drawn.Text, len(c.Text), c.Name)
		assert.Equal(t, string(c.Text), words.Written(string(drawn.Text)), c.Name)
	}
	assert.Greater(t, spoken, len(all)*9/10)
}
