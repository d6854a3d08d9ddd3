package invocation

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/payload"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/project"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/roster"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/target"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/casefile"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/caserun"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/commandfile"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/eventinput"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/execution"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/rules/config"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/settingsfile"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/engine/planner"
	"github.com/hooktest/hooktest/engine/registry"
	"github.com/hooktest/hooktest/engine/settings"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/lists"
	"github.com/hooktest/hooktest/internal/shellword"
)

// Settings are the settings that agents read around hooks. They are read once, for all hooks
// of a project. Several Options can share them. They are safe for concurrent use.
type Settings struct {
	mu sync.Mutex
	// hooks are by agent and hook, projects by agent, folder and plugin.
	hooks    map[string]*around
	projects map[string]*settingsOf
}

type settingsOf struct {
	plans *planner.Planner
	// places are the folders for resolving the words of commands.
	places commandfile.Places
	// off is where these settings turn all hooks off, or "".
	off string
	// environ is the environment of a hook of theirs.
	environ []string
	// document is nil if they can't be read.
	document *settings.Document
	written  []registry.Surveyed
}

type around struct {
	*settingsOf
	// named are the entries by which the agent starts the hook. Entries that the plan fires for
	// some subject come before those that it never fires.
	named []configured
	// lost is the file that names the hook, if the agent applies none of that file's hooks.
	lost string
}

// configured is a hook in an agent's settings, with a payload of its event.
type configured struct {
	payload.Payload
	hook.Entry
	// written is the hook as a settings object.
	written *jsonvalue.Object
}

// around returns the settings of a project and of the hook's plugin. The project is the current
// directory or, if its settings do not name the hook, the nearest folder above the hook whose
// settings do, up to the repository's root.
func (o *Options) around(a roster.Agent, t target.Target) (*around, error) {
	if o.Settings == nil {
		o.Settings = &Settings{}
	}
	s := o.Settings
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.hooks == nil {
		s.hooks, s.projects = map[string]*around{}, map[string]*settingsOf{}
	}
	key := strings.Join([]string{a.Name, t.Name, t.Path, t.Command}, "\x00")
	if known, ok := s.hooks[key]; ok {
		return known, nil
	}
	read, err := o.find(a, t)
	if err == nil {
		s.hooks[key] = read
	}
	return read, err
}

func (o *Options) find(a roster.Agent, t target.Target) (*around, error) {
	if t.Entry != nil {
		return &around{settingsOf: noSettings(a)}, nil
	}
	here, err := o.aroundIn(".", a, t)
	if err != nil || len(here.named) > 0 || t.Path == "" {
		return here, err
	}
	for _, folder := range config.ProjectsAbove(filepath.Dir(t.Path), o.Getenv("HOME")) {
		above, err := o.aroundIn(folder, a, t)
		if err != nil || len(above.named) > 0 {
			return above, err
		}
	}
	return here, nil
}

// aroundIn reads the settings of one project folder and of the hook's plugin.
func (o *Options) aroundIn(folder string, a roster.Agent, t target.Target) (*around, error) {
	source := &project.Source{Project: folder, Whose: a}
	if t.Path != "" {
		source.Package = config.PackageAround(filepath.Dir(t.Path))
	}
	source.Package, source.Searched = source.PackageFolder(), true
	key := strings.Join([]string{a.Name, folder, source.Package}, "\x00")
	known, ok := o.Settings.projects[key]
	if !ok {
		var err error
		if known, err = o.settingsIn(source); err != nil {
			return nil, err
		}
		o.Settings.projects[key] = known
	}
	read := &around{settingsOf: known}
	if known.document == nil {
		return read, nil
	}
	return read, read.name(a, t)
}

func noSettings(a roster.Agent) *settingsOf {
	return &settingsOf{plans: planner.New(a.Contract, registry.New(a.Contract, nil), nil)}
}

func (o *Options) settingsIn(source *project.Source) (*settingsOf, error) {
	a := source.Whose
	root, err := source.Folder()
	if err != nil {
		return nil, err
	}
	document, err := source.Load()
	if err != nil {
		// The settings may be broken for an unrelated reason, so this is not an error here. It is
		// one in plan and fire.
		if a.Required() {
			o.Warn("the settings name no event: "+err.Error(), "")
		}
		return noSettings(a), nil
	}
	written, err := source.Written()
	if err != nil {
		return nil, console.Fault(err)
	}
	return &settingsOf{
		plans:    planner.New(a.Contract, project.Registered(a, document), nil),
		places:   commandfile.Places{Project: root, Home: o.Getenv("HOME"), Roots: config.Roots(source.PackageFolder())},
		off:      project.SwitchedOff(a, document),
		environ:  source.Surroundings(o.Environ),
		document: document,
		written:  written,
	}, nil
}

// name finds the entries that start this hook.
func (r *around) name(a roster.Agent, t target.Target) error {
	var idle []configured
	add := func(to *[]configured, event hook.Event, subject string, entry hook.Entry) {
		written := project.Written(r.document, entry)
		*to = append(*to, configured{payload.Payload{Event: event, Fields: a.Sample(event, subject)}, entry, written})
	}
	named := func(entry hook.Entry) bool { return t.IsNamedBy(entry, r.places) }
	for _, event := range a.EventNames() {
		var skipped *hook.Entry
		for _, subject := range a.Subjects(event) {
			plan, err := r.plans.Explain(event, subject)
			if err != nil {
				return console.Fault(err)
			}
			if i := slices.IndexFunc(plan.Entries, named); i >= 0 {
				skipped = nil
				add(&r.named, event, subject, plan.Entries[i])
				break
			}
			if i := slices.IndexFunc(plan.Skipped, func(s hook.Skipped) bool { return named(s.Entry) }); i >= 0 {
				skipped = &plan.Skipped[i].Entry
			}
		}
		if skipped != nil {
			add(&idle, event, "", *skipped)
		}
	}
	r.named = append(r.named, idle...)
	if len(r.named) > 0 {
		return nil
	}
	// A file that the agent doesn't apply still shows whose hook it is.
	for _, one := range r.written {
		if object, ok := one.Config.Value().(*jsonvalue.Object); ok && named(one.Entry) {
			r.lost = one.Position.File
			r.named = append(r.named, configured{payload.Payload{Event: one.Event, Fields: a.Sample(one.Event, "")}, one.Entry, object})
		}
	}
	return nil
}

func (r *around) payloads() []payload.Payload {
	return lists.Of(r.named, func(one configured) payload.Payload { return one.Payload })
}

// Off returns why the agent starts none of the hooks of the settings that name this one, and what to
// do about that: hooks are off, or the agent does not apply the file. Both are empty if it does
// start them, or if no settings name the hook.
func (o *Options) Off(a roster.Agent, t target.Target) (why, hint string, err error) {
	read, err := o.around(a, t)
	switch {
	case err != nil || len(read.named) == 0:
		return "", "", err
	case read.off != "":
		return "hooks are off: " + read.off, "the agent does not start the hook; switch hooks on to test it", nil
	case read.lost != "":
		file := console.Near(read.lost)
		return fmt.Sprintf("%s does not start this hook: it does not apply what %s says", a.Name, file), "see why: hooktest lint " + file, nil
	}
	return "", "", nil
}

// Started returns the hook as the agent starts it at an event: with the command in its settings
// if they name it, else by itself. Paths in the command refer to the current directory or the
// plugin, even if the hook runs elsewhere. Arguments on the command line follow those in the
// settings. If the command there is more than a program with arguments, they belong to the script,
// which is started by itself.
func (o *Options) Started(a roster.Agent, t target.Target, event hook.Event) (target.Target, error) {
	read, err := o.around(a, t)
	if err != nil || len(read.named) == 0 {
		return t, err
	}
	i := max(slices.IndexFunc(read.named, func(c configured) bool { return c.Payload.Event == event }), 0)
	one := read.named[i]
	if one.written == nil {
		return t, nil
	}
	entry := one.written.Clone()
	// A condition may not hold for this call. noteUnfired reports that.
	entry.Delete(a.Handlers.Condition.Field)
	if one.Timeout > execution.Longest {
		settingsfile.SetTimeout(a.Contract, entry, float64(execution.Longest)/float64(a.Handlers.Timeout.Unit))
	}
	started := t.Configured(entry, one.Entry, read.places)
	started.Environ = read.environ
	if len(o.Args) == 0 {
		return started, nil
	}
	_, words, ok := read.places.Words(started.Command)
	if !ok {
		return t, nil
	}
	if given := len(words) - len(o.Args); given < 0 || !slices.Equal(words[given:], o.Args) {
		more := " " + shellword.Join(o.Args)
		started.Command, started.Written = started.Command+more, started.Written+more
		started.Entry = settingsfile.Starting(a.Contract, entry, started.Command)
	}
	return started, nil
}

// At returns a case with the event that the agent's settings give it, if the case names none.
func (o *Options) At(a roster.Agent, t target.Target, c casefile.Case) (casefile.Case, error) {
	if c.Event != "" || c.Stdin != nil {
		return c, nil
	}
	event, err := o.eventOf(a, t, func(event string) (eventinput.Input, error) {
		there := c
		there.Event = event
		return caserun.Happening(a.Contract, there)
	})
	c.Event = event
	return c, err
}

// eventOf returns the event to take for a tool call or a prompt: the first for which the agent's
// settings name the hook and that supports it. It is empty if the usual event is one of these, or
// if there is none. happens returns the event input at an event, the usual one if that is empty.
func (o *Options) eventOf(a roster.Agent, t target.Target, happens func(event string) (eventinput.Input, error)) (string, error) {
	read, err := o.around(a, t)
	if err != nil {
		return "", err
	}
	usual, missing := happens("")
	if missing == nil && slices.ContainsFunc(read.named, func(c configured) bool { return c.Payload.Event == usual.Event }) {
		return "", nil
	}
	for _, one := range read.named {
		if of, err := happens(string(one.Payload.Event)); err == nil && of.Event == one.Payload.Event {
			return string(of.Event), nil
		}
	}
	return "", nil
}

// Unfired returns why the agent doesn't start the hook for an event input although the settings name
// it, and a command that shows it; both are empty if it does, or if no settings name it.
func (o *Options) Unfired(a roster.Agent, t target.Target, event hook.Event, fields *jsonvalue.Object) (why, hint string, err error) {
	read, err := o.around(a, t)
	if err != nil || len(read.named) == 0 || fields == nil {
		return "", "", err
	}
	subject, _ := fields.GetString(a.Row(event).Subject.Field)
	plan, err := read.plans.Explain(event, subject)
	if err != nil {
		// plan and fire report an event that can't be planned.
		return "", "", nil
	}
	plan = planner.For(a.Contract, plan, fields)
	named := func(entry hook.Entry) bool { return t.IsNamedBy(entry, read.places) }
	if slices.ContainsFunc(plan.Entries, named) {
		return "", "", nil
	}
	why = "the settings name it for " + english.And(eventNames(read.payloads()))
	if i := slices.IndexFunc(plan.Skipped, func(s hook.Skipped) bool { return named(s.Entry) }); i >= 0 {
		why = fmt.Sprintf("%s (%s)", plan.Skipped[i].Reason, plan.Skipped[i].Rule)
	}
	what := strings.TrimSpace(string(event) + " " + subject)
	return fmt.Sprintf("%s does not start this hook for %s: %s", a.Name, what, why), fmt.Sprintf("hooktest plan %s --agents %s", what, a.Name), nil
}

// noteUnfired stores in each try why the agent does not start the hook for it, and warns of that: a
// user who runs a hook by hand would assume that the agent does.
func (o *Options) noteUnfired(all []Try, t target.Target) error {
	for i := range all {
		if all[i].Absent != "" {
			continue
		}
		why, hint, err := o.Unfired(all[i].Agent, t, all[i].Event, all[i].Fields)
		if err != nil {
			return err
		}
		if all[i].Unfired = why; why != "" {
			o.Warn(why, hint)
		}
	}
	return nil
}
