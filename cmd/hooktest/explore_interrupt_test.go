//go:build unix

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/explore"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/schemas"
)

// overheard is an adapter that forwards its requests to the reference engine and reports the
// 300th firing: by then the first 64 draws have fired, and the first differences are being
// reduced. It turns every "success":false in the responses into true, so that there are
// differences.
const overheard = `n=0
while IFS= read -r line; do
	case $line in
	*'"hooks/fire"'*)
		n=$((n + 1))
		test "$n" != 300 || echo "fired $$" >'ALIVE'
		;;
	esac
	printf '%s\n' "$line"
done | ./hooktest adapter | sed -u 's/"success":false/"success":true/g'
`

// If the user interrupts an exploration, the exit code is 130, the results so far are reported,
// and the saved state can be resumed with the same result.
func TestExploreInterrupted(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	s.write("adapter.sh", overheard)
	explored := func(extra ...string) *exec.Cmd {
		args := append([]string{"conform", "explore", "--format", "json", "--state", "state.json"}, extra...)
		return s.command(append(args, "--", "sh", "adapter.sh")...)
	}
	cmd := explored("--draws", "100000")
	out, err := os.Create(filepath.Join(s.folder, "out.json"))
	require.NoError(t, err)
	cmd.Stdout = out
	require.NoError(t, cmd.Start())
	s.hear("fired")
	require.NoError(t, cmd.Process.Signal(syscall.SIGINT))
	s.ends(cmd, 130)
	require.NoError(t, out.Close())

	printed, err := os.ReadFile(out.Name())
	require.NoError(t, err)
	require.NoError(t, schemas.ValidateBytes("explore-report", "out.json", printed, document.Options{}))
	kept, err := os.ReadFile(filepath.Join(s.folder, "state.json"))
	require.NoError(t, err)
	assert.Equal(t, string(printed), string(kept), "the printed text is the stored text")
	var before explore.State
	require.NoError(t, json.Unmarshal(kept, &before))
	assert.Positive(t, before.Next, "the draws before are known")
	assert.NotEmpty(t, before.Causes)

	again := explored("--draws", fmt.Sprint(before.Next+1), "--resume")
	resumed, _ := again.Output()
	assert.Equal(t, 1, again.ProcessState.ExitCode(), "there are differences")
	require.NoError(t, schemas.ValidateBytes("explore-report", "resumed.json", resumed, document.Options{}))
	var after explore.State
	require.NoError(t, json.Unmarshal(resumed, &after))
	assert.Equal(t, before.Next+1, after.Next)
	assert.GreaterOrEqual(t, len(after.Causes), len(before.Causes), "what was known is known")
	assert.Equal(t, before.Causes[0].Draw, after.Causes[0].Draw)
}
