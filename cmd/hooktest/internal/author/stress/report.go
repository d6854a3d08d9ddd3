package stress

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/rendering"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/view"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/probe"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
	"github.com/hooktest/hooktest/conformance/report"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/layout"
	"github.com/hooktest/hooktest/internal/lists"
	"github.com/hooktest/hooktest/internal/visible"
)

// probed is the result of probing a hook as several agents run it.
type probed struct {
	hook, file string
	reports    []probe.Report
	// strict treats warnings as errors.
	strict bool
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
		jsonvalue.Member{Key: "next", Value: jsonvalue.Strings(rendering.Next(found, "hooktest test --format json"))},
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

// model returns the result for the formats that all commands share: a group for each agent with a
// check for each probe. A finding that is not against the hook is what its check printed.
func (all probed) model() report.Report {
	m := report.Report{Title: "hooktest probe: " + all.hook, Version: console.Version()}
	for _, r := range all.reports {
		g := report.Group{Name: r.Contract.Name}
		for _, o := range r.Outcomes {
			c := report.Check{Name: o.Probe.Name, Class: all.hook, Title: o.Probe.Name + " as " + r.Contract.Name, Status: report.Passed, At: report.Location{File: all.file}}
			if o.Silent != "" {
				c.Status, c.Message = report.Skipped, o.Silent
			}
			for _, f := range o.Found {
				text := fmt.Sprintf("%s: %s\nfix: %s", r.Contract.Name, f.Text, f.Fix)
				switch {
				case !rendering.Against(f.Finding, all.strict):
					c.Stdout += fmt.Sprintf("%s %s\nrepro: %s\n", f.Rule.ID, text, visible.Line(f.See))
				case c.Status != report.Failed:
					c.Status, c.Type, c.Message, c.Detail, c.Repro = report.Failed, f.Rule.ID, f.Rule.ID+": "+f.Text, text, f.See
				}
			}
			if c.Status == report.Passed {
				c.Detail = strings.TrimSuffix(c.Stdout, "\n")
			}
			g.Checks = append(g.Checks, c)
		}
		m.Groups = append(m.Groups, g)
		for _, f := range r.Findings() {
			one := rendering.Of(f.Finding)
			if one.Text, one.Repro = r.Contract.Name+": "+f.Text, f.See; all.file != "" {
				one.At = report.Location{File: all.file, Line: 1}
			}
			m.Findings = append(m.Findings, one)
		}
	}
	return m
}
