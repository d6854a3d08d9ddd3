package script

import (
	"regexp"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// echoedJSON finds JSON on its way to a program that the shell changes.
func echoedJSON(s *source) []finding.Finding {
	if s.shell == nil {
		return nil
	}
	sh := s.shell
	var found []finding.Finding
	told := map[*call]bool{}
	for _, c := range sh.named("jq", "python3", "python", "node") {
		from := sh.callOf(c.in.feeder)
		if c.in.stdin != piped || from == nil || told[from] {
			continue
		}
		fed := sh.fed(c.in)
		if fed == nil || !sh.isPayload(variableOf(fed)) {
			continue
		}
		_, bare := fed.Parts[0].(*syntax.ParamExp)
		switch {
		case bare:
			found = append(found, s.says(from.at, "without quotes the shell joins the words of the JSON by single blanks and puts the names of files in the place of * and ?",
				"quote it: printf '%s' \"$"+variableOf(fed)+"\"")...)
		case s.language == posix && from.name == "echo":
			found = append(found, s.says(from.at, "the echo of many a sh turns \\n in the JSON into a line break, and then it is none any more",
				"use printf '%s' \"$"+variableOf(fed)+"\"")...)
		default:
			continue
		}
		told[from] = true
	}
	return found
}

// heldStreams finds jobs that keep the script's streams after its end.
func heldStreams(s *source) []finding.Finding {
	if s.shell == nil || s.known.named && !slices.ContainsFunc(s.known.contracts, func(c *dialect.Contract) bool { return c.Ending.Waits }) {
		return nil
	}
	sh := s.shell
	if len(sh.named("wait", "kill")) > 0 || slices.ContainsFunc(sh.named("exec"), func(c *call) bool { return len(c.args) == 0 && len(c.stmt.Redirs) > 0 }) {
		return nil
	}
	var found []finding.Finding
	next := 0
	for _, j := range sh.jobs {
		begins, ends := j.stmt.Pos().Offset(), j.stmt.End().Offset()
		for ; next < len(sh.calls) && uint(sh.calls[next].at) < begins; next++ {
		}
		for _, c := range sh.calls[next:] {
			if uint(c.at) >= ends {
				break
			}
			if c.in.substituted == j.in.substituted && (!c.in.stdout || !c.in.stderr) && !deaf.has[c.name] {
				found = append(found, s.says(int(begins), "the job has the script's stdout and stderr: agents that wait until both are closed wait for it",
					"lead them elsewhere: put >/dev/null 2>&1 in front of the &")...)
				break
			}
		}
	}
	return found
}

// An origin says what may stand in a text.
type origin int

const (
	// harmless has no quote, backslash or line break.
	harmless origin = iota
	// unsure is whatever a caller gives.
	unsure
	// raw is what somebody else has written.
	raw
)

// plainOutput are programs that print a word or a number, and escaping those that
// prepare a text for JSON.
var (
	plainOutput = set(strings.Fields("date wc hostname whoami pwd uname id basename dirname mktemp realpath expr seq nproc")...)
	escaping    = set(strings.Fields("sed jq python3 python node perl tr awk")...)
)

// preparing are names of what makes a text fit for JSON, or of one that was made so.
var preparing = regexp.MustCompile(`(?i)esc|json|quot|encod|sanit|clean`)

// originOf says where a part of a word is from.
func (sh *shell) originOf(part syntax.WordPart, in context, depth int) origin {
	if depth > 5 {
		return unsure
	}
	switch p := part.(type) {
	case *syntax.ArithmExp:
		return harmless
	case *syntax.ParamExp:
		if p.Length || p.Repl != nil || p.Param == nil || strings.Contains("?$#!-0", p.Param.Value) || p.Param.Value == "LINENO" || p.Param.Value == "RANDOM" || p.Param.Value == "SECONDS" {
			return harmless
		}
		return sh.originOfVariable(p.Param.Value, in, depth)
	case *syntax.CmdSubst:
		return sh.originOfOutput(p)
	}
	return unsure
}

func (sh *shell) originOfVariable(name string, in context, depth int) origin {
	if preparing.MatchString(name) {
		return harmless
	}
	if isArgument(name) && in.function != "" {
		return sh.originOfArgument(name, in.function, depth)
	}
	values := sh.values[name]
	if len(values) == 0 {
		return unsure
	}
	worst := harmless
	for _, value := range values {
		switch {
		case value == nil:
			worst = max(worst, unsure)
		case value == wholeInput:
			return raw
		default:
			worst = max(worst, sh.originOfWord(value, in, depth+1))
		}
	}
	return worst
}

func (sh *shell) originOfWord(w *syntax.Word, in context, depth int) origin {
	worst := harmless
	if strings.ContainsAny(wordOf(w).text, "\"\\\n\t") {
		worst = unsure
	}
	for _, part := range w.Parts {
		switch p := part.(type) {
		case *syntax.Lit, *syntax.SglQuoted:
		case *syntax.DblQuoted:
			for _, inner := range p.Parts {
				if _, ok := inner.(*syntax.Lit); !ok {
					worst = max(worst, sh.originOf(inner, in, depth))
				}
			}
		default:
			worst = max(worst, sh.originOf(part, in, depth))
		}
	}
	return worst
}

// originOfArgument asks whoever calls the function.
func (sh *shell) originOfArgument(name, function string, depth int) origin {
	calls := sh.named(function)
	if len(calls) == 0 || len(calls) > 100 {
		return unsure
	}
	worst := harmless
	for _, c := range calls {
		args := c.args
		if name != "*" && name != "@" {
			if i := int(name[0] - '1'); i < len(args) {
				args = args[i : i+1]
			} else {
				args = nil
			}
		}
		for _, a := range args {
			worst = max(worst, sh.originOfWord(a.node, c.in, depth+1))
		}
	}
	return worst
}

// originOfOutput asks the programs whose output it is.
func (sh *shell) originOfOutput(p *syntax.CmdSubst) origin {
	if len(p.Stmts) != 1 {
		return unsure
	}
	worst := raw
	syntax.Walk(p, func(n syntax.Node) bool {
		expr, ok := n.(*syntax.CallExpr)
		if !ok {
			return true
		}
		c := sh.byExpr[expr]
		switch {
		case c == nil:
		case plainOutput[c.name], c.name == "git" && slices.ContainsFunc(c.args, func(a word) bool { return a.text == "rev-parse" || a.text == "branch" || a.text == "symbolic-ref" }):
			worst = harmless
		case preparing.MatchString(c.name), escaping[c.name] && !c.flag('r', "--raw-output"), sh.isFunction(c.name), c.name == "echo", c.name == "printf":
			// They may have escaped it.
			worst = min(worst, harmless)
		}
		return true
	})
	return worst
}

// isFunction tells whether a name is a function of the script or, as far as its looks
// go, of a file that the script reads in.
func (sh *shell) isFunction(name string) bool {
	return sh.functions[name] != nil || strings.Contains(name, "_") && len(sh.named("source", ".")) > 0
}

// answers tells whether a text of JSON has a field that answers have.
func answers(text string) bool {
	for _, m := range jsonName.FindAllStringSubmatch(text, -1) {
		if answered().has[m[1]] {
			return true
		}
	}
	return false
}

var jsonName = regexp.MustCompile(`"([A-Za-z_]+)"\s*:`)

// A print is a text of JSON that the script answers with.
type print struct {
	w    word
	node []syntax.WordPart
	call *call
	// here tells that it is a here-document.
	here bool
}

// answers are the texts that look like answers and are written to stdout.
func (sh *shell) answers() []print {
	var found []print
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
					found = append(found, print{w, r.Hdoc.Parts, c, true})
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
			found = append(found, print{w, parts, c, false})
		}
	}
	return found
}

// spliced are the worst origins of what is put between the quotes of an answer.
func (sh *shell) spliced(p print) origin {
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
			// A word of several quotes: what stands in them is looked at one by one.
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

// inString tells whether JSON is within a string behind a text.
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

// printedInto is the worst origin of what printf puts between the quotes of its format.
func (sh *shell) printedInto(p print) origin {
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

func pastedText(s *source) []finding.Finding { return s.builtJSON(raw) }

func handmadeJSON(s *source) []finding.Finding { return s.builtJSON(unsure) }

// builtJSON finds answers made of texts of an origin.
func (s *source) builtJSON(of origin) []finding.Finding {
	if s.shell == nil {
		return nil
	}
	var found []finding.Finding
	for _, p := range s.shell.answers() {
		at := int(p.w.node.Pos().Offset())
		switch worst := max(s.shell.spliced(p), s.shell.printedInto(p)); {
		case of == raw && worst == raw:
			found = append(found, s.says(at, "a text that somebody else has written is put into JSON as it is: a quote or a line break in it, and the answer is none", escapeIt)...)
		case of == unsure && worst == unsure:
			found = append(found, s.says(at, "JSON is put together by hand: a quote, a backslash or a line break in what is put in, and the answer is none", escapeIt)...)
		case of == unsure && p.w.static && p.call.name != "printf" && !p.call.flag('e') && strings.HasSuffix(strings.TrimSpace(p.w.text), "}"):
			if _, err := jsonvalue.Parse([]byte(p.w.text)); err != nil {
				found = append(found, s.says(at, "this answer is no JSON: "+err.Error(), "mend it: names and texts stand in double quotes, and nothing stands behind the last comma")...)
			}
		}
	}
	return found
}
