package report_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/report"
)

func TestSARIF(t *testing.T) {
	t.Parallel()
	large := report.Rule{ID: "HT100", Title: "too large", Why: "It is.", Severity: report.Info}
	invalid := report.Rule{ID: "HT101", Title: "no JSON", Why: "It is none.", Severity: report.Error, Page: "https://example.com/HT101"}
	text := written(t, "sarif", report.Report{Version: "1.0", Rules: []report.Rule{large}, Findings: []report.Finding{
		{Rule: invalid, Severity: report.Error, Text: "see [this](x)\x1b[31m", At: report.Location{File: "a b.json", Line: 3, Column: 7}},
		{Rule: invalid, Severity: report.Error, Text: "nowhere"},
	}})
	var log struct {
		Version string
		Runs    []struct {
			Tool struct {
				Driver struct {
					Rules []struct{ ID, HelpURI string }
				}
			}
			Results []struct {
				RuleIndex int
				Message   struct{ Text string }
				Locations []struct {
					PhysicalLocation struct {
						ArtifactLocation struct{ URI string }
						Region           *struct{ StartLine, StartColumn int }
					}
				}
			}
		}
	}
	require.NoError(t, json.Unmarshal([]byte(text), &log))
	assert.Equal(t, "2.1.0", log.Version)
	require.Len(t, log.Runs, 1)
	require.Len(t, log.Runs[0].Tool.Driver.Rules, 2)
	assert.Equal(t, "HT101", log.Runs[0].Tool.Driver.Rules[log.Runs[0].Results[0].RuleIndex].ID, "the index is that of the result's rule")
	assert.Equal(t, "https://example.com/HT101", log.Runs[0].Tool.Driver.Rules[1].HelpURI)
	require.Len(t, log.Runs[0].Results, 2)
	first, second := log.Runs[0].Results[0], log.Runs[0].Results[1]
	assert.Contains(t, first.Message.Text, `see \[this\](x)`, "brackets are not a link")
	assert.NotContains(t, first.Message.Text, "\x1b", "third-party text can't control a terminal")
	assert.Equal(t, "a%20b.json", first.Locations[0].PhysicalLocation.ArtifactLocation.URI)
	assert.Equal(t, 7, first.Locations[0].PhysicalLocation.Region.StartColumn)
	assert.Equal(t, ".", second.Locations[0].PhysicalLocation.ArtifactLocation.URI, "readers drop what has no place")
	assert.Nil(t, second.Locations[0].PhysicalLocation.Region)
}
