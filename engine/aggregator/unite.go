package aggregator

import (
	"fmt"
	"slices"

	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/engine/jstext"
)

// The tool-calling modes, from the strictest to the loosest.
const (
	modeNone = "NONE"
	modeAny  = "ANY"
	modeAuto = "AUTO"
)

// unite is the merge of BeforeToolSelection: the common fields as for tool
// events, and one tool configuration out of all (INT-30).
//
//hooktest:impl HOOK-099 HOOK-210
func unite(outputs []*hook.Output) (*hook.Output, []hook.Warning) {
	merged := anyBlockWins(outputs)
	var u union
	for _, o := range outputs {
		if config, ok := o.Specific.GetObject("toolConfig"); ok {
			u.add(config)
		}
	}
	if u.given {
		merged.Specific.Set("toolConfig", u.config())
	}
	return merged, u.warnings
}

type union struct {
	given     bool
	mode      string
	listGiven bool
	names     []string
	warnings  []hook.Warning
}

func (u *union) warn(format string, args ...any) {
	u.warnings = append(u.warnings, hook.Warning{Rule: "INT-30", Text: fmt.Sprintf(format, args...)})
}

func (u *union) add(config *jsonvalue.Object) {
	u.given = true
	u.addMode(config)
	u.addNames(config)
}

// addMode keeps the strictest mode so far (INT-30).
//
//hooktest:impl HOOK-057 HOOK-100 HOOK-210
func (u *union) addMode(config *jsonvalue.Object) {
	value, _ := config.Get("mode")
	switch value {
	case nil:
	case modeNone:
		u.mode = modeNone
	case modeAny:
		if u.mode != modeNone {
			u.mode = modeAny
		}
	case modeAuto:
		if u.mode == "" {
			u.mode = modeAuto
		}
	default:
		u.warn("toolConfig.mode must be AUTO, ANY or NONE but is %s: ignored", named(value))
	}
}

// named returns a text in quotes, and for any other value its kind.
func named(value any) string {
	if s, ok := value.(string); ok {
		return jstext.Quote(s)
	}
	return jsonvalue.Article(jsonvalue.KindOf(value))
}

// addNames adds the texts among the names (INT-30).
//
//hooktest:impl HOOK-099 HOOK-210 HOOK-190.9
func (u *union) addNames(config *jsonvalue.Object) {
	value, _ := config.Get("allowedFunctionNames")
	if value == nil {
		return
	}
	list, ok := value.([]any)
	if !ok {
		u.warn("toolConfig.allowedFunctionNames must be an array but is %s: ignored", named(value))
		return
	}
	u.listGiven = true
	for i, item := range list {
		name, ok := item.(string)
		if !ok {
			u.warn("toolConfig.allowedFunctionNames[%d] must be a string but is %s: ignored", i, named(item))
			continue
		}
		u.names = append(u.names, name)
	}
}

// config returns the united configuration (INT-30): names sorted by UTF-16 code units,
// without duplicates. Under NONE the list is always empty.
//
//hooktest:impl HOOK-101 HOOK-210 HOOK-181
func (u *union) config() *jsonvalue.Object {
	config := jsonvalue.New()
	if u.mode == "" {
		u.mode = modeAuto
	}
	config.Set("mode", u.mode)
	switch {
	case u.mode == modeNone:
		config.Set("allowedFunctionNames", []any{})
	case u.listGiven:
		slices.SortFunc(u.names, jstext.Compare)
		names := []any{}
		for _, name := range slices.Compact(u.names) {
			names = append(names, name)
		}
		config.Set("allowedFunctionNames", names)
	}
	return config
}
