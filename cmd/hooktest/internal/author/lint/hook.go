package lint

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/payload"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/rendering"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/eventinput"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/conformance/report"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/engine/settings"
	"github.com/hooktest/hooktest/internal/english"
)

// mostContext limits the context in bytes. Of more than 10,000 characters, Claude Code's model
// reads a part.
const mostContext = 8000

// serve answers as a hook: it reads a payload from stdin and, if the agent has written settings or
// a hook with findings, prints them as a context for the model, in the form that this agent reads.
// Otherwise it prints nothing. It never reports a failure, which some agents take for a refusal or
// show to the model.
func (o *options) serve(ctx context.Context) {
	// The end of the object is enough: an agent may leave the pipe open.
	var data json.RawMessage
	if err := json.NewDecoder(o.Streams.In).Decode(&data); err != nil {
		return
	}
	var sent payload.Flags
	sent.TakeWhole(string(data))
	given, err := jsonvalue.ParseObject(data)
	if err != nil || sent.Whole == nil {
		return
	}
	name, _ := sent.Whole.Named()
	known := payload.Senders(sent.Whole, name)
	if len(known) == 0 {
		return
	}
	var rows []*dialect.Event
	var texts []string
	for _, s := range payload.Closest(known) {
		row := s.Row(hook.Event(name))
		if name == "" {
			row, _ = s.At(dialect.ToolAfter)
		}
		if row == nil || len(row.Rules.Contexts) == 0 && !s.Required() {
			continue
		}
		rows = append(rows, row)
		for _, path := range written(s.Contract, row, given) {
			if text := o.contextOf(ctx, path, mostContext-len(strings.Join(texts, ""))); text != "" && !slices.Contains(texts, text) {
				texts = append(texts, text)
			}
		}
	}
	if len(texts) > 0 {
		o.Streams.Out.Printf("%s\n", string(jsonvalue.Marshal(withContext(rows, strings.Join(texts, "")))))
	}
}

// written returns the files that a payload says were written.
func written(c *dialect.Contract, row *dialect.Event, given *jsonvalue.Object) []string {
	writing := []dialect.Role{dialect.WriteFile, dialect.EditFile}
	for _, role := range writing {
		if work, ok := row.Work(role); ok {
			path, _ := work.At.In(given)
			text, _ := path.(string)
			return []string{text}
		}
	}
	call := row.Subject
	if before, ok := c.At(dialect.ToolBefore); ok && call.Input == "" {
		// The fields after a tool are unknown: most agents name the call as before the tool.
		call = before.Subject
	}
	name, _ := given.GetString(call.Field)
	input, ok := given.GetObject(call.Input)
	tool, _ := c.Tools.Tool(name)
	if !ok || row.Moment != dialect.ToolAfter || tool.Role != "" && !slices.Contains(writing, tool.Role) {
		return nil
	}
	if len(tool.Forms) == 0 {
		// These are the names of all agents whose tools are known.
		for _, argument := range []string{tool.Argument, "file_path", "path"} {
			if path, ok := input.GetString(argument); ok {
				return []string{path}
			}
		}
	}
	text, _ := input.GetString(tool.Argument)
	var all []string
	for _, form := range tool.Forms {
		// The line of the form that names the file names it in every input.
		before, _, _ := strings.Cut(form, "{on}")
		before = before[strings.LastIndexByte(before, '\n')+1:]
		for line := range strings.Lines(text) {
			if path, ok := strings.CutPrefix(strings.TrimRight(line, "\r\n"), before); ok {
				all = append(all, path)
			}
		}
	}
	slices.Sort(all)
	return all
}

// contextOf returns the errors and warnings of a file as text; "" if there are none. It leaves out
// those beyond most bytes, and says so.
func (o *options) contextOf(ctx context.Context, name string, most int) string {
	path, err := filepath.Abs(name)
	if name == "" || err != nil {
		return ""
	}
	editor := Editor{o.Environ, func(open string) ([]byte, bool) {
		if open != path {
			return nil, false
		}
		text, err := settings.Text(path)
		return text, err == nil
	}}
	around, err := editor.Around(ctx, path, nil)
	if err != nil {
		return ""
	}
	d, err := editor.Check(ctx, path, around)
	if err != nil {
		return ""
	}
	l := linted{findings: slices.DeleteFunc(d.Findings, func(f finding.Finding) bool {
		// Faults of case files and of hooktest's own configuration have no rule.
		return f.Rule.ID == "" || f.Rule.Severity == finding.Info
	})}
	if len(l.findings) == 0 {
		return ""
	}
	text := fmt.Sprintf("hooktest lint: %s and %s in %s\n", english.Count(l.count(finding.Error), "error"), english.Count(l.count(finding.Warning), "warning"), o.near(path))
	for i, f := range l.findings {
		lines := rendering.Lines(f, report.Look{})
		if len(text)+len(lines) > most {
			return text + fmt.Sprintf("%d more are not shown: run hooktest lint\n", len(l.findings)-i)
		}
		text += lines
	}
	return text
}

// withContext returns an answer with a context, in the fields that each event reads it from.
func withContext(rows []*dialect.Event, text string) *jsonvalue.Object {
	answer := jsonvalue.New()
	for _, row := range rows {
		// LLxprt Code's contract has no list of these fields: requirements define them.
		at := dialect.Path("hookSpecificOutput.additionalContext")
		if len(row.Rules.Contexts) > 0 {
			at = row.Rules.Contexts[0]
		}
		eventinput.Set(answer, string(at), text)
		if object, _, nested := strings.Cut(string(at), "."); nested {
			// Codex discards an answer without it.
			eventinput.Set(answer, object+".hookEventName", string(row.Name))
		}
	}
	return answer
}
