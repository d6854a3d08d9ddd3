// Package trace turns the data of the catalogue, the source, the runs and the proofs
// into one report. For every clause it has the implementation, the checks, whether the
// check's case ran that code, whether it passed, and whether it is proven to fail if
// the clause is violated.
//
// It runs nothing and writes no format: other packages provide the data and render the
// Report.
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

// A Rung is the level of traceability of a clause. Each rung includes the previous
// ones.
type Rung string

const (
	// Unlinked: no declaration, or no check or inspection, names the clause.
	Unlinked Rung = "unlinked"
	// Linked: a declaration of the engine and a check (or an inspection) name it.
	Linked Rung = "linked"
	// Executed: a case with such a check ran a linked declaration.
	Executed Rung = "executed"
	// Passed: all checks of the clause passed.
	Passed Rung = "passed"
	// Proven: each mutant of the clause was killed by a check of its own.
	Proven Rung = "proven"
)

// Rungs returns all rungs, the lowest first.
func Rungs() []Rung { return []Rung{Unlinked, Linked, Executed, Passed, Proven} }

// A Report is everything that is known about a source tree. All lists are in the
// catalogue's or in alphabetical order, so that equal trees give equal reports.
type Report struct {
	Schema   string `json:"schema"`
	Hooktest string `json:"hooktest"`
	Module   string `json:"module"`
	// Revision is the name of the tree in version control; empty if there is none.
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

	// Implementations are the compared implementations, the reference engine first.
	Implementations []Implementation `json:"implementations"`
	Cases           []Case           `json:"cases"`
	Files           []File           `json:"files"`
	Schemas         []SchemaNode     `json:"schemas"`
	Mutants         []Mutant         `json:"mutants"`
	// Operators is about the mutants that operators made; zero if it was not requested.
	Operators Operators `json:"operators,omitempty"`

	Waivers  []Waiver  `json:"waivers"`
	Findings []Finding `json:"findings"`
	// Baseline is nil if the report is not compared with another one.
	Baseline *Comparison `json:"baseline,omitempty"`
}

// Digests identify the inputs of the report; each is "sha256:" and 64 hexadecimal
// digits.
type Digests struct {
	Catalogue string `json:"catalogue"`
	Suite     string `json:"suite"`
	// Engine includes the implementation and the code that judges and inspects it.
	Engine string `json:"engine"`
}

// A Ledger accounts for every id.
type Ledger struct {
	Headings int `json:"headings"`
	Active   int `json:"active"`
	Merged   int `json:"merged"`
	// Missing are the numbers without an id.
	Missing  []int    `json:"missing,omitempty"`
	Findings []string `json:"findings,omitempty"`
}

// A Ladder counts the clauses that reach each rung. The denominator of the
// rungs is Clauses - Inspections - Equivalent.
type Ladder struct {
	Clauses     int `json:"clauses"`
	Tests       int `json:"tests"`
	Inspections int `json:"inspections"`
	// Equivalent are clauses by test that no edit of the engine can violate, each with
	// a reason.
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
	// Rung is the lowest of the clauses by test; empty if there are none.
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
	// Gap says what is missing for the next rung; empty on the highest.
	Gap string `json:"gap,omitempty"`
	// Digest is the digest of the text, for suspect links.
	Digest string `json:"digest"`
	// Suspect says why the links may be wrong; empty if they are right.
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
	// Names is the id in the directive: the clause, or its requirement.
	Names string `json:"names"`
	// Digest is the digest of the declaration's code without comments.
	Digest string `json:"digest"`
	// Runs reports whether the declaration has lines that can run.
	Runs bool `json:"runs"`
	// RanIn are the clause's own cases that ran it.
	RanIn []string `json:"ranIn,omitempty"`
}

// A Check is one check of a clause, with the verdict of the reference engine.
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
	// Mismatches and Evidence are from the reference engine's run.
	Mismatches []stream.Mismatch `json:"mismatches,omitempty"`
	Evidence   stream.Evidence   `json:"evidence,omitzero"`
	// Digest is the digest of the case's text.
	Digest string `json:"digest"`
	// Mutant is a mutant that made the check fail, which shows that it can fail; empty
	// if none is known.
	Mutant string `json:"mutant,omitempty"`
}

// Checks counts the checks by the evidence that they can fail. A check without such
// evidence may assert too little, or the same as another one.
type Checks struct {
	Checks int `json:"checks"`
	// ByHand is the number of checks that a handwritten mutant of their clause made
	// fail, ByOperator that of other checks that a mutant made by an operator made
	// fail.
	ByHand     int `json:"byHand"`
	ByOperator int `json:"byOperator"`
}

// An Inspection is the record of an executed inspection.
type Inspection struct {
	Shows  string `json:"shows"`
	Passed bool   `json:"passed"`
	Error  string `json:"error,omitempty"`
	// Done reports whether the inspection was carried out.
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
	// Failures are the red checks, with their evidence.
	Failures []stream.Check `json:"failures,omitempty"`
}

// A Case is a case file with its links.
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

// A Hook is a hook of a case. Text is its script, because a run does not record its
// output.
type Hook struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// A File is a file of the engine with its links.
type File struct {
	Path         string        `json:"path"`
	Declarations []Declaration `json:"declarations"`
	Mutants      []string      `json:"mutants,omitempty"`
}

// A Declaration is a declaration with a directive.
type Declaration struct {
	Name    string   `json:"name"`
	Line    int      `json:"line"`
	EndLine int      `json:"endLine"`
	Names   []string `json:"names"`
	// Executed reports whether a case of one of the named ids ran it. It is true if the
	// declaration has no lines to run.
	Executed bool `json:"executed"`
}

// A SchemaNode is a node of a JSON Schema that names requirements.
type SchemaNode struct {
	File    string   `json:"file"`
	Pointer string   `json:"pointer"`
	Names   []string `json:"names"`
	// Weakenings are the keywords of the node that were weakened, each with the
	// negative vector that was accepted then; empty if no keyword was weakened.
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
	// Status is empty if the mutant was not judged since one of its inputs changed.
	Status proof.Status `json:"status,omitempty"`
	Detail string       `json:"detail,omitempty"`
	Sites  []proof.Site `json:"sites,omitempty"`
	// InLink reports whether the edit is in a declaration that names the clause.
	InLink bool `json:"inLink"`
	// Killer is the check that noticed, with its evidence if available: the
	// counterexample.
	Killer *stream.Check `json:"killer,omitempty"`
	// Noticed are the checks of the clause that failed by an assertion of their own,
	// including the killer. Others are the other checks that failed.
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

// A Finding is a violation of a gate.
type Finding struct {
	Gate Gate `json:"gate"`
	// Subject is the id, the mutant or the file.
	Subject string `json:"subject"`
	// Position is empty if the subject is in no file.
	Position source.Position `json:"position,omitempty"`
	Message  string          `json:"message"`
	Hint     string          `json:"hint,omitempty"`
	// Blocks reports whether the gate fails because of it. A policy may tune a coverage
	// gate so that it only reports.
	Blocks bool `json:"blocks"`
}

// A Comparison has the differences between two reports.
type Comparison struct {
	// Of is the name of the earlier report.
	Of      string   `json:"of"`
	Ladder  Ladder   `json:"ladder"`
	Changes []Change `json:"changes"`
}

// A ChangeKind says what differs between two reports.
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
