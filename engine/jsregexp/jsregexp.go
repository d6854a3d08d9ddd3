// Package jsregexp compiles JavaScript regular expressions, written without
// flags, into matchers that answer whether a string contains a match.
//
// Compile accepts exactly what `new RegExp(pattern)` accepts in an ES2024 web
// engine, Annex B included: `\A` matches "A", a lone `]` is a literal, and the
// groups that other engines offer, such as `(?i)` or `(?>a)`, are faults.
// Patterns and subjects are sequences of UTF-16 code units, as they are in
// JavaScript without the u flag: `.` matches half of a supplementary character.
//
// The package does not report where a match lies or what its groups captured,
// knows no flags, and does not decide what an invalid pattern or an exceeded
// budget means; that is the caller's part. It refuses more than 250 nested
// groups, and does not reproduce the limits that engines put on the size of a
// compiled expression.
package jsregexp

import (
	"errors"
	"fmt"
	"time"

	"github.com/dlclark/regexp2/v2"
)

// ErrBudget is returned by MatchString when a match exceeds its budget.
var ErrBudget = errors.New("match exceeded its budget")

const (
	// timeBudget bounds the time of one match.
	timeBudget = 250 * time.Millisecond

	// stackBudget bounds the backtracking state of one match, in machine words:
	// 32 MiB, in the order of what JavaScript engines allow.
	stackBudget = 1 << 22
)

// Regexp is a compiled expression. It is safe for concurrent use.
type Regexp struct {
	pattern string
	program *regexp2.Regexp
	budget  time.Duration
}

// Compile parses pattern. The error names the first fault and its offset in
// UTF-16 code units; a pattern that is valid in JavaScript gives no error. A
// byte of pattern that is not valid UTF-8 counts as U+FFFD.
//
//hooktest:impl HOOK-088
func Compile(pattern string) (*Regexp, error) {
	return compile(pattern, timeBudget)
}

func compile(pattern string, budget time.Duration) (*Regexp, error) {
	translated, err := translate(pattern)
	if err != nil {
		return nil, err
	}
	program, err := regexp2.Compile(translated, regexp2.ECMAScript, regexp2.OptionMaxBacktrackingStackSize(stackBudget))
	if err != nil {
		return nil, fmt.Errorf("build matcher: %w", err)
	}
	program.MatchTimeout = budget
	return &Regexp{pattern: pattern, program: program, budget: budget}, nil
}

// String returns the pattern given to Compile.
func (re *Regexp) String() string {
	return re.pattern
}

// MatchString reports whether s contains a match, as RegExp.prototype.test
// does. A byte of s that is not valid UTF-8 counts as U+FFFD.
//
// A match may take 250 ms and 32 MiB of backtracking state. Beyond either it
// ends with an error for which errors.Is(err, ErrBudget) holds; the time is
// noticed at most 200 ms late. Its clock is one goroutine for the
// whole process, which ends by itself some two seconds after the last match.
//
//hooktest:impl HOOK-087
func (re *Regexp) MatchString(s string) (matched bool, err error) {
	subject := engineText(s)
	start := time.Now()
	matched, err = re.program.MatchRunes(subject)
	if err != nil && !errors.Is(err, regexp2.ErrBacktrackingStackLimit) && time.Since(start) < re.budget/2 {
		// The engine's clock stops while the process is suspended or starved, and its
		// next tick then ends a match that has only begun. That tick has set the clock,
		// so a second match gets its full time.
		matched, err = re.program.MatchRunes(subject)
	}
	if err != nil {
		// The engine's own error quotes the whole subject and has no type.
		return false, ErrBudget
	}
	return matched, nil
}
