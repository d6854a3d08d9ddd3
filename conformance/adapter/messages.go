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

// InitializeResult says who answers and what it can do. A profile stands for
// all its features; Features names those that are supported beside the claimed
// profiles.
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
	// TargetDir is the folder that the agent calls its project's, where that is
	// not CWD.
	TargetDir string `json:"targetDir,omitempty"`
	SessionID string `json:"sessionId"`
	// Env is laid over the adapter's own environment; null takes a variable
	// away.
	Env map[string]*string `json:"env,omitempty"`
	// Settings are merged settings: {enableHooks, hooks}.
	Settings      Object         `json:"settings,omitempty"`
	SettingsFiles []SettingsFile `json:"settingsFiles,omitempty"`
	Extensions    []Extension    `json:"extensions,omitempty"`
	// TTY says whether the session is to look interactive to hooks.
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

// EventParams name an event and what the caller has to say about it. Payload
// holds toolName, toolInput and toolResponse for the tool events; llmRequest
// and llmResponse in the SDK's shape for the model events; prompt,
// promptResponse, stopHookActive, source, reason, trigger, notificationType,
// message and details for the others.
type EventParams struct {
	Session string `json:"session"`
	Event   string `json:"event"`
	Payload Object `json:"payload"`
}

// A PlanResult says what would run. Plan is nil where nothing would.
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

// A FireResult is what came of an event, with what was logged meanwhile:
// warnings, and telemetry, which is everything below warn level.
type FireResult struct {
	Aggregated Aggregated `json:"aggregated"`
	Warnings   []Log      `json:"warnings,omitzero"`
	Telemetry  []Log      `json:"telemetry,omitzero"`
}

// An Aggregated is what the hooks of one event came to. TotalDuration is in
// milliseconds. FinalOutput is nil where no hook contributed.
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

// A ToolResult is what came of a tool call.
type ToolResult struct {
	// Executed tells whether the tool ran, InputSeen what it was given; null
	// where it did not run.
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

// A Model streams Chunks. Where AbortAfter is given, the stream breaks off with
// an error after that many chunks.
type Model struct {
	Chunks     []Object `json:"chunks"`
	AbortAfter *int     `json:"abortAfter,omitempty"`
}

// A GenerateResult is what came of a model call.
type GenerateResult struct {
	ModelCalled  bool `json:"modelCalled"`
	StreamOpened bool `json:"streamOpened"`
	// RequestSent is what the model was asked; null where it was not.
	RequestSent Object `json:"requestSent"`
	// Response is what the agent goes on with; null where there is nothing.
	Response Object `json:"response"`
	// Displayed has what the user was shown while the stream ran.
	Displayed         []Object `json:"displayed,omitzero"`
	DisplaySuppressed bool     `json:"displaySuppressed"`
	AgentStopped      bool     `json:"agentStopped"`
	StopReason        string   `json:"stopReason,omitempty"`
	AfterModelFired   bool     `json:"afterModelFired"`
	// Conversation is all text that the model reads: of the request that it was
	// sent and of the one that the agent would send next, a part a line.
	Conversation *string `json:"conversation,omitempty"`
	// ToolCalls are the names of the tools that the agent carries out because of
	// what it goes on with, in their order.
	ToolCalls []string `json:"toolCalls,omitzero"`
}
