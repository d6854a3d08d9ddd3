package cli

import (
	"encoding/json"
	"io"

	"github.com/hooktest/hooktest/conformance/trace"
)

func traceFormats() []string { return []string{"pretty", "json"} }

func writeTrace(w io.Writer, name string, report trace.Report) error {
	return json.NewEncoder(w).Encode(report)
}
