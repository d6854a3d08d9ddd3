package process

import (
	"os"
	"slices"
	"strings"
	"time"
)

// elsewhere is a zone whose clock is never that of UTC, nor off by whole hours.
const elsewhere = "Asia/Kathmandu"

// awayFromUTC gives the environment of an adapter; nil stands for this
// process's. Where the machine's clock is that of UTC, as in most of CI, the
// adapter's is not, so that local times don't pass for times in UTC (HOOK-215).
func awayFromUTC(env []string) []string {
	if _, offset := time.Now().Zone(); offset != 0 {
		return env
	}
	if env == nil {
		env = os.Environ()
	}
	env = slices.DeleteFunc(slices.Clone(env), func(variable string) bool { return strings.HasPrefix(variable, "TZ=") })
	return append(env, "TZ="+elsewhere)
}
