package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/lint"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/lists"
	"github.com/hooktest/hooktest/internal/visible"
	"github.com/hooktest/hooktest/internal/website"
)

type openDocument struct {
	uri, path string
	version   *int
	text      text
	// stale is set if the document, or one that it depends on, has changed since result was made.
	stale  bool
	result lint.Document
	// around are the settings around the document, once they are surveyed.
	around   []string
	surveyed bool
	// fixed is the fix of all findings of result, once it was asked for.
	fixed *codeAction
}

func (s *server) didOpen(p documentParams) {
	uri := p.TextDocument.URI
	path, ok := pathOf(uri)
	if !ok {
		// It has no place, so no agent reads it.
		return
	}
	s.open[uri] = &openDocument{uri: uri, path: path, version: p.TextDocument.Version, text: newText(p.TextDocument.Text, s.wide)}
	// Hooks of one file may be those of another.
	s.forget(false)
}

func (s *server) didChange(d *openDocument, p documentParams) {
	if len(p.ContentChanges) == 0 {
		return
	}
	d.version, d.text = p.TextDocument.Version, newText(p.ContentChanges[len(p.ContentChanges)-1].Text, s.wide)
	s.forget(false)
}

// check checks a document that has changed, and publishes what was found.
func (s *server) check(ctx context.Context, d *openDocument) {
	if !d.stale {
		return
	}
	d.stale, d.fixed = false, nil
	defer func() {
		if cause := recover(); cause != nil {
			d.result = lint.Document{}
			s.out.notify("window/logMessage", messageParams{1, fmt.Sprintf("hooktest broke at %s: %v", d.path, cause)})
		}
	}()
	var err error
	if !d.surveyed {
		if d.around, err = s.editor().Around(ctx, d.path, s.roots); err != nil {
			d.stale = true
			return
		}
		d.surveyed = true
	}
	d.result, err = s.editor().Check(ctx, d.path, d.around)
	if ctx.Err() != nil {
		d.stale = true
		return
	}
	s.complain(err)
	all := lists.Of(d.result.Findings, d.diagnostic)
	s.out.notify("textDocument/publishDiagnostics", publishParams{d.uri, d.version, all})
}

// complain shows a mistake in the configuration of lint, once.
func (s *server) complain(err error) {
	message := ""
	if f, ok := errors.AsType[*console.Failure](err); ok {
		message = f.Message
	} else if err != nil {
		message = err.Error()
	}
	if message != "" && message != s.told {
		s.out.notify("window/showMessage", messageParams{2, "hooktest: " + visible.Text(message)})
	}
	s.told = message
}

func (d *openDocument) diagnostic(f finding.Finding) diagnostic {
	message := f.Text
	if len(f.Agents) > 0 {
		message += " (" + english.And(f.Agents) + ")"
	}
	if f.Fix != "" {
		message += "\nfix: " + f.Fix
	}
	severity := map[finding.Severity]int{finding.Error: 1, finding.Warning: 2, finding.Info: 3}[f.Rule.Severity]
	var page codeDescription
	if f.Rule.ID != "" {
		page.Href = website.Rule(f.Rule.ID)
	}
	return diagnostic{d.text.span(d.text.at(f.Place.Position)), severity, f.Rule.ID, page, "hooktest", visible.Text(message)}
}

// The kinds and commands of code actions.
const (
	quickFix       = "quickfix"
	fixAll         = "source.fixAll.hooktest"
	makeExecutable = "hooktest.makeExecutable"
)

// actions returns the fixes of the findings in a range, and the one of all findings of the document.
func (s *server) actions(ctx context.Context, d *openDocument, p documentParams) []codeAction {
	all := []codeAction{}
	if asked(p.Context.Only, quickFix) {
		for _, f := range d.result.Findings {
			// An editor writes the line endings that it has for the whole document: no edit can change them.
			from, to := d.text.at(f.Place.Position)
			if f.Repair.IsZero() || f.Repair.LineEnds || to < d.text.offset(p.Range.Start) || from > d.text.offset(p.Range.End) || ctx.Err() != nil {
				continue
			}
			action := codeAction{Title: visible.Line(f.Rule.ID + ": " + f.Fix), Kind: quickFix, Diagnostics: []diagnostic{d.diagnostic(f)}, IsPreferred: true}
			switch {
			case f.Repair.Executable != "":
				action.Command = &command{action.Title, makeExecutable, []string{f.Repair.Executable}}
			case d.result.CanFix(d.text.bytes, f):
				edits := lists.Of(f.Repair.Edits, func(e finding.Edit) textEdit {
					return textEdit{d.text.span(e.From, e.To), e.Text}
				})
				action.Edit = &changes{map[string][]textEdit{d.uri: edits}}
			default:
				continue
			}
			all = append(all, action)
		}
	}
	if asked(p.Context.Only, fixAll) && slices.ContainsFunc(d.result.Findings, func(f finding.Finding) bool { return len(f.Repair.Edits) > 0 || f.Repair.LineEnds }) {
		if d.fixed == nil {
			// Editors ask whenever the cursor moves.
			after, n := s.editor().Fixed(ctx, d.path, d.around)
			d.fixed = &codeAction{
				Title: fmt.Sprintf("hooktest: fix all that can be fixed (%d)", n), Kind: fixAll,
				Edit: &changes{map[string][]textEdit{d.uri: {d.text.replaced(string(after))}}},
			}
		}
		all = append(all, *d.fixed)
	}
	return all
}

// asked reports whether a kind of actions, or one that contains it, is among the requested ones.
func asked(only []string, kind string) bool {
	return len(only) == 0 || slices.ContainsFunc(only, func(o string) bool { return o == kind || strings.HasPrefix(kind, o+".") || o == "" })
}

// replaced returns the edit that makes the text another one, and leaves what both begin and end with.
func (t text) replaced(after string) textEdit {
	before := string(t.bytes)
	from := 0
	for from < min(len(before), len(after)) && before[from] == after[from] {
		from++
	}
	to, end := len(before), len(after)
	for to > from && end > from && before[to-1] == after[end-1] {
		to, end = to-1, end-1
	}
	// An edit has whole lines, so that it splits neither a character nor a line ending.
	from = strings.LastIndexByte(before[:from], '\n') + 1
	if next := strings.IndexByte(before[to:], '\n'); next >= 0 {
		to, end = to+next+1, end+next+1
	} else {
		to, end = len(before), len(after)
	}
	return textEdit{t.span(from, to), after[from:end]}
}

// execute makes a hook executable, if a finding of an open document has that as its fix.
func (s *server) execute(params json.RawMessage) error {
	var p struct {
		Command   string   `json:"command"`
		Arguments []string `json:"arguments"`
	}
	if err := json.Unmarshal(params, &p); err != nil {
		return &failure{invalidParams, err.Error()}
	}
	if p.Command != makeExecutable || len(p.Arguments) != 1 {
		return &failure{invalidParams, "the only command is " + makeExecutable + ", with a path"}
	}
	for _, d := range s.open {
		if slices.ContainsFunc(d.result.Findings, func(f finding.Finding) bool { return f.Repair.Executable == p.Arguments[0] }) {
			s.forget(true)
			return lint.MakeExecutable(p.Arguments[0])
		}
	}
	return &failure{invalidParams, "no finding is about this file"}
}
