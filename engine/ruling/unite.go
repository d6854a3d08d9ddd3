package ruling

import (
	"cmp"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/engine/dialect"
)

// united merges the demands of several hooks: one of each kind remains, and texts are
// joined.
func (e evaluator) united(all []left) []demand {
	if len(all) == 1 {
		return all[0].demands
	}
	rules := e.contract.Reading.Others
	var flat []demand
	for _, one := range all {
		flat = append(flat, one.demands...)
	}
	if rules.Merged != nil && e.row.Merge.How != "" {
		return e.merged(all, flat)
	}
	if wanting := filter(flat, func(d demand) bool { return d.what != dialect.Nothing }); len(wanting) > 0 {
		flat = wanting
	}
	// latest has the demands of the slowest hook last: all hooks started together.
	latest := slices.Clone(flat)
	slices.SortStableFunc(latest, func(a, b demand) int { return cmp.Compare(a.result.Duration, b.result.Duration) })
	if e.row.Rules.Each != "" {
		return latest
	}
	texts := flat
	if rules.Reason == dialect.Latest {
		texts = latest
	}
	var out []demand
	for _, what := range order(flat) {
		mine := func(d demand) bool { return d.what == what }
		these, late := filter(flat, mine), filter(latest, mine)
		switch what {
		case dialect.Adds, dialect.Says, dialect.Tells:
			out = append(out, joined(filter(texts, mine), rules.Join))
		case dialect.Rewrites:
			if len(these) > 1 && rules.Rewrite == dialect.Unsure {
				out = append(out, e.unknown(these[0].result, "several hooks make a change"))
				continue
			}
			out = append(out, chosen(these, late, rules.Rewrite, rules.Join)...)
		default:
			out = append(out, chosen(these, late, rules.Reason, rules.Join)...)
		}
	}
	// A refusal by exit code and one by answer are equal: the first of them decides.
	code := slices.IndexFunc(out, func(d demand) bool { return d.what == dialect.Refuses })
	word := slices.IndexFunc(out, func(d demand) bool { return d.what == dialect.Denies })
	if first, second := min(code, word), max(code, word); rules.Reason == dialect.Latest && first >= 0 && out[first].result.Duration < out[second].result.Duration {
		out[first], out[second] = out[second], out[first]
	}
	return out
}

// order returns the kinds of demands by first occurrence.
func order(demands []demand) []dialect.Demand {
	var kinds []dialect.Demand
	for _, d := range demands {
		if !slices.Contains(kinds, d.what) {
			kinds = append(kinds, d.what)
		}
	}
	return kinds
}

func filter(demands []demand, holds func(demand) bool) []demand {
	return slices.DeleteFunc(slices.Clone(demands), func(d demand) bool { return !holds(d) })
}

// chosen returns the demand that counts among several of one kind, given in the order
// of the settings and in the order in which the hooks ended.
func chosen(these, late []demand, whose dialect.Whose, join string) []demand {
	switch {
	case len(these) == 1:
		return these
	case whose == dialect.Last:
		return these[len(these)-1:]
	case whose == dialect.Latest:
		return late[len(late)-1:]
	case whose == dialect.All:
		return []demand{joined(these, join)}
	case whose == dialect.None:
		return nil
	case whose == dialect.Unsure:
		one := these[0]
		one.reason = "…"
		return []demand{one}
	}
	return these[:1]
}

// joined returns one demand with all texts.
func joined(these []demand, join string) demand {
	texts := make([]string, len(these))
	for i, d := range these {
		texts[i] = d.reason
	}
	one := these[0]
	one.reason = strings.Join(texts, join)
	return one
}
