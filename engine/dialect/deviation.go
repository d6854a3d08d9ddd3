package dialect

import "slices"

// A Deviation is a known difference between a shipped agent and the requirements. It
// changes no verdict; it is information for authors.
type Deviation struct {
	// Product is the agent with its version, or with the month of the observation.
	Product string
	// Does says what the agent does, as a phrase that follows the product's name.
	Does string
	// Requirements are the HOOK ids that the agent violates, in id order.
	Requirements []string
}

// Deviations returns the known differences for a requirement in a fixed order, or nil
// if there are none.
func Deviations(requirement string) []Deviation {
	return slices.DeleteFunc(AllDeviations(), func(d Deviation) bool {
		return !slices.Contains(d.Requirements, requirement)
	})
}

// AllDeviations returns every known difference, LLxprt Code's first.
func AllDeviations() []Deviation {
	const (
		llxprt = "LLxprt Code as of August 2026"
		gemini = "Gemini CLI 0.61.0"
	)
	return []Deviation{
		{llxprt, "has no getStatus and initializes repeatedly",
			[]string{"HOOK-003", "HOOK-004", "HOOK-005", "HOOK-009"}},
		{llxprt, "gives hooks the model's data untranslated", []string{"HOOK-034", "HOOK-044", "HOOK-054"}},
		{llxprt, "tells duplicates by their name too, not by the command alone", []string{"HOOK-091"}},
		{llxprt, "intersects the lists of allowed functions instead of uniting them",
			[]string{"HOOK-099", "HOOK-101", "HOOK-210"}},
		{llxprt, "goes on with a chain after a hook has blocked", []string{"HOOK-107"}},
		{llxprt, "sets LLXPRT_PROJECT_DIR alone, without the two aliases", []string{"HOOK-188"}},
		{llxprt, "runs an entry of type plugin that has a command", []string{"HOOK-195"}},
		{gemini, "reads JSON after every exit code and lets it decide; plain text denies with exit code 2 and every other code but 0 and 1",
			[]string{"HOOK-066", "HOOK-067b", "HOOK-068", "HOOK-198"}},
		{gemini, "sets success by rules of its own", []string{"HOOK-070", "HOOK-213"}},
		{gemini, "goes on with a chain after a hook has blocked", []string{"HOOK-107"}},
		{gemini, "never sends SIGKILL after a timeout", []string{"HOOK-118"}},
		{gemini, "ignores permissionDecision", []string{"HOOK-169", "HOOK-199"}},
		{gemini, "runs an entry of type plugin that has a command", []string{"HOOK-195"}},
	}
}
