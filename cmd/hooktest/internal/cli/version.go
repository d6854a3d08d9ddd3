package cli

import (
	"cmp"
	"runtime"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/adapter/builtin"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/skills"
	"github.com/hooktest/hooktest/testscripts"
	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
)

func newVersion(a *console.App) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version, the commit and the digest of the conformance suite",
		Long: `version prints three lines: the version, with Go's version and the
platform; the commit that the program was built from, or "unknown"; and the
SHA-256 digest of the conformance suite. Streams and reports of conform have
the same digest. --version and -v print the first line alone.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			hello, err := builtin.New(console.Version()).Initialize(cmd.Context(), adapter.InitializeParams{})
			if err != nil {
				return err
			}
			suite, err := stream.FilesDigest(testscripts.Files)
			if err != nil {
				return err
			}
			printVersion(a)
			a.Streams.Out.Printf("commit %s\nsuite %s\n", cmp.Or(hello.Implementation.Commit, "unknown"), suite)
			return nil
		},
	}
}

func printVersion(a *console.App) {
	a.Streams.Out.Printf("hooktest %s %s %s/%s\n", console.Version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

func newSkill(a *console.App) *cobra.Command {
	return &cobra.Command{
		Use:     "skill",
		GroupID: console.GroupAuthors,
		Short:   "Print how a coding agent tests hooks, as a SKILL.md",
		Long: `skill prints a SKILL.md: it tells a coding agent when to use hooktest, in
which order to use its commands, and what their exit codes mean.`,
		Example: `  hooktest skill
  cd .claude/skills/hooktest && hooktest skill > SKILL.md`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			a.Streams.Out.Printf("%s", skills.Hooktest)
			return nil
		},
	}
}
