package lint

import (
	"context"
	"fmt"
	"slices"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/rules/config"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/rules/script"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/settings"
)

// lintedScripts are the scripts to check, in the order in which they were found, and how settings
// use them.
type lintedScripts struct {
	paths []string
	uses  map[string]*script.Use
	// inline are the programs that are written in the settings themselves.
	inline []config.Start
}

func newLintedScripts(named []string) *lintedScripts {
	s := &lintedScripts{uses: map[string]*script.Use{}}
	for _, path := range named {
		s.use(path)
	}
	return s
}

func (s *lintedScripts) use(path string) *script.Use {
	if s.uses[path] == nil {
		s.paths = append(s.paths, path)
		s.uses[path] = &script.Use{}
	}
	return s.uses[path]
}

func (s *lintedScripts) started(all []config.Start) {
	for _, one := range all {
		if one.File.Path == "" {
			s.inline = append(s.inline, one)
			continue
		}
		use := s.use(one.File.Path)
		if !slices.Contains(use.Contracts, one.Agent) {
			use.Contracts = append(use.Contracts, one.Agent)
		}
		if !slices.Contains(use.Events, one.Event) {
			use.Events = append(use.Events, one.Event)
		}
		for _, tool := range one.Tools {
			if !slices.Contains(use.Tools, tool) {
				use.Tools = append(use.Tools, tool)
			}
		}
		use.Servers = use.Servers || one.Servers
		use.Background = one.Background && (use.Command == "" || use.Background)
		use.Command = one.Command
	}
}

// lookAtCommands adds the findings in programs that are written in settings.
func lookAtCommands(all []config.Start, l *linted) {
	for _, one := range all {
		for _, f := range script.Inline(one.Command, script.Use{Contracts: []*dialect.Contract{one.Agent}, Events: []hook.Event{one.Event}, Tools: one.Tools, Servers: one.Servers, Background: one.Background}) {
			f.Place, f.Repair = finding.Place{File: one.At.File, Position: one.At}, finding.Repair{}
			f.Agents = []string{one.Agent.Name}
			l.findings = append(l.findings, f)
		}
	}
}

// lookAtScripts adds the findings in scripts, and returns the scripts that could be read.
func (o *options) lookAtScripts(ctx context.Context, s *lintedScripts, l *linted) (looked []string) {
	for _, path := range s.paths {
		if ctx.Err() != nil {
			break
		}
		text, err := o.text(path, settings.Text)
		if err != nil {
			l.unread++
			o.unreadable(path, err)
			continue
		}
		use := s.uses[path]
		left := fixFile(o, path, text, func(text []byte) judged[script.Report] {
			r := script.Look(o.near(path), text, *use)
			return judged[script.Report]{text, r, r.Findings}
		}, l)
		r := left.report
		switch {
		case r.Cut && use.Command != "":
			// The hook may be a generated bundle, which users don't edit.
			l.cut++
			o.Note(fmt.Sprintf("%s is larger than %d KiB, the most that is read of a script: its first line alone was looked at", o.near(path), script.Largest>>10))
		case r.Cut:
			l.unread++
			o.unreadable(path, fmt.Errorf("larger than %d KiB, the most that is read of a script", script.Largest>>10))
		default:
			l.scripts++
			looked = append(looked, o.near(path))
		}
		for _, f := range left.findings {
			if len(f.Agents) == 0 {
				for _, c := range use.Contracts {
					f.Agents = append(f.Agents, c.Name)
				}
			}
			l.findings = append(l.findings, f)
		}
		l.silenced += len(r.Silenced)
		for _, by := range r.Unused {
			l.unused = append(l.unused, silencer{by.ID, by.Reason, by.Place.Position})
		}
	}
	return looked
}
