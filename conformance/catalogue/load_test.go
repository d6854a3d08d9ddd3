package catalogue

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// sound is a section file without a fault; the cases below break one thing each.
const sound = `section: 3
title: BeforeTool
requirements:
  - id: HOOK-014
    title: fires before a tool
    pattern: event-driven
    state: target
    status: active
    statement: >
      When a tool is about to run,
      the engine fires the event.
    clauses:
      - n: 1
        text: the hook runs
        observe: caller
        verify: test
        profile: callers
      - n: 2
        text: the API names the event
        observe: source
        verify: inspection
        why: an API is read
        profile: core
    note: >
      Advice.
    interpretations: [INT-01]
    seeAlso: [HOOK-133]
    origin: {section: "3", digest: "sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"}
  - id: HOOK-185
    title: moved
    status: merged
    mergedInto: HOOK-014
    origin: {section: "3", digest: "sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"}
`

const soundInterpretations = `- id: INT-01
  title: silence
  text: >
    No output.
  requirements: [HOOK-185]
`

func world(section, interpretations string) fstest.MapFS {
	return fstest.MapFS{
		"requirements/03-before-tool.yaml": {Data: []byte(section)},
		interpretationsFile:                {Data: []byte(interpretations)},
	}
}

func TestLoadKeepsWhatTheFilesSay(t *testing.T) {
	c, err := Open(world(sound, soundInterpretations))
	require.NoError(t, err)
	origin := Origin{Section: "3", Digest: "sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"}
	assert.Equal(t, []Requirement{
		{
			ID: "HOOK-014", Title: "fires before a tool", Section: 3,
			Pattern: EventDriven, State: Target, Status: Active,
			Statement: "When a tool is about to run, the engine fires the event.",
			Clauses: []Clause{
				{ID: "HOOK-014.1", Number: 1, Text: "the hook runs", Observe: ObserveCaller, Verify: ByTest, Profile: ProfileCallers},
				{ID: "HOOK-014.2", Number: 2, Text: "the API names the event", Observe: ObserveSource, Verify: ByInspection, Why: "an API is read", Profile: ProfileCore},
			},
			Note:            "Advice.",
			Interpretations: []string{"INT-01"},
			SeeAlso:         []string{"HOOK-133"},
			Origin:          origin,
		},
		{
			ID: "HOOK-185", Title: "moved", Section: 3, Status: Merged, MergedInto: "HOOK-014",
			Interpretations: []string{"INT-01"}, Origin: origin,
		},
	}, c.Requirements())
	assert.Equal(t, []Section{{Number: 3, Title: "BeforeTool", Requirements: []string{"HOOK-014", "HOOK-185"}}}, c.Sections())
	assert.Equal(t, []Interpretation{{ID: "INT-01", Title: "silence", Text: "No output.", Requirements: []string{"HOOK-014", "HOOK-185"}}}, c.Interpretations())
}

func TestLoadNamesTheFault(t *testing.T) {
	const at = "03-before-tool.yaml:4: "
	tests := []struct {
		name, old, replacement, want string
	}{
		{"unknown key of a file", "title: BeforeTool\n", "title: BeforeTool\nauthor: x\n", `03-before-tool.yaml:3: unknown field "author"`},
		{"unknown key of a requirement", "    status: active\n", "    status: active\n    owner: x\n", `03-before-tool.yaml:9: unknown field "owner"`},
		{"unknown key of a clause", "        text: the hook runs\n", "        text: the hook runs\n        rank: 1\n", `03-before-tool.yaml:15: unknown field "rank"`},
		{"wrong type", "- n: 1", "- n: one", "03-before-tool.yaml:13: cannot unmarshal string into Go struct field Clause.Number of type int"},
		{"no section number", "section: 3\n", "", "03-before-tool.yaml:1: section number is missing\n03-before-tool.yaml:3: HOOK-014: origin section \"3\" is not the file's section 0\n03-before-tool.yaml:28: HOOK-185: origin section \"3\" is not the file's section 0"},
		{"no section title", "title: BeforeTool", "title: ''", "03-before-tool.yaml:1: section title is missing"},
		{"malformed id", "id: HOOK-014", "id: HOOK-14", at + `"HOOK-14" is not an id between HOOK-001 and HOOK-217`},
		{"id out of range", "id: HOOK-185", "id: HOOK-218", `03-before-tool.yaml:29: "HOOK-218" is not an id between HOOK-001 and HOOK-217`},
		{"duplicate id", "id: HOOK-185", "id: HOOK-014", "03-before-tool.yaml:29: HOOK-014 is already at 03-before-tool.yaml:4"},
		{"no title", "    title: fires before a tool\n", "", at + "HOOK-014 has no title"},
		{"unknown status", "status: active", "status: retired", at + `HOOK-014: unknown status "retired"`},
		{"unknown state", "state: target", "state: planned", at + `HOOK-014: unknown state "planned"`},
		{"unknown pattern", "pattern: event-driven", "pattern: event", at + `HOOK-014: unknown pattern "event"`},
		{"unknown observe", "observe: caller", "observe: eye", at + `HOOK-014.1: unknown observe "eye"`},
		{"unknown verify", "verify: test", "verify: hope", at + `HOOK-014.1: unknown verify "hope"`},
		{"unknown profile", "profile: callers", "profile: all", at + `HOOK-014.1: unknown profile "all"`},
		{"inspection without why", "        why: an API is read\n", "", at + "HOOK-014.2 is an inspection without a why"},
		{"test with why", "        verify: test\n", "        verify: test\n        why: x\n", at + "HOOK-014.1 is a test and has a why"},
		{"clause without text", "text: the hook runs", "text: ''", at + "HOOK-014.1 has no text"},
		{"clause numbers with a gap", "- n: 2", "- n: 3", at + "HOOK-014: clause 2 has number 3"},
		{"active with mergedInto", "    status: active\n", "    status: active\n    mergedInto: HOOK-185\n", at + "HOOK-014 is active and names mergedInto"},
		{"merged with clauses", "    mergedInto: HOOK-014\n", "    mergedInto: HOOK-014\n    clauses: [{n: 1, text: x, observe: source, verify: test, profile: core}]\n", "03-before-tool.yaml:29: HOOK-185 is merged and has clauses"},
		{"merged with a pattern", "    mergedInto: HOOK-014\n", "    mergedInto: HOOK-014\n    pattern: ubiquitous\n", "03-before-tool.yaml:29: HOOK-185 is merged and has a statement or a pattern"},
		{"merged into nothing", "    mergedInto: HOOK-014\n", "", "03-before-tool.yaml:29: HOOK-185 is merged and names no mergedInto"},
		{"merged into an unknown id", "mergedInto: HOOK-014", "mergedInto: HOOK-014b", `03-before-tool.yaml:29: HOOK-185: mergedInto names unknown "HOOK-014b"`},
		{"merged into itself", "mergedInto: HOOK-014", "mergedInto: HOOK-185", "03-before-tool.yaml:29: HOOK-185 is merged into HOOK-185, which is merged itself"},
		{"unknown seeAlso", "seeAlso: [HOOK-133]", "seeAlso: [HOOK-218]", at + `HOOK-014: seeAlso names unknown "HOOK-218"`},
		{"seeAlso to itself", "seeAlso: [HOOK-133]", "seeAlso: [HOOK-014]", at + "HOOK-014: seeAlso names itself"},
		{"seeAlso twice", "seeAlso: [HOOK-133]", "seeAlso: [HOOK-133, HOOK-133]", at + "HOOK-014: seeAlso names HOOK-133 twice"},
		{"unknown interpretation", "interpretations: [INT-01]", "interpretations: [INT-77]", at + `HOOK-014: interpretations names unknown "INT-77"`},
		{"malformed digest", `"sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"}
  - id`, `"sha256:012"}
  - id`, at + `HOOK-014: origin digest "sha256:012" is not sha256: and 64 digits`},
		{"other origin", `{section: "3", digest: "sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"}
  - id`, `{section: "4", digest: "sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"}
  - id`, at + `HOOK-014: origin section "4" is not the file's section 3`},
		{"pattern and statement disagree", "pattern: event-driven", "pattern: state-driven", at + "HOOK-014: pattern is state-driven, the statement reads as event-driven"},
		{"no statement", "    statement: >\n      When a tool is about to run,\n      the engine fires the event.\n", "", at + "HOOK-014 has no statement"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			require.Equal(t, 1, strings.Count(sound, tt.old), "the case must break exactly one place")
			c, err := Open(world(strings.Replace(sound, tt.old, tt.replacement, 1), soundInterpretations))
			assert.Nil(t, c)
			assert.EqualError(t, err, tt.want)
		})
	}
}

func TestLoadNamesTheFaultOfAnInterpretation(t *testing.T) {
	tests := []struct {
		name, in, want string
	}{
		{"unknown key", soundInterpretations + "  level: 1\n", "interpretations.yaml:6: unknown field \"level\"\n" + `03-before-tool.yaml:4: HOOK-014: interpretations names unknown "INT-01"`},
		{"malformed id", soundInterpretations + "- {id: INT-1, title: t, text: x, requirements: []}\n", `interpretations.yaml:6: "INT-1" is not an id such as INT-01`},
		{"duplicate id", soundInterpretations + "- {id: INT-01, title: t, text: x, requirements: []}\n", "interpretations.yaml:6: INT-01 is already at interpretations.yaml:1"},
		{"no text", soundInterpretations + "- {id: INT-02, title: t, requirements: []}\n", "interpretations.yaml:6: INT-02 needs a title and a text"},
		{"unknown requirement", soundInterpretations + "- {id: INT-02, title: t, text: x, requirements: [HOOK-014a]}\n", `interpretations.yaml:6: INT-02: requirements names unknown "HOOK-014a"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c, err := Open(world(sound, tt.in))
			assert.Nil(t, c)
			assert.EqualError(t, err, tt.want)
		})
	}
}

func TestLoadNamesAllFaultsAtOnce(t *testing.T) {
	broken := strings.NewReplacer(
		"status: active", "status: retired",
		"text: the API names the event", "words: the API names the event",
		"title: moved", "title: ''",
	).Replace(sound)
	_, err := Open(fstest.MapFS{
		"requirements/03-before-tool.yaml": {Data: []byte(strings.Replace(sound, "status: active", "status: retired", 1))},
		"requirements/04-after-tool.yaml":  {Data: []byte(broken)},
		"requirements/05-garbled.yaml":     {Data: []byte("section: 5\ntitle: [\n")},
		interpretationsFile:                {Data: []byte(soundInterpretations)},
	})
	require.Error(t, err)
	assert.Equal(t, []string{
		`04-after-tool.yaml:19: unknown field "words"`,
		`05-garbled.yaml:2: sequence end token ']' not found`,
		`04-after-tool.yaml:1: section 3 is already in 03-before-tool.yaml`,
		`04-after-tool.yaml:29: HOOK-185 is already at 03-before-tool.yaml:29`,
		`03-before-tool.yaml:4: HOOK-014: unknown status "retired"`,
		`04-after-tool.yaml:29: HOOK-185 has no title`,
	}, strings.Split(err.Error(), "\n"))
}

func TestLoadWantsTheInterpretations(t *testing.T) {
	_, err := Open(fstest.MapFS{"requirements/03-before-tool.yaml": {Data: []byte(sound)}})
	assert.ErrorContains(t, err, "read interpretations: ")
}

func TestShapeOfAStatement(t *testing.T) {
	tests := []struct {
		in   string
		want Pattern
	}{
		{"When it rains, the engine stops.", EventDriven},
		{"While it rains, the engine stops.", StateDriven},
		{"Where it rains, the engine stops.", OptionalFeature},
		{"If it rains, then the engine stops.", UnwantedBehaviour},
		{"If it rains, the engine stops.", Ubiquitous},
		{"The engine stops.", Ubiquitous},
		{"Whenever it rains, the engine stops.", Ubiquitous},
	}
	for _, tt := range tests {
		t.Run(tt.in, func(t *testing.T) {
			assert.Equal(t, tt.want, shapeOf(tt.in))
		})
	}
}
