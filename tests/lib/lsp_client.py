"""A client of `kpipe lsp`, as an editor is one: the standard library only."""
import json
import os
import queue
import subprocess
import threading
import time
import urllib.parse

import suite

PATIENCE = 60
EVERYTHING = {
    'general': {'positionEncodings': ['utf-16']},
    'textDocument': {'codeAction': {'codeActionLiteralSupport': {'codeActionKind': {'valueSet': ['quickfix']}}},
                     'hover': {'contentFormat': ['markdown', 'plaintext']}, 'publishDiagnostics': {'relatedInformation': True}},
    'workspace': {'workspaceEdit': {'documentChanges': True}},
}


def uri_of(path):
    return 'file://' + urllib.parse.quote(os.path.abspath(path))


def frame(message):
    body = message if isinstance(message, bytes) else json.dumps(message).encode()
    return b'Content-Length: %d\r\n\r\n' % len(body) + body


class Text:
    """The text of an editor, with the positions of an encoding."""

    def __init__(self, text, encoding='utf-16'):
        self.text, self.encoding = text, encoding

    def lines(self):
        begins = [0]
        for i, c in enumerate(self.text):
            if c == '\n' or (c == '\r' and self.text[i + 1:i + 2] != '\n'):
                begins.append(i + 1)
        return begins

    def units(self, text):
        return len(text.encode('utf-8')) if self.encoding == 'utf-8' else len(text.encode('utf-16-le')) // 2

    def position(self, index):
        line = max(i for i, b in enumerate(self.lines()) if b <= index)
        return {'line': line, 'character': self.units(self.text[self.lines()[line]:index])}

    def index(self, position):
        begins = self.lines()
        if position['line'] >= len(begins):
            return len(self.text)
        begin = begins[position['line']]
        end = begins[position['line'] + 1] if position['line'] + 1 < len(begins) else len(self.text)
        end = begin + len(self.text[begin:end].rstrip('\r\n')) if position['line'] + 1 < len(begins) else end
        at = begin
        while at < end and self.units(self.text[begin:at + 1]) <= position['character']:
            at += 1
        return at

    def span(self, r):
        return self.index(r['start']), self.index(r['end'])

    def applied(self, edits):
        """As an editor applies edits: all are about the text as it was."""
        out = self.text
        for begin, end, new in sorted(((*self.span(e['range']), e['newText']) for e in edits), reverse=True):
            out = out[:begin] + new + out[end:]
        return out


class Client:
    def __init__(self, *options, capabilities=None, program=suite.KPIPE, cwd=None, env=None, debounce=0, begin=True, trace='off'):
        self.process = subprocess.Popen([program, 'lsp', *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        cwd=cwd, env={**os.environ, **(env or {})})
        self.inbox, self.said, self.ids, self.left = queue.Queue(), [], 0, []
        threading.Thread(target=self.read, daemon=True).start()
        self.errors = b''
        self.listener = threading.Thread(target=self.listen, daemon=True)
        self.listener.start()
        if begin:
            self.first = self.request('initialize', {'processId': os.getpid(), 'rootUri': None, 'trace': trace,
                                                     'capabilities': EVERYTHING if capabilities is None else capabilities,
                                                     'initializationOptions': {'debounce': debounce}})
            self.notify('initialized', {})

    def listen(self):
        self.errors = self.process.stderr.read()

    def read(self):
        while True:
            length = None
            while True:
                line = self.process.stdout.readline()
                if not line or line == b'\r\n':
                    break
                length = int(line.split(b':')[1])
            if length is None:
                self.inbox.put(None)
                return
            self.inbox.put(json.loads(self.process.stdout.read(length)))

    def raw(self, data):
        try:
            self.process.stdin.write(data)
            self.process.stdin.flush()
        except BrokenPipeError:
            pass

    def send(self, method, params, **more):
        self.raw(frame({'jsonrpc': '2.0', 'method': method, 'params': params, **more}))

    def notify(self, method, params):
        self.send(method, params)

    def ask(self, method, params):
        self.ids += 1
        self.send(method, params, id=self.ids)
        return self.ids

    def next(self, wanted, patience=PATIENCE):
        """The next message for which `wanted` is true; None when none comes. Others are kept."""
        for i, m in enumerate(self.left):
            if wanted(m):
                return self.left.pop(i)
        end = time.monotonic() + patience
        while True:
            try:
                m = self.inbox.get(timeout=max(0.0, end - time.monotonic()))
            except queue.Empty:
                return None
            if m is None:
                self.inbox.put(None)
                return None
            self.said.append(m)
            if wanted(m):
                return m
            self.left.append(m)

    def reply(self, number, patience=PATIENCE):
        return self.next(lambda m: 'method' not in m and m.get('id') == number, patience)

    def request(self, method, params):
        return self.reply(self.ask(method, params))

    def heard(self, method, patience=PATIENCE):
        return self.next(lambda m: m.get('method') == method, patience)

    def open(self, uri, text, version=1):
        self.notify('textDocument/didOpen', {'textDocument': {'uri': uri, 'languageId': 'cuda', 'version': version, 'text': text}})

    def change(self, uri, version, *changes):
        self.notify('textDocument/didChange', {'textDocument': {'uri': uri, 'version': version}, 'contentChanges': list(changes)})

    def diagnostics(self, uri, version=None, patience=PATIENCE):
        """What is published next of the file (and this version of it); None: nothing comes."""
        m = self.next(lambda m: m.get('method') == 'textDocument/publishDiagnostics' and m['params']['uri'] == uri and
                      version in (None, m['params'].get('version')), patience)
        return m and m['params']['diagnostics']

    def actions(self, uri, r, only=None):
        context = {'diagnostics': [], **({'only': only} if only else {})}
        return self.request('textDocument/codeAction', {'textDocument': {'uri': uri}, 'range': r, 'context': context}).get('result')

    def hover(self, uri, position):
        return self.request('textDocument/hover', {'textDocument': {'uri': uri}, 'position': position}).get('result')

    def close(self):
        """shutdown and exit; the process's exit code. Alarms of sanitizers count as 99."""
        self.ask('shutdown', None)
        self.notify('exit', None)
        return self.ended()

    def ended(self):
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        try:
            code = self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return -1
        self.listener.join()
        return 99 if any(a in self.errors for a in suite.ALARMS) else code
