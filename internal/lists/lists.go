// Package lists makes lists from lists. No function changes its argument, and no result is nil.
package lists

// Of returns the result of f for each value, in order.
func Of[A, B any](all []A, f func(A) B) []B {
	results := make([]B, len(all))
	for i, value := range all {
		results[i] = f(value)
	}
	return results
}

// Texts returns names as texts.
func Texts[T ~string](names []T) []string {
	return Of(names, func(name T) string { return string(name) })
}

// Where returns the values for which holds is true.
func Where[T any](all []T, holds func(T) bool) []T {
	found := []T{}
	for _, value := range all {
		if holds(value) {
			found = append(found, value)
		}
	}
	return found
}

// First returns the first value for which holds is true; ok is false if there is none.
func First[T any](all []T, holds func(T) bool) (found T, ok bool) {
	for _, value := range all {
		if holds(value) {
			return value, true
		}
	}
	return found, false
}

// Once returns the different values, each at its first place.
func Once[T comparable](all []T) []T {
	seen := map[T]bool{}
	return Where(all, func(value T) bool {
		known := seen[value]
		seen[value] = true
		return !known
	})
}

// Groups returns the values in groups, in the order of their first values: a value belongs to the
// first group whose first value is alike.
func Groups[T any](all []T, alike func(a, b T) bool) [][]T {
	groups := [][]T{}
	for _, value := range all {
		i := 0
		for i < len(groups) && !alike(groups[i][0], value) {
			i++
		}
		if i == len(groups) {
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], value)
	}
	return groups
}
