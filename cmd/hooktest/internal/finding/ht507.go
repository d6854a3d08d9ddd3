package finding

import (
	"fmt"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
)

// ht507 finds an exit code that hides the answer.
func ht507(r *run) []Finding {
	if r.Result.Ending != hook.Exited || r.Result.Code == 0 || r.answer == nil || r.reads() || !isAnswer([]byte(r.stdout)) || r.toldStdout() {
		return nil
	}
	return says(dialect.Stdout, fmt.Sprintf("at exit code %d the JSON answer on stdout is not read", r.Result.Code), "exit with code 0 for it to be read")
}
