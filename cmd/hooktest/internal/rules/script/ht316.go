package script

import (
	"cmp"
	"fmt"
	"slices"

	"mvdan.cc/sh/v3/syntax"
)

// ht316 finds bash features in a script that sh runs.
func ht316(s *source, sh *shell) {
	if s.language != posix {
		return
	}
	found := sh.unportable()
	if len(found) == 0 {
		return
	}
	first := found[0]
	fix := "begin it with #!/usr/bin/env bash"
	if s.command.by != "" {
		fix = "start it with bash"
	}
	s.report(first.at, fmt.Sprintf("sh reads this script, and not every sh knows %s", first.what), fix)
}

// A bashism is a bash feature that a plain sh, such as dash, does not have.
type bashism struct {
	at   int
	what string
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
			if c.has("==") {
				at.what = "== in [ ]"
			}
		case "read":
			if c.flag('a') || c.flag('d') || c.flag('n') || c.flag('N') {
				at.what = "these flags of read"
			}
		case "set":
			// Not every sh has that option, and some exit because of it.
			if c.has("pipefail") && !slices.ContainsFunc(sh.named("set"), func(c *call) bool { return c.has("pipefail") && c.in.tested }) {
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
