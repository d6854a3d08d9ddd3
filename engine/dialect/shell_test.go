package dialect

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestPowerShell(t *testing.T) {
	tests := []struct{ name, in, want, reason string }{
		{"bare", `python $LLXPRT_PROJECT_DIR/x.py`, `python ${env:LLXPRT_PROJECT_DIR}/x.py`, "HOOK-188"},
		{"quoted", `& "$GEMINI_PROJECT_DIR\x.ps1"`, `& "${env:GEMINI_PROJECT_DIR}\x.ps1"`, "INT-09: stays in the author's quotes"},
		{"braced", `${CLAUDE_PROJECT_DIR}s`, `${env:CLAUDE_PROJECT_DIR}s`, "HOOK-188"},
		{"longer name", `$LLXPRT_PROJECT_DIRECTORY $LLXPRT_PROJECT_DIR_2`, `$LLXPRT_PROJECT_DIRECTORY $LLXPRT_PROJECT_DIR_2`, "another variable"},
		{"already PowerShell's", `$env:LLXPRT_PROJECT_DIR`, `$env:LLXPRT_PROJECT_DIR`, "left alone"},
		{"escaped", "`$LLXPRT_PROJECT_DIR", "`$LLXPRT_PROJECT_DIR", "no reference"},
		{"at the ends", `$LLXPRT_PROJECT_DIR$LLXPRT_PROJECT_DIR`, `${env:LLXPRT_PROJECT_DIR}${env:LLXPRT_PROJECT_DIR}`, "HOOK-188"},
		{"nothing", "", "", "no command text"},
		{"lone signs", "$ ${ `", "$ ${ `", "left alone"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, expandForPowerShell(tt.in, LLxprt().Launch.Variables), tt.reason)
		})
	}
}
