package page

import (
	"bytes"
	"compress/gzip"
	"encoding/ascii85"
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/conformance/trace"
	"github.com/hooktest/hooktest/internal/source"
)

// bulk is the data that only the drawer shows. Each text and each evidence is stored
// once and referred to by its index: the checks of a case share them, and a mutant
// changes little. Lists of runs and evidence are stored as columns, which compress
// better.
type bulk struct {
	Clauses  map[string]*clauseBulk `json:"clauses"`
	Evidence evidenceColumns        `json:"evidence"`
	Runs     runColumns             `json:"runs"`
	// Folders are the folders that hooks ran in.
	Folders []string `json:"folders"`
	// Files are paths. Cases has the files that each case runs, Hooks the scripts of
	// its hooks.
	Files []string                     `json:"files"`
	Cases map[string][]int             `json:"cases"`
	Hooks map[string]map[string]string `json:"hooks"`
	// Texts are in the order of their first use. Notes has notes on some of them.
	Notes map[int]note `json:"notes"`
	Texts []string     `json:"texts"`

	texts    seen
	evidence seen
	runs     seen
	files    seen
	folders  seen
	all      []evidence
	every    []hookRun
}

// seen has the indexes of the entries in a list of unique entries.
type seen map[string]int

type clauseBulk struct {
	Checks   []judgement  `json:"checks,omitempty"`
	Mutants  []mutantBulk `json:"mutants,omitempty"`
	Failures []judgement  `json:"failures,omitempty"`
}

type judgement struct {
	// Implementation is the index of the implementation that failed, if it is not the
	// reference.
	Implementation int               `json:"implementation,omitempty"`
	Check          string            `json:"check,omitempty"`
	Case           string            `json:"case,omitempty"`
	Line           int               `json:"line,omitempty"`
	Verdict        string            `json:"verdict,omitempty"`
	Script         string            `json:"script,omitempty"`
	Assertions     int               `json:"assertions,omitempty"`
	Mismatches     []stream.Mismatch `json:"mismatches,omitempty"`
	Evidence       int               `json:"evidence"`
	Known          string            `json:"known,omitempty"`
	Repro          string            `json:"repro,omitempty"`
	// Own is the index among the clause's own checks, which have the check, case and
	// line.
	Own *int `json:"own,omitempty"`
}

type mutantBulk struct {
	Edits    []edit          `json:"edits"`
	Says     string          `json:"says,omitempty"`
	Position source.Position `json:"position,omitempty"`
	Detail   string          `json:"detail,omitempty"`
	Killer   *judgement      `json:"killer,omitempty"`
	Others   []string        `json:"others,omitempty"`
	Ran      int             `json:"ran,omitempty"`
}

// edit is an edit with its site. Line is missing if it is unknown.
type edit struct {
	Old      string `json:"old"`
	New      string `json:"new"`
	File     string `json:"file"`
	Line     int    `json:"line,omitempty"`
	EndLine  int    `json:"endLine,omitempty"`
	Function string `json:"function,omitempty"`
}

// evidence has the indexes of runs and texts.
type evidence struct {
	Runs                             []int
	Dropped, Request, Answer, Stderr int
}

type hookRun struct {
	Hook         string
	Run          int
	Folder       int
	Stdin        int
	Exit         *int
	Milliseconds *float64
	Rest         rest
}

// rest is the data that few runs have.
type rest struct {
	Argv    []string `json:"argv,omitempty"`
	Signals []string `json:"signals,omitempty"`
}

// note says that a text was cut or encoded.
type note struct {
	Bytes   int  `json:"bytes"`
	Dropped int  `json:"dropped,omitempty"`
	Binary  bool `json:"binary,omitempty"`
}

// none is the index of missing evidence.
const none = -1

// pack returns the bulk as JSON, gzip and Ascii85.
func pack(r trace.Report) string {
	b := bulk{
		Clauses: map[string]*clauseBulk{}, Cases: map[string][]int{}, Hooks: map[string]map[string]string{}, Notes: map[int]note{},
		texts: seen{}, evidence: seen{}, runs: seen{}, files: seen{}, folders: seen{},
	}
	b.fill(r)
	b.columns()
	var out bytes.Buffer
	text := ascii85.NewEncoder(&out)
	// Writing numbers and strings to memory can't fail.
	small, _ := gzip.NewWriterLevel(text, gzip.BestCompression)
	_ = json.NewEncoder(small).Encode(b)
	_ = small.Close()
	_ = text.Close()
	return out.String()
}

func (b *bulk) fill(r trace.Report) {
	byID := map[string]trace.Mutant{}
	for _, m := range r.Mutants {
		byID[m.ID] = m
	}
	type failed struct {
		at    int
		check stream.Check
	}
	foreign := map[string][]failed{}
	for i, one := range r.Implementations {
		if one.Reference {
			continue
		}
		for _, c := range one.Failures {
			foreign[c.Clause] = append(foreign[c.Clause], failed{i, c})
		}
	}
	add := func(c trace.Clause) {
		own := &clauseBulk{}
		for _, k := range c.Checks {
			own.Checks = append(own.Checks, judgement{Script: k.Lines, Assertions: k.Assertions, Mismatches: k.Mismatches, Evidence: b.keep(k.Evidence)})
		}
		for _, id := range c.Mutants {
			if m, ok := byID[id]; ok {
				own.Mutants = append(own.Mutants, b.mutant(m, c.Checks))
			}
		}
		for _, f := range foreign[c.ID] {
			j := b.judge(f.check)
			j.Implementation, j.Verdict, j.Repro = f.at, string(f.check.Verdict), f.check.Repro
			if x := f.check.Expected; x != nil {
				j.Known = x.Reason
			}
			own.Failures = append(own.Failures, j)
		}
		b.Clauses[c.ID] = own
	}
	for _, one := range r.Requirements {
		for _, c := range one.Clauses {
			add(c)
		}
	}
	for _, c := range r.Interpretations {
		add(c)
	}
	for _, c := range r.Cases {
		list := []int{}
		for _, f := range c.Files {
			list = append(list, index(b.files, &b.Files, f, f))
		}
		b.Cases[c.Name] = list
		for _, h := range c.Hooks {
			if b.Hooks[c.Name] == nil {
				b.Hooks[c.Name] = map[string]string{}
			}
			b.Hooks[c.Name][h.Name] = h.Text
		}
	}
}

func (b *bulk) mutant(m trace.Mutant, checks []trace.Check) mutantBulk {
	packed := mutantBulk{Says: m.Says, Position: m.Position, Detail: m.Detail, Others: m.Others, Ran: m.Ran}
	for i, e := range m.Edits {
		one := edit{Old: e.Old, New: e.New, File: e.File}
		if i < len(m.Sites) {
			s := m.Sites[i]
			one.File, one.Line, one.EndLine, one.Function = s.File, s.Line, s.EndLine, s.Function
		}
		packed.Edits = append(packed.Edits, one)
	}
	if m.Killer == nil {
		return packed
	}
	k := b.judge(*m.Killer)
	if i := slices.IndexFunc(checks, func(c trace.Check) bool { return c.Check == k.Check && c.Case == k.Case && c.Line == k.Line }); i >= 0 {
		k.Own, k.Check, k.Case, k.Line = &i, "", "", 0
	}
	packed.Killer = &k
	return packed
}

func (b *bulk) judge(c stream.Check) judgement {
	return judgement{Check: c.Check, Case: c.Case, Line: c.Line, Mismatches: c.Mismatches, Evidence: b.keep(c.Evidence)}
}

// keep adds evidence and returns its index.
func (b *bulk) keep(e stream.Evidence) int {
	if len(e.Runs) == 0 && e.Request == nil && e.Answer == nil && e.Stderr == nil {
		return none
	}
	packed := evidence{nil, e.RunsDropped, b.text(e.Request), b.text(e.Answer), b.text(e.Stderr)}
	for _, r := range e.Runs {
		run := hookRun{r.Hook, r.Run, index(b.folders, &b.Folders, r.CWD, r.CWD), b.text(r.Stdin), r.Exit, nil, rest{r.Argv, r.Signals}}
		if r.Milliseconds != nil {
			run.Milliseconds = new(math.Round(*r.Milliseconds*10) / 10)
		}
		packed.Runs = append(packed.Runs, once(b.runs, &b.every, run))
	}
	return once(b.evidence, &b.all, packed)
}

// once adds an entry to a list of unique entries and returns its index. Entries refer
// to their content by index, so they are short as keys.
func once[T any](places seen, list *[]T, entry T) int {
	key, _ := json.Marshal(entry)
	return index(places, list, string(key), entry)
}

// text adds a text and returns its index, or none for nil. The note is part of the key.
func (b *bulk) text(t *stream.Text) int {
	if t == nil {
		return none
	}
	n := note{t.Bytes, t.Dropped, t.ValidUTF8 != nil && !*t.ValidUTF8}
	if n == (note{Bytes: len(t.Text)}) {
		return index(b.texts, &b.Texts, t.Text, t.Text)
	}
	i := index(b.texts, &b.Texts, fmt.Sprint(n, t.Text), t.Text)
	b.Notes[i] = n
	return i
}

// index returns the index of an entry in a list of unique entries, and adds it if
// necessary.
func index[T any](places seen, list *[]T, key string, entry T) int {
	i, ok := places[key]
	if !ok {
		i = len(*list)
		places[key], *list = i, append(*list, entry)
	}
	return i
}
