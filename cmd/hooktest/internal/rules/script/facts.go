package script

import "slices"

// facts are what a script does, judging by its text, in any language.
type facts struct {
	// accesses are the fields of the input that the script reads.
	accesses []access
	// comparisons are the names that the script compares the tool's name with.
	comparisons []comparison
	// variables are the environment variables that the script reads.
	variables []variable
	// arguments are the places where a command-line argument decides.
	arguments []int
	// payloads are the places that use fields of an input that the script never read.
	payloads []int
	// reads is set if the script may read its stdin, dispatches if it compares the event's name,
	// and refuses if it can refuse.
	reads, dispatches, refuses bool
	// helped is set if a program imports third-party code, which may read for it.
	helped bool
	// exitsTwo is where the script refuses with code 2, or -1.
	exitsTwo int
	// refusal is where the first refusal is, if known.
	refusal int
	// writes is set if the script writes files; entry is where it begins.
	writes bool
	entry  entry
	// printedAnswers are the literal answers that a program prints.
	printedAnswers []literal
	// printedReasons are the texts that a program prints to stdout just before code 2, with nothing
	// on stderr.
	printedReasons []printedText
	// endsWell is set if a program never exits with a code other than 0.
	endsWell bool
	// failures are where it refuses in words and then exits with code 1.
	failures []int
}

// An access is one field of the input.
type access struct {
	// path is the field's path, such as tool_input, command.
	path []string
	at   int
	// chain is the same for alternatives: the script takes the first that is present.
	chain int
}

// A comparison is a name that the tool's name is compared with.
type comparison struct {
	name string
	at   int
}

// A variable is an environment variable, or one that the script never sets.
type variable struct {
	name string
	at   int
	// fallback is set if the script continues with another value without it.
	fallback bool
}

// looksAt reports whether the script reads a field of the input, by its name anywhere in the path.
func (f *facts) looksAt(name string) bool {
	return slices.ContainsFunc(f.accesses, func(a access) bool { return slices.Contains(a.path, name) })
}

// covered reports whether a field in the same chain of alternatives is known.
func (f *facts) covered(of access, known func(access) bool) bool {
	return slices.ContainsFunc(f.accesses, func(a access) bool { return a.chain == of.chain && known(a) })
}
