// Package front parses a recorder's command line, and starts the hook that is recorded.
//
// An agent waits for the hook and for the recorder, so the hook is started before most of the
// recorder is initialized. Go initializes a package after its imports, in the order of import
// paths. Any package that imports strings (and so unicode) is initialized after about sixty
// packages of other commands. This one doesn't import it, and is ready right after package os.
package front

import (
	"errors"
	"time"
)

// The flags of a recorder's command line. flagAs comes first.
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
	// Agent is the name of the contract. Event is the agent's name for the event.
	Agent, Event string
	// Cassette is the file to write to. If Alone is set, it is a named pipe for a single record.
	Cassette string
	// Shell is the agent's shell, with its flags, for a hook whose command is a text. The text is
	// read from file descriptor 3.
	Shell []string
	// Args start a hook without a shell.
	Args []string
	// Alone is set if there is no hook: the recorder reads the payload and returns no decision.
	Alone bool
}

// Words returns the command line that runs the program as this recorder.
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

// HeldWords returns the command line of the process that forwards what others write to the
// streams of an exited hook.
func HeldWords(program string) []string { return []string{program, "record", flagAs, heldOpen} }

// ReadyWords returns the command line that prints Ready if the program can run as a recorder
// here.
func ReadyWords(program string) []string { return []string{program, "record", flagAs, askReady} }

// Ready is the output of a program that can run as a recorder.
const Ready = "ready"

// TextFrom is the file descriptor that a command's text is read from.
const TextFrom = 3

// Called reports whether a command line is that of a recorder.
func Called(args []string) bool { return len(args) > 3 && args[1] == "record" && args[2] == flagAs }

// parse reads the output of Words.
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

// split splits a text at the separators, like strings.Split.
func split(text string, separator byte) []string {
	parts, from := []string{}, 0
	for i := range len(text) {
		if text[i] == separator {
			parts, from = append(parts, text[from:i]), i+1
		}
	}
	return append(parts, text[from:])
}

// A Hook is the result of a recorder's start.
type Hook struct {
	Front
	// Malformed is the error of an invalid command line. All other fields are then unset.
	Malformed error
	// Held is set if no hook is started: this process only forwards remaining output.
	Held bool
	// Probed is set if the command line only checks whether a recorder can run.
	Probed bool
	// Text is the hook's command, if an agent's shell starts it.
	Text string
	// Unstarted is the reason why no hook runs.
	Unstarted error
	// PID is the hook's process, started at Began.
	PID   int
	Began time.Time
	// Stdin, Stdout and Stderr are the recorder's ends of the hook's streams.
	Stdin, Stdout, Stderr int
	// Ended is a pipe on which the waiting thread signals the hook's end to the relay.
	Ended [2]int
}
