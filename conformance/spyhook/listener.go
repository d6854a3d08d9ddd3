package spyhook

import (
	"bufio"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/hooktest/hooktest/internal/guard"
	"github.com/hooktest/hooktest/internal/shellword"
)

// awaitLimit bounds how long one hook waits for another. It is generous: a
// loaded machine must not fail a check.
const awaitLimit = 8 * time.Second

// A Listener reads the notes of the hooks of one case from a named pipe. Each note is
// one short line, which the system writes atomically: so the notes are in the order
// of the events, no file holds them for a copy, and the times are the listener's.
type Listener struct {
	folder, pipe string
	// cat, env and dd are quoted absolute paths, because a hook's PATH may be
	// unusable.
	cat, env, dd string
	notes        *os.File
	done         chan struct{}

	mu      sync.Mutex
	sources map[string]*source
	runs    []*run
	events  int
	waiting map[string]*queue
	synced  map[string]chan struct{}
}

// A source is a hook; its token identifies it in the notes.
type source struct {
	hook, token string
	proof       proof
}

type run struct {
	token  string
	record Record
	// read reports that the run has ended and the record has what it noted in files.
	read bool
}

// mostAnswers is how often a hook can be waited for: as many answers as any system's pipe
// holds, so that a hook which asks and does not read can't block the listener.
const mostAnswers = 1000

// A queue is the hooks that wait for one.
type queue struct {
	pipe *os.File
	// asked counts those that have ever waited, pending those that still do.
	asked, pending int
}

// Listen makes a folder for notes in the given folder; "" means the system's temporary
// folder. Close removes it.
func Listen(below string) (*Listener, error) {
	cat, noCat := exec.LookPath("cat")
	env, noEnv := exec.LookPath("env")
	dd, noDD := exec.LookPath("dd")
	if err := errors.Join(noCat, noEnv, noDD); err != nil {
		return nil, fmt.Errorf("the suite's own hooks: %w", err)
	}
	folder, err := os.MkdirTemp(below, "")
	if err != nil {
		return nil, fmt.Errorf("making a folder for notes: %w", err)
	}
	// Some hooks have to end by a signal, even if the suite's parent process ignores it.
	guard.CatchIgnoredSignals()
	l := &Listener{
		cat: shellword.Quoted(cat), env: shellword.Quoted(env), dd: shellword.Quoted(dd), folder: folder, pipe: filepath.Join(folder, "notes"), done: make(chan struct{}),
		sources: map[string]*source{}, waiting: map[string]*queue{}, synced: map[string]chan struct{}{},
	}
	if err := makePipe(l.pipe); err != nil {
		return nil, errors.Join(err, os.RemoveAll(folder))
	}
	// The pipe is also open for writing, so reading never reaches its end.
	if l.notes, err = os.OpenFile(l.pipe, os.O_RDWR, 0); err != nil {
		return nil, errors.Join(err, os.RemoveAll(folder))
	}
	go l.listen()
	return l, nil
}

// Close stops listening and removes the notes.
func (l *Listener) Close() error {
	closed := l.notes.Close()
	<-l.done
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, q := range l.waiting {
		closed = errors.Join(closed, q.pipe.Close())
	}
	clear(l.waiting)
	return errors.Join(closed, unlessFilled(os.RemoveAll(l.folder)))
}

// unlessFilled returns an error of removing a folder, except that the folder is not
// empty: a hook that outlived its run may still write. The rest is removed with the
// folder around it.
func unlessFilled(err error) error {
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	return err
}

func (l *Listener) enlist(hook string) (*source, error) {
	if err := makePipe(l.answers(hook)); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	t := &source{hook: hook, token: rand.Text(), proof: newProof()}
	l.sources[t.token] = t
	return t, nil
}

// Records returns the runs of all hooks in the order in which they began, with
// everything that was recorded before the call.
func (l *Listener) Records() ([]Record, error) {
	if err := l.sync(); err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	records := make([]Record, 0, len(l.runs))
	for _, r := range l.runs {
		record := r.record
		record.Signals = slices.Clone(record.Signals)
		if !r.read {
			if record.Ended == 0 && gone(record.PID) {
				record.Killed, record.Exit = true, -1
			}
			if err := l.read(r.token, &record); err != nil {
				return nil, err
			}
			if record.Ended != 0 {
				r.record, r.read = record, true
			}
		}
		records = append(records, record)
	}
	return records, nil
}

// Count returns how many runs have begun before the call.
func (l *Listener) Count() (int, error) {
	if err := l.sync(); err != nil {
		return 0, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.runs), nil
}

// sync waits until every line in the pipe was read.
func (l *Listener) sync() error {
	mark, heard := rand.Text(), make(chan struct{})
	l.mu.Lock()
	l.synced[mark] = heard
	l.mu.Unlock()
	if _, err := l.notes.WriteString(mark + "\n"); err != nil {
		return fmt.Errorf("hearing the hooks: %w", err)
	}
	select {
	case <-heard:
		return nil
	case <-l.done:
		return fmt.Errorf("hearing the hooks: %w", fs.ErrClosed)
	}
}

// listen reads notes until the pipe is closed. It ignores lines without a known token.
func (l *Listener) listen() {
	defer close(l.done)
	lines := bufio.NewReader(l.notes)
	for {
		line, err := lines.ReadSlice('\n')
		at := time.Now().UnixNano()
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil:
			return
		}
		l.mu.Lock()
		l.hear(strings.Fields(string(line)), at)
		l.mu.Unlock()
	}
}

func (l *Listener) hear(words []string, at int64) {
	if len(words) == 1 {
		if heard, ok := l.synced[words[0]]; ok {
			delete(l.synced, words[0])
			close(heard)
		}
		return
	}
	if len(words) < 3 || l.sources[words[0]] == nil {
		return
	}
	t, verb, args := l.sources[words[0]], words[1], words[3:]
	pid, err := strconv.Atoi(words[2])
	if err != nil {
		return
	}
	if verb == "begin" {
		l.begin(t, pid, args, at)
		return
	}
	// A process id may be used again: the note is of the latest run that had it.
	i := len(l.runs) - 1
	for i >= 0 && (l.runs[i].token != t.token || l.runs[i].record.PID != pid) {
		i--
	}
	if i < 0 {
		return
	}
	r := &l.runs[i].record
	switch {
	case verb == "stdin":
		r.EOF = true
	case verb == "heard" && len(args) == 1:
		r.Signals = append(r.Signals, Signal{args[0], at})
	case verb == "await" && len(args) == 1:
		l.await(args[0])
	case verb == "end" && len(args) == 1 && r.Ended == 0:
		if r.Exit, err = strconv.Atoi(args[0]); err == nil {
			r.Ended, r.Over = at, l.next()
		}
	}
}

func (l *Listener) next() int {
	l.events++
	return l.events
}

func (l *Listener) begin(t *source, pid int, args []string, at int64) {
	if len(args) != 1 || args[0] != strconv.FormatInt(t.proof.of(int64(pid)), 10) {
		return
	}
	count := 1
	for _, r := range l.runs {
		// A hook that was made again goes on counting.
		if r.record.Hook == t.hook {
			count++
		}
	}
	l.runs = append(l.runs, &run{token: t.token, record: Record{Hook: t.hook, Run: count, PID: pid, Started: at, Began: l.next()}})
	if q := l.waiting[t.hook]; q != nil {
		q.answer(began, q.pending)
	}
}

func (l *Listener) await(hook string) {
	q := l.waiting[hook]
	if q == nil {
		pipe, err := os.OpenFile(l.answers(hook), os.O_RDWR, 0)
		if err != nil {
			// There is no such hook. The waiting hook sees that itself.
			return
		}
		q = &queue{pipe: pipe}
		l.waiting[hook] = q
	}
	if q.asked == mostAnswers {
		return
	}
	q.asked++
	q.pending++
	if slices.ContainsFunc(l.runs, func(r *run) bool { return r.record.Hook == hook }) {
		q.answer(began, 1)
		return
	}
	time.AfterFunc(awaitLimit, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		if q.pending > 0 {
			q.answer(never, 1)
		}
	})
}

// The answers to a hook that waits for another.
const (
	began = "y"
	never = "n"
)

// answer sends a byte to this many waiting hooks. The bytes are equal, so it does not
// matter which hook reads which.
func (q *queue) answer(word string, times int) {
	// If the pipe is closed, no hook waits.
	_, _ = q.pipe.WriteString(strings.Repeat(word, times))
	q.pending -= times
}

// read adds to a record what its run noted in files.
func (l *Listener) read(token string, r *Record) error {
	path := func(kind string) string { return l.part(token, strconv.Itoa(r.PID)+"."+kind) }
	part := func(kind string) ([]byte, error) {
		data, err := os.ReadFile(path(kind))
		if errors.Is(err, fs.ErrNotExist) {
			return nil, nil
		}
		return data, err
	}
	given, err := part("given")
	if err != nil {
		return err
	}
	r.given(string(given))
	// On a machine that is busy a note is heard long after it was written; a file
	// bears the time of writing.
	if info, err := os.Stat(path("given")); err == nil {
		r.Started = min(r.Started, info.ModTime().UnixNano())
	}
	env, err := part("env")
	if err != nil {
		return err
	}
	r.env(string(env))
	r.Stdin, err = part("stdin")
	return err
}

// given reads the working directory, the numbers of the streams that are terminals,
// and the arguments. Any of them may be incomplete, because the hook may have been
// killed while writing.
func (r *Record) given(text string) {
	r.Argv = []string{}
	head, rest, whole := strings.Cut(text, "\x00")
	if !whole {
		return
	}
	if i := strings.LastIndexByte(head, '\n'); i >= 0 {
		r.CWD = head[:i]
		for _, fd := range head[i+1:] {
			r.TTY = append(r.TTY, map[rune]string{'0': "/dev/stdin", '1': "/dev/stdout", '2': "/dev/stderr"}[fd])
		}
	}
	words := strings.Split(rest, "\x00")
	r.Argv = append(r.Argv, words[:len(words)-1]...)
}

func (r *Record) env(text string) {
	if text == "" {
		return
	}
	r.Env = map[string]string{}
	for entry := range strings.SplitSeq(strings.TrimSuffix(text, "\x00"), "\x00") {
		key, value, _ := strings.Cut(entry, "=")
		r.Env[key] = value
	}
}
