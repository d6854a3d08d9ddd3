package process

import (
	"context"
	"io"
	"sync"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/adapter/builtin"
)

// Builtin starts the reference engine as an implementation under test that
// reports this version. It is served over pipes in memory; otherwise Builtin is
// like Start.
func Builtin(ctx context.Context, version string, o Options) (*Client, error) {
	return open(ctx, func() (*peer, error) {
		return serve(func() adapter.Adapter { return builtin.New(version) }), nil
	}, o)
}

// serve runs an adapter in this process.
func serve(newAdapter func() adapter.Adapter) *peer {
	theirIn, ourIn := io.Pipe()
	ourOut, theirOut := io.Pipe()
	ctx, cancel := context.WithCancel(context.Background())
	exited := make(chan struct{})
	how := "the adapter ended"
	go func() {
		defer close(exited)
		if err := adapter.Serve(ctx, theirIn, theirOut, newAdapter(), adapter.Options{}); err != nil {
			how += " (" + err.Error() + ")"
		}
		_ = theirIn.Close()
		_ = theirOut.Close()
	}()
	var once sync.Once
	return &peer{
		in: ourIn, out: ourOut, exited: exited,
		how:    func() string { return how },
		hangUp: func() { _ = ourIn.Close() },
		end: func() {
			once.Do(func() {
				cancel()
				_ = ourIn.Close()
				_ = ourOut.Close()
				<-exited
			})
		},
		stderr: func() string { return "" },
	}
}
