package finding

func ht416() Rule {
	return Rule{
		ID: "HT416", Title: "changed input lacks a required argument", Severity: Error, Agents: "agents that validate a changed input",
		Why:  "The changed input replaces the whole tool input. Arguments that it omits are lost, and the agent refuses the call.",
		find: lacksArgument,
	}
}

func lacksArgument(r *run) []Finding {
	if r.Contract.Reading == nil || r.row.Rules.Rewrite.Whole == "" || r.verdict.Rule != r.row.Rules.Rewrite.Whole {
		return nil
	}
	return []Finding{{Text: r.verdict.Why + ": " + r.going(), Place: r.at(r.answers.rewrite),
		Fix: "give the whole input, the arguments that stay as they are too"}}
}
