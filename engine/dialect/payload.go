package dialect

import (
	"encoding/json"
	"slices"
	"strconv"
	"time"

	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// A BaseField is a field that hooks read on every event.
type BaseField struct {
	Name string
	Is   Origin
	// Sample is a plausible value, as JSON, of a field that nothing is given for.
	Sample string
	// Except are the events whose hooks do not read it.
	Except []hook.Event
}

// An Origin is where the value of a base field comes from.
type Origin string

const (
	// Invented: from the sample.
	Invented Origin = ""
	// Session is the session's id, Folder the project directory, Folders a list of
	// it alone, EventName the event's name as the agent has it.
	Session   Origin = "session"
	Folder    Origin = "folder"
	Folders   Origin = "folders"
	EventName Origin = "event"
	// Timestamp is the time as text, Milliseconds as a number since 1970.
	Timestamp    Origin = "timestamp"
	Milliseconds Origin = "milliseconds"
)

// Given is what the base fields of a payload tell of.
type Given struct {
	Session, Folder string
	Time            time.Time
}

// Payload is all that the hooks of an event read: the base fields and then the
// event's own, of which those that have the name of a base field replace it.
func (c *Contract) Payload(event hook.Event, fields *jsonvalue.Object, given Given) *jsonvalue.Object {
	whole := jsonvalue.New()
	for _, base := range c.Base {
		if !slices.Contains(base.Except, event) {
			whole.Set(base.Name, base.value(event, given))
		}
	}
	return whole.Overlay(fields)
}

func (f BaseField) value(event hook.Event, given Given) any {
	switch f.Is {
	case Session:
		return given.Session
	case Folder:
		return given.Folder
	case Folders:
		return []any{given.Folder}
	case EventName:
		return string(event)
	case Timestamp:
		return hook.Timestamp(given.Time)
	case Milliseconds:
		return json.Number(strconv.FormatInt(given.Time.UnixMilli(), 10))
	}
	return parsed(f.Sample)
}
