package selftest_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/adapter/process"
	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/outcome"
)

// A hook writes into the project folder even if the variable for it is missing: only
// the requirement of the variable fails, and nothing is written elsewhere.
func TestHooksFindTheirFolderByThemselves(t *testing.T) {
	t.Parallel()
	c, err := cases.Parse("HOOK-188-bare.txtar", []byte(`# a hook that gets no variable and the wrong working directory
# requirement: HOOK-188

hook notes
on BeforeTool '{"type":"command","command":"unset LLXPRT_PROJECT_DIR GEMINI_PROJECT_DIR CLAUDE_PROJECT_DIR; cd /; ''${HOOKS}/notes''"}'
fire BeforeTool write_file {}
control
ran notes 1
saw notes cwd is /
saw notes exit is 0
clause HOOK-188.4
file seen is '"the hook was here\n"'
clause HOOK-188.1
saw notes env.LLXPRT_PROJECT_DIR is ${PROJECT}
-- notes --
echo 'the hook was here' > "$PROJECT/seen"
`))
	require.NoError(t, err)
	d, err := process.Builtin(t.Context(), "test", process.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, d.Close()) })
	r := run(t, d, []cases.Case{c}, way{seed: 1, jobs: 1})
	assert.Equal(t, map[string]outcome.Verdict{
		"HOOK-188-bare HOOK-188.4": outcome.Pass,
		"HOOK-188-bare HOOK-188.1": outcome.Fail,
	}, verdicts(r))
	require.Len(t, r.Checks(), 2)
	require.Len(t, r.Checks()[1].Mismatches, 1)
	assert.Equal(t, "what notes saw: env.LLXPRT_PROJECT_DIR", r.Checks()[1].Mismatches[0].What, "the failure names what is missing")
}
