package execution

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/settingsfile"
	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/lazyregexp"
	"github.com/hooktest/hooktest/internal/sandbox"
	"github.com/hooktest/hooktest/internal/shellword"
	"github.com/hooktest/hooktest/internal/visible"
)

// A Testbed runs a hook repeatedly: each time in its own sandbox directory, and with limits on
// memory, processes and file size. In a sandbox the hook can change nothing else.
type Testbed struct {
	Contract *dialect.Contract
	// Command is passed to the agent's shell. Entry is the hook as a settings object; nil if no
	// settings name it.
	Command string
	Entry   *jsonvalue.Object
	// Uncertain says why it is not known whether the agent starts the hook of its settings.
	Uncertain hook.Off
	// Project is a folder that is copied for each run; if empty, each run has an empty one.
	Project string
	// Environ is the inherited environment, except for the sandbox directories.
	Environ []string
	// Timeout is the hook's own.
	Timeout time.Duration
	// Sandbox is set if the hook can change nothing outside its directories and has no network.
	Sandbox bool
	// Covered are folders whose changes only the sandboxed hook sees; they are read-only if the
	// system does not support that.
	Covered []string
}

// A Variation is one run: the event input, and the differences from a usual run. Zero fields change
// nothing.
type Variation struct {
	Event hook.Event
	// Fields are the event's own, or all fields of the payload if Raw is set.
	Fields *jsonvalue.Object
	Raw    []byte
	// Payload changes the hook's stdin.
	Payload func([]byte) []byte
	// Before are shell lines before the hook's command.
	Before string
	// Environ is added to the inherited environment.
	Environ []string
	// Folder is the name of the project folder.
	Folder string
	// Open keeps stdin open until the hook has ended.
	Open bool
	// Timeout replaces the testbed's.
	Timeout time.Duration
	// In is the caller's own sandbox directory.
	In *Workspace
	// Writable is one more folder that the hook may change, or "".
	Writable string
	// Canary is set if the payload has a text of package canary.
	Canary bool
}

// An Observation is the result of a variation.
type Observation struct {
	Firing engine.Firing
	Result hook.ExecutionResult
	Left   finding.Left
	// Executed is set if the hook has executed the canary of its payload.
	Executed bool
	// Refused is a stderr line about something that the sandbox may have refused, or "".
	Refused string
}

// Unfit is the error for a hook that can't be examined further: unchanged, it comes to no verdict.
type Unfit struct {
	Verdict     effect.Verdict
	Observation Observation
}

func (u *Unfit) Error() string { return "the hook comes to no verdict: " + u.Verdict.Why }

// Run returns the run for package finding.
func (o Observation) Run() finding.Run {
	return finding.Run{Contract: o.Firing.Config.Contract(), Event: o.Firing.Event, Result: o.Result, Input: o.Firing.Merged.Input, Left: o.Left}
}

// Try runs the hook once.
func (s Testbed) Try(ctx context.Context, variation Variation) (Observation, error) {
	in := variation.In
	if in == nil {
		var err error
		if in, err = NewWorkspace(cmp.Or(variation.Folder, "project"), s.Project); err != nil {
			return Observation{}, err
		}
		defer in.Close()
	}
	fields, stdin := s.Payload(variation.Event, variation.Fields, variation.Raw, in.Project)
	if variation.Payload != nil {
		stdin = variation.Payload(stdin)
	}
	before := variation.Before
	if variation.Open {
		pipe, err := openPipe(filepath.Join(in.Root, "stdin"), stdin)
		if err != nil {
			return Observation{}, fmt.Errorf("keeping stdin open: %w", err)
		}
		defer func() { _ = pipe.Close() }()
		before += "exec <" + shellword.Of(pipe.Name()) + "\n"
	}
	policy := s.policy(in, variation)
	policy.Crowd = sandbox.Watch()
	defer policy.Crowd.End()
	spec := Spec{
		Sandbox:  policy,
		Contract: s.Contract,
		Command:  before + s.Command,
		Timeout:  cmp.Or(variation.Timeout, s.Timeout),
		Event:    variation.Event,
		Fields:   fields,
		Stdin:    stdin,
		Project:  in.Project,
		Environ:  With(in.Environ(s.Environ), variation.Environ...),
	}
	if s.Entry != nil {
		spec.Entry = settingsfile.Starting(s.Contract, s.Entry, spec.Command)
	}
	firing, err := Run(ctx, spec)
	switch {
	case err != nil:
		return Observation{}, err
	case ctx.Err() != nil:
		return Observation{}, ctx.Err()
	}
	if s.Uncertain.Why != "" {
		firing.Merged.Results[0].Entry.Uncertain = s.Uncertain
		firing = spec.As(firing)
	}
	o := Observation{Firing: firing, Result: firing.Merged.Results[0], Left: in.Left(), Executed: variation.Canary && in.executed()}
	if s.Sandbox {
		o.Refused = Refused(o.Result.Stderr, in.Root)
	}
	return o, nil
}

func (s Testbed) policy(in *Workspace, variation Variation) *sandbox.Policy {
	if !s.Sandbox {
		return &sandbox.Policy{Unconfined: true}
	}
	p := &sandbox.Policy{Writable: []string{in.Root}, Covered: s.Covered}
	if variation.Writable != "" {
		p.Writable = append(p.Writable, variation.Writable)
	}
	return p
}

// refusals matches error messages about a refused write, socket or host name.
var refusals = lazyregexp.New(`(?i)permission denied|operation not permitted|read-only file system|\b(EACCES|EPERM|EROFS|ENOTFOUND|EAI_AGAIN)\b|network is unreachable|could not resolve|name resolution|name or service not known`)

// Refused returns the first stderr line about a refusal, unless it is about the hook's own folder;
// "" if there is none.
func Refused(stderr []byte, own string) string {
	for line := range strings.Lines(string(stderr)) {
		if refusals.MatchString(line) && !strings.Contains(line, own) {
			return strings.TrimSpace(line)
		}
	}
	return ""
}

// RefusedNote describes in one line what a sandbox may have refused.
func RefusedNote(line string) string {
	const shown = 120
	return fmt.Sprintf("the sandbox may have refused the hook something: %s (it may write in its project, its own folder, its home and folders for temporary files, logs, caches and locks, and has no network; run it with --no-sandbox, or without --sandbox, to compare)", visible.Clip(visible.Line(line), shown))
}

// Payload returns the input of a hook in a folder, as fields and as bytes. The caller may change
// the bytes.
func (s Testbed) Payload(event hook.Event, fields *jsonvalue.Object, raw []byte, folder string) (*jsonvalue.Object, []byte) {
	if raw != nil {
		return fields, slices.Clone(raw)
	}
	whole := s.Contract.Payload(event, fields, dialect.Given{Session: SessionID, Folder: folder, Time: time.Now()})
	return whole, jsonvalue.Marshal(whole)
}
