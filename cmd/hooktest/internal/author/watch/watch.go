// Package watch runs a command's work again whenever one of its input files has changed, until
// the user interrupts it.
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
	"github.com/hooktest/hooktest/internal/lists"
)

// every is how often files are checked: fast enough for a user who saves and looks up, and cheap.
const every = 300 * time.Millisecond

// Files are the input files of a command.
type Files struct {
	// Trees are folders, and files whose whole folders are watched, because hooks read other
	// files too.
	Trees []string
	// Alone are files that are watched without their folders.
	Alone []string
	// Own are the files that the command writes.
	Own []string
	// Skips reports whether to skip a folder with this name.
	Skips func(name string) bool
}

// Keep does the work, and does it again whenever an input file has changed. If the user
// interrupts it, the exit code is that of an interruption.
func Keep(ctx context.Context, a *console.App, files func() Files, work func(context.Context) error) error {
	for {
		before := files().stamps()
		// Report the error of this run and go on: the next run may succeed.
		if failure, ok := errors.AsType[*console.Failure](work(ctx)); ok && failure.Message != "" {
			a.Streams.Err.Error(failure.Message, failure.Hint)
		}
		if ctx.Err() == nil {
			a.Note("waiting for a change (Ctrl-C ends)")
		}
		if !changed(ctx, files, before) {
			return console.Silent(console.ExitInterrupted)
		}
	}
}

// changed waits for a change. It returns false if the context ends first.
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

// A stamp detects whether a file has changed.
type stamp struct {
	size     int64
	modified time.Time
	mode     fs.FileMode
}

// stamps returns the stamps of all the files. Files that can't be read are left out.
func (f Files) stamps() map[string]stamp {
	found := map[string]stamp{}
	own := lists.Of(f.Own, whole)
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

// whole returns a file's absolute path, or file itself if it has none.
func whole(file string) string {
	path, err := filepath.Abs(file)
	if err != nil {
		return file
	}
	return path
}
