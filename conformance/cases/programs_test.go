package cases_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/conformance/cases"
)

func TestProgramsDoNotRestOnTheImplementation(t *testing.T) {
	const script = "# a case\n# requirement: HOOK-003\n\nhook guard other\nclause HOOK-003.1\n"
	const folder = `, which an implementation may not set: use $PROJECT in the body of a hook, "${0%/*}" elsewhere`
	tests := []struct {
		name   string
		in     string
		want   string
		reason string
	}{
		{"the suite's own name", "-- guard --\necho > \"$PROJECT/seen\"\n", "", "the suite sets it"},
		{"a body", "-- guard --\ncat > /dev/null\necho > \"$LLXPRT_PROJECT_DIR/seen\"\n",
			"x/HOOK-003-x.txtar:8: a program rests on LLXPRT_PROJECT_DIR" + folder, "without the variable it is /seen"},
		{"several", "-- guard --\ncd ${GEMINI_PROJECT_DIR}\n-- other --\ncd \"${CLAUDE_PROJECT_DIR:-/}\"\n",
			"x/HOOK-003-x.txtar:7: a program rests on GEMINI_PROJECT_DIR" + folder + "\n" +
				"x/HOOK-003-x.txtar:9: a program rests on CLAUDE_PROJECT_DIR" + folder, "all names, in all spellings, all at once"},
		{"another program", "-- bin/sh --\n#!/bin/sh\necho > $LLXPRT_PROJECT_DIR/seen\n",
			"x/HOOK-003-x.txtar:8: a program rests on LLXPRT_PROJECT_DIR" + folder, "what begins with #! is run, too"},
		{"settings", "-- settings.json --\n{\"command\":\"$LLXPRT_PROJECT_DIR/hook\"}\n", "", "settings are the implementation's to read"},
		{"another variable", "-- guard --\necho $LLXPRT_PROJECT_DIRECTORY\n", "", "only these three are the implementation's"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			text := script + tt.in
			for _, name := range []string{"guard", "other"} {
				if !strings.Contains(text, "-- "+name+" --") {
					text += "-- " + name + " --\n"
				}
			}
			_, err := cases.Parse("x/HOOK-003-x.txtar", []byte(text))
			if tt.want == "" {
				assert.NoError(t, err, tt.reason)
			} else {
				assert.EqualError(t, err, tt.want, tt.reason)
			}
		})
	}
}
