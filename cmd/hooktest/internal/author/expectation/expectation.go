// Package expectation compares verdicts with the one in --expect.
package expectation

import (
	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/internal/lists"
)

func verdicts() []string {
	return lists.Texts(effect.Kinds())
}

// Register adds the --expect and --format flags of run and fire.
func Register(cmd *cobra.Command, expect, format *string) {
	cmd.Flags().StringVar(expect, "expect", "", "exit with 1 unless this is the `verdict`")
	cmd.Flags().StringVar(format, "format", "pretty", "pretty or json")
	console.CompleteFlag(cmd, "expect", verdicts)
	console.CompleteFlag(cmd, "format", console.PrettyOrJSON)
}

// Check refuses an unknown verdict or format.
func Check(expect, format string) error {
	if err := console.CheckChoice("format", format, console.PrettyOrJSON()); err != nil {
		return err
	}
	if expect == "" {
		return nil
	}
	return console.CheckChoice("verdict", expect, verdicts())
}
