package suite

import (
	"encoding/json"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/hooktest/hooktest/conformance/adapter"
)

// payload reads an event and its payload from the arguments.
func (w *world) payload(c call) (adapter.EventParams, error) {
	if len(c.args) == 0 {
		return adapter.EventParams{}, errUsage
	}
	event, rest := c.args[0], c.args[1:]
	row, known := adapter.EventNamed(event)
	if !known || !row.Applied {
		return namedFields(event, rest)
	}
	// For an event that is applied, the texts follow the event's name. Its objects come
	// next, and the last of these are optional.
	fields := map[string]any{}
	var names []string
	for _, f := range row.Fields {
		if f.Kind != "string" {
			names = append(names, f.Name)
			continue
		}
		if len(rest) < 2 {
			return adapter.EventParams{}, errUsage
		}
		fields[f.Name], rest = rest[0], rest[1:]
	}
	if len(rest) > len(names) {
		return adapter.EventParams{}, errUsage
	}
	values, err := w.values(c, rest)
	if err != nil {
		return adapter.EventParams{}, err
	}
	for i, v := range values {
		fields[names[i]] = v
	}
	text, err := json.Marshal(fields)
	return adapter.EventParams{Event: event, Payload: text}, err
}

// namedFields reads a payload that is written as key=value.
func namedFields(event string, args []string) (adapter.EventParams, error) {
	fields := map[string]any{}
	for _, arg := range args {
		key, value, ok := strings.Cut(arg, "=")
		if !ok {
			return adapter.EventParams{}, errUsage
		}
		v, err := literal(value)
		if err != nil {
			return adapter.EventParams{}, err
		}
		fields[key] = v
	}
	text, err := json.Marshal(fields)
	return adapter.EventParams{Event: event, Payload: text}, err
}

func cmdFire(w *world, c call) error {
	p, err := w.payload(c)
	if err != nil {
		return err
	}
	err = w.ask(eventFeature(p.Event), adapter.MethodFire, func(session string) any { p.Session = session; return p })
	w.unwrapFired()
	return err
}

// eventFeature returns the feature that firing an event needs.
func eventFeature(event string) adapter.Feature {
	row, _ := adapter.EventNamed(event)
	return row.Feature()
}

// unwrapFired makes the aggregated result the answer, so that assertions name its
// members directly.
func (w *world) unwrapFired() {
	if w.failure != nil {
		return
	}
	aggregated, outputs, err := aggregatedOf(w.answer)
	if err != nil {
		w.failure = err
		return
	}
	w.witnessed(outputs)
	w.answer = w.withOpening(aggregated)
}

// withOpening adds the warnings from opening the session to the first firing. An eager
// hook system warns when the session opens, a lazy one at the first firing: assertions
// then find both in the same place.
func (w *world) withOpening(aggregated map[string]any) map[string]any {
	if len(w.opened) > 0 {
		own, _ := aggregated["warnings"].([]any)
		aggregated["warnings"] = append(w.opened, own...)
		w.opened = nil
	}
	return aggregated
}

// aggregatedOf returns the aggregated result from an answer of hooks/fire, with
// warnings and telemetry added as members. outputs counts the outputs that only a hook
// that ran can have caused.
func aggregatedOf(answer any) (aggregated map[string]any, outputs int, err error) {
	result, _ := answer.(map[string]any)
	aggregated, ok := result["aggregated"].(map[string]any)
	if !ok {
		return nil, 0, &adapter.Misshapen{Message: "the answer of hooks/fire lacks aggregated"}
	}
	all, _ := aggregated["allOutputs"].([]any)
	for _, output := range all {
		if decides(output) {
			outputs++
		}
	}
	for _, logged := range []string{"warnings", "telemetry"} {
		if lines, ok := result[logged]; ok {
			aggregated[logged] = lines
		}
	}
	return aggregated, outputs, nil
}

// decides reports whether an output decides something. If a program could not be
// started (exit 126 or 127), an implementation makes an output that lets the agent
// continue, with or without an error text. Such an output does not show that a hook
// ran.
func decides(output any) bool {
	fields, ok := output.(map[string]any)
	if !ok {
		return output != nil
	}
	decision, _ := fields["decision"].(string)
	specific, _ := fields["hookSpecificOutput"].(map[string]any)
	return decision != "" && decision != "allow" && decision != "approve" ||
		fields["continue"] == false || len(specific) > 0 || fields["stopReason"] != nil
}

// cmdBurst makes requests concurrently, up to the number that the adapter takes at
// once.
func cmdBurst(w *world, c call) error {
	if len(c.args) < 2 {
		return errUsage
	}
	n, err := strconv.Atoi(c.args[0])
	if err != nil || n < 2 {
		return errUsage
	}
	c.args = c.args[1:]
	if c.args[0] == "tool" {
		c.args = c.args[1:]
		return w.burstOfTools(n, c)
	}
	return w.burstOfEvents(n, c)
}

// numberOfBurst is the placeholder for the number of a request in a burst, from 1.
const numberOfBurst = "${N}"

// eachOf returns the arguments of each of n requests.
func eachOf(n int, c call) []call {
	all := make([]call, n)
	for i := range all {
		all[i] = c
		all[i].args = make([]string, len(c.args))
		for j, arg := range c.args {
			all[i].args[j] = strings.ReplaceAll(arg, numberOfBurst, strconv.Itoa(i+1))
		}
	}
	return all
}

func (w *world) burstOfTools(n int, c call) error {
	requests := make([]adapter.ToolParams, n)
	for i, one := range eachOf(n, c) {
		var err error
		if requests[i], err = w.toolCall(one); err != nil {
			return err
		}
	}
	if open, err := w.ensureOpen(); !open {
		return err
	}
	params := make([]any, n)
	for i, p := range requests {
		p.Session = w.session()
		params[i] = p
	}
	answers := w.callAtOnce(adapter.FeatureToolExecute, adapter.MethodToolExecute, params)
	w.witnessed(0)
	if w.failure == nil {
		w.answer = answers
	}
	return nil
}

func (w *world) burstOfEvents(n int, c call) error {
	requests := make([]adapter.EventParams, n)
	for i, one := range eachOf(n, c) {
		var err error
		if requests[i], err = w.payload(one); err != nil {
			return err
		}
	}
	if open, err := w.ensureOpen(); !open {
		return err
	}
	params := make([]any, n)
	for i, p := range requests {
		p.Session = w.session()
		params[i] = p
	}
	answers := w.callAtOnce(eventFeature(requests[0].Event), adapter.MethodFire, params)
	if w.failure != nil {
		return nil
	}
	outputs := 0
	for i, answer := range answers {
		aggregated, n, err := aggregatedOf(answer)
		if err != nil {
			w.failure = err
			return nil
		}
		answers[i] = w.withOpening(aggregated)
		outputs += n
	}
	w.witnessed(outputs)
	w.answer = answers
	return nil
}

// callAtOnce makes requests of one method concurrently and returns all answers. If one
// request fails, the whole burst fails.
func (w *world) callAtOnce(feature adapter.Feature, method string, params []any) []any {
	if !w.ready(feature, method, params[0]) {
		return nil
	}
	asked := time.Now()
	answers := make([]any, len(params))
	failures := make([]error, len(params))
	var wg sync.WaitGroup
	for i, p := range params {
		wg.Go(func() {
			text, err := w.client.Call(w.ctx, method, p, w.c.Budget)
			if err == nil {
				answers[i], err = decode(text)
			}
			failures[i] = err
		})
	}
	wg.Wait()
	w.waited = time.Since(asked)
	for _, err := range failures {
		w.settle(err)
		if err != nil && (w.failure == nil || isLost(w.failure)) {
			w.failure = err
		}
	}
	w.answerText = []byte(show(answers))
	return answers
}
