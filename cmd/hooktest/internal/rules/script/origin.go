package script

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/hooktest/hooktest/internal/lazyregexp"
)

// An origin says which characters a text may contain.
type origin int

const (
	// harmless has no quote, backslash or line break.
	harmless origin = iota
	// unsure is any text that a caller passes.
	unsure
	// raw is text that someone else has written, such as a file or the model's output.
	raw
)

// plainOutput has programs that print a word or a number. escaping has programs that can escape a
// text for JSON.
var (
	plainOutput = oneOf("date wc hostname whoami pwd uname id basename dirname mktemp realpath expr seq nproc")
	escaping    = oneOf("sed jq python3 python node perl tr awk")
)

// preparing matches the names of functions that escape a text for JSON, and of variables with such
// a text.
var preparing = lazyregexp.New(`(?i)esc|json|quot|encod|sanit|clean`)

// originOf returns the origin of a part of a word.
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
		// The script's caller sets the variable, or the shell does, such as BASH_REMATCH.
		return harmless
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

// originOfArgument checks what the function is called with.
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

// originOfOutput returns the origin of a command's output, judging by its programs.
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
		case plainOutput(c.name), c.name == "git" && c.has("rev-parse", "branch", "symbolic-ref"):
			worst = harmless
		case preparing.MatchString(c.name), escaping(c.name) && !c.flag('r', "--raw-output"), sh.isFunction(c.name), c.name == "echo", c.name == "printf":
			// The program may have escaped the text.
			worst = min(worst, harmless)
		}
		return true
	})
	return worst
}

// isFunction reports whether a name is a function of the script or, judging by its form, of a file
// that the script sources.
func (sh *shell) isFunction(name string) bool {
	return sh.functions[name] != nil || strings.Contains(name, "_") && len(sh.named("source", ".")) > 0
}
