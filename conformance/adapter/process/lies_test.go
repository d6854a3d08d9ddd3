package process_test

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/hooktest/hooktest/conformance/adapter"
)

// answer treats a request as its session's name says.
func (l *liar) answer(id, lie string) {
	if text, wrong := l.wrong(id, lie); wrong {
		l.write(text)
		return
	}
	switch lie {
	case "exit 0":
		os.Exit(0)
	case "exit 3":
		os.Exit(3)
	case "answer and exit":
		l.write(ok(id))
		os.Exit(0)
	case "half a line":
		l.write(`{"jsonrpc":"2.0","id":`)
		os.Exit(0)
	case "segfault":
		segfault()
	case "much stderr":
		_, _ = os.Stderr.WriteString(strings.Repeat("noise\n", 100_000) + "the last word\n")
		os.Exit(1)
	case "close stdout":
		_ = os.Stdout.Close()
	case "silent":
	case "late":
		onQuit(func() { l.write(ok(id)) })
	case "stops reading":
		select {}
	case "beat":
		l.beat(id, 1500*time.Millisecond)
		l.write(ok(id))
	case "beat on":
		go l.beat(id, time.Hour)
	case "split":
		for _, b := range []byte(ok(id)) {
			l.write(string(b))
		}
	case "grandchild":
		l.leave(id)
	case "hold":
		l.held = append(l.held, id)
		l.write(`{"jsonrpc":"2.0","method":"$/log","params":{"level":"info","text":"held"}}` + "\n")
	case "release":
		for _, held := range append(l.held, id) {
			l.write(ok(held))
		}
	default:
		l.write(ok(id))
	}
}

// wrong returns output that breaks the protocol or only seems to.
func (l *liar) wrong(id, lie string) (string, bool) {
	start := `{"jsonrpc":"2.0","id":` + id
	switch lie {
	case "garbage":
		return "Warning: deprecated\n", true
	case "empty line":
		return "\n" + ok(id), true
	case "latin-1":
		return start + ",\"result\":{\"hookSystem\":\"\xe9\"}}\n", true
	case "17 MiB":
		return padded(id, 17<<20), true
	case "16 MiB":
		return padded(id, adapter.MaxLine), true
	case "batch":
		return "[" + strings.TrimSpace(ok(id)) + "]\n", true
	case "twice":
		return ok(id) + ok(id), true
	case "swapped":
		return ok(id + "0"), true
	case "text id":
		return ok(`"` + id + `"`), true
	case "null id":
		return ok("null"), true
	case "no id":
		return `{"jsonrpc":"2.0","result":{"hookSystem":null}}` + "\n", true
	case "both":
		return start + `,"result":{"hookSystem":null},"error":{"code":1,"message":"x"}}` + "\n", true
	case "neither":
		return start + "}\n", true
	case "no jsonrpc":
		return `{"id":` + id + `,"result":{"hookSystem":null}}` + "\n", true
	case "old jsonrpc":
		return `{"jsonrpc":"1.0","id":` + id + `,"result":{"hookSystem":null}}` + "\n", true
	case "no object":
		return start + `,"result":true}` + "\n", true
	case "other result":
		return start + `,"result":{"aggregated":{}}}` + "\n", true
	case "bad error":
		return start + `,"error":"no"}` + "\n", true
	case "asks":
		return `{"jsonrpc":"2.0","id":1,"method":"fs/read"}` + "\n", true
	case "beat of nobody":
		return `{"jsonrpc":"2.0","method":"$/heartbeat","params":{"id":4711}}` + "\n", true
	case "beat without id":
		return `{"jsonrpc":"2.0","method":"$/heartbeat"}` + "\n", true
	case "error":
		return start + `,"error":{"code":-32000,"message":"thrown","data":{"kind":"engine"}}}` + "\n", true
	case "unsupported":
		return start + `,"error":{"code":-32601,"message":"no such method"}}` + "\n", true
	case "notes":
		return `{"jsonrpc":"2.0","method":"$/log","params":["odd"]}` + "\r\n" +
			`{"jsonrpc":"2.0","method":"$/progress","params":{}}` + "\n" +
			`{"jsonrpc":"2.0","method":"$/heartbeat","params":{"id":1}}` + "\n" + ok(id), true
	}
	return "", false
}

func (l *liar) beat(id string, d time.Duration) {
	for end := time.Now().Add(d); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		l.write(fmt.Sprintf(`{"jsonrpc":"2.0","method":"$/heartbeat","params":{"id":%s}}`+"\n", id))
	}
}

// leave starts a process that holds the adapter's streams and does not end.
func (l *liar) leave(id string) {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), liarKey+"=sleeper")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	if cmd.Start() != nil {
		os.Exit(7)
	}
	l.write(ok(id))
}
