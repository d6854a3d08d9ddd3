package goscan

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"go/scanner"
	"go/token"
	"strings"
)

// Digest is 64 hexadecimal digits over the tokens of Go source, or of a part of
// it. Neither a comment nor another layout changes it; a comment that the
// compiler reads, such as //go:build, does.
func Digest(source []byte) string {
	var tokens scanner.Scanner
	tokens.Init(token.NewFileSet().AddFile("", -1, len(source)), source, nil, scanner.ScanComments)
	sum := sha256.New()
	// The end of a line or the comma that ends a list may be there or not, depending on
	// the layout.
	pending := ""
	for {
		_, kind, literal := tokens.Scan()
		switch kind {
		case token.COMMENT:
			if !strings.HasPrefix(literal, "//go:") {
				continue
			}
		case token.SEMICOLON, token.COMMA:
			fmt.Fprint(sum, pending)
			pending = kind.String() + "\n"
			continue
		case token.RPAREN, token.RBRACE, token.EOF:
			pending = ""
		}
		fmt.Fprint(sum, pending)
		pending = ""
		if kind == token.EOF {
			return hex.EncodeToString(sum.Sum(nil))
		}
		if literal == "" {
			literal = kind.String()
		}
		fmt.Fprintf(sum, "%s\n", literal)
	}
}
