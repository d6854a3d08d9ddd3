package adapter

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
)

// initialize agrees on the version. It runs before everything else.
func (s *server) initialize(params json.RawMessage, again bool) (any, error) {
	if again {
		return nil, invalidRequest("%s was already answered", MethodInitialize)
	}
	var p InitializeParams
	if err := decode(params, &p); err != nil {
		return nil, err
	}
	if !slices.Contains(p.ProtocolVersions, Version) {
		return nil, InvalidParams("protocolVersions %v has no version that is spoken here, which is %d", p.ProtocolVersions, Version)
	}
	result, err := protect(func() (any, error) {
		result, err := s.adapter.Initialize(s.work, p)
		if err != nil {
			return nil, err
		}
		if err := result.Check(); err != nil {
			return nil, fmt.Errorf("the adapter describes itself wrongly: %w", err)
		}
		s.slots = make(chan struct{}, result.MaxInFlight)
		return result, nil
	})
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	s.initialized = true
	s.mu.Unlock()
	return result, nil
}

// A call is a decoded request.
type call struct {
	// session is empty for a method that concerns none.
	session string
	do      func(context.Context) (any, error)
}

// A method describes one method of the protocol.
type method struct {
	name string
	// mark is the required member that distinguishes its result from other
	// results; empty if there is none.
	mark string
	// bind decodes the parameters; nil for a method that the server answers itself.
	bind func(Adapter, json.RawMessage) (call, error)
}

func methods() []method {
	return []method{
		{MethodInitialize, "protocolVersion", nil},
		{MethodSessionOpen, "", silently(Adapter.OpenSession, func(p OpenParams) string { return p.Session })},
		{MethodSessionClose, "", silently(Adapter.CloseSession, SessionParams.session)},
		{MethodPlan, "plan", bind(Adapter.Plan, EventParams.session)},
		{MethodFire, "aggregated", bind(Adapter.Fire, EventParams.session)},
		{MethodToolExecute, "executed", bind(Adapter.ExecuteTool, func(p ToolParams) string { return p.Session })},
		{MethodModelGenerate, "modelCalled", bind(Adapter.Generate, func(p GenerateParams) string { return p.Session })},
		{MethodSystemStatus, "hookSystem", bind(Adapter.Status, SessionParams.session)},
		{MethodSystemInitialize, "", silently(Adapter.InitializeSystem, SessionParams.session)},
		{MethodSystemAccess, "", bind(Adapter.Access, func(p AccessParams) string { return p.Session })},
		{MethodSystemCounters, "", bind(Adapter.Counters, SessionParams.session)},
		{MethodComponentTranslate, "value", bind(Adapter.Translate, none[TranslateParams])},
		{MethodComponentOutput, "", bind(Adapter.Output, none[OutputParams])},
		{MethodComponentAggregate, "aggregated", bind(Adapter.Aggregate, none[AggregateParams])},
		{MethodComponentChain, "input", bind(Adapter.Chain, none[ChainParams])},
		{MethodBusRequest, "success", bind(Adapter.RequestByBus, func(p BusParams) string { return p.Session })},
		{MethodShutdown, "", nil},
	}
}

// call decodes the parameters of a method.
func (s *server) call(name string, params json.RawMessage) (call, error) {
	var names []string
	for _, m := range methods() {
		if m.name == name && m.bind != nil {
			return m.bind(s.adapter, params)
		}
		names = append(names, m.name)
	}
	return call{}, &Error{Code: CodeMethodNotFound, Message: fmt.Sprintf("unknown method %q%s", name, didYouMean(name, names))}
}

// CheckResult returns an error unless the result is an object with the member
// that the method's results require. It catches an answer under another
// request's id.
func CheckResult(name string, result json.RawMessage) error {
	var object map[string]json.RawMessage
	if err := json.Unmarshal(result, &object); err != nil || object == nil {
		return fmt.Errorf("the result of %s is not an object: %s", name, Excerpt(result))
	}
	mark := markOf(name)
	if _, ok := object[mark]; !ok && mark != "" {
		return fmt.Errorf("the result of %s lacks %s: %s", name, mark, Excerpt(result))
	}
	return nil
}

func markOf(name string) string {
	i := slices.IndexFunc(methods(), func(m method) bool { return m.name == name })
	if i < 0 {
		return ""
	}
	return methods()[i].mark
}

func (p SessionParams) session() string { return p.Session }

func (p EventParams) session() string { return p.Session }

func none[P any](P) string { return "" }

// bind has a method decode its parameters and carry out what they ask for.
func bind[P, R any](do func(Adapter, context.Context, P) (R, error), session func(P) string) func(Adapter, json.RawMessage) (call, error) {
	return func(a Adapter, params json.RawMessage) (call, error) {
		var p P
		if err := decode(params, &p); err != nil {
			return call{}, err
		}
		return call{session: session(p), do: func(ctx context.Context) (any, error) { return do(a, ctx, p) }}, nil
	}
}

// silently is bind for a method with an empty result.
func silently[P any](do func(Adapter, context.Context, P) error, session func(P) string) func(Adapter, json.RawMessage) (call, error) {
	return bind(func(a Adapter, ctx context.Context, p P) (struct{}, error) { return struct{}{}, do(a, ctx, p) }, session)
}
