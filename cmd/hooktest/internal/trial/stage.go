package trial

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/shellword"
)

// A Stage is where a hook of which nothing is known runs again and again: each time in a
// shelter of its own, and with limits on memory, processes and the size of files.
type Stage struct {
	Contract *dialect.Contract
	// Command is what the agent's shell gets.
	Command string
	// Project is a folder of which each run gets a copy; empty for an empty one.
	Project string
	// Environ is what the hook inherits, but for the folders of the shelter.
	Environ []string
	// Timeout is the hook's own.
	Timeout time.Duration
}

// A Scene is one run: what happens, and what differs from what the agent does. What is
// zero differs in nothing.
type Scene struct {
	Event hook.Event
	// Fields are the event's own, or all of them where Raw is the payload.
	Fields *jsonvalue.Object
	Raw    []byte
	// Payload changes what the hook reads.
	Payload func([]byte) []byte
	// Before are lines for the agent's shell, before the hook's command.
	Before string
	// Environ is set on top of what the hook inherits.
	Environ []string
	// Folder is the name of the project folder.
	Folder string
	// Open keeps stdin open until the hook has ended.
	Open bool
	// Timeout is another one than the stage's.
	Timeout time.Duration
	// In is a shelter of the caller's.
	In *Shelter
}

// A Play is what came of a scene.
type Play struct {
	Firing engine.Firing
	Result hook.ExecutionResult
	Left   finding.Left
}

// Run is the play as findings are looked for in it.
func (p Play) Run() finding.Run {
	return finding.Run{Contract: p.Firing.Config.Contract(), Event: p.Firing.Event, Result: p.Result, Input: p.Firing.Merged.Input, Left: p.Left}
}

// Play runs the hook once.
func (s Stage) Play(ctx context.Context, scene Scene) (Play, error) {
	in := scene.In
	if in == nil {
		name := scene.Folder
		if name == "" {
			name = "project"
		}
		var err error
		if in, err = NewShelter(name, s.Project); err != nil {
			return Play{}, err
		}
		defer in.Close()
	}
	fields, stdin := s.Payload(scene.Event, scene.Fields, scene.Raw, in.Project)
	if scene.Payload != nil {
		stdin = scene.Payload(stdin)
	}
	before := limits(runtime.GOOS) + scene.Before
	if scene.Open {
		pipe, err := openPipe(filepath.Join(in.Root, "stdin"), stdin)
		if err != nil {
			return Play{}, fmt.Errorf("keeping stdin open: %w", err)
		}
		defer func() { _ = pipe.Close() }()
		before += "exec <" + shellword.Of(pipe.Name()) + "\n"
	}
	timeout := scene.Timeout
	if timeout == 0 {
		timeout = s.Timeout
	}
	firing, err := Run(ctx, Spec{
		Contract: s.Contract,
		Command:  before + s.Command,
		Timeout:  timeout,
		Event:    scene.Event,
		Fields:   fields,
		Stdin:    stdin,
		Project:  in.Project,
		Environ:  With(in.Environ(s.Environ), scene.Environ...),
	})
	switch {
	case err != nil:
		return Play{}, err
	case ctx.Err() != nil:
		return Play{}, ctx.Err()
	}
	return Play{firing, firing.Merged.Results[0], in.Left()}, nil
}

// Payload is what a hook reads in a folder, as fields and as bytes. The caller may change
// the bytes.
func (s Stage) Payload(event hook.Event, fields *jsonvalue.Object, raw []byte, folder string) (*jsonvalue.Object, []byte) {
	if raw != nil {
		return fields, slices.Clone(raw)
	}
	whole := s.Contract.Payload(event, fields, dialect.Given{Session: SessionID, Folder: folder, Time: time.Now()})
	return whole, jsonvalue.Marshal(whole)
}

// limits are lines by which the agent's shell bounds what it starts: the size of a file,
// memory, and processes, as far as the system knows such limits. Root may have any
// number of processes, and no system counts the files.
func limits(goos string) string {
	if goos == "windows" {
		return ""
	}
	const (
		fileBlocks = 128 << 20 / 512
		dataKiB    = 4 << 20
		processes  = 4096
	)
	return fmt.Sprintf("{ ulimit -c 0; ulimit -f %d; ulimit -d %d; ulimit -u %d || ulimit -p %d; } 2>/dev/null\n", fileBlocks, dataKiB, processes, processes)
}
