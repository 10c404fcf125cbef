"""What a random kernel is made of: its types and tiles, the choices, and how a tile's elements are named."""


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
        self.made = False       # the source is no parameter


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
        self.decay = ('0.875f', '0.5f')    # what is kept of a sum, in the loop and in the second one
        self.slack = 0                     # elements behind the last one of a line
        self.warps = 0                     # in a block, each with a part of the tiles
        self.warp = ''                     # the number of the thread's
        self.own_trips = False             # True: the warps go round differently often; 'lanes': lanes do
        self.more_tiles = []               # counts of tiles that are run, too
        self.tiles_fixed = False           # True: the loop does not go round once for each
        self.shift = ''                    # what is added to the index of every source
        self.type_params = []              # template parameters of the kernel: (name, argument)
        self.round_tail = []               # at the end of the outer loop
        self.work_params = []              # of the device function that has the loop: (declaration, argument)
        self.caller_pre = []               # in its caller, before the call
        self.caller = None                 # what the caller does instead, of (arguments by name)

    def pick(self, what, choices):
        """One of the choices, unless the class insists; weights as (choice, weight) pairs."""
        if what in self.need:
            value = self.need[what]
            return self.r.choice(value) if isinstance(value, list) else value
        pool = []
        for c in choices:
            pool += [c[0]] * c[1] if isinstance(c, tuple) else [c]
        return self.r.choice(pool)


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
    name = ('sm.' if k.storage == 'struct' else '') + t.name + (f'[{k.warp}]' if k.warps else '')
    if t.shape == 'line':
        return f'{name}[{c}]'
    if t.transposed:
        r, c = c, r
    if k.storage == 'extern':
        return f'{name}[({r}) * ({dims(k, t)[1]}) + {c}]'
    return f'{name}[{r}][{c}]'


def source(k, t, r, c):
    s = plain_source(k, t, r, c)
    return s[:-1] + k.shift + ']' if k.shift else s


def plain_source(k, t, r, c):
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
    k.any_block = not k.two_d and k.klass == 'legal' and k.pick('any_block', [(False, 5), True])
    if k.any_block:                        # the text is right for blocks of all sizes
        k.after, k.residue, k.phases = 'none', 'none', 1
        k.store = k.extra_shared = k.early = False
        k.around = k.pick('around_any', ['none', 'outer', 'if'])
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
    t.elem = t.source = F32 if k.any_block else k.pick('elem', [(F32, 6), I32, F16, I8, F2, F4, PAIR])
    if t.elem is F32:
        how = k.pick('convert', [(None, 1 if k.any_block else 6), 'half', 'int8', 'scale', 'alpha', 'exp'])
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
    if k.any_block:
        t.form = 'plain' if t.form == 'whole_helper' else t.form
        t.stride = k.pick('any_stride', ['block', 'block', 'name', 'rows'] if t.shape != 'line' and not t.vector
                          else ['block', 'name'])
    t.alias = k.pick('alias', [False, False, False, True])
