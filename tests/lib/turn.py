"""What is tested today of what takes long: of the golden files and suites, what the sanitizers watch, which make kpipe two
to three times as slow; of proofs and compiled files, which ones; of suites about one command, which parts. An everyday run has a
quarter, of what costs most for what it tells an eighth or a sixteenth, and all that was changed lately; the turn is that of the
commit's hash, so the same commit is tested in the same way everywhere, and the next one probably in another.
`tools/test --all` has no turn.

    tests/lib/turn.py               the turn of this commit, 0 to 127
    tests/lib/turn.py SUITE...      the suites whose turn it is

KPIPE_TURN is the turn; empty or unset means everything. KPIPE_LATELY is the commit behind which changes are late, HEAD~5 by default.
"""
import functools
import os
import subprocess
import sys
import zlib

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TURNS = 128  # the last digit of 16 is that of files and calls, the other one that of parts
QUARTER, EIGHTH, SIXTEENTH = 4, 8, 16  # parts that turns have
LATELY = os.environ.get('KPIPE_LATELY', 'HEAD~5')  # and what is not committed yet
MOST_CHANGED = 100
MOST_OF_SRC = 60
# Of what is of today.
SHARE = 1 / QUARTER if os.environ.get('KPIPE_TURN', '') else 1
# What the first give to kpipe is meant to break it; the others choose among their calls.
ALWAYS = {'unit', 'fuzz', 'tune', 'results'}


def git(*args):
    """The lines that git prints, none where it cannot answer (no repository, not so many commits)."""
    p = subprocess.run(['git', '-C', ROOT, *args], capture_output=True, text=True, check=False)
    return p.stdout.splitlines() if p.returncode == 0 else []


def of_commit():
    return int((git('rev-parse', 'HEAD') or ['0'])[0][:8], 16) % TURNS


@functools.lru_cache(1)
def changed():
    """Paths below ROOT; of golden/ not all when a merge has brought more of them than a day has time for."""
    paths = set(git('diff', '--name-only', LATELY) + git('ls-files', '--others', '--exclude-standard'))
    golden = sorted((p for p in paths if p.startswith('golden/')), key=lambda p: zlib.crc32(p.encode()))
    return paths - set(golden[MOST_CHANGED:])


def due(name, turn, parts=QUARTER):
    """Is it the turn of what has this name, of so many about equal parts?"""
    return turn == '' or zlib.crc32(name.encode()) % parts == int(turn) % parts


def of_today(path, parts=QUARTER):
    """Is it the turn of this file, or was it changed lately? Without a turn everything is."""
    return due(path, os.environ.get('KPIPE_TURN', ''), parts) or path in changed()


@functools.lru_cache(1)
def topics():
    """What was changed lately, and is a reason to test all of what is about it. More than a day's work on src/, a name that has changed
    everywhere, would be a reason for everything: that is for `tools/test --all`."""
    src = {path for path in changed() if path.startswith('src/')}
    return changed() - src if len(src) > MOST_OF_SRC else changed()


def touched(*folders):
    """Was something in these folders changed lately?"""
    return any(path.startswith(folders) for path in topics())


def parts_of_today(parts, *topics, long=None, share=EIGHTH):
    """Of a suite's parts, which need nothing of each other, the short ones and as many of the long ones (None: all are) as a turn
    has; all of them where the suite's script or one of the topics, files and folders, was changed lately. They are dealt out one by
    one, so that no turn has many."""
    turn = os.environ.get('KPIPE_TURN', '')
    if turn == '' or touched(os.path.relpath(os.path.realpath(sys.argv[0]), ROOT), *topics):
        return list(parts)
    dealt = [part for part in parts if long is None or part in long]
    return [part for part in parts if part not in dealt or dealt.index(part) % share == int(turn) // SIXTEENTH % share]


def watched(suite, turn):
    """Suites are also watched when something of their name was changed: tests/lsp, src/lsp/..., src/cmd/lsp.c."""
    return due(suite, turn, SIXTEENTH) or suite in ALWAYS or any(
        suite in [part.split('.')[0] for part in path.split('/')] for path in topics())


def main():
    if len(sys.argv) == 1:
        print(of_commit())
        return
    turn = os.environ.get('KPIPE_TURN', '')
    print('\n'.join(name for name in sys.argv[1:] if watched(name, turn)))


if __name__ == '__main__':
    main()
