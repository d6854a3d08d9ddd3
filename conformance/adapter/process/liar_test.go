package process_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/adapter/builtin"
	"github.com/hooktest/hooktest/conformance/adapter/process"
)

// The test binary is also the adapter: with liarKey in its environment it speaks
// the protocol, with faults on request. A session's name selects the fault of a
// request. The value of liarKey selects the faults of starts, one word per start;
// the last word applies to all later starts.
const (
	liarKey = "HOOKTEST_LIAR"
	// startsKey names a file that grows by a byte at each start.
	startsKey = "HOOKTEST_LIAR_STARTS"
	// phoneKey is an address. A connection to it ends with the process.
	phoneKey = "HOOKTEST_LIAR_PHONE"
)

func TestMain(m *testing.M) {
	modes := strings.Fields(os.Getenv(liarKey))
	if len(modes) == 0 {
		os.Exit(m.Run())
	}
	if modes[0] == "sleeper" {
		phone()
		select {}
	}
	starts := countStart()
	l := &liar{mode: modes[min(starts, len(modes))-1], starts: starts, out: os.Stdout}
	switch l.mode {
	case "engine":
		if adapter.Serve(context.Background(), os.Stdin, os.Stdout, builtin.New("test"), adapter.Options{}) != nil {
			os.Exit(1)
		}
	default:
		l.run()
	}
}

// liarCommand is the command that starts this binary as an adapter.
func liarCommand(t testing.TB, mode string, env ...string) process.Command {
	t.Helper()
	env = append(env, liarKey+"="+mode, startsKey+"="+filepath.Join(t.TempDir(), "starts"))
	// The race detector delays a program's exit by a second.
	env = append(env, "GORACE=atexit_sleep_ms=0")
	return process.Command{Args: []string{os.Args[0]}, Env: append(os.Environ(), env...)}
}

func countStart() int {
	path := os.Getenv(startsKey)
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return 1
	}
	defer func() { _ = f.Close() }()
	_, _ = f.WriteString(".")
	text, _ := os.ReadFile(path)
	return len(text)
}

func phone() {
	if address := os.Getenv(phoneKey); address != "" {
		c, err := net.Dial("tcp", address)
		if err != nil {
			os.Exit(9)
		}
		_, _ = io.WriteString(c, "here\n")
		// The connection stays open as long as the process lives.
		go func() { _, _ = io.Copy(io.Discard, c) }()
	}
}

type liar struct {
	mode   string
	starts int
	mu     sync.Mutex
	out    io.Writer
	held   []string
}

type liarRequest struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params struct {
		Nonce   string `json:"nonce"`
		Session string `json:"session"`
	} `json:"params"`
}

func (l *liar) run() {
	switch l.mode {
	case "exit":
		fmt.Fprintln(os.Stderr, "no licence")
		os.Exit(3)
	case "tell":
		dir, _ := os.Getwd()
		fmt.Fprintf(os.Stderr, "%q %q %q", os.Args[1:], dir, os.Environ())
		os.Exit(1)
	case "silent":
		select {}
	case "stray":
		l.write("Loading plugins...\n")
	case "stubborn":
		stayAlive()
		phone()
	}
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			break
		}
		var r liarRequest
		if json.Unmarshal(line, &r) != nil {
			os.Exit(8)
		}
		switch r.Method {
		case adapter.MethodInitialize:
			l.write(l.hello(string(r.ID), r.Params.Nonce))
		case adapter.MethodShutdown:
			l.shutdown(string(r.ID))
		default:
			l.answer(string(r.ID), r.Params.Session)
		}
	}
	if l.mode == "stubborn" {
		select {}
	}
}

func (l *liar) write(text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	_, _ = io.WriteString(l.out, text)
}

func (l *liar) hello(id, nonce string) string {
	h := adapter.InitializeResult{
		ProtocolVersion: adapter.Version, Nonce: nonce, Dialect: adapter.Dialect,
		Implementation: adapter.Implementation{Name: "liar", Version: "1", Language: "go"},
		Profiles:       []adapter.Profile{adapter.ProfileCore, adapter.ProfileBus}, Features: map[adapter.Feature]bool{},
		Observes: []adapter.Observation{}, MaxInFlight: 4,
	}
	switch l.mode {
	case "error":
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32602,"message":"only version 7 is spoken"}}`+"\n", id)
	case "garbage":
		return "hello\n"
	case "version":
		h.ProtocolVersion = 2
	case "nonce":
		h.Nonce = "always the same"
	case "feature":
		h.Features["settings-filse"] = true
	case "single":
		h.MaxInFlight = 1
	case "fickle":
		h.Implementation.Version = fmt.Sprint(l.starts)
	case "shuffled":
		if l.starts > 1 {
			h.Profiles[0], h.Profiles[1] = h.Profiles[1], h.Profiles[0]
		}
	}
	text, _ := json.Marshal(h)
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":%s}`+"\n", id, text)
}

func (l *liar) shutdown(id string) {
	switch l.mode {
	case "rude":
		os.Exit(0)
	case "stubborn":
		return
	}
	l.write(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":{}}`+"\n", id))
	if l.mode != "lingering" {
		os.Exit(0)
	}
	select {}
}

func ok(id string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":{"hookSystem":null}}`+"\n", id)
}

func padded(id string, length int) string {
	line := []byte(strings.TrimSuffix(ok(id), "}}\n"))
	line = append(line, `,"padding":"`...)
	line = append(line, bytes.Repeat([]byte("x"), length-len(line)-3)...)
	return string(line) + "\"}}\n"
}
