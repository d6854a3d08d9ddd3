package linting

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/agents"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/lint"
	"github.com/hooktest/hooktest/schemas"
)

// configure reads the configuration of the current folder, if there is one, and then
// whose rules hold.
func (o *options) configure() error {
	o.config = lint.Config{}
	text, err := console.ReadFile(lint.ConfigFile)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return console.Unreadable(lint.ConfigFile, err)
	default:
		if o.config, err = lint.ReadConfig(lint.ConfigFile, text); err != nil {
			return badConfig(err)
		}
	}
	names := o.agents
	if len(names) == 0 {
		names = o.config.Agents
	}
	o.chosen, err = agents.Chosen(names)
	return err
}

// badConfig tells all that is wrong with the configuration, with what was meant.
func badConfig(err error) error {
	hint := "the keys are explained by: hooktest schema lint-config"
	misfit, ok := errors.AsType[*schemas.Error](err)
	if !ok {
		return console.Usage(err.Error(), "")
	}
	var lines []string
	for _, f := range misfit.Faults {
		lines = append(lines, f.String())
		if near := console.Nearest(f.Property, []string{"agents", "ignore", "ids", "files", "reason"}); near != "" && f.Keyword == "unevaluatedProperties" {
			hint = fmt.Sprintf("did you mean %s?", near)
		}
	}
	return console.Usage(strings.Join(lines, "\n"), hint)
}

// silence takes out what the configuration does not want to be told. That one of its
// words silences nothing is told where all that it is about was looked at.
func (o *options) silence(l *linted, looked []string) {
	used := make([]bool, len(o.config.Ignore))
	l.findings = slices.DeleteFunc(l.findings, func(f finding.Finding) bool {
		silent := false
		for i, by := range o.config.Ignore {
			if by.ID == f.Rule.ID && by.Covers(fromHere(f.Place.File)) {
				used[i], silent = true, true
			}
		}
		if silent {
			l.silenced++
		}
		return silent
	})
	for i, by := range o.config.Ignore {
		about := by.Everywhere() && len(o.paths) == 0 ||
			!by.Everywhere() && slices.ContainsFunc(looked, func(path string) bool { return by.Covers(fromHere(path)) })
		if !used[i] && about {
			l.unused = append(l.unused, silencer{by.ID, by.Reason, by.Position})
		}
	}
}

// fromHere is a path as patterns of the configuration see it.
func fromHere(path string) string { return filepath.ToSlash(console.Near(path)) }
