package process

import (
	"os"
	"slices"
	"strings"
	"time"
)

// elsewhere is a zone whose offset from UTC is never a whole number of hours.
const elsewhere = "Asia/Kathmandu"

// awayFromUTC returns the environment of an adapter; nil means this process's. If
// the machine's zone is UTC, as in most CI, the adapter gets another zone. A local
// time then can't pass for UTC (HOOK-215).
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
