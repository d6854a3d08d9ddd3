// Package portion chooses the part of a test's inputs that one run of the tests takes:
// a test that would take minutes with all of them takes a part that changes with the
// commit, and all of them every night.
//
// HOOKTEST_SEED is any text and determines the part (make test uses the commit; without
// it the part is always the same). HOOKTEST_NIGHTLY=1 takes everything.
package portion

import (
	"hash/fnv"
	"os"
)

// Nightly reports whether tests take all of their inputs.
func Nightly() bool { return os.Getenv("HOOKTEST_NIGHTLY") == "1" }

// Of returns every n-th of all, in order, beginning at an index determined by the seed and
// the offset: n successive offsets together cover all. It returns all if Nightly.
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

// seed returns a number determined by HOOKTEST_SEED, small enough that adding an offset
// does not overflow.
func seed() int {
	hash := fnv.New32a()
	_, _ = hash.Write([]byte(os.Getenv("HOOKTEST_SEED")))
	return int(hash.Sum32() >> 2)
}
