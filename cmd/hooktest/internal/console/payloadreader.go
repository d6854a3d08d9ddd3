package console

import (
	"bytes"
	"fmt"
	"io"
	"os"
)

// payloadLimit is the maximum size in bytes of a payload, and of any other document that the
// command line names. Agents send far less.
const payloadLimit = 64 << 20

// tooLarge is the error for a document beyond the limit.
type tooLarge struct{}

func (tooLarge) Error() string {
	return fmt.Sprintf("larger than %d MiB, the most that is read", payloadLimit>>20)
}

// ReadFile reads a document from a file, which may be a pipe.
func ReadFile(name string) ([]byte, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	size := int64(0)
	if info, err := file.Stat(); err == nil {
		size = info.Size()
	}
	return ReadWhole(file, size)
}

// ReadWhole reads a document of about the expected size. It reads in chunks and joins them at the
// end, because a growing buffer would take several times the document's size.
func ReadWhole(r io.Reader, expected int64) ([]byte, error) {
	const least, most = 4 << 10, 1 << 20
	var pieces [][]byte
	total := 0
	// One extra byte distinguishes the end of a document from the end of the buffer.
	for size := max(min(int(expected), payloadLimit)+1, least); ; size = min(2*size, most) {
		piece := make([]byte, size)
		n, err := io.ReadFull(r, piece)
		pieces, total = append(pieces, piece[:n]), total+n
		switch {
		case total > payloadLimit:
			return nil, tooLarge{}
		case err == nil:
			continue
		case err != io.EOF && err != io.ErrUnexpectedEOF:
			return nil, err
		case len(pieces) == 1:
			return pieces[0], nil
		}
		return bytes.Join(pieces, nil), nil
	}
}
