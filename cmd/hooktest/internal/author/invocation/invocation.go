// Package invocation turns the arguments and flags for a hook into tries: it chooses the agents, and
// the event input of each. It starts no hooks.
package invocation

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/payload"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/project"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/roster"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/target"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/eventinput"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/lists"
)

// A Try is one event of one agent for which the hook is run.
type Try struct {
	Agent roster.Agent
	payload.Payload
	// Hook is the hook as the agent starts it: with the command in its settings if they name it.
	Hook target.Target
	// Absent is the reason why the agent fires nothing, or "". Unfired is the reason why it does not
	// start the hook for this event input although its settings name the hook, or "". If it starts
	// none of their hooks, both are set, and Hint is what to do.
	Absent, Unfired, Hint string
	// Place is the number of the event input. One agent's PreToolUse and another's BeforeTool
	// have the same number.
	Place int
}

// NotAsked is the failure if no agent fires anything, with each reason; nil if one does.
func NotAsked(tries []Try) error {
	var reasons []string
	for _, one := range tries {
		if one.Absent == "" {
			return nil
		}
		reasons = append(reasons, one.Absent)
	}
	return console.NotAsked(reasons, tries[0].Hint)
}

// tries returns the event inputs of each chosen agent: from the flags or, without them, samples.
func (o *Options) tries(t target.Target) ([]Try, error) {
	agents, why, err := o.Asked(t)
	if err != nil {
		return nil, err
	}
	if why != "" {
		o.Note("asking " + why)
	}
	if o.AllEvents && (o.Event != "" || o.Tool != "" || !o.Invented()) {
		return nil, console.Usage("--all-events excludes an event and a payload", "each event has its own sample")
	}
	var all []Try
	var places []string
	for i, a := range agents {
		o.Agent, o.NotFirst = a, i > 0
		off, hint, err := o.Off(a, t)
		if err != nil {
			return nil, err
		}
		if off != "" {
			all = append(all, Try{Agent: a, Absent: off, Unfired: off, Hint: hint})
			continue
		}
		given, err := o.payloadFor(a, t)
		if absent, ok := errors.AsType[*eventinput.Absence](err); ok {
			all = append(all, Try{Agent: a, Absent: absent.Error()})
			continue
		}
		if err != nil {
			return nil, err
		}
		if given != nil {
			started, err := o.Started(a, t, given.Event)
			if err != nil {
				return nil, err
			}
			all = append(all, Try{Agent: a, Payload: *given, Hook: started})
			continue
		}
		if t.Entry != nil {
			return nil, console.Usage("a hook that is written as in settings does not say its event", "name it, such as: --event PreToolUse")
		}
		samples, err := o.samples(t)
		if err != nil {
			return nil, err
		}
		for _, p := range samples {
			place := a.MomentOf(p.Event)
			if !slices.Contains(places, place) {
				places = append(places, place)
			}
			started, err := o.Started(a, t, p.Event)
			if err != nil {
				return nil, err
			}
			all = append(all, Try{Agent: a, Payload: p, Hook: started, Place: slices.Index(places, place)})
		}
	}
	slices.SortStableFunc(all, func(a, b Try) int { return a.Place - b.Place })
	return all, o.noteUnfired(all, t)
}

// payloadFor returns the payload of the flags. If they name no event, the settings do.
func (o *Options) payloadFor(a roster.Agent, t target.Target) (*payload.Payload, error) {
	if o.Event == "" {
		event, err := o.eventOf(a, t, o.Happens)
		if err != nil {
			return nil, err
		}
		if event != "" {
			o.sayOnce(1, fmt.Sprintf("no event given: trying %s, for which the settings name the hook", event))
			o.Event = event
			defer func() { o.Event = "" }()
		}
	}
	return o.Payload()
}

// Options are the arguments and flags about the hook and its event input.
type Options struct {
	payload.Flags
	Hook    string
	Args    []string
	Project string
	Timeout Timeout
	Agents  []string
	// One is set if the command takes one of several samples of each agent, and reports which.
	One bool
	// AllEvents asks for a sample of every event, and not only of those that the hook serves.
	AllEvents bool
	// Chosen are the agents that --agents names.
	Chosen []roster.Agent
	// Settings are those that were read around hooks; nil for none so far.
	Settings *Settings
}

// For returns the options of a command that accepts any agent.
func For(a *console.App) Options {
	return Options{Flags: payload.Flags{App: a, Agent: roster.Default(), AnyAgent: true}}
}

// TakeHook reads the hook and its arguments from the command line.
func (o *Options) TakeHook(cmd *cobra.Command, args []string) error {
	if extra := args[1:]; len(extra) > 0 && cmd.ArgsLenAtDash() != 1 && cmd.ArgsLenAtDash() != 0 {
		return console.Usage(fmt.Sprintf("unexpected argument %q", extra[0]), "put arguments of the hook after --")
	}
	o.Hook, o.Args = args[0], args[1:]
	return nil
}

// Check validates the flags before any file is read.
func (o *Options) Check() error {
	if err := o.Flags.Check(); err != nil {
		return err
	}
	var err error
	if o.Chosen, err = roster.Chosen(o.Agents); err != nil || !o.Given("project") {
		return err
	}
	return project.CheckFolder(o.Project)
}

// Find reads a piped payload, finds the hook, and returns the tries of each chosen agent.
func (o *Options) Find(ctx context.Context) (target.Target, []Try, error) {
	if _, err := console.Await(ctx, func() (struct{}, error) { return struct{}{}, o.TakePiped() }); err != nil {
		return target.Target{}, nil, err
	}
	t, err := console.Await(ctx, func() (target.Target, error) { return target.Find(o.Hook, o.Args, o.Project) })
	if err != nil {
		return target.Target{}, nil, err
	}
	tries, err := console.Await(ctx, func() ([]Try, error) { return o.tries(t) })
	return t, tries, err
}

// Invented reports whether hooktest makes up the hook's input: the user gave neither a payload
// nor its content. The name of an event or a tool alone is not a payload.
func (o *Options) Invented() bool {
	return o.Whole == nil && !slices.ContainsFunc([]string{"bash", "write", "prompt", "stdin", "input", "set"}, o.Given)
}

// samples returns a sample for each event that the hook handles: those in the settings, else
// those that the script suggests, else the one before a tool, where guards are.
func (o *Options) samples(t target.Target) ([]payload.Payload, error) {
	if o.AllEvents {
		return o.samplesOf(o.Agent.EventNames(), t.Tool(o.Agent)), nil
	}
	read, err := o.around(o.Agent, t)
	if err != nil {
		return nil, err
	}
	if configured := read.payloads(); len(configured) > 0 {
		o.sayOnce(len(configured), fmt.Sprintf("no event given: trying %s, for which the settings name the hook", english.And(eventNames(configured))))
		return configured, nil
	}
	events, why := t.Events(o.Agent), "of which the hook's text speaks"
	if len(events) == 0 {
		events, why = t.EventsOfName(o.Agent), "after which the hook's file is called"
	}
	if len(events) == 0 {
		events, why = o.Agent.EventNames(), "since neither the settings nor the hook's text name one (--event chooses another)"
		if guarded, ok := o.Agent.At(dialect.ToolBefore); ok {
			events = []hook.Event{guarded.Name}
		}
	}
	all := o.samplesOf(events, t.Tool(o.Agent))
	o.sayOnce(len(all), fmt.Sprintf("no event given: trying %s, %s", english.And(eventNames(all)), why))
	return all, nil
}

// samplesOf returns a sample of each event, of the tool where it is about one.
func (o *Options) samplesOf(events []hook.Event, tool string) []payload.Payload {
	return lists.Of(events, func(event hook.Event) payload.Payload {
		subject := ""
		if o.Agent.Row(event).Subject.Tool {
			subject = tool
		}
		return payload.Payload{Event: event, Fields: o.Agent.Sample(event, subject)}
	})
}

// sayOnce writes a note about this number of samples, unless another agent was tried before
// (Beside) or the command itself reports which sample it takes (One).
func (o *Options) sayOnce(samples int, text string) {
	if !o.NotFirst && (!o.One || samples == 1) {
		o.Note(text)
	}
}

func eventNames(payloads []payload.Payload) []string {
	return lists.Of(payloads, func(p payload.Payload) string { return string(p.Event) })
}

// Timeout is a timeout on the command line. Zero means the default. It requires a unit: settings
// use milliseconds or seconds, depending on the agent, so a bare number is ambiguous.
type Timeout struct{ time.Duration }

// String returns "" for zero.
func (t *Timeout) String() string {
	if t.Duration == 0 {
		return ""
	}
	return t.Duration.String()
}

// Type returns the type's name in help.
func (t *Timeout) Type() string { return "duration" }

// Set reads a timeout.
func (t *Timeout) Set(text string) error {
	if _, err := strconv.ParseFloat(text, 64); err == nil {
		return errors.New("it has no unit, such as " + text + "ms or " + text + "s")
	}
	d, err := time.ParseDuration(text)
	if err != nil {
		return errors.New("it is not a duration, such as 500ms or 5s")
	}
	if d <= 0 {
		return errors.New("it must be greater than 0")
	}
	t.Duration = d
	return nil
}
