package page_test

import (
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/trace/page"
)

func BenchmarkWrite(b *testing.B) {
	r := large(b)
	for b.Loop() {
		require.NoError(b, page.Write(io.Discard, r))
	}
}
