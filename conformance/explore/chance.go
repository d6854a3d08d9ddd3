package explore

import (
	"encoding/json"
	"math/rand/v2"
)

// chance makes the random choices of a draw, always in the same order, so a seed and a
// number determine a draw.
type chance struct{ *rand.Rand }

func newChance(seed uint64, draw int) chance {
	return chance{rand.New(rand.NewPCG(seed, uint64(draw)))}
}

// one reports true once in n times.
func (c chance) one(n int) bool { return c.IntN(n) == 0 }

func pick[T any](c chance, from []T) T { return from[c.IntN(len(from))] }

// raw is a value as it is written in settings.
func raw(text string) json.RawMessage { return json.RawMessage(text) }

// texts are plain texts of hooks and users first, then texts that are easily
// misread.
var texts = []string{
	"no", "not here", "stop it", "later", "two\nlines", "  blanks around  ", "tab\tinside", "<b>&amp;</b>", "naïve café", "日本語", "🚧 closed",
	"\u00a0no-break\u00a0", "a\\b", `say "no"`, "$HOME `id`", "0", "null", "true", "trailing\n", "[System] x", "Warning: y",
	"a rather long text that goes on for a while, so that whoever cuts texts at some length has something to cut, and then a little more",
}

func (c chance) text() string {
	if c.one(2) {
		return texts[c.IntN(4)]
	}
	return pick(c, texts)
}

// word draws a rare word, to make its origin recognizable.
func (c chance) word() string {
	return pick(c, []string{"ash", "birch", "cedar", "elm", "fir", "hazel", "larch", "maple", "oak", "pine", "rowan", "willow"})
}

// values are of every kind.
func (c chance) value() any {
	switch c.IntN(9) {
	case 0:
		return nil
	case 1:
		return c.one(2)
	case 2:
		return json.Number(pick(c, []string{"0", "1", "-1", "1.50", "9007199254740993", "1e3", "0.1"}))
	case 3:
		return []any{c.text()}
	case 4:
		return map[string]any{c.word(): c.text()}
	case 5:
		return []any{}
	case 6:
		return map[string]any{}
	}
	return c.text()
}

// object is a small object, such as a tool's arguments.
func (c chance) object() map[string]any {
	o := map[string]any{}
	for range c.IntN(4) {
		o[pick(c, []string{"file_path", "content", "mode", "recursive", "über", "a b"})] = c.value()
	}
	return o
}
