package test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/invocation"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/payload"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/roster"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/target"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/casefile"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/caserun"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/eventinput"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/visible"
)

// jobsOf returns the selected cases, each with its hook and its agents, in the order of the
// paths, the files and the lines.
func (o *options) jobsOf() ([]caserun.Job, error) {
	cases, err := o.cases()
	if err != nil {
		return nil, err
	}
	if len(cases) == 0 {
		return nil, &console.Failure{Code: console.ExitNothing, Message: "there are no cases here, so nothing was tested",
			Hint: "a case is a comment of a hook, such as # hooktest: deny 'rm -rf /', or is in a file *" + casefile.Suffix}
	}
	o.settings = &invocation.Settings{}
	hooks := map[string]target.Target{}
	missing := map[string]*console.Failure{}
	var jobs []caserun.Job
	for _, c := range cases {
		if !o.selects(c) {
			continue
		}
		key := c.Script + "\x00" + strings.Join(c.Args, "\x00")
		if c.Entry != nil {
			key = string(jsonvalue.Marshal(c.Entry))
		}
		if _, known := hooks[key]; !known {
			t, err := target.Target{}, error(nil)
			if c.Entry != nil {
				t = target.OfEntry(c.Entry)
			} else {
				t, err = target.Find(c.Script, c.Args, "")
			}
			failure, _ := errors.AsType[*console.Failure](err)
			if err != nil && failure == nil {
				return nil, err
			}
			hooks[key], missing[key] = t, failure
		}
		own, err := o.jobsFor(c, hooks[key], missing[key])
		if err != nil {
			return nil, err
		}
		jobs = append(jobs, own...)
	}
	if len(jobs) == 0 {
		return nil, &console.Failure{Code: console.ExitNothing, Message: fmt.Sprintf("none of the %d cases is selected, so nothing was tested", len(cases)),
			Hint: "--run, --tags and --agents choose"}
	}
	return jobs, nil
}

func (o *options) selects(c casefile.Case) bool {
	tagged := len(o.tags) == 0 || slices.ContainsFunc(o.tags, func(tag string) bool { return slices.Contains(c.Tags, tag) })
	return tagged && (o.pattern.MatchString(c.Name) || o.pattern.MatchString(titleOfCase(c)))
}

// titleOfCase names a case and its hook. A hook without a script is named by its question,
// shortened.
func titleOfCase(c casefile.Case) string {
	if c.Entry != nil {
		return visible.Clip(c.Script, 60) + "/" + c.Name
	}
	return filepath.Base(c.Script) + "/" + c.Name
}

// jobsFor returns the jobs of one case. Agents that start the hook in the same way share one job.
func (o *options) jobsFor(c casefile.Case, t target.Target, missing *console.Failure) ([]caserun.Job, error) {
	asked, asking, err := o.agentsOf(c, t)
	if err != nil {
		return nil, err
	}
	var jobs []caserun.Job
	keys := map[string]int{}
	for _, a := range asked {
		c, err := asking.At(a, t, c)
		if err != nil {
			return nil, err
		}
		started, err := asking.Started(a, t, eventOf(c, a))
		if err != nil {
			return nil, err
		}
		off, hint, err := asking.Off(a, t)
		if err != nil {
			return nil, err
		}
		key := c.Event + "\x00" + off + "\x00" + started.Command
		if started.Entry != nil {
			key = c.Event + "\x00" + off + "\x00" + string(jsonvalue.Marshal(started.Entry))
		}
		i, known := keys[key]
		if !known {
			i, keys[key] = len(jobs), len(jobs)
			jobs = append(jobs, caserun.Job{Case: c, Hook: caserun.Hook{Command: started.Command, Entry: started.Entry, Environ: started.Environ, Written: started.Written, Uncertain: started.Uncertain, Start: started.StartHint}})
			jobs[i].Hook.Unfired = func(contract *dialect.Contract, event hook.Event, fields *jsonvalue.Object) (string, error) {
				why, _, err := asking.Unfired(roster.Agent{Contract: contract}, t, event, fields)
				return why, err
			}
			if off != "" {
				jobs[i].Hook.Missing, jobs[i].Hook.Hint = off, hint
			}
			if missing != nil {
				jobs[i].Hook.Missing, jobs[i].Hook.Hint = missing.Message, missing.Hint
			}
		}
		jobs[i].Agents = append(jobs[i].Agents, a.Contract)
	}
	return jobs, nil
}

// eventOf returns an agent's name for a case's event, or "" if the agent has none.
func eventOf(c casefile.Case, a roster.Agent) hook.Event {
	if c.Event != "" {
		event, _ := eventinput.Event(a.Contract, c.Event)
		return event
	}
	row, ok := a.At(dialect.ToolBefore)
	if c.Prompt != nil {
		row, ok = a.At(dialect.TurnBefore)
	}
	if !ok {
		return ""
	}
	return row.Name
}

// agentsOf returns the agents that a case names, limited to those of --agents. For a case that
// names none, it returns those of --agents, or else the ones that run would choose, and a note
// gives the reason.
func (o *options) agentsOf(c casefile.Case, t target.Target) ([]roster.Agent, *invocation.Options, error) {
	quiet := &console.App{Streams: o.Streams, Environ: o.Environ, Quiet: true}
	asking := &invocation.Options{Flags: payload.Flags{App: quiet, Given: func(string) bool { return false }}, Args: c.Args, Chosen: o.chosen, Settings: o.settings}
	if len(c.Agents) > 0 {
		var all []roster.Agent
		for _, name := range c.Agents {
			contract, ok := dialect.Named(name)
			if ok && (len(o.chosen) == 0 || slices.ContainsFunc(o.chosen, func(a roster.Agent) bool { return a.Name == name })) {
				all = append(all, roster.Agent{Contract: contract})
			}
		}
		return all, asking, nil
	}
	if c.Stdin != nil && c.Event == "" {
		asking.TakeWhole(*c.Stdin)
	}
	asked, why, err := asking.Asked(t)
	if why != "" && !slices.Contains(o.told, c.Script+why) {
		o.told = append(o.told, c.Script+why)
		o.Note(fmt.Sprintf("%s: asking %s", titleOf(c), why))
	}
	return asked, asking, err
}

// titleOf names the hook of a case.
func titleOf(c casefile.Case) string {
	if c.Entry != nil {
		return visible.Clip(c.Script, 60)
	}
	return c.Script
}

// cases reads all case files and hooks below the paths, and reports all their faults together.
// The exit code of an invalid file takes precedence over that of an unreadable one.
func (o *options) cases() ([]casefile.Case, error) {
	var cases []casefile.Case
	var faults []error
	code := console.ExitUntestable
	read := func(path string) {
		found, err := casesIn(path)
		cases = append(cases, found...)
		if failed, ok := errors.AsType[*fs.PathError](err); ok {
			faults = append(faults, fmt.Errorf("%s can't be read: %w", path, failed.Err))
		} else if err != nil {
			faults, code = append(faults, err), console.ExitFault
		}
	}
	seen := map[string]bool{}
	for _, path := range o.paths {
		info, err := os.Stat(path)
		if err != nil {
			if !errors.Is(err, fs.ErrNotExist) {
				return nil, console.Unreadable(path, err)
			}
			return nil, console.Usage(path+": no such file or folder", console.SimilarFile(path))
		}
		if !info.IsDir() {
			if !seen[filepath.Clean(path)] {
				seen[filepath.Clean(path)] = true
				before := len(cases)
				read(path)
				if len(cases) == before && len(faults) == 0 {
					o.Warn(path+" has no cases", "a case is a comment such as # hooktest: deny 'rm -rf /', or is in a file *"+casefile.Suffix)
				}
			}
			continue
		}
		err = filepath.WalkDir(path, func(file string, entry fs.DirEntry, err error) error {
			switch {
			case err != nil:
				faults = append(faults, fmt.Errorf("%s can't be read: %w", file, console.Cause(err)))
				return nil
			case entry.IsDir() && file != path && skipped(entry.Name()):
				return fs.SkipDir
			case entry.Type().IsRegular() && holdsCases(file) && !seen[filepath.Clean(file)]:
				seen[filepath.Clean(file)] = true
				read(file)
			}
			return nil
		})
		if err != nil {
			return nil, console.Fault(err)
		}
	}
	if len(faults) > 0 {
		return nil, &console.Failure{Code: code, Message: errors.Join(faults...).Error()}
	}
	return cases, nil
}

// skipped reports whether a folder holds third-party files.
func skipped(name string) bool {
	return name == ".git" || name == "node_modules" || name == "__pycache__" || name == ".venv"
}

// holdsCases reports whether a file of a folder may hold cases: a case file, or a script by its suffix
// or, without one, by its first two bytes.
func holdsCases(file string) bool {
	suffixes := []string{".sh", ".bash", ".zsh", ".py", ".js", ".cjs", ".mjs", ".ts", ".rb", ".pl", ".php", ".lua"}
	if casefile.Is(file) || slices.Contains(suffixes, filepath.Ext(file)) {
		return true
	}
	if filepath.Ext(file) != "" {
		return false
	}
	f, err := os.Open(file)
	if err != nil {
		return false
	}
	defer func() { _ = f.Close() }()
	begin := make([]byte, 2)
	_, err = f.Read(begin)
	return err == nil && string(begin) == "#!"
}

// casesIn returns the cases of a case file, or of a hook's comments.
func casesIn(path string) ([]casefile.Case, error) {
	if !casefile.Is(path) && filepath.Ext(path) != ".yaml" && filepath.Ext(path) != ".yml" {
		text, err := target.StartOf(path)
		if err != nil {
			return nil, err
		}
		if filepath.Ext(path) == ".json" {
			if _, err := document.Parse(path, text, document.Options{AllowComments: true, AllowTrailingCommas: true}); err != nil {
				return nil, err
			}
		}
		return casefile.Comments(path, text)
	}
	return casefile.Load(path)
}
