//go:build unix

package cli

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
	"github.com/hooktest/hooktest/internal/memory"
)

// A run allocates a small multiple of a large payload or output: the data, and each form in which
// it is passed on.
func TestRunAllocatesLittle(t *testing.T) {
	const megabyte = 1 << 20
	folder := t.TempDir()
	payload := filepath.Join(folder, "payload.json")
	text := fmt.Sprintf(`{"hook_event_name":"BeforeTool","tool_name":"write_file","tool_input":{"path":"a","content":%q}}`, strings.Repeat("x", 20*megabyte))
	require.NoError(t, os.WriteFile(payload, []byte(text), 0o600))
	tests := []struct {
		name   string
		args   []string
		most   uint64
		reason string
	}{
		{"large payload", []string{"true;", "--stdin", payload}, 64 * megabyte, "the file, the string in it, and what the hook reads"},
		{"flood of output", []string{"head -c 200000000 /dev/zero", "--bash", "ls"}, 48 * megabyte, "of 10 MiB that are kept: the bytes, the text, the model's text, the report's"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var out, err bytes.Buffer
			streams := term.Streams{In: strings.NewReader(""), Out: term.Plain(&out), Err: term.Plain(&err)}
			code := 0
			got := memory.Allocated(func() { code = Main(append([]string{"run", "--agents", "llxprt"}, tt.args...), streams, os.Environ()) })
			require.Zero(t, code, err.String())
			assert.Less(t, got, tt.most, tt.reason)
		})
	}
}
