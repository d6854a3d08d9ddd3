package finding

import (
	"fmt"

	"github.com/hooktest/hooktest/engine/dialect"
)

// ht620 returns the only finding about a hook that floods its output: the other rules do not read
// that.
func ht620(r Run) []Finding {
	stream, n := dialect.Stdout, int64(len(r.Result.Stdout))+r.Result.StdoutDropped
	if more := int64(len(r.Result.Stderr)) + r.Result.StderrDropped; more > n {
		stream, n = dialect.Stderr, more
	}
	return By("HT620", says(stream, fmt.Sprintf("the hook wrote %d bytes to %s", n, stream), "write what the model needs, and the rest to a file"))
}
