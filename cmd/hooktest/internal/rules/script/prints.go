package script

import (
	"slices"
	"strings"
)

// A printedText is a text that a program prints, and its place.
type printedText struct {
	text string
	at   int
}

// reasonsPrinted records what the program prints to stdout in the statements just before its code
// 2, if nothing can have been written to stderr before.
func (c *code) reasonsPrinted() {
	if c.noisy() {
		return
	}
	said, level, heard := printedText{}, -1, false
	for i := 0; i < len(c.tokens); i++ {
		t := c.tokens[i]
		if c.is(i, ";") {
			continue
		}
		closes, errs := c.prints(i)
		if errs {
			heard, i = true, closes
			continue
		}
		if closes > 0 && (said.text == "" || !t.starts || t.indent == level) {
			if said.text == "" {
				said.at, level = t.at, t.indent
			}
			said.text += c.texts(i, closes) + "\n"
			i = closes
			continue
		}
		usage := strings.Contains(strings.ToLower(said.text), "usage")
		if said.text != "" && !usage && !heard && c.exitsAt(i, "2") && (!c.python || !t.starts || t.indent == level) {
			c.printedReasons = append(c.printedReasons, said)
		}
		said, heard = printedText{}, false
	}
}

// texts returns the strings among some tokens. For an object it returns "{", because that may be an
// answer.
func (c *code) texts(from, to int) string {
	var b strings.Builder
	for _, t := range c.tokens[from:to] {
		if t.kind == wordToken && (t.text == "dumps" || t.text == "stringify") {
			return "{"
		}
		if t.kind == textToken {
			b.WriteString(t.text)
		}
	}
	return b.String()
}

// exitsAt reports whether a statement at a token ends the program with a code.
func (c *code) exitsAt(i int, code string) bool {
	if c.is(i, "raise") {
		i++
	}
	if c.is(i, "NAME", ".") {
		i += 2
	}
	return c.ends(i, code)
}

// prints returns the end of a printing statement at a token, 0 for any other statement, and whether
// it may print elsewhere than to stdout.
func (c *code) prints(i int) (closes int, errs bool) {
	if !c.starts(i) && !c.is(i-1, ";") {
		return 0, false
	}
	for _, call := range printers {
		if call.python != c.python || !c.is(i, call.words...) {
			continue
		}
		closes = c.closing(i + len(call.words) - 1)
		if closes >= len(c.tokens) || c.branch(i) {
			return 0, false
		}
		elsewhere := slices.ContainsFunc(c.tokens[i:closes], func(t token) bool {
			return t.kind == wordToken && slices.Contains([]string{"stderr", "error", "warn", "file"}, t.text)
		})
		return closes, elsewhere
	}
	return 0, false
}

var printers = []struct {
	python bool
	words  []string
}{
	{true, []string{"print", "("}},
	{true, []string{"sys", ".", "stdout", ".", "write", "("}},
	{true, []string{"sys", ".", "stderr", ".", "write", "("}},
	{false, []string{"console", ".", "log", "("}},
	{false, []string{"console", ".", "error", "("}},
	{false, []string{"console", ".", "warn", "("}},
	{false, []string{"process", ".", "stdout", ".", "write", "("}},
	{false, []string{"process", ".", "stderr", ".", "write", "("}},
}

// branch reports whether a JavaScript statement is the body, without braces, of the condition
// before it: the next statement then runs in any case.
func (c *code) branch(i int) bool {
	if c.python || i == 0 {
		return false
	}
	if c.is(i-1, "else") {
		return true
	}
	if !c.is(i-1, ")") {
		return false
	}
	depth := 0
	for open := i - 1; open > max(0, i-farthest); open-- {
		if c.is(open, ")") {
			depth++
		}
		if c.is(open, "(") {
			depth--
		}
		if depth == 0 {
			return slices.Contains([]string{"if", "for", "while"}, c.tokens[open-1].text)
		}
	}
	return true
}

// farthest is the maximum number of tokens in a branch's condition.
const farthest = 100

// noisy reports whether stderr may contain something when the program ends, or stdout may be
// redirected. Text written to stderr just before an exit counts for that exit only.
func (c *code) noisy() bool {
	captures := slices.ContainsFunc(c.tokens, func(t token) bool { return t.kind == wordToken && t.text == "capture_output" })
	for i := 0; i < len(c.tokens); i++ {
		if closes, errs := c.prints(i); closes > 0 {
			next := closes + 1
			for c.is(next, ";") {
				next++
			}
			if errs && !c.leaves(next) {
				return true
			}
			i = closes
			continue
		}
		t := c.tokens[i]
		if t.kind != wordToken {
			continue
		}
		switch t.text {
		case "stderr", "logging", "warnings", "traceback", "redirect_stdout", "dup2", "child_process":
			return true
		case "subprocess", "system", "Popen":
			if !captures {
				return true
			}
		case "print", "stdout", "log":
			if c.is(i+1, "=") || c.is(i-1, "def") {
				return true
			}
		case "error", "warn":
			if c.is(i-2, "console", ".") {
				return true
			}
		}
	}
	return false
}

// leaves reports whether the statement at a token ends the program or the function, or prints
// before that.
func (c *code) leaves(i int) bool {
	if i >= len(c.tokens) {
		return true
	}
	if closes, _ := c.prints(i); closes > 0 {
		next := closes + 1
		for c.is(next, ";") {
			next++
		}
		return c.leaves(next)
	}
	if c.is(i, "raise") {
		i++
	}
	if c.is(i, "sys", ".") || c.is(i, "process", ".") || c.is(i, "os", ".") {
		i += 2
	}
	return c.returns[i] || c.is(i, "exit", "(") || c.is(i, "_exit", "(") || c.is(i, "SystemExit")
}

// few limits the answers, and the printing statements in front of each, that are compared.
const few = 50

// front returns the plain text that the program certainly prints to stdout on the way to a token: by
// a statement of the same function, whose block contains the token.
func (c *code) front(to int) printedText {
	if len(c.printedAnswers) >= few || c.redirects() {
		return printedText{}
	}
	tried := 0
	for i := 0; i < to && tried < few; i++ {
		closes, errs := c.prints(i)
		if closes > 0 {
			tried++
		}
		if closes == 0 || closes >= to || errs || c.scopes[i] != c.scopes[to] || !c.contains(i, to) {
			continue
		}
		if text := c.texts(i, closes); isWords(text) {
			return printedText{text, c.tokens[i].at}
		}
	}
	return printedText{}
}

// contains reports whether the block of a statement also contains a later token.
func (c *code) contains(statement, later int) bool {
	depth := 0
	for i := statement; i < later; i++ {
		switch {
		case c.python && c.tokens[i].starts && c.tokens[i].indent < c.tokens[statement].indent:
			return false
		case c.python:
		case c.is(i, "{"):
			depth++
		case c.is(i, "}"):
			if depth--; depth < 0 {
				return false
			}
		}
	}
	return true
}

// redirects reports whether the program may change what its stdout or its printing functions are.
func (c *code) redirects() bool {
	for i, t := range c.tokens {
		switch {
		case t.kind != wordToken:
		case t.text == "redirect_stdout", t.text == "dup2":
			return true
		case t.text == "print" || t.text == "stdout" || t.text == "log" || t.text == "console" || t.text == "write":
			if c.is(i+1, "=") && !c.is(i+2, "=") || c.is(i-1, "def") || c.is(i-1, "function") {
				return true
			}
		}
	}
	return false
}
