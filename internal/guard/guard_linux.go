package guard

import (
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"syscall"
)

// Called tells whether this process is a guard. A program that arms itself asks
// first of all and, if so, does what Main does and nothing else.
func Called() bool { return len(os.Args) == 1 && os.Args[0] == name }

// post is the guard of this program, with what the two share.
var post struct {
	mu    sync.Mutex
	armed bool
	// process is the guard; nil before there is anything to guard, or where no
	// guard could be started: what a program does it does without one, too.
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

// Disarm ends the guard. If something is still noted, that ends before.
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

// manned starts the guard where there is none, and tells whether there is one.
func manned() bool {
	if !post.armed || post.process != nil {
		return post.armed
	}
	// Whoever could not be given a guard is not asked again.
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
		// A session of its own keeps the terminal's signals away, and the folder
		// "/" holds nobody's disk.
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

// nameless opens a file that no folder has: in memory where there is such a
// folder.
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

// A record is what the table holds of a ward: the pipe that it writes to, and
// its number, 0 before that is known. One that is all zero stands for nobody.
type record struct{ Device, Inode, PID uint64 }

const recordSize = 24

// recordOf is the record of a process that is to write to output.
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

// A Ward is a process that must not outlive the program. nil stands for one that
// nobody guards.
type Ward struct {
	index  int64
	record record
}

// Begin notes that a process is about to start which writes to output, a pipe
// that nobody else writes to, or nil. Once it has started, it must be told so,
// and when it has ended, or has not started, be done.
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

// Started completes the note by the number of the process.
func (w *Ward) Started(pid int) {
	if w == nil {
		return
	}
	w.record.PID = uint64(pid)
	w.write()
}

// Done takes the note back. The number must not yet be anybody else's, so the
// process is better not reaped before.
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

// write writes the record. One that can't be written leaves its process without
// a guard, which is no reason not to start it.
func (w *Ward) write() {
	_, _ = post.table.WriteAt(w.record.text(), w.index*recordSize)
}

// Folder notes a temporary folder, and gives the way to take that back when it is
// removed.
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
