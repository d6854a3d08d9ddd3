package jsregexp

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// unbounded is the repetition count that V8 takes for infinity; greater counts
// are cut to it.
const unbounded = math.MaxInt32

// maxNesting is how deep groups may nest. The engine's time to compile grows
// with the cube of the depth once the groups are repeated and referred to.
const maxNesting = 250

// translator parses a JavaScript pattern and writes an equivalent one that
// leaves nothing to the habits of the engine: literals and classes as code
// units, groups by number, and each atom in a form that a quantifier can follow.
type translator struct {
	cursor
	groups groupTable
	// referenced holds the numbers of the groups that a reference reads.
	referenced map[int]bool
	// numbers maps each group that is to capture to its number in the output.
	numbers map[int]int
	out     strings.Builder
	// open holds the groups that are open at the cursor, innermost last.
	open []openGroup
	// opened counts the capturing groups before the cursor.
	opened int
}

// openGroup is a group whose closing parenthesis is still ahead.
type openGroup struct {
	// number is the capture number, 0 for a group that captures nothing.
	number int
	// closing is what ends the group in the output.
	closing string
	// fixed is true for a lookbehind assertion, which takes no quantifier.
	fixed bool
}

// translate returns the pattern in the engine's syntax.
func translate(pattern string) (string, error) {
	units := codeUnits(pattern)
	groups := scanGroups(units)
	if groups.count > maxCaptures {
		return "", fmt.Errorf("more than %d capturing groups", maxCaptures)
	}
	survey := translator{cursor: cursor{units: units}, groups: groups, referenced: map[int]bool{}}
	if err := survey.run(); err != nil {
		return "", err
	}
	// Only groups that something refers to capture in the output: each capture
	// costs the engine time in every iteration of the loops around it.
	numbers := map[int]int{}
	for number := 1; number <= groups.count; number++ {
		if survey.referenced[number] {
			numbers[number] = len(numbers) + 1
		}
	}
	result := translator{cursor: cursor{units: units}, groups: groups, referenced: map[int]bool{}, numbers: numbers}
	if err := result.run(); err != nil {
		return "", err
	}
	return result.out.String(), nil
}

// run translates the pattern from beginning to end.
func (t *translator) run() error {
	for !t.done() {
		if err := t.term(); err != nil {
			return err
		}
	}
	if len(t.open) > 0 {
		return t.fault("unterminated group", t.pos)
	}
	return nil
}

func (t *translator) fault(message string, pos int) error {
	return fmt.Errorf("%s at offset %d", message, pos)
}

// term handles one term, or one of the marks between terms.
func (t *translator) term() error {
	start := t.pos
	switch unit := t.next(); unit {
	case '|':
		t.out.WriteByte('|')
		return nil
	case '^', '$':
		t.out.WriteRune(unit)
		return t.noQuantifier()
	case '(':
		return t.enterGroup()
	case ')':
		return t.leaveGroup()
	case '*', '+', '?':
		return t.fault("nothing to repeat", start)
	case '.':
		lineTerminators().complement().emit(&t.out)
	case '[':
		set, err := t.class()
		if err != nil {
			return err
		}
		set.emit(&t.out)
	case '\\':
		if t.at("b") || t.at("B") {
			t.out.WriteByte('\\')
			t.out.WriteRune(t.next())
			return t.noQuantifier()
		}
		if err := t.atomEscape(); err != nil {
			return err
		}
	case '{':
		t.pos = start
		if _, ok := t.braces(); ok {
			return t.fault("nothing to repeat", start)
		}
		t.pos = start + 1
		emitUnit(&t.out, unit)
	default:
		emitUnit(&t.out, unit)
	}
	return t.quantifier()
}

// enterGroup handles what follows an opening parenthesis.
func (t *translator) enterGroup() error {
	start := t.pos - 1
	group := openGroup{closing: ")"}
	switch {
	case t.accept("?:"):
		t.out.WriteString("(?:")
	case t.at("?=") || t.at("?!"):
		// A lookahead may be repeated; the group around it is what the
		// quantifier applies to.
		t.pos++
		t.out.WriteString("(?:(?")
		t.out.WriteRune(t.next())
		group.closing = "))"
	case t.at("?<=") || t.at("?<!"):
		t.pos += len("?<")
		t.out.WriteString("(?<")
		t.out.WriteRune(t.next())
		group.fixed = true
	case t.at("?") && !t.at("?<"):
		return t.fault("invalid group", start)
	default:
		t.opened++
		group.number = t.opened
		t.out.WriteByte('(')
		if t.numbers[group.number] == 0 {
			t.out.WriteString("?:")
		}
		if t.accept("?<") {
			name, ok := t.groupName()
			if !ok {
				return t.fault("invalid group name", start)
			}
			if t.groups.numbers[name] != group.number {
				return t.fault("duplicate group name", start)
			}
		}
	}
	if t.open = append(t.open, group); len(t.open) > maxNesting {
		return t.fault(fmt.Sprintf("more than %d nested groups", maxNesting), start)
	}
	return nil
}

// leaveGroup handles a closing parenthesis and the quantifier after it.
func (t *translator) leaveGroup() error {
	last := len(t.open) - 1
	if last < 0 {
		return t.fault("unmatched )", t.pos-1)
	}
	group := t.open[last]
	t.open = t.open[:last]
	t.out.WriteString(group.closing)
	if group.fixed {
		return t.noQuantifier()
	}
	return t.quantifier()
}

// noQuantifier refuses a quantifier after an assertion that takes none.
func (t *translator) noQuantifier() error {
	start := t.pos
	_, ok := t.readQuantity()
	if ok {
		return t.fault("nothing to repeat", start)
	}
	return nil
}

// quantifier handles the quantifier after an atom, if there is one.
func (t *translator) quantifier() error {
	start := t.pos
	q, ok := t.readQuantity()
	if !ok {
		return nil
	}
	if q.min > q.max {
		return t.fault("numbers out of order in quantifier", start)
	}
	if q.max == unbounded {
		fmt.Fprintf(&t.out, "{%d,}", q.min)
	} else {
		fmt.Fprintf(&t.out, "{%d,%d}", q.min, q.max)
	}
	if t.accept("?") {
		t.out.WriteByte('?')
	}
	return nil
}

// quantity is how often an atom is repeated; max may be unbounded.
type quantity struct {
	min, max int
}

// readQuantity reads the quantifier at the cursor without its question mark.
func (t *translator) readQuantity() (q quantity, ok bool) {
	switch {
	case t.accept("*"):
		return quantity{0, unbounded}, true
	case t.accept("+"):
		return quantity{1, unbounded}, true
	case t.accept("?"):
		return quantity{0, 1}, true
	case t.at("{"):
		return t.braces()
	}
	return quantity{}, false
}

// braces reads `{n}`, `{n,}` or `{n,m}`; the cursor stays where it is when the
// brace is a literal.
func (t *translator) braces() (q quantity, ok bool) {
	start := t.pos
	t.accept("{")
	if q.min, ok = t.decimal(unbounded); ok {
		q.max = q.min
		if t.accept(",") {
			if q.max, ok = t.decimal(unbounded); !ok {
				q.max = unbounded
			}
		}
		if t.accept("}") {
			return q, true
		}
	}
	t.pos = start
	return quantity{}, false
}

// reference writes a reference to a capturing group. Within the group itself
// nothing is captured yet, and such a reference matches the empty string.
func (t *translator) reference(number int) {
	if slices.ContainsFunc(t.open, func(g openGroup) bool { return g.number == number }) {
		t.out.WriteString("(?:)")
		return
	}
	t.referenced[number] = true
	fmt.Fprintf(&t.out, `\%d`, t.numbers[number])
}
