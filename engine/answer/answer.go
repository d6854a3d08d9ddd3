// Package answer turns the result of one hook (how its process ended, its stdout and
// its stderr) into an output.
//
// The exit code alone decides which stream is read: stdout for 0, stderr for every
// other code (section 35). The package starts nothing, merges nothing and keeps no
// state.
package answer

import (
	"errors"
	"fmt"
	"strings"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/engine/jstext"
)

// A Process is a hook's process after it has ended.
type Process struct {
	Ending hook.Ending
	// Code is the exit code if Ending is hook.Exited.
	Code int
	// Signal names the signal if Ending is hook.Killed.
	Signal string
	// Stdout and Stderr are the captured output, byte for byte.
	Stdout, Stderr []byte
}

// ErrNoExit is the error of a process that did not end by itself: it was not started,
// timed out or was cancelled. The caller knows the reason.
var ErrNoExit = errors.New("hook did not end by itself")

// Read returns the output of a hook, the warnings for its author, and why the hook
// failed. The output is nil if the hook printed nothing. The error is nil only for exit
// codes 0 and 2 (INT-26).
//
//hooktest:impl HOOK-066 HOOK-155.3 HOOK-069.2
func Read(rules dialect.Answer, p Process) (*hook.Output, []hook.Warning, error) {
	switch {
	case p.Ending == hook.Killed:
		return fromKilled(rules, p)
	case p.Ending != hook.Exited:
		return nil, nil, ErrNoExit
	case p.Code == rules.Answers:
		out, warnings := fromStdout(rules, p.Stdout)
		return out, warnings, nil
	case p.Code == rules.Refuses:
		return fromRefused(rules, p)
	}
	return fromFailed(rules, p)
}

// fromKilled reads the result of a hook that a signal killed: even if it printed
// something, it neither refuses nor answers.
//
//hooktest:impl HOOK-196 HOOK-023.1 HOOK-060.1
func fromKilled(rules dialect.Answer, p Process) (*hook.Output, []hook.Warning, error) {
	return failure(rules, text(p.Stderr)), nil, fmt.Errorf("hook was killed by %s", p.Signal)
}

// fromRefused reads the result of a hook that exited with the code of refusals.
//
//hooktest:impl HOOK-066 HOOK-067b HOOK-069
func fromRefused(rules dialect.Answer, p Process) (*hook.Output, []hook.Warning, error) {
	return convert(rules, text(p.Stderr), rules.Refuses), nil, nil
}

// fromFailed reads the result of a hook that exited with a failure code.
//
//hooktest:impl HOOK-198 HOOK-068.3 HOOK-052.1
func fromFailed(rules dialect.Answer, p Process) (*hook.Output, []hook.Warning, error) {
	return convert(rules, text(p.Stderr), p.Code), nil, fmt.Errorf("hook exited with code %d", p.Code)
}

// convert is the specification's convertPlainTextToHookOutput: the meaning of a trimmed
// text for an exit code. The text is stdout for the code of answers and stderr for all
// others. An empty text converts to nil, except for the code of refusals, which always
// refuses.
//
//hooktest:impl HOOK-189 HOOK-209 HOOK-064
func convert(rules dialect.Answer, s string, code int) *hook.Output {
	switch code {
	case rules.Answers:
		return plain(s)
	case rules.Refuses:
		return refusal(rules, s)
	}
	return failure(rules, s)
}

// plain returns the output of a plain text: the operation proceeds and the model reads
// the text. An empty text gives no output (INT-01).
//
//hooktest:impl HOOK-064 HOOK-114 HOOK-212
func plain(s string) *hook.Output {
	if s == "" {
		return nil
	}
	decision := hook.Allow
	return &hook.Output{Decision: &decision, SystemMessage: &s, Origin: hook.FromPlainText}
}

// refusal is an exit code that blocks, with any stderr (INT-02, INT-03).
//
//hooktest:impl HOOK-016a HOOK-067a HOOK-067b
func refusal(rules dialect.Answer, s string) *hook.Output {
	if s == "" {
		s = rules.Reason
	}
	decision := hook.Deny
	return &hook.Output{Decision: &decision, Reason: &s, Origin: hook.FromRefusal}
}

// failure is any other end; stdout is ignored even if it holds an answer.
//
//hooktest:impl HOOK-209 HOOK-198 HOOK-069
func failure(rules dialect.Answer, s string) *hook.Output {
	if s == "" {
		return nil
	}
	decision, message := hook.Allow, rules.Failure+s
	return &hook.Output{Decision: &decision, SystemMessage: &message, Origin: hook.FromFailure}
}

// fromStdout reads the answer of a hook that exited with the code of answers: JSON
// first, then plain text. Empty stdout gives no output (INT-01).
//
//hooktest:impl HOOK-065 HOOK-212 HOOK-201
func fromStdout(rules dialect.Answer, stdout []byte) (*hook.Output, []hook.Warning) {
	printed := jstext.TrimBytes(stdout)
	value, err := jsonvalue.Parse(printed)
	if err != nil {
		return convert(rules, text(printed), rules.Answers), tooDeep(err)
	}
	if encoded, ok := value.(string); ok {
		return fromString(rules, encoded, printed)
	}
	return fromValue(value)
}

// fromString reads an answer that was encoded twice. Any other quoted text is plain
// text, including the quotes (INT-13).
//
//hooktest:impl HOOK-193 HOOK-201
func fromString(rules dialect.Answer, encoded string, printed []byte) (*hook.Output, []hook.Warning) {
	value, err := jsonvalue.Parse([]byte(jstext.Trim(encoded)))
	if err != nil {
		return convert(rules, text(printed), rules.Answers), tooDeep(err)
	}
	return fromValue(value)
}

//hooktest:impl HOOK-018
func fromValue(value any) (*hook.Output, []hook.Warning) {
	if object, ok := value.(*jsonvalue.Object); ok {
		return hook.OutputFrom(object)
	}
	return nil, []hook.Warning{{
		Rule: "INT-13",
		Text: fmt.Sprintf("stdout is a JSON %s, but an answer is an object: it counts as no answer", jsonvalue.KindOf(value)),
	}}
}

// tooDeep warns about the one kind of JSON that can't be read.
func tooDeep(err error) []hook.Warning {
	if !errors.Is(err, jsonvalue.ErrDepth) {
		return nil
	}
	return []hook.Warning{{
		Rule: "HOOK-212",
		Text: fmt.Sprintf("stdout is %v: it counts as plain text", jsonvalue.ErrDepth),
	}}
}

// text decodes a stream: trimmed (INT-12), with U+FFFD for each byte that is not part
// of valid UTF-8 (INT-14).
//
//hooktest:impl HOOK-189
func text(b []byte) string {
	b = jstext.TrimBytes(b)
	// Map decodes, and copies only from the first byte on that is not valid.
	return strings.Map(func(r rune) rune { return r }, string(b))
}
