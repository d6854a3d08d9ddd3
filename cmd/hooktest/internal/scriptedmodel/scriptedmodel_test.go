package scriptedmodel

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A wire is how a client of a protocol writes a conversation and reads an answer.
type wire struct {
	protocol Protocol
	path     string
	// first is a request with one user message, second one after a call with its result. Both
	// offer the tool sh.
	first, second string
	// texts and calls read a whole answer, or the events of a stream.
	said func(t *testing.T, documents []map[string]any) (text, tool, input, id string)
}

// The requests and the fields of the answers are those of the vendors' references.
func wires() []wire {
	return []wire{
		{
			Anthropic, "/v1/messages",
			`{"stream": STREAM, "tools": [{"name": "sh"}], "system": [{"type": "text", "text": "be good"}], "messages": [{"role": "user", "content": [{"type": "text", "text": "MARK go"}]}]}`,
			`{"stream": STREAM, "tools": [{"name": "sh"}], "messages": [{"role": "user", "content": "MARK go"}, {"role": "assistant", "content": [{"type": "tool_use", "id": "call_own_0_0", "name": "sh", "input": {}}]}, {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "call_own_0_0", "content": [{"type": "text", "text": "it ran"}]}]}]}`,
			func(t *testing.T, documents []map[string]any) (text, tool, input, id string) {
				if len(documents) == 1 {
					for _, b := range documents[0]["content"].([]any) {
						block := b.(map[string]any)
						switch block["type"] {
						case "text":
							text = block["text"].(string)
						case "tool_use":
							tool, id = block["name"].(string), block["id"].(string)
							whole, _ := json.Marshal(block["input"])
							input = string(whole)
						}
					}
					return text, tool, input, id
				}
				require.Equal(t, "message_start", documents[0]["type"])
				require.Equal(t, "message_stop", documents[len(documents)-1]["type"])
				for _, d := range documents {
					switch d["type"] {
					case "content_block_start":
						if block := d["content_block"].(map[string]any); block["type"] == "tool_use" {
							tool, id = block["name"].(string), block["id"].(string)
						}
					case "content_block_delta":
						delta := d["delta"].(map[string]any)
						if part, ok := delta["text"].(string); ok {
							text += part
						}
						if part, ok := delta["partial_json"].(string); ok {
							input += part
						}
					}
				}
				return text, tool, input, id
			},
		},
		{
			Responses, "/v1/responses",
			`{"stream": STREAM, "tools": [{"type": "function", "name": "sh"}], "instructions": "be good", "input": [{"type": "message", "role": "user", "content": [{"type": "input_text", "text": "MARK go"}]}]}`,
			`{"stream": STREAM, "tools": [{"type": "function", "name": "sh"}], "input": [{"type": "message", "role": "user", "content": [{"type": "input_text", "text": "MARK go"}]}, {"type": "reasoning", "summary": []}, {"type": "function_call", "call_id": "call_own_0_0", "name": "sh", "arguments": "{}"}, {"type": "function_call_output", "call_id": "call_own_0_0", "output": "it ran"}]}`,
			func(t *testing.T, documents []map[string]any) (text, tool, input, id string) {
				whole := documents[0]
				if len(documents) > 1 {
					require.Equal(t, "response.created", documents[0]["type"])
					last := documents[len(documents)-1]
					require.Equal(t, "response.completed", last["type"])
					whole = last["response"].(map[string]any)
				}
				for _, o := range whole["output"].([]any) {
					item := o.(map[string]any)
					switch item["type"] {
					case "message":
						text = item["content"].([]any)[0].(map[string]any)["text"].(string)
					case "function_call":
						tool, input, id = item["name"].(string), item["arguments"].(string), item["call_id"].(string)
					}
				}
				return text, tool, input, id
			},
		},
		{
			Chat, "/v1/chat/completions",
			`{"stream": STREAM, "tools": [{"type": "function", "function": {"name": "sh"}}], "messages": [{"role": "system", "content": "be good"}, {"role": "user", "content": "MARK go"}]}`,
			`{"stream": STREAM, "tools": [{"type": "function", "function": {"name": "sh"}}], "messages": [{"role": "user", "content": "MARK go"}, {"role": "assistant", "content": null, "tool_calls": [{"id": "call_own_0_0", "type": "function", "function": {"name": "sh", "arguments": "{}"}}]}, {"role": "tool", "tool_call_id": "call_own_0_0", "content": "it ran"}]}`,
			func(t *testing.T, documents []map[string]any) (text, tool, input, id string) {
				choice := documents[0]["choices"].([]any)[0].(map[string]any)
				message, ok := choice["message"].(map[string]any)
				if !ok {
					message = choice["delta"].(map[string]any)
					last := documents[len(documents)-1]["choices"].([]any)[0].(map[string]any)
					require.NotNil(t, last["finish_reason"])
				}
				text, _ = message["content"].(string)
				if calls, ok := message["tool_calls"].([]any); ok {
					call := calls[0].(map[string]any)
					function := call["function"].(map[string]any)
					tool, input, id = function["name"].(string), function["arguments"].(string), call["id"].(string)
				}
				return text, tool, input, id
			},
		},
		{
			Gemini, "/v1beta/models/m:VERB",
			`{"tools": [{"functionDeclarations": [{"name": "sh"}]}], "systemInstruction": {"parts": [{"text": "be good"}]}, "contents": [{"role": "user", "parts": [{"text": "MARK go"}]}]}`,
			`{"tools": [{"functionDeclarations": [{"name": "sh"}]}], "contents": [{"role": "user", "parts": [{"text": "MARK go"}]}, {"role": "model", "parts": [{"functionCall": {"name": "sh", "args": {}}}]}, {"role": "user", "parts": [{"functionResponse": {"id": "call_own_0_0", "name": "sh", "response": {"output": "it ran"}}}]}]}`,
			func(t *testing.T, documents []map[string]any) (text, tool, input, id string) {
				candidate := documents[0]["candidates"].([]any)[0].(map[string]any)
				require.Equal(t, "STOP", candidate["finishReason"])
				for _, p := range candidate["content"].(map[string]any)["parts"].([]any) {
					part := p.(map[string]any)
					if said, ok := part["text"].(string); ok {
						text = said
					}
					if call, ok := part["functionCall"].(map[string]any); ok {
						whole, _ := json.Marshal(call["args"])
						tool, input, id = call["name"].(string), string(whole), call["id"].(string)
					}
				}
				return text, tool, input, id
			},
		},
	}
}

// post sends a request and returns the status and the documents of the answer.
func post(t *testing.T, server *httptest.Server, path, body string) (int, []map[string]any) {
	t.Helper()
	response, err := http.Post(server.URL+path, "application/json", strings.NewReader(body))
	require.NoError(t, err)
	defer func() { require.NoError(t, response.Body.Close()) }()
	var all []map[string]any
	add := func(text string) {
		var one map[string]any
		require.NoError(t, json.Unmarshal([]byte(text), &one), text)
		all = append(all, one)
	}
	if !strings.HasPrefix(response.Header.Get("Content-Type"), "text/event-stream") {
		text, err := io.ReadAll(response.Body)
		require.NoError(t, err)
		add(string(text))
		return response.StatusCode, all
	}
	for lines := bufio.NewScanner(response.Body); lines.Scan(); {
		if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok && data != "[DONE]" {
			add(data)
		}
	}
	return response.StatusCode, all
}

// script is a thread with a call and a last text.
func script() Script {
	return Script{Threads: []Thread{{Name: "own", Mark: "MARK", More: 1, Turns: []Turn{
		{Text: "I try.", Calls: []Call{{Tool: "bash", Input: []byte(`{"a":1}`), Or: &Call{Tool: "sh", Input: []byte(`{"command":"ls"}`)}}}},
		{Text: "done"},
	}}}}
}

// serve starts a model until the end of the test.
func serve(t *testing.T, s Script) (*Model, *httptest.Server) {
	model := New(s)
	server := httptest.NewServer(model)
	t.Cleanup(server.Close)
	return model, server
}

func TestEachProtocolCarriesTheSameScript(t *testing.T) {
	for _, w := range wires() {
		for _, stream := range []string{"false", "true"} {
			t.Run(string(w.protocol)+" stream "+stream, func(t *testing.T) {
				model, server := serve(t, script())
				verb := map[string]string{"false": "generateContent", "true": "streamGenerateContent"}[stream]
				path := strings.ReplaceAll(w.path, "VERB", verb)
				ask := func(body string) (string, string, string, string) {
					status, documents := post(t, server, path, strings.ReplaceAll(body, "STREAM", stream))
					require.Equal(t, http.StatusOK, status, documents)
					return w.said(t, documents)
				}
				text, tool, input, id := ask(w.first)
				assert.Equal(t, "I try.", text)
				assert.Equal(t, "sh", tool, "the first tool of the script is not offered")
				assert.JSONEq(t, `{"command":"ls"}`, input)
				assert.Equal(t, "call_own_0_0", id)
				again, tool, _, _ := ask(w.first)
				assert.Equal(t, []string{"I try.", "sh"}, []string{again, tool}, "a repeated request gets the same answer")
				text, tool, _, _ = ask(w.second)
				assert.Equal(t, []string{"done", ""}, []string{text, tool})

				all := model.Exchanges()
				require.Len(t, all, 3)
				assert.Equal(t, "be good", all[0].System)
				assert.Equal(t, []string{"sh"}, all[0].Tools)
				assert.Equal(t, []Message{{Texts: []string{"MARK go"}}}, all[0].Messages)
				assert.Equal(t, []any{"own", 0, w.protocol}, []any{all[0].Thread, all[0].Turn, all[0].Protocol})
				assert.Equal(t, []Message{{Results: []Result{{ID: "call_own_0_0", Text: "it ran"}}}}, all[2].Last())
				assert.Equal(t, 1, all[2].Turn)
				assert.Empty(t, model.Faults())
			})
		}
	}
}

func TestWhatIsOutsideOfTheScriptFailsLoudly(t *testing.T) {
	first := strings.ReplaceAll(wires()[2].first, "STREAM", "false")
	tests := []struct{ name, path, body, fault, reason string }{
		{"another conversation", "/v1/chat/completions", strings.ReplaceAll(first, "MARK", "X"), "no thread of the script is about this conversation", "the answer would be about something else"},
		{"no such tool", "/v1/chat/completions", strings.ReplaceAll(first, `"sh"`, `"zsh"`), "the script calls bash, and the agent offers only zsh", "the agent would report an unknown tool"},
		{"another turn than there are", "/v1/chat/completions", `{"tools": [{"function": {"name": "sh"}}], "messages": [{"role": "user", "content": "MARK"}, {"role": "assistant", "content": "1"}, {"role": "user", "content": "2"}, {"role": "assistant", "content": "3"}, {"role": "user", "content": "4"}, {"role": "assistant", "content": "5"}, {"role": "user", "content": "6"}]}`, "the script's thread own has 2 turns, and this is a request for another one", "the last turn is repeated once only"},
		{"not the protocol", "/v1/chat/completions", `[]`, "the body is not a request of the protocol chat: ", "the wire format has changed"},
		{"nothing for a model", "/v2/telemetry", `{}`, "no rule answers this request", "an agent asks something new"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			model, server := serve(t, script())
			status, documents := post(t, server, tt.path, tt.body)
			assert.GreaterOrEqual(t, status, 400, tt.reason)
			assert.Contains(t, documents[0]["error"].(map[string]any)["message"], tt.fault)
			require.Len(t, model.Faults(), 1)
			assert.Contains(t, model.Faults()[0], "POST "+tt.path+": "+tt.fault)
		})
	}
}

func TestTheLastTurnIsRepeatedWhereAHookSaysGoOn(t *testing.T) {
	model, server := serve(t, script())
	status, documents := post(t, server, "/v1/chat/completions", `{"tools": [{"function": {"name": "sh"}}], "messages": [{"role": "user", "content": "MARK"}, {"role": "assistant", "content": "1"}, {"role": "user", "content": "2"}, {"role": "assistant", "content": "done"}, {"role": "user", "content": "go on"}]}`)
	require.Equal(t, http.StatusOK, status)
	text, _, _, _ := wires()[2].said(t, documents)
	assert.Equal(t, "done", text)
	assert.True(t, model.Exchanges()[0].Again)
}

func TestRequestsOutsideTheConversation(t *testing.T) {
	s := script()
	s.SideReplies = []SideReply{
		{Name: "models", Method: http.MethodGet, Path: `/models$`, Status: http.StatusOK, Body: `{"data":[]}`},
		{Name: "title", Toolless: true, Has: "title", Text: "A title"},
	}
	model, server := serve(t, s)
	response, err := http.Get(server.URL + "/v1/models")
	require.NoError(t, err)
	body, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	require.NoError(t, response.Body.Close())
	assert.Equal(t, `{"data":[]}`, string(body))
	status, documents := post(t, server, "/v1/messages", `{"messages": [{"role": "user", "content": "MARK: a title for it"}]}`)
	require.Equal(t, http.StatusOK, status)
	text, _, _, _ := wires()[0].said(t, documents)
	assert.Equal(t, "A title", text)
	for path, want := range map[string]string{"/v1/messages/count_tokens": "input_tokens", "/v1beta/models/m:countTokens": "totalTokens"} {
		status, documents = post(t, server, path, `{}`)
		assert.Equal(t, http.StatusOK, status)
		assert.Contains(t, documents[0], want)
	}
	assert.Empty(t, model.Faults())
}

func TestErrorsAndParallelCalls(t *testing.T) {
	s := script()
	s.Threads[0].Turns = []Turn{{Status: http.StatusTooManyRequests, Text: "slower"}, {Calls: []Call{{Tool: "sh"}, {Tool: "sh", Input: []byte(`{"b":2}`)}}}}
	_, server := serve(t, s)
	status, documents := post(t, server, "/v1/messages", strings.ReplaceAll(wires()[0].first, "STREAM", "false"))
	assert.Equal(t, http.StatusTooManyRequests, status)
	assert.Equal(t, "slower", documents[0]["error"].(map[string]any)["message"])
	_, documents = post(t, server, "/v1/messages", strings.ReplaceAll(wires()[0].second, "STREAM", "false"))
	var ids []any
	for _, block := range documents[0]["content"].([]any) {
		ids = append(ids, block.(map[string]any)["id"])
	}
	assert.Equal(t, []any{"call_own_1_0", "call_own_1_1"}, ids)
}

// A slow turn ends when the thread that it waits for has come to its last turn.
func TestATurnWaitsForAnotherThread(t *testing.T) {
	s := script()
	s.Threads[0].Turns = []Turn{{Text: "done", Wait: time.Hour, After: "theirs"}}
	s.Threads = append(s.Threads, Thread{Name: "theirs", Mark: "PART", Turns: []Turn{{Text: "ours"}}})
	model, server := serve(t, s)
	asked := make(chan Exchange, 2)
	model.Asked = func(e Exchange) { asked <- e }
	first := strings.ReplaceAll(wires()[0].first, "STREAM", "false")
	ended := make(chan int)
	go func() {
		status, _ := post(t, server, "/v1/messages", first)
		ended <- status
	}()
	assert.Equal(t, "own", (<-asked).Thread)
	select {
	case <-ended:
		t.Fatal("it did not wait")
	default:
	}
	status, _ := post(t, server, "/v1/messages", strings.ReplaceAll(first, "MARK", "PART"))
	assert.Equal(t, http.StatusOK, status)
	assert.Equal(t, http.StatusOK, <-ended)

	// A client that goes away is not waited for.
	ctx, cancel := context.WithCancel(t.Context())
	s.Threads = s.Threads[:1]
	model = New(s)
	model.Asked = func(Exchange) { cancel() }
	request := httptest.NewRequest(http.MethodPost, "/v1/messages", strings.NewReader(first)).WithContext(ctx)
	model.ServeHTTP(httptest.NewRecorder(), request)
}

// A namespace is a kind of tool of the Responses API.
func TestToolsInANamespace(t *testing.T) {
	s := script()
	s.Threads[0].Turns = []Turn{{Calls: []Call{{Tool: "team/spawn", Input: []byte(`{"m":"x"}`)}}}}
	_, server := serve(t, s)
	_, documents := post(t, server, "/v1/responses", `{"tools": [{"type": "namespace", "name": "team", "tools": [{"type": "function", "name": "spawn"}]}], "input": "MARK"}`)
	call := documents[0]["output"].([]any)[0].(map[string]any)
	assert.Equal(t, []any{"team", "spawn", `{"m":"x"}`}, []any{call["namespace"], call["name"], call["arguments"]})
}

// Chunks are streamed as they are, by the number of the request, and a stream may break off.
func TestChunksInOrder(t *testing.T) {
	chunk := func(text string) json.RawMessage {
		return json.RawMessage(`{"candidates": [{"content": {"parts": [{"text": "` + text + `"}]}, "index": 0}], "x": ` + "\n1}")
	}
	model, server := serve(t, Script{Threads: []Thread{{Name: "own", InOrder: true, Turns: []Turn{{Chunks: []json.RawMessage{chunk("a"), chunk("b")}}, {Chunks: []json.RawMessage{chunk("c")}, Breaks: true}, {Text: "done"}}}}})
	const changed = `{"contents": [{"role": "user", "parts": [{"text": "x"}]}, {"role": "model", "parts": [{"text": "by a hook"}]}, {"role": "user", "parts": [{"text": "y"}]}]}`
	want := func(text string) map[string]any {
		return map[string]any{"candidates": []any{map[string]any{"content": map[string]any{"parts": []any{map[string]any{"text": text}}}, "index": 0.0}}, "x": 1.0}
	}
	_, documents := post(t, server, "/models/m:streamGenerateContent", changed)
	assert.Equal(t, []map[string]any{want("a"), want("b")}, documents, "the conversation does not say which turn it is")
	response, err := http.Post(server.URL+"/models/m:streamGenerateContent", "application/json", strings.NewReader(changed))
	require.NoError(t, err)
	text, err := io.ReadAll(response.Body)
	require.NoError(t, response.Body.Close())
	assert.ErrorIs(t, err, io.ErrUnexpectedEOF, "it breaks off")
	assert.Contains(t, string(text), `"c"`)
	_, documents = post(t, server, "/models/m:streamGenerateContent", changed)
	assert.Contains(t, fmt.Sprint(documents), "done")
	assert.Empty(t, model.Faults())
}

// What Codex CLI 0.171.0 and 0.136.0 send where the model writes code, and where one agent gives
// another its task.
func TestResponsesOfNewModels(t *testing.T) {
	const tools = `{"type": "additional_tools", "role": "developer", "tools": [{"type": "namespace", "name": "functions", "tools": [{"type": "custom", "name": "exec"}]}]}`
	tests := []struct {
		name, task string
	}{
		{"a message of an agent", `{"type": "agent_message", "author": "/root", "content": [{"type": "input_text", "text": "Payload:"}, {"type": "encrypted_content", "encrypted_content": "MARK go"}]}`},
		{"a comment that is not the model's", `{"type": "message", "role": "assistant", "phase": "commentary", "content": [{"type": "output_text", "text": "{\"content\": \"MARK go\"}"}]}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			model, server := serve(t, Script{Threads: []Thread{{Name: "own", Mark: "MARK", Turns: []Turn{
				{Calls: []Call{{Tool: "functions/exec", Text: "text(1)", Or: &Call{Tool: "sh"}}}}, {Text: "done"},
			}}}})
			_, documents := post(t, server, "/v1/responses", `{"input": [`+tools+`, `+tt.task+`]}`)
			call := documents[0]["output"].([]any)[0].(map[string]any)
			for name, want := range map[string]string{"type": "custom_tool_call", "namespace": "functions", "name": "exec", "input": "text(1)", "call_id": "call_own_0_0"} {
				assert.Equal(t, want, call[name])
			}
			_, documents = post(t, server, "/v1/responses", `{"input": [`+tools+`, `+tt.task+`, {"type": "custom_tool_call", "call_id": "call_own_0_0", "name": "exec", "input": "text(1)"},
				{"type": "custom_tool_call_output", "call_id": "call_own_0_0", "output": [{"type": "input_text", "text": "Output:"}, {"type": "input_text", "text": "1"}]}]}`)
			assert.Equal(t, "message", documents[0]["output"].([]any)[0].(map[string]any)["type"])
			assert.Empty(t, model.Faults())
			last := model.Exchanges()[1]
			assert.Equal(t, 1, last.Turn)
			assert.Equal(t, []Message{{Results: []Result{{ID: "call_own_0_0", Text: "Output:\n1"}}}}, last.Last())
		})
	}
}
