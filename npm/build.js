#!/usr/bin/env node
'use strict';
// Makes @hooktest/cli and one package for each platform from the dist folder of a release
// or a snapshot, and packs them into OUT. `npm pack` writes fixed times, so the same dist
// gives the same bytes.
//
//	node npm/build.js DIST OUT
const crypto = require('crypto');
const fs = require('fs');
const path = require('path');
const { execFileSync } = require('child_process');

const [dist, out] = process.argv.slice(2);
if (!dist || !out) fail('usage: node npm/build.js DIST OUT');

function fail(message) {
  console.error(`error: ${message}`);
  process.exit(2);
}

function read(name) {
  try {
    return JSON.parse(fs.readFileSync(path.join(dist, name), 'utf8'));
  } catch (e) {
    return fail(`${e.message}; make ${dist} with make snapshot`);
  }
}

const { version } = read('metadata.json');
// The order of artifacts.json is that in which builds ended.
const binaries = read('artifacts.json').filter((a) => a.type === 'Binary').sort((a, b) => (a.goos + a.goarch < b.goos + b.goarch ? -1 : 1));
const platforms = { linux: 'linux', darwin: 'darwin', windows: 'win32' };
const archs = { amd64: 'x64', arm64: 'arm64' };
const root = path.join(__dirname, '..');

const common = {
  version,
  description: 'Tests the hooks of AI coding agents',
  license: 'Apache-2.0',
  homepage: 'https://github.com/hooktest/hooktest',
  repository: { type: 'git', url: 'git+https://github.com/hooktest/hooktest.git' },
  publishConfig: { access: 'public' },
};

// pack writes a package's folder and its tarball. Files map a path in the package to its
// source and mode.
function pack(folder, manifest, files) {
  const dir = path.join(out, folder);
  for (const [name, [source, mode]] of Object.entries(files)) {
    const target = path.join(dir, name);
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.copyFileSync(source, target);
    fs.chmodSync(target, mode);
  }
  fs.writeFileSync(path.join(dir, 'package.json'), JSON.stringify({ ...manifest, ...common }, null, 2) + '\n', { mode: 0o644 });
  execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', path.resolve(out)], { cwd: dir });
}

fs.rmSync(out, { recursive: true, force: true });
const license = [path.join(root, 'LICENSE'), 0o644];
const optionalDependencies = {};
const sums = {};
for (const binary of binaries) {
  const [os, cpu] = [platforms[binary.goos], archs[binary.goarch]];
  if (!os || !cpu) fail(`${binary.path}: npm has no name for ${binary.goos} on ${binary.goarch}`);
  const name = `@hooktest/cli-${os}-${cpu}`;
  // Paths in artifacts.json begin with the name of the dist folder.
  const source = path.join(dist, '..', binary.path);
  optionalDependencies[name] = version;
  sums[name] = crypto.createHash('sha256').update(fs.readFileSync(source)).digest('hex');
  pack(`cli-${os}-${cpu}`, { name, os: [os], cpu: [cpu], preferUnplugged: true }, {
    [`bin/hooktest${os === 'win32' ? '.exe' : ''}`]: [source, 0o755],
    LICENSE: license,
  });
}
if (binaries.length !== 6) fail(`${dist} has binaries for ${binaries.length} platforms, not for 6`);

pack('cli', {
  name: '@hooktest/cli',
  bin: { hooktest: 'bin/hooktest' },
  scripts: { postinstall: 'node install.js' },
  engines: { node: '>=16' },
  optionalDependencies,
  binaries: sums, // for install.js
}, {
  'bin/hooktest': [path.join(__dirname, 'shim.js'), 0o755],
  'install.js': [path.join(__dirname, 'install.js'), 0o644],
  'README.md': [path.join(__dirname, 'README.md'), 0o644],
  LICENSE: license,
});
