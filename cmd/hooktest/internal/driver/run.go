package driver

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/execution"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/scriptedmodel"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/procgroup"
	"github.com/hooktest/hooktest/internal/lazyregexp"
	"github.com/hooktest/hooktest/internal/lists"
	"github.com/hooktest/hooktest/internal/sandbox"
	"github.com/hooktest/hooktest/internal/shellword"
)

// A Spec describes one run of an agent.
type Spec struct {
	Agent   *Agent
	Program Program
	Mode    string
	// Prompt is what the user says, Threads are what the model answers.
	Prompt  string
	Threads []scriptedmodel.Thread
	// Project and Home are the user's folders, absolute and without links. The agent sees them as
	// they are, except for Changed: the texts of files by path. Nothing is written to them.
	Project, Home string
	Changed       map[string][]byte
	// Environ is passed on if it is public. Follows is set if the agent follows variables that lead to
	// other settings than those of Home.
	Environ []string
	Follows bool
	// Scratch is a folder that the agent and its hooks can write to, besides their views. There is no
	// view of a folder in it. Records, if set, is a folder in it whose files are removed before a session is resumed.
	Scratch, Records string
	// Asked, if set, is called with each request of a thread before the model answers.
	Asked func(scriptedmodel.Exchange, View)
}

// An Ending says how a run ended.
type Ending string

const (
	// Exited: by itself. Ended: it did not exit after the model's last turn, and was ended.
	Exited Ending = "exited"
	Ended  Ending = "ended after the model's last turn"
	// TimedOut: it was ended at its time limit.
	TimedOut Ending = "timed out"
)

// A Run is the result of a run.
type Run struct {
	Ending Ending
	procgroup.Exit
	// Stdout and Stderr are the first megabyte of each.
	Stdout, Stderr []byte
	Exchanges      []scriptedmodel.Exchange
	Faults         []string
	Duration       time.Duration
	// Outside are files that the agent, or what it started, has changed in its views of folders that
	// are for neither the user's files nor temporary ones.
	Outside []string
}

// An Untestable is the error of an agent that can't be run here. The message says why, and Hint what
// to do.
type Untestable struct{ Message, Hint string }

func (u *Untestable) Error() string { return u.Message }

// Before is the thread of the session that another one resumes.
const Before = "before"

const beforeMark = "Please wait for more"

// port is where the model is in the agent's own network, in which nothing else listens.
const port = 8080

// limits of a run without its own.
const (
	usual  = 120 // seconds
	linger = 10  // seconds
	// grace is how long an agent has to end when it is told to.
	grace = 2 * time.Second
	kept  = 1 << 20
)

// Start runs the agent once, to its end. The error is an *Untestable, one of this machine, or the
// context's.
func Start(ctx context.Context, s Spec) (run Run, err error) {
	if mode, ok := s.Agent.Modes[s.Mode]; !ok || mode.Lacks != "" {
		return Run{}, &Untestable{cmp.Or(mode.Lacks, fmt.Sprintf("%s has no mode %s", s.Agent.Product, s.Mode)), "modes: " + strings.Join(s.Agent.ModeNames(), ", ")}
	}
	own, remove, err := execution.Folder("hooktest-agent-")
	if err != nil {
		return Run{}, err
	}
	defer remove()
	command, err := s.command(own)
	if err != nil {
		return Run{}, err
	}
	policy := &sandbox.Policy{Writable: []string{own}, Covered: s.covered(), Crowd: sandbox.Watch(), Door: &sandbox.Door{Port: port}, Roomy: true}
	if s.Scratch != "" {
		policy.Writable = append(policy.Writable, s.Scratch)
	}
	command.Sandbox = policy
	end := sync.OnceFunc(policy.Crowd.End)
	defer end()
	out, err := s.streams(&command)
	if err != nil {
		return Run{}, err
	}
	defer out.close()
	began := time.Now()
	process, err := procgroup.Start(command)
	out.closeTheirs()
	if errors.Is(err, sandbox.ErrUnavailable) || errors.Is(err, sandbox.ErrConfining) {
		return Run{}, &Untestable{fmt.Sprintf("%s can't be started in a sandbox: %v", s.Agent.Product, err), "agents run only in namespaces of Linux, so that they change nothing and reach no other machine"}
	}
	if err != nil {
		return Run{}, err
	}
	// Hooks may tell the agent to go on.
	before := scriptedmodel.Thread{Name: Before, Mark: beforeMark, Turns: []scriptedmodel.Turn{{Text: "I wait."}}, More: 12}
	model := scriptedmodel.New(scriptedmodel.Script{Threads: append(slices.Clone(s.Threads), before), SideReplies: s.Agent.SideReplies})
	// Requests after the last turn, such as those of a sub-agent in the background, prolong the run.
	over, ended := make(chan struct{}, 1), atomic.Bool{}
	view := View{root: filepath.Join("/proc", strconv.Itoa(process.Pid()), "root")}
	model.Asked = func(e scriptedmodel.Exchange) {
		if s.Asked != nil {
			s.Asked(e, view)
		}
		last := s.Threads[len(s.Threads)-1]
		if ended.Load() || e.Fault != "" || e.Thread == last.Name && e.Turn >= len(last.Turns)-1 {
			ended.Store(true)
			select {
			case over <- struct{}{}:
			default:
			}
		}
	}
	server := &http.Server{Handler: model, ErrorLog: log.New(io.Discard, "", 0), ReadHeaderTimeout: usual * time.Second}
	served := make(chan struct{})
	go func() {
		defer close(served)
		_ = server.Serve(policy.Door.Listener)
	}()
	run.Ending = s.await(ctx, process, over)
	run.Exit, err = process.Finish()
	end()
	run.Stdout, run.Stderr = out.texts()
	run.Outside = policy.Door.Changed(append(temporary, s.Home, s.Project)...)
	run.Duration = time.Since(began)
	_ = server.Close()
	<-served
	run.Exchanges, run.Faults = model.Exchanges(), model.Faults()
	if ctx.Err() != nil {
		return run, ctx.Err()
	}
	return run, err
}

// await waits until the agent ends, or ends it. over tells that the model has had its last turn.
func (s Spec) await(ctx context.Context, process *procgroup.Process, over <-chan struct{}) Ending {
	limit := time.NewTimer(time.Duration(cmp.Or(s.Agent.Seconds, usual)) * time.Second)
	defer limit.Stop()
	var rest <-chan time.Time
	ending := Exited
	for ending == Exited {
		select {
		case <-process.Exited():
			return Exited
		case <-over:
			rest = time.After(time.Duration(cmp.Or(s.Agent.Lingers, linger)) * time.Second)
		case <-rest:
			ending = Ended
		case <-limit.C:
			ending = TimedOut
		case <-ctx.Done():
			ending = TimedOut
		}
	}
	_ = process.Terminate()
	select {
	case <-process.Exited():
	case <-time.After(grace):
		_ = process.Kill()
	}
	return ending
}

// command returns the agent's command line in a shell that first changes its views of files.
func (s Spec) command(own string) (procgroup.Command, error) {
	url := "http://127.0.0.1:" + strconv.Itoa(port)
	with := strings.NewReplacer("{url}", url, "{home}", s.Home)
	line := func(prompt string, arguments []string) []string {
		words := slices.Clone(s.Program.Words)
		for _, a := range arguments {
			words = append(words, with.Replace(strings.ReplaceAll(a, "{prompt}", prompt)))
		}
		return words
	}
	mode, arguments := s.Agent.Modes[s.Mode], s.Agent.Arguments
	if mode.Arguments != nil {
		arguments = mode.Arguments
	}
	environ := s.environ()
	set := []string{"HOME=" + s.Home, "NO_COLOR=1", "TERM=dumb"}
	if mode.Terminal {
		set[2] = "TERM=xterm-256color"
	}
	for name, value := range s.Agent.Environment {
		set = append(set, name+"="+with.Replace(value))
	}
	var script strings.Builder
	script.WriteString("set -e\n")
	n := 0
	place := func(path string, text []byte) error {
		n++
		from := filepath.Join(own, strconv.Itoa(n))
		if err := os.WriteFile(from, text, 0o600); err != nil {
			return err
		}
		// The file keeps its mode, and a link stays one.
		fmt.Fprintf(&script, "mkdir -p %s\ncat %s > %s\n", shellword.Quoted(filepath.Dir(path)), shellword.Quoted(from), shellword.Quoted(path))
		return nil
	}
	for _, f := range s.Agent.Files {
		text, err := f.text(s.Agent)
		if err != nil {
			return procgroup.Command{}, err
		}
		path := filepath.Join(own, filepath.Base(f.Path))
		if err := os.WriteFile(path, text, 0o600); err != nil {
			return procgroup.Command{}, err
		}
		set = append(set, f.Variable+"="+path)
	}
	for _, path := range s.Agent.Secrets {
		fmt.Fprintf(&script, "rm -f %s\n", shellword.Quoted(s.At(path)))
	}
	changed := map[string][]byte{}
	maps.Copy(changed, s.Changed)
	for _, l := range slices.Concat(s.Agent.Logins, mode.Logins) {
		if path, text := l.replaced(s, changed); text != nil {
			changed[path] = text
		}
	}
	for path, text := range changed {
		if err := place(path, text); err != nil {
			return procgroup.Command{}, err
		}
	}
	for path, text := range mode.Files {
		if err := place(s.At(path), []byte(with.Replace(text))); err != nil {
			return procgroup.Command{}, err
		}
	}
	if mode.Before != nil {
		fmt.Fprintf(&script, "%s </dev/null >/dev/null\n", shellword.Join(line(beforeMark+".", mode.Before)))
		if s.Records != "" {
			fmt.Fprintf(&script, "rm -f %s/*\n", shellword.Quoted(s.Records))
		}
	}
	script.WriteString("exec \"$@\"\n")
	return procgroup.Command{
		Path: "/bin/sh", Args: append([]string{"sh", "-c", script.String(), "sh"}, line(s.Prompt, arguments)...), Dir: s.Project,
		Env: execution.With(environ, set...),
	}, nil
}

// At returns a path of the agent's data: below the home directory if it begins with ~/, else below the
// project.
func (s Spec) At(path string) string {
	if rest, ok := strings.CutPrefix(path, "~/"); ok {
		return filepath.Join(s.Home, rest)
	}
	return filepath.Join(s.Project, path)
}

// secret matches the names of variables with keys, that lead agents elsewhere, or that an agent
// sets for programs that it starts.
var secret = lazyregexp.New(`(?i)(KEY|TOKEN|SECRET|PASSWORD|CREDENTIALS?|_PROXY|_URL|_ENDPOINT)$|^(AWS|AZURE|CLAUDE_CODE|XDG)_|^CLAUDECODE$`)

// Public returns the variables that are passed on to an agent and to hooks.
func Public(environ []string) []string {
	return slices.DeleteFunc(slices.Clone(environ), func(variable string) bool {
		name, _, _ := strings.Cut(variable, "=")
		return secret.MatchString(name)
	})
}

// environ returns the variables for the agent. Those that lead to settings are passed on or not by
// Follows, and not by their names.
func (s Spec) environ() []string {
	var leading []string
	for _, name := range s.Agent.Contracts {
		contract := dialect.Known(name)
		for _, file := range contract.Settings.Files {
			leading = append(leading, file.Variables...)
		}
		for _, home := range contract.Settings.Homes {
			leading = append(leading, home.Variable, home.Otherwise)
		}
	}
	leads := func(variable string) bool {
		name, _, _ := strings.Cut(variable, "=")
		return slices.Contains(leading, name)
	}
	all := Public(slices.DeleteFunc(slices.Clone(s.Environ), leads))
	if s.Follows {
		all = append(all, lists.Where(s.Environ, leads)...)
	}
	return all
}

// An output is both streams of the agent.
type output struct {
	ours, theirs []*os.File
	kept         [2]beginning
	readers      sync.WaitGroup
}

// A beginning keeps the first megabyte of what is written to it.
type beginning struct{ text bytes.Buffer }

func (b *beginning) Write(text []byte) (int, error) {
	_, _ = b.text.Write(text[:min(len(text), kept-b.text.Len())])
	return len(text), nil
}

// streams gives the command its streams, and reads them.
func (s Spec) streams(c *procgroup.Command) (*output, error) {
	o, mode := &output{}, s.Agent.Modes[s.Mode]
	if mode.Terminal {
		if err := o.terminal([3]**os.File{&c.Stdin, &c.Stdout, &c.Stderr}, slices.Clone(mode.Answers)); err != nil {
			o.close()
			return nil, &Untestable{fmt.Sprintf("there is no terminal for the agent: %v", err), ""}
		}
		return o, nil
	}
	user := &client{folder: s.Project, prompt: s.Prompt}
	var err error
	if mode.ACP {
		if c.Stdin, user.to, err = os.Pipe(); err == nil {
			o.ours = append(o.ours, user.to)
		}
	} else {
		c.Stdin, err = os.Open(os.DevNull)
	}
	if err != nil {
		return nil, err
	}
	o.theirs = append(o.theirs, c.Stdin)
	for i, to := range []**os.File{&c.Stdout, &c.Stderr} {
		read, write, err := os.Pipe()
		if err != nil {
			o.close()
			return nil, err
		}
		*to = write
		o.ours, o.theirs = append(o.ours, read), append(o.theirs, write)
		o.readers.Go(func() {
			seen := io.TeeReader(read, &o.kept[i])
			if mode.ACP && i == 0 {
				user.follow(seen)
			}
			_, _ = io.Copy(io.Discard, seen)
		})
	}
	return o, nil
}

func (o *output) closeTheirs() {
	for _, f := range o.theirs {
		_ = f.Close()
	}
	o.theirs = nil
}

// texts returns what was written. All writers must have ended.
func (o *output) texts() (stdout, stderr []byte) {
	o.readers.Wait()
	return o.kept[0].text.Bytes(), o.kept[1].text.Bytes()
}

func (o *output) close() {
	o.closeTheirs()
	for _, f := range o.ours {
		_ = f.Close()
	}
	o.readers.Wait()
}
