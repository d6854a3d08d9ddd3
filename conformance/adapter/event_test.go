package adapter_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/conformance/adapter"
)

func TestFeatureOfAnEvent(t *testing.T) {
	tests := []struct {
		event  string
		want   adapter.Feature
		known  bool
		reason string
	}{
		{"BeforeTool", adapter.FeatureFire, true, "it has a caller that acts on it"},
		{"BeforeToolSelection", adapter.FeatureFire, true, "it has a caller that acts on it"},
		{"BeforeAgent", "event-before-agent", true, "it is fired and its answers are dropped"},
		{"PreCompress", "event-pre-compress", true, "it is fired and its answers are dropped"},
		{"Elsewhere", adapter.FeatureFire, false, "an adapter that can fire may be asked for an event that does not exist"},
	}
	for _, tt := range tests {
		e, known := adapter.EventNamed(tt.event)
		assert.Equal(t, tt.known, known, tt.event)
		assert.Equal(t, tt.want, e.Feature(), "%s: %s", tt.event, tt.reason)
	}
}

// Every feature is named once, those of single events among them.
func TestFeaturesOfEventsAreListed(t *testing.T) {
	listed := map[adapter.Feature]int{}
	for _, info := range adapter.Features() {
		listed[info.Feature]++
	}
	for _, e := range adapter.Events() {
		assert.Equal(t, 1, listed[e.Feature()], e.Name)
	}
}
