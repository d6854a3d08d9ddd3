package finding

import "github.com/hooktest/hooktest/engine/dialect"

func ht509() Rule {
	return Rule{
		ID: "HT509", Title: "hook could not be started", Severity: Error,
		Why:  "The shell can't find or execute the hook, and most agents continue without it.",
		find: notStarted,
	}
}

func notStarted(r *run) []Finding {
	if !r.unstarted() {
		return nil
	}
	fix := r.Start
	if fix == "" {
		fix = "run its command in a shell and see what that says"
	}
	return says(dialect.Nowhere, "the hook could not be started: "+r.going(), fix)
}
