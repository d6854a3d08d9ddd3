package sandbox

import (
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// architectures are the kernel's identifiers of the architecture that system call numbers
// belong to.
var architectures = map[string]uint32{
	"amd64": unix.AUDIT_ARCH_X86_64, "arm64": unix.AUDIT_ARCH_AARCH64, "riscv64": unix.AUDIT_ARCH_RISCV64,
}

// changes are the calls that change a file's metadata, for which Landlock has no rule.
var changes = append([]uint32{
	unix.SYS_FCHMOD, unix.SYS_FCHMODAT, unix.SYS_FCHMODAT2, unix.SYS_FCHOWN, unix.SYS_FCHOWNAT, unix.SYS_UTIMENSAT,
	unix.SYS_SETXATTR, unix.SYS_LSETXATTR, unix.SYS_FSETXATTR, unix.SYS_REMOVEXATTR, unix.SYS_LREMOVEXATTR, unix.SYS_FREMOVEXATTR,
}, oldChanges...)

// filter refuses sockets that could reach other processes: local ones and, without a
// network namespace, internet ones. Without a mount namespace, changes of modes, owners
// and times do nothing but succeed: an error would fail hooks that make their own files
// private.
func filter(alone bool) error {
	architecture, known := architectures[runtime.GOARCH]
	if !known {
		return unix.ENOSYS
	}
	const (
		numberAt, architectureAt, argumentAt = 0, 4, 16
		load                                 = unix.BPF_LD | unix.BPF_W | unix.BPF_ABS
		equal                                = unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K
		give                                 = unix.BPF_RET | unix.BPF_K
		refused                              = unix.SECCOMP_RET_ERRNO | uint32(unix.EACCES)
		pretended                            = unix.SECCOMP_RET_ERRNO
	)
	program := []unix.SockFilter{
		{Code: load, K: architectureAt},
		{Code: equal, K: architecture, Jt: 1},
		{Code: give, K: unix.SECCOMP_RET_ALLOW},
		{Code: load, K: numberAt},
	}
	// with makes the filter return answer for a loaded value.
	with := func(value, answer uint32) {
		program = append(program, unix.SockFilter{Code: equal, K: value, Jf: 1}, unix.SockFilter{Code: give, K: answer})
	}
	families := []uint32{unix.AF_UNIX}
	if alone {
		families = append(families, unix.AF_INET, unix.AF_INET6)
		for _, call := range changes {
			with(call, pretended)
		}
	}
	with(unix.SYS_IO_URING_SETUP, refused)
	program = append(program,
		unix.SockFilter{Code: equal, K: unix.SYS_SOCKET, Jt: 1},
		unix.SockFilter{Code: give, K: unix.SECCOMP_RET_ALLOW},
		unix.SockFilter{Code: load, K: argumentAt},
	)
	for _, family := range families {
		with(family, refused)
	}
	program = append(program, unix.SockFilter{Code: give, K: unix.SECCOMP_RET_ALLOW})
	whole := unix.SockFprog{Len: uint16(len(program)), Filter: &program[0]}
	return unix.Prctl(unix.PR_SET_SECCOMP, unix.SECCOMP_MODE_FILTER, uintptr(unsafe.Pointer(&whole)), 0, 0)
}
