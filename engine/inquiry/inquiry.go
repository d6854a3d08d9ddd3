// Package inquiry answers hooks that are not commands and returns an execution result:
// it posts the payload to a server, or calls the function that answers for a model.
//
// Servers on other machines are asked only if their names were given. The package does
// not interpret answers (package ruling does) and starts no process.
package inquiry

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/internal/lazyregexp"
)

// An Asking is a question that a hook puts to a model.
type Asking struct {
	// Agent is the name of the contract, Event the event that the hook is fired for.
	Agent string
	Event hook.Event
	// Prompt is what the model reads, Model the name that the hook requests, if any.
	Prompt, Model string
	// Timeout is how long the agent waits for the answer.
	Timeout time.Duration
}

// NotEvaluated is the error of a Model function that could not judge.
type NotEvaluated struct{ Why string }

func (e *NotEvaluated) Error() string { return e.Why }

// ErrNoModel is the reason why a hook that asks a model does not run without a Model
// function.
var ErrNoModel = errors.New("it needs a model; --prompt-evaluator or --prompt-answers takes its place")

// Options configure an Asker. Only Contract is required.
type Options struct {
	Contract *dialect.Contract
	// Hosts are the servers on other machines that may be asked, as host or host:port.
	Hosts []string
	// Model answers for the model; nil if there is no model. The error is a
	// *NotEvaluated, or the one of an expired context.
	Model func(context.Context, Asking) (text string, err error)
	// Limit is how many bytes of an answer are kept.
	Limit int64
}

// An Asker asks the questions of hooks that start no process. It is safe for concurrent
// use.
type Asker struct{ Options }

// New makes an asker.
func New(o Options) *Asker { return &Asker{o} }

// Ask fills in the result of a hook with a question. payload is what the hook reads,
// and environ has the variables that the request may contain.
func (r *Asker) Ask(ctx context.Context, result *hook.ExecutionResult, payload []byte, environ []string) {
	handler, _ := r.Contract.Handlers.Handler(result.Entry.Type)
	result.Stdin = payload
	began := time.Now()
	defer func() {
		if p := recover(); p != nil {
			result.Ending, result.Err = hook.Unasked, fmt.Errorf("asking: %v", p)
		}
		result.Duration = time.Since(began)
		result.PipesClosed = result.Duration
	}()
	switch handler.Asks {
	case dialect.AsksServer:
		r.askServer(ctx, result, payload, environ)
	case dialect.AsksModel:
		r.askModel(ctx, result, payload)
	default:
		result.Ending, result.Err = hook.Unasked, fmt.Errorf("only the agent can ask the %s of %s hooks", handler.Asks, handler.Type)
	}
}

// askServer posts the payload and stores any response.
func (r *Asker) askServer(ctx context.Context, result *hook.ExecutionResult, payload []byte, environ []string) {
	rules, q := r.Contract.Handlers.Server, result.Entry.Question
	env := variables{allowed: q.Allowed, environ: environ}
	address := q.URL
	if rules.InURL {
		address = env.in(address)
	}
	target, err := url.Parse(address)
	switch {
	case err != nil:
		result.Ending, result.Err = hook.Unanswered, err
		return
	case target.Scheme != "http" && target.Scheme != "https" || target.Host == "":
		result.Ending, result.Err = hook.Unanswered, fmt.Errorf("%q is not an http or https address", address)
		return
	}
	if why := refused(rules, result.Event, target, environ); why != "" {
		result.Ending, result.Err = hook.Unanswered, errors.New(why)
		return
	}
	if !r.reachable(target) {
		result.Ending = hook.Unasked
		result.Err = fmt.Errorf("hooktest asks servers on this machine only; --allow-http %s admits this one", target.Host)
		return
	}
	within, cancel := context.WithTimeout(ctx, result.Entry.Timeout)
	defer cancel()
	request, err := http.NewRequestWithContext(within, http.MethodPost, target.String(), bytes.NewReader(payload))
	if err != nil {
		result.Ending, result.Err = hook.Unanswered, err
		return
	}
	request.Header.Set("Content-Type", "application/json")
	for _, h := range q.Headers {
		request.Header.Set(h.Name, env.in(h.Value))
	}
	err = r.post(request, result)
	switch {
	case err == nil:
		result.Ending = hook.Answered
	case ctx.Err() != nil:
		result.Ending, result.Err = hook.Cancelled, fmt.Errorf("hook was cancelled: %w", context.Cause(ctx))
	case errors.Is(err, context.DeadlineExceeded):
		result.Ending, result.Stdout = hook.TimedOut, nil
		result.Err = fmt.Errorf("hook timed out after %v", result.Entry.Timeout)
	default:
		result.Ending, result.Err = hook.Unanswered, err
	}
}

// refused says why an agent does not ask a server; empty if it does.
func refused(rules dialect.Server, event hook.Event, target *url.URL, env []string) string {
	local := isLocal(target.Hostname())
	switch {
	case target.Scheme == "https":
		return ""
	case slices.Contains(rules.Secure, event):
		return fmt.Sprintf("the agent asks servers about %s by https alone", event)
	case rules.EverySecure && !local:
		return "the agent asks servers of other machines by https alone"
	case rules.Local != "" && local && lookup(env, rules.Local) != "1":
		return "the agent asks a server of this machine where " + rules.Local + " is 1"
	}
	return ""
}

// reachable reports whether the server is on this machine, or is one of Hosts.
func (r *Asker) reachable(target *url.URL) bool {
	return len(loopback(target.Hostname())) > 0 || slices.Contains(r.Hosts, target.Host) || slices.Contains(r.Hosts, target.Hostname())
}

// isLocal reports whether agents treat a host as this machine.
func isLocal(host string) bool {
	address, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && address.IsLoopback()
}

// loopback returns the loopback addresses of a host, in the order in which they are
// tried; none if the host may be another machine.
func loopback(host string) []string {
	if isLocal(host) && host != "localhost" {
		return []string{host}
	}
	if name := strings.ToLower(strings.TrimSuffix(host, ".")); name == "localhost" || strings.HasSuffix(name, ".localhost") {
		return []string{"127.0.0.1", "::1"}
	}
	return nil
}

// post sends the request and stores the response up to the limit. It follows no
// redirects and uses no proxies, so the checked server is the one that is asked.
func (r *Asker) post(request *http.Request, result *hook.ExecutionResult) error {
	dial := (&net.Dialer{}).DialContext
	transport := &http.Transport{DialContext: dial, DisableKeepAlives: true, DisableCompression: true}
	if addresses := loopback(request.URL.Hostname()); len(addresses) > 0 {
		// DNS could resolve the name to another machine.
		transport.DialContext = func(ctx context.Context, network, hostPort string) (net.Conn, error) {
			_, port, err := net.SplitHostPort(hostPort)
			if err != nil {
				return nil, err
			}
			connection, err := dial(ctx, network, net.JoinHostPort(addresses[0], port))
			if err != nil && len(addresses) > 1 {
				if other, failed := dial(ctx, network, net.JoinHostPort(addresses[1], port)); failed == nil {
					return other, nil
				}
			}
			return connection, err
		}
	}
	defer transport.CloseIdleConnections()
	client := &http.Client{
		Transport:     transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	response, err := client.Do(request)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(io.LimitReader(response.Body, r.Limit+1))
	if err != nil {
		return fmt.Errorf("reading the answer: %w", err)
	}
	if int64(len(body)) > r.Limit {
		body = body[:r.Limit]
		result.StdoutDropped = max(response.ContentLength-r.Limit, 1)
		result.Warnings = append(result.Warnings, hook.Warning{
			Rule: r.Contract.Handlers.Server.Fact, Text: fmt.Sprintf("the answer is longer than %d bytes: the rest was not read", r.Limit),
		})
	}
	result.Status, result.Stdout = response.StatusCode, body
	result.MediaType, _, _ = mime.ParseMediaType(response.Header.Get("Content-Type"))
	return nil
}

func lookup(environ []string, name string) string {
	for _, variable := range slices.Backward(environ) {
		if key, value, ok := strings.Cut(variable, "="); ok && key == name {
			return value
		}
	}
	return ""
}

// variables are the variables that a request may contain.
type variables struct{ allowed, environ []string }

var variable = lazyregexp.New(`\$(?:\{([A-Za-z_][A-Za-z0-9_]*)\}|([A-Za-z_][A-Za-z0-9_]*))`)

// Variables returns the names of the variables in a text, as $NAME or ${NAME}.
func Variables(text string) []string {
	var names []string
	for _, found := range variable.FindAllString(text, -1) {
		names = append(names, strings.Trim(found, "${}"))
	}
	return names
}

// in returns a text on one line with its variables replaced; variables that are not
// allowed become empty.
func (v variables) in(text string) string {
	text = variable.ReplaceAllStringFunc(text, func(found string) string {
		name := strings.Trim(found, "${}")
		if !slices.Contains(v.allowed, name) {
			return ""
		}
		return lookup(v.environ, name)
	})
	return strings.NewReplacer("\r", "", "\n", "", "\x00", "").Replace(text)
}

// askModel calls the Model function.
func (r *Asker) askModel(ctx context.Context, result *hook.ExecutionResult, payload []byte) {
	rules, q := r.Contract.Handlers.Model, result.Entry.Question
	switch {
	case rules.Fact == "":
		result.Ending, result.Err = hook.Unasked, errors.New("it is not known what the agent asks a model, nor how it reads the answer")
		return
	case r.Model == nil:
		result.Ending, result.Err = hook.Unasked, ErrNoModel
		return
	}
	text, err := r.Model(ctx, Asking{
		Agent: r.Contract.Name, Event: result.Event, Prompt: Prompt(rules, result.Event, q.Prompt, payload), Model: q.Model, Timeout: result.Entry.Timeout,
	})
	switch unjudged, ok := errors.AsType[*NotEvaluated](err); {
	case err == nil:
		result.Ending, result.Stdout = hook.Answered, []byte(text)
	case ctx.Err() != nil:
		result.Ending, result.Err = hook.Cancelled, fmt.Errorf("hook was cancelled: %w", context.Cause(ctx))
	case ok:
		result.Ending, result.Err = hook.Unasked, unjudged
	default:
		result.Ending, result.Err = hook.TimedOut, fmt.Errorf("hook timed out after %v", result.Entry.Timeout)
	}
}

// Prompt returns what a model reads: the hook's question with the payload where the
// agent inserts it, and the text that the agent adds around it.
func Prompt(rules dialect.Model, event hook.Event, question string, payload []byte) string {
	input := string(payload)
	if rules.Indented {
		var lines bytes.Buffer
		if json.Indent(&lines, payload, "", "  ") == nil {
			input = lines.String()
		}
	}
	const literal = "\x00"
	if rules.Escaped {
		question = strings.ReplaceAll(question, `\$`, literal)
	}
	named := rules.Placeholder != "" && strings.Contains(question, rules.Placeholder)
	if named {
		question = strings.ReplaceAll(question, rules.Placeholder, input)
	}
	if rules.Escaped {
		question = strings.ReplaceAll(question, literal, "$")
	}
	if rules.Appended && !named {
		question += "\n\n" + input
	}
	if wrap := rules.Wraps[event]; wrap != "" {
		question = strings.ReplaceAll(wrap, "{prompt}", question)
	}
	return question
}
