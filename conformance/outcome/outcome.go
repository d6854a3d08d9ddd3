// Package outcome defines the verdicts of the suite: one for each check, and the worst
// of several for a group of checks. It depends on no adapter, case or report.
package outcome

import "slices"

// A Verdict is the suite's result for one check.
type Verdict string

// The verdicts, from the best to the worst.
const (
	// Pass: every assertion of the check held.
	Pass Verdict = "pass"
	// ExpectedFailure: it failed as the known-failure file says it does.
	ExpectedFailure Verdict = "expected-failure"
	// Unsupported: the implementation does not claim the feature.
	Unsupported Verdict = "unsupported"
	// NotObservable: the adapter can't see what the check is about.
	NotObservable Verdict = "not-observable"
	// NotRun: the check was not reached or not selected.
	NotRun Verdict = "not-run"
	// Blocked: the check could not be judged, because the control or a prerequisite
	// did not hold, or the adapter had exited. Nothing is to blame, but it is not a
	// pass.
	Blocked Verdict = "blocked"
	// Flaky: it passed and failed in runs of the same case.
	Flaky Verdict = "flaky"
	// Fail: the implementation did something else.
	Fail Verdict = "fail"
	// UnexpectedPass: the known-failure file says it fails, and it passed.
	UnexpectedPass Verdict = "unexpected-pass"
	// Timeout: the implementation did not answer within its limit.
	Timeout Verdict = "timeout"
	// Crash: the adapter's process ended.
	Crash Verdict = "crash"
	// ProtocolViolation: the adapter's output breaks the protocol.
	ProtocolViolation Verdict = "protocol-violation"
	// AdapterError: the adapter reported a fault of its own.
	AdapterError Verdict = "adapter-error"
	// SuiteError: the case itself is broken.
	SuiteError Verdict = "suite-error"
)

// All lists the verdicts from the best to the worst.
func All() []Verdict {
	return []Verdict{
		Pass, ExpectedFailure, Unsupported, NotObservable, NotRun, Blocked, Flaky, Fail, UnexpectedPass,
		Timeout, Crash, ProtocolViolation, AdapterError, SuiteError,
	}
}

// Known reports whether v is one of the verdicts.
func (v Verdict) Known() bool { return slices.Contains(All(), v) }

// Red reports whether the verdict fails a run. Blocked does, too: a run in which every
// control fails proves nothing.
func (v Verdict) Red() bool { return v.rank() >= Blocked.rank() }

func (v Verdict) rank() int {
	if i := slices.Index(All(), v); i >= 0 {
		return i
	}
	return len(All())
}

// Worst returns the worst of several verdicts, or NotRun without any.
func Worst(all ...Verdict) Verdict {
	if len(all) == 0 {
		return NotRun
	}
	return slices.MaxFunc(all, func(a, b Verdict) int { return a.rank() - b.rank() })
}

// A Blame says whose fault a verdict is.
type Blame string

const (
	// BlameNone: there is no fault.
	BlameNone Blame = ""
	// BlameImplementation: the thing under test.
	BlameImplementation Blame = "implementation"
	// BlameAdapter: the program between the harness and the implementation.
	BlameAdapter Blame = "adapter"
	// BlameSuite: the case or the harness.
	BlameSuite Blame = "suite"
	// BlameMachine: this machine, such as a full disk. No check has it, because a
	// check is not judged if the machine failed.
	BlameMachine Blame = "machine"
)

// Blames lists all values except BlameNobody.
func Blames() []Blame {
	return []Blame{BlameImplementation, BlameAdapter, BlameSuite, BlameMachine}
}

// Known reports whether b is one of Blames or BlameNobody.
func (b Blame) Known() bool { return b == BlameNone || slices.Contains(Blames(), b) }

// Blame says whose fault the verdict is.
func (v Verdict) Blame() Blame {
	switch v {
	case Fail, UnexpectedPass, Flaky, Timeout, ExpectedFailure:
		return BlameImplementation
	case Crash, ProtocolViolation, AdapterError:
		return BlameAdapter
	case SuiteError:
		return BlameSuite
	}
	return BlameNone
}
