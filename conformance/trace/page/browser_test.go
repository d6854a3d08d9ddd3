package page_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/trace"
	"github.com/hooktest/hooktest/internal/browser"
)

func views() []string {
	return []string{"overview", "requirements", "matrix", "mutants", "cases", "code", "schemas", "gates", "ledger"}
}

// open shows a report's page in a browser, from a file.
func open(t *testing.T, r trace.Report) *browser.Page {
	t.Helper()
	path := filepath.Join(t.TempDir(), "trace.html")
	require.NoError(t, os.WriteFile(path, []byte(write(t, r)), 0o600))
	p := browser.Open(t, path)
	p.Resize(1280, 800)
	return p
}

// at loads the page anew at an address.
func at(p *browser.Page, address string) {
	browser.Eval[any](p, "(history.replaceState(null, '', "+strconv.Quote(address)+"), null)")
	p.Reload()
}

// until waits for a condition in the page.
func until(t *testing.T, p *browser.Page, condition string) {
	t.Helper()
	met := browser.Eval[bool](p, `new Promise(done => {
		const end = performance.now() + 60000;
		const look = () => { `+condition+` ? done(true) : performance.now() > end ? done(false) : requestAnimationFrame(look); };
		look();
	})`)
	require.True(t, met, "%s, at %s with the focus on %s", condition, browser.Eval[string](p, address), browser.Eval[string](p, focus))
}

const (
	address = "location.hash"
	current = `document.querySelector(".views [aria-current]").hash`
	// filled is true when the drawer has the evidence.
	filled = `document.querySelector("#drawer[open] [data-filled]")`
	// listed are the visible clauses in the list of requirements.
	listed = `[...document.querySelectorAll("#requirements li.cl")].filter(li => li.checkVisibility()).map(li => li.id)`
	focus  = `(document.activeElement.closest("li.cl, dialog, #filters") || document.activeElement).id || document.activeElement.tagName`
)

// wide are the elements that extend beyond the window.
const wide = `[...document.querySelectorAll("body *")].filter(e => e.checkVisibility() && !e.closest(".scroll, .views, .quiet, .skip") && e.getBoundingClientRect().right > document.documentElement.clientWidth).map(e => e.outerHTML.slice(0, 80))`

// quiet asserts that a page logs nothing and loads nothing.
func quiet(t *testing.T, p *browser.Page) {
	t.Helper()
	assert.Empty(t, p.Console())
	assert.Empty(t, p.Requests(), "the page needs nothing else")
	assert.Empty(t, p.Dialogs(), "nothing of a hook's output runs")
}

func TestEveryViewFitsTheWindow(t *testing.T) {
	r := sample()
	r.Requirements[0].Clauses[0].Text += strings.Repeat("a-word-without-end", 100)
	p := open(t, r)
	for _, view := range views() {
		p.Click(`.views a[href="#` + view + `"]`)
		assert.Equal(t, "#"+view, browser.Eval[string](p, current))
		assert.Equal(t, []string{view}, browser.Eval[[]string](p, `[...document.querySelectorAll("main > .view")].filter(v => !v.hidden).map(v => v.id)`))
		for _, width := range []int{320, 400, 1280} {
			p.Resize(width, 800)
			assert.Equal(t, width, browser.Eval[int](p, "document.documentElement.scrollWidth"), "%s: %q", view, browser.Eval[[]string](p, wide))
		}
	}
	at(p, "#HOOK-002.1")
	until(t, p, filled)
	browser.Eval[any](p, `(document.querySelectorAll("#drawer details").forEach(d => d.open = true), null)`)
	until(t, p, `document.querySelectorAll("#drawer pre").length > 5`)
	for _, width := range []int{320, 400, 1280} {
		p.Resize(width, 800)
		assert.Equal(t, [2]int{0, 0}, browser.Eval[[2]int](p, `[drawer, document.documentElement].map(e => e.scrollWidth - e.clientWidth)`), "at %d", width)
	}
	quiet(t, p)
}

func TestASearchFindsIdsAndText(t *testing.T) {
	tests := []struct {
		name, in string
		want     []string
		reason   string
	}{
		{"an id", "hook-006A.1", []string{"HOOK-006a.1"}, "letters of either case"},
		{"text", "printed before", []string{"HOOK-006a.2"}, "text of a clause"},
		{"words", "statuses judged", []string{"HOOK-006b.1", "HOOK-006b.2"}, "every word, in any position"},
		{"a mutant", "never-made", []string{"HOOK-001.1"}, "what is linked to the clause"},
		{"nothing", "xyzzy", []string{}, "nothing is shown"},
	}
	p := open(t, sample())
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			at(p, "#overview")
			p.Press("/" + tt.in)
			assert.Equal(t, tt.want, browser.Eval[[]string](p, listed), tt.reason)
			assert.Equal(t, "#requirements", browser.Eval[string](p, current), "a search leads to what it finds")
			query := browser.Eval[string](p, `new URLSearchParams(location.hash.split("?")[1]).get("q")`)
			assert.Equal(t, tt.in, query, "the address keeps it")
			p.Reload()
			assert.Equal(t, tt.want, browser.Eval[[]string](p, listed), "an address can be passed on")
			p.Press("/" + browser.Escape)
			assert.Len(t, browser.Eval[[]string](p, listed), 16, "Esc empties the search")
		})
	}
	quiet(t, p)
}

func TestFiltersAreKeptInTheAddress(t *testing.T) {
	tests := []struct {
		in   string
		want []string
	}{
		{"rung=unlinked", []string{"HOOK-003.1"}},
		{"rung=executed", []string{"HOOK-002.1"}},
		{"rung=inspected", []string{"HOOK-001.4"}},
		{"rung=uninspected", []string{"HOOK-002.2", "HOOK-002.3", "HOOK-007.1"}},
		{"rung=gap&section=1", []string{"HOOK-001.2", "HOOK-001.3", "HOOK-002.1", "HOOK-002.2", "HOOK-002.3"}},
		{"verify=inspection&section=18", []string{"HOOK-007.1"}},
		{"suspect=1", []string{"HOOK-006a.2"}},
		{"waived=1", []string{"HOOK-003.3"}},
		{"equivalent=1", []string{"HOOK-003.2"}},
		{"verdict=fail&impl=hooktest", []string{"HOOK-002.1"}},
		{"verdict=not-pass&impl=hooktest", []string{"HOOK-002.1"}},
		{"verdict=crash&impl=hostile&section=2", []string{}},
		{"q=timeouts&rung=proven", []string{"HOOK-006a.1", "HOOK-006a.2"}},
		{"q=sleeps&rung=proven", []string{"HOOK-006a.1"}},
		{"rung=nonsense", nil},
	}
	p := open(t, sample())
	at(p, "#requirements")
	everything := browser.Eval[[]string](p, listed)
	require.Len(t, everything, 16)
	for _, tt := range tests {
		t.Run(tt.in, func(t *testing.T) {
			if tt.want == nil {
				tt.want = everything
			}
			at(p, "#?"+tt.in)
			assert.Equal(t, tt.want, browser.Eval[[]string](p, listed))
		})
	}

	at(p, "#requirements")
	p.Click("#more")
	choose := func(name, value string) {
		browser.Eval[any](p, fmt.Sprintf(`(f => { f.value = %q; f.dispatchEvent(new Event("change", { bubbles: true })); return null; })(document.querySelector("[name=%s]"))`, value, name))
	}
	choose("rung", "proven")
	choose("section", "18")
	assert.Equal(t, "#requirements?rung=proven&section=18", browser.Eval[string](p, address))
	assert.Equal(t, []string{"HOOK-006a.1", "HOOK-006a.2"}, browser.Eval[[]string](p, listed))
	p.Click(`.views a[href="#mutants"]`)
	assert.Equal(t, "#mutants?rung=proven&section=18", browser.Eval[string](p, address), "another view, the same filters")
	assert.Equal(t, []string{"HOOK-006a.1/waits-forever", "HOOK-006a.2/forgets"}, browser.Eval[[]string](p, `[...document.querySelectorAll("#mutants tbody th")].filter(th => th.checkVisibility()).map(th => th.textContent)`))
	p.Back()
	p.Back()
	until(t, p, `location.hash === "#requirements?rung=proven"`)
	until(t, p, listed+`.length === 3`)
	p.Click("[type=reset]")
	until(t, p, `location.hash === "#requirements"`)
	assert.Equal(t, everything, browser.Eval[[]string](p, listed))
	assert.Contains(t, browser.Eval[string](p, `document.querySelector("#matching").textContent`), "15 clauses, 9 gaps · 1 interpretation, 1 gap")
	quiet(t, p)
}

func TestAnAddressLeadsToEverything(t *testing.T) {
	tests := []struct{ in, view, shows, reason string }{
		{"#HOOK-001.2", "#requirements", "HOOK-001.2", "a clause opens the drawer"},
		{"#HOOK-001.2?rung=passed", "#requirements", "HOOK-001.2", "with filters"},
		{"#mutant:HOOK-006b.1/inert", "#requirements", "HOOK-006b.1", "a mutant is part of its clause"},
		{"#HOOK-001.2/second", "#requirements", "HOOK-001.2", "a check is part of its clause"},
		{"#INT-05", "#requirements", "INT-05", "an interpretation is a clause"},
		{"#HOOK-003", "#requirements", "", "a requirement is seen in the list"},
		{"#HOOK-004", "#requirements", "", "so is one that was merged"},
		{"#section:18", "#requirements", "", "a section"},
		{"#case:18-timeouts/HOOK-006a-a-case", "#cases", "", "a case by its name"},
		{"#file:engine/system.go", "#code", "", "a file by its path"},
		{"#node:schemas/stdin/base.schema.json%23/properties/cwd", "#schemas", "", "a schema node by its pointer"},
		{"#gate:proven", "#gates", "", "a gate"},
		{"#matrix", "#matrix", "", "a view"},
		{"#nothing-of-that-name", "#overview", "", "what there is not leads to the start"},
		{"#%E0%A4%A", "#overview", "", "an address that can't be read"},
		{"", "#overview", "", "no address"},
	}
	p := open(t, sample())
	for _, tt := range tests {
		t.Run(tt.in, func(t *testing.T) {
			at(p, tt.in+strings.Repeat("#", len("#")-min(1, len(tt.in))))
			assert.Equal(t, tt.view, browser.Eval[string](p, current), tt.reason)
			assert.Equal(t, tt.shows, browser.Eval[string](p, `document.querySelector("#drawer[open] h2")?.textContent ?? ""`), tt.reason)
		})
	}
	at(p, "#mutant:HOOK-006b.1/inert")
	until(t, p, filled)
	assert.Contains(t, browser.Eval[string](p, `document.querySelector("#drawer .here").textContent`), "inert")
	at(p, "#case:18-timeouts/HOOK-006a-a-case")
	until(t, p, `(box => box.top >= 0 && box.bottom <= innerHeight)(document.querySelector("#cases .here").getBoundingClientRect())`)
	quiet(t, p)
}
