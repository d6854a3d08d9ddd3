package dialect

// A Matcher is how the matcher of a group is read.
type Matcher struct {
	// Trim tells that blanks around a matcher do not count.
	Trim bool
	// Everything are the texts that match every subject. The empty text is one of
	// them, too, unless Blank tells that it is read like any other.
	Everything []string
	Blank      bool
	// Compile is how any other text is read.
	Compile Expressions
	// Literal tells that a text which can't be compiled matches the subject that
	// equals it; else it matches nothing.
	Literal bool
	// Rule is the id that a warning about such a text names.
	Rule string
}

// An Expression tells which subjects match. The error is that of a match which
// takes too long.
type Expression interface {
	MatchString(subject string) (bool, error)
}

// An Answer is how what a hook leaves behind is read.
type Answer struct {
	// Answers is the exit code of a hook whose stdout is its answer, Refuses that
	// of one which refuses; every other is a failure.
	Answers, Refuses int
	// Reason stands for that of a refusing hook which wrote nothing.
	Reason string
	// Failure stands before what a hook that failed wrote to stderr.
	Failure string
}
