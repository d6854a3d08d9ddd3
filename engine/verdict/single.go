package verdict

import (
	"bytes"
	"fmt"
	"path"
	"regexp"
	"strings"

	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/engine/jstext"
)

// failure finds why a hook did not do its work, if it did not.
func failure(r hook.ExecutionResult) (Verdict, bool) {
	switch r.Ending {
	case hook.NotStarted:
		if r.Entry.Type == hook.TypePlugin {
			return Verdict{NotStarted, "HOOK-195", "a plugin hook is registered but can't be run"}, true
		}
		return Verdict{NotStarted, "HOOK-110", fmt.Sprintf("the hook could not be started: %v", r.Err)}, true
	case hook.TimedOut:
		return Verdict{Timeout, "HOOK-119", fmt.Sprintf("the hook was ended after its timeout of %d ms", r.Entry.Timeout.Milliseconds())}, true
	case hook.Cancelled:
		return Verdict{Failed, "HOOK-068", "the hook was ended because the event was given up"}, true
	case hook.Killed:
		return Verdict{Killed, "HOOK-196", "a signal (" + r.Signal + ") ended the hook"}, true
	}
	switch {
	case r.Code == 0 || r.Code == 2:
		return Verdict{}, false
	case shellCouldNotStart(r):
		return Verdict{NotStarted, "HOOK-110", fmt.Sprintf("the shell could not start the hook (exit code %d)", r.Code)}, true
	case answersInVain(r.Stdout):
		return Verdict{Failed, "HOOK-198", fmt.Sprintf("exit code %d: the hook failed, and the JSON on stdout is not read", r.Code)}, true
	}
	return Verdict{Failed, failOpenRule(r.Event), fmt.Sprintf("exit code %d is a failure, not a refusal", r.Code)}, true
}

func failOpenRule(event hook.Event) string {
	switch event {
	case hook.BeforeTool:
		return "HOOK-023"
	case hook.AfterTool:
		return "HOOK-031"
	case hook.BeforeModel:
		return "HOOK-042"
	case hook.AfterModel:
		return "HOOK-052"
	case hook.BeforeToolSelection:
		return "HOOK-060"
	}
	return "HOOK-068"
}

// The words in which interpreters complain. They name themselves first, which
// tells the shell's own 126 or 127 (no such command, not executable), and an
// interpreter's own 2, from the same code of a script that ran.
var (
	couldNotStart    = regexp.MustCompile(`\A(/\S*/)?(bash|sh|dash|env): `)
	interpreterError = regexp.MustCompile(`\A((/\S*/)?(bash|sh|dash): (.*: )?(line )?\d+: |(\S*/)?python[0-9.]*: can't open file |Can't open perl script )`)
	scriptError      = regexp.MustCompile(`\A(.*?): (line )?\d+: ([Ss]yntax error|unexpected EOF while looking for)`)
)

// interpreterRefused tells whether an exit code 2 is an interpreter's, not the
// author's (INT-03). A syntax error counts if it is one of the hook itself: a
// guard may refuse because of another file's.
func interpreterRefused(r hook.ExecutionResult) bool {
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

func shellCouldNotStart(r hook.ExecutionResult) bool {
	return (r.Code == 126 || r.Code == 127) && couldNotStart.Match(r.Stderr)
}

func answersInVain(stdout []byte) bool {
	_, err := jsonvalue.ParseObject(jstext.TrimBytes(stdout))
	return err == nil
}

// noOutput judges a hook that ran well and gave nothing to act on.
func noOutput(r hook.ExecutionResult) Verdict {
	if len(jstext.TrimBytes(r.Stdout)) == 0 {
		return Verdict{Allow, "HOOK-065", "the hook printed nothing: no objection"}
	}
	return Verdict{Allow, "INT-13", "the JSON on stdout is no object: it is no answer"}
}

// allowed names the rule behind an answer that neither refuses nor stops.
func allowed(event hook.Event, out *hook.Output) Verdict {
	if out.Origin == hook.FromPlainText {
		if LooksLikeJSON([]byte(*out.SystemMessage)) {
			return Verdict{Allow, "HOOK-114", "stdout is not valid JSON, so it is plain text for the model and decides nothing"}
		}
		return Verdict{Allow, "HOOK-064", "plain text on stdout is a message for the model and decides nothing"}
	}
	if v, changes := change(event, out); changes {
		return v
	}
	switch {
	case out.Decision == nil:
		return Verdict{Allow, "HOOK-158", "the answer holds no decision: no objection"}
	case *out.Decision == hook.Ask:
		return Verdict{Allow, "HOOK-182", "ask means allow"}
	case *out.Decision == hook.Allow || *out.Decision == hook.Approve:
		return Verdict{Allow, "HOOK-018", fmt.Sprintf("decision %q: no objection", *out.Decision)}
	}
	return Verdict{Allow, "INT-16", fmt.Sprintf("decision %s is no known word and does not refuse", jstext.Quote(*out.Decision))}
}

// change names what an allowing answer changes.
func change(event hook.Event, out *hook.Output) (Verdict, bool) {
	suppress := out.SuppressOutput != nil && *out.SuppressOutput
	has := out.Specific.Has
	switch {
	case event == hook.BeforeTool && has("tool_input"):
		return Verdict{Allow, "HOOK-019", "the tool runs with the input as the hook changed it"}, true
	case event == hook.BeforeModel && has("llm_request"):
		return Verdict{Allow, "HOOK-038", "the model gets the request as the hook changed it"}, true
	case event == hook.AfterModel && has("llm_response"):
		return Verdict{Allow, "HOOK-046", "the agent goes on with the hook's response"}, true
	case event == hook.BeforeToolSelection && has("toolConfig"):
		return Verdict{Allow, "HOOK-055", "the hook decides which tools the model may call"}, true
	case event == hook.AfterTool && has("additionalContext"):
		return Verdict{Allow, "HOOK-027", "the model gets the hook's context with the tool's result"}, true
	case event == hook.AfterTool && suppress:
		return Verdict{Allow, "HOOK-029", "the tool's result is hidden from the user"}, true
	case event == hook.AfterModel && suppress:
		return Verdict{Allow, "HOOK-049", "the response is hidden from the user"}, true
	}
	return Verdict{}, false
}

// LooksLikeJSON tells whether text was meant to be a JSON object or array.
func LooksLikeJSON(text []byte) bool {
	trimmed := jstext.TrimBytes(text)
	return bytes.HasPrefix(trimmed, []byte("{")) || bytes.HasPrefix(trimmed, []byte("["))
}
