"""Random kernels with an effect that the text does not show where it happens.

A pattern says what happens to a variable and what depends on it; a carrier (carriers.py) says how it happens.
Each pattern makes kernels in which the effect matters to a pipeline, and kernels that look alike, whose effect
is on something else. All are correct programs; what is made of any of them must be refused or proven. A kernel
made with `neutral` is the same one without the effect, or with a mistake that a pipeline that does not heed it
would make; one made with `delayed` sees the effect an iteration late. Where the effect matters, both have other
results or a race.
"""
import random

import carriers_class  # noqa: F401
from carriers import CARRIERS, Use
from kernel import F32, Kernel, choose, element, pos_int
from render import render
from rules import LINE, add_array

PATTERNS = {}

# One tile that the block fills with a copy per thread.
LEAN = dict(LINE, threads=64, storage='separate', pad=0, any_block=False)


def pattern(f):
    PATTERNS[f.__name__] = f
    return f


def advance(x):
    return f'({x} = ({x} * 5 + 3) & 31)'


def read(x):
    return f'({x})'


def nothing(x):
    return f'({x} * 0)'


class World:
    """A kernel on its way, and the carriers that it uses."""

    def __init__(self, k, near, neutral, only):
        self.k, self.r, self.near, self.neutral, self.only = k, k.r, near, neutral, only
        self.number, self.used, self.delayed, self.wraps, self.last = 0, [], False, [], []

    def carrier(self, fits=lambda c: True):
        """The carrier that is asked for, or one of those that fit."""
        if self.only and not self.used:
            return CARRIERS[self.only]
        return CARRIERS[self.r.choice([name for name, c in CARRIERS.items() if fits(c)])]

    def variable(self, kind, type='int', initial='0'):
        """(what declares a variable of each thread's own, its lvalue)"""
        self.number += 1
        v = f'st{self.number}'
        if kind == 'file':
            where = self.r.choice(['shared', 'device'])
            at = 'threadIdx.y * 16 + threadIdx.x'
            self.k.top.append(f'__shared__ {type} {v}[256];' if where == 'shared' else f'__device__ {type} {v}[1024];')
            lv = f'{v}[{at}]' if where == 'shared' else f'{v}[blockIdx.x * 256 + {at}]'
            return [f'{lv} = {initial};'], lv
        how = self.r.choice(['local', 'local', 'local', 'array', 'struct', 'shared'])
        if how == 'shared':
            return [f'__shared__ {type} {v}[256];', f'{v}[t] = {initial};'], f'{v}[t]'
        if how == 'array':
            return [f'{type} {v}[3] = {{0, {initial}, 0}};'], f'{v}[1]'
        if how == 'struct':
            return [f'struct {{', f'    {type} a, o;', f'}} {v} = {{0, {initial}}};'], f'{v}.o'
        return [f'{type} {v} = {initial};'], v

    def taken(self):
        """Names that the rest of the kernel uses."""
        names = ('round',) if self.k.need['around'] == 'outer' else ()
        return names if self.k.need.get('form') == 'plain' else names + ('__ldg', 'min', 'make_float2', '__expf')

    def wrapped(self, op, type):
        """The same, by a function of any lvalue that another carrier makes."""
        for _ in range(50):
            how = CARRIERS[self.r.choice([name for name, c in CARRIERS.items() if c.kind == 'any' and not c.holds and not c.stores])]
            self.number += 1
            u = Use(self.r, self.number, op, '@', type)
            u.taken = self.taken()
            said = how.make(u)
            if not (u.lines or u.decl or '@' in ''.join(u.top) or '[&]' in said or '({' in said):
                self.k.top += u.top
                self.used.append(how)
                self.wraps.append(lambda x: said.replace('@', x))
                return self.wraps[-1]
        return op

    def use(self, op, fits=lambda c: True, lv='', type='int', initial='0', in_place=False, simple=False):
        """A use by some carrier: (lines of the place, expression, lvalue). `lv`: the variable is there already.
        in_place: even what declares the carrier's names. simple: without lines."""
        k = self.k
        if self.neutral and op is not read_plain:
            op = nothing
        if not self.only and self.r.random() < 0.3:
            op = self.wrapped(op, type)
        for _ in range(200):
            how = self.carrier(lambda c: fits(c) and (not lv or c.kind == 'any'))
            self.number += 1
            u = Use(self.r, self.number, op, lv, type, initial)
            u.taken = self.taken()
            if op in self.wraps and how.name == 'volatile_pointer' and not self.only:
                continue
            u.dependent = k.need['around'] != 'device' and not in_place and self.r.random() < 0.3
            declared = []
            if how.kind != 'own' and not lv:
                kept = list(k.top)
                declared, u.lv = self.variable(how.kind, type, initial)
            said = how.make(u)
            if not (simple and u.lines):
                break
            if how.kind != 'own' and not lv:
                k.top = kept
            if self.only:
                return None
        self.used.append(how)
        k.top += u.top
        k.type_params += u.types
        self.last += u.last
        k.pre += declared + ([] if in_place else u.decl)
        return (u.decl if in_place else []) + u.lines, said, u.lv

    def still(self):
        """A variable that nothing hidden changes."""
        declared, lv = self.variable('any', initial=self.r.choice(['0', '1', '2', 'n & 3']))
        self.k.pre += declared
        if self.r.random() < 0.5:
            self.k.load_tail.append(f'{lv} = ({lv} * 5 + 3) & 31;')
        return lv

    def compute(self, lines):
        (self.k.c_head if self.r.random() < 0.5 else self.k.c_tail).extend(scoped(self.r, lines))


def read_plain(x):
    return f'({x})'


def scoped(r, lines):
    return ['{'] + ['    ' + x for x in lines] + ['}'] if r.random() < 0.5 else lines


def add(said, by='0.125f'):
    return f'acc += {by} * ({said});'


def shifted(w):
    """Loops whose sources are read from a place that a variable says."""
    k = w.k
    k.need.setdefault('form', ['plain', 'plain', 'get', 'put', 'lambda', 'ldg', 'temporary'])
    k.need.update(vector=False, fill=['ifelse', 'ifelse_braces', 'ternary', 'temp', 'nested', 'and', 'variable'])


# ---- the slice -----------------------------------------------------------------------------------------

@pattern
def compute_writes(w):
    """Compute changes what the loads read."""
    shifted(w)
    lines, said, lv = w.use(advance)
    w.compute(lines + [add(said)])
    yield
    if w.near:
        lv = w.still()
    elif w.delayed:
        # what a load would read that is issued one iteration early
        w.k.pre.append(f'int seen = {lv};')
        w.k.load_tail.append(f'seen = {lv};')
        lv = 'seen'
    w.k.shift = f' + {lv}'


@pattern
def load_reads(w):
    """The loads read, and may change, what compute changes."""
    shifted(w)
    op, where = w.r.choice([read, read, advance]), w.r.choice(['before', 'index', 'value'])
    made = w.use(op, simple=True) if op is read and where != 'before' else None
    if not made:
        where, made = 'before', w.use(op)
    lines, said, lv = made
    yield
    plain = [t for t in w.k.tiles if t.elem is F32 and t.source is F32 and not t.convert and t.form != 'put']
    if where == 'before':
        w.k.load_head += lines + [f'const int here = {said};']
        w.k.shift = ' + here'
    elif where == 'index' or not plain or '{' in said:
        w.k.shift = f' + {said}'
    else:
        for t in plain:
            t.convert = f'({{}} + 0.25f * {said})'
    if w.near:
        lv = w.still()
    w.compute([f'{lv} = ({lv} * 5 + 3) & 31;'])


@pattern
def early_read(w):
    """Compute reads what the loads change."""
    shifted(w)
    hidden = w.r.choice(['read', 'read', 'write'])
    lines, said, lv = w.use(read if hidden == 'read' else advance)
    yield
    change, by = [f'{lv} = ({lv} * 5 + 3) & 31;'], lv
    if hidden == 'write':
        change = lines + [f'const int now = {said};']
        by = w.r.choice([lv, 'now'])
        lines, said = [], lv
    if w.near and hidden == 'read':
        w.compute(change + lines + [add(said)])
        w.k.shift = f' + {w.still()}'
        return
    w.k.load_head += change
    w.k.shift = f' + {by}'
    if not w.near:
        w.compute(lines + [add(said)])


@pattern
def live_out(w):
    """What the loads set and compute sets again is read behind the loop."""
    shifted(w)
    lines, said, lv = w.use(read)
    yield
    k = w.k
    declared, other = w.variable('any')
    k.pre += declared
    set_by_load = other if w.near else lv
    k.load_head.append(f'{set_by_load} = ({pos_int(k)} / TW * 3 + 1) & 31;')
    k.shift = f' + {set_by_load}'
    w.compute([f'if ((int)({pos_int(k)}) / TW % 2 == 0)', f'    {lv} = 40;'])
    if k.around == 'outer' and w.r.random() < 0.5:
        k.round_tail += lines + [add(said)]
    else:
        k.post += lines + [add(said)]


@pattern
def header_reads(w):
    """How long the loop goes on is in what compute changes: 28 is the twelfth value."""
    w.k.more_tiles = [15]
    hidden = w.r.choice(['read', 'write'])
    made = w.use(read if hidden == 'read' else advance, simple=hidden == 'read')
    if not made:
        hidden, made = 'write', w.use(advance)
    lines, said, lv = made
    yield
    if hidden == 'read':
        other = w.still() if w.near else lv
        w.k.cond_extra = f' && ({said}) != {"-1" if w.neutral else "28"}'
        w.compute([f'{other} = ({other} * 5 + 3) & 31;'])
    else:
        w.compute(lines + [add(said)])
        w.k.cond_extra = f' && ({w.still() if w.near else lv}) != 28'
        if w.near:
            w.k.load_tail = []


@pattern
def barrier(w):
    """A barrier of the program has the effect."""
    shifted(w)
    made = w.use(advance, simple=True)
    if not made:
        w.used.clear()
        w.only = None
        made = w.use(advance, simple=True)
    _, said, lv = made
    k, how = w.k, w.r.choice(['argument', 'argument', 'macro', 'comma', 'template', 'method', 'group'])
    if how == 'argument':
        k.top += ['__device__ void block_sync(int)', '{', '    __syncthreads();', '}']
    elif how == 'template':
        k.top += ['template <class A>', '__device__ void block_sync(const A &)', '{', '    __syncthreads();', '}']
    elif how == 'macro':
        k.top += ['#define block_sync(x) (x), __syncthreads()']
    elif how == 'comma':
        k.top += ['__device__ void block_sync()', '{', '    __syncthreads();', '}']
    elif how == 'method':
        k.top += ['struct meeting {', '    int all;', '    __device__ void sync(int v)', '    {', '        __syncthreads();',
                  '        all += v;', '    }', '};']
        k.pre.append('meeting here = {0};')
        k.post.append('acc += here.all;')
    else:
        k.top.append('#include <cooperative_groups.h>')
        k.pre.append('auto block = cooperative_groups::this_thread_block();')
    k.bar[w.r.choice([0, 2])] = {'comma': f'(void)({said}), block_sync();', 'method': f'here.sync({said});',
                                 'group': f'((void)({said}), block).sync();'}.get(how, f'block_sync({said});')
    yield
    k.shift = f' + {w.still() if w.near else lv}'


# ---- coverage --------------------------------------------------------------------------------------------

@pattern
def guard_changes(w):
    """How much of the tile is copied changes in an outer loop."""
    k = w.k
    k.need.update(LEAN, around='outer')
    hidden = w.r.choice(['write', 'write', 'read'])
    op = advance if hidden == 'write' else read_plain if w.neutral else read
    made = w.use(op, initial='TW', simple=hidden == 'read')
    if not made:
        hidden, made = 'write', w.use(advance, initial='TW')
    lines, said, lv = made
    yield
    other = w.still() if w.near else lv
    if w.near and hidden == 'write':
        k.load_tail = []
        k.pre.append('const int whole = TW;')
        limit = 'whole'
    else:
        limit = said if hidden == 'read' else lv
    k.copy_filter = lambda k, t, d, v, g: [f'if (t < {limit})', f'    {d} = {v};']
    if hidden == 'write':
        k.round_tail += lines + [add(said)]
    elif not w.neutral:
        k.round_tail.append(f'{other} = ({other} * 5 + 3) & 31;')


@pattern
def limit_is_set(w):
    """How much of the tile is copied was changed before the loop."""
    k = w.k
    k.need.update(LEAN, around='none')
    lines, said, lv = w.use(lambda x: f'({x} += 32)', initial='32')
    yield
    k.pre += lines + [add(said), 'for (int i = t; i < TW; i += 64)', '    As[i] = 0.0f;', '__syncthreads();']
    limit = lv
    if w.near:
        k.pre.append('const int whole = TW;')
        limit = 'whole'
    k.copy_filter = lambda k, t, d, v, g: [f'if (t < {limit})', f'    {d} = {v};']


# ---- before and behind -----------------------------------------------------------------------------------

@pattern
def stored_before(w):
    """What the first load finds without a barrier, the later ones find behind one."""
    k = w.k
    shifted(w)
    calls = k.need['around'] == 'device' and not w.only and w.r.random() < 0.7
    k.need['around'] = 'device' if calls else w.r.choice(['none', 'none', 'if'])
    barrier = ['__syncthreads();'] if w.near else []
    if calls:
        before = len(k.pre)
        lines, said, _ = w.use(lambda x: f'({x} = threadIdx.x * 3 & 31)', lambda c: not c.stores, lv='ix[t]')
        k.caller_pre += ['const int t = {thread};', '__shared__ int ix[256];'] + k.pre[before:] + lines + [f'(void)({said});'] + barrier
        k.work_params.append((w.r.choice(['const int *ix', 'int *ix', 'const int (&ix)[256]']), 'ix'))
        del k.pre[before:]
    else:
        k.pre.append('__shared__ int ix[256];')
        lines, said, _ = w.use(lambda x: f'({x} = threadIdx.x * 3 & 31)', lambda c: not c.stores, lv='ix[t]')
        k.pre += lines + [f'(void)({said});'] + barrier
    yield
    k.pre.append('int seen = t;')
    k.load_tail.append('seen = (seen + 1) % {threads};')
    k.shift = ' + ix[seen]'


def own_source(w):
    """The tile's source is the block's own part of an array that the kernel also writes."""
    k = w.k
    k.need.update(LEAN, around=w.r.choice(['none', 'none', 'if']))
    add_array(k, 'Z', 'float *', F32, 8192, 'inout')
    k.pre.append('float *M = Z + blockIdx.x * 4096;')
    k.sources_restrict = w.r.random() < 0.5

    def from_mine(k):
        k.tiles[0].src, k.tiles[0].made = 'M', True
    k.tile_filter = from_mine


@pattern
def source_stored_before(w):
    """Every thread has made what it copies, and not what its neighbour copies."""
    k = w.k
    own_source(w)
    if w.r.random() < 0.4:
        k.need['around'] = 'device'
    lines, said, _ = w.use(lambda x: f'({x} = {x} * 0.5f + 1.0f)', lv='M[at + t]', type='float', in_place=True)
    made = ['for (int at = 0; at < n + 64; at += 64) {'] + ['    ' + x for x in lines] + [f'    (void)({said});', '}']
    if w.near:
        made.append('__syncthreads();')
    if k.need['around'] == 'device':  # the caller makes it
        k.caller_pre += ['const int t = threadIdx.x;', 'float *M = Z + blockIdx.x * 4096;'] + made
    else:
        k.pre += made
    yield


@pattern
def source_written(w):
    """Compute stores to what the next load reads."""
    k = w.k
    own_source(w)
    array = 'M'
    if w.near:
        add_array(k, 'Y', 'float *__restrict__ ', F32, 8192, 'inout')
        k.pre.append('float *L = Y + blockIdx.x * 4096;')
        array = 'L'
    k.need['header'] = 'for'
    lines, said, _ = w.use(lambda x: f'({x} = {x} * 0.5f + 1.0f)', lv=f'{array}[k + 64 + t]', type='float', in_place=True)
    w.compute(lines + [add(said)])
    yield


@pattern
def destroyed_behind(w):
    """What compute reads of others is stored behind the loop."""
    k = w.k
    k.need['sync_first'] = False
    k.need['around'] = w.r.choice(['none', 'none', 'if', 'outer', 'device', 'device'])
    shared = ['__shared__ float ws[256], vs[256];', 'ws[t] = vs[t] = t;', '__syncthreads();']
    calls = k.need['around'] == 'device'
    if calls:
        k.caller_pre += ['const int t = {thread};'] + shared
        k.work_params.append(('const float *ws', 'ws'))
    else:
        k.pre += shared
    before = len(k.pre)
    mine, op = 'vs' if w.near else 'ws', lambda x: f'({x} = {x} * 0.5f + 1.0f)'
    if w.only or w.r.random() < 0.7:
        lines, said, _ = w.use(op, lambda c: not calls or c.name != 'table_in_global_memory', lv=f'{mine}[t]', type='float')
        if calls:
            k.caller_pre += k.pre[before:]
            k.caller = lambda called, place: [f'const float sum = work({", ".join(called)});'] + lines + \
                [f'out[{place}] = sum + {said};']
        else:
            k.post += lines + [add(said)]
    else:
        w.number += 1
        k.top += ['struct finish {', '    float *p;', f'    __device__ ~finish() {{ {op("*p")}; }}', '};']
        k.pre.append(f'finish at_the_end = {{&{mine}[t]}};')
        if calls:
            k.caller_pre += k.pre[before:]
    if calls:
        del k.pre[before:]
    yield
    w.compute(['acc += 0.5f * ws[(t + 1) % {threads}];'])
    if w.neutral:  # the barrier behind the last tile is not there
        k.bar[2] = f'if ((int)({pos_int(k)}) + TW < n) __syncthreads();'


@pattern
def own_element(w):
    """A thread reads what it has copied itself, behind the barrier that the others wait for."""
    k = w.k
    k.need.update(LEAN, around=w.r.choice(['none', 'outer']), sync_first=False)
    array = 'As'
    if w.near:
        k.pre += ['__shared__ float mine[64];', 'mine[t] = t;']
        array = 'mine'
    lines, said, _ = w.use(read_plain, lv=f'{array}[t]', type='float', in_place=True)
    yield
    if k.around == 'outer' and w.r.random() < 0.5:
        k.pre += ['As[t] = 0.0f;', '__syncthreads();']
        k.round_tail += lines + [add(said)]
    else:
        k.iter_tail += scoped(w.r, lines + [add(said)])
    if w.neutral:  # another thread copies the element
        k.copy_filter = lambda k, t, d, v, g: [f'{x.replace("[t]", "[t ^ 1]").replace("[i]", "[i ^ 1]").replace("+ t]", "+ (t ^ 1)]").replace("+ i]", "+ (i ^ 1)]")}'
                                               for x in [f'{d} = {v};']]


# ---- the tile ----------------------------------------------------------------------------------------------

@pattern
def tile_by_another_name(w):
    """Compute reads the tile by an address that was taken before the loop."""
    k = w.k
    k.need.update(elem=F32, storage=['separate', 'one'], n_tiles=1, transposed=False, shape=['line', 'rows', 'cols'], vector=False,
                  sizes=['literal', 'macro', 'constexpr', 'template'])
    yield
    t = k.tiles[0]
    at = element(k, t, '0', '(t * 5 + 2) % TW') if t.shape != 'cols' else element(k, t, '(t * 5 + 2) % TW', '0')
    if w.near:
        k.pre += ['__shared__ float mine[256];', 'mine[t] = t;']
        at = 'mine[t]'
    lines, said, _ = w.use(read, lambda c: c.holds and not c.stores, lv=at, type='float')
    w.compute(lines + [add(said)])


@pattern
def difference_of_pointers(w):
    """A number that two addresses of the tile make."""
    k = w.k
    k.need.update(LEAN, around=w.r.choice(['none', 'outer', 'if']))
    how = w.r.choice(['constant', 'index', 'cast', 'shared', 'both', 'bytes'])
    k.pre += {'constant': ['const int d = &As[64 / 2] - &As[0];'], 'index': ['float *p = As + (t ^ 1);', 'const int d = p - As;'],
              'cast': ['float *p = As + (t ^ 1);', 'const int d = (int)(p - As);'],
              'shared': ['const unsigned d = ((unsigned)__cvta_generic_to_shared(&As[t ^ 1]) - (unsigned)__cvta_generic_to_shared(As)) / 4;'],
              'both': ['float *p = As + (t ^ 1);', 'const int d = (int)(p - As);'],
              'bytes': ['const int d = (int)(((const char *)&As[t ^ 1] - (const char *)As) / sizeof(float));']}[how]
    if w.neutral:
        k.pre[-1] = k.pre[-1].replace('= ', '= 3 + ', 1)
    if w.near:
        k.c_tail.append('acc += 0.5f * d;')
    else:
        k.c_tail.append({'both': 'acc += p[0] + d;', 'shared': 'acc += 0.5f * As[d];'}.get(how, 'acc += 0.5f * As[d];'))
    yield


@pattern
def alignment(w):
    """The tile's address has zeros at its end, and code counts on them."""
    k = w.k
    k.need.update(LEAN, around='none', w=128, threads=128)
    how = w.r.choice(['__align__(1024)', 'alignas(1024)', 'alignas(1 << 10)', '__align__(AL)', 'AL', '__attribute__((aligned(1024)))', 'alignas(T)'])
    if how == '__align__(AL)':
        k.top.append(w.r.choice(['constexpr int AL = 1024;', '#define AL 1024', 'enum { AL = 1024 };', 'constexpr int AL = 1 << 10;']))
    elif how == 'AL':
        k.top.append('#define AL __align__(1024)')
    elif how == 'alignas(T)':
        k.top += ['struct alignas(1024) wide {', '    float v[256];', '};']
        how = 'alignas(wide)'
    k.tile_words, k.second_half = how, w.neutral
    if w.near:
        k.c_tail.append('acc = acc * 0.5f + As[t ^ 3];')
    else:
        k.c_tail += ['unsigned a = (unsigned)__cvta_generic_to_shared(&As[t ^ 2]);', 'a ^= (a >> 9 & 1) * 4;', 'float v;',
                     'asm volatile("ld.shared.f32 %0, [%1];" : "=f"(v) : "r"(a));', 'acc = acc * 0.5f + v;']
    yield


# ---- who calls -----------------------------------------------------------------------------------------------

@pattern
def called_by_pointer(w):
    """The function that has the loop is also called with a source in shared memory."""
    k = w.k
    k.need.update(LEAN, around='device', header='for')
    k.sources_restrict = w.r.random() < 0.5
    how = w.r.choice(['run', 'auto', 'table', 'struct', 'lambda', 'direct', 'reference', 'argument', 'comma'])

    def caller(names, place):
        given = ', '.join({'A': 'q', 'n': '128'}.get(x, x) for x in names)
        lines = ['const int t = threadIdx.x;']
        if w.near:
            lines += ['const float *q = Z;']
        else:
            lines += ['__shared__ float q[256];', 'for (int i = t; i < 256; i += 64)', f'    q[i] = Z[i] * {"3.0f" if w.neutral else "2.0f"};', '__syncthreads();']
        lines.append(f'float sum = work({", ".join(names)});')
        f = {'auto': 'f', 'table': 'f[1]', 'struct': 'o.f', 'lambda': 'f', 'direct': 'work', 'reference': 'f', 'comma': '(sum, work)'}
        lines += {'auto': ['auto f = work;'], 'table': ['decltype(&work) f[2] = {nullptr, work};'],
                  'struct': ['struct {', '    decltype(&work) f;', '} o = {&work};'], 'reference': ['auto &f = work;'],
                  'lambda': ['auto f = [](auto... p) { return work(p...); };']}.get(how, [])
        call = f'{f[how]}({given})' if how in f else f'run(work, {given})'
        lines += ['__syncthreads();', f'sum += {call};', f'out[{place}] = sum;']
        return lines

    add_array(k, 'Z', 'const float *', F32, 4096)
    k.caller = caller
    if how in ('run', 'argument'):
        k.top += ['template <class F, class... P>', '__device__ float run(F f, P... p)', '{', '    return f(p...);', '}']
    yield


# ---- kernels -------------------------------------------------------------------------------------------------

# What is refused for nothing else, two times in three.
SIMPLE = {'form': 'plain', 'alias': False, 'store': False, 'residue': 'none', 'after': 'none', 'early': False, 'convert': None,
          'elem': F32, 'storage': 'separate', 'header': ['for', 'for', 'while', 'le', 'ceil', 'step', 'size_t', 'unsigned'],
          'fill': ['ifelse', 'ternary', 'temp', 'nested'], 'phases': 1, 'text': 'plain', 'unroll': '', 'extra_shared': False, 'bump': False}
# The flags that a pattern is about, half the time.
VARIANTS = {'stored_before': ['ring3', 'late3'], 'own_element': ['auto', 'copies'], 'source_stored_before': ['auto', 'copies'],
            'called_by_pointer': ['auto', 'ring3', 'late3'], 'alignment': ['auto', 'ring3', 'ldg']}
# The patterns that any carrier fits come more often.
ORDER = [name for name in PATTERNS for _ in range({'compute_writes': 4, 'load_reads': 3, 'early_read': 3, 'live_out': 3,
                                                   'header_reads': 2, 'guard_changes': 2}.get(name, 1))]
AROUND = ['none', 'none', 'none', 'outer', 'if', 'device', 'switch', 'second']


def finish(k):
    for part in (k.load_head, k.load_tail, k.c_head, k.c_tail, k.post, k.caller_pre):
        thread = 'threadIdx.y * 16 + threadIdx.x' if k.two_d else 'threadIdx.x'
        part[:] = [x.replace('{threads}', str(k.threads)).replace('{thread}', thread) for x in part]
    data, info = render(k)
    words = getattr(k, 'tile_words', None)
    if words and k.second_half:
        data = data.replace(b'__shared__ float As[128];', b'__shared__ __align__(1024) float both[256];\n    float *As = both + 128;')
    elif words:
        old = b'__shared__ float As['
        new = (f'{words} __shared__ float As[' if k.r.random() < 0.5 else f'__shared__ {words} float As[').encode()
        data = data.replace(old, new, 1)
    return data, info


def make(seed, index, near, name=None, only=None, neutral=False, delayed=False):
    """(text, description) of a kernel; the same one in all versions of its effect."""
    rng = random.Random(f'world/{seed}/{index}/{near}/{name}/{only}')
    name = name or ORDER[index // 2 % len(ORDER)]
    k = Kernel(rng, f'world_{index:05d}')
    k.klass, k.legal = name + ('.near' if near else ''), near
    k.need.update(around=rng.choice(AROUND), any_block=False)
    k.decay = '0.98f', '0.98f'
    if rng.random() < 0.67:
        k.need.update(SIMPLE)
    w = World(k, near, neutral, only)
    w.delayed = delayed
    steps = PATTERNS[name](w)
    next(steps, None)
    if k.need['around'] == 'device':
        k.need.setdefault('storage', ['separate', 'one', 'body', 'struct', 'mixed'])
    choose(k)
    next(steps, None)
    k.post += w.last
    data, info = finish(k)
    info['forms'] = [f'pattern {k.klass}'] + [f'carrier {c.cause} {c.name}' for c in w.used]
    if k.type_params:
        info['template'] = ''  # there is one instance, and a case has no names for the program's types
    info['pattern'], info['carriers'] = name, [c.name for c in w.used]
    return data, info
