package format

import "github.com/hooktest/hooktest/conformance/trace"

// count is the number of findings of a gate, and of those that block.
type count struct{ blocking, all int }

func counts(findings []trace.Finding) map[trace.Gate]count {
	all := map[trace.Gate]count{}
	for _, f := range findings {
		c := all[f.Gate]
		c.all++
		if f.Blocks {
			c.blocking++
		}
		all[f.Gate] = c
	}
	return all
}

// blocking returns the number of findings that block, and of those of integrity gates.
func blocking(r trace.Report) (all, integrity int) {
	for _, f := range r.Findings {
		switch {
		case f.Blocks && f.Gate.Integrity():
			integrity++
			fallthrough
		case f.Blocks:
			all++
		}
	}
	return all, integrity
}
