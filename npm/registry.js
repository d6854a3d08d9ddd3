#!/usr/bin/env node
'use strict';
// Serves the packages that build.js made in OUT as an npm registry on loopback, for tests.
// It prints its address, and ends when its stdin ends.
//
//	node npm/registry.js OUT
const crypto = require('crypto');
const fs = require('fs');
const http = require('http');
const path = require('path');

const out = process.argv[2];
const packages = new Map();
for (const entry of fs.readdirSync(out, { withFileTypes: true }).filter((e) => e.isDirectory())) {
  const manifest = JSON.parse(fs.readFileSync(path.join(out, entry.name, 'package.json'), 'utf8'));
  packages.set(manifest.name, { manifest, tarball: `hooktest-${entry.name}-${manifest.version}.tgz` });
}

const server = http.createServer((request, response) => {
  const name = decodeURIComponent(request.url.slice(1));
  const known = packages.get(name);
  if (known) {
    const { manifest, tarball } = known;
    const integrity = 'sha512-' + crypto.createHash('sha512').update(fs.readFileSync(path.join(out, tarball))).digest('base64');
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({
      name,
      'dist-tags': { latest: manifest.version },
      versions: { [manifest.version]: { ...manifest, dist: { tarball: `http://${request.headers.host}/${tarball}`, integrity } } },
    }));
  } else if (/^[\w.-]+\.tgz$/.test(name) && fs.existsSync(path.join(out, name))) {
    fs.createReadStream(path.join(out, name)).pipe(response);
  } else {
    response.statusCode = 404;
    response.end('{}');
  }
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/`));
process.stdin.resume().on('end', () => process.exit());
