package finding

import "github.com/hooktest/hooktest/engine/dialect"

func ht401() Rule {
	return Rule{
		ID: "HT401", Title: "text before the JSON answer", Severity: Error,
		Why:  "The answer must be alone on stdout. A log line or a line from the shell's profile before it turns all of stdout into plain text, which decides nothing.",
		find: textBefore,
	}
}

func textBefore(r *run) []Finding {
	start, _, ok := r.within()
	if !ok || trimmed(r.Result.Stdout[:start]) == "" {
		return nil
	}
	return says(dialect.Stdout, "text stands before the JSON answer on stdout, so that it is not read as one: "+r.going(),
		"print the answer alone to stdout, and everything else to stderr")
}
