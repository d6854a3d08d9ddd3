package script

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/internal/lazyregexp"

	"mvdan.cc/sh/v3/syntax"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

// A bashism is a bash feature that a plain sh, such as dash, does not have.
type bashism struct {
	at   int
	what string
}

// bashisms finds bash features in a script that sh runs.
func bashisms(s *source) []finding.Finding {
	if s.shell == nil || s.language != posix {
		return nil
	}
	found := s.shell.unportable()
	if len(found) == 0 {
		return nil
	}
	first := found[0]
	fix := "begin it with #!/usr/bin/env bash"
	if s.command.by != "" {
		fix = "start it with bash"
	}
	return s.says(first.at, fmt.Sprintf("sh reads this script, and not every sh knows %s", first.what), fix)
}

// unportable returns what a plain sh does not support, in source order.
func (sh *shell) unportable() []bashism {
	var found []bashism
	add := func(n syntax.Node, what string) { found = append(found, bashism{int(n.Pos().Offset()), what}) }
	syntax.Walk(sh.file, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.TestClause:
			add(n, "[[ ]]")
		case *syntax.ArithmCmd:
			add(n, "(( ))")
		case *syntax.ArrayExpr:
			add(n, "arrays")
		case *syntax.ProcSubst:
			add(n, "<( )")
		case *syntax.LetClause:
			add(n, "let")
		case *syntax.CoprocClause:
			add(n, "coproc")
		case *syntax.CStyleLoop:
			add(n, "for (( ))")
		case *syntax.FuncDecl:
			if n.RsrvWord {
				add(n, "the word function")
			}
		case *syntax.DeclClause:
			if v := n.Variant.Value; v == "declare" || v == "typeset" {
				add(n, v)
			}
		case *syntax.Redirect:
			switch n.Op {
			case syntax.WordHdoc:
				add(n, "<<<")
			case syntax.RdrAll, syntax.AppAll:
				add(n, "&>")
			}
		case *syntax.SglQuoted:
			if n.Dollar {
				add(n, "$'…'")
			}
		case *syntax.ParamExp:
			switch {
			case n.Repl != nil:
				add(n, "${…/…/…}")
			case n.Slice != nil:
				add(n, "${…:…}")
			case n.Excl:
				add(n, "${!…}")
			case n.Index != nil:
				add(n, "arrays")
			case n.Exp != nil && slices.Contains([]syntax.ParExpOperator{syntax.UpperAll, syntax.UpperFirst, syntax.LowerAll, syntax.LowerFirst}, n.Exp.Op):
				add(n, "${…^^} and ${…,,}")
			}
		}
		return true
	})
	for _, c := range sh.calls {
		at := bashism{at: c.at}
		switch c.name {
		case "source", "shopt", "pushd", "popd", "mapfile", "readarray":
			at.what = c.name
		case "[", "test":
			if slices.ContainsFunc(c.args, func(a word) bool { return a.text == "==" }) {
				at.what = "== in [ ]"
			}
		case "read":
			if c.flag('a') || c.flag('d') || c.flag('n') || c.flag('N') {
				at.what = "these flags of read"
			}
		case "set":
			if setsPipefail(c) && !slices.ContainsFunc(sh.named("set"), func(c *call) bool { return setsPipefail(c) && c.in.tested }) {
				at.what = "set -o pipefail, and may end with code 2 there"
			}
		case "printf":
			if c.flag('v') {
				at.what = "printf -v"
			}
		}
		if at.what != "" {
			found = append(found, at)
		}
	}
	slices.SortStableFunc(found, func(a, b bashism) int { return cmp.Compare(a.at, b.at) })
	return found
}

// setsPipefail reports whether a command sets pipefail. Not every sh has that option, and some exit
// because of it.
func setsPipefail(c *call) bool {
	return slices.ContainsFunc(c.args, func(a word) bool { return a.text == "pipefail" })
}

// gnuOnly has programs and flags that macOS lacks, with their replacements.
var gnuOnly = []struct {
	name, flag, fix string
}{
	{"grep", "-P", "write the expression for grep -E"}, {"grep", "--perl-regexp", "write the expression for grep -E"},
	{"date", "-d", "have python3 or jq work out the date"}, {"date", "--date", "have python3 or jq work out the date"},
	{"stat", "-c", "ask with wc -c, or with python3"}, {"find", "-printf", "use -print, or -exec"},
	{"timeout", "", "use the timeout of the settings"}, {"tac", "", "use tail -r or awk where tac is missing"},
}

// asksForSystem matches the text of a script that handles different systems.
var asksForSystem = lazyregexp.New(`(?i)darwin|\buname\b|OSTYPE|\bg(?:date|grep|sed|stat|find|timeout|tac)\b|command -v (?:timeout|tac)`)

var shortFlags = lazyregexp.New(`^-[A-Za-z]{1,4}$`)

// onlyGNU finds the first use of a program or flag that macOS lacks.
func onlyGNU(s *source) []finding.Finding {
	if s.shell == nil || asksForSystem.Match(s.text) {
		return nil
	}
	for _, c := range s.shell.calls {
		for _, one := range gnuOnly {
			named := one.flag == "" || slices.ContainsFunc(c.args, func(a word) bool {
				short := len(one.flag) == 2 && shortFlags.MatchString(a.text) && strings.Contains(a.text, one.flag[1:])
				return a.static && (short || a.text == one.flag)
			})
			if c.name == one.name && named && c.in.instead == nil {
				return s.says(c.at, strings.TrimSpace(fmt.Sprintf("%s %s", one.name, one.flag))+" is not there on macOS: what depends on it is not checked", one.fix)
			}
		}
	}
	return nil
}

// terminals finds a script that uses the terminal.
func terminals(s *source) []finding.Finding {
	if s.shell == nil {
		return nil
	}
	for _, c := range s.shell.named("[", "test", "tty") {
		if slices.ContainsFunc(c.args, func(a word) bool { return strings.HasPrefix(a.text, "/dev/tty") || a.text == "-t" }) {
			return nil
		}
	}
	var found []finding.Finding
	for _, c := range s.shell.calls {
		silent := c.in.tested || c.in.instead != nil
		var tty *syntax.Redirect
		for _, r := range c.stmt.Redirs {
			if wordOf(r.Word).text == "/dev/tty" {
				tty = r
			} else if r.N != nil && r.N.Value == "2" {
				silent = true
			}
		}
		if tty != nil && !silent {
			found = append(found, s.says(int(tty.Pos().Offset()), "agents start hooks without a terminal, so that /dev/tty can't be opened",
				"take what the hook needs from stdin, have the agent ask by its answer, and tell people on stderr")...)
		}
	}
	return found
}
