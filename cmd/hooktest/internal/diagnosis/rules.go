package diagnosis

import "github.com/hooktest/hooktest/cmd/hooktest/internal/finding"

// The IDs of the package's own rules.
const (
	ruleTrust      = "HT129"
	ruleUnreadable = "HT801"
	ruleMoved      = "HT802"
	ruleProgram    = "HT803"
	ruleElsewhere  = "HT804"
	ruleOff        = "HT805"
	ruleFormer     = "HT806"
)

// made returns a finding by one of these rules, or by one of lint that depends on another file, so that
// lint itself can't make it.
func made(id string, place finding.Place, text, fix string) finding.Finding {
	return finding.Finding{Rule: finding.RuleOf(id), Place: place, Text: text, Fix: fix}
}
