// The adapter protocol's side of the conversation, shared by the adapters of
// implementations that run in Node: it reads requests, hands each to a method of
// the adapter, and writes what comes of it. It knows nothing of hooks.

import { AsyncLocalStorage } from "node:async_hooks";
import { ChildProcess } from "node:child_process";
import readline from "node:readline";
import { format } from "node:util";

// Each request runs in a context of its own, which what it starts inherits:
// that tells whose line a log line is and whose environment a hook gets, also
// where several requests are open at once.
const current = new AsyncLocalStorage();

/** A request of something that the implementation does not have. */
export class Unsupported extends Error {
  constructor(feature) {
    super(`not supported: ${feature}`);
    this.feature = feature;
  }
}

// An error that the implementation threw: a finding, and no fault of the adapter.
class Thrown extends Error {}

/** Calls into the implementation: what it throws is told as its own. */
export async function ask(call) {
  try {
    return await call();
  } catch (error) {
    throw new Thrown(text(error), { cause: error });
  }
}

/** The text of a thrown value of any type. */
export function text(error) {
  return error instanceof Error ? error.message : String(error);
}

/** Notes a line that the implementation has logged, with the request it belongs to. */
export function note(level, ...words) {
  const line = { level, text: format(...words) };
  const context = request();
  if (context === undefined) {
    process.stderr.write(`${level}: ${line.text}\n`);
    return;
  }
  context.lines.push(line);
}

/** The lines of the request that is being served: warnings and what is below them. */
export function lines() {
  const noted = request().lines;
  const loud = (line) => line.level === "warn" || line.level === "error";
  return { warnings: noted.filter(loud), telemetry: noted.filter((line) => !loud(line)) };
}

/** The request that is being served, for an adapter to note things of its own. */
export function request() {
  return current.getStore();
}

/** Reports that the request being served goes on, which gives it more time. */
export function alive() {
  write(JSON.stringify({ jsonrpc: "2.0", method: "$/heartbeat", params: { id: request().id } }) + "\n");
}

/** The session that the request being served belongs to. */
export function session() {
  return request()?.session;
}

// What an implementation prints must not get among the answers.
const write = process.stdout.write.bind(process.stdout);

function watch() {
  process.stdout.write = process.stderr.write.bind(process.stderr);
  const levels = { debug: "debug", log: "info", info: "info", warn: "warn", error: "error" };
  for (const [method, level] of Object.entries(levels)) {
    console[method] = (...words) => note(level, ...words);
  }
  // Every process is started by this one method, however it was asked for.
  const spawn = ChildProcess.prototype.spawn;
  ChildProcess.prototype.spawn = function (...options) {
    const owner = session();
    if (owner !== undefined) {
      owner.processes++;
    }
    return spawn.apply(this, options);
  };
  // A session's variables override the adapter's own for all that runs in its
  // requests.
  const own = process.env;
  Object.defineProperty(process, "env", { configurable: true, get: () => session()?.env ?? own });
}

/** The environment of a session: the adapter's own, and the given variables over it. */
function environment(variables = {}) {
  const env = { ...process.env };
  for (const [name, value] of Object.entries(variables)) {
    if (value === null) {
      delete env[name];
    } else {
      env[name] = value;
    }
  }
  return env;
}

/**
 * Serves an implementation until it is told to end or its stdin does.
 *
 * hello is the answer to initialize without version and nonce. methods has a
 * function (params, session) for each method; those of a session get what
 * session/open made, which has env, processes, and what open assigns to it.
 * end is called once before the process ends.
 */
export function serve({ hello, methods, end = () => {} }) {
  watch();
  const sessions = new Map();
  const ended = (code) => {
    end();
    process.exit(code);
  };
  const input = readline.createInterface({ input: process.stdin, crlfDelay: Infinity });
  input.on("close", () => ended(0));
  input.on("line", (line) => void answer(JSON.parse(line)));

  async function answer({ id, method, params = {} }) {
    const context = { id, lines: [], session: undefined };
    const reply = (message, sent) => write(JSON.stringify({ jsonrpc: "2.0", id, ...message }) + "\n", sent);
    if (method === "initialize") {
      reply({ result: { protocolVersion: 1, nonce: params.nonce, ...hello } });
      return;
    }
    if (method === "shutdown") {
      reply({ result: {} }, () => ended(0));
      return;
    }
    try {
      const result = await current.run(context, () => dispatch(method, params, context));
      for (const line of context.lines) {
        write(JSON.stringify({ jsonrpc: "2.0", method: "$/log", params: line }) + "\n");
      }
      reply({ result });
    } catch (error) {
      reply({ error: fault(error) });
    }
  }

  async function dispatch(method, params, context) {
    if (method === "session/close") {
      await methods["session/close"]?.(params, sessions.get(params.session));
      sessions.delete(params.session);
      return {};
    }
    const serve = methods[method];
    if (serve === undefined) {
      throw new Unsupported(method);
    }
    if (method === "session/open") {
      context.session = { env: environment(params.env), processes: 0 };
      const opened = await serve(params, context.session);
      sessions.set(params.session, context.session);
      return opened ?? {};
    }
    if (params.session !== undefined) {
      context.session = sessions.get(params.session);
      if (context.session === undefined) {
        throw new Error(`no session ${JSON.stringify(params.session)} is open`);
      }
    }
    return serve(params, context.session);
  }
}

function fault(error) {
  if (error instanceof Unsupported) {
    return { code: -32601, message: error.message, data: { unsupported: error.feature } };
  }
  if (error instanceof Thrown) {
    return { code: -32000, message: error.message, data: { kind: "engine" } };
  }
  return { code: -32603, message: error.stack ?? String(error), data: { kind: "adapter" } };
}
