"""Random kernels whose neighbouring blocks may be merged (`--merge`), and ones whose may not.

A kernel computes a part of a matrix per block, from two tiles that depend on none, one or both components of
blockIdx, in a grid of one to three dimensions. The parts: how the block's place is found, how pointers get there,
guards, accumulators, forms of compute, what is done behind the loop. A trap makes one thing so that blocks may not
be merged: atomics, control that depends on the block, text that cannot exist several times. The sizes of a kernel's
first run fill no tile and no group of merged blocks.
"""
import random

TRAPS = {}


def trap(*codes):
    def add(f):
        TRAPS[f.__name__] = f, codes
        return f
    return add


class Kernel:
    def __init__(self, r, name):
        self.r, self.name, self.forms = r, name, []
        self.dims = r.choice([1, 2, 2, 2, 2, 3])
        self.element = r.choice(['float'] * 5 + ['int'] * 3 + ['short'])
        self.sum = 'float' if self.element == 'float' else r.choice(['int', 'int', 'float', 'long long'])
        self.each = r.choice([1, 1, 1, 2, 3])                    # rows of the result per thread
        self.step = r.choice([4, 8, 8, 16])
        self.tx, self.ty = r.choice([(8, 4), (8, 8), (16, 4), (4, 8), (16, 2)])
        self.flat = r.random() < 0.4                             # a block of one dimension
        self.rows, self.columns = self.ty * self.each, self.tx
        # the components of blockIdx that stand for rows and columns
        self.down, self.across = r.choice('yyyx' if self.dims > 1 else 'x'), None
        if self.dims > 1:
            self.across = 'x' if self.down == 'y' else 'y'
        self.images = self.dims == 3 and r.random() < 0.6        # each has its own rows of the first source
        self.factor = self.some_factor()
        self.depends = self.some_dependence()
        self.place = self.say('place', ['plain'] * 3 + ['one statement'] * 2 + ['assigned', 'helper', 'macro', 'places'])
        self.blocks = self.say('blocks', ['blockIdx'] * 6 + ['local'] * 4 + ['unsigned'] * 4 + ['macro'])
        self.pointer = self.say('pointer', ['index'] * 3 + ['parameter', 'parameter', 'local', 'bump', 'bump', 'bumped parameter'])
        self.copy = self.say('copy', ['counter', 'nested', 'nested', 'one each', 'helper'])
        self.guard = self.say('guard', ['else'] * 2 + ['ternary'] * 2 + ['none', 'outer', 'first'])
        self.sums = self.say('sums', ['array', 'scalar', 'scalar'] if self.each == 1 else ['array'])
        self.compute = self.say('compute', ['plain'] * 3 + ['registers', 'macro', 'helper', 'while', 'pointer', 'guarded', 'choice',
                                                           'reference', 'do', 'continue', 'later'])
        self.store = self.say('store', ['guarded', 'guarded', 'nested', 'plain', 'in place', 'in place', 'added', 'flag', 'pointer', 'returns', 'returns'])
        self.behind = self.say('behind', ['none'] * 3 + ['reduction', 'reduction', 'exchange'])
        self.extra = self.say('extra', ['none'] * 4 + ['bias', 'turn', 'edge', 'scale', 'first', 'hidden', 'names', 'else if', 'vector'])
        self.count = self.say('count', ['none'] * 4 + ['add', 'most', 'bits', 'of the block'])
        self.ends = self.say('ends', ['never'] * 4 + ['early', 'by name', 'either'])
        self.top, self.head, self.load, self.inner, self.tail, self.end = [], [], [], [], [], []
        self.before, self.after = [], []                         # around the K-loop, in front of all and behind
        self.limit, self.args = 'n', []
        self.codes, self.trap = (), 'none'

    def say(self, what, of):
        form = self.r.choice(of)
        self.forms.append(f'{what} {form}')
        return form

    def some_factor(self):
        r = self.r
        if self.dims == 1:
            return 1, 1, r.randint(2, 4)
        while True:
            fz, fy, fx = r.choice([1, 2, 3]) if self.dims == 3 else 1, r.randint(1, 4), r.randint(1, 4)
            if 2 <= fz * fy * fx <= 12 or fz * fy * fx in (16, 18) and r.random() < 0.5:
                return fz, fy, fx

    def some_dependence(self):
        """Of the tiles As and Bs: the components that their elements depend on."""
        d, a = self.down, self.across or ''
        pairs = [(d, a)] * 7 + [(d, ''), ('', a), ('', d + a), (d + a, ''), ('', '')] + [(d + a, a), (d + a, d + a)][:self.dims - 1]
        pair = self.r.choice(pairs)
        self.forms.append(f'tiles {len(pair[0])} {len(pair[1])}')
        return pair

    def axis(self):
        """One that is merged."""
        return self.r.choice([c for c, f in zip('zyx', self.factor) if f > 1])

    def index(self, c):
        """The block's index, as the text says it."""
        if self.blocks == 'blockIdx':
            return f'blockIdx.{c}'
        return f'BLOCK({c})' if self.blocks == 'macro' else f'b{c}'

    def part(self, components, rows):
        """Where a tile's part of the source begins."""
        said = [f'{self.index(c)} * {rows}' if c == (self.down if rows == 'TR' else self.across) else f'{self.index(c)} * 3'
                for c in components]
        if self.images and rows == 'TR':
            said.append(self.index('z') + ' * 5')
        return ' + '.join(said) or '0'


def braces(head, lines):
    return [head + ' {'] + ['    ' + x for x in lines] + ['}']


# ---- parts -----------------------------------------------------------------------------------------

def place(k):
    """Where the block and the thread are."""
    r = k.r
    if k.blocks == 'macro':
        k.top.append('#define BLOCK(c) blockIdx.c')
    out = []
    if k.blocks in ('local', 'unsigned'):
        names = [f'b{c} = blockIdx.{c}' for c in 'xyz'[:k.dims]]
        kind = 'const int' if k.blocks == 'local' else 'unsigned'
        out += [f'{kind} {", ".join(names)};'] if r.random() < 0.5 else [f'{kind} {x};' for x in names]
    if k.flat:
        out.append('const int tid = threadIdx.x, tx = tid % TX, ty = tid / TX;')
    else:
        out.append('const int tx = threadIdx.x, ty = threadIdx.y, tid = ty * TX + tx;')
    row, col = f'{k.index(k.down)} * TR + ty', f'{k.index(k.across)} * TX + tx' if k.across else 'tx'
    if k.place == 'helper':
        k.top.append('static __device__ int place_of(int block, int size, int at) { return block * size + at; }')
        row, col = f'place_of({k.index(k.down)}, TR, ty)', f'place_of({k.index(k.across)}, TX, tx)' if k.across else 'tx'
    elif k.place == 'macro':
        k.top.append('#define PLACE(block, size, at) ((block) * (size) + (at))')
        row, col = f'PLACE({k.index(k.down)}, TR, ty)', f'PLACE({k.index(k.across)}, TX, tx)' if k.across else 'tx'
    if k.place == 'one statement':
        return out + [f'const int row = {row}, col = {col}, depth = n;']
    if k.place == 'assigned':
        return out + ['int row, col;', f'row = {row};', f'col = {col};']
    if k.place == 'places':
        k.top.append('static __device__ void find(unsigned block, int size, int at, int &to) { to = block * size + at; }')
        return out + ['int row = 0, col = 0;', f'find({k.index(k.down)}, TR, ty, row);',
                      f'find({k.index(k.across)}, TX, tx, col);' if k.across else 'col = tx;']
    kind = r.choice(['const int', 'int', 'const int', 'unsigned'])
    return out + [f'{kind} row = {row};', f'{kind} col = {col};']


def early(k):
    """Whole blocks that end before they have done anything."""
    a, b = k.axis(), k.r.choice('xyz'[:k.dims])
    if k.ends == 'never' or k.trap != 'none':
        return []
    if k.ends == 'early':
        return [k.r.choice([f'if ({k.index(a)} * TR >= m)', f'if ({k.index(a)} == 1)', f'if (({k.index(a)} & 1) && n > 3)']), '    return;']
    if k.ends == 'by name':
        return [f'const int place_{a} = {k.index(a)} * TX;', f'if (place_{a} - TX > w) {{', '    return;', '}']
    return [f'if ({k.index(a)} == 2 || (int){k.index(b)} * TR > m + TR)', '    return;']


def pointers(k):
    """What is done with the sources' pointers: (in front of the loop, at the end of its load phase); sets k.at."""
    a, b = k.part(k.depends[0], 'TR'), k.part(k.depends[1], 'TX')
    bumped = k.pointer in ('bump', 'bumped parameter')
    names = ('a', 'b') if k.pointer in ('local', 'bump') else ('A', 'B')
    if k.pointer == 'index':
        k.at = lambda r, c: f'A[({a} + {r}) * lda + k + {c}]', lambda r, c: f'B[(k + {r}) * ldb + {b} + {c}]'
        return [], []
    at = '' if bumped else 'k + '
    k.at = lambda r, c: f'{names[0]}[{r} * lda + {at}{c}]', lambda r, c: f'{names[1]}[({at}{r}) * ldb + {c}]'
    bumps = [f'{names[0]} += BK;', f'{names[1]} += BK * ldb;'] if bumped else []
    if names[0] == 'A':
        return [f'A += ({a}) * lda;', f'B += {b};'], bumps
    t = k.element
    if k.r.random() < 0.5:
        return [f'const {t} *a = A + ({a}) * lda, *b = B + {b};'], bumps
    return [f'const {t} *a = A + ({a}) * lda;', f'const {t} *b = &B[{b}];'], bumps


def guards(k, tile, r, c):
    if k.guard == 'none':
        return []
    if tile == 'As':
        components, along, limit, size, x, depth = k.depends[0], k.down, 'm', 'TR', r, c
    else:
        components, along, limit, size, x, depth = k.depends[1], k.across, 'w', 'TX', c, r
    out = [f'k + {depth} < n']
    if along and along in components:
        out.append(f'(int)({k.index(along)} * {size}) + {x} < {limit}')
        k.r.shuffle(out)
    return out


def point(k, tile, r, c):
    """The statements that load one element."""
    at, source, g = f'{tile}[{r}][{c}]', k.at[tile == 'Bs'](r, c), guards(k, tile, r, c)
    if not g:
        return [f'{at} = {source};']
    both = ' && '.join(g)
    if k.guard == 'ternary':
        return [f'{at} = {both} ? {source} : ({k.element})0;']
    if k.guard == 'first':
        return [f'{at} = 0;', f'if ({both})', f'    {at} = {source};']
    if k.guard == 'outer' and len(g) > 1:
        return [f'if ({g[0]})', f'    {at} = {g[1]} ? {source} : ({k.element})0;', 'else', f'    {at} = 0;']
    return [f'if ({both})', f'    {at} = {source};', 'else', f'    {at} = 0;']


def copy_by_helper(k, tile, rows, columns):
    """A function copies what is left of the source, and zeros."""
    along, limit, size = (k.down, 'm', 'TR') if tile == 'As' else (k.across, 'w', 'TX')
    ends = along and along in k.depends[tile == 'Bs'] and k.guard != 'none'
    left = f'{limit} - (int)({k.index(along)} * {size})' if ends else size
    deep = 'BK' if k.guard == 'none' else 'n - k'
    down, across = (left, deep) if tile == 'As' else (deep, left)
    first = 'threadIdx.x' if k.flat else 'threadIdx.y * TX + threadIdx.x'
    k.top.append('\n'.join(
        braces(f'static __device__ void copy_{tile}({k.element} (&to)[{rows}][{columns}], const {k.element} *from, int ld, int down, '
               'int across)',
               braces(f'for (int i = {first}; i < {rows} * {columns}; i += TX * TY)',
                      [f'const int r = i / {columns}, c = i % {columns};',
                       f'to[r][c] = r < down && c < across ? from[r * ld + c] : ({k.element})0;']))))
    return [f'copy_{tile}({tile}, &{k.at[tile == "Bs"]("0", "0")}, {"lda" if tile == "As" else "ldb"}, {down}, {across});']


def copy(k, tile):
    rows, columns = ('TR', 'BK') if tile == 'As' else ('BK', 'TX')
    if k.copy == 'helper':
        return copy_by_helper(k, tile, rows, columns)
    size = (k.rows, k.step) if tile == 'As' else (k.step, k.columns)
    if k.copy == 'one each' and size == (k.ty, k.tx):
        return point(k, tile, 'ty', 'tx')
    if k.copy == 'counter':
        return braces(f'for (int i = tid; i < {rows} * {columns}; i += TX * TY)',
                      [f'const int r = i / {columns}, c = i % {columns};'] + point(k, tile, 'r', 'c'))
    lines = point(k, tile, 'r', 'c')
    inner = f'for (int c = tx; c < {columns}; c += TX)'
    if len(lines) == 1 or k.guard == 'else':
        return [f'for (int r = ty; r < {rows}; r += TY)', '    ' + inner] + ['        ' + x for x in lines]
    return braces(f'for (int r = ty; r < {rows}; r += TY)', braces(inner, lines))


def sums(k):
    """Declarations, and how the sum number i is named."""
    if k.sums == 'scalar':
        return k.r.choice([[f'{k.sum} acc = 0;'], [f'{k.sum} acc;', 'acc = 0;'], [f'{k.sum} acc = 0, unused = 1;', '(void)unused;']])
    return k.r.choice([[f'{k.sum} acc[RM] = {{}};'], [f'{k.sum} acc[RM] = {{0}};'],
                       [f'{k.sum} acc[RM];', 'for (int i = 0; i < RM; i++)', '    acc[i] = 0;']])


def acc(k, i='i'):
    return 'acc' if k.sums == 'scalar' else f'acc[{i}]'


def compute(k):
    r, to = k.r, acc(k)
    a, b = 'As[ty + i * TY][j]' if k.sums == 'array' else 'As[ty][j]', 'Bs[j][tx]'
    one, rows = f'{to} += {a} * {b};', [] if k.sums == 'scalar' else ['for (int i = 0; i < RM; i++)']
    nest = ['for (int j = 0; j < BK; j++)'] + ['    ' + x for x in rows]
    unroll = ['#pragma unroll'] if r.random() < 0.3 else []

    def deep(lines):
        return unroll + nest + ['    ' * (1 + len(rows)) + x for x in lines]

    form = k.compute
    if form == 'registers':
        return unroll + braces('for (int j = 0; j < BK; j++)', [f'const {k.element} y = {b};'] + rows +
                               ['    ' * len(rows) + f'{to} += {a} * y;'])
    if form == 'macro':
        k.top.append('#define MAC(to, x, y) to += (x) * (y)')
        return deep([f'MAC({to}, {a}, {b});'])
    if form == 'helper':
        k.top.append(f'static __device__ {k.sum} mac({k.sum} to, {k.element} x, {k.element} y) {{ return to + x * y; }}')
        return deep([f'{to} = mac({to}, {a}, {b});'])
    if form == 'while':
        return ['int j = 0;'] + braces('while (j < BK)', rows + ['    ' * len(rows) + one, 'j++;'])
    if form == 'do':
        return ['int j = 0;', 'do {'] + ['    ' + x for x in rows + ['    ' * len(rows) + one, 'j++;']] + ['} while (j < BK);']
    if form == 'pointer':
        return [f'const {k.element} *as = &As[ty][0];'] + deep([f'{to} += as[{"i * TY * BK + " if rows else ""}j] * {b};'])
    if form == 'guarded':
        return ['if ((int)row < m)'] + ['    ' + x for x in nest] + ['    ' * (2 + len(rows)) + one]
    if form == 'choice':
        return deep(['if (j & 1)', '    ' + one, 'else', f'    {to} -= {a} * {b};'])
    if form == 'reference':
        return unroll + nest[:-1] + braces(nest[-1], [f'{k.sum} &to = {to};', f'to += {a} * {b};'])
    if form == 'continue':
        return nest[:-1] + braces(nest[-1], [f'if ({b} == 0)', '    continue;', one])
    if form == 'later':
        part = [f'{k.sum} part = 0;', 'for (int j = 0; j < BK; j++)', f'    part += As[ty][j] * {b};', f'{acc(k, 0)} += part;']
        return ['{'] + ['    ' + x for x in part] + ['}']
    return deep([one])


def extra(k):
    """State that depends on the block, beside the sums."""
    c = k.r.choice('xyz'[:k.dims])
    if k.extra == 'bias':
        k.before += [f'__shared__ {k.element} bias[TX];', 'if (tid < TX)', f'    bias[tid] = B[{k.index(c)} * 3 + tid];', '__syncthreads();']
        k.after.append(f'{acc(k, 0)} += bias[tx];')
    elif k.extra == 'turn':
        k.before.append(f'int turn = {k.index(c)} % 3;')
        k.tail += ['turn = (turn + 1) % 3;', f'{acc(k, 0)} += turn;']
    elif k.extra == 'edge':
        k.before.append(f'const bool last = {k.index(c)} == gridDim.{c} - 1;')
        k.after += ['if (last)', f'    {acc(k, 0)} = {acc(k, 0)} * 2 + 1;']
    elif k.extra == 'scale':
        k.before += [f'{k.sum} scale = 1;', f'if ({k.index(c)} & 1)', '    scale = 3;']
        k.after.append(f'{acc(k, 0)} *= scale;')
    elif k.extra == 'hidden':
        k.before += [f'int here = {k.index(c)} + 1;'] + ['{'] + ['    ' + x for x in k.r.choice([
            ['int there = here * 2;', 'int here = there + tx;'], ['int there = tx, here = row * 3;', 'there += here;']]) +
            [f'    {acc(k, 0)} += there + here;', '}', f'{acc(k, 0)} += here;']]
    elif k.extra == 'names':
        k.before += [f'const int kp_{c} = {k.index(c)} + 1, kp_b{c} = tx, kp_{c}0 = 2;']
        k.after.append(f'{acc(k, 0)} += kp_{c} * kp_{c}0 - kp_b{c};')
    elif k.extra == 'vector':
        k.before += [f'__shared__ __align__(16) float wide[TX * TY + {k.r.choice([0, 0, 1, 4])}];', f'wide[tid] = {k.index(c)} + tid;', '__syncthreads();']
        k.after += ['const float4 four = *reinterpret_cast<const float4 *>(&wide[tid & ~3]);', f'{acc(k, 0)} += four.x - four.y * four.w;']
    elif k.extra == 'else if':
        k.tail += ['if (m == 7)', f'    {acc(k, 0)} += 1;', f'else if ({k.index(c)} & 1)', f'    {acc(k, 0)} += 2;', 'else', f'    {acc(k, 0)} -= 3;']
    elif k.extra == 'first':
        k.before += [f'if ({k.index(c)} == 0)', f'    {acc(k, 0)} = 5;']


def behind(k):
    """A second phase behind the loop."""
    if k.behind == 'reduction':
        z = '(blockIdx.z * gridDim.y + blockIdx.y)' if k.dims == 3 else 'blockIdx.y' if k.dims == 2 else '0'
        k.args.append(('R', f'{k.sum} *R', {'type': case_type(k.sum), 'count': 128, 'role': 'out'}))
        return [f'__shared__ {k.sum} red[TX * TY];', f'red[tid] = {acc(k, 0)};', '__syncthreads();'] + \
            braces('for (int s = TX * TY / 2; s > 0; s >>= 1)', ['if (tid < s)', '    red[tid] += red[tid + s];', '__syncthreads();']) + \
            ['if (tid == 0)', f'    R[{z} * gridDim.x + blockIdx.x] = red[0];']
    if k.behind == 'exchange':
        return [f'__shared__ {k.sum} swap[TY][TX + 1];', f'swap[ty][tx] = {acc(k, 0)};', '__syncthreads();',
                f'{acc(k, 0)} += swap[TY - 1 - ty][(tx + 1) % TX];']
    return []


def store(k):
    row, col = ('row + i * TY', 'col') if k.sums == 'array' else ('row', 'col')
    at, value, inside = f'C[({plane(k)}{row}) * ldc + {col}]', acc(k), [f'(int)({row}) < m', f'(int){col} < w']
    form, lines = k.store, []
    if form == 'in place':
        lines = [f'if ({" && ".join(inside)})', f'    {at} = alpha * {at} + {value};']
    elif form == 'nested':
        lines = [f'if ({inside[0]})', f'    if ({inside[1]})', f'        {at} = {value};']
    elif form == 'plain':
        lines = [f'{at} = {value};']
    elif form == 'added':
        lines = [f'if ({inside[0]})', f'    {at} += {value};']
    elif form == 'flag':
        lines = [f'const bool inside = {" && ".join(inside)};', 'if (inside)', f'    {at} = {value};']
    elif form == 'returns' and k.sums == 'scalar':
        lines = [f'if (!({inside[0]}))', '    return;'] + k.r.choice([
            [f'{value} += 1;', f'if ({inside[1]}) {{', f'    {at} = {value};', '    return;', '}'],
            [f'if (!({inside[1]}))', '    return;', f'{at} = {value};']])
    elif form == 'pointer':
        lines = [f'{k.sum} *c = &{at};', f'if ({" && ".join(inside)})', f'    *c = {value};']
    else:
        lines = [f'if ({" && ".join(inside)})', f'    {at} = {value};']
    if k.sums == 'scalar':
        return lines
    return (['#pragma unroll'] if k.r.random() < 0.3 else []) + braces('for (int i = 0; i < RM; i++)', lines)


def count(k):
    """Atomics of integers whose result nobody takes."""
    if k.count == 'none':
        return []
    counted(k)
    place = k.r.choice(['T', '&T[(row + col) & 3]', f'T + ({k.index(k.down)} & 3)'])
    value = k.r.choice(['1', 'row + 1', 'tx * 3 + 1', f'(int){k.index(k.down)} + 1'])
    form = {'add': 'atomicAdd', 'most': 'atomicMax', 'bits': k.r.choice(['atomicOr', 'atomicXor', 'atomicAnd'])}.get(k.count)
    if form:
        lines = [f'{form}({place}, {value});']
        return k.r.choice([lines, [f'if (({k.index(k.down)} + tx) % 3 == 0)', f'    (void){lines[0]}'], ['if (tx & 1) {'] + ['    ' + x for x in lines] + ['}']])
    k.before += ['__shared__ int seen;', 'if (tid == 0)', '    seen = 0;', '__syncthreads();']
    k.after += ['atomicAdd(&seen, tx + row);', '__syncthreads();']
    return ['if (tid == 0)', f'    atomicAdd({place.replace("row", "seen")}, seen);']


def plane(k):
    return k.index('z') + ' * 128 + ' if k.dims == 3 else ''


# ---- traps -----------------------------------------------------------------------------------------

@trap('KP901')
def float_atomic(k):
    k.end.append('atomicAdd((float *)&C[0], (float)acc0);')


@trap('KP901')
def ticket(k):
    counted(k)
    k.end += ['if (tid == 0)', '    C[0] = atomicAdd(T, 1);']


@trap('KP901')
def two_operations(k):
    counted(k)
    k.end += [f'atomicAdd(T, (int){k.index(k.axis())} + 1);', k.r.choice(['atomicMax(T, 7);', 'atomicXor(&T[1], tx);'])]


@trap('KP901')
def last_writer(k):
    counted(k)
    k.end.append(k.r.choice(['atomicExch(T, row);', 'atomicCAS(T, 0, row);', 'atomicInc((unsigned *)T, row);']))


@trap('KP901')
def counter_is_read(k):
    counted(k)
    k.end += ['atomicAdd(T, 1);', 'if (T[1] == 7)', '    C[0] = 3;']


@trap('KP901')
def fence(k):
    k.end.append('__threadfence();')


@trap('KP901', 'KP903')
def printed(k):
    k.top.append('#include <cstdio>')
    k.end.append(f'printf("%d\\n", (int)blockIdx.{k.axis()});')


@trap('KP902')
def bound(k):
    c = k.axis()
    k.limit = k.r.choice([f'n - (int){k.index(c)} * BK', 'mine'])
    if k.limit == 'mine':
        k.before.append(f'const int mine = n >> ({k.index(c)} & 1);')


@trap('KP902')
def barrier_of_some(k):
    k.after += [f'if ({k.index(k.axis())} & 1)', '    __syncthreads();']


@trap('KP902')
def return_of_some(k):
    k.before += [f'if (row + (int){k.index(k.axis())} >= m)', '    return;']


@trap('KP902')
def return_behind_a_store(k):
    counted(k)
    k.before += ['if (tid == 0)', '    T[0] = 3;', f'if ({k.index(k.axis())} >= 3)', '    return;']


@trap('KP902')
def return_by_what_is_read(k):
    k.before += [f'if ((int){k.index(k.axis())} * (int)(A[0] + 4) >= m)', '    return;']


@trap('KP902')
def late_return(k):
    c = k.axis()
    k.after += [f'if ({k.index(c)} >= 3)', '    return;', '__syncthreads();']


@trap('KP902')
def return_in_front_of_a_shuffle(k):
    k.after += [f'if (row + (int){k.index(k.axis())} >= m)', '    return;', f'{acc(k, 0)} += __shfl_down_sync(~0u, {acc(k, 0)}, 1);']


@trap('KP902')
def return_from_a_loop(k):
    k.after += braces('for (int i = 0; i < 3; i++)', [f'if (i > (int){k.index(k.axis())})', '    return;', f'{acc(k, 0)} += i;'])


@trap('KP902')
def break_of_some(k):
    k.after += braces('for (int i = 0; i < 4; i++)', [f'if (i > (int){k.index(k.axis())})', '    break;', '__syncthreads();'])


@trap('KP903')
def whole_index(k):
    k.before.append(k.r.choice(['const uint3 whole = blockIdx;', 'const dim3 whole(blockIdx);', 'const uint3 &whole = blockIdx;']))
    k.after.append(f'{acc(k, 0)} += whole.{k.axis()};')


@trap('KP903')
def asking_helper(k):
    k.top.append(f'static __device__ int asked() {{ return blockIdx.{k.axis()} * 3; }}')
    if k.r.random() < 0.5:
        k.top.append('static __device__ int asked_below(int x) { return asked() + x; }')
        k.after.append(f'{acc(k, 0)} += asked_below(tx);')
    else:
        k.after.append(f'{acc(k, 0)} += asked();')


@trap('KP903')
def static_state(k):
    k.before.append('static int calls;')
    k.after += ['if (tid == 0)', f'    calls = {k.index(k.axis())};']


@trap('KP903')
def closure(k):
    k.after += [f'auto more = [&](int x) {{ return x + (int){k.index(k.axis())}; }};', f'{acc(k, 0)} += more(tx);']


@trap('KP903')
def outer_reference(k):
    k.before += [f'int origin = {k.index(k.axis())} + tx;', 'const int &at = origin;', 'origin += 3;']
    k.tail.append(f'{acc(k, 0)} += at;')


@trap('KP905')
def nothing_shared(k):
    k.depends = (k.down + (k.across or ''),) * 2


def counted(k):
    if any(x[0] == 'T' for x in k.args):
        return
    k.args.append(('T', 'int *T', {'type': 'i32', 'count': 4, 'role': 'inout'}))


# ---- the kernel -------------------------------------------------------------------------------------

def case_type(c):
    return {'float': 'f32', 'int': 'i32', 'short': 'i16', 'long long': 'i64'}[c]


MOST = 5  # blocks along an axis


def parameters(k):
    """[(name, C parameter, argument of the case file)]"""
    restrict = k.r.choice([' *__restrict__ ', ' *__restrict__ ', ' *'])
    t, s = case_type(k.element), case_type(k.sum)
    rows, columns = (MOST + 1) * k.rows + 8 * MOST + 16, (MOST + 1) * k.columns + 3 * MOST
    both = k.store in ('in place', 'added')
    return [('A', f'const {k.element}{restrict}A', {'type': t, 'count': f'{rows} * (n + 64)', 'role': 'in'}),
            ('B', f'const {k.element}{restrict}B', {'type': t, 'count': f'{columns} * (n + 64)', 'role': 'in'}),
            ('C', f'{k.sum}{restrict}C', {'type': s, 'count': f'{columns} * {128 * MOST if k.dims == 3 else 256}', 'role': 'inout' if both else 'out'}),
            *k.args, *[(x, f'int {x}', {'type': 'i32', 'value': x}) for x in ('n', 'm', 'w')],
            ('lda', 'int lda', {'type': 'i32', 'value': 'n + pad'}), ('ldb', 'int ldb', {'type': 'i32', 'value': columns}),
            ('ldc', 'int ldc', {'type': 'i32', 'value': columns}), ('alpha', f'{k.sum} alpha', {'type': s, 'value': 2})]


def runs(k):
    """Grids that are no multiple of the factors, and ones that are along x, those of one block, and ones that are larger
    than the result."""
    r, out = k.r, []
    for turn in range(2):
        blocks = {c: r.choice([1, 2, 3, MOST]) for c in 'xyz'}
        if not turn: # one block more than a group, or less
            for c, f in zip('zyx', k.factor):
                blocks[c] = max(1, min(MOST, f + r.choice([-1, 1, 1])))
        elif r.random() < 0.6: # whole groups along x
            blocks['x'] = k.factor[2] * (2 if 2 * k.factor[2] <= MOST and r.random() < 0.5 else 1)
        blocks['z'] = blocks['z'] if k.dims == 3 else 1
        blocks['y'] = blocks['y'] if k.dims > 1 else 1
        tall, wide = blocks[k.down] * k.rows, (blocks[k.across] if k.across else 1) * k.columns
        size = {'n': 3 * k.step + (0 if k.guard == 'none' else r.randrange(k.step)), 'pad': r.choice([0, 0, 1, 4]),
                'm': max(1, tall - r.choice([0, 1, k.rows // 2, k.rows, k.rows + 1])),
                'w': max(1, wide - r.choice([0, 1, k.columns // 2, k.columns + 1]))}
        out.append({**size, **{'g' + c: n for c, n in blocks.items()}})
    return out


def launch(k, params, block):
    """The kernel's launch, for one in three: it then chooses between the kernel and a clone, which is what is proven."""
    if k.r.random() < 0.67:
        return ''
    k.forms.append('launch')
    grid = k.r.choice(['dim3(blocks, blocks)', 'blocks', 'next_grid()'])
    top = 'static dim3 next_grid() { static int calls; return dim3(++calls, 2); }\n' if 'next' in grid else ''
    return (f'\n{top}void run_{k.name}({", ".join(p[1] for p in params)}, int blocks)\n{{\n    {k.name}<<<{grid}, '
            f'dim3({", ".join(map(str, block))})>>>({", ".join(p[0] for p in params)});\n}}\n')


def render(k):
    first, bumps = pointers(k)
    around = place(k) + early(k)
    start = sums(k)
    tiles = [f'__shared__ {k.element} As[TR][BK]', f'__shared__ {k.element} Bs[BK][TX]']
    tiles = [f'__shared__ {k.element} As[TR][BK], Bs[BK][TX];'] if k.r.random() < 0.2 else [t + ';' for t in tiles]
    extra(k)
    last = behind(k)
    end = count(k) if k.trap == 'none' else []
    loads = copy(k, 'As') + copy(k, 'Bs')
    body = loads + (bumps if k.r.random() < 0.5 else []) + ['__syncthreads();'] + compute(k) + k.tail
    body += ([] if bumps and bumps[0] in body else bumps) + ['__syncthreads();']
    lines = tiles + around + start + first + k.before + braces(f'for (int k = 0; k < {k.limit}; k += BK)', body)
    lines += k.after + last + store(k) + [x.replace('acc0', acc(k, 0)) for x in end + k.end]
    names = {'BK': k.step, 'TX': k.tx, 'TY': k.ty, 'TR': k.rows, 'RM': k.each}
    top = [x for x in k.top if x.startswith('#include')] + [f'#define {a} {b}' for a, b in names.items()]
    top += [x for x in dict.fromkeys(k.top) if not x.startswith('#include')]
    params = parameters(k)
    text = '\n'.join(top + ['', f'__global__ void {k.name}({", ".join(p[1] for p in params)})', '{'] +
                     ['    ' + x if x[:1] != '#' else x for x in lines] + ['}']) + '\n'
    values = runs(k)
    block = [k.tx * k.ty] if k.flat else [k.tx, k.ty]
    text += launch(k, params, block)
    return text.encode(), {
        'file': k.name + '.cu', 'kernel': k.name, 'legal': k.trap == 'none', 'class': f'merged {k.trap}', 'codes': list(k.codes),
        'args': [dict(p[2], name=p[0]) for p in params], 'sizes': dict(values[0]), 'blocks': 'gx, gy, gz', 'threads': block,
        'smem': 0, 'template': '', 'case': k.name + '.ini', 'runs': values, 'gpu': False, 'factor': 'x'.join(map(str, k.factor if k.factor[0] > 1 else k.factor[1:])),
        'tiles': [k.step] if k.guard == 'none' else [k.step, 1], 'forms': sorted(set(k.forms + [
            f'dims {k.dims}', f'element {k.element}', f'sum {k.sum}', f'rows by {k.down}', f'flat {k.flat}']))}


def make(seed, index, illegal=False):
    """(text, description) of a kernel."""
    k = Kernel(random.Random(f'{seed}/merged/{index}/{illegal}'), f'merge_{index:04d}')
    if illegal:
        k.trap = k.r.choice(sorted(TRAPS))
        f, k.codes = TRAPS[k.trap]
        f(k)
        k.forms = [f'trap {k.trap}']
    return render(k)
