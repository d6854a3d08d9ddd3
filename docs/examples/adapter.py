#!/usr/bin/env python3
"""A small hook system and its conformance adapter, explained in
docs/implementers.md. It knows the tool events and merges simply: far from
conformant, and enough to see the first checks pass.
"""

import concurrent.futures
import datetime
import json
import os
import re
import signal
import subprocess
import sys

# --- The hook system -------------------------------------------------------


def chosen(groups, tool):
    """The hook entries of the groups whose matcher fits, each command once."""
    entries = {}
    for group in groups:
        matcher = group.get("matcher", "")
        if matcher not in ("", "*"):
            try:
                fits = re.search(matcher, tool)
            except re.error:
                fits = matcher == tool
            if not fits:
                continue
        for entry in group["hooks"]:
            entries.setdefault(entry["command"], entry)
    return list(entries.values())


def spawn(entry, stdin, cwd):
    """Runs a hook and gives its exit code, None after a timeout, and output."""
    folders = dict.fromkeys(("LLXPRT_PROJECT_DIR", "GEMINI_PROJECT_DIR", "CLAUDE_PROJECT_DIR"), cwd)
    hook = subprocess.Popen(
        ["bash", "-c", entry["command"]],
        cwd=cwd, env=os.environ | folders, start_new_session=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )
    try:
        out, err = hook.communicate(stdin, entry.get("timeout", 60000) / 1000)
        return hook.returncode, out.decode("utf-8", "replace"), err.decode("utf-8", "replace")
    except subprocess.TimeoutExpired:
        os.killpg(hook.pid, signal.SIGTERM)
        try:
            hook.communicate(timeout=5)
        except subprocess.TimeoutExpired:
            os.killpg(hook.pid, signal.SIGKILL)
            hook.communicate()
        return None, "", ""


def understood(code, out, err):
    """What a hook answered, None for nothing, and how it failed, "" if it didn't."""
    if code == 2 and err.strip():
        return {"decision": "deny", "reason": err.strip()}, ""
    if code is None:
        return None, "the hook timed out"
    if code != 0:
        return None, "the hook ended with exit code %d" % code
    try:
        answer = json.loads(out)
    except ValueError:
        answer = out
    if isinstance(answer, dict):
        return answer, ""
    return ({"systemMessage": out.strip()}, "") if out.strip() else (None, "")


def merged(answers):
    """One answer of all: a refusal wins, texts are joined, the last word counts."""
    total, texts = {}, {"reason": [], "systemMessage": []}
    for answer in answers:
        refused = total.get("decision") in ("block", "deny")
        for key, value in answer.items():
            if key in texts:
                texts[key].append(value)
            elif key != "decision" or not refused:
                total[key] = value
    total.update({key: "\n".join(all_of) for key, all_of in texts.items() if all_of})
    return total


class HookSystem:
    def __init__(self, settings, cwd, session_id):
        self.settings, self.cwd, self.session_id = settings, cwd, session_id

    def fire(self, event, details):
        """Runs the hooks of an event side by side; gives answers and errors."""
        if self.settings.get("enableHooks") is not True:
            return [], []
        groups = self.settings.get("hooks", {}).get(event, [])
        entries = chosen(groups, details.get("tool_name", ""))
        now = datetime.datetime.now(datetime.timezone.utc)
        stdin = json.dumps({
            "session_id": self.session_id,
            "transcript_path": "",
            "cwd": self.cwd,
            "hook_event_name": event,
            "timestamp": now.strftime("%Y-%m-%dT%H:%M:%S.") + "%03dZ" % (now.microsecond // 1000),
            **details,
        }).encode()
        with concurrent.futures.ThreadPoolExecutor(len(entries) or 1) as pool:
            ends = list(pool.map(lambda entry: understood(*spawn(entry, stdin, self.cwd)), entries))
        return [answer for answer, _ in ends if answer is not None], [error for _, error in ends if error]


# --- The adapter -----------------------------------------------------------

# stdout is for the protocol alone: what is printed goes to the log.
protocol, sys.stdout = sys.stdout.buffer, sys.stderr

sessions = {}


def initialize(params):
    return {
        "protocolVersion": 1,
        "nonce": params["nonce"],
        "implementation": {"name": "example", "version": "0.1.0", "language": "python"},
        "dialect": "llxprt",
        "profiles": [],
        "features": {"fire": True, "settings": True},
        "observes": [],
        "maxInFlight": 1,
    }


def session_open(params):
    sessions[params["session"]] = HookSystem(params["settings"], params["cwd"], params["sessionId"])
    return {}


def session_close(params):
    sessions.pop(params["session"], None)
    return {}


def hooks_fire(params):
    names = {"toolName": "tool_name", "toolInput": "tool_input", "toolResponse": "tool_response"}
    details = {names.get(key, key): value for key, value in params["payload"].items()}
    answers, errors = sessions[params["session"]].fire(params["event"], details)
    return {
        "aggregated": {
            "success": not errors,
            "finalOutput": final(params["event"], merged(answers)) if answers else None,
            "allOutputs": answers,
            "errors": errors,
        }
    }


def final(event, output):
    """The merged answer with what an agent would ask of it."""
    specific = output.get("hookSpecificOutput") or {}
    before_tool = event == "BeforeTool"
    changed = {"modifiedToolInput": specific["tool_input"]} if before_tool and "tool_input" in specific else {}
    return {
        **output,
        **changed,
        "class": "BeforeToolHookOutput" if before_tool else "DefaultHookOutput",
        "blocking": output.get("decision") in ("block", "deny"),
        "stopping": output.get("continue") is False,
        "effectiveReason": output.get("reason", ""),
        "additionalContext": specific.get("additionalContext"),
    }


METHODS = {
    "initialize": initialize,
    "session/open": session_open,
    "session/close": session_close,
    "hooks/fire": hooks_fire,
    "shutdown": lambda params: {},
}


def answer(request):
    message = {"jsonrpc": "2.0", "id": request["id"]}
    method = METHODS.get(request["method"])
    if method is None:
        message["error"] = {"code": -32601, "message": request["method"] + " is not served"}
        return message
    try:
        message["result"] = method(request.get("params", {}))
    except Exception as fault:
        message["error"] = {"code": -32001, "message": repr(fault), "data": {"kind": "adapter"}}
    return message


for line in sys.stdin.buffer:
    request = json.loads(line)
    protocol.write(json.dumps(answer(request)).encode() + b"\n")
    protocol.flush()
    if request["method"] == "shutdown":
        break
