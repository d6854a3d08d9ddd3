// A tool that answers as it is told to, and what came of its call, for
// schedulers whose tools are built from parameters and then invoked.

import { text } from "./protocol.mjs";

/**
 * Makes a tool of the given name. behaviour is {result} or {throws}; seen gets
 * what each run of the tool was given, and made the results that the agent got, which
 * it goes on with.
 */
export function toolOf({ BaseDeclarativeTool, BaseToolInvocation }, name, behaviour, messageBus, seen, made = []) {
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
      made.push(structuredClone(behaviour.result));
      return made.at(-1);
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
 * The result of a completed call. The scheduler hands on what the model gets as
 * a list of parts, and separately what the user is shown. The first part holds {output}
 * or {error}; answerOf finds it there. partOf gives another part in the shape
 * in which the tool has given it. The scheduler does not hand on the metadata, and joins
 * parts of text: both are those of the last result in made, as the agent has left it.
 */
export function outcome({ response }, seen, agentStopped, answerOf, partOf = (part) => part, made = []) {
  const [first, ...more] = response.responseParts;
  const { output, error = null } = answerOf(first);
  const llmContent = output ?? error;
  const last = made.at(-1);
  const result = {
    llmContent: more.length === 0 && joined(last?.llmContent) === llmContent ? last.llmContent : more.length === 0 ? llmContent : [{ text: llmContent }, ...more.map(partOf)],
    returnDisplay: response.resultDisplay ?? null,
    ...(last?.metadata === undefined ? {} : { metadata: last.metadata }),
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

// What the scheduler makes of parts of text alone; undefined for any other content.
function joined(content) {
  const texts = Array.isArray(content) && content.every((part) => typeof part.text === "string");
  return texts ? content.map((part) => part.text).join("\n") : undefined;
}
