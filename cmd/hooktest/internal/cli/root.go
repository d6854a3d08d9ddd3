// Package cli is the command line: it turns arguments into calls of the
// engine and their results into text for people, JSON for programs and exit
// codes for both. Each subcommand is one file with an options struct, a
// constructor that only parses, and a run method.
package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
)

// Main carries out one command line and gives the exit code. It does not panic.
// After a second signal that asks to end it returns at once, and the caller is
// to end the process.
func Main(args []string, streams term.Streams, environ []string) int {
	a := &app{streams: streams, environ: environ}
	return interruptible(func(ctx context.Context) int { return a.carryOut(ctx, args) }, &a.last)
}

func (a *app) carryOut(ctx context.Context, args []string) (code int) {
	defer func() {
		if cause := recover(); cause != nil {
			code = a.finish(fault(fmt.Errorf("hooktest broke: %v", cause)))
		}
	}()
	root := a.newRoot()
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if ctx.Err() != nil {
		return exitInterrupted
	}
	return a.delivered(a.finish(err))
}

func (a *app) newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "hooktest",
		Short: "Test the hooks of AI coding agents",
		Long:  "hooktest runs the hooks of AI coding agents, says what the agent would do\nwith their answers and why, and judges implementations of the hook system.",
		Example: `  hooktest run ./guard.sh --bash 'rm -rf /'
  hooktest plan BeforeTool write_file
  hooktest explain HOOK-067b`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          a.unknownCommand,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if asked, err := cmd.Flags().GetBool("version"); err != nil || asked {
				return errors.Join(err, a.printVersion())
			}
			return cmd.Help()
		},
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error { return a.configure(cmd) },
	}
	root.SetIn(a.streams.In)
	root.SetOut(a.streams.Out)
	root.SetErr(a.streams.Err)
	a.installHelp(root)
	root.SetFlagErrorFunc(flagError)
	root.Flags().BoolP("version", "v", false, "print the version")
	root.PersistentFlags().String("color", string(term.ColorAuto), "`when` to color: auto, always or never")
	completeFlag(root, "color", colorModes())
	root.PersistentFlags().BoolVarP(&a.quiet, "quiet", "q", false, "say nothing beyond the result")
	root.AddGroup(&cobra.Group{ID: groupAuthors, Title: "For authors and configurators:"},
		&cobra.Group{ID: groupImplementers, Title: "For implementers:"})
	root.AddCommand(a.commands()...)
	return root
}

// commands are the subcommands; help sorts them by name.
func (a *app) commands() []*cobra.Command {
	return slices.Concat(authorCommands(a), implementerCommands(a), maintainerCommands(a),
		[]*cobra.Command{a.newCompletion(), a.newMan(), a.newVersion()})
}

// configure decides about color for both streams.
func (a *app) configure(cmd *cobra.Command) error {
	mode, err := cmd.Flags().GetString("color")
	if err != nil {
		return fault(err)
	}
	if err := checkChoice("color", mode, colorModes()); err != nil {
		return err
	}
	a.streams.Configure(term.ColorMode(mode), a.getenv)
	return nil
}

func colorModes() []string {
	return []string{string(term.ColorAuto), string(term.ColorAlways), string(term.ColorNever)}
}

// flagError names the nearest flag for one that is not known.
func flagError(cmd *cobra.Command, err error) error {
	hint := fmt.Sprintf("see '%s --help'", cmd.CommandPath())
	if name, ok := strings.CutPrefix(err.Error(), "unknown flag: --"); ok {
		if near := nearestFlag(cmd, name); near != "" {
			hint = fmt.Sprintf("did you mean --%s?", near)
		}
	}
	// What Go's own parser says about a number is of no use to anybody else.
	message, _, _ := strings.Cut(err.Error(), ": strconv.")
	return usage(message, hint)
}

func nearestFlag(cmd *cobra.Command, name string) string {
	var names []string
	collect := func(f *pflag.Flag) { names = append(names, f.Name) }
	cmd.Flags().VisitAll(collect)
	cmd.InheritedFlags().VisitAll(collect)
	return nearest(name, names)
}
