package script

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// A literal is an answer that stands whole in the script, but for texts that are put into
// it, which decide nothing.
type literal struct {
	object *jsonvalue.Object
	at     int
	// function is the one of a shell script whose body it stands in.
	function string
}

// Parts of a literal that the script says only when it runs: any text, and what is the
// name of the event wherever it is right.
const (
	someText  = "text"
	thisEvent = "\x00event"
)

// foreignAnswers finds answers that refuse in some agent's words, and in none of those that
// read them.
func foreignAnswers(s *source) []finding.Finding {
	if s.exitsTwo >= 0 {
		// Which of the two refuses depends on when each comes.
		return nil
	}
	var found []finding.Finding
	for _, l := range s.literals() {
		if !l.denies() {
			continue
		}
		if s.heard(l, "") {
			// It is the one for this agent, and others may be for others.
			return nil
		}
		if text, fix := s.unheard(l); text != "" {
			found = append(found, s.says(l.at, text, fix)...)
		}
	}
	return found
}

// textInFront finds words on stdout before an answer that refuses, which make it none.
func textInFront(s *source) []finding.Finding {
	if s.shell == nil || s.shell.movesStreams() || s.exitsTwo >= 0 {
		return nil
	}
	var found []finding.Finding
	literals := slices.DeleteFunc(s.literals(), func(l literal) bool { return !l.denies() || !s.heard(l, "") || s.heard(l, "words\n") })
	var printed []int
	for _, l := range literals {
		printed = append(printed, s.shell.printedAt(l)...)
	}
	slices.Sort(printed)
	s.shell.sequences(func(stmts []*syntax.Stmt) {
		for _, stmt := range stmts {
			at, by := s.shell.words(stmt)
			if at < 0 || len(found) > 0 {
				continue
			}
			ends := int(stmts[len(stmts)-1].End().Offset())
			if next, _ := slices.BinarySearch(printed, at+1); next < len(printed) && printed[next] < ends {
				found = s.says(at, by+" stands on stdout in front of the answer, which is no JSON any more then, and refuses nothing", "write it to stderr: put >&2 behind it")
			}
		}
	})
	return found
}

// printedAt are the places by which an answer comes to the script's stdout: its own and, where it
// stands in a function, those where that is called, perhaps by another.
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

// words is where a statement writes words to the script's stdout, itself or by a function that
// does so before anything else, and what to call them; -1 for nowhere.
func (sh *shell) words(stmt *syntax.Stmt) (at int, by string) {
	c := sh.callOf(stmt)
	if c == nil || !sh.onStdout(c, 0) {
		return -1, ""
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
		// What is given may be all that is printed.
		text = strings.NewReplacer("%s", "", `\n`, "").Replace(text)
		if bare := strings.Trim(text, "\x00 \n"); bare == "" {
			text = given.String()
		}
		if isWords(text) {
			return c.at, "what " + c.name + " writes"
		}
	}
	return -1, ""
}

// isWords tells whether a text that is printed can be no part of an answer.
func isWords(text string) bool {
	text = strings.TrimSpace(strings.TrimLeft(text, "\x00"))
	return strings.Trim(text, "\x00 ") != "" && !strings.HasPrefix(text, "{")
}

// denies tells whether the answer has a field of some agent with the word that refuses.
func (l literal) denies() bool { return deniesIn(l.object) }

func deniesIn(object *jsonvalue.Object) bool {
	for name, value := range object.All() {
		switch value := value.(type) {
		case string:
			if slices.Contains(denials(), denial{name, value}) {
				return true
			}
		case *jsonvalue.Object:
			if deniesIn(value) {
				return true
			}
		}
	}
	return false
}

// occasions are the events of agents on which the script could refuse by code 2; none where
// nobody knows which they are.
func (s *source) occasions(look func(*dialect.Contract, hook.Event)) {
	if !s.known.named || len(s.known.events) == 0 {
		return
	}
	s.beforeTools(func(c *dialect.Contract, event hook.Event) {
		if !c.Aside && refused(c, event, 2) {
			look(c, event)
		}
	})
}

// heard tells whether some agent is refused by the answer with a text in front of it.
func (s *source) heard(l literal, before string) bool {
	heard := false
	s.occasions(func(c *dialect.Contract, event hook.Event) {
		switch verdict, _ := judged(c, event, before, l); verdict.Kind {
		case effect.Allow, effect.Failed:
		default:
			heard = true
		}
	})
	return heard
}

// judged is what an agent makes of an answer with a text in front of it.
func judged(c *dialect.Contract, event hook.Event, before string, l literal) (effect.Verdict, effect.Words) {
	answer := strings.ReplaceAll(string(jsonvalue.Marshal(l.object)), `\u0000event`, string(event))
	return engine.Judge(c, event, hook.ExecutionResult{Event: event, Ending: hook.Exited, Stdout: []byte(before + answer + "\n")}, hook.Input{})
}

// unheard says that nobody who starts the script is refused by the answer; empty where
// somebody is, or may be by the code that it ends with.
func (s *source) unheard(l literal) (text, fix string) {
	var deaf []*dialect.Contract
	var on hook.Event
	open := true
	s.occasions(func(c *dialect.Contract, event hook.Event) {
		deaf, on = append(deaf, c), event
		open = open && (s.endsWell || !refused(c, event, 1))
	})
	if len(deaf) == 0 || !open || s.heard(l, "") {
		return "", ""
	}
	c := deaf[0]
	row, _ := c.Event(on)
	text = fmt.Sprintf("this answer refuses nothing on %s: %s reads it otherwise, and goes on", on, c.Product)
	for _, d := range row.Rules.Decisions {
		for word, demand := range d.Words {
			if demand != dialect.Denies {
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

// literals are the answers that stand in the script.
func (s *source) literals() []literal {
	if s.shell != nil {
		return s.shell.literalAnswers()
	}
	return s.printedAnswers
}

// literalAnswers are those that a shell script prints, or has jq print.
func (sh *shell) literalAnswers() []literal {
	var found []literal
	for _, p := range sh.answers() {
		text := strings.TrimSuffix(strings.TrimSpace(strings.ReplaceAll(p.w.text, "\x00", someText)), `\n`)
		if value, err := jsonvalue.Parse([]byte(text)); err == nil {
			if object, ok := value.(*jsonvalue.Object); ok && !p.call.in.errs {
				found = append(found, literal{object, int(p.w.node.Pos().Offset()), p.call.in.function})
			}
		}
	}
	for _, c := range sh.named("jq") {
		filter, files, noInput := jqFilter(c)
		if filter == nil || files > 0 || !filter.static || !noInput && !sh.getsPayload(c.in) || c.in.substituted != nil || c.in.stdout || c.in.errs || !strings.HasPrefix(strings.TrimSpace(filter.text), "{") {
			continue
		}
		r := objectReader{tokens: scanned(filter.text, false)}
		if object, end, ok := r.object(0); ok && end == len(r.tokens) {
			found = append(found, literal{object, int(filter.node.Pos().Offset()), c.in.function})
		}
	}
	return found
}

// answersPrinted notes the answers that a program in Python or JavaScript prints at once.
func (c *code) answersPrinted() {
	r := objectReader{tokens: c.tokens, python: c.python}
	places := map[string][]int{}
	for i, t := range c.tokens {
		if t.kind == wordToken {
			places[t.text] = append(places[t.text], i)
		}
	}
	for i := range c.tokens {
		open := 0
		switch {
		case c.is(i, "print", "(", "json", ".", "dumps", "(", "{"):
			open = i + 6
		case c.is(i, "sys", ".", "stdout", ".", "write", "(", "json", ".", "dumps", "(", "{"):
			open = i + 10
		case c.is(i, "json", ".", "dump", "(", "{") && c.is(c.closing(i+4)+1, ",", "sys", ".", "stdout", ")"):
			open = i + 4
		case c.is(i, "print", "(", "json", ".", "dumps", "(", "NAME") && (c.is(i+7, ")") || c.is(i+7, ",")):
			for _, set := range c.keptFor(i+6, places[c.tokens[i+6].text]) {
				if object, _, ok := r.object(set); ok {
					c.printedAnswers = append(c.printedAnswers, literal{object: object, at: c.tokens[set].at})
				}
			}
			continue
		case c.is(i, "console", ".", "log", "(", "JSON", ".", "stringify", "(", "NAME", ")"), c.is(i, "process", ".", "stdout", ".", "write", "(", "JSON", ".", "stringify", "(", "NAME", ")"):
			use := i + 8
			if c.is(i, "process") {
				use = i + 10
			}
			for _, set := range c.keptFor(use, places[c.tokens[use].text]) {
				if object, _, ok := r.object(set); ok {
					c.printedAnswers = append(c.printedAnswers, literal{object: object, at: c.tokens[set].at})
				}
			}
			continue
		case c.is(i, "console", ".", "log", "(", "JSON", ".", "stringify", "(", "{"):
			open = i + 8
		case c.is(i, "process", ".", "stdout", ".", "write", "(", "JSON", ".", "stringify", "(", "{"):
			open = i + 10
		default:
			continue
		}
		if slices.ContainsFunc(c.tokens[i:min(c.closing(i+1)+1, len(c.tokens))], func(t token) bool { return t.kind == wordToken && t.text == "stderr" }) {
			continue
		}
		if object, _, ok := r.object(open); ok {
			c.printedAnswers = append(c.printedAnswers, literal{object: object, at: c.tokens[open].at})
		}
	}
}

// keptFor are the objects that a variable, whose name stands in some places, holds where
// it is printed: none where it is anything besides, or is changed. Each is given once.
func (c *code) keptFor(use int, places []int) []int {
	var held []int
	for _, i := range places {
		if c.scopes[i] != c.scopes[use] {
			continue
		}
		_, value, set := c.assigned(i)
		switch {
		case set && c.is(value, "{") && c.starts(min(c.closing(value)+1, len(c.tokens)-1)), set && c.is(value, "{") && c.is(c.closing(value)+1, ";"):
			held = append(held, value)
		case (c.is(i-4, "json", ".", "dumps", "(") || c.is(i-4, "JSON", ".", "stringify", "(")) && !c.is(i+1, "[") && !c.is(i+1, "."):
			if i < use {
				// An earlier one has been given what is before it.
				held = nil
			}
			if i > use {
				return held
			}
		default:
			return nil
		}
	}
	return held
}

// An objectReader reads objects of Python, JavaScript and jq, whose values may be
// expressions.
type objectReader struct {
	tokens []token
	python bool
	depth  int
}

func (r *objectReader) mark(i int, text string) bool {
	return i < len(r.tokens) && r.tokens[i].kind == markToken && r.tokens[i].text == text
}

// object reads one that begins at a token; ok is false where its names, or the words that
// decide, are not in the text.
func (r *objectReader) object(i int) (object *jsonvalue.Object, end int, ok bool) {
	if r.depth++; r.depth > 20 {
		return nil, 0, false
	}
	defer func() { r.depth-- }()
	object = jsonvalue.New()
	for i++; i < len(r.tokens); {
		if r.mark(i, "}") {
			return object, i + 1, true
		}
		name := r.tokens[i]
		if name.kind == markToken || name.kind == wordToken && r.python || name.filled {
			return nil, 0, false
		}
		i++
		var value any = someText
		if r.mark(i, ":") {
			var known bool
			if value, i, known = r.value(i + 1); !known {
				if value = someText; name.text == "hookEventName" {
					value = thisEvent
				} else if slices.ContainsFunc(denials(), func(d denial) bool { return d.field == name.text }) || name.text == "hookSpecificOutput" {
					return nil, 0, false
				}
			}
		} else if r.python || name.kind == textToken {
			return nil, 0, false
		}
		object.Set(name.text, value)
		if r.mark(i, ",") {
			i++
		} else if !r.mark(i, "}") {
			return nil, 0, false
		}
	}
	return nil, 0, false
}

// value reads one and gives the token behind it; known is false for an expression.
func (r *objectReader) value(i int) (value any, end int, known bool) {
	end = r.behind(i)
	if i >= len(r.tokens) {
		return nil, i, false
	}
	t := r.tokens[i]
	switch {
	case r.mark(i, "{"):
		object, after, ok := r.object(i)
		return object, end, ok && after == end
	case end != i+1:
		return nil, end, false
	case t.kind == textToken && t.filled:
		return someText, end, true
	case t.kind == textToken:
		return t.text, end, true
	}
	switch t.text {
	case "true", "True":
		return true, end, true
	case "false", "False":
		return false, end, true
	case "null", "None":
		return nil, end, true
	}
	if t.kind == wordToken && json.Valid([]byte(t.text)) {
		return json.Number(t.text), end, true
	}
	return nil, end, false
}

// behind is the comma or the bracket that ends the value at a token.
func (r *objectReader) behind(i int) int {
	for depth := 0; i < len(r.tokens); i++ {
		if r.tokens[i].kind != markToken {
			continue
		}
		switch r.tokens[i].text {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			if depth--; depth < 0 {
				return i
			}
		case ",":
			if depth == 0 {
				return i
			}
		}
	}
	return i
}
