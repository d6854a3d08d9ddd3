package verification

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/driver"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/execution"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/internal/lists"
	"github.com/hooktest/hooktest/internal/workers"
)

// Options choose what is verified.
type Options struct {
	// Cases are all cases.
	Cases []Case
	// Fact is a pattern of facts; empty for all.
	Fact string
	// Known are observations of an interrupted run, by key. Seen, if set, gets each new one.
	Known map[string]Observation
	Seen  func(key string, o Observation) error
	// Progress, if set, is told what runs.
	Progress func(what string)
}

// A Report is what a verification found out. Cases that are not for the agent are left out.
type Report struct {
	Results []Result
	Facts   []FactResult
}

// A job is a scene with its prediction.
type job struct {
	scene
	Prediction
	result Result
}

// Verify compares the agent with its contract. The error is a *driver.Untestable if the agent can't be
// run, one of this machine, or the context's.
func Verify(ctx context.Context, subject Subject, o Options) (report Report, err error) {
	r, remove, err := newRun(subject)
	if err != nil {
		return report, err
	}
	defer remove()
	jobs, err := r.jobs(ctx, o)
	if err != nil || len(jobs) == 0 {
		return report, err
	}
	if report, err = r.verify(ctx, jobs, o); err == nil && report.startsNothing() {
		return Report{}, &driver.Untestable{Message: fmt.Sprintf("%s started no hook in any of %d cases: this version may not have hooks, has them off, or takes trust in another way", subject.Agent.Product, len(jobs))}
	}
	return report, err
}

// startsNothing reports whether hooks were to be started in several cases, and never were.
func (r Report) startsNothing() bool {
	const several = 5
	starts := func(counts []int) bool { return slices.Max(append(counts, 0)) > 0 }
	return !slices.ContainsFunc(r.Results, func(one Result) bool { return starts(one.Observation.Started) }) &&
		len(lists.Where(r.Results, func(one Result) bool { return starts(one.Prediction.Started) && one.Observation.Unseen == "" })) >= several
}

// verify compares the agent with predictions.
func (r run) verify(ctx context.Context, jobs []*job, o Options) (report Report, err error) {
	// An agent that can't be run is not started for every case.
	if err := r.observeAll(ctx, jobs[:1], o, ""); err != nil {
		return report, err
	}
	if first := jobs[0].result.Observation; first.Ran != ran {
		return report, &driver.Untestable{Message: cmp.Or(first.Unseen, first.Ended, r.Agent.Product+" does not run the tool of a scripted model without any hook")}
	}
	if err := r.observeAll(ctx, jobs[1:], o, ""); err != nil {
		return report, err
	}
	// A contradiction is told if it is seen twice.
	again := slices.DeleteFunc(slices.Clone(jobs), func(j *job) bool { return j.result.Status != Contradicted })
	before := lists.Of(again, func(j *job) Result { return j.result })
	if err := r.observeAll(ctx, again, o, " (again)"); err != nil {
		return report, err
	}
	for i, j := range again {
		if !slices.EqualFunc(j.result.Differences, before[i].Differences, func(a, b Difference) bool { return a.What == b.What && a.Contract == b.Contract }) {
			j.result = before[i]
			j.result.Status, j.result.Why = Flaky, "a second run had another result"
		}
	}
	stdin := map[string]string{}
	for _, j := range jobs {
		report.Results = append(report.Results, j.result)
		for event, text := range j.result.Observation.Stdin {
			if _, known := stdin[event]; !known {
				stdin[event] = text
			}
		}
	}
	for _, event := range slices.Sorted(maps.Keys(stdin)) {
		if one, ok := reading(r.Contract, hook.Event(event), stdin[event]); ok && o.chooses(one.Facts) {
			report.Results = append(report.Results, one)
		}
	}
	for _, f := range factResults(r.Contract, report.Results) {
		if o.chooses([]string{f.ID}) {
			report.Facts = append(report.Facts, f)
		}
	}
	return report, nil
}

func newRun(subject Subject) (r run, remove func(), err error) {
	folder, remove, err := execution.Folder("hooktest-verify-")
	if err != nil {
		return r, nil, err
	}
	r = run{Subject: subject, root: filepath.Join(folder, "scratch"), project: filepath.Join(folder, "project"), home: filepath.Join(folder, "home"), telling: &sync.Mutex{}}
	if err = cmp.Or(os.Mkdir(r.root, 0o755), os.WriteFile(filepath.Join(r.root, "hook.sh"), program, 0o644), os.Mkdir(r.project, 0o755), os.Mkdir(r.home, 0o755)); err != nil {
		remove()
	}
	return r, remove, err
}

// predictors are how many predictions are made at once: hooks are processes, and some wait.
const predictors = 8

// jobs returns the chosen cases of the agent with predictions. The first has no hook, and shows that
// the agent can be run.
func (r run) jobs(ctx context.Context, o Options) (jobs []*job, err error) {
	environ := driver.Public(r.Environ)
	jobs, err = workers.Map(ctx, predictors, o.Cases, func(n int, c Case) (*job, error) { return r.job(ctx, c, n, environ) })
	if err != nil {
		return nil, err
	}
	jobs = slices.DeleteFunc(jobs, func(j *job) bool { return j == nil })
	if o.Fact == "" {
		return jobs, nil
	}
	read := map[hook.Event]bool{}
	for _, chosen := range []func(*job) bool{
		func(j *job) bool { return o.chooses(slices.Concat(j.Starting, j.Deciding)) },
		// These facts decide no case alone.
		func(j *job) bool { return o.chooses(j.facts()) },
		func(j *job) bool { return o.reads(j, read) },
	} {
		if some := lists.Where(jobs[1:], chosen); len(some) > 0 {
			return append(jobs[:1:1], some...), nil
		}
	}
	return nil, nil
}

// reads reports whether a hook of a job is the first that reads an input of which chosen facts speak.
func (o Options) reads(j *job, read map[hook.Event]bool) bool {
	if slices.Max(append(j.Started, 0)) == 0 {
		return false
	}
	for _, m := range j.moments() {
		row, _ := j.contract.At(m)
		rules := inputRules(row)
		if row.Subject.Tool {
			rules = append(rules, j.contract.Tools.Fact)
		}
		if !read[row.Name] && o.chooses(rules) {
			read[row.Name] = true
			return true
		}
	}
	return false
}

// job returns a case with its prediction; nil if the agent has no such case.
func (r run) job(ctx context.Context, c Case, n int, environ []string) (*job, error) {
	if !c.fits(r.Contract) {
		return nil, nil
	}
	s, err := newScene(c, n, r.Contract, r.root)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.Name, err)
	}
	// A hook looks for its case in its own folder, where other predictions have none.
	root := filepath.Join(r.root, "predict-"+s.id)
	if err := os.Mkdir(root, 0o755); err != nil {
		return nil, err
	}
	alone := s
	alone.root, alone.shown = root, r.root
	p, err := alone.predict(ctx, r.project, append(slices.Clone(environ), "HOOKTEST_CASES="+root))
	if err != nil {
		return nil, err
	}
	if p.Model != nil {
		model := s.neutral(*p.Model)
		p.Model = &model
	}
	return &job{scene: s, Prediction: p}, os.RemoveAll(root)
}

func (o Options) chooses(ids []string) bool {
	return o.Fact == "" || slices.ContainsFunc(ids, func(id string) bool {
		ok, err := path.Match(o.Fact, id)
		return ok && err == nil
	})
}

// atOnce are how many sessions of an agent run at once, where there are as many processors.
const atOnce = 2

// observeAll observes all jobs, those with the same settings in one session.
func (r run) observeAll(ctx context.Context, jobs []*job, o Options, suffix string) error {
	sessions := o.sessions(jobs, suffix)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	observe := func(together []*job) {
		if err := r.observeTogether(ctx, together, o, suffix); err != nil {
			cancel(err)
		}
	}
	// A hook in the background and the agent's end are a race, which others would decide.
	racing := func(together []*job) bool {
		return slices.ContainsFunc(together, func(j *job) bool {
			return slices.ContainsFunc(j.Hooks, func(h Hook) bool { return h.Background })
		})
	}
	workers.Each(ctx, min(atOnce, runtime.NumCPU()), slices.DeleteFunc(slices.Clone(sessions), racing), observe)
	workers.Each(ctx, 1, lists.Where(sessions, racing), observe)
	return context.Cause(ctx)
}

// sessions groups the jobs that are not known by their settings. What ends a session comes last in it.
func (o Options) sessions(jobs []*job, suffix string) (sessions [][]*job) {
	at := map[string]int{}
	for _, j := range jobs {
		if known, ok := o.Known[j.Name+suffix]; ok {
			j.result = j.judge(j.Prediction, known)
			continue
		}
		_, path := j.file()
		key := path + strings.ReplaceAll(string(j.settings), j.root, "")
		if !j.aboutTools() || j.Untrusted || j.Flagged {
			key += j.id
		}
		if _, known := at[key]; !known {
			at[key] = len(sessions)
			sessions = append(sessions, nil)
		}
		sessions[at[key]] = append(sessions[at[key]], j)
	}
	for i, together := range sessions {
		goesOn := func(j *job) bool { return j.Next }
		sessions[i] = append(lists.Where(together, goesOn), slices.DeleteFunc(together, goesOn)...)
	}
	return sessions
}

// observeTogether observes jobs with the same settings, in folders of their own.
func (r run) observeTogether(ctx context.Context, together []*job, o Options, suffix string) error {
	r.telling.Lock()
	if o.Progress != nil {
		o.Progress(together[0].Name)
	}
	r.telling.Unlock()
	own, remove, err := newRun(r.Subject)
	if err != nil {
		return err
	}
	defer remove()
	var scenes []scene
	for _, j := range together {
		j.scene = j.in(own.root)
		scenes = append(scenes, j.scene)
	}
	return own.observe(ctx, scenes, func(s scene, seen Observation) error {
		i := slices.IndexFunc(together, func(j *job) bool { return j.id == s.id })
		together[i].result = s.judge(together[i].Prediction, seen)
		if o.Seen == nil {
			return nil
		}
		r.telling.Lock()
		defer r.telling.Unlock()
		return o.Seen(s.Name+suffix, seen)
	})
}
