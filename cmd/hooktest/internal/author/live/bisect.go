package live

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/driver"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/verification"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/visible"
)

type bisectOptions struct {
	*console.App
	name, fact, from, to string
}

// Bisect returns the bisect command of contract.
func Bisect(a *console.App) *cobra.Command {
	o := bisectOptions{App: a}
	cmd := &cobra.Command{
		Use:   "bisect NAME FACT --from VERSION --to VERSION",
		Short: "Find the version in which an agent's behavior changed",
		Long: `bisect runs the cases of a fact on versions of an agent, and finds the first
one that does something else than the version of --from. npm lists the
releases between the two, and each one that is run is installed as by hooktest
agent get, unless it is installed already.

The exit code is 0 if that version was found, 5 if both ends behave alike, and
4 if a version can't be run.`,
		Example: `  hooktest contract bisect codex codex.exit-2 --from 0.150.0 --to 0.169.0`,
		Args:    console.ExactArgs(2, "hooktest contract bisect codex codex.exit-2 --from 0.150.0 --to 0.169.0"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.name, o.fact = args[0], args[1]
			return o.run(cmd.Context())
		},
		ValidArgsFunction: completeVerifiable,
	}
	cmd.Flags().StringVar(&o.from, "from", "", "the older `version`")
	cmd.Flags().StringVar(&o.to, "to", "", "the newer `version`")
	return cmd
}

func (o *bisectOptions) run(ctx context.Context) error {
	if o.from == "" || o.to == "" {
		return console.Usage("bisect needs two versions", "--from VERSION --to VERSION")
	}
	subject, err := subjectOf(o.App, o.name)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(subject.Contract.Facts, func(f dialect.Fact) bool { return f.ID == o.fact }) {
		return console.Usage(fmt.Sprintf("%s has no fact %q", o.name, o.fact), "hooktest contract "+o.name+" --facts lists them")
	}
	cases, err := verification.Cases()
	if err != nil {
		return console.Fault(err)
	}
	bar := o.Progress(ctx)
	defer bar.Clear()
	all, err := driver.Versions(ctx, subject.Agent)
	if err := endedBy(ctx, err); err != nil {
		return err
	}
	versions := verification.Releases(all, o.from, o.to)
	if len(versions) < 2 {
		return &console.Failure{Code: console.ExitNothing, Message: fmt.Sprintf("npm lists no two releases from %s to %s", o.from, o.to)}
	}
	options := verification.Options{Cases: cases, Fact: o.fact}
	change, err := verification.Bisect(ctx, subject, versions, options, func(ctx context.Context, version string) (driver.Program, error) {
		bar.Write(fmt.Sprintf("%s %s", subject.Agent.Product, version))
		search := driver.Search{Version: version, Getenv: o.Getenv}
		found, err := search.Find(subject.Agent)
		if _, missing := errors.AsType[*driver.Untestable](err); missing {
			var in driver.Installation
			in, err = driver.Get(ctx, search, subject.Agent)
			found = in.Program
		}
		return found, err
	})
	bar.Clear()
	if err := endedBy(ctx, err); err != nil {
		return err
	}
	out := o.Streams.Out
	asked := fmt.Sprintf("asked: %s of %s", english.And(change.Asked), english.Count(len(versions), "release"))
	if change.First == "" {
		out.Printf("%s: nothing changed from %s to %s\n  %s\n", o.fact, versions[0], versions[len(versions)-1], asked)
		return console.Silent(console.ExitNothing)
	}
	out.Printf("%s changed in %s %s; %s still behaves as before\n  %s\n", o.fact, subject.Agent.Product, change.First, change.Last, asked)
	before, after := strings.Split(change.Before, "\n"), strings.Split(change.After, "\n")
	for _, side := range []struct {
		version    string
		own, other []string
	}{{change.Last, before, after}, {change.First, after, before}} {
		out.Printf("  %s\n", side.version)
		for _, line := range side.own {
			if !slices.Contains(side.other, line) {
				out.Printf("    %s\n", visible.Line(line))
			}
		}
	}
	return nil
}
