package finding

import (
	"strings"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/internal/lazyregexp"
)

func ht512() Rule {
	return Rule{
		ID: "HT512", Title: "interpreter's error refuses everything", Severity: Error,
		Why:  "Shells and interpreters exit with code 2 if they can't read a script, and that is the code that refuses.",
		find: interpreterRefuses,
	}
}

func interpreterRefuses(r *run) []Finding {
	if !r.exitsTwo() || !refuses(r.verdict) {
		return nil
	}
	line, _, _ := strings.Cut(r.stderr, "\n")
	switch {
	case effect.InterpreterRefused(r.Result):
		return says(dialect.Stderr, "exit code 2 comes from the interpreter and not from the hook, so everything is refused: "+line, "fix the hook: bash -n finds errors of syntax")
	case endsWithTwo.MatchString(line):
		return says(dialect.Stderr, "exit code 2 comes from a program in the hook that failed, and not from the hook: "+line, "ask for its code, as in: out=$(…) || { echo 'the check failed' >&2; exit 2; }")
	}
	return nil
}

// endsWithTwo matches the errors of programs that exit with code 2 on failure and with 1 if they
// find nothing.
var endsWithTwo = lazyregexp.New(`^(?:\S*/)?(?:grep|egrep|fgrep|diff|cmp|ls|sort|jq): (?:error|\S+: (?:No such file|Permission denied|Is a directory)|[Uu]nmatched|[Ii]nvalid|unrecognized option|cannot (?:access|open))`)
