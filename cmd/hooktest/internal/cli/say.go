package cli

import "strings"

// warn says on the error stream what a person may have got wrong, and note what
// may surprise. With --quiet neither says anything.
func (a *app) warn(message, hint string) {
	if !a.quiet {
		a.streams.Err.Warning(message, hint)
	}
}

func (a *app) note(message string) {
	if !a.quiet {
		a.streams.Err.Note(message)
	}
}

// listed writes "a, b and c".
func listed(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " and " + words[last]
}
