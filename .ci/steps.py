#!/usr/bin/env python3
"""Executes the steps of a composite action as a runner of GitHub does, for tests.

    python3 .ci/steps.py action.yml [INPUT=VALUE...]

Variables of the runner (RUNNER_OS, RUNNER_ARCH, RUNNER_TEMP) come from the environment. It
prints the action's outputs and the step summary, and ends with the code of the first step
that fails. It knows inputs, outputs of steps and nothing else of the expression language.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import yaml


def read_outputs(path):
    return dict(line.split("=", 1) for line in path.read_text().splitlines())


def main():
    file = pathlib.Path(sys.argv[1]).resolve()
    action = yaml.safe_load(file.read_text())
    values = {f"inputs.{name}": str(spec.get("default", "")) for name, spec in action["inputs"].items()}
    for argument in sys.argv[2:]:
        name, value = argument.split("=", 1)
        if f"inputs.{name}" not in values:
            sys.exit(f"error: {file.name} has no input {name}")
        values[f"inputs.{name}"] = value

    def expand(text):
        return re.sub(r"\$\{\{\s*([\w.-]+)\s*\}\}", lambda match: values.get(match[1], ""), text)

    code = 0
    with tempfile.TemporaryDirectory() as folder:
        temp = pathlib.Path(folder)
        env = {**os.environ, "GITHUB_ACTIONS": "true", "GITHUB_ACTION_PATH": str(file.parent)}
        for name in ("OUTPUT", "PATH", "STEP_SUMMARY"):
            (temp / name).touch()
            env[f"GITHUB_{name}"] = str(temp / name)
        for step in action["runs"]["steps"]:
            (temp / "OUTPUT").write_text("")
            script = temp / "step.sh"
            script.write_text(expand(step["run"]))
            own = {name: expand(value) for name, value in step.get("env", {}).items()}
            shell = ["bash", "--noprofile", "--norc", "-eo", "pipefail", str(script)]
            code = subprocess.run(shell, env={**env, **own}).returncode
            for name, value in read_outputs(temp / "OUTPUT").items():
                values[f"steps.{step['id']}.outputs.{name}"] = value
            if code:
                break
            added = (temp / "PATH").read_text().split("\n")[:-1]
            env["PATH"] = os.pathsep.join(added[::-1] + [os.environ["PATH"]])
        for name, spec in action.get("outputs", {}).items():
            print(f"output {name}={expand(spec['value'])}")
        print((temp / "STEP_SUMMARY").read_text(), end="")
    sys.exit(code)


if __name__ == "__main__":
    main()
