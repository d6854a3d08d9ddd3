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
	// Sample is a plausible JSON value, used if the caller gives none.
	Sample string
	// Except are the events whose hooks do not read it.
	Except []hook.Event
}

// An Origin is where the value of a base field comes from.
type Origin string

const (
	// Invented: from the sample.
	Invented Origin = ""
	// Session is the session's id, Folder the project directory, Folders a list with
	// only that directory, EventName the agent's name of the event.
	Session   Origin = "session"
	Folder    Origin = "folder"
	Folders   Origin = "folders"
	EventName Origin = "event"
	// Timestamp is the time as text, Milliseconds as a number since 1970.
	Timestamp    Origin = "timestamp"
	Milliseconds Origin = "milliseconds"
)

// Given holds the values for the base fields of a payload.
type Given struct {
	Session, Folder string
	Time            time.Time
}

// Payload returns the whole input of an event's hooks: the base fields, then the
// event's own. An event field replaces a base field of the same name.
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
