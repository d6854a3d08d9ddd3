// Package atomicfile writes files so that nobody sees half of one: beside the old
// file, down to the disk, then in its place. Where writing fails, the old file
// stays as it was and nothing is left beside it; a process that is killed while
// it writes leaves a file whose name begins with Prefix, which the next write in the
// folder removes.
//
// A device, a pipe or whatever else is not a regular file is written to directly. The
// package locks nothing: if two write one file, it ends up as one of them wrote it.
package atomicfile

import (
	"bufio"
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// Prefix begins the name of a file that is being written.
const Prefix = ".hooktest-part-"

// Write has a file hold what write writes. A file that is there keeps its mode,
// and has to be one that the caller may write; a new one gets mode, less the
// process's mask. A symbolic link stays, and what it leads to is written.
func Write(path string, mode fs.FileMode, write func(io.Writer) error) error {
	return writeIf(func() error { return nil }, path, mode, write)
}

// ErrChanged tells that a file is no longer what was read.
var ErrChanged = errors.New("changed by another program meanwhile")

// Replace has a regular file that still holds before hold after; of any other the error
// is ErrChanged, and it stays.
func Replace(path string, before, after []byte) error {
	return writeIf(func() error { return holds(path, before) }, path, 0, whole(after))
}

// holds is ErrChanged where a file does not hold a text.
func holds(path string, text []byte) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return ErrChanged
	case err != nil:
		return err
	case !info.Mode().IsRegular() || info.Size() != int64(len(text)):
		return ErrChanged
	}
	now, err := os.ReadFile(path)
	if err == nil && !bytes.Equal(now, text) {
		return ErrChanged
	}
	return err
}

// writeIf is Write where the file may be written. It asks as late as it can: what is
// written is all there, and not in its place yet.
func writeIf(may func() error, path string, mode fs.FileMode, write func(io.Writer) error) error {
	old, err := os.Stat(path)
	switch {
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	case err == nil && !old.Mode().IsRegular():
		return straight(may, path, os.O_WRONLY, write)
	}
	if err == nil {
		// A file that this process already writes to, as by /dev/stdout, has readers
		// who would not see another one in its place.
		for _, open := range []*os.File{os.Stdout, os.Stderr} {
			if info, err := open.Stat(); err == nil && os.SameFile(info, old) {
				if err := may(); err != nil {
					return err
				}
				return fill(open, write)
			}
		}
	}
	target, missing := path, err != nil
	if target, err = follow(path); err != nil {
		return err
	}
	if missing {
		return beside(target, mode, write, func(part, target string) error {
			if err := may(); err != nil {
				return err
			}
			return os.Rename(part, target)
		})
	}
	// Renaming would replace even what the caller may not write.
	f, err := os.OpenFile(target, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	keep := func(part, target string) error {
		// A change of owner takes bits of the mode away.
		if err := errors.Join(own(part, old), os.Chmod(part, old.Mode().Perm())); err != nil {
			return err
		}
		if err := may(); err != nil {
			return err
		}
		return os.Rename(part, target)
	}
	err = beside(target, mode, write, keep)
	if errors.Is(err, errNoRoom) {
		// A file in a folder of somebody else, or one that is a mount of its own, has
		// no place beside it.
		return straight(may, target, os.O_WRONLY|os.O_TRUNC, write)
	}
	return err
}

// WriteBytes has a file hold some bytes.
func WriteBytes(path string, mode fs.FileMode, data []byte) error {
	return Write(path, mode, whole(data))
}

func whole(data []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	}
}

// Create writes a file that must not be there yet; the error is fs.ErrExist where
// it is.
func Create(path string, mode fs.FileMode, data []byte) error {
	if _, err := os.Lstat(path); err == nil {
		return &fs.PathError{Op: "create", Path: path, Err: fs.ErrExist}
	}
	return beside(path, mode, whole(data), func(part, path string) error {
		// Other than a rename, a hard link never replaces a file that has come to be
		// there meanwhile. Where the file system has no links, the check at the beginning
		// has to do.
		if err := os.Link(part, path); err == nil {
			return os.Remove(part)
		} else if errors.Is(err, fs.ErrExist) {
			return err
		}
		return os.Rename(part, path)
	})
}

// follow gives the file that a path leads to, which need not be there.
func follow(path string) (string, error) {
	// As many as a system follows.
	for range 40 {
		to, err := os.Readlink(path)
		if err != nil {
			// It is no link, or there is nothing.
			return path, nil
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(path), to)
		}
		path = to
	}
	return "", &fs.PathError{Op: "open", Path: path, Err: errors.New("too many levels of symbolic links")}
}

// errNoRoom says that a file can't be written beside another one.
var errNoRoom = errors.New("nothing can be written beside it")

// create makes a file that Sweep leaves alone while it is held.
func create(folder string, mode fs.FileMode) (part string, f, held *os.File, err error) {
	// A sweep may see the file before it is held, and not for long.
	for try := 1; ; try++ {
		part = filepath.Join(folder, Prefix+rand.Text())
		if f, err = os.OpenFile(part, os.O_CREATE|os.O_EXCL|os.O_WRONLY, mode); err != nil {
			return part, nil, nil, err
		}
		held = hold(part)
		if _, err := os.Lstat(part); held != nil && err == nil || try == tries {
			return part, f, held, nil
		}
		_, _, _ = f.Close(), held.Close(), os.Remove(part)
	}
}

// Sweep removes what processes have left in a folder that were killed while they wrote.
func Sweep(folder string) {
	entries, _ := os.ReadDir(folder)
	for _, entry := range entries {
		if !strings.HasPrefix(entry.Name(), Prefix) || !entry.Type().IsRegular() {
			continue
		}
		path := filepath.Join(folder, entry.Name())
		if held := hold(path); held != nil {
			_ = os.Remove(path)
			_ = held.Close()
		}
	}
}

// beside writes a file with a name of its own and then has place put it where it
// belongs.
func beside(target string, mode fs.FileMode, write func(io.Writer) error, place func(part, target string) error) (err error) {
	Sweep(filepath.Dir(target))
	part, f, held, err := create(filepath.Dir(target), mode)
	defer func() { _ = held.Close() }()
	if err != nil {
		if errors.Is(err, fs.ErrPermission) {
			return fmt.Errorf("%w: %w", errNoRoom, named(err, target))
		}
		return named(err, target)
	}
	placed := false
	defer func() {
		// This cleans up even if write panics.
		if !placed {
			_ = f.Close()
			err = errors.Join(err, os.Remove(part))
		}
	}()
	if err := fill(f, write); err != nil {
		return named(err, target)
	}
	if err := f.Sync(); err != nil && !errors.Is(err, errors.ErrUnsupported) && !errors.Is(err, syscall.EINVAL) {
		return named(err, target)
	}
	if err := f.Close(); err != nil {
		return named(err, target)
	}
	switch err := place(part, target); {
	case errors.Is(err, syscall.EBUSY):
		return fmt.Errorf("%w: %w", errNoRoom, named(err, target))
	case err != nil:
		return named(err, target)
	}
	placed = true
	flush(filepath.Dir(target))
	return nil
}

// straight writes to a file as it is. Opening it may empty it.
func straight(may func() error, path string, flags int, write func(io.Writer) error) error {
	if err := may(); err != nil {
		return err
	}
	f, err := os.OpenFile(path, flags, 0)
	if err != nil {
		return err
	}
	return errors.Join(fill(f, write), f.Close())
}

func fill(f *os.File, write func(io.Writer) error) error {
	buffered := bufio.NewWriterSize(f, 64<<10)
	if err := write(buffered); err != nil {
		return err
	}
	return buffered.Flush()
}

// named has an error speak of the file that was to be written, and not of the one
// beside it.
func named(err error, target string) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok && filepath.Base(path.Path) != filepath.Base(target) {
		return &fs.PathError{Op: path.Op, Path: target, Err: path.Err}
	}
	if link, ok := errors.AsType[*os.LinkError](err); ok {
		return &fs.PathError{Op: link.Op, Path: target, Err: link.Err}
	}
	return err
}

// flush takes the new name of a file to the disk, as far as the system can.
func flush(folder string) {
	if f, err := os.Open(folder); err == nil {
		// The file itself is there; its name would be back after a crash at worst.
		_ = f.Sync()
		_ = f.Close()
	}
}
