package fuzz

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// tries limits the smaller payloads that are tried for one failure.
const tries = 120

// minimizing is the time to minimize one failure: each payload that hangs takes the whole timeout.
func (c Campaign) minimizing() time.Duration {
	return cmp.Or(c.Minimizing, min(15*time.Second, 5*c.Testbed.Timeout))
}

// shrunk returns the same failure with a smaller payload. It stops when the context ends.
func (c Campaign) shrunk(ctx context.Context, f Failure, usual []string) Failure {
	if f.Kind == Unsteady {
		return f
	}
	ctx, cancel := context.WithTimeout(ctx, c.minimizing())
	defer cancel()
	left := tries
	over := func() bool { return left <= 0 || ctx.Err() != nil }
	fails := func(fields *jsonvalue.Object) bool {
		if over() {
			return false
		}
		left--
		return c.fails(ctx, f, fields, usual)
	}
	row, _ := c.Testbed.Contract.Event(c.Event)
	// Reset each field that does not matter to its value in the sample.
	for name, plain := range c.Sample.All() {
		smaller := f.Fields.Clone()
		smaller.Set(name, jsonvalue.Clone(plain))
		if !jsonvalue.Equal(smaller, f.Fields) && fails(smaller) {
			f.Fields = smaller
		}
	}
	// Remove each added field that does not matter.
	for name := range f.Fields.Clone().All() {
		if _, plain := c.Sample.Get(name); plain {
			continue
		}
		smaller := f.Fields.Clone()
		smaller.Delete(name)
		if fails(smaller) {
			f.Fields = smaller
		}
	}
	for i := range leavesOf(f.Fields, row.Subject.Field) {
		if over() {
			break
		}
		f.Fields = shorter(f.Fields, row.Subject.Field, i, fails, over)
	}
	return f
}

// shorter removes parts of one text as long as the failure remains: first halves, then smaller and
// smaller parts, until over says that no more are tried: a long text has millions.
func shorter(fields *jsonvalue.Object, except string, i int, fails func(*jsonvalue.Object) bool, over func() bool) *jsonvalue.Object {
	text, ok := leavesOf(fields, except)[i].value.(string)
	if !ok {
		return fields
	}
	with := func(runes []rune) *jsonvalue.Object {
		smaller := fields.Clone()
		leavesOf(smaller, except)[i].set(string(runes))
		return smaller
	}
	runes := []rune(text)
	for part := len(runes); part >= 1; part /= 2 {
		for at := 0; at+part <= len(runes) && !over(); {
			less := append(append([]rune{}, runes[:at]...), runes[at+part:]...)
			if fails(with(less)) {
				runes = less
				continue
			}
			at += part
		}
	}
	return with(runes)
}

// fails reports whether a payload has the same failure.
func (c Campaign) fails(ctx context.Context, f Failure, fields *jsonvalue.Object, usual []string) bool {
	first, err := c.once(ctx, fields, nil)
	if err != nil {
		return false
	}
	switch f.Kind {
	case Hang:
		return first.Firing.Verdict.Kind == effect.Timeout
	case Crash:
		return slices.Contains(crashes(first, usual), f.Finding.Rule.ID)
	}
	if first.Firing.Verdict.Kind != f.Verdict {
		return false
	}
	other, err := c.verdict(ctx, fields, f.Way)
	return err == nil && other == f.Other
}
