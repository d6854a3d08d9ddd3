// The conformance adapter of Gemini CLI: a session is the package's own Config
// with its hook system, initialized as the CLI does it.

import { randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { aggregated, components, nothing, plan, subject, systemMethods } from "../answers.mjs";
import { generate } from "./model.mjs";
import { fail, load } from "../install.mjs";
import { outcome, toolOf } from "../tools.mjs";
import { ask, lines, note, serve, session } from "../protocol.mjs";

const PACKAGE = "@google/gemini-cli-core";
const here = path.dirname(fileURLToPath(import.meta.url));
const wanted = JSON.parse(readFileSync(path.join(here, "package.json"), "utf8")).dependencies[PACKAGE];

const hint = `npm install --ignore-scripts in ${here}`;

// The folder can be anywhere; npm ci makes it next to this file.
const root = path.join(process.argv[2] ?? here, "node_modules", PACKAGE);
if (!existsSync(path.join(root, "package.json"))) {
  fail(`${PACKAGE} is not installed in ${path.dirname(path.dirname(root))}`, hint);
}
const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
if (version !== wanted) {
  fail(`${PACKAGE} is version ${version}, but the adapter was written for ${wanted}`, hint);
}

// Neither a person's settings nor their trusted folders are to be read or written,
// nor what their shell reads when it starts: a bash whose stdin is a socket reads it
// where SHLVL is missing, as where hooks get a few variables only.
const home = mkdtempSync(path.join(tmpdir(), "hooktest-gemini-"));
process.env.GEMINI_CLI_HOME = home;
process.env.HOME = home;

const [
  { Config }, { SimpleExtensionLoader }, { coreEvents, CoreEvent }, { HookRegistry }, { HookEventHandler }, { HookAggregator }, { HookRunner },
  { defaultHookTranslator }, types, { Scheduler }, { ToolRegistry }, { ToolErrorType }, tools, chat, { Turn }, { GenerateContentResponse },
] = await load(
  path.join(root, "dist/src"),
  [
    "config/config.js", "utils/extensionLoader.js", "utils/events.js", "hooks/hookRegistry.js", "hooks/hookEventHandler.js", "hooks/hookAggregator.js", "hooks/hookRunner.js",
    "hooks/hookTranslator.js", "hooks/types.js", "scheduler/scheduler.js", "tools/tool-registry.js", "tools/tool-error.js", "tools/tools.js",
    "core/geminiChat.js", "core/turn.js", "../../../genai/dist/node/index.mjs",
  ],
  hint,
);

// What the agent would show a person counts as said, too.
coreEvents.on(CoreEvent.UserFeedback, ({ severity, message }) => note(severity === "warning" ? "warn" : severity, message));

const initialize = HookRegistry.prototype.initialize;
HookRegistry.prototype.initialize = function (...given) {
  session().initializations++;
  return initialize.apply(this, given);
};

// A record of each run, with what the hook wrote, goes to the telemetry that a
// person may have turned on.
const record = HookEventHandler.prototype.logHookExecution;
HookEventHandler.prototype.logHookExecution = function (event, input, results, ...given) {
  for (const { stdout = "", stderr = "" } of results) {
    note("info", `hook call: ${event}\n${stdout}\n${stderr}`);
  }
  return record.call(this, event, input, results, ...given);
};

const fire = {
  BeforeTool: (handler, p) => handler.fireBeforeToolEvent(p.toolName, p.toolInput),
  AfterTool: (handler, p) => handler.fireAfterToolEvent(p.toolName, p.toolInput, p.toolResponse),
  BeforeModel: (handler, p) => handler.fireBeforeModelEvent(p.llmRequest),
  AfterModel: (handler, p) => handler.fireAfterModelEvent(p.llmRequest, p.llmResponse),
  BeforeToolSelection: (handler, p) => handler.fireBeforeToolSelectionEvent(p.llmRequest),
  BeforeAgent: (handler, p) => handler.fireBeforeAgentEvent(p.prompt),
  AfterAgent: (handler, p) => handler.fireAfterAgentEvent(p.prompt, p.promptResponse, p.stopHookActive),
  SessionStart: (handler, p) => handler.fireSessionStartEvent(p.source),
  SessionEnd: (handler, p) => handler.fireSessionEndEvent(p.reason),
  PreCompress: (handler, p) => handler.firePreCompressEvent(p.trigger),
  Notification: (handler, p) => handler.fireNotificationEvent(p.notificationType, p.message, p.details),
};

const methods = {
  async "session/open"({ cwd, targetDir = cwd, sessionId, settings = {}, extensions = [], tty = false, unreadable }, opened) {
    opened.initializations = 0;
    // Sessions that share a home wait for each other's lock on its list of projects.
    opened.env.GEMINI_CLI_HOME = mkdtempSync(path.join(home, "session-"));
    opened.config = await ask(async () => {
      const config = new Config({
        sessionId, targetDir, cwd,
        interactive: tty,
        model: "gemini-2.5-pro",
        maxAttempts: 1,
        debugMode: false,
        trustedFolder: true,
        usageStatisticsEnabled: false,
        // No user is asked before a tool runs.
        policyEngineConfig: { defaultDecision: "allow" },
        useRipgrep: false,
        skillsSupport: false,
        enableAgents: false,
        enableHooks: settings.enableHooks,
        hooks: settings.hooks,
        extensionLoader: new SimpleExtensionLoader(
          extensions.map(({ name, active, hooks }) => ({
            name, hooks, isActive: active, version: "1.0.0", path: cwd, id: name, contextFiles: [],
          })),
        ),
      });
      if (unreadable !== undefined) {
        config.getHooks = () => {
          throw new Error(unreadable);
        };
      }
      await config.initialize();
      return config;
    });
    // The CLI initializes its hook system at once: what is said of the settings
    // comes before any event, and belongs to the first.
    return { warnings: lines().warnings };
  },
  async "session/close"(_, closed) {
    if (closed !== undefined) {
      await ask(() => closed.config.dispose());
      // Thousands of them would hold up the end.
      rmSync(closed.env.GEMINI_CLI_HOME, { recursive: true, force: true });
    }
  },
  "hooks/plan": ({ event, payload }, { config }) => ask(() => plan(config.getHookSystem()?.hookPlanner.createExecutionPlan(event, subject(event, payload)))),
  async "hooks/fire"({ event, payload }, { config }) {
    const system = config.getHookSystem();
    const result = system === undefined ? nothing : aggregated(await ask(() => fire[event](system.getEventHandler(), payload)), payload.llmRequest);
    return { aggregated: result, ...lines() };
  },
  async "tool/execute"({ toolName, toolInput, tool }, { config }) {
    const seen = [];
    const made = [];
    const toolRegistry = new ToolRegistry(config, config.messageBus);
    toolRegistry.registerTool(toolOf(tools, toolName, tool, config.messageBus, seen, made));
    const context = { config, toolRegistry, messageBus: config.messageBus, geminiClient: config.getGeminiClient(), promptId: "prompt" };
    const scheduler = new Scheduler({ context, schedulerId: "root", getPreferredEditor: () => undefined });
    const call = { callId: randomUUID(), name: toolName, args: toolInput, isClientInitiated: false, prompt_id: "prompt" };
    const [completed] = await ask(() => scheduler.schedule([call], new AbortController().signal));
    scheduler.dispose();
    // By this error the agent's loop knows that it is to end.
    const stopped = completed.response.errorType === ToolErrorType.STOP_EXECUTION;
    return outcome(completed, seen, stopped, (part) => part.functionResponse.response, undefined, made);
  },
  "model/generate": generate({ ...chat, Turn, GenerateContentResponse, ask }),
  ...systemMethods(ask),
  ...components({ types, translator: defaultHookTranslator, HookAggregator, HookRunner, ask }),
};

serve({
  hello: {
    implementation: { name: "gemini-cli", version, language: "typescript", source: "https://github.com/google-gemini/gemini-cli" },
    dialect: "gemini",
    profiles: ["events-all"],
    features: {
      fire: true, plan: true, settings: true, extensions: true, environment: true,
      "tool-execute": true, "model-generate": true, "unreadable-hooks": true, translate: true, output: true, aggregate: true, chain: true, system: true,
    },
    observes: ["warnings", "telemetry", "durations", "published", "displayed", "conversation", "toolCalls"],
    maxInFlight: 4,
  },
  methods,
  end: () => rmSync(home, { recursive: true, force: true }),
});
