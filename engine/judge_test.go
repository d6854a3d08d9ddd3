package engine_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// Judge agrees with the firing on each single result, for every contract.
func TestJudgeSaysWhatTheFiringSaid(t *testing.T) {
	t.Parallel()
	hooks := []string{
		`echo no >&2; exit 2`,
		`echo '{"decision":"deny","reason":"no"}'`,
		`echo '{"continue":false,"stopReason":"enough"}'`,
		`echo '{"hookSpecificOutput":{"tool_input":{"command":"true"}}}'`,
		`echo hello`,
		`echo oops >&2; exit 1`,
		`kill -TERM $$`,
		`./missing`,
	}
	for _, contract := range dialect.Contracts() {
		row, ok := contract.At(dialect.ToolBefore)
		require.True(t, ok, contract.Name)
		for _, command := range hooks {
			t.Run(contract.Name+" "+command, func(t *testing.T) {
				t.Parallel()
				item := jsonvalue.New(jsonvalue.Member{Key: "type", Value: "command"}, jsonvalue.Member{Key: "command", Value: command})
				var hooks any
				switch shape := contract.Settings.Shape; {
				case shape.Event != "":
					hooks = []any{jsonvalue.New(jsonvalue.Member{Key: shape.Event, Value: string(row.Name)}, jsonvalue.Member{Key: shape.Action, Value: item})}
				case shape.Flat:
					hooks = jsonvalue.New(jsonvalue.Member{Key: string(row.Name), Value: []any{item}})
				default:
					group := jsonvalue.New(jsonvalue.Member{Key: "hooks", Value: []any{item}})
					hooks = jsonvalue.New(jsonvalue.Member{Key: string(row.Name), Value: []any{group}})
				}
				node, err := document.FromValue(hooks)
				require.NoError(t, err)
				config := engine.NewConfig(engine.Options{
					Contract: contract, EnableHooks: true, WorkingDir: t.TempDir(),
					Hooks: func() (engine.Hooks, error) { return engine.Hooks{Config: []*document.Node{node}}, nil },
				})
				fields := contract.Sample(row.Name, "")
				f := engine.Fire(context.Background(), engine.EventInput{Config: config, Event: row.Name, Fields: fields, Stdin: jsonvalue.Marshal(fields)})
				require.Len(t, f.Merged.Results, 1)
				left := f.Merged.Results[0]
				left.Output, left.Err, left.Success = nil, nil, false
				if left.Ending == hook.NotStarted {
					left.Err = f.Merged.Results[0].Err
				}
				verdict, words := engine.Judge(contract, row.Name, left, f.Merged.Input)
				assert.Equal(t, f.Verdict, verdict)
				assert.Equal(t, f.Words(), words)
			})
		}
	}
}
