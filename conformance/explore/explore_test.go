package explore_test

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/adapter/process"
	"github.com/hooktest/hooktest/conformance/explore"
	"github.com/hooktest/hooktest/conformance/suite"
)

func engine(t testing.TB) *process.Client {
	t.Helper()
	d, err := process.Builtin(t.Context(), "test", process.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, d.Close()) })
	return d
}

// A broken client is the engine with functions that change its requests and its
// results. A nil function changes nothing.
type broken struct {
	suite.Client
	asked    func(method string, params json.RawMessage) any
	answered func(method string, result json.RawMessage) any
}

func (b broken) Call(ctx context.Context, method string, params any, limit time.Duration) (json.RawMessage, error) {
	if b.asked != nil {
		text, err := json.Marshal(params)
		if err != nil {
			return nil, err
		}
		params = b.asked(method, text)
	}
	result, err := b.Client.Call(ctx, method, params, limit)
	if err != nil || b.answered == nil {
		return result, err
	}
	return json.Marshal(b.answered(method, result))
}

func begin(d suite.Client, seed uint64) explore.State {
	return explore.Begin("test", d.Hello().Implementation, seed)
}

func run(t testing.TB, subject suite.Client, seed uint64, draws int) explore.State {
	t.Helper()
	e := &explore.Exploration{Reference: engine(t), Subject: subject, Folder: t.TempDir()}
	s, err := e.Run(t.Context(), begin(subject, seed), draws, 0)
	require.NoError(t, err)
	require.Equal(t, draws, s.Next)
	return s
}

func text(t testing.TB, s explore.State) string {
	t.Helper()
	text, err := s.Text()
	require.NoError(t, err)
	return string(text)
}

// A thrower is the engine, except that hooks/plan throws.
type thrower struct{ suite.Client }

func (d thrower) Call(ctx context.Context, method string, params any, limit time.Duration) (json.RawMessage, error) {
	if method == adapter.MethodPlan {
		return nil, &adapter.Error{Code: adapter.CodeEngine, Kind: adapter.KindEngine, Message: "no matcher"}
	}
	return d.Client.Call(ctx, method, params, limit)
}

func TestAPlannerThatThrowsByItself(t *testing.T) {
	s := run(t, thrower{engine(t)}, 1, 64)
	assert.Equal(t, 64, s.Judged)
	assert.Empty(t, s.Causes, "what its callers make of it is what counts: %s", text(t, s))
}

// Two equal engines never differ.
func TestAlike(t *testing.T) {
	for _, seed := range []uint64{1, 2} {
		s := run(t, engine(t), seed, 128)
		assert.Equal(t, 128, s.Judged)
		// A difference that is seen once and not again comes from the machine, for
		// example from parallel hooks that did not overlap. It is reported, but not
		// as a cause.
		assert.Empty(t, s.Causes, text(t, s))
	}
}
