package stress

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/findingreport"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/view"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/probe"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
	"github.com/hooktest/hooktest/conformance/report"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/layout"
	"github.com/hooktest/hooktest/internal/lists"
	"github.com/hooktest/hooktest/internal/notation"
	"github.com/hooktest/hooktest/internal/visible"
)

// probed is the result of probing a hook as several agents run it.
type probed struct {
	hook, file, version string
	reports             []probe.Report
	// strict treats warnings as errors.
	strict bool
}

func probeFormats() report.Formats[probed] {
	return report.Formats[probed]{
		report.Text("pretty", "text for a person", writeProbes),
		report.Document("json", "one JSON document", writeProbesJSON),
		report.Document("sarif", "SARIF 2.1.0 for code scanning", writeProbesSARIF),
		report.Document("junit", "JUnit XML", writeProbesJUnit),
		report.Document("github", "annotations as GitHub's workflow commands", writeProbesGitHub),
		report.Document("markdown", "a step summary", writeProbesMarkdown),
	}
}

// probePage builds the report for people.
type probePage struct {
	bytes.Buffer
	look report.Look
}

// item writes a label followed by a text, wrapped over several lines if it is long.
func (p *probePage) item(indent int, tone report.Tone, label, text string) {
	column := indent + len(label) + 1
	if tone == report.Plain {
		column = indent
		text = label + " " + text
	}
	lines := term.Wrap(visible.Line(text), max(p.look.Width-column, 30))
	lead := strings.Repeat(" ", indent)
	if tone != report.Plain {
		lead += p.look.Set(tone, label) + " "
	}
	for i, line := range lines {
		if i > 0 {
			lead = strings.Repeat(" ", column)
		}
		p.WriteString(lead + line + "\n")
	}
}

func writeProbes(w io.Writer, all probed, look report.Look) error {
	p := &probePage{look: look}
	p.look.Width = cmp.Or(look.Width, 80)
	for i, r := range all.reports {
		if i > 0 {
			p.WriteByte('\n')
		}
		p.report(r)
	}
	_, err := w.Write(p.Bytes())
	return err
}

func (p *probePage) report(r probe.Report) {
	if f := r.Unguarded; f != nil {
		line := fmt.Sprintf("unharmed, %s %s on %s: %s", r.Contract.Name, f.Agent, f.EventInput.Title(), f.Verdict.Why)
		fmt.Fprintf(p, "%s\n", p.look.Set(report.Bad, visible.Line(line)))
	}
	for _, side := range []struct {
		word string
		of   *probe.Baseline
	}{{"refuses", r.Refused}, {"lets through", r.Allowed}} {
		if side.of != nil {
			fmt.Fprintf(p, "%s\n", p.look.Set(report.Strong, fmt.Sprintf("unharmed, %s %s %s", r.Contract.Name, side.word, side.of.EventInput.Title())))
		}
	}
	if r.Refused == nil && r.Allowed == nil && r.Unguarded == nil {
		fmt.Fprintf(p, "%s\n", p.look.Set(report.Strong, fmt.Sprintf("unharmed, the verdict of %s on %s is %s", r.Contract.Name, r.First.EventInput.Title(), r.First.Verdict.Kind)))
	}
	if r.Refused == nil {
		fmt.Fprintf(p, "%s\n", p.look.Set(report.Faint, "nothing was found that the hook refuses; name it with --bash, --write or --prompt"))
	}
	p.WriteByte('\n')
	var held, silent []string
	runs := r.Runs
	for _, o := range r.Outcomes {
		runs += o.Runs
		for _, f := range o.Found {
			p.found(f)
		}
		switch {
		case o.Silent != "":
			silent = append(silent, fmt.Sprintf("%s (%s)", o.Probe.Name, o.Silent))
		case len(o.Found) == 0 && o.Probe.Name != probe.Unharmed:
			held = append(held, o.Probe.Name)
		}
	}
	if len(held) > 0 {
		p.item(2, report.Good, "held  ", english.And(held))
	}
	if len(silent) > 0 {
		p.item(2, report.Faint, "silent", strings.Join(silent, "; "))
	}
	if len(held)+len(silent) > 0 {
		p.WriteByte('\n')
	}
	fmt.Fprintf(p, "%s\n", p.look.Set(report.Faint, fmt.Sprintf("%s, %s, %s", english.Count(len(r.Outcomes), "probe"), english.Count(runs, "run"), english.Count(len(r.Findings()), "finding"))))
}

func (p *probePage) found(f probe.Found) {
	tone := map[finding.Severity]report.Tone{finding.Error: report.Bad, finding.Warning: report.Caution, finding.Info: report.Faint}[f.Rule.Severity]
	p.item(2, tone, f.Rule.ID, string(f.Rule.Severity)+": "+f.Text)
	p.item(8, report.Plain, "fix:", f.Fix)
	// Never break a line that users copy.
	fmt.Fprintf(p, "%ssee: %s\n\n", strings.Repeat(" ", 8), visible.Line(f.See))
}

func writeProbesJSON(w io.Writer, all probed) error {
	list := make([]any, len(all.reports))
	var found []finding.Finding
	for i, r := range all.reports {
		for _, f := range r.Findings() {
			found = append(found, f.Finding)
		}
		outcomes := lists.Of(r.Outcomes, func(o probe.Outcome) any { return outcomeObject(o) })
		list[i] = jsonvalue.New(
			jsonvalue.Member{Key: "agent", Value: r.Contract.Name},
			jsonvalue.Member{Key: "refused", Value: baselineObject(r.Refused)},
			jsonvalue.Member{Key: "allowed", Value: baselineObject(r.Allowed)},
			jsonvalue.Member{Key: "probes", Value: outcomes},
		)
	}
	return layout.Write(w, jsonvalue.Marshal(jsonvalue.New(
		jsonvalue.Member{Key: "schema", Value: "urn:hooktest:schema:probe-report"},
		jsonvalue.Member{Key: "hook", Value: all.hook},
		jsonvalue.Member{Key: "agents", Value: list},
		jsonvalue.Member{Key: "next", Value: jsonvalue.Strings(findingreport.Next(found, "hooktest test --format json"))},
	)))
}

func outcomeObject(o probe.Outcome) *jsonvalue.Object {
	found := lists.Of(o.Found, func(f probe.Found) any {
		return jsonvalue.New(
			jsonvalue.Member{Key: "id", Value: f.Rule.ID}, jsonvalue.Member{Key: "severity", Value: string(f.Rule.Severity)},
			jsonvalue.Member{Key: "text", Value: f.Text}, jsonvalue.Member{Key: "fix", Value: f.Fix}, jsonvalue.Member{Key: "see", Value: f.See},
		)
	})
	object := jsonvalue.New(jsonvalue.Member{Key: "name", Value: o.Probe.Name}, jsonvalue.Member{Key: "runs", Value: view.Number(o.Runs)}, jsonvalue.Member{Key: "findings", Value: found})
	if o.Silent != "" {
		object.Set("silent", o.Silent)
	}
	return object
}

// told calls tell for each finding of each agent.
func (all probed) told(tell func(agent string, f probe.Found)) {
	for _, r := range all.reports {
		for _, f := range r.Findings() {
			tell(r.Contract.Name, f)
		}
	}
}

// atLength returns what is wrong, how to fix it, and how to reproduce it.
func atLength(agent string, f probe.Found) string {
	return visible.Text(fmt.Sprintf("%s: %s\nfix: %s\nsee: %s", agent, f.Text, f.Fix, visible.Line(f.See)))
}

func writeProbesSARIF(w io.Writer, all probed) error {
	log := notation.SARIF{Tool: "hooktest", Version: all.version}
	named := map[string]bool{}
	all.told(func(agent string, f probe.Found) {
		if !named[f.Rule.ID] {
			named[f.Rule.ID] = true
			rule, _ := finding.Find(f.Rule.ID)
			log.Rules = append(log.Rules, view.SARIFRule(rule))
		}
		log.Results = append(log.Results, notation.SARIFResult{Rule: f.Rule.ID, Level: view.SARIFLevel(f.Rule.Severity), Message: atLength(agent, f), File: filepath.ToSlash(all.file), Line: 1})
	})
	return log.Write(w)
}

func writeProbesJUnit(w io.Writer, all probed) error {
	document := notation.JUnit{Name: "hooktest probe"}
	for _, r := range all.reports {
		suite := notation.JUnitSuite{Name: r.Contract.Name}
		for _, o := range r.Outcomes {
			one := notation.JUnitCase{Name: o.Probe.Name, Class: visible.Line(all.hook), File: visible.Line(all.file)}
			for _, f := range o.Found {
				switch {
				case f.Rule.Severity == finding.Info || f.Rule.Severity == finding.Warning && !all.strict:
					one.Output += f.Rule.ID + " " + atLength(r.Contract.Name, f) + "\n"
				case one.Failure == nil:
					one.Failure = &notation.JUnitWords{Message: f.Rule.ID + ": " + visible.Line(f.Text), Type: string(f.Rule.Severity), Text: atLength(r.Contract.Name, f)}
				}
			}
			if o.Silent != "" {
				one.Skipped = &notation.JUnitWords{Message: visible.Line(o.Silent)}
			}
			suite.Add(one)
		}
		document.Add(suite)
	}
	return document.Write(w)
}

func writeProbesGitHub(w io.Writer, all probed) error {
	var b bytes.Buffer
	all.told(func(agent string, f probe.Found) {
		b.WriteString(notation.Annotation{
			Kind: view.AnnotationKind(f.Rule.Severity), File: all.file, Line: 1, Title: f.Rule.ID + " " + f.Rule.Title, Message: visible.Clip(atLength(agent, f), notation.AnnotationLength),
		}.String())
	})
	_, err := w.Write(b.Bytes())
	return err
}

func writeProbesMarkdown(w io.Writer, all probed) error {
	d := notation.Document{Limit: notation.StepSummary}
	d.Printf("## hooktest probe: %s\n\n", notation.Prose(all.hook))
	var blocks []string
	all.told(func(agent string, f probe.Found) {
		blocks = append(blocks, fmt.Sprintf("- **%s** %s, %s: %s  \n  fix: %s\n\n%s\n", f.Rule.ID, f.Rule.Severity, agent,
			notation.Prose(visible.Line(f.Text)), notation.Prose(visible.Line(f.Fix)), notation.Fenced("sh", visible.Line(f.See))))
	})
	d.Blocks("### Findings\n\n", "findings", blocks)
	_, err := w.Write(d.Bytes())
	return err
}
