package bench_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/bench"
)

func TestPercentile(t *testing.T) {
	t.Parallel()
	var ten []time.Duration
	for i := range 10 {
		ten = append(ten, time.Duration(i+1))
	}
	tests := []struct {
		sorted  []time.Duration
		percent int
		want    time.Duration
		reason  string
	}{
		{ten, 50, 5, "half of ten are five"},
		{ten, 90, 9, "nine of ten do not exceed the ninth"},
		{ten, 99, 10, "of fewer than a hundred it is the largest"},
		{ten, 100, 10, "none exceeds the largest"},
		{ten[:1], 1, 1, "one is every part of itself"},
		{nil, 50, 0, "nothing took no time"},
	}
	for _, tt := range tests {
		assert.Equal(t, tt.want, bench.Percentile(tt.sorted, tt.percent), tt.reason)
	}
}

func TestEmpty(t *testing.T) {
	t.Parallel()
	tests := []struct{ script, want, reason string }{
		{"#!/bin/sh\nexit 0\n", "/bin/sh -c ''", "the shell of the first line"},
		{"#!/usr/bin/env bash\n", "bash -c ''", "as env finds it"},
		{"#!/usr/bin/env -S python3 -u\n", "python3 -c ''", "options of env are not a program"},
		{"#!/usr/bin/node", "/usr/bin/node -e ''", "it runs a text by another flag"},
		{"#!/opt/tool --hook\n", ":", "what it does with an empty text is unknown"},
		{"\x7fELF", ":", "a program needs no interpreter"},
		{"", ":", "a command line has none"},
	}
	for _, tt := range tests {
		assert.Equal(t, tt.want, bench.Empty([]byte(tt.script)), tt.reason)
	}
}
