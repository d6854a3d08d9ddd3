package page

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"html/template"
	"math"

	"github.com/hooktest/hooktest/conformance/mutants"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/conformance/trace"
)

// bulk is what only the drawer shows. Texts and evidence are held once and
// named by their index: the checks of a case share them, and a mutant changes
// little of them.
type bulk struct {
	Clauses  map[string]*clauseBulk `json:"clauses"`
	Evidence []evidence             `json:"evidence"`
	Runs     []hookRun              `json:"runs"`
	// Files are paths, Cases the files that each case runs.
	Files []string         `json:"files"`
	Cases map[string][]int `json:"cases"`
	// Texts come last and in the order of their first use, which sets like beside
	// like.
	Texts []string `json:"texts"`

	texts    map[string]int
	evidence map[string]int
	runs     map[string]int
	files    map[string]int
}

type clauseBulk struct {
	Checks   []judgement  `json:"checks,omitempty"`
	Mutants  []mutantBulk `json:"mutants,omitempty"`
	Failures []judgement  `json:"failures,omitempty"`
}

type judgement struct {
	// Implementation is an index, for the failures of others.
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
}

type mutantBulk struct {
	ID       string         `json:"id"`
	Edits    []mutants.Edit `json:"edits"`
	Sites    []mutants.Site `json:"sites,omitempty"`
	Says     string         `json:"says,omitempty"`
	Position string         `json:"position,omitempty"`
	Detail   string         `json:"detail,omitempty"`
	Killer   *judgement     `json:"killer,omitempty"`
	Others   []string       `json:"others,omitempty"`
	Ran      int            `json:"ran,omitempty"`
}

type evidence struct {
	Runs    []int    `json:"runs,omitempty"`
	Dropped int      `json:"dropped,omitempty"`
	Request *excerpt `json:"request,omitempty"`
	Answer  *excerpt `json:"answer,omitempty"`
	Stderr  *excerpt `json:"stderr,omitempty"`
}

type hookRun struct {
	Hook         string   `json:"hook"`
	Run          int      `json:"run"`
	Argv         []string `json:"argv,omitempty"`
	CWD          string   `json:"cwd,omitempty"`
	Stdin        *excerpt `json:"stdin"`
	Signals      []string `json:"signals,omitempty"`
	Exit         *int     `json:"exit,omitempty"`
	Milliseconds *float64 `json:"ms,omitempty"`
}

type excerpt struct {
	Text    int  `json:"text"`
	Bytes   int  `json:"bytes"`
	Dropped int  `json:"dropped,omitempty"`
	Binary  bool `json:"binary,omitempty"`
}

// none stands for evidence that is not there.
const none = -1

// pack gives the bulk as JSON, gzip and base64, which are safe as the content of
// an element.
func pack(r trace.Report) template.HTML {
	b := bulk{
		Clauses: map[string]*clauseBulk{}, Cases: map[string][]int{},
		texts: map[string]int{}, evidence: map[string]int{}, runs: map[string]int{}, files: map[string]int{},
	}
	b.fill(r)
	var out bytes.Buffer
	text := base64.NewEncoder(base64.StdEncoding, &out)
	// Numbers and strings written to memory, at a level that there is, can't fail.
	small, _ := gzip.NewWriterLevel(text, gzip.BestCompression)
	_ = json.NewEncoder(small).Encode(b)
	_ = small.Close()
	_ = text.Close()
	return template.HTML(out.String())
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
				own.Mutants = append(own.Mutants, b.mutant(m))
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
			list = append(list, index(b.files, &b.Files, f))
		}
		b.Cases[c.Name] = list
	}
}

func (b *bulk) mutant(m trace.Mutant) mutantBulk {
	packed := mutantBulk{ID: m.ID, Edits: m.Edits, Sites: m.Sites, Says: m.Says, Position: m.Position, Detail: m.Detail, Others: m.Others, Ran: m.Ran}
	if m.Killer != nil {
		packed.Killer = new(b.judge(*m.Killer))
	}
	return packed
}

func (b *bulk) judge(c stream.Check) judgement {
	return judgement{Check: c.Check, Case: c.Case, Line: c.Line, Mismatches: c.Mismatches, Evidence: b.keep(c.Evidence)}
}

// keep gives the index of the evidence.
func (b *bulk) keep(e stream.Evidence) int {
	if len(e.Runs) == 0 && e.Request == nil && e.Answer == nil && e.Stderr == nil {
		return none
	}
	packed := evidence{Dropped: e.RunsDropped, Request: b.text(e.Request), Answer: b.text(e.Answer), Stderr: b.text(e.Stderr)}
	for _, r := range e.Runs {
		run := hookRun{r.Hook, r.Run, r.Argv, r.CWD, b.text(&r.Stdin), r.Signals, r.Exit, nil}
		if r.Milliseconds != nil {
			run.Milliseconds = new(math.Round(*r.Milliseconds*10) / 10)
		}
		packed.Runs = append(packed.Runs, once(b.runs, &b.Runs, run))
	}
	return once(b.evidence, &b.Evidence, packed)
}

// once gives the place of an entry in a list that holds each once. Entries name
// what they hold by index, so that they are short as keys.
func once[T any](seen map[string]int, list *[]T, entry T) int {
	key, _ := json.Marshal(entry)
	i, ok := seen[string(key)]
	if !ok {
		i = len(*list)
		seen[string(key)], *list = i, append(*list, entry)
	}
	return i
}

func (b *bulk) text(t *stream.Text) *excerpt {
	if t == nil {
		return nil
	}
	return &excerpt{index(b.texts, &b.Texts, t.Text), t.Bytes, t.Dropped, t.ValidUTF8 != nil && !*t.ValidUTF8}
}

// index gives the place of a text in a list that holds each once.
func index(seen map[string]int, list *[]string, text string) int {
	i, ok := seen[text]
	if !ok {
		i = len(*list)
		seen[text], *list = i, append(*list, text)
	}
	return i
}
