"""Random kernels whose shared arrays may get other rows (`--layout auto`), and ones whose may not.

A kernel sums a tile in two dimensions: its size and how that is said, how it is filled, by which names and indices it is
read, one- and two-dimensional blocks. A trap lets something see how long rows are, or go from one row to the next.
"""
import random

TRAPS = {}
BYTES = {'float': 4, 'int': 4, 'short': 2, 'signed char': 1, 'double': 8}
CASE = {'float': 'f32', 'int': 'i32', 'short': 'i16', 'signed char': 'i8', 'double': 'f64'}


def trap(*codes):
    def add(f):
        TRAPS[f.__name__] = f, codes
        return f
    return add


class Kernel:
    def __init__(self, r, name):
        self.r, self.name, self.forms = r, name, []
        self.element = r.choice(['float'] * 5 + ['int'] * 2 + ['short', 'signed char', 'double'])
        self.sum = self.element if self.element in ('float', 'double') else 'int'
        self.rows, self.width = r.choice([(32, 32), (32, 32), (64, 16), (32, 16), (16, 64), (32, 64), (64, 32), (48, 24)])
        self.more = r.choice([0] * 6 + [1, 2, 4, 8])             # what its author has padded it by
        self.threads = r.choice([64, 128, 128, 256])
        self.flat = r.random() < 0.6                             # a block of one dimension
        self.said = self.say('size', ['number', 'macro', 'constant', 'sum', 'shift', 'enumerator'])
        self.fill = self.say('fill', ['linear', 'linear', 'nested', 'vectors', 'transposed', 'row pointer', 'guarded', 'helper', 'fours', 'fours'])
        self.read = self.say('read', ['direct'] * 3 + ['row pointer', 'reference', 'helper', 'closure', 'turned', 'crossed', 'two',
                                                       'vectors', 'deduced', 'element pointer', 'bounded', 'unrolled'])
        self.extra = self.say('extra', ['none'] * 3 + ['three dimensions', 'second tile', 'scratch', 'size of an element', 'one statement'])
        if self.extra == 'three dimensions' and self.rows * (self.width + self.more) * BYTES[self.element] > 6144:
            self.extra = 'none'  # so that three buffers are no dynamic shared memory
        if self.rows * (self.width + self.more) * BYTES[self.element] > 12288:
            self.rows //= 2
        self.pad = r.choice(['', '', ' + 4', ' + 8', ' + 12'])  # of a tile that is turned over by fours
        if self.fill == 'fours' and self.element in ('float', 'int') and self.width % 4 == 0:
            self.read = 'across'
        elif self.fill == 'fours':
            self.fill = 'transposed'
        vectors = self.element == 'float' and (self.width + self.more) % 4 == 0
        if not vectors and self.fill == 'vectors':
            self.fill = 'linear'
        if self.read == 'vectors' and (not vectors or self.fill == 'transposed'):
            self.read = 'direct'
        if self.fill == 'transposed' and self.read not in ('direct', 'two', 'unrolled'):
            self.read = 'direct'
        if self.extra == 'three dimensions' and self.read == 'deduced':
            self.extra = 'none'
        self.top, self.head, self.body, self.behind, self.end = [], [], [], [], []
        self.codes, self.trap = (), 'none'

    def say(self, what, of):
        form = self.r.choice(of)
        self.forms.append(f'{what} {form}')
        return form

    def tile(self, row, column):
        """The element, by the array's name."""
        first = '[1]' if self.extra == 'three dimensions' else ''
        if self.fill in ('transposed', 'fours'):
            row, column = column, row
        return f'As{first}[{row}][{column}]'

    def row(self, row):
        return f'As{"[1]" if self.extra == "three dimensions" else ""}[{row}]'


def length(k, n):
    """A number of columns, said in one of several ways."""
    if k.said == 'number':
        return str(n)
    if k.said == 'macro':
        k.top.append(f'#define LENGTH {n}')
    elif k.said == 'constant':
        k.top.append(f'constexpr int LENGTH = {n};')
    elif k.said == 'enumerator':
        k.top.append(f'enum {{ LENGTH = {n} }};')
    else:
        return f'{n - 3} + 3' if k.said == 'sum' else f'{2 * n} >> 1'
    return 'LENGTH'


def fill(k):
    at = lambda r, c: f'A[(size_t)(blockIdx.x * ROWS + {r}) * lda + k + {c}]'  # noqa: E731
    if k.fill == 'nested' and k.threads % k.width == 0:
        return [f'for (int r = tid / WIDTH; r < ROWS; r += {k.threads // k.width})',
                f'    {k.tile("r", "tid % WIDTH")} = {at("r", "tid % WIDTH")};']
    if k.fill == 'vectors':
        return [f'for (int i = tid; i < ROWS * WIDTH / 4; i += {k.threads})',
                f'    *(float4 *)&{k.tile("i / (WIDTH / 4)", "i % (WIDTH / 4) * 4")} = '
                f'*(const float4 *)&{at("i / (WIDTH / 4)", "i % (WIDTH / 4) * 4")};']
    if k.fill == 'row pointer':
        return [f'for (int i = tid; i < ROWS * WIDTH; i += {k.threads}) {{', f'    {k.element} *to = {k.row("i / WIDTH")};',
                f'    to[i % WIDTH] = {at("i / WIDTH", "i % WIDTH")};', '}']
    if k.fill == 'helper':
        k.top.append(f'template <int C> static __device__ void fill_rows({k.element} (&to)[ROWS][C], const {k.element} *from, int ld) '
                     f'{{ for (int i = threadIdx.{"x" if k.flat else "y * blockDim.x + threadIdx.x"}; i < ROWS * WIDTH; i += {k.threads}) '
                     'to[i / WIDTH][i % WIDTH] = from[i / WIDTH * ld + i % WIDTH]; }')
        return [f'fill_rows({"As[1]" if k.extra == "three dimensions" else "As"}, &{at("0", "0")}, lda);']
    if k.fill == 'fours':
        return [f'for (int i = tid; i < ROWS * WIDTH / 4; i += {k.threads}) {{', '    const int r = i / (WIDTH / 4), c = i % (WIDTH / 4) * 4;',
                *[f'    {k.tile("r", f"c + {j}")} = {at("r", f"c + {j}")};' for j in range(4)], '}']
    value = at('i / WIDTH', 'i % WIDTH')
    if k.fill == 'guarded':
        value = f'k + i % WIDTH < n ? {value} : 0'
    return [f'for (int i = tid; i < ROWS * WIDTH; i += {k.threads})', f'    {k.tile("i / WIDTH", "i % WIDTH")} = {value};']


def read(k):
    q, weight = 'q', k.r.choice(['(c + 1)', 'w', '(c + w)'])
    loop, t = 'for (int c = 0; c < WIDTH; c++)', k.element
    one = lambda x: [loop, f'    s += {x} * {weight};']  # noqa: E731
    if k.read == 'row pointer':
        return [f'const {t} *row = {k.row(q)};'] + one('row[c]')
    if k.read == 'element pointer':
        return [f'const {t} *row = &{k.row(q)}[0];'] + one('*(row + c)')
    if k.read == 'reference':
        return [f'const auto &row = {k.row(q)};'] + one('row[c]')
    if k.read == 'helper':
        k.top.append(f'static __device__ {t} element_of(const {t} *row, int c) {{ return row[c]; }}')
        return one(f'element_of({k.row(q)}, c)')
    if k.read == 'deduced':
        k.top.append(f'template <int R, int C> static __device__ {t} element_at(const {t} (&a)[R][C], int r, int c) {{ return a[r][c]; }}')
        return one(f'element_at(As, {q}, c)')
    if k.read == 'closure':
        return [f'auto element = [&](int r, int c) {{ return {k.tile("r", "c")}; }};'] + one(f'element({q}, c)')
    if k.read == 'turned':
        return one(k.tile(q, '(c + q) % WIDTH'))
    if k.read == 'crossed' and k.width & (k.width - 1) == 0:
        return one(k.tile(q, '(c ^ (q % WIDTH))'))
    if k.read == 'two':
        return one(f'({k.tile(q, "c")} - {k.tile("(q + 1) % ROWS", "c")})')
    if k.read == 'bounded':
        return ['for (int c = q % 4; c < WIDTH; c += 4)', f'    if (c > 0)', f'        s += {k.tile(q, "c - 1")} * {weight};']
    if k.read == 'unrolled':
        return ['#pragma unroll 4'] + one(k.tile(q, 'c'))
    if k.read == 'across':
        v = {'float': 'float4', 'int': 'int4'}[k.element]
        return [loop + ' {', f'    const {v} v = *(const {v} *)&{k.tile("q % (ROWS / 4) * 4", "c")};',
                f'    s += (v.x + v.y) * {weight} + v.z - v.w;', '}']
    if k.read == 'vectors':
        v = k.r.choice([f'const float4 v = *(const float4 *)&{k.tile(q, "c")};', f'const float4 &v = *reinterpret_cast<const float4 *>(&{k.tile(q, "c")});'])
        return ['for (int c = 0; c < WIDTH; c += 4) {', '    ' + v, f'    s += (v.x + v.y) * {weight} + v.z - v.w;', '}']
    return one(k.tile(q, 'c'))


# ---- what must not be laid out ----------------------------------------------------------------------

def reads(k, x):
    """One more read of the tile, in the K-loop."""
    k.body += ['for (int c = 0; c < WIDTH; c++)', f'    s += {x};']


@trap('KP912')
def flat_index(k):
    reads(k, 'As[0][tid % ROWS * COLUMNS + c]')


@trap('KP912')
def next_row(k):
    reads(k, f'As[tid % (ROWS - 1)][c + {k.r.choice(["COLUMNS", "COLUMNS - WIDTH + 1"])}]')


@trap('KP912')
def flat_pointer(k):
    reads(k, '(&As[0][0])[tid % ROWS * COLUMNS + c]')


@trap('KP912')
def own_stride(k):
    k.body += [f'const {k.element} *own = &As[0][tid % WIDTH];', 'for (int r = 0; r < ROWS; r++, own += COLUMNS)', '    s += *own;']


@trap('KP912')
def helper_with_rows(k):
    k.top.append(f'static __device__ {k.element} flat(const {k.element} *a, int r, int c) {{ return a[r * COLUMNS + c]; }}')
    reads(k, 'flat(&As[0][0], tid % ROWS, c)')


@trap('KP912')
def cleared(k):
    k.end += [f'for (int i = tid; i < ROWS * COLUMNS; i += {k.threads})', '    As[0][i] = 0;']


@trap('KP913')
def size_in_result(k):
    reads(k, f'As[tid % ROWS][c] * (int)sizeof({k.r.choice(["As", "As[0]"])})')


@trap('KP913')
def size_as_bound(k):
    k.body += ['for (int c = 0; c < (int)(sizeof(As[0]) / sizeof(As[0][0])) - WIDTH + 1; c++)', '    s += As[tid % ROWS][c];']


@trap('KP913')
def deduced(k):
    k.top.append(f'template <int C> static __device__ int columns(const {k.element} (&)[ROWS][C]) {{ return C; }}')
    reads(k, 'As[tid % ROWS][c] * columns(As)')


@trap('KP913')
def as_long(k):
    k.head.append('int counts[sizeof(As[0])] = {0};')
    k.body += ['counts[tid % WIDTH] += 1;', 's += counts[tid % WIDTH] + (int)sizeof(counts);']


@trap('KP913')
def static_value(k):
    kind, value = k.r.choice([('float', 'sizeof(As[0])'), ('double', 'sizeof(As) * 0.5'), ('int', 'sizeof(As[0])')])
    k.head.append(f'static constexpr {kind} weight[2] = {{1, {value}}};')
    reads(k, f'As[tid % ROWS][c] * ({k.sum})weight[tid % 2]')


@trap('KP913')
def switch(k):
    by = ['switch ((int)sizeof(As[0])) {', f'case COLUMNS * {BYTES[k.element]}:']
    if k.r.random() < 0.5:
        by = [f'switch (COLUMNS * {BYTES[k.element]}) {{', 'case (int)sizeof(As[0]):']
    k.body += by + ['    s += As[tid % ROWS][tid % WIDTH];', '    break;', 'default:', '    s -= 1;', '}']


@trap('KP911')
def memset_all(k):
    k.end += ['__syncthreads();', f'memset({k.r.choice(["As", "As[0]", "&As[0][0]"])}, 0, {BYTES[k.element]} * COLUMNS);']


@trap('KP914')
def asserted(k):
    k.head.append(f'static_assert(sizeof(As[0]) == {BYTES[k.element]} * COLUMNS, "");')


@trap('KP914')
def typed_helper(k):
    k.top.append(f'static __device__ {k.element} typed(const {k.element} (*a)[COLUMNS], int r, int c) {{ return a[r][c]; }}')
    reads(k, 'typed(As, tid % ROWS, c)')


# ---- the kernel -------------------------------------------------------------------------------------

def extra(k, columns):
    lead = '[2]' if k.extra == 'three dimensions' else ''
    turned = k.fill in ('transposed', 'fours')
    across, down = (k.rows, columns) if turned else (columns, k.rows)
    size = 'ROWS' + (k.pad if k.fill == 'fours' else '') if turned else length(k, across)
    declared = f'__shared__ __align__(16) {k.element} As{lead}[{down}][{size}]'
    if k.extra == 'one statement':
        return [declared + f', Cs[{k.threads}];'], ['Cs[tid] = 1;', '__syncthreads();'], ['s += Cs[tid];']
    if k.extra == 'second tile':
        k.body += ['s += Bs[tid % 8][tid % 16];']
        return ([declared + ';', f'__shared__ {k.element} Bs[8][16];'], [], [])
    if k.extra == 'scratch':
        k.body += [f'turn[tid / 32][tid % 32] = ({k.sum})(tid * 3 + k);', '__syncthreads();',
                   f's += turn[(tid + 1) % {k.threads} / 32][tid % 32];']
        return [declared + ';', f'__shared__ {k.sum} turn[{k.threads // 32}][32];'], [], []
    if k.extra == 'size of an element':
        return [declared + ';'], [], ['s += sizeof(As[0][0]);'] if not lead else []
    return [declared + ';'], [], []


def render(k):
    columns = k.width + k.more
    tiles, before, after = extra(k, columns)
    load, body = fill(k), read(k)
    if k.extra == 'second tile':
        load += ['if (tid < 128 && tid < %d)' % k.threads, '    Bs[tid / 16][tid % 16] = A[tid % n];']
        if k.threads < 128:
            load += [f'for (int i = tid + {k.threads}; i < 128; i += {k.threads})', '    Bs[i / 16][i % 16] = A[i % n];']
    lines = tiles + k.head
    lines += ['const int tid = threadIdx.x;'] if k.flat else ['const int tid = threadIdx.y * 32 + threadIdx.x;']
    lines += ['const int q = tid % ROWS;', f'{k.sum} s = 0;'] + before
    lines += ['for (int k = 0; k < n; k += WIDTH) {'] + ['    ' + x for x in load + ['__syncthreads();', '{'] + ['    ' + y for y in body] + ['}'] +
                                                         ['{'] + ['    ' + y for y in k.body] + ['}', '__syncthreads();']] + ['}']
    lines += after + k.end + [f'C[blockIdx.x * {k.threads} + tid] = s;']
    top = [f'#define ROWS {k.rows}', f'#define WIDTH {k.width}', f'#define COLUMNS {columns}', *dict.fromkeys(k.top)]
    bounds = f'__launch_bounds__({k.threads}) ' if k.flat and k.r.random() < 0.7 else ''
    args = f'const {k.element} *__restrict__ A, {k.sum} *__restrict__ C, int n, int lda, int w'
    text = top + ['', f'__global__ void {bounds}{k.name}({args})', '{'] + ['    ' + x for x in lines] + ['}']
    if not k.flat or not bounds:
        block = str(k.threads) if k.flat else f'dim3(32, {k.threads // 32})'
        text += ['', f'void launch(const {k.element} *A, {k.sum} *C, int n, int lda, int w, int blocks)',
                 '{', f'    {k.name}<<<blocks, {block}>>>(A, C, n, lda, w);', '}']
    odd = 0 if k.fill != 'guarded' else k.r.randrange(k.width)
    values = [{'n': 3 * k.width + odd, 'lda': 5 * k.width, 'w': 3, 'gx': g} for g in (1, 2)]
    return ('\n'.join(text) + '\n').encode(), {
        'file': k.name + '.cu', 'kernel': k.name, 'legal': k.trap == 'none', 'class': f'laid out {k.trap}', 'codes': list(k.codes),
        'args': [{'name': 'A', 'type': CASE[k.element], 'count': f'gx * {k.rows} * lda', 'role': 'in'},
                 {'name': 'C', 'type': CASE[k.sum], 'count': f'gx * {k.threads}', 'role': 'out'},
                 *[{'name': x, 'type': 'i32', 'value': x} for x in ('n', 'lda', 'w')]],
        'sizes': dict(values[0]), 'blocks': 'gx', 'threads': [k.threads] if k.flat else [32, k.threads // 32], 'smem': 0, 'template': '',
        'case': k.name + '.ini', 'runs': values, 'gpu': False, 'tiles': [k.width, 1] if odd else [k.width],
        'forms': sorted(set(k.forms + [f'element {k.element}', f'flat {k.flat}', f'rows {k.rows} of {k.width}']))}


def make(seed, index, illegal=False):
    """(text, description) of a kernel."""
    k = Kernel(random.Random(f'{seed}/laid/{index}/{illegal}'), f'laid_{index:04d}')
    if illegal:
        if k.fill in ('transposed', 'fours'):
            k.fill = 'linear'
        if k.read == 'across':
            k.read = 'direct'
        if k.extra == 'three dimensions':
            k.extra = 'none'
        k.trap = k.r.choice(sorted(TRAPS))
        f, k.codes = TRAPS[k.trap]
        f(k)
        k.forms = [f'trap {k.trap}']
    return render(k)
