package cli

import (
	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/skills"
)

func newSkill(a *console.App) *cobra.Command {
	return console.Described("skill", &cobra.Command{
		Use:     "skill",
		GroupID: console.GroupAuthors,
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			a.Streams.Out.Printf("%s", skills.Hooktest)
			return nil
		},
	})
}
