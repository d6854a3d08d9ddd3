package page_test

import (
	"bytes"
	"fmt"
	"image/color"
	"image/png"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/trace"
	"github.com/hooktest/hooktest/internal/browser"
	"github.com/hooktest/hooktest/internal/visible"
)

const (
	drawn  = `document.querySelector("#drawer").innerText`
	unfold = `(document.querySelectorAll("#drawer details").forEach(d => d.open = true), null)`
)

// shownDrawer returns the visible text of an unfolded drawer.
func shownDrawer(t *testing.T, p *browser.Page) string {
	t.Helper()
	until(t, p, filled)
	browser.Eval[any](p, unfold)
	// Folded parts are made when they are unfolded.
	until(t, p, `[...document.querySelectorAll("#drawer .raw")].every(d => d.children.length > 1)`)
	return browser.Eval[string](p, drawn)
}

func TestTheDrawerShowsWhatAClauseRestsOn(t *testing.T) {
	hostile := strings.ReplaceAll(shownAttack, "\\r", "")
	tests := []struct {
		clause string
		want   []string
	}{
		{"HOOK-001.1", []string{
			"with enableHooks set to true", "linked", "proven", "engine/system.go:40–72", "(*System).Initialize", "run by its case",
			"01-initialization/HOOK-001-a-case.txtar:12–15", "clause HOOK-001.1/first", "2 assertions",
			"What a hook prints goes straight to the engine and is not recorded. Its script, here next to each run, is what prints.",
			"script, which is what prints", "echo 'not in HOOK-001' >&2", "# " + hostile, "the case has no script of this hook",
			"hook guard, run 1, exit 2, 8.3 ms", "hook late, run 1, not ended when its case did, signals SIGTERM", "20000 bytes, 19999 of them left out, not UTF-8",
			`"tool_name":"write_file"`, "request", "answer", "the end of the adapter’s stderr", hostile, "the evidence is that of the check first",
			"if false && s.made {", "counter-example: HOOK-001.1/first in 01-initialization/HOOK-001-a-case, line 12", "the answer of the mutant never-made",
			"4 other checks failed", "HOOK-006a.2/second", "7 checks judged it; defined at conformance/mutants/01-initialization.yaml:12",
			"hooktest trace explain HOOK-001.1",
		}},
		{"HOOK-001.2", []string{"survived", "none of 1188 checks failed", "fail other-engine HOOK-001.2/first", "since 1.1 " + hostile, "hooktest conform repro HOOK-001.2/first"}},
		{"HOOK-001.4", []string{"inspected", "(*Config).HookSystem calls New", "no test, because the protocol carries values"}},
		{"HOOK-002.1", []string{"not passed", "not proven", "HOOK-002.1/first has the verdict fail", "line 13:", "want " + hostile}},
		{"HOOK-002.2", []string{"inspection fails", "config.go:12: " + hostile}},
		{"HOOK-003.2", []string{"equivalent: the engine has no files to read there", "can’t be violated"}},
		{"HOOK-003.3", []string{"waived: the counter is made in the next release"}},
		{"HOOK-006a.2", []string{"suspect: the text changed since its links were accepted"}},
		{"HOOK-006b.1", []string{"wrong reason", "decorative", "inert", "unviable", "timed out", "crashed", "uncontrolled", "not judged", "because of " + hostile, "schemas/stdin/base.schema.json#/properties/cwd"}},
		{"INT-05", []string{"an unknown field is ignored", "an interpretation"}},
	}
	p := open(t, sample())
	for _, tt := range tests {
		t.Run(tt.clause, func(t *testing.T) {
			at(p, "#"+tt.clause)
			text := shownDrawer(t, p)
			for _, want := range tt.want {
				assert.Contains(t, text, want)
			}
			assert.False(t, browser.Eval[bool](p, `/[\u0000-\u0008\u000b-\u001f\u202a-\u202e\u2066-\u2069]/.test(document.documentElement.textContent)`), "no character acts on the reader")
			assert.Zero(t, browser.Eval[int](p, `document.querySelectorAll("img, iframe, object, embed, link, base, [style], [onerror]").length`))
		})
	}
	quiet(t, p)
}

func TestTheDrawerTakesAndGivesBackTheFocus(t *testing.T) {
	p := open(t, sample())
	at(p, "#requirements")
	p.Click(`[id="HOOK-001.2"] summary`)
	until(t, p, filled)
	assert.Equal(t, "#HOOK-001.2", browser.Eval[string](p, address))
	assert.Equal(t, "drawer", browser.Eval[string](p, focus), "the drawer takes the focus")
	for range 40 {
		p.Press(browser.Tab)
		assert.Contains(t, []string{"drawer", "BODY"}, browser.Eval[string](p, focus), "no key leads out of the drawer")
	}
	p.Press(browser.Escape)
	until(t, p, `!document.querySelector("#drawer").open && location.hash === "#requirements"`)
	until(t, p, focus+` === "HOOK-001.2"`)

	p.Press(browser.Enter)
	until(t, p, filled)
	p.Back()
	until(t, p, `!document.querySelector("#drawer").open && location.hash === "#requirements"`)
	p.Click(`[id="HOOK-001.2"] summary`)
	until(t, p, filled)
	p.Press("j")
	until(t, p, `document.querySelector("#drawer h2").textContent === "HOOK-001.3"`)
	p.Click("#drawer header button:last-child")
	until(t, p, `!document.querySelector("#drawer").open && location.hash === "#requirements"`)
	assert.Equal(t, "HOOK-001.3", browser.Eval[string](p, focus), "the reader goes on where he was")

	at(p, "#HOOK-001.2")
	until(t, p, filled)
	p.Press(browser.Escape)
	until(t, p, `location.hash === "#requirements"`)
	assert.False(t, browser.Eval[bool](p, `document.querySelector("#drawer").open`), "an address from elsewhere has no way back, the drawer has")
	quiet(t, p)
}

func TestKeysLeadFromGapToGap(t *testing.T) {
	p := open(t, sample())
	var got []string
	for range 4 {
		p.Press("n")
		got = append(got, browser.Eval[string](p, focus))
	}
	p.Press("p")
	got = append(got, browser.Eval[string](p, focus))
	assert.Equal(t, []string{"HOOK-001.2", "HOOK-001.3", "HOOK-002.1", "HOOK-002.2", "HOOK-002.1"}, got)
	assert.Equal(t, "#requirements", browser.Eval[string](p, address))
	p.Press(browser.Enter)
	until(t, p, filled)
	p.Press("n")
	until(t, p, `location.hash === "#HOOK-002.2"`)
	p.Press("p")
	p.Press("p")
	until(t, p, `location.hash === "#HOOK-001.3"`)
	p.Press(browser.Escape)
	until(t, p, `location.hash === "#requirements"`)

	at(p, "#?section=18")
	p.Press("n")
	assert.Equal(t, "HOOK-006b.1", browser.Eval[string](p, focus), "filters hold for keys, too")
	p.Press("?")
	assert.True(t, browser.Eval[bool](p, `document.querySelector("#help").open`))
	p.Press("n" + browser.Escape)
	assert.False(t, browser.Eval[bool](p, `document.querySelector("#help").open`))
	p.Press("3")
	assert.Equal(t, "#matrix", browser.Eval[string](p, current))
	p.Press("/n")
	assert.Equal(t, "n", browser.Eval[string](p, `document.querySelector("#q").value`), "typed text is not a shortcut")
	quiet(t, p)
}

func TestTheMatrixUnfoldsToClauses(t *testing.T) {
	p := open(t, sample())
	at(p, "#matrix")
	cells := `[...document.querySelectorAll("[data-r='HOOK-002'] tr")].map(tr => [...tr.cells].slice(1).map(c => c.textContent.trim()).join(", "))`
	assert.Equal(t, []string{"executed, fail 0/1, fail 0/1, crash 0/1"}, browser.Eval[[]string](p, cells))
	p.Click("[data-r='HOOK-002'] .open")
	assert.Equal(t, []string{
		"executed, fail 0/1, fail 0/1, crash 0/1", "executed, fail, fail, crash",
		"inspection fails, not-run, not-run, not-run", "not inspected, not-run, not-run, not-run",
	}, browser.Eval[[]string](p, cells))
	p.Click("[data-c='HOOK-002.1'] td:nth-child(3)")
	until(t, p, filled)
	assert.Equal(t, "HOOK-002.1", browser.Eval[string](p, `document.querySelector("#drawer h2").textContent`))
	p.Press(browser.Escape)
	until(t, p, `location.hash === "#matrix"`)
	p.Click("[data-r='HOOK-002'] .open")
	assert.Len(t, browser.Eval[[]string](p, cells), 1)
	quiet(t, p)
}

func TestTheCasesNameTheFilesThatTheyRun(t *testing.T) {
	p := open(t, sample())
	at(p, "#cases")
	p.Click("#cases .files button")
	until(t, p, `document.querySelector("#cases .files li")`)
	assert.Equal(t, []string{"engine/system.go", "engine/runner/execute.go"}, browser.Eval[[]string](p, `[...document.querySelectorAll("#cases .files li")].map(li => li.textContent)`))
	p.Click("#cases .files li a")
	assert.Equal(t, "#file:engine/system.go", browser.Eval[string](p, address))
	assert.Equal(t, "#code", browser.Eval[string](p, current))
	quiet(t, p)
}

func TestTheDrawerSpellsOutWhatTheListLeavesOut(t *testing.T) {
	r := sample()
	for i := range 5 {
		r.Implementations = append(r.Implementations, trace.Implementation{Name: fmt.Sprintf("engine-%d", i)})
	}
	v := &r.Requirements[0].Clauses[0].Verdicts
	*v = append(*v, outcome.Fail, outcome.Fail, outcome.Fail, outcome.Fail, outcome.Pass)
	p := open(t, r)
	assert.Contains(t, browser.Eval[string](p, `document.getElementById("HOOK-001.1").textContent`), "fail 5 of 8")
	at(p, "#HOOK-001.1")
	until(t, p, filled)
	assert.Equal(t, []string{"pass hooktest, engine-4", "fail other-engine, engine-0, engine-1, engine-2, engine-3", "crash hostile " + strings.ReplaceAll(visible.Text(attack), "\n", " ")},
		browser.Eval[[]string](p, `[...document.querySelectorAll("#drawer .judged > li")].map(li => li.textContent.replace(/\n/g, " "))`))
	assert.Equal(t, []string{"CODE", "CHECKS", "MUTANTS", "SCHEMAS", "IMPLEMENTATIONS"}, browser.Eval[[]string](p, `[...document.querySelectorAll("#drawer h5")].map(h => h.innerText.toUpperCase())`))
	quiet(t, p)
}

// A deep link leads to the clause itself, even if most of the page was never laid out.
func TestAnAddressShowsItsClauseOnTheScreen(t *testing.T) {
	p := open(t, large(t))
	for _, width := range []int{1280, 400} {
		p.Resize(width, 800)
		for _, id := range []string{"HOOK-001.1", "HOOK-067b.1", "HOOK-217.1"} {
			at(p, "#"+id)
			until(t, p, filled)
			until(t, p, `(box => box.top >= 0 && box.bottom <= innerHeight)(document.getElementById("`+id+`").getBoundingClientRect())`)
			until(t, p, `getComputedStyle(document.querySelector("#drawer")).opacity === "1"`)
			assert.Equal(t, id, browser.Eval[string](p, `document.elementFromPoint(innerWidth - 200, 25).closest("header").querySelector("h2").textContent`), "the drawer is what is seen")
			assert.Greater(t, colors(t, p.Screenshot()), 20, "something is painted at %d", width)
			p.Press(browser.Escape)
			until(t, p, `location.hash === "#requirements"`)
			until(t, p, `(box => document.elementFromPoint(box.left + 20, (box.top + box.bottom) / 2)?.closest("li.cl")?.id)(document.getElementById("`+id+`").getBoundingClientRect()) === "`+id+`"`)
		}
	}
	quiet(t, p)
}

// colors returns the number of colors in a picture.
func colors(t *testing.T, picture []byte) int {
	t.Helper()
	decoded, err := png.Decode(bytes.NewReader(picture))
	require.NoError(t, err)
	seen := map[color.Color]bool{}
	for x := range decoded.Bounds().Dx() {
		for y := range decoded.Bounds().Dy() {
			seen[decoded.At(x, y)] = true
		}
	}
	return len(seen)
}
