package report_test

import (
	"testing"

	"github.com/hooktest/hooktest/internal/golist"
)

func TestTheListIsFresh(t *testing.T) {
	golist.List{
		Folder: ".", Package: "report", Name: "OfRuns", Returns: "Formats[Run]", Element: "Format[Run]",
		Doc: "returns the formats of a run.", By: "make formats", First: "prettyFormat",
	}.Fresh(t, *update)
}
