package script

// valued returns the functions whose return value is the program's exit code, as in
// sys.exit(main()).
func (c *code) valued() map[string]bool {
	found := map[string]bool{}
	for i := range c.tokens {
		called := i + 2
		switch {
		case c.is(i, "exit", "("), c.is(i, "_exit", "("), c.python && c.is(i, "SystemExit", "("):
		case !c.python && c.is(i, "exitCode", "="):
		default:
			continue
		}
		if !c.python && c.is(called, "await") {
			called++
		}
		if c.is(called, "NAME", "(") {
			found[c.tokens[called].text] = true
		}
	}
	return found
}

// returnsOf returns the return statements of some functions, without those of functions inside
// them.
func (c *code) returnsOf(functions map[string]bool) map[int]bool {
	found := map[int]bool{}
	if len(functions) == 0 {
		return found
	}
	if c.python {
		c.returnsByIndent(functions, found)
	} else {
		c.returnsByBraces(functions, found)
	}
	return found
}

// returnsByIndent finds them in Python by indentation.
func (c *code) returnsByIndent(functions map[string]bool, found map[int]bool) {
	type function struct {
		indent int
		valued bool
	}
	var within []function
	for i, t := range c.tokens {
		if !t.starts || t.kind != wordToken {
			continue
		}
		for len(within) > 0 && t.indent <= within[len(within)-1].indent {
			within = within[:len(within)-1]
		}
		name := i
		if c.is(i, "async") {
			name++
		}
		switch {
		case c.is(name, "def", "NAME", "("):
			within = append(within, function{t.indent, t.indent == 0 && functions[c.tokens[name+1].text]})
		case c.is(i, "return") && len(within) > 0:
			found[i] = within[len(within)-1].valued
		}
	}
}

// returnsByBraces finds them in JavaScript.
func (c *code) returnsByBraces(functions map[string]bool, found map[int]bool) {
	for i := range c.tokens {
		if !c.is(i, "function", "NAME", "(") || !functions[c.tokens[i+1].text] {
			continue
		}
		body := c.closing(i+2) + 1
		if !c.is(body, "{") {
			continue
		}
		end := c.closing(body)
		for j := body + 1; j < end; j++ {
			switch {
			case c.is(j, "=", ">", "{"):
				j = c.closing(j + 2)
			case c.is(j, "function"):
				for ; j < end && !c.is(j, "{"); j++ {
				}
				j = c.closing(j)
			case c.is(j, "return"):
				found[j] = true
			}
		}
	}
}
