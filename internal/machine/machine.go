// Package machine distinguishes errors of a machine at its limits from errors of the programs on it.
package machine

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"syscall"
)

// limits are the errors of a machine that has no more files, processes, memory or disk space.
var limits = []syscall.Errno{syscall.EMFILE, syscall.ENFILE, syscall.EAGAIN, syscall.ENOMEM, syscall.ENOSPC}

// AtLimit reports whether an error is the machine's: the same call would succeed on one with more
// resources. It is false for nil.
func AtLimit(err error) bool {
	return slices.ContainsFunc(limits, func(limit syscall.Errno) bool { return errors.Is(err, limit) })
}

// Told returns the error of another process from its text. AtLimit is the same for both.
func Told(text string) error {
	for _, limit := range limits {
		if before, ok := strings.CutSuffix(text, limit.Error()); ok {
			return fmt.Errorf("%s%w", before, limit)
		}
	}
	return errors.New(text)
}
