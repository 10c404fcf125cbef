"""Random kernels whose last tile is ragged: some of its elements are not filled, and compute reads up to an end.

Several buffers are exact only if no iteration reads an element that it has not filled itself and another one has: with one
buffer that element has an old value, with several another one. How the end (`len`) is computed, how tiles are counted, who fills
what, what is read and the types of all of it are drawn at random, so most ends are wrong in some sizes. Which kernels may have
several buffers follows from running the loop here, exactly, with the types' conversions and wrap-around, for all small
sizes, and near 2^31, 2^32 where a number has 32 bits.
"""
import ast
import random
import re
import types

RANKS = ['int', 'unsigned', 'long', 'size_t']  # the usual conversions give the later one
CASE = {'int': 'i32', 'unsigned': 'u32', 'long': 'i64', 'size_t': 'u64'}
BITS = {'int': 32, 'unsigned': 32, 'long': 64, 'size_t': 64}
ROUNDS = 8  # iterations that a run is followed for

# T is the number of elements of a tile, or of its rows.
TILES = ['(n + {T1}) / {T}', 'n / {T}', 'n / {T} + 1', '(n - 1) / {T} + 1', 'n / {T} + (n % {T} != 0)', '(n + {T1} - 1) / {T}', '(n + {T}) / {T}',
         '(n + {T1}) >> {LOG}', '(n - {T}) / {T} + 1', *['(n + 2 * {T} - 1) / {T}', 'n / {T} + 2', '(n + 2 * {T}) / {T}', '(n + {T1}) / {T} + 1'] * 2]
TERMS = ['n - base', '{T}', 'n - p * {T}', 'n % {T}', '{T1}', '{T} + 1', 'n - base + 1', 'n - base - 1', 'n', 'base', '(n - base) % {T}', '{T} - (base + {T} - n)', 'len']
# Conditions of a tile that may not be full, and of one that is.
RAGGED = ['base + {T} > n', 'n - base < {T}', 'p == tiles - 1', 'p + 1 == tiles', 'base > n - {T}']
FULL = ['p < tiles - 1', 'base + {T} <= n', 'n - base >= {T}', '(p + 1) * {T} <= n', 'p != tiles - 1']
SIDES = ['n', 'base + {T}', '(p + 1) * {T}', 'base', 'tiles - 1', 'p', 'tiles', 'n - base', '{T}', 'n - 1', 'base + {T1}', 'base + {T} + 1', 'n - {T}', 'p + 1',
         'n / {T}', 'base + len']
LIKELY_GUARDS = ['base + {x} < n', 'base + {x} < n', '{x} < n - base', 'p * {T} + {x} < n', '{x} < len']
READS = ['{x} <= len', '{x} < len - 1', '{x} < len && {x} < {T}', '{x} + 1 < len', 'base + {x} < n && {x} < len', '{x} < len + 1']


class Undefined(Exception):
    """The original's run has no meaning."""


# ---- C's arithmetic in Python ------------------------------------------------------------------

def int32(x):
    if not -1 << 31 <= x < 1 << 31:
        raise Undefined
    return x


def int64(x):
    if not -1 << 63 <= x < 1 << 63:
        raise Undefined
    return x


def quotient(a, b):
    if not b:
        raise Undefined
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def remainder(a, b):
    return a - quotient(a, b) * b


def signed(x, bits):
    return (x + (1 << bits - 1)) % (1 << bits) - (1 << bits - 1)


def result(text, kind):
    """An operation's exact value as the type has it."""
    if kind in ('unsigned', 'size_t'):
        return f'({text}) % {1 << BITS[kind]}'
    return f'int{BITS[kind]}({text})'


def convert(text, source, to):
    if source == to or (source == 'bool') or (BITS[to] > BITS[source] and source == 'unsigned') or (source, to) == ('int', 'long'):
        return text
    return f'(({text}) % {1 << BITS[to]})' if to in ('unsigned', 'size_t') else f'signed({text}, {BITS[to]})'


def common(a, b):
    return RANKS[max(RANKS.index(x if x in RANKS else 'int') for x in (a, b))]


OPERATORS = {ast.Add: '+', ast.Sub: '-', ast.Mult: '*', ast.RShift: '>>'}
COMPARED = {ast.Lt: '<', ast.LtE: '<=', ast.Gt: '>', ast.GtE: '>=', ast.Eq: '==', ast.NotEq: '!='}


def of_node(node, kinds):
    """(Python, type) of an expression whose names have these types."""
    if isinstance(node, ast.Constant):
        return str(node.value), 'int'
    if isinstance(node, ast.Name):
        return node.id, kinds[node.id]
    if isinstance(node, ast.Call):
        of = [of_node(x, kinds) for x in node.args]
        if node.func.id in RANKS:
            return convert(*of[0], node.func.id), node.func.id
        assert node.func.id == 'min' and of[0][1] == of[1][1]
        return f'min({of[0][0]}, {of[1][0]})', of[0][1]
    if isinstance(node, ast.BoolOp):
        word = ' and ' if isinstance(node.op, ast.And) else ' or '
        return '(' + word.join(of_node(x, kinds)[0] for x in node.values) + ')', 'bool'
    left, right = (node.left, node.comparators[0]) if isinstance(node, ast.Compare) else (node.left, node.right)
    (a, of_a), (b, of_b) = of_node(left, kinds), of_node(right, kinds)
    kind = common(of_a, of_b)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.RShift):
        return f'({a} >> {b})', of_a
    a, b = convert(a, of_a, kind), convert(b, of_b, kind)
    if isinstance(node, ast.Compare):
        return f'({a} {COMPARED[type(node.ops[0])]} {b})', 'bool'
    if isinstance(node.op, (ast.Div, ast.Mod)):
        name = 'quotient' if isinstance(node.op, ast.Div) else 'remainder'
        return f'{name}({a}, {b})', kind
    return f'({result(f"{a} {OPERATORS[type(node.op)]} {b}", kind)})', kind


def of_text(text, kinds):
    """(Python, type) of C's text; of `?:` only those at its end."""
    if ' ? ' in text:
        condition, rest = text.split(' ? ', 1)
        (a, of_a), (b, of_b) = (of_text(x, kinds) for x in rest.split(' : ', 1))
        kind = common(of_a, of_b)
        return f'({convert(a, of_a, kind)} if {of_text(condition, kinds)[0]} else {convert(b, of_b, kind)})', kind
    return of_node(ast.parse(text.replace('&&', ' and ').replace('||', ' or '), mode='eval').body, kinds)


# ---- a kernel's choices ------------------------------------------------------------------------

class Kernel:
    def __init__(self, r, name):
        self.r, self.name = r, name
        self.fill = r.choice(['thread'] * 5 + ['copy loop'] * 2 + ['rows', 'rows', 'flat rows'])
        self.rows = self.fill in ('rows', 'flat rows')
        self.width = r.choice([2, 4]) if self.rows else 1
        self.t = 8 if self.rows else r.choice([8, 8, 16])
        self.threads = {'thread': self.t, 'copy loop': r.choice([self.t // 2, self.t]), 'rows': self.t * self.width,
                        'flat rows': r.choice([self.t, self.t * self.width])}[self.fill]
        self.element = r.choice(['float', 'float', 'float2'])
        self.n = r.choice(['int', 'int', 'unsigned', 'unsigned', 'size_t', 'size_t', 'long'])
        # all choices fit together but for one kind of them, or none is bound to fit
        self.odd = r.choice(['none'] + ['tiles'] * 5 + ['types'] * 3 + ['term', 'condition', 'copy', 'read', 'start'] + ['all'] * 4)
        self.len, self.i, self.x = (self.n if self.fits('types') else r.choice(RANKS) for _ in range(3))
        self.tiles = self.put(TILES[0] if self.fits('tiles') else r.choice(TILES))
        self.kept = r.random() < 0.12
        self.update = self.kept_update() if self.kept else self.drawn_update()
        self.second = r.random() < 0.2 and self.fill == 'thread'
        self.copies = [self.copy() for _ in range(1 + self.second)]
        self.is_before = any('len' in x for x in self.copies) or r.random() < 0.5
        self.reads = [self.put('{x} < len' if self.fits('read') else r.choice(READS)) for _ in range(1 + self.second)]
        self.how = r.choice(['for'] * 5 + ['break', 'continue'] + ['own'] * (self.fill == 'thread') + ['flat'] * 2 * self.rows)
        self.stride = r.choice(['blockDim.x', str(self.threads)])
        self.start = 1 if self.odd == 'start' else 0
        self.leaves = r.choice(['no', 'no', 'no', 'continue', 'break']) if self.fill == 'copy loop' else 'no'
        self.skip = self.condition(RAGGED + FULL) if r.random() < 0.08 else None  # compute is not for this tile

    def put(self, text):
        return re.sub(r'\{(T1|T|LOG)\}', lambda m: str({'T': self.t, 'T1': self.t - 1, 'LOG': self.t.bit_length() - 1}[m[1]]), text)

    def fits(self, what):
        """True if a choice of this kind is one that fits the others."""
        return self.odd != what and (self.odd != 'all' or self.r.random() < 0.6)

    def term(self, what, with_len=False):
        """What fits, or something else."""
        text = what if self.fits('term') else self.r.choice(TERMS)
        return self.put('{T}' if text == 'len' and not with_len else text)

    def condition(self, likely, with_len=False):
        r = self.r
        if self.fits('condition'):
            return self.put(r.choice(likely))
        if r.random() < 0.2:
            return self.put(r.choice(RAGGED + FULL))
        text = f'{r.choice(SIDES)} {r.choice(list(COMPARED.values()))} {r.choice(SIDES)}'
        if r.random() < 0.25:
            text += r.choice([' && ', ' || ']) + r.choice(RAGGED + FULL)
        return self.put(text if with_len else text.replace('len', '{T}'))

    def kept_update(self):
        return [(self.condition(RAGGED, True), self.term(self.r.choice(['n - base', 'n - p * {T}']), True), None)]

    def drawn_update(self):
        """[(condition or None, value, value where it does not hold or None)] of `len`."""
        r, rest = self.r, self.term(self.r.choice(['n - base', 'n - base', 'n - p * {T}']))
        full, ragged = self.term('{T}'), r.random() < 0.5
        c, (a, b) = self.condition(RAGGED if ragged else FULL), (rest, full) if ragged else (full, rest)
        return r.choice([lambda: [(None, f'min({self.len}({a}), {self.len}({b}))', None)], lambda: [(None, f'{c} ? {a} : {b}', None)],
                         lambda: [(None, b, None), (c, a, None)], lambda: [(None, f'{c} ? {a} : {self.condition(FULL)} ? {full} : {rest}', None)],
                         lambda: [(c, a, b)]])()

    def copy(self):
        """A condition of what is filled, over {x}."""
        r = self.r
        if self.fits('copy'):
            return self.put(r.choice(LIKELY_GUARDS))
        right = r.choice([s for s in SIDES if 'len' not in s] + ['len'])
        return self.put(f'{r.choice(["base + {x}", "{x}", "{x} + 1", "base + {x} + 1"])} {r.choice(["<", "<", "<="])} {right}')

    def kinds(self):
        return dict.fromkeys(['n', 'tiles', 'p', 'base'], self.n) | {'len': self.len, 'i': self.i} | dict.fromkeys(['t', 'r', 'c', 'j'], self.x)


# ---- its text ----------------------------------------------------------------------------------

def fill_lines(k):
    own, w = k.copies[0], k.width
    if k.fill == 'thread':
        lines = []
        for tile, guard in zip(('tile', 'other'), k.copies):
            lines += [f'if ({guard.replace("{x}", "t")})', f'    {tile}[t] = a[base + t];']
        return lines
    if k.fill == 'rows':
        return [f'if ({own.replace("{x}", "r")})', f'    tile[r][c] = a[(base + r) * {w} + c];']
    if k.fill == 'flat rows':
        if re.fullmatch(r'\{x\} < (len|n - base)', own):
            right = own.split(' < ')[1]
            head = f'j < {right} * {w}' if right == 'len' else f'j < ({right}) * {w}'
            return [f'for ({k.x} j = t; {head}; j += {k.stride})', f'    tile[j / {w}][j % {w}] = a[base * {w} + j];']
        return [f'for ({k.x} j = t; j < {k.t * w}; j += {k.stride})', f'    if ({own.replace("{x}", f"j / {w}")})',
                f'        tile[j / {w}][j % {w}] = a[base * {w} + j];']
    guard = own.replace('{x}', 'j')
    if k.leaves == 'no' and own.startswith('{x} < '):
        return [f'for ({k.x} j = t; {guard}; j += {k.stride})', '    tile[j] = a[base + j];']
    if k.leaves == 'no':
        return [f'for ({k.x} j = t; j < {k.t}; j += {k.stride})', f'    if ({guard})', '        tile[j] = a[base + j];']
    return [f'for ({k.x} j = t; j < {k.t}; j += {k.stride}) {{', f'    if (!({guard}))', f'        {k.leaves};', '    tile[j] = a[base + j];', '}']


def read_lines(k):
    lines, value = [], 'sum += {};' if k.element == 'float' else 'sum += {0}.x - 2 * {0}.y;'
    for tile, end in zip(('tile', 'other'), k.reads):
        own = value.format(f'{tile}[i]' if not k.rows else f'tile[i / {k.width}][i % {k.width}]' if k.how == 'flat' else 'tile[i][c]')
        if k.how == 'own':
            lines += [f'if ({end.replace("{x}", "t")})', '    ' + value.format(f'{tile}[t]')]
        elif k.how == 'flat':
            lines += [f'for ({k.i} i = {k.start}; i < len * {k.width}; ++i)', '    ' + own]
        elif k.how == 'for':
            lines += [f'for ({k.i} i = {k.start}; {end.replace("{x}", "i")}; ++i)', '    ' + own]
        else:
            lines += [f'for ({k.i} i = {k.start}; i < {k.t}; ++i) {{', f'    if (!({end.replace("{x}", "i")}))', f'        {k.how};', '    ' + own, '}']
    return lines


def update_lines(k):
    lines = [] if k.kept else [f'{k.len} len;']
    for condition, value, other in k.update:
        if condition:
            lines += [f'if ({condition})', f'    len = {value};'] + (['else', f'    len = {other};'] if other else [])
        else:
            lines.append(f'len = {value};')
    return lines


def body_lines(k):
    update, sync = update_lines(k), ['__syncthreads();']
    lines = [f'{k.n} base = p * {k.t};'] + (update if k.is_before else [])
    lines += (sync if k.skip else []) + fill_lines(k) + sync + ([] if k.is_before else update)
    lines += [f'if ({k.skip})', '    continue;'] if k.skip else []
    return lines + read_lines(k) + ([] if k.skip else sync)


def text_of(k):
    size = f'[{2 * k.t}]' + (f'[{k.width}]' if k.rows else '')
    lines = [f'__shared__ {k.element} {tile}{size};' for tile in ('tile', 'other')[:1 + k.second]]
    lines += [f'const {k.x} t = threadIdx.x;'] + ([f'const {k.x} r = t / {k.width}, c = t % {k.width};'] if k.rows else [])
    lines += ['float sum = 0.0f;', f'{k.n} tiles = {k.tiles};'] + ([f'{k.len} len = {k.t};'] if k.kept else [])
    lines += [f'for ({k.n} p = 0; p < tiles; ++p) {{'] + ['    ' + x for x in body_lines(k)] + ['}', f'out[blockIdx.x * {k.threads} + t] = sum;']
    args = f'const {k.element} *__restrict__ a, float *__restrict__ out, {k.n} n'
    text = [f'__global__ void __launch_bounds__({k.threads}) {k.name}({args})', '{'] + ['    ' + x for x in lines] + ['}', '']
    text += [f'void launch_{k.name}(const {k.element} *a, float *out, {k.n} n, int blocks)', '{', f'    {k.name}<<<blocks, {k.threads}>>>(a, out, n);', '}']
    return ('\n'.join(text) + '\n').encode()


# ---- its runs ----------------------------------------------------------------------------------

def python_block(lines, kinds, touched):
    """Python of the kernel's lines of C: if, else, for, continue, break, and what `touched` says of other statements."""
    out, depth, closes = [], 0, []  # closes: (depth of a loop, its step)
    pending = []  # depths that end with the next statement
    for line in lines:
        s = line.strip()
        if s == '}':
            depth, step = closes.pop()
            out.append('    ' * (depth + 1) + step)
            continue
        opens = s.endswith('{')
        head = s[:-2] if opens else s
        if head.startswith('for ('):
            init, end, step = head[5:-1].split('; ')
            kind, name, _, first = init.split(' ', 3)
            by = '1' if step.startswith('++') else step.split(' += ')[1].replace('blockDim.x', 'threads')
            out += ['    ' * depth + f'{name} = {convert(*of_text(first, kinds), kind)}', '    ' * depth + f'while {of_text(end, kinds)[0]}:']
            step = f'{name} = {convert(*of_text(f"{name} + {by}", kinds | {"threads": "unsigned"}), kind)}'
            if opens:
                closes.append((depth, step))
            else:
                pending.append((depth, step))
            depth += 1
            continue
        if head.startswith('if ('):
            negated, condition = head.startswith('if (!('), head[4:-1]
            condition = of_text(condition[2:-1] if negated else condition, kinds)[0]
            out.append('    ' * depth + f'if {"not " if negated else ""}{condition}:')
            pending.append((depth, None))
            depth += 1
            continue
        if head == 'else':
            out.append('    ' * depth + 'else:')
            pending.append((depth, None))
            depth += 1
            continue
        if head == 'continue;' and closes:
            out.append('    ' * depth + closes[-1][1])
        out += ['    ' * depth + x for x in touched(head)]
        while pending:
            depth, step = pending.pop()
            if step:
                out.append('    ' * (depth + 1) + step)
    return out


def place_of(text, kinds):
    """Python of the element `tile[..]` or `tile[..][..]`."""
    name, *index = re.findall(r'^\w+|\[[^\]]*\]', text)
    return f'({name!r}, ' + ', '.join(of_text(x[1:-1], kinds)[0] for x in index) + ')'


def statement(k, kinds):
    def touched(s):
        if s in ('continue;', 'break;'):
            return [s[:-1]]
        m = re.fullmatch(r'(?:const )?(\w+) (\w+) = (.*);', s)
        if m and m[1] in RANKS:
            return [f'{m[2]} = {convert(*of_text(m[3], kinds), m[1])}']
        m = re.fullmatch(r'(\w+) = (.*);', s)
        if m:
            return [f'{m[1]} = {convert(*of_text(m[2], kinds), kinds[m[1]])}']
        m = re.fullmatch(r'(\w+\[.*\]) = a\[(.*)\];', s)
        if m:
            return [f'fill({place_of(m[1], kinds)}, {of_text(m[2], kinds)[0]})']
        m = re.match(r'sum \+= ([\w\[\] /%]+?)(\.x|;)', s)
        return [f'read({place_of(m[1], kinds)})'] if m else ['pass']
    return touched


def program(k):
    """run(n, first): what each of the iterations from the one numbered `first` on fills and reads, as two sets, with
    the least and the largest element of `a` that is loaded."""
    kinds, inside = k.kinds(), '            '
    touched = statement(k, kinds)
    per_thread = [f'{inside}t = convert_t']
    if k.rows:
        per_thread += [f'{inside}r, c = t // {k.width}, t % {k.width}']

    def part(lines):
        return [inside + x for x in python_block(lines, kinds, touched)]

    update = ['        ' + x for x in python_block([x for x in update_lines(k) if x != f'{k.len} len;'], kinds, touched)]
    out = ['def run(n, first, most, fill_in):', f'    threads, history, p = {k.threads}, [], first', f'    tiles = {convert(*of_text(k.tiles, kinds), k.n)}',
           f'    len = {k.t}', '    while p < tiles and most:', '        most -= 1', '        filled, reads, loads = set(), set(), [0]', '        def fill(place, index):',
           '            filled.add(fill_in(place))', '            loads.append(index)', '        def read(place):', '            reads.add(fill_in(place))',
           *['        ' + x for x in touched(f'{k.n} base = p * {k.t};')]]
    out += update if k.is_before else []
    out += ['        for convert_t in range(threads):', *per_thread, *part(fill_lines(k))]
    out += [] if k.is_before else update
    out += [f'        if not {of_text(k.skip, kinds)[0]}:' if k.skip else '        if True:']
    # threads of one column read the same; where each reads its own, all of them do
    some = f'range({k.threads})' if k.how == 'own' else f'range({k.width})'
    out += [f'          for convert_t in {some}:', *per_thread, *part(read_lines(k))]
    out += ['        history.append((filled, reads, loads))', f'        p = {convert(*of_text("p + 1", kinds), k.n)}', '    return history']
    space = types.SimpleNamespace(**{f.__name__: f for f in (int32, int64, quotient, remainder, signed)}).__dict__
    exec('\n'.join(out), space)  # its own text
    return space['run']


def checked(k):
    """Places as (tile, element); beyond the tile is no place."""
    def place(x):
        tile, i, *column = x
        if column:
            i = i * k.width + column[0]
        if not 0 <= i < 2 * k.t * k.width:
            raise Undefined
        return tile, i
    return place


def is_exact(history):
    """True if no iteration reads what another one has filled and it has not."""
    ever = set().union(*(filled for filled, _, _ in history))
    return all(not (reads & ever) - filled for filled, reads, _ in history)


def is_clean(k, n, history):
    """True if what is read was filled before, and what is loaded is there."""
    before = set()
    for filled, reads, loads in history:
        before |= filled
        if reads - before or not 0 <= min(loads) <= max(loads) < k.width * (n + 64):
            return False
    return True


def near_sizes(k):
    return range(0 if k.n in ('unsigned', 'size_t') else -2 * k.t - 1, 5 * k.t + 1)


def far_sizes(k):
    """Sizes near the ends of 32 bits, with an iteration near the loop's last."""
    if k.kept:
        return []  # what is kept follows from all iterations before
    ends = [(1 << 31) - 1, (1 << 32) - 1] + ([(1 << 32) + 20] if BITS[k.n] == 64 else [])
    return [(end - d, (end - d) // k.t - 3) for end in ends for d in range(0, 2 * k.t + 1)
            if (end < 1 << 31 or k.n != 'int') and end < 1 << BITS[k.n]]


def runs_of(k):
    """(None or a size for which several buffers are wrong, sizes that can be proven)."""
    run, place, wrong, clean = program(k), checked(k), None, []
    for n, first in [(n, 0) for n in near_sizes(k)] + far_sizes(k):
        try:
            history = run(n, first, ROUNDS, place)
        except Undefined:
            continue
        if not is_exact(history) and wrong is None:
            wrong = n
        if first == 0 and 4 <= len(history) < ROUNDS and is_clean(k, n, history):
            clean.append(n)
    return wrong, clean


def make(seed, index):
    """(text, description) of a kernel. Its `runs` are sizes that make the last tile ragged, if there are any, and one
    that does not; none where the original has no meaning for any with four tiles."""
    k = Kernel(random.Random(f'{seed}/ragged/{index}'), f'ragged_{index:04d}')
    wrong, clean = runs_of(k)
    ragged, whole = [n for n in clean if n % k.t], [n for n in clean if n % k.t == 0]
    runs = [k.r.choice(some) for some in (ragged, whole) if some]
    return text_of(k), {
        'file': k.name + '.cu', 'kernel': k.name, 'legal': True if wrong is None else 'single', 'class': 'ragged' if wrong is None else f'ragged, wrong for n = {wrong}',
        'codes': ['KP403'], 'args': [{'name': 'a', 'type': 'f32', 'count': f'{(1 + (k.element == "float2")) * k.width} * (n + 64)', 'role': 'in'},
                                     {'name': 'out', 'type': 'f32', 'count': f'gx * {k.threads}', 'role': 'out'}, {'name': 'n', 'type': CASE[k.n], 'value': 'n'}],
        'sizes': {'n': runs[0] if runs else 4 * k.t, 'gx': 2}, 'blocks': 'gx', 'threads': [k.threads], 'smem': 0, 'template': '', 'case': k.name + '.ini',
        'runs': runs or [4 * k.t], 'gpu': bool(runs), 'tiles': 'fixed',
        'forms': sorted([f'fill {k.fill}', f'element {k.element}', f'size {k.n}', f'read {k.how}', f'leaves {k.leaves}', f'kept {k.kept}', f'second {k.second}',
                         f'skip {bool(k.skip)}', f'odd {k.odd}'])}
