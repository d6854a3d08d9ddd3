package script

import (
	"fmt"
	"slices"
)

// inputs follows the input through the program's variables.
func (c *code) inputs() {
	readers := c.readers()
	raw := map[string]bool{}
	for i := range c.tokens {
		if name, value, ok := c.assigned(i); ok && c.readsRaw(value) {
			raw[name] = true
		}
		// Node programs append the chunks of stdin.
		if !c.python && c.reads && c.is(i, "NAME", "+", "=") {
			raw[c.tokens[i].text] = true
		}
	}
	// A variable that is also set to something else is spoilt: its value is unknown.
	for i := range c.tokens {
		c.markBound(i)
		name, value, ok := c.assigned(i)
		if !ok {
			continue
		}
		if c.isParsed(value, raw) || c.is(value, "NAME", "(", ")") && readers[c.tokens[value].text] {
			c.keep(i, name, nil)
		} else if !c.is(value, "{", "}") && !c.is(value, "None") && !c.is(value, "null") && !c.is(value, "TEXT") {
			if path, _, ok := c.accessAt(value); !ok || len(path) == 0 {
				c.bound[c.own(i, name)] = true
			}
		}
	}
	// Fields can be resolved only after all variables with the input are known. The second round
	// finds fields of fields.
	for range 2 {
		for i := range c.tokens {
			if name, value, ok := c.assigned(i); ok {
				if path, _, ok := c.accessAt(value); ok && len(path) > 0 {
					c.keep(i, name, path)
				}
			}
			if !c.python {
				c.destructured(i, raw)
			}
		}
	}
	for i := range c.tokens {
		if c.is(i, "TEXT", "in", "NAME") {
			c.checked[c.tokens[i].text] = true
		}
		if c.starts(i) {
			c.number++
		}
		path, end, ok := c.accessAt(i)
		if !ok || len(path) == 0 || i > 0 && c.is(i-1, ".") {
			continue
		}
		if len(path) > len(c.paths[c.whose(i)]) {
			c.accesses = append(c.accesses, access{path, c.tokens[i].at, c.number})
		}
		if len(path) == 1 && subjects().has[path[0]] {
			c.compared(end)
		}
	}
	c.accesses = slices.DeleteFunc(c.accesses, func(a access) bool { return c.checked[a.path[len(a.path)-1]] })
	c.dispatches = c.looksAtAny(eventNames().all)
}

// keep records that a variable holds a field of the input.
func (c *code) keep(i int, name string, path []string) {
	name = c.own(i, name)
	if before, ok := c.paths[name]; ok && !slices.Equal(before, path) {
		c.bound[name] = true
	}
	c.paths[name] = path
}

// own returns the key of a name: in Python each function has its own names.
func (c *code) own(i int, name string) string { return fmt.Sprint(c.scopes[i], " ", name) }

// whose returns the key of a name in use: its function's, or else the whole program's.
func (c *code) whose(i int) string {
	own := c.own(i, c.tokens[i].text)
	if _, ok := c.paths[own]; ok || c.bound[own] {
		return own
	}
	return "0 " + c.tokens[i].text
}

// scopesOf numbers the top-level functions of a Python program for each token; 0 is outside of
// them.
func scopesOf(tokens []token, python bool) []int {
	scopes := make([]int, len(tokens))
	last, now := 0, 0
	for i, t := range tokens {
		if python && t.starts && t.indent == 0 {
			now = 0
			if t.text == "def" || t.text == "async" || t.text == "class" {
				last++
				now = last
			}
		}
		scopes[i] = now
	}
	return scopes
}

// markBound marks names that are parameters or loop variables.
func (c *code) markBound(i int) {
	switch {
	case c.is(i, "def", "NAME", "("), c.is(i, "function", "NAME", "("):
		for j := i + 3; j < c.closing(i+2); j++ {
			if c.tokens[j].kind == wordToken {
				c.bound[c.own(j, c.tokens[j].text)] = true
			}
		}
	case c.is(i, "for", "NAME"):
		c.bound[c.own(i, c.tokens[i+1].text)] = true
	case !c.python && c.is(i, "=", ">"):
		for j := i - 1; j >= 0 && j > i-8 && !c.starts(j); j-- {
			if c.tokens[j].kind == wordToken {
				c.bound[c.own(j, c.tokens[j].text)] = true
			}
			if c.is(j, "(") {
				break
			}
		}
	}
}

// assigned returns the variable that a statement sets and where its value begins.
func (c *code) assigned(i int) (name string, value int, ok bool) {
	if !c.is(i, "NAME") {
		return "", 0, false
	}
	begin := i
	for begin > 0 && (c.is(begin-1, "const") || c.is(begin-1, "let") || c.is(begin-1, "var")) {
		begin--
	}
	if !c.starts(begin) {
		return "", 0, false
	}
	value = i + 1
	if c.python && c.is(value, ":") {
		for value++; value < len(c.tokens) && value < i+12 && !c.is(value, "=") && !c.tokens[value].starts; value++ {
		}
	}
	if !c.is(value, "=") || c.is(value+1, "=") {
		return "", 0, false
	}
	return c.tokens[i].text, value + 1, true
}

// readsRaw reports whether a value is the text of stdin.
func (c *code) readsRaw(i int) bool {
	return c.is(i, "sys", ".", "stdin", ".", "read", "(", ")") || c.is(i, "sys", ".", "stdin", ".", "buffer", ".", "read") ||
		c.is(i, "readFileSync", "(", "0") || c.is(i, "fs", ".", "readFileSync", "(", "0") || c.is(i, "fs", ".", "readFileSync", "(", "TEXT") && c.tokens[i+4].text == "/dev/stdin"
}

// isParsed reports whether a value is the parsed JSON of stdin.
func (c *code) isParsed(i int, raw map[string]bool) bool {
	open := -1
	switch {
	case c.is(i, "json", ".", "load", "("), c.is(i, "json", ".", "loads", "("), c.is(i, "JSON", ".", "parse", "("):
		open = i + 3
	default:
		return false
	}
	end := c.closing(open)
	if end >= len(c.tokens) {
		return false
	}
	if after := end + 1; after < len(c.tokens) && !c.tokens[after].starts && !c.is(after, ";") && !c.is(after, "or") && !c.is(after, "|") {
		return false
	}
	for _, t := range c.tokens[open:end] {
		if t.kind == wordToken && (t.text == "stdin" || raw[t.text]) || t.kind == textToken && t.text == "/dev/stdin" {
			return true
		}
	}
	return c.is(open, "(", "open", "(", "0", ")") || c.is(open+1, "fs", ".", "readFileSync", "(", "0") || c.is(open+1, "readFileSync", "(", "0") ||
		c.is(open+1, "require", "(", "TEXT", ")", ".", "readFileSync", "(", "0")
}

// readers returns the functions of a Python program that return its input.
func (c *code) readers() map[string]bool {
	found := map[string]bool{}
	name := ""
	for i, t := range c.tokens {
		switch {
		case c.is(i, "def", "NAME", "(", ")"):
			name = c.tokens[i+1].text
		case c.is(i, "return") && name != "" && c.isParsed(i+1, nil):
			found[name] = true
		case t.starts && t.indent == 0 && t.text != "def":
			name = ""
		}
	}
	return found
}

// readHere returns the last token of an expression that reads JSON from stdin, such as
// json.load(sys.stdin); 0 for any other expression.
func (c *code) readHere(i int) int {
	if c.is(i, "json", ".", "load", "(", "sys", ".", "stdin", ")") {
		return i + 7
	}
	for _, from := range [][]string{
		{"json", ".", "loads", "(", "sys", ".", "stdin", ".", "read", "(", ")", ")"},
		{"JSON", ".", "parse", "(", "readFileSync", "(", "0"},
		{"JSON", ".", "parse", "(", "fs", ".", "readFileSync", "(", "0"},
	} {
		if c.is(i, from...) {
			return c.closing(i + 3)
		}
	}
	return 0
}

// accessAt returns the input path that an expression begins with, and the token after it. The path
// is empty for the input itself.
func (c *code) accessAt(i int) (path []string, end int, ok bool) {
	if !c.is(i, "NAME") {
		return nil, i, false
	}
	if end := c.readHere(i); end > 0 {
		i = end
	} else {
		name := c.whose(i)
		begin, ok := c.paths[name]
		if !ok || c.bound[name] {
			return nil, i, false
		}
		path = slices.Clone(begin)
	}
	for i++; ; {
		if c.is(i, "?", ".") && !c.python {
			i++
			if c.is(i+1, "[") {
				i++
			}
		}
		switch {
		case c.is(i, "[", "TEXT", "]"):
			path = append(path, c.tokens[i+1].text)
			i += 3
		case c.python && c.is(i, ".", "get", "(", "TEXT"):
			path = append(path, c.tokens[i+3].text)
			i = c.closing(i+2) + 1
		case !c.python && c.is(i, ".", "NAME") && !c.is(i+2, "(") && !c.is(i+2, "=") && c.tokens[i+1].text != "length":
			path = append(path, c.tokens[i+1].text)
			i += 2
		default:
			return path, i, true
		}
	}
}

// destructured records the fields of const { field, other: name } = input.
func (c *code) destructured(i int, raw map[string]bool) {
	if !c.is(i, "const", "{") && !c.is(i, "let", "{") {
		return
	}
	end := c.closing(i + 1)
	if !c.is(end, "}", "=") {
		return
	}
	base, _, ok := c.accessAt(end + 2)
	if !ok && !c.isParsed(end+2, raw) {
		return
	}
	depth := 0
	for j := i + 2; j < end; j++ {
		t := c.tokens[j]
		switch {
		case t.kind == markToken && (t.text == "{" || t.text == "[" || t.text == "("):
			depth++
		case t.kind == markToken && (t.text == "}" || t.text == "]" || t.text == ")"):
			depth--
		case depth == 0 && t.kind == wordToken && (c.is(j-1, "{") || c.is(j-1, ",")):
			path := append(slices.Clone(base), t.text)
			name := t.text
			if c.is(j+1, ":", "NAME") {
				name = c.tokens[j+2].text
			}
			if _, seen := c.paths[c.own(j, name)]; !seen {
				c.accesses = append(c.accesses, access{path, t.at, -1 - j})
				c.keep(j, name, path)
			}
		}
	}
}

// compared finds the names that an expression for the tool's name is compared with.
func (c *code) compared(i int) {
	take := func(t token) {
		if t.kind == textToken && plainName.MatchString(t.text) {
			c.comparisons = append(c.comparisons, comparison{t.text, t.at})
		}
	}
	if c.is(i, "not", "in") {
		i++
	}
	switch {
	case c.is(i, "=", "=", "=", "TEXT"), c.is(i, "!", "=", "=", "TEXT"):
		take(c.tokens[i+3])
	case c.is(i, "=", "=", "TEXT"), c.is(i, "!", "=", "TEXT"):
		take(c.tokens[i+2])
	case c.is(i, "in") && (c.is(i+1, "(") || c.is(i+1, "[") || c.is(i+1, "{")):
		for _, t := range c.tokens[i+1 : c.closing(i+1)] {
			take(t)
		}
	}
}
