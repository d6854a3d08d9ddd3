package console

import (
	"errors"
	"io/fs"
	"os"
	"strings"
)

// unfinishedSuffix ends the name of the stream of a run that has not come to its
// end: what a killed run leaves beside the report that it could not write.
const unfinishedSuffix = ".part"

// An unfinished is the stream of a run on the disk as its events come, once for
// each ndjson report that is to be a file. It never fails: what can't be written
// there may still be written at the end. It is not safe for concurrent use.
type unfinished struct{ files []*os.File }

// Unfinished opens the streams. What an earlier run left is replaced, and a run
// that is still writing it goes on with a file without a name.
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

// Write takes one event.
func (u *unfinished) Write(event []byte) (int, error) {
	for _, f := range u.files {
		// A disk that is full now may have room when the report is written.
		_, _ = f.Write(event)
	}
	return len(event), nil
}

// Remove removes the streams once the reports stand in their place.
func (u *unfinished) Remove() {
	for _, f := range u.files {
		own, err := f.Stat()
		_ = f.Close()
		if there, lost := os.Lstat(f.Name()); err == nil && lost == nil && os.SameFile(own, there) {
			_ = os.Remove(f.Name())
		}
	}
}

// whereIsTheRest hints at what a killed run has left in place of its stream.
func whereIsTheRest(path string, err error) string {
	if !errors.Is(err, fs.ErrNotExist) {
		return ""
	}
	if _, err := os.Stat(path + unfinishedSuffix); err != nil {
		return ""
	}
	return "a run that was killed, or is not over yet, has left " + path + unfinishedSuffix
}
