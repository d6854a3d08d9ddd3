package guard

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"io"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"
)

const (
	// patience is how long the guard tries to kill processes that do not end.
	patience = 5 * time.Second
	// interval is how often it checks whether they have ended.
	interval = 5 * time.Millisecond
)

// Main runs a guard: it waits for the end of the program that has started it, and then
// ends its leftover processes and removes its temporary folders.
func Main() int {
	// A signal to the whole job is for the program; the guard has to survive it.
	signal.Ignore(syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	life, table := os.NewFile(3, "life"), os.NewFile(4, "table")
	folders, err := listen(life)
	if err != nil {
		return 1
	}
	pipes, err := life.Stat()
	if err != nil {
		return 1
	}
	text, err := io.ReadAll(io.NewSectionReader(table, 0, 1<<40))
	if err != nil {
		return 1
	}
	if s := wanted(text, pipes); len(s.pids)+len(s.pipes) > 0 {
		End(s.alive)
	}
	for folder := range folders {
		_ = Remove(folder)
	}
	return 0
}

// listen reads the names of folders until the program has ended, and returns those that
// are still recorded.
func listen(life io.Reader) (map[string]bool, error) {
	folders := map[string]bool{}
	for r := bufio.NewReader(life); ; {
		word, err := r.ReadString(0)
		if err != nil {
			if err == io.EOF {
				err = nil
			}
			return folders, err
		}
		if path := strings.TrimSuffix(word[1:], "\x00"); word[0] == '+' {
			folders[path] = true
		} else {
			delete(folders, path)
		}
	}
}

// A search finds processes by their pids or, if the program died before it knew a pid,
// by the pipe that they write to.
type search struct {
	pids  map[int]bool
	pipes map[[2]uint64]bool
}

// wanted reads the table. It uses an output only if it is a pipe on the same device as the
// program's pipes: anything else may belong to other programs, too.
func wanted(table []byte, pipe os.FileInfo) search {
	s := search{pids: map[int]bool{}, pipes: map[[2]uint64]bool{}}
	own, _ := pipe.Sys().(*syscall.Stat_t)
	for ; len(table) >= recordSize; table = table[recordSize:] {
		var r record
		if _, err := binary.Decode(table, binary.NativeEndian, &r); err != nil {
			break
		}
		switch {
		case r.PID > 1:
			s.pids[int(r.PID)] = true
		case r.Inode != 0 && own != nil && r.Device == own.Dev:
			s.pipes[[2]uint64{r.Device, r.Inode}] = true
		}
	}
	return s
}

// End first stops the processes that alive returns, so none can start another one
// unnoticed, and then kills them.
func End(alive func() []int) {
	deadline := time.Now().Add(patience)
	stopped := map[int]bool{}
	for fresh := true; fresh && time.Now().Before(deadline); {
		fresh = false
		for _, pid := range alive() {
			if !stopped[pid] {
				stopped[pid], fresh = true, true
				_ = syscall.Kill(pid, syscall.SIGSTOP)
			}
		}
	}
	for time.Now().Before(deadline) {
		left := alive()
		if len(left) == 0 {
			return
		}
		for _, pid := range left {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
		time.Sleep(interval)
	}
}

// Tree returns the running processes among these, their descendants, and the groups and
// sessions of all of them.
func Tree(pids ...int) []int {
	s := search{pids: map[int]bool{}}
	for _, pid := range pids {
		s.pids[pid] = true
	}
	return s.alive()
}

// alive returns the running processes that the search finds, and adds their groups,
// sessions and descendants to the search.
func (s *search) alive() []int {
	all := processes()
	for _, p := range all {
		if len(s.pipes) > 0 && s.writes(p.pid) {
			s.pids[p.pid] = true
		}
	}
	for more := true; more; {
		more = false
		for _, p := range all {
			if !s.pids[p.pid] && (s.pids[p.parent] || s.pids[p.group] || s.pids[p.session]) && !isGuard(p.pid) {
				s.pids[p.pid], more = true, true
			}
		}
	}
	var alive []int
	for _, p := range all {
		if s.pids[p.pid] && !p.dead {
			alive = append(alive, p.pid)
		}
	}
	return alive
}

// writes reports whether a process's output goes to one of the pipes.
func (s *search) writes(pid int) bool {
	for _, fd := range []string{"1", "2"} {
		var stat syscall.Stat_t
		if syscall.Stat("/proc/"+strconv.Itoa(pid)+"/fd/"+fd, &stat) == nil && s.pipes[[2]uint64{stat.Dev, stat.Ino}] {
			return true
		}
	}
	return false
}

// isGuard reports whether a process is the guard of another program. It must not be killed,
// because that program still needs it.
func isGuard(pid int) bool {
	line, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/cmdline")
	return err == nil && bytes.Equal(line, []byte(name+"\x00"))
}

type running struct {
	pid, parent, group, session int
	// dead reports whether the process has ended and its parent has not reaped it yet.
	dead bool
}

// processes are all processes that /proc shows.
func processes() []running {
	folder, err := os.Open("/proc")
	if err != nil {
		return nil
	}
	defer folder.Close()
	names, err := folder.Readdirnames(-1)
	if err != nil {
		return nil
	}
	var all []running
	for _, name := range names {
		pid, err := strconv.Atoi(name)
		if err != nil {
			continue
		}
		stat, err := os.ReadFile("/proc/" + name + "/stat")
		if err != nil {
			continue
		}
		// PID (NAME) STATE PARENT GROUP SESSION …; the name may hold anything.
		fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
		if len(fields) < 4 {
			continue
		}
		p := running{pid: pid, dead: fields[0] == "Z" || fields[0] == "X"}
		for i, number := range []*int{&p.parent, &p.group, &p.session} {
			*number, _ = strconv.Atoi(fields[i+1])
		}
		all = append(all, p)
	}
	return all
}
