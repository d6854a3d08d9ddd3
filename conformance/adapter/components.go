package adapter

import "encoding/json"

// A StatusResult is the state that a session's hook system reports; HookSystem
// is nil if the session has none.
type StatusResult struct {
	HookSystem *Status `json:"hookSystem"`
}

// A Status is the state of a hook system.
type Status struct {
	Initialized bool `json:"initialized"`
	TotalHooks  int  `json:"totalHooks"`
}

// AccessParams name an accessor of the hook system: registry or eventHandler.
type AccessParams struct {
	Session string `json:"session"`
	What    string `json:"what"`
}

// The accessors.
const (
	AccessRegistry     = "registry"
	AccessEventHandler = "eventHandler"
)

// An AccessResult has either OK or the error that the accessor threw.
type AccessResult struct {
	OK    bool         `json:"ok,omitempty"`
	Error *AccessError `json:"error,omitempty"`
}

// An AccessError is an error with the name of its class.
type AccessError struct {
	Class   string `json:"class"`
	Message string `json:"message"`
}

// A CountersResult counts what a session's hook system has done so far.
type CountersResult struct {
	RegistryInitializations int          `json:"registryInitializations"`
	ProcessesStarted        int64        `json:"processesStarted"`
	Constructed             *Constructed `json:"constructed,omitempty"`
}

// Constructed counts the parts that were made for a session.
type Constructed struct {
	Registry     int `json:"registry"`
	Planner      int `json:"planner"`
	Runner       int `json:"runner"`
	Aggregator   int `json:"aggregator"`
	EventHandler int `json:"eventHandler"`
}

// The directions of component/translate.
const (
	ToHookLLMRequest    = "toHookLLMRequest"
	FromHookLLMRequest  = "fromHookLLMRequest"
	ToHookLLMResponse   = "toHookLLMResponse"
	FromHookLLMResponse = "fromHookLLMResponse"
	ToHookToolConfig    = "toHookToolConfig"
	FromHookToolConfig  = "fromHookToolConfig"
)

// TranslateParams hold a value to translate. Base is the SDK value that a
// translation back to the SDK starts from.
type TranslateParams struct {
	Direction string          `json:"direction"`
	Value     json.RawMessage `json:"value"`
	Base      Object          `json:"base,omitempty"`
}

// A TranslateResult has the translated value, or null without one.
type TranslateResult struct {
	Value Object `json:"value"`
}

// The ways in which component/output makes an output.
const (
	// MakeCreate is createHookOutput.
	MakeCreate = "create"
	// MakeSpecific is the aggregator's createSpecificHookOutput.
	MakeSpecific = "specific"
	// MakeClass is the constructor of the class that OutputParams.Class names.
	MakeClass = "class"
)

// The output classes.
const (
	ClassDefault             = "DefaultHookOutput"
	ClassBeforeTool          = "BeforeToolHookOutput"
	ClassBeforeModel         = "BeforeModelHookOutput"
	ClassAfterModel          = "AfterModelHookOutput"
	ClassBeforeToolSelection = "BeforeToolSelectionHookOutput"
)

// OutputParams describe an output object to make of Data. Class is needed for
// make class, Event for the other two.
type OutputParams struct {
	Make  string `json:"make"`
	Class string `json:"class,omitempty"`
	Event string `json:"event,omitempty"`
	Data  Object `json:"data"`
	On    *On    `json:"on,omitempty"`
}

// On holds the SDK values that an output's methods are applied to. ToolConfig
// and Tools go together; where neither is given, the request's own are used.
type On struct {
	Request    Object          `json:"request,omitempty"`
	Response   Object          `json:"response,omitempty"`
	ToolConfig Object          `json:"toolConfig,omitempty"`
	Tools      json.RawMessage `json:"tools,omitempty"`
}

// A Final is an output with the return values of its class's methods. Common
// fields that the output lacks are omitted.
type Final struct {
	Decision           *string `json:"decision,omitempty"`
	Reason             *string `json:"reason,omitempty"`
	Continue           *bool   `json:"continue,omitempty"`
	StopReason         *string `json:"stopReason,omitempty"`
	SuppressOutput     *bool   `json:"suppressOutput,omitempty"`
	SystemMessage      *string `json:"systemMessage,omitempty"`
	HookSpecificOutput Object  `json:"hookSpecificOutput,omitempty"`

	Class           string `json:"class"`
	Blocking        bool   `json:"blocking"`
	Stopping        bool   `json:"stopping"`
	EffectiveReason string `json:"effectiveReason"`
	// AdditionalContext is null if the output has none.
	AdditionalContext *string `json:"additionalContext"`

	// The members below are present only if the class has such a method and the
	// method returns a value.
	ModifiedToolInput Object `json:"modifiedToolInput,omitempty"`
	SyntheticResponse Object `json:"syntheticResponse,omitempty"`
	ModifiedResponse  Object `json:"modifiedResponse,omitempty"`
	// AppliedRequest is the payload's request as the output changes it.
	AppliedRequest Object `json:"appliedRequest,omitempty"`
	// AppliedToolConfig is the payload's tool selection as the output changes
	// it.
	AppliedToolConfig *ToolSelection `json:"appliedToolConfig,omitempty"`
}

// A ToolSelection is a tool configuration together with its tool definitions.
type ToolSelection struct {
	ToolConfig Object          `json:"toolConfig,omitempty"`
	Tools      json.RawMessage `json:"tools,omitempty"`
}

// AggregateParams hold what the hooks of one event gave, in their order.
type AggregateParams struct {
	Event   string            `json:"event"`
	Results []ExecutionResult `json:"results"`
}

// An ExecutionResult is the result of one hook. Output is any JSON value; one
// that is not an object is malformed. Duration is in milliseconds.
type ExecutionResult struct {
	Success  bool            `json:"success"`
	Output   json.RawMessage `json:"output,omitempty"`
	Error    *string         `json:"error,omitempty"`
	Duration json.Number     `json:"duration"`
	ExitCode *int            `json:"exitCode,omitempty"`
}

// An AggregateResult has the merged result.
type AggregateResult struct {
	Aggregated Aggregated `json:"aggregated"`
}

// ChainParams hold a hook's input and the output of the hook before it.
type ChainParams struct {
	Event  string `json:"event"`
	Input  Object `json:"input"`
	Output Object `json:"output"`
}

// A ChainResult has the input that the next hook gets.
type ChainResult struct {
	Input Object `json:"input"`
}

// BusParams are the unchecked payload of a HOOK_EXECUTION_REQUEST: the
// implementation has to refuse missing members and members of the wrong type.
type BusParams struct {
	Session       string          `json:"session"`
	CorrelationID json.RawMessage `json:"correlationId,omitempty"`
	EventName     json.RawMessage `json:"eventName,omitempty"`
	Input         json.RawMessage `json:"input,omitempty"`
}

// A BusResult is the payload of a HOOK_EXECUTION_RESPONSE.
type BusResult struct {
	CorrelationID string    `json:"correlationId"`
	Success       bool      `json:"success"`
	Output        Object    `json:"output,omitempty"`
	Error         *BusError `json:"error,omitempty"`
}

// A BusError says why a request was refused.
type BusError struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}
