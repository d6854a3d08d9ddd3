package notation

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/hooktest/hooktest/internal/visible"
)

// AnnotationLength is the most characters of an annotation that a reader can be expected
// to read.
const AnnotationLength = 2000

// An Annotation is a message in a log that GitHub shows next to a line of a file.
type Annotation struct {
	// Kind is error, warning or notice.
	Kind string
	// File, Line and Title are left out where they are empty.
	File           string
	Line           int
	Title, Message string
}

// String is the workflow command, with its line feed. Only the characters that end
// a value or a command are escaped; the rest is as it is shown.
func (a Annotation) String() string {
	inMessage := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	inProperty := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
	line := ""
	if a.Line > 0 {
		line = strconv.Itoa(a.Line)
	}
	var parts []string
	for _, p := range []struct{ name, value string }{{"file", a.File}, {"line", line}, {"title", a.Title}} {
		if p.value != "" {
			parts = append(parts, p.name+"="+inProperty.Replace(visible.Line(p.value)))
		}
	}
	return fmt.Sprintf("::%s %s::%s\n", a.Kind, strings.Join(parts, ","), inMessage.Replace(visible.Text(a.Message)))
}
