package ruling

import (
	"slices"
	"strings"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/engine/jstext"
)

// specific is the field of an answer that is merged key by key.
const specific = "hookSpecificOutput"

// merged returns the requests of the one answer that an agent makes of all answers. Each
// names the hook that it came from. Texts for the user, plain texts and failures stay
// with the individual hooks.
func (e evaluator) merged(all []hookRequests, flat []request) []request {
	if i := slices.IndexFunc(flat, func(d request) bool { return d.what == dialect.DiscardsAnswers }); i >= 0 {
		return flat[i : i+1]
	}
	rules := e.contract.Reading.Others
	r := reader{evaluator: e, result: flat[len(flat)-1].result}
	r.object(e.answer(all))
	kept := map[dialect.Effect]bool{}
	var out []request
	for _, d := range r.requests {
		// The allow of a converted plain text did not come from a hook.
		by := filter(flat, func(other request) bool { return other.what == d.what })
		if len(by) == 0 || kept[d.what] || own(d.what) {
			continue
		}
		last := by[len(by)-1]
		d.fact, d.why, d.result = last.fact, last.why, last.result
		kept[d.what] = true
		out = append(out, d)
	}
	for _, what := range order(flat) {
		these := filter(flat, func(d request) bool { return d.what == what })
		switch {
		case own(what):
			out = append(out, joined(these, rules.Join))
		case (what == dialect.Denies || what == dialect.Stops) && !kept[what]:
			lost := these[len(these)-1]
			lost.what, lost.fact = dialect.Nothing, e.row.Merge.Rule
			lost.why += ", but the answer of a later hook takes its place"
			out = append([]request{lost}, out...)
		}
	}
	return out
}

// own reports whether a request stays with each hook and does not depend on the merged
// answer.
func own(what dialect.Effect) bool {
	return what == dialect.Says || what == dialect.Tells || slices.Contains(dialect.Failures(), what)
}

// answer merges all answers into one.
func (e evaluator) answer(all []hookRequests) *jsonvalue.Object {
	merged := jsonvalue.New()
	var answers []*jsonvalue.Object
	for _, one := range all {
		if one.answer != nil {
			answers = append(answers, one.answer)
			merged = laid(merged, one.answer)
		}
	}
	if e.row.Merge.How == dialect.LaterReplaces {
		return merged
	}
	for _, path := range e.contract.Reading.Others.Merged.Joined {
		var texts []string
		for _, answer := range answers {
			if text := e.firstText(answer, []dialect.Path{path}); text != "" {
				texts = append(texts, text)
			}
		}
		if len(texts) > 0 {
			put(merged, path, strings.Join(texts, "\n"))
		}
	}
	for _, decision := range e.row.Rules.Decisions {
		if word, ok := strictest(decision, answers); ok {
			put(merged, decision.At, word)
		}
	}
	if slices.ContainsFunc(answers, func(a *jsonvalue.Object) bool { goes, ok := a.GetBool("continue"); return ok && !goes }) {
		put(merged, "continue", false)
	}
	if how := e.row.Merge.How; how == dialect.UnitesTools || how == dialect.IntersectsTools {
		if config := tools(how, e.row.Rules.Rewrite.At, answers); config != nil {
			put(merged, e.row.Rules.Rewrite.At, config)
		}
	}
	return merged
}

// laid merges an answer into another, and its hookSpecificOutput into the other's.
func laid(base, top *jsonvalue.Object) *jsonvalue.Object {
	below, _ := base.GetObject(specific)
	above, ok := top.GetObject(specific)
	merged := base.Overlay(top)
	switch {
	case ok:
		merged.Set(specific, below.Overlay(above))
	case below != nil:
		merged.Set(specific, below)
	}
	return merged
}

// put sets a value at a path of an answer and creates missing objects.
func put(answer *jsonvalue.Object, path dialect.Path, value any) {
	parent, name, nested := strings.Cut(string(path), ".")
	if !nested {
		answer.Set(parent, value)
		return
	}
	inner, _ := answer.GetObject(parent)
	answer.Set(parent, inner.Overlay(jsonvalue.New(jsonvalue.Member{Key: name, Value: value})))
}

// strictest returns the strictest decision of several answers; ok is false in
// hookSpecificOutput, where the last word counts, and if none is known.
func strictest(decision dialect.Decision, answers []*jsonvalue.Object) (word string, ok bool) {
	if strings.Contains(string(decision.At), ".") {
		return "", false
	}
	ranks := []dialect.Effect{"", dialect.Asks, dialect.Denies}
	highest := -1
	for _, answer := range answers {
		said, isText := answer.GetString(string(decision.At))
		request, known := decision.Words[said]
		if !isText || !known {
			continue
		}
		if rank := max(0, slices.Index(ranks, request)); rank >= highest {
			highest, word = rank, said
		}
	}
	return word, highest >= 0
}

// tools merges the tool configurations of several answers: the strictest mode, and the
// sorted names of the union or the intersection of the lists. It is nil if no answer
// has one.
func tools(how dialect.MergeRule, path dialect.Path, answers []*jsonvalue.Object) *jsonvalue.Object {
	modes := []string{"AUTO", "ANY", "NONE"}
	mode, given := 0, false
	var names []string
	listed := false
	for _, answer := range answers {
		value, _ := path.In(answer)
		config, ok := value.(*jsonvalue.Object)
		if !ok {
			continue
		}
		given = true
		word, _ := config.GetString("mode")
		mode = max(mode, slices.Index(modes, word))
		if list, ok := config.GetList("allowedFunctionNames"); ok {
			names = combined(how, listed, names, texts(list))
			listed = true
		}
	}
	if !given {
		return nil
	}
	config := jsonvalue.New(jsonvalue.Member{Key: "mode", Value: modes[mode]})
	if how == dialect.UnitesTools && modes[mode] == "NONE" {
		names = nil
	}
	if listed || how == dialect.UnitesTools {
		slices.SortFunc(names, jstext.Compare)
		list := []any{}
		for _, name := range slices.Compact(names) {
			list = append(list, name)
		}
		config.Set("allowedFunctionNames", list)
	}
	return config
}

// combined returns the union or the intersection of two lists. The first list is taken
// as it is.
func combined(how dialect.MergeRule, listed bool, names, more []string) []string {
	if how == dialect.UnitesTools || !listed {
		return append(names, more...)
	}
	return slices.DeleteFunc(names, func(name string) bool { return !slices.Contains(more, name) })
}

// texts returns the texts of a list.
func texts(list []any) []string {
	var all []string
	for _, item := range list {
		if text, ok := item.(string); ok {
			all = append(all, text)
		}
	}
	return all
}
