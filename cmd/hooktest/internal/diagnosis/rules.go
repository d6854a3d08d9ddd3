package diagnosis

import "github.com/hooktest/hooktest/cmd/hooktest/internal/finding"

// A check is the function that finds what a rule is about.
type check struct {
	id   string
	find func(*examination, checkedHook, stage) []finding.Finding
}

// A stage is a question about a file or a hook. Those about a hook are in the order in which its
// causes are reported; findings of lint come between them.
type stage int

const (
	// atFile: what is wrong with a file, with or without hooks. The hook has its sheet and no more.
	atFile stage = iota
	// atPlace: does the agent load the file?
	atPlace
	// atSwitch: is the hook switched on?
	atSwitch
	// atStart: can this machine start the hook's command? It is asked if lint has no objection.
	atStart
	// atTrust: is the hook trusted? It is asked about each trust, in the hook's trust.
	atTrust
	// atPlan: does the hook run itself? It is asked if nothing else keeps it from running.
	atPlan
)

// find returns the findings of the package's own rules at a stage.
func (e *examination) find(p checkedHook, at stage) []finding.Finding {
	var all []finding.Finding
	for _, c := range checks() {
		all = append(all, finding.By(c.id, c.find(e, p, at))...)
	}
	return all
}

func (e *examination) findAbout(s *sheet) {
	e.Findings = append(e.Findings, e.find(checkedHook{Hook: &Hook{}, sheet: s}, atFile)...)
}

// says returns a finding of the rule that is asked.
func says(place finding.Place, text, fix string) []finding.Finding {
	return []finding.Finding{{Place: place, Text: text, Fix: fix}}
}

// ofLint returns a finding by a rule of lint about what another file decides, so that lint, which
// reads one file, can't make it.
func ofLint(id string, place finding.Place, text, fix string) finding.Finding {
	return finding.Finding{Rule: finding.RuleOf(id), Place: place, Text: text, Fix: fix}
}
