package live

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/driver"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/verification"
	"github.com/hooktest/hooktest/conformance/report"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/visible"
	h "github.com/hooktest/hooktest/internal/webpage"
)

// A verified is what a verification found out (schemas: verify-report).
type verified struct {
	Schema string `json:"schema"`
	verifiedAgent
	Cases []verification.Result     `json:"cases"`
	Facts []verification.FactResult `json:"facts"`
	Next  []string                  `json:"next"`
}

// A verifiedAgent names both sides. Version is empty if it is not known.
type verifiedAgent struct {
	Contract string `json:"contract"`
	Product  string `json:"product"`
	Version  string `json:"version"`
}

// newVerified adds what the report does not know: the agent, and what to do now.
func newVerified(s verification.Subject, r verification.Report) verified {
	const most = 3
	v := verified{"urn:hooktest:schema:verify-report", verifiedAgent{s.Contract.Name, s.Agent.Product, s.Program.Version}, r.Results, r.Facts, []string{}}
	for _, f := range r.Facts {
		// It was seen on another version, so there is one in which it changed.
		if n := len(f.Seen); f.Status == verification.Contradicted && n > 0 && len(v.Next) < most && driver.CompareVersions(f.Seen[n-1], v.Version) < 0 {
			v.Next = append(v.Next, fmt.Sprintf("hooktest contract bisect %s %s --from %s --to %s", v.Contract, f.ID, f.Seen[n-1], v.Version))
		}
	}
	v.Next = append(v.Next, "hooktest contract "+v.Contract+" --facts")
	return v
}

func verifyFormats() report.Formats[verified] {
	return report.Formats[verified]{
		report.Text("pretty", writePretty),
		report.Document("json", func(w io.Writer, v verified) error { return console.WriteJSON(w, v) }),
		report.Document("ndjson", writeLines),
		report.Document("html", writePage),
	}
}

// statuses are those of facts in the order of the report.
func statuses() []verification.Status {
	return []verification.Status{verification.Contradicted, verification.Flaky, verification.Confirmed, verification.Unobservable, verification.Unknown}
}

func toneOf(s verification.Status) report.Tone {
	switch s {
	case verification.Contradicted, verification.Flaky:
		return report.Bad
	case verification.Confirmed:
		return report.Good
	}
	return report.Faint
}

// versionAndContract are what follows the product in a title.
func (v verified) versionAndContract() string {
	version := v.Version
	if version == "" {
		version = "of an unknown version"
	}
	return fmt.Sprintf("%s, contract %s", visible.Line(version), v.Contract)
}

func (v verified) summary() string {
	var counts []string
	for _, status := range statuses() {
		if n := len(v.With(status)); n > 0 {
			counts = append(counts, fmt.Sprintf("%d %s", n, status))
		}
	}
	return english.Count(len(v.Facts), "fact") + ": " + strings.Join(counts, ", ")
}

// With returns the facts of a status.
func (v verified) With(status verification.Status) (all []verification.FactResult) {
	for _, f := range v.Facts {
		if f.Status == status {
			all = append(all, f)
		}
	}
	return all
}

func writePretty(w io.Writer, v verified, look report.Look) error {
	var out strings.Builder
	fmt.Fprintf(&out, "%s %s\n", look.Set(report.Strong, v.Product), v.versionAndContract())
	for _, one := range v.Cases {
		if toneOf(one.Status) != report.Bad {
			continue
		}
		fmt.Fprintf(&out, "  %s: %s\n", look.Set(report.Bad, string(one.Status)), one.Case)
		for _, d := range one.Differences {
			fmt.Fprintf(&out, "    %s, by %s\n      contract: %s\n      agent:    %s\n", d.What, english.And(d.Facts), d.Contract, d.Agent)
		}
	}
	for _, one := range v.Cases {
		if one.Status == verification.Unobservable {
			fmt.Fprintf(&out, "  %s: %s\n    %s\n", look.Set(report.Faint, string(one.Status)), one.Case, visible.Line(one.Why))
			if one.Observation.Unseen == "" {
				fmt.Fprintf(&out, "    agent: %s\n", one.Observation)
			}
		}
	}
	for _, status := range statuses() {
		for _, f := range v.With(status) {
			fmt.Fprintf(&out, "  %s  %s%s\n", look.Set(toneOf(status), fmt.Sprintf("%-14s", status)), f.ID, shownCases(f))
		}
	}
	_, err := io.WriteString(w, out.String()+v.summary()+"\n")
	return err
}

// shownCases returns the cases of a fact for people, or what a case would need.
func shownCases(f verification.FactResult) string {
	switch {
	case len(f.Cases) == 0 && f.Needs != "":
		return ": needs " + f.Needs
	case len(f.Cases) == 0:
		return ""
	}
	return ": " + f.Cases[0] + further(len(f.Cases)-1)
}

func further(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(", and %d more", n)
}

// writeLines writes the report as lines (schemas: verify-events): the agent first, then cases, then facts.
func writeLines(w io.Writer, v verified) error {
	lines := json.NewEncoder(w)
	lines.SetEscapeHTML(false)
	all := []any{struct {
		Type string `json:"type"`
		verifiedAgent
	}{"agent", v.verifiedAgent}}
	for _, one := range v.Cases {
		all = append(all, struct {
			Type string `json:"type"`
			verification.Result
		}{"case", one})
	}
	for _, one := range v.Facts {
		all = append(all, struct {
			Type string `json:"type"`
			verification.FactResult
		}{"fact", one})
	}
	for _, one := range all {
		if err := lines.Encode(one); err != nil {
			return err
		}
	}
	return nil
}

// writePage writes a page that loads nothing, and has no script.
func writePage(w io.Writer, v verified) error {
	title := v.Product + " " + v.versionAndContract()
	return h.Page{Title: title}.Write(w,
		h.El("header.top", h.El("div", h.El("p.kind", "Contract verification"), h.El("h1", title), h.El("p.soft", v.summary()))),
		h.El("main",
			h.El("h2", "Facts"),
			h.Each(statuses(), func(s verification.Status) h.Markup { return h.Each(v.With(s), factOnPage) }),
			h.El("h2", "Cases"),
			h.Each(v.Cases, caseOnPage),
		),
		h.El("footer.soft", h.El("p", "One file, complete in itself: it loads nothing and sends nothing.")),
	)
}

func factOnPage(f verification.FactResult) h.Markup {
	return h.El("details", h.Attr("id", f.ID),
		h.El("summary", statusOnPage(f.Status), " ", h.El("code", f.ID), " ", f.Text),
		h.El("p.soft", f.Kind, h.If(len(f.Seen) > 0, ", seen on ", english.And(f.Seen))),
		h.If(len(f.Cases) > 0, h.El("ul", h.Each(f.Cases, func(name string) h.Markup { return h.El("li", name) }))),
		h.If(len(f.Cases) == 0, h.El("p", "no case is about it")),
	)
}

func caseOnPage(one verification.Result) h.Markup {
	return h.El("details", h.If(len(one.Differences) > 0, h.Flag("open")),
		h.El("summary", statusOnPage(one.Status), " ", one.Case),
		h.If(one.Why != "", h.El("p", visible.Text(one.Why))),
		h.Each(one.Differences, func(d verification.Difference) h.Markup {
			return h.Join(
				h.El("p", d.What, ", by ", english.And(d.Facts)),
				h.El("pre", h.Attr("tabindex", "0"), "contract: ", visible.Text(d.Contract), "\nagent:    ", visible.Text(d.Agent)),
			)
		}),
		h.If(len(one.Differences) == 0, h.El("p.soft", english.And(one.Facts))),
	)
}

func statusOnPage(s verification.Status) h.Markup {
	return h.El("b", h.Class(map[report.Tone]string{report.Bad: "vF", report.Good: "vP"}[toneOf(s)]), s)
}
