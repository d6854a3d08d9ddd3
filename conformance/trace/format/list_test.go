package format_test

import (
	"flag"
	"testing"

	"github.com/hooktest/hooktest/internal/golist"
)

var update = flag.Bool("update", false, "write the list of formats")

func TestTheListIsFresh(t *testing.T) {
	const report, trace = "github.com/hooktest/hooktest/conformance/report", "github.com/hooktest/hooktest/conformance/trace"
	golist.List{
		Folder: ".", Package: "format", Imports: []string{report, trace},
		Name: "OfTraces", Returns: "report.Formats[trace.Report]", Elements: map[string]string{"() report.Format[trace.Report]": "$name()"},
		Doc: "returns the formats of a trace.", By: "make formats", First: "prettyFormat",
	}.Fresh(t, *update)
}
