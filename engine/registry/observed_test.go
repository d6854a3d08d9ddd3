package registry_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/registry"
)

// strange returns a contract in which every kind of mistake has a different effect.
func strange(shape dialect.Shape, breaches ...dialect.Breach) *dialect.Contract {
	return &dialect.Contract{
		Name:    "strange",
		Reading: &dialect.Reading{},
		Handlers: dialect.Handlers{
			Types:   []dialect.Handler{{Type: "command", Command: true, Starts: true}, {Type: "http"}},
			Timeout: dialect.Timeout{Unit: time.Second, Units: "seconds", Default: 30 * time.Second, Milliseconds: 1000},
		},
		Events:   []dialect.Event{{Name: "Before"}, {Name: "After"}},
		Settings: dialect.Settings{Shape: shape, Breaches: breaches},
	}
}

// readBy returns the commands of both events that were read, and the warnings.
func readBy(t *testing.T, contract *dialect.Contract, files ...string) (read []string, warnings []string) {
	t.Helper()
	var nodes []*document.Node
	for i, text := range files {
		nodes = append(nodes, parse(t, fmt.Sprintf("%d.json", i+1), text))
	}
	r := registry.New(contract, nil)
	r.Initialize(nodes, nil)
	for _, event := range []hook.Event{"Before", "After"} {
		entries, err := r.Hooks(event)
		require.NoError(t, err)
		for _, entry := range entries {
			read = append(read, fmt.Sprintf("%s %s %v", event, entry.Command, entry.Timeout))
		}
	}
	for _, w := range r.Warnings() {
		warnings = append(warnings, fmt.Sprintf("%s: %s (%s)", w.Position, w.Text, w.Rule))
	}
	return read, warnings
}

// Of two events with the same name the last one counts, for all agents (INT-14). Faults
// in the first have no effect.
func TestAnEventThatIsThereTwice(t *testing.T) {
	const entry = `[{"hooks": [{"type": "command", "command": "%s"}]}]`
	read, warnings := readBy(t, strange(dialect.Shape{}), fmt.Sprintf(`{"Before": `+entry+`, "After": 1, "Before": `+entry+`, "After": []}`, "first", "last"))
	assert.Equal(t, []string{"Before last 30s"}, read)
	assert.Empty(t, warnings)
}

// What one mistake disables, in a file with a neighbour in the same group, one in
// another group, one of another event, and one in another file.
func TestWhatAMistakeTakesAlong(t *testing.T) {
	const neighbours = `{"After": [{"hooks": [{"type": "command", "command": "other event"}]}],
		"Before": [{"hooks": [{"type": "command", "command": "other group"}]}, %s]}`
	group := func(hooks string) string {
		return `{"hooks": [{"type": "command", "command": "beside"}, ` + hooks + `]}`
	}
	all := []string{"Before other group 30s", "Before beside 30s", "Before other file 30s", "After other event 30s"}
	tests := []struct {
		name, item string
		what       dialect.Wrong
		loses      dialect.Loss
		want       []string
	}{
		{"a hook of an unknown type costs itself", group(`{"type": "wasm"}`), dialect.WrongType, dialect.LosesHook, all},
		{"or its group", group(`{"type": "wasm"}`), dialect.WrongType, dialect.LosesGroup, []string{all[0], all[2], all[3]}},
		{"or its event", group(`{"type": "wasm"}`), dialect.WrongType, dialect.LosesEvent, []string{all[2], all[3]}},
		{"or its file", group(`{"type": "wasm"}`), dialect.WrongType, dialect.LosesFile, []string{all[2]}},
		{"a missing type", group(`{"command": "x"}`), dialect.NoType, dialect.LosesFile, []string{all[2]}},
		{"a missing command", group(`{"type": "command"}`), dialect.NoCommand, dialect.LosesFile, []string{all[2]}},
		{"an empty command", group(`{"type": "command", "command": ""}`), dialect.NoCommand, dialect.LosesFile, []string{all[2]}},
		{"a timeout that is a text", group(`{"type": "command", "command": "x", "timeout": "60"}`), dialect.WrongTimeout, dialect.LosesFile, []string{all[2]}},
		{"a timeout of nothing", group(`{"type": "command", "command": "x", "timeout": 0}`), dialect.WrongTimeout, dialect.LosesHook, all},
		{"a timeout that costs nothing is the default", group(`{"type": "command", "command": "x", "timeout": -1}`), dialect.WrongTimeout, dialect.LosesNothing,
			[]string{all[0], all[1], "Before x 30s", all[2], all[3]}},
		{"a matcher that is a number", `{"matcher": 1, "hooks": [{"type": "command", "command": "x"}]}`, dialect.WrongMatcher, dialect.LosesFile, []string{all[2]}},
		{"a matcher of null may match all", `{"matcher": null, "hooks": [{"type": "command", "command": "x"}]}`, dialect.NullMatcher, dialect.LosesNothing,
			[]string{all[0], "Before x 30s", all[2], all[3]}},
		{"a hook where a group belongs", `{"type": "command", "command": "x"}`, dialect.WrongKind, dialect.LosesFile, []string{all[2]}},
		{"a text where a group belongs", `"x"`, dialect.WrongKind, dialect.LosesEvent, []string{all[2], all[3]}},
		{"a text where a hook belongs", group(`"x"`), dialect.WrongKind, dialect.LosesGroup, []string{all[0], all[2], all[3]}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			contract := strange(dialect.Shape{}, dialect.Breach{What: tt.what, Events: []hook.Event{"Before"}, Loses: tt.loses, Fact: "strange.fact"})
			read, warnings := readBy(t, contract, fmt.Sprintf(neighbours, tt.item), `{"Before": [{"hooks": [{"type": "command", "command": "other file"}]}]}`)
			assert.Equal(t, tt.want, read)
			if tt.loses == dialect.LosesNothing {
				assert.Empty(t, warnings)
				return
			}
			require.Len(t, warnings, 1)
			assert.Contains(t, warnings[0], "1.json:2:", "it names the place")
			assert.Contains(t, warnings[0], "(strange.fact)")
		})
	}
}

// The first breach for the event defines what is lost. A hook with a fault without an
// observation is kept, with nothing to start.
func TestWhichBreachCounts(t *testing.T) {
	contract := strange(dialect.Shape{},
		dialect.Breach{What: dialect.WrongType, Events: []hook.Event{"Before"}, Loses: dialect.LosesFile, Fact: "strange.guard"},
		dialect.Breach{What: dialect.WrongType, Loses: dialect.LosesGroup, Fact: "strange.other"})
	const text = `{%q: [{"hooks": [{"type": "wasm"}, {"type": "command", "command": "x"}]}], %q: [{"hooks": [{"type": "command", "command": "y"}]}]}`
	read, _ := readBy(t, contract, fmt.Sprintf(text, "Before", "After"))
	assert.Empty(t, read)
	read, _ = readBy(t, contract, fmt.Sprintf(text, "After", "Before"))
	assert.Equal(t, []string{"Before y 30s"}, read)
	read, _ = readBy(t, strange(dialect.Shape{}), fmt.Sprintf(text, "After", "Before"))
	assert.Equal(t, []string{"Before y 30s", "After  30s", "After x 30s"}, read)
}

func TestAnUnknownEventCostsWhatTheContractSays(t *testing.T) {
	const text = `{"Beforre": [{"hooks": [{"type": "command", "command": "x"}]}], "After": [{"hooks": [{"type": "command", "command": "y"}]}]}`
	read, warnings := readBy(t, strange(dialect.Shape{}, dialect.Breach{What: dialect.WrongEvent, Loses: dialect.LosesNothing, Fact: "strange.event"}), text)
	assert.Equal(t, []string{"After y 30s"}, read)
	assert.Equal(t, []string{`1.json:1:2: hooks.Beforre: unknown event, did you mean "Before": it changes nothing (strange.event)`}, warnings)
	read, _ = readBy(t, strange(dialect.Shape{}, dialect.Breach{What: dialect.WrongEvent, Loses: dialect.LosesFile}), text)
	assert.Empty(t, read, "one parser refuses the whole file")
}

// Fields and shapes that differ from agent to agent.
func TestShapes(t *testing.T) {
	flat := dialect.Shape{Flat: true, Command: []string{"bash", "command"}, Timeout: []string{"timeoutSec"}, Type: "command"}
	read, warnings := readBy(t, strange(flat), `{"Before": [
		{"bash": "a", "timeoutSec": 2}, {"type": "command", "command": "b", "timeout": 9}, {"type": "http", "matcher": "x"}]}`)
	assert.Empty(t, warnings)
	assert.Equal(t, []string{"Before a 2s", "Before b 30s", "Before  30s"}, read)
	read, _ = readBy(t, strange(dialect.Shape{}), `{"Before": [{"hooks": [
		{"type": "command", "command": "short", "timeout": 999}, {"type": "command", "command": "long", "timeout": 1000}, {"type": "command", "command": "half", "timeout": 0.5}]}]}`)
	assert.Equal(t, []string{"Before short 16m39s", "Before long 1s", "Before half 500ms"}, read, "from 1000 on the number counts milliseconds")
}

// Hooks in one list that name their own events, with their action in an object of its
// own. What a mistake costs is not known, so that its hook is kept, with nothing to start.
func TestHooksThatNameTheirEvents(t *testing.T) {
	shape := dialect.Shape{Event: "trigger", Action: "action", Enabled: "enabled"}
	unread := []string{"Before  30s", "Before  30s", "After y 2s"}
	left := unread[1:]
	tests := []struct {
		name, hooks, warns string
		read               []string
	}{
		{"an event that there is not", `{"trigger": "Befor", "action": {"type": "command", "command": "x"}}`, `hooks[1].trigger: unknown event, did you mean "Before"`, left},
		{"no event", `{"action": {"type": "command", "command": "x"}}`, "hooks[1]: trigger is missing", left},
		{"an event that is not a text", `{"trigger": 1, "action": {"type": "command", "command": "x"}}`, "hooks[1]: trigger is missing", left},
		{"no action", `{"trigger": "Before", "command": "x"}`, "hooks[1]: action is missing", unread},
		{"an action without a type", `{"trigger": "Before", "action": {"command": "x"}}`, "hooks[1].action: type is missing", unread},
		{"an action without a command", `{"trigger": "Before", "action": {"type": "command"}}`, "hooks[1].action: the command is missing", unread},
		{"one that is switched off", `{"trigger": "Before", "action": {"type": "command", "command": "x"}, "enabled": false}`, "", left},
		{"a timeout that is not a number", `{"trigger": "Before", "action": {"type": "command", "command": "x"}, "timeout": "1"}`, "hooks[1].timeout: must be a number", append([]string{"Before x 30s"}, left...)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			read, warnings := readBy(t, strange(shape), `[{"trigger": "After", "timeout": 2, "action": {"type": "command", "command": "y"}}, `+tt.hooks+`, {"trigger": "Before", "enabled": true, "action": {"type": "http"}}]`)
			assert.Equal(t, tt.read, read)
			if tt.warns == "" {
				assert.Empty(t, warnings)
				return
			}
			require.Len(t, warnings, 1)
			assert.Contains(t, warnings[0], tt.warns)
		})
	}
	_, warnings := readBy(t, strange(shape), `{"Before": []}`)
	require.Len(t, warnings, 1)
	assert.Contains(t, warnings[0], "hooks: must be an array of hooks, not an object")
	read, warnings := readBy(t, strange(dialect.Shape{OtherKeys: []string{"enabled"}}), `{"enabled": true, "Before": [{"hooks": [{"type": "command", "command": "x"}]}]}`)
	assert.Equal(t, []string{"Before x 30s"}, read)
	assert.Empty(t, warnings, "a name next to the events is not an event")
}

// If most hooks are in groups, one may be outside. A fault disables only that one, even
// if it would disable more in a group.
func TestHooksWithoutAGroup(t *testing.T) {
	contract := strange(dialect.Shape{Lone: dialect.LosesHook, Elsewhere: []string{"before"}},
		dialect.Breach{What: dialect.NoType, Loses: dialect.LosesFile}, dialect.Breach{What: dialect.WrongKind, Loses: dialect.LosesFile})
	for _, tt := range []struct {
		name, hooks string
		read        []string
		warns       string
	}{
		{"next to a group", `{"type": "command", "command": "x", "timeout": 2}, {"hooks": [{"type": "command", "command": "y"}]}`, []string{"Before x 2s", "Before y 30s"}, ""},
		{"without a type", `{"command": "x"}, {"hooks": [{"type": "command", "command": "y"}]}`, []string{"Before y 30s"}, "Before[0]: type is missing, it must be \"command\" or \"http\": the hook is dropped"},
		{"without a type, in a group", `{"type": "command", "command": "x"}, {"hooks": [{"command": "y"}]}`, nil, "no hook of this file applies"},
		{"a group whose hooks are not a list", `{"hooks": {}}, {"type": "command", "command": "x"}`, nil, "no hook of this file applies"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			read, warnings := readBy(t, contract, `{"before": [{"nobody": "knows"}], "Before": [`+tt.hooks+`]}`)
			assert.Equal(t, tt.read, read)
			assert.Contains(t, strings.Join(warnings, "\n"), tt.warns)
			assert.Equal(t, tt.warns == "", len(warnings) == 0, "%q: events of another contract cause no warning", warnings)
		})
	}
}
