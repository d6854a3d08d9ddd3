package implementer

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/skeleton"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/lists"
	"github.com/hooktest/hooktest/internal/shellword"
)

type initOptions struct {
	*console.App
	language, folder string
}

func newConformInit(a *console.App) *cobra.Command {
	o := &initOptions{App: a}
	cmd := &cobra.Command{
		Use:   "init --lang LANGUAGE",
		Short: "Write an adapter to start from",
		Long: `init writes an adapter that runs as it is and passes no check, with comments
where your hook system has to take over. With it come a README with the
commands to go on with, a list of known failures and a GitHub workflow.`,
		Example: `  hooktest conform init --lang python
  hooktest conform init --lang go --dir internal/conformance`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return o.write() },
	}
	cmd.Flags().StringVar(&o.language, "lang", "", "the `language`: "+strings.Join(skeletonLanguages(), ", "))
	cmd.Flags().StringVar(&o.folder, "dir", "conformance", "the `folder` to write to")
	console.CompleteFlag(cmd, "lang", skeletonLanguages)
	return cmd
}

func skeletonLanguages() []string {
	return lists.Of(skeleton.Languages(), func(l skeleton.Language) string { return l.Name })
}

// write writes the whole skeleton, or nothing if one of its files exists.
func (o *initOptions) write() error {
	if o.language == "" {
		return console.Usage("no language given", "such as: hooktest conform init --lang python; there are "+english.And(skeletonLanguages()))
	}
	if err := console.CheckChoice("language", o.language, skeletonLanguages()); err != nil {
		return err
	}
	i := slices.IndexFunc(skeleton.Languages(), func(l skeleton.Language) bool { return l.Name == o.language })
	language := skeleton.Languages()[i]
	folder := filepath.Clean(o.folder)
	below := "."
	if filepath.IsLocal(folder) {
		below = filepath.ToSlash(folder)
	}
	files, err := language.Files(below)
	if err != nil {
		return console.Fault(err)
	}
	paths, err := skeleton.Place(folder, files)
	if err != nil {
		return console.Usage(err.Error(), "name another folder with --dir")
	}
	for _, path := range paths {
		o.Streams.Out.Printf("%s\n", path)
	}
	o.Note("next: " + nextCommand(folder, language))
	return nil
}

// nextCommand returns a shell command that runs the doctor on the adapter.
func nextCommand(folder string, l skeleton.Language) string {
	var steps []string
	if folder != "." {
		steps = append(steps, "cd "+shellword.Of(folder))
	}
	if l.Build != "" {
		steps = append(steps, l.Build)
	}
	return strings.Join(append(steps, "hooktest conform doctor -- "+strings.Join(l.Command, " ")), " && ")
}
