package canary_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/canary"
)

func TestTheLineThatExecutes(t *testing.T) {
	t.Parallel()
	tests := []struct{ by, script, want, reason string }{
		{"a shell", "#!/bin/sh\n# eval is bad\ncat >/dev/null\neval \"$x\"\n", `eval "$x"`, "a comment executes nothing"},
		{"a shell", "jq -r .x | sh\n", "jq -r .x | sh", "a shell that reads its program"},
		{"a shell", "x=$(jq -r .x)\ntimeout 2 $x\n", "timeout 2 $x", "a program of the text's words"},
		{"SQL", "import json, sqlite3\ndb.execute('create table l(c)')\ndb.executescript(\"insert into l values ('%s')\" % c)\n", "db.executescript(\"insert into l values ('%s')\" % c)", "an import and a fixed statement execute no text"},
		{"SQL", "db.execute(statement)\n", "db.execute(statement)", "the text may have been put in before"},
		{"Python", "#!/bin/bash\npython3 --version >/dev/null\npython3 -c \"print('$x')\"\n", "python3 -c \"print('$x')\"", "a line that has no text of the payload is less likely"},
		{"awk", "x=1\nawk \"/$x/\" f\n", `awk "/$x/" f`, "a program in awk"},
		{"Perl", "#!/usr/bin/perl\nmy $x = 1;\neval $x;\n", "eval $x;", "the interpreter's line executes nothing"},
		{"find", "find . -name $x\n", "find . -name $x", "an argument"},
		{"tar", "ls\n", "", "nothing here runs tar"},
	}
	for _, tt := range tests {
		_, line := canary.Text{By: tt.by}.Line([]byte(tt.script))
		assert.Equal(t, tt.want, line, tt.reason)
	}
}
