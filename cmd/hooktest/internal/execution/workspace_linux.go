package execution

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// leftovers finds the processes with this temporary folder in their environment, which no other
// process has.
func (s *Workspace) leftovers() []leftover {
	sign := []byte("TMPDIR=" + s.Temp + "\x00")
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	var all []leftover
	for _, entry := range entries {
		id, err := strconv.Atoi(entry.Name())
		if err != nil {
			continue
		}
		environ, err := os.ReadFile(filepath.Join("/proc", entry.Name(), "environ"))
		if err != nil || !bytes.Contains(append(environ, 0), sign) {
			continue
		}
		if dying(id) {
			continue
		}
		name, _ := os.ReadFile(filepath.Join("/proc", entry.Name(), "comm"))
		all = append(all, leftover{id, strings.TrimSpace(string(name))})
	}
	return all
}

// dying reports whether a process has been killed and is about to disappear. Processes in the
// hook's own group are killed when it ends.
func dying(id int) bool {
	folder := filepath.Join("/proc", strconv.Itoa(id))
	stat, err := os.ReadFile(filepath.Join(folder, "stat"))
	if err != nil {
		return true
	}
	// Fields after the name: state, parent, group, session, terminal, its group, flags.
	_, rest, _ := strings.Cut(string(stat), ") ")
	const exiting = 0x4
	fields := strings.Fields(rest)
	if len(fields) < 7 || strings.ContainsAny(fields[0], "ZX") {
		return true
	}
	if flags, err := strconv.ParseUint(fields[6], 10, 64); err != nil || flags&exiting != 0 {
		return true
	}
	status, err := os.ReadFile(filepath.Join(folder, "status"))
	if err != nil {
		return true
	}
	const kill = 1 << (9 - 1)
	for line := range strings.Lines(string(status)) {
		name, value, _ := strings.Cut(line, ":")
		if name != "SigPnd" && name != "ShdPnd" {
			continue
		}
		if pending, err := strconv.ParseUint(strings.TrimSpace(value), 16, 64); err == nil && pending&kill != 0 {
			return true
		}
	}
	return false
}
