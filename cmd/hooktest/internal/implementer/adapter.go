package implementer

import (
	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/adapter/builtin"
)

func newAdapter(a *console.App) *cobra.Command {
	return console.Described("adapter", &cobra.Command{
		Use:     "adapter",
		GroupID: console.GroupImplementers,
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return adapter.Serve(cmd.Context(), a.StandardInput(), a.Streams.Out, builtin.New(console.Version()), adapter.Options{})
		},
	})
}
