package verification

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/driver"
)

// A Change is the result of Bisect: the last version with the first answer, the first with another
// one, and both answers.
type Change struct {
	Last, First   string
	Before, After string
	// Asked are the versions that were run, in that order.
	Asked []string
}

// Bisect finds the first of the versions, oldest first, whose answers to the chosen cases are not those
// of the first one. install returns the agent of a version. Without a change First is empty.
func Bisect(ctx context.Context, subject Subject, versions []string, o Options, install func(ctx context.Context, version string) (driver.Program, error)) (c Change, err error) {
	r, remove, err := newRun(subject)
	if err != nil {
		return c, err
	}
	defer remove()
	// All versions are compared with the same predictions.
	jobs, err := r.jobs(ctx, o)
	if err != nil || len(jobs) == 0 {
		return c, err
	}
	ask := func(i int) (string, error) {
		if r.Program, err = install(ctx, versions[i]); err != nil {
			return "", err
		}
		c.Asked = append(c.Asked, versions[i])
		report, err := r.verify(ctx, jobs, o)
		if err != nil {
			return "", fmt.Errorf("%s: %w", versions[i], err)
		}
		return report.answers(), nil
	}
	low, high := 0, len(versions)-1
	if c.Before, err = ask(low); err != nil {
		return c, err
	}
	if c.After, err = ask(high); err != nil || c.Before == c.After {
		return c, err
	}
	for high-low > 1 {
		middle := (low + high) / 2
		answer, err := ask(middle)
		if err != nil {
			return c, err
		}
		if answer == c.Before {
			low = middle
		} else {
			high, c.After = middle, answer
		}
	}
	c.Last, c.First = versions[low], versions[high]
	return c, nil
}

// answers returns what the agent did in all cases as one text, which is equal for equal behaviour.
func (r Report) answers() string {
	var all []string
	for _, one := range r.Results {
		seen := one.Observation
		if seen.Ended != "" {
			// How it ended names folders of this run.
			seen.Ended = endsText(true)
		}
		all = append(all, fmt.Sprintf("%s: %s; %s", one.Case, one.Status, seen))
		for _, d := range one.Differences {
			all = append(all, "  "+d.What+": "+d.Contract)
		}
	}
	return strings.Join(all, "\n")
}

// Releases returns the released versions from one to another, both included, oldest first.
func Releases(all []string, from, to string) (some []string) {
	for _, v := range all {
		if !strings.Contains(v, "-") && driver.CompareVersions(v, from) >= 0 && driver.CompareVersions(v, to) <= 0 {
			some = append(some, v)
		}
	}
	slices.SortFunc(some, driver.CompareVersions)
	return slices.Compact(some)
}
