package console

import (
	"bytes"
	"fmt"
	"io"
	"os"
)

// payloadLimit is how many bytes a payload may have, and every other document
// that is named on the command line: far more than an agent sends.
const payloadLimit = 64 << 20

// A tooLarge is the error of a document beyond the limit.
type tooLarge struct{}

func (tooLarge) Error() string {
	return fmt.Sprintf("larger than %d MiB, the most that is read", payloadLimit>>20)
}

// ReadFile reads a document from a file, which need not be a regular one.
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

// ReadWhole reads a document of which about so many bytes are expected. It keeps
// what it has read in pieces until it knows how much there is: a buffer that
// grows would cost a large document several times its size.
func ReadWhole(r io.Reader, expected int64) ([]byte, error) {
	const least, most = 4 << 10, 1 << 20
	var pieces [][]byte
	total := 0
	// One byte more tells the end of a document from the end of the room.
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
