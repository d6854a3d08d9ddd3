package notation

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestProse(t *testing.T) {
	tests := []struct{ name, in, want, reason string }{
		{"plain", "a ü 漢", "a ü 漢", "nothing to escape"},
		{"tag", "<b>@all &amp;", `&#60;b&#62;&#64;all &#38;amp;`, "no tag, no mention, no entity"},
		{"marks", "# *x* | [y](z)", `\# \*x\* \| \[y\]\(z\)`, "no structure"},
		{"lines", "a\n# b\t", `a\\n\# b\\t`, "one line stays one line"},
		{"address", "https://x", `https\://x`, "a bare address links nowhere"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, Prose(tt.in), tt.reason) })
	}
}

func TestSpoken(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"plain", "a ü_b", "a ü_b"},
		{"stars", "skills/*/SKILL.md and agents/*.md", `skills/\*/SKILL.md and agents/\*.md`},
		{"tag and link", "<b> [y](z)", `&lt;b> \[y](z)`},
		{"code", "`<b>*` and * `[c]`", "`<b>*` and \\* `[c]`"},
	}
	for _, tt := range tests {
		assert.Equal(t, tt.want, Spoken(tt.in), tt.name)
	}
}

func TestCode(t *testing.T) {
	tests := []struct{ name, in, want, reason string }{
		{"plain", "x", "` x `", ""},
		{"backticks", "a ``` b", "```` a ``` b ````", "the fence is longer than what it holds"},
		{"empty", "", "`   `", "an empty span would be two backticks"},
		{"lines", "a\nb", "` a\\nb `", "a span ends with its paragraph"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, Code(tt.in), tt.reason) })
	}
}

func TestFenced(t *testing.T) {
	assert.Equal(t, "```sh\nx\n```\n\n", Fenced("sh", "x"))
	assert.Equal(t, "`````\n````\n`````\n\n", Fenced("", "````"), "the fence is longer than what it holds")
}

func TestBlocksAreCutWhole(t *testing.T) {
	d := Document{Limit: 30}
	d.Printf("# %s\n", "Title")
	d.Blocks("## A\n", "entries", []string{strings.Repeat("a", 10) + "\n", strings.Repeat("b", 10) + "\n", "c\n"})
	d.Blocks("## B\n", "others", nil)
	assert.Equal(t, "# Title\n## A\naaaaaaaaaa\n\n… 2 more entries are left out for want of room.\n\n## B\n\n", string(d.Bytes()),
		"what follows the first that does not fit is left out as well, so that the order shows what is there")
}
