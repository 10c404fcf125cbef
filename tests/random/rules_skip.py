"""Loops that leave iterations out, and tiles that closures and objects fill."""
from kernel import F32, I32
from rules import LINE, PLAIN, add_array, rule


# ---- iterations that do nothing ------------------------------------------------------------------

HEADERS = ['for', 'for', 'le', 'down', 'ceil', 'step', 'size_t', 'outside', 'two', 'unsigned', 'while']
# where the iteration is, as an int
AT = {'ceil': 't0', 'unsigned': '(int)k / TW', 'size_t': '(int)k / TW', 'two': 'a / TW'}


class Flags:
    """Conditions that all threads of a block decide alike, and the declarations that they need."""

    def __init__(self, k):
        self.k, self.r, self.names = k, k.r, 0

    def one(self):
        kind = self.r.choice(['array', 'array', 'list', 'block', 'counter', 'counter', 'round', 'shared', 'local', 'bits'])
        return getattr(self, kind)()

    def array(self):
        add_array(self.k, self.name('flags'), 'const int *__restrict__ ', I32, 1024)
        at = self.r.choice(['AT', '(int)blockIdx.x * 32 + AT', 'AT * 2 + 1'])
        return [], f'{self.last}[{at}] {self.r.choice(["% 2", "> 0", "< 20", "% 3 == 0"])}'

    def list(self):
        add_array(self.k, self.name('list'), 'const int *__restrict__ ', I32, 1024)
        at, name = self.last, self.name('entry')
        more = self.r.choice(['', f'const bool odd_{name} = {name} & 1;'])
        return [f'{self.r.choice(["const int", "int", "const auto"])} {name} = {at}[AT];'] + ([more] if more else []), \
            f'odd_{name}' if more else f'{name} < {self.r.choice(["0", "10", "-20"])}'

    def block(self):
        return [], self.r.choice(['(AT + (int)blockIdx.x) % 3 == 1', 'AT == (int)blockIdx.x', 'AT > 8 + (int)blockIdx.x',
                                  'AT < (int)blockIdx.x'])

    def counter(self):
        return [], self.r.choice(['AT % 2', 'AT % 3 == 1', '!(AT & 3)', 'AT > 9', 'AT < 2', 'AT == 1 || AT == 2',
                                  'n > 0 && AT > 30'])

    def round(self):
        if self.k.need.get('around') != 'outer':
            return self.counter()
        return [], self.r.choice(['(AT + round) % 2', 'AT == round', 'AT < round', 'round == 1 && AT < 4'])

    def shared(self):
        """What the block has written before the loop."""
        name = self.name('mask')
        self.k.pre += [f'__shared__ int {name}[32];', 'if (t < 32)', f'    {name}[t] = t * 7 % {self.r.choice([3, 4, 5])} < 2;',
                       '__syncthreads();']
        return [], f'{name}[AT % 32]'

    def local(self):
        name = self.name('from')
        self.k.pre.append(f'const int {name} = {self.r.choice(["m % 5", "(int)blockIdx.x * 2", "n / TW / 2"])};')
        return [], f'AT {self.r.choice(["<", "==", "=="])} {name}'

    def bits(self):
        name = self.name('live')
        add_array(self.k, self.name('words'), 'const unsigned *__restrict__ ', I32, 64)
        return [f'const unsigned {name} = {self.last}[AT / 32] >> AT % 32;'], f'{name} & 1'

    def name(self, word):
        self.names += 1
        self.last = f'{word}_{self.names}'
        return self.last


def deciding(k, flags):
    """Statements that leave the iteration."""
    lines = []
    for _ in range(k.r.choice([1, 1, 1, 1, 2, 3])):
        before, c = flags.one()
        form = k.r.choice(['if ({})\n            continue;', 'if ({}) continue;', 'if ({}) {{ continue; }}',
                           'if (!({}))\n            continue;', 'if ({}) {{\n            continue; // nothing to do\n        }}'])
        lines += before + [form.format(c)]
        if k.r.random() < 0.2:
            lines.append(f'const int later_{flags.name("x")} = AT * 2;')
            k.c_tail.append(f'acc += later_{flags.last};')
    return lines


def placed(k, lines):
    """What stands for the iteration's number is known with the header."""
    at = AT.get(k.header, 'k / TW')
    return [x.replace('AT', at) for x in lines]


def leave_out(k, lines, around):
    """The lines stand at the head of the body; the condition `around` stands around the rest of it."""
    old = k.header_filter

    def filtered(k, h):
        before, head, tail, close = old(k, h) if old else h
        inner = placed(k, lines) + ([f'if ({placed(k, [around])[0]}) {{'] if around else [])
        step = '; '.join(x.rstrip(';') for x in tail)
        if step:                        # continue passes over a step in the body
            inner = [x.replace('continue;', f'{{ {step}; continue; }}') for x in inner]
        head = '\n        '.join([head] + inner)
        return before, head, [], ('}\n        ' if around else '') + '\n        '.join(tail + [close])

    k.header_filter = filtered


@rule(legal=True)
def skips(k):
    """One or several conditions at the head of the body, a condition around it, or both."""
    k.need.update(LINE, sync_first=False, header=HEADERS, around=['none', 'none', 'outer', 'if'], n_tiles=[1, 2],
                  stride=['literal', 'trips'], phases=[1, 1, 2], unroll=['', '', '#pragma unroll 1', '#pragma unroll 2'])
    k.need['around'] = k.r.choice(k.need['around'])
    k.more_tiles, k.tiles_fixed = [17], True
    flags = Flags(k)
    way = k.r.choice(['continue', 'continue', 'around', 'both'])
    lines = deciding(k, flags) if way != 'around' else []
    around = None
    if way != 'continue':
        before, c = flags.one()
        lines, around = lines + before, k.r.choice(['{}', '!({})']).format(c)
    leave_out(k, lines, around)
    if k.r.random() < 0.3:
        k.post.append('acc += 2.0f;')


def illegal(k):
    k.need.update(LINE, sync_first=False, header=['for', 'ceil', 'step'], around='none')


@rule('KP106', 'KP104', 'KP302')
def skips_by_compute(k):
    """Compute decides which tile comes next."""
    illegal(k)
    how = k.r.choice(['variable', 'shared', 'array', 'through', 'closure'])
    if how == 'variable':
        k.pre.append('bool off = false;')
        c = 'off'
        k.c_tail.append(k.r.choice(['off = !off;', 'off = off ? false : n > 64;', 'if (n > 64)\n            off = true;']))
    elif how == 'shared':
        k.pre += ['__shared__ int off;', 'if (t == 0)', '    off = 0;', '__syncthreads();']
        c = 'off > 1'
        k.c_tail += ['if (t == 0)', '    off = off < 2 ? off + 1 : 0;']
    elif how == 'array':
        add_array(k, 'flags', 'int *', I32, 1024, 'inout')
        c = 'flags[blockIdx.x * 32 + AT] > 20'
        k.c_tail += ['if (t == 0)', '    flags[blockIdx.x * 32 + AT + 1] = 30;']
    elif how == 'through':
        k.pre += ['int off = 0;', 'int *const to = &off;']
        c = 'off % 3 == 2'
        k.c_tail.append('*to += 1;')
    else:
        k.pre += ['int off = 0;', 'auto count = [&] { off++; };']
        c = 'off % 3 == 2'
        k.c_tail.append('count();')
    old = k.compute_filter
    k.compute_filter = lambda k, x: placed(k, old(k, x) if old else x)
    tail, k.c_tail = k.c_tail, []
    k.compute_filter = lambda k, x: x + placed(k, tail)
    around = k.r.random() < 0.4
    leave_out(k, [] if around else [f'if ({c}) continue;'], f'!({c})' if around else None)


@rule('KP106', 'KP304')
def skips_and_moves_the_counter(k):
    """Compute moves the counter itself, by its address or another name."""
    illegal(k)
    k.need['header'] = 'outside'
    k.pre.append('int k;')
    k.pre.append(k.r.choice(['int *const to = &k;', 'int &also = k;\n    int *const to = &also;',
                             'auto *const to = &k;', 'struct { int *p; } at = {&k};\n    int *const to = at.p;']))
    k.header_filter = lambda k, h: ([x for x in h[0] if x != 'int k;'], *h[1:])
    leave_out(k, ['if (k / TW % 3 == 1) continue;'], None)
    k.c_tail.append(k.r.choice(['*to += n > 128 ? TW : 0;', 'if (k == TW)\n            *to = 3 * TW;']))


@rule('KP106', 'KP304')
def skips_with_an_effect(k):
    """What decides does something that others see."""
    illegal(k)
    add_array(k, 'seen', 'int *', I32, 4096, 'inout')
    c = k.r.choice(['atomicAdd(&seen[blockIdx.x * 256 + t], 1) % 3 == 40', '(seen[blockIdx.x * 256 + t] = AT) == 2'])
    leave_out(k, [f'if ({c}) continue;'], None)


@rule('KP106', 'KP104')
def skips_by_threads(k):
    """Threads of a block leave out different iterations, and copies, without barriers among them."""
    illegal(k)
    c = k.r.choice(['(t + AT) % 3 == 0', 'acc > 1e30f', 't > 40 && AT > 1'])
    leave_out(k, [f'if ({c}) continue;'], None)


# ---- fills by closures and objects ---------------------------------------------------------------

def sources(k):
    """(text of the element i of the tile, its fill), guarded or not."""
    g = k.r.choice(['', '', 'AT + i + 3 < n', 'i % 5 != AT % 3'])
    return g


def body_of(k, to, value, guard):
    """Statements that fill element i."""
    if not guard:
        return k.r.choice([[f'{to}[i] = {value};'], [f'const float v = {value};', f'{to}[i] = v;']])
    return k.r.choice([
        [f'{to}[i] = {guard} ? {value} : 0.0f;'],
        [f'if ({guard})', f'    {to}[i] = {value};', 'else', f'    {to}[i] = 0.0f;'],
        [f'float v = 0.0f;', f'if ({guard})', f'    v = {value};', f'{to}[i] = v;']])


def around_elements(k, lines):
    """All elements of the tile, by the threads of the block."""
    return k.r.choice([['for (int i = t; i < TW; i += {threads}) {'], ['for (int i = threadIdx.x; i < TW; i += blockDim.x) {']]) + \
        ['    ' + x for x in lines] + ['}']


def replace_all(k, lines):
    return [x.replace('{threads}', str(k.threads)) for x in lines]


def fill_need(k):
    k.need.update(LINE, header=['for', 'for', 'le', 'while', 'step', 'outside'], around=['none', 'none', 'outer', 'if'],
                  sizes=['macro', 'constexpr', 'literal'],
                  sync_first=[False, False, True], threads=[64, 128], stride='literal')
    k.threads_chosen = k.r.choice([64, 128])
    k.need['threads'] = k.threads_chosen


def called(k, calls):
    """The calls are the load phase's copies."""
    k.load_tail += calls


@rule(legal=True)
def fills(k):
    """A second tile that a closure or an object fills."""
    fill_need(k)
    add_array(k, 'D', 'const float *__restrict__ ', F32, 4096)
    k.pre.append('__shared__ float Ds[TW];')
    k.c_tail.append('acc += Ds[(t + 1) % TW];')
    guard = sources(k).replace('AT', 'at')
    kind = k.r.choice(['closure', 'closure', 'arguments', 'copies', 'generic', 'object', 'object', 'members', 'nested', 'element',
                       'value', 'method'])
    threads = str(k.threads_chosen)
    loop = lambda lines: [x.replace('{threads}', threads) for x in around_elements(k, lines)]  # noqa: E731
    always = k.r.choice(['', ' __attribute__((always_inline))'])
    const = k.r.choice(['', 'const '])
    if kind == 'closure':
        k.pre += [f'{const}auto load = [&](int at){always} {{'] + ['    ' + x for x in loop(body_of(k, 'Ds', 'D[at + i]', guard))] + ['};']
        called(k, ['load(k);'])
    elif kind == 'arguments':
        k.pre += [f'{const}auto load = [&](float *to, const float *from, int at){always} {{'] + \
            ['    ' + x for x in loop(body_of(k, 'to', 'from[i]', guard))] + ['};']
        called(k, ['load(Ds, D + k, k);'])
    elif kind == 'copies':
        k.pre += [f'{const}auto load = [=](float *to, int at) {{'] + ['    ' + x for x in loop(body_of(k, 'to', 'D[at + i]', guard))] + ['};']
        called(k, ['load(Ds, k);'])
    elif kind == 'generic':
        k.pre += [f'{const}auto load = [&](auto *to, auto at) {{'] + ['    ' + x for x in loop(body_of(k, 'to', 'D[at + i]', guard))] + ['};']
        called(k, ['load(Ds, k);'])
    elif kind in ('object', 'members', 'method'):
        k.need['sizes'] = ['macro', 'constexpr']
        name = 'operator()' if kind != 'method' else 'bring'
        by = k.r.choice(['', ' const'])
        k.top += ['struct loader {', '    const float *from;', '    int n;',
                  *(['    float *to;'] if kind == 'members' else []),
                  f'    __device__ void {name}({"float *to, " if kind != "members" else ""}int at, int t){by}', '    {'] + \
            ['        ' + x for x in loop(body_of(k, 'to', 'from[at + i]', guard))] + ['    }', '};']
        end = ', Ds' if kind == 'members' else ''
        k.pre.append((const if by else '') + 'loader load = {D, n' + end + '};')
        to = '' if kind == 'members' else 'Ds, '
        called(k, [f'load.bring({to}k, t);' if kind == 'method' else f'load({to}k, t);'])
    elif kind == 'nested':
        k.pre += ['auto one = [&](int i, int at) {'] + ['    ' + x for x in body_of(k, 'Ds', 'D[at + i]', guard)] + ['};',
                  'auto load = [&](int first) {'] + ['    ' + x for x in loop(['one(i, first);'])] + ['};']
        called(k, ['load(k);'])
    elif kind == 'element':
        k.pre += [f'{const}auto load = [&](int i, int at) {{'] + ['    ' + x for x in body_of(k, 'Ds', 'D[at + i]', guard)] + ['};']
        called(k, loop(['load(i, k);']))
    else:
        value = f'{guard} ? D[at + i] : 0.0f' if guard else 'D[at + i]'
        k.pre += [f'{const}auto value = [&](int i, int at) {{ return {value}; }};']
        called(k, loop(['Ds[i] = value(i, k);']))


def only_tile(k):
    """The closure or object fills the only tile, an element by each thread."""
    k.need.update(LINE, around='none', header='for', threads=64, sizes='macro', sync_first=False)
    k.copy_filter = lambda k, t, d, v, g: ['load(k);']


@rule('KP301', 'KP304', 'KP609')
def fills_by_what_compute_writes(k):
    """The closure's or object's state is compute's, too."""
    only_tile(k)
    step = k.r.choice(['+= (int)fabsf(As[0]) % 8', '= (int)fabsf(As[1]) & 7', '+= acc > 1e20f'])
    fill = 'As[t] = A[at + t + from];'
    how = k.r.choice(['reference', 'member', 'mutable', 'called', 'swapped'])
    if how == 'reference':
        k.pre += ['int from = 0;', f'auto load = [&](int at) {{ {fill} }};']
        k.c_tail.append('from ' + step + ';')
    elif how in ('member', 'swapped'):
        k.top += ['struct loader {', '    const float *source;', '    int from;',
                  '    __device__ void operator()(float *to, int at, int t) const',
                  '    {', '        to[t] = source[at + t + from];', '    }', '};']
        k.pre.append('loader load = {A, 0};')
        k.copy_filter = lambda k, t, d, v, g: ['load(As, k, t);']
        k.c_tail.append('load.from ' + step + ';' if how == 'member' else
                        'load = loader{A, load.from + (int)fabsf(As[0]) % 8};')
    elif how == 'mutable':
        k.pre.append(f'auto load = [&, from = 0](int at) mutable {{ {fill} from += 1; return from; }};')
        k.c_tail.append('acc += load(k);')
    else:
        k.pre += ['int from = 0;', f'auto load = [&](int at) {{ {fill} }};', 'auto move = [&] { from = (int)fabsf(As[0]) % 8; };']
        k.c_tail.append('move();')


@rule('KP302', 'KP310', 'KP101', 'KP105', legal='single')
def fills_again(k):
    """Compute fills the tile by the closure, too."""
    only_tile(k)
    k.pre += ['auto load = [&](int at) { As[t] = A[at + t]; };']
    k.c_tail += ['acc += As[(t + 1) % TW];', '__syncthreads();', 'load(k + 3);', '__syncthreads();', 'acc -= As[(t + 2) % TW];']


# ---- functions that return what is copied ----------------------------------------------------------

@rule(legal=True)
def values(k):
    """Functions and closures whose result is stored: types that convert, guards, parameters that the body changes."""
    fill_need(k)
    k.need['sizes'] = 'macro'
    add_array(k, 'D', 'const float *__restrict__ ', F32, 4096)
    k.pre.append('__shared__ float Ds[TW];')
    k.c_tail.append('acc += Ds[(t + 1) % TW];')
    index = k.r.choice(['int'] * 8 + ['unsigned', 'long long', 'short', 'unsigned char', 'const int', 'const int &', 'bool'])
    back = k.r.choice(['float'] * 8 + ['const float', 'int', 'double', 'auto', 'half'])
    pointer = k.r.choice(['const float *', 'const float *', 'const float *__restrict__ ', 'const float *const '])
    guard = k.r.choice(['', '', 'at + i < n', 'at < n && i != 3', 'i', 'at - n'])
    other = k.r.choice(['0', '0', '0.0f', '0.0f', '0.0', '3', '-0.5f', 'i', 'p[0]', '(float)at', '0.1'])
    value = k.r.choice(['p[at + i]', 'p[at + i]', 'p[i + at]', '*(p + at + i)', 'p[at / TW * TW + i]', 'p[at + i] + 0.0f', '(p + at)[i]'])
    way = k.r.choice(['return', 'if', 'else', 'choice', 'braces', 'changed']) if guard else k.r.choice(['return', 'return', 'changed'])
    body = {'return': [f'return {value};'], 'if': [f'if ({guard})', f'    return {value};', f'return {other};'],
            'else': [f'if ({guard})', f'    return {value};', 'else', f'    return {other};'],
            'braces': [f'if ({guard}) {{', f'    return {value};', '}', f'return {other};'],
            'choice': [f'return {guard} ? {value} : {other};'],
            'changed': ['at += 1;', f'return {value};']}[way]
    if way == 'changed' and index.startswith('const'):
        index = 'int'
    if back == 'auto' and way not in ('return', 'changed'):
        back = 'float'
    if back == 'half':
        k.top.append('#include <cuda_fp16.h>')
    params = f'{pointer}p, {index} i, int at, int n' if k.r.random() < 0.6 else f'{pointer}p, int i, {index} at, int n'
    given = k.r.choice(['D, i, k, n', 'D, i, k, n', 'D + 0, i, k, n', 'D, i + 0, k * 1, n', 'D + i, 0, k, n', 'D, i % 3 ? i : 0, k, n'])
    k.pre.insert(0, k.r.choice(['', '', 'const int p = 3;', 'const int at = n;']))
    if index == 'const int &' and back == 'auto':
        back = 'float'
    if k.r.random() < 0.3 and 'p = 3' not in k.pre[0] and 'at = n' not in k.pre[0]:
        arrow = '' if back == 'auto' else f' -> {back}'
        k.pre += [f'auto value = [&]({params}){arrow} {{'] + ['    ' + x for x in body] + ['};']
    else:
        k.top += [f'static __device__ __forceinline__ {back} value({params})', '{'] + ['    ' + x for x in body] + ['}']
    form = k.r.choice(['{d} = value({g});', '{d} = value({g});', 'const float v = value({g});\n            {d} = v;',
                       'float v = value({g});\n            {d} = v;', 'auto v = value({g});\n            {d} = v;'])
    loop = around_elements(k, form.format(d='Ds[i]', g=given).split('\n            '))
    called(k, [x.replace('{threads}', str(k.threads_chosen)) for x in loop])
