// Package recorder is what stands in front of a hook while it is recorded: it starts
// the hook, passes the streams on byte for byte as they come, ends as the hook has
// ended, and writes down what went through.
//
// Whatever goes wrong with the recording, the hook runs as it would without: a guard
// stays a guard. So nothing about it is ever said on the streams, which are the hook's.
//
// A recorder costs each call of a hook a start, so the package imports next to nothing,
// and reads its few words by itself.
package recorder

import (
	"errors"
	"strings"
)

// The words of a recorder's command line; flagAs comes first.
const (
	flagAs    = "--as"
	flagTo    = "--to"
	flagBy    = "--by"
	flagAlone = "--alone"
	heldOpen  = "held"
)

// A Front is a recorder in front of the hooks of an event.
type Front struct {
	// Agent is the name of the contract, Event what it calls it.
	Agent, Event string
	// Cassette is the file to write to. For a recorder that stands alone it is a named
	// pipe, which gets the one record while somebody reads.
	Cassette string
	// Shell is the agent's, with its flags, for a hook whose command is a text, which is
	// read from the file descriptor 3.
	Shell []string
	// Args start a hook without a shell.
	Args []string
	// Alone tells that there is no hook: the payload is taken, without an opinion.
	Alone bool
}

// Words are the command line that has the program be this recorder.
func (f Front) Words(program string) []string {
	words := []string{program, "record", flagAs, f.Agent + "/" + f.Event, flagTo, f.Cassette}
	switch {
	case f.Alone:
		return append(words, flagAlone)
	case len(f.Shell) > 0:
		return append(words, flagBy, strings.Join(f.Shell, ","))
	}
	return append(append(words, "--"), f.Args...)
}

// TextFrom is the number of the file descriptor that a command's text is read from.
const TextFrom = 3

// Called tells whether a command line is that of a recorder.
func Called(args []string) bool { return len(args) > 3 && args[1] == "record" && args[2] == flagAs }

// parse reads what Words has written.
func parse(args []string) (Front, error) {
	var f Front
	var named bool
	if f.Agent, f.Event, named = strings.Cut(args[3], "/"); !named {
		return Front{}, errors.New("this is how a settings file starts a recorder; see 'hooktest record --help'")
	}
	for rest := args[4:]; len(rest) > 0; rest = rest[1:] {
		switch {
		case rest[0] == "--":
			f.Args = rest[1:]
			return f, nil
		case rest[0] == flagAlone:
			f.Alone = true
		case rest[0] == flagTo && len(rest) > 1:
			f.Cassette, rest = rest[1], rest[1:]
		case rest[0] == flagBy && len(rest) > 1:
			f.Shell, rest = strings.Split(rest[1], ","), rest[1:]
		default:
			return Front{}, errors.New("unknown word of a recorder: " + rest[0])
		}
	}
	return f, nil
}
