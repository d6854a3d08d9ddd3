//go:build unix

package runner

import (
	"bytes"
	"context"
	"os/exec"
	"sync"
	"testing"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// The runner's cost is the time it adds to running the same shell with only os/exec,
// with the same input and output.

func bare(b *testing.B, dir, text string, stdin []byte) {
	cmd := exec.Command("bash", "-c", text)
	cmd.Dir = dir
	cmd.Stdin = bytes.NewReader(stdin)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		b.Error(err)
	}
}

func benchmarkInput(b *testing.B) hook.Input {
	return input(hook.BeforeTool, b.TempDir(), member("tool_name", "write_file"),
		member("tool_input", jsonvalue.New(member("path", "a.txt"), member("content", "hello"))))
}

func BenchmarkBareExec(b *testing.B) {
	in := benchmarkInput(b)
	for b.Loop() {
		bare(b, in.CWD(), "true", in.Bytes())
	}
}

func BenchmarkFireTrivial(b *testing.B) {
	in := benchmarkInput(b)
	r := New(Options{Contract: dialect.LLxprt()})
	plan := planOf(hook.BeforeTool, command("true"))
	for b.Loop() {
		if results := r.ExecuteHooksParallel(context.Background(), plan, in); !results[0].Success {
			b.Fatal(results[0].Err)
		}
	}
}

const (
	many = 64
	nap  = "sleep 0.1"
)

func BenchmarkBareParallel64(b *testing.B) {
	in := benchmarkInput(b)
	for b.Loop() {
		var all sync.WaitGroup
		for range many {
			all.Go(func() { bare(b, in.CWD(), nap, in.Bytes()) })
		}
		all.Wait()
	}
}

func BenchmarkParallel64(b *testing.B) {
	in := benchmarkInput(b)
	r := New(Options{Contract: dialect.LLxprt()})
	plan := planOf(hook.BeforeTool)
	for range many {
		plan.Entries = append(plan.Entries, command(nap))
	}
	for b.Loop() {
		for _, result := range r.ExecuteHooksParallel(context.Background(), plan, in) {
			if !result.Success {
				b.Fatal(result.Err)
			}
		}
	}
}
