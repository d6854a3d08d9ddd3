package builtin

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/engine/registry"
	"github.com/hooktest/hooktest/engine/settings"
)

// A configuration is the merged settings and extensions of a session.
type configuration struct {
	enableHooks bool
	definitions engine.Hooks
	// unreadable is the error text with which reading the definitions fails; empty
	// if it succeeds.
	unreadable string
}

func (c configuration) hooks() (engine.Hooks, error) {
	if c.unreadable != "" {
		return engine.Hooks{}, errors.New(c.unreadable)
	}
	return c.definitions, nil
}

// configure reads settings and extensions, as an agent does when it starts.
// Settings files that can't be read leave hooks off, with a warning: the agent
// goes on without them.
func configure(contract *dialect.Contract, p adapter.OpenParams, log *slog.Logger) (configuration, error) {
	doc, err := readSettings(contract, p, log)
	if err != nil {
		return configuration{}, err
	}
	c := configuration{enableHooks: doc.EnableHooks, definitions: engine.Hooks{Config: doc.Hooks}, unreadable: p.Unreadable}
	for _, e := range doc.Extensions {
		c.definitions.Extensions = append(c.definitions.Extensions,
			registry.Extension{Name: e.Name, Active: e.Active, Hooks: e.Hooks, Path: e.Path})
	}
	for i, e := range p.Extensions {
		hooks, err := node(e.Hooks)
		if err != nil {
			return configuration{}, adapter.InvalidParams("extensions[%d].hooks: %v", i, err)
		}
		c.definitions.Extensions = append(c.definitions.Extensions,
			registry.Extension{Name: e.Name, Active: e.Active, Hooks: hooks})
	}
	for _, w := range doc.Warnings {
		log.WarnContext(context.Background(), w.String(), "rule", w.Rule)
	}
	return c, nil
}

func readSettings(contract *dialect.Contract, p adapter.OpenParams, log *slog.Logger) (*settings.Document, error) {
	if len(p.Settings) > 0 && len(p.SettingsFiles) > 0 {
		return nil, adapter.InvalidParams("give either settings or settingsFiles")
	}
	if len(p.SettingsFiles) == 0 {
		merged, err := object("settings", p.Settings)
		if err != nil {
			return nil, err
		}
		var doc *settings.Document
		if err := guard(func() { doc, err = settings.FromValue(contract, merged) }); err != nil {
			return nil, err
		}
		if err != nil {
			return nil, adapter.InvalidParams("settings: %v", err)
		}
		return doc, nil
	}
	paths, err := readPaths(contract.Settings.Scopes(), p)
	if err != nil {
		return nil, err
	}
	var doc *settings.Document
	if err := guard(func() { doc, err = settings.Load(contract, paths) }); err != nil {
		return nil, err
	}
	if err != nil {
		log.WarnContext(context.Background(), "settings can't be read: hooks are off", "error", err)
		return &settings.Document{}, nil
	}
	return doc, nil
}

// readPaths takes at most one file of each scope; relative paths are below the
// session's cwd.
func readPaths(scopes []string, p adapter.OpenParams) (settings.Paths, error) {
	paths := settings.Paths{ProjectDir: p.CWD, Files: make([]string, len(scopes))}
	for i, file := range p.SettingsFiles {
		path := file.Path
		if !filepath.IsAbs(path) {
			path = filepath.Join(p.CWD, path)
		}
		place := slices.Index(scopes, file.Scope)
		if place < 0 {
			return paths, adapter.InvalidParams("settingsFiles[%d].scope must be one of %s, not %q", i, strings.Join(scopes, ", "), file.Scope)
		}
		if paths.Files[place] != "" {
			return paths, adapter.InvalidParams("settingsFiles[%d].scope %s is given twice", i, file.Scope)
		}
		paths.Files[place] = path
	}
	return paths, nil
}

// node reads a JSON value that has no place in a file; nil for none.
func node(text []byte) (*document.Node, error) {
	if len(text) == 0 {
		return nil, nil
	}
	value, err := jsonvalue.Parse(text)
	if err != nil {
		return nil, fmt.Errorf("not JSON: %w", err)
	}
	return document.FromValue(value)
}
