package cli

import (
	_ "embed"
	"fmt"
	"path"
	"slices"

	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/internal/english"
)

// bashWords replaces a function of cobra's script for bash.
//
//go:embed words.bash
var bashWords string

func shells() []string { return []string{"bash", "zsh", "fish", "powershell"} }

func newCompletion(a *console.App) *cobra.Command {
	return &cobra.Command{
		Use:   "completion bash|zsh|fish|powershell",
		Short: "Print a script that completes commands in your shell",
		Long: "completion prints a script that makes your shell complete commands, flags,\n" +
			"events, tools and rule ids. Load it in every shell that you start:\n\n" +
			"  bash        hooktest completion bash > \\\n" +
			"                ~/.local/share/bash-completion/completions/hooktest\n" +
			"  zsh         hooktest completion zsh > \"${fpath[1]}/_hooktest\"\n" +
			"  fish        hooktest completion fish > \\\n" +
			"                ~/.config/fish/completions/hooktest.fish\n" +
			"  powershell  add the line of the last example to $PROFILE",
		Example: `  source <(hooktest completion bash)
  hooktest completion fish | source
  hooktest completion powershell | Out-String | Invoke-Expression`,
		Args:      func(cmd *cobra.Command, args []string) error { return completionArgs(a, cmd, args) },
		ValidArgs: shells(),
		RunE: func(cmd *cobra.Command, args []string) error {
			root, out := cmd.Root(), a.Streams.Out
			var err error
			switch args[0] {
			case "bash":
				err = root.GenBashCompletionV2(out, true)
				out.Printf("%s", bashWords)
			case "zsh":
				err = root.GenZshCompletion(out)
			case "fish":
				err = root.GenFishCompletion(out, true)
			default:
				err = root.GenPowerShellCompletionWithDesc(out)
			}
			return console.WriteFault(err)
		},
	}
}

// completionArgs suggests the user's current shell if there is no argument.
func completionArgs(a *console.App, cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		shell := path.Base(a.Getenv("SHELL"))
		if !slices.Contains(shells(), shell) {
			shell = "bash"
		}
		return console.Usage("which shell?", fmt.Sprintf("%s, such as: hooktest completion %s", english.Or(shells()), shell))
	}
	if err := console.MaximumArgs(1, "hooktest "+cmd.Use)(cmd, args); err != nil {
		return err
	}
	return console.CheckChoice("shell", args[0], shells())
}
