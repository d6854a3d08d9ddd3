package suite

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/hooktest/hooktest/conformance/adapter"
)

// requestCommands are the commands that make one request each. The following assertions
// judge its answer.
func requestCommands() []Command {
	return []Command{
		{"fire", "fire EVENT PAYLOAD...", "fires an event: TOOL INPUT [RESPONSE], REQUEST [RESPONSE], or KEY=VALUE...", plain(fires(cmdFire))},
		{"burst", "burst N EVENT|tool PAYLOAD...", "makes N requests at the same time, with their numbers for ${N}; the answer is the list of all answers", plain(fires(cmdBurst))},
		{"plan", "plan EVENT PAYLOAD...", "asks which hooks would run", plain(cmdPlan)},
		{"tool", "tool TOOL INPUT [RESULT|throws=TEXT]", "runs the cycle around a tool call", plain(fires(cmdTool))},
		{"model", "model REQUEST CHUNKS [abort=N]", "runs the cycle around a model call", plain(fires(cmdModel))},
		{"status", "status", "asks for the hook system's status", plain(sessionRequest(adapter.MethodSystemStatus))},
		{"initialize", "initialize", "initializes the hook system", plain(sessionRequest(adapter.MethodSystemInitialize))},
		{"access", "access registry|eventHandler", "uses an accessor of the hook system", plain(cmdAccess)},
		{"counters", "counters", "asks what the hook system has done", plain(sessionRequest(adapter.MethodSystemCounters))},
		{"translate", "translate DIRECTION VALUE [BASE]", "translates between the SDK and the hook format", plain(cmdTranslate)},
		{"output", "output create|specific|class EVENT|CLASS DATA [ON]", "makes an output and asks its methods", plain(cmdOutput)},
		{"aggregate", "aggregate EVENT RESULTS", "merges execution results", plain(cmdAggregate)},
		{"chain", "chain EVENT INPUT OUTPUT", "applies an output to the next hook's input", plain(cmdChain)},
		{"bus", "bus REQUEST", "sends a request over the message bus", plain(fires(cmdBus))},
	}
}

// value reads a JSON argument: a literal, or @ and the name of a file of the case.
func (w *world) value(c call, arg string) (json.RawMessage, error) {
	text := arg
	if name, ok := strings.CutPrefix(arg, "@"); ok {
		text = c.ts.ReadFile(name)
	}
	text = w.expand(strings.TrimSpace(text))
	if !json.Valid([]byte(text)) {
		return nil, fmt.Errorf("%s is not JSON", arg)
	}
	return json.RawMessage(text), nil
}

func (w *world) values(c call, args []string) ([]json.RawMessage, error) {
	values := make([]json.RawMessage, len(args))
	for i, arg := range args {
		var err error
		if values[i], err = w.value(c, arg); err != nil {
			return nil, err
		}
	}
	return values, nil
}

func cmdPlan(w *world, c call) error {
	p, err := w.payload(c)
	if err != nil {
		return err
	}
	return w.ask(adapter.FeaturePlan, adapter.MethodPlan, func(session string) any { p.Session = session; return p })
}

func cmdTool(w *world, c call) error {
	p, err := w.toolCall(c)
	if err != nil {
		return err
	}
	err = w.ask(adapter.FeatureToolExecute, adapter.MethodToolExecute, func(session string) any { p.Session = session; return p })
	w.witnessed(0)
	return err
}

// toolCall reads a tool's name, its input and its result.
func (w *world) toolCall(c call) (adapter.ToolParams, error) {
	if len(c.args) < 2 || len(c.args) > 3 {
		return adapter.ToolParams{}, errUsage
	}
	input, err := w.value(c, c.args[1])
	if err != nil {
		return adapter.ToolParams{}, err
	}
	p := adapter.ToolParams{ToolName: c.args[0], ToolInput: adapter.Object(input)}
	p.Tool.Result = adapter.Object(`{"llmContent":"tool result","returnDisplay":"tool result"}`)
	if len(c.args) == 3 {
		if text, ok := strings.CutPrefix(c.args[2], "throws="); ok {
			p.Tool = adapter.Tool{Throws: &text}
		} else if input, err = w.value(c, c.args[2]); err != nil {
			return adapter.ToolParams{}, err
		} else {
			p.Tool.Result = adapter.Object(input)
		}
	}
	return p, nil
}

func cmdModel(w *world, c call) error {
	words, options := splitOptions(c.args)
	if len(words) != 2 {
		return errUsage
	}
	values, err := w.values(c, words)
	if err != nil {
		return err
	}
	p := adapter.GenerateParams{Request: adapter.Object(values[0])}
	var chunks []json.RawMessage
	if err := json.Unmarshal(values[1], &chunks); err != nil {
		return fmt.Errorf("chunks: %w", err)
	}
	for _, chunk := range chunks {
		p.Model.Chunks = append(p.Model.Chunks, adapter.Object(chunk))
	}
	if text, ok := options["abort"]; ok {
		n, err := strconv.Atoi(text)
		if err != nil {
			return errUsage
		}
		p.Model.AbortAfter = &n
	}
	err = w.ask(adapter.FeatureModelGenerate, adapter.MethodModelGenerate, func(session string) any { p.Session = session; return p })
	w.witnessed(0)
	return err
}

func sessionRequest(method string) func(*world, call) error {
	return func(w *world, c call) error {
		if len(c.args) > 0 {
			return errUsage
		}
		if w.failure = w.skippedInSession(); w.failure != nil {
			return nil
		}
		return w.ask(adapter.FeatureSystem, method, func(session string) any { return adapter.SessionParams{Session: session} })
	}
}

func cmdAccess(w *world, c call) error {
	if len(c.args) != 1 {
		return errUsage
	}
	if w.failure = w.skippedInSession(); w.failure != nil {
		return nil
	}
	return w.ask(adapter.FeatureSystem, adapter.MethodSystemAccess, func(session string) any {
		return adapter.AccessParams{Session: session, What: c.args[0]}
	})
}

func cmdTranslate(w *world, c call) error {
	if len(c.args) < 2 || len(c.args) > 3 {
		return errUsage
	}
	values, err := w.values(c, c.args[1:])
	if err != nil {
		return err
	}
	p := adapter.TranslateParams{Direction: c.args[0], Value: values[0]}
	if len(values) == 2 {
		p.Base = adapter.Object(values[1])
	}
	w.call(adapter.FeatureTranslate, adapter.MethodComponentTranslate, p)
	return nil
}

func cmdOutput(w *world, c call) error {
	if len(c.args) < 3 || len(c.args) > 4 {
		return errUsage
	}
	values, err := w.values(c, c.args[2:])
	if err != nil {
		return err
	}
	p := adapter.OutputParams{Make: c.args[0], Data: adapter.Object(values[0])}
	if p.Make == "class" {
		p.Class = c.args[1]
	} else {
		p.Event = c.args[1]
	}
	if len(values) == 2 {
		p.On = &adapter.On{}
		if err := json.Unmarshal(values[1], p.On); err != nil {
			return err
		}
	}
	w.call(adapter.FeatureOutput, adapter.MethodComponentOutput, p)
	return nil
}

func cmdAggregate(w *world, c call) error {
	if len(c.args) != 2 {
		return errUsage
	}
	value, err := w.value(c, c.args[1])
	if err != nil {
		return err
	}
	p := adapter.AggregateParams{Event: c.args[0]}
	if err := json.Unmarshal(value, &p.Results); err != nil {
		return err
	}
	w.call(adapter.FeatureAggregate, adapter.MethodComponentAggregate, p)
	if result, ok := w.answer.(map[string]any); ok && w.failure == nil {
		w.answer = result["aggregated"]
	}
	return nil
}

func cmdChain(w *world, c call) error {
	if len(c.args) != 3 {
		return errUsage
	}
	values, err := w.values(c, c.args[1:])
	if err != nil {
		return err
	}
	w.call(adapter.FeatureChain, adapter.MethodComponentChain, adapter.ChainParams{
		Event: c.args[0], Input: adapter.Object(values[0]), Output: adapter.Object(values[1]),
	})
	return nil
}

func cmdBus(w *world, c call) error {
	if len(c.args) != 1 {
		return errUsage
	}
	value, err := w.value(c, c.args[0])
	if err != nil {
		return err
	}
	var p adapter.BusParams
	if err := json.Unmarshal(value, &p); err != nil {
		return err
	}
	err = w.ask(adapter.FeatureBusRequest, adapter.MethodBusRequest, func(session string) any { p.Session = session; return p })
	w.witnessed(0)
	return err
}
