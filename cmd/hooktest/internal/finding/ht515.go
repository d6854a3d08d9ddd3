package finding

import (
	"slices"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/internal/english"
)

func ht515() Rule {
	return Rule{
		ID: "HT515", Title: "exit code 1 refuses", Severity: Info, Agents: "agents where it refuses",
		Why:    "With most agents exit code 1 allows: a hook that relies on it guards nothing there.",
		Unless: []string{"HT701"},
		find:   codeOneRefuses,
	}
}

func codeOneRefuses(r *run) []Finding {
	if r.Result.Ending != hook.Exited || r.Result.Code != 1 || !refuses(r.verdict) {
		return nil
	}
	passing := slices.DeleteFunc(r.elsewhere(), func(other *run) bool { return !passes(other.verdict) })
	if len(passing) == 0 {
		return nil
	}
	return says(dialect.Nowhere, "exit code 1 refuses here, and lets through with "+english.And(named(passing)), r.refuse()+", which others understand too")
}
