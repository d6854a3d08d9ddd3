package doctor

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/rendering"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/roster"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/view"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/diagnosis"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/sheet"
	"github.com/hooktest/hooktest/conformance/report"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/layout"
	"github.com/hooktest/hooktest/internal/visible"
)

// model returns the result for the formats that all commands share.
func (x examined) model() report.Report {
	return rendering.Model("doctor", x.summary(), x.findings(), true, len(x.configured()) == 0)
}

// configured returns the agents that have settings here.
func (x examined) configured() []checkedAgent {
	return slices.DeleteFunc(slices.Clone(x.agents), func(a checkedAgent) bool { return !a.Configured() })
}

func (x examined) summary() string {
	configured := x.configured()
	hooks, dead, waiting := 0, 0, 0
	for _, a := range configured {
		hooks += len(a.Hooks)
		dead += a.Count(diagnosis.Dead)
		waiting += a.Count(diagnosis.Waits)
	}
	said := fmt.Sprintf("%s with settings, %s: %s", english.Count(len(configured), "agent"), english.Count(hooks, "hook"), english.Plural(dead, "is dead", "are dead"))
	if dead == 0 {
		said = fmt.Sprintf("%s with settings, %s: none is dead", english.Count(len(configured), "agent"), english.Count(hooks, "hook"))
	}
	if waiting > 0 {
		said += fmt.Sprintf(", %s for the user's trust", english.Plural(waiting, "waits", "wait"))
	}
	return said
}

// title names an agent, and its contract if there are others of the same product.
func (x examined) title(a checkedAgent) string {
	for _, other := range x.agents {
		if other.Contract != a.Contract && other.Contract.Product == a.Contract.Product {
			return fmt.Sprintf("%s (%s)", a.Contract.Product, a.Contract.Name)
		}
	}
	return a.Contract.Product
}

// headline describes the state of an agent's hooks in one line.
func (x examined) headline(a checkedAgent) string {
	files := 0
	for _, f := range a.Files {
		if f.State == diagnosis.Found || f.State == diagnosis.Unreadable || f.State == diagnosis.Unread {
			files++
		}
	}
	parts := []string{fmt.Sprintf("%s in %s", english.Count(len(a.Hooks), "hook"), english.Count(files, "file"))}
	if n := a.Count(diagnosis.Dead); n > 0 {
		parts = append(parts, fmt.Sprintf("%d dead", n))
	}
	if n := a.Count(diagnosis.Waits); n > 0 {
		parts = append(parts, english.Plural(n, "waits for trust", "wait for trust"))
	}
	if n := a.Count(diagnosis.Uncertain); n > 0 {
		parts = append(parts, fmt.Sprintf("%d may not run", n))
	}
	if n := a.Count(diagnosis.Unjudged); n > 0 {
		parts = append(parts, english.Plural(n, "starts nothing", "start nothing"))
	}
	said := strings.Join(parts, ", ")
	switch {
	case a.version != "":
		said += fmt.Sprintf(" (version %s)", view.Brief(a.version))
	case a.Program == "" && len(a.Contract.Programs) > 0:
		said += fmt.Sprintf(" (%s is not on the PATH)", english.Or(a.Contract.Programs))
	}
	return said
}

func writePretty(w io.Writer, x examined, look report.Look) error {
	var b strings.Builder
	for _, a := range x.configured() {
		tone := report.Good
		if a.Sick() {
			tone = report.Bad
		}
		fmt.Fprintf(&b, "%s: %s\n", look.Set(report.Strong, x.title(a)), look.Set(tone, visible.Line(x.headline(a))))
		for _, f := range a.Findings {
			writeCause(&b, look, f, finding.Place{})
		}
		x.writeHooks(&b, look, a)
		for _, note := range (roster.Agent{Contract: a.Contract}).ModeNotes() {
			fmt.Fprintf(&b, "  %s\n", look.Set(report.Faint, visible.Line("mode: "+view.WithRule(note))))
		}
		for _, t := range a.Trusts {
			if said := waiting(t); said != "" {
				fmt.Fprintf(&b, "  %s\n", look.Set(report.Faint, visible.Line("trust: "+said)))
			}
		}
		if a.unconfirmed != "" {
			fmt.Fprintf(&b, "  %s\n", look.Set(report.Caution, visible.Line("version: "+a.unconfirmed)))
		}
		if a.Hidden() {
			fmt.Fprintf(&b, "  %s\n", look.Set(report.Faint, visible.Line("plugins: it is not known where they are; hooktest lint looks at one whose folder is named")))
		}
		if a.Cut {
			fmt.Fprintf(&b, "  %s\n", look.Set(report.Caution, "a file has more than was checked"))
		}
		b.WriteString("\n")
	}
	var without []string
	for _, a := range x.agents {
		if !a.Configured() && !slices.Contains(without, a.Contract.Product) {
			without = append(without, a.Contract.Product)
		}
	}
	if len(without) > 0 {
		fmt.Fprintf(&b, "%s\n", look.Set(report.Faint, "without settings: "+strings.Join(without, ", ")))
	}
	b.WriteString(x.summary() + "\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// writeHooks writes the hooks that have causes or were started. Hooks with the same causes are
// grouped, and each cause is written once.
func (x examined) writeHooks(b *strings.Builder, look report.Look, a checkedAgent) {
	var told []string
	shared := map[string]bool{}
	for i, h := range a.Hooks {
		if len(h.Why) == 0 {
			if s, ok := a.starts[i]; ok {
				writeHook(b, look, h, fmt.Sprintf("ends with %d after %d ms, which is %s", s.Exit, s.Milliseconds, s.Verdict), report.Good)
			}
			continue
		}
		if slices.Contains(told, causes(h)) {
			continue
		}
		told = append(told, causes(h))
		for _, other := range a.Hooks[i:] {
			switch {
			case causes(other) != causes(h):
			case other.State == diagnosis.Dead:
				writeHook(b, look, other, "is dead", report.Bad)
			case other.State == diagnosis.Uncertain:
				writeHook(b, look, other, "may not run", report.Caution)
			default:
				writeHook(b, look, other, "runs", report.Caution)
			}
		}
		for _, f := range h.Why {
			if shared[cause(f)] {
				fmt.Fprintf(b, "    and %s, as above\n", look.Set(report.Strong, f.Rule.ID))
				continue
			}
			shared[cause(f)] = true
			writeCause(b, look, f, finding.Place{File: h.At.File, Position: h.At})
		}
	}
}

// cause is a key for one cause that keeps hooks from running. causes is the key for all causes of
// a hook.
func cause(f finding.Finding) string {
	return fmt.Sprintf("%s\x00%s\x00%s\x00%s", f.Rule.ID, f.Place.Position, f.Place.File, f.Text)
}

func causes(h diagnosis.Hook) string {
	var all strings.Builder
	for _, f := range h.Why {
		all.WriteString(cause(f) + "\x01")
	}
	return all.String()
}

func writeHook(b *strings.Builder, look report.Look, h diagnosis.Hook, becomes string, tone report.Tone) {
	at := near(finding.Place{Position: h.At}).Position.String()
	command, rest, _ := strings.Cut(strings.TrimSpace(h.Command), "\n")
	if rest != "" {
		command += " …"
	}
	fmt.Fprintf(b, "  %s: %s", look.Set(report.Strong, visible.Line(at)), look.Set(tone, visible.Line(strings.TrimSpace(string(h.Event)+" "+becomes))))
	if command != "" {
		fmt.Fprintf(b, ": %s", visible.Line(view.Brief(command)))
	}
	b.WriteString("\n")
}

// writeCause writes one cause, with its place if that differs from the place already shown.
func writeCause(b *strings.Builder, look report.Look, f finding.Finding, named finding.Place) {
	where := ""
	if f.Place != named && (f.Place.File != named.File || !f.Place.Position.IsZero()) {
		where = visible.Line(rendering.Placed(finding.Finding{Place: near(f.Place)})) + ": "
	}
	fmt.Fprintf(b, "    %s%s %s\n", where, look.Set(report.Strong, f.Rule.ID), visible.Line(view.Brief(f.Text)))
	fmt.Fprintf(b, "    %s %s\n", look.Set(report.Faint, "fix:"), visible.Line(view.Brief(f.Fix)))
}

// waiting describes what the user must trust before hooks run. It returns "" if findings
// report that.
func waiting(t diagnosis.Trusted) string {
	held := "hooks"
	if len(t.Scopes) > 0 {
		held = "hooks of the scope " + english.And(t.Scopes)
	}
	what := map[dialect.Trusted]string{dialect.TrustsFolder: "the folder", dialect.TrustsDefinition: "each of them as it is written"}[t.Of]
	seen := ", which is not visible from here"
	switch {
	case t.State == diagnosis.TrustNoted:
		return fmt.Sprintf("%s is trusted according to %s", map[bool]string{true: "the folder", false: "a hook"}[t.Of == dialect.TrustsFolder], near(finding.Place{Position: t.At}).Position)
	case t.State == diagnosis.TrustChanged:
		return fmt.Sprintf("the hash in %s belongs to another version of the hook: it does not run until the user trusts it again", near(finding.Place{Position: t.At}).Position)
	case t.State == diagnosis.TrustMissing && !t.Asked:
		return ""
	case t.State == diagnosis.TrustMissing:
		seen = ", and " + console.Near(t.Record) + " has no record of that"
	}
	said := fmt.Sprintf("%s wait until the user trusts %s%s", held, what, seen)
	if t.Unasked == dialect.UnaskedTrusts {
		said += "; without a terminal they run"
	}
	if t.Flag != "" {
		said += "; with " + t.Flag + " the user is not asked"
	}
	return said
}

type jsonReport struct {
	Schema  string        `json:"schema"`
	Project string        `json:"project"`
	Hooks   int           `json:"hooks"`
	Dead    int           `json:"dead"`
	Agents  []agentObject `json:"agents"`
	Next    []string      `json:"next"`
}

type agentObject struct {
	Name     string             `json:"name"`
	Product  string             `json:"product"`
	Mode     *roster.Mode       `json:"mode,omitempty"`
	Program  *string            `json:"program"`
	Version  *string            `json:"version"`
	Unseen   string             `json:"unconfirmed,omitempty"`
	Files    []fileObject       `json:"files"`
	Hooks    []hookObject       `json:"hooks"`
	Findings []rendering.Object `json:"findings"`
	Trust    []trustObject      `json:"trust"`
	Hidden   bool               `json:"hidden"`
	Cut      bool               `json:"cut"`
}

type fileObject struct {
	Scope string `json:"scope"`
	Path  string `json:"path"`
	State string `json:"state"`
	Why   string `json:"why,omitempty"`
	Hooks int    `json:"hooks"`
}

type hookObject struct {
	Event   string             `json:"event"`
	Type    string             `json:"type"`
	Command string             `json:"command"`
	At      view.Place         `json:"at"`
	State   string             `json:"state"`
	Why     []rendering.Object `json:"why"`
	Start   *start             `json:"start"`
}

type trustObject struct {
	Of     string      `json:"of"`
	Text   string      `json:"text"`
	Fact   string      `json:"fact"`
	State  string      `json:"state"`
	Record *string     `json:"record"`
	At     *view.Place `json:"at"`
}

// writeJSON writes the doctor-report document (schemas: doctor-report). Paths are not shortened.
func writeJSON(w io.Writer, x examined) error {
	j := jsonReport{Schema: "urn:hooktest:schema:doctor-report", Project: x.project, Agents: []agentObject{}}
	var found []finding.Finding
	for _, a := range x.agents {
		one := agentObject{
			Name: a.Contract.Name, Product: a.Contract.Product, Mode: roster.Agent{Contract: a.Contract}.InMode(), Program: some(a.Program), Version: some(a.version), Unseen: a.unconfirmed,
			Files: []fileObject{}, Hooks: []hookObject{}, Findings: rendering.Objects(a.Findings), Trust: []trustObject{}, Hidden: a.Hidden(), Cut: a.Cut,
		}
		for _, f := range a.Files {
			one.Files = append(one.Files, fileObject{f.Scope, f.Path, string(f.State), f.Why, f.Hooks})
		}
		for i, h := range a.Hooks {
			o := hookObject{
				Event: string(h.Event), Type: h.Type, Command: h.Command, State: string(h.State), Why: rendering.Objects(h.Why),
				At: view.Place{File: h.At.File, Line: h.At.Line, Column: h.At.Column},
			}
			if s, ok := a.starts[i]; ok {
				o.Start = &s
			}
			one.Hooks = append(one.Hooks, o)
		}
		for _, t := range a.Trusts {
			o := trustObject{Of: string(t.Of), Text: sheet.Trust(t.Trust), Fact: t.Fact, State: string(t.State), Record: some(t.Record)}
			if !t.At.IsZero() {
				o.At = &view.Place{File: t.At.File, Line: t.At.Line, Column: t.At.Column}
			}
			one.Trust = append(one.Trust, o)
		}
		found = append(found, a.All()...)
		j.Hooks += len(a.Hooks)
		j.Dead += a.Count(diagnosis.Dead)
		j.Agents = append(j.Agents, one)
	}
	j.Next = rendering.Next(found)
	return layout.Encode(w, j)
}

// some returns a pointer to a text, or nil if it is empty.
func some(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}
