// Package portion chooses the part of a test's inputs that one run of the tests takes:
// a test that would take minutes with all of them takes a part that changes with the
// commit, and all of them every night.
//
// HOOKTEST_SEED is any text that the part follows from (make test takes the commit;
// without it the part is always the same), and HOOKTEST_NIGHTLY=1 takes
// everything.
package portion

import (
	"hash/fnv"
	"os"
)

// Nightly reports whether tests take all of their inputs.
func Nightly() bool { return os.Getenv("HOOKTEST_NIGHTLY") == "1" }

// Of returns every n-th of all, in their order, beginning at a place that follows from
// the seed and the offset: n successive offsets share all between them. It returns all
// of them at night.
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

// seed is a number that follows from the text in HOOKTEST_SEED, small enough to be added
// to.
func seed() int {
	hash := fnv.New32a()
	_, _ = hash.Write([]byte(os.Getenv("HOOKTEST_SEED")))
	return int(hash.Sum32() >> 2)
}
