// What the protocol asks of outputs and results, read from the classes that
// Gemini CLI and LLxprt Code have in common. Every value is what a method of
// the implementation gave or a field that it set.

import { text } from "./protocol.mjs";

const COMMON = ["continue", "stopReason", "suppressOutput", "systemMessage", "decision", "reason", "hookSpecificOutput"];

// A method that throws gives its error in the member's place.
function called(member, output, method, ...given) {
  if (typeof output[method] !== "function") {
    return {};
  }
  let value;
  try {
    value = output[method](...given);
  } catch (error) {
    value = { error: text(error) };
  }
  return value === undefined ? {} : { [member]: value };
}

/**
 * A final output with what its methods say. request, toolConfig and tools are
 * what they are applied to, in the SDK's shape.
 */
export function final(output, { request, toolConfig = request?.config?.toolConfig, tools = request?.config?.tools } = {}) {
  const fields = Object.fromEntries(COMMON.filter((name) => output[name] !== undefined).map((name) => [name, output[name]]));
  const answer = {
    ...fields,
    class: output.constructor.name,
    ...called("blocking", output, "isBlockingDecision"),
    ...called("stopping", output, "shouldStopExecution"),
    ...called("effectiveReason", output, "getEffectiveReason"),
    additionalContext: null,
    ...called("additionalContext", output, "getAdditionalContext"),
    ...called("modifiedToolInput", output, "getModifiedToolInput"),
    ...called("syntheticResponse", output, "getSyntheticResponse"),
    ...called("modifiedResponse", output, "getModifiedResponse"),
  };
  // Every class has these two methods; only one of each does anything.
  if (answer.class === "BeforeModelHookOutput" && request !== undefined) {
    Object.assign(answer, called("appliedRequest", output, "applyLLMRequestModifications", request));
  }
  if (answer.class === "BeforeToolSelectionHookOutput" && (request !== undefined || toolConfig !== undefined || tools !== undefined)) {
    Object.assign(answer, called("appliedToolConfig", output, "applyToolConfigModifications", { toolConfig, tools }));
  }
  return answer;
}

/** An aggregated result, with the SDK request that its output's methods apply to. */
export function aggregated(result, request) {
  return {
    success: result.success,
    finalOutput: result.finalOutput === undefined ? null : final(result.finalOutput, { request }),
    allOutputs: result.allOutputs,
    errors: result.errors.map(text),
    totalDuration: result.totalDuration,
  };
}

/** What an agent without a hook system makes of an event: nothing ran and nothing came of it. */
export const nothing = { success: true, finalOutput: null, allOutputs: [], errors: [], totalDuration: 0 };

/** A plan of the planner; the time limits are those that the settings give. */
export function plan(made) {
  if (!made) {
    return { plan: null };
  }
  const hooks = made.hookConfigs.map(({ type, command, timeout, source }) => ({ type, command, timeout, source }));
  return { plan: { sequential: made.sequential, hooks } };
}

/**
 * The status of a hook system, from those methods that it has. What no method
 * reports is left out.
 */
function status(system) {
  return system === undefined ? null : { initialized: system.isInitialized?.(), totalHooks: system.getAllHooks().length };
}

/** The subject that both event handlers let a matcher be tested against. */
export function subject(event, payload) {
  if (event === "BeforeTool" || event === "AfterTool") {
    return { toolName: payload.toolName };
  }
  const trigger = payload.trigger ?? payload.source ?? payload.reason;
  return trigger === undefined ? undefined : { trigger };
}

/** The results that an aggregator gets, as if hooks had run. */
export function results(event, given) {
  return given.map(({ error, ...result }) => ({
    hookConfig: { type: "command", command: "" },
    eventName: event,
    ...result,
    ...(error === undefined ? {} : { error: new Error(error) }),
  }));
}

/** The methods of system/, over the config of a session and what it counts. */
export function systemMethods(ask) {
  return {
    "system/status": (_, { config }) => ask(() => ({ hookSystem: status(config.getHookSystem()) })),
    async "system/initialize"(_, { config }) {
      await ask(() => config.getHookSystem()?.initialize());
      return {};
    },
    "system/access": ({ what }, { config }) => {
      try {
        const system = config.getHookSystem();
        what === "registry" ? system.getRegistry() : system.getEventHandler();
        return { ok: true };
      } catch (error) {
        return { error: { class: error.constructor.name, message: text(error) } };
      }
    },
    "system/counters": (_, { initializations, processes }) => ({ registryInitializations: initializations, processesStarted: processes }),
  };
}

/** The methods of component/, over an implementation's modules. */
export function components({ types, translator, HookAggregator, HookRunner, ask }) {
  const directions = ["toHookLLMRequest", "fromHookLLMRequest", "toHookLLMResponse", "fromHookLLMResponse", "toHookToolConfig", "fromHookToolConfig"];
  const makers = {
    create: ({ event, data }) => types.createHookOutput(event, data),
    specific: ({ event, data }) => new HookAggregator().createSpecificHookOutput(data, event),
    class: ({ class: name, data }) => new types[name](data),
  };
  return {
    "component/translate": ({ direction, value, base }) => {
      if (!directions.includes(direction)) {
        throw new Error(`unknown direction ${direction}`);
      }
      return ask(() => ({ value: translator[direction](value, base) }));
    },
    "component/output": ({ make, on, ...what }) => ask(() => final(makers[make](what), on)),
    "component/aggregate": ({ event, results: given }) =>
      ask(() => ({ aggregated: aggregated(new HookAggregator().aggregateResults(results(event, given), event)) })),
    "component/chain": ({ event, input, output }) =>
      ask(() => ({ input: new HookRunner({}).applyHookOutputToInput(input, output, event) })),
  };
}
