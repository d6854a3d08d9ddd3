package suite

import (
	"context"
	"encoding/json"
	"time"

	"github.com/hooktest/hooktest/conformance/adapter"
)

// A Client is the way to an implementation under test. All implementations, the
// built-in one included, come through one.
type Client interface {
	// Hello is what the implementation said of itself.
	Hello() adapter.InitializeResult
	// Call makes one request and gives its result as JSON text. limit bounds the
	// wait; 0 stands for the protocol's limit of the method. An error is an
	// *adapter.Error where the implementation answered with one, an *adapter.Fault where
	// it did not answer as the protocol demands, an *adapter.Restarted where the case
	// is to be run again, an *adapter.GaveUp where the run is over, or the context's.
	Call(ctx context.Context, method string, params any, limit time.Duration) (json.RawMessage, error)
}
