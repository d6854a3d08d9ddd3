package finding

import (
	"fmt"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
)

// ht508 finds an exit code that refuses and an answer that allows.
func ht508(r *run) []Finding {
	if r.Result.Ending != hook.Exited || r.Result.Code == 0 || r.answer == nil || !refuses(r.verdict) {
		return nil
	}
	d, text, ok := r.answers.said(r.answer, dialect.Allows)
	if !ok {
		return nil
	}
	return r.about(d.At, fmt.Sprintf("the answer says %s, but exit code %d refuses all the same", text, r.Result.Code), "exit with code 0 to allow")
}
