package implementer

import (
	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/adapter/builtin"
)

func newAdapter(a *console.App) *cobra.Command {
	return &cobra.Command{
		Use:   "adapter",
		Short: "Serve the reference engine over the adapter protocol",
		Long: `adapter lets a conformance harness judge the reference engine as it would judge
any other implementation: it reads JSON-RPC 2.0 requests on stdin, one a line,
and answers on stdout. It ends on the method shutdown or at the end of stdin.`,
		Example: `  echo '{"jsonrpc":"2.0","id":1,"method":"shutdown"}' | hooktest adapter`,
		GroupID: console.GroupImplementers,
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return adapter.Serve(cmd.Context(), a.StandardInput(), a.Streams.Out, builtin.New(console.Version()), adapter.Options{})
		},
	}
}
