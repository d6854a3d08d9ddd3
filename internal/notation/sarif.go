package notation

import (
	"cmp"
	"io"
	"net/url"
	"strings"
	"time"

	"github.com/hooktest/hooktest/internal/layout"
	"github.com/hooktest/hooktest/internal/visible"
)

// SARIF is a log of findings in SARIF 2.1.0, with the parts that code scanning services
// show. Untrusted text is escaped. Optional fields may be zero.
type SARIF struct {
	Tool    string
	Version string
	Rules   []SARIFRule
	Results []SARIFResult
	// Category distinguishes logs of one tool about one commit.
	Category string
	// Ended is when the findings were made.
	Ended time.Time
	// Rooted reports whether file paths are relative to the root of a working copy.
	Rooted bool
	// Properties are additional data for programs.
	Properties map[string]any
}

// A SARIFRule is one kind of finding. Name must differ from ID.
type SARIFRule struct {
	ID, Name, Title, Why, Level string
	// Help says what to do, HelpMarkdown the same as Markdown.
	Help, HelpMarkdown string
	Tags               []string
	// Page is the address of a page about it.
	Page string
}

// A SARIFResult is one finding. Line 0 means the whole file, and an empty file means the
// folder, because readers drop a result without a location. Paths have slashes.
type SARIFResult struct {
	Rule, Level, Message string
	File                 string
	Line, Column         int
	// Subject names what the finding is about. Fingerprint identifies the finding even
	// if lines have moved.
	Subject, Fingerprint string
}

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

type sarifLogical struct {
	Name string `json:"fullyQualifiedName"`
}

type sarifLocation struct {
	Physical sarifPhysical  `json:"physicalLocation"`
	Logical  []sarifLogical `json:"logicalLocations,omitempty"`
}

type sarifLevel struct {
	Level string `json:"level"`
}

type sarifDescriptor struct {
	ID         string         `json:"id"`
	Name       string         `json:"name,omitempty"`
	Short      sarifText      `json:"shortDescription"`
	Full       sarifText      `json:"fullDescription"`
	Help       *sarifText     `json:"help,omitempty"`
	HelpURI    string         `json:"helpUri,omitempty"`
	Default    sarifLevel     `json:"defaultConfiguration"`
	Properties map[string]any `json:"properties,omitempty"`
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

type sarifTool struct {
	Driver sarifDriver `json:"driver"`
}

type sarifAutomation struct {
	ID string `json:"id"`
}

type sarifInvocation struct {
	Successful bool   `json:"executionSuccessful"`
	End        string `json:"endTimeUtc"`
}

type sarifRun struct {
	Tool        sarifTool                `json:"tool"`
	Automation  *sarifAutomation         `json:"automationDetails,omitempty"`
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

// Write writes the log.
func (s SARIF) Write(w io.Writer) error {
	run := sarifRun{Tool: sarifTool{sarifDriver{Name: s.Tool, Version: visible.Line(s.Version), Rules: []sarifDescriptor{}}}, Results: []sarifFinding{}, Properties: s.Properties}
	if s.Category != "" {
		run.Automation = &sarifAutomation{s.Category + "/"}
	}
	if !s.Ended.IsZero() {
		run.Invocations = []sarifInvocation{{true, s.Ended.UTC().Format("2006-01-02T15:04:05Z")}}
	}
	if s.Rooted {
		run.Bases = map[string]sarifArtifact{sarifRoot: {Description: &sarifText{Text: "The root of the source tree."}}}
		run.Columns = "unicodeCodePoints"
	}
	index := map[string]int{}
	for i, r := range s.Rules {
		index[r.ID] = i
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, r.descriptor())
	}
	for _, r := range s.Results {
		run.Results = append(run.Results, r.finding(index[r.Rule], s.Rooted))
	}
	return layout.Encode(w, sarifLog{"https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json", "2.1.0", []sarifRun{run}})
}

func (r SARIFRule) descriptor() sarifDescriptor {
	d := sarifDescriptor{ID: r.ID, Name: r.Name, Short: sarifText{Text: sarifPlain(r.Title)}, Full: sarifText{Text: sarifPlain(r.Why)}, HelpURI: r.Page, Default: sarifLevel{r.Level}}
	if r.Help != "" {
		d.Help = &sarifText{sarifPlain(r.Help), r.HelpMarkdown}
	}
	if len(r.Tags) > 0 {
		d.Properties = map[string]any{"tags": r.Tags}
	}
	return d
}

func (r SARIFResult) finding(index int, rooted bool) sarifFinding {
	place := sarifLocation{Physical: sarifPhysical{Artifact: sarifArtifact{URI: (&url.URL{Path: cmp.Or(r.File, ".")}).String()}}}
	if rooted {
		place.Physical.Artifact.Base = sarifRoot
	}
	if r.Line > 0 {
		place.Physical.Region = &sarifRegion{r.Line, r.Column}
	}
	if r.Subject != "" {
		place.Logical = []sarifLogical{{visible.Line(r.Subject)}}
	}
	f := sarifFinding{Rule: r.Rule, Index: index, Level: r.Level, Message: sarifText{Text: sarifPlain(r.Message)}, Locations: []sarifLocation{place}}
	if r.Fingerprint != "" {
		f.Fingerprints = map[string]string{"hooktest/v1": r.Fingerprint}
	}
	return f
}

// sarifPlain escapes brackets, because SARIF readers make links of them even in plain
// text.
func sarifPlain(text string) string {
	return strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`).Replace(visible.Text(text))
}
