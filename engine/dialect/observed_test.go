package dialect_test

import (
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// observed returns the contracts that were observed rather than required.
func observed() []*dialect.Contract {
	var all []*dialect.Contract
	for _, c := range dialect.Contracts() {
		if c.Reading != nil {
			all = append(all, c)
		}
	}
	return all
}

// Every value that affects a verdict names its fact, every fact is used, and each has a
// source.
func TestEveryValueNamesAFactThatIsExplained(t *testing.T) {
	for _, c := range observed() {
		t.Run(c.Name, func(t *testing.T) {
			explained := map[string]bool{}
			for _, fact := range c.Facts {
				assert.True(t, strings.HasPrefix(fact.ID, c.Name+".") || inherited(c, fact), "%s begins with the contract's name, or is a fact of the one that it extends", fact.ID)
				assert.False(t, explained[fact.ID], "%s is there twice", fact.ID)
				explained[fact.ID] = true
				assert.NotEmpty(t, fact.Text, fact.ID)
				assert.NotEmpty(t, fact.Source, fact.ID)
				assert.Regexp(t, `^\d{4}-\d{2}(-\d{2})?$`, fact.Date, fact.ID)
				assert.Contains(t, []dialect.Kind{dialect.Run, dialect.Types, dialect.Source, dialect.Documented, dialect.ThirdParty, dialect.Guess}, fact.Kind, fact.ID)
			}
			named := map[string]bool{}
			namesIn(reflect.ValueOf(*c), named)
			for id := range named {
				assert.True(t, explained[id], "%s is named and not explained", id)
			}
			for id := range explained {
				assert.True(t, named[id], "%s is explained and not named", id)
			}
		})
	}
}

// inherited reports whether another contract has the same fact under its own name.
func inherited(by *dialect.Contract, fact dialect.Fact) bool {
	owner, _, _ := strings.Cut(fact.ID, ".")
	other, ok := dialect.Named(owner)
	return ok && other != by && slices.ContainsFunc(other.Facts, func(f dialect.Fact) bool { return reflect.DeepEqual(f, fact) })
}

// namesIn collects the values of the fields that name facts.
func namesIn(v reflect.Value, names map[string]bool) {
	switch v.Kind() {
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[dialect.Fact]() {
			return
		}
		for i := range v.NumField() {
			if name := v.Type().Field(i).Name; v.Field(i).Kind() == reflect.String && (strings.HasSuffix(name, "Fact") || slices.Contains([]string{"Rule", "Whole", "Elsewhere", "Unseen"}, name)) && v.Field(i).String() != "" {
				names[v.Field(i).String()] = true
			}
			namesIn(v.Field(i), names)
		}
	case reflect.Slice:
		for i := range v.Len() {
			namesIn(v.Index(i), names)
		}
	case reflect.Map:
		for _, key := range v.MapKeys() {
			namesIn(v.MapIndex(key), names)
		}
	case reflect.Pointer:
		if !v.IsNil() {
			namesIn(v.Elem(), names)
		}
	}
}

// An event without a subject by a guess alone has Unknown set.
func TestUnknownSubjects(t *testing.T) {
	for _, c := range observed() {
		for _, row := range c.Events {
			i := slices.IndexFunc(c.Facts, func(f dialect.Fact) bool { return f.ID == row.Subject.Rule })
			require.GreaterOrEqual(t, i, 0, "contracts/%s.yaml: %s: the rule of its subject is a fact: subject: {rule: ...}", c.Name, row.Name)
			assert.Equal(t, c.Facts[i].Kind == dialect.Guess && row.Subject.Field == "", row.Subject.Unknown, "%s %s", c.Name, row.Name)
		}
	}
}

// Every effect has a fact for the agent's response: the reply names it, or the value
// that makes the effect does.
func TestRowsOfObservedContracts(t *testing.T) {
	for _, c := range observed() {
		t.Run(c.Name, func(t *testing.T) {
			if slices.ContainsFunc(c.Facts, func(f dialect.Fact) bool { return f.Kind == dialect.Run }) {
				assert.NotEmpty(t, c.Versions)
			}
			assert.NotEmpty(t, c.Settings.Files)
			for _, shell := range c.Launch.Shells {
				assert.NotNil(t, shell.Script)
			}
			for _, field := range c.Base {
				if field.Is == dialect.Invented {
					_, err := jsonvalue.Parse([]byte(field.Sample))
					assert.NoError(t, err, field.Name)
				}
			}
			seen := map[string]bool{}
			for _, row := range c.Events {
				assert.False(t, seen[string(row.Name)], "%s is there twice", row.Name)
				seen[string(row.Name)] = true
				for _, field := range row.Fields {
					if field.Sample == "" {
						assert.True(t, field.Optional, "%s.%s", row.Name, field.Name)
						continue
					}
					value, err := jsonvalue.Parse([]byte(field.Sample))
					require.NoError(t, err, "%s.%s", row.Name, field.Name)
					assert.Equal(t, field.Kind, jsonvalue.KindOf(value), "%s.%s", row.Name, field.Name)
					neutral(t, field.Sample)
				}
				for what, reply := range row.Rules.Replies {
					assert.NotEmpty(t, reply.Outcome, "%s: %s", row.Name, what)
				}
				paths := map[dialect.Path]bool{}
				for _, field := range row.Rules.Fields {
					assert.False(t, paths[field.At], "%s: %s is there twice", row.Name, field.At)
					paths[field.At] = true
				}
				if c.Reading.Text.Strict || c.Reading.Text.Typed {
					for _, decision := range row.Rules.Decisions {
						assert.True(t, paths[decision.At], "%s: %s is not a field of the answer", row.Name, decision.At)
					}
				}
			}
			for _, tool := range c.Tools.Builtin {
				neutral(t, tool.Sample)
				assert.True(t, c.Tools.Knows(tool.Name), "%s, whether or not the agent marks tools of MCP servers", tool.Name)
				for role, form := range tool.Forms {
					_, input := c.Tools.Call(role, "a.txt")
					text, _ := input.GetString(tool.Argument)
					assert.Equal(t, strings.ReplaceAll(form, "{on}", "a.txt"), text, "%s as %s", tool.Name, role)
					assert.Contains(t, text, "a.txt")
				}
			}
		})
	}
}

// neutral rejects samples with words that a guard could look for.
func neutral(t *testing.T, sample string) {
	assert.NotRegexp(t, regexp.MustCompile(`(?i)\b(test|tmp|hook|secret|rm|sudo|\.env)\b`), sample)
}

// How often a prompt hook ran for one prompt.
func TestHowOftenHooksRunForOneEvent(t *testing.T) {
	for _, tt := range []struct {
		contract *dialect.Contract
		event    hook.Event
		results  bool
	}{
		{dialect.Known("codex"), "UserPromptSubmit", false},
		{dialect.Known("qwen"), "UserPromptSubmit", true},
		{dialect.Known("copilot"), "userPromptSubmitted", false},
		{dialect.Known("copilot-claude"), "UserPromptSubmit", false},
	} {
		row, ok := tt.contract.Event(tt.event)
		require.True(t, ok, tt.contract.Name)
		assert.Equal(t, 1, max(row.Often.Runs, 1), tt.contract.Name)
		assert.Equal(t, tt.results, row.Often.Results, "%s: whether it ran again after a tool", tt.contract.Name)
	}
}

// How often a hook ran that refused every time the agent wanted to end.
func TestHowOftenRefusalsKeepAnAgentAtWork(t *testing.T) {
	for _, tt := range []struct {
		contract *dialect.Contract
		event    hook.Event
		runs     int
		endless  bool
	}{
		{dialect.Known("claude"), "Stop", 9, false},
		{dialect.Known("codex"), "Stop", 0, true},
		{dialect.Known("qwen"), "Stop", 8, false},
		{dialect.Known("copilot"), "agentStop", 9, false},
		{dialect.Known("copilot-claude"), "Stop", 9, false},
	} {
		row, ok := tt.contract.Event(tt.event)
		require.True(t, ok, tt.contract.Name)
		assert.Equal(t, tt.runs, row.Repeats.Runs, tt.contract.Name)
		assert.Equal(t, tt.endless, row.Repeats.Endless, tt.contract.Name)
		assert.NotEmpty(t, row.Repeats.Fact, tt.contract.Name)
	}
}
