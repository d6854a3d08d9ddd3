package notation

import (
	"io"
	"net/url"
	"strings"

	"github.com/hooktest/hooktest/internal/layout"
	"github.com/hooktest/hooktest/internal/visible"
)

// SARIF is a log of findings in the format of that name (2.1.0), with the parts that
// code scanning services show. Texts of strangers come out as texts.
type SARIF struct {
	Tool    string
	Version string
	Rules   []SARIFRule
	Results []SARIFResult
}

// A SARIFRule is one kind of finding.
type SARIFRule struct{ ID, Title, Why, Level string }

// A SARIFResult is one finding. Line 0 stands for the whole file, and an empty file for
// the folder, since readers drop what has no place; a path has slashes.
type SARIFResult struct {
	Rule, Level, Message string
	File                 string
	Line, Column         int
}

type sarifText struct {
	Text string `json:"text"`
}

type sarifRegion struct {
	StartLine   int `json:"startLine"`
	StartColumn int `json:"startColumn,omitempty"`
}

type sarifArtifact struct {
	URI string `json:"uri"`
}

type sarifPhysical struct {
	Artifact sarifArtifact `json:"artifactLocation"`
	Region   *sarifRegion  `json:"region,omitempty"`
}

type sarifLocation struct {
	Physical sarifPhysical `json:"physicalLocation"`
}

type sarifLevel struct {
	Level string `json:"level"`
}

type sarifDescriptor struct {
	ID      string     `json:"id"`
	Short   sarifText  `json:"shortDescription"`
	Full    sarifText  `json:"fullDescription"`
	Default sarifLevel `json:"defaultConfiguration"`
}

type sarifFinding struct {
	Rule      string          `json:"ruleId"`
	Level     string          `json:"level"`
	Message   sarifText       `json:"message"`
	Locations []sarifLocation `json:"locations"`
}

type sarifDriver struct {
	Name    string            `json:"name"`
	Version string            `json:"version,omitempty"`
	Rules   []sarifDescriptor `json:"rules"`
}

type sarifTool struct {
	Driver sarifDriver `json:"driver"`
}

type sarifRun struct {
	Tool    sarifTool      `json:"tool"`
	Results []sarifFinding `json:"results"`
}

type sarifLog struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

// Write writes the log.
func (s SARIF) Write(w io.Writer) error {
	run := sarifRun{Tool: sarifTool{sarifDriver{Name: s.Tool, Version: visible.Line(s.Version), Rules: []sarifDescriptor{}}}, Results: []sarifFinding{}}
	for _, r := range s.Rules {
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifDescriptor{r.ID, sarifText{sarifPlain(r.Title)}, sarifText{sarifPlain(r.Why)}, sarifLevel{r.Level}})
	}
	for _, r := range s.Results {
		file := r.File
		if file == "" {
			file = "."
		}
		place := sarifLocation{sarifPhysical{Artifact: sarifArtifact{(&url.URL{Path: file}).String()}}}
		if r.Line > 0 {
			place.Physical.Region = &sarifRegion{r.Line, r.Column}
		}
		run.Results = append(run.Results, sarifFinding{r.Rule, r.Level, sarifText{sarifPlain(r.Message)}, []sarifLocation{place}})
	}
	return layout.Encode(w, sarifLog{"https://json.schemastore.org/sarif-2.1.0.json", "2.1.0", []sarifRun{run}})
}

// sarifPlain keeps readers from making links of brackets, which SARIF has them do even
// in plain text.
func sarifPlain(text string) string {
	return strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`).Replace(visible.Text(text))
}
