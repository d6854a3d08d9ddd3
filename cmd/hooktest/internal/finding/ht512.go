package finding

import (
	"strings"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/internal/lazyregexp"
)

// ht512 finds a failed interpreter whose exit code refuses.
func ht512(r *run) []Finding {
	if !r.exitsTwo() || !refuses(r.verdict) {
		return nil
	}
	line, _, _ := strings.Cut(r.stderr, "\n")
	last := r.stderr[strings.LastIndex(r.stderr, "\n")+1:]
	switch {
	case badTest.MatchString(last):
		return says(dialect.Stderr, "exit code 2 comes from a test in the hook that failed, and not from the hook: "+last, `have it compare what it can: quotes around each variable, and a number in place of nothing, as in [ "${n:-0}" -gt 3 ]`)
	case strings.HasPrefix(r.stderr, "usage: ") && badArguments.MatchString(last):
		return says(dialect.Stderr, "exit code 2 comes from argparse, which does not get the arguments that it requires, and not from the hook: "+last, "read the payload from stdin, as in json.load(sys.stdin), and write the arguments into the command of the settings")
	case effect.InterpreterRefused(r.Result):
		return says(dialect.Stderr, "exit code 2 comes from the interpreter and not from the hook, so everything is refused: "+line, interpreterFix(line))
	case endsWithTwo.MatchString(line):
		return says(dialect.Stderr, "exit code 2 comes from a program in the hook that failed, and not from the hook: "+line, "ask for its code, as in: out=$(…) || { echo 'the check failed' >&2; exit 2; }")
	}
	return nil
}

// interpreterFix returns the fix for an interpreter that could not run its script.
func interpreterFix(line string) string {
	switch m := syntaxFault.FindStringSubmatch(line); {
	case cantOpen.MatchString(line):
		return "the command of the settings must name a script that exists and can be read"
	case m == nil:
		return "fix what the interpreter complains of, in the script or in the command of the settings"
	case m[2] != "":
		return "fix the syntax: bash -n SCRIPT finds the errors without running it"
	}
	return "fix the syntax: sh -n SCRIPT finds the errors without running it"
}

var (
	cantOpen    = lazyregexp.New(`: can't open file |^Can't open perl script |: 0: [Cc]an(?:not|'t) open `)
	syntaxFault = lazyregexp.New(`^(.*?): (line )?\d+: ([Ss]yntax error|unexpected EOF while looking for)`)
)

// endsWithTwo matches the errors of programs that exit with code 2 on failure and with 1 if they
// find nothing.
var endsWithTwo = lazyregexp.New(`^(?:\S*/)?(?:grep|egrep|fgrep|diff|cmp|ls|sort|jq): (?:error|\S+: (?:No such file|Permission denied|Is a directory)|[Uu]nmatched|[Ii]nvalid|unrecognized option|cannot (?:access|open))`)

// badTest matches the last words of [ and test in bash and dash, which then have the status 2. If
// more follows them, the hook may have gone on and refused.
var badTest = lazyregexp.New(`^\S.*: (?:line )?\d+: (?:\[|test): (?:Illegal number:.*|.*: (?:integer expression expected|(?:unary|binary) operator expected|unexpected operator|argument expected)|too many arguments|missing .?\]'?)$`)

// badArguments matches the errors of argparse itself. Others are the author's, by parser.error.
var badArguments = lazyregexp.New(`^.+: error: (?:the following arguments are required: |unrecognized arguments: |ambiguous option: |argument [^:]+: (?:expected |invalid \S+ value: |invalid choice: ))`)
