// The conformance adapter of LLxprt Code: a session is the core package's own
// Config, and events are fired by the trigger functions that its agent calls.
//
// The core package is not on npm: its folder is the argument or in
// LLXPRT_CORE. It needs the package.json of version 0.11.0 and its
// compiled dist/, with what it imports where Node finds it. Its sibling packages
// agents and tools, built in the same way, hold the scheduler that runs tools;
// without them tool/execute is not supported. Tried with commit f80a695f3.

import { randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";

import { aggregated, components, nothing, plan, subject, systemMethods } from "../answers.mjs";
import { fail, load } from "../install.mjs";
import { outcome, toolOf } from "../tools.mjs";
import { generate } from "./model.mjs";
import { ask, lines, note, request, serve, session } from "../protocol.mjs";

const PACKAGE = "@vybestack/llxprt-code-core";
const VERSION = "0.11.0";
const COMMIT = "f80a695f3";

const root = process.argv[2] ?? process.env.LLXPRT_CORE;
const hint = `build packages/core of vybestack/llxprt-code at ${COMMIT} and give its folder as argument or in LLXPRT_CORE`;
if (!root) {
  fail(`no folder of ${PACKAGE} is given`, hint);
}
if (!existsSync(path.join(root, "package.json")) || !existsSync(path.join(root, "dist/src/hooks/hookSystem.js"))) {
  fail(`${root} is no built ${PACKAGE}: package.json or dist/src/hooks/hookSystem.js is missing`, hint);
}
const { name, version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
if (name !== PACKAGE || version !== VERSION) {
  fail(`${root} is ${name} ${version}, but the adapter was written for ${PACKAGE} ${VERSION}`, hint);
}

// Neither a person's settings nor their logs are to be read or written.
const home = mkdtempSync(path.join(tmpdir(), "hooktest-llxprt-"));
process.env.LLXPRT_CONFIG_HOME = home;

const [
  { Config }, { coreEvents, CoreEvent }, { DebugLogger }, { MessageBus }, { MessageBusType },
  { HookSystem }, { HookRegistry }, { HookEventHandler }, { HookAggregator }, { HookRunner },
  { defaultHookTranslator }, types, tool, lifecycle,
] = await load(
  path.join(root, "dist/src"),
  [
    "config/config.js", "utils/events.js", "debug/DebugLogger.js", "confirmation-bus/message-bus.js", "confirmation-bus/types.js",
    "hooks/hookSystem.js", "hooks/hookRegistry.js", "hooks/hookEventHandler.js", "hooks/hookAggregator.js", "hooks/hookRunner.js",
    "hooks/hookTranslator.js", "hooks/types.js", "core/coreToolHookTriggers.js", "core/lifecycleHookTriggers.js",
  ],
  hint,
);

// What runs tools, and what calls models, is in siblings of the core package. They are large:
// each is loaded when it is needed first, and is undefined where a file is missing.
function siblings(...files) {
  const found = files.map((file) => path.join(root, "..", file));
  let loaded;
  return found.every(existsSync)
    ? () => (loaded ??= Promise.all(found.map((file) => import(pathToFileURL(file)))).then((modules) => Object.assign({}, ...modules)))
    : undefined;
}

const scheduling = siblings("agents/dist/src/core/coreToolScheduler.js", "tools/dist/src/tools/tools.js", "tools/dist/src/tools/tool-registry.js");
const modelling = siblings(
  "agents/dist/src/core/chatSession.js", "agents/dist/src/core/turn.js", "providers/dist/src/gemini/GeminiProvider.js",
  "settings/dist/src/settings/SettingsService.js", "core/dist/src/services/history/HistoryService.js", "core/dist/src/services/history/ContentConverters.js",
  "core/dist/src/runtime/AgentRuntimeState.js", "core/dist/src/runtime/createAgentRuntimeContext.js", "core/dist/src/runtime/runtimeAdapters.js",
);

// The logger drops messages of levels that are off; they are noted nevertheless.
// Its level log is between debug and warn.
for (const [method, level] of Object.entries({ debug: "debug", log: "info", warn: "warn", error: "error" })) {
  const logged = DebugLogger.prototype[method];
  DebugLogger.prototype[method] = function (message, ...more) {
    note(level, typeof message === "function" ? message() : message, ...more);
    return logged.call(this, message, ...more);
  };
}

// What the agent would show a person counts as said, too.
coreEvents.on(CoreEvent.UserFeedback, ({ severity, message }) => note(severity === "warning" ? "warn" : severity, message));
coreEvents.on(CoreEvent.Output, ({ chunk, isStderr }) => note(isStderr ? "warn" : "info", String(chunk)));

const initialize = HookRegistry.prototype.initialize;
HookRegistry.prototype.initialize = function (...given) {
  session().initializations++;
  return initialize.apply(this, given);
};

// Most trigger functions give the final output alone; the whole result goes
// through here, of the event that was fired last.
const execute = HookEventHandler.prototype.executeEventWithFullResult;
HookEventHandler.prototype.executeEventWithFullResult = async function (...given) {
  const context = request();
  context.event = given[0];
  context.result = await execute.apply(this, given);
  return context.result;
};

// The model pipeline has no trigger functions: it asks the hook system itself.
// So does the agent for notifications, which it words as it likes.
async function onSystem(config, call) {
  if (!config.getEnableHooks()) {
    return;
  }
  const system = config.getHookSystem();
  await system.initialize();
  await call(system);
}

const fire = {
  BeforeTool: (config, p) => tool.triggerBeforeToolHook(config, p.toolName, p.toolInput),
  AfterTool: (config, p) => tool.triggerAfterToolHook(config, p.toolName, p.toolInput, p.toolResponse),
  BeforeModel: (config, p) => onSystem(config, (s) => s.fireBeforeModelEvent(p.llmRequest)),
  AfterModel: (config, p) => onSystem(config, (s) => s.fireAfterModelEvent(p.llmRequest, p.llmResponse)),
  BeforeToolSelection: (config, p) => onSystem(config, (s) => s.fireBeforeToolSelectionEvent(p.llmRequest)),
  BeforeAgent: (config, p) => lifecycle.triggerBeforeAgentHook(config, p.prompt),
  AfterAgent: (config, p) => lifecycle.triggerAfterAgentHook(config, p.prompt, p.promptResponse, p.stopHookActive),
  SessionStart: (config, p) => lifecycle.triggerSessionStartHook(config, p.source),
  SessionEnd: (config, p) => lifecycle.triggerSessionEndHook(config, p.reason),
  PreCompress: (config, p) => lifecycle.triggerPreCompressHook(config, p.trigger),
  Notification: (config, p) => onSystem(config, (s) => s.fireNotificationEvent(p.notificationType, p.message, p.details)),
};

async function executeTool({ toolName, toolInput, tool: behaviour }, { config }) {
  const modules = await scheduling();
  const seen = [];
  const made = [];
  const messageBus = new MessageBus();
  const toolRegistry = new modules.ToolRegistry(config, messageBus);
  toolRegistry.registerTool(toolOf(modules, toolName, behaviour, messageBus, seen, made));
  const call = { callId: randomUUID(), name: toolName, args: toolInput, isClientInitiated: false, prompt_id: "prompt" };
  const completed = await ask(
    () =>
      new Promise((resolve, reject) => {
        const scheduler = new modules.CoreToolScheduler({
          config, messageBus, toolRegistry,
          getPreferredEditor: () => undefined,
          onEditorClose: () => {},
          onAllToolCallsComplete: async ([first]) => resolve(first),
        });
        scheduler.schedule([call], new AbortController().signal).catch(reject);
      }),
  );
  // The error of a call that was stopped is marked as such, but no part of the
  // agent reads the mark: its loop goes on.
  return outcome(completed, seen, false, (part) => part.result, sdkPart, made);
}

// Output of a tool other than text has become a block of the agent's own format.
function sdkPart(block) {
  const { type, encoding, mimeType, data } = block;
  return type === "media" && encoding === "base64" ? { inlineData: { mimeType, data } } : block;
}

const methods = {
  async "session/open"({ cwd, targetDir = cwd, sessionId, settings = {}, extensions = [], tty = false, unreadable }, opened) {
    opened.initializations = 0;
    opened.config = await ask(
      () =>
        new Config({
          sessionId, targetDir, cwd,
          interactive: tty,
          model: "gemini-2.5-pro",
          debugMode: false,
          trustedFolder: true,
          usageStatisticsEnabled: false,
          // No user is asked before a tool runs.
          approvalMode: "yolo",
          policyEngineConfig: { defaultDecision: "allow" },
          enableHooks: settings.enableHooks,
          hooks: settings.hooks,
          extensions: extensions.map(({ name, active, hooks }) => ({
            name, hooks, isActive: active, version: "1.0.0", path: cwd, contextFiles: [],
          })),
        }),
    );
    if (unreadable !== undefined) {
      opened.config.getHooks = () => {
        throw new Error(unreadable);
      };
    }
  },
  async "hooks/plan"({ event, payload }, { config }) {
    let made = null;
    await ask(() => onSystem(config, (system) => { made = system.planner.createExecutionPlan(event, subject(event, payload)); }));
    return plan(made);
  },
  async "hooks/fire"({ event, payload }, { config }) {
    await ask(() => fire[event](config, payload));
    let result = nothing;
    const given = request().result;
    if (given !== undefined) {
      result = aggregated(given, payload.llmRequest);
    } else if (config.getEnableHooks()) {
      // Something was thrown and swallowed: nothing but the missing output is known.
      result = { finalOutput: null };
    }
    return { aggregated: result, ...lines() };
  },
  ...(scheduling && { "tool/execute": executeTool }),
  ...(modelling && { "model/generate": generate({ modules: modelling, fired: () => request().event, ask }) }),
  ...systemMethods(ask),
  // Config makes its hook system without a bus; with one it serves requests. Where it makes
  // none, they are not served.
  async "bus/request"({ correlationId, eventName, input }, { config }) {
    return ask(async () => {
      if (!config.getHookSystem()) {
        return { correlationId, success: false, error: { code: "no_hook_system", message: "hooks are off" } };
      }
      const bus = new MessageBus();
      const system = new HookSystem(config, bus);
      await system.initialize();
      const answered = new Promise((resolve) => bus.subscribe(MessageBusType.HOOK_EXECUTION_RESPONSE, (message) => resolve(message.payload)));
      bus.publish({ type: MessageBusType.HOOK_EXECUTION_REQUEST, payload: { correlationId, eventName, input } });
      const { output, ...response } = await answered;
      system.dispose();
      return output === undefined ? response : { ...response, output: aggregated(output) };
    });
  },
  ...components({ types, translator: defaultHookTranslator, HookAggregator, HookRunner, ask }),
};

serve({
  hello: {
    implementation: { name: "llxprt-code", version, language: "typescript", source: "https://github.com/vybestack/llxprt-code", commit: COMMIT },
    dialect: "llxprt-shipped",
    profiles: ["components", "bus", "events-all"],
    features: { fire: true, plan: true, settings: true, extensions: true, environment: true, "tool-execute": scheduling !== undefined, "model-generate": modelling !== undefined, "unreadable-hooks": true },
    observes: ["warnings", "telemetry", "durations", ...(scheduling ? ["published"] : []), ...(modelling ? ["displayed", "conversation", "toolCalls"] : [])],
    maxInFlight: 4,
  },
  methods,
  end: () => rmSync(home, { recursive: true, force: true }),
});
