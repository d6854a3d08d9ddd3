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
	// Usage is the command line, Does one line about it; both are for people.
	Usage, Does string
	run         func(w *world, c call) error
}

// call is one use of a command.
type call struct {
	neg  bool
	args []string
	ts   *testscript.TestScript
}

var errUsage = errors.New("usage")

// Commands lists the case language, in the order of its documentation.
func Commands() []Command {
	return slices.Concat(worldCommands(), requestCommands(), assertionCommands())
}

// commandTable makes testscript's table for a case. Every command comes through
// at, which tells it its line: a script is rewritten so before it runs.
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

// plain refuses a negated use of a command that has none.
func plain(run func(w *world, c call) error) func(w *world, c call) error {
	return func(w *world, c call) error {
		if c.neg {
			return errors.New("can't be negated")
		}
		return run(w, c)
	}
}
