package dialect

import "maps"

// A witness is who tells something about a contract.
type witness struct {
	contract     string
	kind         Kind
	source, date string
}

// says makes a fact of what the witness tells; its id begins with the contract's
// name.
func (w witness) says(id, text string) Fact {
	return Fact{ID: w.contract + "." + id, Text: text, Source: w.source, Date: w.date, Kind: w.kind}
}

// over lays the replies of an event over those that several events share.
func over(shared, own map[Demand]Reply) map[Demand]Reply {
	all := maps.Clone(shared)
	maps.Copy(all, own)
	return all
}

// unseen are the replies where nobody knows what comes of a demand; fact says so.
func unseen(fact string, demands ...Demand) map[Demand]Reply {
	all := map[Demand]Reply{}
	for _, what := range demands {
		all[what] = Reply{Outcome: Unknown, Fact: fact}
	}
	return all
}

// demands are all that hooks may want, failures aside.
func demands() []Demand {
	return []Demand{Refuses, Denies, Asks, Allows, Defers, Stops, Rewrites, Adds, Says}
}

// known gives fields the fact that tells of them.
func known(fact string, fields ...Field) []Field {
	for i := range fields {
		fields[i].Rule = fact
	}
	return fields
}

// Paths of answers in the form of Claude Code, which other agents have taken over.
const (
	specific         Path = "hookSpecificOutput"
	specificName     Path = "hookSpecificOutput.hookEventName"
	specificContext  Path = "hookSpecificOutput.additionalContext"
	specificDecision Path = "hookSpecificOutput.permissionDecision"
	specificReason   Path = "hookSpecificOutput.permissionDecisionReason"
	specificInput    Path = "hookSpecificOutput.updatedInput"
)
