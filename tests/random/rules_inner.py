"""Barriers in inner loops of compute: what these part, how often they are passed, and where the loop stands."""
from kernel import F32, pos_int
from rules import LINE, PLAIN, add_array, rule

SYNC = '__syncthreads();'


def indented(lines):
    return ['    ' + x for x in lines]


def exchange(k, by):
    """Values of neighbours, through an array that two barriers of each trip part."""
    k.pre.append('__shared__ float turned[256];')
    read = k.r.choice([f'turned[{{threads}} - 1 - t]', f'turned[(t + {by} + 1) % {{threads}}]'])
    value = k.r.choice([f'acc * 0.5f + {by}', 'acc - 0.25f'])
    lines = [f'turned[t] = {value};', SYNC, f'acc = acc * 0.75f + {read};', SYNC]
    return [SYNC] + lines[:-1] if k.r.random() < 0.3 else lines


def staged(k, by):
    """Values of global memory for all, with one of compute's in each: no tile, as the inner loop would be the one that
    is rewritten. Mostly they are loaded in front: a loop that loads and has barriers hides from a proof that the
    K-loop around it goes round."""
    k.pre.append('__shared__ float Ds[256];')
    add_array(k, 'D', 'const float *__restrict__ ', F32, 2048)
    value = f'D[({by} * 64 + t) % 1024]'
    if k.r.random() < 0.9:
        k.pre.append('const float loaded = D[t];')
        value = f'loaded * {by}'
    return [f'Ds[t] = {value} + 0.25f * acc;', SYNC, 'acc = acc * 0.5f + Ds[(t * 3 + 1) % {threads}];', SYNC]


def counted(k, body, name='j'):
    """A loop around it that all threads run through as often."""
    trips = k.r.choice(['3', '2', '0', 'm % 4', 'n / TW % 3', 'AT / TW % 3', '(int)blockIdx.x + 1'])
    how = k.r.choice(['for', 'for', 'down', 'while'])
    if how == 'while':
        return [f'int {name} = 0;', f'while ({name} < {trips}) {{'] + indented(body) + [f'    {name} += 1;', '}']
    head = f'for (int {name} = 0; {name} < {trips}; ++{name}) {{' if how == 'for' else \
        f'for (int {name} = {trips}; {name} > 0; --{name}) {{'
    return [head] + indented(body) + ['}']


def tree(k):
    k.pre.append('__shared__ float sums[256];')
    return ['sums[t] = acc;', SYNC, 'for (int s = {threads} / 2; s > 0; s /= 2) {', '    if (t < s)',
            '        sums[t] += 0.5f * sums[t + s];', '    ' + SYNC, '}', 'acc += 0.125f * sums[0];', SYNC]


class Late(list):
    """Lines in which AT is the position, known once the header has been chosen."""

    def __init__(self, k, lines):
        super().__init__(lines)
        self.k = k

    def __iter__(self):
        return (x.replace('AT', pos_int(self.k)).replace('{threads}', str(self.k.threads)) for x in list.__iter__(self))


def put(k, lines):
    """At the head or the end of compute, or behind the bumps that end the iteration."""
    where = k.r.choice(['c_head', 'c_tail', 'c_tail'])
    old = k.compute_filter

    def filtered(k, comp):
        comp = old(k, comp) if old else comp
        new = ['{'] + indented(Late(k, lines)) + ['}']
        return new + comp if where == 'c_head' else comp + new

    k.compute_filter = filtered


@rule(legal=True)
def inner_barriers(k):
    k.need.update(PLAIN, store=[False, True])
    kind = k.r.choice(['exchange', 'exchange', 'staged', 'tree', 'nested', 'two'])
    if kind == 'tree':
        return put(k, tree(k))
    if kind == 'two':
        put(k, counted(k, exchange(k, 'j')))
        return put(k, counted(k, staged(k, 'i'), 'i'))
    body = staged(k, 'j') if kind == 'staged' else exchange(k, 'j')
    if kind == 'nested':
        body = counted(k, staged(k, '(i + j)'), 'i') + body
    put(k, counted(k, body))


@rule(legal=True)
def inner_barriers_and_the_tile(k):
    """The inner loop reads the tile on both sides of its barriers."""
    k.need.update(LINE)
    body = exchange(k, 'j')
    at = k.r.randrange(len(body) + 1)
    body.insert(at, k.r.choice(['acc += As[(t + j) % TW];', 'acc = acc * 0.5f - As[TW - 1 - t % TW];',
                                'for (int i = j; i < TW; i += 7)\n                acc += As[i];']))
    put(k, counted(k, body))


@rule('KP104')
def inner_divergent(k):
    k.need.update(PLAIN, threads=[64, 128])
    bound = k.r.choice(['2 + t / 32', '(t < 32 ? 1 : 2)', '(acc > 0.0f ? 1 : 2)'])
    put(k, [f'for (int j = 0; j < {bound}; ++j) {{'] + indented(exchange(k, 'j')) + ['}'])


@rule('KP104')
def inner_left(k):
    k.need.update(LINE)
    body = exchange(k, 'j')
    way = k.r.choice(['if (As[0] > 2.0f)\n                break;', 'if (j == 1 && n > 64)\n                continue;',
                      'if (acc > 1e30f)\n                break;'])
    body.insert(k.r.randrange(len(body)), way)
    put(k, ['for (int j = 0; j < 3; ++j) {'] + indented(body) + ['}'])


@rule('KP104')
def inner_under_a_condition(k):
    k.need.update(PLAIN)
    body = [f'if (j != {k.r.randrange(3)}) {{'] + indented(exchange(k, 'j')) + ['}']
    put(k, ['for (int j = 0; j < 3; ++j) {'] + indented(body) + ['}'])


@rule('KP104', 'KP102')
def inner_between_copies(k):
    """Its barriers alone keep the copies in front of it from those behind it."""
    k.need.update(LINE, sync_first=False)
    k.pre.append('__shared__ float Ds[TW];')
    k.load_tail += ['for (int j = 0; j < 3; ++j) {'] + indented(exchange(k, 'j')) + \
        ['}', 'if (t < TW)', '    Ds[t] = A[k + t];']
    k.need['threads'] = 64
    k.load_tail[:] = [x.replace('{threads}', '64') for x in k.load_tail]
    k.c_tail.append('acc += Ds[(t + 3) % TW];')


def only_barrier(k, where, ends):
    """Nothing but the inner loop's barriers between fill and use (0), or between use and refill (2)."""
    k.need.update(LINE, sync_first=False, threads=64)
    lines = exchange(k, 'j')
    if (lines[-1] == SYNC) not in ends:
        lines = lines[1:] + lines[:1] if lines[0] == SYNC else lines[-1:] + lines[:-1]
    lines = [x.replace('{threads}', '64') for x in lines]
    k.bar[where] = '\n        '.join(['for (int j = 0; j < 3; ++j) {'] + indented(lines) + ['}'])


@rule('KP102', 'KP104')
def inner_for_a_barrier(k):
    where = k.r.choice([0, 2])
    only_barrier(k, where, [False] if where else [False, True])


@rule(legal=True)
def inner_last_barrier(k):
    """The loop ends with a barrier: that of the inner loop's last trip."""
    only_barrier(k, 2, [True])
