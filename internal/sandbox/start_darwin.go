package sandbox

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

const program = "/usr/bin/sandbox-exec"

// Called reports whether this process was started as a launcher: here the system has one.
func Called() bool { return false }

// Main is what a launcher does.
func Main() int { return 0 }

// available tests the launcher, which a managed machine may forbid.
func available() (Strength, error) {
	process, err := (&Policy{}).start("/usr/bin/true", []string{"true"}, &os.ProcAttr{})
	if err != nil {
		return None, nil
	}
	if state, err := process.Wait(); err != nil || !state.Success() {
		return None, nil
	}
	return Full, nil
}

// Start starts a program as os.StartProcess does, confined by the policy.
func (p *Policy) Start(path string, args []string, attr *os.ProcAttr) (*os.Process, error) {
	switch {
	case p == nil:
		return os.StartProcess(path, args, attr)
	case p.Unconfined:
		return limited(path, args, attr)
	}
	if err := Unavailable(); err != nil {
		return nil, err
	}
	return p.start(path, args, attr)
}

func (p *Policy) start(path string, args []string, attr *os.ProcAttr) (*os.Process, error) {
	return os.StartProcess(program, append([]string{"sandbox-exec", "-p", p.profile()}, limiting(path, args)...), attr)
}

// profile allows what the policy allows, and reading.
func (p *Policy) profile() string {
	var b strings.Builder
	b.WriteString("(version 1)(allow default)(deny network*)(deny file-write*)(deny signal)(allow signal (target same-sandbox))")
	for _, folder := range p.Writable {
		fmt.Fprintf(&b, "(allow file-write* (subpath %s))", strconv.Quote(folder))
	}
	for _, device := range []string{"/dev/null", "/dev/zero", "/dev/tty", "/dev/dtracehelper"} {
		fmt.Fprintf(&b, "(allow file-write* (literal %s))", strconv.Quote(device))
	}
	b.WriteString(`(allow file-write* (regex #"^/dev/fd/"))`)
	return b.String()
}
