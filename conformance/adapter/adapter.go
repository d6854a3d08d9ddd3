// Package adapter holds the protocol between the conformance harness and an
// implementation under test, version 1: methods, messages, features and faults
// as Go values, and Serve, which turns lines on a stream into calls of an
// Adapter and its results back into lines.
//
// An implementation in Go needs an Adapter and Serve. An implementation in any
// other language speaks JSON-RPC 2.0 over stdin and stdout, one message per
// line; the types of this package define the members of its messages.
//
// The package imports no hook system and judges nothing. Payloads pass through
// as unchanged JSON text: same digits, same order of keys.
package adapter

import "context"

// Version is the protocol version that this package speaks.
const Version = 1

// MaxLine is how many bytes a message may have, without its line feed.
const MaxLine = 16 << 20

// Dialect is the contract that the suite's cases are about: the specification
// of LLxprt Code.
const Dialect = "llxprt"

// The methods. All but Initialize and Shutdown may be called concurrently.
const (
	MethodInitialize         = "initialize"
	MethodSessionOpen        = "session/open"
	MethodSessionClose       = "session/close"
	MethodPlan               = "hooks/plan"
	MethodFire               = "hooks/fire"
	MethodToolExecute        = "tool/execute"
	MethodModelGenerate      = "model/generate"
	MethodSystemStatus       = "system/status"
	MethodSystemInitialize   = "system/initialize"
	MethodSystemAccess       = "system/access"
	MethodSystemCounters     = "system/counters"
	MethodComponentTranslate = "component/translate"
	MethodComponentOutput    = "component/output"
	MethodComponentAggregate = "component/aggregate"
	MethodComponentChain     = "component/chain"
	MethodBusRequest         = "bus/request"
	MethodShutdown           = "shutdown"
)

// The notifications that an adapter may send.
const (
	// NotifyLog carries a Log: a message in addition to the responses. It is
	// recorded and never judged.
	NotifyLog = "$/log"
	// NotifyHeartbeat carries a Heartbeat: a request is still being worked on.
	NotifyHeartbeat = "$/heartbeat"
)

// An Adapter drives one implementation under test. The harness calls Initialize
// first and once; after that, any number of methods at once, up to the
// MaxInFlight of the result, each with a context that ends when the harness
// stops waiting for the response.
//
// The Kind of an *Error says whose fault it is; any other error counts as the
// adapter's fault. A method that the implementation lacks returns Unsupported.
type Adapter interface {
	Initialize(ctx context.Context, p InitializeParams) (InitializeResult, error)
	// OpenSession makes a session; it must not read hooks before they are
	// needed.
	OpenSession(ctx context.Context, p OpenParams) error
	// CloseSession forgets a session. The harness calls it when no other call
	// for the session is under way.
	CloseSession(ctx context.Context, p SessionParams) error

	// Plan returns the hooks that an event would start, without starting them.
	Plan(ctx context.Context, p EventParams) (PlanResult, error)
	Fire(ctx context.Context, p EventParams) (FireResult, error)

	ExecuteTool(ctx context.Context, p ToolParams) (ToolResult, error)
	Generate(ctx context.Context, p GenerateParams) (GenerateResult, error)

	Status(ctx context.Context, p SessionParams) (StatusResult, error)
	InitializeSystem(ctx context.Context, p SessionParams) error
	Access(ctx context.Context, p AccessParams) (AccessResult, error)
	Counters(ctx context.Context, p SessionParams) (CountersResult, error)

	Translate(ctx context.Context, p TranslateParams) (TranslateResult, error)
	Output(ctx context.Context, p OutputParams) (Final, error)
	Aggregate(ctx context.Context, p AggregateParams) (AggregateResult, error)
	Chain(ctx context.Context, p ChainParams) (ChainResult, error)

	RequestByBus(ctx context.Context, p BusParams) (BusResult, error)

	// Shutdown ends the implementation; no call follows it.
	Shutdown(ctx context.Context) error
}
