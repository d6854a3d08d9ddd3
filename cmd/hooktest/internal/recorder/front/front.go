// Package front is the front of a recorder: the words that put it there, and the start of
// the hook that it stands in front of.
//
// An agent waits for the hook and for the recorder, so the hook is started before most of
// the recorder is initialized. Go initializes a package when what it imports is, in the
// order of import paths; whatever imports strings (and so unicode) comes behind some sixty
// packages of other commands. This one does without, and is ready as soon as package os.
package front

import (
	"errors"
	"time"
)

// The words of a recorder's command line; flagAs comes first.
const (
	flagAs    = "--as"
	flagTo    = "--to"
	flagBy    = "--by"
	flagAlone = "--alone"
	heldOpen  = "held"
	askReady  = "ready"
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
		by := f.Shell[0]
		for _, flag := range f.Shell[1:] {
			by += "," + flag
		}
		return append(words, flagBy, by)
	}
	return append(append(words, "--"), f.Args...)
}

// HeldWords are the command line of the process that passes on what others write to the
// streams of a hook that has ended.
func HeldWords(program string) []string { return []string{program, "record", flagAs, heldOpen} }

// ReadyWords are the command line that prints Ready if the program can be a recorder here.
func ReadyWords(program string) []string { return []string{program, "record", flagAs, askReady} }

// Ready is what a program prints that can be a recorder.
const Ready = "ready"

// TextFrom is the number of the file descriptor that a command's text is read from.
const TextFrom = 3

// Called tells whether a command line is that of a recorder.
func Called(args []string) bool { return len(args) > 3 && args[1] == "record" && args[2] == flagAs }

// parse reads what Words has written.
func parse(args []string) (Front, error) {
	whose := split(args[3], '/')
	if len(whose) != 2 {
		return Front{}, errors.New("this is how a settings file starts a recorder; see 'hooktest record --help'")
	}
	f := Front{Agent: whose[0], Event: whose[1]}
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
			f.Shell, rest = split(rest[1], ','), rest[1:]
		default:
			return Front{}, errors.New("unknown word of a recorder: " + rest[0])
		}
	}
	return f, nil
}

// split gives the parts of a text between the separators, as strings.Split would.
func split(text string, separator byte) []string {
	parts, from := []string{}, 0
	for i := range len(text) {
		if text[i] == separator {
			parts, from = append(parts, text[from:i]), i+1
		}
	}
	return append(parts, text[from:])
}

// A Hook is what the start of a recorder has come to.
type Hook struct {
	Front
	// Malformed is what is wrong with the command line; nothing else is told then.
	Malformed error
	// Held tells that no hook is to be started: what others still write is to be passed on.
	Held bool
	// Probed tells that somebody asked whether a recorder can run.
	Probed bool
	// Text is the hook's command, where an agent's shell starts it.
	Text string
	// Unstarted is why no hook runs.
	Unstarted error
	// PID is the hook's process, which runs since Began.
	PID   int
	Began time.Time
	// Stdin, Stdout and Stderr are the recorder's ends of the hook's streams.
	Stdin, Stdout, Stderr int
	// Ended is a pipe for whoever waits for the hook to tell whoever passes its streams on.
	Ended [2]int
}
