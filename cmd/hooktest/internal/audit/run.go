package audit

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/driver"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/interpose"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/scriptedmodel"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/settingsfile"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// The marks of the threads, and what the model says.
const (
	ownMark   = "Please carry out the steps"
	theirMark = "Please carry out the part"
	// mostRuns is how often the agent is run in a mode, if refusals end its runs early.
	mostRuns = 5
	// mostMore is how often a hook may tell the agent to go on.
	mostMore = 12
)

// Run runs the agent in a mode until each call was made, and returns the rows.
func (p *Plan) Run(ctx context.Context, mode string) (Session, error) {
	s := Session{Mode: mode}
	records := filepath.Join(p.Scratch, mode)
	if err := os.MkdirAll(records, 0o700); err != nil {
		return s, err
	}
	changed, recorded, err := p.changed(records)
	if err != nil {
		return s, err
	}
	if plugin := p.Agent.Modes[mode].Plugin; plugin != "" {
		if s.moved, err = p.plugin(changed, filepath.Join(p.Home, strings.TrimPrefix(plugin, "~/"))); err != nil {
			return s, err
		}
	}
	for _, c := range p.calls {
		c.asked, c.ran, c.read, c.broken = false, nil, "", ""
		if c.role == dialect.RunShell && c.file != "" {
			_ = os.Remove(c.file)
		}
	}
	for range mostRuns {
		left := slices.DeleteFunc(slices.Clone(p.calls), func(c *call) bool { return c.asked })
		if len(left) == 0 {
			break
		}
		run, err := p.once(ctx, mode, left, changed)
		if untestable, ok := errors.AsType[*driver.Untestable](err); ok {
			s.Unrun = untestable.Message
			if untestable.Hint != "" {
				s.Unrun += " (" + untestable.Hint + ")"
			}
			break
		}
		if err != nil {
			return s, err
		}
		s.Runs = append(s.Runs, run)
		if s.Unrun = run.Untold(p.Agent); s.Unrun != "" {
			break
		}
		if !left[0].asked {
			s.Unrun = p.unreached(mode)
			break
		}
	}
	return s, p.rows(ctx, &s, records, recorded)
}

// unreached says why a run reached no call.
func (p *Plan) unreached(mode string) string {
	switch m := p.Agent.Modes[mode]; {
	case m.Delegates:
		return "the agent started no sub-agent that the model could answer"
	case m.Before != nil:
		return "the agent did not resume the session"
	}
	return "the agent did not let the model call a tool"
}

// once runs the agent with the calls that are left.
func (p *Plan) once(ctx context.Context, mode string, calls []*call, changed map[string][]byte) (driver.Run, error) {
	turns := []scriptedmodel.Turn{}
	for _, c := range calls {
		turns = append(turns, scriptedmodel.Turn{Calls: []scriptedmodel.Call{c.model}})
	}
	last := scriptedmodel.Turn{Text: "All steps are done."}
	threads := []scriptedmodel.Thread{{Name: "own", Mark: ownMark, Turns: append(turns, last), More: mostMore}}
	if p.Agent.Modes[mode].Delegates {
		if finish, ok := p.Agent.Call(driver.Finish, "The part is done.", ""); ok {
			last.Calls = []scriptedmodel.Call{finish}
		}
		task, ok := p.Agent.Call(dialect.RunTask, theirMark+".", "")
		if !ok {
			return driver.Run{}, &driver.Untestable{Message: "it is not known how " + p.Agent.Product + " starts a sub-agent"}
		}
		const longest = 30 * time.Second
		threads = []scriptedmodel.Thread{
			{Name: "theirs", Mark: theirMark, Turns: append(turns, last), More: mostMore},
			{Name: "own", Mark: ownMark, Turns: []scriptedmodel.Turn{{Calls: []scriptedmodel.Call{task}}, {Text: "All parts are done.", After: "theirs", Wait: longest}}, More: mostMore},
		}
	}
	serving := -1
	run, err := driver.Start(ctx, driver.Spec{
		Agent: p.Agent, Program: p.Program, Mode: mode, Prompt: ownMark + ".", Threads: threads, Project: p.Project, Home: p.Home,
		Changed: changed, Environ: p.Environ, Follows: true, Scratch: p.Scratch, Records: filepath.Join(p.Scratch, mode),
		Asked: func(e scriptedmodel.Exchange, see driver.View) {
			if e.Thread != threads[0].Name || e.Fault != "" {
				return
			}
			if serving >= 0 && serving < len(calls) && e.Turn == serving+1 {
				calls[serving].see(e, see)
			}
			if serving = e.Turn; serving < len(calls) {
				calls[serving].asked = true
			}
		},
	})
	if err == nil && serving >= 0 && serving < len(calls) {
		// The run ended with this call.
		calls[serving].seeLater(run)
	}
	return run, err
}

// see notes the effect of a call when the agent asks for the next turn.
func (c *call) see(e scriptedmodel.Exchange, see driver.View) {
	var texts []string
	for _, m := range e.Last() {
		for _, r := range m.Results {
			texts = append(texts, r.Text)
		}
	}
	c.read = strings.Join(texts, "\n")
	ran := strings.Contains(c.read, mark)
	switch {
	case c.role == dialect.WriteFile:
		ran = see.Contains(c.file, mark)
	case c.file != "":
		ran = see.Exists(c.file)
	case c.role == dialect.RunShell:
		return
	}
	c.ran = &ran
}

// seeLater notes the effect of a command after the end of the run. What other tools did is gone.
func (c *call) seeLater(run driver.Run) {
	if how := run.Broken(); how != "" {
		c.broken = "the agent " + how
	}
	if c.role == dialect.RunShell && c.file != "" {
		_, err := os.Stat(c.file)
		ran := err == nil
		c.ran = &ran
	}
}

// changed returns the texts of the settings files with recorders in front of the hooks, and which
// hooks have one, by the index.
func (p *Plan) changed(records string) (map[string][]byte, map[int]bool, error) {
	changed, recorded := map[string][]byte{}, map[int]bool{}
	for _, h := range p.Hooks {
		path := h.At.File
		if _, known := changed[path]; known || !p.inView(path) {
			continue
		}
		// A file that can't be read so has no recorders: its hooks are judged by their effect.
		file, err := settingsfile.Read(p.Contract, path)
		if err != nil || file.Missing {
			continue
		}
		text := interpose.Fronted(file, p.Recorder, func(s settingsfile.Hook) string {
			i := p.index(s)
			if i < 0 {
				return ""
			}
			recorded[i] = true
			return cassetteOf(records, i)
		})
		if !bytes.Equal(text, file.Data) {
			changed[path] = text
		}
	}
	return changed, recorded, p.trust(changed, recorded, records)
}

// plugin moves the hooks of all settings files that have recorders into the file of a plugin, and
// returns the files of which all hooks are in plugins then.
func (p *Plan) plugin(changed map[string][]byte, to string) (moved map[string]bool, err error) {
	all, moved := jsonvalue.New(), map[string]bool{}
	for _, f := range p.Files {
		text, known := changed[f.Path]
		installed := !slices.Contains(p.Contract.Settings.Scopes(), f.Scope)
		if moved[f.Path] = known || installed; !known || installed {
			continue
		}
		file, err := settingsfile.Parse(p.Contract, f.Path, text)
		if err != nil {
			return nil, err
		}
		rest, hooks := file.Emptied()
		changed[f.Path] = rest
		for event, entries := range hooks.All() {
			more, listed := entries.([]any)
			if before, ok := all.Get(event); ok && listed {
				if list, ok := before.([]any); ok {
					entries = slices.Concat(list, more)
				}
			}
			all.Set(event, entries)
		}
	}
	changed[to] = settingsfile.Of(p.Contract, all)
	return moved, nil
}

// index returns the index of a hook in a settings file, or -1.
func (p *Plan) index(s settingsfile.Hook) int {
	if s.Shell != "" || !s.Plain() {
		return -1
	}
	at := s.Command.Position()
	best := -1
	for i, h := range p.Hooks {
		if h.At.File == at.File && h.At.Offset <= at.Offset && (best < 0 || h.At.Offset > p.Hooks[best].At.Offset) {
			best = i
		}
	}
	return best
}

func cassetteOf(records string, i int) string {
	return filepath.Join(records, strconv.Itoa(i)+".jsonl")
}

// inView reports whether the agent's view of a file can be changed.
func (p *Plan) inView(path string) bool {
	return slices.ContainsFunc([]string{p.Project, p.Home}, func(folder string) bool {
		rest, err := filepath.Rel(folder, path)
		return err == nil && filepath.IsLocal(rest)
	})
}

// trust replaces the digests of trusted hooks by those of the hooks with recorders.
func (p *Plan) trust(changed map[string][]byte, recorded map[int]bool, records string) error {
	for i, h := range p.Hooks {
		if h.Trusted == nil || !recorded[i] {
			continue
		}
		file, err := settingsfile.Parse(p.Contract, h.At.File, changed[h.At.File])
		if err != nil {
			return err
		}
		hooks := file.Hooks()
		n := slices.IndexFunc(hooks, func(s settingsfile.Hook) bool { return strings.Contains(s.Command.Text(), cassetteOf(records, i)) })
		if n < 0 {
			continue
		}
		at := h.Trusted.At
		text, known := changed[at.File]
		if !known {
			if text, err = os.ReadFile(at.File); err != nil {
				return err
			}
		}
		// The word is in the entry, which begins in that line.
		lines := bytes.SplitAfterN(text, []byte("\n"), at.Line)
		lines[len(lines)-1] = bytes.Replace(lines[len(lines)-1], []byte(h.Trusted.Word), []byte(h.Trusted.Digest.Of(file.Definition(hooks[n]))), 1)
		changed[at.File] = slices.Concat(lines...)
	}
	return nil
}
