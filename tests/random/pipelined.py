#!/usr/bin/env python3
"""Correct pipelined kernels in the ways that people write them, for false alarms.

    tests/random/pipelined.py [--seed N] [--number N] DIR

writes pairs NAME.plain.cu and NAME.piped.cu and a case file NAME.ini for both. None of this is
kpipe's output: rings with the wait at either end, split loops, groups that are committed only where
something was copied, registers, producer and consumer warps, warps that meet only among themselves,
named barriers, mbarriers, cuda::pipeline. A checker that knows the rules has nothing to say about any
of them, and both kernels of a pair compute the same bits.
"""
import argparse
import os
import random

TYPES = {'float': ('f32', 4, '0.0f', '{}'), 'int': ('i32', 4, '0', '(float)({} % 64)'),
         'half': ('f16', 2, '__float2half(0.0f)', '__half2float({})'),
         'signed char': ('i8', 1, '0', '(float){}')}
VECTOR = {4: 'int', 8: 'int2', 16: 'int4'}


class Pair:
    """One kernel's choices. Everything is per thread: t of T threads that share a tile of E elements."""

    def __init__(self, rng, name):
        r = self.r = rng
        self.name = name
        self.way = r.choice(sorted(WAYS))
        self.threads = r.choice([64, 128, 256])
        self.type = r.choice(['float', 'float', 'int', 'half', 'signed char'])
        self.case_type, self.size, self.zero, self.value = TYPES[self.type]
        self.bytes = r.choice([b for b in (4, 8, 16) if b >= self.size])
        self.per = self.bytes // self.size
        self.team = self.threads                 # the threads that share a tile
        self.teams = 1
        self.stages = r.choice([2, 2, 3, 4, 5])
        self.tiles = r.choice([1, 1, 2])
        self.guard = r.random() < 0.5
        self.pad = r.choice([0, 0, self.per])
        self.inner = r.choice([4, 7, 16])
        self.spelling = r.choice(['primitives', 'asm', 'asm'])
        self.sync = r.choice(['__syncthreads();', '__syncthreads();', 'asm volatile("bar.sync 0;" ::: "memory");',
                              'cooperative_groups::this_thread_block().sync();', '__barrier_sync(0);'])
        self.index = r.choice(['modulo', 'wrap'] + (['mask'] if self.stages in (2, 4) else []))
        self.scratch = r.random() < 0.3
        self.zero_fill = r.choice(['size', 'else', 'clamp'])
        self.top, self.members = [], []
        WAYS[self.way](self)
        self.count = self.per * self.team * r.choice([1, 1, 2])     # elements of one tile
        if self.count * self.size * self.stages * self.tiles * self.teams > 40000:
            self.stages = 2

    # ---- words ----------------------------------------------------------------------------------

    def names(self):
        return ['As', 'Bs'][:self.tiles]

    def wait(self, n):
        if self.spelling == 'primitives':
            return f'__pipeline_wait_prior({n});'
        if n == '0' and self.r.random() < 0.5:
            return 'asm volatile("cp.async.wait_all;" ::: "memory");'
        if not n.isdigit():
            return f'asm volatile("cp.async.wait_group %0;" ::"n"({n}) : "memory");'
        return f'asm volatile("cp.async.wait_group {n};" ::: "memory");'

    def commit(self):
        return '__pipeline_commit();' if self.spelling == 'primitives' else \
            'asm volatile("cp.async.commit_group;" ::: "memory");'

    def copy_one(self, to, source, inside):
        """One asynchronous copy, filled with zeros where it is not inside."""
        if self.guard and self.zero_fill == 'clamp':
            source = f'&{source.split("[")[0][1:]}[{inside} ? {source.split("[", 1)[1][:-1]} : 0]'
        if self.spelling == 'primitives':
            if not self.guard:
                return [f'__pipeline_memcpy_async({to}, {source}, {self.bytes});']
            if self.zero_fill == 'else':
                return [f'if ({inside})', f'    __pipeline_memcpy_async({to}, {source}, {self.bytes});',
                        'else', f'    *({VECTOR[self.bytes]} *)({to}) = {VECTOR[self.bytes]}{{}};']
            return [f'__pipeline_memcpy_async({to}, {source}, {self.bytes}, {inside} ? 0 : {self.bytes});']
        cache = self.r.choice(['ca', 'cg']) if self.bytes == 16 else 'ca'
        hint = self.r.choice(['', '.L2::128B'])
        at = f'"r"((unsigned)__cvta_generic_to_shared({to})), "l"({source})'
        text = f'cp.async.{cache}.shared.global{hint} [%0], [%1], {self.bytes}'
        if not self.guard:
            return [f'asm volatile("{text};" ::{at} : "memory");']
        if self.zero_fill == 'else':
            return [f'if ({inside})', f'    asm volatile("{text};" ::{at} : "memory");', 'else',
                    f'    *({VECTOR[self.bytes]} *)({to}) = {VECTOR[self.bytes]}{{}};']
        return [f'asm volatile("{text}, %2;" ::{at}, "r"({inside} ? {self.bytes} : 0) : "memory");']

    def place(self, i):
        """Element i of a tile, where every 32 copies are followed by the padding."""
        return f'{i} + ({i}) / {32 * self.per} * {self.pad}' if self.pad else i

    def span(self):
        return self.count + self.count // (32 * self.per) * self.pad if self.pad else self.count

    def elements(self, body):
        """A loop over what this thread copies: `i` is the first element, `inside` its guard."""
        n, step = self.count // self.per, self.team
        if n == step:
            return ['{', f'    const int i = {self.t()} * {self.per};'] + ['    ' + x for x in body] + ['}']
        return [f'for (int c = {self.t()}; c < {n}; c += {step}) {{',
                f'    const int i = c * {self.per};'] + ['    ' + x for x in body] + ['}']

    def t(self):
        return 't' if self.teams == 1 else f'(t % {self.team})'

    def source(self, name, tile):
        first = 'first' if name == 'As' else 'first + 16'
        return f'&{name[0]}[{first} + ({tile}) * {self.count} + i]'

    def inside(self, tile):
        return f'(({tile}) * {self.count} + i < n)'

    def load(self, tile, stage, names=None):
        body = []
        for name in names or self.names():
            body += self.copy_one(f'&{name}[{stage}][{self.place("i")}]', self.source(name, tile), self.inside(tile))
        return self.elements(body)

    def plain_load(self, stage='0', tile='tile'):
        body = []
        for name in self.names():
            v = VECTOR[self.bytes]
            to, source = f'*({v} *)&{name}[{stage}][{self.place("i")}]', f'*(const {v} *){self.source(name, tile)}'
            body.append(f'{to} = {self.inside(tile)} ? {source} : {v}{{}};' if self.guard else f'{to} = {source};')
        return self.elements(body)

    def compute(self, stage, names=None):
        """Reads what other threads of the team have copied."""
        terms = []
        for k, name in enumerate(names or self.names()):
            at = self.place(f'({self.t()} * {3 + 2 * k} + j * 11) % {self.count}')
            terms.append(('', '0.5f * ')[k] + self.value.format(f'{name}[{stage}][{at}]'))
        return [f'for (int j = 0; j < {self.inner}; ++j)', f'    acc = acc * 0.875f + {" + ".join(terms)};']

    def stage_of(self, tile):
        if self.index == 'mask' and self.stages in (2, 4):
            return f'({tile}) & {self.stages - 1}'
        return f'({tile}) % {self.stages}'

    # ---- the files ------------------------------------------------------------------------------

    def declare(self, stages):
        out = []
        for name in self.names():
            if self.teams > 1:
                out += [f'__shared__ __align__(16) {self.type} all{name}[{self.teams}][{stages}][{self.span()}];',
                        f'auto &{name} = all{name}[t / {self.team}];']
            else:
                out.append(f'__shared__ __align__(16) {self.type} {name}[{stages}][{self.span()}];')
        return out

    def parameters(self):
        arrays = [f'const {self.type} *__restrict__ {n[0]}' for n in self.names()]
        return ', '.join(arrays + ['float *__restrict__ out', 'int n'])

    def file(self, stages, members, loop):
        top = [f'#include <{h}>' for h in self.headers(members + loop)] + self.top
        body = ['const int t = threadIdx.x;'] + self.declare(stages) + members
        body += ['const int first = blockIdx.x * 64;',
                 f'const int tiles = {"(n + %d) / %d" % (self.count - 1, self.count) if self.guard else "n / %d" % self.count};',
                 'float acc = 0.25f * t;'] + loop
        if self.scratch:
            body += ['__syncthreads();', f'float *scratch = (float *)&{"all" if self.teams > 1 else ""}As'
                     f'{"[0]" * (3 if self.teams > 1 else 2)};',
                     f'if (t < {self.scratch_size()})', '    scratch[t] = acc;', '__syncthreads();',
                     f'acc += scratch[{self.scratch_size()} - 1 - t % {self.scratch_size()}];']
        body.append(f'out[blockIdx.x * {self.threads} + t] = acc;')
        return '\n'.join(top + [f'__global__ void {self.name}({self.parameters()})', '{'] +
                         ['    ' + x for x in body] + ['}', '']).encode()

    def scratch_size(self):
        return min(self.threads, self.count * self.size // 4)

    def headers(self, lines):
        text = '\n'.join(lines + self.top)
        return [h for h, word in (('cuda_fp16.h', 'half'), ('cuda_pipeline.h', '__pipeline_'),
                                  ('cooperative_groups.h', 'cooperative_groups'),
                                  ('cuda/pipeline', 'cuda::'))
                if word in text or (h == 'cuda_fp16.h' and self.type == 'half')]

    def plain(self):
        # where a way gives only some threads work, the plain loop does the same
        return self.file(1, [], ['for (int tile = 0; tile < tiles; ++tile) {'] +
                         ['    ' + x for x in self.plain_load() + ['__syncthreads();'] +
                          self.plain_compute('0') + ['__syncthreads();']] + ['}'])

    def plain_compute(self, stage):
        return self.compute(stage)

    def piped(self):
        return self.file(self.stages, self.members, self.loop())

    def runs(self):
        e = self.count
        return [0, e, 2 * e, (self.stages + 2) * e] if not self.guard else \
            [self.per, 2 * e - self.per, (self.stages + 1) * e + self.per]

    def case(self):
        most = (self.stages + 3) * self.count + 64 * 3 + 64
        arrays = [(n[0], self.case_type, most, 'in') for n in self.names()]
        out = ['[kernel]', f'source = {self.name}.plain.cu', f'name = {self.name}', 'tiles = fixed', '', '[size n]',
               f'value = {self.runs()[-1]}', '']
        for name, kind, count, role in arrays + [('out', 'f32', 3 * self.threads, 'out')]:
            fill = 'poison' if role == 'out' else 'uniform(-1, 1)' if kind[0] == 'f' else 'integers(-50, 50)'
            out += [f'[arg {name}]', f'type = {kind}', f'count = {count}', f'role = {role}', f'fill = {fill}', '']
        return '\n'.join(out + ['[arg n]', 'type = i32', 'value = n', '', '[launch]', 'grid = 3',
                                f'block = {self.threads}', 'smem = 0', ''])


# ---- the ways -----------------------------------------------------------------------------------

WAYS = {}


def way(f):
    WAYS[f.__name__.replace('_', ' ')] = f
    return f


def indent(*parts):
    return ['    ' + x for part in parts for x in (part if isinstance(part, list) else [part])]


@way
def ring_wait_at_the_head(p):
    def loop():
        n = p.stages
        first = [f'for (int s = 0; s < {n - 1}; ++s) {{', '    if (s < tiles) {'] + \
            ['    ' + x for x in indent(p.load('s', 's'))] + ['    }', '    ' + p.commit(), '}']
        if p.index == 'wrap':
            pre, now = [f'int now = 0, next = {n - 1};'], 'now'
            issue = indent([f'if (tile + {n - 1} < tiles) {{'] + indent(p.load(f'tile + {n - 1}', 'next')) + ['}', p.commit()])
            step = indent(['next = now;', f'now = now + 1 < {n} ? now + 1 : 0;'])
        else:
            pre, now, step = [], p.stage_of('tile'), []
            issue = indent([f'if (tile + {n - 1} < tiles) {{'] +
                           indent(p.load(f'tile + {n - 1}', p.stage_of(f'tile + {n - 1}'))) + ['}', p.commit()])
        return first + pre + ['for (int tile = 0; tile < tiles; ++tile) {'] + \
            indent(p.wait(str(n - 2)), p.sync) + issue + indent(p.compute(now)) + step + ['}'] + \
            ([p.wait('0')] if p.scratch else [])
    p.loop = loop


@way
def ring_two_barriers(p):
    def loop():
        n = p.stages
        ahead = n - 1
        first = [x for s in range(ahead) for x in [f'if ({s} < tiles) {{'] + indent(p.load(str(s), str(s))) + ['}', p.commit()]]
        return first + ['for (int tile = 0; tile < tiles; ++tile) {'] + indent(
            [f'if (tile + {ahead} < tiles) {{'] + indent(p.load(f'tile + {ahead}', p.stage_of(f'tile + {ahead}'))) +
            ['}', p.commit(), p.wait(str(ahead)), p.sync], p.compute(p.stage_of('tile')), p.sync) + ['}']
    p.loop = loop


@way
def split_with_epilogue(p):
    p.stages = 2

    def loop():
        return ['if (tiles > 0) {'] + indent(
            p.load('0', '0'), p.commit(), 'int tile = 0;', 'for (; tile + 1 < tiles; ++tile) {',
            indent(p.load('tile + 1', '(tile + 1) & 1'), p.commit(), p.wait('1'), p.sync,
                   p.compute('tile & 1'), p.sync),
            '}', p.wait('0'), p.sync, p.compute('tile & 1')) + ['}']
    p.loop = loop


@way
def wait_behind_the_compute(p):
    p.stages = 2

    def loop():
        return ['if (tiles > 0) {'] + indent(
            p.load('0', '0'), p.commit(), p.wait('0'), p.sync, 'int now = 0;',
            'for (int tile = 0; tile < tiles; ++tile, now ^= 1) {',
            indent('if (tile + 1 < tiles) {', indent(p.load('tile + 1', 'now ^ 1'), p.commit()), '}',
                   p.compute('now'), p.wait('0'), p.sync), '}') + ['}']
    p.loop = loop


@way
def wait_before_the_next_commit(p):
    """`wait; copy; commit`: the wait is for the previous group."""
    p.stages = 2

    def loop():
        return ['if (tiles > 0) {'] + indent(p.load('0', '0'), p.commit()) + ['}'] + \
            ['for (int tile = 0; tile < tiles; ++tile) {'] + indent(
                p.wait('0'), p.sync, 'if (tile + 1 < tiles)', '{',
                indent(p.load('tile + 1', '(tile + 1) & 1')), '}', p.commit(), p.compute('tile & 1')) + ['}', p.wait('0')]
    p.loop = loop


@way
def commit_where_something_was_copied(p):
    p.stages = 2

    def loop():
        return ['if (tiles > 0) {'] + indent(p.load('0', '0'), p.commit()) + ['}'] + \
            ['for (int tile = 0; tile < tiles; ++tile) {'] + indent(
                'if (tile + 1 < tiles) {', indent(p.load('tile + 1', '(tile + 1) & 1'), p.commit(), p.wait('1')),
                '} else {', indent(p.wait('0')), '}', p.sync, p.compute('tile & 1'), p.sync) + ['}']
    p.loop = loop


@way
def no_groups(p):
    """Asynchronous, but waited for at once; wait_all needs no commit."""
    p.stages = 1

    def loop():
        wait = ['asm volatile("cp.async.wait_all;" ::: "memory");'] if p.spelling == 'asm' else \
            [p.commit(), p.wait('0')]
        return ['for (int tile = 0; tile < tiles; ++tile) {'] + indent(
            p.load('tile', '0'), wait, p.sync, p.compute('0'), p.sync) + ['}']
    p.loop = loop


@way
def a_group_per_tile(p):
    """Two tiles in groups of their own, the second waited for after the first is used."""
    p.tiles, p.stages = 2, 2

    def loop():
        a, b = ['As'], ['Bs']
        return ['if (tiles > 0) {'] + indent(p.load('0', '0', a), p.commit(), p.load('0', '0', b), p.commit()) + ['}'] + \
            ['for (int tile = 0; tile < tiles; ++tile) {'] + indent(
                p.wait('1'), p.sync, p.compute('tile & 1', a),
                'if (tile + 1 < tiles)', '{', indent(p.load('tile + 1', '(tile + 1) & 1', a)), '}', p.commit(),
                p.wait('1'), p.sync, p.compute('tile & 1', b),
                'if (tile + 1 < tiles)', '{', indent(p.load('tile + 1', '(tile + 1) & 1', b)), '}', p.commit(), ) + \
            ['}', p.wait('0')]
    p.loop = loop
    p.plain_compute = lambda stage: p.compute(stage, ['As']) + p.compute(stage, ['Bs'])


def fetch(p, tile):
    n, v = p.count // p.per // p.team, VECTOR[p.bytes]
    out = []
    for c in range(n):
        for name in p.names():
            source = p.source(name, tile).replace('+ i]', f'+ (t + {c * p.team}) * {p.per}]')
            inside = p.inside(tile).replace('+ i <', f'+ (t + {c * p.team}) * {p.per} <')
            value = f'*(const {v} *){source}'
            out.append(f'r{name}[{c}] = {inside} ? {value} : {v}{{}};' if p.guard else f'r{name}[{c}] = {value};')
    return out


def store(p, stage):
    n = p.count // p.per // p.team
    return [f'*({VECTOR[p.bytes]} *)&{name}[{stage}][{p.place(f"((t + {c * p.team}) * {p.per})")}] = r{name}[{c}];'
            for c in range(n) for name in p.names()]


def registers_of(p):
    return [f'{VECTOR[p.bytes]} r{name}[{p.count // p.per // p.team}];' for name in p.names()]


@way
def registers_two_buffers(p):
    p.stages = 2

    def loop():
        return registers_of(p) + ['if (tiles > 0) {'] + indent(fetch(p, '0'), store(p, '0'), p.sync) + ['}'] + \
            ['for (int tile = 0; tile < tiles; ++tile) {'] + indent(
                'const bool more = tile + 1 < tiles;', 'if (more) {', indent(fetch(p, '(tile + 1)')), '}',
                p.compute('tile & 1'), 'if (more) {', indent(store(p, '(tile + 1) & 1')), '}', p.sync) + ['}']
    p.loop = loop


@way
def registers_one_buffer(p):
    p.stages = 1

    def loop():
        return registers_of(p) + ['if (tiles > 0) {'] + indent(fetch(p, '0')) + ['}'] + \
            ['for (int tile = 0; tile < tiles; ++tile) {'] + indent(
                store(p, '0'), p.sync, 'if (tile + 1 < tiles) {', indent(fetch(p, '(tile + 1)')), '}',
                p.compute('0'), p.sync) + ['}']
    p.loop = loop


@way
def warps_on_their_own(p):
    """Each warp has its own ring and meets only itself."""
    p.team, p.teams = 32, p.threads // 32
    p.stages = min(p.stages, 3)
    sync, p.sync = p.sync, '__syncwarp();'
    ring_wait_at_the_head(p)
    ring = p.loop
    p.loop = lambda: ring() + ([sync] if p.scratch else [])


@way
def named_barriers(p):
    """Two halves of the block with a barrier each."""
    p.team, p.teams = p.threads // 2, 2
    p.stages = min(p.stages, 3)
    p.sync = f'asm volatile("bar.sync %0, {p.team};" ::"r"(1 + t / {p.team}) : "memory");'
    (ring_wait_at_the_head if p.r.random() < 0.5 else ring_two_barriers)(p)


@way
def producers_and_consumers(p):
    """The first half of the block copies, the second computes; full and empty are barriers 1 .. and
    1 + stages .. ."""
    p.team, p.tiles, p.index = p.threads, 1, 'modulo'
    p.stages = min(p.stages, 4)
    half = p.threads // 2

    def bar(what, base, stage):
        return f'asm volatile("bar.{what} %0, {p.threads};" ::"r"({base} + {stage}) : "memory");'

    def loop():
        n = p.stages
        stage = f'tile % {n}'
        copy = [x.replace('c += %d' % p.team, 'c += %d' % half).replace('const int i = t *', 'const int i = t *')
                for x in p.load('tile', stage)]
        if p.count // p.per == p.team:
            copy = [f'for (int c = t; c < {p.count // p.per}; c += {half}) {{', f'    const int i = c * {p.per};'] + \
                copy[2:]
        return [f'if (t < {half}) {{'] + indent(
            'for (int tile = 0; tile < tiles; ++tile) {',
            indent(f'if (tile >= {n})', '    ' + bar('sync', 1 + n, stage), copy,
                   [p.commit(), p.wait('0')], '__threadfence_block();' if p.r.random() < 0.5 else '',
                   bar('arrive', 1, stage)), '}') + ['} else {'] + indent(
            'for (int tile = 0; tile < tiles; ++tile) {',
            indent(bar('sync', 1, stage), p.compute(stage), f'if (tile + {n} < tiles)',
                   '    ' + bar('arrive', 1 + n, stage)), '}') + ['}']
    p.loop = loop
    compute = p.compute
    p.plain_compute = lambda stage: [f'if (t >= {half}) {{'] + indent(compute(stage)) + ['}']


@way
def mbarriers(p):
    """Copies that arrive at an mbarrier when they have landed."""
    p.index = 'modulo'
    p.stages = min(p.stages, 4)
    p.top += ['__device__ __forceinline__ unsigned at(const void *p)', '{',
              '    return (unsigned)__cvta_generic_to_shared(p);', '}',
              '__device__ __forceinline__ void await(unsigned long long *b, unsigned parity)', '{',
              '    unsigned done;', '    do {',
              '        asm volatile("{\\n\\t.reg .pred p;\\n\\tmbarrier.test_wait.parity.shared.b64 p, [%1], %2;\\n\\t"',
              '                     "selp.u32 %0, 1, 0, p;\\n\\t}" : "=r"(done) : "r"(at(b)), "r"(parity) : "memory");',
              '    } while (!done);', '}']

    def loop():
        n = p.stages
        stage = f'tile % {n}'
        ahead = f'(tile + {n - 1})'
        arrive = lambda s: [f'asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(at(&full[{s}])) : "memory");']
        p.spelling = 'asm'
        return [f'__shared__ unsigned long long full[{n}];', f'if (t < {n})',
                f'    asm volatile("mbarrier.init.shared.b64 [%0], {p.threads};" ::"r"(at(&full[t])) : "memory");',
                '__syncthreads();', f'for (int s = 0; s < {n - 1}; ++s)', '    if (s < tiles) {'] + \
            ['    ' + x for x in indent(p.load('s', 's'), arrive('s'))] + ['    }'] + \
            ['for (int tile = 0; tile < tiles; ++tile) {'] + indent(
                f'if ({ahead} < tiles) {{', indent(p.load(ahead, f'{ahead} % {n}'), arrive(f'{ahead} % {n}')), '}',
                f'await(&full[{stage}], tile / {n} & 1);', p.compute(stage), p.sync) + ['}']
    p.loop = loop


@way
def library_pipeline(p):
    """cuda::pipeline at the scope of a thread."""
    p.stages, p.spelling = min(p.stages, 3), 'primitives'
    p.guard = False

    def loop():
        n = p.stages
        def load(tile, stage):
            body = [f'cuda::memcpy_async(({VECTOR[p.bytes]} *)&{name}[{stage}][{p.place("i")}], '
                    f'(const {VECTOR[p.bytes]} *){p.source(name, tile)}, '
                    f'cuda::aligned_size_t<{p.bytes}>({p.bytes}), pipe);' for name in p.names()]
            return ['pipe.producer_acquire();'] + p.elements(body) + ['pipe.producer_commit();']
        return ['auto pipe = cuda::make_pipeline();',
                f'for (int s = 0; s < {n - 1}; ++s)', '    if (s < tiles) {'] + \
            ['    ' + x for x in indent(load('s', 's'))] + ['    }'] + \
            ['for (int tile = 0; tile < tiles; ++tile) {'] + indent(
                f'if (tile + {n - 1} < tiles) {{', indent(load(f'tile + {n - 1}', p.stage_of(f'tile + {n - 1}'))), '}',
                'pipe.consumer_wait();', p.sync, p.compute(p.stage_of('tile')), p.sync, 'pipe.consumer_release();') + ['}']
    p.loop = loop


# ---- making them --------------------------------------------------------------------------------

def write(folder, seed, index, only=None):
    """Writes one pair and its case; what tests/random/campaign.py wants to know of it."""
    number = 0
    while True:
        p = Pair(random.Random(f'{seed}/pipelined/{index}/{number}'), f'pipe_{index:04d}')
        if only in (None, p.way):
            break
        number += 1
    files = {f'{p.name}.plain.cu': p.plain(), f'{p.name}.piped.cu': p.piped(), f'{p.name}.ini': p.case().encode()}
    for name, data in files.items():
        with open(os.path.join(folder, name), 'wb') as f:
            f.write(data)
    return {'kernel': p.name, 'way': p.way, 'plain': f'{p.name}.plain.cu', 'piped': f'{p.name}.piped.cu',
            'case': f'{p.name}.ini', 'runs': p.runs(), 'smem': 0}


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument('--seed', type=int, default=1)
    p.add_argument('--number', type=int, default=100)
    p.add_argument('--way', choices=sorted(WAYS))
    p.add_argument('folder')
    a = p.parse_args()
    os.makedirs(a.folder, exist_ok=True)
    for index in range(a.number):
        write(a.folder, a.seed, index, a.way)
    print(f'{a.number} pairs in {a.folder}')


if __name__ == '__main__':
    main()
