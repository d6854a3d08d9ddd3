package stream

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/hooktest/hooktest/conformance/spyhook"
)

// MaxLine is how many bytes a line may have, without its line feed. The limits
// below keep every event under it, even if each byte takes six as JSON.
const MaxLine = 16 << 20

const (
	maxRuns       = 32
	maxStdin      = 16 << 10
	maxMessage    = 64 << 10
	maxStderr     = 16 << 10
	maxMismatches = 48
	maxWords      = 32
	maxWord       = 512
	maxField      = 4 << 10
)

// hiddenFolder replaces the work folder of a case, which has a new name in every
// run.
const hiddenFolder = "$WORK"

// Milliseconds is a duration as events hold it, to the microsecond.
func Milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// Head keeps the first limit bytes of a text, without cutting a character. If the
// text is not UTF-8, replacement characters may take part of the limit.
func Head(text []byte, limit int) Text { return within(text, limit, head) }

// Tail is Head for the last bytes.
func Tail(text []byte, limit int) Text { return within(text, limit, tail) }

// within keeps an excerpt within its limit. A run of invalid UTF-8 becomes one
// replacement character of three bytes, so the text at most doubles.
func within(text []byte, limit int, excerpt func([]byte, int) Text) Text {
	t := excerpt(text, limit)
	if len(t.Text) > limit {
		t = excerpt(text, max(limit/2-1, 0))
	}
	return t
}

func head(text []byte, limit int) Text {
	kept := text
	if len(kept) > limit {
		kept = kept[:limit]
		for i := 1; i < utf8.UTFMax && i <= limit; i++ {
			if start := limit - i; utf8.RuneStart(kept[start]) {
				if !utf8.FullRune(kept[start:]) {
					kept = kept[:start]
				}
				break
			}
		}
	}
	return excerpt(text, kept)
}

func tail(text []byte, limit int) Text {
	kept := text
	if len(kept) > limit {
		kept = kept[len(kept)-limit:]
		for i := 0; i < utf8.UTFMax-1 && len(kept) > 0 && !utf8.RuneStart(kept[0]); i++ {
			kept = kept[1:]
		}
	}
	return excerpt(text, kept)
}

func excerpt(whole, kept []byte) Text {
	t := Text{Text: strings.ToValidUTF8(string(kept), "\uFFFD"), Bytes: len(whole), Dropped: len(whole) - len(kept)}
	if !utf8.Valid(kept) {
		t.ValidUTF8 = new(false)
	}
	return t
}

// EvidenceOf returns the evidence of a case within the limits. request, answer
// and stderr may be nil. $WORK replaces every mention of work, the case's folder;
// an empty work replaces nothing.
func EvidenceOf(records []spyhook.Record, request, answer, stderr []byte, work string) Evidence {
	hide := func(text []byte) []byte {
		if work == "" {
			return text
		}
		return bytes.ReplaceAll(text, []byte(work), []byte(hiddenFolder))
	}
	var e Evidence
	for _, r := range records {
		e.Runs = append(e.Runs, hookRun(r, hide))
	}
	if request != nil {
		e.Request = new(Head(hide(request), maxMessage))
	}
	if answer != nil {
		e.Answer = new(Head(hide(answer), maxMessage))
	}
	if len(stderr) > 0 {
		e.Stderr = new(Tail(hide(stderr), maxStderr))
	}
	e.bound()
	return e
}

func hookRun(r spyhook.Record, hide func([]byte) []byte) HookRun {
	run := HookRun{
		Hook: r.Hook, Run: r.Run, CWD: string(hide([]byte(r.CWD))),
		Argv: make([]string, 0, len(r.Argv)),
	}
	if r.Stdin != nil {
		run.Stdin = new(Head(hide(r.Stdin), maxStdin))
	}
	for _, word := range r.Argv {
		run.Argv = append(run.Argv, string(hide([]byte(word))))
	}
	for _, s := range r.Signals {
		run.Signals = append(run.Signals, s.Name)
	}
	if r.Killed || r.Ended != 0 {
		run.Exit = new(r.Exit)
	}
	if r.Ended != 0 {
		run.Milliseconds = new(Milliseconds(time.Duration(r.Ended - r.Started)))
	}
	return run
}

// bound cuts the event's texts and lists to the limits, so its author need not
// know them. It changes no memory but the event's own.
func (c *Check) bound() {
	if n := len(c.Mismatches) - maxMismatches; n > 0 {
		last := Mismatch{Line: c.Line, What: fmt.Sprintf("%d more", n+1), Want: "no mismatch", Got: "left out"}
		c.Mismatches = append(c.Mismatches[:maxMismatches-1:maxMismatches-1], last)
	}
	c.Mismatches = slices.Clone(c.Mismatches)
	for i := range c.Mismatches {
		m := &c.Mismatches[i]
		m.What, m.Want, m.Got = cut(m.What, maxField), cut(m.Want, maxField), cut(m.Got, maxField)
	}
	if c.Expected != nil {
		x := new(*c.Expected)
		c.Expected = x
		x.Pattern, x.Reason = cut(x.Pattern, maxField), cut(x.Reason, maxField)
		x.Issue, x.Position = cut(x.Issue, maxField), cut(x.Position, maxField)
	}
	c.Repro = cut(c.Repro, maxField)
	c.Evidence.bound()
}

func (e *Evidence) bound() {
	if n := len(e.Runs) - maxRuns; n > 0 {
		e.Runs, e.RunsDropped = e.Runs[:maxRuns], e.RunsDropped+n
	}
	e.Runs = slices.Clone(e.Runs)
	for i := range e.Runs {
		r := &e.Runs[i]
		if r.Argv == nil {
			r.Argv = []string{}
		}
		r.Argv, r.Signals = cutWords(r.Argv), cutWords(r.Signals)
		r.Hook, r.CWD = cut(r.Hook, maxWord), cut(r.CWD, maxField)
		r.Stdin = r.Stdin.bound(maxStdin, Head)
	}
	e.Request = e.Request.bound(maxMessage, Head)
	e.Answer = e.Answer.bound(maxMessage, Head)
	e.Stderr = e.Stderr.bound(maxStderr, Tail)
}

func (t *Text) bound(limit int, excerpt func([]byte, int) Text) *Text {
	if t == nil || len(t.Text) <= limit {
		return t
	}
	shorter := excerpt([]byte(t.Text), limit)
	return &Text{Text: shorter.Text, Bytes: t.Bytes, ValidUTF8: t.ValidUTF8, Dropped: t.Dropped + shorter.Dropped}
}

func cutWords(words []string) []string {
	if words == nil {
		return nil
	}
	short := make([]string, 0, min(len(words), maxWords))
	for i, word := range words {
		if i == maxWords-1 && len(words) > maxWords {
			return append(short, fmt.Sprintf("… and %d more", len(words)-i))
		}
		short = append(short, cut(word, maxWord))
	}
	return short
}

// cut keeps a text within a limit and says how much is missing. The result is
// within the limit, so cutting it again changes nothing.
func cut[T ~string](text T, limit int) T {
	t := Head([]byte(text), limit)
	if t.Dropped == 0 {
		return T(t.Text)
	}
	const room = len("… (9223372036854775807 more bytes)")
	t = Head([]byte(text), limit-room)
	return T(fmt.Sprintf("%s… (%d more bytes)", t.Text, t.Dropped))
}
