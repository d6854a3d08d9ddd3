package cli

import (
	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/doctor"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/fire"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/lint"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/live"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/lsp"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/plan"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/recordreplay"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/reference"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/run"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/stress"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/test"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/writing"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/implementer"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/maintainer"
)

// commands returns the subcommands, by the kind of people that they are for. Help sorts them by name.
func commands() []console.Command {
	return []console.Command{
		{Name: "run", New: run.New}, {Name: "test", New: test.New},
		{Name: "probe", New: stress.Probe}, {Name: "fuzz", New: stress.Fuzz}, {Name: "bench", New: stress.Bench},
		{Name: "lint", New: lint.New}, {Name: "lsp", New: lsp.New}, {Name: "doctor", New: doctor.New},
		{Name: "live", New: live.New}, {Name: "agent", New: live.Agent},
		{Name: "fire", New: fire.New}, {Name: "plan", New: plan.New},
		{Name: "schema", New: reference.Schema}, {Name: "explain", New: reference.Explain}, {Name: "contract", New: newContract},
		{Name: "record", New: recordreplay.Record}, {Name: "replay", New: recordreplay.Replay},
		{Name: "init", New: writing.Init}, {Name: "convert", New: writing.Convert},
		{Name: "adapter", New: implementer.Adapter}, {Name: "conform", New: implementer.Conform}, {Name: "report", New: implementer.Report},
		{Name: "trace", New: maintainer.Trace},
		{Name: "completion", New: newCompletion}, {Name: "man", New: newMan}, {Name: "skill", New: newSkill}, {Name: "version", New: newVersion},
	}
}

// newContract returns the command that shows contracts, with those that ask shipped agents.
func newContract(a *console.App) *cobra.Command {
	cmd := reference.Contract(a)
	cmd.AddCommand(live.Verify(a), live.Bisect(a))
	return cmd
}
