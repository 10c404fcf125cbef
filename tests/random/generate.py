#!/usr/bin/env python3
"""Random K-loop kernels, legal ones and ones that break one rule of docs/soundness.md.

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
something that looks alike and is legal. The classes by the section of docs/soundness.md:

    order with the outside   fence, spin, acquire, volatile_*, unknown_*, cooperative
    one load phase           two_loads, tile_written, carried, reduction, two_buffers, by_hand
    barriers                 partial, conditional, missing, hidden, published
    the user's own loop      step_*, done_flag, divergent*, ticket_header, bound_in_shared,
                             tile_in_condition, leaves, break_in_compute
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
                             some_return, block_returns
    width                    odd_source, pair_at_odd, odd_stage
    text                     decltype_tile, macro_phase
"""
import argparse
import json
import os
import random


class Type:
    def __init__(self, c, case, lanes, zero, value):
        self.c, self.case, self.lanes, self.zero, self.value = c, case, lanes, zero, value


F32 = Type('float', 'f32', 1, '0.0f', '{}')
I32 = Type('int', 'i32', 1, '0', '(float)({} % 64)')
F16 = Type('half', 'f16', 1, '__float2half(0.0f)', '__half2float({})')
I8 = Type('signed char', 'i8', 1, '0', '(float){}')
F2 = Type('float2', 'f32', 2, 'make_float2(0.0f, 0.0f)', '({0}.x - {0}.y)')
F4 = Type('float4', 'f32', 4, 'make_float4(0.0f, 0.0f, 0.0f, 0.0f)', '({0}.x + 2.0f * {0}.w)')
PAIR = Type('pair', 'f32', 2, 'pair{0.0f, 0.0f}', '({0}.a - {0}.b)')


class Tile:
    """name, shape (line, rows, cols), element and source types, copy form."""

    def __init__(self, name, shape, src):
        self.name, self.shape, self.src = name, shape, src
        self.elem = self.source = F32
        self.convert = None     # text with {} for the loaded value
        self.transposed = False
        self.pad = 0
        self.fill = 'none'
        self.form = 'plain'
        self.vector = False
        self.stride = 'literal'
        self.alias = False


class Kernel:
    def __init__(self, rng, name):
        self.r, self.name = rng, name
        self.legal, self.klass, self.codes = True, 'legal', []
        self.need = {}                     # choices that a class insists on
        self.top, self.params, self.args = [], [], []
        self.pre, self.load_head, self.load_tail = [], [], []
        self.c_head, self.c_tail, self.iter_tail, self.post = [], [], [], []
        self.sources_restrict = True
        self.bar = ['__syncthreads();', '__syncthreads();', '__syncthreads();']
        self.cond_extra = self.before_loop = self.attributes = ''
        self.copy_filter = None
        self.tile_filter = None
        self.compute_filter = None
        self.header_filter = None
        self.gpu = True
        self.arch = None
        self.bounds_factor = 1

    def pick(self, what, choices):
        """One of the choices, unless the class insists; weights as (choice, weight) pairs."""
        if what in self.need:
            value = self.need[what]
            return self.r.choice(value) if isinstance(value, list) else value
        pool = []
        for c in choices:
            pool += [c[0]] * c[1] if isinstance(c, tuple) else [c]
        return self.r.choice(pool)


# ---- choices ------------------------------------------------------------------------------------

HEADERS = ['for', 'for', 'for', 'ceil', 'le', 'down', 'unsigned', 'while', 'countdown', 'do',
           'two', 'remainder', 'step', 'pointer', 'tail', 'size_t', 'not_equal', 'outside']
RAGGED = {'for', 'ceil', 'while', 'do', 'two', 'step', 'tail', 'size_t', 'outside'}


def choose(k):
    r = k.r
    k.two_d = k.pick('two_d', [(False, 3), True])
    k.threads = 256 if k.two_d else k.pick('threads', [(64, 4), (128, 2), 256])
    k.w = k.pick('w', [(16, 2), (32, 2), 64] if not k.two_d else [16])
    k.rows = k.pick('rows', [4, 8, 16]) if not k.two_d else 16
    k.header = k.pick('header', HEADERS)
    k.guard_k = k.header in RAGGED and k.pick('ragged', [False, True])
    k.guard_m = k.pick('guard_m', [False, False, True])
    k.sync_first = k.pick('sync_first', [(False, 3), True])
    k.phases = k.pick('phases', [1, 1, 2])
    k.sizes = k.pick('sizes', ['literal', 'macro', 'macro', 'constexpr', 'template', 'template_type'])
    k.storage = k.pick('storage', ['separate', 'separate', 'one', 'body', 'struct', 'mixed', 'extern'])
    k.around = k.pick('around', ['none', 'none', 'none', 'outer', 'outer_two', 'if', 'device',
                                 'switch', 'second'])
    k.bump = k.header == 'countdown' or k.pick('bump', [False, False, True])
    if k.header in ('pointer', 'remainder'):
        k.bump = False
    k.bump_at = k.pick('bump_at', ['load', 'between', 'tail', 'step'])
    if k.bump_at == 'step' and k.header in ('while', 'countdown', 'do', 'tail', 'pointer'):
        k.bump_at = 'tail'
    k.after = k.pick('after', ['none', 'none', 'none', 'scratch', 'read'])
    k.residue = k.pick('residue', ['none', 'none', 'none', 'scale', 'shared', 'global', 'local'])
    k.store = k.pick('store', [False, False, False, True])
    k.extra_shared = k.pick('extra_shared', [False, False, True])
    k.unroll = k.pick('unroll', ['', '', '', '#pragma unroll 1', '#pragma unroll 2'])
    k.text = k.pick('text', ['plain', 'plain', 'plain', 'tabs', 'crlf', 'comments', 'bom', 'dense'])
    k.bounds = k.pick('bounds', [False, True])
    k.early = k.pick('early', [False, False, False, False, True])
    n_tiles = k.pick('n_tiles', [1, 2, 2, 3])
    shapes = ['line', 'rows', 'cols']
    k.tiles = []
    for i in range(n_tiles):
        t = Tile(('As', 'Bs', 'Cs')[i], k.pick('shape', shapes), 'ABC'[i])
        choose_tile(k, t, i)
        k.tiles.append(t)
    if k.tile_filter:
        k.tile_filter(k)
    # what cannot go together
    if any(t.vector for t in k.tiles):
        k.guard_k = False
    for t in k.tiles:
        if t.fill != 'none' and not guards(k, t, '0', '0'):
            t.fill = 'none'
        if t.fill == 'none' and guards(k, t, '0', '0'):
            t.fill = 'ifelse'
        if t.fill == 'clamp' and (t.shape != 'line' or k.bump):
            t.fill = 'ternary'
        if t.fill == 'nested' and len(guards(k, t, '0', '0')) < 2:
            t.fill = 'ifelse'
        if t.alias and (t.shape == 'line' or t.transposed or k.storage in ('body', 'extern')):
            t.alias = False
    if k.storage == 'extern':
        for t in k.tiles:
            t.pad = 0
    if k.storage in ('struct', 'extern') and k.after == 'none' and r.random() < 0.5:
        k.extra_shared = False
    if k.around in ('device',) and k.storage == 'extern':
        k.around = 'none'
    if k.around == 'second':
        k.storage = 'separate' if k.storage == 'body' else k.storage
    if k.storage == 'body':
        k.after = 'none'
    if k.header == 'remainder' and k.around in ('outer', 'outer_two', 'second'):
        k.around = 'none'
    if k.sizes in ('template', 'template_type') and k.around == 'device':
        k.sizes = 'macro'
    if k.sizes == 'template_type':
        for t in k.tiles:
            if t.elem is not F32 or t.source is not F32 or t.vector or t.form != 'plain':
                k.sizes = 'template'
    if k.storage == 'extern' and k.text == 'crlf':
        k.text = 'plain'


def choose_tile(k, t, i):
    t.elem = t.source = k.pick('elem', [(F32, 6), I32, F16, I8, F2, F4, PAIR])
    if t.elem is F32:
        how = k.pick('convert', [(None, 6), 'half', 'int8', 'scale', 'alpha', 'exp'])
        t.convert, t.source = {
            None: (None, F32), 'half': ('__half2float({})', F16), 'int8': ('(float){}', I8),
            'scale': ('{} * S[{p} / TW]', F32), 'alpha': ('alpha * {}', F32),
            'exp': ('__expf({} * 0.125f)', F32)}[how]
        if how == 'scale' and k.header in ('countdown',):
            t.convert = None
    t.transposed = t.shape != 'line' and k.pick('transposed', [False, False, False, True])
    t.pad = k.pick('pad', [0, 0, 1, 4])
    t.fill = k.pick('fill', ['ifelse', 'ifelse_braces', 'ternary', 'temp', 'nested', 'clamp', 'and',
                             'variable'])
    t.form = k.pick('form', [('plain', 6), 'get', 'put', 'macro', 'lambda', 'ldg', 'temporary',
                             'whole_helper'])
    if t.form == 'ldg' and t.source in (PAIR,):
        t.form = 'plain'
    if t.form == 'put' and t.convert:
        t.form = 'plain'
    if t.form == 'whole_helper' and (t.shape == 'line' or t.transposed or t.convert or k.bump
                                     or k.header in ('pointer',) or k.storage == 'extern'
                                     or k.sizes != 'macro'):
        t.form = 'plain'
    t.vector = (t.elem is F32 and t.source is F32 and not t.convert and not t.transposed
                and t.form == 'plain' and not k.guard_m and k.pick('vector', [False, False, True]))
    if t.vector:
        t.pad = 4 if t.pad == 1 else t.pad
        t.form = k.pick('vector_form', ['reinterpret', 'cast', 'fetch'])
    t.stride = k.pick('stride', ['literal', 'literal', 'block', 'trips', 'trips_unroll', 'manual'])
    t.alias = k.pick('alias', [False, False, False, True])


# ---- text ---------------------------------------------------------------------------------------

def position(k):
    """The K position as an expression."""
    return {'ceil': 't0 * TW', 'unsigned': '(k - TW)', 'pointer': '(int)(p - A)',
            'two': 'a', 'outside': 'k', 'countdown': '(k)'}.get(k.header, 'k')


def pos_int(k):
    return {'unsigned': '(int)(k - TW)', 'size_t': '(int)k'}.get(k.header, position(k))


def extent(k, t):
    """Rows and columns of the tile as they lie in global memory."""
    if t.shape == 'line':
        return '1', 'TW'
    return ('TR', 'TW') if t.shape == 'rows' else ('TW', 'TR')


def count(k, t):
    return k.w if t.shape == 'line' else k.w * k.rows


def dims(k, t):
    """Declared dimensions."""
    rows, cols = extent(k, t)
    if t.shape == 'line':
        return [cols]
    if t.transposed:
        rows, cols = cols, rows
    return [rows, cols + (f' + {t.pad}' if t.pad else '')]


def element(k, t, r, c):
    """Tile element by its place in global memory."""
    name = ('sm.' if k.storage == 'struct' else '') + t.name
    if t.shape == 'line':
        return f'{name}[{c}]'
    if t.transposed:
        r, c = c, r
    if k.storage == 'extern':
        return f'{name}[({r}) * ({dims(k, t)[1]}) + {c}]'
    return f'{name}[{r}][{c}]'


def source(k, t, r, c):
    pos = '' if k.bump else position(k) + ' + '
    base = t.src
    if k.bump:
        base = 'p' + t.src
    if k.header == 'pointer' and t is k.tiles[0]:
        if t.shape == 'line':
            return f'p[{c}]'
        if t.shape == 'rows':
            return f'p[(row0 + {r}) * ld + {c}]'
    if t.shape == 'line':
        return f'{base}[{pos}{c}]'
    if t.shape == 'rows':
        return f'{base}[(row0 + {r}) * ld + {pos}{c}]'
    return f'{base}[({pos}{r}) * m + row0 + {c}]'


def guards(k, t, r, c):
    g = []
    along = r if t.shape == 'cols' else c
    across = c if t.shape == 'cols' else r
    if k.guard_m and t.shape != 'line':
        g.append(f'row0 + {across} < m')
    if k.guard_k:
        g.append(f'{pos_int(k)} + {along} < n')
    return g


def loaded(k, t, r, c):
    s = source(k, t, r, c)
    if t.form == 'ldg':
        s = f'__ldg(&{s})'
    elif t.form == 'get':
        s = f'get(&{s})'
    if t.convert:
        s = t.convert.replace('{p}', pos_int(k)).format(s)
    return s


def copy(k, t, r, c):
    """Statements that copy one element (or four)."""
    d = element(k, t, r, c)
    if t.vector:
        s = source(k, t, r, c)
        if t.form == 'reinterpret':
            return [f'*reinterpret_cast<float4 *>(&{d}) = *reinterpret_cast<const float4 *>(&{s});']
        if t.form == 'cast':
            return [f'*(float4 *)&{d} = *(const float4 *)&{s};']
        return [f'FETCH(float4, {d}) = FETCH(const float4, {s});']
    v = loaded(k, t, r, c)
    g = guards(k, t, r, c)
    fill = t.fill if g else ('clamp' if t.fill == 'clamp' and k.guard_k else 'none')
    z = t.elem.zero
    if t.form == 'put' and fill in ('none', 'ifelse', 'ifelse_braces'):
        v = f'put(&{d}, &{source(k, t, r, c)});'
        if fill == 'none':
            return [v]
        return [f'if ({" && ".join(g)})', '    ' + v, 'else', f'    {d} = {z};']
    both = ' && '.join(g)
    if k.copy_filter:
        special = k.copy_filter(k, t, d, v, both)
        if special:
            return special
    if fill == 'none':
        if t.form == 'macro':
            return [f'COPY({d}, {v});']
        if t.form == 'temporary':
            return [f'const {t.elem.c} fetched = {v};', f'{d} = fetched;']
        if t.form == 'lambda' and t.shape == 'line' and not t.convert and not k.bump \
                and k.header != 'pointer':
            return [f'{d} = fetch{t.name}({source(k, t, r, c).split("[", 1)[1][:-1]});']
        return [f'{d} = {v};']
    if fill == 'clamp':
        s = source(k, t, r, c)
        return [f'{d} = ' + loaded_at(k, t, s.replace('[', '[min((int)(', 1)[:-1] + '), n - 1)]') + ';']
    if fill == 'ifelse':
        return [f'if ({both})', f'    {d} = {v};', 'else', f'    {d} = {z};']
    if fill == 'ifelse_braces':
        return [f'if ({both}) {{', f'    {d} = {v};', '} else {', f'    {d} = {z};', '}']
    if fill == 'ternary':
        return [f'{d} = {both} ? {v} : {z};'] if t.form != 'macro' else \
            [f'COPY({d}, {both} ? {v} : {z});']
    if fill == 'temp':
        return [f'{t.elem.c} fetched = {z};', f'if ({both})', f'    fetched = {v};', f'{d} = fetched;']
    if fill == 'nested':
        return [f'if ({g[0]}) {{', f'    if ({g[1]})', f'        {d} = {v};', '    else',
                f'        {d} = {z};', '} else', f'    {d} = {z};']
    if fill == 'and':
        return [f'if (({") & (".join(g)}))', f'    {d} = {v};', 'else', f'    {d} = {z};']
    return [f'const {t.elem.c} nothing = {z};', f'if ({both})', f'    {d} = {v};', 'else',
            f'    {d} = nothing;']


def loaded_at(k, t, s):
    if t.form == 'ldg':
        s = f'__ldg(&{s})'
    elif t.form == 'get':
        s = f'get(&{s})'
    if t.convert:
        s = t.convert.replace('{p}', pos_int(k)).format(s)
    return s


def block(lines):
    return ['{'] + ['    ' + x for x in lines] + ['}']


def copy_phase(k, t):
    rows, cols = extent(k, t)
    if t.form == 'whole_helper':
        gm = 'm - row0' if k.guard_m else '1 << 20'
        gk = f'n - ({pos_int(k)})' if k.guard_k else '1 << 20'
        if t.shape == 'rows':
            at, ld, rr, cc = f'&A_[row0 * ld + {position(k)}]', 'ld', gm, gk
        else:
            at, ld, rr, cc = f'&A_[({position(k)}) * m + row0]', 'm', gk, gm
        at = at.replace('A_', t.src)
        return [f'load_tile({element(k, t, "0", "0")[:-6]}, {at}, {ld}, {rr}, {cc}, t);']
    step = 4 if t.vector else 1
    n = count(k, t) // step
    if t.vector:
        cols_v = f'({cols} / 4)'
    else:
        cols_v = cols
    if t.shape == 'line':
        place = lambda i: ('0', f'{i} * 4' if t.vector else i)
        total = cols_v
    else:
        place = lambda i: (f'{i} / {cols_v}', f'{i} % {cols_v}' + (' * 4' if t.vector else ''))
        total = f'{rows} * {cols_v}'
    if k.two_d and not t.vector:
        if t.shape == 'line':
            return guard_if('t < TW', copy(k, t, '0', 't'))
        return scope(copy(k, t, 'ty', 'tx'))
    if n == k.threads and t.stride != 'block':
        r, c = place('t')
        if t.shape == 'line':
            return scope(copy(k, t, '0', c))
        return [f'const int r{t.name} = {r}, c{t.name} = {c};'] + scope(copy(k, t, f'r{t.name}',
                                                                             f'c{t.name}'))
    if n < k.threads and t.stride in ('manual', 'trips', 'trips_unroll'):
        r, c = place('t')
        return guard_if(f't < {total}', copy(k, t, r if t.shape == 'line' else f'({r})',
                                             c if t.shape == 'line' else f'({c})'))
    if t.stride == 'manual' and n % k.threads == 0 and n // k.threads <= 4:
        out = []
        for j in range(n // k.threads):
            r, c = place(f'(t + {j * k.threads})')
            out += scope(copy(k, t, f'({r})' if t.shape != 'line' else r,
                              f'({c})' if t.shape != 'line' else c))
        return out
    r, c = place('i')
    if t.shape != 'line':
        r, c = f'({r})', f'({c})'
    body = copy(k, t, r, c)
    if t.stride in ('trips', 'trips_unroll') and n % k.threads == 0:
        head = [f'for (int j = 0; j < {total} / {k.threads}; ++j) {{',
                f'    const int i = t + j * {k.threads};']
        if t.stride == 'trips_unroll':
            head = ['#pragma unroll'] + head
        return head + ['    ' + x for x in body] + ['}']
    stride = 'blockDim.x' if t.stride == 'block' and not k.two_d else str(k.threads)
    return [f'for (int i = t; i < {total}; i += {stride}) {{'] + ['    ' + x for x in body] + ['}']


def guard_if(cond, lines):
    return [f'if ({cond}) {{'] + ['    ' + x for x in lines] + ['}']


def scope(lines):
    """Braces around declarations that would collide."""
    return block(lines) if any(x.startswith(('const ', 'float', 'int ', 'half ', 'signed', 'pair '))
                               for x in lines) else lines


def compute(k):
    """The inner product over everything in the tiles."""
    terms = []
    for i, t in enumerate(k.tiles):
        if t.shape == 'line':
            e = element(k, t, '0', k.r.choice(['j', '(j + t) % TW', 'TW - 1 - j']))
        elif t.shape == 'rows':
            if t.alias:
                e = f'row{t.name}[j]'
            else:
                e = element(k, t, '(t + j) % TR', 'j')
        else:
            if t.alias:
                e = f'row{t.name}[(t + j) % TR]'
            else:
                e = element(k, t, 'j', '(t * 3 + j) % TR')
        v = t.elem.value.format(e)
        terms.append(v if i == 0 else f'{("", "0.5f", "0.25f")[i]} * {v}')
    lines = []
    if k.pick('inner_unroll', [False, True]):
        lines.append('#pragma unroll' + k.r.choice(['', ' 4']))
    lines += ['for (int j = 0; j < TW; ++j)', f'    acc = acc * 0.875f + {" + ".join(terms)};']
    if k.compute_filter:
        lines = k.compute_filter(k, lines)
    return lines


def header(k):
    """(lines before the loop, header text, lines at the tail, closing text)"""
    step = ''
    if k.bump and k.bump_at == 'step':
        step = ''.join(', ' + x for x in bumps(k))
    extra = k.cond_extra
    h = {
        'for': ([], f'for (int k = 0; k < n{extra}; k += TW{step}) {{', [], '}'),
        'ceil': ([], f'for (int t0 = 0; t0 < (n + TW - 1) / TW{extra}; t0++{step}) {{', [], '}'),
        'le': ([], f'for (int k = 0; k <= n - TW{extra}; k += TW{step}) {{', [], '}'),
        'down': ([], f'for (int k = n - TW; k >= 0{extra}; k -= TW{step}) {{', [], '}'),
        'unsigned': ([], f'for (unsigned k = n; k != 0{extra}; k -= TW{step}) {{', [], '}'),
        'while': (['int k = 0;'], f'while (k < n{extra}) {{', ['k += TW;'], '}'),
        'countdown': (['int tiles = n / TW;', 'int k = 0;'], f'while (tiles--{extra}) {{',
                      ['k += TW;'], '}'),
        'do': (['int k = 0;'], 'do {', ['k += TW;'], f'}} while (k < n{extra});'),
        'two': ([], f'for (int a = 0, b = 7; a < n{extra}; a += TW, b += 3{step}) {{', [], '}'),
        'remainder': (['int k = 0;'], f'for (; k + TW <= n{extra}; k += TW) {{', [], '}'),
        'step': (['const int step = TW;'], f'for (int k = 0; k < n{extra}; k += step{step}) {{', [],
                 '}'),
        'pointer': ([], f'for (const {k.tiles[0].source.c} *p = A; p < A + n{extra}; p += TW) {{', [],
                    '}'),
        'tail': ([], f'for (int k = 0; k < n{extra};) {{', ['k += TW;'], '}'),
        'size_t': ([], f'for (size_t k = 0; k < (size_t)n{extra}; k += TW{step}) {{', [], '}'),
        'not_equal': ([], f'for (int k = 0; k != n{extra}; k += TW{step}) {{', [], '}'),
        'outside': (['int k;'], f'for (k = 0; k < n{extra}; k += TW{step}) {{', [], '}'),
    }[k.header]
    if k.header_filter:
        h = k.header_filter(k, h)
    return h


def bumps(k):
    out = []
    sign = '-=' if k.header in ('down', 'unsigned') else '+='
    for t in k.tiles:
        out.append(f'p{t.src} {sign} {"TW * m" if t.shape == "cols" else "TW"}')
    return out


def loop(k):
    """All lines of the K-loop."""
    before, head, tail, close = header(k)
    if k.bump:
        for t in k.tiles:
            start = ''
            if k.header in ('down', 'unsigned'):
                start = ' + (n - TW)' + (' * m' if t.shape == 'cols' else '')
            before.append(f'const {t.source.c} *p{t.src} = {t.src}{start};')
    load = list(k.load_head)
    if k.residue == 'scale':
        load.append('acc *= 0.5f;')
    elif k.residue == 'shared':
        load.append('if (t == 0)')
        load.append('    largest = 0;')
    elif k.residue == 'global':
        load.append('if (t == 0)')
        load.append('    trace[blockIdx.x] = acc;')
    elif k.residue == 'local':
        load.append(f'const float weight = S[{pos_int(k)} / TW];')
    for t in k.tiles:
        load += copy_phase(k, t)
    if k.bump and k.bump_at == 'load':
        load += [x + ';' for x in bumps(k)]
    load += k.load_tail
    comp = list(k.c_head)
    if k.bump and k.bump_at == 'between':
        comp += [x + ';' for x in bumps(k)]
    comp += compute(k)
    if k.residue == 'local':
        comp.append('acc += weight;')
    if k.header == 'two':
        comp.append('acc += b;')
    if k.residue == 'shared':
        comp.append('atomicMax(&largest, (int)acc + t);')
    if k.store:
        comp.append(f'steps[blockIdx.x * {k.threads} + t] = acc;')
    if k.extra_shared:
        comp.append('best[t] = fmaxf(best[t], acc);')
    if k.residue == 'shared':
        comp += [k.bar[1], 'acc += largest;']
        if k.sync_first:
            comp.append(k.bar[1])
    elif k.phases == 2:
        comp += ['part[t] = acc;', k.bar[1], f'acc += 0.5f * part[{k.threads} - 1 - t];']
        if k.sync_first:
            comp.append(k.bar[1])
    comp += k.c_tail
    if k.bump and k.bump_at == 'tail':
        tail = [x + ';' for x in bumps(k)] + tail
    tail = k.iter_tail + tail
    decl = declarations(k) if k.storage == 'body' else []
    if k.sync_first:
        body = decl + [k.bar[2]] + load + [k.bar[0]] + comp + tail
    else:
        body = decl + load + [k.bar[0]] + comp + [k.bar[2]] + tail
    if k.text == 'comments':
        body = ['// load { the next tile'] + [x + ' /* } */' if x == '__syncthreads();' else x
                                             for x in body]
    lines = before
    if k.unroll and k.header not in ('while', 'countdown', 'do'):
        lines.append(k.unroll)
    lines += [head] + ['    ' + x for x in body] + [close]
    if k.header == 'remainder':
        lines += ['for (; k < n; ++k)', '    acc += k;']
    elif k.header in ('while', 'countdown', 'do', 'outside'):
        lines.append('acc += k;')
    if k.header == 'countdown':
        lines.append('acc += tiles;')
    return lines


def declarations(k):
    out = []
    kinds = [(t, t.elem.c if k.sizes != 'template_type' else 'T', ''.join(f'[{d}]' for d in dims(k, t)))
             for t in k.tiles]
    align = '__align__(16) ' if any(t.vector for t in k.tiles) else ''
    if k.storage == 'struct':
        out.append('__shared__ struct {')
        out += [f'    {align}{c} {t.name}{d};' for t, c, d in kinds]
        out.append('} sm;')
    elif k.storage == 'extern':
        k.smem, offset = 0, '0'
        out.append('extern __shared__ float4 dynamic[];')
        for t, c, d in kinds:
            size = count(k, t) * {'f32': 4, 'i32': 4, 'f16': 2, 'i8': 1}[t.elem.case] * t.elem.lanes
            out.append(f'{c} *{t.name} = ({c} *)((char *)dynamic + {k.smem});')
            k.smem += (size + 15) // 16 * 16
    elif k.storage == 'one' and len({c for _, c, _ in kinds}) == 1:
        out.append(f'__shared__ {align}{kinds[0][1]} ' + ', '.join(t.name + d for t, _, d in kinds) + ';')
    elif k.storage == 'mixed':
        t, c, d = kinds[0]
        out.append(f'__shared__ {align}{c} {t.name}{d}, other[8];')
        k.pre.append('if (t < 8)')
        k.pre.append(f'    other[t] = {t.elem.zero};')
        k.pre.append('__syncthreads();')
        k.post.append(f'acc += {t.elem.value.format("other[t % 8]")};')
        out += [f'__shared__ {align}{c} {t.name}{d};' for t, c, d in kinds[1:]]
    else:
        out += [f'__shared__ {align}{c} {t.name}{d};' for t, c, d in kinds]
    return out


def render(k):
    """The file's text and the description of its launch."""
    kinds = []
    k.smem = 0
    # (name, C type, case type, count, fill) in parameter order
    big = 16
    n_max = k.w * 6
    ld = n_max + 64
    k.blocks = 2
    m = k.blocks * k.rows - (3 if k.guard_m else 0)
    rows_all = k.blocks * k.rows + big
    restrict = ' *__restrict__ ' if k.sources_restrict else ' *'
    arrays = []
    for t in k.tiles:
        size = {'line': n_max + 128, 'rows': rows_all * ld + 64,
                'cols': (n_max + 128) * (rows_all + 64)}[t.shape]
        c = 'T' if k.sizes == 'template_type' else t.source.c
        arrays.append((t.src, f'const {c}{restrict}{t.src}', t.source, size, 'in'))
    uses_scale = any(t.convert and 'S[' in t.convert for t in k.tiles) or k.residue == 'local'
    if uses_scale:
        arrays.append(('S', f'const float{restrict}S', F32, 64, 'in'))
    arrays.append(('out', 'float *__restrict__ out' if k.sources_restrict else 'float *out', F32,
                   k.blocks * k.threads, 'out'))
    if k.residue == 'global':
        arrays.append(('trace', 'float *__restrict__ trace', F32, k.blocks, 'out'))
    if k.store:
        arrays.append(('steps', 'float *__restrict__ steps', F32, k.blocks * k.threads, 'out'))
    arrays += k.params
    scalars = [('n', 'int n', 'i32', 'n'), ('m', 'int m', 'i32', m if k.guard_m else rows_all),
               ('ld', 'int ld', 'i32', ld)]
    if any(t.convert and 'alpha' in t.convert for t in k.tiles):
        scalars.append(('alpha', 'float alpha', 'f32', 1.5))
    if k.around in ('outer', 'outer_two'):
        scalars.append(('rounds', 'int rounds', 'i32', 3))
    if k.around in ('if', 'switch'):
        scalars.append(('mode', 'int mode', 'i32', 1))
    params = [a[1] for a in arrays] + [s[1] for s in scalars]
    names = [a[0] for a in arrays] + [s[0] for s in scalars]

    decl = [] if k.storage == 'body' else declarations(k)
    body_decl_done = k.storage == 'body'
    index = []
    if k.two_d:
        index += ['const int tx = threadIdx.x, ty = threadIdx.y;', 'const int t = ty * 16 + tx;']
    else:
        index += ['const int t = threadIdx.x;']
    index += ['float acc = 0.25f * t;']
    pre = []
    shared = []
    if k.phases == 2 and k.residue != 'shared':
        shared.append(f'__shared__ float part[{k.threads}];')
    if k.residue == 'shared':
        shared.append('__shared__ int largest;')
    if k.extra_shared:
        shared.append(f'__shared__ float best[{k.threads}];')
        pre += ['best[t] = 0.0f;', '__syncthreads();']
    if k.early:
        pre.append('if (blockIdx.x * TR >= m)')
        pre.append('    return;')
    for t in k.tiles:
        if t.alias:
            name = ('sm.' if k.storage == 'struct' else '') + t.name
            c = 'T' if k.sizes == 'template_type' else t.elem.c
            row = 't % TR' if t.shape == 'rows' else 't % TW'
            if t.shape == 'rows':
                pre.append(f'const {c} *row{t.name} = {name}[t % TR];')
            else:
                pre.append(f'const {c} *row{t.name} = {name}[{row}];')
        if t.form == 'lambda' and t.shape == 'line' and not t.convert and not k.bump \
                and k.header != 'pointer' and not guards(k, t, '0', '0') \
                and k.sizes != 'template_type':
            pre.append(f'auto fetch{t.name} = [&](int at) {{ return {t.src}[at]; }};')
    lp = loop(k)
    if k.around == 'second':
        second = Second(k)
        lp = block(lp) + second
    if k.around == 'outer':
        lp = ['for (int round = 0; round < rounds; ++round) {'] + ['    ' + x for x in lp] + \
            ['    acc += round;', '}']
    elif k.around == 'outer_two':
        lp = ['for (int round = 0; round < rounds; ++round)',
              '    for (int again = 0; again < 2; ++again) {'] + ['        ' + x for x in lp] + ['    }']
    elif k.around == 'if':
        lp = ['if (mode) {'] + ['    ' + x for x in lp] + ['}', 'else', '    acc = -1.0f;']
    elif k.around == 'switch':
        lp = ['switch (mode) {', 'case 1: {'] + ['    ' + x for x in lp] + \
            ['    break;', '}', 'default:', '    acc = -2.0f;', '}']
    t0 = k.tiles[0]
    at = (lambda i: element(k, t0, '0', i)) if t0.shape != 'cols' else (lambda i: element(k, t0, i, '0'))
    post = []
    if k.sync_first and (k.after != 'none' or k.extra_shared):
        post.append('__syncthreads();')
    if k.after == 'read':
        # the loop may not run at all: what it finds then was written before it
        k.pre += ['if (t == 0)', '    for (int i = 0; i < TW; ++i)',
                  f'        {at("i")} = {t0.elem.zero};', '__syncthreads();']
        post.append(f'acc += {t0.elem.value.format(at("(t * 5) % TW"))};')
    elif k.after == 'scratch':
        post += ['if (t < TW)', f'    {at("t")} = {scratch_value(t0)};', '__syncthreads();',
                 f'acc += {t0.elem.value.format(at("(TW - 1 - t % TW)"))};']
    post += k.post
    if k.extra_shared:
        post.append(f'acc += best[{k.threads} - 1 - t];')
    post.append(f'out[blockIdx.x * {k.threads} + t] = acc;')

    if any('row0' in x for x in lp + pre + k.pre):
        index.insert(-1, 'const int row0 = blockIdx.x * TR;')
    func = decl + shared + index + k.pre + pre
    if k.before_loop:
        func += [k.before_loop]
    func += lp + post

    # file scope
    top = []
    text_all = '\n'.join(func)
    if 'half' in text_all or any(t.source is F16 for t in k.tiles):
        top.append('#include <cuda_fp16.h>')
    top += [x for x in k.top if x.startswith('#include')]
    values = {'TW': k.w, 'TR': k.rows}
    if k.sizes == 'macro':
        top += [f'#define {a} {b}' for a, b in values.items()]
    elif k.sizes == 'constexpr':
        top += [f'constexpr int {a} = {b};' for a, b in values.items()]
    if any(t.form == 'fetch' for t in k.tiles):
        top.append('#define FETCH(type, place) (reinterpret_cast<type *>(&(place))[0])')
    if any(t.form == 'macro' for t in k.tiles):
        top.append('#define COPY(dst, src) dst = (src)')
    if any(PAIR in (t.elem, t.source) for t in k.tiles):
        top += ['struct pair {', '    float a, b;', '};']
    if 'get(&' in text_all:
        top += ['template <typename V>', '__device__ __forceinline__ V get(const V *p)', '{',
                '    return *p;', '}']
    if 'put(&' in text_all:
        top += ['template <typename V>', '__device__ __forceinline__ void put(V *to, const V *from)', '{',
                '    *to = *from;', '}']
    if 'load_tile(' in text_all:
        top += ['template <typename V, int R, int C>',
                '__device__ void load_tile(V (&to)[R][C], const V *from, int ld, int rows, int cols, int t)',
                '{', f'    for (int i = t; i < R * C; i += {k.threads}) {{',
                '        const int r = i / C, c = i % C;',
                '        if (r < rows && c < cols)',
                '            to[r][c] = from[r * ld + c];',
                '        else',
                '            to[r][c] = V{};', '    }', '}']
    top += [x for x in k.top if not x.startswith('#include')]
    if k.sizes == 'literal':
        import re
        sub = lambda s: re.sub(r'\bTR\b', str(k.rows), re.sub(r'\bTW\b', str(k.w), s))
        func = [sub(x) for x in func]

    lines = list(top) + ['']
    name = k.name
    static = 'static ' if k.storage == 'extern' else ''
    bounds = f'__launch_bounds__({k.threads * k.bounds_factor}) ' if k.bounds else ''
    template = {'template': 'template <int TW, int TR>',
                'template_type': 'template <typename T, int TW, int TR>'}.get(k.sizes)
    if k.around == 'device':
        at = len(func) - 1
        lines += [f'__device__ float work({", ".join(params)})', '{'] + ['    ' + x for x in func[:-1]] + \
            ['    return acc;', '}', '']
        lines += [f'{static}__global__ void {bounds}{name}({", ".join(params)})', '{',
                  f'    out[blockIdx.x * {k.threads} + {"threadIdx.y * 16 + " if k.two_d else ""}threadIdx.x]'
                  f' = work({", ".join(names)});', '}']
        if k.early:
            lines = [x.replace('        return;', '        return 0.0f;') for x in lines]
    else:
        if template:
            lines.append(template)
        lines += [f'{static}__global__ void {bounds}{name}({", ".join(params)})', '{'] + \
            ['    ' + x for x in func] + ['}']
    instance = {'template': f'<{k.w}, {k.rows}>',
                'template_type': f'<float, {k.w}, {k.rows}>'}.get(k.sizes, '')
    lines += ['', f'void launch_{name}({", ".join(p.replace("const T", "const float") for p in params)}, '
              'int blocks)', '{']
    dim = 'dim3(16, 16)' if k.two_d else str(k.threads)
    lines += [f'    {name}{instance}<<<blocks, {dim}{", " + str(k.smem) if k.smem else ""}>>>'
              f'({", ".join(names)});', '}']
    text = '\n'.join(lines) + '\n'
    if k.text == 'tabs':
        out = []
        for line in text.split('\n'):
            rest = line.lstrip(' ')
            pad = len(line) - len(rest)
            out.append('\t' * (pad // 4) + ' ' * (pad % 4) + rest)
        text = '\n'.join(out)
    if k.text == 'dense':
        text = text.replace(' = ', '=').replace(' + ', '+').replace(' < ', '<').replace(', ', ',')
    data = text.encode()
    if k.text == 'crlf':
        data = data.replace(b'\n', b'\r\n')
    if k.text == 'bom':
        data = b'\xef\xbb\xbf' + data

    if k.header in RAGGED and k.guard_k:
        runs = [1, k.w, 3 * k.w + 5, 6 * k.w - 1]
    else:
        runs = [k.w, 2 * k.w, 5 * k.w]
    if k.header != 'do':
        runs = [0] + runs
    if k.header == 'remainder':
        runs.append(2 * k.w + 3)
    run_n = runs[-1]
    step = [k.w] if not runs[-1] % k.w else [k.w, 1]
    args = [{'name': a[0], 'type': a[2].case, 'count': a[3] * a[2].lanes, 'role': a[4],
             'c': 'float' if 'const T ' in a[1] else a[2].c} for a in arrays]
    args += [{'name': s[0], 'type': s[2], 'value': s[3]} for s in scalars]
    info = {'file': k.name + '.cu', 'kernel': name, 'legal': k.legal, 'class': k.klass,
            'codes': sorted(k.codes), 'launcher': f'launch_{name}', 'args': args,
            'sizes': {'n': run_n}, 'blocks': k.blocks,
            'threads': [16, 16] if k.two_d else [k.threads], 'smem': k.smem,
            'template': instance.strip('<>'), 'case': k.name + '.ini', 'runs': runs, 'gpu': k.gpu,
            'tiles': step if runs[0] == 0 else None, 'forms': forms_of(k)}
    return data, info


def forms_of(k):
    """What the kernel is made of, for the rate of acceptance."""
    if k.klass != 'legal':
        return [f'class {k.klass}']
    out = [f'{what} {getattr(k, what)}' for what in
           ('header', 'sizes', 'storage', 'around', 'after', 'residue', 'text', 'phases', 'sync_first', 'store',
            'extra_shared', 'early', 'guard_m', 'guard_k', 'two_d')]
    out += [f'bump {k.bump_at if k.bump else False}']
    for t in k.tiles:
        out += [f'{what} {getattr(t, what)}' for what in ('shape', 'fill', 'form', 'stride', 'pad', 'transposed', 'alias')]
        out += [f'type {t.source.c} to {t.elem.c}', f'convert {(t.convert or "no").replace("{p}", "k")}']
    return sorted(set(out))


def scratch_value(t):
    return {'float': 'acc', 'int': '(int)acc', 'half': '__float2half(acc)', 'signed char': '3',
            'float2': 'make_float2(acc, 1.0f)', 'float4': 'make_float4(acc, 0.0f, 0.0f, 1.0f)',
            'pair': 'pair{acc, 1.0f}'}[t.elem.c]


def Second(k):
    """Another K-loop over the same first tile."""
    t = k.tiles[0]
    e = lambda i: element(k, t, '0', i) if t.shape != 'cols' else element(k, t, i, '0')
    v = {'float': '0.5f * k', 'int': 'k', 'half': '__float2half(1.0f)', 'signed char': '1',
         'float2': 'make_float2(k, 1.0f)', 'float4': 'make_float4(k, 0.0f, 0.0f, 1.0f)',
         'pair': 'pair{1.0f, 2.0f}'}[t.elem.c]
    s = 'A[k + t]' if t.shape == 'line' else 'A[k + t]'
    if t.convert or t.source is not t.elem:
        s = v
    out = ['for (int k = 0; k < n; k += TW) {'] if not k.guard_k else \
        ['for (int k = 0; k + TW <= n; k += TW) {']
    if k.sync_first:
        out.insert(0, '__syncthreads();')
    out += ['    if (t < TW)', f'        {e("t")} = {s};', '    __syncthreads();',
            '    for (int j = 0; j < TW; ++j)',
            f'        acc = acc * 0.5f + {t.elem.value.format(e("j"))};', '    __syncthreads();', '}']
    return out


# ---- what breaks a rule -------------------------------------------------------------------------

CLASSES = {}


def rule(*codes, legal=False):
    def register(f):
        CLASSES[f.__name__.replace('__', '.')] = (f, codes, legal)
        return f
    return register


PLAIN = {'around': 'none', 'form': 'plain', 'alias': False, 'store': False, 'residue': 'none',
         'after': 'none', 'early': False, 'vector': False}
LINE = dict(PLAIN, shape='line', n_tiles=1, elem=F32, convert=None, two_d=False, bump=False, w=64,
            threads=[64, 128], sizes='literal', storage='separate', header=['for', 'while', 'le'],
            transposed=False, guard_m=False, ragged=False, stride='literal', phases=1)


def add_array(k, name, ctype, kind, size, role='in'):
    k.params.append((name, f'{ctype}{name}', kind, size, role))


# rule 1: order with the outside
@rule('KP201')
def fence(k):
    k.need.update(PLAIN)
    where = k.r.choice([k.load_head, k.c_head, k.c_tail])
    where.append(k.r.choice(['__threadfence();', '__threadfence_system();', '__threadfence_block();']))


@rule(legal=True)
def fence__near(k):
    k.need.update(PLAIN)
    k.post.append('__threadfence();')


@rule('KP201', 'KP208', 'KP204', 'KP303')
def spin(k):
    k.need.update(LINE)
    add_array(k, 'flags', 'int *', I32, 64, 'inout')
    k.load_head += ['if (t == 0)', '    while (atomicAdd(&flags[k / TW], 0) < -1000000) {', '    }',
                    '__syncthreads();']


@rule('KP201', 'KP203')
def acquire(k):
    k.need.update(LINE)
    add_array(k, 'flags', 'const int *', I32, 64)
    k.top += ['__device__ __forceinline__ int acquire(const int *p)', '{', '    int v;',
              '    asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");',
              '    return v;', '}']
    k.load_head += ['acc += acquire(&flags[k / TW]);']


@rule('KP207')
def volatile_source(k):
    k.need.update(LINE)
    k.sources_restrict = False
    k.copy_filter = lambda k, t, d, v, g: [f'{d} = *(const volatile float *)&{v};']


@rule('KP207')
def volatile_tile(k):
    k.need.update(LINE)
    k.need['elem'] = Type('volatile float', 'f32', 1, '0.0f', '{}')


@rule(legal=True)
def volatile_source__near(k):
    k.need.update(LINE)
    k.post += ['volatile float last = acc;', 'acc = last + 1.0f;']


@rule('KP202')
def unknown_call(k):
    k.need.update(PLAIN)
    k.top.append('extern __device__ float elsewhere(float);')
    k.gpu = False
    k.r.choice([k.load_head, k.c_head, k.c_tail]).append('acc = elsewhere(acc);')


@rule(legal=True)
def unknown_call__near(k):
    k.need.update(PLAIN)
    k.top += ['__device__ float somewhere(float v)', '{', '    return fabsf(v) + 1.0f;', '}']
    k.r.choice([k.load_head, k.c_head, k.c_tail]).append('acc = somewhere(acc);')


@rule('KP203')
def unknown_asm(k):
    k.need.update(PLAIN)
    add_array(k, 'scratch', 'float *', F32, 4096, 'inout')
    k.c_tail += ['if (t == 0)', '    asm volatile("discard.global.L2 [%0], 128;" ::"l"(scratch));']
    k.gpu = False


@rule(legal=True)
def unknown_asm__near(k):
    k.need.update(PLAIN)
    k.top += ['__device__ __forceinline__ int pop(int v)', '{', '    int c;',
              '    asm("popc.b32 %0, %1;" : "=r"(c) : "r"(v));', '    return c;', '}']
    k.c_tail += ['acc += pop(t + (int)acc);']


@rule('KP201', 'KP208')
def cooperative(k):
    k.need.update(PLAIN)
    k.top += ['#include <cooperative_groups.h>']
    k.gpu = False
    (k.c_tail if k.r.random() < 0.3 else k.post).append('cooperative_groups::this_grid().sync();')


@rule(legal=True)
def cooperative__near(k):
    k.need.update(PLAIN)
    k.top += ['#include <cooperative_groups.h>']
    k.bar = ['cooperative_groups::this_thread_block().sync();'] * 3


# rule 2: one load phase
@rule('KP307', 'KP308', 'KP302')
def two_loads(k):
    k.need.update(LINE)
    k.need['sync_first'] = False
    add_array(k, 'D', 'const float *__restrict__ ', F32, 2048)
    k.c_tail += ['__syncthreads();', 'if (t < TW)', '    As[t] = D[k + t];', '__syncthreads();',
                 'for (int j = 0; j < TW; ++j)', '    acc = acc * 0.5f + As[j];']


@rule(legal=True)
def two_loads__near(k):
    k.need.update(LINE)
    k.need['sync_first'] = False
    add_array(k, 'D', 'const float *__restrict__ ', F32, 2048)
    k.pre += ['__shared__ float Ds[TW];']
    k.c_tail += ['if (t < TW)', '    Ds[t] = D[k + t];', '__syncthreads();',
                 'for (int j = 0; j < TW; ++j)', '    acc = acc * 0.5f + Ds[j];']


# rule 3: full, plain block barriers
@rule('KP103')
def partial(k):
    k.need.update(PLAIN, two_d=False)
    b = k.r.choice(['counted', 'named', 'or'])
    if b == 'or':
        k.need['sync_first'] = False
        k.bar[2] = 'acc += __syncthreads_or(acc > 1e30f);'
    else:
        k.bar = [None] * 3
        k.lazy_bar = b


@rule(legal=True)
def partial__near(k):
    k.need.update(PLAIN)
    k.bar = ['asm volatile("bar.sync 0;" ::: "memory");'] * 3


@rule('KP104')
def conditional(k):
    k.need.update(LINE, sync_first=False)
    k.bar[2] = 'if (k + TW < n)\n        __syncthreads();'


@rule('KP102')
def missing(k):
    k.need.update(PLAIN, phases=1)
    k.bar[2] = ''
    if k.r.random() < 0.3:
        k.bar[0], k.bar[2] = '', '__syncthreads();'


@rule(legal=True)
def missing__near(k):
    k.need.update(PLAIN, sync_first=True)


@rule('KP105')
def hidden(k):
    k.need.update(PLAIN)
    k.top += ['__device__ float block_largest(float v, int t, int threads)', '{',
              '    __shared__ float pass[256];', '    pass[t] = v;', '    __syncthreads();',
              '    for (int j = 0; j < threads; ++j)', '        v = fmaxf(v, pass[j]);',
              '    __syncthreads();', '    return v;', '}']
    k.c_tail.append('acc = 0.5f * block_largest(acc, t, {threads});')


@rule(legal=True)
def hidden__near(k):
    k.need.update(PLAIN)
    k.top += ['__device__ __forceinline__ void meet()', '{', '    __syncthreads();', '}']
    k.bar = [k.r.choice(['meet();', '__syncthreads();']) for _ in range(3)]


# rule 4: the run-ahead is the user's own loop
@rule('KP108', 'KP301')
def step_written(k):
    k.need.update(LINE)
    k.need['header'] = 'for'
    k.pre.append('int stride = TW;')
    k.header_filter = lambda k, h: (h[0], h[1].replace('k += TW', 'k += stride'), h[2], h[3])
    k.c_tail += ['if (As[0] < -2.0f)', '    stride = 2 * TW;']


@rule('KP108', 'KP301', 'KP109')
def done_flag(k):
    k.need.update(LINE)
    k.need['header'] = ['for', 'while', 'le']
    k.pre.append('bool done = false;')
    k.cond_extra = ' && !done'
    k.c_tail += ['if (As[TW - 1] > 2.0f)', '    done = true;']


@rule(legal=True)
def done_flag__near(k):
    k.need.update(LINE)
    k.need['header'] = ['for', 'while', 'le']
    add_array(k, 'limit', 'const float *__restrict__ ', F32, 64)
    k.pre.append('const bool enough = limit[blockIdx.x] > 5.0f;')
    k.cond_extra = ' && !enough'


@rule('KP107')
def divergent(k):
    k.need.update(LINE)
    k.need['header'] = 'for'
    add_array(k, 'len', 'const int *__restrict__ ', I32, 256)
    k.header_filter = lambda k, h: (h[0], h[1].replace('k < n', 'k < len[t]'), h[2], h[3])
    k.gpu = False


@rule('KP107')
def divergent_start(k):
    k.need.update(LINE)
    k.need['header'] = 'for'
    k.need['threads'] = 64
    k.header_filter = lambda k, h: (h[0], h[1].replace('int k = 0;', 'int i = t;')
                                    .replace('k < n', 'i < n').replace('k += TW', 'i += TW'), h[2], h[3])
    k.load_head.append('const int k = i - t;')


@rule('KP107', 'KP109', 'KP101')
def ticket_header(k):
    k.need.update(LINE)
    k.need['header'] = 'for'
    k.pre += ['__shared__ int next;']
    k.header_filter = lambda k, h: (h[0], 'for (int k = 0; atomicAdd(&out[gridDim.x * 64 + t], 1.0f) < n / TW;'
                                    ' k += TW) {', h[2], h[3])
    k.gpu = False


@rule('KP108', 'KP302')
def bound_in_shared(k):
    k.need.update(LINE)
    k.need.update(header='for', sync_first=False)
    k.pre += ['__shared__ int end;', 'if (t == 0)', '    end = n;', '__syncthreads();']
    k.header_filter = lambda k, h: (h[0], h[1].replace('k < n', 'k < end'), h[2], h[3])
    k.c_tail += ['__syncthreads();', 'if (t == 0 && As[0] > 2.0f)', '    end = 0;']


@rule('KP108', 'KP302', 'KP309')
def tile_in_condition(k):
    k.need.update(LINE, sync_first=True)
    k.need['header'] = 'for'
    k.pre += ['if (t < TW)', '    As[t] = 1.0f;', '__syncthreads();']
    k.cond_extra = ' && As[TW - 1] > -2.0f'
    k.c_tail.append('__syncthreads();')


@rule('KP108', 'KP302')
def step_in_shared(k):
    k.need.update(LINE, sync_first=False)
    k.need['header'] = 'for'
    k.pre += ['__shared__ int stride;', 'if (t == 0)', '    stride = TW;', '__syncthreads();']
    k.header_filter = lambda k, h: (h[0], h[1].replace('k += TW', 'k += stride'), h[2], h[3])
    k.c_tail += ['__syncthreads();', 'if (t == 0 && As[0] > 2.0f)', '    stride = 2 * TW;']


@rule(legal=True)
def bound_in_shared__near(k):
    k.need.update(LINE)
    k.need['header'] = 'for'
    k.pre += ['__shared__ int end;', 'if (t == 0)', '    end = n;', '__syncthreads();']
    k.header_filter = lambda k, h: (h[0], h[1].replace('k < n', 'k < end'), h[2], h[3])


@rule('KP106')
def leaves(k):
    k.need.update(LINE)
    what = k.r.choice(['continue;', 'return;', 'break;'])
    k.need['header'] = 'for'
    k.load_head += ['if (A[k] > 2.0f)', '    ' + what]


@rule(legal=True)
def leaves__near(k):
    k.need.update(LINE)
    k.c_tail += ['for (int i = 0; i < 8; ++i) {', '    if (i == t)', '        continue;',
                 '    if (acc > 100.0f)', '        break;', '    acc += i;', '}']


@rule(legal=True)
def break_in_compute(k):
    """Legal, but only in the ring shape."""
    k.need.update(LINE, sync_first=False)
    add_array(k, 'limit', 'const float *__restrict__ ', F32, 64)
    k.iter_tail += ['if (k > (int)(64.0f * limit[blockIdx.x]))', '    break;']


# rule 5: sources
@rule('KP204')
def alias_plain(k):
    k.need.update(LINE)
    k.sources_restrict = False
    add_array(k, 'y', 'float *', F32, 4096, 'inout')
    k.c_tail.append('y[blockIdx.x * 1024 + k + t] = acc;')


@rule('KP204')
def alias_callee(k):
    k.need.update(LINE)
    k.sources_restrict = False
    k.top += ['__device__ void set(float *__restrict__ to, float v)', '{', '    *to = v;', '}']
    add_array(k, 'y', 'float *', F32, 4096, 'inout')
    k.c_tail.append('set(&y[blockIdx.x * 1024 + k + t], acc);')


@rule('KP204')
def alias_local(k):
    k.need.update(LINE)
    k.sources_restrict = False
    add_array(k, 'y', 'float *', F32, 4096, 'inout')
    k.pre.append('float *__restrict__ dst = y + blockIdx.x * 1024;')
    k.c_tail.append('dst[k + t] = acc;')


@rule('KP204')
def alias_type(k):
    k.need.update(LINE)
    k.sources_restrict = False
    add_array(k, 'y', 'int *', I32, 4096, 'inout')
    k.c_tail.append(k.r.choice(['y[blockIdx.x * 1024 + k + t] = (int)acc;',
                                'atomicAdd(&y[t], (int)acc);', 'y[t] ^= k;']))


@rule('KP204')
def alias_index(k):
    k.need.update(LINE)
    add_array(k, 'where', 'const int *', I32, 4096)
    add_array(k, 'y', 'float *', F32, 4096, 'inout')
    k.copy_filter = lambda k, t, d, v, g: [f'{d} = A[(where[t] & 63) + k];']
    k.c_tail.append('y[blockIdx.x * 1024 + k + t] = acc;')


@rule('KP204')
def alias_guard(k):
    k.need.update(LINE)
    add_array(k, 'on', 'const int *', I32, 4096)
    add_array(k, 'y', 'int *', I32, 4096, 'inout')
    k.copy_filter = lambda k, t, d, v, g: [f'{d} = on[k + t] > 0 ? {v} : 0.0f;']
    k.c_tail.append('y[blockIdx.x * 1024 + k + t] = (int)acc;')


@rule('KP204')
def alias_bound(k):
    k.need.update(LINE)
    k.need['header'] = 'for'
    add_array(k, 'end', 'const int *', I32, 16)
    add_array(k, 'y', 'int *', I32, 4096, 'inout')
    k.header_filter = lambda k, h: (h[0], h[1].replace('k < n', 'k < min(n, 64 + end[blockIdx.x])'), h[2],
                                    h[3])
    k.c_tail.append('y[blockIdx.x * 1024 + k + t] = (int)acc;')


@rule('KP204', 'KP206')
def restrict_written(k):
    k.need.update(LINE)
    k.sources_restrict = False
    k.tile_filter = lambda k: setattr(k.tiles[0], 'src', 'X')
    add_array(k, 'X', 'float *__restrict__ ', F32, 4096, 'inout')
    k.c_tail.append('X[k + 2 * TW + t] = acc;' if k.r.random() < 0.5 else 'X[t] += 1.0f;')
    k.drop_source = True


@rule('KP204', 'KP206')
def restrict_derived(k):
    """The store goes through a pointer that is based on the source."""
    restrict_written(k)
    k.c_tail[:] = ['q[k + TW + t] = acc;']
    k.pre.append('float *q = X + TW;')


@rule('KP206', 'KP204')
def device_array(k):
    k.need.update(LINE)
    k.top.append('__device__ float state[4096];')
    k.copy_filter = lambda k, t, d, v, g: [f'{d} = state[k + t];']
    k.c_tail.append('state[k + TW + t] = acc;')


@rule(legal=True)
def device_array__near(k):
    k.need.update(LINE)
    k.top += ['__device__ float state[4096];', '__device__ float result[4096];']
    k.copy_filter = lambda k, t, d, v, g: [f'{d} = state[k + t];']
    k.post.append('result[blockIdx.x * {threads} + t] = acc;')


@rule(legal=True)
def alias_plain__near(k):
    k.need.update(LINE)
    add_array(k, 'y', 'float *', F32, 4096, 'inout')
    k.c_tail.append('y[blockIdx.x * 1024 + k + t] = acc;')


@rule('KP205')
def constant(k):
    k.need.update(LINE)
    k.top.append('__constant__ float table[2048];')
    k.copy_filter = lambda k, t, d, v, g: [f'{d} = table[k + t];']


@rule('KP101', 'KP205', 'KP302')
def shared_source(k):
    k.need.update(LINE, phases=1)
    k.pre += ['__shared__ float all[1024];', 'for (int i = t; i < 1024; i += 64)', '    all[i] = A[i % 64];',
              '__syncthreads();']
    k.copy_filter = lambda k, t, d, v, g: [f'{d} = all[(k + t) % 1024];']


# rule 6: everything is seen
@rule('KP602')
def switched_off(k):
    k.need.update(PLAIN, text='plain')
    add_array(k, 'y', 'float *', F32, 4096, 'inout')
    where = k.r.choice([k.c_tail, k.load_head])
    where += ['#ifdef TRACE', 'y[t] = acc;', '#endif']


@rule('KP602')
def switched_barrier(k):
    k.need.update(PLAIN, text='plain')
    k.c_tail += ['#ifndef FAST_PATH', 'acc += 1.0f;', '#else', 'acc += 2.0f;', '#endif']


@rule(legal=True)
def switched_off__near(k):
    k.need.update(PLAIN, text='plain')
    k.top += ['#ifdef TRACE', '#define EXTRA(v) (v)', '#else', '#define EXTRA(v) (2.0f * (v))', '#endif']
    k.c_tail += ['acc += EXTRA(0.5f);']


# rule 8: one access per element in the load phase
def own_element(k, extra):
    k.need.update(LINE)
    k.copy_filter = lambda k, t, d, v, g: [f'{d} = {v};'] + [x.format(d) for x in extra]


@rule('KP306', 'KP305')
def reread(k):
    own_element(k, [k.r.choice(['{0} *= 2.0f;', '{0} = fabsf({0});'])])


@rule(legal=True)
def own_read(k):
    """The thread's own element, read back before the barrier: that read belongs to compute."""
    own_element(k, ['acc += {0};'])


@rule(legal=True)
def fix_up(k):
    """Exact with staging registers, whose stores keep their order."""
    own_element(k, ['if (k == 64)', '    {0} = 1.0f;'])


@rule(legal=True)
def reread__near(k):
    k.need.update(LINE)
    k.copy_filter = lambda k, t, d, v, g: [f'float v = {v};', 'if (k == 64)', '    v = 1.0f;',
                                           'v = fabsf(v) * 2.0f;', f'{d} = v;']


# the slice
@rule('KP301')
def from_compute(k):
    k.need.update(LINE)
    k.pre.append('int shift = 0;')
    k.copy_filter = lambda k, t, d, v, g: [f'{d} = A[(k + t + shift) % 64];']
    k.c_tail.append('shift = (int)fabsf(As[0]) % 8;')


@rule('KP301')
def closure_writes(k):
    k.need.update(LINE)
    k.pre.append('int shift = 0;')
    k.before_loop = 'auto move_on = [&]() { shift = (int)fabsf(acc) & 7; };'
    k.copy_filter = lambda k, t, d, v, g: [f'{d} = A[(k + t + shift) % 64];']
    k.c_tail.append('move_on();')


@rule('KP301')
def reference_writes(k):
    k.need.update(LINE)
    k.pre += ['int shift = 0;', k.r.choice(['int &other = shift;', 'int &other = *&shift;'])]
    k.copy_filter = lambda k, t, d, v, g: [f'{d} = A[(k + t + shift) % 64];']
    k.c_tail.append('other = (int)fabsf(acc) & 7;')


@rule('KP301')
def callee_writes(k):
    k.need.update(LINE)
    how = k.r.choice(['int &to', 'int *to'])
    k.top += [f'__device__ void choose(float v, {how})', '{',
              f'    {"*" if "*" in how else ""}to = (int)fabsf(v) & 7;', '}']
    k.pre.append('int shift = 0;')
    k.copy_filter = lambda k, t, d, v, g: [f'{d} = A[(k + t + shift) % 64];']
    k.c_tail.append(f'choose(acc, {"&" if "*" in how else ""}shift);')


@rule(legal=True)
def global_exchange(k):
    """A barrier that orders global memory must stay."""
    k.need.update(PLAIN)
    add_array(k, 'y', 'float *', F32, 4096, 'inout')
    k.c_tail += ['y[blockIdx.x * {threads} + t] = acc;', '__syncthreads();',
                 'acc += 0.125f * y[blockIdx.x * {threads} + (t + 1) % {threads}];']
    if k.need.setdefault('sync_first', k.r.random() < 0.3):
        k.c_tail.append('__syncthreads();')


@rule(legal=True)
def global_residue(k):
    k.need.update(PLAIN, sync_first=False)
    add_array(k, 'y', 'float *', F32, 4096, 'inout')
    k.load_head.append('acc += 0.125f * y[blockIdx.x * {threads} + (t + 1) % {threads}];')
    k.c_tail += ['y[blockIdx.x * {threads} + t] = acc;']


@rule(legal=True)
def global_after(k):
    k.need.update(PLAIN, sync_first=False)
    add_array(k, 'y', 'float *', F32, 4096, 'inout')
    k.c_tail += ['y[blockIdx.x * {threads} + t] = acc;']
    k.post.append('acc += y[blockIdx.x * {threads} + (t + 1) % {threads}];')


@rule(legal=True)
def one_line(k):
    """Statements of both phases share lines."""
    k.need.update(PLAIN)
    add_array(k, 'y', 'float *', F32, 4096, 'inout')
    k.bar = ['acc += 1.0f; __syncthreads(); acc *= 0.75f;', '__syncthreads(); acc += 2.0f;',
             'y[blockIdx.x * {threads} + t] = acc; __syncthreads();']


@rule('KP301')
def guard_from_compute(k):
    k.need.update(LINE)
    k.copy_filter = lambda k, t, d, v, g: [f'{d} = acc < 1000.0f ? {v} : 0.0f;']


@rule(legal=True)
def index_tile(k):
    """The indices are a tile; what they index is not."""
    k.need.update(LINE, sync_first=False)
    add_array(k, 'list', 'const int *__restrict__ ', I32, 4096)
    k.pre.append('__shared__ int order[TW];')
    k.load_head += ['if (t < TW)', '    order[t] = list[k + t] & 63;', '__syncthreads();']
    k.copy_filter = lambda k, t, d, v, g: [f'{d} = A[order[TW - 1 - t % TW]];']


@rule('KP302', 'KP301')
def index_in_shared(k):
    k.need.update(LINE, sync_first=False)
    k.pre += ['__shared__ int order[64];', 'if (t < 64)', '    order[t] = t;', '__syncthreads();']
    k.copy_filter = lambda k, t, d, v, g: [f'{d} = A[order[(k + t) % 64]];']
    k.c_tail += ['__syncthreads();', 'if (t < 64)', '    order[t] = (order[t] + (int)fabsf(As[t % TW])) & 63;']


@rule('KP302', 'KP301')
def guard_in_shared(k):
    k.need.update(LINE, sync_first=False)
    k.pre += ['__shared__ int on;', 'if (t == 0)', '    on = 1;', '__syncthreads();']
    k.copy_filter = lambda k, t, d, v, g: [f'{d} = on ? {v} : 0.0f;']
    k.c_tail += ['__syncthreads();', 'if (t == 0)', '    on = As[0] > 0.0f;']


@rule(legal=True)
def index_in_shared__near(k):
    k.need.update(LINE)
    add_array(k, 'list', 'const int *__restrict__ ', I32, 4096)
    k.pre += ['__shared__ int order[64];', 'if (t < 64)', '    order[t] = list[t] & 63;', '__syncthreads();']
    k.copy_filter = lambda k, t, d, v, g: [f'{d} = A[order[(k + t) % 64]];']


@rule(legal=True)
def gather__near(k):
    k.need.update(LINE)
    add_array(k, 'list', 'const int *__restrict__ ', I32, 4096)
    k.copy_filter = lambda k, t, d, v, g: [f'if (k + t + 3 < n)', f'    {d} = A[list[k + t] & 63];', 'else',
                                           f'    {d} = 0.0f;']


@rule('KP303')
def ticket(k):
    k.need.update(LINE)
    add_array(k, 'cursor', 'int *__restrict__ ', I32, 16, 'inout')
    k.copy_filter = lambda k, t, d, v, g: [f'const int at = atomicAdd(&cursor[blockIdx.x], 1) & 63;',
                                           f'{d} = A[at];']


@rule(legal=True)
def ticket__near(k):
    k.need.update(LINE)
    add_array(k, 'counter', 'int *__restrict__ ', I32, 16, 'inout')
    k.load_head += ['if (t == 0)', '    atomicAdd(&counter[blockIdx.x], 1);']


@rule('KP305')
def mixed(k):
    k.need.update(LINE, w=64, threads=64)
    k.need['stride'] = 'block'
    k.copy_filter = lambda k, t, d, v, g: [f'{d} = {v};', 'acc += t;']


@rule('KP305', 'KP304')
def value_used(k):
    k.need.update(LINE)
    k.copy_filter = lambda k, t, d, v, g: [f'acc += {d} = {v};']


@rule('KP304', 'KP305')
def array_state(k):
    k.need.update(LINE)
    add_array(k, 'list', 'const int *__restrict__ ', I32, 4096)
    k.pre.append('int at[2] = {0, 0};')
    k.load_head += ['at[0] = (list[k + t] + at[1]) & 31;', 'at[1] = at[0] / 2;']
    k.copy_filter = lambda k, t, d, v, g: [f'{d} = A[at[0] + at[1]];']
    k.c_tail.append('acc += at[k / TW % 2];')


@rule(legal=True)
def array_state__near(k):
    k.need.update(LINE)
    add_array(k, 'list', 'const int *__restrict__ ', I32, 4096)
    k.pre.append('int at = 0;')
    k.load_head += ['at = (list[k + t] + at) & 31;']
    k.copy_filter = lambda k, t, d, v, g: [f'{d} = A[at];']
    k.c_tail.append('acc += at;')


@rule('KP308')
def tile_written(k):
    k.need.update(LINE, sync_first=False)
    k.c_tail += ['__syncthreads();', 'if (t < TW)', '    As[TW - 1 - t] = acc;', '__syncthreads();',
                 'acc += As[t % TW];']


@rule(legal=True)
def tile_written__near(k):
    k.need.update(LINE, sync_first=False)
    k.pre.append('__shared__ float Rs[256];')
    k.c_tail += ['Rs[t] = acc;', '__syncthreads();', 'acc += Rs[(t + 1) % TW];']


@rule('KP309', 'KP402', 'KP406')
def carried(k):
    k.need.update(LINE, sync_first=False)
    k.pre += ['if (t < TW)', '    As[t] = 0.0f;', '__syncthreads();']
    k.load_head += ['const float old = As[(t + 1) % TW];', '__syncthreads();']
    k.c_tail.append('acc += old;')


# rule 11: coverage
def only_single(k):
    k.need.update(LINE, phases=1)
    k.pre += ['for (int i = t; i < TW; i += 64)', '    As[i] = 0.0f;', '__syncthreads();']


@rule('KP403', 'KP406', legal='single')
def no_else(k):
    k.need.update(PLAIN)
    only_single(k)
    k.copy_filter = lambda k, t, d, v, g: ['if (k + t + 7 < n)', f'    {d} = {v};']


@rule(legal=True)
def no_else__near(k):
    only_single(k)
    k.copy_filter = lambda k, t, d, v, g: ['if (t % 4 != blockIdx.x % 4)', f'    {d} = {v};', 'else',
                                           f'    {d} = 1.0f;']


@rule('KP403', 'KP406', legal='single')
def moving(k):
    only_single(k)
    k.copy_filter = lambda k, t, d, v, g: ['if (t < 32)', f'    As[t + k / TW % 2 * 32] = {v};']


@rule('KP403', 'KP406', legal='single')
def moving_copy_index(k):
    """How far the index moves is in the data."""
    only_single(k)
    k.copy_filter = lambda k, t, d, v, g: ['{', '    int at = t % (TW / 2);',
                                           '    for (int u = 0; u < 2; ++u) {', '        if (t < TW / 2)',
                                           '            As[at] = A[k + at];',
                                           '        at += A[k] > 0.0f ? TW / 2 : 0;', '    }', '}']


@rule(legal=True)
def moving_copy_index__near(k):
    k.need.update(LINE, header='for')
    k.copy_filter = lambda k, t, d, v, g: ['{', '    int at = t % (TW / 2);',
                                           '    for (int u = 0; u < 2; ++u) {', '        if (t < TW / 2)',
                                           '            As[at] = A[k + at];', '        at += TW / 2;',
                                           '    }', '}']


@rule('KP403', 'KP406', legal='single')
def data_guard(k):
    only_single(k)
    add_array(k, 'on', 'const int *__restrict__ ', I32, 4096)
    k.copy_filter = lambda k, t, d, v, g: ['if (on[k + t] > 0)', f'    {d} = {v};']


@rule('KP403', 'KP406', legal='single')
def halo(k):
    only_single(k)
    k.copy_filter = lambda k, t, d, v, g: ['if (t > 0 && t < 63)', f'    {d} = {v};']


@rule('KP403', 'KP406', legal='single')
def outer_guard(k):
    only_single(k)
    k.need['around'] = 'outer'
    k.copy_filter = lambda k, t, d, v, g: ['if ((t + round) % 2)', f'    {d} = {v};']


@rule('KP403', 'KP406', legal='single')
def shrinking(k):
    only_single(k)
    k.need.update(header='for', stride='literal')
    k.copy_filter = lambda k, t, d, v, g: ['for (int q = t; q < min(TW, n - k - 5); q += 64)',
                                           '    As[q] = A[k + q];']


@rule('KP403', 'KP406', legal='single')
def leaves_copy_loop(k):
    only_single(k)
    k.need['stride'] = 'block'
    word = k.r.choice(['break', 'continue'])
    k.copy_filter = lambda k, t, d, v, g: ['if (A[k] > 0.5f)', f'    {word};', f'{d} = {v};']


# rule 13: mentions of the tile
@rule('KP401', 'KP402', 'KP206', 'KP204', legal='single')
def escapes(k):
    k.need.update(LINE)
    k.top.append('__device__ float *peek;')
    k.pre.append('peek = As;')
    k.c_tail.append('acc += peek[t % TW];')
    k.gpu = False


@rule('KP401', 'KP402', legal='single')
def pointer_table(k):
    k.need.update(LINE)
    k.pre += ['__shared__ float Ys[TW];', 'if (t < TW)', '    Ys[t] = t;', '__syncthreads();',
              'float *both[2] = {As, Ys};']
    k.c_tail.append('acc += both[k / TW % 2][t % TW];')


@rule('KP401', 'KP402', legal='single')
def moved_pointer(k):
    k.need.update(LINE)
    k.pre.append('const float *q = As;')
    k.c_tail += ['acc += q[0];', 'q = As + (t + k) % TW;', 'acc += *q;']


@rule('KP401', 'KP402', legal='single')
def null_pointer(k):
    k.need.update(LINE)
    k.pre.append('const float *q = t < 8 ? As : nullptr;')
    k.c_tail.append('acc += q ? q[t % TW] : 1.0f;')


@rule(legal=True)
def null_pointer__near(k):
    k.need.update(LINE)
    k.pre.append('const float *q = t < 8 ? As : &As[1];')
    k.c_tail.append('acc += q[t % (TW - 1)];')


@rule(legal=True)
def pointer_behind(k):
    """Scratch behind the loop, by a pointer that was made before it."""
    k.need.update(LINE)
    k.pre.append('float *late = As + 1;')
    k.post += ['__syncthreads();', 'if (t < TW - 1)', '    late[t] = acc;', '__syncthreads();',
               'acc += late[t * 7 % (TW - 1)];']


@rule('KP402', 'KP401', legal='single')
def closure(k):
    k.need.update(LINE)
    k.before_loop = 'auto at = [&](int j) { return As[j]; };'
    k.c_tail.append('acc += at(t % TW);')


@rule(legal=True)
def closure__near(k):
    k.need.update(LINE)
    k.c_head.append('auto at = [&](int j) { return As[j]; };')
    k.c_tail.append('acc += at(t % TW);')


@rule('KP401', 'KP402', 'KP404', legal='single')
def cast_integer(k):
    """The address as an integer, kept in shared memory."""
    k.need.update(LINE)
    k.pre += ['__shared__ unsigned long long where;', 'if (t == 0)',
              '    where = (unsigned long long)(void *)As;', '__syncthreads();']
    k.c_tail.append('acc += ((const float *)where)[t % TW];')
    k.gpu = False  # nvcc takes a pointer out of memory for a global one


# storage and launch
@rule('KP404', legal='single')
def file_scope(k):
    k.need.update(LINE, sizes='macro')
    k.need['storage'] = 'body'
    k.top.append('__shared__ float As[TW];')
    k.undeclared = True


@rule('KP503', 'KP405', legal='single')
def open_launch(k):
    """Nobody launches it here."""
    k.need.update(LINE, storage='extern')
    k.open = k.unlaunched = True
    k.gpu = False


@rule(legal=True)
def open_launch__near(k):
    k.need.update(LINE, storage='extern')
    k.open = True


@rule(legal=True)
def open_size(k):
    """The launch chooses."""
    k.need.update(LINE, storage='extern')
    k.size_parameter = True
    k.gpu = False


@rule('KP311')
def two_dynamic(k):
    k.need.update(LINE, storage='extern')
    k.pre.append('extern __shared__ int words[];')
    k.c_tail.append('acc += words[t % TW] & 255;')


@rule(legal=True)
def two_dynamic__near(k):
    k.need.update(LINE, storage='extern')
    k.pre.append('int *words = (int *)dynamic;')
    k.c_tail.append('acc += words[t % TW] & 255;')


@rule('KP402', 'KP503', 'KP405', legal='single')
def asks_for_size(k):
    k.need.update(LINE, storage='extern')
    k.pre += ['unsigned bytes;', 'asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(bytes));', 'acc += bytes;']


# text
@rule('KP605')
def decltype_tile(k):
    k.need.update(LINE)
    k.top += ['template <typename V>', 'struct length;', 'template <typename V, int N>',
              'struct length<V[N]> {', '    static constexpr int value = N;', '};']
    k.c_tail.append('acc += length<decltype(As)>::value;')


@rule(legal=True)
def decltype_tile__near(k):
    k.need.update(LINE)
    k.c_tail.append('acc += sizeof(As) / sizeof(As[0]);')


@rule('KP601')
def macro_phase(k):
    k.need.update(LINE, text='plain')
    k.top += ['#define PHASE(to, from) to = from; __syncthreads()']
    k.copy_filter = lambda k, t, d, v, g: [f'PHASE({d}, {v});'] if k.threads == 64 else None
    k.need['threads'] = 64
    k.need['stride'] = 'literal'


@rule('KP110')
def by_hand(k):
    k.need.update(LINE, threads=64, sync_first=False)
    k.need['header'] = 'for'
    k.top.append('#include <cuda_pipeline.h>')
    k.copy_filter = lambda k, t, d, v, g: [f'__pipeline_memcpy_async(&{d}, &{v}, 4);', '__pipeline_commit();',
                                           '__pipeline_wait_prior(0);']


@rule('KP110', 'KP301', 'KP102')
def two_buffers(k):
    k.need.update(LINE, threads=64, sync_first=False, phases=1)
    k.need['header'] = 'for'
    k.pre += ['__shared__ float buffer[2][64];', 'int now = 0;']
    k.copy_filter = lambda k, t, d, v, g: [f'buffer[now][t] = {v};', f'{d} = 0.0f;']
    k.compute_filter = lambda k, lines: ['for (int j = 0; j < TW; ++j)', '    acc = acc * 0.875f + buffer[now][j];']
    k.c_tail.append('now ^= 1;')
    k.copy_filter = lambda k, t, d, v, g: [f'buffer[now][t] = {v};']
    k.bar[2] = ''


@rule('KP101')
def reduction(k):
    k.need.update(LINE, threads=64, phases=1)
    k.copy_filter = lambda k, t, d, v, g: [f'{d} = acc;']


# near misses of single rules: what only looks like one of the above
@rule(legal=True)
def spin__near(k):
    """The counter is read after the loop, once."""
    k.need.update(LINE)
    add_array(k, 'flags', 'int *__restrict__ ', I32, 64, 'inout')
    k.post += ['if (t == 0)', '    atomicAdd(&flags[blockIdx.x], 1);']


@rule(legal=True)
def step_written__near(k):
    k.need.update(LINE)
    k.need['header'] = 'for'
    k.pre.append('int stride = TW;')
    k.header_filter = lambda k, h: (h[0], h[1].replace('k += TW', 'k += stride'), h[2], h[3])
    k.post += ['stride += 2;', 'acc += stride;']


@rule(legal=True)
def divergent__near(k):
    k.need.update(LINE)
    k.need['header'] = 'for'
    add_array(k, 'len', 'const int *__restrict__ ', I32, 256)
    k.header_filter = lambda k, h: (h[0], h[1].replace('k < n', 'k < min(n, 64 + len[blockIdx.x])'), h[2],
                                    h[3])


@rule(legal=True)
def alias_type__near(k):
    k.need.update(LINE)
    add_array(k, 'y', 'int *', I32, 4096, 'inout')
    k.c_tail.append('y[blockIdx.x * {threads} + t] ^= k;')


@rule(legal=True)
def alias_index__near(k):
    k.need.update(LINE)
    add_array(k, 'where', 'const int *__restrict__ ', I32, 4096)
    add_array(k, 'y', 'float *', F32, 4096, 'inout')
    k.copy_filter = lambda k, t, d, v, g: [f'{d} = A[(where[t] & 63) + k];']
    k.c_tail.append('y[blockIdx.x * 1024 + k + t] = acc;')


@rule(legal=True)
def alias_guard__near(k):
    k.need.update(LINE)
    add_array(k, 'on', 'const int *__restrict__ ', I32, 4096)
    add_array(k, 'y', 'int *', I32, 4096, 'inout')
    k.copy_filter = lambda k, t, d, v, g: [f'{d} = on[k + t] > 0 ? {v} : 0.0f;']
    k.c_tail.append('y[blockIdx.x * 1024 + k + t] = (int)acc;')


@rule(legal=True)
def alias_bound__near(k):
    k.need.update(LINE)
    k.need['header'] = 'for'
    add_array(k, 'end', 'const int *__restrict__ ', I32, 16)
    add_array(k, 'y', 'int *', I32, 4096, 'inout')
    k.header_filter = lambda k, h: (h[0], h[1].replace('k < n', 'k < min(n, 64 + end[blockIdx.x])'), h[2],
                                    h[3])
    k.c_tail.append('y[blockIdx.x * 1024 + k + t] = (int)acc;')


@rule(legal=True)
def restrict_written__near(k):
    """The store comes after the loop, by another parameter."""
    k.need.update(LINE)
    add_array(k, 'X', 'float *__restrict__ ', F32, 4096, 'inout')
    k.post.append('X[blockIdx.x * {threads} + t] += acc;')


@rule(legal=True)
def from_compute__near(k):
    """The load phase moves its own state; compute has a copy."""
    k.need.update(LINE)
    k.pre.append('int shift = 0, seen = 0;')
    k.load_head.append('shift = (shift + 3) & 7;')
    k.copy_filter = lambda k, t, d, v, g: [f'{d} = A[(k + t + shift) % 64];']
    k.c_tail += ['seen += (int)fabsf(As[0]) % 8;', 'acc += seen;']


@rule(legal=True)
def callee_writes__near(k):
    k.need.update(LINE)
    k.top += ['__device__ void choose(float v, int &to)', '{', '    to = (int)fabsf(v) & 7;', '}']
    k.pre.append('int shift = 0, other = 0;')
    k.copy_filter = lambda k, t, d, v, g: [f'{d} = A[(k + t + shift) % 64];']
    k.c_tail += ['choose(acc, other);', 'acc += other;']


@rule(legal=True)
def guard_from_compute__near(k):
    """The limit is as it was before the loop."""
    k.need.update(LINE)
    k.pre.append('const float start = acc;')
    k.copy_filter = lambda k, t, d, v, g: [f'{d} = start < 12.0f ? {v} : 0.0f;']


@rule(legal=True)
def carried__near(k):
    """What the next iteration needs is in a register."""
    k.need.update(LINE, sync_first=False)
    k.pre.append('float old = 0.0f;')
    k.c_tail += ['acc += old;', 'old = As[(t + 1) % TW];']


@rule('KP403', 'KP406', legal='single')
def half_filled(k):
    """The zero fill reads like the copy's loop and covers half of the tile."""
    only_single(k)
    k.need.update(header='for', stride='literal', threads=64)
    k.copy_filter = lambda k, t, d, v, g: half_fill(32)


@rule(legal=True)
def half_filled__near(k):
    k.need.update(LINE, header='for', stride='literal', threads=64)
    k.copy_filter = lambda k, t, d, v, g: half_fill(64)


def half_fill(filled):
    return ['{', f'    const int most = {filled};', '    for (int q = t; q < most; q += 64)',
            '        As[q] = 0.0f;', '}', '{', '    const int most = 64;',
            '    for (int q = t; q < most; q += 64)', '        if (k + q + 7 < n || k == 0)',
            '            As[q] = A[k + q];', '}']


@rule(legal=True)
def data_guard__near(k):
    k.need.update(LINE)
    add_array(k, 'on', 'const int *__restrict__ ', I32, 4096)
    k.copy_filter = lambda k, t, d, v, g: ['if (on[k + t] > 0)', f'    {d} = {v};', 'else', f'    {d} = 2.0f;']


@rule(legal=True)
def moving__near(k):
    """Every thread has its own element, in another order each time."""
    k.need.update(LINE, threads=64)
    k.copy_filter = lambda k, t, d, v, g: [f'As[t] = A[k + (t ^ (k / TW & 1))];']


@rule(legal=True)
def outer_guard__near(k):
    k.need.update(LINE)
    k.need['around'] = 'outer'
    k.copy_filter = lambda k, t, d, v, g: ['if ((t + round) % 2)', f'    {d} = {v};', 'else', f'    {d} = 0.5f;']


@rule(legal=True)
def moved_pointer__near(k):
    k.need.update(LINE)
    k.pre.append('const float *q = As;')
    k.c_tail += ['acc += q[0];', 'acc += q[(t + 1) % TW];']


@rule(legal=True)
def mixed__near(k):
    k.need.update(LINE, w=64, threads=64)
    k.load_head.append('acc += t;')


@rule(legal=True)
def value_used__near(k):
    k.need.update(LINE)
    k.c_head.append('acc += As[t % TW];')


@rule(legal=True)
def open_launch__near(k):
    """All launches of a kernel with internal linkage are seen."""
    k.need.update(LINE, storage='extern')


@rule(legal=True)
def reduction__near(k):
    """A sum in shared memory beside the tile."""
    k.need.update(LINE, threads=64, phases=2)


@rule(legal=True)
def divergent_start__near(k):
    """Start and bound carry the same term: all threads make as many trips."""
    k.need.update(LINE)
    k.need['header'] = 'for'
    k.need['threads'] = 64
    k.header_filter = lambda k, h: (h[0], h[1].replace('int k = 0;', 'int i = t;')
                                    .replace('k < n', 'i < n + t').replace('k += TW', 'i += TW'), h[2], h[3])
    k.load_head.append('const int k = i - t;')


@rule(legal=True)
def conditional__near(k):
    """In bare braces, not under a condition."""
    k.need.update(LINE, sync_first=False)
    k.bar[2] = '{\n        __syncthreads();\n    }'


@rule(legal=True)
def constant__near(k):
    """Constant memory in compute only."""
    k.need.update(LINE)
    k.top.append('__constant__ float table[2048];')
    k.c_tail.append('acc += table[k + t];')


@rule(legal=True)
def pointer_table__near(k):
    k.need.update(LINE)
    k.pre += ['__shared__ float Ys[TW];', 'if (t < TW)', '    Ys[t] = t;', '__syncthreads();']
    k.c_tail += ['const float *q = k / TW % 2 ? As : Ys;', 'acc += q[t % TW];']


@rule(legal=True)
def macro_phase__near(k):
    """An index in a macro."""
    k.need.update(LINE, text='plain')
    k.top += ['#define AT(i, j) ((i) + (j))']
    k.copy_filter = lambda k, t, d, v, g: [f'{d} = A[AT(k, t)];']


@rule(legal=True)
def shared_source__near(k):
    """The shared array is read by compute."""
    k.need.update(LINE, phases=1, header='for')
    k.pre += ['__shared__ float all[1024];', 'for (int i = t; i < 1024; i += 64)', '    all[i] = A[i % 64];',
              '__syncthreads();']
    k.c_tail.append('acc += all[(k + t) % 1024];')


# width: what the source's type does not promise
@rule(legal=True)
def odd_source(k):
    """Elements that lie one behind a boundary of 16 bytes."""
    k.need.update(LINE, stride=['literal', 'trips', 'block'])
    add_array(k, 'X', 'const float *__restrict__ ', F32, 4096)
    behind = k.r.choice([1, 2, 3])
    k.copy_filter = lambda k, t, d, v, g: [f'{d} = X[k + t + {behind}];']


@rule(legal=True)
def pair_at_odd(k):
    """A struct of two floats needs no more than a float's alignment."""
    k.need.update(LINE, elem=PAIR)
    add_array(k, 'X', 'const float *__restrict__ ', F32, 4096)
    k.copy_filter = lambda k, t, d, v, g: [f'{d} = ((const pair *)(X + 1))[k + t];']


@rule(legal=True)
def odd_stage(k):
    """16 bytes at a time into a tile whose size is no multiple of them."""
    k.need.update(LINE, w=64, threads=64, header='for', sync_first=False)
    add_array(k, 'X', 'const float4 *__restrict__ ', F4, 1024)
    k.pre.append('__shared__ __align__(16) float Ws[69];')
    k.load_tail += ['if (t < 16)', '    *(float4 *)&Ws[4 * t] = X[k / 4 + t];', 'else if (t < 21)',
                    '    Ws[48 + t] = 0.5f;']
    k.c_tail.append('acc += Ws[(t * 7) % 69];')


# barriers: the leading one publishes what was stored before the loop
@rule(legal=True)
def published(k):
    k.need.update(LINE, sync_first=True)
    k.pre += ['__shared__ float first[TW];', 'if (t < TW)', '    first[t] = A[t % TW] + 1.0f;']
    k.c_tail.append('acc += first[(t + 5) % TW];')


# launch: __launch_bounds__ says the most threads there may be
@rule(legal=True)
def fewer_threads(k):
    k.need.update(LINE, shape=['line', 'rows'], bounds=True, stride='block', threads=[64, 128])
    k.bounds_factor = k.r.choice([2, 4])


# not all threads are there: copies must stay with those that made them
@rule(legal=True)
def some_return(k):
    k.need.update(LINE, threads=128, stride=['literal', 'trips', 'block'], early=False, extra_shared=False, phases=1)
    k.pre += ['if (t >= 96)', '    return;']


@rule(legal=True)
def block_returns(k):
    k.need.update(LINE, early=False)
    k.pre += ['if (blockIdx.x == 1)', '    return;']


# ---- making them --------------------------------------------------------------------------------

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
        import re
        data = re.sub(rb'(>>>\()[^)]*\)', lambda m: m.group(1) + names + b')', data)
    return data, info


def case_file(info):
    out = [f'; {info["class"]}', '', '[kernel]', f'source = {info["file"]}', f'name = {info["kernel"]}']
    if info['template']:
        out.append(f'template = {info["template"]}')
    expect = {True: 'rewritten', False: 'refused', 'single': 'single'}[info['legal']]
    out += [f'expect = {expect}']
    if info['tiles']:
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
            out.append(f'count = {a["count"]}')
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
