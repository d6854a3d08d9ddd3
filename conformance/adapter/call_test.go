package adapter

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
)

// The results of the protocol have the member that distinguishes them from
// others. No other member is required.
func TestCheckResult(t *testing.T) {
	for method, result := range map[string]any{
		MethodInitialize:         InitializeResult{},
		MethodSessionOpen:        struct{}{},
		MethodPlan:               PlanResult{},
		MethodFire:               FireResult{},
		MethodToolExecute:        ToolResult{},
		MethodModelGenerate:      GenerateResult{},
		MethodSystemStatus:       StatusResult{},
		MethodSystemAccess:       AccessResult{},
		MethodSystemCounters:     CountersResult{},
		MethodComponentTranslate: TranslateResult{},
		MethodComponentAggregate: AggregateResult{},
		MethodComponentChain:     ChainResult{},
		MethodBusRequest:         BusResult{},
	} {
		text, err := json.Marshal(result)
		require.NoError(t, err)
		require.NoError(t, CheckResult(method, text))
		member := markOf(method)
		if member == "" {
			continue
		}
		require.NoError(t, CheckResult(method, json.RawMessage(`{"`+member+`":null}`)))
		require.ErrorContains(t, CheckResult(method, json.RawMessage(`{}`)), "lacks "+member)
		require.ErrorContains(t, CheckResult(method, json.RawMessage(`null`)), "not an object")
	}
}
