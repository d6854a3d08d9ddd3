package hook

// Limits are what settings say against hooks that stand elsewhere in them. No requirement
// knows any; some agents have them.
type Limits struct {
	// Off are hooks that are off one by one, by their names or their commands.
	Off []string
	// URLs are patterns of the addresses that hooks may ask, Variables the names of those
	// that they may send along; nil where nothing is said, so that each may be.
	URLs, Variables []string
}

// Off is why a hook does not run though it stands in the settings, and the rule that says
// so; zero where nothing keeps it from running.
type Off struct{ Why, Rule string }
