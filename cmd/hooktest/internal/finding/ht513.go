package finding

import "github.com/hooktest/hooktest/engine/dialect"

func ht513() Rule {
	return Rule{
		ID: "HT513", Title: "exit code 2 without a reason refuses nothing", Severity: Error, Agents: "agents that require a reason",
		Why:  "Some agents accept exit code 2 as a refusal only with a reason on stderr.",
		find: muteRefusalPasses,
	}
}

func muteRefusalPasses(r *run) []Finding {
	if !r.exitsTwo() || r.stderr != "" || r.stdout != "" || !passes(r.verdict) || !refuses(r.saying()) {
		return nil
	}
	return says(dialect.Stderr, "exit code 2 without a text on stderr refuses nothing here: "+r.going(), "write the reason to stderr before exit 2")
}
