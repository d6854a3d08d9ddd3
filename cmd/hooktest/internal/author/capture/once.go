package capture

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/cassette"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/interpose"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/internal/visible"
)

// next shows the next payload of an event. It installs a temporary hook that captures it, and
// removes that hook before it returns.
func (o *recordOptions) next(ctx context.Context) (failure error) {
	program, err := os.Executable()
	if err != nil {
		return console.Fault(err)
	}
	files, err := o.files()
	if err != nil {
		return err
	}
	file := files[0]
	if err := o.checkEvent(files[:1], o.once); err != nil {
		return err
	}
	folder, remove, err := console.TemporaryFolder("", "hooktest-record")
	if err != nil {
		return err
	}
	defer func() { failure = errors.Join(failure, remove()) }()
	path := filepath.Join(folder, "payload")
	pipe, err := interpose.Listen(path)
	if err != nil {
		return console.Fault(err)
	}
	defer func() { _ = pipe.Close() }()
	plan := interpose.New(program, o.onceCassette())
	if err := plan.Add(file, hook.Event(o.once), path); err != nil {
		return console.Usage(console.Near(err.Error()), "nothing was changed")
	}
	if err := o.commit(plan); err != nil {
		return err
	}
	taken := false
	defer func() {
		if failure = errors.Join(failure, o.takeOut()); failure == nil && !taken {
			failure = console.Silent(console.ExitInterrupted)
		}
	}()
	o.Note(fmt.Sprintf("waiting for %s of %s; a hook is in %s until then (Ctrl-C ends it)", o.once, file.Contract.Product, console.Near(file.Path)))
	record, err := await(ctx, pipe)
	if err != nil || ctx.Err() != nil {
		return err
	}
	taken = true
	if _, err := o.Streams.Out.Write([]byte(visible.JSON(record.Stdin))); err != nil {
		return err
	}
	if o.Streams.Out.IsTerminal() {
		o.Streams.Out.Printf("\n")
	}
	if len(record.Scrubbed) > 0 {
		o.Note("scrubbed" + scrubbed([]cassette.Record{record}))
	}
	return nil
}

// takeOut removes the hook from the settings.
func (o *recordOptions) takeOut() error {
	journal, err := interpose.Load(o.onceCassette())
	if err != nil {
		return console.Fault(err)
	}
	restored, err := journal.Stop(o.meant)
	if err != nil {
		return console.Usage(console.Near(err.Error()), "then: hooktest record --stop")
	}
	for _, r := range restored {
		if r.How == interpose.Partial {
			o.Note(fmt.Sprintf("%s was changed meanwhile: the hook was removed, the rest stays as it is", console.Near(r.Path)))
		}
	}
	o.removeFolder()
	return nil
}

// await returns the next record from a pipe, or none if the context ends first.
func await(ctx context.Context, pipe io.ReadCloser) (cassette.Record, error) {
	stop := context.AfterFunc(ctx, func() { _ = pipe.Close() })
	defer stop()
	line, err := bufio.NewReader(pipe).ReadBytes('\n')
	if ctx.Err() != nil {
		return cassette.Record{}, nil
	}
	if err != nil {
		return cassette.Record{}, console.Fault(err)
	}
	var record cassette.Record
	if err := json.Unmarshal(line, &record); err != nil {
		return cassette.Record{}, console.Fault(fmt.Errorf("what the recorder says is not a record: %w", err))
	}
	return record, nil
}
