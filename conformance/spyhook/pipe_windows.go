package spyhook

import "errors"

func makePipe(string) error {
	return errors.New("the suite's own hooks are shell scripts, which need a Unix system")
}

// gone is never asked: no hook was made.
func gone(int) bool { return false }
