package diagnosis

import (
	"path/filepath"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/commandfile"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/rules/config"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/rules/script"
	"github.com/hooktest/hooktest/internal/lists"
)

// ofCommand returns the reasons that the hook's command can't be started on this machine.
func (e *examination) ofCommand(p checkedHook) []finding.Finding {
	all := p.stopped(finding.StopsCommand)
	all = append(all, e.ofVariables(p)...)
	all = append(all, e.ofHomes(p)...)
	if len(all) > 0 || p.Entry.Shell != "" {
		return all
	}
	if path := p.script(); path != "" {
		if text, err := e.machine.read(path); err == nil {
			all = lists.Where(script.Look(path, text, script.Use{}).Findings, func(f finding.Finding) bool { return f.Rule.ID == "HT302" })
		}
	}
	if len(all) > 0 {
		return all[:1]
	}
	return e.find(p, atStart)
}

// script returns the path of the script that the hook's command starts by its first line; empty if
// it starts none, or by the name of its interpreter.
func (p checkedHook) script() string {
	start, _ := lists.First(p.sheet.Starts, func(s config.Start) bool {
		return s.Event == p.Event && s.Command == p.Command && s.File.Path != "" && s.File.Interpreter == ""
	})
	return start.File.Path
}

// ofVariables finds a path that begins with a variable that the agent does not set, so that there
// is no such file.
func (e *examination) ofVariables(p checkedHook) []finding.Finding {
	var all []finding.Finding
	for _, f := range p.found("HT115") {
		name, _, _ := strings.Cut(f.Text, " ")
		bare := strings.NewReplacer("${"+name+"}", e.machine.Getenv(name), "$"+name, e.machine.Getenv(name)).Replace(p.Command)
		file, ok := p.sheet.places.File(bare)
		if !ok {
			continue
		}
		if fault, _ := file.Fault(); fault == commandfile.Missing {
			all = append(all, f)
		}
	}
	return all
}

// ofHomes finds a path into another user's home directory that does not exist here.
func (e *examination) ofHomes(p checkedHook) []finding.Finding {
	all := p.found("HT127")
	file, ok := p.sheet.places.File(p.Command)
	if fault, _ := file.Fault(); !ok || fault != commandfile.Missing {
		return nil
	}
	return all
}

// near returns a path relative to the project if it is inside it.
func (e *examination) near(path string) string {
	if near, err := filepath.Rel(e.machine.Project, path); err == nil && filepath.IsLocal(near) {
		return filepath.ToSlash(near)
	}
	return path
}
