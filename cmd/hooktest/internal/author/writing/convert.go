package writing

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/project"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/roster"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/conversion"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/rules/config"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/settingsfile"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/starter"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/visible"
)

// Convert returns the convert command.
func Convert(a *console.App) *cobra.Command {
	var from, to string
	var strict bool
	cmd := &cobra.Command{
		Use:   "convert FILE",
		Short: "Turn the hooks in one agent's settings into another's",
		Long: `convert prints the hooks of a settings file as another agent has them: its
events, its names of tools, its unit of timeouts, its variable for the project.
Everything that the other agent lacks is reported with its place; with --strict
that ends the command with exit code 1. No file is changed.

Hooks themselves are not changed: 'hooktest run HOOK --agents A,B' shows
whether the other agent understands what they answer.`,
		Example: `  hooktest convert --from claude --to gemini .claude/settings.json
  hooktest convert --to codex .cursor/hooks.json > hooks.json
  hooktest convert --strict --from claude --to qwen .claude/settings.json`,
		GroupID: console.GroupAuthors,
		Args:    console.ExactArgs(1, "hooktest convert --from claude --to gemini FILE"),
		RunE: func(_ *cobra.Command, args []string) error {
			if to == "" {
				return console.Usage("--to names the other agent", "hooktest convert --to gemini "+args[0])
			}
			if from == "" {
				if from = ownerOf(args[0], a.Getenv("HOME")); from == "" {
					if _, err := os.Stat(args[0]); errors.Is(err, fs.ErrNotExist) {
						return missingFile(args[0])
					}
					return console.Usage("no agent is known to read "+args[0], "name the agent whose settings they are: --from claude")
				}
			}
			return convert(a, args[0], from, to, strict)
		},
	}
	f := cmd.Flags()
	f.StringVar(&from, "from", "", "the `agent` whose settings they are (default: the one that reads the file)")
	f.StringVar(&to, "to", "", "the `agent` whose settings they are to be")
	f.BoolVar(&strict, "strict", false, "end with exit code 1 if something is lost")
	console.CompleteFlag(cmd, "from", roster.Names)
	console.CompleteFlag(cmd, "to", roster.Names)
	return cmd
}

// ownerOf returns the agent that a settings file belongs to by its path, or "".
func ownerOf(name, home string) string {
	path, err := filepath.Abs(name)
	if err != nil {
		return ""
	}
	if owners := config.PlaceOf(path, home).Agents(); len(owners) > 0 {
		return owners[0].Name
	}
	return ""
}

func missingFile(name string) error {
	return console.Usage("no such settings file: "+name, console.SimilarFile(name))
}

func convert(a *console.App, name, from, to string, strict bool) error {
	for _, agent := range []string{from, to} {
		if err := console.CheckChoice("agent", agent, roster.Names()); err != nil {
			return err
		}
	}
	source, _ := dialect.Named(from)
	target, _ := dialect.Named(to)
	path, err := filepath.Abs(name)
	if err != nil {
		return console.Fault(err)
	}
	file, err := project.ReadSettings(source, path)
	if err != nil {
		return err
	}
	if file.Missing {
		return missingFile(name)
	}
	result := conversion.Convert(file, target)
	// Losses are part of the result, so --quiet doesn't hide them.
	for _, loss := range result.Losses {
		a.Streams.Err.Warning(visible.Line(console.Near(loss.At.String())+": "+loss.Text), "")
	}
	if result.Count == 0 {
		return &console.Failure{Code: console.ExitNothing, Message: fmt.Sprintf("%s: no hook can be carried over to %s", name, target.Product)}
	}
	if _, err := a.Streams.Out.Write(visible.JSON(settingsfile.Of(target, result.Hooks))); err != nil {
		return console.WriteFault(err)
	}
	if where, err := starter.Settings(target, ""); err == nil && a.Streams.Out.IsTerminal() {
		a.Note(fmt.Sprintf("%s for %s, which reads them from %s", english.Count(result.Count, "hook"), target.Product, where))
	}
	if strict && len(result.Losses) > 0 {
		return &console.Failure{Code: console.ExitAgainst, Message: english.Plural(len(result.Losses), "loss", "losses") + " on the way to " + target.Product}
	}
	return nil
}
