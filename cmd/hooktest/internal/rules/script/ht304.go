package script

import (
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

func ht304() rule {
	return rule{Rule: finding.Rule{
		ID: "HT304", Title: "script never reads stdin", Severity: finding.Error,
		Why:    "The agent writes the payload to stdin as JSON. A script that reads fields from anywhere else finds none and allows everything.",
		Unless: []string{"HT305", "HT319"},
	}, find: unread}
}
