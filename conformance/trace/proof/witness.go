package proof

import (
	"cmp"
	"slices"
)

// A Witness has the lines of the engine that each case runs.
type Witness struct {
	// Cases are the executed lines by case, then by file from the module's root.
	Cases map[string]map[string]Lines `json:"cases"`
	// Keys identify the texts that the checks of a case depend on: its own, and those
	// of the cases that judge its needs.
	Keys map[string]string `json:"keys,omitempty"`
}

// Ran reports whether a case ran any line from first to last of a file.
func (w *Witness) Ran(name, file string, first, last int) bool {
	return w.Cases[name][file].Touch(first, last)
}

// Lines are ranges of lines, sorted and not adjacent, each with its first and its last
// line.
type Lines [][2]int

// Has reports whether a line is among them.
func (l Lines) Has(line int) bool { return l.Touch(line, line) }

// Touch reports whether any of the lines from first to last is among them.
func (l Lines) Touch(first, last int) bool {
	i, _ := slices.BinarySearchFunc(l, first, func(r [2]int, line int) int { return cmp.Compare(r[1], line) })
	return first <= last && i < len(l) && l[i][0] <= last
}

// Joined sorts ranges in place, and returns them with adjacent and overlapping ones joined.
func (l Lines) Joined() Lines {
	slices.SortFunc(l, func(a, b [2]int) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	out := l[:0]
	for _, r := range l {
		if n := len(out); n > 0 && r[0] <= out[n-1][1]+1 {
			out[n-1][1] = max(out[n-1][1], r[1])
		} else {
			out = append(out, r)
		}
	}
	return out
}
