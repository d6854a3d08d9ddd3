package hook

// Limits are the settings that restrict hooks elsewhere in the settings. No requirement
// defines any; some agents have them.
type Limits struct {
	// Off are hooks that are disabled one by one, by name or command.
	Off []string
	// URLs are the patterns of addresses that hooks may ask, Variables the names of the
	// variables that they may send. Nil means no restriction.
	URLs, Variables []string
}

// Off says why a hook in the settings does not run, and by which rule; zero if nothing
// prevents it.
type Off struct {
	Why, Rule string
	// Ends means that the agent itself does not start; what the hook does is irrelevant.
	Ends bool
}
