package ruling

import (
	"encoding/json"
	"math"
	"strings"

	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// spoken converts a value to text as JavaScript does; a falsy value becomes the empty
// text.
func spoken(value any) string {
	switch v := value.(type) {
	case nil:
		return ""
	case bool:
		if !v {
			return ""
		}
	case json.Number:
		if n, err := v.Float64(); err == nil && n == 0 {
			return ""
		}
	}
	return written(value)
}

// written returns JavaScript's String(value).
func written(value any) string {
	switch v := value.(type) {
	case nil:
		return "null"
	case string:
		return v
	case json.Number:
		n, _ := v.Float64()
		switch {
		case math.IsInf(n, 1):
			return "Infinity"
		case math.IsInf(n, -1):
			return "-Infinity"
		}
		// JavaScript and package json both write the shortest digits, and an exponent
		// from 1e21 on.
		text, _ := json.Marshal(n)
		return string(text)
	case []any:
		items := make([]string, len(v))
		for i, item := range v {
			if item != nil {
				items[i] = written(item)
			}
		}
		return strings.Join(items, ",")
	case *jsonvalue.Object:
		return "[object Object]"
	}
	return string(jsonvalue.Marshal(value))
}
