package script

import (
	"slices"
	"strings"
	"sync"

	"mvdan.cc/sh/v3/syntax"

	"github.com/hooktest/hooktest/internal/lazyregexp"
)

// readShell collects the facts of a parsed script.
func (s *source) readShell() facts {
	sh := s.shell
	f := facts{exitsTwo: -1}
	for _, c := range sh.calls {
		if c.name == "jq" {
			f.accesses = append(f.accesses, sh.jqReads(c)...)
			f.payloads = append(f.payloads, sh.jqWithoutInput(c)...)
		}
		f.accesses = append(f.accesses, sh.helperReads(c)...)
		f.reads = f.reads || sh.mayRead(c)
		if c.name == "exit" && len(c.args) > 0 && c.args[0].text == "2" && !f.refuses {
			f.refuses, f.refusal, f.exitsTwo = true, c.at, c.at
		}
	}
	f.reads = f.reads || sh.includes
	for _, p := range sh.answers() {
		if !f.refuses && answersDenial(p.w.text) {
			f.refuses, f.refusal = true, int(p.w.node.Pos().Offset())
		}
	}
	f.refuses = f.refuses || answersDenial(sh.literals())
	f.dispatches = f.looksAtAny(eventNames().all)
	f.comparisons = sh.comparisons()
	f.variables = sh.unset()
	if !f.reads {
		f.arguments = sh.decidingArguments()
	}
	f.failures = sh.refusalsThatFail()
	return f
}

func (f *facts) looksAtAny(names []string) bool { return slices.ContainsFunc(names, f.looksAt) }

// literals returns all texts of the script except comments.
func (sh *shell) literals() string {
	var b strings.Builder
	syntax.Walk(sh.file, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Lit:
			b.WriteString(n.Value)
			b.WriteByte(' ')
		case *syntax.SglQuoted:
			b.WriteString(n.Value)
			b.WriteByte('\n')
		}
		return true
	})
	return b.String()
}

// leavesInput has common programs that do not read their stdin.
var leavesInput = oneOf(`echo printf [ test : true false exit return cd pwd unset shift set trap mkdir rmdir
	rm mv cp touch date basename dirname command type which hash sleep kill wait chmod chown ln ls stat find du df uname id
	whoami hostname tput mktemp realpath readlink umask ulimit alias break continue jobs seq notify-send afplay say
	printenv sync export local git`)

// oneOf returns a function that reports whether a word is one of a list's. The first call makes the
// table, so that a start does not.
func oneOf(list string) func(word string) bool {
	table := sync.OnceValue(func() map[string]bool {
		has := map[string]bool{}
		for name := range strings.FieldsSeq(list) {
			has[name] = true
		}
		return has
	})
	return func(word string) bool { return table()[word] }
}

// mayRead reports whether a command may read the script's input.
func (sh *shell) mayRead(c *call) bool {
	if c.in.stdin != inherited || leavesInput(c.name) || sh.functions[c.name] != nil {
		return c.name == "git" && slices.ContainsFunc(c.args, func(a word) bool { return strings.Contains(a.text, "stdin") || a.text == "-" })
	}
	operands, recursive := 0, false
	for _, a := range c.args {
		if strings.HasPrefix(a.text, "-") && len(a.text) > 1 {
			recursive = recursive || strings.ContainsAny(a.text, "rR") && !strings.HasPrefix(a.text, "--")
		} else {
			operands++
		}
	}
	named := slices.ContainsFunc(c.args, func(a word) bool { return a.text == "-" || strings.HasPrefix(a.text, "/dev/") })
	switch c.name {
	case "cat":
		return operands == 0 || named
	case "grep", "egrep", "fgrep":
		return !recursive && operands < 2 || named
	case "jq":
		_, files, noInput := jqFilter(c)
		return files == 0 && !noInput
	}
	return true
}

// jqWithoutInput finds a jq program for the script's input that does not receive it.
func (sh *shell) jqWithoutInput(c *call) []int {
	filter, files, _ := jqFilter(c)
	if filter == nil || files > 0 || !filter.static {
		return nil
	}
	if fed := sh.fed(c.in); c.in.stdin == piped && (fed == nil || variableOf(fed) == "" || len(sh.values[variableOf(fed)]) > 0 || isArgument(variableOf(fed))) {
		return nil
	}
	for _, a := range jqAccesses(filter.text) {
		if strings.Contains(a.path[0], "_") && everyField().has[a.path[0]] {
			return []int{c.at}
		}
	}
	return nil
}

// isArgument reports whether a name is that of the script's arguments, such as @ or 1.
func isArgument(name string) bool {
	return name == "@" || name == "*" || len(name) == 1 && name[0] >= '1' && name[0] <= '9'
}

// plainName matches a single name, as in tools and matchers.
var plainName = lazyregexp.New(`^[A-Za-z_][A-Za-z0-9_]*$`)

// listed matches an expression that is only a list of names.
var listed = lazyregexp.New(`^\^?\(?([A-Za-z_][A-Za-z0-9_]*(?:\|[A-Za-z_][A-Za-z0-9_]*)*)\)?\$?$`)

// comparisons returns the names that the tool's name is compared with.
func (sh *shell) comparisons() []comparison {
	var found []comparison
	compare := func(subject, with *syntax.Word, expression bool) {
		w := wordOf(with)
		if !w.static || !sh.isTool(subject) {
			return
		}
		texts := []string{w.text}
		if m := listed.FindStringSubmatch(w.text); expression && m != nil && strings.HasPrefix(w.text, "^") {
			texts = strings.Split(m[1], "|")
		} else if expression {
			return
		}
		for _, text := range texts {
			if plainName.MatchString(text) {
				found = append(found, comparison{text, int(with.Pos().Offset())})
			}
		}
	}
	syntax.Walk(sh.file, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.BinaryTest:
			x, _ := n.X.(*syntax.Word)
			y, _ := n.Y.(*syntax.Word)
			switch n.Op {
			case syntax.TsMatch, syntax.TsMatchShort, syntax.TsNoMatch:
				compare(x, y, false)
			case syntax.TsReMatch:
				compare(x, y, true)
			}
		case *syntax.CaseClause:
			if !sh.isTool(n.Word) {
				break
			}
			for _, item := range n.Items {
				for _, pattern := range item.Patterns {
					compare(n.Word, pattern, false)
				}
			}
		}
		return true
	})
	for _, c := range sh.named("[", "test") {
		for i := 1; i+1 < len(c.args); i++ {
			if op := c.args[i].text; op == "=" || op == "==" || op == "!=" {
				compare(c.args[i-1].node, c.args[i+1].node, false)
			}
		}
	}
	return found
}

func (sh *shell) isTool(w *syntax.Word) bool {
	paths := sh.fieldOf(w)
	for _, path := range paths {
		if len(path) != 1 || !subjects().has[path[0]] {
			return false
		}
	}
	return len(paths) > 0
}

// unset returns the variables that the script reads and never sets.
func (sh *shell) unset() []variable {
	if sh.includes {
		return nil
	}
	asked := map[string]bool{}
	for _, c := range sh.named("[", "test") {
		for i, a := range c.args {
			if i+1 < len(c.args) && (a.text == "-z" || a.text == "-n" || a.text == "-v") {
				asked[variableOf(c.args[i+1].node)] = true
			}
		}
	}
	syntax.Walk(sh.file, func(n syntax.Node) bool {
		if test, ok := n.(*syntax.UnaryTest); ok {
			if w, ok := test.X.(*syntax.Word); ok && (test.Op == syntax.TsEmpStr || test.Op == syntax.TsNempStr || test.Op == syntax.TsVarSet) {
				asked[variableOf(w)] = true
				asked[wordOf(w).text] = true
			}
		}
		return true
	})
	var found []variable
	for _, u := range sh.uses {
		if len(sh.values[u.name]) > 0 {
			continue
		}
		fallback := asked[u.name]
		if exp := u.exp.Exp; exp != nil {
			switch exp.Op {
			case syntax.DefaultUnset, syntax.DefaultUnsetOrNull:
				fallback = fallback || wordOf(exp.Word).text != ""
			case syntax.AlternateUnset, syntax.AlternateUnsetOrNull, syntax.ErrorUnset, syntax.ErrorUnsetOrNull:
				fallback = true
			}
		}
		found = append(found, variable{u.name, int(u.exp.Pos().Offset()), fallback})
	}
	return found
}

// decidingArguments returns the places where a command-line argument decides: matched with a
// pattern, searched or parsed as JSON. A comparison with a plain word may select a subcommand.
func (sh *shell) decidingArguments() []int {
	if len(sh.named("shift", "getopts")) > 0 || slices.ContainsFunc(sh.named("set"), func(c *call) bool { return c.has("--") }) {
		return nil
	}
	var found []int
	look := func(w *syntax.Word, in context) {
		if w == nil || in.function != "" {
			return
		}
		name := variableOf(w)
		if isArgument(name) || name != "" && sh.always(name, func(value *syntax.Word) bool { return isArgument(variableOf(value)) }) {
			found = append(found, int(w.Pos().Offset()))
		}
	}
	syntax.Walk(sh.file, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.FuncDecl:
			return false
		case *syntax.BinaryTest:
			x, _ := n.X.(*syntax.Word)
			y, _ := n.Y.(*syntax.Word)
			pattern := wordOf(y)
			if n.Op == syntax.TsReMatch || (n.Op == syntax.TsMatch || n.Op == syntax.TsMatchShort || n.Op == syntax.TsNoMatch) && strings.ContainsAny(pattern.text, "*?") {
				look(x, context{})
			}
		case *syntax.CaseClause:
			if sh.looksIntoText(n) {
				look(n.Word, context{})
			}
		}
		return true
	})
	for _, c := range sh.named("grep", "egrep", "jq") {
		look(sh.fed(c.in), c.in)
	}
	slices.Sort(found)
	return found
}

// looksIntoText reports whether a case searches a text: no pattern is a flag, and one begins with a
// wildcard.
func (sh *shell) looksIntoText(n *syntax.CaseClause) bool {
	some := false
	for _, item := range n.Items {
		for _, pattern := range item.Patterns {
			text := wordOf(pattern).text
			if strings.HasPrefix(text, "-") {
				return false
			}
			some = some || len(text) > 1 && strings.Contains(text, "*")
		}
	}
	return some
}
