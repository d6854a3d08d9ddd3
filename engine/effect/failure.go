package effect

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path"
	"strings"
	"time"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/engine/jstext"
	"github.com/hooktest/hooktest/internal/lazyregexp"
)

// failure returns why a hook failed, if it did.
func failure(contract *dialect.Contract, r hook.ExecutionResult) (Verdict, bool) {
	switch r.Ending {
	case hook.NotStarted:
		if handler, ok := contract.Handlers.Handler(r.Entry.Type); ok && !handler.Starts {
			return Verdict{NotStarted, "HOOK-195", "a " + r.Entry.Type + " hook is registered but can't be run"}, true
		}
		return Verdict{NotStarted, "HOOK-110", fmt.Sprintf("the hook could not be started: %v", r.Err)}, true
	case hook.TimedOut:
		return Verdict{Timeout, "HOOK-119", fmt.Sprintf("the hook was ended after its timeout of %v ms", float64(r.Entry.Timeout)/float64(time.Millisecond))}, true
	case hook.Cancelled:
		return Verdict{Failed, "HOOK-068", "the hook was ended because the event was given up"}, true
	case hook.Killed:
		return Verdict{Killed, "HOOK-196", "a signal (" + r.Signal + ") ended the hook"}, true
	}
	switch {
	case r.Code == contract.Answer.Answers || r.Code == contract.Answer.Refuses:
		return Verdict{}, false
	case ShellCouldNotStart(r):
		return Verdict{NotStarted, "HOOK-110", fmt.Sprintf("the shell could not start the hook (exit code %d)", r.Code)}, true
	case answersInVain(r.Stdout):
		return Verdict{Failed, "HOOK-198", fmt.Sprintf("exit code %d: the hook failed, and the JSON on stdout is not read", r.Code)}, true
	}
	row, _ := contract.Event(r.Event)
	return Verdict{Failed, row.Effects.Failed, fmt.Sprintf("exit code %d is a failure, not a refusal", r.Code)}, true
}

// Interpreters begin their error messages with their own names. That distinguishes an
// exit code 126 or 127 of the shell itself (not executable, no such command), and an
// interpreter's own 2, from the same code of a script that ran. A shell that starts
// nothing ends with that message, and what came before it is not about the start.
var (
	couldNotStart    = lazyregexp.New(`(\A|\n)(/\S*/)?(bash|sh|dash|env): .*\s*\z`)
	interpreterError = lazyregexp.New(`\A((/\S*/)?(bash|sh|dash): (.*: )?(line )?\d+: |(\S*/)?python[0-9.]*: can't open file |Can't open perl script )`)
	scriptError      = lazyregexp.New(`\A(.*?): (line )?\d+: ([Ss]yntax error|unexpected EOF while looking for)`)
)

// InterpreterRefused reports whether an exit code 2 came from an interpreter rather
// than from the script's author (INT-03). A syntax error counts only if it is in the
// hook itself: a guard may refuse because of an error in another file.
func InterpreterRefused(r hook.ExecutionResult) bool {
	stderr := jstext.TrimBytes(r.Stderr)
	if interpreterError.Match(stderr) {
		return true
	}
	m := scriptError.FindSubmatch(stderr)
	if m == nil || r.Entry.Command == "" {
		return m != nil
	}
	return strings.Contains(unquoted(r.Entry.Command), unquoted(path.Base(string(m[1]))))
}

func unquoted(s string) string { return strings.NewReplacer("'", "", `"`, "", `\`, "").Replace(s) }

// ShellCouldNotStart reports whether a shell exited with its own code for a command
// that does not exist or can't be executed.
func ShellCouldNotStart(r hook.ExecutionResult) bool {
	return (r.Code == 126 || r.Code == 127) && couldNotStart.Match(r.Stderr)
}

func answersInVain(stdout []byte) bool {
	_, err := jsonvalue.ParseObject(jstext.TrimBytes(stdout))
	return err == nil
}

// noOutput judges a hook that succeeded without output.
func noOutput(r hook.ExecutionResult) Verdict {
	switch {
	case len(jstext.TrimBytes(r.Stdout)) > 0:
		return Verdict{Allow, "INT-13", "the JSON on stdout is not an object, so it is not an answer"}
	case len(jstext.TrimBytes(r.Stderr)) > 0:
		return Verdict{Allow, "HOOK-065", "the hook wrote to stderr alone, and with exit code 0 that refuses nothing: no objection"}
	}
	return Verdict{Allow, "HOOK-065", "the hook printed nothing: no objection"}
}

// allowed returns the rule for an answer that neither refuses nor stops.
func allowed(event *dialect.Event, out *hook.Output, effects Effects) Verdict {
	if out.Origin == hook.FromPlainText {
		return plainText(*out.SystemMessage)
	}
	for _, e := range effects {
		if e.Action != Remind {
			return Verdict{Allow, e.Rule, because(event, e)}
		}
	}
	switch {
	case out.Decision == nil:
		return Verdict{Allow, "HOOK-158", "the answer holds no decision: no objection"}
	case *out.Decision == hook.Ask:
		return Verdict{Allow, "HOOK-182", "ask means allow"}
	case *out.Decision == hook.Allow || *out.Decision == hook.Approve:
		return Verdict{Allow, "HOOK-018", fmt.Sprintf("decision %q: no objection", *out.Decision)}
	}
	return Verdict{Allow, "INT-16", fmt.Sprintf("decision %s is not a known word and does not refuse", jstext.Quote(*out.Decision))}
}

// plainText returns the rule for a text that decides nothing, and why an answer within
// the text does not count.
func plainText(text string) Verdict {
	start, end, answers := AnswerWithin(text, IsAnswer)
	switch {
	case answers && jstext.Trim(text[:start]) != "":
		return Verdict{Allow, "HOOK-212", "there is text before the JSON answer on stdout, so all of it is plain text for the model and decides nothing"}
	case answers && jstext.Trim(text[end:]) != "":
		return Verdict{Allow, "HOOK-212", "more follows the JSON answer on stdout, so all of it is plain text for the model and decides nothing"}
	case LooksLikeJSON([]byte(text)):
		return Verdict{Allow, "HOOK-114", "stdout is not valid JSON, so it is plain text for the model and decides nothing"}
	}
	return Verdict{Allow, "HOOK-064", "plain text on stdout is a message for the model and decides nothing"}
}

// bracesTried limits the search for an answer in a text, since each brace may open an
// object that never ends.
const bracesTried = 20

// AnswerWithin finds the first object in a text that is an answer, and returns where it
// begins and ends.
func AnswerWithin(text string, isAnswer func(object []byte) bool) (start, end int, ok bool) {
	for range bracesTried {
		brace := strings.IndexByte(text[start:], '{')
		if brace < 0 {
			break
		}
		start += brace
		decoder := json.NewDecoder(strings.NewReader(text[start:]))
		var object json.RawMessage
		if decoder.Decode(&object) != nil {
			start++
			continue
		}
		end := start + int(decoder.InputOffset())
		if isAnswer(object) {
			return start, end, true
		}
		start = end
	}
	return 0, 0, false
}

// IsAnswer reports whether text is a JSON object with a field that the answers to every
// event may have.
func IsAnswer(text []byte) bool {
	object, err := jsonvalue.ParseObject(jstext.TrimBytes(text))
	if err != nil {
		return false
	}
	out, _ := hook.OutputFrom(object)
	return out.Extra.Len() < object.Len()
}

// LooksLikeJSON reports whether text was probably meant to be a JSON object or array.
func LooksLikeJSON(text []byte) bool {
	trimmed := jstext.TrimBytes(text)
	return bytes.HasPrefix(trimmed, []byte("{")) || bytes.HasPrefix(trimmed, []byte("["))
}
