// Package probe is the hook that the conformance suite puts in the place of a
// user's: it notes for itself what an implementation gave it (arguments,
// environment, working directory, stdin byte for byte, signals, times) and then
// does what the case tells it to.
//
// Run is the hook's side, Read the harness's. What a hook can see is judged by
// these records, not by what an implementation says of itself.
package probe

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A Record is what one run of a probe noted.
type Record struct {
	// Hook is the probe's name in its case, Run counts its runs from 1.
	Hook string `json:"hook"`
	Run  int    `json:"run"`

	Argv []string          `json:"argv"`
	Env  map[string]string `json:"env"`
	CWD  string            `json:"cwd"`
	PID  int               `json:"pid"`
	// Started and Ended are nanoseconds since the epoch; Ended is 0 for a run
	// that was killed before it could note its end.
	Started int64 `json:"started"`
	Ended   int64 `json:"ended,omitempty"`
	// Stdin is what was read, EOF whether its end was reached.
	Stdin []byte `json:"stdin"`
	EOF   bool   `json:"eof"`
	// Signals are those that arrived, in order.
	Signals []Signal `json:"signals,omitempty"`
	// TTY names the standard streams that are terminals.
	TTY []string `json:"tty,omitempty"`
	// Exit is the exit code of the body; -1 where a signal ended it.
	Exit int `json:"exit"`
}

// A Signal is one signal and when it arrived, in nanoseconds since the epoch.
type Signal struct {
	Name string `json:"name"`
	At   int64  `json:"at"`
}

// The parts of a record are files of their own, so that a run that is killed
// leaves what it had noted: NAME.RUN.PART in the evidence folder.
const (
	partBegin  = "begin"
	partStdin  = "stdin"
	partSignal = "signal"
	partEnd    = "end"
)

func partPath(folder, hook string, run int, part string) string {
	return filepath.Join(folder, fmt.Sprintf("%s.%d.%s", hook, run, part))
}

// begin claims the next run of the hook and notes its start. Runs may begin at
// the same time in several processes.
func begin(folder string, r *Record) error {
	for r.Run = 1; ; r.Run++ {
		claim, err := os.OpenFile(partPath(folder, r.Hook, r.Run, "claim"), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return err
		}
		if err := claim.Close(); err != nil {
			return err
		}
		return note(folder, r, partBegin, r)
	}
}

// note writes one part whole: a reader sees it complete or not at all.
func note(folder string, r *Record, part string, value any) error {
	data, err := json.Marshal(value)
	if err != nil {
		return err
	}
	path := partPath(folder, r.Hook, r.Run, part)
	if err := os.WriteFile(path+"~", data, 0o600); err != nil {
		return err
	}
	return os.Rename(path+"~", path)
}

// Read gives the records of an evidence folder in the order in which their runs
// began. A folder that does not exist has none.
func Read(folder string) ([]Record, error) {
	entries, err := os.ReadDir(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var all []Record
	for _, entry := range entries {
		if strings.HasSuffix(entry.Name(), "."+partBegin) {
			r, err := readRecord(folder, strings.TrimSuffix(entry.Name(), "."+partBegin))
			if err != nil {
				return nil, fmt.Errorf("evidence %s: %w", entry.Name(), err)
			}
			all = append(all, r)
		}
	}
	slices.SortFunc(all, func(a, b Record) int {
		if a.Started != b.Started {
			return int(min(max(a.Started-b.Started, -1), 1))
		}
		return strings.Compare(a.Hook+strconv.Itoa(a.Run), b.Hook+strconv.Itoa(b.Run))
	})
	return all, nil
}

func readRecord(folder, stem string) (Record, error) {
	var r Record
	for _, part := range []string{partBegin, partStdin, partSignal, partEnd} {
		data, err := os.ReadFile(filepath.Join(folder, stem+"."+part))
		if errors.Is(err, fs.ErrNotExist) && part != partBegin {
			continue
		}
		if err != nil {
			return Record{}, err
		}
		// Each part holds the fields that it adds.
		if err := json.Unmarshal(data, &r); err != nil {
			return Record{}, err
		}
	}
	return r, nil
}

// Began tells whether a run of the hook has begun.
func Began(folder, hook string) bool {
	_, err := os.Stat(partPath(folder, hook, 1, partBegin))
	return err == nil
}

// Await waits until a run of the hook has begun, or the limit is over. There
// is no event to wait on that works on every system and file system, so it
// looks every millisecond.
func Await(folder, hook string, limit time.Duration) bool {
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for deadline := time.Now().Add(limit); time.Now().Before(deadline); <-tick.C {
		if Began(folder, hook) {
			return true
		}
	}
	return Began(folder, hook)
}
