// What an adapter finds of its implementation on this machine, and what it says
// where that is not what it was written for.

import path from "node:path";
import { pathToFileURL } from "node:url";

import { text } from "./protocol.mjs";

/** Ends the adapter before it has begun. */
export function fail(message, hint) {
  process.stderr.write(`error: ${message}\nhint: ${hint}\n`);
  process.exit(1);
}

/** Loads modules of a folder. */
export async function load(folder, files, hint) {
  try {
    return await Promise.all(files.map((file) => import(pathToFileURL(path.join(folder, file)))));
  } catch (error) {
    const [first] = text(error).split("\n");
    return fail(`the modules in ${folder} can't be loaded: ${first}`, hint);
  }
}
