package script

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// literals returns the answers that are literals in the script.
func (s *source) literals() []literal {
	if s.shell != nil {
		return s.shell.literalAnswers()
	}
	return s.printedAnswers
}

// literalAnswers returns those that a shell script prints or has jq print.
func (sh *shell) literalAnswers() []literal {
	var found []literal
	for _, p := range sh.answers() {
		text := strings.TrimSuffix(strings.TrimSpace(strings.ReplaceAll(p.w.text, "\x00", someText)), `\n`)
		if value, err := jsonvalue.Parse([]byte(text)); err == nil {
			if object, ok := value.(*jsonvalue.Object); ok && !p.call.in.errs {
				found = append(found, literal{object: object, at: int(p.w.node.Pos().Offset()), function: p.call.in.function})
			}
		}
	}
	for _, c := range sh.named("jq") {
		filter, files, noInput := jqFilter(c)
		if filter == nil || files > 0 || !filter.static || !noInput && !sh.getsPayload(c.in) || c.in.substituted != nil || c.in.stdout || c.in.errs || !strings.HasPrefix(strings.TrimSpace(filter.text), "{") {
			continue
		}
		program := code{tokens: scanned(filter.text, false)}
		if object, end, ok := program.object(0); ok && end == len(program.tokens) {
			found = append(found, literal{object: object, at: int(filter.node.Pos().Offset()), function: c.in.function})
		}
	}
	return found
}

// answersPrinted records the answers that a Python or JavaScript program prints directly.
func (c *code) answersPrinted() {
	places := map[string][]int{}
	for i, t := range c.tokens {
		if t.kind == wordToken {
			places[t.text] = append(places[t.text], i)
		}
	}
	for i := range c.tokens {
		open := 0
		from, to, writes := c.written(i)
		switch {
		case writes && c.is(from, "{"):
			open = from
		case c.is(i, "json", ".", "dump", "(", "{") && c.intoStdout(c.closing(i+4)+1):
			open = i + 4
		case writes && !c.is(i, "sys") && c.is(from, "NAME") && (c.is(from+1, ")") || c.is(i, "print") && c.is(from+1, ",")):
			c.answersKept(c.keptFor(from, places[c.tokens[from].text]))
			continue
		case c.printsVariable(i):
			c.answersKept(c.keptFor(i, places[c.tokens[i].text]))
			continue
		default:
			if writes {
				c.answersKept(c.alternatives(from, to))
			}
			continue
		}
		if slices.ContainsFunc(c.tokens[i:min(c.closing(i+1)+1, len(c.tokens))], func(t token) bool { return t.kind == wordToken && t.text == "stderr" }) {
			continue
		}
		c.answersKept([]int{open})
	}
}

// alternatives returns the objects that are possible values of the tokens from one index to
// another, chosen by a condition.
func (c *code) alternatives(from, to int) []int {
	var found []int
	for i := from; i < to; i++ {
		if !c.is(i, "{") && !c.is(i, "(") && !c.is(i, "[") {
			continue
		}
		end := c.closing(i)
		if c.is(i, "{") {
			first, last := i == from, end+1 == to
			before := !c.python && (c.is(i-1, "?") || c.is(i-1, ":")) || c.python && c.is(i-1, "else")
			after := !c.python && c.is(end+1, ":") || c.python && c.is(end+1, "if")
			if (first || before) && (last || after) && !(first && last) {
				found = append(found, i)
			}
		}
		i = end
	}
	return found
}

// written returns the tokens of the value that a call writes to stdout as JSON; ok is false for any
// other call.
func (c *code) written(i int) (from, to int, ok bool) {
	for _, words := range [][]string{
		{"print", "(", "json", ".", "dumps", "("}, {"sys", ".", "stdout", ".", "write", "(", "json", ".", "dumps", "("},
		{"console", ".", "log", "(", "JSON", ".", "stringify", "("}, {"process", ".", "stdout", ".", "write", "(", "JSON", ".", "stringify", "("},
	} {
		if c.is(i, words...) {
			from = i + len(words)
			return from, c.closing(from - 1), true
		}
	}
	return 0, 0, false
}

// intoStdout reports whether the other arguments of a call make it write to stdout.
func (c *code) intoStdout(i int) bool {
	return c.is(i, ",", "sys", ".", "stdout", ")") || c.is(i, ",", "sys", ".", "stdout", ",")
}

// answersKept records answers that are assigned to variables.
func (c *code) answersKept(places []int) {
	for _, set := range places {
		if object, _, ok := c.object(set); ok {
			c.printedAnswers = append(c.printedAnswers, literal{object: object, at: c.tokens[set].at, front: c.front(set)})
		}
	}
}

// printsVariable reports whether a token is a variable that is printed to stdout, alone or with a
// newline.
func (c *code) printsVariable(i int) bool {
	if !c.is(i, "NAME", ")") && !c.is(i, "NAME", "+", "TEXT", ")") {
		return false
	}
	return c.python && c.is(i-2, "print", "(") || c.is(i-4, "stdout", ".", "write", "(") || !c.python && c.is(i-4, "console", ".", "log", "(")
}

// text returns the start of the object that a value serializes to JSON, or -1 if it is not such a
// call.
func (c *code) text(value int) int {
	if c.is(value, "json", ".", "dumps", "(", "{") || c.is(value, "JSON", ".", "stringify", "(", "{") {
		return value + 4
	}
	return -1
}

// keptFor returns the objects that a variable holds where it is printed, each once. places are the
// uses of its name. It returns none if the variable may hold something else, or is changed.
func (c *code) keptFor(use int, places []int) []int {
	var held []int
	printed := c.printsVariable(use)
	for _, i := range places {
		if c.scopes[i] != c.scopes[use] {
			continue
		}
		_, value, set := c.assigned(i)
		switch {
		case set && printed && c.text(value) >= 0:
			held = append(held, c.text(value))
		case printed && c.printsVariable(i):
			if i < use {
				held = nil
			}
			if i > use {
				return held
			}
		case printed:
			return nil
		case set && c.is(value, "{") && c.starts(min(c.closing(value)+1, len(c.tokens)-1)), set && c.is(value, "{") && c.is(c.closing(value)+1, ";"):
			held = append(held, value)
		case (c.is(i-4, "json", ".", "dumps", "(") || c.is(i-4, "JSON", ".", "stringify", "(")) && !c.is(i+1, "[") && !c.is(i+1, "."):
			if i < use {
				// An earlier object has received the changes before this one.
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

// object reads the object of Python, JavaScript or jq at a token. Its values may be expressions; ok is
// false if its names, or the words that decide, are not literals.
func (c *code) object(i int) (object *jsonvalue.Object, end int, ok bool) {
	if c.depth++; c.depth > 20 {
		return nil, 0, false
	}
	defer func() { c.depth-- }()
	object = jsonvalue.New()
	for i++; i < len(c.tokens); {
		if c.is(i, "}") {
			return object, i + 1, true
		}
		name := c.tokens[i]
		if name.kind == markToken || name.kind == wordToken && c.python || name.filled {
			return nil, 0, false
		}
		i++
		var value any = someText
		if c.is(i, ":") {
			var known bool
			if value, i, known = c.value(i + 1); !known {
				if value = someText; name.text == "hookEventName" {
					value = thisEvent
				} else if slices.ContainsFunc(denials(), func(d saying) bool { return d.field == name.text }) || name.text == "hookSpecificOutput" {
					return nil, 0, false
				}
			}
		} else if c.python || name.kind == textToken {
			return nil, 0, false
		}
		object.Set(name.text, value)
		if c.is(i, ",") {
			i++
		} else if !c.is(i, "}") {
			return nil, 0, false
		}
	}
	return nil, 0, false
}

// value reads a value and returns the token after it; known is false for an expression.
func (c *code) value(i int) (value any, end int, known bool) {
	end = c.after(i)
	if i >= len(c.tokens) {
		return nil, i, false
	}
	t := c.tokens[i]
	switch {
	case c.is(i, "{"):
		object, after, ok := c.object(i)
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

// after returns the comma or bracket that ends the value at a token.
func (c *code) after(i int) int {
	for depth := 0; i < len(c.tokens); i++ {
		if c.tokens[i].kind != markToken {
			continue
		}
		switch c.tokens[i].text {
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
