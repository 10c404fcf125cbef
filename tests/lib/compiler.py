"""A compiler that says what a test of `kpipe cc` wants, and a folder around it."""
import json
import os
import re
import stat

from suite import PYTHON, ROOT, kpipe, read, write

SOURCE = read(os.path.join(ROOT, 'kernels', 'sgemm_64x64x16.cu'))
PLAIN = b'int main() { return 0; }\n'

# What it is given stands in `calls`, one line of JSON a call: arguments and the texts of its inputs.
# Asked for its macros (-dD), it has MINE and those of the sources.
# `rules` says per word in a source's text what to do: fail, kill, print, repeat, slow.
NVCC = PYTHON + r'''
import json, os, sys, time
home = os.path.dirname(os.path.abspath(__file__))
args = sys.argv[1:]
def value(option, default=None):
    return args[args.index(option) + 1] if option in args else default
inputs = [a for i, a in enumerate(args) if a.endswith('.cu') and (i == 0 or args[i - 1] not in ('-MT', '-o'))]
texts = {a: open(a, errors='replace').read() for a in inputs}
for a in inputs: # headers that are rewritten, too
    folder = os.path.dirname(a)
    if folder.endswith('.kpipe'):
        texts.update({n: open(os.path.join(folder, n), errors='replace').read() for n in os.listdir(folder) if n != os.path.basename(a) and n[0] != '.'})
if '-dD' in args:
    if 'BLIND' not in os.environ:
        print('#define MINE 1\n' + ''.join(texts.values()))
    sys.exit(0)
with open(os.path.join(home, 'calls'), 'a') as f:
    f.write(json.dumps({'args': args, 'texts': texts, 'pgid': os.getpgrp(), 'cwd': os.getcwd()}) + '\n')
rules = json.load(open(os.path.join(home, 'rules')))
for word, what in rules.items():
    if not any(word in t for t in texts.values()):
        continue
    if what == 'fail':
        print(inputs[0] + '(3): error: no', file=sys.stderr)
        sys.exit(7)
    if what == 'kill':
        os.kill(os.getpid(), 9)
    if what == 'repeat':
        for line in (3, 3, 4):
            print(f'{inputs[0]}({line}): warning: hm\n  text\n', file=sys.stderr)
    if what == 'print':
        print(inputs[0] + '(3): warning: hm', file=sys.stderr)
        print('out')
    if what == 'slow':
        open(os.path.join(home, 'started'), 'w').close()
        time.sleep(60)
out = value('-o')
if out:
    open(out, 'w').write(''.join(texts.values()))
if '-MD' in args:
    esc = lambda n: n.replace(' ', '\\ ')
    depends = [esc(i) for i in inputs] + ['/usr/include/stdio.h']
    for i in inputs:
        depends += [esc(l.split('"')[1]) for l in texts[i].splitlines() if l.startswith('#include "/')]
    open(value('-MF', (out or 'x.o')[:-2] + '.d'), 'w').write(
        f'{esc(out)} : ' + ' \\\n    '.join(depends) + '\n')
if '-E' in args:
    print(''.join(texts.values()), end='')
'''


class Bench:
    """A folder with a compiler and a source in src/."""

    def __init__(self, d):
        self.d = d
        self.nvcc = os.path.join(d, 'bin', 'nvcc')
        os.makedirs(os.path.join(d, 'bin'))
        os.makedirs(os.path.join(d, 'src'))
        os.makedirs(os.path.join(d, 'out'))
        write(self.nvcc, NVCC.encode())
        os.chmod(self.nvcc, os.stat(self.nvcc).st_mode | stat.S_IXUSR)
        self.put('src/k.cu', SOURCE)
        self.put('src/plain.cu', PLAIN)
        self.rules()

    def path(self, name):
        return os.path.join(self.d, name)

    def put(self, name, data):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        write(self.path(name), data)

    def rules(self, **rules):
        write(self.path('bin/rules'), json.dumps(rules).encode())

    def cc(self, *args, options=(), env=None, program='bin/nvcc', cwd=None):
        """The run and what the compiler was called with."""
        calls = self.path('bin/calls')
        if os.path.exists(calls):
            os.remove(calls)
        r = kpipe('cc', *options, '--', *([program] if program else []), *args, cwd=cwd or self.d, env=env)
        seen = [json.loads(line) for line in read(calls).splitlines()] if os.path.exists(calls) else []
        return r, seen

    def left(self):
        return [os.path.join(base, n) for base, dirs, files in os.walk(self.d) for n in dirs + files if '.kpipe' in n]


def is_rewritten(call):
    return any('kp_compute' in t for t in call['texts'].values())


def words_of_rule(path):
    text = read(path).decode().replace('\\\n', ' ')
    return [w.replace('\\ ', ' ') for w in re.findall(r'(?:\\ |[^\s])+', text)]
