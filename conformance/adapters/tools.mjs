// A tool that answers as it is told to, and what came of its call, for
// schedulers whose tools are built from parameters and then invoked.

import { text } from "./protocol.mjs";

/**
 * Makes a tool of the given name. behaviour is {result} or {throws}; seen gets
 * what each run of the tool was given.
 */
export function toolOf({ BaseDeclarativeTool, BaseToolInvocation }, name, behaviour, messageBus, seen) {
  class Invocation extends BaseToolInvocation {
    getDescription() {
      return name;
    }
    async shouldConfirmExecute() {
      return false;
    }
    async execute() {
      seen.push(structuredClone(this.params));
      if (behaviour.throws !== undefined) {
        throw new Error(behaviour.throws);
      }
      return structuredClone(behaviour.result);
    }
  }
  class Tool extends BaseDeclarativeTool {
    createInvocation(params) {
      return new Invocation(params, messageBus, name, name);
    }
  }
  return new Tool(name, name, name, "other", { type: "object" });
}

/**
 * What a completed call came to. The scheduler hands on what the model gets as
 * a list of parts, beside what a person is shown. The first part holds {output}
 * or {error}; answerOf finds it there. partOf gives another part in the shape
 * in which the tool has given it.
 */
export function outcome({ response }, seen, agentStopped, answerOf, partOf = (part) => part) {
  const [first, ...more] = response.responseParts;
  const { output, error = null } = answerOf(first);
  const llmContent = output ?? error;
  const result = {
    llmContent: more.length === 0 ? llmContent : [{ text: llmContent }, ...more.map(partOf)],
    returnDisplay: response.resultDisplay ?? null,
    ...(response.suppressDisplay === undefined ? {} : { suppressDisplay: response.suppressDisplay }),
    ...(response.error === undefined ? {} : { error: { type: response.errorType, message: text(response.error) } }),
  };
  return {
    executed: seen.length > 0,
    inputSeen: seen.at(-1) ?? null,
    result,
    agentStopped,
    ...(agentStopped ? { stopReason: text(response.error) } : {}),
    published: [result],
  };
}
