package finding

import "github.com/hooktest/hooktest/engine/dialect"

// ht503 finds a refusal by exit code without a reason.
func ht503(r *run) []Finding {
	if !r.exitsTwo() || r.stderr != "" || r.stdout != "" || !refuses(r.verdict) {
		return nil
	}
	return says(dialect.Stderr, "exit code 2 without a text on stderr: the model reads a general reason and can't know what to do instead",
		`write the reason to stderr before exit 2: echo "why, and what to do instead" >&2`)
}
