package explore

import (
	"context"
	"slices"
	"strconv"

	"github.com/hooktest/hooktest/conformance/adapter"
)

// mostTries bounds how many smaller draws are tried for one difference.
const mostTries = 400

// shrink removes from a draw what a difference of this kind does not need. It
// tries several candidates at once and takes the first in order that shows the
// difference, so the result does not depend on speed. It returns a zero outcome if
// the draw itself does not show the difference again.
func (e *Exploration) shrink(ctx context.Context, d Draw, kind string) (Draw, outcome, error) {
	shows := func(all []Difference) bool {
		return slices.Contains(roots(all), kind)
	}
	// A difference that is seen once may be chance.
	outcomes, err := e.judgeAll(ctx, []Draw{d, d})
	if err != nil || !shows(outcomes[0].differences) || !shows(outcomes[1].differences) {
		return d, outcome{}, err
	}
	last := outcomes[0]
	taken, tries := false, 0
	for from := 0; tries < mostTries; {
		candidates := d.smaller()
		if from >= len(candidates) {
			if !taken {
				break
			}
			// Parts that could not be removed before may be removable now.
			from, taken = 0, false
			continue
		}
		several := candidates[from:min(from+shrinkAtOnce, len(candidates))]
		tries += len(several)
		outcomes, err := e.judgeAll(ctx, several)
		if err != nil {
			return d, outcome{}, err
		}
		i := slices.IndexFunc(outcomes, func(o outcome) bool { return shows(o.differences) })
		if i < 0 {
			from += len(several)
			continue
		}
		d, last, taken = several[i], outcomes[i], true
		from += i
	}
	// While several draws are judged, a hook may begin late. A difference is one if it is also
	// there when nothing else runs.
	for range alone {
		outcomes, err := e.judgeAll(ctx, []Draw{d})
		if err != nil || !shows(outcomes[0].differences) {
			return d, outcome{}, err
		}
	}
	return d, last, nil
}

// alone is how often a difference must be seen when nothing else runs.
const alone = 3

// shrinkAtOnce is how many candidates are tried at a time. It is the same on every
// machine.
const shrinkAtOnce = 8

// smaller returns draws that are smaller than this one, the smallest first.
func (d Draw) smaller() []Draw {
	var all []Draw
	with := func(change func(*Draw)) {
		c := d.clone()
		change(&c)
		c.tidy()
		all = append(all, c)
	}
	d.least(with)
	d.fewer(with)
	d.plainer(with)
	for i, h := range d.Hooks {
		h.smaller(func(s Hook) { with(func(c *Draw) { c.Hooks[i] = s }) })
	}
	for _, smaller := range smallerValues(d.Payload) {
		payload := smaller.(map[string]any)
		if len(payload) == len(d.Payload) && whole(payload) {
			with(func(c *Draw) { c.Payload = payload })
		}
	}
	return all
}

// least removes large parts at once, because most are not needed.
func (d Draw) least(with func(func(*Draw))) {
	if d.Event != "BeforeTool" {
		with(func(c *Draw) { c.Event, c.Payload = "BeforeTool", leastPayload("BeforeTool") })
	}
	if least := leastPayload(d.Event); encode(least) != encode(d.Payload) && len(encode(least)) < len(encode(d.Payload)) {
		with(func(c *Draw) { c.Payload = least })
	}
	for i := range d.Groups {
		if len(d.Groups) > 1 {
			with(func(c *Draw) { c.Groups = c.Groups[i : i+1] })
		}
	}
	for i, g := range d.Groups {
		for j := range g.Entries {
			if len(g.Entries) > 2 || len(d.Groups) > 1 && len(g.Entries) > 1 {
				with(func(c *Draw) {
					c.Groups = c.Groups[i : i+1]
					c.Groups[0].Entries = c.Groups[0].Entries[j : j+1]
				})
			}
		}
	}
}

// leastPayload returns the smallest input that an event allows.
func leastPayload(event string) map[string]any {
	row, _ := adapter.EventNamed(event)
	payload := map[string]any{}
	for _, f := range row.Fields {
		switch {
		case !row.Applied:
		case f.Name == "llmRequest":
			payload[f.Name] = map[string]any{"model": "m", "contents": "x"}
		case f.Name == "llmResponse":
			payload[f.Name] = map[string]any{"candidates": []any{}}
		case f.Kind == "string":
			payload[f.Name] = "write_file"
		default:
			payload[f.Name] = map[string]any{}
		}
	}
	return payload
}

// whole reports whether a caller could send this payload. A request without a
// model or a turn without a role would test something else than the draw.
func whole(payload map[string]any) bool {
	turn := func(v any) bool {
		turn, _ := v.(map[string]any)
		parts, _ := turn["parts"].([]any)
		return turn["role"] != nil && len(parts) > 0 && !slices.ContainsFunc(parts, func(part any) bool { return encode(part) == "{}" })
	}
	if v, ok := payload["llmRequest"]; ok {
		request, _ := v.(map[string]any)
		model, _ := request["model"].(string)
		words, _ := request["contents"].(string)
		turns, _ := request["contents"].([]any)
		if model == "" || words == "" && (len(turns) == 0 || slices.ContainsFunc(turns, func(v any) bool { return !turn(v) })) {
			return false
		}
	}
	if v, ok := payload["llmResponse"]; ok {
		response, _ := v.(map[string]any)
		candidates, _ := response["candidates"].([]any)
		return response["candidates"] != nil && !slices.ContainsFunc(candidates, func(v any) bool {
			candidate, _ := v.(map[string]any)
			return !turn(candidate["content"])
		})
	}
	return true
}

// fewer removes groups, entries, and hooks that no entry names.
func (d Draw) fewer(with func(func(*Draw))) {
	for i := range d.Groups {
		if len(d.Groups) > 1 {
			with(func(c *Draw) { c.Groups = slices.Delete(c.Groups, i, i+1) })
		}
	}
	for i, g := range d.Groups {
		for j := range g.Entries {
			if len(g.Entries) > 1 {
				with(func(c *Draw) { c.Groups[i].Entries = slices.Delete(c.Groups[i].Entries, j, j+1) })
			}
		}
	}
	for i := 1; i < len(d.Groups); i++ {
		with(func(c *Draw) {
			c.Groups[i-1].Entries = slices.Concat(c.Groups[i-1].Entries, c.Groups[i].Entries)
			c.Groups = slices.Delete(c.Groups, i, i+1)
		})
	}
}

// tidy removes hooks that no entry names, and the short timeouts of hooks that end
// by themselves now: an implementation need not be that quick.
func (d *Draw) tidy() {
	for _, g := range d.Groups {
		for j, e := range g.Entries {
			if string(e.Timeout) == strconv.Itoa(hangLimit) && !d.hook(e.Hook).Hang {
				g.Entries[j].Timeout = nil
			}
		}
	}
	d.Hooks = slices.DeleteFunc(d.Hooks, func(h Hook) bool { return d.used(h.Name) == 0 })
}

// plainer removes settings of groups, entries and the draw itself.
func (d Draw) plainer(with func(func(*Draw))) {
	if d.Unread {
		with(func(c *Draw) { c.Unread = false })
	}
	if d.Env {
		with(func(c *Draw) { c.Env = false })
	}
	for i, g := range d.Groups {
		if g.Extension {
			with(func(c *Draw) { c.Groups[i].Extension = false })
		}
		if g.Matcher != nil {
			with(func(c *Draw) { c.Groups[i].Matcher = nil })
		}
		if g.Sequential != nil {
			with(func(c *Draw) { c.Groups[i].Sequential = nil })
		}
		for j, e := range g.Entries {
			if e.Type != nil {
				with(func(c *Draw) { c.Groups[i].Entries[j].Type = nil })
			}
			if e.Timeout != nil && !d.hook(e.Hook).Hang {
				with(func(c *Draw) { c.Groups[i].Entries[j].Timeout = nil })
			}
		}
	}
}

// smaller calls give with hooks that do less.
func (h Hook) smaller(give func(Hook)) {
	change := func(when bool, f func(*Hook)) {
		if s := h; when {
			f(&s)
			give(s)
		}
	}
	change(h.Answer != nil || h.Before+h.After != "", func(s *Hook) { s.Answer, s.Before, s.After, s.Twice = nil, "", "", false })
	change(h.Stderr != "", func(s *Hook) { s.Stderr = "" })
	change(h.Hang, func(s *Hook) { s.Hang = false })
	change(h.Signal != "", func(s *Hook) { s.Signal = "" })
	change(h.Exit != 0, func(s *Hook) { s.Exit = 0 })
	change(h.Exit > 2, func(s *Hook) { s.Exit = 1 })
	change(h.Slow, func(s *Hook) { s.Slow = false })
	change(h.Twice, func(s *Hook) { s.Twice = false })
	if h.Answer != nil {
		change(h.Before != "", func(s *Hook) { s.Before = "" })
		change(h.After != "", func(s *Hook) { s.After = "" })
		for _, smaller := range smallerValues(h.Answer) {
			change(true, func(s *Hook) { s.Answer = smaller.(map[string]any) })
		}
	} else if out := h.stdout(); out != "" {
		for _, smaller := range smallerTexts(out) {
			change(true, func(s *Hook) { s.Before, s.After = smaller, "" })
		}
	}
	for _, smaller := range smallerTexts(h.Stderr) {
		change(true, func(s *Hook) { s.Stderr = smaller })
	}
}
