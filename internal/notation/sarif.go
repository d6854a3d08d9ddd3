package notation

import (
	"encoding/json"
	"io"
	"net/url"
)

// SARIF is a log of findings in the format of that name (2.1.0), with the parts that
// code scanning services show.
type SARIF struct {
	Tool    string
	Version string
	Rules   []SARIFRule
	Results []SARIFResult
}

// A SARIFRule is one kind of finding.
type SARIFRule struct{ ID, Title, Why, Level string }

// A SARIFResult is one finding. Line 0 stands for the whole file, and an empty file for
// nowhere; a file's path has slashes.
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
	Locations []sarifLocation `json:"locations,omitempty"`
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
	run := sarifRun{Tool: sarifTool{sarifDriver{Name: s.Tool, Version: s.Version, Rules: []sarifDescriptor{}}}, Results: []sarifFinding{}}
	for _, r := range s.Rules {
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifDescriptor{r.ID, sarifText{r.Title}, sarifText{r.Why}, sarifLevel{r.Level}})
	}
	for _, r := range s.Results {
		f := sarifFinding{Rule: r.Rule, Level: r.Level, Message: sarifText{r.Message}}
		if r.File != "" {
			place := sarifLocation{sarifPhysical{Artifact: sarifArtifact{(&url.URL{Path: r.File}).String()}}}
			if r.Line > 0 {
				place.Physical.Region = &sarifRegion{r.Line, r.Column}
			}
			f.Locations = []sarifLocation{place}
		}
		run.Results = append(run.Results, f)
	}
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(sarifLog{"https://json.schemastore.org/sarif-2.1.0.json", "2.1.0", []sarifRun{run}})
}
