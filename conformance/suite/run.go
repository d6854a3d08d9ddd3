// Package suite turns cases and an adapter into checks with verdicts. The commands of a
// case send requests to an implementation through the adapter protocol. The scopes of a
// case say which clause each assertion is about. What hooks received is judged by the
// records that the suite's own hooks write.
//
// The package treats all implementations alike: the built-in engine uses the same
// client as an external program. It reads no case files and writes no reports.
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

// A Runner runs cases against one implementation. It is safe for concurrent use if its
// client is.
type Runner struct {
	Client Client
	// Folder contains the work folders of the cases. They are removed unless KeepWork
	// is set.
	Folder   string
	KeepWork bool
	// TimeoutScale multiplies the limits that cases write for hooks; a value below 1
	// changes nothing.
	TimeoutScale float64
}

// A Result is the result of one case.
type Result struct {
	Case   cases.Case
	Checks []Check
	// Records are the records that the case's hooks wrote.
	Records []spyhook.Record
	// Log is testscript's log of the run.
	Log string
	// Work is the case's folder. It exists after the run only if the runner keeps it.
	Work string
}

// Verdict returns the worst verdict of the case's checks.
func (r Result) Verdict() outcome.Verdict {
	all := make([]outcome.Verdict, len(r.Checks))
	for i, c := range r.Checks {
		all[i] = c.Verdict
	}
	return outcome.Worst(all...)
}

// Translated returns the result as the result of case c, which has the same checks. It
// replaces each text that depends on the run by f(text).
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
		argv := make([]string, len(record.Argv))
		for j, word := range record.Argv {
			argv[j] = f(word)
		}
		record.Argv = argv
	}
	return r
}

// Run runs one case. The error is a fault of this machine, the context's error, an
// *adapter.Restarted if the case lost its adapter and must run again, or an
// *adapter.GaveUp if there is no adapter any more. Every other problem is in the
// verdicts of the result.
func (r *Runner) Run(ctx context.Context, c cases.Case) (result Result, err error) {
	if missing := r.unsupported(c); missing != "" {
		return Result{Case: c, Checks: everyCheck(c, outcome.Unsupported, notClaimed{missing}.Error())}, nil
	}
	// The adapter sees the folder's name, so the name must not say which case this is.
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
				// expand replaces it, because the session has no id yet.
				env.Setenv("SESSION", "${SESSION}")
				env.Setenv("HOME", filepath.Join(w.work, "home"))
				return nil
			},
		})
	})
	if stopped != nil {
		// testscript's message has the path and the line numbers of the copy that it
		// ran.
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

// byName is a folder with links to the kept work folders, named after their cases.
const byName = "cases"

// keep links a kept folder to its case's name. If a case ran twice, the link leads to
// the last run.
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

// unsupported returns the first feature that a case needs and the implementation does
// not claim; "" if there is none.
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

// numbered puts the line number before each command of the case language, because
// testscript does not pass it on: "want x" on line 7 becomes "at 7 want x". Conditions
// and negation stay first. from has the line of the case for each line of text.
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

// original replaces the path and the lines of the copy that ran by the case's name and
// lines. from has the line of the case for each line of the copy.
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

// scriptT implements testscript.T. It keeps the log, and ends a script by ending its
// goroutine, as package testing does.
type scriptT struct {
	mu     sync.Mutex
	log    strings.Builder
	failed error
}

// run calls f and returns the reason if the script ended early.
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

// lastFailure returns the line of the log that says why the script failed.
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

// FailNow ends the script. testscript writes the reason to the log afterwards.
func (t *scriptT) FailNow() { t.fail("") }

func (t *scriptT) Run(_ string, f func(testscript.T)) { f(t) }
