package procgroup

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestHeadStaysUnreapedUntilFinish(t *testing.T) {
	t.Parallel()
	p, _ := start(t, "exit 0")
	<-p.Exited()
	stat, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(p.Pid()), "stat"))
	require.NoError(t, err, "a reaped number could be given to a stranger before the group is killed")
	_, rest, _ := strings.Cut(string(stat), ") ")
	assert.True(t, strings.HasPrefix(rest, "Z"), "state %q", rest[:1])
	_, err = p.Finish()
	require.NoError(t, err)
}
