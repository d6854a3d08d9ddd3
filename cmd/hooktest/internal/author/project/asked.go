package project

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/roster"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/eventinput"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/rules/config"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/engine/settings"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/lists"
)

// Asked is one of several agents, with the settings that it reads, or the reason why it has no
// result.
type Asked struct {
	Source
	Absent string
	// Bare is set if there are no settings for the agent.
	Bare     bool
	Document *settings.Document
}

// Several returns the agents that --agents names or, without it, those whose settings are here,
// each with its settings. event may be any agent's name for it.
func (s *Source) Several(a *console.App, event string) ([]Asked, error) {
	if err := s.Mode.Check(); err != nil {
		return nil, err
	}
	chosen, err := roster.Chosen(s.Names)
	if err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(chosen, func(a roster.Agent) bool { return a.Knows(event) }) {
		if err := console.CheckChoice("event", event, roster.EventNames()); err != nil {
			return nil, err
		}
	}
	if len(s.Names) == 0 {
		if chosen, err = s.here(a); err != nil {
			return nil, err
		}
	}
	all := make([]Asked, len(chosen))
	for i, a := range chosen {
		one := &all[i]
		one.Source = *s
		one.Whose = s.Mode.In(a)
		if _, ok := eventinput.Event(a.Contract, event); !ok {
			one.Absent = eventinput.Without(a.Contract, event).Error()
			continue
		}
		if one.Document, err = one.Load(); err != nil {
			if one.Absent = unread(err); one.Absent == "" || len(all) == 1 {
				return nil, err
			}
			continue
		}
		if doc := one.Document; len(all) > 1 && len(doc.Files)+len(doc.Extensions)+len(doc.Warnings) == 0 {
			one.Bare, one.Absent = true, fmt.Sprintf("no settings of %s are here", a.Product)
		}
	}
	return all, nil
}

// here returns the agents whose settings are here: those that find hooks in them, else those that
// find settings at all. For a file that is not in an agent's place, it returns those that have
// the file's events.
func (s *Source) here(a *console.App) ([]roster.Agent, error) {
	why := "whose settings are here"
	var place config.Place
	if s.File != "" {
		path, err := filepath.Abs(s.File)
		if err != nil {
			return nil, console.Fault(err)
		}
		if _, err := os.Stat(path); err != nil {
			return nil, noFile(s.File)
		}
		if place, why = config.PlaceOf(path, a.Getenv("HOME")), "which read "+s.File; len(place.Readers) == 0 {
			why = "which have the events of " + s.File
		}
	}
	hooks, files := map[string][]string{}, map[string][]string{}
	for _, c := range dialect.Contracts() {
		if len(place.Readers) > 0 && !slices.Contains(place.Readers, c) {
			continue
		}
		doc, err := s.LoadFor(c)
		if broken, ok := errors.AsType[*settings.Error](err); ok {
			hooks[c.Name] = []string{broken.Faults[0].Position.File}
			continue
		}
		if err != nil {
			return nil, console.Usage(err.Error(), "")
		}
		if files[c.Name] = doc.Files; s.File != "" && len(place.Readers) == 0 {
			files[c.Name] = nil
		}
		for _, node := range nodes(doc) {
			if s.File == "" || slices.ContainsFunc(node.Fields(), func(f document.Field) bool { return (roster.Agent{Contract: c}).Knows(f.Name) }) {
				hooks[c.Name] = append(hooks[c.Name], node.Position().File)
			}
		}
		for _, w := range doc.Warnings {
			hooks[c.Name] = append(hooks[c.Name], w.Position.File)
		}
	}
	if err := s.tellPackages(a); err != nil {
		return nil, err
	}
	for _, read := range []map[string][]string{hooks, files} {
		if found := roster.Reading(func(a roster.Agent) []string { return read[a.Name] }); len(found) > 0 {
			a.Note("asking " + roster.Because(found, why))
			return found, nil
		}
	}
	if s.File != "" {
		return nil, console.Usage("no agent is known to read "+s.File, "--agents says whose settings they are")
	}
	return nil, noSettings()
}

// tellPackages notes which plugins and extensions below the project are read.
func (s *Source) tellPackages(a *console.App) error {
	folder, err := s.Folder()
	if err != nil || s.File != "" || config.PackageAround(folder) != "" {
		return err
	}
	below := lists.Of(config.PackagesBelow(folder), console.Near)
	switch {
	case len(below) == 1:
		a.Note("taken as if the plugin in " + below[0] + " were installed")
	case len(below) > 1:
		a.Note(fmt.Sprintf("plugins are in %s, and not asked about: --project %s asks one", english.And(below), below[0]))
	}
	return nil
}

func noSettings() error {
	return &console.Failure{Code: console.ExitNothing, Message: "no settings of any agent are here", Hint: "hooktest lint . looks at those in folders below, and at what plugins bring along"}
}

// unread describes a settings fault of a single agent. It returns "" for faults that concern all
// agents.
func unread(err error) string {
	failure, ok := errors.AsType[*console.Failure](err)
	if !ok || failure.Hint != brokenHint {
		return ""
	}
	first, _, more := strings.Cut(failure.Message, "\n")
	if more {
		first += ", and more"
	}
	return first
}

// A Side is the result of an agent that was asked, which it embeds.
type Side interface{ asked() Asked }

func (a Asked) asked() Asked { return a }

// Prefix names the agent before a message if several were asked.
func (a Asked) Prefix(asked int) string {
	if asked == 1 {
		return ""
	}
	return a.Whose.Name + ": "
}

// Answering returns the result of each agent. It removes the agents without one if all agents were
// chosen with "all", and notes their names. Agents chosen by name or by their settings stay. It is
// an error if no agent has a result.
func Answering[S Side](s *Source, a *console.App, all []Asked, answer func(Asked) (S, error)) ([]S, error) {
	var sides, left []S
	var names, silent, reasons []string
	bare := slices.Contains(s.Names, roster.All)
	for _, each := range all {
		side, err := answer(each)
		if err != nil {
			return nil, err
		}
		sides = append(sides, side)
		one := side.asked()
		if one.Absent == "" {
			left, names = append(left, side), append(names, one.Whose.Name)
			continue
		}
		silent, bare = append(silent, one.Whose.Name), bare && one.Bare
		reasons = append(reasons, one.Absent)
	}
	switch {
	case len(left) == 0 && bare:
		return nil, noSettings()
	case len(left) == 0:
		return nil, console.NotAsked(reasons, "")
	case !slices.Contains(s.Names, roster.All):
		return sides, nil
	case len(silent) > 0:
		a.Note(fmt.Sprintf("asking %s, which read settings here; not %s (--agents NAME says why)", english.And(names), english.And(silent)))
	}
	return left, nil
}

// Report returns the JSON report of the only agent, or of several in one document of the kind: the
// report of each is the named member, unless it has no result.
func Report[S Side](kind, member string, sides []S, report func(S) any) any {
	if len(sides) == 1 {
		return report(sides[0])
	}
	all := make([]any, len(sides))
	for i, side := range sides {
		asked := side.asked()
		one := jsonvalue.New(jsonvalue.Member{Key: "agent", Value: asked.Whose.Name})
		all[i] = one
		if asked.Absent == "" {
			one.Set(member, report(side))
		} else {
			one.Set("absent", asked.Absent)
		}
	}
	return jsonvalue.New(jsonvalue.Member{Key: "schema", Value: "urn:hooktest:schema:" + kind + "-comparison"}, jsonvalue.Member{Key: "agents", Value: all})
}
