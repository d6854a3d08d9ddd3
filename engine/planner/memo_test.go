package planner

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/engine/hook"
)

func TestMemoIsBounded(t *testing.T) {
	var m memo
	plan := &hook.Plan{Event: hook.BeforeTool}
	for i := range 10 * maxSubjects {
		subject := strconv.Itoa(i)
		m.put(subject, plan)
		got, ok := m.get(subject)
		assert.True(t, ok)
		assert.Same(t, plan, got)
		assert.LessOrEqual(t, len(*m.plans.Load()), maxSubjects, "invented names must not grow memory")
	}
}

func TestMemoKeepsNoLongSubject(t *testing.T) {
	var m memo
	m.put(strings.Repeat("x", maxSubjectLength+1), nil)
	assert.Nil(t, m.plans.Load())
	m.put(strings.Repeat("x", maxSubjectLength), nil)
	plan, ok := m.get(strings.Repeat("x", maxSubjectLength))
	assert.True(t, ok, "that nothing runs is remembered, too")
	assert.Nil(t, plan)
}
