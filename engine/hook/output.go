package hook

import (
	"fmt"

	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/engine/jstext"
)

// An Origin says how an output was made. It determines the weight of its decision: a
// synthesised decision never overrides an explicit one.
type Origin int

const (
	// FromJSON: a JSON object on stdout at exit 0.
	FromJSON Origin = iota
	// FromPlainText: text on stdout at exit 0; its allow is synthesised
	// (HOOK-064).
	FromPlainText
	// FromRefusal: exit code 2, an explicit block that no other answer overrides
	// (HOOK-066, section 35).
	FromRefusal
	// FromFailure: the warning of a failed hook. Its allow is synthesised, and it is
	// never part of a final output (HOOK-209, INT-26).
	FromFailure
)

// An Output holds the answer of one hook, or the merged answer of several. A nil field
// is absent; a field of the wrong type counts as absent (INT-15).
//
//hooktest:impl HOOK-157
type Output struct {
	Decision       *string
	Reason         *string
	Continue       *bool
	StopReason     *string
	SuppressOutput *bool
	SystemMessage  *string
	// Specific is hookSpecificOutput; nil when absent.
	Specific *jsonvalue.Object
	// Extra holds the fields that this project does not know, as written (INT-14).
	Extra *jsonvalue.Object
	// Origin says how the output was made.
	Origin Origin
}

// The known decisions. Every other word is unknown and does not block (INT-16).
const (
	Block   = "block"
	Deny    = "deny"
	Allow   = "allow"
	Approve = "approve"
	Ask     = "ask"
)

// Blocking reports whether a decision refuses. Decisions compare exactly (INT-16); ask
// does not block (HOOK-182).
//
//hooktest:impl HOOK-182 HOOK-158 HOOK-110
func Blocking(decision string) bool { return decision == Block || decision == Deny }

// ExplicitBlock reports whether the hook itself refused: exit code 2, or a blocking
// decision in JSON at exit 0 (HOOK-110). A permissionDecision does not count
// (HOOK-171). An allow ends no chain (INT-23).
//
//hooktest:impl HOOK-110 HOOK-171 HOOK-177.1
func (o *Output) ExplicitBlock() bool {
	if o == nil || o.Origin == FromFailure || o.Origin == FromPlainText {
		return false
	}
	return o.Decision != nil && Blocking(*o.Decision)
}

// Stops reports whether the output asks the agent to stop: continue must be the boolean
// false.
func (o *Output) Stops() bool { return o != nil && o.Continue != nil && !*o.Continue }

// Object returns the output as JSON: the common fields in a fixed order, then
// hookSpecificOutput, then the unknown fields.
func (o *Output) Object() *jsonvalue.Object {
	obj := jsonvalue.New()
	setString(obj, "decision", o.Decision)
	setString(obj, "reason", o.Reason)
	setBool(obj, "continue", o.Continue)
	setString(obj, "stopReason", o.StopReason)
	setBool(obj, "suppressOutput", o.SuppressOutput)
	setString(obj, "systemMessage", o.SystemMessage)
	if o.Specific != nil {
		obj.Set("hookSpecificOutput", o.Specific)
	}
	for key, value := range o.Extra.All() {
		obj.Set(key, value)
	}
	return obj
}

func setString(o *jsonvalue.Object, key string, s *string) {
	if s != nil {
		o.Set(key, *s)
	}
}

func setBool(o *jsonvalue.Object, key string, b *bool) {
	if b != nil {
		o.Set(key, *b)
	}
}

// OutputFrom reads a hook's answer. Fields of the wrong type are dropped, with a
// warning for each (INT-15). An unknown decision gets a warning, too (INT-16). The
// output keeps no raw copy of the answer, so a merged output shows no single hook's
// answer (INT-44). The output shares the values of the object.
//
//hooktest:impl HOOK-157 HOOK-155.2 HOOK-063
func OutputFrom(obj *jsonvalue.Object) (*Output, []Warning) {
	r := fieldReader{object: obj}
	out := &Output{
		Decision:       r.decision(),
		Reason:         r.text("reason"),
		Continue:       r.boolean("continue"),
		StopReason:     r.text("stopReason"),
		SuppressOutput: r.boolean("suppressOutput"),
		SystemMessage:  r.text("systemMessage"),
		Specific:       r.specific(),
	}
	for key, value := range obj.All() {
		if commonField(key) {
			continue
		}
		if out.Extra == nil {
			out.Extra = jsonvalue.New()
		}
		out.Extra.Set(key, value)
	}
	return out, r.warnings
}

func commonField(name string) bool {
	switch name {
	case "decision", "reason", "continue", "stopReason", "suppressOutput", "systemMessage", "hookSpecificOutput":
		return true
	}
	return false
}

type fieldReader struct {
	object   *jsonvalue.Object
	warnings []Warning
}

func (r *fieldReader) wrong(path, want string, value any) {
	text := fmt.Sprintf("%s must be %s but is %s: the field counts as absent", path, want, jsonvalue.Article(jsonvalue.KindOf(value)))
	if want == boolean && (value == "true" || value == "false") {
		text += fmt.Sprintf("; did you mean %s without quotes?", value)
	}
	r.warnings = append(r.warnings, Warning{Rule: "INT-15", Text: text})
}

// boolean is the type of fields that are switches.
const boolean = "a boolean"

func (r *fieldReader) text(key string) *string {
	v, ok := r.object.Get(key)
	if !ok || v == nil {
		return nil
	}
	s, ok := v.(string)
	if !ok {
		r.wrong(key, "a string", v)
		return nil
	}
	return &s
}

func (r *fieldReader) boolean(key string) *bool {
	v, ok := r.object.Get(key)
	if !ok || v == nil {
		return nil
	}
	b, ok := v.(bool)
	if !ok {
		r.wrong(key, boolean, v)
		return nil
	}
	return &b
}

//hooktest:impl HOOK-157 HOOK-158
func (r *fieldReader) decision() *string {
	d := r.text("decision")
	if d == nil {
		return nil
	}
	r.decisionWord("decision", *d)
	return d
}

// decisionWord warns of an unknown decision (INT-16).
//
//hooktest:impl HOOK-182.1
func (r *fieldReader) decisionWord(path, word string) {
	switch word {
	case Block, Deny, Allow, Approve, Ask:
	default:
		r.warnings = append(r.warnings, Warning{
			Rule: "INT-16",
			Text: fmt.Sprintf("%s %s is not one of block, deny, allow, approve, ask: it does not block", path, jstext.Quote(word)),
		})
	}
}

// specific drops the members of hookSpecificOutput with the wrong type. The others,
// including unknown ones, stay.
func (r *fieldReader) specific() *jsonvalue.Object {
	v, ok := r.object.Get("hookSpecificOutput")
	if !ok || v == nil {
		return nil
	}
	all, ok := v.(*jsonvalue.Object)
	if !ok {
		r.wrong("hookSpecificOutput", "an object", v)
		return nil
	}
	kept := jsonvalue.New()
	for key, value := range all.All() {
		path := "hookSpecificOutput." + key
		switch key {
		case "tool_input", "llm_request", "llm_response", "toolConfig":
			if _, ok := value.(*jsonvalue.Object); !ok {
				if value != nil {
					r.wrong(path, "an object", value)
				}
				continue
			}
		case "additionalContext":
			if _, ok := value.(string); !ok {
				if value != nil {
					r.wrong(path, "a string", value)
				}
				continue
			}
		}
		kept.Set(key, value)
	}
	return kept
}
