package prover

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/trace/proof"
)

// The suite of these tests: few and fast cases.
const (
	statusCase = `# the status tells whether hooks were read and how many there are
# requirement: HOOK-009
# features: system fire

hook guard
on BeforeTool guard
on AfterModel '{"type":"command","command":"exit 4"}'
open
status
clause HOOK-009.1
want hookSystem.initialized is false

initialize
status
clause HOOK-009.2
want hookSystem.initialized is true

clause HOOK-009.3
want hookSystem.totalHooks is 2

fire BeforeTool write_file {}
control
ran guard 1

-- guard --
echo 'not here' >&2
exit 2
`
	againCase = `# the status stays what it is
# requirement: HOOK-009
# features: system

on BeforeTool '{"type":"command","command":"exit 0"}'
open
initialize
status
clause HOOK-009.3/again
want hookSystem.totalHooks is 1
status
clause HOOK-009.3/twice
want hookSystem.totalHooks is 1
`
	offCase = `# there is no hook system while hooks are off
# requirement: HOOK-013
# features: system

on BeforeTool '{"type":"command","command":"exit 0"}'
switch off
open silent
status
clause HOOK-013.1
want hookSystem is null

switch on
open talking
initialize
status
control
want hookSystem.initialized is true
`
	brokenCase = `# what no engine does
# requirement: HOOK-004
# features: system

open
initialize
status
clause HOOK-004.1
want hookSystem.totalHooks is 77
`
	decidedCase = `# what an interpretation says of the status
# requirement: INT-36
# level: interpretation
# features: system plan

on BeforeTool '{"type":"command","command":"exit 0"}'
open
initialize
status
clause INT-36
want hookSystem.totalHooks is 1
want hookSystem.initialized is true

plan BeforeTool write_file {}
clause INT-36/plan
want plan.sequential is false
`
)

// needyCase is a case with a need that no engine meets.
const needyCase = `# how many hooks there are, for whoever can tell
# requirement: HOOK-011
# features: system

on BeforeTool '{"type":"command","command":"exit 0"}'
open
initialize
status
needs HOOK-004.1 HOOK-011.1
clause HOOK-011.1
want hookSystem.totalHooks is 1
clause HOOK-011.1/alone
want hookSystem.initialized is true
`

// newProver returns a prover of the real tree with the suite of these tests.
func newProver(t *testing.T) *Prover {
	t.Helper()
	root, err := proof.Root(".")
	require.NoError(t, err)
	c, err := catalogue.Load()
	require.NoError(t, err)
	return &Prover{
		Root: root, Module: "github.com/hooktest/hooktest", Catalogue: c,
		Cases: []cases.Case{
			parsed(t, "01-x/HOOK-009-status.txtar", statusCase), parsed(t, "01-x/HOOK-009-again.txtar", againCase),
			parsed(t, "02-x/HOOK-013-off.txtar", offCase), parsed(t, "03-x/HOOK-004-broken.txtar", brokenCase),
		},
		Environ: os.Environ(), Folder: t.TempDir(), Jobs: 2, Version: "test",
	}
}

func parsed(t *testing.T, name, text string) cases.Case {
	t.Helper()
	c, err := cases.Parse(name, []byte(text))
	require.NoError(t, err)
	return c
}
