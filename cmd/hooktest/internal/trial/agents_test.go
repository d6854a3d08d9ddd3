//go:build unix

package trial_test

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/occasion"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/trial"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/fixtures/hooks/casefile"
)

// tryFor holds the engine to what a case expects of an agent.
func tryFor(t *testing.T, c casefile.Case, agent string) {
	t.Helper()
	contract, ok := dialect.Named(agent)
	require.True(t, ok)
	e := c.Of(agent)
	happens, err := happening(t, contract, c)
	var absence *occasion.Absence
	if e.Verdict == casefile.Absent {
		require.ErrorAs(t, err, &absence)
		return
	}
	require.NoError(t, err)
	for name, value := range c.Set {
		converted, err := jsonvalue.From(value)
		require.NoError(t, err)
		occasion.Set(happens.Fields, name, converted)
	}

	s := prepared(t, c)
	s.fields = happens.Fields
	script, err := filepath.Abs(c.Hook)
	require.NoError(t, err)
	timeout := 0
	if c.Timeout != nil {
		timeout = *c.Timeout
	}
	s.spec.Contract, s.spec.Event, s.spec.Fields = contract, happens.Event, happens.Fields
	s.spec.Hooks = trial.OneHook(contract, trial.CommandFor(script, nil), happens.Event, time.Duration(timeout)*time.Millisecond)
	if c.Stdin != nil {
		s.spec.Stdin = []byte(*c.Stdin)
	}

	j := judgment{t, s, s.runs(t, c.Repeat)}
	require.Len(t, j.firing.Merged.Results, 1, "the hook ran once")
	result := j.firing.Merged.Results[0]
	words := j.firing.Words()
	assert.Equal(t, string(e.Verdict), string(j.firing.Verdict.Kind), "%s: %s\nmodel: %q\nuser: %q\nstdin: %.600s\nstdout: %.400q\nstderr: %.400q",
		j.firing.Verdict.Rule, words.Agent, textOf(words.Model), textOf(words.User), result.Stdin, result.Stdout, result.Stderr)
	assert.NotEmpty(t, j.firing.Verdict.Rule)
	j.process(e, result)
	j.seen(e)
	row, _ := contract.Event(happens.Event)
	j.input(e, row.Subject.Input)
	j.files(e)
}

// happening is what happens in a case, in the words of an agent.
func happening(t *testing.T, contract *dialect.Contract, c casefile.Case) (occasion.Occasion, error) {
	t.Helper()
	switch {
	case c.Bash != nil:
		return occasion.Call(contract, c.Event, dialect.RunShell, *c.Bash)
	case c.Write != nil:
		return occasion.Call(contract, c.Event, dialect.WriteFile, *c.Write)
	case c.Prompt != nil:
		return occasion.Prompt(contract, c.Event, *c.Prompt)
	case c.Tool != "":
		var input *jsonvalue.Object
		if c.Input != nil {
			value, err := jsonvalue.From(c.Input)
			require.NoError(t, err)
			input, _ = value.(*jsonvalue.Object)
		}
		return occasion.Use(contract, c.Event, c.Tool, input)
	}
	return occasion.Of(contract, c.Event, "")
}
