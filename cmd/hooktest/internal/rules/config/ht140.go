package config

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/commandfile"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/rules/script"
	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
	hooksettings "github.com/hooktest/hooktest/engine/settings"
	"github.com/hooktest/hooktest/internal/lazyregexp"
)

// ht140 finds hooks started by a script runner that prints its own lines to stdout before the
// answer.
func ht140(v *view, c command) {
	if len(c.Args) > 0 || c.Shell != "" || c.Background {
		return
	}
	folder, words, ok := v.Places.Words(v.asRead(c.Command))
	if !ok {
		return
	}
	run, ok := runOf(folder, words)
	if !ok || !filepath.IsAbs(run.folder) {
		return
	}
	manifest, ok := manifestIn(run.folder)
	if !ok || run.quiet || !manifest.announces(run.runner, run.folder) {
		return
	}
	path, ok := startedIn(run.folder, manifest.Scripts[run.script])
	if !ok || !needsAnswerAlone(v.agent, c.Event) {
		return
	}
	text, err := os.ReadFile(path)
	if err != nil || len(text) > script.Largest || !script.OnlyAnswers(path, text) {
		return
	}
	v.report(c.node.Position(), fmt.Sprintf("%s run writes its own lines to stdout before the answer of %s: %s then reads no answer and continues", run.runner, filepath.Base(path), v.agent.Product),
		fmt.Sprintf("silence it: %s run --silent %s", run.runner, run.script))
}

// needsAnswerAlone reports whether a refusing answer on an event no longer refuses after a line of
// text.
func needsAnswerAlone(c *dialect.Contract, event hook.Event) bool {
	row, _ := c.Event(event)
	for _, d := range row.Rules.Decisions {
		for word, requested := range d.Words {
			if requested != dialect.Denies {
				continue
			}
			answer, _ := json.Marshal(answering(strings.Split(string(d.At), "."), word, event))
			verdict := func(front string) effect.Kind {
				verdict, _ := engine.Judge(c, event, hook.ExecutionResult{Event: event, Ending: hook.Exited, Stdout: []byte(front + string(answer) + "\n")}, hook.Input{})
				return verdict.Kind
			}
			if verdict("") == effect.Deny {
				passed := verdict("> words\n")
				return passed == effect.Allow || passed == effect.Failed
			}
		}
	}
	return false
}

// answering returns an object with a word at a path, and with a reason and the event's name.
func answering(path []string, word string, event hook.Event) map[string]any {
	if len(path) > 1 {
		return map[string]any{path[0]: answering(path[1:], word, event)}
	}
	return map[string]any{path[0]: word, "reason": "no", path[0] + "Reason": "no", "hookEventName": string(event)}
}

// runOf parses the command line of a runner; ok is false if it is not a runner, or the runner's
// action is unknown.
func runOf(folder string, words []string) (r run, ok bool) {
	r.runner, r.folder = filepath.Base(words[0]), folder
	if !slices.Contains([]string{"npm", "pnpm", "yarn"}, r.runner) {
		return run{}, false
	}
	runs := false
	for i := 1; i < len(words); i++ {
		switch word := words[i]; {
		case word == "--silent" || word == "-s":
			r.quiet = true
		case (word == "--loglevel" || word == "--reporter") && i+1 < len(words):
			i++
			r.quiet = r.quiet || words[i] == "silent"
		case slices.Contains([]string{"--prefix", "--dir", "--cwd", "-C"}, word) && i+1 < len(words):
			i++
			r.folder = words[i]
			if !filepath.IsAbs(r.folder) {
				r.folder = filepath.Join(folder, r.folder)
			}
		case word == "--if-present" || word == "--ignore-scripts":
		case strings.HasPrefix(word, "-"):
			return run{}, false
		case !runs && (word == "run" || word == "run-script"):
			runs = true
		case runs:
			r.script = word
			// The other words are the script's arguments.
			return r, true
		default:
			return run{}, false
		}
	}
	return run{}, false
}

func manifestIn(folder string) (m manifest, ok bool) {
	text, err := hooksettings.Text(filepath.Join(folder, "package.json"))
	return m, err == nil && json.Unmarshal(text, &m) == nil
}

// startedIn returns the file that a script's command starts in its package; ok is false if it is
// unknown.
func startedIn(folder, command string) (path string, ok bool) {
	_, words, ok := commandfile.Places{}.Words(command)
	if !ok {
		return "", false
	}
	file := words[0]
	if slices.Contains(commandfile.Interpreters(), filepath.Base(file)) {
		if len(words) < 2 {
			return "", false
		}
		file = words[1]
	} else if !strings.Contains(file, "/") {
		return "", false
	}
	path = filepath.Join(folder, file)
	info, err := os.Stat(path)
	return path, err == nil && info.Mode().IsRegular()
}

// A run is a script runner's command line.
type run struct {
	runner, script, folder string
	// quiet is set if the runner prints nothing itself.
	quiet bool
}

// A manifest is the package.json of a Node package.
type manifest struct {
	Scripts        map[string]string
	PackageManager string
}

var pinned = lazyregexp.New(`^(npm|pnpm|yarn)@(\d+)`)

// announces reports whether the runner is known to print the command that it starts to stdout: npm,
// pnpm up to version 10, and Yarn 1.
func (m manifest) announces(runner, folder string) bool {
	major := 0
	if pin := pinned.FindStringSubmatch(m.PackageManager); pin != nil && pin[1] == runner {
		major, _ = strconv.Atoi(pin[2])
	}
	switch runner {
	case "npm":
		settings, _ := hooksettings.Text(filepath.Join(folder, ".npmrc"))
		return !strings.Contains(string(settings), "silent")
	case "pnpm":
		return major > 0 && major <= 10
	}
	if major == 0 {
		lock, _ := hooksettings.Text(filepath.Join(folder, "yarn.lock"))
		return strings.Contains(string(lock), "# yarn lockfile v1")
	}
	return major == 1
}
