package page_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/internal/browser"
)

// faint lists the visible texts whose contrast with their background is less than the
// 4.5 to 1 of WCAG's level AA.
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
	const root = document.querySelector("#drawer[open]") || document.body;
	const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
	const found = [];
	let seen = 0;
	while (texts.nextNode()) {
		const e = texts.currentNode.parentElement;
		if (!texts.currentNode.data.trim() || !e.checkVisibility() || e.closest("option, script, style, .quiet")) continue;
		seen++;
		const [a, b] = [luminance(channels(getComputedStyle(e).color)), luminance(behind(e))].sort((x, y) => y - x);
		if ((a + .05) / (b + .05) < 4.5) found.push(texts.currentNode.data.trim().slice(0, 60) + " " + getComputedStyle(e).color);
	}
	if (seen < 10) throw new Error("nothing was looked at");
	return found;
})()`

func TestBothColorSchemesCanBeRead(t *testing.T) {
	p := open(t, sample())
	backgrounds := map[string]bool{}
	for _, scheme := range []string{"light", "dark"} {
		p.Prefer(scheme)
		for _, view := range views() {
			at(p, "#"+view)
			assert.Empty(t, browser.Eval[[]string](p, faint), "%s in %s", view, scheme)
		}
		at(p, "#HOOK-002.1")
		shownDrawer(t, p)
		assert.Empty(t, browser.Eval[[]string](p, faint), "the drawer in %s", scheme)
		backgrounds[browser.Eval[string](p, "getComputedStyle(document.body).backgroundColor")] = true
	}
	assert.Len(t, backgrounds, 2)
	quiet(t, p)
}

// Each status has a word and a shape, for users who can't see its color.
func TestEveryStatusHasAShape(t *testing.T) {
	p := open(t, sample())
	at(p, "#requirements")
	decoration := func(id string) string {
		return browser.Eval[string](p, `getComputedStyle(document.getElementById("`+id+`").querySelector("u")).textDecorationStyle`)
	}
	got := map[string]string{}
	for _, id := range []string{"HOOK-003.1", "HOOK-001.3", "HOOK-002.1", "HOOK-001.2", "HOOK-001.1"} {
		got[browser.Eval[string](p, `document.getElementById("`+id+`").querySelector("summary > b").textContent`)] = decoration(id)
	}
	assert.Equal(t, map[string]string{"unlinked": "wavy", "linked": "dotted", "executed": "dashed", "passed": "solid", "proven": "double"}, got)
	shapeless := browser.Eval[[]string](p, `[...document.querySelectorAll("[class^=v]:not(.view, .views), b[class^=r], b[class^=i], td[class^=r], td[class^=i], td > a[class]:not(.nowrap)")].filter(e => {
		const shape = getComputedStyle(e, "::before");
		return shape.content === "none" || !e.textContent.trim();
	}).map(e => e.outerHTML)`)
	assert.Empty(t, shapeless)
}

func TestPaper(t *testing.T) {
	p := open(t, sample())
	at(p, "#requirements?section=1")
	p.Emulate("print", "dark")
	assert.Equal(t, "rgb(255, 255, 255)", browser.Eval[string](p, "getComputedStyle(document.body).backgroundColor"), "paper is white")
	assert.False(t, browser.Eval[bool](p, `[".views", "#filters"].some(s => document.querySelector(s).checkVisibility())`), "nothing to click on")
	assert.True(t, browser.Eval[bool](p, `document.querySelector("li.cl details > div").checkVisibility({ contentVisibilityAuto: false })`), "what is folded is printed")
	assert.True(t, bytes.HasPrefix(p.Print(), []byte("%PDF-")))
}

func TestWithoutScriptsEverythingButTheEvidenceIsThere(t *testing.T) {
	r := sample()
	p := open(t, r)
	p.WithoutScripts()
	assert.False(t, browser.Eval[bool](p, `document.documentElement.classList.contains("js")`))
	assert.False(t, browser.Eval[bool](p, `document.querySelector("#filters").checkVisibility()`), "what does nothing is not shown")
	for _, view := range views() {
		assert.True(t, browser.Eval[bool](p, `document.getElementById("`+view+`").checkVisibility()`), view)
	}
	for _, one := range r.Requirements {
		for _, c := range one.Clauses {
			p.Click(`[id="` + c.ID + `"] summary`)
			text := browser.Eval[string](p, `document.getElementById("`+c.ID+`").innerText`)
			require.Contains(t, text, c.ID)
			for _, k := range c.Checks {
				assert.Contains(t, text, string(k.Verdict))
			}
			for _, id := range c.Mutants {
				assert.Contains(t, text, id[len(c.ID)+1:])
			}
			if c.Gap != "" && c.Waived == "" && c.Equivalent == "" {
				assert.Contains(t, text, "Missing for ")
			}
		}
	}
	for _, width := range []int{320, 400, 1280} {
		p.Resize(width, 800)
		assert.Equal(t, width, browser.Eval[int](p, "document.documentElement.scrollWidth"))
	}
	browser.Eval[any](p, `(location.hash = "HOOK-006a.2", null)`)
	until(t, p, `(box => box.top >= 0 && box.bottom <= innerHeight)(document.getElementById("HOOK-006a.2").getBoundingClientRect())`)
	quiet(t, p)
}
