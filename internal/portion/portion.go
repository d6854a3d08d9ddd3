// Package portion chooses the part of a test's inputs that one run of the tests takes:
// a test that would take minutes with all of them takes a part that changes with the
// commit, and all of them every night.
//
// HOOKTEST_SEED is the number that the part follows from (make test derives it from
// the commit; without it the part is always the same), and HOOKTEST_NIGHTLY=1 takes
// everything.
package portion

import (
	"fmt"
	"os"
	"strconv"
)

// Nightly reports whether tests take all of their inputs.
func Nightly() bool { return os.Getenv("HOOKTEST_NIGHTLY") == "1" }

// Of returns every n-th of all, in their order, beginning at a place that follows from
// the seed and the offset: n successive offsets share all between them. It returns all
// of them at night. A seed that is not a number is a panic: the run would not be the one
// that was asked for.
func Of[T any](all []T, n, offset int) []T {
	if Nightly() {
		return all
	}
	var part []T
	for i := (seed() + offset) % n; i < len(all); i += n {
		part = append(part, all[i])
	}
	return part
}

// seed returns the number in HOOKTEST_SEED, or 0, small enough to be added to.
func seed() int {
	text := os.Getenv("HOOKTEST_SEED")
	if text == "" {
		return 0
	}
	n, err := strconv.ParseUint(text, 10, 63)
	if err != nil {
		panic(fmt.Sprintf("HOOKTEST_SEED: %v", err))
	}
	return int(n % (1 << 30))
}
