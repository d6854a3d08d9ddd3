package ruling_test

import (
	"testing"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/ruling"
)

// Judging costs very little compared with the process that is judged: well below 100 µs
// for an answer with a decision, a reason and a changed input.
func BenchmarkOf(b *testing.B) {
	const answer = `{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "allow",
		"permissionDecisionReason": "fine", "updatedInput": {"command": "ls -l"}, "additionalContext": "a note"}}`
	for _, contract := range dialect.Contracts() {
		row, ok := contract.Event("PreToolUse")
		if !ok || contract.Reading == nil {
			continue
		}
		b.Run(contract.Name, func(b *testing.B) {
			results := []hook.ExecutionResult{{Event: row.Name, Ending: hook.Exited, Stdout: []byte(answer)}}
			input := contract.Sample(row.Name, "Bash")
			for b.Loop() {
				ruling.Of(contract, row.Name, results, input)
			}
		})
	}
}
