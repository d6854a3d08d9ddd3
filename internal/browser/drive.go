package browser

import (
	"encoding/json"
	"fmt"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// The keys that are not characters, for Press.
const (
	Escape = kb.Escape
	Tab    = kb.Tab
	Enter  = kb.Enter
)

// Press types keys one after the other, as a keyboard does: they go to the focused
// element, and a key whose default the page prevents types nothing.
func (p *Page) Press(keys string) {
	p.t.Helper()
	for _, r := range keys {
		events := kb.Encode(r)
		for i, e := range events {
			if e.Type == kb.KeyChar {
				continue
			}
			// A separate event for the character would type it even if the page prevents
			// the key.
			if i+1 < len(events) && events[i+1].Type == kb.KeyChar {
				e.Type, e.Text, e.UnmodifiedText = kb.KeyDown, events[i+1].Text, events[i+1].UnmodifiedText
			}
			_, err := chromedp.Call(p.ctx, input.DispatchKeyEvent, *e)
			p.must(fmt.Sprintf("pressing %q", r), err)
		}
	}
}

// Click presses the mouse on the middle of the first element that a CSS selector
// finds, once that is scrolled into view. An element that something else covers
// fails the test.
func (p *Page) Click(selector string) {
	p.t.Helper()
	quoted, err := json.Marshal(selector)
	p.must("quoting a selector", err)
	at := Eval[[]float64](p, `(e => {
		if (!e) return [];
		e.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
		const box = e.getClientRects()[0];
		if (!box) return [];
		const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
		const hit = document.elementFromPoint(x, y);
		return hit && (e.contains(hit) || hit.contains(e)) ? [x, y] : [];
	})(document.querySelector(`+string(quoted)+`))`)
	if len(at) != 2 {
		p.t.Fatalf("%s can't be clicked", selector)
	}
	p.must("clicking on "+selector, chromedp.Do(p.ctx, chromedp.MouseClickXY(at[0], at[1])))
}

// Back goes one step back in the page's history.
func (p *Page) Back() {
	p.t.Helper()
	p.must("going back", chromedp.Do(p.ctx, chromedp.NavigateBack()))
}

// Reload loads the page again at its present address, and returns once it and
// everything in it is loaded.
func (p *Page) Reload() {
	p.t.Helper()
	p.must("loading the page again", chromedp.Do(p.ctx, chromedp.Reload()))
}

// WithoutScripts loads the page again with its scripts switched off. Eval goes on
// working.
func (p *Page) WithoutScripts() {
	p.t.Helper()
	_, err := chromedp.Call(p.ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
	p.must("switching scripts off", err)
	p.Reload()
}
