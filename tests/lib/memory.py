"""What has been proven once, and what nvcc has taken once, remembered in $KPIPE_REMEMBERED under a hash of everything
it depends on: the texts, the case, the options, the program and its compilers. Without that folder nothing is.

tools/test gives one, tools/test --all and tools/nightly do not. Failures are not remembered.
"""
import functools
import hashlib
import json
import os
import re
import subprocess

import suite

FOLDER = os.environ.get('KPIPE_REMEMBERED', '')
LIBRARY = os.path.dirname(os.path.abspath(__file__))


@functools.lru_cache(None)
def tools():
    """The compilers, and what judges by their products: kpipe, and the scripts beside this one."""
    said = [subprocess.run(['sh', '-c', command], capture_output=True, check=False).stdout
            for command in ('cc --version', 'PATH="$PATH:/usr/local/cuda/bin" nvcc --version')]
    program = [os.path.join(os.path.dirname(suite.KPIPE), n) for n in ('kpipe', 'many')]
    scripts = [os.path.join(LIBRARY, n) for n in sorted(os.listdir(LIBRARY)) if n.endswith('.py')]
    return said + [hashlib.sha256(suite.read(p)).digest() for p in program + scripts if os.path.isfile(p)]


def place(*parts):
    """The file of what depends on these strings and bytes alone; None: nothing is remembered."""
    if not FOLDER:
        return None
    os.makedirs(FOLDER, exist_ok=True)
    return os.path.join(FOLDER, hashlib.sha256(repr((tools(), parts)).encode()).hexdigest())


def recall(path):
    """What was kept there, or None. What is used stays."""
    if not path or not os.path.exists(path):
        return None
    os.utime(path)
    return suite.read(path)


def keep(path, data=b''):
    if path:
        suite.write(f'{path}.{os.getpid()}.{id(data)}', data)
        os.replace(f'{path}.{os.getpid()}.{id(data)}', path)


def is_whole(source):
    """Does it surely include nothing that is not the toolkit's?"""
    return not re.search(rb'include\s*[^<\s]', source)


def texts(path):
    """A file, of a case also the files that it names; None: what it depends on is not known."""
    found, folder = [suite.read(path)], os.path.dirname(path)
    if path.endswith('.ini'):
        words = sorted(set(re.findall(rb'[^\s=,]+', found[0])))
        found += [suite.read(p) for p in (os.path.join(folder, os.fsdecode(w)) for w in words) if os.path.isfile(p)]
    return found if path.endswith('.ptx') or all(map(is_whole, found)) else None


def verify(*args, cwd=None, worth=lambda r: r.code == 0):
    """`kpipe verify` of these arguments. A result is remembered where it is `worth` that: a success, as the caller sees it,
    and none that a clock has decided."""
    parts = []
    for arg in args:
        path = os.path.join(cwd or os.getcwd(), arg)
        parts.append((os.path.splitext(arg)[1], texts(path)) if os.path.isfile(path) else arg)
    path = None if any(isinstance(p, tuple) and p[1] is None for p in parts) else place('verify', parts)
    known = recall(path)
    if known is not None:
        code, out = json.loads(known)
        return suite.Result(code, out.encode(), b'')
    r = suite.kpipe('verify', *args, cwd=cwd)
    if r.sane and worth(r):
        keep(path, json.dumps([r.code, r.out.decode('utf-8', 'replace')]).encode())
    return r
