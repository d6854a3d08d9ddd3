package script

import "slices"

// facts are what a script does, as far as its text shows, in whatever language it is.
type facts struct {
	// accesses are the fields of its input that it looks at.
	accesses []access
	// comparisons are the names that it compares the tool's with.
	comparisons []comparison
	// variables are those of the environment that it looks at.
	variables []variable
	// arguments are where it looks at what it was started with, to decide by it.
	arguments []int
	// payloads are where it speaks of fields of the input that it never got.
	payloads []int
	// reads tells that it may read its stdin, answers that it compares the name of the
	// event, and refuses that it refuses something somewhere.
	reads, dispatches, refuses bool
	// helped tells that a program has code from elsewhere, which may read for it.
	helped bool
	// exitsTwo is where it refuses by code 2, -1 for nowhere.
	exitsTwo int
	// refusal is where the first refusal stands, as far as that is known.
	refusal int
	// writes tells that it writes files, entry where it begins.
	writes bool
	entry  entry
	// printedAnswers are those that a program prints as they stand in it.
	printedAnswers []literal
	// printedReasons are the texts that a program prints to stdout, and nothing to stderr,
	// right in front of its code 2.
	printedReasons []printedText
	// endsWell tells that a program ends nowhere by another code than 0.
	endsWell bool
	// failures are where it refuses in words and then ends with code 1.
	failures []int
}

// An access is one field of the input.
type access struct {
	// path leads to it, as in tool_input, command.
	path []string
	at   int
	// chain is the same for those of which the first that is there is taken.
	chain int
}

// A comparison is a name that the tool's is compared with.
type comparison struct {
	name string
	at   int
}

// A variable is one of the environment, or one that nobody has set.
type variable struct {
	name string
	at   int
	// fallback tells that the script goes on with something else without it.
	fallback bool
}

// looksAt tells whether the script looks at a field of the input, by its name anywhere
// along the path.
func (f *facts) looksAt(name string) bool {
	return slices.ContainsFunc(f.accesses, func(a access) bool { return slices.Contains(a.path, name) })
}

// covered tells whether one of the fields beside another, of which the first that is
// there is taken, is known.
func (f *facts) covered(of access, known func(access) bool) bool {
	return slices.ContainsFunc(f.accesses, func(a access) bool { return a.chain == of.chain && known(a) })
}
