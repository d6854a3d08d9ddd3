// Runs one model call of Gemini CLI: a turn of the agent on a new chat, with a content
// generator that streams the chunks of the request. The chat fires all three model events
// itself.

import { randomUUID } from "node:crypto";

import { BrokenOff, play, resultOf, sent } from "../models.mjs";

/** The method model/generate, built from the package's classes. */
export function generate({ GeminiChat, InvalidStreamError, StreamEventType, Turn, GenerateContentResponse, ask }) {
  return async ({ request, model }, { config }) => {
    const { systemInstruction, tools, ...generateContentConfig } = request.config ?? {};
    const seen = { requestSent: null, opened: false, fired: false, failed: false, chunks: [], stops: [] };
    async function* stream() {
      seen.opened = true;
      yield* play(model, (chunk) => Object.assign(new GenerateContentResponse(), chunk));
    }
    const generator = {
      async generateContentStream(asked) {
        seen.requestSent = requestOf(asked, request);
        return stream();
      },
    };
    // The agent looks up model and generation settings by a name in its configuration.
    const settings = randomUUID();
    config.modelConfigService.registerRuntimeModelConfig(settings, { modelConfig: { model: request.model, generateContentConfig } });
    const view = Object.create(config, {
      getContentGenerator: { value: () => generator },
      getHookSystem: { value: () => watched(config.getHookSystem(), seen) },
    });

    const contents = [request.contents].flat();
    const message = messageOf(contents.pop());
    const chat = await ask(() => new GeminiChat({ config: view, promptId: "prompt", toolRegistry: config.toolRegistry }, undefined, undefined, contents));
    // The constructor would replace a missing one with an empty one.
    chat.setSystemInstruction(systemInstruction);
    chat.setTools(tools);
    const turn = new Turn(observed(chat, { ...StreamEventType, InvalidStreamError }, seen), "prompt");
    await ask(async () => {
      for await (const _ of turn.run({ model: settings, isChatModel: true }, message, new AbortController().signal));
    });
    return resultOf(seen, turn, seen.fired, chat.getHistory(true));
  };
}

// The user's message; the chat accepts none without a part, so an empty one is an empty text.
function messageOf(turn = "") {
  const parts = turn.parts ?? (turn.role === undefined ? turn : "");
  return parts.length === 0 ? "" : parts;
}

// The request that reached the model, without the agent's abort signal. An empty config is
// left out where the given request had none: the agent always sends one.
function requestOf({ config: { abortSignal, ...config }, ...asked }, { config: given }) {
  const request = sent({ ...asked, config });
  if (given === undefined && Object.keys(request.config).length === 0) {
    delete request.config;
  }
  return request;
}

// The hook system, which records that AfterModel was fired.
function watched(system, seen) {
  return system && Object.create(system, {
    fireAfterModelEvent: {
      value(...given) {
        seen.fired = true;
        return system.fireAfterModelEvent(...given);
      },
    },
  });
}

// The chat, which records the events of its stream. A stream that breaks off or is invalid
// just ends, because the turn would write an error report to a file.
function observed(chat, { CHUNK, AGENT_EXECUTION_STOPPED, InvalidStreamError }, seen) {
  async function* noted(events) {
    try {
      for await (const event of events) {
        if (event.type === AGENT_EXECUTION_STOPPED) {
          seen.stops.push(event.reason);
        }
        if (event.type === CHUNK) {
          seen.chunks.push(sent(event.value));
        }
        yield event;
      }
    } catch (error) {
      if (!(error instanceof BrokenOff || error instanceof InvalidStreamError)) {
        throw error;
      }
      seen.failed = true;
    }
  }
  return Object.create(chat, { sendMessageStream: { value: async (...given) => noted(await chat.sendMessageStream(...given)) } });
}
