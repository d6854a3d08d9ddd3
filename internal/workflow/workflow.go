// Package workflow writes GitHub's workflow commands, which make annotations of
// lines of a log. It runs no command and knows no report.
package workflow

import (
	"fmt"
	"strings"

	"github.com/hooktest/hooktest/internal/visible"
)

// Command is one workflow command, with its line feed. properties are names and
// values in turn; a property without a value is left out. Only the characters
// that end a value or a command are escaped; the rest is as it is shown.
func Command(kind, message string, properties ...string) string {
	inMessage := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	inProperty := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
	var parts []string
	for i := 0; i+1 < len(properties); i += 2 {
		if properties[i+1] != "" {
			parts = append(parts, properties[i]+"="+inProperty.Replace(visible.Line(properties[i+1])))
		}
	}
	return fmt.Sprintf("::%s %s::%s\n", kind, strings.Join(parts, ","), inMessage.Replace(visible.Text(message)))
}
