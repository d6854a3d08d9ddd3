package cli

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/layout"
)

// exactArgs and maximumArgs word a wrong number of arguments like every other
// message: what is wrong, and a line that shows how it goes.
func exactArgs(n int, synopsis string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) < n {
			return usage("too few arguments", "usage: "+synopsis)
		}
		return maximumArgs(n, synopsis)(cmd, args)
	}
}

// wantArgs refuses fewer arguments, or more, with words of the command's own; most
// below 0 is for any number.
func wantArgs(least, most int, message, hint string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) < least || most >= 0 && len(args) > most {
			return usage(message, hint)
		}
		return nil
	}
}

func maximumArgs(n int, synopsis string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) > n {
			return usage(fmt.Sprintf("unexpected argument %q", args[n]), "usage: "+synopsis)
		}
		return nil
	}
}

// formatFlag adds --format with its values and their completion; the first
// value is the default.
func formatFlag(cmd *cobra.Command, format *string, allowed []string) {
	cmd.Flags().StringVar(format, "format", allowed[0], "how to print: "+english.Or(allowed))
	completeFlag(cmd, "format", allowed)
}

func completeFlag(cmd *cobra.Command, flag string, values []string) {
	// The only error is a flag that does not exist, or one completed twice.
	_ = cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
}

// withPrefix keeps the completions of a word, case aside.
func withPrefix(completions []string, word string) []string {
	return slices.DeleteFunc(completions, func(c string) bool {
		return len(c) < len(word) || !strings.EqualFold(c[:len(word)], word)
	})
}

func writeJSON(w io.Writer, value any) error {
	return layout.Encode(w, value)
}

// writeFault reports a result that could not be written. Of a stream that was
// lost the stream itself tells.
func writeFault(err error) error {
	if _, lost := errors.AsType[*term.LostError](err); lost || err == nil {
		return err
	}
	return fault(fmt.Errorf("writing the result: %w", err))
}

// unknownCommand refuses a command that there is not, and names the nearest.
func (a *app) unknownCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	hint := fmt.Sprintf("see '%s --help'", cmd.CommandPath())
	var names []string
	for _, c := range cmd.Commands() {
		names = append(names, c.Name())
	}
	if near := nearest(args[0], names); near != "" {
		hint = fmt.Sprintf("did you mean '%s %s'?", cmd.CommandPath(), near)
	}
	return usage(fmt.Sprintf("unknown command %q", args[0]), hint)
}

func checkChoice(what, given string, choices []string) error {
	if slices.Contains(choices, given) {
		return nil
	}
	hint := what + " is one of " + strings.Join(choices, ", ")
	if near := nearest(given, choices); near != "" {
		hint = fmt.Sprintf("did you mean %s?", near)
	}
	return usage(fmt.Sprintf("unknown %s %q", what, given), hint)
}

// prettyOrJSON are the formats of what a person reads and programs do.
func prettyOrJSON() []string { return []string{"pretty", "json"} }
