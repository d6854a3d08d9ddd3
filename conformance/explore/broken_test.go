package explore_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/explore"
	"github.com/hooktest/hooktest/internal/portion"
)

// value is JSON as a test changes it.
func value(text []byte) map[string]any {
	var v map[string]any
	_ = json.Unmarshal(text, &v)
	return v
}

// groups changes the groups of the settings that a session is opened with.
func groups(change func(group map[string]any)) func(string, json.RawMessage) any {
	return func(method string, params json.RawMessage) any {
		if method != adapter.MethodSessionOpen {
			return params
		}
		p := value(params)
		for _, list := range p["settings"].(map[string]any)["hooks"].(map[string]any) {
			for _, group := range list.([]any) {
				change(group.(map[string]any))
			}
		}
		return p
	}
}

// fired changes the result of a firing.
func fired(change func(aggregated map[string]any)) func(string, json.RawMessage) any {
	return func(method string, result json.RawMessage) any {
		if method != adapter.MethodFire {
			return result
		}
		r := value(result)
		change(r["aggregated"].(map[string]any))
		return r
	}
}

// final changes the final output if there is one.
func final(change func(output map[string]any)) func(string, json.RawMessage) any {
	return fired(func(aggregated map[string]any) {
		if output, ok := aggregated["finalOutput"].(map[string]any); ok {
			change(output)
		}
	})
}

// An implementation with one fault is found, with a draw of a few lines and the
// clause that it violates.
func TestBroken(t *testing.T) {
	var serial atomic.Int64
	tests := []struct {
		name     string
		asked    func(string, json.RawMessage) any
		answered func(string, json.RawMessage) any
		kind     string
		clause   string
		// hooks is how many hooks, entries how many places of hooks it takes.
		hooks, entries int
		reason         string
	}{
		{
			name: "loses the reason on stderr", kind: "final.reason", clause: "HOOK-067a.2", hooks: 1, entries: 1,
			answered: fired(func(a map[string]any) {
				o, ok := a["finalOutput"].(map[string]any)
				if ok && a["success"] == false && o["decision"] == "deny" && o["reason"] != "Blocked by hook" {
					delete(o, "reason")
				}
			}), reason: "the text on stderr is the reason of a refusal",
		},
		{
			name: "joins reasons with a space", kind: "final.reason", clause: "HOOK-093.2", hooks: 2, entries: 2,
			answered: final(func(o map[string]any) {
				if reason, ok := o["reason"].(string); ok && !strings.Contains(reason, "two\nlines") {
					o["reason"] = strings.ReplaceAll(strings.TrimSpace(reason), "\n", " ")
				}
			}), reason: "reasons are separated by a newline",
		},
		{
			name: "runs duplicates", kind: "plan.hooks", clause: "HOOK-090.1", hooks: 1, entries: 2,
			asked: groups(func(g map[string]any) {
				for _, entry := range g["hooks"].([]any) {
					e := entry.(map[string]any)
					e["command"] = e["command"].(string) + strings.Repeat(" ", int(serial.Add(1)%50)+1)
				}
			}), answered: func(method string, result json.RawMessage) any {
				return json.RawMessage(trailing.Replace(string(result)))
			}, reason: "the same command runs once",
		},
		{
			name: "ignores sequential", kind: "plan.sequential", clause: "HOOK-082.3", hooks: 1, entries: 1,
			asked:  groups(func(g map[string]any) { delete(g, "sequential") }),
			reason: "hooks of such a group run one after the other",
		},
		{
			name: "trims what hooks say", kind: "final.reason", clause: "HOOK-016b.4", hooks: 1, entries: 1,
			answered: final(func(o map[string]any) {
				if reason, ok := o["reason"].(string); ok {
					o["reason"] = strings.TrimSpace(reason)
				}
			}), reason: "a field of an answer is kept as it is",
		},
		{
			name: "takes exit code 2 for a success", kind: "success", clause: "HOOK-070.2", hooks: 1, entries: 1,
			answered: fired(func(a map[string]any) {
				if o, ok := a["finalOutput"].(map[string]any); ok && o["blocking"] == true {
					a["success"] = true
				}
			}), reason: "success is about the exit code",
		},
		{
			name: "hands on a list for a decision", kind: "final.decision", clause: "HOOK-063.1", hooks: 1, entries: 1,
			answered: final(func(o map[string]any) {
				if o["decision"] == "allow" {
					o["decision"] = []string{"allow"}
				}
			}), reason: "a value of another kind is a difference in its field, not an unreadable answer",
		},
		{
			name: "has errors that are not a list", kind: "fault.answer.aggregated.errors", hooks: 1, entries: 1,
			answered: fired(func(a map[string]any) { a["errors"] = "none" }), reason: "the protocol defines the shape, and a fault in it is reported",
		},
		{
			name: "forgets one of several outputs", kind: "outputs", clause: "HOOK-166.1", hooks: 2, entries: 2,
			answered: fired(func(a map[string]any) {
				if all := a["allOutputs"].([]any); len(all) > 1 {
					a["allOutputs"] = all[:1]
				}
			}), reason: "every result is covered",
		},
	}
	for _, tt := range portion.Of(tests, 3, 0) {
		t.Run(tt.name, func(t *testing.T) {
			client := broken{Client: engine(t), asked: tt.asked, answered: tt.answered}
			var found *explore.Cause
			e := &explore.Exploration{Reference: engine(t), Subject: client, Folder: t.TempDir(), Kept: func(s explore.State) error {
				i := slices.IndexFunc(s.Causes, func(c explore.Cause) bool {
					return c.Kind == tt.kind && (tt.clause == "" || slices.Contains(c.Clauses, tt.clause))
				})
				if i < 0 {
					return nil
				}
				found = &s.Causes[i]
				return errFound
			}}
			s, err := e.Run(t.Context(), begin(client, 7), 256, 0)
			require.ErrorIs(t, err, errFound, "%s: %s", tt.reason, text(t, s))
			entries := 0
			for _, g := range found.Draw.Groups {
				entries += len(g.Entries)
			}
			assert.Len(t, found.Draw.Hooks, tt.hooks, found.Draw.Sketch())
			assert.Equal(t, tt.entries, entries, found.Draw.Sketch())
			assert.LessOrEqual(t, strings.Count(found.Draw.Sketch(), "\n"), 10, found.Draw.Sketch())
		})
	}
}

// errFound ends an exploration that has found the expected cause.
var errFound = errors.New("found")

// trailing removes the blanks that make a copy of a hook a different command.
var trailing = strings.NewReplacer(func() []string {
	var pairs []string
	for n := 50; n > 0; n-- {
		pairs = append(pairs, "'"+strings.Repeat(" ", n)+`"`, `'"`)
	}
	return pairs
}()...)
