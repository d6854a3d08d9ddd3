// Package bus lets other parts of an agent fire hook events by message: a
// HOOK_EXECUTION_REQUEST goes in, exactly one HOOK_EXECUTION_RESPONSE with the
// same correlation id comes out (INT-44).
//
// A Bus only carries messages; a Bridge answers the requests on one.
package bus

import (
	"slices"
	"sync"

	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// The two message types of the hook system.
const (
	ExecutionRequest  = "HOOK_EXECUTION_REQUEST"
	ExecutionResponse = "HOOK_EXECUTION_RESPONSE"
)

// A Message is one message of a type. Payloads must not be changed.
type Message struct {
	Type    string
	Payload *jsonvalue.Object
}

// A Bus delivers each message to every subscriber of its type. It is safe for
// concurrent use; the zero Bus is ready.
type Bus struct {
	mu          sync.Mutex
	next        int
	subscribers map[string][]subscriber
}

type subscriber struct {
	id      int
	receive func(Message)
}

// Subscribe calls receive with every message of a type that is published from then on,
// until cancel is called.
func (b *Bus) Subscribe(messageType string, receive func(Message)) (cancel func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.subscribers == nil {
		b.subscribers = map[string][]subscriber{}
	}
	b.next++
	id := b.next
	b.subscribers[messageType] = append(b.subscribers[messageType], subscriber{id, receive})
	return func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.subscribers[messageType] = slices.DeleteFunc(slices.Clone(b.subscribers[messageType]), func(s subscriber) bool { return s.id == id })
	}
}

// Publish delivers a message before it returns. A subscriber may publish and
// subscribe in turn.
func (b *Bus) Publish(m Message) {
	b.mu.Lock()
	subscribers := b.subscribers[m.Type]
	b.mu.Unlock()
	for _, s := range subscribers {
		s.receive(m)
	}
}
