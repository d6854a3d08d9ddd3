// A server of the Model Context Protocol with the tool that the first argument describes. It
// appends the input of each call to the file that the second argument names.

import { appendFileSync, readFileSync } from "node:fs";
import readline from "node:readline";

const [description, calls] = process.argv.slice(2);
const { name, result, throws } = JSON.parse(readFileSync(description, "utf8"));

// Content for the model is a text, a part, or a list of parts.
function content({ llmContent = "" } = {}) {
  return [llmContent].flat().map((part) => {
    const { text, inlineData } = typeof part === "string" ? { text: part } : part;
    return inlineData === undefined ? { type: "text", text } : { type: "image", ...inlineData };
  });
}

const methods = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "hooktest", version: "1" } }),
  "tools/list": () => ({ tools: [{ name, description: name, inputSchema: { type: "object" } }] }),
  "tools/call"({ arguments: input = {} }) {
    appendFileSync(calls, JSON.stringify(input) + "\n");
    if (throws !== undefined) {
      throw new Error(throws);
    }
    return { content: content(result), isError: result?.error !== undefined };
  },
};

for await (const line of readline.createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) {
    continue;
  }
  let answer;
  try {
    answer = { result: methods[method]?.(params) ?? {} };
  } catch (error) {
    answer = { error: { code: -32000, message: error.message } };
  }
  process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, ...answer }) + "\n");
}
