package config

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// ht120 finds a hook that an event has more than once for the same matcher.
func ht120(v *view) {
	type key struct {
		event         hook.Event
		matcher, hook string
	}
	first := map[key]int{}
	for _, h := range v.survey.Hooks {
		handler, _ := v.agent.Handlers.Handler(h.Type)
		if !handler.Command || !handler.Starts {
			continue
		}
		k := key{event: h.Event, hook: string(jsonvalue.Marshal(h.Config.Value()))}
		if h.Matcher != nil {
			k.matcher = *h.Matcher
		}
		line, again := first[k]
		if !again {
			first[k] = h.Config.Position().Line
			continue
		}
		does := "it runs twice"
		if handler.Once {
			does = "it runs once"
		}
		v.report(h.Config.Position(), fmt.Sprintf("the same hook as in line %d, for the same matcher: %s", line, does), "take one of them out")
	}
}

// A Looked is a checked settings file and its readers.
type Looked struct {
	// Project is the folder of the project's settings.
	Project string
	Agents  []*dialect.Contract
	Starts  []Start
}

// Across finds programs that an agent starts twice for one event because it reads two of the files.
func Across(files []Looked) []finding.Finding {
	type key struct {
		project, program, arguments string
		moment                      dialect.Moment
	}
	type place struct {
		Looked
		Start
	}
	before := map[key][]place{}
	var found []finding.Finding
	for _, file := range files {
		for _, s := range file.Starts {
			if s.File.Path == "" || file.Project == "" {
				continue
			}
			row, _ := s.Agent.Event(s.Event)
			_, arguments, _ := strings.Cut(s.Command, filepath.Base(s.File.Path))
			k := key{file.Project, s.File.Path, strings.Trim(arguments, `"' `), row.Moment}
			for _, other := range before[k] {
				reader := file.commonReader(other.Looked)
				if reader == nil || other.At.File == s.At.File || !s.overlaps(other.Start) {
					continue
				}
				one := finding.Finding{
					Rule: finding.RuleOf("HT120"), Agents: []string{reader.Name}, Place: finding.Place{File: s.At.File, Position: s.At},
					Text: fmt.Sprintf("%s reads %s as well, which starts the same program for the same event: it runs twice", reader.Product, other.At.File),
					Fix:  "keep the hook in the file that all its agents read, and take it out of the other",
				}
				found = append(found, one)
				break
			}
			before[k] = append(before[k], place{file, s})
		}
	}
	return found
}

// commonReader returns an agent that reads both files and starts an equal command twice; nil if
// there is none.
func (l Looked) commonReader(other Looked) *dialect.Contract {
	for _, c := range l.Agents {
		handler, _ := c.Handlers.Handler(hook.TypeCommand)
		if !handler.Once && slices.ContainsFunc(other.Agents, func(o *dialect.Contract) bool { return o.Product == c.Product }) {
			return c
		}
	}
	return nil
}

// overlaps reports whether both run for a tool of the same role, under any name. Without tools both
// run for the whole event.
func (s Start) overlaps(other Start) bool {
	return len(s.Tools)+len(other.Tools) == 0 || slices.ContainsFunc(s.Tools, func(name string) bool {
		tool, _ := s.Agent.Tools.Tool(name)
		return slices.ContainsFunc(other.Tools, func(name string) bool {
			same, _ := other.Agent.Tools.Tool(name)
			return tool.Role != "" && tool.Role == same.Role
		})
	})
}
