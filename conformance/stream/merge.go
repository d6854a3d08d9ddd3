package stream

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/hooktest/hooktest/conformance/knownfailure"
	"github.com/hooktest/hooktest/conformance/outcome"
)

// A Blame says why shards do not form one run.
type Blame string

const (
	// BlameSuite: the shards were judged by different suites.
	BlameSuite Blame = "suite"
	// BlameImplementation: the shards judged different implementations.
	BlameImplementation Blame = "implementation"
	// BlameRun: shards are missing, doubled, cut off or were not started alike.
	BlameRun Blame = "run"
)

// TooOld returns a fault for each run that began before a time; nil if there is
// none.
func TooOld(before time.Time, shards ...Run) error {
	var faults []error
	for _, run := range shards {
		if h := run.Header; h.Started.Before(before) {
			faults = append(faults, &MergeFault{BlameRun, fmt.Sprintf("%s began on %s, which is too long ago", h.Shard, h.Started.UTC().Format("2006-01-02 15:04 UTC"))})
		}
	}
	return errors.Join(faults...)
}

// A MergeFault is one reason why shards are not one run.
type MergeFault struct {
	Blame Blame
	Text  string
}

func (f *MergeFault) Error() string { return string(f.Blame) + ": " + f.Text }

// Merge makes one run of its shards, which may come in any order. They must
// have the same suite and catalogue digests, the same program version, selection
// and known failures and the same implementation with the same claims; they must
// be a complete set 1…n, share no case, and each have a footer. Otherwise all
// *MergeFaults come at once, joined. Faults of known failures that no shard alone
// can prove, such as an entry that matches nothing, are added.
//
// The result equals an unsharded run, except for times and order, and for seed
// and command line, which are those of the first shard. One incomplete shard
// makes the result incomplete.
func Merge(shards ...Run) (Run, error) {
	if len(shards) == 0 {
		return Run{}, &MergeFault{BlameRun, "there are no shards"}
	}
	sorted := slices.Clone(shards)
	slices.SortStableFunc(sorted, func(a, b Run) int { return cmp.Compare(a.Header.Shard.Index, b.Header.Shard.Index) })
	m := merger{shards: sorted}
	m.set()
	m.alike()
	m.disjoint()
	if err := errors.Join(m.faults...); err != nil {
		return Run{}, err
	}
	return m.whole(), nil
}

type merger struct {
	shards []Run
	faults []error
}

func (m *merger) fault(b Blame, format string, args ...any) {
	m.faults = append(m.faults, &MergeFault{b, fmt.Sprintf(format, args...)})
}

func (s Shard) String() string { return fmt.Sprintf("shard %d/%d", s.Index, s.Count) }

// set checks that the shards are 1…n and that each has a footer.
func (m *merger) set() {
	count := m.shards[0].Header.Shard.Count
	have := map[int]int{}
	for _, run := range m.shards {
		s := run.Header.Shard
		have[s.Index]++
		if s.Count != count {
			m.fault(BlameRun, "%s and %s belong to different runs", m.shards[0].Header.Shard, s)
		}
		if !run.Ended {
			m.fault(BlameRun, "%s: %s", s, run.Footer.Why)
		}
	}
	for i := 1; i <= count && len(m.shards) <= count; i++ {
		if have[i] == 0 {
			m.fault(BlameRun, "%s is missing", Shard{i, count})
		}
	}
	for i, run := range m.shards {
		if i > 0 && run.Header.Shard.Index == m.shards[i-1].Header.Shard.Index {
			m.fault(BlameRun, "%s is there twice", run.Header.Shard)
		}
	}
}

// alike compares each header with the first.
func (m *merger) alike() {
	first := m.shards[0].Header
	for _, run := range m.shards[1:] {
		h := run.Header
		differs := func(b Blame, what string, same bool, a, z any) {
			if !same {
				m.fault(b, "%s and %s differ in %s: %v and %v", first.Shard, h.Shard, what, a, z)
			}
		}
		differs(BlameSuite, "the suite's digest", h.Suite == first.Suite, first.Suite, h.Suite)
		differs(BlameSuite, "the catalogue's digest", h.Catalogue == first.Catalogue, first.Catalogue, h.Catalogue)
		differs(BlameSuite, "hooktest's version", h.Hooktest == first.Hooktest, first.Hooktest, h.Hooktest)
		if h.Catalogue == first.Catalogue && !reflect.DeepEqual(h.Requirements, first.Requirements) {
			m.fault(BlameSuite, "%s and %s list different clauses under one catalogue", first.Shard, h.Shard)
		}
		a, z := first.Adapter.Hello.Implementation, h.Adapter.Hello.Implementation
		differs(BlameImplementation, "the implementation", a.Name == z.Name && a.Version == z.Version,
			strings.TrimSpace(a.Name+" "+a.Version), strings.TrimSpace(z.Name+" "+z.Version))
		differs(BlameImplementation, "the implementation's commit", a.Commit == z.Commit, a.Commit, z.Commit)
		if !reflect.DeepEqual(claims(first), claims(h)) {
			m.fault(BlameImplementation, "%s and %s differ in what the implementation claims", first.Shard, h.Shard)
		}
		if !reflect.DeepEqual(h.Selection, first.Selection) {
			m.fault(BlameRun, "%s and %s select different cases", first.Shard, h.Shard)
		}
		differs(BlameRun, "what is required", slices.Equal(h.Required, first.Required), first.Required, h.Required)
		if run.Ended && m.shards[0].Ended && !slices.EqualFunc(run.Footer.KnownFailures, m.shards[0].Footer.KnownFailures, sameEntry) {
			m.fault(BlameRun, "%s and %s have different known failures", first.Shard, h.Shard)
		}
	}
}

// claims returns what the implementation claims to support.
func claims(h Header) []any {
	hello := h.Adapter.Hello
	return []any{hello.Dialect, hello.Profiles, hello.Features, hello.Observes}
}

func (m *merger) disjoint() {
	owner := map[string]int{}
	for i, run := range m.shards {
		for _, c := range run.Cases {
			// The cases of a duplicate shard are not a second fault.
			first, ok := owner[c.Start.Case]
			if ok && m.shards[first].Header.Shard.Index != run.Header.Shard.Index {
				m.fault(BlameRun, "%s and %s both have case %s", m.shards[first].Header.Shard, run.Header.Shard, c.Start.Case)
			}
			owner[c.Start.Case] = i
		}
	}
}

func (m *merger) whole() Run {
	run := Run{Header: m.shards[0].clone().Header, Ended: true}
	run.Header.Shard = Shard{1, 1}
	run.Footer = Footer{Kind: KindFooter, Complete: true}
	var why, systems, architectures []string
	var blames []outcome.Blame
	end := time.Time{}
	for _, shard := range m.shards {
		h := shard.Header
		run.Cases = append(run.Cases, shard.clone().Cases...)
		if h.Started.Before(run.Header.Started) {
			run.Header.Started = h.Started
		}
		if ended := h.Started.Add(time.Duration(shard.Footer.Milliseconds * float64(time.Millisecond))); ended.After(end) {
			end = ended
		}
		run.Footer.Restarts = run.Footer.Restarts.add(shard.Footer.Restarts)
		if f := shard.Footer.ShutdownFault; f != nil && run.Footer.ShutdownFault == nil {
			run.Footer.ShutdownFault = &ShutdownFault{f.Verdict, fmt.Sprintf("%s: %s", h.Shard, f.Message)}
		}
		if !shard.Footer.Complete {
			why = append(why, fmt.Sprintf("%s: %s", h.Shard, shard.Footer.Why))
			blames = append(blames, shard.Footer.Blame)
		}
		systems, architectures = append(systems, h.Platform.OS), append(architectures, h.Platform.Arch)
		run.Header.Platform.CPUs = min(run.Header.Platform.CPUs, h.Platform.CPUs)
	}
	// Shards may come from several platforms; the result names each.
	run.Header.Platform.OS, run.Header.Platform.Arch = distinct(systems), distinct(architectures)
	if len(why) > 0 {
		run.Footer.Complete, run.Footer.Why = false, strings.Join(why, "; ")
		// Blame is set only if all faults have the same one; Why names all faults.
		if blames = slices.Compact(blames); len(blames) == 1 {
			run.Footer.Blame = blames[0]
		}
	}
	run.Footer.KnownFailures = m.knownFailures(run.Header.Partial() || !run.Footer.Complete)
	run.Footer.Milliseconds = Milliseconds(end.Sub(run.Header.Started))
	_, run.Footer.Totals = run.RollUp()
	run.Footer.Required = run.required()
	return run
}

// sameEntry reports whether two shards have the same entry. It ignores the
// position, because the file may have another path on another machine.
func sameEntry(a, b KnownFailure) bool { return a.Pattern == b.Pattern && a.Until == b.Until }

func (m *merger) knownFailures(partial bool) []KnownFailure {
	whole := slices.Clone(m.shards[0].Footer.KnownFailures)
	for i := range whole {
		k := &whole[i]
		k.Checks = 0
		expired := false
		for _, shard := range m.shards {
			part := shard.Footer.KnownFailures[i]
			k.Checks += part.Checks
			expired = expired || part.Fault == knownfailure.Expired
		}
		k.Fault = knownfailure.FaultOf(expired, k.Checks, partial)
	}
	return whole
}

func distinct(words []string) string {
	slices.Sort(words)
	return strings.Join(slices.Compact(words), "+")
}
