package test

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
)

// watchEvery is how often files are looked at: often enough for a person who saves and
// looks up, and no notable load.
const watchEvery = 300 * time.Millisecond

// keepTesting runs the cases, and runs them again whenever what they rest on has changed,
// until a person ends it. That is no fault of the cases: the exit code is that of an
// interruption.
func (o *options) keepTesting(ctx context.Context) error {
	for {
		before := o.watched()
		// What one run came to is told, and the next one may come to something else.
		o.tell(o.once(ctx))
		o.Note("waiting for a change (Ctrl-C ends)")
		if !o.changed(ctx, before) {
			return console.Silent(console.ExitInterrupted)
		}
	}
}

// tell says what a run ended with, as the end of the command would.
func (o *options) tell(err error) {
	if failure, ok := errors.AsType[*console.Failure](err); ok && failure.Message != "" {
		o.Streams.Err.Error(failure.Message, failure.Hint)
	}
}

// changed waits for a change; false where the context ended before.
func (o *options) changed(ctx context.Context, before map[string]stamp) bool {
	ticks := time.NewTicker(watchEvery)
	defer ticks.Stop()
	for {
		select {
		case <-ctx.Done():
			return false
		case <-ticks.C:
			if !maps.Equal(before, o.watched()) {
				return true
			}
		}
	}
}

// A stamp is what tells a file from what it was.
type stamp struct {
	size     int64
	modified time.Time
	mode     fs.FileMode
}

// watched are the files below the paths, and beside those that are files: hooks read
// other files too. What this program writes is none of them.
func (o *options) watched() map[string]stamp {
	paths := o.paths
	if len(paths) == 0 {
		paths = []string{"."}
	}
	found, own := map[string]stamp{}, o.reports.Paths()
	for _, path := range paths {
		if info, err := os.Stat(path); err == nil && !info.IsDir() {
			path = filepath.Dir(path)
		}
		// What can't be looked at can't be seen to change.
		_ = filepath.WalkDir(path, func(file string, entry fs.DirEntry, err error) error {
			if err != nil {
				return nil
			}
			if entry.IsDir() && file != path && skipped(entry.Name()) {
				return fs.SkipDir
			}
			if info, err := entry.Info(); err == nil && !entry.IsDir() && !slices.Contains(own, filepath.Clean(file)) {
				found[file] = stamp{info.Size(), info.ModTime(), info.Mode()}
			}
			return nil
		})
	}
	return found
}
