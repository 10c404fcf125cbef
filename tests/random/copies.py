"""Random kernels whose threads share their copies, for what is regrouped into vectors.

A copy is a map from points (row, column) to an element of the tile and one in global memory. It is put
together from a way in which threads make the points, a layout of the tile, an address, guards, fills and
types; sizes are such that the vectors' test holds in some launches and fails in others. A twist
(twists.py) makes one of these things so that vectors would be wrong, or nearly. All of these kernels are
correct CUDA: what kpipe makes of them must be proven, whether it takes vectors or not.
"""
import random


class Element:
    def __init__(self, c, case, size, zeros, value, lanes=1, header=None):
        self.c, self.case, self.size, self.zeros, self.value = c, case, size, zeros, value
        self.lanes, self.header = lanes, header


F32 = Element('float', 'f32', 4, ['0.0f', '0', 'ZERO', '0.f', '(float)0'], '{}')
I32 = Element('int', 'i32', 4, ['0', '0x0', '1 - 1'], '(float)({} % 64)')
F16 = Element('half', 'f16', 2, ['__float2half(0.0f)', 'half(0.0f)', '__float2half_rn(0.f)'], '__half2float({})',
              header='cuda_fp16.h')
BF16 = Element('__nv_bfloat16', 'bf16', 2, ['__float2bfloat16(0.0f)'], '__bfloat162float({})', header='cuda_bf16.h')
I8 = Element('signed char', 'i8', 1, ['0'], '(float){}')
U8 = Element('unsigned char', 'u8', 1, ['0', "'\\0'"], '(float){}')
I16 = Element('short', 'i16', 2, ['0'], '(float)({} % 64)')
F64 = Element('double', 'f64', 8, ['0.0', '0'], '(float){}')
F2 = Element('float2', 'f32', 8, ['make_float2(0.0f, 0.0f)', 'make_float2(0, 0)'], '({0}.x - {0}.y)', lanes=2)
C4 = Element('char4', 'i8', 4, ['make_char4(0, 0, 0, 0)'], '(float)({0}.x - {0}.w)', lanes=4)
TYPES = [F32] * 5 + [F16] * 4 + [I8] * 3 + [BF16, I32, U8, I16, F64, F2, C4]


class Tile:
    """One shared array and the copy that fills it."""

    def __init__(self, k, name):
        r = k.r
        self.name, self.source, self.type = name, name[0], r.choice(TYPES)
        self.down = r.random() < 0.4            # the K-loop walks down the rows of the matrix
        other = r.choice([8, 8, 16, 16, 32, 64] + ([12, 20, 5, 33] if r.random() < 0.2 else []))
        self.rows, self.columns = (k.step, other) if self.down else (other, k.step)
        while self.rows * self.columns > 1024:
            self.rows, self.columns = (self.rows, self.columns // 2) if self.down else (self.rows // 2, self.columns)
        self.pad = r.choice([0, 0, 0, 1, 1, 8, 4, 3])
        self.layout = r.choice(['square', 'square', 'square', 'flat'])
        self.guard_rows, self.guard_columns = r.random() < 0.4, r.random() < 0.4
        self.fill = r.choice(['else', 'braces', 'ternary', 'first', 'nested', 'flag'])
        self.zero = r.choice(self.type.zeros)
        self.index = r.choice(['int', 'int', 'size_t', 'unsigned', 'pointer', 'row pointer', 'bump'])
        self.way = r.choice(ways(k, self))
        self.text = r.choice(['named'] * 6 + ['inline', 'inline', 'bits', 'bits', 'reference'])
        self.stride = r.choice(['literal', 'literal', 'blockDim', 'name'])
        self.read = r.choice(['assign', 'assign', 'assign', 'ldg', 'temporary'])
        self.volatile = ''
        self.align = r.random() < 0.2
        self.twists = {}                         # what a twist puts in the place of a part

    def be(self, kind):
        self.type, self.zero = kind, kind.zeros[0]

    def span(self):
        return f'{self.columns}' + (f' + {self.pad}' if self.pad else '')

    def pitch(self):
        return self.twists.get('pitch', self.columns + self.pad)

    def bytes(self):
        return self.rows * (self.columns + self.pad) * self.type.size


def ways(k, t):
    out = ['counter'] * 4 + ['trips', 'all rows']
    if k.threads % 8 == 0:
        out += ['warps and lanes']
    if k.two_d:
        out += ['rows and columns', 'columns first']
        if k.block[0] == t.columns and k.block[1] == t.rows:
            out += ['an element per thread'] * 6
        if k.block[0] == t.columns:
            out += ['rows by y'] * 5
    else:
        if k.threads % t.columns == 0 and t.rows % (k.threads // t.columns) == 0:
            out += ['strided rows'] * 5
        if k.threads >= t.rows * t.columns:
            out += ['one each'] * 4
        if t.rows * t.columns % (4 * k.threads) == 0:
            out += ['four each']
    return out


class Kernel:
    def __init__(self, rng, name):
        r = self.r = rng
        self.name = name
        self.step = r.choice([8, 16, 16, 32, 32] + ([12, 20] if r.random() < 0.2 else []))
        self.two_d = r.random() < 0.3
        self.block = r.choice([(16, 4), (8, 8), (32, 2), (32, 4), (16, 16)]) if self.two_d else \
            (r.choice([32, 64, 64, 64, 96, 128]), 1)
        self.threads = self.block[0] * self.block[1]
        self.sizes = r.choice(['literal', 'macro', 'template', 'constexpr'])
        self.header = r.choice(['for', 'for', 'first', 'while', 'unsigned', 'long', 'tiles'])
        self.bounds = r.random() < 0.5
        self.static = r.random() < 0.3
        self.launch = r.random() < 0.6
        self.sync_first = r.random() < 0.2
        self.outer = r.random() < 0.1
        self.restrict = ' *__restrict__ '
        self.top, self.pre, self.head, self.load_tail, self.compute, self.tail = [], [], [], [], [], []
        self.params = []                       # more scalars: (name, C type, value)
        self.tiles = [Tile(self, n) for n in ('As', 'Bs')[:r.choice([1, 1, 2])]]
        self.dynamic = r.random() < 0.1
        self.big = r.random() < 0.1
        self.early = None
        self.twist = 'none'


# ---- points ----------------------------------------------------------------------------------------

def position(k):
    return 't0 * BK' if k.header == 'tiles' else 'k0'


def element(t, r, c):
    """The tile's element at a point."""
    if 'element' in t.twists:
        return t.twists['element'](t, r, c)
    if t.layout == 'flat':
        return f'{t.name}[({r}) * {t.pitch()} + {c}]'
    return f'{t.name}[{r}][{c}]'


def source(k, t, r, c):
    if 'source' in t.twists:
        return t.twists['source'](k, t, r, c)
    return plain_source(k, t, r, c)


def plain_source(k, t, r, c):
    row, column = (f'{position(k)} + {r}', f'row0{t.source} + {c}') if t.down else \
        (f'row0{t.source} + {r}', f'{position(k)} + {c}')
    pitch, base = f'ld{t.source}', t.source
    if t.index == 'bump':
        return f'p{t.source}[({r}) * {pitch} + {c}]'
    if t.index == 'row pointer':
        return f'({base} + ({row}) * {pitch})[{column}]'
    if t.index == 'pointer':
        return f'*({base} + ({row}) * {pitch} + ({column}))'
    if t.index == 'size_t':
        return f'{base}[(size_t)({row}) * {pitch} + {column}]'
    if t.index == 'unsigned':
        return f'{base}[(unsigned)({row}) * {pitch} + {column}]'
    return f'{base}[({row}) * {pitch} + {column}]'


def guards(k, t, r, c):
    along, across = (r, c) if t.down else (c, r)
    out = []
    if t.guard_rows:
        out.append(f'row0{t.source} + {across} < m')
    if t.guard_columns:
        out.append(f'{position(k)} + {along} < n')
    return out + [g.format(r=r, c=c) for g in t.twists.get('guards', [])]


def copy(k, t, r, c):
    """The statements that make one point."""
    d, s, g = element(t, r, c), source(k, t, r, c), guards(k, t, r, c)
    if t.read == 'ldg':
        s = f'__ldg(&{s})'
    if 'value' in t.twists:
        s = t.twists['value'].format(s)
    before = [x.format(r=r, c=c) for x in t.twists.get('before', [])]
    after = [x.format(d=d, r=r, c=c) for x in t.twists.get('after', [])]
    both = ' && '.join(g)
    if not g:
        body = [f'const {t.type.c} v = {s};', f'{d} = v;'] if t.read == 'temporary' else [f'{d} = {s};']
    elif t.fill == 'ternary':
        body = [f'{d} = {both} ? {s} : {t.zero};']
    elif t.fill == 'first':
        body = [f'{d} = {t.zero};', f'if ({both})', f'    {d} = {s};']
    elif t.fill == 'nested' and len(g) > 1:
        body = [f'if ({g[0]}) {{', f'    if ({" && ".join(g[1:])})', f'        {d} = {s};', '    else',
                f'        {d} = {t.zero};', '} else', f'    {d} = {t.zero};']
    elif t.fill == 'flag':
        body = [f'const bool inside = {both};', 'if (inside)', f'    {d} = {s};', 'else', f'    {d} = {t.zero};']
    elif t.fill == 'braces':
        body = [f'if ({both}) {{', f'    {d} = {s};', '} else {', f'    {d} = {t.zero};', '}']
    else:
        body = [f'if ({both})', f'    {d} = {s};', 'else', f'    {d} = {t.zero};']
    return before + body + after


# ---- ways -----------------------------------------------------------------------------------------

def braces(head, lines):
    return [head + ' {'] + ['    ' + x for x in lines] + ['}']


def split(k, t, i, kind='int'):
    """Row and column of point number i, and the declarations that it takes."""
    n = t.columns
    bits = t.text == 'bits' and not n & (n - 1)
    r, c = (f'({i} >> {n.bit_length() - 1})', f'({i} & {n - 1})') if bits else (f'({i} / {n})', f'({i} % {n})')
    if t.text == 'inline':
        return [], r, c
    ref = ' &' if t.text == 'reference' else ' '
    return [f'const {kind} r = {r[1:-1]}, c = {c[1:-1]};'] if ref == ' ' else \
        [f'const {kind} &r = {r[1:-1]};', f'const {kind} &c = {c[1:-1]};'], 'r', 'c'


def stride(k, t):
    if 'stride' in t.twists:
        return t.twists['stride']
    if t.stride == 'blockDim':
        return 'blockDim.x * blockDim.y' if k.two_d else 'blockDim.x'
    return 'THREADS' if t.stride == 'name' else str(k.threads)


def warps_and_lanes(k, t):
    """A row to a group of threads, as warps have them."""
    width = k.r.choice([w for w in (8, 16, 32) if k.threads % w == 0])
    warp, lane = (f'tid / {width}', f'tid % {width}') if t.text != 'bits' else \
        (f'tid >> {width.bit_length() - 1}', f'tid & {width - 1}')
    if t.text != 'inline':
        k.pre.append(f'const int warp{t.name} = {warp}, lane{t.name} = {lane};')
        warp, lane = f'warp{t.name}', f'lane{t.name}'
    warp, lane = t.twists.get('row', '{}').format(warp), t.twists.get('column', '{}').format(lane)
    groups = t.twists.get('groups', k.threads // width if t.stride != 'blockDim' or k.two_d else f'blockDim.x / {width}')
    inner = braces(f'for (int c = {lane}; c < {t.columns}; c += {width})', copy(k, t, 'r', 'c'))
    if k.r.random() < 0.3:
        inner = ['const int again = r;'] + inner
    return braces(f'for (int r = {warp}; r < {t.rows}; r += {groups})', inner)


def points(k, t):
    """The copy's statements."""
    n, start = t.rows * t.columns, t.twists.get('start', 'tid')
    bound = t.twists.get('bound', f'{t.rows} * {t.columns}')
    kind = t.twists.get('counter', k.r.choice(['int', 'int', 'int', 'unsigned', 'unsigned int']))
    if t.way == 'counter':
        decl, r, c = split(k, t, 'i', kind)
        step = t.twists.get('step', f'i += {stride(k, t)}')
        return braces(f'for ({kind} i = {start}; i < {bound}; {step})', decl + copy(k, t, r, c))
    if t.way == 'trips':
        decl, r, c = split(k, t, 'i')
        whole = n % k.threads == 0
        body = [f'const int i = {start} + j * {stride(k, t)};'] + decl + copy(k, t, r, c)
        if not whole:
            body = body[:1] + braces(f'if (i < {n})', body[1:])
        return braces(f'for (int j = 0; j < {-(-n // k.threads)}; ++j)', body)
    if t.way == 'strided rows':
        row, column = f'(tid / {t.columns})', f'(tid % {t.columns})'
        if t.text != 'inline':
            k.pre += [f'const int row{t.name} = {row}, column{t.name} = {column};']
            row, column = f'row{t.name}', f'column{t.name}'
        by = k.threads // t.columns
        return braces(f'for (int q = 0; q < {t.rows}; q += {by})', copy(k, t, f'({row} + q)', column))
    if t.way == 'one each':
        decl, r, c = split(k, t, start)
        lines = decl + copy(k, t, r, c)
        return braces(f'if ({start} < {bound})', lines) if k.threads != n or 'bound' in t.twists else \
            ['{'] + ['    ' + x for x in lines] + ['}']
    if t.way == 'four each':
        decl, r, c = split(k, t, 'i')
        inner = [f'const int i = (tid + j * {k.threads}) * 4 + q;'] + decl + copy(k, t, r, c)
        return braces(f'for (int j = 0; j < {n // 4 // k.threads}; ++j)', braces('for (int q = 0; q < 4; ++q)', inner))
    if t.way == 'all rows':
        step = t.twists.get('column step', stride(k, t))
        inner = braces(f'for (int c = {start}; c < {t.columns}; c += {step})', copy(k, t, 'r', 'c'))
        return braces(f'for (int r = 0; r < {t.rows}; {k.r.choice(["++r", "r++", "r += 1"])})', inner)
    if t.way == 'warps and lanes':
        return warps_and_lanes(k, t)
    by = k.block[1] if t.stride != 'blockDim' else 'blockDim.y'
    if t.way == 'an element per thread':
        return ['{'] + ['    ' + x for x in copy(k, t, 'ty', 'tx')] + ['}']
    if t.way == 'rows by y':
        return braces(f'for (int r = ty; r < {t.rows}; r += {by})', copy(k, t, 'r', 'tx'))
    across = k.block[0] if t.stride != 'blockDim' else 'blockDim.x'
    inner = braces(f'for (int c = tx; c < {t.columns}; c += {across})', copy(k, t, 'r', 'c'))
    if t.way == 'rows and columns':
        return braces(f'for (int r = ty; r < {t.rows}; r += {by})', inner)
    inner = braces(f'for (int r = ty; r < {t.rows}; r += {by})', copy(k, t, 'r', 'c'))
    return braces(f'for (int c = tx; c < {t.columns}; c += {across})', inner)


# ---- the kernel -------------------------------------------------------------------------------------

def declare(k, t):
    align = '__align__(16) ' if t.align else ''
    if t.layout == 'flat':
        dims = f'[{t.rows} * ({t.span()})]' if 'pitch' not in t.twists else f'[{t.rows * t.pitch()}]'
    else:
        dims = t.twists.get('dims', f'[{t.rows}][{t.span()}]')
    return f'__shared__ {align}{t.volatile}{t.type.c} {t.name}{dims};'


def declarations(k):
    out = []
    k.smem = 0
    for t in k.tiles:
        if k.dynamic and t is k.tiles[-1] and t.layout == 'flat' and not t.volatile:
            out += ['extern __shared__ float4 dynamic[];', f'{t.type.c} *{t.name} = ({t.type.c} *)dynamic;']
            k.smem = -(-t.rows * max(t.pitch(), t.columns + t.pad) * t.type.size // 16) * 16
        else:
            out.append(declare(k, t))
    if k.big:
        # room for a second stage of one tile, not of all
        left = 49152 - sum(t.bytes() + 512 for t in k.tiles) - min(t.bytes() + 256 for t in k.tiles)
        out += [f'__shared__ float big[{left // 4}];']
        k.pre += ['big[tid] = acc;', '__syncthreads();', 'acc += big[(tid + 1) % (blockDim.x * blockDim.y)];']
    return out


def headers(k):
    """(lines in front, header, lines at the end) of the K-loop."""
    return {
        'for': ([], 'for (int k0 = 0; k0 < n; k0 += BK)', []),
        'first': ([], 'for (int k0 = first; k0 < n; k0 += BK)', []),
        'while': (['int k0 = 0;'], 'while (k0 < n)', ['k0 += BK;']),
        'unsigned': ([], 'for (unsigned k0 = 0; k0 < n; k0 += BK)', []),
        'long': ([], 'for (long long k0 = 0; k0 < n; k0 += BK)', []),
        'tiles': ([], 'for (int t0 = 0; t0 < (n + BK - 1) / BK; ++t0)', []),
    }[k.header]


def loop(k):
    before, head, tail = headers(k)
    load, before = list(k.head), list(before)
    for t in k.tiles:
        load += points(k, t)
        if t.index == 'bump':
            row = 'first' if k.header == 'first' and t.down else '0'
            column = 'first' if k.header == 'first' and not t.down else '0'
            at = f'({row}) * ld{t.source} + row0{t.source}' if t.down else f'row0{t.source} * ld{t.source} + {column}'
            before.append(f'const {t.type.c} *p{t.source} = {t.source} + {at};')
            by = t.twists.get('bump', f'BK * ld{t.source}' if t.down else 'BK')
            (load if k.r.random() < 0.5 else tail).append(f'p{t.source} += {by};')
    load += k.load_tail
    terms = []
    for t in k.tiles:
        e = element(t, f'(tid + j) % {t.rows}', f'(j * 3) % {t.columns}') if t.down else \
            element(t, f'(tid + j) % {t.rows}', f'j % {t.columns}')
        terms.append(t.type.value.format(e))
    compute = ['for (int j = 0; j < BK; ++j)', f'    acc = acc * 0.875f + {" + 0.5f * ".join(terms)};']
    # what the loop over j leaves out
    t = k.tiles[0]
    at = element(t, 'j', f'(tid + j) % {t.columns}')
    compute += [f'for (int j = 0; j < {t.rows}; ++j)', f'    acc = acc * 0.75f + {t.type.value.format(at)};'] + k.compute
    body = (['__syncthreads();'] if k.sync_first else []) + load + ['__syncthreads();'] + compute
    body += ([] if k.sync_first else ['__syncthreads();']) + tail
    lines = before + braces(head, body)
    return braces('for (int round = 0; round < 2; ++round)', ['__syncthreads();'] + lines) if k.outer else lines


def index_lines(k):
    r = k.r
    if k.two_d:
        width = r.choice(['blockDim.x', str(k.block[0])])
        out = ['const int tx = threadIdx.x, ty = threadIdx.y;', f'const int tid = ty * {width} + tx;']
    else:
        out = [r.choice(['const int tid = threadIdx.x;', 'int tid = threadIdx.x;', 'const unsigned tid = threadIdx.x;',
                         'const auto tid = threadIdx.x;'])]
    out += [f'const int row0{t.source} = blockIdx.x * {t.columns if t.down else t.rows};' for t in k.tiles]
    return out + ['float acc = 0.25f * tid;']


def parameters(k):
    """[(name, C parameter, argument of the case file)]"""
    out = []
    for t in k.tiles:
        rows = 20 * k.step + 8 if t.down else 2 * t.rows + 8
        count = rows * LD_MOST + 1200
        out.append((t.source, f'const {t.type.c}{k.restrict}{t.source}',
                    {'type': t.type.case, 'count': count * t.type.lanes, 'role': 'in'}))
    out.append(('out', f'float{k.restrict}out', {'type': 'f32', 'count': 512, 'role': 'out'}))
    out += [(x, f'int {x}', {'type': 'i32', 'value': x}) for x in ('n', 'm')]
    out += [(f'ld{t.source}', f'int ld{t.source}', {'type': 'i32', 'value': 'ld'}) for t in k.tiles]
    if k.header == 'first':
        out.append(('first', 'int first', {'type': 'i32', 'value': 'first'}))
    return out + [(name, f'{kind} {name}', {'type': 'i32', 'value': value}) for name, kind, value in k.params]


LD, LD_MOST = 192, 256


def runs(k):
    """Sizes for which the vectors' test holds, and others."""
    r = k.r
    ragged = all(t.guard_columns for t in k.tiles)
    whole = {'n': 3 * k.step, 'm': 4096, 'ld': LD, 'first': 0}
    odd = {'n': 2 * k.step + r.choice([1, 2, 4, 8]) if ragged else 2 * k.step, 'm': r.choice([7, 12, 13, 24, 4096]),
           'ld': LD + r.choice([0, 1, 2, 3, 4, 8, 12]), 'first': r.choice([0, 0, 1, 2, 4]) if ragged else 0}
    if k.header != 'first':
        whole.pop('first')
        odd.pop('first')
    return [whole, odd], ragged


def render(k):
    decl = declarations(k)
    body = decl + index_lines(k)
    main = loop(k)  # may add to k.pre
    body += k.pre + main + k.tail + ['out[blockIdx.x * 256 + tid] = acc;']
    params = parameters(k)
    headers_needed = sorted({t.type.header for t in k.tiles if t.type.header})
    top = [f'#include <{h}>' for h in headers_needed] + [x for x in k.top if x.startswith('#include')]
    names = {'BK': k.step, 'THREADS': k.threads}
    if any(t.zero == 'ZERO' for t in k.tiles):
        top.append('#define ZERO 0.0f')
    template = ''
    if k.sizes == 'macro':
        top += [f'#define {a} {b}' for a, b in names.items()]
    elif k.sizes == 'constexpr':
        top += [f'constexpr int {a} = {b};' for a, b in names.items()]
    elif k.sizes == 'template':
        template = 'template <' + ', '.join(f'int {a}' for a in names) + '>'
    else:
        body = ['const int BK = %d, THREADS = %d;' % (k.step, k.threads)] + body
    top += [x for x in k.top if not x.startswith('#include')]
    launched = k.launch or k.sizes == 'template' or k.smem
    head = f'{"static " if k.static and launched else ""}__global__ void '
    head += f'__launch_bounds__({k.threads}) ' if k.bounds else ''
    lines = top + [''] + ([template] if template else []) + \
        [f'{head}{k.name}({", ".join(p[1] for p in params)})', '{'] + ['    ' + x for x in body] + ['}']
    instance = ', '.join(str(v) for v in names.values()) if k.sizes == 'template' else ''
    if launched:
        dim = f'dim3({k.block[0]}, {k.block[1]})' if k.two_d else str(k.threads)
        smem = f', {k.smem}' if k.smem else ''
        lines += ['', f'void launch_{k.name}({", ".join(p[1] for p in params)}, int blocks)', '{',
                  f'    {k.name}{f"<{instance}>" if instance else ""}<<<blocks, {dim}{smem}>>>'
                  f'({", ".join(p[0] for p in params)});', '}']
    values, ragged = runs(k)
    text = '\n'.join(lines) + '\n'
    info = {'file': k.name + '.cu', 'kernel': k.name, 'legal': True, 'class': f'copies {k.twist}', 'codes': [],
            'launcher': f'launch_{k.name}', 'args': [dict(p[2], name=p[0]) for p in params],
            'sizes': dict(values[0]), 'blocks': 2, 'threads': list(k.block) if k.two_d else [k.threads],
            'smem': k.smem, 'template': instance, 'case': k.name + '.ini', 'runs': values, 'gpu': True,
            'also_block': other_blocks(k), 'tiles': [k.step, 1] if ragged else [k.step], 'forms': forms(k)}
    return text.encode(), info


def other_blocks(k):
    """Blocks of other sizes that the text allows."""
    if k.two_d or k.bounds or k.big or any(
            t.way != 'counter' or t.stride != 'blockDim' for t in k.tiles):
        return []
    return ['96', '40'] if k.twist in ('none', 'smaller_block') else []


def forms(k):
    out = [f'twist {k.twist}'] if k.twist != 'none' else \
        [f'header {k.header}', f'sizes {k.sizes}', f'big {k.big}', f'dynamic {bool(k.smem)}', f'two_d {k.two_d}',
         f'outer {k.outer}']
    for t in k.tiles if k.twist == 'none' else []:
        out += [f'{what} {getattr(t, what)}' for what in ('way', 'layout', 'pad', 'index', 'text', 'read', 'down')]
        out += [f'type {t.type.c}', f'fill {t.fill if guards(k, t, "r", "c") else "none"}']
    return sorted(set(out))


def make(seed, index, twist=None):
    """(text, description) of a kernel; `twist` is a function of twists.py."""
    rng = random.Random(f'{seed}/copies/{index}/{twist.__name__ if twist else ""}')
    k = Kernel(rng, f'copy_{index:04d}')
    if twist:
        k.twist = twist.__name__
        twist(k, k.tiles[0])
    return render(k)
