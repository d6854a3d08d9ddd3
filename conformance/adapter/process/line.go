package process

import (
	"bufio"
	"errors"
	"io"

	"github.com/hooktest/hooktest/conformance/adapter"
)

// errTooLong reports a line above the protocol's limit.
var errTooLong = errors.New("the line is too long")

// A lineReader gives the lines of a stream, of which none takes more memory than
// the protocol allows.
type lineReader struct{ r *bufio.Reader }

func newLineReader(r io.Reader) *lineReader {
	return &lineReader{bufio.NewReaderSize(r, 64<<10)}
}

// next gives the next line without its line feed. The line is the caller's. At
// the end of the stream it gives io.EOF, and io.ErrUnexpectedEOF where the last
// line lacks its line feed. It does not read a line that is too long to its end.
func (l *lineReader) next() ([]byte, error) {
	var line []byte
	for {
		part, err := l.r.ReadSlice('\n')
		if len(line)+len(part) > adapter.MaxLine+1 {
			return nil, errTooLong
		}
		line = append(line, part...)
		switch {
		case err == nil:
			return line[:len(line)-1], nil
		case errors.Is(err, bufio.ErrBufferFull):
			if len(line) > adapter.MaxLine {
				return nil, errTooLong
			}
		case errors.Is(err, io.EOF) && len(line) > 0:
			return nil, io.ErrUnexpectedEOF
		default:
			return nil, err
		}
	}
}
