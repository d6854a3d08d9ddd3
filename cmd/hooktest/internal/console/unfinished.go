package console

import (
	"errors"
	"io/fs"
	"os"
	"strings"
)

// unfinishedSuffix is the suffix of the stream of an unfinished run. A killed run leaves it next
// to the missing report.
const unfinishedSuffix = ".part"

// unfinished writes a run's events to disk as they arrive, once for each ndjson report that is
// written to a file. It ignores write errors, because the report is written again at the end. It
// is not safe for concurrent use.
type unfinished struct{ files []*os.File }

// Unfinished opens the streams. It replaces those of an earlier run. If that run is still active,
// it goes on writing to an unlinked file.
func (r *ReportFlags[T]) Unfinished() *unfinished {
	u := &unfinished{}
	for _, file := range r.files {
		format, path, _ := strings.Cut(file, "=")
		if format != "ndjson" {
			continue
		}
		if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
			continue
		}
		path += unfinishedSuffix
		if info, err := os.Lstat(path); err == nil && (!info.Mode().IsRegular() || os.Remove(path) != nil) {
			continue
		}
		if f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644); err == nil {
			u.files = append(u.files, f)
		}
	}
	return u
}

// Write writes one event.
func (u *unfinished) Write(event []byte) (int, error) {
	for _, f := range u.files {
		// A disk that is full now may have free space when the report is written.
		_, _ = f.Write(event)
	}
	return len(event), nil
}

// Remove removes the streams after the reports were written.
func (u *unfinished) Remove() {
	for _, f := range u.files {
		own, err := f.Stat()
		_ = f.Close()
		if there, lost := os.Lstat(f.Name()); err == nil && lost == nil && os.SameFile(own, there) {
			_ = os.Remove(f.Name())
		}
	}
}

// whereIsTheRest suggests the partial stream of a killed run if the stream is missing.
func whereIsTheRest(path string, err error) string {
	if !errors.Is(err, fs.ErrNotExist) {
		return ""
	}
	if _, err := os.Stat(path + unfinishedSuffix); err != nil {
		return ""
	}
	return "a run that was killed, or is not over yet, has left " + path + unfinishedSuffix
}
