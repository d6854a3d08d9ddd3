// Package machine tells the errors of a machine at its limits from those of what runs on it.
package machine

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"syscall"
)

// limits are the errors of a machine that has no more files, processes, memory or room on a disk.
var limits = []syscall.Errno{syscall.EMFILE, syscall.ENFILE, syscall.EAGAIN, syscall.ENOMEM, syscall.ENOSPC}

// AtLimit reports whether an error is the machine's: the same start would succeed on one with more
// room. nil is not.
func AtLimit(err error) bool {
	return slices.ContainsFunc(limits, func(limit syscall.Errno) bool { return errors.Is(err, limit) })
}

// Told is the error of which another process has told the text: AtLimit is the same for both.
func Told(text string) error {
	for _, limit := range limits {
		if before, ok := strings.CutSuffix(text, limit.Error()); ok {
			return fmt.Errorf("%s%w", before, limit)
		}
	}
	return errors.New(text)
}
