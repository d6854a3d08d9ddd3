package finding

import "github.com/hooktest/hooktest/engine/dialect"

// ht513 finds a refusal that needs a reason and has none.
func ht513(r *run) []Finding {
	if !r.exitsTwo() || r.stderr != "" || r.stdout != "" || !passes(r.verdict) || !refuses(r.saying()) {
		return nil
	}
	return says(dialect.Stderr, "exit code 2 without a text on stderr refuses nothing here: "+r.going(), "write the reason to stderr before exit 2")
}
