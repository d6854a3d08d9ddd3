// Package replay runs the records of a cassette again, and reports what has changed: the agent's
// verdict, the exit code, the streams.
//
// Records are scrubbed, and so are the results that they are compared with. The package prints
// nothing.
package replay

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/cassette"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/commandfile"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/eventinput"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/execution"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/scrub"
	"github.com/hooktest/hooktest/internal/jsontext"
	"github.com/hooktest/hooktest/internal/sandbox"
	"github.com/hooktest/hooktest/internal/shellword"
)

// A Player runs recorded payloads.
type Player struct {
	// Command replaces the recorded hook, unless it is empty.
	Command string
	// Project is the folder that hooks run in.
	Project  string
	Environ  []string
	Scrubber *scrub.Scrubber
	// Sandbox confines hooks, like that of execution.Spec. nil means no sandbox.
	Sandbox *sandbox.Policy
}

// An Answer is a hook's result, scrubbed.
type Answer struct {
	Verdict effect.Kind `json:"verdict"`
	Rule    string      `json:"rule"`
	Exit    int         `json:"exit"`
	Signal  string      `json:"signal,omitempty"`
	Stdout  string      `json:"stdout"`
	Stderr  string      `json:"stderr"`
}

// Replayed is one record, run again by the rules of one agent.
type Replayed struct {
	Record cassette.Record
	Agent  string
	Event  hook.Event
	Was    Answer
	Is     Answer
	// Differs names what has changed. For another agent's rules, only the verdict is compared,
	// because only that depends on the rules.
	Differs []string
	// Absent is the reason why nothing was run, or "".
	Absent string
}

// Play runs a record by the rules of an agent, the record's own or another. An error is one of
// this machine.
func (p Player) Play(ctx context.Context, r cassette.Record, contract *dialect.Contract) (Replayed, error) {
	played := Replayed{Record: r, Agent: contract.Name}
	own, ok := dialect.Named(r.Agent)
	if !ok {
		played.Absent = fmt.Sprintf("no agent is called %q", r.Agent)
		return played, nil
	}
	if _, ok := own.Event(hook.Event(r.Event)); !ok {
		played.Absent = eventinput.Without(own, r.Event).Error()
		return played, nil
	}
	if played.Event, ok = eventinput.Event(contract, r.Event); !ok {
		played.Absent = eventinput.Without(contract, r.Event).Error()
		return played, nil
	}
	was, err := p.recorded(ctx, r, own)
	if err != nil {
		return played, err
	}
	command := p.Command
	if command == "" {
		command = p.CommandOf(r)
	}
	is, err := p.fire(ctx, r, contract, played.Event, command)
	if err != nil {
		return played, err
	}
	played.Was, played.Is = was, is
	played.compare(contract.Name == own.Name)
	return played, nil
}

func (r *Replayed) compare(whole bool) {
	note := func(what string, differs bool) {
		if differs {
			r.Differs = append(r.Differs, what)
		}
	}
	note("verdict", r.Was.Verdict != r.Is.Verdict)
	if whole {
		note("exit", r.Was.Exit != r.Is.Exit || r.Was.Signal != r.Is.Signal)
		note("stdout", r.Was.Stdout != r.Is.Stdout)
		note("stderr", r.Was.Stderr != r.Is.Stderr)
	}
}

// Verdict returns the agent's verdict on the recorded result. It returns "" if the agent or its
// event is unknown.
func (p Player) Verdict(ctx context.Context, r cassette.Record) (effect.Kind, error) {
	own, ok := dialect.Named(r.Agent)
	if !ok {
		return "", nil
	}
	if _, ok := own.Event(hook.Event(r.Event)); !ok {
		return "", nil
	}
	was, err := p.recorded(ctx, r, own)
	return was.Verdict, err
}

// CommandOf returns the command of a recorded hook in a form that can be run here.
func (p Player) CommandOf(r cassette.Record) string {
	if len(r.Args) > 0 {
		return string(p.Scrubber.Restore([]byte(shellword.Join(r.Args))))
	}
	return string(p.Scrubber.Restore([]byte(r.Command)))
}

// recorded returns the agent's result for the recorded output. It runs a substitute for the hook
// that prints the same.
func (p Player) recorded(ctx context.Context, r cassette.Record, contract *dialect.Contract) (answer Answer, failure error) {
	folder, remove, err := console.TemporaryFolder("", "hooktest-replay")
	if err != nil {
		return Answer{}, err
	}
	defer func() { failure = errors.Join(failure, remove()) }()
	// The substitute reads the payload to avoid a finding about unread input.
	steps := []string{"cat >/dev/null"}
	for i, text := range []cassette.Text{r.Stdout, r.Stderr} {
		path := filepath.Join(folder, fmt.Sprint(i+1))
		if err := os.WriteFile(path, text, 0o600); err != nil {
			return Answer{}, err
		}
		steps = append(steps, fmt.Sprintf("cat %s >&%d", shellword.Of(path), i+1))
	}
	last := fmt.Sprintf("exit %d", r.Exit)
	if r.Signal != "" {
		last = "ulimit -c 0; kill -" + strings.TrimPrefix(r.Signal, "SIG") + " $$"
	}
	p.Sandbox = nil // It only prints.
	answer, err = p.fire(ctx, r, contract, hook.Event(r.Event), strings.Join(append(steps, last), "; "))
	answer.Exit, answer.Signal, answer.Stdout, answer.Stderr = r.Exit, r.Signal, string(r.Stdout), string(r.Stderr)
	return answer, err
}

func (p Player) fire(ctx context.Context, r cassette.Record, contract *dialect.Contract, event hook.Event, command string) (Answer, error) {
	stdin := p.Scrubber.Restore(r.Stdin)
	fields := jsonvalue.New()
	// The hook gets the payload even if it is not an object. There are no fields then.
	if value, err := jsonvalue.Parse(stdin); err == nil {
		if object, ok := value.(*jsonvalue.Object); ok {
			fields = object
		}
	}
	firing, err := execution.Run(ctx, execution.Spec{
		Contract: contract, Command: command, Event: event, Fields: fields, Stdin: stdin,
		Project: p.Project, Environ: p.Environ, Sandbox: p.Sandbox,
	})
	if err == nil && len(firing.Merged.Results) == 0 {
		err = ctx.Err()
	}
	if err != nil {
		return Answer{}, err
	}
	result, counts := firing.Merged.Results[0], scrub.Counts{}
	return Answer{
		Verdict: firing.Verdict.Kind, Rule: firing.Verdict.Rule, Exit: result.Code, Signal: result.Signal,
		Stdout: p.Scrubber.String(string(result.Stdout), counts), Stderr: p.Scrubber.String(string(result.Stderr), counts),
	}, nil
}

// Recorded is a record with the agent's verdict.
type Recorded struct {
	Record  cassette.Record
	Verdict effect.Kind
}

// Cases writes a case file of records, with paths relative to a folder if they are below it.
// Equal payloads of one hook are one case. left has the records whose command is more than a file
// and its arguments, which a case can't express.
func Cases(records []Recorded, command func(cassette.Record) string, places commandfile.Places, folder, from string) (text []byte, cases int, left []cassette.Record) {
	var out bytes.Buffer
	fmt.Fprintf(&out, "# What %s recorded.\ncases:\n", from)
	var seen, names []string
	for _, r := range records {
		words, ok := wordsOf(command(r.Record), places, folder)
		if !ok {
			left = append(left, r.Record)
			continue
		}
		key := strings.Join(append(slices.Clone(words), r.Record.Agent, r.Record.Event, string(r.Record.Stdin)), "\x00")
		if slices.Contains(seen, key) {
			continue
		}
		seen = append(seen, key)
		name := nameOf(r.Record)
		for n := 2; slices.Contains(names, strings.Join(words, " ")+name); n++ {
			name = fmt.Sprintf("%s, %d", nameOf(r.Record), n)
		}
		names = append(names, strings.Join(words, " ")+name)
		cases++
		fmt.Fprintf(&out, "  - name: %s\n    hook: %s\n    agents: [%s]\n    event: %s\n    stdin: %s\n    expect: {verdict: %s",
			quoted(name), quoted(words), quoted(r.Record.Agent), quoted(r.Record.Event), quoted(string(r.Record.Stdin)), quoted(string(r.Verdict)))
		if r.Record.Signal == "" {
			fmt.Fprintf(&out, ", exit: %d", r.Record.Exit)
		}
		out.WriteString("}\n")
	}
	return out.Bytes(), cases, left
}

// wordsOf returns a command's file, relative to a folder, and its arguments.
func wordsOf(command string, places commandfile.Places, folder string) ([]string, bool) {
	if strings.ContainsAny(command, "|&;<>()`\n") {
		return nil, false
	}
	rest := strings.TrimSpace(places.Expanded(command))
	var words []string
	for rest != "" {
		word, after, plain := commandfile.FirstWord(rest)
		if !plain || word == "" {
			return nil, false
		}
		words, rest = append(words, word), strings.TrimSpace(after)
	}
	if len(words) == 0 || !strings.Contains(words[0], "/") {
		return nil, false
	}
	path := places.Path(words[0])
	if below, err := filepath.Rel(folder, path); err == nil {
		path = filepath.ToSlash(below)
	}
	words[0] = path
	return words, true
}

// nameOf describes what happened.
func nameOf(r cassette.Record) string {
	var payload struct {
		Tool   string `json:"tool_name"`
		Source string `json:"source"`
	}
	// A payload that is not an object has neither a tool nor a source.
	_ = json.Unmarshal(r.Stdin, &payload)
	name := r.Event
	for _, more := range []string{payload.Tool, payload.Source} {
		if more != "" {
			name += " " + more
		}
	}
	return name
}

// quoted formats a text, or a list of texts, as JSON, which is valid YAML.
func quoted(value any) string {
	// Encoding texts can't fail.
	text, _ := jsontext.Encode(value)
	return string(text)
}
