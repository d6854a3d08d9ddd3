package script

import (
	"path/filepath"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/hooktest/hooktest/internal/lists"
)

// A command describes how settings start a script.
type command struct {
	// by is the interpreter that the command names; direct is set if it names the script alone.
	by     string
	direct bool
	// arguments is set if the command passes arguments to the script, closed if it refuses when the
	// script fails.
	arguments, closed bool
	// swallowed is the part after the script that turns every exit code into 0; empty if there is
	// none.
	swallowed string
}

// commandOf finds a script in the command that starts it.
func commandOf(text, path string) command {
	var found command
	if text == "" || len(text) > Largest || nesting([]byte(text)) > deepest {
		return found
	}
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(text), "")
	if err != nil {
		return found
	}
	sh := collected(file)
	for _, c := range sh.calls {
		words := lists.Of(c.expr.Args, wordOf)
		for i, w := range words {
			if base(w.text) != filepath.Base(path) {
				continue
			}
			found.direct = i == 0
			found.by = interpreterBefore(words[:i])
			found.arguments = i+1 < len(words)
			found.closed = c.in.instead != nil && sh.endsWith(c.in.instead, "2")
			if instead := sh.callOf(c.in.instead); sh.endsWell(c.in.instead) {
				found.swallowed = strings.TrimSpace("|| " + instead.name + " " + strings.Join(textsOf(instead.args), " "))
			}
			return found
		}
	}
	return found
}

func textsOf(words []word) []string {
	return lists.Of(words, func(w word) string { return w.text })
}

// interpreterBefore returns the last word before a script that is a known interpreter.
func interpreterBefore(words []word) string {
	for i := len(words) - 1; i >= 0; i-- {
		if _, ok := languageOf(words[i].text); ok {
			return words[i].text
		}
	}
	return ""
}

// base returns the last element of a path in a command, even after an expansion.
func base(text string) string { return text[strings.LastIndexAny(text, "/\x00")+1:] }

// endsWith reports whether a statement ends the script with a code.
func (sh *shell) endsWith(stmt *syntax.Stmt, code string) bool {
	ends := false
	syntax.Walk(stmt, func(n syntax.Node) bool {
		call, ok := n.(*syntax.CallExpr)
		if !ok || len(call.Args) == 0 {
			return !ends
		}
		switch name := wordOf(call.Args[0]).text; {
		case name == "exit":
			ends = ends || len(call.Args) > 1 && wordOf(call.Args[1]).text == code
		case sh.functions[name] != nil && len(call.Args) < 1000:
			ends = ends || sh.functionEnds(name, code)
		}
		return !ends
	})
	return ends
}

// functionEnds reports whether a function ends the script with a code by itself. It does not follow
// the function's calls.
func (sh *shell) functionEnds(name, code string) bool {
	return slices.ContainsFunc(sh.named("exit"), func(c *call) bool { return c.in.function == name && len(c.args) > 0 && c.args[0].text == code })
}
