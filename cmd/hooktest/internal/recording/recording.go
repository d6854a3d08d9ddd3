// Package recording puts recorders in front of the hooks of settings files, and takes
// them out again. What it is about to write is noted first, in a journal beside the
// cassette: whenever it ends, by whatever, Stop finds the files as they were or makes
// them so.
package recording

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/recorder/front"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/settingsfile"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/internal/atomicfile"
	"github.com/hooktest/hooktest/internal/shellword"
	"github.com/hooktest/hooktest/internal/visible"
)

// A Journal is what was done to settings files, and so what is to be undone.
type Journal struct {
	Version int       `json:"v"`
	Began   time.Time `json:"began"`
	// Program is the recorder, Cassette where it writes to.
	Program  string    `json:"program"`
	Cassette string    `json:"cassette"`
	Files    []Altered `json:"files"`
	// path and text are the journal's file, as it was read.
	path string
	text []byte
}

const version = 1

// An Altered is one settings file.
type Altered struct {
	Path  string `json:"path"`
	Agent string `json:"agent"`
	// Missing tells that there was no file; Folders were made for it, the outer one
	// first.
	Missing bool     `json:"missing,omitempty"`
	Folders []string `json:"folders,omitempty"`
	// Before is the whole file, After the hash of what was put in its place.
	Before []byte `json:"before"`
	After  string `json:"after"`
	Edits  []Edit `json:"edits"`
}

// An Edit is one hook: what it was, and what it became.
type Edit struct {
	Event string   `json:"event"`
	Where string   `json:"where"`
	From  string   `json:"from,omitempty"`
	To    string   `json:"to"`
	Args  []string `json:"args,omitempty"`
	// With are the arguments with the recorder.
	With []string `json:"with,omitempty"`
	// Added tells that the hook itself was added, with so many objects and lists around
	// it.
	Added bool `json:"added,omitempty"`
	Made  int  `json:"made,omitempty"`
	// Pipe is where an added hook writes to.
	Pipe string `json:"pipe,omitempty"`
}

// JournalOf is the journal's file, which lies beside the cassette.
func JournalOf(cassette string) string { return cassette + ".journal" }

// ErrMoved tells that a journal is that of another cassette: the project was moved or
// copied, or the journal came with it.
var ErrMoved = errors.New("the journal of another cassette")

// ErrRecording tells that a journal is there already.
var ErrRecording = errors.New("recording already")

// Load reads a journal; the error is fs.ErrNotExist where there is none. A journal may
// come with a project, from anybody: one of another cassette is not read, and Stop looks
// at what it says of settings files.
func Load(cassette string) (*Journal, error) {
	path := JournalOf(cassette)
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var j Journal
	if err := json.Unmarshal(data, &j); err != nil {
		return nil, fmt.Errorf("%s: not a journal: %w", path, err)
	}
	if j.Version != version {
		return nil, fmt.Errorf("%s: a journal of version %d, and this hooktest reads %d", path, j.Version, version)
	}
	if !Same(JournalOf(j.Cassette), path) {
		return nil, fmt.Errorf("%s: %w, %s", path, ErrMoved, visible.Line(j.Cassette))
	}
	j.path, j.text = path, data
	return &j, nil
}

// Same reports whether two paths lead to one file, by whatever names. Neither has to be
// there, as long as their folders are.
func Same(a, b string) bool {
	if first, err := os.Stat(a); err == nil {
		second, err := os.Stat(b)
		return err == nil && os.SameFile(first, second)
	}
	return resolved(a) == resolved(b)
}

// resolved is a path without symbolic links, as far as there are files.
func resolved(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil || filepath.Dir(path) == path {
		return real
	}
	return filepath.Join(resolved(filepath.Dir(path)), filepath.Base(path))
}

// A Plan is what is to be done to settings files.
type Plan struct {
	journal Journal
	files   []*settingsfile.File
	texts   [][]byte
}

// New is a plan without files. Program and cassette are absolute.
func New(program, cassette string) *Plan {
	return &Plan{journal: Journal{Version: version, Began: time.Now().UTC(), Program: program, Cassette: cassette}}
}

// Edits are what is planned, file by file.
func (p *Plan) Edits() []Altered { return p.journal.Files }

// Files are those that are to be changed.
func (p *Plan) Files() []*settingsfile.File { return p.files }

// Len counts the hooks.
func (p *Plan) Len() int {
	n := 0
	for _, file := range p.journal.Files {
		n += len(file.Edits)
	}
	return n
}

// Wrap plans a recorder in front of those hooks of a file that are wanted.
func (p *Plan) Wrap(file *settingsfile.File, wanted func(settingsfile.Hook) bool) {
	altered := p.alter(file)
	var changes []settingsfile.Change
	for _, h := range file.Hooks() {
		if !wanted(h) || IsRecorder(h.Command.Text(), h.Args()) {
			continue
		}
		edit, made := p.journal.wrapped(file.Contract, h, shellOf(file.Contract))
		changes = append(changes, made...)
		altered.Edits = append(altered.Edits, edit)
	}
	if len(changes) > 0 {
		p.add(file, altered, file.With(changes))
	}
}

// wrapped puts a recorder in front of a hook. The recorder starts a command line with
// that shell.
func (j *Journal) wrapped(contract *dialect.Contract, h settingsfile.Hook, shell string) (Edit, []settingsfile.Change) {
	recorder := front.Front{Agent: contract.Name, Event: string(h.Event), Cassette: j.Cassette}
	edit := Edit{Event: string(h.Event), Where: h.Command.Position().String(), From: h.Command.Text()}
	if h.Arguments == nil {
		recorder.Shell = append([]string{shell}, contract.Launch.Shell(runtime.GOOS).Flags...)
		edit.To = guarded(recorder, j.Program, edit.From)
		return edit, []settingsfile.Change{settingsfile.Replace(h.Command, edit.To)}
	}
	edit.Args = h.Args()
	// The words of the hook are the script's arguments, where nothing has to be quoted.
	script := unlessReady(j.Program) + shellword.Join(recorder.Words(j.Program)) + allArguments
	edit.To, edit.With = "/bin/sh", append([]string{"-c", script, "sh", edit.From}, edit.Args...)
	return edit, []settingsfile.Change{settingsfile.Replace(h.Command, edit.To), settingsfile.Replace(h.Arguments, edit.With)}
}

// allArguments is how the script of a recorder ends that starts a program: with the
// recorder, or without.
const allArguments = ` "$@"; exec "$@"`

// unlessReady is the start of a line that a shell goes on with if the program can be a
// recorder. An empty or damaged program, or one that has too little memory, does not say
// that it is ready; the line after this one then runs the hook by itself.
func unlessReady(program string) string {
	return fmt.Sprintf(`[ "$(exec 2>/dev/null; %s </dev/null || :)" != %s ] || exec `, shellword.Join(front.ReadyWords(program)), front.Ready)
}

// Add plans a hook that takes the next payload of an event and has no opinion. The
// cassette is a named pipe.
func (p *Plan) Add(file *settingsfile.File, event hook.Event, pipe string) error {
	edit, text, err := p.journal.added(file, event, pipe)
	if err != nil {
		return err
	}
	altered := p.alter(file)
	altered.Edits = []Edit{edit}
	p.add(file, altered, text)
	return nil
}

// added is a file with a hook that writes to a pipe.
func (j *Journal) added(file *settingsfile.File, event hook.Event, pipe string) (Edit, []byte, error) {
	recorder := front.Front{Agent: file.Contract.Name, Event: string(event), Cassette: pipe, Alone: true}
	command := unlessReady(j.Program) + shellword.Join(recorder.Words(j.Program))
	text, made, err := file.Added(event, settingsfile.Entry(file.Contract, "", command))
	return Edit{Event: string(event), Where: file.Path, To: command, Added: true, Made: made, Pipe: pipe}, text, err
}

func (p *Plan) alter(file *settingsfile.File) Altered {
	altered := Altered{Path: file.Path, Agent: file.Contract.Name, Missing: file.Missing, Before: file.Data}
	if file.Missing {
		for folder := filepath.Dir(file.Path); ; folder = filepath.Dir(folder) {
			if _, err := os.Stat(folder); err == nil || folder == filepath.Dir(folder) {
				break
			}
			altered.Folders = slices.Insert(altered.Folders, 0, folder)
		}
	}
	return altered
}

func (p *Plan) add(file *settingsfile.File, altered Altered, text []byte) {
	altered.After = settingsfile.Sum(text)
	p.journal.Files = append(p.journal.Files, altered)
	p.files, p.texts = append(p.files, file), append(p.texts, text)
}

// Start notes the plan and carries it out. Where that fails half-way, what was done is
// undone.
func (p *Plan) Start() error {
	data, err := json.Marshal(p.journal)
	if err != nil {
		return err
	}
	path := JournalOf(p.journal.Cassette)
	if err := atomicfile.Create(path, 0o600, append(data, '\n')); errors.Is(err, fs.ErrExist) {
		return ErrRecording
	} else if err != nil {
		return err
	}
	for i, file := range p.files {
		if err := file.Commit(p.texts[i]); err != nil {
			p.journal.path, p.journal.text = path, append(data, '\n')
			_, undo := p.journal.Stop(func(*dialect.Contract, string) bool { return true })
			return errors.Join(fmt.Errorf("%s: %w", file.Path, err), undo)
		}
	}
	return nil
}

// guarded is a hook's command with the recorder in front of it. The command is in a
// here-document, where nothing has to be quoted, so that an agent that puts values into
// the text does so as without the recorder. The command is there once more after the
// recorder's line: if hooktest can't run, the hook runs by itself.
func guarded(recorder front.Front, program, text string) string {
	mark := "HOOKTEST"
	for strings.Contains("\n"+text+"\n", "\n"+mark+"\n") {
		mark += "_"
	}
	return fmt.Sprintf("%s%s %d<<'%s'\n%s\n%s\n%s", unlessReady(program), shellword.Join(recorder.Words(program)), front.TextFrom, mark, text, mark, text)
}

// shellOf is the shell that an agent runs hooks with.
func shellOf(contract *dialect.Contract) string {
	shell := contract.Launch.Shell(runtime.GOOS)
	for _, program := range shell.Programs {
		if _, err := exec.LookPath(program); err == nil {
			return program
		}
	}
	return shell.Fallback
}
