package caserun

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/casefile"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/eventinput"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/execution"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/promptanswer"
	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/internal/sandbox"
)

// A launch is one way to start the hook, and the agents that start it that way.
type launch struct {
	execution.Spec
	members []member
}

// A member is an agent, by the index of its result, with its event input.
type member struct {
	result     int
	eventInput eventinput.Input
}

// launchOf returns how an agent starts the hook, without the folder.
func (r Runner) launchOf(contract *dialect.Contract, job Job, happens eventinput.Input) execution.Spec {
	l := execution.Spec{
		Contract: contract, Event: happens.Event, Fields: happens.Fields, Command: job.Hook.Command,
		Timeout: execution.Patience(contract, happens.Event, time.Duration(job.Case.Timeout)*time.Millisecond),
	}
	if r.Ask != nil {
		r.Ask(&l)
	}
	if l.Entry = job.Hook.Entry; l.Entry != nil {
		l.Timeout = time.Duration(job.Case.Timeout) * time.Millisecond
	}
	if job.Case.Model != nil {
		l.Answers = promptanswer.One(*job.Case.Model).For
	}
	if job.Case.Stdin != nil {
		l.Stdin = []byte(*job.Case.Stdin)
	}
	return l
}

// run starts the hook once for all agents of the launch, and judges the result for each.
func (r Runner) run(ctx context.Context, job Job, l *launch, results []Result) error {
	broken := func(why string) {
		for _, m := range l.members {
			results[m.result].Status, results[m.result].Why = Broken, why
		}
	}
	folder, remove, err := console.TemporaryFolder("", "hooktest-case")
	if err != nil {
		return err
	}
	defer func() { _ = remove() }()
	project, err := filepath.EvalSymlinks(folder)
	if err != nil {
		return err
	}
	if err := furnish(project, job.Case.Files); err != nil {
		broken("its files can't be written: " + err.Error())
		return nil
	}
	work := filepath.Join(project, filepath.FromSlash(job.Case.CWD))
	if err := os.MkdirAll(work, 0o755); err != nil {
		broken("its folder can't be made: " + err.Error())
		return nil
	}
	inherited := r.Environ
	if job.Hook.Environ != nil {
		inherited = job.Hook.Environ
	}
	environ := environment(inherited, job.Case)
	if r.Confine != nil {
		l.Sandbox = r.Confine(project)
	}
	if job.Case.Setup != "" {
		why, err := setUp(ctx, job.Case.Setup, project, environ, l.Sandbox)
		if err != nil {
			return err
		}
		if why != "" {
			broken(why)
			return nil
		}
	}
	var log bytes.Buffer
	l.Project, l.Environ = work, environ
	l.Log = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelWarn}))
	var firing engine.Firing
	for range job.Case.Repeat {
		log.Reset()
		if firing, err = execution.Run(ctx, l.Spec); err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	for _, m := range l.members {
		r.judge(job, &results[m.result], m.eventInput, came{firing, project, log.String()})
	}
	return nil
}

// judge judges a hook's result for an agent, and compares the verdict with the case.
func (r Runner) judge(job Job, result *Result, happens eventinput.Input, from came) {
	contract, left := result.Contract, from.firing.Merged.Results[0]
	left.Event = happens.Event
	run := &Run{Event: happens.Event, Result: left, Input: from.firing.Merged.Input}
	if row, _ := contract.Event(happens.Event); row.Subject.Tool {
		run.Tool, _ = happens.Fields.GetString(row.Subject.Field)
	}
	if job.Hook.Written != "" {
		left.Entry.Command, left.Entry.Uncertain = job.Hook.Written, job.Hook.Uncertain
	}
	if from.firing.Config.Contract() == contract && job.Hook.Written == "" {
		run.Verdict, run.Words = from.firing.Verdict, from.firing.Words()
	} else {
		run.Verdict, run.Words = engine.Judge(contract, happens.Event, left, run.Input)
	}
	if finding.Unstarted(run.Verdict, left) {
		run.Verdict.Kind = effect.NotStarted
	}
	want := job.Case.Of(contract.Name)
	seen := finding.Run{Contract: contract, Event: happens.Event, Result: left, Input: run.Input, Expect: want.Verdict}
	if run.Verdict.Kind == effect.NotStarted {
		seen.Start = job.Hook.Start(left)
	}
	run.Findings = finding.Of(seen)
	result.Run = run
	if kind := run.Verdict.Kind; kind != want.Verdict && (kind == effect.NotStarted || kind == effect.Timeout || kind == effect.NotRun) {
		untested(result, job.Hook.Start)
		return
	}
	result.Status = Passed
	if result.Mismatches = compare(want, contract, run, happens.Fields, from); len(result.Mismatches) > 0 {
		result.Status = Failed
	}
}

// furnish writes the files of a project. Scripts become executable.
func furnish(project string, files map[string]string) error {
	for name, content := range files {
		path := filepath.Join(project, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		mode := os.FileMode(0o644)
		if strings.HasPrefix(content, "#!") {
			mode = 0o755
		}
		if err := os.WriteFile(path, []byte(content), mode); err != nil {
			return err
		}
	}
	return nil
}

// setUp runs a command in the project folder, with the shell and limits of a hook. why describes a
// failure.
func setUp(ctx context.Context, command, project string, environ []string, confined *sandbox.Policy) (why string, err error) {
	contract := dialect.LLxprt()
	event := contract.EventNames()[0]
	firing, err := execution.Run(ctx, execution.Spec{
		Contract: contract, Event: event, Fields: contract.Sample(event, ""),
		Command: command, Project: project, Environ: environ, Sandbox: confined,
	})
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return "", err
	}
	result := firing.Merged.Results[0]
	if result.Ending == hook.Exited && result.Code == 0 {
		return "", nil
	}
	end := result.Ending.String()
	if result.Ending == hook.Exited {
		end = fmt.Sprintf("exit code %d", result.Code)
	}
	said, _, _ := strings.Cut(strings.TrimSpace(string(result.Stderr)), "\n")
	if said != "" {
		said = ": " + said
	}
	return "its setup came to " + end + said, nil
}

// environment returns the environment of a case: the inherited one, then the case's changes.
func environment(inherited []string, c casefile.Case) []string {
	var env []string
	path := ""
	for _, entry := range inherited {
		name, value, _ := strings.Cut(entry, "=")
		if name == "PATH" {
			path = value
		}
		if _, changed := c.Env[name]; !changed {
			env = append(env, entry)
		}
	}
	for name, value := range c.Env {
		if value != nil {
			env = append(env, name+"="+*value)
			if name == "PATH" {
				path = *value
			}
		}
	}
	if len(c.Path) > 0 {
		folders := make([]string, 0, len(c.Path)+1)
		for _, folder := range c.Path {
			// A folder without an absolute path can't be found either.
			if whole, err := filepath.Abs(folder); err == nil {
				folder = whole
			}
			folders = append(folders, folder)
		}
		env = append(env, "PATH="+strings.Join(append(folders, path), string(os.PathListSeparator)))
	}
	return env
}
