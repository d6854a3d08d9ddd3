package live

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/driver"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/verification"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/internal/atomicfile"
	"github.com/hooktest/hooktest/internal/visible"
)

type verifyOptions struct {
	*console.App
	name, bin, version string
	fact, format       string
	state              string
	resume, write      bool
	draws              int
	seed               uint64
}

// Verify returns the verify command of contract.
func Verify(a *console.App) *cobra.Command {
	o := verifyOptions{App: a}
	cmd := &cobra.Command{
		Use:   "verify NAME[@VERSION]",
		Short: "Ask the shipped agent whether its contract is right",
		Long: `verify runs the agent of a contract, unmodified, against a scripted model on a
loopback address, in a sandbox and with a home of its own. In each case hooks
answer in some way, and the model calls a tool. What the contract predicts is
compared with what the agent does: were the hooks started, did the tool run,
what did the model read. Each fact is then confirmed, contradicted, flaky (two
runs differ), not observable (the agent could not show it, or the contract
does not say what it does), or unknown (no case is about it).

The agent is the one of --bin, of the PATH, or one that hooktest agent get has
installed; NAME@VERSION is an installed one.

With --draws, chance makes the cases, of one to three hooks, their settings
and answers; one that is contradicted is made smaller until nothing more can
be taken out of it. The number of --seed makes the same cases again.

With --state, what was seen is saved in a file after every case, and --resume
continues from there. --write is for a checkout of hooktest: it adds the
version to "seen" of each confirmed fact of the contract, and to "differs" of
each contradicted one, and keeps what the newest version did in each case, with
which a test compares the contract. make contracts writes the pages from them.

The exit code is 1 if a fact is contradicted, 4 if the agent can't be run, and
5 if nothing was verified.`,
		Example: `  hooktest contract verify gemini@0.61.0
  hooktest contract verify codex --fact 'codex.exit-*'
  hooktest contract verify claude@2.1.330 --draws 200 --seed 7
  hooktest contract verify qwen --bin ./qwen --format html > qwen.html`,
		Args: console.ExactArgs(1, "hooktest contract verify gemini"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.name = args[0]
			return o.run(cmd.Context())
		},
		ValidArgsFunction: completeVerifiable,
	}
	f := cmd.Flags()
	f.StringVar(&o.bin, "bin", "", "the agent's `program` (default: the one on the PATH)")
	f.StringVar(&o.version, "agent-version", "", "the installed `version`, as in NAME@VERSION")
	f.StringVar(&o.fact, "fact", "", "only facts that match this `pattern`, such as codex.exit-*")
	f.StringVar(&o.state, "state", "", "keep what was seen in this `file`")
	f.BoolVar(&o.resume, "resume", false, "continue from the file of --state")
	f.IntVar(&o.draws, "draws", 0, "in place of the known cases, so `many` that chance makes")
	f.Uint64Var(&o.seed, "seed", 1, "the `number` that decides the draws")
	f.BoolVar(&o.write, "write", false, "add the version to the facts in the contract's file")
	console.FormatFlag(cmd, &o.format, verifyFormats().Names())
	return cmd
}

func (o *verifyOptions) run(ctx context.Context) error {
	if o.resume && o.state == "" {
		return console.Usage("--resume needs the file of --state", "such as: --state verify.ndjson --resume")
	}
	if o.write && o.draws > 0 {
		return console.Usage("--write is for the known cases, and not for --draws", "contradictions of draws correct the contract, or become cases")
	}
	if o.draws < 0 {
		return console.Usage("--draws needs a number of cases", "such as: --draws 100")
	}
	name, version, _ := strings.Cut(o.name, "@")
	subject, err := subjectOf(o.App, name)
	if err != nil {
		return err
	}
	if o.version != "" {
		version = o.version
	}
	subject.Program, err = driver.Search{Bin: o.bin, Version: version, Getenv: o.Getenv}.Find(subject.Agent)
	if err := endedBy(ctx, err); err != nil {
		return err
	}
	cases, err := verification.Cases()
	if err != nil {
		return console.Fault(err)
	}
	if o.draws > 0 {
		cases = verification.Draw(o.seed, o.draws)
	}
	bar := o.Progress(ctx)
	defer bar.Clear()
	options := verification.Options{Cases: cases, Fact: o.fact, Progress: func(what string) { bar.Write(subject.Agent.Product + ": " + what) }}
	done, err := o.keep(subject, &options)
	if err != nil {
		return err
	}
	defer done()
	report, err := verification.Verify(ctx, subject, options)
	if err == nil && o.draws > 0 {
		err = report.Shrink(ctx, subject, options)
	}
	bar.Clear()
	if err := endedBy(ctx, err); err != nil {
		return err
	}
	if len(report.Results) == 0 {
		return &console.Failure{Code: console.ExitNothing, Message: "no case is about " + o.fact, Hint: "hooktest contract " + name + " --facts lists the facts"}
	}
	format, err := verifyFormats().Named(o.format)
	if err != nil {
		return console.Fault(err)
	}
	if err := console.WriteFault(format.Write(o.Streams.Out, newVerified(subject, report), o.Look())); err != nil {
		return err
	}
	if o.write {
		if err := o.add(subject, report); err != nil {
			return err
		}
	}
	if slices.ContainsFunc(report.Results, func(r verification.Result) bool {
		return r.Status == verification.Contradicted || r.Status == verification.Flaky
	}) {
		return console.Silent(console.ExitAgainst)
	}
	return nil
}

// add adds the version to the confirmed and contradicted facts in the contract's file.
func (o *verifyOptions) add(s verification.Subject, r verification.Report) error {
	path := filepath.Join("engine", "dialect", "contracts", s.Contract.Name+".yaml")
	before, err := os.ReadFile(path)
	if err != nil {
		return console.Usage(fmt.Sprintf("%s can't be read: %v", path, console.Cause(err)), "--write is for the top folder of a checkout of hooktest")
	}
	if s.Program.Version == "" {
		return console.Usage("the version of "+s.Agent.Product+" is not known, so nothing was written", "NAME@VERSION is an agent that hooktest agent get has installed")
	}
	after := verification.AddVersion(string(before), s.Contract.Facts, s.Program.Version, r.Facts)
	if err := atomicfile.WriteBytes(path, 0o644, []byte(after)); err != nil {
		return console.Unreadable(path, err)
	}
	o.Note("make contracts compiles " + path + ", and writes the pages")
	if o.fact != "" {
		return nil
	}
	return note(s, r)
}

// note keeps what the newest version did in the cases, for the test of package verification.
func note(s verification.Subject, r verification.Report) error {
	path := filepath.Join("cmd", "hooktest", "internal", "verification", "testdata", "seen", s.Contract.Name+".ndjson")
	if text, err := os.ReadFile(path); err == nil {
		version, _, err := verification.Noted(text)
		if err == nil && driver.CompareVersions(version, s.Program.Version) > 0 {
			return nil
		}
	}
	text, err := verification.Notes(s.Program.Version, r)
	if err == nil {
		err = atomicfile.WriteBytes(path, 0o644, text)
	}
	if err != nil {
		return console.Unreadable(path, err)
	}
	return nil
}

// subjectOf returns the agent of a contract, without its program.
func subjectOf(a *console.App, name string) (verification.Subject, error) {
	names, err := verifiable()
	if err != nil {
		return verification.Subject{}, console.Fault(err)
	}
	if err := console.CheckChoice("contract", name, names); err != nil {
		return verification.Subject{}, err
	}
	agent, err := driver.Named(driver.Following(name))
	if err != nil {
		return verification.Subject{}, console.Fault(err)
	}
	if err := agent.InCI(a.Getenv); err != nil {
		return verification.Subject{}, untestable(err)
	}
	contract, _ := dialect.Named(name)
	return verification.Subject{Agent: agent, Contract: contract, Environ: a.Environ}, nil
}

// verifiable returns the names of the contracts whose agents can be started.
func verifiable() (names []string, err error) {
	for _, agent := range driver.Names() {
		one, err := driver.Named(agent)
		if err != nil {
			return nil, err
		}
		for _, contract := range one.Contracts {
			if c, ok := dialect.Named(contract); ok && c.Reading != nil {
				names = append(names, contract)
			}
		}
	}
	slices.Sort(names)
	return names, nil
}

func completeVerifiable(_ *cobra.Command, _ []string, word string) ([]string, cobra.ShellCompDirective) {
	// Without names nothing is completed.
	names, _ := verifiable()
	return console.WithPrefix(names, word), cobra.ShellCompDirectiveNoFileComp
}

// untestable turns an agent that can't be run into the command's error.
func untestable(u *driver.Untestable) error {
	return &console.Failure{Code: console.ExitUntestable, Message: visible.Line(u.Message), Hint: u.Hint}
}

// endedBy turns what ended the use of an agent into the command's error; nil if nothing did.
func endedBy(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return console.Silent(console.ExitInterrupted)
	}
	if u, ok := errors.AsType[*driver.Untestable](err); ok {
		return untestable(u)
	}
	if err != nil {
		return console.Fault(err)
	}
	return nil
}

// keep reads and opens the file of the state. done closes it.
func (o *verifyOptions) keep(subject verification.Subject, options *verification.Options) (done func(), err error) {
	if o.state == "" {
		return func() {}, nil
	}
	var kept []byte
	if o.resume {
		if info, err := os.Stat(o.state); err == nil && !info.Mode().IsRegular() {
			return nil, console.Usage(fmt.Sprintf("can't resume from %s: not a regular file", o.state), "begin again without --resume")
		}
		if kept, err = os.ReadFile(o.state); err != nil {
			return nil, console.Unreadable(o.state, err)
		}
	}
	known, err := verification.Kept(subject, kept)
	if err != nil {
		return nil, console.Usage(fmt.Sprintf("can't resume from %s: %v", o.state, err), "begin again without --resume")
	}
	options.Known = known
	file, err := os.Create(o.state)
	if err != nil {
		return nil, console.Usage(console.Near(err.Error()), "")
	}
	write := verification.Keep(subject, file)
	for key, seen := range known {
		if err := write(key, seen); err != nil {
			return nil, console.Unreadable(o.state, err)
		}
	}
	options.Seen = write
	return func() { _ = file.Close() }, nil
}
