package diagnosis

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/settingsfile"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/planner"
	"github.com/hooktest/hooktest/engine/registry"
	"github.com/hooktest/hooktest/internal/lists"
)

// tooShort is a time in which no hook can decide: a shell may take as long to start.
const tooShort = 100 * time.Millisecond

// judge decides for every hook whether it runs, and why not.
func (e *examination) judge(ctx context.Context) error {
	reg := registry.New(e.Contract, nil)
	var extensions []registry.Extension
	for _, x := range e.document.Extensions {
		extensions = append(extensions, registry.Extension{Name: x.Name, Active: x.Active, Hooks: x.Hooks, Path: x.Path})
	}
	reg.Limit(e.document.Limits)
	reg.Initialize(e.document.Hooks, extensions)
	seen, err := e.fires(ctx, reg)
	if err != nil {
		return err
	}
	for _, p := range e.all {
		e.judgeHook(p, seen)
		e.Hooks = append(e.Hooks, *p.Hook)
	}
	for _, s := range e.sheets {
		s.Hooks = len(lists.Where(e.all, func(p checkedHook) bool { return p.sheet == s }))
		for _, f := range s.Findings {
			if s.Hooks == 0 && stops(f.Rule, finding.StopsFile, finding.StopsForm, finding.StopsPlace) {
				e.Findings = append(e.Findings, f)
			}
		}
		// Nothing is lost with a former file of which each hook was copied.
		if s.State != Unread || s.Hooks > 0 || e.successor(s.Path) == "" {
			e.Files = append(e.Files, s.File)
		}
	}
	return nil
}

// A hookStatus is a hook's status in the plans of its event.
type hookStatus struct {
	entry hook.Entry
	// fires is set if the hook runs for some known subject. twin is the reason that another hook
	// runs in its place, and rule is that reason's ID.
	fires      bool
	twin, rule string
}

// fires plans every event for all known subjects.
func (e *examination) fires(ctx context.Context, reg *registry.Registry) (map[hook.Position]*hookStatus, error) {
	seen := map[hook.Position]*hookStatus{}
	plans := planner.New(e.Contract, reg, nil)
	for _, event := range e.Contract.EventNames() {
		entries, err := reg.Hooks(event)
		if err != nil {
			return nil, err
		}
		if len(entries) == 0 {
			continue
		}
		for _, entry := range entries {
			seen[entry.Position] = &hookStatus{entry: entry}
		}
		for _, subject := range e.subjects(event) {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			plan, err := plans.Explain(event, subject)
			if err != nil {
				return nil, err
			}
			for _, entry := range plan.Entries {
				seen[entry.Position].fires = true
			}
			for _, skipped := range plan.Skipped {
				handler, _ := e.Contract.Handlers.Handler(skipped.Entry.Type)
				if f := seen[skipped.Entry.Position]; f != nil && handler.Once && skipped.Rule == handler.Rule {
					f.twin, f.rule = skipped.Reason, skipped.Rule
				}
			}
		}
	}
	return seen, nil
}

// subjects returns the known values that the event's matchers are tested against. If none is known,
// it is the empty one, which every matcher matches.
func (e *examination) subjects(event hook.Event) []string {
	row, _ := e.Contract.Event(event)
	known := row.Subject.Values
	if row.Subject.Tool {
		known = e.Contract.Tools.Names()
	}
	if row.Subject.Field == "" || len(known) == 0 {
		return []string{""}
	}
	return known
}

func (e *examination) judgeHook(p checkedHook, seen map[hook.Position]*hookStatus) {
	p.status = seen[hook.Position{File: p.At.File, Line: p.At.Line, Column: p.At.Column}]
	if p.status != nil {
		p.Entry = p.status.entry
	}
	why, unclear := e.ofPlace(p), []finding.Finding{}
	if p.Entry.Uncertain.Why != "" {
		unclear = e.unclear(p)
	}
	if len(why) == 0 {
		why = append(why, e.ofForm(p, len(unclear) > 0)...)
		why = append(why, e.ofSwitch(p)...)
		if p.status != nil && !p.status.fires && p.status.twin == "" {
			why = append(why, p.stopped(finding.StopsMatcher)...)
		}
		if p.status != nil && p.Entry.Timeout < tooShort {
			why = append(why, p.found("HT106")...)
		}
	}
	handler, _ := e.Contract.Handlers.Handler(p.Type)
	if handler.Command {
		why = append(why, e.ofCommand(p)...)
	}
	waits := false
	if p.sheet.State == Found {
		var refused []finding.Finding
		refused, waits = e.ofTrust(p)
		why = append(why, refused...)
	}
	p.Why = why
	switch doubled := e.find(p, atPlan); {
	case len(why) > 0:
		p.State = Dead
	case len(doubled) > 0:
		p.State, p.Why = Doubled, doubled
	case len(unclear) > 0:
		p.State, p.Why = Uncertain, unclear
	case !handler.Starts:
		p.State = Unjudged
	case waits:
		p.State = Waits
	}
	// A recorder keeps no hook from running, but belongs in a report of what runs.
	p.Why = append(p.Why, p.found("HT142")...)
}

func (p checkedHook) place() finding.Place { return finding.Place{File: p.At.File, Position: p.At} }

// stops reports whether a finding of a rule says that one of these does not run.
func stops(r finding.Rule, these ...finding.Stop) bool {
	return slices.ContainsFunc(these, func(one finding.Stop) bool { return slices.Contains(r.Stops, one) })
}

// found returns lint's findings of some rules within the hook, or about its group's matcher.
func (p checkedHook) found(ids ...string) []finding.Finding {
	return p.within(func(r finding.Rule) bool { return slices.Contains(ids, r.ID) })
}

// stopped returns lint's findings within the hook, or about its group's matcher, that keep it
// from running.
func (p checkedHook) stopped(by finding.Stop) []finding.Finding {
	return p.within(func(r finding.Rule) bool { return stops(r, by) })
}

func (p checkedHook) within(wanted func(finding.Rule) bool) []finding.Finding {
	matcher, _ := p.group.Field("matcher")
	return lists.Where(p.sheet.Findings, func(f finding.Finding) bool {
		at := f.Place.Position.Offset
		own := settingsfile.Covers(p.config, at) || matcher != nil && matcher.Position().Offset == at
		return own && wanted(f.Rule)
	})
}

// ofPlace returns the reasons that no hook of the file takes effect.
func (e *examination) ofPlace(p checkedHook) []finding.Finding {
	if found := e.find(p, atPlace); len(found) > 0 {
		return found
	}
	return lists.Where(p.sheet.Findings, func(f finding.Finding) bool { return stops(f.Rule, finding.StopsFile) })
}

// unclear returns lint's findings of the faults in the hook's file whose effect is not known.
func (e *examination) unclear(p checkedHook) []finding.Finding {
	return lists.Where(p.sheet.Findings, func(f finding.Finding) bool {
		here := func(fault registry.Fault) bool { return fault.Loses.Unclear() && fault.Position == f.Place.Position }
		return stops(f.Rule, finding.StopsForm) && slices.ContainsFunc(p.around, here)
	})
}

// ofForm returns the reasons that the agent does not accept the hook, its file or its parent as
// written. If it is unclear what the agent does with it, no fault of the hook itself is one.
func (e *examination) ofForm(p checkedHook, unclear bool) []finding.Finding {
	all := p.found("HT105", "HT138", "HT143")
	if unclear {
		all = p.found("HT138", "HT143")
	}
	switch {
	case p.status != nil:
		return all
	case p.lost != nil:
		return append(all, *p.lost)
	}
	for _, f := range p.sheet.Findings {
		// A fault that disables the whole file disables each of its hooks.
		cost := f.Rule.ID == "HT131" || slices.ContainsFunc(p.faults, func(fault registry.Fault) bool { return fault.Position == f.Place.Position })
		if stops(f.Rule, finding.StopsForm) && cost && !slices.ContainsFunc(all, func(other finding.Finding) bool { return same(f, other) }) {
			all = append(all, f)
		}
	}
	if len(all) > 0 {
		return all
	}
	for _, fault := range p.faults {
		all = append(all, ofLint("HT126", finding.Place{File: fault.Position.File, Position: fault.Position}, fault.Path+" "+fault.Text, "hooktest lint says how it is written"))
	}
	return all
}

// ofSwitch returns the reasons that the hook is switched off, alone or with all others.
func (e *examination) ofSwitch(p checkedHook) []finding.Finding {
	doc := e.document
	if found := p.found("HT136"); p.Entry.Off.Why != "" && len(found) > 0 {
		return found
	}
	if found := e.find(p, atSwitch); len(found) > 0 {
		return found
	}
	if doc.EnableHooks {
		return nil
	}
	rules := e.Contract.Settings.Switch
	if len(doc.Gate.Path) > 0 {
		rules = doc.Gate
	}
	at := document.Position{File: doc.EnabledAt.File, Line: doc.EnabledAt.Line, Column: doc.EnabledAt.Column}
	for _, s := range e.sheets {
		for _, f := range s.Findings {
			here := f.Place.Position
			decided := here.File == at.File && here.Line == at.Line && here.Column == at.Column
			if f.Rule.ID == "HT107" && (decided || doc.EnabledAt.IsZero() && s == p.sheet) {
				return []finding.Finding{f}
			}
		}
	}
	on := fmt.Sprintf("%s: %t", rules.Name(), !rules.Off)
	if doc.EnabledAt.IsZero() {
		return []finding.Finding{ofLint("HT107", p.place(), fmt.Sprintf("%s runs no hook until hooks are switched on, and no file does that", e.Contract.Product), "switch them on: "+on)}
	}
	return []finding.Finding{ofLint("HT107", finding.Place{File: at.File, Position: e.located(at)}, fmt.Sprintf("%s is %t: %s runs no hook", rules.Name(), rules.Off, e.Contract.Product), "take it out, or write "+on)}
}

// located returns a position of the engine with its offset.
func (e *examination) located(at document.Position) document.Position {
	text, err := e.machine.read(at.File)
	if err != nil || at.Line == 0 {
		return at
	}
	for line := 1; line < at.Line; line++ {
		i := strings.IndexByte(string(text[at.Offset:]), '\n')
		if i < 0 {
			return at
		}
		at.Offset += i + 1
	}
	at.Offset += at.Column - 1
	return at
}
