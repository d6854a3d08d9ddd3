package rules

import "github.com/hooktest/hooktest/internal/lists"

// A Struck is a planned ID that has no finding.
type Struck struct {
	// For is what it was planned for. Instead says what deals with that.
	ID, For, Instead string
}

var struck = []Struck{
	{"HT415", "a reason that the agent escapes on its way to the model", `it arrives with other letters, and decides the same: "hooktest run" shows what the model reads`},
	{"HT422", "a decision that is lost among several hooks", `it depends on the other hooks: "hooktest fire" runs all of an event, and shows the verdict`},
	{"HT702", "an event that another agent does not have", `the file is not for that agent: "hooktest convert" and "hooktest plan --agents" name the event`},
	{"HT707", "a case whose input no agent sends", `"hooktest run" and "hooktest test" warn of such an input themselves`},
}

// FindStruck returns the planned ID without a finding.
func FindStruck(id string) (Struck, bool) {
	return lists.First(struck, func(s Struck) bool { return s.ID == id })
}
