// Package outcome holds the words in which the suite judges: a verdict for each
// check, and the worst of several for everything made of checks. It knows no
// adapter, no case and no report.
package outcome

import "slices"

// A Verdict is what the suite says of one check.
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
	// Blocked: the control or a prerequisite did not hold, or the adapter was gone
	// before, so that the check could not be judged. It accuses nobody, and it is
	// no pass.
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
	// ProtocolViolation: what the adapter wrote is not the protocol.
	ProtocolViolation Verdict = "protocol-violation"
	// AdapterError: the adapter says that the fault is its own.
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

// Known tells whether v is one of the verdicts.
func (v Verdict) Known() bool { return slices.Contains(All(), v) }

// Red tells whether the verdict fails a run. What is blocked does, too: a run in
// which no control holds says nothing good of anybody.
func (v Verdict) Red() bool { return v.rank() >= Blocked.rank() }

func (v Verdict) rank() int {
	if i := slices.Index(All(), v); i >= 0 {
		return i
	}
	return len(All())
}

// Worst rolls several verdicts up: the worst of them, NotRun for none.
func Worst(all ...Verdict) Verdict {
	if len(all) == 0 {
		return NotRun
	}
	return slices.MaxFunc(all, func(a, b Verdict) int { return a.rank() - b.rank() })
}

// A Blame says whose fault a verdict is.
type Blame string

const (
	// BlameNobody: there is no fault.
	BlameNobody Blame = ""
	// BlameImplementation: the thing under test.
	BlameImplementation Blame = "implementation"
	// BlameAdapter: the program between the harness and the implementation.
	BlameAdapter Blame = "adapter"
	// BlameSuite: the case or the harness.
	BlameSuite Blame = "suite"
	// BlameMachine: this machine, such as a full disk. No check has it: what a
	// machine could not do was not judged.
	BlameMachine Blame = "machine"
)

// Blames lists those that a fault can have.
func Blames() []Blame {
	return []Blame{BlameImplementation, BlameAdapter, BlameSuite, BlameMachine}
}

// Known tells whether b is one of them, or nobody's.
func (b Blame) Known() bool { return b == BlameNobody || slices.Contains(Blames(), b) }

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
	return BlameNobody
}
