package guard

import (
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"syscall"
)

// Called reports whether this process is a guard. A program that calls Arm checks it
// first and, if true, calls only Main.
func Called() bool { return len(os.Args) == 1 && os.Args[0] == name }

// post is the guard of this program, with what the two share.
var post struct {
	mu    sync.Mutex
	armed bool
	// process is the guard; nil before there is anything to guard, or if no guard
	// could be started: the program then works without one.
	process *os.Process
	// life is a pipe to the guard, which closes when this process ends, however it does.
	// The names of folders to remove are written to it.
	life *os.File
	// table holds a record for every ward, free are the records not in use.
	table *os.File
	count int64
	free  []int64
	noted int
}

// Arm gives this program a guard from its first process or folder on.
func Arm() {
	post.mu.Lock()
	defer post.mu.Unlock()
	post.armed = true
}

// Disarm ends the guard. Before that, the guard ends all processes that are still
// recorded.
func Disarm() {
	post.mu.Lock()
	defer post.mu.Unlock()
	post.armed = false
	if post.process == nil {
		return
	}
	if post.noted == 0 {
		_ = post.process.Kill()
	}
	_ = post.life.Close()
	_ = post.table.Close()
	_, _ = post.process.Wait()
	post.process = nil
}

// manned starts the guard if none runs, and reports whether one runs.
func manned() bool {
	if !post.armed || post.process != nil {
		return post.armed
	}
	// After a failed start there is no second try.
	post.armed = start() == nil
	return post.armed
}

func start() error {
	table, err := nameless()
	if err != nil {
		return err
	}
	read, write, err := os.Pipe()
	if err != nil {
		_ = table.Close()
		return err
	}
	defer read.Close()
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err == nil {
		defer null.Close()
		// In its own session the guard does not get the terminal's signals, and in
		// the folder "/" it does not keep a file system busy.
		post.process, err = os.StartProcess("/proc/self/exe", []string{name}, &os.ProcAttr{
			Dir: "/", Env: []string{}, Files: []*os.File{null, null, null, read, table}, Sys: &syscall.SysProcAttr{Setsid: true},
		})
	}
	if err != nil {
		_ = table.Close()
		_ = write.Close()
		return err
	}
	post.life, post.table = write, table
	return nil
}

// nameless opens an unnamed temporary file, in memory if possible.
func nameless() (file *os.File, err error) {
	// The syscall package has no name for the system's __O_TMPFILE.
	const tmpfile = 0o20000000 | syscall.O_DIRECTORY
	for _, folder := range []string{"/dev/shm", os.TempDir()} {
		if file, err = os.OpenFile(folder, os.O_RDWR|tmpfile, 0o600); err == nil {
			return file, nil
		}
	}
	return nil, err
}

// A record is the table's entry of a ward: the pipe that it writes to, and its pid, 0
// before that is known. The zero record is unused.
type record struct{ Device, Inode, PID uint64 }

const recordSize = 24

// recordOf returns the record of a process that will write to output.
func recordOf(output *os.File) (record, error) {
	info, err := output.Stat()
	if err != nil {
		return record{}, err
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return record{}, errors.ErrUnsupported
	}
	return record{Device: stat.Dev, Inode: stat.Ino}, nil
}

func (r record) text() []byte {
	text := make([]byte, 0, recordSize)
	for _, n := range []uint64{r.Device, r.Inode, r.PID} {
		text = binary.NativeEndian.AppendUint64(text, n)
	}
	return text
}

// A Ward is a process that must not outlive the program. A nil Ward is not guarded.
type Ward struct {
	index  int64
	record record
}

// Begin records that a process is about to start that writes to output: a pipe without
// other writers, or nil. The caller must call Started after the start, and Done after
// the process has ended or could not be started.
func Begin(output *os.File) *Ward {
	post.mu.Lock()
	defer post.mu.Unlock()
	if !manned() {
		return nil
	}
	w := &Ward{}
	if output != nil {
		// If the output can't be examined, the process is unguarded for the short while
		// until its number is known.
		w.record, _ = recordOf(output)
	}
	if last := len(post.free) - 1; last >= 0 {
		w.index, post.free = post.free[last], post.free[:last]
	} else {
		w.index = post.count
		post.count++
	}
	post.noted++
	w.write()
	return w
}

// Started completes the record with the pid.
func (w *Ward) Started(pid int) {
	if w == nil {
		return
	}
	w.record.PID = uint64(pid)
	w.write()
}

// Done removes the record. Call it before the process is reaped, because after that the
// system may reuse its pid.
func (w *Ward) Done() {
	if w == nil {
		return
	}
	w.record = record{}
	w.write()
	post.mu.Lock()
	defer post.mu.Unlock()
	post.free = append(post.free, w.index)
	post.noted--
}

// write writes the record. If that fails, the process runs unguarded.
func (w *Ward) write() {
	_, _ = post.table.WriteAt(w.record.text(), w.index*recordSize)
}

// Folder records a temporary folder. Call done when it is removed.
func Folder(path string) (done func()) {
	post.mu.Lock()
	defer post.mu.Unlock()
	path, err := filepath.Abs(path)
	if err != nil || !manned() {
		return func() {}
	}
	post.noted++
	_, _ = post.life.WriteString("+" + path + "\x00")
	return sync.OnceFunc(func() {
		post.mu.Lock()
		defer post.mu.Unlock()
		post.noted--
		_, _ = post.life.WriteString("-" + path + "\x00")
	})
}
