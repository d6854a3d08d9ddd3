package expectation

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/internal/english"
)

// RegisterStrict adds the --strict flag.
func RegisterStrict(cmd *cobra.Command, strict *bool) {
	cmd.Flags().BoolVar(strict, "strict", false, "end with exit code 1 if a finding is an error")
}

// Strictly is the error for hooks with findings of severity error, or nil if there are none.
func Strictly(hooks [][]finding.Finding) error {
	var ids []string
	for _, found := range hooks {
		for _, f := range found {
			if f.Rule.Severity == finding.Error && !slices.Contains(ids, f.Rule.ID) {
				ids = append(ids, f.Rule.ID)
			}
		}
	}
	if len(ids) == 0 {
		return nil
	}
	slices.Sort(ids)
	return &console.Failure{
		Code:    console.ExitAgainst,
		Message: fmt.Sprintf("--strict: %s found: %s", english.Count(len(ids), "error"), english.And(ids)),
		Hint:    "hooktest explain " + ids[0],
	}
}
