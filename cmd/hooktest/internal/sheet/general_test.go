package sheet_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/sheet"
	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
)

// of returns the sheet of a minimal contract with the fields that change sets.
func of(t *testing.T, change func(*dialect.Contract)) sheet.Sheet {
	t.Helper()
	requirements, err := catalogue.Load()
	require.NoError(t, err)
	c := &dialect.Contract{
		Name:     "own",
		Handlers: dialect.Handlers{Timeout: dialect.Timeout{Unit: time.Second, Units: "seconds", Default: 1500 * time.Millisecond}},
		Reading:  &dialect.Reading{},
	}
	change(c)
	return sheet.Of(c, sheet.Titles(requirements))
}

func TestExitCodes(t *testing.T) {
	tests := []struct {
		name       string
		in         dialect.Exit
		what, want string
		reason     string
	}{
		{"an answer or a text", dialect.Exit{Codes: []int{0}, JSON: true, Plain: true}, "0", "an answer is used, and so is plain text", ""},
		{"an answer alone", dialect.Exit{Codes: []int{0}, JSON: true}, "0", "an answer is used", ""},
		{"a text alone", dialect.Exit{Codes: []int{0}, Plain: true}, "0", "what is printed is used as text", "it is not parsed"},
		{"nothing", dialect.Exit{Codes: []int{0, 1}}, "0, 1", "no answer is read", "two codes of one row"},
		{"another stream", dialect.Exit{JSON: true, Answer: dialect.Stderr}, "any other", "an answer on stderr is used", "no code is every other code"},
		{
			"a refusal", dialect.Exit{Codes: []int{2}, Effect: dialect.Refuses, From: dialect.Stderr, Default: "no"}, "2",
			"no answer is read; requests refuse, with the reason from stderr, or `no`", "",
		},
		{"a fixed reason", dialect.Exit{Codes: []int{2}, Effect: dialect.Refuses, Default: "no"}, "2", "no answer is read; requests refuse, with the reason `no`", "no stream is read"},
		{
			"a silent one", dialect.Exit{Codes: []int{2}, Effect: dialect.Refuses, From: dialect.Stderr, Empty: dialect.Fails}, "2",
			"no answer is read; requests refuse, with the reason from stderr (fail where that is empty)", "",
		},
		{
			"an answer first", dialect.Exit{JSON: true, Effect: dialect.Fails, Instead: true, AnswerFirst: true, Prefix: "W: "}, "any other",
			"an answer is used; requests fail if there is no answer unless an answer denies; `W: ` comes before the text", "",
		},
		{"not known", dialect.Exit{Codes: []int{dialect.Killed}, Effect: dialect.UnknownEffect}, "a signal", "no answer is read; the result has not been seen", "a signal is not a code"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := of(t, func(c *dialect.Contract) { c.Reading.Exits = []dialect.Exit{tt.in} })
			got := s.Lines(sheet.Exits)
			require.Len(t, got, 1)
			assert.Equal(t, [2]string{tt.what, tt.want}, [2]string{got[0].What, got[0].Words()}, tt.reason)
			answers := tt.in.JSON
			assert.Equal(t, answers, len(s.Lines(sheet.Texts)) > 0, "what an answer is concerns who reads any")
		})
	}
}

func TestSwitch(t *testing.T) {
	tests := []struct {
		off, on bool
		want    string
	}{
		{true, true, "a.b: true turns hooks off; they are on where no file has it"},
		{true, false, "a.b: false turns hooks on; they are off where no file has it"},
		{false, true, "a.b: false turns hooks off; they are on where no file has it"},
		{false, false, "a.b: true turns hooks on; they are off where no file has it"},
	}
	for _, tt := range tests {
		s := of(t, func(c *dialect.Contract) {
			c.Settings.Switch = dialect.Switch{Path: []string{"a", "b"}, Off: tt.off, Default: tt.on}
		})
		got, _ := sheet.Find(s.Lines(sheet.Settings), "switch")
		assert.Equal(t, tt.want, got.Words())
	}
	_, ok := sheet.Find(of(t, func(*dialect.Contract) {}).Lines(sheet.Settings), "switch")
	assert.False(t, ok, "an agent without one has no line about it")
}

func TestMistakes(t *testing.T) {
	breach := func(loses dialect.Loss, events ...hook.Event) dialect.Breach {
		return dialect.Breach{What: dialect.NoCommand, Loses: loses, Events: events}
	}
	tests := []struct {
		name   string
		in     []dialect.Breach
		want   string
		reason string
	}{
		{"everywhere", []dialect.Breach{breach(dialect.LosesFile)}, "costs the file", ""},
		{"nothing", []dialect.Breach{breach(dialect.LosesNothing)}, "costs nothing", ""},
		{"on some events", []dialect.Breach{breach(dialect.LosesFile, "E"), breach(dialect.LosesHook)}, "costs the file on E; else costs the hook", ""},
		{"in files of some scopes", []dialect.Breach{{What: dialect.NoCommand, Scopes: []string{"user"}, Loses: dialect.LosesAgent}, breach(dialect.LosesFile)}, "costs the agent in files of the scope user; else costs the file", "the others have another cost"},
		{"twice on the same", []dialect.Breach{breach(dialect.LosesFile, "E"), breach(dialect.LosesHook, "E"), breach(dialect.LosesHook)}, "costs the file on E; else costs the hook", "the first that is about an event counts"},
		{"twice everywhere", []dialect.Breach{breach(dialect.LosesGroup), breach(dialect.LosesHook, "E")}, "costs the group", "the first is about every event"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := of(t, func(c *dialect.Contract) { c.Settings.Breaches = tt.in })
			got, ok := sheet.Find(s.Lines(sheet.Mistakes), "a hook without a command")
			require.True(t, ok)
			assert.Equal(t, tt.want, got.Words(), tt.reason)
		})
	}
}

func TestTimeouts(t *testing.T) {
	timeout := func(s sheet.Sheet) string {
		l, _ := sheet.Find(s.Lines(sheet.Hooks), "timeout")
		return l.Words()
	}
	assert.Equal(t, "in seconds, 1.5 where none is given", timeout(of(t, func(*dialect.Contract) {})))
	assert.Equal(t, "in seconds, 1.5 where none is given; from 1000 on in milliseconds", timeout(of(t, func(c *dialect.Contract) { c.Handlers.Timeout.Milliseconds = 1000 })))
}

func TestModes(t *testing.T) {
	reply := dialect.Reply{Outcome: dialect.Prevented, Model: "no: {reason}", Fact: "own.ask"}
	tests := []struct {
		name   string
		in     dialect.ModeRules
		want   string
		facts  []string
		reason string
	}{
		{"nothing differs", dialect.ModeRules{Fact: "own.mode"}, "it does what it did (own.mode)", []string{"own.mode"}, "the fact says what was seen"},
		{
			"a reply without a phrase", dialect.ModeRules{Ask: reply, Fact: "own.mode"},
			"if a hook asks before a tool, the agent does not run the tool; the model reads `no: {reason}` (own.mode, own.ask)", []string{"own.mode", "own.ask"}, "the outcome says it",
		},
		{
			"everything", dialect.ModeRules{Unfired: []hook.Event{"A", "B"}, AsksTrust: true, Trusts: []string{"project", "user"}, Ask: dialect.Reply{Outcome: dialect.Asked, Agent: "asks", User: "sure?"}, Fact: "own.mode"},
			"not fired: A and B; the user is asked about trust; no trust is needed for project and user; if a hook asks before a tool, the agent asks; the user reads `sure?` (own.mode)", []string{"own.mode"}, "",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := of(t, func(c *dialect.Contract) {
				c.Modes = map[dialect.Mode]dialect.ModeRules{dialect.Resumed: tt.in}
				c.Facts = []dialect.Fact{{ID: "own.mode", Text: "it does what it did", Kind: dialect.Run}}
			})
			got := s.Lines(sheet.Modes)
			require.Len(t, got, 1, "a mode in which it was not seen has no line")
			assert.Equal(t, "resumed", got[0].What)
			assert.Equal(t, tt.want, got[0].Sourced(), tt.reason)
			assert.Equal(t, tt.facts, got[0].Facts)
		})
	}
}
