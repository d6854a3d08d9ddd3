package plan

import (
	"time"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/agents"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/view"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// A jsonReport is the plan for programs (schemas: plan-report). Paths and places are as the
// engine read them, not shortened.
type jsonReport struct {
	Schema       string          `json:"schema"`
	Agent        string          `json:"agent"`
	Mode         *agents.Mode    `json:"mode,omitempty"`
	Event        string          `json:"event"`
	SubjectField *string         `json:"subjectField"`
	Subject      *string         `json:"subject"`
	Enabled      bool            `json:"enabled"`
	EnabledAt    *view.Place     `json:"enabledAt"`
	Sequential   bool            `json:"sequential"`
	Hooks        []hookObject    `json:"hooks"`
	Skipped      []hookObject    `json:"skipped"`
	Warnings     []warningObject `json:"warnings"`
	Files        []string        `json:"files"`
}

type hookObject struct {
	Type    string      `json:"type"`
	Command string      `json:"command"`
	Timeout float64     `json:"timeout"` // milliseconds, as in settings
	Matcher *string     `json:"matcher"`
	Source  string      `json:"source"`
	Origin  string      `json:"extension,omitempty"`
	At      *view.Place `json:"at"`
	Rule    string      `json:"rule,omitempty"`
	Reason  string      `json:"reason,omitempty"`
	// Fault describes why the command's file can't be started, if that can be determined without
	// starting it.
	Fault string `json:"fault,omitempty"`
}

type warningObject struct {
	Rule string      `json:"rule,omitempty"`
	Text string      `json:"text"`
	At   *view.Place `json:"at"`
}

func (p Planned) object() any {
	j := jsonReport{
		Schema: "urn:hooktest:schema:plan-report", Agent: p.Options.Whose.Name, Mode: p.Options.Whose.InMode(), Event: string(p.Explained.Event), Enabled: p.Document.EnableHooks, EnabledAt: view.PlaceAt(p.Document.EnabledAt),
		Sequential: p.Explained.Sequential, Files: append([]string{}, p.Document.Files...),
		Hooks: []hookObject{}, Skipped: []hookObject{}, Warnings: []warningObject{},
	}
	if field := p.Options.Whose.Row(p.Explained.Event).Subject.Field; field != "" {
		j.SubjectField = &field
	}
	if p.Options.Subject != "" {
		j.Subject = &p.Options.Subject
	}
	for _, entry := range p.Explained.Entries {
		h := planHook(entry)
		h.Fault = p.fileFault(entry)
		j.Hooks = append(j.Hooks, h)
	}
	for _, skipped := range p.Explained.Skipped {
		h := planHook(skipped.Entry)
		h.Rule, h.Reason, h.Fault = skipped.Rule, skipped.Reason, p.fileFault(skipped.Entry)
		j.Skipped = append(j.Skipped, h)
	}
	for _, w := range p.Warnings {
		j.Warnings = append(j.Warnings, warningObject{w.Rule, w.Text, view.PlaceAt(w.Position)})
	}
	if message, _ := p.Options.Whose.SubjectWarning(p.Explained.Event, p.Options.Subject); message != "" {
		j.Warnings = append(j.Warnings, warningObject{Text: message})
	}
	// The report has only what JSON has.
	object, _ := jsonvalue.From(j)
	return object
}

func planHook(entry hook.Entry) hookObject {
	return hookObject{
		Type: entry.Type, Command: entry.Command, Matcher: entry.Matcher,
		Timeout: float64(entry.Timeout) / float64(time.Millisecond),
		Source:  entry.Source.String(), Origin: entry.Extension, At: view.PlaceAt(entry.Position),
	}
}
