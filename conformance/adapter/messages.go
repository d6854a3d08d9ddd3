package adapter

import "encoding/json"

// An Object is the text of a JSON object.
type Object json.RawMessage

// InitializeParams open the conversation.
type InitializeParams struct {
	ProtocolVersions []int  `json:"protocolVersions"`
	Harness          Party  `json:"harness"`
	Nonce            string `json:"nonce"`
}

// A Party names a program.
type Party struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// InitializeResult names the implementation and what it supports. A profile
// represents all its features; Features names those that are supported in
// addition to the claimed profiles.
type InitializeResult struct {
	ProtocolVersion int            `json:"protocolVersion"`
	Nonce           string         `json:"nonce"`
	Implementation  Implementation `json:"implementation"`
	// Dialect names the contract that the implementation follows, such as llxprt.
	Dialect  string           `json:"dialect"`
	Profiles []Profile        `json:"profiles"`
	Features map[Feature]bool `json:"features"`
	Observes []Observation    `json:"observes"`
	// MaxInFlight is how many requests may be open at once; at least 1.
	MaxInFlight int `json:"maxInFlight"`
}

// An Implementation names what is under test.
type Implementation struct {
	Name     string `json:"name"`
	Version  string `json:"version"`
	Language string `json:"language"`
	Source   string `json:"source,omitempty"`
	Commit   string `json:"commit,omitempty"`
}

// OpenParams describe a session. At most one of Settings and SettingsFiles is
// given.
type OpenParams struct {
	Session string `json:"session"`
	CWD     string `json:"cwd"`
	// TargetDir is the agent's project directory if it differs from CWD.
	TargetDir string `json:"targetDir,omitempty"`
	SessionID string `json:"sessionId"`
	// Env overrides the adapter's own environment; null removes a variable.
	Env map[string]*string `json:"env,omitempty"`
	// Settings are merged settings: {enableHooks, hooks}.
	Settings      Object         `json:"settings,omitempty"`
	SettingsFiles []SettingsFile `json:"settingsFiles,omitempty"`
	Extensions    []Extension    `json:"extensions,omitempty"`
	// TTY reports whether the session is to look interactive to hooks.
	TTY bool `json:"tty,omitempty"`
	// Unreadable, if not empty, makes the hook system's initialization fail:
	// when it reads the session's hook definitions it gets an error of this text
	// instead.
	Unreadable string `json:"unreadable,omitempty"`
}

// A SettingsFile is one settings file; Scope is project, user or system.
type SettingsFile struct {
	Scope string `json:"scope"`
	Path  string `json:"path"`
}

// An Extension brings hooks along; Hooks is any JSON value.
type Extension struct {
	Name   string          `json:"name"`
	Active bool            `json:"active"`
	Hooks  json.RawMessage `json:"hooks,omitempty"`
}

// SessionParams name a session.
type SessionParams struct {
	Session string `json:"session"`
}

// EventParams name an event and its input. Payload
// holds toolName, toolInput and toolResponse for the tool events; llmRequest
// and llmResponse in the SDK's shape for the model events; prompt,
// promptResponse, stopHookActive, source, reason, trigger, notificationType,
// message and details for the others.
type EventParams struct {
	Session string `json:"session"`
	Event   string `json:"event"`
	Payload Object `json:"payload"`
}

// A PlanResult has the hooks that would run. Plan is nil if there are none.
type PlanResult struct {
	Plan    *Plan     `json:"plan"`
	Skipped []Skipped `json:"skipped,omitzero"`
}

// A Plan has the hooks in the order in which they would run.
type Plan struct {
	Sequential bool          `json:"sequential"`
	Hooks      []PlannedHook `json:"hooks"`
}

// A PlannedHook is one entry of a plan. Timeout is in milliseconds, the default
// where the entry names none.
type PlannedHook struct {
	Type    string      `json:"type"`
	Command string      `json:"command"`
	Timeout json.Number `json:"timeout,omitempty"`
	// Source is project, user, system or extensions.
	Source  string  `json:"source"`
	Matcher *string `json:"matcher,omitempty"`
}

// Skipped is a hook of the event that a plan leaves out, and why.
type Skipped struct {
	Command string `json:"command"`
	Reason  string `json:"reason"`
}

// A FireResult is the result of an event with the log lines written meanwhile:
// warnings, and telemetry, which is everything below warn level.
type FireResult struct {
	Aggregated Aggregated `json:"aggregated"`
	Warnings   []Log      `json:"warnings,omitzero"`
	Telemetry  []Log      `json:"telemetry,omitzero"`
}

// An Aggregated is the merged result of the hooks of one event. TotalDuration is
// in milliseconds. FinalOutput is nil if no hook contributed.
type Aggregated struct {
	Success       bool        `json:"success"`
	FinalOutput   *Final      `json:"finalOutput"`
	AllOutputs    []Object    `json:"allOutputs"`
	Errors        []string    `json:"errors"`
	TotalDuration json.Number `json:"totalDuration,omitempty"`
}

// A Log is a line of text with its level: debug, info, warn or error.
type Log struct {
	Level string `json:"level"`
	Text  string `json:"text"`
}

// A Heartbeat names an open request by its id.
type Heartbeat struct {
	ID json.RawMessage `json:"id"`
}

// ToolParams describe one tool call and how the tool behaves.
type ToolParams struct {
	Session   string `json:"session"`
	ToolName  string `json:"toolName"`
	ToolInput Object `json:"toolInput"`
	Tool      Tool   `json:"tool"`
}

// A Tool either gives Result or throws an error with the text of Throws.
type Tool struct {
	Result Object  `json:"result,omitempty"`
	Throws *string `json:"throws,omitempty"`
}

// A ToolResult is the result of a tool call.
type ToolResult struct {
	// Executed reports whether the tool ran. InputSeen is its input, or null if
	// it did not run.
	Executed  bool   `json:"executed"`
	InputSeen Object `json:"inputSeen"`
	// Result is {llmContent, returnDisplay, suppressDisplay?, …}.
	Result       Object `json:"result"`
	AgentStopped bool   `json:"agentStopped"`
	StopReason   string `json:"stopReason,omitempty"`
	// Published has the results that were handed on to the agent, in order.
	Published   []Object     `json:"published,omitzero"`
	Transitions []Transition `json:"transitions,omitzero"`
	// Attempts is how often the tool was about to run, the refused time included.
	Attempts int `json:"attempts,omitempty"`
}

// A Transition is a change of a tool call's status: idle, executing.
type Transition struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// GenerateParams describe one model call and how the model behaves.
type GenerateParams struct {
	Session string `json:"session"`
	Request Object `json:"request"`
	Model   Model  `json:"model"`
}

// A Model streams Chunks. If AbortAfter is given, the stream fails with an error
// after that many chunks.
type Model struct {
	Chunks     []Object `json:"chunks"`
	AbortAfter *int     `json:"abortAfter,omitempty"`
}

// A GenerateResult is the result of a model call.
type GenerateResult struct {
	ModelCalled  bool `json:"modelCalled"`
	StreamOpened bool `json:"streamOpened"`
	// RequestSent is the request that the model got; null if it was not called.
	RequestSent Object `json:"requestSent"`
	// Response is the response that the agent uses; null if there is none.
	Response Object `json:"response"`
	// Displayed has the chunks that the user saw while the stream ran.
	Displayed         []Object `json:"displayed,omitzero"`
	DisplaySuppressed bool     `json:"displaySuppressed"`
	AgentStopped      bool     `json:"agentStopped"`
	StopReason        string   `json:"stopReason,omitempty"`
	AfterModelFired   bool     `json:"afterModelFired"`
	// Conversation is all text that the model reads, one part per line: of the
	// request that was sent and of the one that the agent would send next.
	Conversation *string `json:"conversation,omitempty"`
	// ToolCalls are the names of the tools that the agent calls because of
	// Response, in order.
	ToolCalls []string `json:"toolCalls,omitzero"`
}
