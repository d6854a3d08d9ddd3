package suite

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/adapter/door"
	"github.com/hooktest/hooktest/conformance/probe"
	"github.com/hooktest/hooktest/conformance/verdict"
)

// world is everything one case has while it runs.
type world struct {
	ctx   context.Context
	c     Case
	door  Door
	probe []string

	// work is the case's folder; hooks, project and evidence lie below it.
	work, hooks, project, evidence string

	// groups are the hook groups that the next session gets, by event.
	settings map[string]any
	open     adapter.OpenParams
	sessions []string

	// answer is the last result, failure the last error; the texts are what went
	// over the wire.
	answer                  any
	failure                 error
	requestText, answerText []byte
	// lost is why the case is to be run again, or can't be.
	lost error
	// runs counts the runs of hooks at the last answer that hooks have spoken in.
	runs int

	scopes  map[string]*scope
	current *scope
	control scope
	line    int
}

func newWorld(ctx context.Context, c Case, door Door, probe []string, work string) (*world, error) {
	w := &world{
		ctx: ctx, c: c, door: door, probe: probe, work: work,
		hooks:    filepath.Join(work, "hooks"),
		project:  filepath.Join(work, "project"),
		evidence: filepath.Join(work, "evidence"),
		settings: map[string]any{"enableHooks": true, "hooks": map[string]any{}},
		scopes:   map[string]*scope{},
		control:  scope{Scope: Scope{Check: "control"}},
	}
	for _, folder := range []string{w.hooks, w.project, w.evidence, filepath.Join(work, "home")} {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return nil, err
		}
	}
	w.open = adapter.OpenParams{CWD: w.project, SessionID: "session-1"}
	return w, nil
}

// assert records one assertion in the open scope.
func (w *world) assert(holds bool, what, want, got string) {
	s := w.current
	if s == nil {
		s = &w.control
	}
	s.assertions++
	s.request, s.answer = w.requestText, w.answerText
	if w.failure != nil {
		if fault, ok := errors.AsType[*Fault](w.failure); ok {
			s.stderr = fault.Stderr
		}
		s.fault = verdict.Worst(append([]verdict.Verdict{blame(w.failure)}, nonEmpty(s.fault)...)...)
		s.mismatches = append(s.mismatches, Mismatch{w.line, what, want, account(w.failure)})
		return
	}
	if !holds {
		s.mismatches = append(s.mismatches, Mismatch{w.line, what, want, got})
	}
}

func nonEmpty(v verdict.Verdict) []verdict.Verdict {
	if v == "" {
		return nil
	}
	return []verdict.Verdict{v}
}

// isLost tells of an error that is not about the request: the adapter was lost
// to another one, or for good.
func isLost(err error) bool {
	_, restarted := errors.AsType[*door.Restarted](err)
	_, gaveUp := errors.AsType[*door.GaveUp](err)
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
	w.answer, w.failure, w.answerText = nil, nil, nil
	w.requestText = requestText(method, params)
	if feature != "" && !w.door.Hello().Supports(feature) {
		w.failure = notClaimed{feature}
		return
	}
	text, err := w.door.Call(w.ctx, method, params, w.c.Budget)
	w.answerText = text
	if isLost(err) {
		w.lost = err
	}
	if err == nil {
		w.answer, err = decode(text)
	}
	w.failure = err
}

// ensureOpen opens the session that the commands before have described, at the
// first request that needs one.
func (w *world) ensureOpen() error {
	if len(w.sessions) > 0 {
		return nil
	}
	return w.openSession("main")
}

func (w *world) openSession(name string) error {
	// Cases share an adapter, whose sessions must not be confused.
	name = filepath.Base(w.c.Name) + "/" + name
	p := w.open
	p.Session = name
	if p.SettingsFiles == nil && p.Settings == nil {
		text, err := json.Marshal(w.settings)
		if err != nil {
			return err
		}
		p.Settings = text
	}
	w.call(w.sessionFeature(p), adapter.MethodSessionOpen, p)
	if w.failure == nil {
		w.sessions = append(w.sessions, name)
	}
	return nil
}

// sessionFeature is what opening a session needs beyond merged settings.
func (w *world) sessionFeature(p adapter.OpenParams) adapter.Feature {
	switch {
	case p.Unreadable != "":
		return adapter.FeatureUnreadableHooks
	case p.SettingsFiles != nil:
		return adapter.FeatureSettingsFiles
	case len(p.Extensions) > 0:
		return adapter.FeatureExtensions
	case len(p.Env) > 0:
		return adapter.FeatureEnvironment
	}
	return adapter.FeatureSettings
}

// ask makes a request to the session, which it opens if that was not done yet.
func (w *world) ask(feature adapter.Feature, method string, params func(session string) any) error {
	if err := w.ensureOpen(); err != nil || len(w.sessions) == 0 {
		return err
	}
	w.call(feature, method, params(w.session()))
	return nil
}

// session is the session that requests go to: the last one opened.
func (w *world) session() string { return w.sessions[len(w.sessions)-1] }

// close closes what is open. Nobody waits for an answer that a fault before has
// made impossible.
func (w *world) close() {
	for _, name := range slices.Backward(w.sessions) {
		if _, ok := errors.AsType[*Fault](w.failure); ok {
			return
		}
		if _, err := w.door.Call(w.ctx, adapter.MethodSessionClose, adapter.SessionParams{Session: name}, 0); err != nil {
			return
		}
	}
}

// records are what the hooks noted so far.
func (w *world) records() ([]probe.Record, error) { return probe.Read(w.evidence) }

// witnessed holds an answer in which hooks have spoken against the evidence: an
// outcome without the run that must have caused it is a failure of every clause
// that rests on it.
func (w *world) witnessed(outputs int) {
	if outputs == 0 {
		return
	}
	records, err := w.records()
	if err != nil || len(records) <= w.runs {
		w.failure = errors.Join(err, &Fault{
			Verdict: verdict.Fail,
			Message: fmt.Sprintf("the answer holds %d outputs, but no hook has run", outputs),
		})
	}
	w.runs = len(records)
}

// checks gives the outcome of every declared scope. A scope that the script did
// not reach counts as failed; stopped says why the script ended early.
func (w *world) checks(stopped error) []Check {
	var all []Check
	for _, declared := range w.c.Scopes {
		s, reached := w.scopes[declared.Check]
		if !reached {
			s = &scope{Scope: declared, fault: verdict.SuiteError, mismatches: []Mismatch{{declared.Line, "clause " + declared.Check, "reached", "the script ended before"}}}
		}
		v := s.verdict()
		mismatches := s.mismatches
		switch {
		case stopped != nil:
			v = verdict.SuiteError
			mismatches = append(mismatches, Mismatch{w.line, "script", "no error", stopped.Error()})
		case v == verdict.SuiteError && reached && s.assertions == 0:
			mismatches = append(mismatches, Mismatch{declared.Line, "clause " + declared.Check, "an assertion", "none"})
		case v == verdict.Pass && w.control.verdict() != verdict.Pass && w.control.assertions > 0:
			// What can't be seen to happen proves nothing by not happening.
			v = w.control.verdict()
			mismatches = append(mismatches, w.control.mismatches...)
		}
		all = append(all, Check{
			Check: declared.Check, Clause: declared.Clause, Case: w.c.Name, Level: w.c.Level,
			Verdict: v, Mismatches: mismatches, Assertions: s.assertions, Line: declared.Line,
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
