package implementer

import (
	"cmp"
	"errors"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/driver"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/shipped"
	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/adapter/builtin"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/internal/visible"
)

// Adapter returns the adapter command.
func Adapter(a *console.App) *cobra.Command {
	var bin string
	cmd := &cobra.Command{
		Use:   "adapter [AGENT[@VERSION]]",
		Short: "Serve the reference engine over the adapter protocol",
		Long: `adapter lets a conformance harness judge the reference engine as it would judge
any other implementation: it reads JSON-RPC 2.0 requests on stdin, one a line,
and answers on stdout. It ends on the method shutdown or at the end of stdin.

With AGENT it serves the callers of a shipped agent, from outside: each
request is a run of the unmodified program against a scripted model, in a
sandbox and with a home of its own. The agent is the one of --bin, of the
PATH, or one that hooktest agent get has installed; AGENT@VERSION is an
installed one. A request that a program can't be given, such as a tool that
it would call by another name, is answered with an error of the adapter.`,
		Example: `  echo '{"jsonrpc":"2.0","id":1,"method":"shutdown"}' | hooktest adapter
  hooktest conform --run HOOK-037 -- hooktest adapter gemini@0.61.0`,
		GroupID: console.GroupImplementers,
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			served := builtin.New(console.Version())
			if len(args) > 0 {
				var err error
				if served, err = shippedAgent(a, args[0], bin); err != nil {
					return err
				}
			}
			return adapter.Serve(cmd.Context(), a.StandardInput(), a.Streams.Out, served, adapter.Options{})
		},
	}
	cmd.Flags().StringVar(&bin, "bin", "", "the agent's `program` (default: the one on the PATH)")
	return cmd
}

// shippedAgent returns an adapter of an installed agent.
func shippedAgent(a *console.App, word, bin string) (adapter.Adapter, error) {
	name, version, _ := strings.Cut(word, "@")
	if err := console.CheckChoice("agent", name, driver.Names()); err != nil {
		return nil, err
	}
	agent, err := driver.Named(name)
	if err != nil {
		return nil, console.Fault(err)
	}
	if err := agent.InCI(a.Getenv); err != nil {
		return nil, unserved(err)
	}
	contract, _ := dialect.Named(agent.Contracts[0])
	s := shipped.Subject{Agent: agent, Contract: contract, Environ: a.Environ, Folders: []string{cmp.Or(a.WorkFolder(), os.TempDir()), os.TempDir()}}
	if s.Program, err = (driver.Search{Bin: bin, Version: version, Getenv: a.Getenv}).Find(agent); err != nil {
		return nil, unserved(err)
	}
	served, err := shipped.New(s)
	if err != nil {
		return nil, unserved(err)
	}
	return served, nil
}

// unserved turns the reason why an agent can't be served into the command's error.
func unserved(err error) error {
	if u, ok := errors.AsType[*driver.Untestable](err); ok {
		return &console.Failure{Code: console.ExitUntestable, Message: visible.Line(u.Message), Hint: u.Hint}
	}
	return console.Fault(err)
}
