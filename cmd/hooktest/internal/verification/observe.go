package verification

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/driver"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/scriptedmodel"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/settingsfile"
	"github.com/hooktest/hooktest/engine/dialect"
)

// A Subject is an agent whose contract is verified.
type Subject struct {
	Agent    *driver.Agent
	Program  driver.Program
	Contract *dialect.Contract
	Environ  []string
}

// An Observation is what the agent did in a case.
type Observation struct {
	Started []int  `json:"started"`
	Ran     string `json:"ran"`
	Next    bool   `json:"next"`
	// Texts are what the model was sent after the hooks had answered.
	Texts []string `json:"texts"`
	// Stdin is what the hooks of each event read, one input an event.
	Stdin map[string]string `json:"stdin,omitempty"`
	// Ended says how the agent ended before it asked the model anything; empty if it asked.
	Ended string `json:"ended,omitempty"`
	// Unseen is the reason why the agent did not show the case; empty if it did.
	Unseen string `json:"unseen,omitempty"`
}

// mark is in the prompt of every session. more is how often a hook may tell the agent to go on.
const (
	mark = "Please carry out the steps"
	more = 12
)

// A run has folders for sessions with the same settings, or for predictions.
type run struct {
	Subject
	root, project, home string
	// telling is held by calls of the functions of Options.
	telling *sync.Mutex
}

// file returns the settings file that a case is written to.
func (s scene) file() (scope, path string) {
	files := slices.Concat(settingsfile.Files(s.contract, !s.Project), settingsfile.Files(s.contract, s.Project))
	return files[0].Scope, files[0].Path
}

// observe runs the agent with scenes that have the same settings until each was shown.
func (r run) observe(ctx context.Context, scenes []scene, seen func(scene, Observation) error) error {
	for len(scenes) > 0 {
		ended, err := r.session(ctx, scenes)
		if err != nil {
			return err
		}
		asked := 0
		for i, s := range scenes {
			o, served := s.observed(ended, i)
			if i == 0 && !served {
				o, served = r.unserved(s, ended), true
			}
			if !served {
				break
			}
			asked++
			if err := seen(s, o); err != nil {
				return err
			}
		}
		scenes = scenes[asked:]
	}
	return nil
}

// unserved returns what a session showed that came to no case.
func (r run) unserved(s scene, ended driver.Run) Observation {
	why := ended.Untold(r.Agent)
	switch {
	case why == "":
		return Observation{Unseen: "the agent did not let the model call the tool"}
	case len(ended.Exchanges) == 0 && ended.Ending == driver.Exited:
		return Observation{Started: s.started(), Ended: why}
	}
	return Observation{Unseen: why}
}

func (r run) session(ctx context.Context, scenes []scene) (driver.Run, error) {
	var turns []scriptedmodel.Turn
	for _, s := range scenes {
		if err := s.place(); err != nil {
			return driver.Run{}, err
		}
		if s.aboutTools() || s.Calls {
			call, ok := r.Agent.Call(dialect.RunShell, s.command(ran), "")
			if !ok {
				return driver.Run{}, &driver.Untestable{Message: "it is not known how the model calls the shell of " + r.Agent.Product}
			}
			turns = append(turns, scriptedmodel.Turn{Calls: []scriptedmodel.Call{call}})
		}
	}
	turns = append(turns, scriptedmodel.Turn{Text: "All steps are done."})
	agent := *r.Agent
	spec := driver.Spec{
		Agent: &agent, Program: r.Program, Mode: "headless", Prompt: mark + ".", Project: r.project, Home: r.home, Environ: r.Environ, Scratch: r.root,
		Threads: []scriptedmodel.Thread{{Name: "own", Mark: mark, Turns: turns, More: more}},
	}
	_, path := scenes[0].file()
	path = spec.At(path)
	spec.Changed = map[string][]byte{path: scenes[0].settings}
	for _, t := range r.Contract.Settings.Trust {
		record, text := r.trusting(t, path, scenes[0].settings)
		switch {
		case scenes[0].Untrusted:
		case record != "" && !scenes[0].Flagged:
			spec.Changed[record] = append(spec.Changed[record], text...)
		case t.Flag != "":
			agent.Arguments = append(slices.Clone(agent.Arguments), t.Flag)
		}
	}
	return driver.Start(ctx, spec)
}

// trusting returns a file in which the user trusts the project or the hooks of a settings file, and
// its text. The path is empty if the contract does not know it.
func (r run) trusting(t dialect.Trust, path string, settings []byte) (record string, text []byte) {
	format := t.Format
	rest, ok := strings.CutPrefix(t.Record, "~/")
	if !ok || t.Of == dialect.TrustsDefinition && format.Digest == "" {
		return "", nil
	}
	record = filepath.Join(r.home, rest)
	switch {
	case t.Of == dialect.TrustsDefinition:
		file, err := settingsfile.Parse(r.Contract, path, settings)
		if err != nil {
			// A file that can't be read has no hooks to trust.
			return record, nil
		}
		for _, h := range file.Hooks() {
			definition := file.Definition(h)
			text = fmt.Appendf(text, "[%s.%q]\n%s = %q\n", format.Key, definition.Key(path), format.Field, format.Digest.Of(definition))
		}
	case format.Yes == "":
		// The file has a list of trusted folders.
		text = fmt.Appendf(nil, "{%q: [%q]}\n", format.Key, r.project)
	case filepath.Ext(record) == ".toml":
		text = fmt.Appendf(nil, "[%s.%q]\n%s = %q\n", format.Key, r.project, format.Field, format.Yes)
	default:
		text = fmt.Appendf(nil, "{%q: %q}\n", r.project, format.Yes)
	}
	return record, text
}

// observed returns what a scene showed, which is the nth of the session. ok is false if the session
// ended before.
func (s scene) observed(ended driver.Run, n int) (o Observation, ok bool) {
	at := func(turn int) *scriptedmodel.Exchange {
		i := slices.IndexFunc(ended.Exchanges, func(e scriptedmodel.Exchange) bool { return e.Thread == "own" && e.Turn == turn })
		if i < 0 {
			return nil
		}
		return &ended.Exchanges[i]
	}
	var next *scriptedmodel.Exchange
	var read []scriptedmodel.Message
	switch {
	case s.aboutTools(), s.Moment == dialect.TurnAfter:
		if at(n) == nil {
			return o, false
		}
		if next = at(n + 1); next != nil {
			read = next.Last()
		}
	default:
		// A prompt that is refused reaches no model.
		if next = at(0); next != nil {
			read = append(next.Messages, scriptedmodel.Message{Texts: []string{next.System}})
		} else if ended.Ending == driver.TimedOut {
			return o, false
		}
	}
	o.Started, o.Next = s.started(), next != nil
	for _, m := range read {
		for _, text := range m.Texts {
			o.Texts = append(o.Texts, s.neutral(text))
		}
		for _, result := range m.Results {
			o.Texts = append(o.Texts, s.neutral(result.Text))
		}
	}
	left := func(name string) bool {
		_, err := os.Stat(filepath.Join(s.root, s.id, name))
		return err == nil
	}
	if left(ran) {
		o.Ran = ran
	}
	o.Stdin = map[string]string{}
	for i, h := range s.Hooks {
		if left(rewritten(i)) {
			o.Ran = rewritten(i)
		}
		row, _ := s.contract.At(s.at(h))
		if text, err := os.ReadFile(filepath.Join(s.root, s.id, fmt.Sprintf("%s.%d.stdin", s.at(h), i+1))); err == nil {
			o.Stdin[string(row.Name)] = string(text)
		}
	}
	if s.Moment == dialect.ToolFailed && !slices.ContainsFunc(o.Started, func(times int) bool { return times > 0 }) {
		o.Unseen = "the agent may not take a command with exit code 1 for a tool that failed"
	}
	return o, true
}

// String says what was seen, for people.
func (o Observation) String() string {
	if o.Unseen != "" {
		return "not seen: " + o.Unseen
	}
	if o.Ended != "" {
		return o.Ended
	}
	return fmt.Sprintf("hooks started %v, %s, %s", o.Started, ranText(o.Ran), nextText(o.Next))
}
