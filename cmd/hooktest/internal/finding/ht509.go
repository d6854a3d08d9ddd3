package finding

import "github.com/hooktest/hooktest/engine/dialect"

// ht509 finds a hook that could not be started.
func ht509(r *run) []Finding {
	if !r.unstarted() {
		return nil
	}
	fix := r.Start
	if fix == "" {
		fix = "run its command in a shell and see what that says"
	}
	return says(dialect.Nowhere, "the hook could not be started: "+r.going(), fix)
}
