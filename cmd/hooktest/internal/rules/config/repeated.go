package config

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/internal/lists"
)

// A duplicate is a field that a later one of the same object overrides.
type duplicate struct {
	document.Field
	in *document.Node
}

// duplicates does not descend into overridden values.
func duplicates(node *document.Node) []duplicate {
	all := lists.Of(node.Duplicates(), func(field document.Field) duplicate { return duplicate{field, node} })
	for _, field := range node.Fields() {
		if last, _ := node.Field(field.Name); last == field.Value {
			all = append(all, duplicates(field.Value)...)
		}
	}
	for _, item := range node.Items() {
		all = append(all, duplicates(item)...)
	}
	return all
}

// apart describes another place of a file.
func apart(here, there document.Position) string {
	if here.Line == there.Line {
		return fmt.Sprintf("in column %d", there.Column)
	}
	return fmt.Sprintf("in line %d", there.Line)
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
