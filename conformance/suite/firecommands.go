package suite

import (
	"encoding/json"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/hooktest/hooktest/conformance/adapter"
)

// payload reads what an event is about.
func (w *world) payload(c call) (adapter.EventParams, error) {
	if len(c.args) == 0 {
		return adapter.EventParams{}, errUsage
	}
	event, rest := c.args[0], c.args[1:]
	row, known := adapter.EventNamed(event)
	if !known || !row.Applied {
		return namedFields(event, rest)
	}
	// The texts of an event that is applied stand behind its name, then its
	// objects, of which the last may be missing.
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

// namedFields reads what an event is about whose fields name themselves, as
// key=value.
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

// eventFeature is what firing an event needs.
func eventFeature(event string) adapter.Feature {
	row, _ := adapter.EventNamed(event)
	return row.Feature()
}

// unwrapFired lets assertions name the members of aggregated without saying so.
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

// withOpening adds what an eager initialization was warned about when the
// session was opened: it belongs to the first firing, which is when a lazy one
// says it.
func (w *world) withOpening(aggregated map[string]any) map[string]any {
	if len(w.opened) > 0 {
		own, _ := aggregated["warnings"].([]any)
		aggregated["warnings"] = append(w.opened, own...)
		w.opened = nil
	}
	return aggregated
}

// aggregatedOf takes the aggregated result out of an answer of hooks/fire, with
// what was logged among its members, and counts the outputs in it that only a run
// can have caused.
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

// decides tells whether an output says more than one that an implementation makes
// of a program which could not be started: that goes on, with or without a text
// about what went wrong (exit 126, 127), and nothing has run.
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

// cmdBurst makes requests side by side, as far as the adapter takes them at once.
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

// numberOfBurst stands for the number of a request of a burst, from 1.
const numberOfBurst = "${N}"

// eachOf gives the words of each of n requests.
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

// callAtOnce makes requests of one method side by side and gives all answers. One
// error is enough for the whole to fail.
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
