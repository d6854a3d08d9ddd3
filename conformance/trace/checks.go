package trace

import (
	"github.com/hooktest/hooktest/conformance/trace/proof"
	"github.com/hooktest/hooktest/internal/source"
)

// notices finds a mutant that each check noticed, and counts these checks: a check that
// never failed may be unable to.
func (b *builder) notices() {
	digests := map[string]string{}
	for _, list := range b.scopes {
		for _, s := range list {
			digests[s.Check] = b.caseDigests[s.of.Name]
			b.report.Checks.Checks++
		}
	}
	for _, m := range b.report.Mutants {
		for _, check := range m.Noticed {
			if _, there := digests[check]; there && b.noticed[check] == "" {
				b.noticed[check] = m.ID
				b.report.Checks.ByHand++
			}
		}
	}
	for check, digest := range digests {
		if by := b.in.Operators.Checks[check]; b.noticed[check] == "" && by.Fresh(digest, b.in.Functions) {
			b.noticed[check] = by.Mutant
			b.report.Checks.ByOperator++
		}
	}
}

// checkFindings reports the checks that no mutant has made fail.
func (b *builder) checkFindings() {
	wanted := b.wants(GateChecks)
	if wanted == 0 {
		return
	}
	c := b.report.Checks
	closed := share(c.ByHand+c.ByOperator, c.Checks) < wanted
	for clause := range b.report.Clauses() {
		for _, check := range clause.Checks {
			if check.Mutant == "" {
				b.add(GateChecks, check.Check, source.At(check.File, check.Line), "look for one with '"+proof.Command+" --checks', write one, or drop the check",
					"no mutant is known that makes %s fail", check.Check).Blocks = closed
			}
		}
	}
}
