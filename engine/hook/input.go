package hook

import (
	"time"

	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// timestampLayout is what JavaScript's Date.prototype.toISOString writes:
// UTC with milliseconds and a literal Z (INT-11).
const timestampLayout = "2006-01-02T15:04:05.000Z"

// Timestamp formats t as hooks read it.
//
//hooktest:impl HOOK-215.3 HOOK-144.3
func Timestamp(t time.Time) string { return t.UTC().Format(timestampLayout) }

// A Base holds the fields that every hook reads, on all events.
type Base struct {
	SessionID      string
	TranscriptPath string
	CWD            string
	Event          Event
	Time           time.Time
}

// An Input is the JSON object that a hook reads on stdin. Inputs are values: With
// returns a changed copy and does not change the receiver, so parallel hooks may share
// one.
type Input struct {
	object *jsonvalue.Object
	// raw is the text that hooks read of an input made by Whole, folder the directory
	// in which they then run.
	raw    []byte
	folder string
}

// NewInput makes an input with the base fields first (HOOK-215), then the members in
// order. A member with the name of a base field does not replace it.
//
//hooktest:impl HOOK-062 HOOK-044 HOOK-054
func NewInput(b Base, members ...jsonvalue.Member) Input {
	o := jsonvalue.New(
		jsonvalue.Member{Key: "session_id", Value: b.SessionID},
		jsonvalue.Member{Key: "transcript_path", Value: b.TranscriptPath},
		jsonvalue.Member{Key: "cwd", Value: b.CWD},
		jsonvalue.Member{Key: "hook_event_name", Value: string(b.Event)},
		jsonvalue.Member{Key: "timestamp", Value: Timestamp(b.Time)},
	)
	for _, m := range members {
		if !BaseField(m.Key) {
			o.Set(m.Key, m.Value)
		}
	}
	return Input{object: o}
}

// InputFrom makes an input from an object as it is, such as one that a hook has read.
// Nothing is added. The caller must not change the object afterwards.
func InputFrom(o *jsonvalue.Object) Input { return Input{object: o} }

// Whole makes an input from a payload that hooks read byte for byte. They run in the
// folder, even if the payload's cwd differs.
func Whole(raw []byte, o *jsonvalue.Object, folder string) Input {
	return Input{object: o, raw: raw, folder: folder}
}

// BaseField reports whether every input has the named field, with its value from the
// session (HOOK-215).
func BaseField(name string) bool {
	switch name {
	case "session_id", "transcript_path", "cwd", "hook_event_name", "timestamp":
		return true
	}
	return false
}

// Object returns the input's fields; they must not be changed.
func (in Input) Object() *jsonvalue.Object { return in.object }

// CWD returns the directory in which the hook runs.
func (in Input) CWD() string {
	if in.folder != "" {
		return in.folder
	}
	cwd, _ := in.object.GetString("cwd")
	return cwd
}

// With returns a copy in which the field has the value.
func (in Input) With(field string, value any) Input {
	return Input{object: in.object.Overlay(jsonvalue.New(jsonvalue.Member{Key: field, Value: value})), folder: in.folder}
}

// Bytes returns what the hook reads: one JSON object in UTF-8, without HTML escaping
// and without a final newline (HOOK-061, INT-11).
//
//hooktest:impl HOOK-061 HOOK-155
func (in Input) Bytes() []byte {
	if in.raw != nil {
		return in.raw
	}
	return jsonvalue.Marshal(in.object)
}
