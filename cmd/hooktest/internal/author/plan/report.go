package plan

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/engine/registry"
	"github.com/hooktest/hooktest/engine/ruling"
	"github.com/hooktest/hooktest/engine/settings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/project"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/roster"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/target"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/view"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
)

// write shows the plan. whose is a prefix of its title.
func (p Planned) write(out *term.Stream, whose string) {
	out.Printf("%s: %s\n", out.Styled(term.Bold, whose+p.eventTitle()), p.summary())
	sequential := slices.IndexFunc(p.Explained.Entries, func(e hook.Entry) bool { return e.Sequential })
	rules := p.Options.Whose.Handlers.Sequence
	if sequential >= 0 && len(p.Explained.Entries) > 1 && !rules.Always {
		note := hook.Warning{
			Rule: cmp.Or(rules.Fact, p.Options.Whose.Requirement("HOOK-109")),
			Text: fmt.Sprintf("hook %d is in a sequential group, so all hooks wait for one another", sequential+1),
		}
		out.Printf("%s\n", out.Styled(term.Dim, view.WithRule(note)))
	}
	for i, entry := range p.Explained.Entries {
		out.Printf("\n")
		p.writeEntry(out, fmt.Sprintf("%3d  ", i+1), entry)
		p.writeFault(out, entry)
		if whom := p.asked(entry); whom != "" {
			out.Printf("     %s\n", whom)
		}
		if entry.Uncertain.Why != "" {
			out.Printf("     it is not known whether it runs: %s\n", view.Brief(entry.Uncertain.Why))
		}
	}
	if len(p.Explained.Skipped) > 0 {
		out.Printf("\n%s\n", out.Styled(term.Bold, "Not fired"))
	}
	for i, skipped := range p.Explained.Skipped {
		if i > 0 {
			out.Printf("\n")
		}
		p.writeEntry(out, "  -  ", skipped.Entry)
		out.Printf("     %s (%s)\n", view.Brief(p.Reason(skipped)), skipped.Rule)
		if !p.Document.EnableHooks && skipped.Rule == p.Options.Whose.Settings.Switch.Rule {
			// After hooks are switched on, a file that can't be started is the next obstacle.
			p.writeFault(out, skipped.Entry)
		}
	}
	if len(p.Explained.Entries) == 0 {
		p.writeFiles(out)
	}
}

// Reason is why a hook is skipped, with the files as they are shown elsewhere.
func (p Planned) Reason(skipped hook.Skipped) string {
	reason := skipped.Reason
	for _, file := range append([]string{skipped.Entry.Position.File}, p.Document.Broken...) {
		reason = strings.ReplaceAll(reason, file, console.Near(file))
	}
	return reason
}

// eventTitle names the event and the subject that matchers are tested against.
func (p Planned) eventTitle() string {
	event, matched := p.Explained.Event, p.Options.Whose.Row(p.Explained.Event).Subject
	switch {
	case p.Options.Subject != "":
		return string(event) + " " + view.Brief(p.Options.Subject)
	case matched.Tool:
		return string(event) + ", any tool"
	case matched.Field != "":
		return string(event) + ", any " + matched.Field
	}
	return string(event)
}

func (p Planned) summary() string {
	fire := "fire"
	if p.Options.Subject == "" && p.Options.Whose.Row(p.Explained.Event).Subject.Field != "" {
		fire = "can fire"
	}
	if slices.ContainsFunc(p.Explained.Entries, func(e hook.Entry) bool { return e.Uncertain.Why != "" }) {
		fire = "may fire"
	}
	switch n := len(p.Explained.Entries); {
	case p.Document.Ends.Ends:
		return fmt.Sprintf("no hook fires, because %s ends as it starts", p.Options.Whose.Product)
	case !p.Document.EnableHooks:
		return "no hook fires, because hooks are off"
	case n == 0 && len(p.Explained.Skipped) == 0 && len(p.Document.Broken) > 0:
		return "no hook fires, because none is configured where settings can be read"
	case n == 0 && len(p.Explained.Skipped) == 0 && p.unreadable():
		return "no hook fires, because none that can be read is configured"
	case n == 0 && len(p.Explained.Skipped) == 0:
		return "no hook fires, because none is configured"
	case n == 0:
		return "no hook fires"
	case n == 1 && fire == "fire":
		return "1 hook fires"
	case n == 1:
		return "1 hook " + fire
	case p.Explained.Sequential:
		return fmt.Sprintf("%d hooks %s, one after another", n, fire)
	default:
		return fmt.Sprintf("%d hooks %s in parallel", n, fire)
	}
}

// unreadable reports whether the files have hooks that the event loses because of how they are written.
func (p Planned) unreadable() bool {
	return slices.ContainsFunc(p.Document.Hooks, func(hooks *document.Node) bool {
		return slices.ContainsFunc(registry.Look(p.Options.Whose.Contract, hooks).Faults, func(f registry.Fault) bool {
			here := f.Loses == dialect.LosesFile || f.Event == "" || f.Event == p.Explained.Event
			return here && f.Loses != dialect.LosesNothing
		})
	})
}

func (p Planned) writeEntry(out *term.Stream, lead string, entry hook.Entry) {
	command := strings.ReplaceAll(view.Brief(entry.Title()), "\n", "\n     ")
	if entry.Type == hook.TypePlugin {
		command = strings.TrimSpace("plugin " + command)
	}
	out.Printf("%s%s\n", lead, out.Styled(term.Bold, command))
	facts := []string{view.Origin(entry)}
	if entry.Matcher != nil {
		facts = append(facts, "matcher "+strconv.Quote(*entry.Matcher))
	}
	if entry.If != "" {
		facts = append(facts, "if "+strconv.Quote(entry.If))
	}
	facts = append(facts, "timeout "+timeoutText(entry.Timeout))
	if entry.Extension != "" {
		facts = append(facts, "extension "+strconv.Quote(entry.Extension))
	}
	out.Printf("     %s\n", out.Styled(term.Dim, view.Brief(strings.Join(facts, ", "))))
	if entry.Type == hook.TypePlugin {
		cannot := hook.Warning{Rule: p.Options.Whose.Requirement("HOOK-195"), Text: "a plugin can't run: it fails and decides nothing"}
		out.Printf("     %s\n", view.WithRule(cannot))
	}
}

func (p Planned) writeFault(out *term.Stream, entry hook.Entry) {
	if fault := p.unstartable(entry); fault != "" {
		out.Printf("     %s\n", fault)
	}
}

// unstartable describes why a hook can't start, and what the agent does then. It returns "" if nothing
// is known to prevent it.
func (p Planned) unstartable(entry hook.Entry) string {
	fault := p.fileFault(entry)
	if fault == "" {
		return ""
	}
	does, rule := p.withoutIt(entry)
	return fmt.Sprintf("%s: the hook can't start, and the agent %s (%s)", view.Brief(fault), does, rule)
}

// asked describes what a hook that is not a command asks, and what fire does with it; "" for a
// command.
func (p Planned) asked(entry hook.Entry) string {
	handler, _ := p.Options.Whose.Handlers.Handler(entry.Type)
	whom, rule := "", handler.Rule
	switch {
	case handler.Asks == dialect.AsksServer:
		whom = "asks a server, which fire does if it is one of this machine"
	case handler.Asks == dialect.AsksModel && p.Options.Whose.Handlers.Model.Fact != "":
		whom = "asks a model; --prompt-evaluator takes its place with fire"
	case handler.Asks == dialect.AsksNone:
		return ""
	default:
		whom = cmp.Or(handler.Alone, "does what has not been looked at") + "; fire does not run it"
	}
	return fmt.Sprintf("no command: the agent %s (%s)", whom, rule)
}

// withoutIt describes what the agent does if a hook can't start, and names the rule.
func (p Planned) withoutIt(entry hook.Entry) (does, rule string) {
	if p.Options.Whose.Required() {
		return "continues without it", "HOOK-110"
	}
	// Whether the agent starts the hook at all is shown elsewhere.
	entry.Uncertain = hook.Off{}
	unstarted := hook.ExecutionResult{Entry: entry, Event: entry.Event, Ending: hook.Exited, Code: 127, Stderr: []byte("sh: not found")}
	r, _ := ruling.Of(p.Options.Whose.Contract, entry.Event, []hook.ExecutionResult{unstarted}, jsonvalue.New())
	return r.Words.Agent, r.Verdict.Rule
}

// fileFault describes why the file of a hook's command can't be started, or returns "".
func (p Planned) fileFault(entry hook.Entry) string {
	handler, _ := p.Options.Whose.Handlers.Handler(entry.Type)
	if !handler.Starts {
		return ""
	}
	return target.FileFault(p.places, entry.Command)
}

// timeoutText formats a timeout in the unit of the settings, and in seconds if that is easier to
// read.
func timeoutText(d time.Duration) string {
	if d%time.Second == 0 {
		return fmt.Sprintf("%d s", d/time.Second)
	}
	return strconv.FormatFloat(float64(d)/float64(time.Millisecond), 'f', -1, 64) + " ms"
}

// writeFiles shows which files can configure hooks, and which of them can't be read.
func (p Planned) writeFiles(out *term.Stream) {
	list := func(heading string, files []string) {
		if len(files) == 0 {
			return
		}
		out.Printf("\n%s\n", out.Styled(term.Bold, heading))
		for _, file := range files {
			out.Printf("  %s\n", console.Near(file))
		}
	}
	if len(p.Document.Files)+len(p.Document.Broken) == 0 {
		list("No settings found, looked for", p.searched())
	}
	list("Settings read", p.Document.Files)
	list("Settings that can't be read", p.Document.Broken)
}

// searched returns the paths of settings, including those of missing files.
func (p Planned) searched() []string {
	paths, err := settings.DefaultPaths(p.Options.Whose.Contract, p.Options.Project)
	if p.Options.File != "" || err != nil {
		return []string{p.Options.File}
	}
	return paths.Files
}

// decidingSwitch returns the switch that turns hooks off.
func (p Planned) decidingSwitch() dialect.Switch {
	return project.DecidingSwitch(p.Options.Whose, p.Document)
}

// SwitchedOff describes why hooks are off.
func (p Planned) SwitchedOff() string {
	if rules := p.decidingSwitch(); p.Document.EnabledAt.IsZero() {
		return fmt.Sprintf("no settings file sets %s to %t (%s)", rules.Name(), !rules.Off, rules.Rule)
	}
	return project.SwitchedOff(p.Options.Whose, p.Document)
}

// SwitchHint describes how to switch hooks on.
func (p Planned) SwitchHint() string {
	file := slices.Concat(p.Document.Files, p.searched())[0]
	if !p.Document.EnabledAt.IsZero() {
		file = p.Document.EnabledAt.File
	}
	rules := p.decidingSwitch()
	if len(rules.Path) > 1 {
		return fmt.Sprintf("set %s to %t in %s", rules.Name(), !rules.Off, console.Near(file))
	}
	return fmt.Sprintf(`set %q: %t at the top level of %s`, rules.Name(), !rules.Off, console.Near(file))
}

// A jsonReport is the plan for programs (schemas: plan-report). Paths and places are as the
// engine read them, not shortened.
type jsonReport struct {
	Schema       string          `json:"schema"`
	Agent        string          `json:"agent"`
	Mode         *roster.Mode    `json:"mode,omitempty"`
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
