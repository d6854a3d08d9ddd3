package suite

import (
	"context"
	"encoding/json"
	"time"

	"github.com/hooktest/hooktest/conformance/adapter"
)

// A Client sends requests to an implementation under test. The built-in engine uses
// one, too.
type Client interface {
	// Hello returns the implementation's answer to initialize.
	Hello() adapter.InitializeResult
	// Call makes one request and returns its result as JSON text. limit bounds the
	// wait; 0 means the protocol's limit for the method. The error is an *adapter.Error
	// if the implementation responded with an error, an *adapter.Fault if it violated
	// the protocol, an *adapter.Restarted if the case must run again, an
	// *adapter.GaveUp if the run is over, or the context's error.
	Call(ctx context.Context, method string, params any, limit time.Duration) (json.RawMessage, error)
}
