#!/usr/bin/env node
'use strict';
// Starts the binary of this platform's package. Where npm may run install scripts,
// install.js has put the binary in the place of this file.
const fs = require('fs');
const os = require('os');
const tty = require('tty');
const { spawn } = require('child_process');
const main = require('../package.json');

// process.stderr is not used here: it would make pipes non-blocking that the binary has, too.
function fail(message) {
  fs.writeSync(2, `error: ${message}\n`);
  process.exit(3);
}

const name = `@hooktest/cli-${process.platform}-${process.arch}`;
const spec = `@hooktest/cli@${main.version}`;
if (!(name in main.optionalDependencies)) {
  fail(`there is no hooktest for ${process.platform} on ${process.arch}; build it with ` +
    `go install github.com/hooktest/hooktest/cmd/hooktest@v${main.version}`);
}
let binary;
try {
  const { version } = require(`${name}/package.json`);
  if (version !== main.version) {
    fail(`${name} is version ${version} and @hooktest/cli is ${main.version}; install both with npm install ${spec}`);
  }
  binary = require.resolve(`${name}/bin/hooktest${process.platform === 'win32' ? '.exe' : ''}`);
} catch {
  fail(`the package ${name} is missing or incomplete; install it with npm install --include=optional ${spec}, ` +
    'and without a lock file that was made on another platform');
}

const child = spawn(binary, process.argv.slice(2), { stdio: 'inherit' });
child.on('error', (e) => fail(`${binary} can't be started (${e.code}); check that its folder allows programs ` +
  `to run, or install again with npm install ${spec}`));

// A terminal sends INT and HUP to the binary as well; a second one would end it at once.
const terminal = tty.isatty(0) || tty.isatty(1) || tty.isatty(2);
for (const signal of ['SIGINT', 'SIGHUP', 'SIGTERM']) {
  process.on(signal, () => {
    if (signal === 'SIGTERM' || !terminal) child.kill(signal);
  });
}
child.on('exit', (code, signal) => {
  if (!signal) process.exit(code);
  process.removeAllListeners(signal);
  process.exitCode = 128 + os.constants.signals[signal];
  process.kill(process.pid, signal);
});
