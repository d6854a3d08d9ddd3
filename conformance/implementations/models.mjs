// A model that streams given chunks, and the parts of a model call's result, for agents
// that send requests and read responses in the SDK's shape.

/** The error of a stream that breaks off. */
export class BrokenOff extends Error {}

/** Streams the chunks in order, then throws BrokenOff where abortAfter is given. */
export async function* play({ chunks, abortAfter }, chunkOf = (chunk) => chunk) {
  for (const chunk of chunks.slice(0, abortAfter)) {
    yield chunkOf(structuredClone(chunk));
  }
  if (abortAfter !== undefined) {
    throw new BrokenOff("the stream broke off");
  }
}

/** The value as JSON carries it, null for undefined. */
export function sent(value) {
  return value === undefined ? null : JSON.parse(JSON.stringify(value));
}

/** The texts in contents, which are a text, a content, or a list of contents or parts. */
export function texts(contents) {
  if (typeof contents === "string") {
    return [contents];
  }
  return [contents ?? []].flat().flatMap((item) => (typeof item === "string" ? [item] : [item.text ?? [], texts(item.parts)].flat()));
}

/** The result of a call, from what was seen of it, the turn that made it, and the history after it. */
export function resultOf(seen, turn, afterModelFired, history) {
  return {
    modelCalled: seen.requestSent !== null,
    streamOpened: seen.opened,
    requestSent: seen.requestSent,
    response: seen.failed ? null : joined(seen.chunks),
    displayed: seen.chunks,
    displaySuppressed: false,
    agentStopped: seen.stops.length > 0,
    ...(seen.stops.length > 0 ? { stopReason: seen.stops[0] } : {}),
    afterModelFired,
    conversation: [...texts(seen.requestSent?.contents), ...texts(history)].join("\n"),
    toolCalls: turn.pendingToolCalls.map(({ name }) => name),
  };
}

/** The response that the chunks add up to: null for none, the chunk itself for one. */
function joined(chunks) {
  if (chunks.length < 2) {
    return chunks[0] ?? null;
  }
  const candidates = new Map();
  for (const chunk of chunks) {
    for (const [place, candidate] of (chunk.candidates ?? []).entries()) {
      const index = candidate.index ?? place;
      const known = candidates.get(index);
      const parts = [...(known?.content?.parts ?? [])];
      for (const part of candidate.content?.parts ?? []) {
        plain(part) && plain(parts.at(-1)) ? parts.push({ text: parts.pop().text + part.text }) : parts.push(part);
      }
      candidates.set(index, { ...known, ...candidate, content: { ...known?.content, ...candidate.content, parts } });
    }
  }
  return { ...Object.assign({}, ...chunks), candidates: [...candidates.values()] };
}

// Whether a part is text and nothing else.
function plain(part) {
  return part !== undefined && typeof part.text === "string" && Object.keys(part).length === 1;
}
