package format

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/hooktest/hooktest/conformance/trace"
	"github.com/hooktest/hooktest/internal/lists"
	"github.com/hooktest/hooktest/internal/visible"
)

// writeCSV writes a header and a row for each clause, by RFC 4180. Interpretations have
// no row, because the ladder does not count them. Several values of a cell are
// separated by a semicolon.
func writeCSV(w io.Writer, r trace.Report) error {
	out := csv.NewWriter(w)
	out.UseCRLF = true
	status := map[string]string{}
	for _, m := range r.Mutants {
		status[m.ID] = string(m.Status)
		if m.Status == "" {
			status[m.ID] = "not judged"
		}
	}
	header := []string{"id", "section", "text", "verify", "rung", "gap", "links", "cases", "mutants"}
	for _, i := range r.Implementations {
		header = append(header, "verdict: "+strings.TrimSpace(i.Name+" "+i.Version))
	}
	rows := [][]string{header}
	for _, requirement := range r.Requirements {
		for _, c := range requirement.Clauses {
			row := []string{c.ID, strconv.Itoa(requirement.Section), c.Text, string(c.Verify), string(c.Rung), c.Gap, links(c), casesOf(c), mutantsOf(c, status)}
			for i := range r.Implementations {
				verdict := ""
				if i < len(c.Verdicts) {
					verdict = string(c.Verdicts[i])
				}
				row = append(row, verdict)
			}
			rows = append(rows, row)
		}
	}
	for _, row := range rows {
		for i := range row {
			row[i] = cell(row[i])
		}
		if err := out.Write(row); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// cell returns a text that spreadsheets do not read as a formula: it puts an
// apostrophe, which means "this is text", before a text that begins like a formula.
func cell(text string) string {
	text = visible.Line(text)
	if begin := strings.TrimLeft(text, " \u00a0"); begin != "" && strings.ContainsRune("=+-@＝＋－＠|%", []rune(begin)[0]) {
		return "'" + text
	}
	return text
}

// links returns the declarations and the schema nodes that name a clause.
func links(c trace.Clause) string {
	all := lists.Of(c.Implementations, func(l trace.Link) string { return fmt.Sprintf("%s:%d %s", l.File, l.Line, l.Declaration) })
	return strings.Join(append(all, c.Schemas...), "; ")
}

// casesOf returns the names of the cases that check a clause, each once.
func casesOf(c trace.Clause) string {
	return strings.Join(lists.Once(lists.Of(c.Checks, func(check trace.Check) string { return check.Case })), "; ")
}

func mutantsOf(c trace.Clause, status map[string]string) string {
	all := lists.Of(c.Mutants, func(id string) string { return fmt.Sprintf("%s (%s)", id, status[id]) })
	return strings.Join(all, "; ")
}
