package console

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
	"github.com/hooktest/hooktest/internal/spelling"
)

// ExactArgs words a wrong number of arguments like every other
// message: what is wrong, and a line that shows how it goes.
func ExactArgs(n int, synopsis string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) < n {
			return Usage("too few arguments", "usage: "+synopsis)
		}
		return MaximumArgs(n, synopsis)(cmd, args)
	}
}

// WantArgs refuses fewer arguments, or more, with words of the command's own; most
// below 0 is for any number.
func WantArgs(least, most int, message, hint string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) < least || most >= 0 && len(args) > most {
			return Usage(message, hint)
		}
		return nil
	}
}

// MaximumArgs is ExactArgs for those that may be left out. One too many may stand behind a
// subcommand that was meant.
func MaximumArgs(n int, synopsis string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) > n {
			if near, ok := spelling.Nearest(args[0], subcommands(cmd)); ok {
				return Usage(fmt.Sprintf("unknown command %q", args[0]), "did you mean "+cmd.CommandPath()+" "+near+"?")
			}
			return Usage(fmt.Sprintf("unexpected argument %q", args[n]), "usage: "+synopsis)
		}
		return nil
	}
}

func subcommands(cmd *cobra.Command) []string {
	var names []string
	for _, each := range cmd.Commands() {
		names = append(names, each.Name())
	}
	return names
}

// FormatFlag adds --format with its values and their completion; the first
// value is the default.
func FormatFlag(cmd *cobra.Command, format *string, allowed []string) {
	cmd.Flags().StringVar(format, "format", allowed[0], "how to print: "+english.Or(allowed))
	CompleteFlag(cmd, "format", func() []string { return allowed })
}

// CompleteFlag has a shell complete a flag with some values, which are asked for only then:
// those of all agents take longer than a short command.
func CompleteFlag(cmd *cobra.Command, flag string, values func() []string) {
	// The only error is a flag that does not exist, or one completed twice.
	_ = cmd.RegisterFlagCompletionFunc(flag, func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return values(), cobra.ShellCompDirectiveNoFileComp
	})
}

// WithPrefix keeps the completions of a word, case aside.
func WithPrefix(completions []string, word string) []string {
	return slices.DeleteFunc(completions, func(c string) bool {
		return len(c) < len(word) || !strings.EqualFold(c[:len(word)], word)
	})
}

// WriteJSON writes a value for a program.
func WriteJSON(w io.Writer, value any) error {
	return layout.Encode(w, value)
}

// WriteFault reports a result that could not be written. Of a stream that was
// lost the stream itself tells.
func WriteFault(err error) error {
	if _, lost := errors.AsType[*term.LostError](err); lost || err == nil {
		return err
	}
	return Fault(fmt.Errorf("writing the result: %w", err))
}

// UnknownCommand refuses a command that there is not, and names the nearest.
func (a *App) UnknownCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	hint := fmt.Sprintf("see '%s --help'", cmd.CommandPath())
	var names []string
	for _, c := range cmd.Commands() {
		names = append(names, c.Name())
	}
	if near := Nearest(args[0], names); near != "" {
		hint = fmt.Sprintf("did you mean '%s %s'?", cmd.CommandPath(), near)
	}
	return Usage(fmt.Sprintf("unknown command %q", args[0]), hint)
}

// CheckChoice refuses what is not one of the choices, and names the nearest.
func CheckChoice(what, given string, choices []string) error {
	if slices.Contains(choices, given) {
		return nil
	}
	hint := what + " is one of " + strings.Join(choices, ", ")
	if near := Nearest(given, choices); near != "" {
		hint = fmt.Sprintf("did you mean %s?", near)
	}
	return Usage(fmt.Sprintf("unknown %s %q", what, given), hint)
}

// PrettyOrJSON are the formats of what a person reads and programs do.
func PrettyOrJSON() []string { return []string{"pretty", "json"} }
