package builtin

import (
	"context"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/engine/bus"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// RequestByBus has the engine's bridge answer one request. A request without a
// correlation id, which no bus could answer, is refused here with an empty id
// (INT-44).
func (a *engineAdapter) RequestByBus(ctx context.Context, p adapter.BusParams) (adapter.BusResult, error) {
	s, err := a.session(p.Session)
	if err != nil {
		return adapter.BusResult{}, err
	}
	request := jsonvalue.New()
	for _, member := range []struct {
		name string
		text []byte
	}{{"correlationId", p.CorrelationID}, {"eventName", p.EventName}, {"input", p.Input}} {
		if len(member.text) == 0 {
			continue
		}
		value, err := jsonvalue.Parse(member.text)
		if err != nil {
			return adapter.BusResult{}, adapter.InvalidParams("%s: %v", member.name, err)
		}
		request.Set(member.name, value)
	}
	var response *jsonvalue.Object
	err = forward(ctx, func(ctx context.Context) {
		response, _ = bus.NewBridge(s.config).Answer(ctx, request)
	})
	if err != nil {
		return adapter.BusResult{}, err
	}
	return busResult(response), nil
}

func busResult(response *jsonvalue.Object) adapter.BusResult {
	var result adapter.BusResult
	result.CorrelationID, _ = response.GetString("correlationId")
	result.Success, _ = response.GetBool("success")
	if output, ok := response.GetObject("output"); ok {
		result.Output = text(output)
	}
	if fault, ok := response.GetObject("error"); ok {
		result.Error = &adapter.BusError{}
		result.Error.Code, _ = fault.GetString("code")
		result.Error.Message, _ = fault.GetString("message")
	}
	return result
}
