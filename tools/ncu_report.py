#!/usr/bin/env python3
"""The report half of tools/ncu-check: what kpipe analyze says beside what Nsight Compute counted."""
import csv
import json
import os
import subprocess
import sys

from ncu_csv import TO_MS, number, raw

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
KPIPE = os.environ.get('KPIPE', os.path.join(ROOT, 'build', 'kpipe'))
TO_BYTES = {'byte/block': 1, 'Kbyte/block': 1000, 'Mbyte/block': 1e6}
LIMITS = {'registers': 'launch__occupancy_limit_registers',
          'shared memory': 'launch__occupancy_limit_shared_mem',
          'warps': 'launch__occupancy_limit_warps', 'block slots': 'launch__occupancy_limit_blocks'}


def executed(path):
    """The source page: by address within the kernel, how often each instruction was executed."""
    with open(path, encoding='utf-8') as f:
        rows = list(csv.reader(f))
    column = rows[1].index('Instructions Executed')
    return {16 * i: int(number(r[column])) for i, r in enumerate(rows[2:])}


def kpipe(*args):
    done = subprocess.run([KPIPE, *args], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def per_iteration(cubin, counts):
    """(in the code, executed) per iteration of the main loop, for math and for global loads; and whether
    loops or branches stand inside."""
    kernel = next(k for k in kpipe('sass', '--json', '--full', cubin)['kernels'] if k['main_loop'])
    loop = kernel['main_loop']
    inside = [i for i in kernel['instructions'] if loop['begin'] <= i['address'] < loop['end']]
    n = counts[loop['header']]
    math = {'ffma', 'half', 'dfma', 'hmma', 'imma', 'idp', 'mufu'}
    loads = {'load-global', 'load-generic', 'async-copy'}
    result = []
    for classes in (math, loads):
        those = [i for i in inside if i['class'] in classes]
        result.append((len(those), sum(counts[i['address']] for i in those) / n if n else 0))
    straight = not any(l['begin'] >= loop['begin'] and l['end'] <= loop['end'] and
                       l['depth'] > loop['depth'] for l in kernel['loops'])
    branches = sum(1 for i in inside if i['class'] == 'branch')
    return result, straight and branches == 1


def busy(metrics):
    """Nsight Compute's speed of light: SM and memory, percent. Its memory is also L1 and shared memory."""
    return [number(metrics[m + '.avg.pct_of_peak_sustained_elapsed'][0])
            for m in ('sm__throughput', 'gpu__compute_memory_throughput')]


def agrees(bound, sm, memory):
    return {'compute': sm >= 60, 'issue': sm >= 60, 'memory': memory >= 60,
            'shared memory': memory >= 60, 'latency': max(sm, memory) < 60, None: True}[bound]


def same(a, b, tolerance=0.0):
    return abs(a - b) <= tolerance * max(abs(a), abs(b))


def pair(ours, theirs, agree):
    return f'{ours}' if agree else f'**{ours} / {theirs}**'


def line(folder, name):
    base = os.path.join(ROOT, 'kernels', name)
    results = os.path.join(folder, 'results', name)
    metrics = raw(results + '.raw.csv')
    value, unit = metrics['gpu__time_duration.sum']
    ms = number(value) * TO_MS[unit]
    k = next(x for x in kpipe('analyze', '--json', '--gpu', 'H200', '--case', base + '.ini',
                              '--time-ms', str(ms), base + '.cu')['kernels']
             if x['launches'][0]['ms'])
    o = k['occupancy']
    registers = int(number(metrics['launch__registers_per_thread'][0]))
    smem = sum(number(v) * TO_BYTES[u] for v, u in
               (metrics['launch__shared_mem_per_block_static'],
                metrics['launch__shared_mem_per_block_dynamic']))
    ours = 100 * o['active_warps'] / o['warps_per_sm']
    theirs = number(metrics['sm__maximum_warps_per_active_cycle_pct'][0])
    least = min(number(metrics[m][0]) for m in LIMITS.values())
    limits = [l for l, m in LIMITS.items() if number(metrics[m][0]) == least]
    (math, loads), is_straight = per_iteration(os.path.join(folder, name, 'version0.cubin'),
                                               executed(results + '.source.csv'))
    sectors = number(metrics['l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum'][0])
    requests = number(metrics['l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum'][0])
    conflicts = [number(metrics[f'l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_{op}.sum'][0]) /
                 max(1, number(metrics[f'l1tex__data_pipe_lsu_wavefronts_mem_shared_op_{op}.sum'][0]))
                 for op in ('ld', 'st')]
    light = busy(metrics)
    ours_bound = k['launches'][0]['bound']
    cells = [name, pair(o['registers'], registers, o['registers'] == registers),
             pair(o['smem_static'] + (o['smem_dynamic'] or 0), int(smem),
                  o['smem_static'] + (o['smem_dynamic'] or 0) == smem),
             pair(f'{ours:.0f}%', f'{theirs:.1f}%', same(ours, theirs, 0.005)),
             pair(o['limit'], '+'.join(limits), o['limit'] in limits)]
    for static, run in (math, loads):
        cells.append(pair(static, f'{run:.4g}', same(static, run, 0.01)) +
                     ('' if is_straight else ' b'))
    cells += [f'{sectors / requests:.1f}' if requests else '-',
              f'{100 * conflicts[0]:.0f}%, {100 * conflicts[1]:.0f}%',
              pair(ours_bound or 'not said', '-', agrees(ours_bound, *light)).replace(' / -', ''),
              f'{light[0]:.0f}%, {light[1]:.0f}%']
    print('| ' + ' | '.join(cells) + ' |')
    return sum('**' in c for c in cells), ms


def main():
    folder = sys.argv[1]
    names = sorted(n[:-len('.raw.csv')] for n in os.listdir(os.path.join(folder, 'results'))
                   if n.endswith('.raw.csv'))
    print('| kernel | registers | smem | occupancy | limit | math per iteration | loads per iteration '
          '| sectors per request | bank conflicts, ld, st | bound | SM, memory |')
    print('|---|--:|--:|--:|---|--:|--:|--:|---|---|---|')
    differ = sum(line(folder, name)[0] for name in names)
    print(f'\n{differ} cells of {len(names)} kernels differ.')


main()
