package finding

import (
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
)

// ht418 finds an answer on stderr.
func ht418(r *run) []Finding {
	if !r.reads() || !isAnswer([]byte(r.stderr)) || r.answer != nil || !passes(r.verdict) {
		return nil
	}
	moved := r.supposing(func(result *hook.ExecutionResult) { result.Stdout, result.Stderr = result.Stderr, nil })
	if moved.Kind == r.verdict.Kind && moved.Rule == r.verdict.Rule {
		return nil
	}
	return says(dialect.Stderr, "the JSON answer is on stderr, where the agent does not look for one: "+r.going(), "print it to stdout")
}
