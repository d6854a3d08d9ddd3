// Package cli is the command line: it turns arguments into calls of the engine, and their results
// into text for people, JSON for programs, and exit codes. It combines the command families. In
// them, each command is one file with an options struct, a constructor that only parses, and a
// run method.
package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/capture"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/doctor"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/fire"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/lint"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/live"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/lsp"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/plan"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/reference"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/run"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/stress"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/test"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/writing"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/execution"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/implementer"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/maintainer"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
	"github.com/hooktest/hooktest/internal/lazyregexp"
	"github.com/hooktest/hooktest/internal/visible"
)

// Main runs one command line and returns the exit code. It does not panic. After a second
// termination signal it returns at once, and the caller must end the process.
func Main(args []string, streams term.Streams, environ []string) int {
	a := &console.App{Streams: streams, Args: args, Environ: environ}
	return console.Interruptible(func(ctx context.Context) int { return carryOut(ctx, a, args) }, &a.Last)
}

func carryOut(ctx context.Context, a *console.App, args []string) (code int) {
	defer func() {
		if cause := recover(); cause != nil {
			code = a.Finish(console.Fault(fmt.Errorf("hooktest broke: %v", cause)))
		}
	}()
	root := newRoot(a, asked(commands(), args)...)
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	for i, why := range execution.Stuck() {
		const shown = 3
		if i == shown {
			a.Note("more temporary folders could not be removed")
			break
		}
		a.Note("a temporary folder could not be removed: " + visible.Line(why))
	}
	if ctx.Err() != nil {
		return console.ExitInterrupted
	}
	return a.Delivered(a.Finish(err))
}

// newRoot returns the program with these commands.
func newRoot(a *console.App, commands ...console.Command) *cobra.Command {
	root := &cobra.Command{
		Use:   "hooktest",
		Short: "Test the hooks of AI coding agents",
		Long:  "hooktest runs the hooks of AI coding agents, says what the agent would do\nwith their answers and why, and judges implementations of the hook system.",
		Example: `  hooktest run ./guard.sh --bash 'rm -rf /'
  hooktest plan BeforeTool write_file
  hooktest explain HOOK-067b`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          a.UnknownCommand,
		RunE: func(cmd *cobra.Command, _ []string) error {
			asked, err := cmd.Flags().GetBool("version")
			if err != nil {
				return err
			}
			if asked {
				printVersion(a)
				return nil
			}
			return lint.Overview(cmd.Context(), a)
		},
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error { return configure(a, cmd) },
	}
	root.SetIn(a.Streams.In)
	root.SetOut(a.Streams.Out)
	root.SetErr(a.Streams.Err)
	installHelp(a, root)
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetFlagErrorFunc(flagError)
	root.Flags().BoolP("version", "v", false, "print the version")
	root.PersistentFlags().String("color", string(term.ColorAuto), "`when` to color: auto, always or never")
	console.CompleteFlag(root, "color", colorModes)
	root.PersistentFlags().BoolVarP(&a.Quiet, "quiet", "q", false, "say nothing beyond the result")
	root.AddGroup(&cobra.Group{ID: console.GroupAuthors, Title: "For authors and configurators:"},
		&cobra.Group{ID: console.GroupImplementers, Title: "For implementers:"})
	for _, c := range commands {
		root.AddCommand(c.New(a))
	}
	// Accept the former name of the flag.
	root.SetGlobalNormalizationFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		if name == "agent" {
			name = "agents"
		}
		return pflag.NormalizedName(name)
	})
	return root
}

// asked returns those of all commands that a command line needs: building them all takes as long as
// the rest of a start. Completion, help and manual pages need all, and so does a message about an
// unknown one.
func asked(all []console.Command, args []string) []console.Command {
	root := newRoot(&console.App{})
	flags := root.Flags()
	flags.SetInterspersed(false)
	switch err := root.ParseFlags(args); {
	case err != nil || flags.ArgsLenAtDash() >= 0:
		return all
	case flags.NArg() == 0:
		return nil
	}
	name := flags.Arg(0)
	i := slices.IndexFunc(all, func(c console.Command) bool { return c.Name == name })
	if i < 0 || name == "man" {
		return all
	}
	return all[i : i+1]
}

func configure(a *console.App, cmd *cobra.Command) error {
	mode, err := cmd.Flags().GetString("color")
	if err != nil {
		return console.Fault(err)
	}
	if err := cmd.ValidateFlagGroups(); err != nil {
		return flagError(cmd, err)
	}
	if err := console.CheckChoice("color", mode, colorModes()); err != nil {
		return err
	}
	a.Streams.Configure(term.ColorMode(mode), a.Getenv)
	return nil
}

func colorModes() []string {
	return []string{string(term.ColorAuto), string(term.ColorAlways), string(term.ColorNever)}
}

// exclusive matches Cobra's message about flags that exclude each other.
var exclusive = lazyregexp.New(`^if any flags in the group .*; \[(.*)\] were all set$`)

// flagError suggests the nearest flag for an unknown one.
func flagError(cmd *cobra.Command, err error) error {
	hint := fmt.Sprintf("see '%s --help'", cmd.CommandPath())
	if name, ok := strings.CutPrefix(err.Error(), "unknown flag: --"); ok {
		if near := nearestFlag(cmd, name); near != "" {
			hint = fmt.Sprintf("did you mean --%s?", near)
		}
	}
	// The message of Go's number parser doesn't help users.
	message, _, _ := strings.Cut(err.Error(), ": strconv.")
	if m := exclusive.FindStringSubmatch(message); m != nil {
		message = "--" + strings.ReplaceAll(m[1], " ", " and --") + " exclude each other"
	}
	return console.Usage(message, hint)
}

func nearestFlag(cmd *cobra.Command, name string) string {
	var names []string
	collect := func(f *pflag.Flag) { names = append(names, f.Name) }
	cmd.Flags().VisitAll(collect)
	cmd.InheritedFlags().VisitAll(collect)
	return console.Nearest(name, names)
}

// commands returns the subcommands, by the kind of people that they are for. Help sorts them by name.
func commands() []console.Command {
	return []console.Command{
		{Name: "run", New: run.New}, {Name: "test", New: test.New},
		{Name: "probe", New: stress.Probe}, {Name: "fuzz", New: stress.Fuzz}, {Name: "bench", New: stress.Bench},
		{Name: "lint", New: lint.New}, {Name: "lsp", New: lsp.New}, {Name: "doctor", New: doctor.New},
		{Name: "live", New: live.New}, {Name: "agent", New: live.Agent},
		{Name: "fire", New: fire.New}, {Name: "plan", New: plan.New},
		{Name: "schema", New: reference.Schema}, {Name: "explain", New: reference.Explain}, {Name: "contract", New: newContract},
		{Name: "record", New: capture.Record}, {Name: "replay", New: capture.Replay},
		{Name: "init", New: writing.Init}, {Name: "convert", New: writing.Convert},
		{Name: "adapter", New: implementer.Adapter}, {Name: "conform", New: implementer.Conform}, {Name: "report", New: implementer.Report},
		{Name: "trace", New: maintainer.Trace},
		{Name: "completion", New: newCompletion}, {Name: "man", New: newMan}, {Name: "skill", New: newSkill}, {Name: "version", New: newVersion},
	}
}

// newContract returns the command that shows contracts, with those that ask shipped agents.
func newContract(a *console.App) *cobra.Command {
	cmd := reference.Contract(a)
	cmd.AddCommand(live.Verify(a), live.Bisect(a))
	return cmd
}
