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

// world is the state of one case while it runs.
type world struct {
	ctx    context.Context
	c      cases.Case
	client Client
	// scale multiplies the limits of hooks.
	scale float64

	// work is the case's folder, with the folders hooks and project in it. The records
	// of hooks are in another folder, which the implementation does not know.
	work, hooks, project string
	spies                *spyhook.Listener
	notes                map[string]spyhook.Notes
	// spied reports whether the case has hooks of the suite.
	spied bool

	// settings are the settings of the next session, with its hook groups by event.
	settings map[string]any
	open     adapter.OpenParams
	sessions []string
	// unopened is the error of opening the last session; nil if it is open.
	unopened error
	// firedBefore counts the lines that had fired when the session was opened.
	firedBefore int
	// opened has the warnings from opening the last session, until the first firing
	// takes them.
	opened []any

	// answer is the last result, failure the last error. The texts are the JSON of the
	// last request and its answer.
	answer                  any
	failure                 error
	requestText, answerText []byte
	// lost is the error that ends the case because the adapter was lost: the case must
	// run again, or can't run any more.
	lost error
	// gone is set when a request of this case made the adapter exit or stop responding:
	// then no further request is made. charged reports whether one check already has
	// that failure.
	gone    *adapterLost
	charged bool
	// runs is the number of hook runs at the last answer that hooks can have
	// influenced, and firing is that answer.
	runs   int
	firing *firing
	// fired are the lines whose requests make hooks run. For each hook, counts has the
	// range that its last count covered.
	fired  []firedLine
	counts map[string]count
	// waited is the duration of the last request.
	waited time.Duration

	scopes  map[string]*scope
	current *scope
	// controls are the controls of the case, each once.
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
		if gone, ok := errors.AsType[*adapterLost](failure); ok && !w.charged {
			failure = gone.fault
		}
		if fault, ok := errors.AsType[*adapter.Fault](failure); ok {
			s.stderr = fault.Stderr
			w.charged = w.charged || !w.controlling(s) && w.gone != nil
		}
		if gone, ok := errors.AsType[*adapterLost](failure); ok && s.fault == "" {
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

// isLost reports whether the adapter was lost because of another case, or for good.
// Such an error is not about the request.
func isLost(err error) bool {
	_, restarted := errors.AsType[*adapter.Restarted](err)
	_, gaveUp := errors.AsType[*adapter.GaveUp](err)
	return restarted || gaveUp
}

// requestText is a request as reports show it next to a failure.
func requestText(method string, params any) []byte {
	text, err := json.Marshal(map[string]any{"method": method, "params": params})
	if err != nil {
		return []byte(method)
	}
	return text
}

// call makes one request if the implementation claims its feature, and keeps the answer
// for the assertions. An empty feature is always claimed.
func (w *world) call(feature adapter.Feature, method string, params any) {
	if !w.ready(feature, method, params) {
		return
	}
	limit := w.c.Budget
	if method == adapter.MethodSessionOpen {
		// The budget is for the time that hooks take, and opening a session runs none.
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

// ready forgets the last answer and reports whether a request can be made: its feature
// is claimed, and no earlier request of this case took the adapter away.
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

// settle records what an error of a request means for the following requests. After a
// fault that this case caused itself, the case is not run again.
func (w *world) settle(err error) {
	if fault, ok := errors.AsType[*adapter.Fault](err); ok {
		w.gone = &adapterLost{line: w.line, fault: fault}
		w.lost = nil
	} else if isLost(err) && w.gone == nil {
		w.lost = err
	}
}

// ensureOpen opens the session that the previous commands described, before the first
// request that needs it. It reports whether there is a session; if not, the failure
// says why. If a session could not be opened, no older session is used instead.
func (w *world) ensureOpen() (bool, error) {
	if len(w.sessions) > 0 && w.unopened == nil {
		return true, nil
	}
	err := w.openSession("main")
	return err == nil && w.unopened == nil, err
}

func (w *world) openSession(name string) error {
	// Cases share an adapter, so the names of sessions must be unique; and an adapter
	// must not know which case it runs.
	name += "-" + rand.Text()
	p := w.open
	p.Session = name
	// Random, so that no adapter can know the id before the session is opened, and no
	// two sessions of a run share one.
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

// sessionFeatures returns the features that opening a session needs.
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

// missing returns the first of the features that the implementation does not claim; ""
// if it claims all of them.
func (w *world) missing(features []adapter.Feature) adapter.Feature {
	hello := w.client.Hello()
	for _, f := range features {
		if !hello.Supports(f) {
			return f
		}
	}
	return ""
}

// ask makes a request to the session, and opens the session first if necessary.
func (w *world) ask(feature adapter.Feature, method string, params func(session string) any) error {
	open, err := w.ensureOpen()
	if open {
		w.call(feature, method, params(w.session()))
	}
	return err
}

// session returns the name of the session that requests go to: the last one opened.
func (w *world) session() string { return w.sessions[len(w.sessions)-1] }

// close closes the open sessions. After a fault of the adapter it does nothing, because
// there would be no answer.
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

// records returns the records that the hooks wrote so far.
func (w *world) records() ([]spyhook.Record, error) { return w.spies.Records() }

// checks returns the outcome of every declared scope. A scope that the script did not
// reach is an error of the suite. runs is the number of hook runs, and stopped is the
// reason if the script ended early.
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
