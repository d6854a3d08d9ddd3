package report

import (
	"bytes"
	"io"
	"path/filepath"
	"strings"

	"github.com/hooktest/hooktest/internal/notation"
)

func githubFormat() Format[Report] { return Document("github", writeGitHub) }

// writeGitHub writes a workflow command for each finding, and the summary as a last notice.
// Errors come first, because GitHub shows only the first few.
func writeGitHub(w io.Writer, r Report) error {
	var b bytes.Buffer
	for _, f := range r.errorsFirst() {
		a := notation.Annotation{Kind: string(f.Severity), File: filepath.ToSlash(f.At.File), Line: f.At.Line, Title: f.heading(), Message: f.told(notation.AnnotationLength)}
		if f.Severity == Info {
			a.Kind = "notice"
		}
		if a.File != "" {
			a.Line = max(a.Line, 1)
		}
		b.WriteString(a.String())
	}
	if len(r.Summary) > 0 {
		b.WriteString(notation.Annotation{Kind: "notice", Title: r.Title, Message: strings.Join(r.Summary, "\n")}.String())
	}
	_, err := w.Write(b.Bytes())
	return err
}
