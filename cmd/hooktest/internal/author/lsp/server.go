// Package lsp is the lsp command: a language server for files that configure hooks or are hooks. It
// turns documents of an editor into what lint finds in them, into the fixes of lint --fix, and into
// what plan and explain say about the hook under the cursor.
//
// It starts no hooks, and writes no files: the editor does, when the user chooses a fix. Making a
// hook executable is the exception, because no editor can.
package lsp

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/lint"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
)

// New returns the lsp command.
func New(a *console.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "lsp",
		GroupID: console.GroupAuthors,
		Short:   "Show an editor what is wrong with settings and hooks while you type",
		Long: "lsp is a language server on stdin and stdout, which an editor starts. It shows\n" +
			"what 'hooktest lint' finds in settings, hook scripts, case files and contracts,\n" +
			"offers the fixes of 'hooktest lint --fix', and says about the hook under the\n" +
			"cursor which agents read it, whether they start it, and what they ignore.\n\n" +
			"It starts no hooks. The file .hooktest.yaml counts as it does for lint.\n" +
			"docs/editors.md has the setup of several editors.",
		Example: "  hooktest lsp",
		Args:    console.ExactArgs(0, "hooktest lsp"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return serve(cmd.Context(), a)
		},
	}
	cmd.Flags().Bool("stdio", true, "use stdin and stdout, which is the only way; some editors say so")
	return cmd
}

// waiting is how many messages are read ahead.
const waiting = 256

// A server is the state of one connection.
type server struct {
	app *console.App
	out writer
	// wide means that positions count bytes; plain that hovers are not Markdown.
	wide, plain bool
	roots       []string
	open        map[string]*openDocument
	explainer   explainer
	// told is the last message about the configuration.
	told string

	initialized, shutdown bool
	arrived               chan arrival
	mu                    sync.Mutex
	// cancels has the functions that cancel the requests that were read, by ID.
	cancels map[string]context.CancelFunc
}

// An arrival is a message that was read, or the fault of one that could not be.
type arrival struct {
	request
	fault *failure
	ctx   context.Context
}

// serve answers messages until the editor ends the connection. It is an error if that does not
// follow a shutdown.
func serve(ctx context.Context, a *console.App) error {
	s := &server{
		app: a, out: writer{a.Streams.Out}, open: map[string]*openDocument{},
		arrived: make(chan arrival, waiting), cancels: map[string]context.CancelFunc{},
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	// Reading can't be interrupted. Read ends with the input, and at the latest with the process.
	go s.read(ctx)
	for ctx.Err() == nil && a.Streams.Out.Lost() == nil {
		// Messages that have arrived go first, so that only the last of several changes is checked.
		if len(s.arrived) == 0 && s.checkNext(ctx) {
			continue
		}
		select {
		case m, ok := <-s.arrived:
			ended := !ok || m.Method == "exit"
			switch {
			case ended && s.shutdown:
				return nil
			case ended:
				return console.Silent(console.ExitAgainst)
			}
			s.handle(m)
		case <-ctx.Done():
		}
	}
	return nil
}

// read reads messages until the input ends or the editor says exit. It carries out cancellations at
// once, because the request may be the one that is answered now.
func (s *server) read(ctx context.Context) {
	defer close(s.arrived)
	in := bufio.NewReader(s.app.StandardInput())
	for {
		content, err := readMessage(in)
		fault, again := errors.AsType[*failure](err)
		if err != nil && !again {
			return
		}
		m := arrival{fault: fault, ctx: ctx}
		if err == nil {
			m.request, m.fault = parseRequest(content)
		}
		switch {
		case m.Method == "$/cancelRequest":
			s.cancel(m.Params)
			continue
		case m.ID != nil && m.fault == nil:
			var cancel context.CancelFunc
			m.ctx, cancel = context.WithCancel(ctx)
			s.mu.Lock()
			s.cancels[string(m.ID)] = cancel
			s.mu.Unlock()
		}
		select {
		case s.arrived <- m:
		case <-ctx.Done():
			return
		}
		if m.Method == "exit" {
			return
		}
	}
}

func (s *server) cancel(params json.RawMessage) {
	var p struct {
		ID json.RawMessage `json:"id"`
	}
	if json.Unmarshal(params, &p) != nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if cancel := s.cancels[string(p.ID)]; cancel != nil {
		cancel()
	}
}

// handle answers a request, or carries out a notification.
func (s *server) handle(m arrival) {
	defer func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if cancel := s.cancels[string(m.ID)]; cancel != nil {
			cancel()
			delete(s.cancels, string(m.ID))
		}
	}()
	if m.fault != nil {
		s.out.respond(nil, nil, m.fault)
		return
	}
	result, err := s.result(m)
	if m.ID == nil || m.Method == "" {
		// It is a notification, or a response, and this server has no requests.
		return
	}
	fault, _ := errors.AsType[*failure](err)
	switch {
	case m.ctx.Err() != nil:
		fault = &failure{requestCancelled, "the request was cancelled"}
	case err != nil && fault == nil:
		fault = &failure{internalError, err.Error()}
	}
	s.out.respond(m.ID, result, fault)
}

// result carries out a method. A rule that fails on a text ends one request, and not the server.
func (s *server) result(m arrival) (result any, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("hooktest broke: %v", cause)
		}
	}()
	switch {
	case m.ctx.Err() != nil:
		return nil, m.ctx.Err()
	case m.Method == "initialize" && !s.initialized:
		return s.initialize(m.Params)
	case m.Method == "initialize":
		return nil, &failure{invalidRequest, "the server is initialized already"}
	case !s.initialized:
		return nil, &failure{notInitialized, "the first request is initialize"}
	case s.shutdown:
		return nil, &failure{invalidRequest, "the server is shut down"}
	}
	switch m.Method {
	case "shutdown":
		s.shutdown = true
		return nil, nil
	case "workspace/didChangeWatchedFiles":
		s.forget(true)
		return nil, nil
	case "workspace/executeCommand":
		return nil, s.execute(m.Params)
	case "textDocument/didOpen", "textDocument/didChange", "textDocument/didSave", "textDocument/didClose", "textDocument/hover", "textDocument/codeAction":
	default:
		return nil, &failure{methodNotFound, "unknown method " + m.Method}
	}
	var p documentParams
	if err := json.Unmarshal(m.Params, &p); err != nil {
		return nil, &failure{invalidParams, err.Error()}
	}
	d := s.open[p.TextDocument.URI]
	switch {
	case m.Method == "textDocument/didOpen":
		s.didOpen(p)
		return nil, nil
	case d == nil:
		// Not an error: the document may have been closed since.
		return nil, nil
	}
	switch m.Method {
	case "textDocument/didChange":
		s.didChange(d, p)
	case "textDocument/didSave":
		s.forget(true)
	case "textDocument/didClose":
		delete(s.open, d.uri)
		s.forget(true)
		s.out.notify("textDocument/publishDiagnostics", publishParams{URI: d.uri, Diagnostics: []diagnostic{}})
	case "textDocument/hover":
		s.check(m.ctx, d)
		if h := s.hover(m.ctx, d, d.text.offset(p.Position)); h != nil {
			return h, nil
		}
	case "textDocument/codeAction":
		s.check(m.ctx, d)
		return s.actions(m.ctx, d, p), nil
	}
	return nil, nil
}

func (s *server) initialize(params json.RawMessage) (any, error) {
	var p initializeParams
	if err := json.Unmarshal(params, &p); err != nil {
		return nil, &failure{invalidParams, err.Error()}
	}
	encoding := "utf-16"
	if slices.Contains(p.Capabilities.General.PositionEncodings, "utf-8") {
		s.wide, encoding = true, "utf-8"
	}
	formats := p.Capabilities.TextDocument.Hover.ContentFormat
	s.plain = len(formats) > 0 && !slices.Contains(formats, "markdown")
	for _, one := range append(p.WorkspaceFolders, folder{p.RootURI}) {
		if path, ok := pathOf(one.URI); ok && !slices.Contains(s.roots, path) {
			s.roots = append(s.roots, path)
		}
	}
	s.initialized = true
	const wholeText = 1
	return members{
		"capabilities": members{
			"positionEncoding": encoding, "hoverProvider": true,
			"textDocumentSync":       members{"openClose": true, "change": wholeText, "save": true},
			"codeActionProvider":     members{"codeActionKinds": []string{quickFix, fixAll}},
			"executeCommandProvider": members{"commands": []string{makeExecutable}},
		},
		"serverInfo": members{"name": "hooktest", "version": console.Version()},
	}, nil
}

// forget has all open documents checked again, and the settings around them looked for again if a
// file may be new.
func (s *server) forget(files bool) {
	for _, d := range s.open {
		d.stale = true
		d.surveyed = d.surveyed && !files
	}
}

// checkNext checks a document that has changed since it was checked, and reports whether there was
// one.
func (s *server) checkNext(ctx context.Context) bool {
	for _, uri := range slices.Sorted(maps.Keys(s.open)) {
		if d := s.open[uri]; d.stale {
			s.check(ctx, d)
			return true
		}
	}
	return false
}

// editor returns the open documents for lint.
func (s *server) editor() lint.Editor {
	return lint.Editor{Environ: s.app.Environ, Open: func(path string) ([]byte, bool) {
		for _, d := range s.open {
			if d.path == path {
				return d.text.bytes, true
			}
		}
		return nil, false
	}}
}
