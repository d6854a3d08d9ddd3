package report_test

import (
	"testing"

	"github.com/hooktest/hooktest/internal/golist"
)

func TestTheListIsFresh(t *testing.T) {
	golist.List{
		Folder: ".", Package: "report", Name: "OfRuns", Returns: "Formats[Run]", Elements: map[string]string{"() Format[Run]": "$name()"},
		Doc: "returns the formats of a run.", By: "make formats", First: "prettyFormat",
	}.Fresh(t, *update)
}
