package audit

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/casefile"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/commandfile"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/diagnosis"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/driver"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/execution"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/probe"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/scriptedmodel"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/engine/planner"
	"github.com/hooktest/hooktest/internal/sandbox"
	"github.com/hooktest/hooktest/internal/shellword"
	"github.com/hooktest/hooktest/internal/workers"
)

// mark is what a tool that has run leaves: the output of a command, or the text of a file.
const mark = "DONE AND SEEN"

// A call is a tool call that the model makes, and how its effect is seen.
type call struct {
	role  dialect.Role
	title string
	model scriptedmodel.Call
	// token is a text of the call's input that no other call has.
	token string
	// file appears if the tool runs; with mark in it, if the tool writes files. It is empty if
	// only the result that the model reads can tell.
	file string
	// guards are the hooks that refuse the call, by their index.
	guards []int

	asked bool
	ran   *bool
	read  string
	// broken says how a run broke off at the call; empty if none did.
	broken string
}

// A Plan is what a session is about.
type Plan struct {
	Setup
	calls []*call
	// roles are the tools that each hook is for, by its index; empty if it is not about tools.
	roles map[int]dialect.Role
	// untold are the reasons why nothing can be said of hooks.
	untold map[int]string
}

// roles that a model can be made to call, the most common first.
var roles = []dialect.Role{dialect.RunShell, dialect.WriteFile, dialect.ReadFile}

// Plan finds what each hook is for. A hook before a tool is asked directly what it refuses, in a
// sandbox.
func (s Setup) Plan(ctx context.Context) (*Plan, error) {
	p := &Plan{Setup: s, roles: map[int]dialect.Role{}, untold: map[int]string{}}
	for i := range s.Hooks {
		h := &s.Hooks[i]
		row, ok := s.Contract.Event(h.Event)
		if !ok || !row.Subject.Tool || row.Moment != dialect.ToolBefore && row.Moment != dialect.ToolAfter {
			continue
		}
		role, ok := s.role(h, row)
		if !ok {
			p.untold[i] = fmt.Sprintf("the scripted model can't call a tool that %q matches", h.Matcher)
			continue
		}
		p.roles[i] = role
		p.canary(role)
		if row.Moment != dialect.ToolBefore || h.Command == "" || h.State == diagnosis.Unjudged {
			continue
		}
		if err := p.guard(ctx, i, role); err != nil {
			return nil, err
		}
	}
	if len(p.calls) == 0 {
		p.canary(dialect.RunShell)
	}
	return p, nil
}

// role returns the tool that a hook is for: the first that its matcher matches or, if there is none,
// the first that it would match without regard to case, under any agent's name.
func (s Setup) role(h *diagnosis.Hook, row *dialect.Event) (dialect.Role, bool) {
	able := slices.DeleteFunc(slices.Clone(roles), func(r dialect.Role) bool { return len(s.Agent.Tools[r]) == 0 })
	for _, role := range able {
		if tool, ok := s.Contract.Tools.For(role); ok && s.matches(row, h.Matcher, tool.Name) {
			return role, true
		}
	}
	for _, role := range able {
		for _, c := range dialect.Contracts() {
			tool, _ := c.Tools.For(role)
			for _, name := range append([]string{tool.Name}, tool.Unmatched...) {
				for word := range strings.FieldsFuncSeq(h.Matcher, func(r rune) bool { return strings.ContainsRune("|,()^$ .*", r) }) {
					if name != "" && strings.EqualFold(word, name) {
						return role, true
					}
				}
			}
		}
	}
	return "", false
}

// matches reports whether a matcher on an event matches a tool's name.
func (s Setup) matches(row *dialect.Event, matcher, name string) bool {
	entry := hook.Entry{Event: row.Name, Type: hook.TypeCommand}
	if matcher != "" {
		entry.Matcher = &matcher
	}
	plan, err := planner.Explain(s.Contract, planner.Single(entry), true, row.Name, name)
	return err == nil && len(plan.Entries) > 0
}

// canary adds a call of a role that no guard refuses.
func (p *Plan) canary(role dialect.Role) {
	if slices.ContainsFunc(p.calls, func(c *call) bool { return c.role == role && len(c.guards) == 0 }) {
		return
	}
	c := &call{role: role}
	switch role {
	case dialect.RunShell:
		c.file = p.place()
		c.title = "a harmless command"
		p.take(c, "touch "+c.file+"; "+speak)
	case dialect.WriteFile:
		c.file = filepath.Join(p.Project, filepath.Base(p.place())+".txt")
		c.title = "writing a new file"
		p.take(c, c.file)
	case dialect.ReadFile:
		c.title = "reading a file"
		path := p.place()
		// If that fails, the agent reports it when it reads the file.
		_ = os.WriteFile(path, []byte(mark+"\n"), 0o600)
		p.take(c, path)
	}
}

// speak is a command that prints mark, without having it in its text.
const speak = "echo done and seen | tr a-z A-Z"

// place returns a new file's path in the scratch folder.
func (p *Plan) place() string {
	return filepath.Join(p.Scratch, fmt.Sprintf("note-%03d", len(p.calls)+1))
}

// take completes a call and adds it. on is the tool's main argument.
func (p *Plan) take(c *call, on string) {
	c.model, _ = p.Agent.Call(c.role, on, mark)
	if c.token = filepath.Base(c.file); c.file == "" {
		c.token = strings.Trim(string(jsonvalue.Marshal(on)), `"`)
	}
	p.calls = append(p.calls, c)
}

// guard adds a call that a hook refuses: that of its own cases or, if it has none, the first of
// those that guards commonly refuse.
func (p *Plan) guard(ctx context.Context, i int, role dialect.Role) error {
	h := &p.Hooks[i]
	var script []byte
	file, ok := (commandfile.Places{Project: p.Project, Home: p.Home}).File(h.Command)
	if ok {
		// Without its text, the hook is asked about what guards commonly refuse.
		script, _ = os.ReadFile(file.Path)
	}
	var ons []string
	for _, c := range casefile.Own(file.Path, script) {
		for on, of := range map[*string]dialect.Role{c.Bash: dialect.RunShell, c.Write: dialect.WriteFile} {
			if on != nil && of == role && c.Of(p.Contract.Name).Refuses() {
				ons = append(ons, *on)
			}
		}
	}
	own := len(ons)
	for _, o := range probe.Refusable(append(script, h.Command...)) {
		if o.Role == role {
			ons = append(ons, o.On)
		}
	}
	for n, on := range ons {
		if role != dialect.RunShell && !filepath.IsAbs(on) {
			ons[n] = filepath.Join(p.Project, on)
		}
	}
	if own > 0 {
		return p.refused(ctx, i, role, ons[0])
	}
	n, err := p.first(ctx, h, role, ons)
	if err != nil || n < 0 {
		return err
	}
	return p.refused(ctx, i, role, ons[n])
}

// refused adds a call that a hook refuses. If another hook refuses it as well, there is one call.
func (p *Plan) refused(ctx context.Context, i int, role dialect.Role, on string) error {
	c := &call{role: role, title: probe.EventInput{Role: role, On: on}.Title(), guards: []int{i}}
	for _, other := range p.calls {
		if other.role == role && other.title == c.title && len(other.guards) > 0 {
			other.guards = append(other.guards, i)
			return nil
		}
	}
	switch role {
	case dialect.RunShell:
		// The command must leave something behind, and be refused with that, too.
		place := p.place()
		leave := "touch " + place + "; " + speak
		ways := []string{on + "\n" + leave, on + "; " + leave, leave + "; " + on}
		n, err := p.first(ctx, &p.Hooks[i], role, ways)
		if err != nil {
			return err
		}
		if n >= 0 {
			c.file, on = place, ways[n]
		}
	case dialect.WriteFile:
		c.file = on
	}
	p.take(c, on)
	return nil
}

// first returns the index of the first event input of a role that a hook refuses when it is run in a
// sandbox; -1 if there is none.
func (p *Plan) first(ctx context.Context, h *diagnosis.Hook, role dialect.Role, ons []string) (int, error) {
	command := h.Command
	if h.Entry.Args != nil {
		command = shellword.Join(append([]string{command}, h.Entry.Args...))
	}
	const atOnce = 4
	from := 0
	for some := range slices.Chunk(ons, atOnce) {
		refuses, err := workers.Map(ctx, atOnce, some, func(_ int, on string) (bool, error) { return p.refuses(ctx, h, command, role, on) })
		if n := slices.Index(refuses, true); n >= 0 || err != nil {
			return from + n, err
		}
		from += len(some)
	}
	return -1, nil
}

func (p *Plan) refuses(ctx context.Context, h *diagnosis.Hook, command string, role dialect.Role, on string) (bool, error) {
	o, err := probe.Happening(p.Contract, string(h.Event), role, on)
	if err != nil {
		// The contract does not have the arguments of such a tool.
		return false, nil
	}
	row, _ := p.Contract.Event(o.Event)
	if h.Entry.If != "" && p.Contract.Keeps(h.Entry.If, row, o.Fields) != dialect.Yes {
		return false, nil
	}
	firing, err := execution.Run(ctx, execution.Spec{
		Contract: p.Contract, Command: command, Event: o.Event, Fields: o.Fields, Project: p.Project, Environ: driver.Public(p.Environ),
		Timeout: execution.Patience(p.Contract, o.Event, h.Entry.Timeout), Sandbox: &sandbox.Policy{Covered: []string{p.Home}},
	})
	return firing.Verdict.Kind == effect.Deny || firing.Verdict.Kind == effect.Stop, err
}
