#!/usr/bin/env python3
"""Makes the wheels of hooktest-cli from the dist folder of a release or a snapshot.

    python3 python/build.py DIST OUT

A wheel has the binary as a script and no Python code. The same dist gives the same bytes:
files are in a fixed order, with a fixed time and mode.
"""
import base64
import hashlib
import json
import os
import pathlib
import re
import sys
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[1]

# The binaries for Linux are static, so they run on every libc. Go 1.26 needs macOS 12.
PLATFORMS = {
    ("linux", "amd64"): "manylinux_2_17_x86_64.manylinux2014_x86_64.musllinux_1_1_x86_64",
    ("linux", "arm64"): "manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64",
    ("darwin", "amd64"): "macosx_12_0_x86_64",
    ("darwin", "arm64"): "macosx_12_0_arm64",
    ("windows", "amd64"): "win_amd64",
    ("windows", "arm64"): "win_arm64",
}

METADATA = """\
Metadata-Version: 2.1
Name: hooktest-cli
Version: {version}
Summary: Tests the hooks of AI coding agents
Home-page: https://github.com/hooktest/hooktest
License: Apache-2.0
Requires-Python: >=3.7
Description-Content-Type: text/markdown

hooktest runs a hook as each AI coding agent would, and reports what the agent does, by
which rule, and what the model sees.

```sh
pip install hooktest-cli
hooktest run ./guard.sh --bash 'rm -rf build'
```

The package has one native binary and no Python code.
"""

WHEEL = """\
Wheel-Version: 1.0
Generator: hooktest
Root-Is-Purelib: false
{tags}
"""


def fail(message):
    sys.exit(f"error: {message}")


def python_version(version):
    """Returns a version in the form of PEP 440: 0.9.0-rc.1 is 0.9.0rc1, 0.9.1-dev is 0.9.1.dev0."""
    match = re.fullmatch(r"(\d+\.\d+\.\d+)(?:-(dev|alpha|beta|rc)(?:\.(\d+))?)?", version)
    if not match:
        fail(f"version {version} has no form that Python knows; use X.Y.Z or X.Y.Z-rc.N")
    release, stage, number = match.groups()
    letters = {None: "", "dev": ".dev", "alpha": "a", "beta": "b", "rc": "rc"}[stage]
    return release + (letters + (number or "0") if stage else "")


def write_wheel(path, version, platform, binary, program):
    """Writes one wheel, under another name until it is complete."""
    info = f"hooktest_cli-{version}.dist-info"
    tags = "\n".join(f"Tag: py3-none-{tag}" for tag in platform.split("."))
    files = [
        (f"hooktest_cli-{version}.data/scripts/{program}", binary.read_bytes(), 0o755),
        (f"{info}/LICENSE", (ROOT / "LICENSE").read_bytes(), 0o644),
        (f"{info}/METADATA", METADATA.format(version=version).encode(), 0o644),
        (f"{info}/WHEEL", WHEEL.format(tags=tags).encode(), 0o644),
    ]
    record = ""
    for name, data, _ in files:
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        record += f"{name},sha256={digest},{len(data)}\n"
    files.append((f"{info}/RECORD", f"{record}{info}/RECORD,,\n".encode(), 0o644))
    partial = path.with_suffix(".partial")
    with zipfile.ZipFile(partial, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as wheel:
        for name, data, mode in files:
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.create_system = 3  # Unix, or the mode does not count
            entry.external_attr = (0o100000 | mode) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, data)
    os.replace(partial, path)


def main():
    if len(sys.argv) != 3:
        fail("usage: python3 python/build.py DIST OUT")
    dist, out = map(pathlib.Path, sys.argv[1:])
    try:
        version = json.loads((dist / "metadata.json").read_text())["version"]
        artifacts = json.loads((dist / "artifacts.json").read_text())
    except (OSError, ValueError, KeyError) as e:
        fail(f"{dist}: {e}; make it with make snapshot")
    binaries = {
        (a["goos"], a["goarch"]): dist.resolve().parent / a["path"]
        for a in artifacts
        if a["type"] == "Binary"
    }
    if binaries.keys() != PLATFORMS.keys():
        fail(f"{dist} has binaries for {sorted(binaries)}, not for {sorted(PLATFORMS)}")
    out.mkdir(parents=True, exist_ok=True)
    for old in out.glob("hooktest_cli-*.whl"):
        old.unlink()
    version = python_version(version)
    for (goos, goarch), platform in PLATFORMS.items():
        program = "hooktest.exe" if goos == "windows" else "hooktest"
        path = out / f"hooktest_cli-{version}-py3-none-{platform}.whl"
        write_wheel(path, version, platform, binaries[goos, goarch], program)
        print(path)


if __name__ == "__main__":
    main()
