package effect_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/engine/aggregator"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// The result of one launch is judged under one contract after another: merging, judging
// and describing it must cost little compared with the launch.
func BenchmarkOneLaunchUnderOneContract(b *testing.B) {
	contract, event := dialect.LLxprt(), hook.BeforeTool
	results := []hook.ExecutionResult{
		exited(b, event, 0, `{"systemMessage":"mind","hookSpecificOutput":{"tool_input":{"file_path":"safe.txt"}}}`, ""),
		exited(b, event, 2, "", "not here"),
	}
	object, err := jsonvalue.ParseObject([]byte(`{"tool_name":"write_file","tool_input":{"file_path":"/etc/hosts","content":"x"}}`))
	require.NoError(b, err)
	in := hook.InputFrom(object)
	b.ReportAllocs()
	for b.Loop() {
		merged := aggregator.New(contract).AggregateResults(results, event, false)
		effects := effect.Of(contract, event, merged.FinalOutput)
		each := []effect.Verdict{effect.Judge(contract, results[0]), effect.Judge(contract, results[1])}
		effect.JudgeEvent(contract, event, effects, each)
		effect.Describe(contract, event, effects, in)
	}
}
