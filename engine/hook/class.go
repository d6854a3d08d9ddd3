package hook

import (
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// A FinalOutput says what an output means for one event. It is one of the five classes
// below.
type FinalOutput interface {
	// Output returns the fields; they must not be changed.
	Output() *Output
	// Class is the class's name in the specification.
	Class() string
	// IsBlockingDecision reports whether the operation is refused.
	IsBlockingDecision() bool
	// ShouldStopExecution reports whether the agent loop must end.
	ShouldStopExecution() bool
	// EffectiveReason returns the text that explains a refusal or a stop. It is empty only
	// for an empty permissionDecisionReason (HOOK-199).
	EffectiveReason() string
	// AdditionalContext returns hookSpecificOutput.additionalContext.
	AdditionalContext() (string, bool)
	// BlockingError returns the reason of a refusal. Without a refusal, blocked is
	// false and the reason is empty.
	BlockingError() (blocked bool, reason string)
	// Warnings names the parts of the output that the class's methods ignore because
	// they are invalid; nil if there are none. It does not depend on what the output is
	// applied to. A caller logs it once.
	Warnings() []Warning
}

// NoReason explains a refusal or stop that gave no reason (INT-33).
const NoReason = "No reason provided"

// A Class is one of the output classes. An event's contract names one for the answer of
// a single hook and one for the merged answer.
type Class int

// The five classes. The zero Class is used for every event without a class of its own.
const (
	DefaultClass Class = iota
	BeforeToolClass
	BeforeModelClass
	AfterModelClass
	BeforeToolSelectionClass
)

// Of wraps an answer in the class, which gives it its meaning, such as the response
// that replaces the model's (HOOK-046) or the allowed tools (HOOK-055). A nil answer
// counts as one without fields.
//
//hooktest:impl HOOK-200
func (c Class) Of(out *Output) FinalOutput {
	switch c {
	case BeforeToolClass:
		return BeforeToolOutput{DefaultOutput{out}}
	case BeforeModelClass:
		return BeforeModelOutput{DefaultOutput{out}}
	case AfterModelClass:
		return AfterModelOutput{DefaultOutput{out}}
	case BeforeToolSelectionClass:
		return BeforeToolSelectionOutput{DefaultOutput{out}}
	}
	return DefaultOutput{out}
}

// DefaultOutput is the class of every event without a class of its own.
type DefaultOutput struct{ output *Output }

// NewDefaultOutput makes the default class. A nil output counts as one without fields,
// here and in the other classes.
func NewDefaultOutput(out *Output) DefaultOutput { return DefaultOutput{out} }

func (d DefaultOutput) Output() *Output {
	if d.output == nil {
		return &Output{}
	}
	return d.output
}

func (d DefaultOutput) Class() string { return "DefaultHookOutput" }

// IsBlockingDecision reads only the top-level decision (HOOK-016b, 158).
//
//hooktest:impl HOOK-016b HOOK-200 HOOK-213.6
func (d DefaultOutput) IsBlockingDecision() bool {
	decision := d.Output().Decision
	return decision != nil && Blocking(*decision)
}

//hooktest:impl HOOK-213 HOOK-020.1
func (d DefaultOutput) ShouldStopExecution() bool { return d.output.Stops() }

// EffectiveReason prefers reason for a refusal and stopReason for a stop
// (INT-33).
func (d DefaultOutput) EffectiveReason() string {
	return effectiveReason(d.Output(), d.IsBlockingDecision())
}

func effectiveReason(out *Output, blocking bool) string {
	first, second := out.StopReason, out.Reason
	if blocking || !out.Stops() {
		first, second = out.Reason, out.StopReason
	}
	for _, s := range []*string{first, second} {
		if s != nil && *s != "" {
			return *s
		}
	}
	return NoReason
}

// StopReason returns the text that explains a stop, even if the output also refuses:
// stopReason, else reason (INT-33). It is never empty.
func StopReason(out *Output) string { return effectiveReason(out, false) }

//hooktest:impl HOOK-027.1
func (d DefaultOutput) AdditionalContext() (string, bool) {
	return d.Output().Specific.GetString("additionalContext")
}

func (d DefaultOutput) BlockingError() (blocked bool, reason string) {
	if !d.IsBlockingDecision() {
		return false, ""
	}
	return true, d.EffectiveReason()
}

func (d DefaultOutput) Warnings() []Warning { return nil }

// BeforeToolOutput is the class of an aggregated BeforeTool answer.
type BeforeToolOutput struct{ DefaultOutput }

// NewBeforeToolOutput makes the BeforeTool class.
func NewBeforeToolOutput(out *Output) BeforeToolOutput {
	return BeforeToolOutput{DefaultOutput{out}}
}

func (b BeforeToolOutput) Class() string { return "BeforeToolHookOutput" }

// IsBlockingDecision also reads hookSpecificOutput.permissionDecision.
//
//hooktest:impl HOOK-169 HOOK-199 HOOK-200.5
func (b BeforeToolOutput) IsBlockingDecision() bool {
	if b.DefaultOutput.IsBlockingDecision() {
		return true
	}
	decision, _ := b.Output().Specific.GetString("permissionDecision")
	return Blocking(decision)
}

// EffectiveReason prefers permissionDecisionReason, if it is a string, to all others,
// even if it is empty.
//
//hooktest:impl HOOK-170 HOOK-199
func (b BeforeToolOutput) EffectiveReason() string {
	if reason, ok := b.Output().Specific.GetString("permissionDecisionReason"); ok {
		return reason
	}
	return effectiveReason(b.Output(), b.IsBlockingDecision())
}

func (b BeforeToolOutput) BlockingError() (blocked bool, reason string) {
	if !b.IsBlockingDecision() {
		return false, ""
	}
	return true, b.EffectiveReason()
}

// ModifiedToolInput returns the keys of the tool's input that the hooks changed.
//
//hooktest:impl HOOK-019
func (b BeforeToolOutput) ModifiedToolInput() (*jsonvalue.Object, bool) {
	return b.Output().Specific.GetObject("tool_input")
}

// Warnings names a permissionDecision that does not block although its author may think
// so: it is not a string, or not a known word (INT-15, INT-16).
func (b BeforeToolOutput) Warnings() []Warning {
	v, _ := b.Output().Specific.Get("permissionDecision")
	if v == nil {
		return nil
	}
	var r fieldReader
	if word, ok := v.(string); ok {
		r.decisionWord("hookSpecificOutput.permissionDecision", word)
	} else {
		r.wrong("hookSpecificOutput.permissionDecision", "a string", v)
	}
	return r.warnings
}
