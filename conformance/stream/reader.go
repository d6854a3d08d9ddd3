package stream

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"
)

const (
	noFooter = "the stream ends without a footer"
	torn     = "the stream breaks off within a line"
)

// A LineError is a line that is not an event, or that contradicts earlier ones.
type LineError struct {
	// Line counts from 1.
	Line int
	Err  error
}

func (e *LineError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }

// Unwrap returns the error in the line.
func (e *LineError) Unwrap() error { return e.Err }

// Read reads one stream. Unknown kinds and keys, a wrong order, and totals that do
// not match the checks are errors, each a *LineError. A stream that ends early,
// even within a line, is not an error: the run holds the events so far, and its
// footer says that it is incomplete. On an error, Read also returns the run up to
// that line.
func Read(r io.Reader) (Run, error) {
	var b book
	lines := bufio.NewReaderSize(r, 64<<10)
	var text []byte
	for n := 1; ; n++ {
		var err error
		text, err = readLine(lines, text[:0])
		last := errors.Is(err, io.EOF)
		switch {
		case last && len(text) == 0:
			return b.end(n, noFooter)
		case err != nil && !last:
			b.cutOff(noFooter)
			return b.run, &LineError{n, err}
		}
		event, err := decode(text)
		if err != nil && last && !json.Valid(text) {
			return b.end(n, torn)
		}
		if err == nil {
			err = b.take(event)
		}
		if err != nil {
			b.cutOff(noFooter)
			return b.run, &LineError{n, err}
		}
		if last {
			return b.end(n+1, noFooter)
		}
	}
}

// end ends a stream; n is the number of the missing line.
func (b *book) end(n int, why string) (Run, error) {
	if !b.begun {
		return Run{}, &LineError{n, errors.New("the stream has no header")}
	}
	if why == torn && b.run.Ended {
		return b.run, &LineError{n, errors.New("a line after the footer")}
	}
	b.cutOff(why)
	return b.run, nil
}

// readLine appends the next line to an empty buffer, without its line feed; a last line without
// a line feed comes with io.EOF.
func readLine(r *bufio.Reader, line []byte) ([]byte, error) {
	for {
		part, err := r.ReadSlice('\n')
		line = append(line, part...)
		if len(line) > MaxLine+1 {
			return nil, fmt.Errorf("longer than %d bytes", MaxLine)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		return bytes.TrimSuffix(line, []byte("\n")), err
	}
}

// blanks return an empty event of each kind, and where it keeps its kind.
var blanks = map[Kind]func() (event any, kind *Kind){
	KindHeader:    func() (any, *Kind) { e := &Header{}; return e, &e.Kind },
	KindCaseStart: func() (any, *Kind) { e := &CaseStart{}; return e, &e.Kind },
	KindCheck:     func() (any, *Kind) { e := &Check{}; return e, &e.Kind },
	KindCaseEnd:   func() (any, *Kind) { e := &CaseEnd{}; return e, &e.Kind },
	KindFooter:    func() (any, *Kind) { e := &Footer{}; return e, &e.Kind },
}

func decode(line []byte) (any, error) {
	if !utf8.Valid(line) {
		return nil, errors.New("not UTF-8")
	}
	kind, err := lineKind(line)
	if err != nil {
		return nil, fmt.Errorf("no event: %w", err)
	}
	blank, known := blanks[kind]
	if !known {
		return nil, fmt.Errorf("unknown kind %q", kind)
	}
	event, read := blank()
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	if err := d.Decode(event); err != nil {
		return nil, fmt.Errorf("no %s: %w", kind, err)
	}
	if rest := bytes.TrimSpace(line[d.InputOffset():]); len(rest) > 0 {
		return nil, fmt.Errorf("no %s: text after it", kind)
	}
	if *read != kind {
		return nil, fmt.Errorf("kind is %q and %q", kind, *read)
	}
	return event, nil
}

// lineKind returns the kind of a line. A Writer's lines begin with it, so that long ones are not
// parsed twice.
func lineKind(line []byte) (Kind, error) {
	if rest, ok := bytes.CutPrefix(line, []byte(`{"kind":"`)); ok {
		if word, _, ok := bytes.Cut(rest, []byte(`"`)); ok && !bytes.ContainsRune(word, '\\') {
			return Kind(word), nil
		}
	}
	var envelope struct {
		Kind Kind `json:"kind"`
	}
	err := json.Unmarshal(line, &envelope)
	return envelope.Kind, err
}
