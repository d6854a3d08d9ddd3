package finding

import "github.com/hooktest/hooktest/engine/dialect"

// ht504 finds a reason on stdout, where the agent does not read it.
func ht504(r *run) []Finding {
	if !r.exitsTwo() || r.stderr != "" || r.stdout == "" || !refuses(r.saying()) || r.toldStdout() {
		return nil
	}
	text := "exit code 2 with the reason on stdout, which is not read: the reason is lost"
	if passes(r.verdict) {
		text = "exit code 2 with the reason on stdout, which is not read, and without one on stderr the code refuses nothing: " + r.going()
	}
	fix := "write the reason to stderr: add >&2 to what prints it"
	if r.answer != nil {
		fix = "exit with code 0 for the answer on stdout to be read, or write the reason, as plain text, to stderr"
	}
	return says(dialect.Stdout, text, fix)
}
