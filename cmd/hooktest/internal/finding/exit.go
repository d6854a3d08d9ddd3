package finding

import (
	"cmp"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/internal/lazyregexp"
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

// thrown matches the error below the heading of Python and Node, which names a place alone.
var thrown = lazyregexp.New(`(?m)^(?:Uncaught )?[\w.]*(?:Error|Exception)\b.*`)

// complaint returns the first error message of a program on stderr.
func (r *run) complaint() string {
	at := toolError.FindStringIndex(r.stderr)
	if at == nil {
		return ""
	}
	line, _, _ := strings.Cut(r.stderr[at[0]:], "\n")
	if strings.HasPrefix(line, "Traceback ") || strings.HasPrefix(line, "node:internal/") {
		line = cmp.Or(thrown.FindString(r.stderr[at[0]:]), line)
	}
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

// exitsTwo reports whether the hook exited with code 2, which most agents treat as a refusal.
func (r *run) exitsTwo() bool { return r.Result.Ending == hook.Exited && r.Result.Code == 2 }

// saying returns the verdict if the hook had written its reason to stderr.
func (r *run) saying() effect.Verdict {
	return r.supposing(func(result *hook.ExecutionResult) { result.Stdout, result.Stderr = nil, []byte(because) })
}

// toldStdout reports whether the model or the user reads stdout or, if it is an answer, its reason.
func (r *run) toldStdout() bool {
	if r.answer == nil {
		return r.told(r.stdout)
	}
	return r.toldAny(dialect.Denies)
}

// Unstarted reports whether a hook could not be started, whether or not its agent notices.
func Unstarted(v effect.Verdict, r hook.ExecutionResult) bool {
	return v.Kind == effect.NotStarted || r.Ending == hook.Exited && effect.ShellCouldNotStart(r)
}
