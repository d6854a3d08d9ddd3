package script

import (
	"bytes"
	"errors"
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/hooktest/hooktest/internal/lists"
)

// A shell is a parsed script for sh or bash.
type shell struct {
	file *syntax.File
	// calls are its commands in source order, including those inside substitutions.
	calls []*call
	// plain are those that only set variables.
	plain []*call
	// values has what each variable is set to: nil for a value that is not a word of the script.
	values map[string][]*syntax.Word
	byExpr map[*syntax.CallExpr]*call
	// uses are its variable expansions.
	uses      []use
	functions map[string]*syntax.FuncDecl
	// jobs are the statements that it leaves running in the background.
	jobs []job
	// errexit and pipefail are options, set anywhere.
	errexit, pipefail bool
	// helpers are functions that wrap jq, with the index of the argument that is the jq program.
	helpers map[string]int
	// includes is set if it sources another script, which may set and define anything.
	includes bool
}

// A call is one command.
type call struct {
	stmt *syntax.Stmt
	expr *syntax.CallExpr
	// name is the program without its folder; empty if it is an expansion.
	name string
	args []word
	at   int
	in   context
}

// A use is one expansion of a variable.
type use struct {
	name string
	exp  *syntax.ParamExp
	in   context
}

// A job is a statement that the script does not wait for.
type job struct {
	stmt *syntax.Stmt
	in   context
}

// deepest is the maximum nesting of brackets and compound commands, because the parser is
// recursive.
const deepest = 500

// parseShell parses the script as bash. The rules find in the tree what sh does not support.
func (s *source) parseShell() {
	if nesting(s.text) > deepest {
		return
	}
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(bytes.NewReader(s.text), "")
	if err != nil {
		if broken, ok := errors.AsType[syntax.ParseError](err); ok {
			s.syntax = &fault{int(broken.Pos.Offset()), broken.Text}
		}
		return
	}
	s.shell = collected(file)
	s.facts = s.readShell()
}

// nesting estimates the maximum depth of brackets and compound commands without parsing.
func nesting(text []byte) int {
	brackets, compounds, most := 0, 0, 0
	for _, b := range text {
		switch b {
		case '(', '{', '[':
			brackets++
		case ')', '}', ']':
			brackets = max(0, brackets-1)
		}
		most = max(most, brackets)
	}
	for _, w := range bytes.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \t\r\n;&|()", r) }) {
		switch string(w) {
		case "if", "while", "until", "for", "case", "select", "!", "elif":
			compounds++
		case "fi", "done", "esac", "then":
			compounds = max(0, compounds-1)
		}
		most = max(most, compounds)
	}
	return most
}

func collected(file *syntax.File) *shell {
	sh := &shell{file: file, values: map[string][]*syntax.Word{}, byExpr: map[*syntax.CallExpr]*call{}, functions: map[string]*syntax.FuncDecl{}}
	type level struct {
		node syntax.Node
		in   context
	}
	var stack []level
	syntax.Walk(sh.file, func(n syntax.Node) bool {
		if n == nil {
			stack = stack[:len(stack)-1]
			return true
		}
		var in context
		if len(stack) > 0 {
			around := stack[len(stack)-1]
			in = around.in.inside(around.node, n)
		}
		var outer syntax.Node
		if len(stack) > 0 {
			outer = stack[len(stack)-1].node
		}
		stack = append(stack, level{n, in})
		sh.note(n, outer, in)
		return true
	})
	return sh
}

// note records what the rules need.
func (sh *shell) note(n, outer syntax.Node, in context) {
	switch n := n.(type) {
	case *syntax.CallExpr:
		stmt, _ := outer.(*syntax.Stmt)
		sh.noteCall(n, stmt, in)
	case *syntax.DeclClause:
		for _, a := range n.Args {
			if a.Name != nil && !a.Naked {
				sh.set(a.Name.Value, a.Value)
			} else if a.Name != nil && n.Variant.Value != "export" && n.Variant.Value != "readonly" {
				sh.set(a.Name.Value, nil)
			}
		}
	case *syntax.WordIter:
		sh.set(n.Name.Value, nil)
	case *syntax.ParamExp:
		if n.Param != nil {
			sh.uses = append(sh.uses, use{n.Param.Value, n, in})
			if n.Exp != nil && (n.Exp.Op == syntax.AssignUnset || n.Exp.Op == syntax.AssignUnsetOrNull) {
				sh.set(n.Param.Value, nil)
			}
		}
	case *syntax.BinaryArithm:
		if w, ok := n.X.(*syntax.Word); ok {
			sh.set(wordOf(w).text, nil)
		}
	case *syntax.UnaryArithm:
		if w, ok := n.X.(*syntax.Word); ok {
			sh.set(wordOf(w).text, nil)
		}
	case *syntax.FuncDecl:
		if n.Name != nil {
			sh.functions[n.Name.Value] = n
		}
	case *syntax.Stmt:
		if n.Background {
			sh.jobs = append(sh.jobs, job{n, in})
		}
	}
}

func (sh *shell) set(name string, value *syntax.Word) {
	sh.values[name] = append(sh.values[name], value)
}

func (sh *shell) noteCall(n *syntax.CallExpr, stmt *syntax.Stmt, in context) {
	for _, a := range n.Assigns {
		if a.Name == nil {
			continue
		}
		value := a.Value
		if a.Append || a.Array != nil || a.Index != nil {
			value = nil
		} else if value == nil {
			value = &syntax.Word{}
		}
		sh.set(a.Name.Value, value)
	}
	if len(n.Args) == 0 {
		sh.plain = append(sh.plain, &call{expr: n, in: in})
		return
	}
	if stmt == nil {
		return
	}
	c := &call{stmt: stmt, expr: n, at: int(n.Args[0].Pos().Offset()), in: in}
	for _, a := range n.Args {
		c.args = append(c.args, wordOf(a))
	}
	if c.args[0].static {
		c.name = path.Base(c.args[0].text)
	}
	c.args = c.args[1:]
	sh.calls = append(sh.calls, c)
	sh.byExpr[n] = c
	switch c.name {
	case ".", "source", "eval":
		sh.includes = true
	case "read", "mapfile", "readarray", "getopts":
		var value *syntax.Word
		if c.name == "read" && in.stdin == inherited {
			value = wholeInput
		}
		for _, a := range c.args {
			sh.set(a.text, value)
		}
	case "printf":
		if len(c.args) > 1 && c.args[0].text == "-v" {
			sh.set(c.args[1].text, nil)
		}
	case "set":
		sh.options(c.args)
	}
}

// options reads the arguments of set.
func (sh *shell) options(args []word) {
	for i, a := range args {
		if !strings.HasPrefix(a.text, "-") || a.text == "--" {
			continue
		}
		sh.errexit = sh.errexit || strings.Contains(a.text, "e")
		if strings.HasSuffix(a.text, "o") && i+1 < len(args) {
			sh.errexit = sh.errexit || args[i+1].text == "errexit"
			sh.pipefail = sh.pipefail || args[i+1].text == "pipefail"
		}
	}
}

// flag reports whether a word before the first operand is a flag: a letter among short ones, or a
// long one.
func (c *call) flag(short byte, long ...string) bool {
	for _, a := range c.args {
		switch {
		case a.text == "--" || !strings.HasPrefix(a.text, "-"):
			return false
		case strings.HasPrefix(a.text, "--"):
			if slices.Contains(long, a.text) {
				return true
			}
		case short != 0 && strings.IndexByte(a.text, short) > 0:
			return true
		}
	}
	return false
}

// has reports whether one of some words is an argument.
func (c *call) has(words ...string) bool {
	return slices.ContainsFunc(c.args, func(a word) bool { return slices.Contains(words, a.text) })
}

// named returns the calls of some programs.
func (sh *shell) named(names ...string) []*call {
	return lists.Where(sh.calls, func(c *call) bool { return slices.Contains(names, c.name) })
}
