package author

import (
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/engine/jstext"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/schemas"
)

// slips are what an author most likely meant otherwise than the agent takes it.
func slips(r hook.ExecutionResult) []hook.Warning {
	switch {
	case r.Output == nil && r.Success && effect.IsAnswer(r.Stderr):
		return []hook.Warning{{Rule: "HOOK-069", Text: "the JSON on stderr is not read: an answer goes to stdout"}}
	case r.Output != nil && r.Output.Origin == hook.FromJSON:
		a := answered{r.Output, fieldsOf(r.Event)}
		return append(a.unread(r.Output.Extra, false), a.unread(r.Output.Specific, true)...)
	}
	return nil
}

// answerFields are the fields that rules read of an event's answers: common ones
// at the top level, specific ones in hookSpecificOutput.
type answerFields struct{ common, specific []string }

func fieldsOf(event hook.Event) answerFields {
	var f answerFields
	for _, name := range []string{schemas.Stdout(string(event)), "stdout/base"} {
		// A schema that is not there, or not read, names no field.
		source, _ := schemas.Source(name)
		schema, _ := jsonvalue.ParseObject(source)
		properties, _ := schema.GetObject("properties")
		f.common = append(f.common, properties.Keys()...)
		own, _ := properties.GetObject("hookSpecificOutput")
		specific, _ := own.GetObject("properties")
		f.specific = append(f.specific, specific.Keys()...)
	}
	return f
}

// answered is an answer beside the fields that rules read of its event.
type answered struct {
	answer *hook.Output
	known  answerFields
}

// namedStrangers are the fields that are named of those that look like nothing.
const namedStrangers = 10

// unread names the fields that no rule reads, of the top level or of what is
// specific: each with what it looks like, and in one sentence those that look like
// nothing.
func (a answered) unread(fields *jsonvalue.Object, specific bool) []hook.Warning {
	place := ""
	known := a.known.common
	if specific {
		place = " in hookSpecificOutput"
		known = a.known.specific
	}
	var all []hook.Warning
	var strange []string
	for name, value := range fields.All() {
		if slices.Contains(known, name) {
			continue
		}
		meant := a.meant(name, value, specific)
		if len(meant) == 0 {
			strange = append(strange, jstext.Quote(name))
			continue
		}
		all = append(all, hook.Warning{Rule: "INT-14", Text: jstext.Quote(name) + place + " is a field that no rule reads: did you mean " + english.Or(meant) + "?"})
	}
	if more := len(strange) - namedStrangers; more > 0 {
		strange = append(strange[:namedStrangers], english.Count(more, "other"))
	}
	switch len(strange) {
	case 0:
	case 1:
		all = append(all, hook.Warning{Rule: "INT-14", Text: strange[0] + place + " is a field that no rule reads"})
	default:
		all = append(all, hook.Warning{Rule: "INT-14", Text: english.And(strange) + place + " are fields that no rule reads"})
	}
	return all
}

// meant are the fields that one which no rule reads looks like, the likeliest
// first: by its name, by its place, or by a value that only decisions have.
func (a answered) meant(name string, value any, specific bool) []string {
	var meant []string
	common, own := "", "hookSpecificOutput."
	if specific {
		common, own = "the top-level ", ""
	}
	if near := console.Nearest(name, a.known.common); near != "" {
		meant = append(meant, common+near)
	}
	if near := console.Nearest(name, a.known.specific); near != "" {
		meant = append(meant, own+near)
	}
	word, _ := value.(string)
	decides := slices.Contains([]string{hook.Block, hook.Deny, hook.Allow, hook.Approve, hook.Ask}, strings.ToLower(word))
	if decision := common + "decision"; decides && a.answer.Decision == nil && !slices.Contains(meant, decision) {
		meant = append(meant, decision)
	}
	return meant
}
