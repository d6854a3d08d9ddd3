package implementer

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/internal/atomicfile"
	"github.com/hooktest/hooktest/internal/shellword"
)

func newConformRepro(a *console.App) *cobra.Command {
	o := &conformOptions{App: a}
	var folder string
	cmd := &cobra.Command{
		Use:   "repro CHECK [-- ADAPTER ARGS...]",
		Short: "Write a folder that runs one check by itself",
		Long: `repro writes a folder with the case of a check, and the cases that it needs,
and a script that runs nothing but it against the adapter, to attach to a
report or to work on.`,
		Example: `  hooktest conform repro HOOK-067b.1 -- ./my-adapter
  hooktest conform repro HOOK-118.1 --dir ./sigkill -- node adapter.mjs`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 || cmd.ArgsLenAtDash() == 0 {
				return console.Usage("no check given", "such as: hooktest conform repro HOOK-067b.1")
			}
			if dash := cmd.ArgsLenAtDash(); dash > 1 || (dash < 0 && len(args) > 1) {
				return console.Usage(fmt.Sprintf("unexpected argument %q", args[1]), "the adapter goes after --")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			o.adapter = args[1:]
			return o.writeRepro(args[0], folder)
		},
	}
	cmd.Flags().StringVar(&folder, "dir", "", "the `folder` to write (default repro-CHECK)")
	cmd.Flags().StringVar(&o.cases, "cases", "", "take the cases from this `folder` instead of the built-in ones")
	return cmd
}

func (o *conformOptions) writeRepro(check, folder string) error {
	all, err := o.loadCases()
	if err != nil {
		return err
	}
	chosen, err := casesNamed(all, check, "")
	if err != nil {
		return err
	}
	if folder == "" {
		folder = "repro-" + strings.NewReplacer("/", "-").Replace(check)
	}
	if err := os.Mkdir(folder, 0o755); err != nil {
		return console.Usage(fmt.Sprintf("the folder can't be made: %v", err), "name another with --dir")
	}
	// Add the cases that judge the features which the chosen ones need. Without them, the folder
	// is not a valid suite.
	for _, c := range cases.WithJudges(chosen, all) {
		if err := writeCase(folder, c); err != nil {
			return console.Usage(fmt.Sprintf("the case can't be written: %v", err), "name another folder with --dir")
		}
	}
	if err := atomicfile.WriteBytes(filepath.Join(folder, "run.sh"), 0o755, []byte(o.reproScript(check))); err != nil {
		return console.Usage(fmt.Sprintf("the script can't be written: %v", err), "name another folder with --dir")
	}
	o.Streams.Out.Printf("%s\n", filepath.Join(folder, "run.sh"))
	return nil
}

func writeCase(folder string, c cases.Case) error {
	path := filepath.Join(folder, "cases", filepath.FromSlash(c.Name)+".txtar")
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return atomicfile.WriteBytes(path, 0o644, c.Text)
}

// reproScript runs the check from the folder. A relative adapter path is resolved against the
// directory in which the folder was created.
func (o *conformOptions) reproScript(check string) string {
	command := fmt.Sprintf(`exec "$hooktest" conform --cases "$here/cases" --run '^%s' "$@"`, regexp.QuoteMeta(check))
	if len(o.adapter) > 0 {
		command += " -- " + shellword.Join(o.adapter)
	}
	return fmt.Sprintf(`#!/bin/sh
# Runs %s alone, from the folder above. Arguments go to hooktest, such as
# --keep-work. HOOKTEST is the hooktest to run, else the one on the PATH.
here=$(cd "$(dirname "$0")" && pwd) || exit 3
cd "$here/.." || exit 3
hooktest=${HOOKTEST:-hooktest}
if ! command -v "$hooktest" > /dev/null; then
	echo "error: there is no program \"$hooktest\"" >&2
	echo "hint: put hooktest on the PATH, or its path into HOOKTEST" >&2
	exit 2
fi
%s
`, check, command)
}
