package format_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v5"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/trace"
)

type sarifRule struct {
	ID   string
	Name string
	Help struct{ Text, Markdown string }
}

type sarifFile struct {
	Runs []struct {
		Tool               struct{ Driver struct{ Rules []sarifRule } }
		OriginalURIBaseIDs map[string]any `json:"originalUriBaseIds"`
		Results            []struct {
			RuleID    string `json:"ruleId"`
			RuleIndex int    `json:"ruleIndex"`
			Level     string
			Message   struct{ Text string }
			Locations []struct {
				PhysicalLocation struct {
					ArtifactLocation struct{ URI, URIBaseID string }
					Region           struct{ StartLine int }
				}
				LogicalLocations []struct{ FullyQualifiedName string }
			}
			PartialFingerprints map[string]string
		}
	}
}

func readSARIF(t require.TestingT, text string) sarifFile {
	var f sarifFile
	require.NoError(t, json.Unmarshal([]byte(text), &f))
	require.Len(t, f.Runs, 1)
	return f
}

// sarifSchema is a schema of our own, because the standard's schema is not part of this
// module.
func sarifSchema(t testing.TB) *jsonschema.Schema {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "sarif.schema.json"))
	require.NoError(t, err)
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat = true
	require.NoError(t, compiler.AddResource("sarif.schema.json", strings.NewReader(string(text))))
	schema, err := compiler.Compile("sarif.schema.json")
	require.NoError(t, err)
	return schema
}

func TestSARIF(t *testing.T) {
	f := readSARIF(t, render(t, "sarif", sample())).Runs[0]
	var results []string
	for _, r := range f.Results {
		require.Len(t, r.Locations, 1)
		assert.Equal(t, r.RuleID, f.Tool.Driver.Rules[r.RuleIndex].ID)
		at := r.Locations[0].PhysicalLocation
		assert.Contains(t, f.OriginalURIBaseIDs, at.ArtifactLocation.URIBaseID)
		results = append(results, fmt.Sprintf("%s %s %s:%d", r.Level, r.RuleID, at.ArtifactLocation.URI, at.Region.StartLine))
	}
	assert.Equal(t, []string{
		"error unknown-id engine/fire.go:39",
		"error retired-id schemas/settings.schema.json:1",
		"error duplicate-link engine/fire.go:9",
		"error wide-link engine/settings.go:9",
		"error misplaced-link engine/fire.go:99",
		"error missing-id conformance/catalogue:1",
		"error vacuous-scope testscripts/section/HOOK-001-off.txtar:30",
		"error not-emitted testscripts/section/HOOK-010.txtar:3",
		"error foreign-run conformance/trace/trace.lock:1",
		"error incomplete-run conformance/trace/trace.lock:1",
		"error suspect-link conformance/trace/trace.lock:1",
		"error stale-lock conformance/trace/trace.lock:1",
		"error dead-link engine/fire.go:49",
		"error stale-mutant conformance/mutants/01.yaml:3",
		"error stale-survivor conformance/mutants/operator/survivors.yaml:2",
		"error waiver-expired conformance/trace/policy.yaml:4",
		"error waiver-unused conformance/trace/policy.yaml:9",
		"error linked conformance/trace/trace.lock:1",
		"error executed engine/fire.go:50",
		"error passed testscripts/section/HOOK-001-off.txtar:12",
		"warning proven conformance/trace/trace.lock:1",
		"error inspected conformance/trace/trace.lock:1",
		"warning schemas schemas/settings.schema.json:1",
		"error checks testscripts/section/HOOK-001-off.txtar:12",
		"error operators conformance/trace/trace.lock:1",
		"error outside conformance/trace/trace.lock:1",
		"error survivors engine/answer/answer.go:1",
		"error baseline conformance/trace/trace.lock:1",
	}, results)
	assert.Equal(t, "HOOK-001.2 is not linked: no case checks it\nhooktest trace explain HOOK-001.2", f.Results[17].Message.Text)
	assert.Equal(t, "HOOK-001.2", f.Results[17].Locations[0].LogicalLocations[0].FullyQualifiedName)
	assert.Contains(t, f.Results[7].Message.Text, `\[x\](https://example.com)`, "brackets would make links")
}

func TestEveryGateIsARuleWithHelp(t *testing.T) {
	rules := readSARIF(t, render(t, "sarif", fine())).Runs[0].Tool.Driver.Rules
	require.Len(t, rules, len(trace.Gates()))
	texts := map[string]bool{}
	for i, gate := range trace.Gates() {
		assert.Equal(t, string(gate), rules[i].ID)
		assert.NotContains(t, rules[i].Help.Text, "not known", gate)
		assert.True(t, strings.HasSuffix(rules[i].Help.Text, "."), gate)
		assert.True(t, strings.HasSuffix(rules[i].Help.Markdown, rules[i].Help.Text), gate)
		assert.False(t, texts[rules[i].Help.Text], "%s has the help of another gate", gate)
		texts[rules[i].Help.Text] = true
	}
}

func TestFingerprintsStayWhenLinesMove(t *testing.T) {
	prints := func(findings ...trace.Finding) (all []string) {
		r := fine()
		r.Findings = findings
		for _, result := range readSARIF(t, render(t, "sarif", r)).Runs[0].Results {
			all = append(all, result.PartialFingerprints["hooktest/v1"])
		}
		return all
	}
	one := trace.Finding{Gate: trace.DeadLink, Subject: "init", Position: "engine/fire.go:49", Message: "m"}
	moved, reworded, elsewhere := one, one, one
	moved.Position, reworded.Message, elsewhere.Position = "engine/fire.go:50", "n", "engine/plan.go:49"
	assert.Equal(t, prints(one), prints(moved))
	assert.Equal(t, prints(one), prints(reworded))
	assert.NotEqual(t, prints(one), prints(elsewhere))
	both := prints(one, moved)
	assert.NotEqual(t, both[0], both[1], "two findings are two, even where all that stays is equal")
	assert.Equal(t, prints(one)[0], both[0])
}

func TestSARIFFitsItsSchemaForAnyOutput(t *testing.T) {
	schema := sarifSchema(t)
	eachAttack(t, "sarif", func(t require.TestingT, text, out string) {
		var d any
		require.NoError(t, json.Unmarshal([]byte(out), &d))
		require.NoError(t, schema.Validate(d))
		for _, r := range readSARIF(t, out).Runs[0].Results {
			u, err := url.Parse(r.Locations[0].PhysicalLocation.ArtifactLocation.URI)
			require.NoError(t, err)
			require.Empty(t, u.Scheme+u.Host+u.RawQuery+u.Fragment, "a path is only a path")
			require.NotRegexp(t, `(^|[^\\])(\\\\)*[\[\]]`, r.Message.Text, "every bracket is escaped")
		}
	})
}
