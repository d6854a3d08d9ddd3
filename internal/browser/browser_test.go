package browser_test

import (
	"bytes"
	"image"
	_ "image/png"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/internal/browser"
)

// write returns the path of a page. Its name needs escapes in a URL.
func write(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a page #1 %.html")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

// Other tests assert that errors, dialogs and requests are absent. This one checks that
// each is noticed.
func TestAPageThatMisbehavesIsSeen(t *testing.T) {
	p := browser.Open(t, write(t, `<!doctype html><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="style-src 'none'">
<script>console.error("broken", 2)</script>
<script>throw new Error("thrown")</script>
<script>alert("a dialog")</script>
<img src="http://example.invalid/one.png">
<img src=x onerror="alert('no image')">
<style>p { color: red }</style>
<hr width="3000">`))
	console := p.Console()
	for _, want := range []string{`^error: broken 2$`, `^exception: Uncaught Error: thrown`, `^error: .*style.*Content Security Policy`, `^error: Failed to load resource`} {
		assert.True(t, slices.ContainsFunc(console, regexp.MustCompile(want).MatchString), "%s is not in %q", want, console)
	}
	requests := p.Requests()
	require.Len(t, requests, 2)
	assert.Contains(t, requests, "http://example.invalid/one.png")
	assert.Equal(t, []string{"a dialog", "no image"}, p.Dialogs())
	p.Resize(400, 800)
	assert.Greater(t, browser.Eval[int](p, "document.documentElement.scrollWidth"), 400)
}

func TestAPageThatBehaves(t *testing.T) {
	p := browser.Open(t, write(t, `<!doctype html><meta charset="utf-8"><title>quiet</title>
<style>body { background: #fff } @media (prefers-color-scheme: dark) { body { background: #000 } }
@media print { body { background: #eee } }</style>
<p>text</p>`))
	assert.Empty(t, p.Console())
	assert.Empty(t, p.Requests())
	assert.Empty(t, p.Dialogs())
	assert.Equal(t, "quiet", browser.Eval[string](p, "Promise.resolve(document.title)"))

	p.Resize(400, 300)
	assert.Equal(t, 400, browser.Eval[int](p, "document.documentElement.scrollWidth"))
	background := "getComputedStyle(document.body).backgroundColor"
	for scheme, want := range map[string]string{"light": "rgb(255, 255, 255)", "dark": "rgb(0, 0, 0)"} {
		p.Prefer(scheme)
		assert.Equal(t, want, browser.Eval[string](p, background), scheme)
	}
	p.Emulate("print", "dark")
	assert.Equal(t, "rgb(238, 238, 238)", browser.Eval[string](p, background))
	p.Prefer("light")
	picture, _, err := image.Decode(bytes.NewReader(p.Screenshot()))
	require.NoError(t, err)
	assert.Equal(t, image.Pt(400, 300), picture.Bounds().Size())
	assert.True(t, bytes.HasPrefix(p.Print(), []byte("%PDF-")))
}

func TestAPageIsDriven(t *testing.T) {
	p := browser.Open(t, write(t, `<!doctype html><meta charset="utf-8">
<p style="height: 3000px" id="p">nothing</p><input id="i"><button id="b">press</button><details><summary>s</summary><p id="folded">text</p></details>
<script>
b.onclick = e => p.textContent = "clicked " + i.value;
addEventListener("keydown", e => {
	if (e.key === "Escape") i.value = "";
	if (e.key === "/") e.preventDefault();
});
</script>`))
	text := `document.querySelector("#p").textContent`
	p.Click("#i")
	p.Press("/a?")
	p.Click("#b")
	assert.Equal(t, "clicked a?", browser.Eval[string](p, text), "the page takes the slash")
	p.Press(browser.Escape + browser.Enter)
	assert.Equal(t, "clicked ", browser.Eval[string](p, text), "the button has the focus")
	p.Press(browser.Tab)
	assert.Equal(t, "SUMMARY", browser.Eval[string](p, "document.activeElement.tagName"))

	browser.Eval[any](p, `(location.hash = "#b", null)`)
	p.Back()
	assert.Empty(t, browser.Eval[string](p, "location.hash"))
	p.Reload()
	assert.Equal(t, "nothing", browser.Eval[string](p, text))
	p.WithoutScripts()
	p.Click("#b")
	assert.Equal(t, "nothing", browser.Eval[string](p, text), "no script answers")
	assert.Empty(t, p.Console())
}
