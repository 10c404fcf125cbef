"""kpipe without a new process image for each call: tests/lib/many.c, built beside kpipe, forks.

`ask()` answers for suite.kpipe(), which starts kpipe where it does not: that program is not built, or not as new as
what it is made of, or the call needs a process of its own.
"""
import atexit
import functools
import glob
import os
import subprocess
import tempfile
import threading

import suite

local = threading.local()
started = []
# `kpipe cc` names the program it is, and becomes the compiler. Names that the loader, the C library or a sanitizer reads when a program starts.
OWN_NAMES = (b'LD_', b'ASAN_', b'UBSAN_', b'LSAN_', b'GLIBC_', b'MALLOC_')

PRELOAD = b'LD_PRELOAD'


class Server:
    """One per thread, build and preloaded library; its files lie in a folder of its own."""

    def __init__(self, program, preload):
        self.owner = os.getpid()
        self.folder = tempfile.TemporaryDirectory(prefix='kpipe-many-')
        self.out, self.err = (os.path.join(self.folder.name, n) for n in ('out', 'err'))
        self.environ = {**os.environb, **({PRELOAD: preload} if preload else {})}
        # the C library asks for large pages: a fork copies fewer of them
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        env={b'GLIBC_TUNABLES': b'glibc.malloc.hugetlb=1', **self.environ})
        started.append(self)

    def ask(self, args, cwd, env):
        """None: it cannot be asked this."""
        changes = [name for name in self.environ if name not in env]
        changes += [name + b'=' + value for name, value in env.items() if self.environ.get(name) != value]
        fields = [os.fsencode(x) for x in (cwd or os.getcwd(), self.out, self.err, str(suite.TIMEOUT), str(len(changes)))]
        fields += changes + args
        if any(b'\t' in x or b'\n' in x for x in fields) or any(x.startswith(OWN_NAMES) for x in changes):
            return None
        self.process.stdin.write(b'\t'.join(fields) + b'\n')
        self.process.stdin.flush()
        status = int(self.process.stdout.readline())
        return suite.Result(status, suite.read(self.out), suite.read(self.err))


@atexit.register
def end():
    """Waits for them, so that their processor time counts as the suite's."""
    for server in started:
        if server.owner == os.getpid():
            server.process.stdin.close()
            server.process.wait()


@functools.cache
def is_current(many, build):
    """`ninja kpipe` makes the program alone."""
    parts = glob.glob(os.path.join(build, 'lib*.a'))
    return os.access(many, os.X_OK) and all(os.path.getmtime(p) <= os.path.getmtime(many) for p in parts)


def ask(args, cwd, env, program):
    """The Result, or None."""
    build, args = os.path.dirname(program), [os.fsencode(a) for a in args]
    many = os.path.join(build, 'many')
    if os.path.basename(program) != 'kpipe' or args[:1] == [b'cc'] or not is_current(many, build):
        return None
    env = {**os.environb, **{os.fsencode(k): os.fsencode(v) for k, v in (env or {}).items()}}
    servers, which = local.__dict__.setdefault('servers', {}), (many, env.get(PRELOAD))
    if which not in servers or servers[which].owner != os.getpid():
        servers[which] = Server(*which)
    return servers[which].ask(args, cwd, env)
