package proof

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/internal/goscan"
)

// LedgerFile is the path of the ledger from the module's root.
const LedgerFile = Folder + "/operators.lock"

// A Ledger has the last results of the mutants that operators made. The tool writes the
// file, and it is committed.
type Ledger struct {
	// Declarations are by name.
	Declarations map[string]Judged
	// Checks has, by the name of the check, one mutant that the check noticed, if no
	// handwritten mutant made it fail.
	Checks map[string]Noticed
}

// Noticed is a mutant that a check noticed, which shows that the check can fail.
type Noticed struct {
	Check string `json:"check"`
	// Case is the digest of the check's case at that time, Code that of the mutated
	// function, each shortened to 16 hexadecimal digits.
	Case   string `json:"case"`
	Mutant string `json:"mutant"`
	File   string `json:"file"`
	Code   string `json:"code"`
}

// Judged is the result of judging the mutants of one declaration.
type Judged struct {
	Declaration string `json:"declaration"`
	File        string `json:"file"`
	// Code is the digest of the judged function, shortened to 16 hexadecimal digits.
	Code    string `json:"code"`
	Mutants int    `json:"mutants"`
	Killed  int    `json:"killed"`
	// Left are the mutants that no check killed, by id.
	Left []Left `json:"left,omitempty"`
}

// Left is a mutant that no check killed.
type Left struct {
	ID     string `json:"id"`
	Change string `json:"change"`
	// Status is survived, inert, timed-out or crashed.
	Status string `json:"status"`
}

// Survived reports whether every check passed. A mutant that hung or crashed could not
// be judged, so it did not survive.
func (l Left) Survived() bool { return l.Status == "survived" || l.Status == "inert" }

// Unexplained returns the number of mutants that survived and that the list of survivors
// does not explain.
func (j Judged) Unexplained(list map[string]Survivor) int {
	return j.count(list, Left.Survived)
}

// Unkilled returns the number of mutants that no check killed and that the list of
// survivors does not explain. A mutant that hung or crashed may survive the next time, on
// a machine that is less busy.
func (j Judged) Unkilled(list map[string]Survivor) int {
	return j.count(list, func(Left) bool { return true })
}

func (j Judged) count(list map[string]Survivor, wanted func(Left) bool) (n int) {
	for _, left := range j.Left {
		if wanted(left) && list[left.ID].Change != left.Change {
			n++
		}
	}
	return n
}

const ledgerHeader = `{"operators":1}`

// ParseLedger reads a ledger with one JSON object per line. Empty data is an empty
// ledger, and so is a ledger of another version, whose results are to be made again.
func ParseLedger(data []byte) (Ledger, error) {
	l := Ledger{Declarations: map[string]Judged{}, Checks: map[string]Noticed{}}
	in := bufio.NewScanner(bytes.NewReader(data))
	in.Buffer(nil, 1<<20)
	var faults []error
	for n := 1; in.Scan(); n++ {
		line := strings.TrimSpace(in.Text())
		if n == 1 {
			if line != ledgerHeader && strings.HasPrefix(line, `{"operators":`) {
				return l, nil
			}
			if line != ledgerHeader {
				return l, fmt.Errorf("%s:1: this is not a ledger; remove it and run '%s --operators'", LedgerFile, Command)
			}
			continue
		}
		var entry struct {
			Judged
			Check  string `json:"check"`
			Case   string `json:"case"`
			Mutant string `json:"mutant"`
		}
		decoder := json.NewDecoder(strings.NewReader(line))
		decoder.DisallowUnknownFields()
		err := decoder.Decode(&entry)
		j := entry.Judged
		if err == nil && entry.Check != "" && j.Declaration == "" {
			if l.Checks[entry.Check].Check != "" {
				faults = append(faults, fmt.Errorf("%s:%d: %s is here twice", LedgerFile, n, entry.Check))
			}
			if entry.Mutant == "" {
				faults = append(faults, fmt.Errorf("%s:%d: %s notices no mutant", LedgerFile, n, entry.Check))
			}
			l.Checks[entry.Check] = Noticed{entry.Check, entry.Case, entry.Mutant, j.File, j.Code}
			continue
		}
		switch {
		case err != nil:
			faults = append(faults, fmt.Errorf("%s:%d: %w", LedgerFile, n, err))
		case l.Declarations[j.Declaration].Declaration != "":
			faults = append(faults, fmt.Errorf("%s:%d: %s is here twice", LedgerFile, n, j.Declaration))
		case j.Declaration == "" || j.Killed+len(j.Left) != j.Mutants:
			faults = append(faults, fmt.Errorf("%s:%d: %s: %d killed and %d left are not %d mutants", LedgerFile, n, j.Declaration, j.Killed, len(j.Left), j.Mutants))
		}
		l.Declarations[j.Declaration] = j
	}
	return l, errors.Join(append(faults, in.Err())...)
}

// Text returns the content of the ledger's file, ordered by file and declaration.
func (l Ledger) Text() ([]byte, error) {
	var out bytes.Buffer
	out.WriteString(ledgerHeader + "\n")
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	for _, j := range l.Sorted() {
		if err := encoder.Encode(j); err != nil {
			return nil, err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(l.Checks)) {
		if err := encoder.Encode(l.Checks[name]); err != nil {
			return nil, err
		}
	}
	return out.Bytes(), nil
}

// Sorted returns the entries by file and declaration.
func (l Ledger) Sorted() []Judged {
	var all []Judged
	for _, j := range l.Declarations {
		all = append(all, j)
	}
	slices.SortFunc(all, func(a, b Judged) int {
		return cmp.Or(strings.Compare(a.File, b.File), strings.Compare(a.Declaration, b.Declaration))
	})
	return all
}

// Fresh reports whether neither the check nor the mutant has changed. digest is the
// digest of the check's case.
func (n Noticed) Fresh(digest string, functions map[string]string) bool {
	declaration, _, _ := strings.Cut(n.Mutant, "/")
	code, there := functions[declaration+" "+n.File]
	return there && Short(code) == n.Code && Short(digest) == n.Case
}

// Short returns a digest as a ledger and the lock have it.
func Short(digest string) string { return digest[:min(16, len(digest))] }

// Digests returns the digests of the engine's current functions, by name and file, for
// Fresh. It only parses. It is an error if a source file is not Go.
func Digests(root fs.FS) (map[string]string, error) {
	all := map[string]string{}
	err := fs.WalkDir(root, Engine, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			return err
		}
		text, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, name, text, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, d := range file.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok {
				in := set.File(file.FileStart)
				all[file.Name.Name+"."+goscan.FunctionName(fn)+" "+name] = goscan.Digest(text[in.Offset(fn.Pos()):in.Offset(fn.End())])
			}
		}
		return nil
	})
	return all, err
}

// Fresh reports whether the function has not changed since it was judged.
func (j Judged) Fresh(digests map[string]string) bool {
	digest, ok := digests[j.Declaration+" "+j.File]
	return ok && Short(digest) == j.Code
}
