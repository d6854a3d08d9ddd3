package cli

import (
	"runtime"

	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
)

func newVersion(a *console.App) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  cobra.NoArgs,
		RunE:  func(*cobra.Command, []string) error { return printVersion(a) },
	}
}

func printVersion(a *console.App) error {
	a.Streams.Out.Printf("hooktest %s %s %s/%s\n", console.Version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return nil
}
