// Package interpose puts recorders in front of the hooks of settings files, and removes them. It
// first writes its changes to a journal next to the cassette. If the process is interrupted at
// any point, Stop finds the files unchanged or restores them.
package interpose

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
	"github.com/hooktest/hooktest/engine/settings"
	"github.com/hooktest/hooktest/internal/atomicfile"
	"github.com/hooktest/hooktest/internal/shellword"
	"github.com/hooktest/hooktest/internal/visible"
)

// A Journal lists the changes to settings files, to undo them.
type Journal struct {
	Version int       `json:"v"`
	Began   time.Time `json:"began"`
	// Program is the recorder. Cassette is the file that it writes to.
	Program  string    `json:"program"`
	Cassette string    `json:"cassette"`
	Files    []Altered `json:"files"`
	// path and text are the journal's file, as it was read.
	path string
	text []byte
}

const version = 1

// Altered is one changed settings file.
type Altered struct {
	Path  string `json:"path"`
	Agent string `json:"agent"`
	// Missing is set if there was no file. Folders were created for it, the outermost first.
	Missing bool     `json:"missing,omitempty"`
	Folders []string `json:"folders,omitempty"`
	// Before is the whole file. After is the hash of what replaced it.
	Before []byte `json:"before"`
	After  string `json:"after"`
	Edits  []Edit `json:"edits"`
}

// An Edit is the change to one hook.
type Edit struct {
	Event string   `json:"event"`
	Where string   `json:"where"`
	From  string   `json:"from,omitempty"`
	To    string   `json:"to"`
	Args  []string `json:"args,omitempty"`
	// With are the arguments with the recorder.
	With []string `json:"with,omitempty"`
	// Added is set if the hook itself was added. Made is the number of objects and lists that
	// were added around it.
	Added bool `json:"added,omitempty"`
	Made  int  `json:"made,omitempty"`
	// Pipe is where an added hook writes to.
	Pipe string `json:"pipe,omitempty"`
}

// JournalOf returns the path of the journal, which is next to the cassette.
func JournalOf(cassette string) string { return cassette + ".journal" }

// ErrMoved is the error for a journal of another cassette: the project was moved or copied, or
// the journal came with it.
var ErrMoved = errors.New("the journal of another cassette")

// ErrRecording is the error if there is a journal already.
var ErrRecording = errors.New("recording already")

// Load reads a journal. The error is fs.ErrNotExist if there is none. A journal may be part of an
// untrusted project, so Load refuses one of another cassette, and Stop verifies its changes.
func Load(cassette string) (*Journal, error) {
	path := JournalOf(cassette)
	data, err := settings.Text(path)
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

// Same reports whether two paths lead to the same file, even by links. The files may be missing
// if their folders exist.
func Same(a, b string) bool {
	if first, err := os.Stat(a); err == nil {
		second, err := os.Stat(b)
		return err == nil && os.SameFile(first, second)
	}
	return resolved(a) == resolved(b)
}

// resolved resolves the symbolic links in the existing part of a path.
func resolved(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil || filepath.Dir(path) == path {
		return real
	}
	return filepath.Join(resolved(filepath.Dir(path)), filepath.Base(path))
}

// A Plan lists the changes to make to settings files.
type Plan struct {
	journal Journal
	files   []*settingsfile.File
	texts   [][]byte
}

// New returns a plan without files. program and cassette are absolute paths.
func New(program, cassette string) *Plan {
	return &Plan{journal: Journal{Version: version, Began: time.Now().UTC(), Program: program, Cassette: cassette}}
}

// Edits returns the planned changes by file.
func (p *Plan) Edits() []Altered { return p.journal.Files }

// Files returns the files that will be changed.
func (p *Plan) Files() []*settingsfile.File { return p.files }

// Len counts the hooks.
func (p *Plan) Len() int {
	n := 0
	for _, file := range p.journal.Files {
		n += len(file.Edits)
	}
	return n
}

// Wrap plans a recorder in front of the selected hooks of a file.
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

// Fronted returns a file's text with recorders in front of its hooks, and changes nothing else. It
// is for a copy of the file: there is no journal. The hooks for which cassette returns "" stay as
// they are.
func Fronted(file *settingsfile.File, program string, cassette func(settingsfile.Hook) string) []byte {
	var changes []settingsfile.Change
	for _, h := range file.Hooks() {
		j := Journal{Program: program, Cassette: cassette(h)}
		if j.Cassette == "" || h.Shell != "" || !h.Plain() {
			continue
		}
		_, made := j.wrapped(file.Contract, h, shellOf(file.Contract))
		changes = append(changes, made...)
	}
	return file.With(changes)
}

// wrapped puts a recorder in front of a hook. shell is the shell for a command line.
func (j *Journal) wrapped(contract *dialect.Contract, h settingsfile.Hook, shell string) (Edit, []settingsfile.Change) {
	recorder := front.Front{Agent: contract.Name, Event: string(h.Event), Cassette: j.Cassette}
	edit := Edit{Event: string(h.Event), Where: h.Command.Position().String(), From: h.Command.Text()}
	if h.Arguments == nil {
		recorder.Shell = append([]string{shell}, contract.Launch.Shell(runtime.GOOS).Flags...)
		edit.To = guarded(recorder, j.Program, edit.From)
		return edit, []settingsfile.Change{settingsfile.Replace(h.Command, edit.To)}
	}
	edit.Args = h.Args()
	// The hook's words are the script's arguments, where they need no quoting.
	script := unlessReady(j.Program) + shellword.Join(recorder.Words(j.Program)) + allArguments
	edit.To, edit.With = "/bin/sh", append([]string{"-c", script, "sh", edit.From}, edit.Args...)
	return edit, []settingsfile.Change{settingsfile.Replace(h.Command, edit.To), settingsfile.Replace(h.Arguments, edit.With)}
}

// allArguments ends the script of a recorder that starts a program. It covers both cases: with
// the recorder, or without.
const allArguments = ` "$@"; exec "$@"`

// unlessReady begins a line that a shell completes only if the program can run as a recorder. An
// empty or damaged program, or one with too little memory, doesn't print Ready. Then the line
// after this one runs the hook without it.
func unlessReady(program string) string {
	return fmt.Sprintf(`[ "$(exec 2>/dev/null; %s </dev/null || :)" != %s ] || exec `, shellword.Join(front.ReadyWords(program)), front.Ready)
}

// Add plans a hook that reads the next payload of an event and makes no decision. It writes to a
// named pipe.
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

// added returns a file with a hook that writes to a pipe.
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

// Start writes the journal and applies the plan. If that fails, it undoes its changes.
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

// guarded returns a hook's command with the recorder in front of it. The command is in a
// here-document, which needs no quoting, so an agent can substitute values in the text as without
// the recorder. The command is repeated after the recorder's line: if hooktest can't run, the
// hook runs by itself.
func guarded(recorder front.Front, program, text string) string {
	mark := "HOOKTEST"
	for strings.Contains("\n"+text+"\n", "\n"+mark+"\n") {
		mark += "_"
	}
	return fmt.Sprintf("%s%s %d<<'%s'\n%s\n%s\n%s", unlessReady(program), shellword.Join(recorder.Words(program)), front.TextFrom, mark, text, mark, text)
}

// shellOf returns the shell that an agent runs hooks with.
func shellOf(contract *dialect.Contract) string {
	shell := contract.Launch.Shell(runtime.GOOS)
	for _, program := range shell.Programs {
		if _, err := exec.LookPath(program); err == nil {
			return program
		}
	}
	return shell.Fallback
}
