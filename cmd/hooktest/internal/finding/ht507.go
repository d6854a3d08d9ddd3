package finding

import (
	"fmt"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
)

func ht507() Rule {
	return Rule{
		ID: "HT507", Title: "exit code hides the JSON answer", Severity: Warning,
		Why:    "The agent reads the JSON answer only with exit code 0.",
		Unless: []string{"HT501", "HT504", "HT508"},
		find:   answerBesideCode,
	}
}

func answerBesideCode(r *run) []Finding {
	if r.Result.Ending != hook.Exited || r.Result.Code == 0 || r.answer == nil || r.reads() || !isAnswer([]byte(r.stdout)) || r.toldStdout() {
		return nil
	}
	return says(dialect.Stdout, fmt.Sprintf("at exit code %d the JSON answer on stdout is not read", r.Result.Code), "exit with code 0 for it to be read")
}
