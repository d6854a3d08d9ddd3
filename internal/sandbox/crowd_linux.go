package sandbox

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/hooktest/hooktest/internal/guard"
)

// A Crowd is all processes of the commands that are started with its policies. It is killed if it
// grows beyond the limit: the kernel limits the processes of a user, but not those of root.
//
// Processes are found by the network namespace of their command, which none can leave. Without
// namespaces those are found that descend from the command, or are in its session, while it runs.
type Crowd struct {
	most          int
	stop, stopped chan struct{}

	mu       sync.Mutex
	commands []command
	// base is the least number of threads on this machine while the crowd was small.
	base     int
	exceeded bool
}

// A command is a started one. The file keeps its namespace's number from being used again; it
// is nil without namespaces.
type command struct {
	process *os.Process
	network *os.File
}

// Watch returns an empty crowd, which is watched until its end.
func Watch() *Crowd { return watch(Most) }

func watch(most int) *Crowd {
	c := &Crowd{most: most, stop: make(chan struct{}), stopped: make(chan struct{}), base: threads()}
	go func() {
		defer close(c.stopped)
		const interval = 50 * time.Millisecond
		ticks := time.NewTicker(interval)
		defer ticks.Stop()
		for {
			select {
			case <-ticks.C:
				c.check()
			case <-c.stop:
				return
			}
		}
	}()
	return c
}

// add adds a started command, which has not ended yet.
func (c *Crowd) add(process *os.Process, apart bool) {
	if c == nil {
		return
	}
	one := command{process: process}
	if apart {
		one.network, _ = os.Open(networkOf(process.Pid))
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.commands = append(c.commands, one)
}

// Exceeded reports whether the crowd was too large, and had to be killed.
func (c *Crowd) Exceeded() bool {
	c.check()
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.exceeded
}

// End kills the processes that are left in namespaces of their own, and ends the watch.
func (c *Crowd) End() {
	close(c.stop)
	<-c.stopped
	c.mu.Lock()
	defer c.mu.Unlock()
	guard.End(c.apart)
	for _, one := range c.commands {
		_ = one.network.Close()
	}
}

// check kills the crowd if it is too large. It is cheap until the machine has that many threads
// more than before.
func (c *Crowd) check() {
	c.mu.Lock()
	defer c.mu.Unlock()
	all := threads()
	if c.base = min(c.base, all); all-c.base <= c.most {
		return
	}
	own := 0
	for _, pid := range c.alive() {
		own += threadsOf(pid)
	}
	if own <= c.most {
		c.base = all - own
		return
	}
	c.exceeded = true
	guard.End(c.alive)
}

// alive returns the crowd's running processes.
func (c *Crowd) alive() []int {
	var heads []int
	for _, one := range c.commands {
		// Another process may have the number of a command that has been waited for.
		if one.network == nil && one.process.Signal(syscall.Signal(0)) == nil {
			heads = append(heads, one.process.Pid)
		}
	}
	apart := c.apart()
	if len(heads) == 0 {
		return apart
	}
	return append(apart, guard.Tree(heads...)...)
}

// apart returns the crowd's running processes in namespaces of their own.
func (c *Crowd) apart() (pids []int) {
	var own []os.FileInfo
	for _, one := range c.commands {
		if info, err := one.network.Stat(); err == nil {
			own = append(own, info)
		}
	}
	if len(own) == 0 {
		return nil
	}
	folders, _ := filepath.Glob("/proc/[0-9]*")
	for _, folder := range folders {
		pid, _ := strconv.Atoi(filepath.Base(folder))
		info, err := os.Stat(networkOf(pid))
		if err != nil {
			continue
		}
		for _, one := range own {
			if os.SameFile(info, one) {
				pids = append(pids, pid)
			}
		}
	}
	return pids
}

func networkOf(pid int) string { return "/proc/" + strconv.Itoa(pid) + "/ns/net" }

// threads returns the number of threads on this machine; 0 if the system does not tell.
func threads() int {
	text, _ := os.ReadFile("/proc/loadavg")
	// 0.20 0.18 0.12 1/80 11206: the load three times, running/all, the latest.
	if fields := strings.Fields(string(text)); len(fields) > 3 {
		_, all, _ := strings.Cut(fields[3], "/")
		n, _ := strconv.Atoi(all)
		return n
	}
	return 0
}

// threadsOf returns the number of a process's threads; 0 if it has ended.
func threadsOf(pid int) int {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return 0
	}
	// The field is the twentieth, and the 18th after the name, which may hold anything.
	const at = 17
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	if len(fields) <= at {
		return 0
	}
	n, _ := strconv.Atoi(string(fields[at]))
	return n
}
