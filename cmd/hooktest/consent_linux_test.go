package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The user is asked at the terminal once for each folder. Any answer except yes runs nothing and
// is not remembered.
func TestConsentIsAskedForOnce(t *testing.T) {
	s := newStage(t)
	s.write("hook.sh", "#!/bin/sh\ncat >/dev/null\necho ran >>\"$HOME/ran\"\n")
	s.write("hook.hooktest.yaml", "hook: ./hook.sh\nagents: [claude]\ncases:\n  - {name: a look, bash: ls, expect: allow}\n")
	for _, tt := range []struct {
		name, typed string
		code        int
		asked, runs bool
	}{
		{"nothing", "\n", 2, true, false},
		{"no", "n\n", 2, true, false},
		{"yes", "y\n", 0, true, true},
		{"later", "", 0, false, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			keyboard, screen := newTerminal(t, 200), newTerminal(t, 200)
			_, err := keyboard.master.WriteString(tt.typed)
			require.NoError(t, err)
			cmd := s.command("test", "hook.hooktest.yaml")
			cmd.Stdin, cmd.Stderr = keyboard.slave, screen.slave
			cmd.Env = append(cmd.Env, "TERM=dumb", "XDG_STATE_HOME="+s.folder+"/state")
			_ = cmd.Run()
			shown := string(screen.hangUp(t))
			assert.Equal(t, tt.code, cmd.ProcessState.ExitCode(), shown)
			assert.Equal(t, tt.asked, strings.Contains(shown, "[y/N]"), shown)
			assert.Contains(t, shown, "runs ")
			if tt.runs {
				assert.FileExists(t, s.folder+"/ran")
			} else {
				assert.NoFileExists(t, s.folder+"/ran")
			}
		})
	}
}
