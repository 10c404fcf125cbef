#!/usr/bin/env python3
"""Runs a bundle of tools/sanitizer under compute-sanitizer: run.py RESULTS [--minutes N] [--jobs N].

RESULTS is a folder; each line of its results.jsonl is one program under one tool, and what stands there is
not run again. racecheck goes first.
"""
import argparse
import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import time

HERE = os.path.dirname(os.path.abspath(__file__))
TOOLS = ['racecheck', 'memcheck', 'synccheck']


def find():
    for place in (shutil.which('compute-sanitizer'), '/usr/local/cuda/bin/compute-sanitizer',
                  '/usr/local/cuda/compute-sanitizer/compute-sanitizer'):
        if place and os.access(place, os.X_OK):
            return place
    raise SystemExit('no compute-sanitizer')


def run(program, tool, item):
    extra = ['--racecheck-report', 'all'] if tool == 'racecheck' else []
    start = time.time()
    p = subprocess.Popen([program, '--tool', tool, *extra, '--target-processes', 'all', '--print-limit', '30',
                          os.path.join(HERE, 'kpipe-runner'), os.path.join(HERE, 'items', item)],
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors='replace',
                         start_new_session=True)
    try:
        out = p.communicate(timeout=60)[0]
        ended = True
    except subprocess.TimeoutExpired:
        os.killpg(p.pid, 9)
        out, ended = p.communicate()[0], False
    marked = [x for x in out.splitlines() if x.startswith('=========')]
    said = [x for x in marked if re.search(r'ERROR|error|hazard|Warning|Invalid|Barrier|misaligned|at .*\+0x', x)
            and 'Host Frame' not in x and 'cuda_' not in x]
    return {'item': item, 'tool': tool, 'status': p.returncode, 'ended': ended, 'seconds': round(time.time() - start, 1),
            'said': said[:40], 'last': marked[-3:], 'runner': re.findall(r'"(?:status|why)":\s*"[^"]*"', out)[:4],
            'out': '' if marked else out[-800:]}


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument('results')
    p.add_argument('--minutes', type=float, default=9)
    p.add_argument('--jobs', type=int, default=min(12, os.cpu_count() or 1))
    p.add_argument('--tool', choices=TOOLS)
    o = p.parse_args()
    program, end = find(), time.time() + 60 * o.minutes
    os.makedirs(o.results, exist_ok=True)
    path = os.path.join(o.results, 'results.jsonl')
    done = set()
    if os.path.exists(path):
        with open(path, encoding='utf-8') as f:
            done = {(r['item'], r['tool']) for r in map(json.loads, f)}
    work = [(t, i) for t in ([o.tool] if o.tool else TOOLS) for i in sorted(os.listdir(os.path.join(HERE, 'items')))
            if (i, t) not in done]

    def one(job):
        return run(program, *job) if time.time() < end else None

    with concurrent.futures.ThreadPoolExecutor(o.jobs) as pool, open(path, 'a', encoding='utf-8') as f:
        n = 0
        for r in pool.map(one, work):
            if r:
                n += 1
                f.write(json.dumps(r) + '\n')
                f.flush()
    version = subprocess.run([program, '--version'], capture_output=True, text=True).stdout.strip().splitlines()
    gpu = subprocess.run('nvidia-smi --query-gpu=name,driver_version --format=csv,noheader', shell=True,
                         capture_output=True, text=True).stdout.strip()
    with open(os.path.join(o.results, 'machine.txt'), 'w', encoding='utf-8') as f:
        f.write('\n'.join([gpu, *version, time.strftime('%Y-%m-%d')]) + '\n')
    print(f'{n} of {len(work)} run')


main()
