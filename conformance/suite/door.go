package suite

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/verdict"
)

// A Door is the way to an implementation under test. All implementations, the
// built-in one included, come through one.
type Door interface {
	// Hello is what the implementation said of itself.
	Hello() adapter.InitializeResult
	// Call makes one request and gives its result as JSON text. limit bounds the
	// wait; 0 stands for the protocol's limit of the method. An error is an
	// *adapter.Error where the implementation answered with one, a *Fault where
	// it did not answer as the protocol demands, or the context's.
	Call(ctx context.Context, method string, params any, limit time.Duration) (json.RawMessage, error)
}

// A Fault is a request that got no answer.
type Fault struct {
	// Verdict is Timeout, Crash or ProtocolViolation.
	Verdict verdict.Verdict
	Message string
	// Stderr is the end of what the adapter wrote to stderr.
	Stderr string
}

func (f *Fault) Error() string { return fmt.Sprintf("%s: %s", f.Verdict, f.Message) }
