"""kpipe without a new process image for each call: tests/lib/many.c, built beside kpipe, forks.

`kpipe()` takes and gives what suite.kpipe() does. Where that program is not built, or not as new as what it is made of, it
starts kpipe.
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


class Server:
    """One per thread and build; its files lie in a folder of its own."""

    def __init__(self, program):
        self.owner = os.getpid()
        self.folder = tempfile.TemporaryDirectory(prefix='kpipe-many-')
        self.out, self.err = (os.path.join(self.folder.name, n) for n in ('out', 'err'))
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        started.append(self)

    def ask(self, args, cwd):
        fields = [cwd or os.getcwd(), self.out, self.err, str(suite.TIMEOUT), *args]
        self.process.stdin.write('\t'.join(fields) + '\n')
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


def kpipe(*args, cwd=None, program=suite.KPIPE):
    build = os.path.dirname(program)
    many = os.path.join(build, 'tests', 'many')
    if not is_current(many, build):
        return suite.kpipe(*args, cwd=cwd, program=program)
    servers = local.__dict__.setdefault('servers', {})
    if many not in servers or servers[many].owner != os.getpid():
        servers[many] = Server(many)
    return servers[many].ask(args, cwd)
