package doctor

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"time"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/commandfile"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/diagnosis"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/execution"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/shellword"
)

type start struct {
	Exit         int    `json:"exit"`
	Verdict      string `json:"verdict"`
	Milliseconds int64  `json:"milliseconds"`
	// refused is what the sandbox refused.
	refused string
}

// patience is the timeout for an agent's --version.
const patience = 10 * time.Second

// startAll gets the agent's version, and starts each of its working hooks.
func (o *options) startAll(ctx context.Context, m *diagnosis.Machine, p *checkedAgent) error {
	if p.Program != "" {
		p.version = versionOf(ctx, p.Program)
	}
	p.starts = map[int]start{}
	bar := o.Progress(ctx)
	defer bar.Clear()
	for i := range p.Hooks {
		bar.Say("hooks of "+p.Contract.Product, i, len(p.Hooks), 0)
		h := &p.Hooks[i]
		handler, _ := p.Contract.Handlers.Handler(h.Type)
		if h.State != diagnosis.Alive && h.State != diagnosis.Waits || !handler.Command || h.Entry.Args != nil || h.Entry.Shell != "" {
			continue
		}
		if err := o.startOne(ctx, m, p, i); err != nil {
			return err
		}
		if p.starts[i].refused != "" {
			bar.Erase()
			o.Note(fmt.Sprintf("%s: %s", near(finding.Place{Position: h.At}).Position, execution.RefusedNote(p.starts[i].refused)))
		}
	}
	return nil
}

// startOne starts a hook and judges its result.
func (o *options) startOne(ctx context.Context, m *diagnosis.Machine, p *checkedAgent, i int) error {
	h := &p.Hooks[i]
	command, before := inPlace(m, p.Contract, h.Command)
	testbed := execution.Testbed{Contract: p.Contract, Command: command, Environ: o.Environ, Timeout: min(h.Entry.Timeout, execution.Longest),
		Sandbox: o.confined.Sandbox, Covered: []string{m.Project, m.Home}}
	observed, err := testbed.Try(ctx, execution.Variation{Event: h.Event, Fields: o.sample(p.Contract, h), Before: before})
	switch {
	case ctx.Err() != nil:
		return console.Silent(console.ExitInterrupted)
	case err != nil:
		return console.Fault(err)
	}
	result := observed.Result
	code, _ := result.ExitCode()
	p.starts[i] = start{Exit: code, Verdict: string(observed.Firing.Verdict.Kind), Milliseconds: result.Duration.Milliseconds(), refused: observed.Refused}
	for _, f := range finding.Of(observed.Run()) {
		if f.Rule.ID != "HT601" && (f.Rule.ID != "HT509" || observed.Refused != "") {
			continue
		}
		f.Place, f.Agents = finding.Place{File: h.At.File, Position: h.At}, []string{p.Contract.Name}
		h.State, h.Why = diagnosis.Dead, append(h.Why, f)
	}
	return nil
}

// sample returns a payload that the hook's matcher matches, if the contract has a value that
// does.
func (o *options) sample(c *dialect.Contract, h *diagnosis.Hook) *jsonvalue.Object {
	subject := ""
	if h.Entry.Matcher != nil {
		row, _ := c.Event(h.Event)
		names := row.Subject.Values
		if row.Subject.Tool {
			names = slices.Concat(c.Tools.Common, c.Tools.Names())
		}
		if e, err := c.MatcherOf(row).Compile.Read(*h.Entry.Matcher); err == nil {
			for _, name := range names {
				if matched, err := e.MatchString(name); err == nil && matched {
					subject = name
					break
				}
			}
		}
	}
	return c.Sample(h.Event, subject)
}

// inPlace returns a command that can be started outside the project, and the shell lines before
// it that set the project variables.
func inPlace(m *diagnosis.Machine, c *dialect.Contract, command string) (text, before string) {
	for _, name := range c.Launch.Variables {
		before += "export " + name + "=" + shellword.Quoted(m.Project) + "\n"
		// The agent replaces $NAME with its own folder before the shell reads the command.
		// ${NAME} is left to the shell.
		if slices.Contains(c.Launch.Inserted, name) {
			command = strings.ReplaceAll(command, "$"+name, "${"+name+"}")
		}
	}
	in := commandfile.Places{Project: m.Project, Home: m.Home}
	if f, ok := in.File(command); ok && !strings.HasPrefix(f.Word, "/") && !strings.HasPrefix(f.Word, "~") {
		command = strings.Replace(command, f.Word, shellword.Quoted(f.Path), 1)
	}
	return command, before
}

// versionOf returns the first line that an agent's --version prints.
func versionOf(ctx context.Context, program string) string {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, "--version")
	cmd.WaitDelay = time.Second
	out, err := cmd.Output()
	if ended, ok := errors.AsType[*exec.ExitError](err); ok {
		return fmt.Sprintf("unknown: it ends with %d", ended.ExitCode())
	}
	if err != nil {
		return "unknown: " + err.Error()
	}
	line, _, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	return line
}
