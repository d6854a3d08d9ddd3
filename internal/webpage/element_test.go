package webpage_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/internal/webpage"
)

// source is the page's text of a part, as a reader of the file sees it.
func source(parts ...any) string {
	var page strings.Builder
	_ = webpage.Page{}.Write(&page, parts...)
	_, body, _ := strings.Cut(page.String(), "<body>")
	body, _, _ = strings.Cut(body, "</body>")
	return body
}

func TestElements(t *testing.T) {
	type verdict string
	tests := []struct {
		name string
		in   any
		want string
	}{
		{"nothing inside", webpage.El("i"), "<i></i>"},
		{"id and classes", webpage.El("b#at.one.two"), `<b id="at" class="one two"></b>`},
		{"attributes go into the tag from any place", webpage.El("b", "text", webpage.Class("x"), webpage.Flag("hidden")), `<b class="x" hidden>text</b>`},
		{"parts may be lists", webpage.El("b", []any{webpage.Class("x"), []any{"a", 1}}, []webpage.Markup{webpage.El("i"), webpage.El("u")}), `<b class="x">a1<i></i><u></u></b>`},
		{"other values are shown as they print", webpage.El("b", 7, " ", verdict("<fail>")), "<b>7 &lt;fail&gt;</b>"},
		{"a condition that does not hold", webpage.El("b", webpage.If(false, webpage.Class("x"), "text")), "<b></b>"},
		{"each value", webpage.Each([]string{"a", "&"}, func(s string) webpage.Markup { return webpage.El("i", s) }), "<i>a</i><i>&amp;</i>"},
		{"entries of a list have no end tag", webpage.El("ul", webpage.El("li", "a"), webpage.El("li", "b")), "\n<ul>\n<li>a\n<li>b</ul>"},
		{"nothing is inside of a void element", webpage.Join("a", webpage.El("br"), "b"), "a<br>b"},
		{"markup as text is not markup", webpage.El("b", `</b><script>"&'`), "<b>&lt;/b&gt;&lt;script&gt;&#34;&amp;&#39;</b>"},
		{"markup as a value of an attribute is not markup", webpage.El("b", webpage.Class(`"><script>'&`)), `<b class="&#34;&gt;&lt;script&gt;&#39;&amp;"></b>`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, source(tt.in)) })
	}
}

func TestALinkStaysOnThePage(t *testing.T) {
	tests := []struct{ address, want, reason string }{
		{"#HOOK-001", "#HOOK-001", "an id"},
		{webpage.At("javascript:alert(1)"), "#javascript:alert(1)", "as an id, a scheme is only a name"},
		{webpage.At("a b?c#d%"), "#a%20b%3Fc%23d%25", "signs with a meaning in an address"},
		{"#a?impl=javascript:alert(1)", "#a?impl=javascript:alert(1)", "what follows # is never a scheme"},
		{"", "#", "an empty address is the page itself, which would load it again"},
		{"javascript:alert(1)", "#", "a scheme that runs code"},
		{"JaVaScRiPt:alert(1)", "#", "a browser ignores case"},
		{" javascript:alert(1)", "#", "a browser ignores space before a scheme"},
		{"\x01java\nscript:alert(1)", "#", "and control characters and line breaks in it"},
		{"java\tscript:alert(1)#", "#", "and tabs"},
		{"vbscript:x", "#", "other schemes that run code"},
		{"data:text/html,<script>alert(1)</script>", "#", "a page in an address"},
		{"file:///etc/passwd", "#", "a file"},
		{"//example.org/", "#", "the same scheme, another host"},
		{"https://example.org/#a", "#", "another host"},
		{"page.html#a", "#", "another file"},
		{" #a", "#", "not written by At"},
	}
	for _, tt := range tests {
		for name, attribute := range map[string]webpage.Attribute{
			"href": webpage.Href(tt.address), "src": webpage.Attr("src", tt.address), "action": webpage.Attr("action", tt.address),
			"formaction": webpage.Attr("formaction", tt.address), "xlink:href": webpage.Attr("xlink:href", tt.address),
		} {
			assert.Equal(t, "<a "+name+`="`+tt.want+`"></a>`, source(webpage.El("a", attribute)), tt.reason)
		}
	}
}

func TestDataCannotEndItsElement(t *testing.T) {
	const start, end = `<script type="application/octet-stream" id="bulk">`, "</script>"
	for _, data := range []string{"</script><img src=x>", "<!--<script>", "<!-- --></SCRIPT >", "<<<", "</script\n>"} {
		got := strings.TrimPrefix(source(webpage.Data("bulk", data)), "\n")
		require.True(t, strings.HasPrefix(got, start) && strings.HasSuffix(got, end), got)
		assert.NotContains(t, got[len(start):len(got)-len(end)], "<")
	}
}

func TestAPageWithoutAScript(t *testing.T) {
	var with, without strings.Builder
	require.NoError(t, webpage.Page{Title: "</title><b>", JS: "go();"}.Write(&with))
	require.NoError(t, webpage.Page{Title: "</title><b>"}.Write(&without))
	assert.True(t, strings.HasSuffix(with.String(), "go();})();\n</script></body></html>\n"))
	assert.NotContains(t, without.String(), "<script")
	assert.Contains(t, without.String(), "<title>&lt;/title&gt;&lt;b&gt;</title>")
}
