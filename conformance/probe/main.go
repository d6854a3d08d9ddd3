package probe

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"time"
)

// Exit codes of a probe that could not do its work. They are neither 0 nor 2,
// so that a broken probe never looks like an answer.
const exitBroken = 70

// awaitLimit bounds how long one hook waits for another. It is generous: a
// loaded machine must not fail a check.
const awaitLimit = 8 * time.Second

// Main is the probe's command line:
//
//	hook SPECFILE [ARGS...]   one run, as the file says
//	await FOLDER HOOK         wait until a run of another hook has begun; exit 1
//	                          if it does not
func Main(args []string, stderr io.Writer) int {
	code, err := dispatch(args)
	if err != nil {
		// A hook's stderr is part of its answer; a broken probe has none.
		fmt.Fprintf(stderr, "hooktest probe: %v\n", err)
		return exitBroken
	}
	return code
}

func dispatch(args []string) (int, error) {
	switch {
	case len(args) >= 2 && args[0] == "hook":
		data, err := os.ReadFile(args[1])
		if err != nil {
			return 0, err
		}
		var spec Spec
		if err := json.Unmarshal(data, &spec); err != nil {
			return 0, err
		}
		return Run(spec, args[2:])
	case len(args) == 3 && args[0] == "await":
		if !Await(args[1], args[2], awaitLimit) {
			return 1, nil
		}
		return 0, nil
	}
	return 0, fmt.Errorf("want hook SPECFILE or await FOLDER HOOK")
}
