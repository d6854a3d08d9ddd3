package capture

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/confine"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/consent"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/project"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/roster"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/cassette"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/commandfile"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/replay"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/scrub"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/internal/atomicfile"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/shellword"
	"github.com/hooktest/hooktest/internal/visible"
)

type replayOptions struct {
	*console.App
	cassette string
	hook     string
	agents   []string
	event    string
	project  string
	cases    string
	format   string
	confine  confine.Flags
	consent  consent.Flags
}

// Replay returns the replay command.
func Replay(a *console.App) *cobra.Command {
	o := &replayOptions{App: a}
	cmd := &cobra.Command{
		Use:   "replay CASSETTE",
		Short: "Run recorded payloads again and report differences",
		Long: `replay runs the commands that the cassette names, as you and without a sandbox.
It says which these are, and asks once for each folder that has cassettes:
read one from elsewhere before you agree. --yes agrees where no user can be
asked, as in CI. With --sandbox they change only views of the project, your
home and temporary folders that are gone afterwards, and have no network.

It gives hooks the payloads that 'hooktest record' has recorded, and reports
where the verdict, the exit code or the streams differ from the recording. By
default it runs the recorded hooks, as they are now; --hook names another one.

With --agents the same payloads are judged by the rules of other agents, too,
and differing verdicts are reported.

--to-cases runs no hook: it writes a case file for 'hooktest test', in which
each payload expects the recorded verdict.`,
		Example: `  hooktest replay .hooktest/cassette.jsonl
  hooktest replay .hooktest/cassette.jsonl --hook ./guard.py
  hooktest replay .hooktest/cassette.jsonl --agents codex,gemini
  hooktest replay .hooktest/cassette.jsonl --to-cases guard.hooktest.yaml`,
		GroupID: console.GroupAuthors,
		Args:    console.ExactArgs(1, "hooktest replay CASSETTE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.cassette = args[0]
			return o.replay(cmd.Context())
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.hook, "hook", "", "run this `script` in place of the recorded hooks")
	f.StringSliceVar(&o.agents, "agents", nil, "judge by the rules of these `agents`, too, or of all")
	f.StringVarP(&o.event, "event", "e", "", "only what was recorded on this event")
	f.StringVar(&o.project, "project", ".", "run hooks in this `folder`")
	f.StringVar(&o.cases, "to-cases", "", "write a case `file` (NAME.hooktest.yaml), and run no hook")
	o.confine.RegisterOn(cmd)
	o.consent.Register(cmd)
	console.FormatFlag(cmd, &o.format, console.PrettyOrJSON())
	console.CompleteFlag(cmd, "agents", roster.NamesAndAll)
	return cmd
}

func (o *replayOptions) replay(ctx context.Context) error {
	if err := project.CheckFolder(o.project); err != nil {
		return err
	}
	chosen, err := roster.Chosen(o.agents)
	if err != nil {
		return err
	}
	player, err := o.player()
	if err != nil {
		return err
	}
	records, err := console.Await(ctx, o.records)
	if err != nil {
		return err
	}
	if o.cases != "" {
		return o.toCases(ctx, player, records)
	}
	var named []consent.Command
	for _, r := range records {
		if player.Command == "" {
			named = append(named, consent.Command{Text: player.CommandOf(r), File: o.cassette})
		}
	}
	if err := o.consent.Ask(ctx, o.App, named); err != nil {
		return err
	}
	bar := o.Progress(ctx)
	defer bar.Clear()
	var all []replay.Replayed
	for i, r := range records {
		bar.Say("records", i, len(records), 0)
		var asked []*dialect.Contract
		own, ok := dialect.Named(r.Agent)
		if !ok {
			all = append(all, replay.Replayed{Record: r, Agent: r.Agent, Absent: fmt.Sprintf("no agent is called %q", r.Agent)})
			continue
		}
		asked = append(asked, own)
		for _, a := range chosen {
			if a.Name != r.Agent {
				asked = append(asked, a.Contract)
			}
		}
		for _, contract := range asked {
			played, err := player.Play(ctx, r, contract)
			if ctx.Err() != nil {
				return console.Silent(console.ExitInterrupted)
			}
			if err != nil {
				return console.Fault(err)
			}
			all = append(all, played)
		}
	}
	bar.Clear()
	return o.report(all)
}

// player configures the home directory that was scrubbed, and the hook to run.
func (o *replayOptions) player() (replay.Player, error) {
	project, err := filepath.Abs(o.project)
	if err != nil {
		return replay.Player{}, console.Fault(err)
	}
	confined, err := o.confine.On(o.App, false)
	if err != nil {
		return replay.Player{}, err
	}
	player := replay.Player{Sandbox: confined.Policy(), Project: project, Environ: o.Environ, Scrubber: scrub.New(o.Getenv("HOME"), o.Getenv("USER"))}
	if o.hook == "" {
		return player, nil
	}
	if _, err := os.Stat(o.hook); err != nil {
		return replay.Player{}, &console.Failure{Code: console.ExitUntestable, Message: "no such hook: " + o.hook, Hint: console.SimilarFile(o.hook)}
	}
	path, err := filepath.Abs(o.hook)
	if err != nil {
		return replay.Player{}, console.Fault(err)
	}
	player.Command = shellword.Of(path)
	return player, nil
}

func (o *replayOptions) records() ([]cassette.Record, error) {
	records, faults, err := cassette.Load(o.cassette)
	if err != nil {
		return nil, console.Unreadable(o.cassette, err)
	}
	for _, fault := range faults {
		o.Warn(fmt.Sprintf("%s:%d: %s", o.cassette, fault.Line, visible.Line(fault.Message)), "")
	}
	kept := slices.DeleteFunc(slices.Clone(records), func(r cassette.Record) bool { return o.event != "" && r.Event != o.event })
	if len(kept) == 0 {
		what := "it has no record"
		if len(records) > 0 {
			what = fmt.Sprintf("none of its %s is about %s", english.Count(len(records), "record"), o.event)
		}
		return nil, &console.Failure{Code: console.ExitNothing, Message: o.cassette + ": " + what}
	}
	for _, r := range kept {
		if r.Partial || r.Dropped["stdin"] > 0 {
			o.Warn(fmt.Sprintf("%s:%d: only a part of the payload was recorded", o.cassette, r.Line), "")
		}
	}
	return kept, nil
}

func (o *replayOptions) toCases(ctx context.Context, player replay.Player, records []cassette.Record) error {
	if !strings.HasSuffix(o.cases, ".hooktest.yaml") {
		return console.Usage(fmt.Sprintf("%s: case files are called NAME.hooktest.yaml", o.cases), "")
	}
	folder, err := filepath.Abs(filepath.Dir(o.cases))
	if err != nil {
		return console.Fault(err)
	}
	var recorded []replay.Recorded
	for _, r := range records {
		verdict, err := player.Verdict(ctx, r)
		if ctx.Err() != nil {
			return console.Silent(console.ExitInterrupted)
		}
		if err != nil {
			return console.Fault(err)
		}
		if verdict == "" {
			o.Warn(fmt.Sprintf("%s:%d: left out: no agent %s, or it has no %s", o.cassette, r.Line, visible.Line(r.Agent), visible.Line(r.Event)), "")
			continue
		}
		recorded = append(recorded, replay.Recorded{Record: r, Verdict: verdict})
	}
	command := func(r cassette.Record) string {
		if player.Command != "" {
			return player.Command
		}
		return player.CommandOf(r)
	}
	home, _ := os.UserHomeDir()
	text, n, left := replay.Cases(recorded, command, commandfile.Places{Project: player.Project, Home: home}, folder, filepath.Base(o.cassette))
	for _, r := range left {
		o.Warn(fmt.Sprintf("%s:%d: left out: a case has a file and arguments, and %s is more", o.cassette, r.Line, visible.Clip(visible.Line(r.Command), 50)), "--hook names a script")
	}
	if n == 0 {
		return &console.Failure{Code: console.ExitNothing, Message: o.cassette + ": no record becomes a case"}
	}
	if err := atomicfile.Create(o.cases, 0o644, text); err != nil {
		return console.Usage(fmt.Sprintf("the case file can't be written: %v", err), "name another with --to-cases")
	}
	o.Streams.Out.Printf("%s: %s\n", visible.Line(o.cases), english.Count(n, "case"))
	o.Note("next: hooktest test " + shellword.Of(o.cases))
	return nil
}

// A replayReport is the result of a cassette for programs (schemas: replay-report).
type replayReport struct {
	Schema   string         `json:"schema"`
	Cassette string         `json:"cassette"`
	Replays  []replayedJSON `json:"replays"`
}

type replayedJSON struct {
	Line    int            `json:"line"`
	Agent   string         `json:"agent"`
	Event   string         `json:"event"`
	Command string         `json:"command"`
	Absent  string         `json:"absent,omitempty"`
	Was     *replay.Answer `json:"was,omitempty"`
	Is      *replay.Answer `json:"is,omitempty"`
	Differs []string       `json:"differs"`
}

func (o *replayOptions) report(all []replay.Replayed) error {
	differ, absent := 0, 0
	var list []replayedJSON
	for _, r := range all {
		one := replayedJSON{Line: r.Record.Line, Agent: r.Agent, Event: r.Record.Event, Command: commandLine(r.Record), Absent: r.Absent, Differs: append([]string{}, r.Differs...)}
		switch {
		case r.Absent != "":
			absent++
		case len(r.Differs) > 0:
			differ++
		}
		if r.Absent == "" {
			one.Was, one.Is = &r.Was, &r.Is
		}
		list = append(list, one)
	}
	if o.format == "json" {
		if err := console.WriteFault(console.WriteJSON(o.Streams.Out, replayReport{"urn:hooktest:schema:replay-report", o.cassette, list})); err != nil {
			return err
		}
	} else {
		o.write(all)
		line := fmt.Sprintf("%s: %d the same", english.Count(len(all), "replay"), len(all)-differ-absent)
		if differ > 0 {
			line += fmt.Sprintf(", %d different", differ)
		}
		if absent > 0 {
			line += fmt.Sprintf(", %d not run", absent)
		}
		o.Streams.Out.Printf("%s\n", line)
	}
	switch {
	case differ > 0:
		return console.Silent(console.ExitAgainst)
	case absent == len(all):
		return &console.Failure{Code: console.ExitNothing, Message: "nothing was run"}
	}
	return nil
}

func commandLine(r cassette.Record) string {
	if len(r.Args) > 0 {
		return shellword.Join(r.Args)
	}
	return r.Command
}

func (o *replayOptions) write(all []replay.Replayed) {
	out := o.Streams.Out
	for _, r := range all {
		where := fmt.Sprintf("%s:%d  %s %s  %s", o.cassette, r.Record.Line, r.Agent, r.Record.Event, visible.Clip(visible.Line(commandLine(r.Record)), 50))
		switch {
		case r.Absent != "":
			out.Printf("NOT RUN  %s\n  %s\n", visible.Line(where), visible.Line(r.Absent))
		case len(r.Differs) > 0:
			out.Printf("%s  %s\n", out.Styled(term.Bad, "OTHERWISE"), visible.Line(where))
			for _, what := range r.Differs {
				was, is := shownOf(r.Was, what), shownOf(r.Is, what)
				was, is = visible.Apart(visible.Line(was), visible.Line(is), 70)
				out.Printf("  %-8s was %s\n  %-8s is  %s\n", what, was, "", is)
			}
		}
	}
}

// shownOf formats a part of the result for people.
func shownOf(a replay.Answer, what string) string {
	switch what {
	case "verdict":
		return fmt.Sprintf("%s (%s)", a.Verdict, a.Rule)
	case "exit":
		if a.Signal != "" {
			return a.Signal
		}
		return fmt.Sprint(a.Exit)
	case "stdout":
		return orNothing(a.Stdout)
	}
	return orNothing(a.Stderr)
}

func orNothing(text string) string {
	if text == "" {
		return "nothing"
	}
	return strings.TrimSuffix(text, "\n")
}
