//go:build unix

package cassette

import "syscall"

const noFollow = syscall.O_NOFOLLOW
