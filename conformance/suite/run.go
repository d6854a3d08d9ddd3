// Package suite turns cases and an adapter into checks with verdicts. The
// commands of a case drive an implementation through the adapter protocol, its
// scopes say which clause each assertion is about, and what hooks saw is judged
// by the records that the suite's own hooks leave.
//
// The package knows no implementation: the built-in engine comes through the
// same client as a stranger's program. It reads no case file and writes no report.
package suite

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/spyhook"
)

// A Runner runs cases against one implementation. It is safe for concurrent
// use as far as its client is.
type Runner struct {
	Client Client
	// Folder holds the work folders of the cases; KeepWork leaves them there.
	Folder   string
	KeepWork bool
	// TimeoutScale multiplies what cases write as the limit of a hook; below 1 it
	// changes nothing.
	TimeoutScale float64
}

// A Result is what one case came to.
type Result struct {
	Case   cases.Case
	Checks []Check
	// Records are what the case's hooks noted.
	Records []spyhook.Record
	// Log is testscript's account of the run.
	Log string
	// Work is the case's folder; it is gone unless the runner keeps it.
	Work string
}

// Verdict is the worst of the case's checks.
func (r Result) Verdict() outcome.Verdict {
	all := make([]outcome.Verdict, len(r.Checks))
	for i, c := range r.Checks {
		all[i] = c.Verdict
	}
	return outcome.Worst(all...)
}

// Translated returns the result as that of another case, which has the same checks, with
// each text that a run can have changed as f gives it.
func (r Result) Translated(c cases.Case, f func(string) string) Result {
	r.Case = c
	text := func(t []byte) []byte {
		if t == nil {
			return nil
		}
		return []byte(f(string(t)))
	}
	for i := range r.Checks {
		check := &r.Checks[i]
		check.Request, check.Answer, check.Stderr = text(check.Request), text(check.Answer), f(check.Stderr)
		for j, m := range check.Mismatches {
			check.Mismatches[j] = Mismatch{m.Line, f(m.What), f(m.Want), f(m.Got)}
		}
	}
	for i := range r.Records {
		record := &r.Records[i]
		record.Hook, record.CWD, record.Stdin = f(record.Hook), f(record.CWD), text(record.Stdin)
		for j, word := range record.Argv {
			record.Argv[j] = f(word)
		}
	}
	return r
}

// Run runs one case. An error is one of this machine or the context's, a
// *adapter.Restarted where the case lost its adapter and is to be run again, or a
// *adapter.GaveUp where there is no adapter any more; whatever else happens is in
// the verdicts of the result.
func (r *Runner) Run(ctx context.Context, c cases.Case) (result Result, err error) {
	if missing := r.unsupported(c); missing != "" {
		return Result{Case: c, Checks: everyCheck(c, outcome.Unsupported, notClaimed{missing}.Error())}, nil
	}
	// The folder's name reaches the adapter, which is not told what case it is in.
	folder, err := os.MkdirTemp(r.Folder, "")
	if err != nil {
		return Result{}, fmt.Errorf("making a work folder: %w", err)
	}
	// Hooks see resolved paths as their working directory.
	if folder, err = filepath.EvalSymlinks(folder); err != nil {
		return Result{}, fmt.Errorf("finding the work folder: %w", err)
	}
	result = Result{Case: c, Work: folder}
	defer func() {
		if !r.KeepWork {
			_ = os.RemoveAll(folder)
			return
		}
		err = errors.Join(err, keep(r.Folder, c, folder))
	}()
	script := filepath.Join(folder, "case.txtar")
	text, lines := numbered(c)
	if err := os.WriteFile(script, text, 0o644); err != nil {
		return Result{}, fmt.Errorf("writing the script: %w", err)
	}
	var w *world
	t := &scriptT{}
	stopped := t.run(func() {
		testscript.RunT(t, testscript.Params{
			Files:              []string{script},
			WorkdirRoot:        folder,
			RequireUniqueNames: true,
			Cmds:               commandTable(),
			Setup: func(env *testscript.Env) error {
				var err error
				if w, err = newWorld(ctx, c, r, env.WorkDir); err != nil {
					return err
				}
				env.Values[worldKey{}] = w
				env.Setenv("HOOKS", w.hooks)
				env.Setenv("PROJECT", w.project)
				// The session's id comes later: expand puts it in.
				env.Setenv("SESSION", "${SESSION}")
				env.Setenv("HOME", filepath.Join(w.work, "home"))
				return nil
			},
		})
	})
	if stopped != nil {
		// testscript names the copy that it ran, and a line of that.
		stopped = errors.New(original(stopped.Error(), script, c.Name+".txtar", lines))
	}
	result.Log = t.log.String()
	if w == nil {
		result.Checks = everyCheck(c, outcome.SuiteError, firstLine(stopped))
		return result, nil
	}
	defer func() { err = errors.Join(err, w.spies.Close()) }()
	if result.Records, err = w.records(); err != nil {
		return result, fmt.Errorf("reading evidence: %w", err)
	}
	result.Checks = w.checks(len(result.Records), stopped)
	w.close()
	return result, errors.Join(w.lost, ctx.Err())
}

// byName is the folder with a link to each folder that was kept, by the name of its
// case.
const byName = "cases"

// keep makes the link to a folder that was kept; to the last one where a case ran
// twice.
func keep(folder string, c cases.Case, work string) error {
	link := filepath.Join(folder, byName, filepath.Base(c.Name))
	err := os.MkdirAll(filepath.Dir(link), 0o755)
	if err == nil {
		err = os.RemoveAll(link)
	}
	if err == nil {
		err = os.Symlink(work, link)
	}
	if err != nil {
		return fmt.Errorf("naming a work folder that is kept: %w", err)
	}
	return nil
}

func firstLine(err error) string {
	if err == nil {
		return "the script did not start"
	}
	line, _, _ := strings.Cut(err.Error(), "\n")
	return line
}

// unsupported names the first feature that a case needs and the implementation
// does not claim.
func (r *Runner) unsupported(c cases.Case) adapter.Feature {
	hello := r.Client.Hello()
	i := slices.IndexFunc(c.Features, func(f adapter.Feature) bool { return !hello.Supports(f) })
	if i < 0 {
		return ""
	}
	return c.Features[i]
}

func everyCheck(c cases.Case, v outcome.Verdict, why string) []Check {
	var all []Check
	for _, s := range c.Scopes {
		all = append(all, Check{
			Check: s.Check, Clause: s.Clause, Case: c.Name, Level: c.Level, Verdict: v, Line: s.Line,
			Mismatches: []Mismatch{{Line: s.Line, What: "the check", Want: "a run", Got: why}},
		})
	}
	return all
}

// numbered rewrites the commands of the case language so that each knows its
// line, which testscript does not tell: "want x" on line 7 becomes "at 7 want
// x". Conditions and negation stay in front.
func numbered(c cases.Case) (text []byte, from []int) {
	known := map[string]bool{}
	for _, command := range Commands() {
		known[command.Name] = true
	}
	return c.Runnable(func(s cases.Statement) string {
		if !known[s.Command] {
			return ""
		}
		return fmt.Sprintf("at %d ", s.Line)
	})
}

// original puts the case's name and lines in the place of those of the copy that
// ran. from are the lines of the case from which those of the copy come.
func original(message, ran, name string, from []int) string {
	place := regexp.MustCompile(regexp.QuoteMeta(ran) + `:(\d+)`)
	message = place.ReplaceAllStringFunc(message, func(found string) string {
		n, err := strconv.Atoi(place.FindStringSubmatch(found)[1])
		if err != nil || n < 1 || n > len(from) {
			return found
		}
		return fmt.Sprintf("%s:%d", name, from[n-1])
	})
	return strings.ReplaceAll(message, ran, name)
}

// scriptT stands in for testing.T: it keeps the log, and ends a script by ending
// its goroutine, as testing does.
type scriptT struct {
	mu     sync.Mutex
	log    strings.Builder
	failed error
}

// run calls f and gives why the script ended early, if it did.
func (t *scriptT) run(f func()) error {
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer func() {
			if cause := recover(); cause != nil {
				t.failed = fmt.Errorf("the suite panicked: %v\n%s", cause, debug.Stack())
			}
		}()
		f()
	}()
	<-done
	if t.failed != nil && t.failed.Error() == "" {
		t.failed = errors.New(t.lastFailure())
	}
	return t.failed
}

// lastFailure is the line of the log that says why the script failed.
func (t *scriptT) lastFailure() string {
	_, line, found := strings.Cut(t.log.String(), "FAIL: ")
	for found {
		var next string
		if _, next, found = strings.Cut(line, "FAIL: "); found {
			line = next
		}
	}
	line, _, _ = strings.Cut(line, "\n")
	return line
}

func (t *scriptT) fail(why string) {
	t.failed = errors.New(why)
	runtime.Goexit()
}

func (t *scriptT) Skip(args ...any)  { t.fail("skipped: " + fmt.Sprint(args...)) }
func (t *scriptT) Fatal(args ...any) { t.fail(fmt.Sprint(args...)) }
func (t *scriptT) Parallel()         {}
func (t *scriptT) Verbose() bool     { return false }

func (t *scriptT) Log(args ...any) {
	t.mu.Lock()
	defer t.mu.Unlock()
	fmt.Fprintln(&t.log, args...)
}

// FailNow ends the script. Why it failed is in the log only afterwards.
func (t *scriptT) FailNow() { t.fail("") }

func (t *scriptT) Run(_ string, f func(testscript.T)) { f(t) }
