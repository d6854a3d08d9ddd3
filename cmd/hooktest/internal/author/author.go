// Package author lists the commands for people who write hooks and configure agents. Each command
// has its own package.
package author

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
)

// Commands returns the commands of this family.
func Commands() []console.Command {
	return []console.Command{
		{Name: "run", New: run.New},
		{Name: "test", New: test.New},
		{Name: "probe", New: stress.Probe},
		{Name: "fuzz", New: stress.Fuzz},
		{Name: "bench", New: stress.Bench},
		{Name: "lint", New: lint.New},
		{Name: "lsp", New: lsp.New},
		{Name: "doctor", New: doctor.New},
		{Name: "live", New: live.New},
		{Name: "agent", New: live.Agent},
		{Name: "fire", New: fire.New},
		{Name: "plan", New: plan.New},
		{Name: "schema", New: reference.Schema},
		{Name: "explain", New: reference.Explain},
		{Name: "contract", New: contract},
		{Name: "record", New: recordreplay.Record},
		{Name: "replay", New: recordreplay.Replay},
		{Name: "init", New: writing.Init},
		{Name: "convert", New: writing.Convert},
	}
}

// contract returns the command that shows contracts, with those that ask shipped agents.
func contract(a *console.App) *cobra.Command {
	cmd := reference.Contract(a)
	cmd.AddCommand(live.Verify(a), live.Bisect(a))
	return cmd
}
