package inspection

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A mutation is an edit of a real file after which clauses no longer hold.
type mutation struct {
	clauses        []string
	file, old, new string
	want           string
	also           []edit
}

// An edit replaces a text that stands in a file once.
type edit struct{ file, old, new string }

func clauses(ids ...string) []string { return ids }

func mutations() []mutation {
	const (
		engine   = "engine/engine.go"
		system   = "engine/system.go"
		triggers = "engine/trigger/trigger.go"
		tool     = "engine/trigger/tool.go"
		model    = "engine/trigger/model.go"
		execute  = "engine/trigger/execute.go"
		fire     = "engine/event/fire.go"
		handler  = "engine/event/handler.go"
		result   = "engine/hook/result.go"

		slogImport       = "	\"log/slog\"\n"
		osImport         = "	\"os\"\n"
		valueImport      = "	\"github.com/hooktest/hooktest/engine/jsonvalue\"\n"
		genaiImport      = "	\"github.com/hooktest/hooktest/engine/genai\"\n"
		translatorImport = "	\"github.com/hooktest/hooktest/engine/translator\"\n"
	)
	return []mutation{
		{clauses("HOOK-001.4"), engine, "	return &Config{options: options}\n", "	c := &Config{options: options}\n	newHookSystem(c)\n	return c\n", "engine.newHookSystem is used in engine.NewConfig", nil},
		{clauses("HOOK-001.4"), engine, "//hooktest:impl HOOK-001 HOOK-002 HOOK-013", "//hooktest:impl HOOK-002 HOOK-013", "has no //hooktest:impl directive for HOOK-001", nil},
		{clauses("HOOK-002.2"), engine, "	if !c.options.EnableHooks {", "	if c.options.EnableHooks {", "does not begin with", nil},
		{clauses("HOOK-005.3"), system, `return nil, &HookSystemNotInitializedError{Accessor: "Registry"}`, `return nil, fmt.Errorf("early")`, "does not begin with", nil},
		{clauses("HOOK-005.3", "HOOK-148.2"), system, "type HookSystemNotInitializedError struct {", "func (*HookSystemNotInitializedError) Is(error) bool { return true }\n\n//hooktest:impl HOOK-148\ntype HookSystemNotInitializedError struct {", "passes for other errors", nil},
		{clauses("HOOK-006.9"), system, "			Planner:    plan,", "			Planner:    planner.New(c.Contract(), reg.Hooks, nil),", "has 0 times", nil},
		{clauses("HOOK-006.9"), triggers, "	system := config.HookSystem()", "	_ = event.NewHandler(event.Parts{})\n	system := config.HookSystem()", "engine/event.NewHandler is used in engine/trigger.Handler", nil},
		{clauses("HOOK-006.10"), system, "// Drain waits", "// Planner plans.\nfunc (s *HookSystem) Planner() *planner.Planner { return s.parts.planner }\n\n// Drain waits", "engine.HookSystem.Planner gives a engine/planner.Planner", nil},
		{clauses("HOOK-007.2"), triggers, "	return h.Fire(ctx, e, fields)", "	return event.NewHandler(event.Parts{}).Fire(ctx, e, fields)", "engine/trigger.Fire uses engine/event.NewHandler", nil},
		{clauses("HOOK-008.3"), triggers, "	h, err := system.EventHandler()", "	_, _ = system.EventHandler()\n	h, err := system.EventHandler()", "has 0 times", nil},
		{clauses("HOOK-009.4"), system, "	TotalHooks  int", "	TotalHooks  int\n	Events      int", `not ["Initialized bool" "TotalHooks int"]`, nil},
		{clauses("HOOK-011.2"), handler, "	plan := h.plan(ctx, event, subject)\n	if plan == nil {", "	_ = fields()\n	plan := h.plan(ctx, event, subject)\n	if plan == nil {", "engine/event.Handler.fire: does not read", nil},
		{clauses("HOOK-011.2"), fire, "	return h.fireWithRequest(ctx, hook.BeforeModel, request)", "	_ = h.input(hook.BeforeModel, nil)\n	return h.fireWithRequest(ctx, hook.BeforeModel, request)", "before it is known that a hook runs", nil},
		{clauses("HOOK-013.2"), "engine/planner/planner.go", "	entries, err := p.entriesOf(event)", "	_, _ = os.ReadFile(string(event))\n	entries, err := p.entriesOf(event)", "engine/planner.Planner.build is reached and uses os.ReadFile", []edit{{"engine/planner/planner.go", slogImport, slogImport + osImport}}},
		{clauses("HOOK-013.2"), "engine/registry/registry.go", "	s := r.state.Load()\n	if s == nil {\n		return nil, &NotInitializedError{}", "	_, _ = os.Stat(string(event))\n	s := r.state.Load()\n	if s == nil {\n		return nil, &NotInitializedError{}", "engine/registry.Registry.Hooks is reached and uses os.Stat", []edit{{"engine/registry/registry.go", slogImport, slogImport + osImport}}},
		{clauses("HOOK-013.3"), handler, "	plan = h.parts.Planner.CreateExecutionPlan(event, subject)", "	<-ctx.Done()\n	plan = h.parts.Planner.CreateExecutionPlan(event, subject)", "engine/event.Handler.plan is reached and waits", nil},
		{clauses("HOOK-013.4"), "engine/planner/matcher.go", "	expression, err := rules.Compile(text)", "	go func() {}()\n	expression, err := rules.Compile(text)", "is reached and starts a goroutine", nil},
		{clauses("HOOK-016a.4", "HOOK-067a.3"), "engine/answer/answer.go", "	return convert(rules, text(p.Stderr), rules.Refuses), nil, nil", "	return &hook.Output{Origin: hook.FromRefusal}, nil, nil", "is used in engine/answer.fromRefused", nil},
		{clauses("HOOK-023.7", "HOOK-031.7", "HOOK-042.6", "HOOK-052.3", "HOOK-060.3"), "engine/runner/report.go", `	if result.Err != nil {
		r.log.LogAttrs(ctx, slog.LevelWarn,`, `	if result.Err != nil {
		r.log.LogAttrs(ctx, slog.LevelInfo,`, "slog.LevelWarn", nil},
		{clauses("HOOK-023.7", "HOOK-031.7", "HOOK-042.6", "HOOK-052.3", "HOOK-060.3", "HOOK-113.2", "HOOK-147.1"), "engine/runner/chain.go", "	if out == nil {\n		return in\n	}\n	switch", "	println()\n	if out == nil {\n		return in\n	}\n	switch", "uses println", nil},
		{clauses("HOOK-029.3"), "cmd/hooktest/internal/trial/rehearse.go", "	case o.Result.SuppressDisplay:", "	case o.Executed:", "displays a tool result without a look at SuppressDisplay", nil},
		{clauses("HOOK-035.2", "HOOK-205.3"), fire, `{{Key: "llm_request", Value: translator.ToHookLLMRequest(request).Object}}`, `{{Key: "llm_request", Value: request.Object}}`, "llm_request is genai.Request.Object", nil},
		{clauses("HOOK-045.2"), fire, `Value: translator.ToHookLLMResponse(response).Object`, `Value: response.Object`, "llm_response is genai.Response.Object", nil},
		{clauses("HOOK-071.3"), "engine/translator/translator.go", "type LLMResponse struct{ *jsonvalue.Object }", "type LLMResponse struct {\n	*jsonvalue.Object\n	raw *genai.Response\n}", "is made of engine/genai.Response", []edit{
			{"engine/translator/translator.go", valueImport, valueImport + genaiImport},
			{"engine/translator/response.go", "return LLMResponse{out}", "return LLMResponse{Object: out}"},
		}},
		{clauses("HOOK-077.5"), "engine/translator/response.go", `[...]string{"category", "probability"}`, `[...]string{"category", "probability", "blocked"}`, `"blocked" stands in engine/translator.plainRatings`, nil},
		{clauses("HOOK-077.5"), "engine/translator/response.go", "func plainRatings(", "type safetyRating struct{ Blocked bool }\n\nfunc plainRatings(", "there is a type", nil},
		{clauses("HOOK-081.9", "HOOK-203.10"), "engine/trigger/background.go", "func(ctx context.Context, h *event.Handler) { h.FireBeforeAgentEvent(ctx, prompt) })", "func(ctx context.Context, h *event.Handler) { _ = h.FireBeforeAgentEvent(ctx, prompt).Success })", "makes use of what", nil},
		{clauses("HOOK-081.10"), "engine/hook/event.go", `	Notification        Event = "Notification"`, `	Notification        Event = "Notice"`, "Notification is Notice, not Notification", nil},
		{clauses("HOOK-083.8"), result, "// An Entry is", "// A PluginEntry is an entry.\ntype PluginEntry struct{}\n\n// An Entry is", "there is a type engine/hook.PluginEntry", nil},
		{clauses("HOOK-084.5"), system, "	s.parts.registry.Initialize(hooks.Config, hooks.Extensions)", "	s.parts.registry.Initialize(hooks.Config, nil)\n	s.parts.registry.Initialize(nil, hooks.Extensions)", "has 0 times", nil},
		{clauses("HOOK-086.3", "HOOK-187.4"), result, "SourceSystem     Source = 3", "SourceSystem     Source = 5", "SourceSystem is 5, not 3", nil},
		{clauses("HOOK-091.4"), "engine/planner/choose.go", `key := "command:" + entry.Command`, `key := "command:" + entry.Command + entry.Timeout.String()`, "has 0 times", nil},
		{clauses("HOOK-111.3", "HOOK-115.1"), tool, "	defer report(ctx, config, hook.BeforeTool)\n	h := Handler(ctx, config)", "	h := Handler(ctx, config)\n	defer report(ctx, config, hook.BeforeTool)", "FireBeforeToolHook: does not defer the recovery first", nil},
		{clauses("HOOK-111.3", "HOOK-115.1", "HOOK-116.1"), triggers, "	if cause := recover(); cause != nil {\n		defer func()", "	if cause := any(nil); cause != nil {\n		defer func()", "engine/trigger.report: does not begin with", nil},
		{clauses("HOOK-113.1", "HOOK-113.2", "HOOK-113.3", "HOOK-113.4", "HOOK-113.5", "HOOK-113.6", "HOOK-113.7", "HOOK-147.1", "HOOK-147.4"), handler, "	defer h.rescue(ctx, plan.Event, len(plan.Entries), &result)\n	in := h.input(plan.Event, fields())", "	in := h.input(plan.Event, fields())\n	defer h.rescue(ctx, plan.Event, len(plan.Entries), &result)", "engine/event.Handler.run: does not begin with", nil},
		{clauses("HOOK-113.2", "HOOK-147.1"), handler, "	h.parts.Log.WarnContext(ctx, message,", "	h.parts.Log.InfoContext(ctx, message,", "engine/event.Handler.fail: does not begin with", nil},
		{clauses("HOOK-113.3"), result, "return AggregatedResult{Success: true} }", "return AggregatedResult{} }", "engine/hook.Empty: does not read", nil},
		{clauses("HOOK-113.4"), result, "return AggregatedResult{Success: true} }", "return AggregatedResult{Success: true, FinalOutput: DefaultOutput{}} }", "engine/hook.Empty: does not read", nil},
		{clauses("HOOK-113.5"), result, "return AggregatedResult{Success: true} }", "return AggregatedResult{Success: true, AllOutputs: []*Output{nil}} }", "engine/hook.Empty: does not read", nil},
		{clauses("HOOK-113.6"), result, "return AggregatedResult{Success: true} }", "return AggregatedResult{Success: true, Errors: []error{nil}} }", "engine/hook.Empty: does not read", nil},
		{clauses("HOOK-113.7"), result, "return AggregatedResult{Success: true} }", "return AggregatedResult{Success: true, TotalDuration: 1} }", "engine/hook.Empty: does not read", nil},
		{clauses("HOOK-115.1"), tool, "	if h == nil {\n		return nil\n	}\n	return h.FireBeforeToolEvent(", "	if h == nil && config.HookSystem() != nil {\n		return hook.NewDefaultOutput(nil)\n	}\n	if h == nil {\n		return nil\n	}\n	return h.FireBeforeToolEvent(", "returns in 3 places", nil},
		{clauses("HOOK-115.2"), execute, "	if before == nil {\n		return false", "	if before == nil {\n		return true", "engine/trigger.ToolExecution.refuse: does not begin with", nil},
		{clauses("HOOK-116.1"), model, "request genai.Request) BeforeModelHookResult {\n	defer report", "request genai.Request) (result BeforeModelHookResult) {\n	result.Blocked = true\n	defer report", "has a named result", nil},
		{clauses("HOOK-116.2"), "engine/agent/pipeline.go", "		g.stop(result.StopReason)\n	}\n	if result.Blocked {", "		g.stop(result.StopReason)\n		return request, false\n	}\n	if result.Blocked {", "not once", nil},
		{clauses("HOOK-120.3"), "engine/runner/execute.go", "		entry.Timeout = r.contract.Handlers.Timeout.Default", "		entry.Timeout = r.contract.Handlers.Timeout.Default / 2", "does not begin with", nil},
		{clauses("HOOK-120.3"), "engine/dialect/llxprt.go", "60_000 * time.Millisecond", "30_000 * time.Millisecond", "has 0 times", nil},
		{clauses("HOOK-125.4"), "engine/procgroup/group_windows.go", "func attributes()", "var console = \"CONIN$\"\n\nfunc attributes()", "CONIN$ is named", nil},
		{clauses("HOOK-125.4"), "engine/runner/runner.go", "		r.environ = os.Environ", "		_ = os.Stdin\n		r.environ = os.Environ", "New uses os.Stdin", nil},
		{clauses("HOOK-127.3", "HOOK-150.4"), tool, "func FireBeforeToolHook(ctx context.Context, config *engine.Config, toolName string, toolInput *jsonvalue.Object) hook.FinalOutput {", "func FireBeforeToolHook(ctx context.Context, config *engine.Config, toolName string, toolInput *jsonvalue.Object, more ...string) hook.FinalOutput {", "has the signature", nil},
		{clauses("HOOK-128.3"), tool, "	return h.FireAfterToolEvent(", "	if h == nil {\n		return nil\n	}\n	return h.FireAfterToolEvent(", "has 2 times", nil},
		{clauses("HOOK-151.5"), tool, "toolName string, toolInput, toolResponse *jsonvalue.Object)", "toolName string, toolResponse, toolInput *jsonvalue.Object)", `not ["ctx" "config" "toolName" "toolInput" "toolResponse"]`, nil},
		{clauses("HOOK-129.4", "HOOK-204.2"), "engine/agent/scheduler.go", "	change(Idle)\n	return outcome", "	if outcome.Blocked {\n		return ToolOutcome{}\n	}\n	change(Idle)\n	return outcome", "returns in 2 places", nil},
		{clauses("HOOK-133.5"), execute, "toolInput *jsonvalue.Object, execute ExecuteFunc)", "toolInput *jsonvalue.Object, execute ExecuteFunc, more ...string)", "has the signature", nil},
		{clauses("HOOK-134.11"), "engine/agent/pipeline.go", "	result := trigger.FireAfterModelHook(ctx, p.config, sent, complete)", "	go trigger.FireAfterModelHook(ctx, p.config, sent, complete)\n	result := trigger.AfterModelHookResult{}", "runs engine/trigger.FireAfterModelHook in the background", nil},
		{clauses("HOOK-134.11"), execute, "	before := FireBeforeToolHook(ctx, config, toolName, toolInput)", "	FireBeforeToolHook(ctx, config, toolName, toolInput)\n	var before hook.FinalOutput", "drops what engine/trigger.FireBeforeToolHook gives", nil},
		{clauses("HOOK-135.2"), model, "		result.Reason = final.EffectiveReason()", "		result.Reason = result.StopReason", "has 0 times", nil},
		{clauses("HOOK-135.5"), model, "	ModifiedRequest genai.Request\n", "	ChangedRequest genai.Request\n", "has no field ModifiedRequest", []edit{{model, "result.ModifiedRequest", "result.ChangedRequest"}}},
		{clauses("HOOK-136.3"), model, "	Response genai.Response\n	// SuppressOutput", "	Response any\n	// SuppressOutput", "Response is a any, not a genai.Response", nil},
		{clauses("HOOK-137.4"), model, "	ToolConfig genai.ToolConfig\n", "	ToolConfig any\n", "ToolConfig is a any, not a genai.ToolConfig", nil},
		{clauses("HOOK-141.4"), "engine/agent/loop.go", "	c := Conversation{Request: request}\n", "	c := Conversation{Request: request}\n	_ = translator.ToHookLLMRequest(request)\n", "uses engine/translator.ToHookLLMRequest", []edit{{"engine/agent/loop.go", valueImport, valueImport + translatorImport}}},
		{clauses("HOOK-142.6"), system, "	parts   parts\n", "	parts   parts\n	Events  int\n", "the field Events is exported", nil},
		{clauses("HOOK-143.6"), fire, "func (h *Handler) FireAfterModelEvent(", "func (h *Handler) fireAfterModelEvent(", "engine/event.Handler.FireAfterModelEvent does not exist", nil},
		{clauses("HOOK-147.4"), fire, "	return h.fireWithRequest(ctx, hook.BeforeModel, request)", "	return h.fireWithRequest(ctx, hook.BeforeModel, genai.Request{Object: request.Clone()})", "does something outside of the guards", nil},
		{clauses("HOOK-149.4"), "engine/trigger/toolresult.go", "	if r.SuppressDisplay {\n		o.Set(\"suppressDisplay\", true)\n	}\n", "	o.Set(\"suppressDisplay\", r.SuppressDisplay)\n", "has 0 times", nil},
		{clauses("HOOK-152.3"), model, "func FireBeforeModelHook(ctx context.Context, config *engine.Config, request genai.Request)", "func FireBeforeModelHook(ctx context.Context, request genai.Request, config *engine.Config)", "has the signature", nil},
		{clauses("HOOK-153.4"), model, "request genai.Request, response genai.Response) (result", "response genai.Response, request genai.Request) (result", "has the signature", nil},
		{clauses("HOOK-154.3"), model, "request genai.Request) BeforeToolSelectionHookResult {\n	defer", "request genai.Request, more ...string) BeforeToolSelectionHookResult {\n	defer", "has the signature", nil},
		{clauses("HOOK-164.3", "HOOK-165.2"), handler, "	if plan.Sequential {", "	if plan.Sequential && len(plan.Entries) > 1 {", "engine/event.Handler.execute: does not read", nil},
		{clauses("HOOK-166.3"), handler, "AggregateResults(results, plan.Event,", "AggregateResults(results[:1], plan.Event,", "has 0 times", nil},
		{clauses("HOOK-175.1"), engine, "func (c *Config) HookSystem() *HookSystem {", "func (c *Config) HookSystem() any {", "has the signature", nil},
		{clauses("HOOK-175.2"), system, "func (s *HookSystem) EventHandler() (*event.Handler, error) {", "func (s *HookSystem) EventHandler() (any, error) {", "has the signature", nil},
		{clauses("HOOK-176.1"), model, "request genai.Request) BeforeModelHookResult {\n	defer", "request genai.Request) any {\n	defer", "not one engine/trigger.BeforeModelHookResult", nil},
		{clauses("HOOK-176.2"), model, "//hooktest:impl HOOK-136 HOOK-176", "//hooktest:impl HOOK-136", "directive for HOOK-176", nil},
		{clauses("HOOK-176.3"), model, "//hooktest:impl HOOK-137 HOOK-176", "//hooktest:impl HOOK-137", "directive for HOOK-176", nil},
		{clauses("HOOK-182.4"), "engine/hook/output.go", `	Ask     = "ask"`, `	Ask     = "asks"`, "engine/hook.Ask is asks, not ask", nil},
		{clauses("HOOK-183.4"), execute, "	if x.refuse(before) {", "	x.Result = carryOut(ctx, execute, x.Input)\n	if x.refuse(before) {", "has 2 times", nil},
		{clauses("HOOK-187.4"), "engine/registry/registry.go", "int(a.Source) - int(b.Source)", "int(b.Source) - int(a.Source)", `compares ["b" "a"]`, nil},
		{clauses("HOOK-195.6"), "engine/runner/execute.go", "	case !handler.Starts:\n", "	case !handler.Starts && entry.Command == \"\":\n", "has 0 times", nil},
		{clauses("HOOK-196.2"), result, "		return 0, true\n", "		return -1, true\n", "has 0 times", nil},
		{clauses("HOOK-200.7"), execute, "	final, ok := before.(hook.BeforeToolOutput)\n	if !ok {", "	final, ok := hook.NewBeforeToolOutput(before.Output()), true\n	if !ok {", "engine/hook.NewBeforeToolOutput is used in engine/trigger.modifiedInput", nil},
		{clauses("HOOK-203.9"), "engine/trigger/background.go", "	config.HookSystem().Go(func() {", "	defer config.HookSystem().Drain()\n	config.HookSystem().Go(func() {", "engine.HookSystem.Drain is used in engine/trigger.background", nil},
		{clauses("HOOK-206.5"), system, "	n := &c.constructed\n", "	n := &c.constructed\n	_, _ = c.options.Hooks()\n", "is reached and uses engine.Options.Hooks", nil},
		{clauses("HOOK-215.6"), "engine/hook/input.go", "		if !BaseField(m.Key) {\n			o.Set(m.Key, m.Value)\n		}", "		o.Set(m.Key, m.Value)", "has 0 times", nil},
		{clauses("HOOK-217.12"), fire, "	return h.fire(ctx, hook.AfterTool, toolName,", "	toolResponse.Set(\"llmContent\", \"\")\n	return h.fire(ctx, hook.AfterTool, toolName,", "uses engine/jsonvalue.Object.Set", nil},
		{clauses("HOOK-217.13"), "engine/genai/genai.go", "	config, _ := r.config()\n", "	r.Set(\"config\", nil)\n	config, _ := r.config()\n", "changes a engine/genai.Request in place", nil},
		{clauses("HOOK-217.14"), "engine/event/processed.go", "	final := aggregated.FinalOutput\n", "	final := aggregated.FinalOutput\n	println()\n", "uses println", nil},
	}
}

// An inspection that no edit can break shows nothing.
func TestEveryInspectionCanFail(t *testing.T) {
	s := load(t)
	checks := map[string]func(*Source) error{}
	for _, i := range All() {
		checks[i.Clause] = i.Check
		require.NoError(t, i.Check(s), "%s: the original is the control", i.Clause)
	}
	broken := map[string]bool{}
	for _, m := range mutations() {
		mutant, err := s.edited(m.file, m.old, m.new)
		for _, e := range m.also {
			if err == nil {
				mutant, err = mutant.edited(e.file, e.old, e.new)
			}
		}
		if !assert.NoError(t, err, "%v", m.clauses) {
			continue
		}
		for _, clause := range m.clauses {
			broken[clause] = true
			require.Contains(t, checks, clause)
			assert.ErrorContains(t, checks[clause](mutant), m.want, "%s: %s", clause, m.new)
		}
	}
	for clause := range checks {
		assert.True(t, broken[clause], "%s is never broken here", clause)
	}
}

func TestAnEditAppliesOnce(t *testing.T) {
	s := load(t)
	_, err := s.edited("engine/engine.go", "func", "fun")
	assert.ErrorContains(t, err, "engine/engine.go: the text to replace stands there")
	_, err = s.edited("engine/none.go", "a", "b")
	assert.EqualError(t, err, "engine/none.go: no such file")
}
