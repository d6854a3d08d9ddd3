package format

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/url"
	"strings"

	"github.com/hooktest/hooktest/conformance/trace"
	"github.com/hooktest/hooktest/internal/layout"
	"github.com/hooktest/hooktest/internal/visible"
)

type sarifLog struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool        sarifTool                `json:"tool"`
	Automation  sarifAutomation          `json:"automationDetails"`
	Invocations []sarifInvocation        `json:"invocations"`
	Bases       map[string]sarifArtifact `json:"originalUriBaseIds"`
	Columns     string                   `json:"columnKind"`
	Results     []sarifResult            `json:"results"`
	Properties  map[string]any           `json:"properties"`
}

type sarifTool struct {
	Driver sarifDriver `json:"driver"`
}

type sarifDriver struct {
	Name    string      `json:"name"`
	Version string      `json:"version"`
	Rules   []sarifRule `json:"rules"`
}

type sarifRule struct {
	ID       string         `json:"id"`
	Name     string         `json:"name"`
	Short    sarifMessage   `json:"shortDescription"`
	Full     sarifMessage   `json:"fullDescription"`
	Help     sarifMessage   `json:"help"`
	Default  sarifDefault   `json:"defaultConfiguration"`
	Property map[string]any `json:"properties"`
}

type sarifDefault struct {
	Level string `json:"level"`
}

type sarifMessage struct {
	Text     string `json:"text"`
	Markdown string `json:"markdown,omitempty"`
}

type sarifAutomation struct {
	ID string `json:"id"`
}

type sarifInvocation struct {
	Successful bool   `json:"executionSuccessful"`
	End        string `json:"endTimeUtc"`
}

type sarifArtifact struct {
	URI         string        `json:"uri,omitempty"`
	Base        string        `json:"uriBaseId,omitempty"`
	Description *sarifMessage `json:"description,omitempty"`
}

type sarifResult struct {
	Rule         string            `json:"ruleId"`
	Index        int               `json:"ruleIndex"`
	Level        string            `json:"level"`
	Message      sarifMessage      `json:"message"`
	Locations    []sarifLocation   `json:"locations"`
	Fingerprints map[string]string `json:"partialFingerprints"`
}

type sarifLocation struct {
	Physical sarifPhysical  `json:"physicalLocation"`
	Logical  []sarifLogical `json:"logicalLocations"`
}

type sarifPhysical struct {
	Artifact sarifArtifact `json:"artifactLocation"`
	Region   sarifRegion   `json:"region"`
}

type sarifRegion struct {
	Start int `json:"startLine"`
}

type sarifLogical struct {
	Name string `json:"fullyQualifiedName"`
}

// sarifRoot is the name under which readers of SARIF look for the root of a
// working copy.
const sarifRoot = "%SRCROOT%"

// writeSARIF writes a rule for each gate and a result for each finding, which is
// an error where it closes the gate and a warning elsewhere.
func writeSARIF(w io.Writer, r trace.Report) error {
	run := sarifRun{
		Tool:        sarifTool{sarifDriver{Name: "hooktest", Version: visible.Line(r.Hooktest)}},
		Automation:  sarifAutomation{"hooktest-trace/"},
		Invocations: []sarifInvocation{{true, r.Generated.UTC().Format("2006-01-02T15:04:05Z")}},
		Bases:       map[string]sarifArtifact{sarifRoot: {Description: &sarifMessage{Text: "The root of the source tree."}}},
		Columns:     "unicodeCodePoints",
		Results:     []sarifResult{},
		Properties:  map[string]any{"module": r.Module, "ladder": r.Ladder, "digests": r.Digests},
	}
	if r.Revision != "" {
		run.Properties["revision"] = r.Revision
	}
	index := map[trace.Gate]int{}
	for i, g := range trace.Gates() {
		index[g] = i
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRuleOf(g))
	}
	seen := map[string]int{}
	for _, f := range r.Findings {
		run.Results = append(run.Results, sarifResultOf(f, index[f.Gate], seen))
	}
	return layout.Encode(w, sarifLog{
		"https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json", "2.1.0", []sarifRun{run},
	})
}

func sarifRuleOf(g trace.Gate) sarifRule {
	name, title, help := "", g.Title(), g.Help()
	for word := range strings.SplitSeq(string(g), "-") {
		name += strings.ToUpper(word[:1]) + word[1:]
	}
	return sarifRule{
		// A name must be another than the id.
		ID: string(g), Name: name + "Gate", Short: sarifMessage{Text: title + "."}, Full: sarifMessage{Text: title + ". " + help},
		Help:    sarifMessage{Text: help, Markdown: "**" + title + ".** " + help},
		Default: sarifDefault{"error"}, Property: map[string]any{"tags": []string{g.Kind(), "traceability"}},
	}
}

// sarifResultOf gives a result. A fingerprint rests on what stays when lines
// move; seen tells apart findings of which all of that is equal.
func sarifResultOf(f trace.Finding, index int, seen map[string]int) sarifResult {
	// A message without text is none.
	level, message := "warning", cmp.Or(f.Message, f.Gate.Title())
	if f.Blocks {
		level = "error"
	}
	if f.Hint != "" {
		message += "\n" + f.Hint
	}
	file, line := f.Position.Split()
	if file == "" {
		// Readers drop results without a place. What is about no file is about the
		// tree, and the lock speaks for it.
		file = trace.LockFile
	}
	artifact := sarifArtifact{URI: (&url.URL{Path: file}).String(), Base: sarifRoot}
	identity := strings.Join([]string{string(f.Gate), f.Subject, file}, "\x00")
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%d", identity, seen[identity]))
	seen[identity]++
	return sarifResult{
		Rule: string(f.Gate), Index: index, Level: level, Message: sarifMessage{Text: sarifText(message)},
		Locations:    []sarifLocation{{sarifPhysical{artifact, sarifRegion{max(line, 1)}}, []sarifLogical{{visible.Line(f.Subject)}}}},
		Fingerprints: map[string]string{"hooktest/v1": hex.EncodeToString(sum[:16])},
	}
}

// sarifText keeps readers from making links of brackets, which SARIF has them do
// even in plain text.
func sarifText(text string) string {
	return strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`).Replace(visible.Text(text))
}
