package stress

import (
	"path/filepath"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/agents"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/target"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/casefile"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/eventinput"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/probe"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/internal/glob"
)

// casesOf returns the hook's own cases that need no setup, from its comments and from the case
// files next to it. It ignores cases that it can't read: hooktest test reports those.
func casesOf(t target.Target) []casefile.Case {
	if t.Path == "" {
		return nil
	}
	all, _ := casefile.Comments(t.Path, t.Text)
	for _, file := range glob.Paths(filepath.Join(filepath.Dir(t.Path), "*"+casefile.Suffix), "*"+casefile.Suffix) {
		cases, _ := casefile.Load(file)
		all = append(all, cases...)
	}
	var own []casefile.Case
	for _, c := range all {
		script, err := filepath.Abs(c.Script)
		plain := len(c.Files)+len(c.Env)+len(c.Path)+len(c.Set)+len(c.Args) == 0 && c.Setup == "" && c.CWD == "" && c.Skip == ""
		if err == nil && script == t.Path && plain {
			own = append(own, c)
		}
	}
	return own
}

// fromCases converts the hook's own cases to an agent's event inputs. All of them are for the
// event of the first.
func fromCases(a agents.Agent, cases []casefile.Case) []probe.EventInput {
	var all []probe.EventInput
	add := func(o probe.EventInput, err error) {
		// Skip cases for events that the agent has no hooks for.
		if err == nil && (len(all) == 0 || o.Event == all[0].Event) {
			all = append(all, o)
		}
	}
	for _, c := range cases {
		if c.Event != "" && c.Tool == "" && c.Bash == nil && c.Write == nil && c.Prompt == nil && c.Stdin == nil {
			sample, err := eventinput.Of(a.Contract, c.Event, "")
			add(probe.EventInput{Event: sample.Event, Fields: sample.Fields}, err)
			continue
		}
		for _, happens := range []struct {
			role dialect.Role
			on   *string
		}{{dialect.RunShell, c.Bash}, {dialect.WriteFile, c.Write}, {probe.Prompted, c.Prompt}} {
			if happens.on != nil {
				add(probe.Happening(a.Contract, c.Event, happens.role, *happens.on))
			}
		}
	}
	return all
}
