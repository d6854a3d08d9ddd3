package dialect

// A Matcher describes how the agent reads a group's matcher.
type Matcher struct {
	// Trim means that blanks around a matcher are ignored.
	Trim bool
	// Everything lists the texts that match every subject. The empty text is one of
	// them unless Blank is set.
	Everything []string
	Blank      bool
	// Compile is how any other text is read.
	Compile Expressions
	// Literal means that a text that does not compile matches a subject that equals it.
	// Without Literal it matches nothing.
	Literal bool
	// Rule is the id that a warning about such a text names.
	Rule string
}

// An Expression reports which subjects match. The error is for a match that takes too
// long.
type Expression interface {
	MatchString(subject string) (bool, error)
}

// An Answer describes how the agent reads a hook's exit code and output.
type Answer struct {
	// Answers is the exit code of a hook whose stdout is its answer. Refuses is the
	// exit code of a hook that refuses. Every other code is a failure.
	Answers, Refuses int
	// Reason is used if a refusing hook wrote no reason.
	Reason string
	// Failure is put before the stderr of a failed hook.
	Failure string
}
