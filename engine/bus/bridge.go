package bus

import (
	"context"
	"fmt"
	"log/slog"
	"sync"

	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/schemas"
)

// The codes of a request that is answered with success false.
const (
	// InvalidRequest: the request lacks a correlation id, an event name or an
	// input object.
	InvalidRequest = "invalid_request"
	// UnknownEvent: the event name is not one of the eleven.
	UnknownEvent = "unknown_event"
	// InvalidInput: the input does not fit the event's schema.
	InvalidInput = "invalid_input"
)

// A Bridge answers execution requests through the hook system of a config.
type Bridge struct {
	config *engine.Config
	log    *slog.Logger
}

// NewBridge makes a bridge.
func NewBridge(config *engine.Config) *Bridge {
	return &Bridge{config: config, log: config.Logger("bus")}
}

// Serve answers the requests of a bus until stop is called, each in its own goroutine,
// so that a slow hook delays no other. stop waits for the answers in progress. A
// request that arrives during stop is either answered or ignored.
func (b *Bridge) Serve(ctx context.Context, bus *Bus) (stop func()) {
	var (
		mu      sync.Mutex
		stopped bool
		running sync.WaitGroup
	)
	cancel := bus.Subscribe(ExecutionRequest, func(m Message) {
		mu.Lock()
		defer mu.Unlock()
		if stopped {
			return
		}
		running.Go(func() {
			response, answerable := b.Answer(ctx, m.Payload)
			if !answerable {
				b.log.WarnContext(ctx, "hook execution request without a correlation id: dropped")
				return
			}
			bus.Publish(Message{Type: ExecutionResponse, Payload: response})
		})
	})
	return func() {
		cancel()
		mu.Lock()
		stopped = true
		mu.Unlock()
		running.Wait()
	}
}

// Answer executes one request payload {correlationId, eventName, input} and returns the
// response payload. answerable is false if the request has no correlation id, since the
// response could not be matched to it.
func (b *Bridge) Answer(ctx context.Context, request *jsonvalue.Object) (response *jsonvalue.Object, answerable bool) {
	id, _ := request.GetString("correlationId")
	response = jsonvalue.New(jsonvalue.Member{Key: "correlationId", Value: id})
	if id == "" {
		return refuse(response, InvalidRequest, "correlationId must be a non-empty string"), false
	}
	name, ok := request.GetString("eventName")
	if !ok {
		return refuse(response, InvalidRequest, "eventName must be a string"), true
	}
	event := hook.Event(name)
	if _, known := b.config.Contract().Event(event); !known {
		return refuse(response, UnknownEvent, fmt.Sprintf("%q is not a hook event", name)), true
	}
	input, ok := request.GetObject("input")
	if !ok {
		return refuse(response, InvalidRequest, "input must be an object"), true
	}
	if err := b.check(event, input); err != nil {
		return refuse(response, InvalidInput, err.Error()), true
	}
	firing := engine.Fire(ctx, engine.EventInput{Config: b.config, Event: event, Fields: input})
	response.Set("success", true)
	response.Set("output", firing.Merged.Object())
	return response, true
}

// check validates the input against the event's stdin schema. Base fields that the
// request leaves to the handler (HOOK-215) are filled in first; those that it gives
// must have the right type.
func (b *Bridge) check(event hook.Event, input *jsonvalue.Object) error {
	base := hook.NewInput(hook.Base{SessionID: b.config.SessionID(), CWD: b.config.WorkingDir(), Event: event})
	return schemas.Validate(schemas.Stdin(string(event)), base.Object().Overlay(input))
}

func refuse(response *jsonvalue.Object, code, message string) *jsonvalue.Object {
	response.Set("success", false)
	response.Set("error", jsonvalue.New(
		jsonvalue.Member{Key: "code", Value: code},
		jsonvalue.Member{Key: "message", Value: message},
	))
	return response
}
