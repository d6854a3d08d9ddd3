package ruling

import (
	"cmp"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/engine/dialect"
)

// united merges the requests of several hooks: one of each kind remains, and texts are
// joined.
func (e evaluator) united(all []hookRequests) []request {
	if len(all) == 1 {
		return all[0].requests
	}
	rules := e.contract.Reading.Others
	var flat []request
	for _, one := range all {
		flat = append(flat, one.requests...)
	}
	if rules.Merged != nil && e.row.Merge.How != "" {
		return e.merged(all, flat)
	}
	if wanting := filter(flat, func(d request) bool { return d.what != dialect.Nothing }); len(wanting) > 0 {
		flat = wanting
	}
	// latest has the requests of the slowest hook last: all hooks started together.
	latest := slices.Clone(flat)
	slices.SortStableFunc(latest, func(a, b request) int { return cmp.Compare(a.result.Duration, b.result.Duration) })
	if e.row.Rules.Each != "" {
		return latest
	}
	texts := flat
	if rules.Reason == dialect.Latest {
		texts = latest
	}
	var out []request
	for _, what := range order(flat) {
		mine := func(d request) bool { return d.what == what }
		these, last := filter(flat, mine), filter(latest, mine)
		switch what {
		case dialect.Adds, dialect.Says, dialect.Tells:
			out = append(out, joined(filter(texts, mine), rules.Join))
		case dialect.Rewrites:
			if len(these) > 1 && rules.Rewrite == dialect.Unsure {
				out = append(out, e.unknown(these[0].result, "several hooks make a change"))
				continue
			}
			out = append(out, chosen(these, last, rules.Rewrite, rules.Join)...)
		default:
			out = append(out, chosen(these, last, rules.Reason, rules.Join)...)
		}
	}
	// A refusal by exit code and one by answer are equal: the first of them decides.
	code := slices.IndexFunc(out, func(d request) bool { return d.what == dialect.Refuses })
	word := slices.IndexFunc(out, func(d request) bool { return d.what == dialect.Denies })
	if first, second := min(code, word), max(code, word); rules.Reason == dialect.Latest && first >= 0 && out[first].result.Duration < out[second].result.Duration {
		out[first], out[second] = out[second], out[first]
	}
	return out
}

// order returns the kinds of requests by first occurrence.
func order(requests []request) []dialect.Effect {
	var kinds []dialect.Effect
	for _, d := range requests {
		if !slices.Contains(kinds, d.what) {
			kinds = append(kinds, d.what)
		}
	}
	return kinds
}

func filter(requests []request, holds func(request) bool) []request {
	return slices.DeleteFunc(slices.Clone(requests), func(d request) bool { return !holds(d) })
}

// chosen returns the request that counts among several of one kind, given in the order
// of the settings and in the order in which the hooks ended.
func chosen(these, last []request, whose dialect.Whose, join string) []request {
	switch {
	case len(these) == 1:
		return these
	case whose == dialect.Last:
		return these[len(these)-1:]
	case whose == dialect.Latest:
		return last[len(last)-1:]
	case whose == dialect.All:
		return []request{joined(these, join)}
	case whose == dialect.None:
		return nil
	case whose == dialect.Unsure:
		one := these[0]
		one.reason = "…"
		return []request{one}
	}
	return these[:1]
}

// joined returns one request with all texts.
func joined(these []request, join string) request {
	texts := make([]string, len(these))
	for i, d := range these {
		texts[i] = d.reason
	}
	one := these[0]
	one.reason = strings.Join(texts, join)
	return one
}
