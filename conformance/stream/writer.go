package stream

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/internal/jsontext"
	"github.com/hooktest/hooktest/internal/visible"
)

// A Writer writes the events of one run. Its methods may be called
// concurrently; each writes one line with one call of the underlying Write, and
// flushes it where that writer can.
//
// An event that contradicts earlier ones is rejected and not written. After a
// failed write, every method returns its error.
type Writer struct {
	mu   sync.Mutex
	w    io.Writer
	book book
	err  error
	// restarts and farewell are for the footer.
	restarts *Restarts
	farewell *ShutdownFault
}

// NewWriter writes the header. Kind, Schema and absent lists of the hello are
// filled in.
func NewWriter(w io.Writer, h Header) (*Writer, error) {
	out := &Writer{w: w}
	h.Kind, h.Schema = KindHeader, Schema
	h.Started = h.Started.UTC().Truncate(time.Millisecond)
	hello := &h.Adapter.Hello
	if hello.Profiles == nil {
		hello.Profiles = []adapter.Profile{}
	}
	if hello.Features == nil {
		hello.Features = map[adapter.Feature]bool{}
	}
	if hello.Observes == nil {
		hello.Observes = []adapter.Observation{}
	}
	if h.Requirements == nil {
		h.Requirements = []Requirement{}
	}
	if err := out.line(h, &Header{}); err != nil {
		return nil, err
	}
	return out, nil
}

// Start writes that a case began.
func (w *Writer) Start(e CaseStart) error {
	e.Kind = KindCaseStart
	return w.line(e, &CaseStart{})
}

// Check writes the judgement of a check of a case that has begun and not ended.
// Texts beyond the limits are cut, and each says by how much.
func (w *Writer) Check(e Check) error {
	e.Kind, e.Blame = KindCheck, e.Verdict.Blame()
	e.bound()
	return w.line(e, &Check{})
}

// End writes that a case ended. Its verdict must be the worst of its checks.
func (w *Writer) End(e CaseEnd) error {
	e.Kind = KindCaseEnd
	return w.line(e, &CaseEnd{})
}

// A Cut says why a run is incomplete, and whose fault that is. The zero Cut means
// that the run is complete.
type Cut struct {
	Why   string
	Blame outcome.Blame
}

// Finish writes the footer with the totals of everything written so far; known
// are the entries of the known-failure file. No event follows.
func (w *Writer) Finish(cut Cut, duration time.Duration, known ...KnownFailure) error {
	return w.finish(Footer{Complete: cut.Why == "", Why: cut.Why, Blame: cut.Blame, Milliseconds: Milliseconds(duration), KnownFailures: known})
}

// Restarted records for the footer how often the adapter was restarted and the
// time spent on it.
func (w *Writer) Restarted(times int, cost time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if times > 0 {
		w.restarts = &Restarts{times, Milliseconds(cost)}
	}
}

// Parted records for the footer the adapter's fault during its shutdown.
func (w *Writer) Parted(f ShutdownFault) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.farewell = &f
}

func (w *Writer) finish(e Footer) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	e.Restarts, e.ShutdownFault = cmp.Or(e.Restarts, w.restarts), cmp.Or(e.ShutdownFault, w.farewell)
	e.Required = w.book.run.required()
	e.Kind = KindFooter
	_, e.Totals = w.book.run.RollUp()
	return w.locked(e, &Footer{})
}

// Run returns what was written so far, as Read would return it. It shares no
// memory that later events change.
func (w *Writer) Run() Run {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.book.cutOff(noFooter)
	return w.book.run.clone()
}

func (w *Writer) line(event, target any) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.locked(event, target)
}

// locked writes one line and adds the event to the book as a reader decodes it:
// target is decoded from the line itself, so it shares no memory with the
// caller's event.
func (w *Writer) locked(event, target any) error {
	if w.err != nil {
		return w.err
	}
	text, err := encode(event)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, target); err != nil {
		return fmt.Errorf("reading an event back: %w", err)
	}
	if len(text) > MaxLine {
		return fmt.Errorf("an event of %d bytes, more than %d", len(text), MaxLine)
	}
	if err := w.book.take(target); err != nil {
		return err
	}
	if _, err := w.w.Write(append(text, '\n')); err != nil {
		w.err = fmt.Errorf("writing the stream: %w", err)
		return w.err
	}
	if f, ok := w.w.(interface{ Flush() error }); ok {
		if err := f.Flush(); err != nil {
			w.err = fmt.Errorf("writing the stream: %w", err)
		}
	}
	return w.err
}

// encode writes an event without the HTML escapes of encoding/json, and escapes
// control characters, which could act on the terminal that shows the stream.
func encode(event any) ([]byte, error) {
	text, err := jsontext.Encode(event)
	if err != nil {
		return nil, fmt.Errorf("writing an event: %w", err)
	}
	return visible.JSON(text), nil
}
