package bus_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/engine/bus"
)

func TestMessagesReachTheSubscribersOfTheirType(t *testing.T) {
	var b bus.Bus
	var got []string
	receive := func(name string) func(bus.Message) {
		return func(m bus.Message) { got = append(got, name+" "+m.Type) }
	}
	b.Publish(bus.Message{Type: "a"})
	b.Subscribe("a", receive("first"))
	cancel := b.Subscribe("a", receive("second"))
	b.Subscribe("b", receive("third"))
	b.Publish(bus.Message{Type: "a"})
	b.Publish(bus.Message{Type: "b"})
	b.Publish(bus.Message{Type: "c"})
	cancel()
	cancel()
	b.Publish(bus.Message{Type: "a"})
	assert.Equal(t, []string{"first a", "second a", "third b", "first a"}, got)
}

func TestSubscribersMayPublishAndSubscribe(t *testing.T) {
	var b bus.Bus
	var got []string
	var cancel func()
	cancel = b.Subscribe("a", func(bus.Message) {
		cancel()
		b.Subscribe("b", func(m bus.Message) { got = append(got, m.Type) })
		b.Publish(bus.Message{Type: "b"})
	})
	b.Publish(bus.Message{Type: "a"})
	b.Publish(bus.Message{Type: "a"})
	assert.Equal(t, []string{"b"}, got)
}
