#!/usr/bin/env python3
# An agent that follows the contract qwen in what the test's cases are about, except for what
# DISOBEY names.
import concurrent.futures, json, os, subprocess, sys, urllib.request

disobey = os.environ.get('DISOBEY', '')
if disobey == 'start':
    sys.exit(print('please log in', file=sys.stderr) or 7)
settings = json.load(open(os.path.expanduser('~/.qwen/settings.json')))
off = settings.get('disableAllHooks') and disobey != 'switch' or disobey == 'hooks'

def ask(messages):
    tools = [{'function': {'name': 'run_shell_command'}}]
    body = json.dumps({'stream': False, 'tools': tools, 'messages': messages}).encode()
    request = urllib.request.Request(os.environ['OPENAI_BASE_URL'] + '/chat/completions', body)
    return json.load(urllib.request.urlopen(request))['choices'][0]['message']

def started(event, payload):
    for group in settings.get('hooks', {}).get(event, []):
        for hook in group['hooks']:
            if off or 'type' not in hook and disobey != 'type':
                continue
            process = subprocess.Popen(['bash', '-c', hook['command']], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            process.stdin.write(payload)
            process.stdin.close()
            process.stdin = None
            yield process, hook.get('timeout', 60)

def result(entry):
    process, timeout = entry
    try:
        return process.communicate(timeout=timeout)
    except subprocess.TimeoutExpired:
        process.kill()
        return ('{"decision":"block","reason":"late"}' if disobey == 'timeout' else '', '')

# hooks returns the answers of an event's hooks in the order of the settings.
def hooks(event, payload):
    base = {'session_id': 's', 'transcript_path': '/t', 'cwd': os.getcwd(), 'hook_event_name': event, 'timestamp': '2026-01-01T00:00:00.000Z', 'permission_mode': 'yolo', 'prompt_id': 'p'}
    if disobey != 'stdin':
        base['tool_use_id'] = 'toolu_1'
    processes = list(started(event, json.dumps({**base, **payload})))
    # Each is waited for at the same time: a hook may wait for the end of another one.
    with concurrent.futures.ThreadPoolExecutor() as pool:
        ended = dict(zip([process for process, _ in processes], pool.map(result, processes)))
    for process, _ in processes:
        out, err = ended[process]
        if out.startswith('{'):
            yield json.loads(out)
        elif process.returncode == 2 and err and not refuses_nothing():
            yield {'decision': 'block', 'reason': err}

# Disobedience can end when a file appears.
def refuses_nothing():
    return disobey == 'exit' and not os.path.exists(os.environ.get('UNTIL', ''))

def call(tool, arguments):
    payload = {'tool_name': tool, 'tool_input': arguments}
    reasons = [a['reason'] for a in hooks('PreToolUse', payload) if a.get('decision') == 'block']
    if reasons:
        return reasons[0] if disobey == 'merge' else '\n'.join(reasons)
    done = subprocess.run(['bash', '-c', arguments['command']], capture_output=True, text=True)
    text = 'Output: ' + done.stdout
    payload |= {'tool_response': {'llmContent': text}, 'duration_ms': 1}
    for answer in hooks('PostToolUse', payload):
        context = answer['hookSpecificOutput']['additionalContext']
        text += '\n' + (context if disobey == 'context' else context.replace('<', '&lt;').replace('>', '&gt;'))
    return text

messages = [{'role': 'user', 'content': sys.argv[sys.argv.index('--prompt') + 1]}]
while True:
    message = ask(messages)
    messages.append(message)
    if not message.get('tool_calls'):
        break
    for one in message['tool_calls']:
        function = one['function']
        messages.append({'role': 'tool', 'tool_call_id': one['id'], 'content': call(function['name'], json.loads(function['arguments']))})
