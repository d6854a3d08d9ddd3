package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
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

func maximumArgs(n int, synopsis string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) > n {
			return usage(fmt.Sprintf("unexpected argument %q", args[n]), "usage: "+synopsis)
		}
		return nil
	}
}

// alternatives writes "a, b or c".
func alternatives(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// formatFlag adds --format with its values and their completion; the first
// value is the default.
func formatFlag(cmd *cobra.Command, format *string, allowed []string) {
	cmd.Flags().StringVar(format, "format", allowed[0], "how to print: "+alternatives(allowed))
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
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(value)
}

// writeFault reports a result that could not be written. A reader that went
// away, such as head, has what it wanted.
func writeFault(err error) error {
	if err == nil || errors.Is(err, syscall.EPIPE) {
		return nil
	}
	return &failure{code: exitFault, message: fmt.Sprintf("the result could not be written: %v", err)}
}
