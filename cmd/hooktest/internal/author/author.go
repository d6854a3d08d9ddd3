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
func Commands(a *console.App) []*cobra.Command {
	contract := reference.Contract(a)
	contract.AddCommand(live.Verify(a), live.Bisect(a))
	return []*cobra.Command{
		run.New(a),
		test.New(a),
		stress.Probe(a),
		stress.Fuzz(a),
		stress.Bench(a),
		lint.New(a),
		lsp.New(a),
		doctor.New(a),
		live.New(a),
		live.Agent(a),
		fire.New(a),
		plan.New(a),
		reference.Schema(a),
		reference.Explain(a),
		contract,
		recordreplay.Record(a),
		recordreplay.Replay(a),
		writing.Init(a),
		writing.Convert(a),
	}
}
