package finding

import (
	"fmt"

	"github.com/hooktest/hooktest/engine/dialect"
)

func ht501() Rule {
	return Rule{
		ID: "HT501", Title: "exit code refuses nothing", Severity: Error,
		Why:    "Every exit code other than 2 means that the hook failed, and most agents continue.",
		Unless: []string{"HT504"},
		find:   refusalThatFails,
	}
}

func refusalThatFails(r *run) []Finding {
	if !r.failing() || len(r.refusals) == 0 || r.complaint() != "" || !r.objects() {
		return nil
	}
	return says(dialect.Nowhere, fmt.Sprintf("the hook objects, but exit code %d refuses nothing: %s", r.Result.Code, r.going()), r.refuse())
}
