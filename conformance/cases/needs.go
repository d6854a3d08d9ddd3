package cases

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/internal/lazyregexp"
)

// isOf reports whether a clause is the needed one, or belongs to the needed requirement.
func (n Need) isOf(clause string) bool {
	return n.Of == clause || n.Of == requirementOf(clause)
}

func requirementOf(id string) string {
	id, _, _ = strings.Cut(id, ".")
	return id
}

// NeedsOf returns what the checks of cases need, by clause, each once.
func NeedsOf(all []Case) map[string][]string {
	needs := map[string][]string{}
	for _, c := range all {
		for _, n := range c.Needs {
			for _, s := range c.Scopes {
				if n.isFor(s) && !slices.Contains(needs[s.Clause], n.Of) {
					needs[s.Clause] = append(needs[s.Clause], n.Of)
				}
			}
		}
	}
	return needs
}

// isFor reports whether the need applies to a scope of its case.
func (n Need) isFor(s Scope) bool { return len(n.Checks) == 0 || slices.Contains(n.Checks, s.Check) }

// Judges returns the scopes of a case that decide the need. Cases about
// interpretations have none, because an interpretation is not binding.
func (n Need) Judges(c Case) []Scope {
	if c.Level != LevelRequirement || requirementOf(n.Of) != c.Requirement {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(c.Scopes), func(s Scope) bool { return !n.isOf(s.Clause) })
}

// Judges are the cases that decide what the scope needs, in their order.
func (s Scope) Judges(all []Case) []Case {
	var judges []Case
	for _, c := range all {
		if slices.ContainsFunc(s.Needs, func(n Need) bool { return len(n.Judges(c)) > 0 }) {
			judges = append(judges, c)
		}
	}
	return judges
}

// Unmet names the clauses that a scope needs and that did not pass, each once. passed
// reports whether a check of a case passed. A need that no case judges is not met.
func (s Scope) Unmet(all []Case, passed func(c Case, check string) bool) []string {
	var unmet []string
	for _, n := range s.Needs {
		judged := false
		for _, c := range all {
			for _, judge := range n.Judges(c) {
				judged = true
				if !passed(c, judge.Check) && !slices.Contains(unmet, judge.Clause) {
					unmet = append(unmet, judge.Clause)
				}
			}
		}
		if !judged {
			unmet = append(unmet, n.Of)
		}
	}
	return unmet
}

// WithJudges returns the chosen cases, followed by the other cases that decide their
// needs, and in turn the needs of these.
func WithJudges(chosen, all []Case) []Case {
	whole := slices.Clone(chosen)
	for i := 0; i < len(whole); i++ {
		for _, s := range whole[i].Scopes {
			for _, judge := range s.Judges(all) {
				if !slices.ContainsFunc(whole, func(c Case) bool { return c.Name == judge.Name }) {
					whole = append(whole, judge)
				}
			}
		}
	}
	return whole
}

var needForm = lazyregexp.New(`^HOOK-\d{3}[ab]?(\.\d+)?$`)

// headerNeeds reads the ids that the header names.
func (p *parser) headerNeeds(value string) {
	ids := strings.FieldsFunc(value, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' })
	if len(ids) == 0 {
		p.fault("needs takes requirements or clauses, such as HOOK-107 or HOOK-213.2")
	}
	for _, id := range ids {
		p.c.Needs = append(p.c.Needs, Need{Of: id, Line: p.line})
	}
}

// share adds a need that the requirement's own checks decide to the scopes that have
// it. It rejects a need that they can't decide, one by which a case would depend on
// itself, and a duplicate.
func (p *parser) share(n Need) {
	switch {
	case strings.HasPrefix(n.Of, "INT-"):
		p.fault("%s is an interpretation, which is not binding: only a requirement or a clause can be needed", n.Of)
		return
	case !needForm.MatchString(n.Of):
		p.fault("%q is neither a requirement nor a clause, such as HOOK-107 or HOOK-213.2", n.Of)
		return
	case requirementOf(n.Of) == p.c.Requirement:
		p.fault("%s is what the case itself is about: it can't wait for that", n.Of)
		return
	}
	twice := false
	for i := range p.c.Scopes {
		s := &p.c.Scopes[i]
		if !n.isFor(*s) {
			continue
		}
		twice = twice || slices.ContainsFunc(s.Needs, func(other Need) bool { return other.Of == n.Of })
		s.Needs = append(s.Needs, n)
	}
	if twice {
		p.fault("%s is needed twice", n.Of)
	}
}

// circles finds cycles of needs, in which one failure would excuse another. Each is
// reported at the need that closes it.
func circles(all []Case) []error {
	type edge struct {
		from, to, place string
	}
	var clauses []string
	edges := map[string][]edge{}
	for _, c := range all {
		for _, s := range c.Scopes {
			if c.Level != LevelRequirement {
				continue
			}
			clauses = append(clauses, s.Clause)
			for _, n := range s.Needs {
				for _, other := range all {
					for _, judge := range n.Judges(other) {
						e := edge{s.Clause, judge.Clause, fmt.Sprintf("%s%s:%d", c.Name, extension, n.Line)}
						if !slices.Contains(edges[s.Clause], e) {
							edges[s.Clause] = append(edges[s.Clause], e)
						}
					}
				}
			}
		}
	}
	var faults []error
	var way []string
	left := map[string]bool{}
	var walk func(clause string)
	walk = func(clause string) {
		way = append(way, clause)
		for _, e := range edges[clause] {
			if i := slices.Index(way, e.to); i >= 0 {
				faults = append(faults, fmt.Errorf("%s: the needs run in a circle: %s", e.place, strings.Join(append(slices.Clone(way[i:]), e.to), " → ")))
			} else if !left[e.to] {
				walk(e.to)
			}
		}
		way, left[clause] = way[:len(way)-1], true
	}
	for _, clause := range clauses {
		if !left[clause] {
			walk(clause)
		}
	}
	return faults
}
