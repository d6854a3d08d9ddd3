package cli

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
)

// helpColumns is the width of help. It doesn't depend on the terminal, so that all users see and
// quote the same page.
const helpColumns = 79

// installHelp puts examples before flags in help pages, because most readers look for a line to
// copy.
func installHelp(a *console.App, root *cobra.Command) {
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) {
		// Cobra shows help before it runs the hook that configures color.
		if err := configure(a, cmd); err != nil {
			a.Streams.Configure(term.ColorNever, a.Getenv)
		}
		_, _ = io.WriteString(a.Streams.Out, helpPage(cmd, func(heading string) string {
			return string(a.Streams.Out.Styled(term.Bold, heading))
		}))
	})
	root.SetHelpCommand(newHelp(a))
}

func newHelp(a *console.App) *cobra.Command {
	return &cobra.Command{
		Use:     "help [COMMAND]",
		Short:   "Show the help of a command",
		Example: "  hooktest help run",
		RunE: func(cmd *cobra.Command, args []string) error {
			topic, rest, err := cmd.Root().Find(args)
			switch {
			case len(rest) > 0 && topic != cmd.Root():
				return console.Usage(fmt.Sprintf("unexpected argument %q", rest[0]), "see '"+topic.CommandPath()+" --help'")
			case err != nil || len(rest) > 0:
				return a.UnknownCommand(cmd.Root(), args)
			}
			topic.InitDefaultHelpFlag()
			return topic.Help()
		},
		ValidArgsFunction: func(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
			var all []string
			if len(args) == 0 {
				for _, c := range cmd.Root().Commands() {
					if c.IsAvailableCommand() {
						all = append(all, cobra.CompletionWithDesc(c.Name(), c.Short))
					}
				}
			}
			return console.WithPrefix(all, word), cobra.ShellCompDirectiveNoFileComp
		},
	}
}

// helpPage returns a command's description, examples, synopsis, subcommands and flags.
func helpPage(cmd *cobra.Command, heading func(string) string) string {
	var b strings.Builder
	b.WriteString(strings.TrimSpace(cmp.Or(cmd.Long, cmd.Short)) + "\n")
	if cmd.HasExample() {
		fmt.Fprintf(&b, "\n%s\n%s\n", heading("Examples:"), strings.TrimRight(cmd.Example, "\n"))
	}
	fmt.Fprintf(&b, "\n%s\n  %s\n", heading("Usage:"), strings.Join(usageLines(cmd), "\n  "))
	writeCommands(&b, cmd, heading)
	writeFlags(&b, heading("Flags:"), cmd.LocalFlags())
	writeFlags(&b, heading("Flags of every command:"), cmd.InheritedFlags())
	return b.String()
}

// usageLines returns the ways to call a command: by itself, and with a subcommand.
func usageLines(cmd *cobra.Command) []string {
	below := cmd.CommandPath() + " COMMAND [flags]"
	switch {
	case !cmd.HasAvailableSubCommands():
		return []string{cmd.UseLine()}
	case !cmd.HasParent() || !cmd.Runnable() || strings.Contains(cmd.Use, "COMMAND"):
		return []string{below}
	}
	return []string{cmd.UseLine(), below}
}

// writeCommands lists commands by group. Those without a group come last.
func writeCommands(b *strings.Builder, cmd *cobra.Command, heading func(string) string) {
	last := &cobra.Group{Title: "Commands:"}
	if len(cmd.Groups()) > 0 {
		last.Title = "Others:"
	}
	for _, group := range append(slices.Clone(cmd.Groups()), last) {
		var rows [][2]string
		for _, c := range cmd.Commands() {
			if c.GroupID == group.ID && (c.IsAvailableCommand() || c.Name() == "help") {
				rows = append(rows, [2]string{c.Name(), c.Short})
			}
		}
		writeTable(b, heading(group.Title), rows)
	}
}

func writeFlags(b *strings.Builder, heading string, flags *pflag.FlagSet) {
	var rows [][2]string
	for _, row := range flagRows(flags) {
		text := row.text
		if row.standard != "" {
			text += fmt.Sprintf(" (default %s)", row.standard)
		}
		rows = append(rows, [2]string{row.name, text})
	}
	writeTable(b, heading, rows)
}

// A flagRow is a flag in a help page. standard is its default if that is informative.
type flagRow struct{ name, text, standard string }

func flagRows(flags *pflag.FlagSet) []flagRow {
	var rows []flagRow
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden || f.Deprecated != "" {
			return
		}
		row := flagRow{name: "    --" + f.Name}
		if f.Shorthand != "" {
			row.name = "-" + f.Shorthand + ", --" + f.Name
		}
		value, text := pflag.UnquoteUsage(f)
		if value != "" {
			row.name += " " + value
		}
		row.text = text
		if f.DefValue != "" && !slices.Contains([]string{"false", "0", "0s", "[]"}, f.DefValue) {
			row.standard = strings.Trim(f.DefValue, "[]")
		}
		rows = append(rows, row)
	})
	return rows
}

// writeTable writes rows of a name and a text, with the texts wrapped in their own column. It
// writes nothing if there are no rows.
func writeTable(b *strings.Builder, heading string, rows [][2]string) {
	if len(rows) == 0 {
		return
	}
	const margin, gap, widest = 2, 2, 26
	width := 0
	for _, row := range rows {
		width = max(width, min(len(row[0]), widest))
	}
	indent := strings.Repeat(" ", margin+width+gap)
	fmt.Fprintf(b, "\n%s\n", heading)
	for _, row := range rows {
		lead := fmt.Sprintf("  %-*s  ", width, row[0])
		if len(row[0]) > width {
			lead = fmt.Sprintf("  %s\n%s", row[0], indent)
		}
		for i, line := range term.Wrap(row[1], helpColumns-len(indent)) {
			if i > 0 {
				lead = indent
			}
			b.WriteString(strings.TrimRight(lead+line, " ") + "\n")
		}
	}
}
