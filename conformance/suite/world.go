package suite

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/spyhook"
)

// world is everything one case has while it runs.
type world struct {
	ctx    context.Context
	c      cases.Case
	client Client
	// scale multiplies the limits of hooks.
	scale float64

	// work is the case's folder; hooks and project lie below it. What the hooks
	// note does not: it lies where nobody is led to.
	work, hooks, project string
	spies                *spyhook.Listener
	notes                map[string]spyhook.Notes
	// spied tells whether the case has hooks of the suite.
	spied bool

	// groups are the hook groups that the next session gets, by event.
	settings map[string]any
	open     adapter.OpenParams
	sessions []string
	// unopened is why the session that was described last could not be opened.
	unopened error
	// firedBefore counts the lines that had fired when the session was opened.
	firedBefore int
	// opened has what opening the last session was warned about, until a firing
	// tells it.
	opened []any

	// answer is the last result, failure the last error; the texts are what went
	// over the wire.
	answer                  any
	failure                 error
	requestText, answerText []byte
	// lost is why the case is to be run again, or can't be.
	lost error
	// gone is what this case's own request did to the adapter: no other request is
	// made, and charged tells whether a check was told.
	gone    *departure
	charged bool
	// runs counts the runs of hooks at the last answer that hooks can have a part
	// in, and firing is that answer.
	runs   int
	firing *firing
	// fired are the lines that made requests by which hooks run, and counts says of
	// each hook which of them its last count covered.
	fired  []firedLine
	counts map[string]count
	// waited is how long the last request took.
	waited time.Duration

	scopes  map[string]*scope
	current *scope
	// controls are the controls' scopes, each once.
	controls []*control
	line     int
}

func newWorld(ctx context.Context, c cases.Case, r *Runner, work string) (*world, error) {
	spies, err := spyhook.Listen(r.Folder)
	if err != nil {
		return nil, err
	}
	w := &world{
		ctx: ctx, c: c, client: r.Client, scale: max(r.TimeoutScale, 1), work: work, spies: spies, notes: notesOf(c.Script),
		hooks:    filepath.Join(work, "hooks"),
		project:  filepath.Join(work, "project"),
		settings: map[string]any{"enableHooks": true, "hooks": map[string]any{}},
		scopes:   map[string]*scope{},
		counts:   map[string]count{},
	}
	for _, folder := range []string{w.hooks, w.project, filepath.Join(work, "home")} {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return nil, errors.Join(err, spies.Close())
		}
	}
	w.open = adapter.OpenParams{CWD: w.project}
	return w, nil
}

// assert records one assertion in the open scope.
func (w *world) assert(holds bool, what, want, got string) {
	s := w.current
	if s == nil {
		s = w.controlOf(controlName, nil)
	}
	s.assertions++
	s.request, s.answer = w.requestText, w.answerText
	if w.firing != nil && !slices.Contains(s.firings, w.firing) {
		s.firings = append(s.firings, w.firing)
	}
	if w.failure != nil {
		failure := w.failure
		if gone, ok := errors.AsType[*departure](failure); ok && !w.charged {
			failure = gone.fault
		}
		if fault, ok := errors.AsType[*adapter.Fault](failure); ok {
			s.stderr = fault.Stderr
			w.charged = w.charged || !w.controlling(s) && w.gone != nil
		}
		if gone, ok := errors.AsType[*departure](failure); ok && s.fault == "" {
			s.waits = gone.what()
		}
		s.fault = outcome.Worst(append([]outcome.Verdict{blame(failure)}, nonEmpty(s.fault)...)...)
		s.mismatches = append(s.mismatches, Mismatch{w.line, what, want, account(failure)})
		return
	}
	if !holds {
		s.mismatches = append(s.mismatches, Mismatch{w.line, what, want, got})
	}
}

func nonEmpty(v outcome.Verdict) []outcome.Verdict {
	if v == "" {
		return nil
	}
	return []outcome.Verdict{v}
}

// isLost tells of an error that is not about the request: the adapter was lost
// to another one, or for good.
func isLost(err error) bool {
	_, restarted := errors.AsType[*adapter.Restarted](err)
	_, gaveUp := errors.AsType[*adapter.GaveUp](err)
	return restarted || gaveUp
}

// requestText is a request as a person reads it beside a failure.
func requestText(method string, params any) []byte {
	text, err := json.Marshal(map[string]any{"method": method, "params": params})
	if err != nil {
		return []byte(method)
	}
	return text
}

// call makes one request, if its feature is claimed, and keeps what came of it
// for the assertions. An empty feature is always claimed.
func (w *world) call(feature adapter.Feature, method string, params any) {
	if !w.ready(feature, method, params) {
		return
	}
	limit := w.c.Budget
	if method == adapter.MethodSessionOpen {
		// A budget is for what hooks take, and opening starts none.
		limit = 0
	}
	asked := time.Now()
	text, err := w.client.Call(w.ctx, method, params, limit)
	w.answerText, w.waited = text, time.Since(asked)
	w.settle(err)
	if err == nil {
		w.answer, err = decode(text)
	}
	w.failure = err
}

// ready forgets the last answer and tells whether a request can be made: its
// feature is claimed, and no request before has cost this case the adapter.
func (w *world) ready(feature adapter.Feature, method string, params any) bool {
	w.answer, w.failure, w.answerText, w.firing = nil, nil, nil, nil
	w.requestText = requestText(method, params)
	switch {
	case feature != "" && !w.client.Hello().Supports(feature):
		w.failure = notClaimed{feature}
	case w.gone != nil:
		w.failure = w.gone
	}
	return w.failure == nil
}

// settle notes what the error of a request means for the requests behind it.
// What the case has done itself is not asked again in the same way.
func (w *world) settle(err error) {
	if fault, ok := errors.AsType[*adapter.Fault](err); ok {
		w.gone = &departure{line: w.line, fault: fault}
		w.lost = nil
	} else if isLost(err) && w.gone == nil {
		w.lost = err
	}
}

// ensureOpen opens the session that the commands before have described, at the first
// request that needs one. It reports whether there is a session; if not, the failure
// says why. An older session is never used in place of one that could not be opened.
func (w *world) ensureOpen() (bool, error) {
	if len(w.sessions) > 0 && w.unopened == nil {
		return true, nil
	}
	err := w.openSession("main")
	return err == nil && w.unopened == nil, err
}

func (w *world) openSession(name string) error {
	// Cases share an adapter, whose sessions must not be confused; and an adapter
	// is not told which case it is in.
	name += "-" + rand.Text()
	p := w.open
	p.Session = name
	// Nobody can know the id before the session is opened, and no two sessions of
	// a run share one.
	p.SessionID = "session-" + rand.Text()
	w.open.SessionID = p.SessionID
	if p.SettingsFiles == nil && p.Settings == nil {
		text, err := json.Marshal(w.settings)
		if err != nil {
			return err
		}
		p.Settings = text
	}
	w.call(w.missing(sessionFeatures(p)), adapter.MethodSessionOpen, p)
	w.unopened, w.firedBefore = w.failure, len(w.fired)
	if w.failure == nil {
		w.sessions = append(w.sessions, name)
		w.opened, _ = lookup(w.answer, "warnings").value.([]any)
	}
	return nil
}

// sessionFeatures are those that opening a session needs.
func sessionFeatures(p adapter.OpenParams) []adapter.Feature {
	all := []adapter.Feature{adapter.FeatureSettings}
	if p.SettingsFiles != nil {
		all[0] = adapter.FeatureSettingsFiles
	}
	if p.Unreadable != "" {
		all = append(all, adapter.FeatureUnreadableHooks)
	}
	if len(p.Extensions) > 0 {
		all = append(all, adapter.FeatureExtensions)
	}
	if len(p.Env) > 0 {
		all = append(all, adapter.FeatureEnvironment)
	}
	return all
}

// missing is the first of the features that the implementation does not claim; "" if
// it claims all of them.
func (w *world) missing(features []adapter.Feature) adapter.Feature {
	hello := w.client.Hello()
	for _, f := range features {
		if !hello.Supports(f) {
			return f
		}
	}
	return ""
}

// ask makes a request to the session, which it opens if that was not done yet.
func (w *world) ask(feature adapter.Feature, method string, params func(session string) any) error {
	open, err := w.ensureOpen()
	if open {
		w.call(feature, method, params(w.session()))
	}
	return err
}

// session is the session that requests go to: the last one opened.
func (w *world) session() string { return w.sessions[len(w.sessions)-1] }

// close closes what is open. Nobody waits for an answer that a fault before has
// made impossible.
func (w *world) close() {
	if w.gone != nil {
		return
	}
	for _, name := range slices.Backward(w.sessions) {
		if _, err := w.client.Call(w.ctx, adapter.MethodSessionClose, adapter.SessionParams{Session: name}, 0); err != nil {
			return
		}
	}
}

// records are what the hooks noted so far.
func (w *world) records() ([]spyhook.Record, error) { return w.spies.Records() }

// checks gives the outcome of every declared scope. A scope that the script did
// not reach counts as failed; runs is how often hooks have run, and stopped says why
// the script ended early.
func (w *world) checks(runs int, stopped error) []Check {
	var all []Check
	for _, declared := range w.c.Scopes {
		s, reached := w.scopes[declared.Check]
		if !reached {
			s = &scope{Scope: declared, fault: outcome.SuiteError, mismatches: []Mismatch{{declared.Line, "clause " + declared.Check, "reached", "the script ended before"}}}
		}
		v := s.verdict()
		mismatches := s.mismatches
		switch {
		case stopped != nil:
			v = outcome.SuiteError
			mismatches = append(mismatches, Mismatch{w.line, "script", "no error", stopped.Error()})
		case v == outcome.SuiteError && reached && s.assertions == 0:
			mismatches = append(mismatches, Mismatch{declared.Line, "clause " + declared.Check, "an assertion", "none"})
		default:
			for _, c := range w.controls {
				if v != outcome.Blocked && c.of(declared.Check) {
					v, s.waits, mismatches = c.judge(v, s.waits, mismatches)
				}
			}
			if f := s.unwitnessed(runs > 0); f != nil && v == outcome.Pass {
				v, s.waits, mismatches = w.judge(f)
			}
		}
		all = append(all, Check{
			Check: declared.Check, Clause: declared.Clause, Case: w.c.Name, Level: w.c.Level,
			Verdict: v, Mismatches: mismatches, Waits: s.waits, Assertions: s.assertions, Line: declared.Line,
			Request: s.request, Answer: s.answer, Stderr: s.stderr,
		})
	}
	return all
}

// group adds a hook group to the settings of the next session.
func (w *world) group(event string, group map[string]any) {
	hooks := w.settings["hooks"].(map[string]any)
	list, _ := hooks[event].([]any)
	hooks = maps.Clone(hooks)
	hooks[event] = append(list, group)
	w.settings["hooks"] = hooks
}
