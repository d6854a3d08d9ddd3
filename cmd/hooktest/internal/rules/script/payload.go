package script

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// wholeInput represents the value of a variable into which read has put the script's input.
var wholeInput = &syntax.Word{}

// only returns the single part of a word, without the quotes around it.
func only(w *syntax.Word) syntax.WordPart {
	if w == nil || len(w.Parts) != 1 {
		return nil
	}
	if quoted, ok := w.Parts[0].(*syntax.DblQuoted); ok {
		if len(quoted.Parts) != 1 {
			return nil
		}
		return quoted.Parts[0]
	}
	return w.Parts[0]
}

// variableOf returns the variable if a word is only its expansion, also with a default or a suffix
// removed.
func variableOf(w *syntax.Word) string {
	p, ok := only(w).(*syntax.ParamExp)
	if !ok || p.Param == nil || p.Excl || p.Length || p.Index != nil || p.Slice != nil || p.Repl != nil {
		return ""
	}
	return p.Param.Value
}

// isPayload reports whether a variable always holds the whole input of the script.
func (sh *shell) isPayload(name string) bool { return sh.always(name, sh.readsAll) }

// always reports whether fits holds for every value of a variable. It skips the variable's own
// shortened value.
func (sh *shell) always(name string, fits func(*syntax.Word) bool) bool {
	some := false
	for _, value := range sh.values[name] {
		if value == nil {
			return false
		}
		if value != wholeInput && variableOf(value) == name {
			continue
		}
		if !fits(value) {
			return false
		}
		some = true
	}
	return some
}

// readsAll reports whether a value is the whole input of the script, as in $(cat).
func (sh *shell) readsAll(value *syntax.Word) bool {
	if value == wholeInput {
		return true
	}
	sub, ok := only(value).(*syntax.CmdSubst)
	if !ok || len(sub.Stmts) != 1 {
		return false
	}
	stmt := sub.Stmts[0]
	for {
		binary, ok := stmt.Cmd.(*syntax.BinaryCmd)
		if !ok || binary.Op == syntax.Pipe || binary.Op == syntax.PipeAll {
			break
		}
		stmt = binary.X
	}
	if stmt.Cmd == nil {
		return len(stmt.Redirs) == 1 && stmt.Redirs[0].Op == syntax.RdrIn && wordOf(stmt.Redirs[0].Word).text == "/dev/stdin"
	}
	return sh.isCat(stmt)
}

// isCat reports whether a statement prints the script's input unchanged.
func (sh *shell) isCat(stmt *syntax.Stmt) bool {
	c := sh.callOf(stmt)
	if c == nil || c.in.stdin != inherited {
		return false
	}
	words := c.args
	if c.name == "timeout" && len(words) > 1 && words[1].text == "cat" {
		words = words[2:]
	} else if c.name != "cat" {
		return false
	}
	return !slices.ContainsFunc(words, func(w word) bool { return w.text != "-" && w.text != "/dev/stdin" })
}

// callOf returns the command of a statement, or nil.
func (sh *shell) callOf(stmt *syntax.Stmt) *call {
	if stmt == nil {
		return nil
	}
	expr, ok := stmt.Cmd.(*syntax.CallExpr)
	if !ok {
		return nil
	}
	return sh.byExpr[expr]
}

// fed returns the word that a command reads as its input: from a here-string, or from an echo or
// printf before the pipe.
func (sh *shell) fed(in context) *syntax.Word {
	if in.stdin != piped {
		return nil
	}
	if in.here != nil {
		return in.here
	}
	c := sh.callOf(in.feeder)
	if c == nil {
		return nil
	}
	words := c.args
	for len(words) > 0 && words[0].static && strings.HasPrefix(words[0].text, "-") {
		words = words[1:]
	}
	switch {
	case c.name == "echo" && len(words) == 1:
		return words[0].node
	case c.name == "printf" && len(words) == 2 && strings.Contains(words[0].text, "%"):
		return words[1].node
	case c.name == "printf" && len(words) == 1:
		return words[0].node
	}
	return nil
}

// getsPayload reports whether a command's input is that of the script.
func (sh *shell) getsPayload(in context) bool {
	switch in.stdin {
	case inherited:
		return in.function == "" || sh.calledPlainly(in.function)
	case piped:
		if word := sh.fed(in); word != nil {
			return sh.isPayload(variableOf(word)) || sh.readsAll(word)
		}
		return in.feeder != nil && sh.isCat(in.feeder)
	}
	return false
}

// calledPlainly reports whether every call of a function has the script's own input.
func (sh *shell) calledPlainly(function string) bool {
	calls := sh.named(function)
	for _, c := range calls {
		if c.in.stdin != inherited || c.in.function != "" {
			return false
		}
	}
	return len(calls) > 0
}

// jqFilter returns the program of a jq command and the number of its files. filter is nil if the
// program is not a word of the script.
func jqFilter(c *call) (filter *word, files int, noInput bool) {
	for i := 0; i < len(c.args); i++ {
		text := c.args[i].text
		switch {
		case text == "--arg" || text == "--argjson" || text == "--slurpfile" || text == "--rawfile" || text == "--argfile":
			i += 2
		case text == "--indent" || text == "-L":
			i++
		case text == "--args" || text == "--jsonargs":
			return filter, files, noInput
		case text == "-f" || text == "--from-file":
			return nil, 0, false
		case text == "-n" || text == "--null-input":
			noInput = true
		case len(text) > 1 && text[0] == '-' && text[1] != '-':
			noInput = noInput || strings.Contains(text, "n")
			if strings.Contains(text, "f") {
				return nil, 0, false
			}
		case strings.HasPrefix(text, "--"):
		case filter == nil:
			filter = &c.args[i]
		default:
			files++
		}
	}
	return filter, files, noInput
}

// jqReads returns the fields that a jq command reads, if its input is the script's.
func (sh *shell) jqReads(c *call) []access {
	filter, files, noInput := jqFilter(c)
	if filter == nil || files > 0 || noInput || !filter.static || !sh.getsPayload(c.in) {
		return nil
	}
	return accessesOf(filter)
}

// helperReads returns the fields that a helper function's call reads, as in field() { jq -r "$1"
// <<<"$input"; }.
func (sh *shell) helperReads(c *call) []access {
	i, ok := sh.helped()[c.name]
	if !ok || i >= len(c.args) || !c.args[i].static {
		return nil
	}
	return accessesOf(&c.args[i])
}

// helped maps each function with a single jq to the index of the argument that is its program.
func (sh *shell) helped() map[string]int {
	if sh.helpers != nil {
		return sh.helpers
	}
	sh.helpers = map[string]int{}
	several := map[string]bool{}
	for _, c := range sh.named("jq") {
		filter, files, noInput := jqFilter(c)
		if c.in.function == "" || filter == nil || files > 0 || noInput || !sh.getsPayload(c.in) {
			continue
		}
		name := variableOf(filter.node)
		if !isArgument(name) || name == "@" || name == "*" || several[c.in.function] {
			delete(sh.helpers, c.in.function)
		} else {
			sh.helpers[c.in.function] = int(name[0] - '1')
		}
		several[c.in.function] = true
	}
	return sh.helpers
}

// accessesOf returns the fields that a word with a jq program reads.
func accessesOf(filter *word) []access {
	if len(filter.node.Parts) == 0 {
		return nil
	}
	found := jqAccesses(filter.text)
	for i := range found {
		found[i].at = filter.at(found[i].at)
		found[i].chain += filter.at(0) << 16
	}
	return found
}

// fieldOf returns the paths of the input field that a word holds, one for each alternative name;
// nil for any other word.
func (sh *shell) fieldOf(w *syntax.Word) [][]string {
	if name := variableOf(w); name != "" {
		var found [][]string
		if sh.always(name, func(value *syntax.Word) bool {
			paths := sh.extracted(value)
			found = append(found, paths...)
			return paths != nil
		}) {
			return found
		}
		return nil
	}
	return sh.extracted(w)
}

// extracted returns the paths that a substitution reads from the input: alternatives, the first of
// which that is present is used.
func (sh *shell) extracted(w *syntax.Word) [][]string {
	sub, ok := only(w).(*syntax.CmdSubst)
	if !ok || len(sub.Stmts) != 1 {
		return nil
	}
	stmt := sub.Stmts[0]
	for {
		binary, ok := stmt.Cmd.(*syntax.BinaryCmd)
		if !ok {
			break
		}
		if binary.Op == syntax.Pipe {
			stmt = binary.Y
		} else {
			stmt = binary.X
		}
	}
	c := sh.callOf(stmt)
	if c == nil {
		return nil
	}
	found := sh.helperReads(c)
	if c.name == "jq" {
		found = sh.jqReads(c)
	}
	var paths [][]string
	for _, a := range found {
		if a.chain != found[0].chain {
			return nil
		}
		paths = append(paths, a.path)
	}
	return paths
}
