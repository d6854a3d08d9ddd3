// Package watch has a command do its work again whenever a file that it rests on has
// changed, until a person ends it.
package watch

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

// every is how often files are looked at: often enough for a person who saves and looks
// up, and no notable load.
const every = 300 * time.Millisecond

// Files are what a command's work rests on.
type Files struct {
	// Trees are folders, and files that stand for the folder which they lie in: hooks read
	// other files too.
	Trees []string
	// Alone are files beside them, whose folders don't matter.
	Alone []string
	// Own are the files that the command writes.
	Own []string
	// Skips tells of a folder by its name that it is left out.
	Skips func(name string) bool
}

// Keep does the work, and does it again whenever what it rests on has changed. That a
// person ends it is no fault of the work: the exit code is that of an interruption.
func Keep(ctx context.Context, a *console.App, files func() Files, work func(context.Context) error) error {
	for {
		before := files().stamps()
		// What one run came to is told, and the next one may come to something else.
		tell(a, work(ctx))
		if ctx.Err() == nil {
			a.Note("waiting for a change (Ctrl-C ends)")
		}
		if !changed(ctx, files, before) {
			return console.Silent(console.ExitInterrupted)
		}
	}
}

// tell says what a run ended with, as the end of the command would.
func tell(a *console.App, err error) {
	if failure, ok := errors.AsType[*console.Failure](err); ok && failure.Message != "" {
		a.Streams.Err.Error(failure.Message, failure.Hint)
	}
}

// changed waits for a change; false where the context ended before.
func changed(ctx context.Context, files func() Files, before map[string]stamp) bool {
	ticks := time.NewTicker(every)
	defer ticks.Stop()
	for {
		select {
		case <-ctx.Done():
			return false
		case <-ticks.C:
			if !maps.Equal(before, files().stamps()) {
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

// stamps are those of all the files. What can't be looked at can't be seen to change.
func (f Files) stamps() map[string]stamp {
	found := map[string]stamp{}
	var own []string
	for _, file := range f.Own {
		own = append(own, whole(file))
	}
	note := func(file string, info fs.FileInfo) {
		if file = whole(file); !slices.Contains(own, file) {
			found[file] = stamp{info.Size(), info.ModTime(), info.Mode()}
		}
	}
	for _, tree := range f.Trees {
		if info, err := os.Stat(tree); err == nil && !info.IsDir() {
			tree = filepath.Dir(tree)
		}
		_ = filepath.WalkDir(tree, func(file string, entry fs.DirEntry, err error) error {
			if err != nil {
				return nil
			}
			if entry.IsDir() && file != tree && f.Skips(entry.Name()) {
				return fs.SkipDir
			}
			if info, err := entry.Info(); err == nil && !entry.IsDir() {
				note(file, info)
			}
			return nil
		})
	}
	for _, file := range f.Alone {
		if info, err := os.Stat(file); err == nil {
			note(file, info)
		}
	}
	return found
}

// whole is a file's absolute path, as far as there is one.
func whole(file string) string {
	path, err := filepath.Abs(file)
	if err != nil {
		return file
	}
	return path
}
