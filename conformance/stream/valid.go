package stream

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/internal/lazyregexp"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/knownfailure"
	"github.com/hooktest/hooktest/conformance/outcome"
)

// maxSeed is the largest integer that a JSON reader with doubles keeps.
const maxSeed = 1<<53 - 1

var (
	digestForm      = lazyregexp.New(`^sha256:[0-9a-f]{64}$`)
	requirementForm = lazyregexp.New(`^(HOOK-[0-9]{3}[ab]?|INT-[0-9]{2})$`)
)

func (h *Header) valid() error {
	var faults []error
	fault := func(format string, args ...any) { faults = append(faults, fmt.Errorf(format, args...)) }
	if h.Schema != Schema {
		fault("the schema is %q, want %q", h.Schema, Schema)
	}
	if !digestForm.MatchString(h.Suite) || !digestForm.MatchString(h.Catalogue) {
		fault("suite and catalogue are digests, sha256: and 64 hexadecimal digits")
	}
	if h.Shard.Index < 1 || h.Shard.Index > h.Shard.Count {
		fault("there is no shard %d of %d", h.Shard.Index, h.Shard.Count)
	}
	if h.Seed < 0 || h.Seed > maxSeed {
		fault("the seed %d is not between 0 and 2^53-1", h.Seed)
	}
	if h.Started.IsZero() {
		fault("the start time is missing")
	}
	if h.Hooktest == "" || h.Platform.OS == "" || h.Platform.Arch == "" || h.Platform.CPUs < 1 {
		fault("version and platform are incomplete")
	}
	if h.Adapter.Hello.Implementation.Name == "" {
		fault("the adapter's hello names no implementation")
	}
	if hello := h.Adapter.Hello; hello.Profiles == nil || hello.Features == nil || hello.Observes == nil {
		fault("the adapter's hello lacks profiles, features or observes")
	}
	if h.Requirements == nil {
		fault("the requirements are missing")
	}
	for i, name := range h.Required {
		if _, ok := adapter.ClaimOf(name); !ok || slices.Contains(h.Required[:i], name) {
			fault("what is required, %q, is not a profile, feature or observation, or is there twice", name)
		}
	}
	for name, n := range h.LeftOut {
		if n < 1 || !slices.Contains(h.Required, name) {
			fault("the selection leaves out %d cases of %q, which is not required", n, name)
		}
	}
	seen := map[string]bool{}
	for _, r := range h.Requirements {
		if !requirementForm.MatchString(r.ID) || seen[r.ID] {
			fault("requirement %q is not one, or is there twice", r.ID)
		}
		seen[r.ID] = true
		for _, n := range append(append([]int(nil), r.Tests...), r.Inspections...) {
			id := fmt.Sprintf("%s.%d", r.ID, n)
			if n < 1 || seen[id] {
				fault("clause %s is not one, or is there twice", id)
			}
			seen[id] = true
		}
	}
	return errors.Join(faults...)
}

// valid checks that an entry's fault is consistent with its other fields.
func (k KnownFailure) valid(partial bool) error {
	switch {
	case k.Pattern == "" || k.Position == "":
		return fmt.Errorf("known failure %q at %q lacks a pattern or a position", k.Pattern, k.Position)
	case k.Checks < 0:
		return fmt.Errorf("known failure %s covers %d checks", k.Pattern, k.Checks)
	case k.Fault == knownfailure.Expired && k.Until == "":
		return fmt.Errorf("known failure %s has run out, but has no last day", k.Pattern)
	}
	if want := knownfailure.FaultOf(k.Fault == knownfailure.Expired, k.Checks, partial); k.Fault != want {
		return fmt.Errorf("known failure %s covers %d checks: its fault is %q, not %q", k.Pattern, k.Checks, want, k.Fault)
	}
	return nil
}

func (e *CaseStart) valid() error {
	switch {
	case e.Case == "" || e.Title == "" || e.File == "":
		return fmt.Errorf("case %q lacks a name, a title or a file", e.Case)
	case e.Lines < 0:
		return fmt.Errorf("case %s has %d lines", e.Case, e.Lines)
	case !requirementForm.MatchString(e.Requirement):
		return fmt.Errorf("case %s: %q is not a requirement", e.Case, e.Requirement)
	}
	return validLevel(e.Level)
}

func validLevel(l cases.Level) error {
	if l != cases.LevelRequirement && l != cases.LevelInterpretation {
		return fmt.Errorf("unknown level %q", l)
	}
	return nil
}

func (e *Check) valid(clauses map[string]bool) error {
	clause, _, _ := strings.Cut(e.Check, "/")
	requirement, _, _ := strings.Cut(e.Clause, ".")
	var expected outcome.Verdict = outcome.Pass
	if e.Expected != nil {
		expected = e.Expected.Verdict
	}
	switch {
	case e.Check == "" || clause != e.Clause:
		return fmt.Errorf("check %q is not about clause %q", e.Check, e.Clause)
	case requirement != e.Requirement || !requirementForm.MatchString(e.Requirement):
		return fmt.Errorf("check %s is not about requirement %q", e.Check, e.Requirement)
	case !e.Verdict.Known() || !expected.Known():
		return fmt.Errorf("check %s: unknown verdict %q", e.Check, e.Verdict)
	case e.Verdict == outcome.Blocked && len(e.Waits) == 0:
		return fmt.Errorf("check %s is blocked and waits for nothing", e.Check)
	case e.Blame != e.Verdict.Blame():
		return fmt.Errorf("check %s: the blame for %s is %q, not %q", e.Check, e.Verdict, e.Verdict.Blame(), e.Blame)
	case e.Verdict == outcome.Pass && (e.Assertions == 0 || len(e.Mismatches) > 0):
		return fmt.Errorf("check %s passes with %d assertions and %d mismatches", e.Check, e.Assertions, len(e.Mismatches))
	case e.Verdict == outcome.ExpectedFailure && e.Expected == nil:
		return fmt.Errorf("check %s: nothing says that its failure is expected", e.Check)
	case e.Line < 1 || e.Assertions < 0 || e.Milliseconds < 0:
		return fmt.Errorf("check %s: a number is out of range", e.Check)
	case e.Level == cases.LevelRequirement && !clauses[e.Clause]:
		return fmt.Errorf("check %s: the header has no clause %s", e.Check, e.Clause)
	}
	for _, run := range e.Evidence.Runs {
		if run.Argv == nil || run.Run < 1 {
			return fmt.Errorf("check %s: a run of hook %q has no arguments or no number", e.Check, run.Hook)
		}
	}
	return validLevel(e.Level)
}
