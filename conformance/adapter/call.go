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

// call decodes the parameters of a method.
func (s *server) call(method string, params json.RawMessage) (call, error) {
	a := s.adapter
	switch method {
	case MethodSessionOpen:
		return bind(params, func(ctx context.Context, p OpenParams) (any, error) {
			return struct{}{}, a.OpenSession(ctx, p)
		}, func(p OpenParams) string { return p.Session })
	case MethodSessionClose:
		return bind(params, func(ctx context.Context, p SessionParams) (any, error) {
			return struct{}{}, a.CloseSession(ctx, p)
		}, SessionParams.session)
	case MethodPlan:
		return bind(params, lift(a.Plan), EventParams.session)
	case MethodFire:
		return bind(params, lift(a.Fire), EventParams.session)
	case MethodToolExecute:
		return bind(params, lift(a.ExecuteTool), func(p ToolParams) string { return p.Session })
	case MethodModelGenerate:
		return bind(params, lift(a.Generate), func(p GenerateParams) string { return p.Session })
	case MethodSystemStatus:
		return bind(params, lift(a.Status), SessionParams.session)
	case MethodSystemInitialize:
		return bind(params, func(ctx context.Context, p SessionParams) (any, error) {
			return struct{}{}, a.InitializeSystem(ctx, p)
		}, SessionParams.session)
	case MethodSystemAccess:
		return bind(params, lift(a.Access), func(p AccessParams) string { return p.Session })
	case MethodSystemCounters:
		return bind(params, lift(a.Counters), SessionParams.session)
	case MethodComponentTranslate:
		return bind(params, lift(a.Translate), none[TranslateParams])
	case MethodComponentOutput:
		return bind(params, lift(a.Output), none[OutputParams])
	case MethodComponentAggregate:
		return bind(params, lift(a.Aggregate), none[AggregateParams])
	case MethodComponentChain:
		return bind(params, lift(a.Chain), none[ChainParams])
	case MethodBusRequest:
		return bind(params, lift(a.RequestByBus), func(p BusParams) string { return p.Session })
	}
	return call{}, &Error{Code: CodeMethodNotFound, Message: fmt.Sprintf("unknown method %q%s", method, didYouMean(method, methods()))}
}

func methods() []string {
	return []string{
		MethodInitialize, MethodSessionOpen, MethodSessionClose, MethodPlan, MethodFire, MethodToolExecute,
		MethodModelGenerate, MethodSystemStatus, MethodSystemInitialize, MethodSystemAccess, MethodSystemCounters,
		MethodComponentTranslate, MethodComponentOutput, MethodComponentAggregate, MethodComponentChain,
		MethodBusRequest, MethodShutdown,
	}
}

func (p SessionParams) session() string { return p.Session }

func (p EventParams) session() string { return p.Session }

func none[P any](P) string { return "" }

// lift hides the type of a result.
func lift[P, R any](f func(context.Context, P) (R, error)) func(context.Context, P) (any, error) {
	return func(ctx context.Context, p P) (any, error) { return f(ctx, p) }
}

func bind[P any](params json.RawMessage, do func(context.Context, P) (any, error), session func(P) string) (call, error) {
	var p P
	if err := decode(params, &p); err != nil {
		return call{}, err
	}
	return call{
		session: session(p),
		do:      func(ctx context.Context) (any, error) { return do(ctx, p) },
	}, nil
}
