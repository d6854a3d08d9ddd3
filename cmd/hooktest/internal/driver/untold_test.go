package driver

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/engine/procgroup"
)

func TestWhyARunShowsNothing(t *testing.T) {
	a := &Agent{Product: "X"}
	tests := []struct {
		name string
		run  Run
		want string
	}{
		{"a login", Run{Ending: Exited, Exit: procgroup.Exit{Code: 41}, Stderr: []byte("a\nb\nplease\nlog\nin\n")}, "X ended with 41 before it asked the model anything: please log in"},
		{"silence", Run{Ending: Exited}, "X ended with 0 before it asked the model anything: it printed nothing"},
		{"a signal", Run{Ending: Exited, Exit: procgroup.Exit{Signal: "SIGSEGV"}, Stdout: []byte("oops")}, "X ended by SIGSEGV before it asked the model anything: oops"},
		{"a hang", Run{Ending: TimedOut, Duration: 61e9}, "X did not end within 1m1s before it asked the model anything: it printed nothing"},
		{"another protocol", Run{Faults: []string{"POST /v9: no rule"}}, "X asked for what the scripted model has no answer to: POST /v9: no rule"},
	}
	for _, tt := range tests {
		assert.Equal(t, tt.want, tt.run.Untold(a), tt.name)
	}
}

func TestHowARunBreaksOff(t *testing.T) {
	tests := []struct {
		name string
		run  Run
		want string
	}{
		{"it does not", Run{Ending: Exited}, ""},
		{"an exit code", Run{Ending: Exited, Exit: procgroup.Exit{Code: 7}}, "ended with 7"},
		{"a signal", Run{Ending: Exited, Exit: procgroup.Exit{Signal: "SIGSEGV"}}, "ended by SIGSEGV"},
		{"it had to be ended", Run{Ending: Ended, Exit: procgroup.Exit{Signal: "SIGTERM"}}, "was ended after the model's last turn"},
		{"a hang", Run{Ending: TimedOut, Duration: 61e9}, "did not end within 1m1s"},
	}
	for _, tt := range tests {
		assert.Equal(t, tt.want, tt.run.Broken(), tt.name)
	}
}
