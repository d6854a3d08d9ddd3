package inspection

import (
	"fmt"
	"go/types"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A mutation is an edit of a real file that violates clauses.
type mutation struct {
	clauses        []string
	file, old, new string
	want           string
	also           []edit
}

// An edit replaces a text that occurs once in a file.
type edit struct{ file, old, new string }

func clauses(ids ...string) []string { return ids }

func mutations() []mutation {
	const (
		engine  = "engine/engine.go"
		system  = "engine/system.go"
		firing  = "engine/fire.go"
		tool    = "engine/trigger/tool.go"
		model   = "engine/trigger/model.go"
		execute = "engine/trigger/execute.go"
		fire    = "engine/event/fire.go"
		handler = "engine/event/handler.go"
		result  = "engine/hook/result.go"

		slogImport       = "	\"log/slog\"\n"
		osImport         = "	\"os\"\n"
		valueImport      = "	\"github.com/hooktest/hooktest/engine/jsonvalue\"\n"
		genaiImport      = "	\"github.com/hooktest/hooktest/engine/genai\"\n"
		translatorImport = "	\"github.com/hooktest/hooktest/engine/translator\"\n"
	)
	return []mutation{
		{clauses("HOOK-001.4"), engine, "	return &Config{options: options}\n", "	c := &Config{options: options}\n	newHookSystem(c)\n	return c\n", "engine.NewConfig makes a hook system", nil},
		{clauses("HOOK-002.2"), engine, "	if !c.options.EnableHooks {", "	if c.options.EnableHooks {", "Config.HookSystem has a way that gives what sync/atomic.Pointer.Load gives, not nil", nil},
		{clauses("HOOK-005.3"), system, `return nil, &HookSystemNotInitializedError{Accessor: "Registry"}`, `return nil, fmt.Errorf("early")`, "HookSystem.Registry has a way that gives something, not no error or a engine.HookSystemNotInitializedError", nil},
		{clauses("HOOK-148.2"), system, "type HookSystemNotInitializedError struct {", "func (*HookSystemNotInitializedError) Is(error) bool { return true }\n\n//hooktest:impl HOOK-148\ntype HookSystemNotInitializedError struct {", "passes for other errors", nil},
		{clauses("HOOK-006.9"), system, "			Planner:    plan,", "			Planner:    planner.New(c.Contract(), reg, nil),", "engine/planner.New is called in 2 places, not in one", nil},
		{clauses("HOOK-006.9"), "engine/trigger/background.go", "		fire(ctx, h)", "		fire(ctx, event.NewHandler(event.Parts{}))", "engine/event.NewHandler is used in engine/trigger.background", nil},
		{clauses("HOOK-006.10"), system, "// Drain waits", "// Planner plans.\nfunc (s *HookSystem) Planner() *planner.Planner { return s.parts.planner }\n\n// Drain waits", "a HookSystem gives a engine/planner.Planner", nil},
		{clauses("HOOK-007.2"), "engine/trigger/background.go", "		fire(ctx, h)", "		fire(ctx, event.NewHandler(event.Parts{}))", "engine/trigger.background uses engine/event.NewHandler", nil},
		{clauses("HOOK-008.3"), firing, "	if err := system.Initialize(ctx); err != nil {", "	_, _ = system.EventHandler()\n	if err := system.Initialize(ctx); err != nil {", "comes to engine.HookSystem.EventHandler before engine.HookSystem.Initialize", nil},
		{clauses("HOOK-009.4"), system, "	TotalHooks  int", "	TotalHooks  int\n	Events      int", "cannot convert engine.Status{}", nil},
		{clauses("HOOK-011.2"), handler, "fields func() []member) hook.AggregatedResult {\n", "fields func() []member) hook.AggregatedResult {\n	_ = fields()\n", "FireBeforeModelEvent comes to engine/translator.ToHookLLMRequest before engine/event.Planner.CreateExecutionPlan", nil},
		{clauses("HOOK-011.2"), fire, "	return h.fireWithRequest(ctx, hook.BeforeModel, request)", "	_ = h.input(hook.BeforeModel, nil)\n	return h.fireWithRequest(ctx, hook.BeforeModel, request)", "FireBeforeModelEvent comes to engine/hook.NewInput before engine/event.Planner.CreateExecutionPlan", nil},
		{clauses("HOOK-013.2"), "engine/planner/planner.go", "	entries, err := p.entries.Hooks(event)", "	_, _ = os.ReadFile(string(event))\n	entries, err := p.entries.Hooks(event)", "Planner.build uses os.ReadFile", []edit{{"engine/planner/planner.go", slogImport, slogImport + osImport}}},
		{clauses("HOOK-013.2"), "engine/registry/registry.go", "	s := r.state.Load()\n	if s == nil {\n		return nil, &NotInitializedError{}", "	_, _ = os.Stat(string(event))\n	s := r.state.Load()\n	if s == nil {\n		return nil, &NotInitializedError{}", "engine/registry.Registry.Hooks uses os.Stat", []edit{{"engine/registry/registry.go", slogImport, slogImport + osImport}}},
		{clauses("HOOK-013.3"), handler, "	plan = h.parts.Planner.CreateExecutionPlan(event, subject)", "	<-ctx.Done()\n	plan = h.parts.Planner.CreateExecutionPlan(event, subject)", "Handler.plan waits", nil},
		{clauses("HOOK-013.4"), "engine/planner/matcher.go", "	expression, err := rules.Compile.Read(text)", "	go func() {}()\n	expression, err := rules.Compile.Read(text)", "starts a goroutine", nil},
		{clauses("HOOK-016a.4", "HOOK-067a.3"), "engine/answer/answer.go", "	return convert(rules, text(p.Stderr), rules.Refuses), nil, nil", "	return &hook.Output{Origin: hook.FromRefusal}, nil, nil", "fromRefused makes a refusal, and engine/answer.Read comes to it around", nil},
		{clauses("HOOK-023.7", "HOOK-031.7", "HOOK-042.6", "HOOK-052.3", "HOOK-060.3"), "engine/runner/report.go", `	if result.Err != nil {
		r.log.LogAttrs(ctx, slog.LevelWarn,`, `	if result.Err != nil {
		r.log.LogAttrs(ctx, slog.LevelInfo,`, "reportEnd has a way that logs no warning", nil},
		{clauses("HOOK-023.7", "HOOK-031.7", "HOOK-042.6", "HOOK-052.3", "HOOK-060.3", "HOOK-113.2", "HOOK-147.1"), "engine/runner/chain.go", "	if out == nil {\n		return in\n	}\n	switch", "	println()\n	if out == nil {\n		return in\n	}\n	switch", "uses println", nil},
		{clauses("HOOK-029.3"), "engine/agent/scheduler.go", "	change(Idle)\n	return outcome", "	change(Idle)\n	outcome.Result.LLMContent = outcome.Result.ReturnDisplay\n	return outcome", "displays a tool result without a look at SuppressDisplay", nil},
		{clauses("HOOK-035.2", "HOOK-205.3"), fire, `{{Key: "llm_request", Value: translator.ToHookLLMRequest(request).Object}}`, `{{Key: "llm_request", Value: request.Object}}`, "FireBeforeModelEvent has a way around engine/translator.ToHookLLMRequest", nil},
		{clauses("HOOK-045.2"), fire, `Value: translator.ToHookLLMResponse(response).Object`, `Value: response.Object`, "FireAfterModelEvent has a way around engine/translator.ToHookLLMResponse", nil},
		{clauses("HOOK-071.3"), "engine/translator/translator.go", "type LLMResponse struct{ *jsonvalue.Object }", "type LLMResponse struct {\n	*jsonvalue.Object\n	raw *genai.Response\n}", "a client does not compile: cannot convert translator.LLMResponse", []edit{
			{"engine/translator/translator.go", valueImport, valueImport + genaiImport},
			{"engine/translator/response.go", "return LLMResponse{out}", "return LLMResponse{Object: out}"},
		}},
		{clauses("HOOK-077.5"), "engine/translator/response.go", `[...]string{"category", "probability"}`, `[...]string{"category", "probability", "blocked"}`, "plainRatings names blocked", nil},
		{clauses("HOOK-077.5"), "engine/translator/response.go", "func plainRatings(", "type safetyRating struct{ Blocked bool }\n\nfunc plainRatings(", "there is a type", nil},
		{clauses("HOOK-081.9", "HOOK-203.10"), "engine/trigger/background.go", "func(ctx context.Context, h *event.Handler) { h.FireBeforeAgentEvent(ctx, prompt) })", "func(ctx context.Context, h *event.Handler) { _ = h.FireBeforeAgentEvent(ctx, prompt).Success })", "makes use of what", nil},
		{clauses("HOOK-081.10"), "engine/hook/event.go", `	Notification        Event = "Notification"`, `	Notification        Event = "Notice"`, "a client does not compile: duplicate key false in map literal\n\tvar _ = map[bool]int{false: 0, hook.Notification == ", nil},
		{clauses("HOOK-083.8"), result, "// An Entry is", "// A PluginEntry is an entry.\ntype PluginEntry struct{}\n\n// An Entry is", "there is a type engine/hook.PluginEntry", nil},
		{clauses("HOOK-084.5"), system, "	s.parts.registry.Initialize(hooks.Config, hooks.Extensions)", "	s.parts.registry.Initialize(hooks.Config, nil)\n	s.parts.registry.Initialize(nil, hooks.Extensions)", "the registry is initialized in 2 places, not in one", nil},
		{clauses("HOOK-086.3", "HOOK-187.4"), result, "SourceSystem     Source = 3", "SourceSystem     Source = 5", "a client does not compile: duplicate key false in map literal\n\tvar _ = map[bool]int{false: 0, hook.SourceSystem == 3", nil},
		{clauses("HOOK-091.4"), "engine/planner/choose.go", `key := "command:" + entry.Command`, `key := "command:" + entry.Command + entry.Timeout.String()`, "does more with the key than look it up", nil},
		{clauses("HOOK-111.3"), "engine/trigger/background.go", "		defer engine.Recover(ctx, config, e)\n		fire(ctx, h)", "		fire(ctx, h)", "outside of what recovers", nil},
		{clauses("HOOK-115.1"), tool, "toolInput *jsonvalue.Object) hook.FinalOutput {\n	defer engine.Recover(ctx, config, hook.BeforeTool)", "toolInput *jsonvalue.Object) (result hook.FinalOutput) {\n	result = hook.NewDefaultOutput(nil)\n	defer engine.Recover(ctx, config, hook.BeforeTool)", "FireBeforeToolHook has a way that gives something, not nil", nil},
		{clauses("HOOK-111.3", "HOOK-115.1", "HOOK-116.1"), firing, "	if cause := recover(); cause != nil {\n		defer func()", "	if cause := any(nil); cause != nil {\n		defer func()", "outside of what recovers", nil},
		{clauses("HOOK-113.1", "HOOK-113.2", "HOOK-113.3", "HOOK-113.4", "HOOK-113.5", "HOOK-113.6", "HOOK-113.7", "HOOK-147.1", "HOOK-147.4"), handler, "	defer h.rescue(ctx, plan.Event, len(plan.Entries), &result)\n	in := h.input(plan.Event, fields())", "	in := h.input(plan.Event, fields())\n	defer h.rescue(ctx, plan.Event, len(plan.Entries), &result)", "Handler.run calls func() []event.member outside of what recovers", nil},
		{clauses("HOOK-113.2", "HOOK-147.1"), handler, "	h.parts.Log.WarnContext(ctx, message,", "	h.parts.Log.InfoContext(ctx, message,", "has a way that logs no warning", nil},
		{clauses("HOOK-113.3"), result, "return AggregatedResult{Success: true} }", "return AggregatedResult{} }", "as engine/hook.AggregatedResult.Success, not true", nil},
		{clauses("HOOK-113.4"), result, "return AggregatedResult{Success: true} }", "return AggregatedResult{Success: true, FinalOutput: DefaultOutput{}} }", "as engine/hook.AggregatedResult.FinalOutput, not nil", nil},
		{clauses("HOOK-113.5"), result, "return AggregatedResult{Success: true} }", "return AggregatedResult{Success: true, AllOutputs: []*Output{nil}} }", "as engine/hook.AggregatedResult.AllOutputs, not nil", nil},
		{clauses("HOOK-113.6"), result, "return AggregatedResult{Success: true} }", "return AggregatedResult{Success: true, Errors: []error{nil}} }", "as engine/hook.AggregatedResult.Errors, not nil", nil},
		{clauses("HOOK-113.7"), result, "return AggregatedResult{Success: true} }", "return AggregatedResult{Success: true, TotalDuration: 1} }", "gives 1 as engine/hook.AggregatedResult.TotalDuration, not 0", nil},
		{clauses("HOOK-115.2"), execute, "	if !prevented {\n		return false", "	if !prevented {\n		return true", "ExecuteToolWithHooks has a way around engine/trigger.ExecuteFunc", nil},
		{clauses("HOOK-116.1"), model, "request genai.Request) BeforeModelHookResult {\n	defer engine.Recover", "request genai.Request) (result BeforeModelHookResult) {\n	result.Blocked = true\n	defer engine.Recover", "as engine/trigger.BeforeModelHookResult.Blocked, not false", nil},
		{clauses("HOOK-116.2"), "engine/agent/pipeline.go", "		g.stop(result.StopReason)\n	}\n	if result.Blocked {", "		g.stop(result.StopReason)\n		return request, false\n	}\n	if result.Blocked {", "Pipeline.Generate has a way around engine/agent.Model.Stream", nil},
		{clauses("HOOK-120.3"), "engine/runner/execute.go", "		entry.Timeout = r.contract.Handlers.Timeout.Default", "		entry.Timeout = r.contract.Handlers.Timeout.Default / 2", "is not the default: [something]", nil},
		{clauses("HOOK-120.3"), "engine/dialect/llxprt.go", "60_000 * time.Millisecond", "30_000 * time.Millisecond", "it is not 60 seconds: [30000000000]", nil},
		{clauses("HOOK-125.4"), "engine/procgroup/group_windows.go", "func attributes()", "var console = \"CONIN$\"\n\nfunc attributes()", "CONIN$ is named", nil},
		{clauses("HOOK-125.4"), "engine/runner/runner.go", "		r.environ = os.Environ", "		_ = os.Stdin\n		r.environ = os.Environ", "New uses os.Stdin", nil},
		{clauses("HOOK-127.3", "HOOK-150.4"), tool, "func FireBeforeToolHook(ctx context.Context, config *engine.Config, toolName string, toolInput *jsonvalue.Object) hook.FinalOutput {", "func FireBeforeToolHook(ctx context.Context, config *engine.Config, toolName string, toolInput *jsonvalue.Object, more ...string) hook.FinalOutput {", "a client does not compile: cannot use trigger.FireBeforeToolHook", nil},
		{clauses("HOOK-128.3"), tool, "toolInput, toolResponse *jsonvalue.Object) hook.FinalOutput {", "toolInput, toolResponse *jsonvalue.Object) any {", "a client does not compile: cannot use trigger.FireAfterToolHook", []edit{{execute, "hook.AfterTool, after)", "hook.AfterTool, after.(hook.FinalOutput))"}}},
		{clauses("HOOK-151.5"), tool, "toolName string, toolInput, toolResponse *jsonvalue.Object)", "toolName string, toolResponse, toolInput *jsonvalue.Object)", `not ["ctx" "config" "toolName" "toolInput" "toolResponse"]`, nil},
		{clauses("HOOK-129.4", "HOOK-204.2"), "engine/agent/scheduler.go", "	change(Idle)\n	return outcome", "	if outcome.Blocked {\n		return ToolOutcome{}\n	}\n	change(Idle)\n	return outcome", "Scheduler.carryOut uses engine/trigger.ToolExecution.Blocked", nil},
		{clauses("HOOK-133.5"), execute, "toolInput *jsonvalue.Object, execute ExecuteFunc)", "toolInput *jsonvalue.Object, execute ExecuteFunc, more ...string)", "a client does not compile: cannot use trigger.ExecuteToolWithHooks", nil},
		{clauses("HOOK-134.11"), "engine/agent/pipeline.go", "	result := trigger.FireAfterModelHook(ctx, p.config, sent, complete)", "	go trigger.FireAfterModelHook(ctx, p.config, sent, complete)\n	result := trigger.AfterModelHookResult{}", "runs engine/trigger.FireAfterModelHook in the background", nil},
		{clauses("HOOK-134.11"), execute, "	before := FireBeforeToolHook(ctx, config, toolName, toolInput)", "	FireBeforeToolHook(ctx, config, toolName, toolInput)\n	var before hook.FinalOutput", "drops what engine/trigger.FireBeforeToolHook gives", nil},
		{clauses("HOOK-135.2"), model, "		result.Reason = reason", "		result.Reason = reason + result.StopReason", "it is not the effects' reason", nil},
		{clauses("HOOK-135.5"), model, "	ModifiedRequest genai.Request\n", "	ChangedRequest genai.Request\n", "a client does not compile: unknown field ModifiedRequest", []edit{{model, "result.ModifiedRequest", "result.ChangedRequest"}}},
		{clauses("HOOK-136.3"), model, "	Response genai.Response\n	// SuppressOutput", "	Response any\n	// SuppressOutput", "a client does not compile: cannot use trigger.AfterModelHookResult{}.Response", nil},
		{clauses("HOOK-137.4"), "engine/genai/genai.go", "func (c ToolConfig) IsZero() bool { return c.Object == nil }", "func (c ToolConfig) IsZero() bool { return c.Object == nil || c.Len() == 0 }", "ToolConfig.IsZero has a way that gives something, not false", nil},
		{clauses("HOOK-141.4"), "engine/agent/loop.go", "	c := Conversation{Request: request}\n", "	c := Conversation{Request: request}\n	_ = translator.ToHookLLMRequest(request)\n", "uses engine/translator.ToHookLLMRequest", []edit{{"engine/agent/loop.go", valueImport, valueImport + translatorImport}}},
		{clauses("HOOK-142.6"), system, "	parts   parts\n", "	parts   parts\n	Events  int\n", "engine.HookSystem exports its field Events", nil},
		{clauses("HOOK-143.6"), fire, "func (h *Handler) FireAfterModelEvent(", "func (h *Handler) fireAfterModelEvent(", "a client does not compile: (*event.Handler).FireAfterModelEvent undefined", nil},
		{clauses("HOOK-147.4"), fire, "	return h.fireWithRequest(ctx, hook.BeforeModel, request)", "	return h.fireWithRequest(ctx, hook.BeforeModel, genai.Request{Object: request.Clone()})", "Object.Clone may panic outside of what recovers", nil},
		{clauses("HOOK-149.4"), "engine/trigger/toolresult.go", "	if r.SuppressDisplay {\n		o.Set(\"suppressDisplay\", true)\n	}\n", "	o.Set(\"suppressDisplay\", r.SuppressDisplay)\n", "the flag is false, and on a way the member is set: true", nil},
		{clauses("HOOK-152.3"), model, "func FireBeforeModelHook(ctx context.Context, config *engine.Config, request genai.Request)", "func FireBeforeModelHook(ctx context.Context, request genai.Request, config *engine.Config)", "a client does not compile: cannot use trigger.FireBeforeModelHook", nil},
		{clauses("HOOK-153.4", "HOOK-176.2"), model, "request genai.Request, response genai.Response) (result", "response genai.Response, request genai.Request) (result", "a client does not compile: cannot use trigger.FireAfterModelHook", nil},
		{clauses("HOOK-154.3", "HOOK-176.3"), model, "request genai.Request) BeforeToolSelectionHookResult {\n	defer", "request genai.Request, more ...string) BeforeToolSelectionHookResult {\n	defer", "a client does not compile: cannot use trigger.FireBeforeToolSelectionHook", nil},
		{clauses("HOOK-164.3"), handler, "	if plan.Sequential {", "	if plan.Sequential && len(plan.Entries) > 1 {", "has a way around engine/event.Runner.ExecuteHooksSequential", nil},
		{clauses("HOOK-165.2"), handler, "	if plan.Sequential {", "	if plan.Sequential || len(plan.Entries) == 1 {", "has a way around engine/event.Runner.ExecuteHooksParallel", nil},
		{clauses("HOOK-166.3"), handler, "AggregateResults(results, plan.Event,", "AggregateResults(results[:1], plan.Event,", "it is not called with all results and the event", nil},
		{clauses("HOOK-175.1"), engine, "func (c *Config) HookSystem() *HookSystem {", "func (c *Config) HookSystem() any {", "a client does not compile: cannot use (*engine.Config).HookSystem", []edit{
			{firing, "o.Config.HookSystem().Explain(", "o.Config.HookSystem().(*HookSystem).Explain("},
			{firing, "	system := c.HookSystem()\n", "	system, _ := c.HookSystem().(*HookSystem)\n"},
		}},
		{clauses("HOOK-175.2"), system, "func (s *HookSystem) EventHandler() (*event.Handler, error) {", "func (s *HookSystem) EventHandler() (any, error) {", "a client does not compile: cannot use (*engine.HookSystem).EventHandler", []edit{{firing, "	return h\n", "	return h.(*event.Handler)\n"}}},
		{clauses("HOOK-176.1"), model, "request genai.Request) BeforeModelHookResult {\n	defer", "request genai.Request) any {\n	defer", "a client does not compile: cannot use trigger.FireBeforeModelHook", nil},
		{clauses("HOOK-182.4"), "engine/hook/output.go", `	Ask     = "ask"`, `	Ask     = "asks"`, "a client does not compile: duplicate key false in map literal\n\tvar _ = map[bool]int{false: 0, hook.Ask == ", nil},
		{clauses("HOOK-183.4"), execute, "	before := FireBeforeToolHook", "	x.Result = carryOut(ctx, execute, x.Input)\n	before := FireBeforeToolHook", "ExecuteToolWithHooks comes to engine/trigger.ExecuteFunc before engine/effect.Of", nil},
		{clauses("HOOK-187.4"), "engine/registry/registry.go", "int(a.Source) - int(b.Source)", "int(b.Source) - int(a.Source)", "does not sort by engine/hook.Entry.Source, the lower one first", nil},
		{clauses("HOOK-195.6"), "engine/runner/execute.go", "	case !handler.Starts:\n", "	case !handler.Starts && entry.Command == \"\":\n", "has a way to engine/procgroup.Start", nil},
		{clauses("HOOK-195.6"), "engine/dialect/llxprt.go", "{Type: hook.TypePlugin, Rule", "{Type: hook.TypePlugin, Starts: true, Rule", "the contract has a plugin that starts", nil},
		{clauses("HOOK-196.2"), result, "		return 0, true\n", "		return -1, true\n", "ExecutionResult.ExitCode has a way that gives something, not 0", nil},
		{clauses("HOOK-200.7"), "engine/effect/effect.go", "	final, ok := c.final.(hook.BeforeToolOutput)\n	if !ok {", "	final, ok := hook.NewBeforeToolOutput(c.final.Output()), true\n	if !ok {", "engine/hook.NewBeforeToolOutput is used in engine/effect.Change.ToolInput", nil},
		{clauses("HOOK-200.7"), "engine/event/handler.go", "	result.Input = in\n", "	result.Input = in\n	result.FinalOutput = hook.NewDefaultOutput(nil)\n", "engine/event.Handler.run writes a final output", nil},
		{clauses("HOOK-203.9"), "engine/trigger/background.go", "	config.HookSystem().Go(func() {\n		defer engine.Recover(ctx, config, e)\n		fire(ctx, h)\n	})\n", "	fire(ctx, h)\n", "FireBeforeAgentHook has a way to engine/event.Handler.FireBeforeAgentEvent", nil},
		{clauses("HOOK-203.9"), "engine/trigger/background.go", "	config.HookSystem().Go(func() {", "	defer config.HookSystem().Drain()\n	config.HookSystem().Go(func() {", "engine.HookSystem.Drain is used in engine/trigger.background", nil},
		{clauses("HOOK-206.5"), system, "	n := &c.constructed\n", "	n := &c.constructed\n	_, _ = c.options.Hooks()\n", "newHookSystem uses engine.Options.Hooks", nil},
		{clauses("HOOK-215.6"), "engine/hook/input.go", "		if !BaseField(m.Key) {\n			o.Set(m.Key, m.Value)\n		}", "		o.Set(m.Key, m.Value)", "NewInput has a way to engine/jsonvalue.Object.Set", nil},
		{clauses("HOOK-217.12"), fire, "	return h.fire(ctx, hook.AfterTool, toolName,", "	toolResponse.Set(\"llmContent\", \"\")\n	return h.fire(ctx, hook.AfterTool, toolName,", "uses engine/jsonvalue.Object.Set", nil},
		{clauses("HOOK-217.13"), "engine/genai/genai.go", "	config, _ := r.config()\n", "	r.Set(\"config\", nil)\n	config, _ := r.config()\n", "changes engine/genai.Request.Object in place", nil},
		{clauses("HOOK-217.14"), "engine/effect/of.go", "	row, _ := contract.Event(event)\n", "	row, _ := contract.Event(event)\n	println()\n", "uses println", nil},
	}
}

// edited returns a copy of the source with one text replaced. The text must occur
// exactly once.
func (s *Source) edited(file, old, text string) (*Source, error) {
	before, ok := s.texts[file]
	if !ok {
		return nil, fmt.Errorf("%s: no such file", file)
	}
	if n := strings.Count(before, old); n != 1 {
		return nil, fmt.Errorf("%s: the text to replace stands there %d times, not once: %s", file, n, old)
	}
	c := *s
	c.compiled = nil
	c.texts = maps.Clone(s.texts)
	c.texts[file] = strings.Replace(before, old, text, 1)
	c.checked = maps.Clone(s.checked)
	folder := path.Dir(file)
	maps.DeleteFunc(c.checked, func(_ string, p *pkg) bool { return p.needs(folder) })
	return &c, nil
}

// needs reports whether a package is another one or depends on it.
func (p *pkg) needs(other string) bool {
	seen := map[*types.Package]bool{}
	var visit func(*types.Package) bool
	visit = func(t *types.Package) bool {
		if relative(t.Path()) == other {
			return true
		}
		seen[t] = true
		for _, i := range t.Imports() {
			if !seen[i] && strings.HasPrefix(i.Path(), module) && visit(i) {
				return true
			}
		}
		return false
	}
	return visit(p.types)
}

// made returns a source with the edits of a mutation.
func (m mutation) made(s *Source) (*Source, error) {
	for _, e := range append([]edit{{m.file, m.old, m.new}}, m.also...) {
		var err error
		if s, err = s.edited(e.file, e.old, e.new); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// together makes as many mutations as one source can have without breaking a clause
// twice, and returns the remaining ones.
func together(s *Source, all []mutation) (mutant *Source, in, left []mutation) {
	broken := map[string]bool{}
	for _, m := range all {
		next, err := m.made(s)
		if err != nil || slices.ContainsFunc(m.clauses, func(c string) bool { return broken[c] }) {
			left = append(left, m)
			continue
		}
		s, in = next, append(in, m)
		for _, c := range m.clauses {
			broken[c] = true
		}
	}
	return s, in, left
}

// An inspection that no edit can break shows nothing. Edits share a source, because
// compiling takes most of the time. A clause that fails for another reason there is
// checked alone.
func TestEveryInspectionCanFail(t *testing.T) {
	s := load(t)
	checks := map[string]func(*Source) error{}
	for _, i := range All() {
		checks[i.Clause] = i.Check
		require.NoError(t, i.Check(s), "%s: the original is the control", i.Clause)
	}
	broken := map[string]bool{}
	judge := func(mutant *Source, m mutation) error {
		for _, clause := range m.clauses {
			require.Contains(t, checks, clause)
			if err := checks[clause](mutant); err == nil || !strings.Contains(err.Error(), m.want) {
				return fmt.Errorf("%s: after %q it does not say %q but: %w", clause, m.new, m.want, err)
			}
			broken[clause] = true
		}
		return nil
	}
	alone := func(m mutation) {
		mutant, err := m.made(s)
		if assert.NoError(t, err, "%v", m.clauses) {
			assert.NoError(t, judge(mutant, m))
		}
	}
	// An edit that breaks a client may also break the packages above, so it shares a
	// source only with edits of its own package.
	groups := map[string][]mutation{}
	for _, m := range mutations() {
		group := "all"
		if strings.Contains(m.want, "client") {
			group = path.Dir(m.file)
		}
		groups[group] = append(groups[group], m)
	}
	for _, left := range groups {
		for len(left) > 0 {
			mutant, in, rest := together(s, left)
			if len(in) == 0 {
				alone(rest[0])
				rest = rest[1:]
			}
			for _, m := range in {
				if judge(mutant, m) != nil {
					alone(m)
				}
			}
			left = rest
		}
	}
	for clause := range checks {
		assert.True(t, broken[clause], "%s is never broken here", clause)
	}
}
