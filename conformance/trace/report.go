// Package trace turns what the catalogue, the source, the runs and the proofs
// say into one report: for every clause, where it is implemented, which check
// looks at it, whether that check's case ran that code, whether it passed, and
// whether it is proven to fail when the clause is broken.
//
// It runs nothing and writes no format: other packages bring the data, and
// render the Report.
package trace

import (
	"time"

	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/conformance/trace/proof"
	"github.com/hooktest/hooktest/internal/source"
)

// Schema identifies the published schema of a Report as JSON.
const Schema = "urn:hooktest:schema:trace-report"

// A Rung is how far a clause has come; each includes the ones before it.
type Rung string

const (
	// Unlinked: no declaration, or nothing that decides it, names the clause.
	Unlinked Rung = "unlinked"
	// Linked: a declaration of the engine and a check (or an inspection) name it.
	Linked Rung = "linked"
	// Executed: the case that carries the check ran a linked declaration.
	Executed Rung = "executed"
	// Passed: all checks of the clause passed.
	Passed Rung = "passed"
	// Proven: each mutant of the clause was killed by a check of its own.
	Proven Rung = "proven"
)

// Rungs are all rungs, the lowest first.
func Rungs() []Rung { return []Rung{Unlinked, Linked, Executed, Passed, Proven} }

// A Report is everything that is known about a source tree. All lists are in the
// catalogue's or in alphabetical order, so that equal trees give equal reports.
type Report struct {
	Schema   string `json:"schema"`
	Hooktest string `json:"hooktest"`
	Module   string `json:"module"`
	// Revision is what the version control calls the tree; empty where there is none.
	Revision  string    `json:"revision,omitempty"`
	Generated time.Time `json:"generated"`
	Digests   Digests   `json:"digests"`

	Ledger       Ledger        `json:"ledger"`
	Ladder       Ladder        `json:"ladder"`
	Checks       Checks        `json:"checks,omitzero"`
	Sections     []Section     `json:"sections"`
	Requirements []Requirement `json:"requirements"`
	// Interpretations are decisions where the requirements are silent. They are
	// never part of the denominator.
	Interpretations []Clause `json:"interpretations"`

	// Implementations are those whose runs are compared, the reference engine
	// first.
	Implementations []Implementation `json:"implementations"`
	Cases           []Case           `json:"cases"`
	Files           []File           `json:"files"`
	Schemas         []SchemaNode     `json:"schemas"`
	Mutants         []Mutant         `json:"mutants"`
	// Operators is about the mutants that operators made; zero where nobody asked.
	Operators Operators `json:"operators,omitempty"`

	Waivers  []Waiver  `json:"waivers"`
	Findings []Finding `json:"findings"`
	// Baseline is nil where nothing is compared with.
	Baseline *Comparison `json:"baseline,omitempty"`
}

// Digests identify what the report is about; each is "sha256:" and 64
// hexadecimal digits.
type Digests struct {
	Catalogue string `json:"catalogue"`
	Suite     string `json:"suite"`
	// Engine is over the implementation, and over what judges and inspects it.
	Engine string `json:"engine"`
}

// A Ledger accounts for every id.
type Ledger struct {
	Headings int `json:"headings"`
	Active   int `json:"active"`
	Merged   int `json:"merged"`
	// Missing are numbers without an id.
	Missing  []int    `json:"missing,omitempty"`
	Findings []string `json:"findings,omitempty"`
}

// A Ladder counts the clauses that reach each rung. The denominator of the
// rungs is Clauses - Inspections - Equivalent.
type Ladder struct {
	Clauses     int `json:"clauses"`
	Tests       int `json:"tests"`
	Inspections int `json:"inspections"`
	// Equivalent are clauses by test that no edit of the engine can violate,
	// each with a reason.
	Equivalent  int `json:"equivalent"`
	Denominator int `json:"denominator"`
	Linked      int `json:"linked"`
	Executed    int `json:"executed"`
	Passed      int `json:"passed"`
	Proven      int `json:"proven"`
	// Inspected are the clauses by inspection whose inspection passed.
	Inspected int `json:"inspected"`
	Suspect   int `json:"suspect"`
	Waived    int `json:"waived"`
}

type Section struct {
	Number int    `json:"number"`
	Title  string `json:"title"`
}

// A Requirement is one id with its clauses. A merged one has none.
type Requirement struct {
	ID         string   `json:"id"`
	Title      string   `json:"title"`
	Section    int      `json:"section"`
	Statement  string   `json:"statement"`
	Pattern    string   `json:"pattern,omitempty"`
	State      string   `json:"state,omitempty"`
	MergedInto string   `json:"mergedInto,omitempty"`
	Clauses    []Clause `json:"clauses,omitempty"`
	// Rung is the lowest of the clauses by test; empty where there are none.
	Rung Rung `json:"rung,omitempty"`
}

// A Clause is one obligation with everything that is linked to it.
type Clause struct {
	ID      string            `json:"id"`
	Text    string            `json:"text"`
	Verify  catalogue.Verify  `json:"verify"`
	Observe catalogue.Observe `json:"observe,omitempty"`
	Profile catalogue.Profile `json:"profile,omitempty"`
	// Why is the reason for an inspection.
	Why  string `json:"why,omitempty"`
	Rung Rung   `json:"rung"`
	// Gap says in words what is missing for the next rung; empty on the highest.
	Gap string `json:"gap,omitempty"`
	// Digest is that of the text, for suspect links.
	Digest string `json:"digest"`
	// Suspect says why the links are in doubt; empty where they are not.
	Suspect string `json:"suspect,omitempty"`
	// Equivalent is the reason why no mutant is possible.
	Equivalent string `json:"equivalent,omitempty"`
	Waived     string `json:"waived,omitempty"`

	Implementations []Link      `json:"implementations,omitempty"`
	Checks          []Check     `json:"checks,omitempty"`
	Schemas         []string    `json:"schemas,omitempty"`
	Inspection      *Inspection `json:"inspection,omitempty"`
	// Mutants are ids.
	Mutants []string `json:"mutants,omitempty"`
	// Verdicts are the clause's verdict for each of the report's implementations,
	// in their order.
	Verdicts []outcome.Verdict `json:"verdicts,omitempty"`
}

// A Link is a declaration of the engine that names a clause or its requirement.
type Link struct {
	File        string `json:"file"`
	Line        int    `json:"line"`
	EndLine     int    `json:"endLine"`
	Declaration string `json:"declaration"`
	// Names is the id as it stands there: the clause, or its requirement.
	Names string `json:"names"`
	// Digest is that of the declaration's text without comments.
	Digest string `json:"digest"`
	// Runs tells whether the declaration has lines that can run.
	Runs bool `json:"runs"`
	// RanIn are the clause's own cases that ran it.
	RanIn []string `json:"ranIn,omitempty"`
}

// A Check is one check of a clause with the judgement of the reference engine.
type Check struct {
	Check      string          `json:"check"`
	Case       string          `json:"case"`
	File       string          `json:"file"`
	Line       int             `json:"line"`
	EndLine    int             `json:"endLine"`
	Level      cases.Level     `json:"level"`
	Verdict    outcome.Verdict `json:"verdict"`
	Assertions int             `json:"assertions"`
	// Lines is the text of the scope in the case's script.
	Lines string `json:"lines"`
	// Mismatches and Evidence are those of the reference engine's run.
	Mismatches []stream.Mismatch `json:"mismatches,omitempty"`
	Evidence   stream.Evidence   `json:"evidence,omitzero"`
	// Digest is that of the case's text.
	Digest string `json:"digest"`
	// Mutant is one that made the check fail, which shows that it can; empty where
	// none is known.
	Mutant string `json:"mutant,omitempty"`
}

// Checks counts the checks by what shows that they can fail. One that nothing
// shows may assert too little, or the same as another.
type Checks struct {
	Checks int `json:"checks"`
	// ByHand are those that a mutant of their clause made fail, ByOperator others that
	// a mutant made by an operator did.
	ByHand     int `json:"byHand"`
	ByOperator int `json:"byOperator"`
}

// An Inspection is the record of an executed inspection.
type Inspection struct {
	Shows  string `json:"shows"`
	Passed bool   `json:"passed"`
	Error  string `json:"error,omitempty"`
	// Done is false where the inspection was not carried out.
	Done bool `json:"done"`
}

// An Implementation is one run of the suite.
type Implementation struct {
	Name      string                  `json:"name"`
	Version   string                  `json:"version"`
	Language  string                  `json:"language"`
	Command   []string                `json:"command,omitempty"`
	Verdicts  map[outcome.Verdict]int `json:"verdicts"`
	Conform   int                     `json:"conform"`
	Observed  int                     `json:"observed"`
	Complete  bool                    `json:"complete"`
	Started   time.Time               `json:"started"`
	Reference bool                    `json:"reference"`
	// Failures are the checks that did not pass, with their evidence.
	Failures []stream.Check `json:"failures,omitempty"`
}

// A Case is a case file, seen from the case.
type Case struct {
	Name         string   `json:"name"`
	Title        string   `json:"title"`
	File         string   `json:"file"`
	Requirement  string   `json:"requirement"`
	Clauses      []string `json:"clauses"`
	Milliseconds float64  `json:"milliseconds"`
	// Files are the engine's files that it runs.
	Files []string `json:"files,omitempty"`
	Hooks []Hook   `json:"hooks,omitempty"`
}

// A Hook is one that a case makes. Its text is the script that the hook runs, and
// so what prints: no run records what was printed.
type Hook struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// A File is an engine's file, seen from the file.
type File struct {
	Path         string        `json:"path"`
	Declarations []Declaration `json:"declarations"`
	Mutants      []string      `json:"mutants,omitempty"`
}

// A Declaration is what one directive stands on.
type Declaration struct {
	Name    string   `json:"name"`
	Line    int      `json:"line"`
	EndLine int      `json:"endLine"`
	Names   []string `json:"names"`
	// Executed tells whether a case of one of the named ids ran it; it is true of
	// declarations that have no lines to run.
	Executed bool `json:"executed"`
}

// A SchemaNode is a node of a JSON Schema that names requirements.
type SchemaNode struct {
	File    string   `json:"file"`
	Pointer string   `json:"pointer"`
	Names   []string `json:"names"`
	// Weakenings are the keywords of the node that were weakened, each with the
	// negative vector that then was accepted; empty where none was.
	Weakenings []Weakening `json:"weakenings,omitempty"`
}

type Weakening struct {
	Keyword string `json:"keyword"`
	Vector  string `json:"vector,omitempty"`
	Killed  bool   `json:"killed"`
}

// A Mutant is a row of the kill matrix.
type Mutant struct {
	proof.Mutant
	// Status is empty where the mutant was not judged since something it rests on
	// has changed.
	Status proof.Status `json:"status,omitempty"`
	Detail string       `json:"detail,omitempty"`
	Sites  []proof.Site `json:"sites,omitempty"`
	// InLink tells whether the edit falls into a declaration that names the clause.
	InLink bool `json:"inLink"`
	// Killer is the check that noticed, with its evidence where it is at hand: the
	// counter-example.
	Killer *stream.Check `json:"killer,omitempty"`
	// Noticed are the checks of the clause that failed by assertions of their own, the
	// killer among them; Others are the other checks that failed.
	Noticed []string `json:"noticed,omitempty"`
	Others  []string `json:"others,omitempty"`
	Ran     int      `json:"ran"`
}

// A Waiver excuses a clause from a rung, for a reason and until a date.
type Waiver struct {
	ID     string `json:"id"`
	Rung   Rung   `json:"rung"`
	Reason string `json:"reason"`
	// Until is the last day, as YYYY-MM-DD.
	Until    string          `json:"until"`
	Position source.Position `json:"position"`
	Matches  []string        `json:"matches,omitempty"`
}

// A Finding is something that a gate does not let pass.
type Finding struct {
	Gate Gate `json:"gate"`
	// Subject is the id, the mutant or the file that it is about.
	Subject string `json:"subject"`
	// Position is empty for what stands in no file.
	Position source.Position `json:"position,omitempty"`
	Message  string          `json:"message"`
	Hint     string          `json:"hint,omitempty"`
	// Blocks tells whether the gate is closed by it; a coverage gate may be tuned
	// so that it only says.
	Blocks bool `json:"blocks"`
}

// A Comparison tells two reports apart.
type Comparison struct {
	// Of names what is compared with.
	Of      string   `json:"of"`
	Ladder  Ladder   `json:"ladder"`
	Changes []Change `json:"changes"`
}

// A ChangeKind says what moved between two reports.
type ChangeKind string

const (
	RequirementAdded      ChangeKind = "requirement-added"
	RequirementGone       ChangeKind = "requirement-gone"
	RequirementMoved      ChangeKind = "requirement-moved"
	TestMoved             ChangeKind = "test-moved"
	ImplementationChanged ChangeKind = "implementation-changed"
	ProofLost             ChangeKind = "proof-lost"
	RungLost              ChangeKind = "rung-lost"
	RungGained            ChangeKind = "rung-gained"
)

type Change struct {
	Clause string     `json:"clause"`
	Kind   ChangeKind `json:"kind"`
	From   Rung       `json:"from,omitempty"`
	To     Rung       `json:"to,omitempty"`
	Text   string     `json:"text"`
}
