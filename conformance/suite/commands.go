package suite

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/rogpeppe/go-internal/testscript"
)

// A Command is one command of the case language.
type Command struct {
	Name string
	// Usage is the syntax of the command, and Does describes it in one line.
	Usage, Does string
	run         func(w *world, c call) error
}

// call is one use of a command in a case.
type call struct {
	neg  bool
	args []string
	ts   *testscript.TestScript
}

var errUsage = errors.New("usage")

// Commands returns all commands of the case language, in the order of its
// documentation.
func Commands() []Command {
	return slices.Concat(worldCommands(), requestCommands(), assertionCommands())
}

// commandTable returns testscript's table of commands for a case. It has only the
// command "at", because testscript does not say on which line a command is: numbered
// puts "at LINE" before each command.
func commandTable() map[string]func(*testscript.TestScript, bool, []string) {
	byName := map[string]Command{}
	for _, c := range Commands() {
		byName[c.Name] = c
	}
	at := func(ts *testscript.TestScript, neg bool, args []string) {
		w := ts.Value(worldKey{}).(*world)
		w.line, _ = strconv.Atoi(args[0])
		c := byName[args[1]]
		err := c.run(w, call{neg: neg, args: args[2:], ts: ts})
		if errors.Is(err, errUsage) {
			err = fmt.Errorf("usage: %s", c.Usage)
		}
		if err != nil {
			ts.Fatalf("%s: %v", c.Name, err)
		}
	}
	return map[string]func(*testscript.TestScript, bool, []string){"at": at}
}

type worldKey struct{}

// plain makes a command fail if a case negates it.
func plain(run func(w *world, c call) error) func(w *world, c call) error {
	return func(w *world, c call) error {
		if c.neg {
			return errors.New("can't be negated")
		}
		return run(w, c)
	}
}
