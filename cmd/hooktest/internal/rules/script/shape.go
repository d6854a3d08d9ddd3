package script

import (
	"fmt"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// A literal is an answer that the script contains as a whole. Texts may be inserted into it, but
// they do not affect the verdict.
type literal struct {
	object *jsonvalue.Object
	at     int
	// function is the enclosing shell function.
	function string
	// front is the plain text that a program certainly prints to stdout before it; empty if there is
	// none.
	front printedText
}

// They replace parts of a literal that are known only at run time: someText any text, thisEvent the
// event's name where it is required.
const (
	someText  = "text"
	thisEvent = "\x00event"
)

// printedAt returns the places from which an answer reaches the script's stdout: its own and, for a
// function, its calls, also those in other functions.
func (sh *shell) printedAt(l literal) []int {
	return append(sh.callsOf(l.function, 0), l.at)
}

func (sh *shell) callsOf(function string, depth int) []int {
	if function == "" || depth > 3 {
		return nil
	}
	var found []int
	for _, c := range sh.named(function) {
		if sh.onStdout(c, 0) {
			found = append(append(found, c.at), sh.callsOf(c.in.function, depth+1)...)
		}
	}
	return found
}

// words returns where a statement writes plain text to the script's stdout, itself or by a function
// that does so first, and what to call it; -1 if it does not.
func (sh *shell) words(stmt *syntax.Stmt) (at int, by string) {
	c := sh.callOf(stmt)
	if c == nil || !sh.onStdout(c, 0) {
		return -1, ""
	}
	if c.name == "cat" && sh.isCat(stmt) {
		return c.at, "the payload, which cat prints,"
	}
	if text, prints := sh.printed(stmt); prints {
		if isWords(text) {
			return c.at, "this"
		}
		return -1, ""
	}
	decl := sh.functions[c.name]
	if decl == nil || decl.Body == nil {
		return -1, ""
	}
	body, ok := decl.Body.Cmd.(*syntax.Block)
	if !ok {
		return -1, ""
	}
	var given strings.Builder
	for _, a := range c.args {
		given.WriteString(a.text + " ")
	}
	for _, inner := range body.Stmts {
		if decl, ok := inner.Cmd.(*syntax.DeclClause); ok && decl.Variant.Value == "local" {
			continue
		}
		text, prints := sh.printed(inner)
		written := sh.callOf(inner)
		if !prints || !sh.onStdout(written, 0) {
			return -1, ""
		}
		// The given text may be all that is printed.
		if bare := strings.Trim(text, "\x00 \n"); bare == "" {
			text = given.String()
		}
		if isWords(text) {
			return c.at, "what " + c.name + " writes"
		}
	}
	return -1, ""
}

// isWords reports whether a printed text can't be part of an answer.
func isWords(text string) bool {
	text = strings.TrimSpace(strings.TrimLeft(text, "\x00"))
	return strings.Trim(text, "\x00 ") != "" && !strings.HasPrefix(text, "{")
}

// denies reports whether the answer has a field of some agent with the word that refuses.
func (l literal) denies() bool { return l.says(denials()) }

// says reports whether the answer has one of some words in its field.
func (l literal) says(words []saying) bool { return saysIn(l.object, words) }

func saysIn(object *jsonvalue.Object, words []saying) bool {
	for name, value := range object.All() {
		switch value := value.(type) {
		case string:
			if slices.Contains(words, saying{name, value}) {
				return true
			}
		case *jsonvalue.Object:
			if saysIn(value, words) {
				return true
			}
		}
	}
	return false
}

// refusingEvents calls look for the agents' events on which the script could refuse by code 2; for none
// if agents or events are unknown.
func (s *source) refusingEvents(look func(*dialect.Contract, hook.Event)) {
	if !s.known.named || len(s.known.events) == 0 {
		return
	}
	s.beforeTools(func(c *dialect.Contract, event hook.Event) {
		if !c.Aside && refused(c, event, 2) {
			look(c, event)
		}
	})
}

// heard reports whether some agent treats the answer as a refusal, even with a text before it.
func (s *source) heard(l literal, before string) bool {
	heard := false
	s.refusingEvents(func(c *dialect.Contract, event hook.Event) {
		switch verdict, _ := judged(c, event, before, l); verdict.Kind {
		case effect.Allow, effect.Failed:
		default:
			heard = true
		}
	})
	return heard
}

// judged returns an agent's verdict on an answer with a text before it.
func judged(c *dialect.Contract, event hook.Event, before string, l literal) (effect.Verdict, effect.Words) {
	answer := strings.ReplaceAll(string(jsonvalue.Marshal(l.object)), `\u0000event`, string(event))
	return engine.Judge(c, event, hook.ExecutionResult{Event: event, Ending: hook.Exited, Stdout: []byte(before + answer + "\n")}, hook.Input{})
}

// unheard says that no agent of the script treats the answer as a refusal. It is empty if one does,
// or may do so by the exit code.
func (s *source) unheard(l literal) (text, fix string) {
	c, on := s.passing(l)
	if c == nil {
		return "", ""
	}
	row, _ := c.Event(on)
	text = fmt.Sprintf("this answer refuses nothing on %s: %s reads it otherwise, and goes on", on, c.Product)
	for _, d := range row.Rules.Decisions {
		for word, requested := range d.Words {
			if requested != dialect.Denies {
				continue
			}
			fix = fmt.Sprintf("write %q as %s", word, d.At)
			if within, _, ok := strings.Cut(string(d.At), "."); ok {
				if _, named := l.object.GetObject(within); within == "hookSpecificOutput" && (!named || !strings.Contains(string(jsonvalue.Marshal(l.object)), "hookEventName")) {
					fix += fmt.Sprintf(", with %s.hookEventName: %q beside it", within, on)
				}
			}
			return text, fix
		}
	}
	return text, "end with code 2, and leave the reason on stderr"
}

// passing returns an agent and an event that continue despite the answer and the exit code, if all
// possible agents of the script do; nil if one does not.
func (s *source) passing(l literal) (*dialect.Contract, hook.Event) {
	var ignoring *dialect.Contract
	var on hook.Event
	open := true
	s.refusingEvents(func(c *dialect.Contract, event hook.Event) {
		if ignoring == nil {
			ignoring, on = c, event
		}
		open = open && (s.endsWell || !refused(c, event, 1) || s.shell != nil && s.shell.endsWellAfter(l))
	})
	if !open || s.heard(l, "") {
		return nil, ""
	}
	return ignoring, on
}
