package report_test

import (
	"testing"

	"github.com/hooktest/hooktest/internal/golist"
)

func TestTheListIsFresh(t *testing.T) {
	golist.List{
		Folder: ".", Package: "report", Name: "shared", Returns: "Formats[Report]", Elements: map[string]string{"() Format[Report]": "$name()"},
		Doc: "returns the formats that all commands share.", By: "make formats",
	}.Fresh(t, *update)
}
