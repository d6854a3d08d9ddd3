package script

import (
	"slices"
	"strconv"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

// A code is a Python or JavaScript program as the rules see it: its tokens, and no syntax tree.
// Parsers of JavaScript in Go do not read TypeScript, nor a return at the top level, which
// CommonJS allows, and some of them no modules; and what is checked in an editor is often not
// complete.
type code struct {
	tokens []token
	// closes pairs the indexes of brackets. scopes has the number of the enclosing function for
	// each token.
	closes map[int]int
	scopes []int
	python bool
	// paths maps the variables that always hold the input (empty path) or a field of it.
	paths map[string][]string
	// bound has the variables that may also hold something else.
	bound map[string]bool
	// checked has the names that the program tests for before it reads them.
	checked map[string]bool
	// number counts the statements; it is that of the current one.
	number int
	// depth is how many objects are being read, one inside the other.
	depth int
	// returns has the return statements whose value is the program's exit code.
	returns map[int]bool
	facts
}

// readCode collects the facts of a Python or JavaScript program.
func (s *source) readCode() facts {
	c := &code{tokens: scanned(string(s.text), s.language == python), python: s.language == python,
		facts: facts{exitsTwo: -1}, paths: map[string][]string{}, bound: map[string]bool{}, checked: map[string]bool{}}
	c.closes, c.scopes = closings(c.tokens), scopesOf(c.tokens, c.python)
	c.returns = c.returnsOf(c.valued())
	c.refusals()
	c.reads, c.helped = c.readsInput()
	c.inputs()
	c.environment()
	if !c.reads && !c.helped && (s.use.Command != "" || strings.Contains(s.path, "hooks/")) && !strings.Contains(strings.ToLower(string(s.text)), "usage") {
		c.argv()
	}
	c.failed()
	c.answersPrinted()
	c.reasonsPrinted()
	c.endsWell = c.neverFails()
	if c.python {
		c.entry = c.begin()
	} else {
		c.entry = entry{idle: c.onlyExports(), main: -1}
	}
	return c.facts
}

// is reports whether the tokens from i on match: each a name or a mark, TEXT for any string, NAME
// for any name.
func (c *code) is(i int, want ...string) bool {
	if i < 0 || i+len(want) > len(c.tokens) {
		return false
	}
	for n, w := range want {
		t := c.tokens[i+n]
		if w == "TEXT" && t.kind == textToken || w == "NAME" && t.kind == wordToken {
			continue
		}
		if t.kind == textToken || t.text != w {
			return false
		}
	}
	return true
}

// closing returns the index of the bracket that closes the one at i, or the number of tokens if
// there is none.
func (c *code) closing(i int) int {
	if end, ok := c.closes[i]; ok {
		return end
	}
	return len(c.tokens)
}

// closings pairs the brackets of a program.
func closings(tokens []token) map[int]int {
	pairs := map[int]int{}
	var open []int
	for i, t := range tokens {
		if t.kind != markToken {
			continue
		}
		switch t.text {
		case "(", "[", "{":
			open = append(open, i)
		case ")", "]", "}":
			if len(open) > 0 {
				pairs[open[len(open)-1]] = i
				open = open[:len(open)-1]
			}
		}
	}
	return pairs
}

// starts reports whether a statement begins at a token.
func (c *code) starts(i int) bool {
	if c.tokens[i].starts {
		return true
	}
	return i > 0 && (c.is(i-1, ";") || !c.python && (c.is(i-1, "{") || c.is(i-1, "}")))
}

func (c *code) refusals() {
	var said strings.Builder
	for i, t := range c.tokens {
		if t.kind == textToken {
			begins := said.Len()
			said.WriteString(t.text + " ")
			if !c.refuses && len(denialWords(t.text)) > 0 && answersDenial(said.String()[max(0, begins-200):]) {
				c.refuses, c.refusal = true, t.at
			}
			continue
		}
		if t.kind == wordToken && !c.python && answered().has[t.text] {
			said.WriteString(t.text + " ")
		}
		if (c.ends(i, "2") || c.is(i, "exitCode", "=", "2")) && !c.refuses {
			c.refuses, c.refusal, c.exitsTwo = true, t.at, t.at
		}
		c.writes = c.writes || t.kind == wordToken && slices.Contains([]string{"write_text", "touch", "mkdir", "writeFileSync", "appendFileSync", "unlink", "unlinkSync", "writeFile"}, t.text) ||
			c.is(i, "open", "(") && c.opensForWriting(i)
	}
}

// neverFails reports whether the program never exits with a code other than 0 and raises no
// exception itself.
func (c *code) neverFails() bool {
	for i, t := range c.tokens {
		switch {
		case c.ends(i, "0"), c.is(i, "exit", "(", ")"):
		case c.returns[i] && (c.is(i+1, ";") || c.is(i+1, "}") || i+1 < len(c.tokens) && c.starts(i+1)):
		case c.returns[i] && t.text == "return":
			return false
		case c.is(i, "exit", "(", "NAME", "(", ")", ")") && c.valued()[c.tokens[i+2].text]:
			// That function's return values are checked at its return statements.
		case c.is(i, "exit", "("), c.is(i, "_exit", "("), c.is(i, "SystemExit"), c.is(i, "raise"), c.is(i, "throw"), c.is(i, "exitCode"):
			return false
		}
	}
	return true
}

func denialWords(text string) []saying {
	return slices.DeleteFunc(slices.Clone(denials()), func(d saying) bool { return !strings.Contains(text, d.word) })
}

func (c *code) opensForWriting(i int) bool {
	return slices.ContainsFunc(c.tokens[i:c.closing(i+1)], func(t token) bool { return t.kind == textToken && (t.text == "w" || t.text == "a") })
}

// ends reports whether the program exits with the code at a token.
func (c *code) ends(i int, code string) bool {
	if c.returns[i] && c.is(i, "return", code) {
		return i+2 >= len(c.tokens) || c.starts(i+2) || c.is(i+2, ";") || c.is(i+2, "}")
	}
	return c.is(i, "exit", "(", code, ")") || c.is(i, "_exit", "(", code, ")") || c.is(i, "SystemExit", "(", code, ")")
}

// standard has the modules of the interpreters' standard libraries that do not read stdin
// themselves.
var standard = oneOf(`__future__ abc argparse ast base64 collections contextlib copy csv ctypes dataclasses datetime
	difflib enum errno fcntl fnmatch functools getpass glob hashlib html http importlib inspect io itertools json logging math os
	pathlib platform posixpath queue random re secrets select shlex shutil signal socket sqlite3 stat string subprocess sys
	tempfile textwrap threading time tomllib traceback types typing unicodedata unittest urllib uuid warnings xml zoneinfo
	fs path child_process crypto util url assert events process`)

// readsInput reports whether the program may read stdin, and whether it imports modules outside the
// standard library.
func (c *code) readsInput() (reads, helped bool) {
	for i, t := range c.tokens {
		switch {
		case t.kind == textToken:
			reads = reads || t.text == "/dev/stdin"
		case t.text == "stdin" || t.text == "__stdin__" || t.text == "fileinput":
			reads = true
		case c.is(i, "open", "(", "0"), c.is(i, "readFileSync", "(", "0"), c.is(i, "input", "(") && c.python, c.is(i, "readSync", "(", "0"), c.is(i, "read", "(", "0"):
			reads = true
		case c.python && c.starts(i) && (t.text == "import" || t.text == "from") && i+1 < len(c.tokens):
			helped = helped || !standard(c.tokens[i+1].text)
		case c.is(i, "require", "(", "TEXT"), !c.python && c.is(i, "from", "TEXT"), !c.python && c.is(i, "import", "TEXT"), c.is(i, "import", "(", "TEXT"):
			for _, module := range c.tokens[i:min(i+3, len(c.tokens))] {
				helped = helped || module.kind == textToken && !standard(strings.TrimPrefix(module.text, "node:"))
			}
		}
	}
	return reads, helped
}

// argv finds where the program reads its command-line arguments.
func (c *code) argv() {
	least := 1
	if !c.python {
		least = 2
	}
	for i, t := range c.tokens {
		if !c.is(i, "argv", "[", "NAME") {
			continue
		}
		if n, err := strconv.Atoi(c.tokens[i+2].text); err == nil && n >= least {
			c.arguments = append(c.arguments, t.at)
		}
	}
}

// environment finds the environment variables that the program reads. It skips a program that also
// reads its input, because there a variable may be a second source.
func (c *code) environment() {
	if c.reads || c.helped {
		return
	}
	for i := range c.tokens {
		var name int
		fallback := false
		switch {
		case c.is(i, "environ", "[", "TEXT", "]"):
			name = i + 2
		case c.is(i, "environ", ".", "get", "(", "TEXT"), c.is(i, "getenv", "(", "TEXT"):
			name = i + 2
			if c.tokens[i].text == "environ" {
				name = i + 4
			}
			end := c.closing(name - 1)
			fallback = c.is(name+1, ",") && !(name+3 == end && c.tokens[name+2].kind == textToken && c.tokens[name+2].text == "") && !c.is(name+2, "None", ")") || c.is(end+1, "or")
		case c.is(i, "env", ".", "NAME"):
			name = i + 2
			fallback = c.is(name+1, "|") || c.is(name+1, "?")
		default:
			continue
		}
		if i > 2 {
			before := c.tokens[max(0, i-3)]
			fallback = fallback || before.kind == wordToken && slices.Contains([]string{"if", "not", "and", "while"}, before.text)
		}
		c.variables = append(c.variables, variable{c.tokens[name].text, c.tokens[name].at, fallback})
	}
}

// failed finds refusals in words that are followed by exit code 1.
func (c *code) failed() {
	said := ""
	for i := 0; i < len(c.tokens); i++ {
		if !c.starts(i) {
			continue
		}
		t := c.tokens[i]
		if text, closes := c.says(i); text != "" {
			said += text
			i = closes
			continue
		}
		end := i
		for _, prefix := range []string{"raise", "sys", "process", "."} {
			if c.is(end, prefix) {
				end++
				if c.is(end, ".") {
					end++
				}
			}
		}
		switch {
		case c.ends(end, "1") && finding.Objects(said):
			c.failures = append(c.failures, t.at)
		case c.python && c.is(end, "exit", "(", "TEXT", ")") && finding.Objects(c.tokens[end+2].text):
			c.failures = append(c.failures, t.at)
		}
		said = ""
	}
}

// says returns the text that a statement prints and where the statement ends. The text is empty for
// any other statement and for one that prints an answer.
func (c *code) says(i int) (text string, closes int) {
	open := -1
	switch {
	case c.python && c.is(i, "print", "("):
		open = i + 1
	case c.python && c.is(i, "sys", ".", "stderr", ".", "write", "("), !c.python && c.is(i, "process", ".", "stderr", ".", "write", "("):
		open = i + 5
	case !c.python && c.is(i, "console", ".", "error", "("):
		open = i + 3
	default:
		return "", i
	}
	var b strings.Builder
	for _, t := range c.tokens[open:c.closing(open)] {
		if t.kind == wordToken && (t.text == "dumps" || t.text == "stringify") || t.kind == textToken && strings.HasPrefix(strings.TrimSpace(t.text), "{\"") {
			return "", i
		}
		if t.kind == textToken {
			b.WriteString(t.text + "\n")
		}
	}
	return b.String() + "\n", c.closing(open)
}

// begin returns where a Python program starts to do something.
func (c *code) begin() entry {
	e := entry{main: -1}
	idle := true
	for i, t := range c.tokens {
		if !t.starts || t.indent > 0 {
			continue
		}
		switch {
		case t.text == "def" || t.text == "async":
			e.idle = true
			if c.is(i, "def", "main", "(") || c.is(i, "async", "def", "main", "(") {
				e.main = t.at
			}
		case t.kind == textToken, t.text == "class", t.text == "import", t.text == "from", t.text == "@":
		case t.kind == wordToken && (c.is(i+1, "=") || c.is(i+1, ":")) && !slices.Contains([]string{"try", "else", "finally", "if"}, t.text):
			// A call in an assigned value may do all of the script's work.
			for j := i + 1; j < len(c.tokens) && !(c.tokens[j].starts && c.tokens[j].indent == 0); j++ {
				idle = idle && !c.is(j, "main", "(")
			}
		case strings.Contains(")]}", t.text):
		default:
			idle = false
		}
	}
	e.idle = e.idle && idle
	return e
}
