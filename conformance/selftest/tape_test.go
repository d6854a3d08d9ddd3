package selftest_test

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/adapter/builtin"
	"github.com/hooktest/hooktest/internal/executable"
)

// A tape is the recorded requests and results of a true adapter in one run, for a liar
// to replay in the next. It holds only what an adapter can see: requests, the folders
// that they name, and the hooks in these.
type tape struct {
	// Answers holds the results in order, by the request and the earlier requests of
	// the session. Notes holds what the hooks recorded meanwhile.
	Answers map[string][]json.RawMessage
	Notes   map[string][]note
}

// A note is a line that a hook wrote to the listener, without the token, and the
// files next to it, by their suffixes.
type note struct {
	Hook, Line string
	Parts      map[string]string
}

// A strand is one session: its requests so far, and what differs between runs.
type strand struct {
	work, sessionID, name string
	past                  string
}

// player is a recorder, or a liar who plays a tape.
type player struct {
	mu      sync.Mutex
	tape    tape
	strands map[string]*strand
}

// asked returns the key under which a request's result is stored, and its session; a
// component's request belongs to no session.
func (p *player) asked(method string, params json.RawMessage) (string, *strand) {
	var fields struct{ Session, CWD, SessionID string }
	_ = json.Unmarshal(params, &fields)
	p.mu.Lock()
	defer p.mu.Unlock()
	if method == adapter.MethodSessionOpen {
		work, _, _ := strings.Cut(fields.CWD, "/script-case")
		p.strands[fields.Session] = &strand{work: work, sessionID: fields.SessionID, name: fields.Session}
	}
	s := p.strands[fields.Session]
	if s == nil {
		s = &strand{name: "\x00"}
	}
	sum := sha256.Sum256([]byte(s.past + method + s.general(string(params)) + s.bodies()))
	key := fmt.Sprintf("%x", sum[:12])
	s.past = key
	return key, s
}

// general replaces in a text what differs between runs; particular puts it back.
func (s *strand) general(text string) string {
	if s.work == "" {
		return text
	}
	return strings.NewReplacer(s.work, "${WORK}", s.sessionID, "${SESSION}", s.name, "${NAME}").Replace(text)
}

func (s *strand) particular(text string) string {
	return strings.NewReplacer("${WORK}", s.work, "${SESSION}", s.sessionID, "${NAME}", s.name).Replace(text)
}

// hooks are the suite's hooks of the session.
func (s *strand) hooks() []string {
	if s.work == "" {
		return nil
	}
	all, _ := filepath.Glob(s.work + "/script-case/hooks/*")
	return all
}

// bodies are what the hooks do, without the lines of the suite.
func (s *strand) bodies() string {
	var all strings.Builder
	for _, hook := range s.hooks() {
		text, _ := os.ReadFile(hook)
		_, body, _ := strings.Cut(string(text), "\nspy begin ")
		for line := range strings.Lines(body) {
			if !strings.Contains(line, "$((") && !strings.Contains(line, "$$.stdin") && !strings.HasPrefix(line, "$$ ") {
				all.WriteString(s.general(line))
			}
		}
	}
	return all.String()
}

// listening matches the part of a hook's script that records what the hook does.
var listening = regexp.MustCompile(`spy\(\) \{ printf '%s\\n' "(\w+) \$\*" 1<> '([^']+)'; \}`)

// bug makes the hooks of a session write their records to a file, too.
func (s *strand) bug() {
	for _, hook := range s.hooks() {
		text, err := os.ReadFile(hook)
		found := listening.FindSubmatch(text)
		if err != nil || found == nil {
			continue
		}
		with := fmt.Sprintf(`spy() { printf '%%s\n' "%s $*" 1<> '%s'; printf '%%s\n' "%s %s $*" >> '%s'; }`, found[1], found[2], filepath.Base(hook), found[1], s.ledger())
		_ = executable.Write(hook, bytes.Replace(text, found[0], []byte(with), 1))
	}
}

func (s *strand) ledger() string { return s.work + "/ledger" }

// overheard returns what the hooks have recorded since the last call.
func (s *strand) overheard() []note {
	text, err := os.ReadFile(s.ledger())
	if err != nil {
		return nil
	}
	_ = os.Truncate(s.ledger(), 0)
	var all []note
	for line := range strings.Lines(string(text)) {
		words := strings.Fields(line)
		if len(words) < 4 {
			continue
		}
		n := note{Hook: words[0], Line: strings.Join(words[2:], " "), Parts: map[string]string{}}
		if words[2] == "begin" {
			found, _ := filepath.Glob(filepath.Join(filepath.Dir(s.work), "*", words[1]+"."+words[3]+".*"))
			for _, file := range found {
				part, _ := os.ReadFile(file)
				n.Parts[filepath.Ext(file)] = s.general(string(part))
			}
		}
		all = append(all, n)
	}
	return all
}

// calculation matches what a hook of the suite calculates from its process id.
var calculation = regexp.MustCompile(`spy begin \$\$ \$\(\((.*)\)\)`)

// steps are those of a calculation, in order.
var steps = regexp.MustCompile(`([\^%*+]) (\d+)\)`)

// calculate returns what a hook's script would calculate.
func calculate(script []byte, pid string) string {
	n, _ := strconv.ParseInt(pid, 10, 64)
	for _, step := range steps.FindAllSubmatch(calculation.Find(script), -1) {
		operand, _ := strconv.ParseInt(string(step[2]), 10, 64)
		switch step[1][0] {
		case '^':
			n ^= operand
		case '%':
			n %= operand
		case '*':
			n *= operand
		case '+':
			n += operand
		}
	}
	return strconv.FormatInt(n, 10)
}

// forge writes the notes again if a hook's script shows where and how. With
// calculates, it also does the calculation of the hook.
func (s *strand) forge(notes []note, calculates bool) {
	for _, n := range notes {
		text, _ := os.ReadFile(s.work + "/script-case/hooks/" + n.Hook)
		found := listening.FindSubmatch(text)
		if found == nil {
			continue
		}
		token, pipe := string(found[1]), string(found[2])
		words := strings.Fields(n.Line)
		if calculates && words[0] == "begin" {
			n.Line = "begin " + words[1] + " " + calculate(text, words[1])
		}
		for end, part := range n.Parts {
			_ = os.WriteFile(filepath.Join(filepath.Dir(pipe), token+"."+words[1]+end), []byte(s.particular(part)), 0o644)
		}
		if notes, err := os.OpenFile(pipe, os.O_RDWR, 0); err == nil {
			_, _ = fmt.Fprintf(notes, "%s %s\n", token, n.Line)
			_ = notes.Close()
		}
	}
}

// record serves the engine and stores its requests and results.
func record(path string, in io.Reader, out io.Writer) int {
	p := &player{strands: map[string]*strand{}, tape: tape{map[string][]json.RawMessage{}, map[string][]note{}}}
	type open struct {
		key string
		s   *strand
	}
	var pending sync.Map
	asks, asked := io.Pipe()
	answered, answers := io.Pipe()
	go func() {
		lines := bufio.NewReaderSize(in, 1<<20)
		for {
			line, err := lines.ReadBytes('\n')
			if err != nil {
				_ = asked.Close()
				return
			}
			var r struct {
				ID     json.RawMessage
				Method string
				Params json.RawMessage
			}
			_ = json.Unmarshal(line, &r)
			key, s := p.asked(r.Method, r.Params)
			s.bug()
			pending.Store(string(r.ID), open{key, s})
			_, _ = asked.Write(line)
		}
	}()
	var relayed sync.WaitGroup
	relayed.Go(func() {
		lines := bufio.NewReaderSize(answered, 1<<20)
		for {
			line, err := lines.ReadBytes('\n')
			if err != nil {
				return
			}
			var r struct{ ID, Result, Error json.RawMessage }
			_ = json.Unmarshal(line, &r)
			if found, ok := pending.LoadAndDelete(string(r.ID)); ok {
				o := found.(open)
				part := map[string]json.RawMessage{"result": r.Result}
				if r.Error != nil {
					part = map[string]json.RawMessage{"error": r.Error}
				}
				text, _ := json.Marshal(part)
				p.mu.Lock()
				p.tape.Answers[o.key] = append(p.tape.Answers[o.key], json.RawMessage(o.s.general(string(text))))
				p.tape.Notes[o.key] = append(p.tape.Notes[o.key], o.s.overheard()...)
				p.mu.Unlock()
			}
			_, _ = out.Write(line)
		}
	})
	err := adapter.Serve(context.Background(), asks, answers, builtin.New("test"), adapter.Options{Heartbeat: -1})
	_ = answers.Close()
	relayed.Wait()
	text, _ := json.Marshal(p.tape)
	if err != nil || os.WriteFile(path, text, 0o600) != nil {
		return 1
	}
	return 0
}

// play answers from the tape and runs nothing. how reports whether it also forges
// evidence.
func play(how, path string, in io.Reader, out io.Writer) int {
	text, err := os.ReadFile(path)
	p := &player{strands: map[string]*strand{}}
	if err != nil || json.Unmarshal(text, &p.tape) != nil {
		return 7
	}
	lines := bufio.NewReaderSize(in, 1<<20)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return 0
		}
		var r struct {
			ID     json.RawMessage
			Method string
			Params json.RawMessage
		}
		_ = json.Unmarshal(line, &r)
		key, s := p.asked(r.Method, r.Params)
		answer := map[string]json.RawMessage{"jsonrpc": json.RawMessage(`"2.0"`), "id": r.ID}
		switch known := p.tape.Answers[key]; {
		case r.Method == adapter.MethodInitialize:
			var params struct{ Nonce string }
			_ = json.Unmarshal(r.Params, &params)
			hello, _ := builtin.New("test").Initialize(context.Background(), adapter.InitializeParams{Nonce: params.Nonce, ProtocolVersions: []int{adapter.Version}})
			answer["result"], _ = json.Marshal(hello)
		case len(known) > 0:
			if how != "replays" {
				s.forge(p.tape.Notes[key], how == "calculates")
			}
			_ = json.Unmarshal([]byte(s.particular(string(known[0]))), &answer)
			p.tape.Answers[key] = append(known[1:], known[0])
		case r.Method == adapter.MethodShutdown, r.Method == adapter.MethodSessionOpen, r.Method == adapter.MethodSessionClose:
			answer["result"] = json.RawMessage(`{}`)
		default:
			answer["error"] = json.RawMessage(`{"code":-32000,"message":"not on the tape","data":{"kind":"adapter"}}`)
		}
		text, _ := json.Marshal(answer)
		_, _ = out.Write(append(text, '\n'))
		if r.Method == adapter.MethodShutdown {
			return 0
		}
	}
}
