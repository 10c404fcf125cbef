#!/usr/bin/env python3
"""Random K-loop kernels, legal ones and ones that break one rule of docs/dev/soundness.md.

    tests/random/generate.py [--seed N] [--legal N] [--illegal N] [--class NAME] DIR

writes DIR/NAME.cu, DIR/NAME.ini (a case file as kernels/README.md describes it, without a reference:
the original is the reference) and DIR/kernels.jsonl, one line per kernel:

    {"file", "kernel", "legal": true | false | "single", "class", "codes", "launcher", "args",
     "sizes", "blocks", "threads", "case", "runs"}

"single" means that only the single-buffer prefetch is exact. `codes` are the refusals that fit.
`args` are (name, type, count or value) in the order of the launcher's parameters, which ends with the
number of blocks; `runs` are the values of n worth trying. The same seed gives the same kernels.

A kernel is put together from independent choices: the header, the tiles, how they are declared and
copied, guards, fills, where the barriers stand, what surrounds the loop. A class of illegal kernels
takes such a kernel and adds the one thing that breaks its rule; its near miss (class NAME.near) adds
something that looks alike and is legal. The classes by the section of docs/dev/soundness.md:

    order with the outside   fence, spin, acquire, volatile_*, unknown_*, cooperative
    one load phase           two_loads, tile_written, carried, reduction, two_buffers, by_hand, by_function
    barriers                 partial, conditional, missing, hidden, published
    barriers of a warp       form_one_warp, form_warps, warps_*
    inner loops of compute   inner_*
    the user's own loop      step_*, done_flag, divergent*, ticket_header, bound_in_shared,
                             tile_in_condition, leaves, break_in_compute, count_and_break
    sources                  alias_*, restrict_*, device_array, constant, shared_source
    everything is seen       switched_*
    the slice                from_compute, closure_writes, reference_writes, callee_writes, guard_*,
                             index_*, ticket, mixed, value_used, array_state
    one access per element   reread, own_read, fix_up
    coverage                 no_else, moving, moving_copy_index, data_guard, halo, outer_guard, shrinking, half_filled,
                             leaves_copy_loop
    mentions of the tile     escapes, pointer_table, moved_pointer, null_pointer, pointer_behind, closure,
                             cast_integer
    storage and launch       file_scope, open_launch, open_size, two_dynamic, asks_for_size, fewer_threads,
                             some_return, block_returns, results_behind
    width                    odd_source, pair_at_odd, odd_stage
    text                     decltype_tile, macro_phase
    forms of public code     form_*, all legal
    state of a ring          ring_state, legal
    iterations left out      skips, legal, and skips_*
    fills by closures        fills, legal, and fills_*
    values of functions      values, legal

kernel.py has the choices, body.py the loop's text, render.py the file, rules_*.py the classes.
"""
import argparse
import json
import os
import random
import re

import rules_loop  # noqa: F401
import rules_data  # noqa: F401
import rules_async  # noqa: F401
import rules_tile  # noqa: F401
import rules_near  # noqa: F401
import rules_forms  # noqa: F401
import rules_state  # noqa: F401
import rules_inner  # noqa: F401
import rules_skip  # noqa: F401
import rules_warps  # noqa: F401
from kernel import Kernel, choose
from render import render
from rules import CLASSES


def in_one_block(k, data):
    """Blocks of a warp become the warps of a block."""
    lane, own = 'threadIdx.x % 32', ''
    if k.own_trips:
        some = 'threadIdx.x % 2 == 0' if k.own_trips == 'lanes' else f'{k.warp} == 0'
        own = f' const int n = n_all > {k.w} && {some} ? n_all - {k.w} : n_all;'
        data = re.sub(rb'(__global__[^{]*?)int n\b', rb'\1int n_all', data, count=1)
    data = re.sub(rb'(const int t ?= ?)threadIdx.x;', lambda m: m.group(1) + f'{lane};{own}'.encode(), data, count=1)
    data = data.replace(b'blockDim.x', b'32')
    data = data.replace(b'blockIdx.x', f'(blockIdx.x * {k.warps} + threadIdx.x / 32)'.encode())
    data = re.sub(rb'__launch_bounds__\(\d+\)', f'__launch_bounds__({32 * k.warps})'.encode(), data)
    return re.sub(rb'<<<blocks, ?32\b', f'<<<blocks / {k.warps}, {32 * k.warps}'.encode(), data)


def finish(k):
    """Late work that needs the choices."""
    choose(k)
    lazy = getattr(k, 'lazy_bar', None)
    if lazy:
        k.bar = [f'asm volatile("bar.sync {0 if lazy == "counted" else 1}, {k.threads};" ::: "memory");'] * 3
        if lazy == 'counted':
            k.bar = [f'asm volatile("bar.sync 1, {k.threads};" ::: "memory");'] * 3
    for part in (k.load_head, k.c_tail, k.post, k.bar):
        part[:] = [x.replace('{threads}', str(k.threads)) for x in part]
    data, info = render(k)
    if k.warps:
        data = in_one_block(k, data)
        info['blocks'] //= k.warps
        info['threads'] = [32 * k.warps]
    if getattr(k, 'undeclared', False):
        data = data.replace(b'        __shared__ float As[TW];\n', b'')
        data = data.replace(b'        __shared__ float As[TW];\r\n', b'')
        data = data.replace(b'\t\t__shared__ float As[TW];\n', b'')
    if getattr(k, 'open', False):
        data = data.replace(b'static __global__', b'__global__')
    if getattr(k, 'unlaunched', False):
        data = data[:data.index(b'void launch_')]
    if getattr(k, 'size_parameter', False):
        data = data.replace(b'int blocks)', b'int blocks, size_t bytes)')
        data = data.replace(b'<<<blocks, %d, %d>>>' % (k.threads, k.smem), b'<<<blocks, %d, bytes>>>' % k.threads)
        data = data.replace(b'<<<blocks,%d,%d>>>' % (k.threads, k.smem), b'<<<blocks,%d,bytes>>>' % k.threads)
    if getattr(k, 'drop_source', False):
        # the source is X, declared by the class; A does not exist
        info['args'] = [a for a in info['args'] if not (a['name'] == 'X' and a['role'] == 'in')]
        for x in (b'const float *X, ', b'const float *X,'):
            data = data.replace(x, b'')
        names = b', '.join(a['name'].encode() for a in info['args'])
        data = re.sub(rb'(>>>\()[^)]*\)', lambda m: m.group(1) + names + b')', data)
    return data, info


def longest(info):
    """The largest n that the arrays' counts are made for."""
    return max(r['n'] if isinstance(r, dict) else r for r in info['runs'])


def case_file(info):
    out = [f'; {info["class"]}', '', '[kernel]', f'source = {info["file"]}', f'name = {info["kernel"]}']
    if info['template']:
        out.append(f'template = {info["template"]}')
    expect = {True: 'rewritten', False: 'refused', 'single': 'single'}[info['legal']]
    out += [f'expect = {expect}']
    if info['tiles'] == 'fixed':
        out.append('tiles = fixed')
    elif info['tiles']:
        out.append(f'tiles = n, {", ".join(map(str, info["tiles"]))}')
    out.append('')
    for name, value in info['sizes'].items():
        out += [f'[size {name}]', f'value = {value}', '']
    if info['smem']:
        out += ['[size smem]', f'value = {info["smem"]}', '']
    for a in info['args']:
        out.append(f'[arg {a["name"]}]')
        out.append(f'type = {a["type"]}')
        if 'count' in a:
            # a proof runs more tiles than the kernel's own runs: their elements are there, too
            out.append(f'count = {a["count"]} * (1 + 2 * (n / {longest(info) + 1}))')
            if a['role'] != 'in':
                out.append(f'role = {a["role"]}')
            out.append('fill = ' + ('poison' if a['role'] == 'out' else
                                    'uniform(-1, 1)' if a['type'][0] == 'f' else 'integers(-50, 50)'))
        else:
            out.append(f'value = {a["value"]}')
        out.append('')
    out += ['[launch]', f'grid = {info["blocks"]}', 'block = ' + ', '.join(map(str, info['threads'])),
            *([f'also_block = {" | ".join(info["also_block"])}'] if info.get('also_block') else []),
            'smem = ' + ('smem' if info['smem'] else '0'), '']
    return '\n'.join(out)


def make(seed, index, klass=None):
    rng = random.Random(f'{seed}/{index}/{klass}')
    prefix = 'legal' if klass is None else 'rule'
    name = f'{prefix}_{index:04d}'
    k = Kernel(rng, name)
    if klass is not None:
        f, codes, legal = CLASSES[klass]
        k.klass, k.codes, k.legal = klass, list(codes), legal
        f(k)
    return finish(k)


def generate(folder, seed, legal, illegal, only=None):
    """Writes the kernels; returns their descriptions."""
    os.makedirs(folder, exist_ok=True)
    plan = [(i, None) for i in range(legal)] if not only else []
    names = [only] if only else list(CLASSES)
    plan += [(i, names[i % len(names)]) for i in range(illegal)]
    infos = []
    for index, klass in plan:
        data, info = make(seed, index, klass)
        with open(os.path.join(folder, info['file']), 'wb') as f:
            f.write(data)
        with open(os.path.join(folder, info['case']), 'w') as f:
            f.write(case_file(info))
        infos.append(info)
    with open(os.path.join(folder, 'kernels.jsonl'), 'w') as f:
        for info in infos:
            f.write(json.dumps(info) + '\n')
    return infos


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument('--seed', type=int, default=1)
    p.add_argument('--legal', type=int, default=300)
    p.add_argument('--illegal', type=int, default=300)
    p.add_argument('--class', dest='only', choices=sorted(CLASSES))
    p.add_argument('folder')
    a = p.parse_args()
    infos = generate(a.folder, a.seed, a.legal, a.illegal, a.only)
    print(f'{len(infos)} kernels in {a.folder}')


if __name__ == '__main__':
    main()
