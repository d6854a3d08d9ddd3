package implementer

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/harness"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/testscripts"
)

// loadCases reads the built-in cases, or those of a folder.
func (o *conformOptions) loadCases() ([]cases.Case, error) {
	var files fs.FS = testscripts.Files
	if o.cases != "" {
		if info, err := os.Stat(o.cases); err != nil || !info.IsDir() {
			return nil, console.Usage(fmt.Sprintf("no folder of cases: %s", o.cases), "")
		}
		files = os.DirFS(o.cases)
	}
	all, err := cases.Load(files)
	if err != nil {
		var lines []string
		for line := range strings.SplitSeq(err.Error(), "\n") {
			lines = append(lines, path.Join(o.folder(), line))
		}
		return nil, brokenSuite(strings.Join(lines, "\n"))
	}
	if len(all) == 0 {
		return nil, &console.Failure{Code: console.ExitNothing, Message: "no case is below " + o.cases, Hint: "cases are files of the ending .txtar"}
	}
	return all, nil
}

// suite returns the cases, checked against the catalogue.
func (o *conformOptions) suite() (s harness.Suite, err error) {
	s.Folder = o.folder()
	if s.Cases, err = o.loadCases(); err != nil {
		return s, err
	}
	if s.Catalogue, err = catalogue.Load(); err != nil {
		return s, console.Fault(err)
	}
	if err := s.Check(); err != nil {
		return s, brokenSuite(err.Error())
	}
	return s, nil
}

func brokenSuite(message string) error {
	return &console.Failure{Code: console.ExitFault, Message: message, Hint: "a case file is broken; the implementation is not to blame"}
}

// folder returns the path of the cases for messages and annotations.
func (o *conformOptions) folder() string {
	if o.cases != "" {
		return o.cases
	}
	return "testscripts"
}

// emptyHint suggests what a pattern without matches was meant to match.
func (o *conformOptions) emptyHint(s harness.Suite) string {
	for _, pattern := range o.run {
		near := s.Catalogue.Nearest(pattern)
		if slices.ContainsFunc(s.Cases, func(c cases.Case) bool { return c.Requirement == near }) {
			return fmt.Sprintf("did you mean --run %s?", near)
		}
	}
	if slices.Contains(o.profiles, string(stream.Smoke)) && !slices.ContainsFunc(s.Cases, func(c cases.Case) bool { return c.Smoke > 0 }) {
		return fmt.Sprintf("the suite has no smoke test: list its cases in %s", path.Join(s.Folder, cases.SmokeFile))
	}
	return "see what there is: hooktest conform list"
}

// nothingJudged describes why no check counts.
func nothingJudged(run stream.Run) error {
	totals := run.Footer.Totals
	if totals.Checks.Sum() == 0 && totals.Interpretations.Sum() > 0 {
		return &console.Failure{Code: console.ExitNothing, Message: "nothing is judged: interpretations alone were run, which are reported and never fail",
			Hint: "choose requirements, too: hooktest conform list shows what each case is about"}
	}
	return &console.Failure{Code: console.ExitNothing, Message: "no check says anything about the implementation",
		Hint: "which features the adapter claims: see hooktest conform doctor"}
}
