// Package browser opens a local page in a real, headless Chromium and tells a
// test what the page did there: its console output, its requests, what it showed, its
// width, and its reaction to keys and clicks. It is only for tests.
//
// No name resolves in its browser: a page that loads something over the network
// fails to.
package browser

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// patience bounds everything that one page does in one test. On a loaded machine, a
// browser takes most of a minute to start.
const patience = 3 * time.Minute

// A Page is one page in a browser of its own. Its methods fail the test where
// the browser fails; they are for the goroutine of the test.
type Page struct {
	t      testing.TB
	ctx    context.Context
	source string
	owned  sync.WaitGroup

	mu       sync.Mutex
	console  []string
	requests []string
	dialogs  []string
}

// Open shows the file in a new browser and returns once the page and everything
// in it is loaded. The browser ends with the test. Without Chromium the test is
// skipped, and fails where the environment has CI=true.
func Open(t testing.TB, path string) *Page {
	t.Helper()
	program := find()
	if program == "" {
		if os.Getenv("CI") == "true" {
			t.Fatal("CI must have chromium")
		}
		t.Skip("no chromium on the PATH")
	}
	whole, err := filepath.Abs(path)
	if err != nil {
		t.Fatalf("%s has no absolute path: %v", path, err)
	}
	// The test's own context ends before its clean-up, and with it a browser
	// could not be closed in order.
	bounded, stop := context.WithTimeout(context.Background(), patience)
	ctx, cancel := chromedp.NewContext(bounded, chromedp.WithAllocatorOptions(
		chromedp.ExecPath(program),
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND"),
	))
	p := &Page{t: t, ctx: ctx, source: (&url.URL{Scheme: "file", Path: filepath.ToSlash(whole)}).String()}
	t.Cleanup(func() {
		if err := chromedp.Cancel(ctx); err != nil {
			t.Errorf("the browser did not end in order: %v", err)
		}
		p.owned.Wait()
		cancel()
		stop()
	})
	p.must("listening", chromedp.Listen(ctx, p.note))
	_, err = chromedp.Call(ctx, network.Enable, network.EnableParams{})
	p.must("watching the requests", err)
	p.must("opening "+p.source, chromedp.Do(ctx, chromedp.Navigate(p.source)))
	return p
}

func find() string {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// Console returns the page's console output, its uncaught exceptions, and the browser's
// warnings, as "LEVEL: TEXT" in order.
func (p *Page) Console() []string { return p.all(&p.console) }

// Requests returns the URLs that the page requested, in order and without its own.
func (p *Page) Requests() []string { return p.all(&p.requests) }

// Dialogs returns the texts of the dialogs that scripts opened, in order. Each is
// dismissed.
func (p *Page) Dialogs() []string { return p.all(&p.dialogs) }

// all returns a copy of a recorded list. First it waits for one more answer of the
// browser: events come in order, so all events before the call are recorded by then.
func (p *Page) all(of *[]string) []string {
	p.t.Helper()
	Eval[bool](p, "true")
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(*of)
}

// Eval returns the value of a JavaScript expression in the page, converted by JSON. It
// waits for a promise. An expression that throws fails the test.
func Eval[T any](p *Page, expression string) T {
	p.t.Helper()
	v, err := chromedp.Run(p.ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	p.must("evaluating "+expression, err)
	return v
}

// Resize sets the size of the page's window in CSS pixels.
func (p *Page) Resize(width, height int) {
	p.t.Helper()
	p.must("resizing", chromedp.Do(p.ctx, chromedp.EmulateViewport(int64(width), int64(height))))
}

// Prefer sets the preferred color scheme, light or dark.
func (p *Page) Prefer(scheme string) {
	p.t.Helper()
	p.Emulate("screen", scheme)
}

// Emulate is Prefer for a medium, screen or print: the page uses the medium's styles.
func (p *Page) Emulate(medium, scheme string) {
	p.t.Helper()
	_, err := chromedp.Call(p.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Media: medium, Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
	})
	p.must("emulating "+medium+", "+scheme, err)
}

// Print returns the page as a PDF file.
func (p *Page) Print() []byte {
	p.t.Helper()
	file, err := chromedp.Run(p.ctx, chromedp.PrintToPDF())
	p.must("printing", err)
	return file
}

// Screenshot returns the visible part of the page as a PNG file.
func (p *Page) Screenshot() []byte {
	p.t.Helper()
	file, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
	p.must("taking a screenshot", err)
	return file
}

func (p *Page) must(what string, err error) {
	p.t.Helper()
	if err != nil {
		p.t.Fatalf("%s: %v", what, err)
	}
}

// note records an event for the test. The browser's messages wait for it.
func (p *Page) note(event any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventConsoleAPICalled:
		p.console = append(p.console, fmt.Sprintf("%s: %s", e.Type, texts(e.Args)))
	case *runtime.EventExceptionThrown:
		text := e.ExceptionDetails.Text
		if thrown := e.ExceptionDetails.Exception; thrown != nil {
			text += " " + thrown.Description
		}
		p.console = append(p.console, "exception: "+text)
	case *log.EventEntryAdded:
		if e.Entry.Level != log.EntryLevelVerbose {
			p.console = append(p.console, fmt.Sprintf("%s: %s", e.Entry.Level, e.Entry.Text))
		}
	case *network.EventRequestWillBeSent:
		if e.Request.URL != p.source {
			p.requests = append(p.requests, e.Request.URL)
		}
	case *page.EventJavascriptDialogOpening:
		p.dialogs = append(p.dialogs, e.Message)
		// The page is blocked until the dialog is closed, and the browser's messages
		// are blocked until this function returns.
		target := chromedp.FromContext(p.ctx).Target
		p.owned.Go(func() {
			_, _ = cdp.Call(p.ctx, target, page.HandleJavaScriptDialog, page.HandleJavaScriptDialogParams{})
		})
	}
}

func texts(args []*runtime.RemoteObject) string {
	var all []string
	for _, a := range args {
		if a.Description != "" {
			all = append(all, a.Description)
			continue
		}
		all = append(all, strings.Trim(string(a.Value), `"`))
	}
	return strings.Join(all, " ")
}
