package cli

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/internal/atomicfile"
)

func newMan(a *console.App) *cobra.Command {
	return &cobra.Command{
		Use:   "man DIR",
		Short: "Write the man pages",
		Long: "man writes one man page for each command into a folder, which it makes if it is\n" +
			"not there. The same version always writes the same bytes.",
		Example: `  hooktest man share/man/man1`,
		Args:    console.ExactArgs(1, "hooktest man DIR"),
		RunE:    func(cmd *cobra.Command, args []string) error { return writeManPages(cmd.Root(), args[0]) },
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return nil, cobra.ShellCompDirectiveFilterDirs
		},
	}
}

func writeManPages(root *cobra.Command, dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return console.Unreadable(dir, err)
	}
	for _, cmd := range documented(root) {
		file := filepath.Join(dir, strings.ReplaceAll(cmd.CommandPath(), " ", "-")+".1")
		if err := atomicfile.WriteBytes(file, 0o666, manPage(cmd)); err != nil {
			return console.Unreadable(file, err)
		}
	}
	return nil
}

// documented returns a command and all its subcommands that help lists, except for help itself.
func documented(cmd *cobra.Command) []*cobra.Command {
	all := []*cobra.Command{cmd}
	for _, child := range cmd.Commands() {
		if child.IsAvailableCommand() && child.Name() != "help" {
			all = append(all, documented(child)...)
		}
	}
	return all
}

// manPage renders one page. It has no date, so that builds are reproducible. Texts keep their lines,
// which are written for 79 columns.
func manPage(cmd *cobra.Command) []byte {
	name := strings.ReplaceAll(cmd.CommandPath(), " ", "-")
	var b bytes.Buffer
	fmt.Fprintf(&b, ".TH %q \"1\" \"\" %q \"hooktest\"\n", strings.ToUpper(name), "hooktest "+console.Version())
	// No hyphenation, left-aligned.
	b.WriteString(".nh\n.ad l\n")
	fmt.Fprintf(&b, ".SH NAME\n%s \\- %s\n", roff(name), roff(cmd.Short))
	fmt.Fprintf(&b, ".SH SYNOPSIS\n.B %s\n", roff(cmd.UseLine()))
	verbatim := func(heading, text string) {
		if text != "" {
			fmt.Fprintf(&b, ".SH %s\n.nf\n%s\n.fi\n", heading, roff(strings.TrimRight(text, "\n")))
		}
	}
	verbatim("DESCRIPTION", cmp.Or(cmd.Long, cmd.Short))
	verbatim("EXAMPLES", cmd.Example)
	options := func(heading string, flags *pflag.FlagSet) {
		if flags.HasAvailableFlags() {
			fmt.Fprintf(&b, ".SH %s\n", heading)
		}
		flags.VisitAll(func(f *pflag.Flag) {
			if f.Hidden || f.Deprecated != "" {
				return
			}
			value, usage := pflag.UnquoteUsage(f)
			spelled := "--" + f.Name
			if f.Shorthand != "" {
				spelled = "-" + f.Shorthand + ", " + spelled
			}
			fmt.Fprintf(&b, ".TP\n.B %s\n%s\n", roff(strings.TrimSpace(spelled+" "+value)), roff(usage))
		})
	}
	options("OPTIONS", cmd.NonInheritedFlags())
	options("GLOBAL OPTIONS", cmd.InheritedFlags())
	var related []string
	if cmd.HasParent() {
		related = append(related, cmd.Parent().CommandPath())
	}
	for _, child := range cmd.Commands() {
		if child.IsAvailableCommand() && child.Name() != "help" {
			related = append(related, child.CommandPath())
		}
	}
	for i, path := range related {
		related[i] = fmt.Sprintf(".BR %s (1)", roff(strings.ReplaceAll(path, " ", "-")))
	}
	if len(related) > 0 {
		fmt.Fprintf(&b, ".SH SEE ALSO\n%s\n", strings.Join(related, ",\n"))
	}
	return b.Bytes()
}

// roff escapes what troff would interpret: backslashes, hyphens, and a period or quote at the start
// of a line.
func roff(text string) string {
	lines := strings.Split(strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text), "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}
