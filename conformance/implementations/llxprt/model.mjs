// Runs one model call of LLxprt Code: a turn of the agent on a new chat session, whose
// provider is the agent's own for Gemini. Only the SDK below that provider is replaced: it
// gets the request and streams the chunks. The session fires all three model events itself.

import { randomUUID } from "node:crypto";

import { play, resultOf, sent, texts } from "../models.mjs";
import { alive, note, text } from "../protocol.mjs";

const PROVIDER = "gemini";

/** The method model/generate, built from the packages' classes. */
export function generate({ modules, fired, ask }) {
  return async ({ request, model }, { config }) => {
    const { ChatSession, ContentConverters, GeminiProvider, HistoryService, SettingsService, Turn } = await modules();
    const { createAgentRuntimeContext, createAgentRuntimeState, createTelemetryAdapterFromConfig, createToolRegistryViewFromRegistry } = await modules();
    const { systemInstruction, tools, toolConfig: _, ...generation } = request.config ?? {};
    const seen = { requestSent: null, opened: false, failed: false, chunks: [], stops: [] };
    async function* stream() {
      seen.opened = true;
      yield* play(model);
    }
    const settings = settingsOf(new SettingsService(), request.model, generation);
    const view = Object.create(config, {
      getSettingsService: { value: () => settings },
    });
    const provider = providerOf(new GeminiProvider("key", undefined, view), {
      async generateContentStream(asked) {
        seen.requestSent = requestOf(asked, request);
        return stream();
      },
    });

    const contents = ContentConverters.toIContents([request.contents ?? []].flat().map((turn) => (typeof turn === "string" ? { role: "user", parts: [{ text: turn }] } : turn)));
    const message = contents.pop() ?? "";
    const chat = await ask(
      () =>
        new ChatSession(
          createAgentRuntimeContext({
            state: createAgentRuntimeState({ runtimeId: randomUUID(), provider: PROVIDER, model: request.model, sessionId: config.getSessionId() }),
            history: new HistoryService(),
            settings: { compressionThreshold: 0.8, preserveThreshold: 0.2, telemetry: { enabled: false, target: null } },
            provider: { getActiveProvider: () => provider, getProviderByName: () => provider, setActiveProvider() {} },
            telemetry: createTelemetryAdapterFromConfig(view),
            tools: createToolRegistryViewFromRegistry(),
            providerRuntime: { settingsService: settings, config: view, runtimeId: "runtime" },
          }),
          {},
          { systemInstruction: instructionOf(systemInstruction), tools: tools?.map(withSchemas) },
          contents,
        ),
    );
    const turn = new Turn(observed(chat, ContentConverters, seen), "prompt");
    await ask(async () => {
      for await (const _ of turn.run(message, new AbortController().signal));
    });
    return resultOf(seen, turn, fired() === "AfterModel", chat.getHistory().map((content) => ContentConverters.toGeminiContent(content)));
  };
}

// The settings of a call: the model, its parameters, and no log of tokens.
function settingsOf(settings, model, { maxOutputTokens, ...parameters }) {
  settings.setProviderSetting(PROVIDER, "model", model);
  settings.set("token-usage-log", false);
  // The limit is a setting of its own, for every provider.
  settings.set("maxOutputTokens", maxOutputTokens);
  for (const [name, value] of Object.entries(parameters)) {
    settings.setProviderSetting(PROVIDER, name, value);
  }
  return settings;
}

// The provider with another SDK below it. Nothing is estimated: that needs a tokenizer of the
// command line.
function providerOf(provider, sdk) {
  provider.createNonOAuthGenerator = async () => sdk;
  provider.projectPromptEnvelope = undefined;
  return provider;
}

// The agent sends no request without a system instruction, and no tool without a schema. What
// is given here for a missing one, requestOf leaves out again.
const INSTRUCTION = "no system instruction";
const SCHEMA = { type: "object", description: "no schema" };

function instructionOf(given) {
  return texts(given).join("\n") || INSTRUCTION;
}

function withSchemas({ functionDeclarations = [], ...group }) {
  return {
    ...group,
    functionDeclarations: functionDeclarations.map(({ parameters, ...declared }) => ({ parametersJsonSchema: parameters ?? SCHEMA, ...declared })),
  };
}

// The request that reached the SDK, without what the agent adds to each.
function requestOf({ systemInstruction, config: { serverTools, ...config }, ...asked }, { config: given }) {
  const request = sent({ ...asked, config });
  if (systemInstruction !== INSTRUCTION) {
    request.config.systemInstruction = systemInstruction;
  }
  for (const declared of (request.config.tools ?? []).flatMap((group) => group.functionDeclarations)) {
    if (declared.parameters.description === SCHEMA.description) {
      delete declared.parameters;
    }
  }
  if (given === undefined && Object.keys(request.config).length === 0) {
    delete request.config;
  }
  return request;
}

// The chat, which records the events of its stream. Where the stream fails it just ends, because
// the turn would write an error report to a file.
function observed(chat, ContentConverters, seen) {
  async function* noted(events) {
    try {
      for await (const event of events) {
        if (event.type === "agent_execution_stopped") {
          seen.stops.push(event.reason);
        }
        if (event.type === "chunk") {
          seen.chunks.push(sent(chunkOf(event.value, ContentConverters)));
        }
        // Each chunk runs hooks, and a stream may have hundreds.
        alive();
        yield event;
      }
    } catch (error) {
      note("debug", text(error));
      seen.failed = true;
    }
  }
  return Object.create(chat, { sendMessageStream: { value: async (...given) => noted(await chat.sendMessageStream(...given)) } });
}

// A chunk of the agent's stream, in the SDK's shape. Call ids are of the agent's own making, and
// the raw stop reason of a refusal is the hook's text.
function chunkOf({ content, finishReason, rawStopReason = "", usage }, ContentConverters) {
  const translated = ContentConverters.toGeminiContent(content);
  for (const { functionCall } of translated.parts) {
    delete functionCall?.id;
  }
  return {
    candidates: [{ content: translated, finishReason: /^[A-Z_]+$/.test(rawStopReason) ? rawStopReason : finishReason?.toUpperCase(), index: 0 }],
    ...(usage && { usageMetadata: { promptTokenCount: usage.promptTokens, candidatesTokenCount: usage.completionTokens, totalTokenCount: usage.totalTokens } }),
  };
}
