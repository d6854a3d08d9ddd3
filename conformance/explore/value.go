package explore

import (
	"encoding/json"
	"maps"
	"math/big"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/hooktest/hooktest/internal/jsontext"
	"github.com/hooktest/hooktest/internal/lists"
)

func decode(text []byte) (any, error) {
	var v any
	err := jsontext.Decode(text, &v)
	return v, err
}

// encode writes a value that came from JSON, its keys in order.
func encode(v any) string {
	// What came from JSON can be written as JSON.
	text, _ := jsontext.Encode(v)
	return string(text)
}

func cloneValue(v any) any { return mapped(v, cloneValue) }

// mapped returns a copy of an object or a list with the results of f in the place of its
// values, and any other value as it is.
func mapped(v any, f func(any) any) any {
	switch v := v.(type) {
	case map[string]any:
		c := make(map[string]any, len(v))
		for key, value := range v {
			c[key] = f(value)
		}
		return c
	case []any:
		return lists.Of(v, f)
	}
	return v
}

// mostDigits bounds the exponents of numbers that are compared by their value.
const mostDigits = 40

// plain returns a value in which equal numbers have the same spelling.
func plain(v any) any {
	n, ok := v.(json.Number)
	if !ok {
		return mapped(v, plain)
	}
	f, ok := new(big.Float).SetString(n.String())
	if !ok || len(n) > mostDigits || f.MantExp(nil) > 4*mostDigits || f.MantExp(nil) < -4*mostDigits {
		return v
	}
	if r, ok := new(big.Rat).SetString(n.String()); ok {
		return json.Number(strings.TrimSuffix(strings.TrimRight(r.FloatString(mostDigits), "0"), "."))
	}
	return v
}

// smallerValues returns values that are smaller than v, the smallest first.
func smallerValues(v any) []any {
	var all []any
	switch v := v.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			without := maps.Clone(v)
			delete(without, key)
			all = append(all, without)
		}
		for _, key := range slices.Sorted(maps.Keys(v)) {
			for _, smaller := range smallerValues(v[key]) {
				with := maps.Clone(v)
				with[key] = smaller
				all = append(all, with)
			}
		}
	case []any:
		for i := range v {
			all = append(all, slices.Concat(v[:i], v[i+1:]))
		}
		for i := range v {
			for _, smaller := range smallerValues(v[i]) {
				with := slices.Clone(v)
				with[i] = smaller
				all = append(all, with)
			}
		}
	case string:
		for _, smaller := range smallerTexts(v) {
			all = append(all, smaller)
		}
	case json.Number:
		if v != "1" && v != "0" {
			all = append(all, json.Number("1"))
		}
	}
	return all
}

// smallerTexts returns texts that are shorter than the given one, the shortest first.
func smallerTexts(text string) []string {
	n := utf8.RuneCountInString(text)
	if n < 2 {
		return nil
	}
	runes := []rune(text)
	shorter := []string{"x", string(runes[:n/2]), string(runes[n/2:]), string(runes[1:]), string(runes[:n-1])}
	return slices.Compact(slices.DeleteFunc(shorter, func(s string) bool { return s == text }))
}
