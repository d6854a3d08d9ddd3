// Package author lists the commands for people who write hooks and configure agents. Each command
// has its own package.
package author

import (
	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/cassettes"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/doctoring"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/fire"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/linting"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/plan"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/probing"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/reference"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/run"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/test"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/writing"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
)

// Commands returns the commands of this family.
func Commands(a *console.App) []*cobra.Command {
	return []*cobra.Command{
		run.New(a),
		test.New(a),
		probing.Probe(a),
		probing.Fuzz(a),
		probing.Bench(a),
		linting.New(a),
		doctoring.New(a),
		fire.New(a),
		plan.New(a),
		reference.Schema(a),
		reference.Explain(a),
		reference.Contract(a),
		cassettes.Record(a),
		cassettes.Replay(a),
		writing.Init(a),
		writing.Convert(a),
	}
}
