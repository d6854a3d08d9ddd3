package finding

import (
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
)

func ht516() Rule {
	return Rule{
		ID: "HT516", Title: "objection on stderr, but exit code 0", Severity: Warning,
		Why:    "With exit code 0 the agent ignores stderr. Usually the exit code was lost: exit 2 is in a part of a pipeline, or the hook is followed by || true.",
		Unless: []string{"HT418", "HT514"},
		find:   objectsInVain,
	}
}

// objectsInVain finds a hook that refuses only on stderr, so that the agent continues.
func objectsInVain(r *run) []Finding {
	if r.Result.Ending != hook.Exited || r.Result.Code != 0 || r.stdout != "" || !Objects(r.stderr) || !passes(r.verdict) || !r.guards() {
		return nil
	}
	return says(dialect.Stderr, "the hook objects on stderr and ends with exit code 0: "+r.going(), "to refuse, end with exit code 2: see that no pipeline, ( ) or || true stands between it and the end of the hook")
}
