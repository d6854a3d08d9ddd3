package report_test

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/internal/browser"
)

// open shows a run's page in a browser, from a file.
func open(t *testing.T, run stream.Run) *browser.Page {
	t.Helper()
	path := filepath.Join(t.TempDir(), "report.html")
	require.NoError(t, os.WriteFile(path, []byte(render(t, "html", run)), 0o600))
	return browser.Open(t, path)
}

// unfold opens everything that a reader can open.
const unfold = `document.querySelectorAll("details").forEach(d => d.open = true)`

func TestThePageInABrowser(t *testing.T) {
	long := strings.Repeat("a-word-without-end", 400)
	tests := []struct {
		name string
		run  stream.Run
		// shown is what a reader must be able to read.
		shown []string
	}{
		{"everything", everything(t), []string{
			`</script></pre><img src=x onerror=alert(1)>]]>\x1b[31m\x00\u202e`, "known failure", "hook guard", "inspection of the code",
		}},
		{"fine", fine(t), []string{"as-expected"}},
		{"interrupted", build(t, header()).end("interrupted"), []string{"unfinished: interrupted"}},
		{"all text hostile", hostile(t, attack, outcome.Fail), []string{
			`because </script></pre><img src=x onerror=alert(1)>]]>\x1b[31m\x00\u202e`, `:\:error::owned`, `ok 99 - fake # SKIP`,
		}},
		{"long lines", hostile(t, long, outcome.Fail), []string{long[:200]}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := open(t, tt.run)
			browser.Eval[any](p, unfold+", null")
			text := browser.Eval[string](p, "document.body.innerText")
			for _, want := range tt.shown {
				assert.Contains(t, text, want)
			}
			assert.False(t, browser.Eval[bool](p, `/[\u0000-\u0008\u001b\u202a-\u202e\u2066-\u2069]/.test(document.documentElement.textContent)`), "no character acts on the reader")
			assert.Equal(t, []string{"SCRIPT"}, browser.Eval[[]string](p, `[...document.querySelectorAll("script, img, iframe, object, embed, link, base, [style]")].map(e => e.tagName)`), "the page's own")
			for _, width := range []int{320, 400, 1280} {
				p.Resize(width, 800)
				assert.Equal(t, width, browser.Eval[int](p, "document.documentElement.scrollWidth"), "the page is as wide as the window")
			}
			assert.Empty(t, p.Console())
			assert.Empty(t, p.Requests(), "the page needs nothing else")
			assert.Empty(t, p.Dialogs(), "nothing of a hook's output runs")
		})
	}
}

// faint lists the texts with a contrast to their background below the 4.5 to 1 of
// WCAG level AA.
const faint = `(() => {
	const channels = c => c.match(/[\d.]+/g).map(Number);
	const linear = v => (v /= 255) <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4;
	const luminance = ([r, g, b]) => .2126 * linear(r) + .7152 * linear(g) + .0722 * linear(b);
	const behind = e => {
		for (; e; e = e.parentElement) {
			const c = channels(getComputedStyle(e).backgroundColor);
			if (c.length === 3 || c[3] === 1) return c;
			if (c[3] !== 0) throw new Error("half transparent: " + e.outerHTML);
		}
		throw new Error("no background");
	};
	const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	const found = [];
	let seen = 0;
	while (texts.nextNode()) {
		const e = texts.currentNode.parentElement;
		if (!texts.currentNode.data.trim()) continue;
		seen++;
		const [a, b] = [luminance(channels(getComputedStyle(e).color)), luminance(behind(e))].sort((x, y) => y - x);
		const ratio = (a + .05) / (b + .05);
		if (ratio < 4.5) found.push(ratio.toFixed(2) + ": " + e.outerHTML.slice(0, 200));
	}
	if (seen < 100) throw new Error("only " + seen + " texts were looked at");
	return found;
})()`

func TestThePageIsReadableInBothSchemesAndOnPaper(t *testing.T) {
	p := open(t, everything(t))
	browser.Eval[any](p, unfold+", null")
	background := func() string { return browser.Eval[string](p, "getComputedStyle(document.body).backgroundColor") }
	for _, tt := range []struct{ medium, scheme, background string }{
		{"screen", "light", "rgb(252, 252, 250)"},
		{"screen", "dark", "rgb(20, 23, 27)"},
		{"print", "light", "rgb(255, 255, 255)"},
		{"print", "dark", "rgb(255, 255, 255)"},
	} {
		t.Run(tt.medium+"/"+tt.scheme, func(t *testing.T) {
			p.Emulate(tt.medium, tt.scheme)
			assert.Equal(t, tt.background, background(), "paper is white, regardless of the screen")
			assert.Empty(t, browser.Eval[[]string](p, faint))
		})
	}
}

// A printed page shows the details that a screen shows only after a click.
func TestThePagePrintsWhatIsFolded(t *testing.T) {
	p := open(t, everything(t))
	hidden := `[...document.querySelectorAll("details > :not(summary)")].filter(e => !e.checkVisibility()).length`
	p.Prefer("light")
	require.Positive(t, browser.Eval[int](p, hidden), "on a screen much is folded")
	p.Emulate("print", "light")
	assert.Zero(t, browser.Eval[int](p, hidden))
	assert.Zero(t, browser.Eval[int](p, `[...document.querySelectorAll("pre, .scroll")].filter(e => e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth).length`), "paper can't be scrolled")
	folded := pages(t, p.Print())
	browser.Eval[any](p, unfold+", null")
	assert.Equal(t, pages(t, p.Print()), folded)
	assert.Greater(t, folded, 3)
}

func pages(t *testing.T, pdf []byte) int {
	t.Helper()
	require.True(t, bytes.HasPrefix(pdf, []byte("%PDF-")))
	return len(regexp.MustCompile(`/Type\s*/Page\b`).FindAll(pdf, -1))
}

// shownChecks lists the checks that are visible when all details are open.
const shownChecks = `[...document.querySelectorAll(".check")].filter(c => !c.closest("[hidden]")).map(c => c.querySelector("code").textContent)`

func TestFiltersAreKeptInTheAddress(t *testing.T) {
	b := build(t, header())
	b.add("HOOK-001.1", outcome.Pass, nil)
	b.add("HOOK-001.2/first", outcome.Fail, nil)
	b.add("HOOK-002.1", outcome.Crash, nil)
	b.add("HOOK-004.1", outcome.Fail, nil)
	b.add("INT-05", outcome.Fail, nil)
	p := open(t, b.end(""))
	tests := []struct {
		query string
		want  []string
	}{
		{"", []string{"HOOK-001.1", "HOOK-001.2/first", "HOOK-002.1", "HOOK-004.1", "INT-05"}},
		{"verdict=fail", []string{"HOOK-001.2/first", "HOOK-004.1", "INT-05"}},
		{"verdict=not-pass&level=requirement", []string{"HOOK-001.2/first", "HOOK-002.1", "HOOK-004.1"}},
		{"level=interpretation", []string{"INT-05"}},
		{"blame=adapter", []string{"HOOK-002.1"}},
		{"target=only", []string{"HOOK-004.1"}},
		{"target=without&verdict=fail", []string{"HOOK-001.2/first", "INT-05"}},
		{"q=FIRST", []string{"HOOK-001.2/first"}},
		{"q=xyzzy", []string{}},
		{"verdict=nonsense&q=hook-002", []string{"HOOK-002.1"}},
	}
	for _, tt := range tests {
		browser.Eval[any](p, "(history.replaceState(null, '', '#requirements?"+tt.query+"'), null)")
		p.Reload()
		assert.Equal(t, tt.want, browser.Eval[[]string](p, shownChecks), tt.query)
	}
	browser.Eval[any](p, "(history.replaceState(null, '', '#'), null)")
	p.Reload()
	p.Press("/first")
	assert.Equal(t, []string{"HOOK-001.2/first"}, browser.Eval[[]string](p, shownChecks))
	assert.Equal(t, "#?q=first", browser.Eval[string](p, "location.hash"))
	assert.Empty(t, p.Console())
}

// An address leads to its check even if the check is folded or filtered.
func TestAnAddressLeadsToItsCheck(t *testing.T) {
	p := open(t, everything(t))
	for _, address := range []string{"#check:HOOK-004.1/attack", "#check:HOOK-004.1/attack?verdict=pass", "#HOOK-001.2", "#INT-05-none"} {
		browser.Eval[any](p, "(history.replaceState(null, '', '"+address+"'), null)")
		p.Reload()
		seen := browser.Eval[bool](p, `(e => Boolean(e) && e.checkVisibility() && e.classList.contains("here"))(document.getElementById(decodeURIComponent(location.hash.slice(1).split("?")[0])))`)
		assert.Equal(t, address != "#INT-05-none", seen, address)
	}
	p.Click(`#fix a`)
	assert.True(t, browser.Eval[bool](p, `document.querySelector(".here").checkVisibility()`))
	assert.Empty(t, p.Console())
}
