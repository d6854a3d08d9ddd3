package script

import (
	"fmt"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/hooktest/hooktest/internal/lazyregexp"
)

// ht322 finds expressions in the syntax of another tool.
func ht322(s *source, sh *shell) {
	for _, p := range sh.patterns() {
		if what := p.foreignSyntax(); what != "" {
			fix := "use [0-9] for \\d, and two searches, one with -v, for a look-ahead"
			if p.tool != "[[ =~ ]]" && p.tool != "sed" {
				fix = "use grep -P where it is known to be there; else " + fix
			}
			s.report(p.at, fmt.Sprintf("%s does not know %s everywhere: the expression matches something else, or nothing", p.tool, what), fix)
		} else if strings.HasPrefix(p.tool, "grep") && !p.extended && grouped.MatchString(p.text) && !strings.Contains(p.text, `\|`) {
			s.report(p.at, "grep without -E takes ( | ) for letters: the expression matches none of the alternatives", "use grep -E")
		}
	}
}

// grouped matches alternatives in parentheses, which a basic expression reads as literals.
var grouped = lazyregexp.New(`(?:^|[^\\])\([\w .-]+(?:\|[\w .-]+)+\)`)

// A pattern is a regular expression passed to a tool.
type pattern struct {
	text string
	at   int
	// extended is set if | ( ) + ? are special without a backslash.
	extended bool
	tool     string
}

// searched returns the pattern of a grep command; ok is false if it has none in POSIX syntax, or
// more than one.
func searched(c *call) (pattern, bool) {
	p := pattern{at: c.at, extended: c.name == "egrep", tool: c.name}
	var given *word
	for i := 0; i < len(c.args); i++ {
		a := c.args[i]
		switch {
		case given == nil && strings.HasPrefix(a.text, "--"):
			switch a.text {
			case "--perl-regexp", "--fixed-strings", "--file":
				return p, false
			case "--extended-regexp":
				p.extended = true
			case "--regexp":
				return p, false
			}
		case given == nil && len(a.text) > 1 && a.text[0] == '-':
			flags := a.text[1:]
			if strings.ContainsAny(flags, "PFf") {
				return p, false
			}
			p.extended = p.extended || strings.Contains(flags, "E")
			if i+1 < len(c.args) && strings.HasSuffix(flags, "e") {
				i++
				given = &c.args[i]
			} else if strings.ContainsAny(flags[len(flags)-1:], "ABCm") {
				i++
			}
		case given == nil:
			given = &c.args[i]
		case strings.HasPrefix(a.text, "-") && strings.ContainsAny(a.text, "PFEe"):
			return p, false
		}
	}
	if given == nil {
		return p, false
	}
	p.text, p.at = given.text, int(given.node.Pos().Offset())
	if p.extended {
		p.tool = "grep -E"
	}
	return p, true
}

// patterns returns the expressions passed to grep, sed and [[ =~ ]].
func (sh *shell) patterns() []pattern {
	var found []pattern
	for _, c := range sh.named("grep", "egrep") {
		if p, ok := searched(c); ok {
			found = append(found, p)
		}
	}
	for _, c := range sh.named("sed") {
		extended := c.flag('E') || c.flag('r')
		for _, a := range c.args {
			if !strings.HasPrefix(a.text, "-") && len(a.text) > 1 && a.text[0] == 's' && !isLetter(a.text[1]) {
				found = append(found, pattern{a.text, int(a.node.Pos().Offset()), extended, "sed"})
				break
			}
		}
	}
	syntax.Walk(sh.file, func(n syntax.Node) bool {
		if test, ok := n.(*syntax.BinaryTest); ok && test.Op == syntax.TsReMatch {
			w, _ := test.Y.(*syntax.Word)
			text := wordOf(w).text
			if values := sh.values[variableOf(w)]; len(values) == 1 {
				text = wordOf(values[0]).text
			} else if w != nil {
				text = sh.written(w)
			}
			found = append(found, pattern{text, int(test.Y.Pos().Offset()), true, "[[ =~ ]]"})
		}
		return true
	})
	return found
}

// written returns a word with its backslashes, as [[ =~ ]] receives it.
func (sh *shell) written(w *syntax.Word) string {
	var b strings.Builder
	for _, p := range w.Parts {
		if lit, ok := p.(*syntax.Lit); ok {
			b.WriteString(lit.Value)
		}
	}
	return b.String()
}

// foreignSyntax returns the Perl syntax in an expression that POSIX does not support, or "". It
// skips bracket expressions.
func (p pattern) foreignSyntax() string {
	for i := 0; i < len(p.text); i++ {
		rest := p.text[i:]
		switch {
		case rest[0] == '\\' && len(rest) > 1:
			if (rest[1] == 'd' || rest[1] == 'D') && (len(rest) == 2 || rest[2] < '0' || rest[2] > '9') {
				return rest[:2]
			}
			i++
		case rest[0] == '[':
			// A bracket right after the opening one is a member of the set.
			end := 1
			if strings.HasPrefix(rest[end:], "^") {
				end++
			}
			if strings.HasPrefix(rest[end:], "]") {
				end++
			}
			for strings.HasPrefix(rest[end:], "[:") && strings.Contains(rest[end:], ":]") {
				end += strings.Index(rest[end:], ":]") + 2
			}
			if close := strings.IndexByte(rest[end:], ']'); close >= 0 {
				i += end + close
			}
		case lookAround.MatchString(rest):
			return lookAround.FindString(rest)
		}
	}
	return ""
}

var lookAround = lazyregexp.New(`^\(\?(?:[:=!]|<[=!]|i\))`)
