package linting

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/agents"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/lint"
	"github.com/hooktest/hooktest/schemas"
)

// configure reads the configuration of the current folder, or of the nearest one around it up to
// that of the repository, if there is one, and then whose rules hold.
func (o *options) configure() error {
	folder, err := os.Getwd()
	if err != nil {
		return console.Fault(err)
	}
	o.config, o.configured, o.repository = lint.Config{}, "", lint.Repository(folder)
	for at := folder; o.configured == ""; at = filepath.Dir(at) {
		path := filepath.Join(at, lint.ConfigFile)
		text, err := console.ReadFile(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return console.Unreadable(o.near(path), err)
		default:
			o.configured = at
			if o.config, err = lint.ReadConfig(o.near(path), text); err != nil {
				return badConfig(err)
			}
		}
		if o.repository == "" || at == o.repository {
			break
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

// silence takes out the findings that the configuration ignores. An entry that ignores
// nothing is reported only if everything that it is about was looked at.
func (o *options) silence(l *linted, looked []string) {
	used := make([]bool, len(o.config.Ignore))
	whole := len(o.paths) == 0 && o.fromConfig(".") == "."
	l.findings = slices.DeleteFunc(l.findings, func(f finding.Finding) bool {
		silent := false
		for i, by := range o.config.Ignore {
			if by.ID == f.Rule.ID && by.Covers(o.fromConfig(f.Place.File)) {
				used[i], silent = true, true
			}
		}
		if silent {
			l.silenced++
		}
		return silent
	})
	for i, by := range o.config.Ignore {
		about := by.Everywhere() && whole ||
			!by.Everywhere() && slices.ContainsFunc(looked, func(path string) bool { return by.Covers(o.fromConfig(path)) })
		if !used[i] && about {
			l.unused = append(l.unused, silencer{by.ID, by.Reason, by.Position})
		}
	}
}

// fromConfig is a path as patterns of the configuration see it.
func (o *options) fromConfig(path string) string {
	at, err := filepath.Abs(path)
	if err != nil {
		return filepath.ToSlash(path)
	}
	from, err := filepath.Rel(o.configured, at)
	if err != nil || !filepath.IsLocal(from) {
		return filepath.ToSlash(at)
	}
	return filepath.ToSlash(from)
}

// near is a path as people write it here: what lies above the current folder, but in the
// same repository, begins with ../
func (o *options) near(path string) string {
	near := console.Near(path)
	if o.repository == "" || !filepath.IsAbs(near) {
		return near
	}
	folder, err := os.Getwd()
	if err != nil {
		return near
	}
	within, err := filepath.Rel(o.repository, near)
	if err != nil || !filepath.IsLocal(within) {
		return near
	}
	if from, err := filepath.Rel(folder, near); err == nil {
		return from
	}
	return near
}
