"""What makes vectors wrong, or nearly: each changes one thing of a kernel of copies.py.

All of them stay correct CUDA. What kpipe writes of them, with vectors or without, must be proven.
"""
from copies import F32, I32, plain_source

TWISTS = {}


def twist(f):
    TWISTS[f.__name__] = f
    return f


def by_number(k, t):
    """A way in which one number counts the points."""
    t.way = k.r.choice(['counter', 'counter', 'trips'])


def whole_tile(t):
    """All points are made by the same statement, without a guard."""
    t.guard_rows = t.guard_columns = False


# ---- neighbours are not neighbours ---------------------------------------------------------------

@twist
def transposed(k, t):
    t.layout = 'square'
    t.twists['dims'] = f'[{t.columns}][{t.rows + t.pad}]'
    t.twists['element'] = lambda t, r, c: f'{t.name}[{c}][{r}]'


@twist
def gaps(k, t):
    t.layout = 'square'
    t.twists['dims'] = f'[{t.rows}][{2 * t.columns}]'
    t.twists['element'] = lambda t, r, c: f'{t.name}[{r}][({c}) * 2]'


@twist
def backwards(k, t):
    if k.r.random() < 0.5:
        t.twists['source'] = lambda k, t, r, c: plain_source(k, t, r, f'({t.columns} - 1 - {c})')
    else:
        t.layout = 'square'
        t.twists['element'] = lambda t, r, c: f'{t.name}[{r}][{t.columns} - 1 - ({c})]'


@twist
def rotated(k, t):
    t.layout = 'square'
    t.twists['element'] = lambda t, r, c: f'{t.name}[{r}][({c} + {r}) % {t.columns}]'


@twist
def swizzled(k, t):
    t.layout, t.pad = 'square', 0
    if t.columns & (t.columns - 1):
        return rotated(k, t)
    by = k.r.choice([1, 2, 4])
    t.twists['element'] = lambda t, r, c: f'{t.name}[{r}][({c}) ^ ((({r}) & 1) * {by})]'


@twist
def every_second(k, t):
    t.twists['source'] = lambda k, t, r, c: plain_source(k, t, r, f'({c}) * 2')


@twist
def one_for_all(k, t):
    column = k.r.choice(['0', '({c}) / 2', '({c}) / 4 * 4'])
    t.twists['source'] = lambda k, t, r, c: plain_source(k, t, r, column.format(c=c))


@twist
def other_columns(k, t):
    """A row of points is not a row of the matrix."""
    n = t.columns + k.r.choice([-1, 1, 2, 4, -4 if t.columns > 8 else 4])
    t.twists['source'] = lambda k, t, r, c: plain_source(k, t, f'((({r}) * {t.columns} + {c}) / {n})',
                                                         f'((({r}) * {t.columns} + {c}) % {n})')


# ---- where the first neighbour lies ----------------------------------------------------------------

@twist
def shifted_source(k, t):
    by = k.r.choice(['1', '2', '4', '8', 'shift'])
    if by == 'shift':
        k.params.append(('shift', 'int', k.r.choice([0, 1, 4])))
    t.twists['source'] = lambda k, t, r, c: plain_source(k, t, r, f'{c} + {by}')


@twist
def shifted_tile(k, t):
    """A halo: the first column stays free."""
    by = k.r.choice([1, 2, 4])
    t.layout = 'square'
    t.twists['dims'] = f'[{t.rows}][{t.columns + 2 * by}]'
    t.twists['element'] = lambda t, r, c: f'{t.name}[{r}][{c} + {by}]'


@twist
def other_pitch(k, t):
    t.layout = 'flat'
    t.twists['pitch'] = t.columns + k.r.choice([1, 2, 3, 4, 5, 8])


@twist
def pitch_of_rows(k, t):
    """Each row begins somewhere else."""
    by = k.r.choice([1, 2, 4])
    t.twists['source'] = lambda k, t, r, c: plain_source(k, t, r, f'{c} + ({r}) * {by}')


@twist
def negative_rows(k, t):
    t.index = 'int'
    last = f'{t.rows} - 1'
    if k.r.random() < 0.5:
        t.twists['source'] = lambda k, t, r, c: plain_source(k, t, f'({last} - ({r}))', c)
    else:
        t.twists['source'] = lambda k, t, r, c: plain_source(k, t, last, c)[:-1] + f' - ({r}) * ld{t.source}]'


@twist
def huge_rows(k, t):
    t.index = 'int'
    wide = k.r.choice(['(long long)', '(size_t)', '(unsigned long long)', '1LL * '])
    t.twists['source'] = lambda k, t, r, c: plain_source(k, t, f'{wide}({r})', c)


@twist
def wraps_around(k, t):
    """Through values that wrap around, and back."""
    t.index = 'int'
    by = k.r.choice([1, 3, 4, 16])
    column = k.r.choice(['(unsigned char)({c} + 256)', '(short)({c} + 65536)', '(int)((({c} + 3u) * 2u - 6u) / 2u)',
                         f'(int)({{c}} - {by}u + {by}u)', '(unsigned char)({c} + 0)', '(({c} + 4) & 0xffff) - 4'])
    t.twists['source'] = lambda k, t, r, c: plain_source(k, t, r, column.format(c=c))


@twist
def narrow_counter(k, t):
    t.way = 'counter'
    t.twists['counter'] = k.r.choice(['short', 'unsigned short', 'long long', 'size_t', 'unsigned long'])


# ---- who makes which ---------------------------------------------------------------------------

@twist
def not_the_thread(k, t):
    by_number(k, t)
    n = k.threads
    t.twists['start'] = k.r.choice([f'((int)(tid + 1) % {n})', f'({n} - 1 - (int)tid)', '((int)tid ^ 1)'])
    t.way = 'counter'


@twist
def other_stride(k, t):
    """The block's size in another way than the launch's."""
    t.way = 'counter'
    k.params.append(('by', 'int', k.threads))
    t.twists['stride'] = k.r.choice(['by', '(int)blockDim.x * (int)blockDim.y', f'{k.threads} * 1', f'(by / 2) * 2 + {k.threads % 2}'])


@twist
def smaller_block(k, t):
    """Fewer threads than the text says, each with the stride of the real block."""
    t.way, t.stride = 'counter', 'blockDim'
    k.bounds = False
    k.launch = k.static = False
    if k.sizes == 'template':
        k.sizes = 'macro'


@twist
def some_return(k, t):
    """A part of the block leaves; the others make all points."""
    if k.two_d or k.threads < 64:
        return not_the_thread(k, t)
    stay = k.threads - 32
    for x in k.tiles:
        x.way, x.twists['stride'] = 'counter', str(stay)
    k.pre += [f'if (tid >= {stay})', '    return;']
    k.big = False


@twist
def some_stay_behind(k, t):
    """One that leaves behind the loop, which an outer loop comes back to, does so for all."""
    k.outer = True
    k.compute += ['if (n < 0)', '    return;']


@twist
def groups_of_their_own(k, t):
    """Rows and columns of a group, of other threads than their numbers say."""
    if k.threads % 32 or t.text == 'inline':
        return warp_by_warp(k, t)
    t.way = 'warps and lanes'
    k.params.append(('none', 'int', 0))
    part, text = k.r.choice([('row', '({} + none)'), ('row', '({} ^ none)'), ('column', '({} ^ 1)'), ('column', '({} ^ 7)'),
                             ('groups', '1')])   # 1: each row is made more than once
    t.twists[part] = text


@twist
def warp_by_warp(k, t):
    """The thread's number is put together of warp and lane."""
    by_number(k, t)
    k.pre += ['const int lane = tid & 31, warp = tid >> 5;']
    t.twists['start'] = k.r.choice(['(warp * 32 + lane)', f'(lane * {max(1, k.threads // 32)} + warp)'])


# ---- guards and fills --------------------------------------------------------------------------

@twist
def own_guard(k, t):
    t.twists['guards'] = [k.r.choice(['{c} != 3', '({c}) % 2 == 0', '({r} + {c}) % 3 != 0', '({c}) / 4 != 1', '{c} >= 4',
                                      '{c} > 3', '{r} + {c} < 20', '{c} < n - 1', '{c} < {r} + 4', '((int)tid & 1) == 0'])]


@twist
def guard_in_data(k, t):
    k.params.append(('least', 'int', 3))
    t.twists['guards'] = [k.r.choice(['({c}) % 4 < least', '{r} < least', '({c}) * 1 < least * 4', 'least < 3'])]


@twist
def odd_limit(k, t):
    """A limit that is no multiple."""
    k.params.append(('limit', 'int', k.r.choice([5, 8, 11, 12, 16])))
    t.twists['guards'] = [k.r.choice(['{c} < limit', '{c} <= limit', 'limit > {c}', '!({c} >= limit)', '{c} < limit * 4'])]


@twist
def odd_bound(k, t):
    """The last points are somebody else's."""
    t.way, t.layout = 'counter', 'square'
    n = t.rows * t.columns
    less = k.r.choice([1, 2, 3, 4])
    t.twists['bound'] = f'{n} - {less}'
    whole_tile(t)
    k.load_tail += [f'if (tid < {less})', f'    {t.name}[{t.rows - 1}][{t.columns - less} + tid] = '
                    f'{t.source}[(row0{t.source} + 1) * ld{t.source} + tid];']
    if less > t.columns:
        k.load_tail.clear()
        del t.twists['bound']


@twist
def other_fill(k, t):
    t.guard_rows = t.guard_columns = True
    if t.type.c in ('float2', 'char4'):
        t.be(F32)
    kind = k.r.choice(['one', 'macro', 'name', 'negative', 'tiny'])
    value = {'one': '1', 'macro': 'OUTSIDE', 'name': 'nothing', 'negative': '-0.0f', 'tiny': '1e-30f'}[kind]
    if t.type.c not in ('float', 'double', 'half', '__nv_bfloat16') and kind in ('negative', 'tiny'):
        value = '-1'
    if kind == 'macro':
        k.top.append('#define OUTSIDE ' + ('3' if t.type.size < 4 and t.type.c not in ('half', '__nv_bfloat16') else '1.5f'))
    if kind == 'name':
        k.pre.append(f'const float nothing = {k.r.choice(["0.0f", "1.0f", "(float)m", "0.0f * acc + 2.0f"])};')
    t.zero = f'({t.type.c})({value})'


@twist
def fill_of_another_type(k, t):
    t.guard_rows = t.guard_columns = True
    t.be(F32)
    t.zero = k.r.choice(['(float)(m > 10000)', '0.0', "'0'", '(float)false', '0.0f * 1.0f', '(float)(signed char)256', '0x0p3f',
                         '0.0e9f', 'make_float2(0, 1).y', '(1.0f, 0.0f)'])


# ---- the value ---------------------------------------------------------------------------------

@twist
def changed_value(k, t):
    t.read = 'assign'
    t.be(F32)
    t.twists['value'] = k.r.choice(['{} * 2.0f', '-{}', '{} + 0.0f', 'fabsf({})', '(float)(int){}', '{} * alpha'])
    if 'alpha' in t.twists['value']:
        k.pre.append('const float alpha = 1.0f;')


@twist
def own_element_read(k, t):
    """A thread reads what it has copied, before the barrier."""
    t.twists['after'] = ['acc += ' + t.type.value.format('{d}') + ';']


@twist
def volatile_tile(k, t):
    t.be(F32)
    t.volatile = 'volatile '


@twist
def volatile_source(k, t):
    t.read = 'assign'
    t.be(F32)
    t.twists['value'] = '*(const volatile float *)&{}'


@twist
def counted_use(k, t):
    """The points are counted beside the copy."""
    t.twists['before'] = ['++made;']
    k.pre.append('int made = 0;')
    k.compute.append('acc += made;')


@twist
def atomic_on_tile(k, t):
    t.be(I32)
    t.layout = 'square'
    k.compute += ['__syncthreads();', f'atomicAdd(&{t.name}[0][0], 0);']


@twist
def two_statements(k, t):
    """Another statement of the load phase stores to the tile."""
    t.layout = 'square'
    whole_tile(t)
    t.way = 'counter'
    k.load_tail += [k.r.choice([f'if (tid == 0)\n        {t.name}[0][0] = {t.name}[0][0];',
                                f'if (tid < 0)\n        {t.name}[0][1] = {t.name}[0][0];'])]


@twist
def tile_by_pointer(k, t):
    t.layout = 'square'
    t.twists['dims'] = f'[{t.rows}][{t.columns + t.pad}]'
    k.pre.append(f'{t.type.c} *base{t.name} = &{t.name}[0][0];')
    pitch = t.columns + t.pad
    if k.r.random() < 0.5:
        t.twists['element'] = lambda t, r, c: f'base{t.name}[({r}) * {pitch} + {c}]'
    else:
        k.compute.append('acc += ' + t.type.value.format(f'base{t.name}[tid % {pitch}]') + ';' if not t.pad else 'acc += 1.0f;')


@twist
def rows_by_pointer(k, t):
    """Compute reads the padded tile through a pointer to a row."""
    t.layout = 'square'
    row = f'{t.name}[tid % {t.rows}]'
    k.pre.append(f'const {t.type.c} *mine{t.name} = {row};')
    k.compute.append('acc += ' + t.type.value.format(f'mine{t.name}[tid % {t.columns}]') + ';')


@twist
def size_of_tile(k, t):
    k.compute.append(f'acc += sizeof({t.name}) + sizeof({t.name}[0]);')


# ---- what the test in front of the loop says -----------------------------------------------------

@twist
def pitch_moves(k, t):
    """The pitch is another one in the next iteration."""
    t.index = k.r.choice(['int', 'size_t', 'pointer'])
    k.pre.append(f'int pitch = ld{t.source};')
    where = k.r.choice([k.head, k.load_tail, k.compute])
    where.append(k.r.choice(['pitch += 1;', 'pitch ^= 1;', 'pitch += 4;', 'pitch = pitch / 4 * 4 + 1;']))
    t.twists['source'] = lambda k, t, r, c: plain_source(k, t, r, c).replace(f'ld{t.source}', 'pitch')


@twist
def pitch_by_reference(k, t):
    t.index = 'int'
    k.pre += [f'int pitch = ld{t.source};', 'int &same = pitch;', 'int *there = &pitch;']
    k.r.choice([k.load_tail, k.compute]).append(k.r.choice(['same += 1;', '*there += 1;', '(*there)++;']))
    t.twists['source'] = lambda k, t, r, c: plain_source(k, t, r, c).replace(f'ld{t.source}', 'pitch')


@twist
def pointer_moves(k, t):
    """The pointer moves by what is no multiple."""
    t.index = 'bump'
    t.twists['bump'] = k.r.choice(['BK + 1', '3', '1', 'ld' + t.source + ' + 1', 'BK / 2', 'm % 5', '(n & 3)'])


@twist
def pointer_is_chosen(k, t):
    t.index = 'int'
    chosen = k.r.choice(['k0 / BK % 2 ? 1 : 0', 'blockIdx.x', 'm % 2', '(n & 1)'])
    if k.header == 'tiles':
        chosen = chosen.replace('k0 / BK', 't0')
    k.head.append(f'const {t.type.c} *from = {t.source} + ({chosen});')
    t.twists['source'] = lambda k, t, r, c: plain_source(k, t, r, c).replace(t.source + '[', 'from[', 1)


@twist
def table_of_rows(k, t):
    """Rows in an order that a table in registers gives."""
    t.index = 'int'
    k.pre.append('const int order[4] = {2, 0, 3, 1};')
    t.twists['source'] = lambda k, t, r, c: plain_source(k, t, f'(({r}) / 4 * 4 + order[({r}) % 4])', c)


@twist
def clamped(k, t):
    t.index = 'int'
    limit = k.r.choice(['n - 1', 'm', '20', 'n'])
    t.twists['source'] = lambda k, t, r, c: plain_source(k, t, r, f'min({c}, {limit})')


@twist
def around_the_end(k, t):
    t.index = 'int'
    size = k.r.choice([t.columns, 7, 20])
    t.twists['source'] = lambda k, t, r, c: plain_source(k, t, r, f'(({c} + 4) % {size})')


@twist
def taken_names(k, t):
    name = k.r.choice(['kp_wide', 'kp_v', 'kp_x', 'kp_y', 'kp_As'])
    k.pre.append(f'int {name} = tid;')
    k.compute.append(f'acc += {name};')


@twist
def shadowed_names(k, t):
    """A name of the copy means something else in front of the loop."""
    k.pre.append('const int r = 3, c = 5, i = 7;')
    k.compute.append('acc += r + c + i;')


@twist
def aliased_store(k, t):
    """The loop stores what nothing of it reads."""
    k.params.append(('spare', 'int', 1))
    k.compute.append('if (spare == 12345)\n        out[tid] = acc;')


# ---- text ----------------------------------------------------------------------------------------

@twist
def loose_operators(k, t):
    """In parentheses, what binds looser than the text around it."""
    k.params.append(('yes', 'int', 1))
    where = k.r.choice(['bound', 'start', 'stride', 'guard', 'whole guard', 'fill', 'index', 'row', 'pitch', 'pointer', 'first'])
    n = t.rows * t.columns
    if where in ('bound', 'start', 'stride'):
        t.way = 'counter'
    if where == 'bound':
        t.twists['bound'] = k.r.choice([f'(yes ? {n} : 0)', f'({n} & 8191)', f'({n} | 0)', f'({n} ^ 0)', f'(yes, {n})',
                                        f'(BK == 0 ? 0 : {n})'])
    elif where == 'start':
        t.twists['start'] = k.r.choice(['(yes, (int)tid)', '(yes ? (int)tid : 0)', '((int)tid | 0)', '((int)tid & 1023)'])
    elif where == 'stride':
        t.twists['stride'] = k.r.choice([f'({k.threads} | 0)', f'(yes ? {k.threads} : 1)', f'(0, {k.threads})'])
    elif where == 'guard':
        t.twists['guards'] = [k.r.choice(['(yes ? {c} < 16 : {c} < 4)', '(yes | 2) > {r} - 50', '({r} < n) == true',
                                          '{c} < (n | 0)', '({c} & ~3) < (yes ? 16 : 4)', '!(yes ? {c} >= 20 : {c} > 3)',
                                          '(yes, {r} < n)', '({c} < 8 || yes)'])]
        t.fill = k.r.choice(['ternary', 'ternary', t.fill])
    elif where == 'whole guard':
        whole_tile(t)
        t.fill = 'ternary'
        t.twists['guards'] = [k.r.choice(['(yes ? {r} < n : false)', '(yes, {c} < n)', '({c} < n) & (yes != 0)',
                                          '({c} < 8 || {r} < 4)', '(yes = 1)', '(yes ? n : 0)'])]
        if '=' in t.twists['guards'][0] and 'yes = 1' in t.twists['guards'][0]:
            t.twists['guards'] = ['(yes ? yes : 0)']
    elif where == 'fill':
        t.guard_rows = t.guard_columns = True
        t.be(F32)
        t.zero = k.r.choice(['(1.0f, 0.0f)', '(yes ? 0.0f : 1.0f)', '(yes ? 1.0f : 0.0f)', '(0.0f, 1.0f)'])
    elif where == 'pointer':
        t.index = 'int'
        t.twists['source'] = lambda k, t, r, c: plain_source(k, t, r, c).replace(
            t.source + '[', f'(yes ? {t.source} : {t.source} + 1)[', 1)
    else:
        t.index = 'int'
        r1, c1 = {'index': ('{r}', '({c} | 0)'), 'row': ('(yes ? {r} : 0)', '{c}'), 'pitch': ('{r}', '(yes, {c})'),
                  'first': ('({r} | 0)', '(yes ? {c} : 0)')}[where]
        t.twists['source'] = lambda k, t, r, c: plain_source(k, t, r1.format(r=r), c1.format(c=c))
