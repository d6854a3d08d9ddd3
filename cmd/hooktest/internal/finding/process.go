package finding

import (
	"fmt"
	"strings"
	"time"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/internal/english"
)

func timedOut(r *run) []Finding {
	if r.Result.Ending != hook.TimedOut || r.verdict.Kind != effect.Timeout {
		return nil
	}
	f := says(dialect.Nowhere, fmt.Sprintf("the hook was ended after its timeout of %v: %s without its decision", r.Result.Entry.Timeout, r.going()),
		"make it answer sooner, give it a longer timeout, and refuse before slow work")
	f[0].Told = r.warningOf("HOOK-119", "")
	return f
}

// Slow is the time per tool call above which users notice a hook.
const Slow = time.Second

func takesLong(r *run) []Finding {
	if !r.row.Subject.Tool || r.Result.Ending != hook.Exited || r.Result.Duration < Slow {
		return nil
	}
	return says(dialect.Nowhere, fmt.Sprintf("the hook took %v, and the agent waits as long at every call of a tool", r.Result.Duration.Round(100*time.Millisecond)),
		"have a matcher name the tools that it is about, and leave slow work to a program in the background that closes its streams")
}

func pipeHeld(r *run) []Finding {
	held := r.warningOf(r.Contract.Ending.Rule, "std")
	text := fmt.Sprintf("the hook ended, but a process that it left behind holds its output open; after %v it was closed", r.Contract.Ending.Pipes)
	switch {
	case held.Text == "":
		return nil
	case r.Result.Ending == hook.TimedOut && r.Contract.Ending.Waits:
		text = fmt.Sprintf("the hook ended, but a process that it left behind holds its output open, and the agent waits for that until the timeout of %v: %s without its answer", r.Result.Entry.Timeout, r.going())
	case r.Result.Ending != hook.Exited:
		return nil
	}
	return []Finding{{
		Text: text,
		Fix:  "start it with >/dev/null 2>&1 & so that it has streams of its own",
		Told: held,
	}}
}

// nothingRead finds a hook that allows and read none of its input. If it read a part, that may have
// been enough. If it refuses, it may not have needed the input.
func nothingRead(r *run) []Finding {
	n := len(r.Result.Stdin)
	if n == 0 || r.Result.Unread != n || r.Result.Ending != hook.Exited || !passes(r.verdict) || !r.guards() {
		return nil
	}
	found := says(dialect.Nowhere, "the hook ended without reading its stdin: the verdict can't depend on what the agent is about to do",
		"read the payload from stdin, such as: input=$(cat)")
	switch {
	case r.row.Moment == dialect.TurnBefore:
		// Hooks of this event commonly only add context, for any prompt.
		found[0].Rule.Severity = Info
	case r.Expect == effect.Allow:
		// Its author expects this verdict, and a hook may know it without reading.
		found[0].Rule.Severity = Warning
	}
	return found
}

func leavesBehind(r *run) []Finding {
	var said, fixes []string
	if n := len(r.Left.Files); n > 0 {
		said = append(said, fmt.Sprintf("%s in the folder for temporary ones (%s)", english.Count(n, "file"), some(r.Left.Files)))
		fixes = append(fixes, `remove what it makes however it ends: trap 'rm -rf "$file"' EXIT`)
	}
	if n := len(r.Left.Programs); n > 0 {
		said = append(said, fmt.Sprintf("%s that %s on (%s)", english.Count(n, "program"), either(r.Left.Programs, "runs", "run"), some(r.Left.Programs)))
		fixes = append(fixes, "wait for what it starts, or give that a time limit: timeout 60 …")
	}
	if len(said) == 0 {
		return nil
	}
	return says(dialect.Nowhere, "the hook leaves behind "+english.And(said), english.And(fixes))
}

// some returns the first names of a list.
func some(names []string) string {
	const shown = 3
	if len(names) > shown {
		return strings.Join(names[:shown], ", ") + ", …"
	}
	return strings.Join(names, ", ")
}

// flooded returns the only finding about a hook that floods its output.
func flooded(r Run) []Finding {
	stream, n := dialect.Stdout, int64(len(r.Result.Stdout))+r.Result.StdoutDropped
	if more := int64(len(r.Result.Stderr)) + r.Result.StderrDropped; more > n {
		stream, n = dialect.Stderr, more
	}
	return stamped(floodRule(), says(stream, fmt.Sprintf("the hook wrote %d bytes to %s", n, stream), "write what the model needs, and the rest to a file"))
}
