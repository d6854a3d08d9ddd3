package report

import (
	"cmp"
	"io"
	"math"
	"net/url"
	"path/filepath"
	"strings"

	"github.com/hooktest/hooktest/internal/layout"
	"github.com/hooktest/hooktest/internal/visible"
)

func sarifFormat() Format[Report] { return Document("sarif", writeSARIF) }

type sarifText struct {
	Text     string `json:"text"`
	Markdown string `json:"markdown,omitempty"`
}

type sarifRegion struct {
	StartLine   int `json:"startLine"`
	StartColumn int `json:"startColumn,omitempty"`
}

type sarifArtifact struct {
	URI         string     `json:"uri,omitempty"`
	Base        string     `json:"uriBaseId,omitempty"`
	Description *sarifText `json:"description,omitempty"`
}

type sarifPhysical struct {
	Artifact sarifArtifact `json:"artifactLocation"`
	Region   *sarifRegion  `json:"region,omitempty"`
}

type sarifLocation struct {
	Physical sarifPhysical       `json:"physicalLocation"`
	Logical  []map[string]string `json:"logicalLocations,omitempty"`
}

type sarifDescriptor struct {
	ID         string            `json:"id"`
	Name       string            `json:"name,omitempty"`
	Short      sarifText         `json:"shortDescription"`
	Full       sarifText         `json:"fullDescription"`
	Help       *sarifText        `json:"help,omitempty"`
	HelpURI    string            `json:"helpUri,omitempty"`
	Default    map[string]string `json:"defaultConfiguration"`
	Properties map[string]any    `json:"properties,omitempty"`
}

type sarifFinding struct {
	Rule         string            `json:"ruleId"`
	Index        int               `json:"ruleIndex"`
	Level        string            `json:"level"`
	Message      sarifText         `json:"message"`
	Locations    []sarifLocation   `json:"locations"`
	Fingerprints map[string]string `json:"partialFingerprints,omitempty"`
}

type sarifDriver struct {
	Name    string            `json:"name"`
	Version string            `json:"version,omitempty"`
	Rules   []sarifDescriptor `json:"rules"`
}

type sarifInvocation struct {
	Successful bool   `json:"executionSuccessful"`
	End        string `json:"endTimeUtc"`
}

type sarifRun struct {
	Tool        map[string]sarifDriver   `json:"tool"`
	Automation  map[string]string        `json:"automationDetails,omitempty"`
	Invocations []sarifInvocation        `json:"invocations,omitempty"`
	Bases       map[string]sarifArtifact `json:"originalUriBaseIds,omitempty"`
	Columns     string                   `json:"columnKind,omitempty"`
	Results     []sarifFinding           `json:"results"`
	Properties  map[string]any           `json:"properties,omitempty"`
}

type sarifLog struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

// sarifRoot is the name that readers of SARIF use for the root of a working copy.
const sarifRoot = "%SRCROOT%"

// writeSARIF writes the findings and their rules, with the parts that code scanning services
// show. Readers drop a result without a location, so one that is nowhere is in the folder.
func writeSARIF(w io.Writer, r Report) error {
	run := sarifRun{Results: []sarifFinding{}, Properties: r.Properties}
	rules := []sarifDescriptor{}
	if r.Category != "" {
		run.Automation = map[string]string{"id": r.Category + "/"}
	}
	if !r.Ended.IsZero() {
		run.Invocations = []sarifInvocation{{r.Incomplete == "", r.Ended.UTC().Format("2006-01-02T15:04:05Z")}}
	}
	if r.Rooted {
		run.Bases = map[string]sarifArtifact{sarifRoot: {Description: &sarifText{Text: "The root of the source tree."}}}
		run.Columns = "unicodeCodePoints"
	}
	index := map[string]int{}
	add := func(rule Rule) int {
		if _, known := index[rule.ID]; !known {
			index[rule.ID] = len(index)
			rules = append(rules, rule.descriptor())
		}
		return index[rule.ID]
	}
	for _, rule := range r.Rules {
		add(rule)
	}
	for _, f := range r.Findings {
		run.Results = append(run.Results, f.sarif(add(f.Rule), r.Rooted))
	}
	run.Tool = map[string]sarifDriver{"driver": {"hooktest", visible.Line(r.Version), rules}}
	return layout.Encode(w, sarifLog{"https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json", "2.1.0", []sarifRun{run}})
}

func (s Severity) sarif() string {
	if s == Info {
		return "note"
	}
	return string(s)
}

func (r Rule) descriptor() sarifDescriptor {
	d := sarifDescriptor{ID: r.ID, Name: r.Name, Short: sarifText{Text: sarifPlain(r.Title)}, Full: sarifText{Text: sarifPlain(r.Why)}, HelpURI: r.Page, Default: map[string]string{"level": r.Severity.sarif()}}
	if r.Help != "" {
		d.Help = &sarifText{sarifPlain(r.Help), r.HelpMarkdown}
	}
	if len(r.Tags) > 0 {
		d.Properties = map[string]any{"tags": r.Tags}
	}
	return d
}

func (f Finding) sarif(index int, rooted bool) sarifFinding {
	place := sarifLocation{Physical: sarifPhysical{Artifact: sarifArtifact{URI: (&url.URL{Path: cmp.Or(filepath.ToSlash(f.At.File), ".")}).String()}}}
	if rooted {
		place.Physical.Artifact.Base = sarifRoot
	}
	if f.At.Line > 0 {
		place.Physical.Region = &sarifRegion{f.At.Line, f.At.Column}
	}
	if f.Subject != "" {
		place.Logical = []map[string]string{{"fullyQualifiedName": visible.Line(f.Subject)}}
	}
	out := sarifFinding{Rule: f.Rule.ID, Index: index, Level: f.Severity.sarif(), Message: sarifText{Text: sarifPlain(f.told(math.MaxInt))}, Locations: []sarifLocation{place}}
	if f.Fingerprint != "" {
		out.Fingerprints = map[string]string{"hooktest/v1": f.Fingerprint}
	}
	return out
}

// sarifPlain escapes brackets, because SARIF readers make links of them even in plain
// text.
func sarifPlain(text string) string {
	return strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`).Replace(visible.Text(text))
}
