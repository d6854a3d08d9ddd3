package live

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/driver"
	"github.com/hooktest/hooktest/internal/visible"
)

// Agent returns the agent command.
func Agent(a *console.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "agent",
		Short:   "Install agents for hooktest live",
		Long:    `agent manages the agents that hooktest installs for itself, in a cache folder.`,
		Example: `  hooktest agent get qwen`,
		GroupID: console.GroupAuthors,
		Args:    a.UnknownCommand,
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(get(a))
	return cmd
}

func get(a *console.App) *cobra.Command {
	return &cobra.Command{
		Use:   "get NAME[@VERSION]",
		Short: "Install an agent in the cache folder, by npm",
		Long: `get installs the npm package of an agent, and a Node for it if yours is too
old, in the folder that ` + driver.CacheVariable + ` names, else in your cache folder.
No script of the package runs. It says how large that is, and under which
terms the agent comes. To get rid of it, remove the folder.`,
		Example: `  hooktest agent get qwen
  hooktest agent get codex@0.169.0`,
		Args: console.ExactArgs(1, "hooktest agent get qwen"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return install(cmd.Context(), a, args[0])
		},
	}
}

func install(ctx context.Context, app *console.App, word string) error {
	name, version, _ := strings.Cut(word, "@")
	if err := console.CheckChoice("agent", name, driver.Names()); err != nil {
		return err
	}
	a, err := driver.Named(name)
	if err != nil {
		return console.Fault(err)
	}
	bar := app.Progress(ctx)
	defer bar.Clear()
	bar.Write("npm installs " + a.Product)
	in, err := driver.Get(ctx, driver.Search{Version: version, Getenv: app.Getenv}, a)
	bar.Clear()
	if err := endedBy(ctx, err); err != nil {
		return err
	}
	note := fmt.Sprintf("%s %s in %s: %d MiB, %s", a.Product, in.Program.Version, console.Near(in.Folder), in.Bytes>>20+1, a.Licence)
	app.Streams.Out.Printf("%s\n", visible.Line(note))
	if in.Also != "" {
		app.Note("also installed: " + in.Also)
	}
	return nil
}
