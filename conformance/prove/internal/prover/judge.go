package prover

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/conformance/trace/proof"
)

// judgeOne judges one mutant by the cases that must notice it. If they do not notice,
// it asks the whole suite. The error is the context's or a fault of this machine; every
// fault of the mutant is in the result.
func (p *proving) judgeOne(ctx context.Context, m proof.Mutant, s subject) (proof.Result, error) {
	started := time.Now()
	limited, cancel := context.WithTimeout(ctx, p.patience())
	defer cancel()
	own := p.casesOf(m)
	run, err := p.judge(limited, s, own, len(own), false)
	r := proof.Result{Mutant: m.ID, Clause: m.Clause}
	broken, unready := errors.AsType[*startError](err)
	sure := true
	switch {
	case ctx.Err() != nil:
		return r, ctx.Err()
	case limited.Err() != nil:
		r.Status, r.Detail = proof.TimedOut, fmt.Sprintf("not judged within %v", p.patience())
	case unready:
		r.Status, r.Detail = unreadyStatus(broken), broken.Error()
	case err != nil:
		return r, err
	default:
		anyway, err := p.redAnyway(ctx, run.Checks())
		if err != nil {
			return r, err
		}
		r, sure = weigh(m, run, anyway, p.scopes)
	}
	switch {
	case sure:
	case p.witness != nil && len(reaching(p.witness, own, p.sites[m.ID])) == 0:
		r.Status, r.Detail = proof.Inert, "no case of the clause runs the edited lines"
	case p.OwnOnly:
		r.Status, r.Detail = proof.Survived, "the clause's own checks do not notice; the others were not asked"
	default:
		if r, err = p.elsewhere(ctx, m, s, r); err != nil {
			return r, err
		}
	}
	r.Milliseconds = stream.Milliseconds(time.Since(started))
	return r, nil
}

func unreadyStatus(err *startError) proof.Status {
	if f, ok := errors.AsType[*adapter.Fault](err.err); ok && f.Verdict == outcome.Timeout {
		return proof.TimedOut
	}
	return proof.Crashed
}

// elsewhere runs the whole suite against a mutant that the cases of its clause did not
// notice.
func (p *proving) elsewhere(ctx context.Context, m proof.Mutant, s subject, r proof.Result) (proof.Result, error) {
	patience := 4 * p.patience()
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	run, broken := p.judge(limited, s, p.Cases, 8, false)
	if ctx.Err() != nil {
		return r, ctx.Err()
	}
	if _, unready := errors.AsType[*startError](broken); broken != nil && !unready && limited.Err() == nil {
		return r, broken
	}
	checks := run.Checks()
	anyway, err := p.redAnyway(ctx, checks)
	if err != nil {
		return r, err
	}
	own := slices.IndexFunc(checks, func(c stream.Check) bool {
		return c.Clause == m.Clause && c.Verdict.Red() && !anyway[placeOf(c)]
	})
	r.Others = others(checks, nil, anyway)
	switch {
	case own >= 0:
		r.Status, r.Detail = proof.WrongReason, "only in the run of the whole suite, "+wrong(checks[own])
	case len(r.Others) > 0:
		r.Status, r.Detail = proof.Decorative, "checks of other clauses notice, the clause's own do not"
	case limited.Err() != nil:
		r.Status, r.Detail = proof.TimedOut, fmt.Sprintf("the clause's own checks do not notice; the whole suite was not judged within %v", patience)
	case broken != nil:
		r.Status, r.Detail = proof.Crashed, "the clause's own checks do not notice, and then "+broken.Error()
	case !run.Footer.Complete:
		r.Status, r.Detail = lost(run.Footer.Why), "the clause's own checks do not notice; the whole suite was not judged: "+run.Footer.Why
	default:
		r.Status, r.Detail = proof.Survived, "no check of the suite notices"
	}
	return r, nil
}
