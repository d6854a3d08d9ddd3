package snapshot_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/hooktest/hooktest/internal/snapshot"
)

type name string

type leaf struct {
	Text   name
	Number int
	Within time.Duration
	Share  float64
	Is     bool
}

type tree struct {
	Leaf   leaf
	Maybe  *leaf
	Leaves []leaf
	Words  []string
	Named  map[name]leaf
}

func TestSnapshotsAreReadable(t *testing.T) {
	for _, tt := range []struct {
		reason string
		value  tree
		want   string
	}{
		{"fields that are zero are left out", tree{}, "\n"},
		{"a struct names its fields first", tree{Leaf: leaf{Text: "a b", Is: true}}, "Leaf\nText Is\na b\ntrue\n"},
		{"a line is a text, so a line feed is quoted", tree{Words: []string{"a\nb", `"a"`, `a"\n`, ""}}, "Words\n4\n\"a\\nb\"\n\"\\\"a\\\"\"\na\"\\n\n\n"},
		{"maps have an order", tree{Named: map[name]leaf{"b": {Number: -1}, "a": {Share: 0.5}}}, "Named\n2\na\nShare\n0.5\nb\nNumber\n-1\n"},
		{"a pointer is its value", tree{Maybe: &leaf{Within: time.Second}}, "Maybe\nWithin\n1000000000\n"},
		{"nil and empty differ", tree{Words: []string{}, Maybe: &leaf{}}, "Maybe Words\n\n0\n"},
	} {
		got, err := snapshot.Encode(tt.value)
		require.NoError(t, err)
		assert.Equal(t, tt.want, got, tt.reason)
	}
}

func TestNothingIsLost(t *testing.T) {
	texts := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"\n", `"`, `\`, "\r\n", "\xff", " "}))
	leaves := rapid.Custom(func(t *rapid.T) leaf {
		return leaf{name(texts.Draw(t, "text")), rapid.Int().Draw(t, "number"), time.Duration(rapid.Int64().Draw(t, "within")), rapid.Float64().Draw(t, "share"), rapid.Bool().Draw(t, "is")}
	})
	rapid.Check(t, func(t *rapid.T) {
		want := tree{
			leaves.Draw(t, "leaf"), rapid.Ptr(leaves, true).Draw(t, "maybe"), rapid.SliceOf(leaves).Draw(t, "leaves"),
			rapid.SliceOf(texts).Draw(t, "words"), rapid.MapOf(rapid.Custom(func(t *rapid.T) name { return name(texts.Draw(t, "key")) }), leaves).Draw(t, "named"),
		}
		text, err := snapshot.Encode(&want)
		require.NoError(t, err)
		var got tree
		require.NoError(t, snapshot.Decode(text, &got))
		assert.Equal(t, want, got)
	})
}

func TestWhatASnapshotCannotHold(t *testing.T) {
	for reason, value := range map[string]any{
		"any has no type to read it into":  struct{ Any any }{1},
		"an unexported field can't be set": struct{ own int }{1},
		"a nil pointer has no value":       []*leaf{nil},
		"in a map, too":                    map[string]func(){"a": func() {}},
	} {
		_, err := snapshot.Encode(value)
		assert.Error(t, err, reason)
	}
}

// A snapshot of an older type is an error, and neither a panic nor a value without what was lost.
func TestSnapshotsOfAnotherType(t *testing.T) {
	for text, want := range map[string]string{
		"Leaf\nGone\n1\n":        "snapshot_test.leaf has no field Gone, or not there",
		"Words Leaf\n0\n\n":      "snapshot_test.tree has no field Leaf, or not there",
		"\nmore\n":               "a snapshot goes on after its value",
		"Words\n9\na\n":          "a snapshot of 2 bytes can't have 9 more elements",
		"Words\n-1\n":            "a snapshot of 0 bytes can't have -1 more elements",
		"Words\nmany\n":          `strconv.Atoi: parsing "many": invalid syntax`,
		"Named\nmany\n":          `strconv.Atoi: parsing "many": invalid syntax`,
		"Words\n1\n\"a\n":        "invalid syntax",
		"Leaf\nNumber\n1.5\n":    `strconv.ParseInt: parsing "1.5": invalid syntax`,
		"Leaf\nShare\na\n":       `strconv.ParseFloat: parsing "a": invalid syntax`,
		"Leaf\nIs\nyes\n":        `strconv.ParseBool: parsing "yes": invalid syntax`,
		"Named\n1\na\nGone\n1\n": "snapshot_test.leaf has no field Gone, or not there",
	} {
		assert.EqualError(t, snapshot.Decode(text, &tree{}), want, text)
	}
	assert.EqualError(t, snapshot.Decode("Any\n1\n", &struct{ Any any }{}), "a snapshot can't hold a value of kind interface")
}
