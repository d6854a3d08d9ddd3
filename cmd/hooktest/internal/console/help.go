package console

import (
	"embed"
	"strings"

	"github.com/spf13/cobra"
)

// help has a text for each command, in lines of at most 79 columns: what it does in one line, a
// description and examples.
//
//go:embed help/*.txt
var help embed.FS

// Described gives a command its help, which is help/NAME.txt. The name of a subcommand begins with
// that of its parent.
func Described(name string, cmd *cobra.Command) *cobra.Command {
	// A test of package cli finds a command without a file.
	text, _ := help.ReadFile("help/" + name + ".txt")
	about, examples, _ := strings.Cut(strings.TrimSpace(string(text)), "\n\nExamples:\n")
	cmd.Short, cmd.Long, _ = strings.Cut(about, "\n\n")
	cmd.Example = examples
	return cmd
}
