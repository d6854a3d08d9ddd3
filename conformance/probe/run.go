package probe

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"sync"
	"syscall"
	"time"
)

// A Spec says how a probe is to behave. It stands in a file beside the hook, so
// that the hook's own command line is the implementation's to shape.
type Spec struct {
	// Hook names the probe, Folder is where its evidence goes.
	Hook   string `json:"hook"`
	Folder string `json:"folder"`
	// Body is the shell script that answers; it reads the same stdin.
	Body string `json:"body"`
	// LeaveStdin has the probe not read stdin at all.
	LeaveStdin bool `json:"leaveStdin,omitempty"`
}

// Run is a whole run of a probe in the current process: note, act, note. It
// gives the exit code; where a signal ended the body, it ends the process by the
// same signal and does not return.
func Run(spec Spec, argv []string) (int, error) {
	r := &Record{Hook: spec.Hook, Argv: argv, Env: environment(), PID: os.Getpid(), Started: time.Now().UnixNano(), TTY: terminals()}
	var err error
	if r.CWD, err = os.Getwd(); err != nil {
		return 0, err
	}
	arrived := make(chan os.Signal, 16)
	signal.Notify(arrived, watched()...)
	if err := begin(spec.Folder, r); err != nil {
		return 0, fmt.Errorf("noting the start: %w", err)
	}
	stop := noteSignals(arrived, spec.Folder, r)
	defer stop()
	if !spec.LeaveStdin {
		data, err := io.ReadAll(os.Stdin)
		read := struct {
			Stdin []byte `json:"stdin"`
			EOF   bool   `json:"eof"`
		}{data, err == nil}
		r.Stdin = data
		if err := note(spec.Folder, r, partStdin, read); err != nil {
			return 0, fmt.Errorf("noting stdin: %w", err)
		}
	}
	state, err := act(spec, r.Stdin)
	if err != nil {
		return 0, err
	}
	end := struct {
		Ended int64 `json:"ended"`
		Exit  int   `json:"exit"`
	}{time.Now().UnixNano(), state.ExitCode()}
	if err := note(spec.Folder, r, partEnd, end); err != nil {
		return 0, fmt.Errorf("noting the end: %w", err)
	}
	stop()
	if err := dieLike(state); err != nil {
		return 0, err
	}
	return state.ExitCode(), nil
}

// act runs the body with the streams of the probe.
func act(spec Spec, stdin []byte) (*os.ProcessState, error) {
	cmd := exec.Command("sh", spec.Body)
	cmd.Stdin = bytes.NewReader(stdin)
	if spec.LeaveStdin {
		cmd.Stdin = os.Stdin
	}
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	err := cmd.Run()
	if err != nil && cmd.ProcessState == nil {
		return nil, fmt.Errorf("starting the body: %w", err)
	}
	// A body that leaves its stdin unread is no fault.
	if _, exited := errors.AsType[*exec.ExitError](err); err != nil && !exited && !errors.Is(err, syscall.EPIPE) {
		return nil, err
	}
	return cmd.ProcessState, nil
}

// noteSignals notes the signals that ask a process to end. The probe goes on:
// its body has got the same signal, if it was sent to the whole group, and
// decides.
func noteSignals(arrived chan os.Signal, folder string, r *Record) (stop func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		var seen struct {
			Signals []Signal `json:"signals"`
		}
		for s := range arrived {
			seen.Signals = append(seen.Signals, Signal{Name: signalName(s), At: time.Now().UnixNano()})
			// Evidence that can't be written shows as missing evidence.
			_ = note(folder, r, partSignal, seen)
		}
	}()
	return sync.OnceFunc(func() {
		signal.Stop(arrived)
		close(arrived)
		<-done
	})
}

func environment() map[string]string {
	env := map[string]string{}
	for _, entry := range os.Environ() {
		key, value, _ := strings.Cut(entry, "=")
		env[key] = value
	}
	return env
}

// terminals names the standard streams that are terminals, as far as a stat
// tells: character devices but the null device.
func terminals() []string {
	null, err := os.Stat(os.DevNull)
	if err != nil {
		return nil
	}
	var names []string
	for _, stream := range []*os.File{os.Stdin, os.Stdout, os.Stderr} {
		info, err := stream.Stat()
		if err == nil && info.Mode()&os.ModeCharDevice != 0 && !os.SameFile(info, null) {
			names = append(names, stream.Name())
		}
	}
	return names
}
