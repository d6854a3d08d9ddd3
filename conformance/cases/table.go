package cases

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/internal/lazyregexp"
)

// A line is one of a script as it runs: one of the file, or one of a table's
// body, filled in for a row.
type line struct {
	text string
	// at is its line in the file, and row the line of its table row; 0 outside a
	// table.
	at, row int
}

// A table is a part of a script that runs once for each of its rows.
type table struct {
	at      int
	columns []string
	rows    []row
	body    []line
	// broken reports a fault that prevents filling in the rows.
	broken bool
}

// A row has the words of a table's row, by column, as they were written: with
// their quotes.
type row struct {
	at     int
	values map[string]string
}

var (
	columnName  = lazyregexp.New(`^[a-z][a-z-]*$`)
	placeholder = lazyregexp.New(`^<([a-z][a-z-]*)(\.\.\.)?>`)
)

// rest marks the name of a last column that takes all words which are left.
const rest = "..."

// lines returns the script as it runs: the body of each table is repeated for each
// row.
func (p *parser) lines() []line {
	var all []line
	var t *table
	for i, text := range strings.SplitAfter(string(p.c.script), "\n") {
		p.line = i + 1
		own := line{text: text, at: p.line}
		s, err := statementOf(text)
		if err == nil && (s.Command == "table" || s.Command == "row" || s.Command == "end") {
			p.everywhere(s)
		}
		switch {
		case err == nil && s.Command == "table":
			if t != nil {
				p.fault("a table can't stand in another: the one on line %d has no end yet", t.at)
				t.broken = true
				continue
			}
			t = p.table(s)
		case err == nil && s.Command == "row":
			p.row(t, s, text)
		case err == nil && s.Command == "end" && t == nil:
			p.fault("end comes after the lines of a table, and there is none")
		case err == nil && s.Command == "end":
			all = append(append(all, p.filled(t)...), own)
			p.c.tables = append(p.c.tables, Part{t.at, p.line})
			t = nil
		case t == nil:
			all = append(all, own)
		case err != nil:
			p.fault("%v", err)
			t.broken = true
		case s.Command != "":
			t.body = append(t.body, own)
		}
	}
	if t != nil {
		p.line = t.at
		p.fault("the table has no end")
	}
	return all
}

func (p *parser) table(s Statement) *table {
	t := &table{at: p.line}
	for i, name := range s.Args {
		bare := name
		if i == len(s.Args)-1 {
			bare = strings.TrimSuffix(name, rest)
		}
		switch {
		case !columnName.MatchString(bare):
			p.fault("%q is not a column's name: a-z and -, and after the last one %s for all words that are left", name, rest)
			t.broken = true
		case slices.Contains(t.columns, name) || slices.Contains(t.columns, bare):
			p.fault("the column %s is there twice", bare)
			t.broken = true
		}
		t.columns = append(t.columns, name)
	}
	if len(s.Args) == 0 {
		p.fault("table takes the names of its columns")
		t.broken = true
	}
	return t
}

func (p *parser) row(t *table, s Statement, text string) {
	switch {
	case t == nil:
		p.fault("row comes after the table that it belongs to, and there is none")
		return
	case len(t.body) > 0:
		p.fault("the rows of a table stand in front of the lines that they fill in")
		t.broken = true
		return
	}
	columns := len(t.columns)
	open := columns > 0 && strings.HasSuffix(t.columns[columns-1], rest)
	if len(s.Args) != columns && (!open || len(s.Args) < columns-1) {
		p.fault("%s in a row of %d: the columns are %s", counted(len(s.Args), "word"), columns, strings.Join(t.columns, ", "))
		t.broken = true
		return
	}
	r := row{p.line, map[string]string{}}
	for i, name := range t.columns {
		last := i + 1
		if strings.HasSuffix(name, rest) {
			last = len(s.words)
		}
		var raw []string
		for _, w := range s.words[min(i, len(s.words)):last] {
			raw = append(raw, text[w.at:w.end])
		}
		r.values[name] = strings.Join(raw, " ")
	}
	t.rows = append(t.rows, r)
}

func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// filled returns the body of a table once for each row. It reports each unknown
// placeholder and each unused column once.
func (p *parser) filled(t *table) []line {
	end := p.line
	defer func() { p.line = end }()
	var all []line
	used, unknown := map[string]bool{}, false
	for _, l := range t.body {
		p.line = l.at
		for _, name := range placeholders(l.text) {
			used[name] = true
			if !slices.Contains(t.columns, name) && !t.broken {
				p.fault("<%s> is not a column of the table: %s", name, strings.Join(t.columns, ", "))
				unknown = true
			}
		}
	}
	p.line = t.at
	for _, name := range t.columns {
		if !used[name] && !t.broken {
			p.fault("no line has the column <%s>", name)
		}
	}
	if len(t.rows) < 2 && !t.broken {
		p.fault("a table has two rows or more")
	}
	if len(t.body) > 0 {
		p.line = t.body[0].at
	}
	// Lines before the first scope would belong to the scope of the last row.
	if !t.broken && (len(t.body) == 0 || !opensScope(t.body[0].text)) {
		p.fault("what a table repeats begins with a scope: clause, control or needs")
	}
	if t.broken || unknown {
		return nil
	}
	for _, r := range t.rows {
		for _, l := range t.body {
			all = append(all, line{fill(l.text, r.values), l.at, r.at})
		}
	}
	return all
}

func opensScope(text string) bool {
	s, err := statementOf(text)
	return err == nil && (s.Command == "clause" || s.Command == "control" || s.Command == "needs")
}

// placeholders are the names in a line that a row is to fill in.
func placeholders(text string) []string {
	var names []string
	walk(text, func(name string, _ bool) string {
		names = append(names, name)
		return ""
	})
	return names
}

// fill puts the words of a row into a line. In quotes they are text; outside of
// them they are what they were in the row, which may be several words.
func fill(text string, values map[string]string) string {
	return walk(text, func(name string, quoted bool) string {
		raw := values[name]
		if !quoted {
			return raw
		}
		// The row was read before: its quotes are closed.
		words, _ := wordsOf(raw)
		plain := make([]string, len(words))
		for i, w := range words {
			plain[i] = w.text
		}
		return strings.ReplaceAll(strings.Join(plain, " "), "'", "''")
	})
}

// walk replaces each placeholder of a line with the result of f, except in a comment.
func walk(text string, f func(name string, quoted bool) string) string {
	var out strings.Builder
	quoted := false
	for i := 0; i < len(text); i++ {
		switch b := text[i]; {
		case b == '#' && !quoted:
			return out.String() + text[i:]
		case b == '\'':
			quoted = !quoted
		case b == '<':
			if m := placeholder.FindStringSubmatch(text[i:]); m != nil {
				out.WriteString(f(m[1]+m[2], quoted))
				i += len(m[0]) - 1
				continue
			}
		}
		out.WriteByte(text[i])
	}
	return out.String()
}
