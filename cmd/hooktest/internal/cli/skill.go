package cli

import (
	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/skills"
)

func newSkill(a *console.App) *cobra.Command {
	return &cobra.Command{
		Use:     "skill",
		GroupID: console.GroupAuthors,
		Short:   "Print how a coding agent tests hooks, as a SKILL.md",
		Long: `skill prints a SKILL.md: it tells a coding agent when to use hooktest, in
which order to use its commands, and what their exit codes mean.`,
		Example: `  hooktest skill
  cd .claude/skills/hooktest && hooktest skill > SKILL.md`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			a.Streams.Out.Printf("%s", skills.Hooktest)
			return nil
		},
	}
}
