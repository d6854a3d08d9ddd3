package explore

import (
	"encoding/json"
	"fmt"
)

// New makes the draw of a seed and a number for a world that has events.
func New(seed uint64, number int, w World) Draw {
	c := newChance(seed, number)
	d := Draw{Event: pick(c, w.Events), Env: c.one(12), Unread: c.one(4)}
	// More than half of the draws use an event whose output callers apply.
	if c.one(2) {
		d.Event = w.Events[c.IntN(min(5, len(w.Events)))]
	}
	d.Payload = c.payload(d.Event)
	hooks := 1 + c.IntN(3)
	slow := c.one(20)
	for i := range hooks {
		h := c.hook(d.Event, string(rune('a'+i)))
		h.Slow = slow && !h.Hang
		d.Hooks = append(d.Hooks, h)
	}
	for i := 0; i < hooks; {
		g := Group{Extension: w.Extensions && c.one(6), Matcher: c.matcher(d), Sequential: c.sequential()}
		for n := 1 + c.IntN(hooks-i); n > 0; n-- {
			g.Entries = append(g.Entries, c.entry(d.Hooks[i]))
			i++
		}
		d.Groups = append(d.Groups, g)
	}
	// The same command again, in its own group or in an existing one.
	if c.one(4) {
		again := c.entry(pick(c, d.Hooks))
		if c.one(2) {
			d.Groups[len(d.Groups)-1].Entries = append(d.Groups[len(d.Groups)-1].Entries, again)
		} else {
			d.Groups = append(d.Groups, Group{Extension: w.Extensions && c.one(3), Matcher: c.matcher(d), Sequential: c.sequential(), Entries: []Entry{again}})
		}
	}
	return d
}

func (c chance) sequential() json.RawMessage {
	switch c.IntN(12) {
	case 0, 1, 2, 3:
		return raw("true")
	case 4:
		return raw("false")
	case 5:
		return raw(pick(c, []string{`"true"`, "1", "null", "[]"}))
	}
	return nil
}

// matcher is a pattern, most often one that fits.
func (c chance) matcher(d Draw) json.RawMessage {
	subject := "write_file"
	for _, key := range []string{"toolName", "source", "reason", "trigger", "notificationType"} {
		if s, ok := d.Payload[key].(string); ok {
			subject = s
		}
	}
	switch c.IntN(16) {
	case 0:
		return raw(`""`)
	case 1:
		return raw(`"*"`)
	case 2:
		return raw(pick(c, []string{`" "`, `".*"`, `"file$"`, `"^write"`, `"WRITE"`, `"\\w+_\\w+"`, `"e"`, `"write_file|read_file"`, `" write_file "`, `"."`}))
	case 3:
		return raw(pick(c, []string{`"["`, `"*write"`, `"(?i)write"`, `"write("`, `"+"`}))
	case 4:
		if c.one(3) {
			return raw(pick(c, []string{"5", "null", `["write_file"]`, "true"}))
		}
		return raw(`"no_such_tool"`)
	case 5, 6, 7:
		return raw(encode(subject))
	}
	return nil
}

func (c chance) entry(h Hook) Entry {
	e := Entry{Hook: h.Name}
	if c.one(25) {
		e.Type = raw(pick(c, []string{`"plugin"`, `"shell"`, `"Command"`, "null", "5"}))
	}
	switch {
	case h.Hang:
		e.Timeout = raw(fmt.Sprint(hangLimit))
	case c.one(8):
		e.Timeout = raw(pick(c, []string{"5000", "60000", "30000.5", "0", "-1", `"5000"`, "null"}))
	}
	return e
}

// hangLimit is the timeout of a hook that does not end, in milliseconds.
const hangLimit = 150
