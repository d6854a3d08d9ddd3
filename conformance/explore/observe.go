package explore

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/spyhook"
)

// observations are the comparable results of a side, by path. They exclude what no
// clause specifies: durations, temporary paths, the wording of warnings, and the
// order of parallel hooks.
type observations map[string]string

// observe returns the observations of one side. The reference's result determines
// what to look for.
func (w *world) observe(s, reference side) observations {
	o := observations{}
	if s.failed != "" {
		o[s.failed] = w.tidy(s.message)
		return o
	}
	w.observePlan(o, s, reference)
	w.observeRuns(o, s, reference)
	if s.fire != nil {
		w.observeAnswer(o, *s.fire, reference)
		w.observeWarnings(o, s, reference)
	}
	return o
}

func (o observations) set(path string, value any) { o[path] = encode(plain(value)) }

// tidy replaces the folder of the draw in a text.
func (w *world) tidy(text string) string { return strings.ReplaceAll(text, w.folder, "FOLDER") }

// object decodes and tidies an object's text.
func (w *world) object(text []byte) (any, bool) {
	if len(text) == 0 {
		return nil, false
	}
	v, err := decode([]byte(w.tidy(string(text))))
	return v, err == nil
}

func (w *world) observePlan(o observations, s, reference side) {
	if s.plan == nil || reference.plan == nil {
		return
	}
	plan := s.plan.Plan
	if plan == nil {
		// No plan and a plan without hooks start the same.
		plan = &adapter.Plan{}
	}
	var hooks, sources, timeouts []any
	for _, h := range plan.Hooks {
		name := w.hookOf(h.Command)
		hooks = append(hooks, name)
		sources = append(sources, name+" "+h.Source)
		timeouts = append(timeouts, name+" "+h.Timeout.String())
	}
	o.set("plan.hooks", hooks)
	if len(hooks) > 0 {
		o.set("plan.sequential", plan.Sequential)
		o.set("plan.sources", sources)
		o.set("plan.timeouts", timeouts)
	}
}

func (w *world) hookOf(command string) string {
	for _, h := range w.draw.Hooks {
		if command == w.command(h.Name) {
			return h.Name
		}
	}
	return w.tidy(command)
}

func (w *world) observeRuns(o observations, s, reference side) {
	for _, h := range w.draw.Hooks {
		// On a busy machine a hook may be killed before it has recorded anything. The
		// report of its end shows that it ran.
		if h.Hang {
			continue
		}
		runs := s.runs(h.Name)
		o.set("ran."+h.Name, json.Number(strconv.Itoa(len(runs))))
		if len(runs) != len(reference.runs(h.Name)) {
			continue
		}
		for _, r := range runs {
			w.observeRun(o, r)
		}
	}
	// Sequential hooks must not overlap. Whether parallel hooks overlap is
	// compared only if all are slow and they overlapped under the reference: a fast
	// one may end before the others are started.
	fast := slices.ContainsFunc(w.draw.Hooks, func(h Hook) bool { return !h.Slow })
	if reference.sequential() || !fast && overlap(reference.records) {
		o.set("overlap", overlap(s.records))
	}
	if reference.sequential() {
		var order []any
		for _, r := range s.records {
			if !w.draw.hook(r.Hook).Hang {
				order = append(order, r.Hook)
			}
		}
		o.set("order", order)
	}
}

func overlap(records []spyhook.Record) bool {
	for i, r := range records {
		for _, later := range records[i+1:] {
			if r.Over != 0 && later.Began < r.Over {
				return true
			}
		}
	}
	return false
}

// observeRun adds what one hook saw. Of several runs of one hook the last counts,
// because no draw makes them different.
func (w *world) observeRun(o observations, r spyhook.Record) {
	at := "saw." + r.Hook + "."
	o.set(at+"@cwd", w.tidy(r.CWD))
	for name, value := range r.Env {
		if strings.HasSuffix(name, "_PROJECT_DIR") {
			o.set(at+"@env."+name, w.tidy(value))
		}
	}
	if w.draw.Unread {
		return
	}
	o.set(at+"@eof", r.EOF)
	whole, ok := w.object(r.Stdin)
	stdin, isObject := whole.(map[string]any)
	if !ok || !isObject || json.Valid(r.Stdin) != ok {
		o.set(at+"@object", string(r.Stdin))
		return
	}
	o.set(at+"@object", "an object")
	for key, value := range stdin {
		if text, isText := value.(string); isText {
			switch key {
			case "timestamp":
				if _, err := time.Parse("2006-01-02T15:04:05.000Z", text); err == nil {
					value = "TIME"
				}
			case "transcript_path":
				// An implementation that records the conversation has a path to
				// give (HOOK-161).
				value = "PATH"
			}
		}
		members, isObject := value.(map[string]any)
		if !isObject || key != "llm_request" && key != "llm_response" {
			o.set(at+key, value)
			continue
		}
		// Each member has texts of its own.
		for name, member := range members {
			o.set(at+key+"."+name, member)
		}
	}
}

func (w *world) observeAnswer(o observations, f fired, reference side) {
	success, _ := w.object(f.Aggregated.Success)
	o.set("success", success)
	o.set("errors", json.Number(strconv.Itoa(len(f.Aggregated.Errors))))
	outputs := []any{}
	for _, text := range f.Aggregated.AllOutputs {
		v, _ := w.object(text)
		outputs = append(outputs, plain(v))
	}
	if !reference.sequential() {
		slices.SortFunc(outputs, func(x, y any) int { return strings.Compare(encode(x), encode(y)) })
	}
	o.set("outputs", outputs)
	final, _ := w.object(f.Aggregated.FinalOutput)
	fields, isObject := final.(map[string]any)
	if final != nil && !isObject {
		o.set("final", final)
		return
	}
	o.set("final", final != nil)
	maps.DeleteFunc(fields, func(key string, value any) bool {
		// A member with its default value counts as absent. No clause names the
		// classes of events other than BeforeTool.
		return value == nil || key == "continue" && value == true || slices.Contains([]string{"suppressOutput", "blocking", "stopping"}, key) && value == false ||
			key == "hookSpecificOutput" && encode(value) == "{}" || key == "class" && (value == "" || w.draw.Event != "BeforeTool")
	})
	for key, value := range fields {
		o.set("final."+key, value)
	}
}

// observeWarnings looks for the required content of warnings: exit code and stderr
// of each hook that failed without blocking, and that settings were discarded.
func (w *world) observeWarnings(o observations, s, reference side) {
	var texts []string
	for _, line := range slices.Concat(s.opened, s.fire.Warnings) {
		if line.Level == "warn" || line.Level == "error" {
			texts = append(texts, strings.ToLower(line.Text))
		}
	}
	for _, h := range w.draw.Hooks {
		if len(reference.runs(h.Name)) == 0 {
			continue
		}
		var parts []string
		switch {
		case h.Hang:
			parts = []string{strconv.Itoa(hangLimit)}
		case h.Signal != "":
		case h.Exit != 0 && h.Exit != 2:
			parts = []string{strconv.Itoa(h.Exit), strings.ToLower(firstLine(h.Stderr))}
		default:
			continue
		}
		o.set("warned."+h.Name, slices.ContainsFunc(texts, func(text string) bool {
			return !slices.ContainsFunc(parts, func(part string) bool { return !strings.Contains(text, part) })
		}))
	}
	if slices.Contains(w.draw.traits(), "type-unknown") {
		o.set("warned.settings", len(texts) > 0)
	}
}

// firstLine returns the start of a text that a log holds unchanged with any way
// of quoting.
func firstLine(text string) string {
	text = strings.TrimSpace(text)
	if i := strings.IndexFunc(text, func(r rune) bool { return r < ' ' || r > '~' || r == '"' || r == '\\' }); i >= 0 {
		text = text[:i]
	}
	return strings.TrimSpace(text)
}
