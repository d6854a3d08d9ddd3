package script

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/internal/lazyregexp"
)

// ht339 finds hooks on the events of each session and turn that start their own agent: the
// inner session fires the same event.
func ht339(s *source) {
	if !s.known.certain() || withoutHooks.Match(s.text) {
		return
	}
	text := bytes.Clone(s.text)
	for _, line := range commentLine.FindAllIndex(text, -1) {
		copy(text[line[0]:line[1]], strings.Repeat(" ", line[1]-line[0]))
	}
	m := nestedAgent.FindSubmatchIndex(text)
	if m == nil {
		return
	}
	program := string(text[m[2]:m[3]])
	for _, a := range s.starts() {
		again := slices.Contains([]dialect.Moment{dialect.TurnAfter, dialect.TurnBefore, dialect.SubagentEnd}, a.row.Moment)
		if own, _, _ := strings.Cut(a.Name, "-"); again && own == program {
			s.report(m[2], fmt.Sprintf("%s starts %s, whose own session fires %s and runs this hook again: it starts agents without end", a.event, a.Product, a.event),
				fmt.Sprintf("end where a variable says that it runs inside of itself: [ -n \"$IN_HOOK\" ] && exit 0, and start it by IN_HOOK=1 %s …", program))
			return
		}
	}
}

// nestedAgent matches a command that starts an agent for a single answer: as shell words, or as the
// argument list of a Python or JavaScript call.
var nestedAgent = lazyregexp.New(`(?m)(?:^|[\s;&|($"'/])(claude|codex|gemini|qwen|copilot|droid|llxprt)["']?[\s,]+\[?\s*["']?(?:[^\n;|&]*?[\s,"'])?(?:-p|--print|--prompt|exec)(?:["'\s]|$)`)

// withoutHooks matches text by which the inner agent runs no hooks, or the script detects that it
// runs inside itself.
var withoutHooks = lazyregexp.New(`disableAllHooks|--bare\b|--settings\b|\bflock\b|\bmkdir\b|\btouch\b|(?m)\b[A-Z][A-Z0-9_]*=\S+ +(?:\S*/)?(?:claude|codex|gemini|qwen|copilot|droid|llxprt)\b|\benv\s*[=:]\s*[{\w]`)

var commentLine = lazyregexp.New(`(?m)^[ \t]*(?:#|//).*$`)
