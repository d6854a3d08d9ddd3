package project

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/agents"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/occasion"
	"github.com/hooktest/hooktest/engine/settings"
	"github.com/hooktest/hooktest/internal/english"
)

// An Asked agent is one of several, with the settings as it reads them, or why it has
// nothing to say.
type Asked struct {
	Source
	Absent string
	// Bare tells that this is for want of settings.
	Bare     bool
	Document *settings.Document
}

// Several are the agents that --agents names, each with its settings. An event is one
// that any of them calls so.
func (s *Source) Several(event string) ([]Asked, error) {
	if s.Name != "" {
		return nil, console.Usage("--agent and --agents exclude each other", "--agents takes one agent, too")
	}
	chosen, err := agents.Chosen(s.Names)
	if err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(chosen, func(a agents.Agent) bool { return a.Knows(event) }) {
		if err := console.CheckChoice("event", event, agents.EventNames()); err != nil {
			return nil, err
		}
	}
	all := make([]Asked, len(chosen))
	for i, a := range chosen {
		one := &all[i]
		one.Source = *s
		one.Whose = a
		if _, ok := occasion.Event(a.Contract, event); !ok {
			one.Absent = occasion.Without(a.Contract, event).Error()
			continue
		}
		if one.Document, err = one.Load(); err != nil {
			if one.Absent = unread(err); one.Absent == "" {
				return nil, err
			}
			continue
		}
		if doc := one.Document; len(doc.Files)+len(doc.Extensions)+len(doc.Warnings) == 0 {
			one.Bare, one.Absent = true, fmt.Sprintf("no settings of %s are here", a.Product)
		}
	}
	return all, nil
}

// unread says what keeps one agent alone from reading its settings; empty for what
// concerns them all.
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

// Answering leaves out of several answers those of agents that have nothing to say where
// all are asked, and says whose they are; a person who names agents wants to see each. That
// no agent has anything to say is a failure.
func Answering[S any](s *Source, a *console.App, sides []S, of func(S) Asked) ([]S, error) {
	var left []S
	var names, silent, reasons []string
	bare := slices.Contains(s.Names, agents.All)
	for _, side := range sides {
		one := of(side)
		if one.Absent == "" {
			left, names = append(left, side), append(names, one.Whose.Name)
			continue
		}
		silent, bare = append(silent, one.Whose.Name), bare && one.Bare
		if !slices.Contains(reasons, one.Absent) {
			reasons = append(reasons, one.Absent)
		}
	}
	switch {
	case len(left) == 0 && bare:
		return nil, &console.Failure{Code: console.ExitNothing, Message: "no settings of any agent are here", Hint: "hooktest lint . looks at those in folders below, and at what plugins bring along"}
	case len(left) == 0:
		return nil, &console.Failure{Code: console.ExitNothing, Message: "no agent was asked: " + strings.Join(reasons, "; ")}
	case !slices.Contains(s.Names, agents.All):
		return sides, nil
	case len(silent) > 0:
		a.Note(fmt.Sprintf("asking %s, which read settings here; not %s (--agents NAME says why)", english.And(names), english.And(silent)))
	}
	return left, nil
}
