// Package atomicfile replaces files atomically: it writes a temporary file in the same
// folder, flushes it to disk, and renames it. If writing fails, the old file is
// unchanged and the temporary file is removed. A process that is killed during a
// write leaves a file whose name begins with Prefix, which the next write in the
// folder removes.
//
// A device, a pipe or any other file that is not regular is written to directly. The
// package locks nothing: if two processes write one file, one of them wins.
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

// Write replaces the content of a file with the output of write. An existing file
// keeps its mode, and the caller must be allowed to write it; a new one gets mode,
// less the process's umask. Write follows symbolic links.
func Write(path string, mode fs.FileMode, write func(io.Writer) error) error {
	return writeIf(func() error { return nil }, path, mode, write)
}

// ErrChanged is the error of Replace if the file has changed since it was read.
var ErrChanged = errors.New("changed by another program meanwhile")

// Replace writes after to a regular file that still holds before. Otherwise it returns
// ErrChanged and does not change the file.
func Replace(path string, before, after []byte) error {
	return writeIf(func() error { return holds(path, before) }, path, 0, whole(after))
}

// holds returns ErrChanged if a file does not hold a text.
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

// writeIf is Write if may returns nil. It calls may as late as possible: after the
// temporary file is complete, and before it is renamed.
func writeIf(may func() error, path string, mode fs.FileMode, write func(io.Writer) error) error {
	old, err := os.Stat(path)
	switch {
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	case err == nil && !old.Mode().IsRegular():
		return straight(may, path, os.O_WRONLY, write)
	}
	if err == nil {
		// If this process already has the file open, for example as /dev/stdout, its
		// readers would not see a replacement.
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
		return viaTemporary(target, mode, write, func(part, target string) error {
			if err := may(); err != nil {
				return err
			}
			return os.Rename(part, target)
		})
	}
	// Renaming would replace even a file that the caller may not write.
	f, err := os.OpenFile(target, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	keep := func(part, target string) error {
		// A change of owner clears bits of the mode.
		if err := errors.Join(own(part, old), os.Chmod(part, old.Mode().Perm())); err != nil {
			return err
		}
		if err := may(); err != nil {
			return err
		}
		return os.Rename(part, target)
	}
	err = viaTemporary(target, mode, write, keep)
	if errors.Is(err, errNoRoom) {
		// No temporary file can be made next to a file in another user's folder, or
		// next to one that is a mount point.
		return straight(may, target, os.O_WRONLY|os.O_TRUNC, write)
	}
	return err
}

// WriteBytes replaces the content of a file with data.
func WriteBytes(path string, mode fs.FileMode, data []byte) error {
	return Write(path, mode, whole(data))
}

func whole(data []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	}
}

// Create writes a file that must not exist yet; otherwise the error is fs.ErrExist.
func Create(path string, mode fs.FileMode, data []byte) error {
	if _, err := os.Lstat(path); err == nil {
		return &fs.PathError{Op: "create", Path: path, Err: fs.ErrExist}
	}
	return viaTemporary(path, mode, whole(data), func(part, path string) error {
		// Unlike a rename, a hard link never replaces a file that another process has made
		// meanwhile. If the file system has no links, the check at the beginning has to
		// suffice.
		if err := os.Link(part, path); err == nil {
			return os.Remove(part)
		} else if errors.Is(err, fs.ErrExist) {
			return err
		}
		return os.Rename(part, path)
	})
}

// follow resolves symbolic links; the file need not exist.
func follow(path string) (string, error) {
	// The usual limit of a system.
	for range 40 {
		to, err := os.Readlink(path)
		if err != nil {
			// It is not a link, or does not exist.
			return path, nil
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(path), to)
		}
		path = to
	}
	return "", &fs.PathError{Op: "open", Path: path, Err: errors.New("too many levels of symbolic links")}
}

// errNoRoom reports that no temporary file can be made next to the file.
var errNoRoom = errors.New("nothing can be written next to it")

// create makes a file that Sweep does not remove while it is locked.
func create(folder string, mode fs.FileMode) (part string, f, held *os.File, err error) {
	// A sweep may remove the file before it is locked.
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

// Sweep removes the temporary files that killed processes have left in a folder.
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

// viaTemporary writes a temporary file in the folder of target and calls place to put it in
// place.
func viaTemporary(target string, mode fs.FileMode, write func(io.Writer) error, place func(part, target string) error) (err error) {
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

// straight writes to a file directly. Opening it may truncate it.
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

// named replaces the temporary file's path in an error with the target's.
func named(err error, target string) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok && filepath.Base(path.Path) != filepath.Base(target) {
		return &fs.PathError{Op: path.Op, Path: target, Err: path.Err}
	}
	if link, ok := errors.AsType[*os.LinkError](err); ok {
		return &fs.PathError{Op: link.Op, Path: target, Err: link.Err}
	}
	return err
}

// flush writes the new name of a file to disk if the system supports it.
func flush(folder string) {
	if f, err := os.Open(folder); err == nil {
		// The content is on disk; at worst the old name is back after a crash.
		_ = f.Sync()
		_ = f.Close()
	}
}
