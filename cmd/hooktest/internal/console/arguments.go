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
	"github.com/hooktest/hooktest/internal/lists"
	"github.com/hooktest/hooktest/internal/spelling"
)

// ExactArgs reports a wrong number of arguments in the usual form: what is wrong, and a usage
// line.
func ExactArgs(n int, synopsis string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) < n {
			return Usage("too few arguments", "usage: "+synopsis)
		}
		return MaximumArgs(n, synopsis)(cmd, args)
	}
}

// WantArgs refuses too few or too many arguments with the given message. A negative most means no
// limit.
func WantArgs(least, most int, message, hint string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) < least || most >= 0 && len(args) > most {
			return Usage(message, hint)
		}
		return nil
	}
}

// MaximumArgs is ExactArgs for optional arguments. If there are too many, the first may be a
// misspelled subcommand.
func MaximumArgs(n int, synopsis string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) > n {
			if near, ok := spelling.Nearest(args[0], Subcommands(cmd)); ok {
				return Usage(fmt.Sprintf("unknown command %q", args[0]), "did you mean "+cmd.CommandPath()+" "+near+"?")
			}
			return Usage(fmt.Sprintf("unexpected argument %q", args[n]), "usage: "+synopsis)
		}
		return nil
	}
}

// Subcommands returns the names of a command's subcommands.
func Subcommands(cmd *cobra.Command) []string {
	return lists.Of(cmd.Commands(), func(each *cobra.Command) string { return each.Name() })
}

// FormatFlag adds --format with its values and their completion, and refuses any other before the
// command runs. The first value is the default.
func FormatFlag(cmd *cobra.Command, format *string, allowed []string) {
	cmd.Flags().StringVar(format, "format", allowed[0], "how to print: "+english.Or(allowed))
	CompleteFlag(cmd, "format", func() []string { return allowed })
	cmd.PreRunE = func(*cobra.Command, []string) error { return CheckChoice("format", *format, allowed) }
}

// CompleteFlag adds shell completion for a flag. It calls values only on completion, because
// loading all agents takes longer than a short command.
func CompleteFlag(cmd *cobra.Command, flag string, values func() []string) {
	// The only errors are a flag that does not exist, or one that has completion already.
	_ = cmd.RegisterFlagCompletionFunc(flag, func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return values(), cobra.ShellCompDirectiveNoFileComp
	})
}

// WithPrefix keeps the completions that begin with a word, ignoring case.
func WithPrefix(completions []string, word string) []string {
	return slices.DeleteFunc(completions, func(c string) bool {
		return len(c) < len(word) || !strings.EqualFold(c[:len(word)], word)
	})
}

// WriteJSON writes a value for programs.
func WriteJSON(w io.Writer, value any) error {
	return layout.Encode(w, value)
}

// WriteFault reports a result that could not be written. It leaves lost streams alone, because
// they report their own errors.
func WriteFault(err error) error {
	if _, lost := errors.AsType[*term.LostError](err); lost || err == nil {
		return err
	}
	return Fault(fmt.Errorf("writing the result: %w", err))
}

// UnknownCommand refuses an unknown command, and suggests the nearest one.
func (a *App) UnknownCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	hint := fmt.Sprintf("see '%s --help'", cmd.CommandPath())
	if near := Nearest(args[0], Subcommands(cmd)); near != "" {
		hint = fmt.Sprintf("did you mean '%s %s'?", cmd.CommandPath(), near)
	}
	return Usage(fmt.Sprintf("unknown command %q", args[0]), hint)
}

// CheckChoice refuses a value that is not one of the choices, and suggests the nearest one.
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

// PrettyOrJSON returns the formats for people and for programs.
func PrettyOrJSON() []string { return []string{"pretty", "json"} }
