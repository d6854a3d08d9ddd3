package cli

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

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
		page, err := manPage(cmd)
		if err != nil {
			return console.Fault(err)
		}
		file := filepath.Join(dir, strings.ReplaceAll(cmd.CommandPath(), " ", "-")+".1")
		if err := atomicfile.WriteBytes(file, 0o666, page); err != nil {
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

// manPage renders one page. It has no date, so that builds are reproducible.
func manPage(cmd *cobra.Command) ([]byte, error) {
	cmd.DisableAutoGenTag = true
	unix := time.Unix(0, 0).UTC()
	header := &doc.GenManHeader{
		Title:   strings.ToUpper(strings.ReplaceAll(cmd.CommandPath(), " ", "-")),
		Section: "1", Source: "hooktest " + console.Version(), Manual: "hooktest", Date: &unix,
	}
	var b bytes.Buffer
	if err := doc.GenMan(cmd, header, &b); err != nil {
		return nil, fmt.Errorf("man page of %s: %w", cmd.CommandPath(), err)
	}
	return bytes.Replace(b.Bytes(), []byte(`"`+unix.Format("Jan 2006")+`"`), []byte(`""`), 1), nil
}
