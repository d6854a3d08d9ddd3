package dialect

import "slices"

// Contracts gives every contract: that of the requirements first, then those of
// agents that were run, then those that only documents tell of.
func Contracts() []*Contract {
	return []*Contract{
		LLxprt(),
		LLxprtShipped(),
		Gemini(),
		Claude(),
		ClaudeSeed(),
		Codex(),
		Copilot(),
		CopilotClaude(),
		Qwen(),
		Cursor(),
		Droid(),
		Kiro(),
		KiroAgents(),
		Windsurf(),
	}
}

// Names are the short names of all contracts.
func Names() []string {
	var names []string
	for _, c := range Contracts() {
		names = append(names, c.Name)
	}
	return names
}

// Named gives a contract by its short name.
func Named(name string) (*Contract, bool) {
	i := slices.IndexFunc(Contracts(), func(c *Contract) bool { return c.Name == name })
	if i < 0 {
		return nil, false
	}
	return Contracts()[i], true
}
