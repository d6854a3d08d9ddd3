package finding

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/internal/lazyregexp"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/internal/english"
)

// The words by which authors of guards refuse. "Permission denied" is an error of the system.
var (
	objection    = lazyregexp.New(`(?i)\b(block(ed|ing|s)?|den(y|ied)|refus(e|ed|ing|es)|forbid(den|s)?|not (allowed|permitted)|disallowed|prohibited|rejected)\b`)
	systemDenies = lazyregexp.New(`(?i)permission denied|access (is )?denied|connection refused`)
)

// toolError matches error messages of shells, interpreters and common tools. Each names its
// program, or has a form that no other program uses.
var toolError = lazyregexp.New(`(?m)^(` + strings.Join([]string{
	`Traceback \(most recent call last\):`,
	`jq: (error|parse error|\d+ compile error)`, `parse error( \(|: )`,
	`(\S*/)?(bash|sh|dash|zsh|env): .*(not found|No such file or directory|Permission denied|unbound variable|bad substitution|syntax error)`,
	`\S+: line \d+: `, `\S+: \d+: (\S+: )?(not found|[Ss]yntax error|parameter not set|Bad substitution)`,
	`(grep|sed|awk|cat|cut|tr|head|tail|xargs|find|test|\[): `,
	`(\S*/)?python[0-9.]*: can't open file`, `node:internal/`, `(Uncaught )?(SyntaxError|TypeError|ReferenceError|ModuleNotFoundError|ImportError|KeyError|JSONDecodeError): `,
	`Error: Cannot find module`, `\S+ .*LoadError`, `panic: `,
}, "|") + `)`)

// complaint returns the first error message of a program on stderr.
func (r *run) complaint() string {
	at := toolError.FindStringIndex(r.stderr)
	if at == nil {
		return ""
	}
	line, _, _ := strings.Cut(r.stderr[at[0]:], "\n")
	const shown = 120
	if characters := []rune(line); len(characters) > shown {
		line = string(characters[:shown]) + "…"
	}
	return strings.TrimSpace(line)
}

// failing reports whether the hook exited with a code after which the agent continues.
func (r *run) failing() bool {
	return r.Result.Ending == hook.Exited && r.Result.Code != 0 && r.verdict.Kind == effect.Failed
}

// objects reports whether the hook meant to refuse: its author expects it, or its output says so.
func (r *run) objects() bool {
	if r.Expect == effect.Deny {
		return true
	}
	if r.answer != nil {
		_, _, denies := anywhere(r, dialect.Denies)
		return denies || slices.ContainsFunc(r.elsewhere(), func(other *run) bool {
			_, _, denies := other.answers.said(r.answer, dialect.Denies)
			return denies
		})
	}
	return Objects(r.stderr + "\n" + r.stdout)
}

// Objects reports whether a hook's text says that it refuses something.
func Objects(said string) bool {
	return objection.MatchString(systemDenies.ReplaceAllString(said, ""))
}

func refusalThatFails(r *run) []Finding {
	if !r.failing() || len(r.refusals) == 0 || r.complaint() != "" || !r.objects() {
		return nil
	}
	return says(dialect.Nowhere, fmt.Sprintf("the hook objects, but exit code %d refuses nothing: %s", r.Result.Code, r.going()), r.refuse())
}

func codeThatDiffers(r *run) []Finding {
	if r.Result.Ending != hook.Exited || r.Result.Code < 3 || !passes(r.verdict) && !refuses(r.verdict) {
		return nil
	}
	others := r.elsewhere()
	differs := slices.DeleteFunc(others, func(other *run) bool {
		return refuses(other.verdict) == refuses(r.verdict) || !passes(other.verdict) && !refuses(other.verdict)
	})
	if len(differs) == 0 || effect.ShellCouldNotStart(r.Result) {
		return nil
	}
	here, there := "is a failure", "refuses"
	if refuses(r.verdict) {
		here, there = there, here
	}
	return says(dialect.Nowhere, fmt.Sprintf("exit code %d %s here, and %s with %s", r.Result.Code, here, there, english.And(named(differs))),
		"end with 0 or 2, which mean the same nearly everywhere; "+r.refuse())
}

// exitsTwo reports whether the hook exited with code 2, which most agents treat as a refusal.
func (r *run) exitsTwo() bool { return r.Result.Ending == hook.Exited && r.Result.Code == 2 }

// saying returns the verdict if the hook had written its reason to stderr.
func (r *run) saying() effect.Verdict {
	return r.supposing(func(result *hook.ExecutionResult) { result.Stdout, result.Stderr = nil, []byte(because) })
}

func refusesMutely(r *run) []Finding {
	if !r.exitsTwo() || r.stderr != "" || r.stdout != "" || !refuses(r.verdict) {
		return nil
	}
	return says(dialect.Stderr, "exit code 2 without a text on stderr: the model reads a general reason and can't know what to do instead",
		`write the reason to stderr before exit 2: echo "why, and what to do instead" >&2`)
}

func reasonOnStdout(r *run) []Finding {
	if !r.exitsTwo() || r.stderr != "" || r.stdout == "" || !refuses(r.saying()) || r.toldStdout() {
		return nil
	}
	text := "exit code 2 with the reason on stdout, which is not read: the reason is lost"
	if passes(r.verdict) {
		text = "exit code 2 with the reason on stdout, which is not read, and without one on stderr the code refuses nothing: " + r.going()
	}
	fix := "write the reason to stderr: add >&2 to what prints it"
	if r.answer != nil {
		fix = "exit with code 0 for the answer on stdout to be read, or write the reason, as plain text, to stderr"
	}
	return says(dialect.Stdout, text, fix)
}

// toldStdout reports whether the model or the user reads stdout or, if it is an answer, its reason.
func (r *run) toldStdout() bool {
	if r.answer == nil {
		return r.told(r.stdout)
	}
	return r.toldAny(dialect.Denies)
}

func codeNotHere(r *run) []Finding {
	if !r.exitsTwo() || len(r.refusals) > 0 || !passes(r.verdict) || r.stderr != "" && r.told(r.stderr) {
		return nil
	}
	return says(dialect.Nowhere, fmt.Sprintf("exit code 2 can't refuse %s: %s", r.row.Name, r.going()), r.guardElsewhere())
}

func answerBesideCode(r *run) []Finding {
	if r.Result.Ending != hook.Exited || r.Result.Code == 0 || r.answer == nil || r.reads() || !isAnswer([]byte(r.stdout)) || r.toldStdout() {
		return nil
	}
	return says(dialect.Stdout, fmt.Sprintf("at exit code %d the JSON answer on stdout is not read", r.Result.Code), "exit with code 0 for it to be read")
}

func refusesAndAllows(r *run) []Finding {
	if r.Result.Ending != hook.Exited || r.Result.Code == 0 || r.answer == nil || !refuses(r.verdict) {
		return nil
	}
	d, text, ok := r.answers.said(r.answer, dialect.Allows)
	if !ok {
		return nil
	}
	return []Finding{{Text: fmt.Sprintf("the answer says %s, but exit code %d refuses all the same", text, r.Result.Code), Fix: "exit with code 0 to allow", Place: r.at(d.At)}}
}

// unstarted reports whether the hook could not be started, whether or not the agent notices.
func (r *run) unstarted() bool {
	return Unstarted(r.verdict, r.Result)
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

func killed(r *run) []Finding {
	if r.Result.Ending != hook.Killed || !passes(r.verdict) {
		return nil
	}
	return says(dialect.Nowhere, fmt.Sprintf("a signal (%s) ended the hook: %s", r.Result.Signal, r.going()), "find out who sends it: a crash, a limit on memory, or the hook's own kill")
}

func crashed(r *run) []Finding {
	said := r.complaint()
	if said == "" || r.Result.Ending != hook.Exited || r.Result.Code == 0 || r.exitsTwo() || r.unstarted() {
		return nil
	}
	return says(dialect.Stderr, fmt.Sprintf("the hook looks as if it had crashed (%s): %s", said, r.going()),
		"fix what it complains of, and refuse where the check itself fails")
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

func muteRefusalPasses(r *run) []Finding {
	if !r.exitsTwo() || r.stderr != "" || r.stdout != "" || !passes(r.verdict) || !refuses(r.saying()) {
		return nil
	}
	return says(dialect.Stderr, "exit code 2 without a text on stderr refuses nothing here: "+r.going(), "write the reason to stderr before exit 2")
}

func brokenAndAllowed(r *run) []Finding {
	said := r.complaint()
	if said == "" || r.Result.Ending != hook.Exited || r.Result.Code != 0 || !passes(r.verdict) || !r.guards() {
		return nil
	}
	return says(dialect.Stderr, fmt.Sprintf("a program in the hook failed (%s), and then the hook let it through", said),
		"end with exit code 2 where a check can't be made, such as: command -v jq >/dev/null || { echo 'jq is missing' >&2; exit 2; }")
}

// objectsInVain finds a hook that refuses only on stderr, so that the agent continues.
func objectsInVain(r *run) []Finding {
	if r.Result.Ending != hook.Exited || r.Result.Code != 0 || r.stdout != "" || !Objects(r.stderr) || !passes(r.verdict) || !r.guards() {
		return nil
	}
	return says(dialect.Stderr, "the hook objects on stderr and ends with exit code 0: "+r.going(), "to refuse, end with exit code 2: see that no pipeline, ( ) or || true stands between it and the end of the hook")
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

// Unstarted reports whether a hook could not be started, whether or not its agent notices.
func Unstarted(v effect.Verdict, r hook.ExecutionResult) bool {
	return v.Kind == effect.NotStarted || r.Ending == hook.Exited && effect.ShellCouldNotStart(r)
}
