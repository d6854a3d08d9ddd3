package author

import (
	"time"

	"github.com/hooktest/hooktest/engine/hook"
)

// planJSON is the plan for programs. Files and places are as the engine read
// them, not shortened.
type planJSON struct {
	Event        string         `json:"event"`
	SubjectField *string        `json:"subjectField"`
	Subject      *string        `json:"subject"`
	Enabled      bool           `json:"enabled"`
	EnabledAt    *placeJSON     `json:"enabledAt"`
	Sequential   bool           `json:"sequential"`
	Hooks        []planHookJSON `json:"hooks"`
	Skipped      []planHookJSON `json:"skipped"`
	Warnings     []planWarnJSON `json:"warnings"`
	Files        []string       `json:"files"`
}

type planHookJSON struct {
	Type    string     `json:"type"`
	Command string     `json:"command"`
	Timeout float64    `json:"timeout"` // milliseconds, as in settings
	Matcher *string    `json:"matcher"`
	Source  string     `json:"source"`
	Origin  string     `json:"extension,omitempty"`
	At      *placeJSON `json:"at"`
	Rule    string     `json:"rule,omitempty"`
	Reason  string     `json:"reason,omitempty"`
	// Fault says why the command's file can't be started, as far as that can be
	// seen without starting it.
	Fault string `json:"fault,omitempty"`
}

type planWarnJSON struct {
	Rule string     `json:"rule,omitempty"`
	Text string     `json:"text"`
	At   *placeJSON `json:"at"`
}

func (p planned) json() planJSON {
	j := planJSON{
		Event: string(p.plan.Event), Enabled: p.document.EnableHooks, EnabledAt: place(p.document.EnabledAt),
		Sequential: p.plan.Sequential, Files: append([]string{}, p.document.Files...),
		Hooks: []planHookJSON{}, Skipped: []planHookJSON{}, Warnings: []planWarnJSON{},
	}
	if field := p.options.whose.row(p.plan.Event).Subject.Field; field != "" {
		j.SubjectField = &field
	}
	if p.options.subject != "" {
		j.Subject = &p.options.subject
	}
	for _, entry := range p.plan.Entries {
		h := planHook(entry)
		h.Fault = p.fileFault(entry)
		j.Hooks = append(j.Hooks, h)
	}
	for _, skipped := range p.plan.Skipped {
		h := planHook(skipped.Entry)
		h.Rule, h.Reason, h.Fault = skipped.Rule, skipped.Reason, p.fileFault(skipped.Entry)
		j.Skipped = append(j.Skipped, h)
	}
	for _, w := range p.warnings {
		j.Warnings = append(j.Warnings, planWarnJSON{w.Rule, w.Text, place(w.Position)})
	}
	if message, _ := p.options.whose.subjectDoubt(p.plan.Event, p.options.subject); message != "" {
		j.Warnings = append(j.Warnings, planWarnJSON{Text: message})
	}
	return j
}

func planHook(entry hook.Entry) planHookJSON {
	return planHookJSON{
		Type: entry.Type, Command: entry.Command, Matcher: entry.Matcher,
		Timeout: float64(entry.Timeout) / float64(time.Millisecond),
		Source:  entry.Source.String(), Origin: entry.Extension, At: place(entry.Position),
	}
}
