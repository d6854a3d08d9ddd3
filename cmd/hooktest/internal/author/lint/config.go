package lint

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/roster"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/contractfile"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/rules/config"
	"github.com/hooktest/hooktest/engine/settings"
	"github.com/hooktest/hooktest/internal/lists"
	"github.com/hooktest/hooktest/schemas"
)

// current returns the current folder, which is asked for once: every finding and file has a path.
func (o *options) current() (folder string, err error) {
	if o.folder == "" {
		o.folder, err = os.Getwd()
	}
	return o.folder, err
}

// configure reads the configuration of the current folder, or of the nearest parent folder up to
// the repository's, if there is one. It then decides which agents' rules apply.
func (o *options) configure() error {
	folder, err := o.current()
	if err != nil {
		return console.Fault(err)
	}
	return o.configureIn(folder)
}

// configureIn does that for another folder.
func (o *options) configureIn(folder string) (err error) {
	o.config, o.configured, o.repository = config.Config{}, "", config.Repository(folder)
	for at := folder; o.configured == ""; at = filepath.Dir(at) {
		path := filepath.Join(at, config.ConfigFile)
		text, err := o.text(path, settings.Text)
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return console.Unreadable(o.near(path), err)
		default:
			o.configured = at
			if o.config, err = config.ReadConfig(o.near(path), text); err != nil {
				return badConfig(err)
			}
		}
		if o.repository == "" || at == o.repository {
			break
		}
	}
	if !o.baselineGiven && o.config.Baseline != "" {
		o.baseline = filepath.Join(o.configured, o.config.Baseline)
	} else if o.baseline != "" {
		o.baseline = o.absolute(o.baseline)
	}
	names := o.agents
	if len(names) == 0 {
		for _, name := range o.config.Agents {
			if contractfile.Is(name) && !filepath.IsAbs(name) {
				name = filepath.Join(o.configured, name)
			}
			names = append(names, name)
		}
	}
	o.chosen, err = roster.Chosen(names)
	return err
}

// badConfig reports all faults of the configuration.
func badConfig(err error) error {
	invalid, ok := errors.AsType[*schemas.Error](err)
	if !ok {
		return console.Usage(err.Error(), "")
	}
	lines := lists.Of(invalid.Faults, schemas.Fault.String)
	return console.Usage(strings.Join(lines, "\n"), "the keys are explained by: hooktest schema lint-config")
}

// silence applies the configuration's severities, and removes the findings that it ignores and
// those of the baseline. It reports an unused ignore entry only if a file that the entry covers was
// checked or, for an entry without files, the whole project.
func (o *options) silence(ctx context.Context, l *linted, looked []string) error {
	known, err := console.Await(ctx, o.baselined)
	if err != nil {
		return err
	}
	overrides := o.config.Overrides
	used := make([]bool, len(overrides))
	whole := len(o.paths) == 0 && o.fromConfig(".") == "."
	var left []finding.Finding
	for _, f := range l.findings {
		silent := false
		for i, by := range overrides {
			switch {
			case by.ID != f.Rule.ID || !by.Covers(o.fromConfig(f.Place.File)):
			case by.Severity == "":
				used[i], silent = true, true
			default:
				f.Rule.Severity = by.Severity
			}
		}
		if key := keyOf(f.Rule.ID, o.absolute(f.Place.File), f.Text); !silent && known[key] > 0 {
			known[key]--
			silent = true
		}
		if silent {
			l.silenced++
		} else {
			left = append(left, f)
		}
	}
	l.findings = left
	for i, by := range overrides {
		about := by.Everywhere() && whole ||
			!by.Everywhere() && slices.ContainsFunc(looked, func(path string) bool { return by.Covers(o.fromConfig(path)) })
		if !used[i] && about && by.Severity == "" {
			l.unused = append(l.unused, silencer{by.ID, by.Reason, by.Position})
		}
	}
	return nil
}

func (o *options) ignored(f finding.Finding) bool {
	return slices.ContainsFunc(o.config.Overrides, func(by config.Override) bool {
		return by.ID == f.Rule.ID && by.Severity == "" && by.Covers(o.fromConfig(f.Place.File))
	})
}

// baselined counts the findings of the baseline, by keys that stay the same if lines are added
// above them. The baseline may be a pipe.
func (o *options) baselined() (map[string]int, error) {
	path := o.baseline
	if path == "" {
		return nil, nil
	}
	text, err := console.ReadFile(path)
	if err != nil {
		return nil, console.Unreadable(o.near(path), err)
	}
	var r jsonReport
	if err := json.Unmarshal(text, &r); err != nil || r.Schema != lintReport {
		return nil, console.Usage(o.near(path)+" is not a report of lint", "write it: hooktest lint --baseline= --report json="+o.near(path))
	}
	known := map[string]int{}
	for _, f := range r.Findings {
		at := filepath.FromSlash(f.File)
		if !filepath.IsAbs(at) {
			at = filepath.Join(filepath.Dir(path), at)
		}
		known[keyOf(f.ID, at, f.Text)]++
	}
	return known, nil
}

func keyOf(id, path, text string) string { return id + "\x00" + path + "\x00" + text }

// absolute returns a path in the form in which baseline paths are compared. If there is no
// absolute form, it returns the path itself.
func (o *options) absolute(path string) string {
	if folder, err := o.current(); err == nil && !filepath.IsAbs(path) {
		path = filepath.Join(folder, path)
	}
	return filepath.Clean(path)
}

// fromConfig returns a path as patterns of the configuration see it.
func (o *options) fromConfig(path string) string {
	at := o.absolute(path)
	from, err := filepath.Rel(o.configured, at)
	if err != nil || !filepath.IsLocal(from) {
		return filepath.ToSlash(at)
	}
	return filepath.ToSlash(from)
}

// near returns a path relative to the current folder. Paths above that folder, but in the same
// repository, begin with ../
func (o *options) near(path string) string {
	folder, unknown := o.current()
	from, err := filepath.Rel(folder, path)
	if unknown != nil || err != nil {
		return path
	}
	within, err := filepath.Rel(o.repository, path)
	if filepath.IsLocal(from) || o.repository != "" && err == nil && filepath.IsLocal(within) {
		return from
	}
	return path
}
