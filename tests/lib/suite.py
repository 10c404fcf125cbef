"""What the script suites share: counting, skipping loudly, running kpipe."""
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
KPIPE = os.path.abspath(os.environ.get('KPIPE', os.path.join(ROOT, 'build', 'kpipe')))
# The same program without sanitizers, for what need not be watched.
QUICK = os.path.abspath(os.environ.get('KPIPE_QUICK', KPIPE))
TIMEOUT = 300

# The first line of a program that a test writes. What stands for python3 may be a script that takes longer to find it
# than it takes to start.
PYTHON = f'#!{sys.executable} -IS' if re.fullmatch(r'[^\s]{1,100}', sys.executable or '') else '#!/usr/bin/env python3'

# `kpipe rewrite` as it is from the source alone; suites that build say --build, or take this away.
os.environ.setdefault('KPIPE_FAST', '1')

# What nvcc has made before; not the user's own.
os.environ.setdefault('KPIPE_CACHE_DIR', os.path.join(ROOT, 'build', 'cache'))

# What a sanitizer or the C library prints when the program is broken.
ALARMS = (b'AddressSanitizer', b'LeakSanitizer', b'runtime error:', b'stack smashing')


def settle():
    """Waits until what was written is older than what begins now: a file's time may be a tick of the clock ahead, and
    nothing is remembered of a file that is as young as the run that reads it."""
    time.sleep(0.1)


class Suite:
    def __init__(self):
        self.passed = self.failed = self.skipped = 0

    def check(self, name, ok, detail=''):
        if ok:
            self.passed += 1
        else:
            self.failed += 1
            print(f'FAILED {name}')
            for line in str(detail).splitlines()[:40]:
                print(f'    {line}')
        return ok

    def skip(self, name, why):
        self.skipped += 1
        print(f'SKIPPED {name}: {why}')

    def finish(self):
        line = f'{self.passed} passed, {self.failed} failed'
        if self.skipped:
            line += f', {self.skipped} skipped'
        print(line)
        sys.exit(1 if self.failed else 0)


class Result:
    """A finished run: code, out, err (bytes). `sane` is False after a crash, a hang or an alarm."""

    def __init__(self, code, out, err):
        self.code, self.out, self.err = code, out, err
        self.sane = code in (0, 1, 2) and not any(alarm in err for alarm in ALARMS)

    def __str__(self):
        out = self.out if len(self.out) <= 1200 else self.out[:500] + b'\n...\n' + self.out[-700:]  # the verdict comes last
        return (f'exit {self.code}\nstderr: {self.err[-2000:].decode("utf-8", "backslashreplace")}\n'
                f'stdout: {out.decode("utf-8", "backslashreplace")}')


def heed_signals():
    """For preexec_fn: a suite that runs in the background may have been told to ignore these."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


def kpipe(*args, cwd=None, stdin=b'', env=None, stdout=None, program=KPIPE):
    """Runs kpipe; arguments may be str or bytes."""
    import many  # which needs this module
    answer = None if stdin or stdout else many.ask(args, cwd, env, program)
    return answer or start(*args, cwd=cwd, stdin=stdin, env=env, stdout=stdout, program=program)


def forgetful_kpipe():
    """kpipe() for a suite whose compiler answers differently to the same question: each call finds the prelude's tree, but
    none of the compiler's products."""
    cache = tempfile.TemporaryDirectory(prefix='kpipe-test-')
    os.environ['KPIPE_CACHE_DIR'] = cache.name

    def call(*args, **more):
        for entry in os.scandir(cache.name):
            if entry.name != 'prelude':
                shutil.rmtree(entry.path) if entry.is_dir() else os.remove(entry.path)
        return kpipe(*args, **more)
    return call


def start(*args, cwd=None, stdin=b'', env=None, stdout=None, program=KPIPE):
    """The same, always a program of its own."""
    try:
        p = subprocess.run([program, *args], cwd=cwd, input=stdin, timeout=TIMEOUT,
                           stdout=stdout or subprocess.PIPE, stderr=subprocess.PIPE,
                           env={**os.environ, **(env or {})})
    except subprocess.TimeoutExpired as e:
        return Result(-1, e.stdout or b'', (e.stderr or b'') + b'\nhangs')
    return Result(p.returncode, p.stdout or b'', p.stderr)


def read(path):
    with open(path, 'rb') as f:
        return f.read()


def write(path, data):
    with open(path, 'wb') as f:
        f.write(data)


def scratch():
    return tempfile.TemporaryDirectory(prefix='kpipe-test-')
