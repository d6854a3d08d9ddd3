package script

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/lazyregexp"
)

// answers reports whether a JSON text has a field that some agent reads in hook output.
func answers(text string) bool {
	return slices.ContainsFunc(jsonName.FindAllStringSubmatch(text, -1), func(m []string) bool { return answered().has[m[1]] })
}

var jsonName = lazyregexp.New(`"([A-Za-z_]+)"\s*:`)

// OnlyAnswers reports whether a script can refuse only by JSON on stdout, judging by its text.
func OnlyAnswers(path string, text []byte) bool {
	s := newSource(path, text, Use{})
	if !s.refuses || s.exitsTwo >= 0 || s.shell != nil && (s.shell.includes || s.shell.traps()) {
		return false
	}
	return s.shell != nil && len(s.shell.literalAnswers()) > 0 || printsJSON.Match(text)
}

// printsJSON finds where a program writes a value to stdout as JSON.
var printsJSON = lazyregexp.New(`(?:print\s*\(\s*json\s*\.\s*dumps|console\s*\.\s*log\s*\(\s*JSON\s*\.\s*stringify|stdout\s*\.\s*write\s*\(\s*(?:json\s*\.\s*dumps|JSON\s*\.\s*stringify))\s*\(`)

// An answer is a JSON text that the script prints as its hook output.
type answer struct {
	w    word
	node []syntax.WordPart
	call *call
	// here is set if the text is a here-document.
	here bool
}

// answers returns the texts that look like hook output and are written to stdout.
func (sh *shell) answers() []answer {
	var found []answer
	for _, c := range sh.named("echo", "printf", "cat") {
		if c.in.substituted != nil || c.in.stdout {
			continue
		}
		isAnswer := func(w word) bool { return strings.HasPrefix(strings.TrimSpace(w.text), "{") && answers(w.text) }
		if c.name == "cat" {
			for _, r := range c.stmt.Redirs {
				if r.Hdoc == nil {
					continue
				}
				if w := hereOf(r); isAnswer(w) {
					found = append(found, answer{w, r.Hdoc.Parts, c, true})
				}
			}
		}
		for _, w := range c.args {
			if !isAnswer(w) {
				continue
			}
			parts := w.node.Parts
			if len(parts) == 1 {
				if quoted, ok := parts[0].(*syntax.DblQuoted); ok {
					parts = quoted.Parts
				}
			}
			found = append(found, answer{w, parts, c, false})
		}
	}
	return found
}

// spliced returns the worst origin of the values inserted between the quotes of an answer.
func (sh *shell) spliced(p answer) origin {
	worst, quoted := harmless, false
	for _, part := range p.node {
		var text string
		switch l := part.(type) {
		case *syntax.Lit:
			if text = l.Value; p.here {
				text = without(text, inHere)
			} else {
				text = unescaped(text, true)
			}
		case *syntax.SglQuoted:
			text = l.Value
		case *syntax.DblQuoted:
			// Double quotes contain literals and expansions: check each of them.
			for _, inner := range l.Parts {
				if lit, ok := inner.(*syntax.Lit); ok {
					quoted = inString(unescaped(lit.Value, true), quoted)
				} else if quoted {
					worst = max(worst, sh.originOf(inner, p.call.in, 0))
				}
			}
			continue
		default:
			if quoted {
				worst = max(worst, sh.originOf(part, p.call.in, 0))
			}
			continue
		}
		quoted = inString(text, quoted)
	}
	return worst
}

// inString reports whether JSON is inside a string after text; quoted is the state before it.
func inString(text string, quoted bool) bool {
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			quoted = !quoted
		}
	}
	return quoted
}

// printedInto returns the worst origin of the values that printf inserts between the quotes of its
// format.
func (sh *shell) printedInto(p answer) origin {
	c := p.call
	if c.name != "printf" || len(c.args) < 2 || c.args[0].node != p.w.node || !strings.Contains(p.w.text, `"%s`) && !strings.Contains(p.w.text, `%s"`) {
		return harmless
	}
	worst := harmless
	for _, a := range c.args[1:] {
		worst = max(worst, sh.originOfWord(a.node, c.in, 0))
	}
	return worst
}

const escapeIt = `have a program write the JSON: jq -n --arg reason "$reason" '{decision: "block", reason: $reason}', or refuse with exit 2 and the reason on stderr`

// builtJSON reports answers with inserted values of the given origin.
func (s *source) builtJSON(of origin) {
	if s.shell == nil {
		return
	}
	for _, p := range s.shell.answers() {
		at := int(p.w.node.Pos().Offset())
		switch worst := max(s.shell.spliced(p), s.shell.printedInto(p)); {
		case of == raw && worst == raw:
			s.report(at, "untrusted text is put into JSON unescaped: a quote or a line break in it makes the answer invalid", escapeIt)
		case of == unsure && worst == unsure:
			s.report(at, "JSON is put together by hand: a quote, a backslash or a line break in an inserted text makes the answer invalid", escapeIt)
		case of == unsure && p.w.static && p.call.name != "printf" && !p.call.flag('e') && strings.HasSuffix(strings.TrimSpace(p.w.text), "}"):
			if _, err := jsonvalue.Parse([]byte(p.w.text)); err != nil {
				s.report(at, "this answer is not JSON: "+err.Error(), "fix it: names and texts are in double quotes, and nothing follows the last comma")
			}
		}
	}
}
