package cli

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/hooktest/hooktest/internal/spelling"
)

// nearest gives the candidate that a person most likely meant by word, or ""
// if none comes close.
func nearest(word string, candidates []string) string {
	near, _ := spelling.Nearest(word, candidates)
	return near
}

func nearestFlag(cmd *cobra.Command, name string) string {
	var names []string
	collect := func(f *pflag.Flag) { names = append(names, f.Name) }
	cmd.Flags().VisitAll(collect)
	cmd.InheritedFlags().VisitAll(collect)
	return nearest(name, names)
}
