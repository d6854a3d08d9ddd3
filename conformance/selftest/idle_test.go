package selftest_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/hooktest/hooktest/conformance/adapter"
)

// A request is what an adapter of this package reads of a line.
type request struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params object          `json:"params"`
}

type object = map[string]any

// An idler answers a request without a hook system. A string is the text of an error.
type idler func(method string, params object) any

// idlers are the adapters that do nothing, each in a different way.
func idlers() map[string]idler {
	return map[string]idler{
		"throws":        func(string, object) any { return "nothing works" },
		"empty":         func(method string, _ object) any { return smallest(method, nil, false) },
		"allows":        func(method string, p object) any { return allows(method, p, nil) },
		"allows aloud":  func(method string, p object) any { return allows(method, p, []any{object{"decision": "allow"}}) },
		"blocks":        func(method string, p object) any { return blocks(method, p, "blocked") },
		"blocks mutely": func(method string, p object) any { return blocks(method, p, "") },
		"echoes":        echoes,
	}
}

// serve speaks the protocol line by line and gives the exit code.
func serve(mode string, in io.Reader, out io.Writer) int {
	if a, ok := engines()[mode]; ok {
		return serveEngine(a)
	}
	if verb, path, ok := strings.Cut(mode, " from "); ok {
		return play(verb, path, in, out)
	}
	if path, ok := strings.CutPrefix(mode, "records into "); ok {
		return record(path, in, out)
	}
	answer, idle := idlers()[mode]
	lines := bufio.NewReaderSize(in, 1<<20)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return 0
		}
		var r request
		if err := json.Unmarshal(line, &r); err != nil {
			return 8
		}
		switch {
		case r.Method == adapter.MethodInitialize:
			write(out, r.ID, hello(mode, fmt.Sprint(r.Params["nonce"])))
		case r.Method == adapter.MethodShutdown:
			write(out, r.ID, object{})
			return 0
		case r.Method == adapter.MethodSessionOpen, r.Method == adapter.MethodSessionClose:
			if r.Method == adapter.MethodSessionOpen {
				opened, _ = r.Params["cwd"].(string)
			}
			write(out, r.ID, object{})
		case idle:
			write(out, r.ID, answer(r.Method, r.Params))
		default:
			lie(mode, out, r)
		}
	}
}

// hello claims everything.
func hello(mode, nonce string) adapter.InitializeResult {
	return adapter.InitializeResult{
		ProtocolVersion: adapter.Version, Nonce: nonce, Dialect: adapter.Dialect,
		Implementation: adapter.Implementation{Name: mode, Version: "1", Language: "none"},
		Profiles:       adapter.Profiles(), Features: map[adapter.Feature]bool{},
		Observes: adapter.Observations(), MaxInFlight: 4,
	}
}

func write(out io.Writer, id json.RawMessage, result any) {
	message := object{"jsonrpc": "2.0", "id": id, "result": result}
	if text, thrown := result.(string); thrown {
		delete(message, "result")
		message["error"] = object{"code": adapter.CodeEngine, "message": text, "data": object{"kind": adapter.KindEngine}}
	}
	line, err := json.Marshal(message)
	if err != nil {
		panic(err)
	}
	_, _ = out.Write(append(line, '\n'))
}

// smallest returns the smallest result that the protocol accepts for the method.
func smallest(method string, final object, executed bool) object {
	// A nil map in an interface would not be null.
	var output any
	if final != nil {
		output = final
	}
	aggregated := object{"success": true, "finalOutput": output, "allOutputs": []any{}, "errors": []any{}, "totalDuration": 0}
	switch method {
	case adapter.MethodPlan:
		return object{"plan": nil, "skipped": []any{}}
	case adapter.MethodFire:
		return object{"aggregated": aggregated, "warnings": []any{}, "telemetry": []any{}}
	case adapter.MethodToolExecute:
		return object{
			"executed": executed, "inputSeen": nil, "result": nil, "agentStopped": false,
			"published": []any{}, "transitions": []any{}, "attempts": 0,
		}
	case adapter.MethodModelGenerate:
		return object{
			"modelCalled": executed, "streamOpened": executed, "requestSent": nil, "response": nil, "displayed": []any{},
			"displaySuppressed": false, "agentStopped": false, "afterModelFired": false, "conversation": "", "toolCalls": []any{},
		}
	case adapter.MethodSystemStatus:
		return object{"hookSystem": nil}
	case adapter.MethodSystemAccess:
		return object{"ok": true}
	case adapter.MethodSystemCounters:
		return object{
			"registryInitializations": 0, "processesStarted": 0,
			"constructed": object{"registry": 0, "planner": 0, "runner": 0, "aggregator": 0, "eventHandler": 0},
		}
	case adapter.MethodComponentTranslate:
		return object{"value": object{}}
	case adapter.MethodComponentOutput:
		if final != nil {
			return final
		}
		return object{"class": "", "blocking": false, "stopping": false, "effectiveReason": "", "additionalContext": nil}
	case adapter.MethodComponentAggregate:
		return object{"aggregated": aggregated}
	case adapter.MethodComponentChain:
		return object{"input": object{}}
	case adapter.MethodBusRequest:
		return object{"correlationId": "", "success": true, "output": output}
	}
	return object{}
}

// allows is an agent without hooks that says yes to everything.
func allows(method string, p object, outputs []any) object {
	result := smallest(method, object{
		"decision": "allow", "class": adapter.ClassDefault, "blocking": false, "stopping": false,
		"effectiveReason": "", "additionalContext": nil, "continue": true,
	}, true)
	if aggregated, ok := result["aggregated"].(object); ok && outputs != nil {
		aggregated["allOutputs"] = outputs
	}
	return passOn(method, p, result)
}

// passOn does what an agent without hooks does with tools and models: the tool
// runs on its input, the model's last chunk is the response.
func passOn(method string, p, result object) object {
	switch method {
	case adapter.MethodToolExecute:
		tool, _ := p["tool"].(object)
		result["inputSeen"], result["result"], result["attempts"] = p["toolInput"], tool["result"], 1
		result["published"] = []any{tool["result"]}
		result["transitions"] = []any{object{"from": "idle", "to": "executing"}, object{"from": "executing", "to": "idle"}}
	case adapter.MethodModelGenerate:
		model, _ := p["model"].(object)
		chunks, _ := model["chunks"].([]any)
		result["requestSent"], result["displayed"] = p["request"], chunks
		result["conversation"] = fmt.Sprint(p["request"], chunks)
		if len(chunks) > 0 {
			result["response"] = chunks[len(chunks)-1]
		}
	case adapter.MethodSystemStatus:
		result["hookSystem"] = object{"initialized": true, "totalHooks": 0}
	}
	return result
}

// blocks says no to everything.
func blocks(method string, _ object, reason string) object {
	result := smallest(method, object{
		"decision": "deny", "reason": reason, "class": adapter.ClassBeforeTool, "blocking": true, "stopping": true,
		"effectiveReason": reason, "additionalContext": nil, "continue": false, "stopReason": reason,
	}, false)
	switch method {
	case adapter.MethodToolExecute, adapter.MethodModelGenerate:
		result["agentStopped"], result["stopReason"] = true, reason
		result["result"] = object{"llmContent": reason, "returnDisplay": reason}
	case adapter.MethodFire, adapter.MethodComponentAggregate:
		result["aggregated"].(object)["success"] = false
		result["aggregated"].(object)["errors"] = []any{reason}
	case adapter.MethodBusRequest:
		result["success"], result["error"] = false, object{"code": reason, "message": reason}
		delete(result, "output")
	case adapter.MethodSystemAccess:
		return object{"error": object{"class": "Error", "message": reason}}
	}
	return result
}

// echoes returns its input.
func echoes(method string, p object) any {
	result := passOn(method, p, smallest(method, nil, true))
	switch method {
	case adapter.MethodFire:
		result["aggregated"].(object)["finalOutput"] = p["payload"]
	case adapter.MethodComponentTranslate:
		result["value"] = p["value"]
	case adapter.MethodComponentOutput:
		return p["data"]
	case adapter.MethodComponentAggregate:
		result["aggregated"].(object)["finalOutput"] = p
	case adapter.MethodComponentChain:
		result["input"] = p["input"]
	case adapter.MethodBusRequest:
		result["correlationId"], result["output"] = p["correlationId"], p["input"]
	}
	return result
}
