"""State that the load phase moves and that the loop's header, compute or the text behind the loop reads, too:
a ring's load cursor needs copies of it. One class, whose kernels are put together from independent choices."""
from rules import LINE, rule

PIECE = 'TW / 2'


class State:
    """A variable that the load phase reads: how it is declared, named, moved on."""

    def __init__(self, k, name):
        self.r, self.name, self.one, self.base = k.r, name, 4 if k.state_even else 1, 8 if k.state_even else 7
        self.kind = k.r.choice(['int', 'int', 'int', 'unsigned char', 'short', 'unsigned', 'member', 'pointer'])
        if k.state_header == 'start' and name == 'off':
            self.kind = 'int'

    def declare(self, value='0'):
        if self.kind == 'member':
            return [f'struct {{ int base, off; }} {self.name};', f'{self.name}.base = {self.base};',
                    f'{self.name}.off = {value};']
        if self.kind == 'pointer':
            return [f'const float *{self.name} = A + {value};']
        return [f'{self.kind} {self.name} = {value};']

    def write(self):
        return f'{self.name}.off' if self.kind == 'member' else self.name

    def read(self):
        """As a number."""
        return {'member': f'({self.name}.base + {self.name}.off)', 'pointer': f'(int)({self.name} - A)'}.get(self.kind, self.name)

    def move(self, at):
        """Statements that move it on; `at` is the K position."""
        x, new = self.write(), '({})' if self.kind != 'pointer' else '(A + {})'
        half = new.format(f'{at} / TW * ({PIECE})' if self.one > 1 else f'{at} / 2')
        return self.r.choice([
            [f'{x} += {PIECE};'], [f'{x} += {PIECE};'], [f'{x} += {self.one};'],
            [f'{x} += {at} % (2 * TW) ? {PIECE} : 8;'],
            [f'if ({at} >= TW)', f'    {x} += {PIECE};'],
            [f'if ({at} % (2 * TW))', f'    {x} = {half};', 'else', f'    {x} += 4;'],
            [f'{x} = {half};'],
            [f'{x} = {half}, {x} += {3 * self.one};'],
            [f'{at} % (2 * TW) && ({x} = {half});'],
            [f'{at} >= TW ? {x} = {half} : {x};'],
            [f'for ({x} = {new.format("0")}; {self.read()} < {at} / 2; {x} += 8)', '    ;'],
            [f'for (int i = 0; i < {at} / TW; ++i)', f'    {x} += 8;']])


HEADERS = ['for', 'undeclared', 'init_moves', 'start', 'two', 'step_moves', 'while', 'while', 'counted', 'latched',
           'do', 'do_latched', 'byte', 'short', 'member', 'pointer']


def header(k, first):
    """(lines before, head, lines at the tail, closing text, K position, what is read behind the loop)"""
    x, low = first.write(), k.state_low
    tail = ['k += TW;']
    return {
        'for': ([], f'for (int k = {low}; k < n; k += TW) {{', [], '}', 'k', ''),
        'undeclared': (['int k = 0;'], 'for (; k < n; k += TW) {', [], '}', 'k', 'k'),
        'init_moves': (['int k;'], f'for (k = 0, {x} += {3 * first.one}; k < n; k += TW) {{', [], '}', 'k', 'k'),
        'start': ([], f'for (int k = {first.name}; k < n; k += TW) {{', [], '}', 'k', ''),
        'two': ([], 'for (int k = 0, left = n; left > 0; k += TW, left -= TW) {', [], '}', 'k', ''),
        'step_moves': ([], f'for (int k = 0; k < n; k += TW, {x} += {5 * first.one}) {{', [], '}', 'k', ''),
        'while': (['int k = 0;'], 'while (k < n) {', tail, '}', 'k', 'k'),
        'counted': (['int left = n / TW;'], 'while (left) {', ['--left;'], '}', '(n - left * TW)', 'left'),
        'latched': (['int left = n / TW + 1;'], 'while (--left > 0) {', [], '}', '(n - left * TW)', 'left'),
        'do': (['int k = 0;'], 'do {', tail, '} while (k < n);', 'k', 'k'),
        'do_latched': (['int k = 0;'], 'do {', [], '} while ((k += TW) < n);', 'k', 'k'),
        'byte': ([], 'for (unsigned char b = 0; b < n / TW; ++b) {', [], '}', 'b * TW', ''),
        'short': (['short b = 0;'], 'for (; b * TW < n; b++) {', [], '}', '(int)(b * TW)', 'b'),
        'member': (['struct { int k, end; } at = {0, n};'], 'for (; at.k < at.end; at.k += TW) {', [], '}', 'at.k', 'at.k'),
        'pointer': (['const float *q = A;'], 'for (; q < A + n; q += TW) {', [], '}', '(int)(q - A)', '(q - A)')}[k.state_header]


def swap(k, load):
    """Two that change places."""
    load += ['const int held = low;', 'low = high;', 'high = held;']
    k.c_tail.append('acc += low - 2 * high;')
    return [f'int low = {4 if k.state_even else 1}, high = 32;']


@rule(legal=True)
def ring_state(k):
    k.slack = 4096  # the state moves by more and more
    k.need.update(LINE, header='for', stride=['literal', 'block', 'trips'],
                  after=['none'] * 5 + ['scratch'], phases=[1, 1, 2], around=['none', 'none', 'outer'],
                  sizes=['literal', 'macro', 'template'], storage=['separate', 'separate', 'one', 'extern'])
    k.state_even = k.r.random() < 0.5      # wider copies take multiples
    k.state_header = k.r.choice(HEADERS)
    k.state_low = k.r.choice(['0', '0', 'n % 2'])
    if k.state_header.startswith('do'):
        k.need['header'] = 'do'
        if k.r.random() < 0.4:             # a tile is always there
            k.need['sync_first'] = False
            k.post.append('acc += As[(t * 5) % TW];')
    states = [State(k, name) for name in k.r.choice([['off'], ['off'], ['off', 'near']])]
    before, head, tail, close, at, left = header(k, states[0])
    before = [x for s in states for x in s.declare()] + before
    index = ' + '.join(s.read() for s in states)
    reads = [f'acc += {s.read()};' for s in states if k.r.random() < 0.6]
    # read in front of the move only as well: mostly refused
    if k.r.random() < 0.08:
        k.c_head += [f'acc -= {s.read()};' for s in states]
    if k.r.random() < 0.5:
        reads.append(f'acc += 0.5f * ({at});')
    for s in states:
        where = k.r.choice(['front', 'behind', 'behind', 'compute', 'tail'])
        {'front': k.load_head, 'behind': k.load_tail, 'compute': k.c_head, 'tail': k.iter_tail}[where].extend(s.move(at))
        if where == 'tail':
            reads = [] if k.r.random() < 0.8 else reads
    k.c_tail += reads
    if k.r.random() < 0.15:
        before += swap(k, k.load_tail)
        index += ' + low'
    behind = [f'acc += {x};' for x in [left] + [s.read() for s in states] if x and k.r.random() < 0.7]
    if len(states) == 1 and states[0].kind == 'pointer' and ' + low' not in index:
        k.copy_filter = lambda k, t, d, v, g: [f'{d} = off[{v[6:-1]}];']
    else:
        k.copy_filter = lambda k, t, d, v, g: [f'{d} = A[{index} + {v[6:-1]}];']
    close = '\n    '.join([close] + behind)
    if not head.startswith('for'):
        k.need['unroll'] = ''
    k.header_filter = lambda k, h: (before, head, tail, close)
