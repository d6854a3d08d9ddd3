package finding

import "github.com/hooktest/hooktest/engine/dialect"

func ht503() Rule {
	return Rule{
		ID: "HT503", Title: "exit code 2 without text on stderr", Severity: Warning,
		Why:  "The model reads stderr and adapts to it. Without text it does not know what was wrong.",
		find: refusesMutely,
	}
}

func refusesMutely(r *run) []Finding {
	if !r.exitsTwo() || r.stderr != "" || r.stdout != "" || !refuses(r.verdict) {
		return nil
	}
	return says(dialect.Stderr, "exit code 2 without a text on stderr: the model reads a general reason and can't know what to do instead",
		`write the reason to stderr before exit 2: echo "why, and what to do instead" >&2`)
}
