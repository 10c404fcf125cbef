"""Near misses of single rules, widths, the leading barrier, threads that are not there."""
from kernel import F32, F4, I32, PAIR
from rules import LINE, add_array, rule
from rules_tile import only_single


# near misses of single rules: what only looks like one of the above
@rule(legal=True)
def spin__near(k):
    """The counter is read after the loop, once."""
    k.need.update(LINE)
    add_array(k, 'flags', 'int *__restrict__ ', I32, 64, 'inout')
    k.post += ['if (t == 0)', '    atomicAdd(&flags[blockIdx.x], 1);']


@rule(legal=True)
def step_written__near(k):
    k.need.update(LINE)
    k.need['header'] = 'for'
    k.pre.append('int stride = TW;')
    k.header_filter = lambda k, h: (h[0], h[1].replace('k += TW', 'k += stride'), h[2], h[3])
    k.post += ['stride += 2;', 'acc += stride;']


@rule(legal=True)
def read_back__near(k):
    """What the slice leaves for its next iteration, by a statement that compute could repeat."""
    k.need.update(LINE)
    k.need['header'] = 'for'
    k.pre.append('int from = 0;')
    k.copy_filter = lambda k, t, d, v, g: [f'{d} = {v} + 0.5f * from;']
    k.load_tail.append('from = k / TW % 3 + 1;')
    k.c_tail.append('acc += from;')


@rule(legal=True)
def divergent__near(k):
    k.need.update(LINE)
    k.need['header'] = 'for'
    add_array(k, 'len', 'const int *__restrict__ ', I32, 256)
    k.header_filter = lambda k, h: (h[0], h[1].replace('k < n', 'k < min(n, 64 + len[blockIdx.x])'), h[2],
                                    h[3])


@rule(legal=True)
def alias_type__near(k):
    k.need.update(LINE)
    add_array(k, 'y', 'int *', I32, 4096, 'inout')
    k.c_tail.append('y[blockIdx.x * {threads} + t] ^= k;')


@rule(legal=True)
def alias_index__near(k):
    k.need.update(LINE)
    add_array(k, 'where', 'const int *__restrict__ ', I32, 4096)
    add_array(k, 'y', 'float *', F32, 4096, 'inout')
    k.copy_filter = lambda k, t, d, v, g: [f'{d} = A[(where[t] & 63) + k];']
    k.c_tail.append('y[blockIdx.x * (n + 256) + k + t] = acc;')


@rule(legal=True)
def alias_guard__near(k):
    k.need.update(LINE)
    add_array(k, 'on', 'const int *__restrict__ ', I32, 4096)
    add_array(k, 'y', 'int *', I32, 4096, 'inout')
    k.copy_filter = lambda k, t, d, v, g: [f'{d} = on[k + t] > 0 ? {v} : 0.0f;']
    k.c_tail.append('y[blockIdx.x * (n + 256) + k + t] = (int)acc;')


@rule(legal=True)
def alias_bound__near(k):
    k.need.update(LINE)
    k.need['header'] = 'for'
    add_array(k, 'end', 'const int *__restrict__ ', I32, 16)
    add_array(k, 'y', 'int *', I32, 4096, 'inout')
    k.header_filter = lambda k, h: (h[0], h[1].replace('k < n', 'k < min(n, 64 + end[blockIdx.x])'), h[2],
                                    h[3])
    k.c_tail.append('y[blockIdx.x * (n + 256) + k + t] = (int)acc;')


@rule(legal=True)
def restrict_written__near(k):
    """The store comes after the loop, by another parameter."""
    k.need.update(LINE)
    add_array(k, 'X', 'float *__restrict__ ', F32, 4096, 'inout')
    k.post.append('X[blockIdx.x * {threads} + t] += acc;')


@rule(legal=True)
def from_compute__near(k):
    """The load phase moves its own state; compute has a copy."""
    k.need.update(LINE)
    k.pre.append('int shift = 0, seen = 0;')
    k.load_head.append('shift = (shift + 3) & 7;')
    k.copy_filter = lambda k, t, d, v, g: [f'{d} = A[(k + t + shift) % 64];']
    k.c_tail += ['seen += (int)fabsf(As[0]) % 8;', 'acc += seen;']


@rule(legal=True)
def callee_writes__near(k):
    k.need.update(LINE)
    k.top += ['__device__ void choose(float v, int &to)', '{', '    to = (int)fabsf(v) & 7;', '}']
    k.pre.append('int shift = 0, other = 0;')
    k.copy_filter = lambda k, t, d, v, g: [f'{d} = A[(k + t + shift) % 64];']
    k.c_tail += ['choose(acc, other);', 'acc += other;']


@rule(legal=True)
def guard_from_compute__near(k):
    """The limit is as it was before the loop."""
    k.need.update(LINE)
    k.pre.append('const float start = acc;')
    k.copy_filter = lambda k, t, d, v, g: [f'{d} = start < 12.0f ? {v} : 0.0f;']


@rule(legal=True)
def carried__near(k):
    """What the next iteration needs is in a register."""
    k.need.update(LINE, sync_first=False)
    k.pre.append('float old = 0.0f;')
    k.c_tail += ['acc += old;', 'old = As[(t + 1) % TW];']


@rule('KP403', 'KP406', legal='single')
def half_filled(k):
    """The zero fill reads like the copy's loop and covers half of the tile."""
    only_single(k)
    k.need.update(header='for', stride='literal', threads=64)
    k.copy_filter = lambda k, t, d, v, g: half_fill(32)


@rule(legal=True)
def half_filled__near(k):
    k.need.update(LINE, header='for', stride='literal', threads=64)
    k.copy_filter = lambda k, t, d, v, g: half_fill(64)


def half_fill(filled):
    return ['{', f'    const int most = {filled};', '    for (int q = t; q < most; q += 64)',
            '        As[q] = 0.0f;', '}', '{', '    const int most = 64;',
            '    for (int q = t; q < most; q += 64)', '        if (k + q + 7 < n || k == 0)',
            '            As[q] = A[k + q];', '}']


@rule(legal=True)
def data_guard__near(k):
    k.need.update(LINE)
    add_array(k, 'on', 'const int *__restrict__ ', I32, 4096)
    k.copy_filter = lambda k, t, d, v, g: ['if (on[k + t] > 0)', f'    {d} = {v};', 'else', f'    {d} = 2.0f;']


@rule(legal=True)
def moving__near(k):
    """Every thread has its own element, in another order each time."""
    k.need.update(LINE, threads=64)
    k.copy_filter = lambda k, t, d, v, g: [f'As[t] = A[k + (t ^ (k / TW & 1))];']


@rule(legal=True)
def outer_guard__near(k):
    k.need.update(LINE)
    k.need['around'] = 'outer'
    k.copy_filter = lambda k, t, d, v, g: ['if ((t + round) % 2)', f'    {d} = {v};', 'else', f'    {d} = 0.5f;']


@rule(legal=True)
def moved_pointer__near(k):
    k.need.update(LINE)
    k.pre.append('const float *q = As;')
    k.c_tail += ['acc += q[0];', 'acc += q[(t + 1) % TW];']


@rule(legal=True)
def mixed__near(k):
    k.need.update(LINE, w=64, threads=64)
    k.load_head.append('acc += t;')


@rule(legal=True)
def value_used__near(k):
    k.need.update(LINE)
    k.c_head.append('acc += As[t % TW];')


@rule(legal=True)
def open_launch__near(k):
    """All launches of a kernel with internal linkage are seen."""
    k.need.update(LINE, storage='extern')


@rule(legal=True)
def reduction__near(k):
    """A sum in shared memory beside the tile."""
    k.need.update(LINE, threads=64, phases=2)


@rule(legal=True)
def divergent_start__near(k):
    """Start and bound carry the same term: all threads make as many trips."""
    k.need.update(LINE)
    k.need['header'] = 'for'
    k.need['threads'] = 64
    k.header_filter = lambda k, h: (h[0], h[1].replace('int k = 0;', 'int i = t;')
                                    .replace('k < n', 'i < n + t').replace('k += TW', 'i += TW'), h[2], h[3])
    k.load_head.append('const int k = i - t;')


@rule(legal=True)
def conditional__near(k):
    """In bare braces, not under a condition."""
    k.need.update(LINE, sync_first=False)
    k.bar[2] = '{\n        __syncthreads();\n    }'


@rule(legal=True)
def constant__near(k):
    """Constant memory in compute only."""
    k.need.update(LINE)
    k.top.append('__constant__ float table[2048];')
    k.c_tail.append('acc += table[k + t];')


@rule(legal=True)
def pointer_table__near(k):
    k.need.update(LINE)
    k.pre += ['__shared__ float Ys[TW];', 'if (t < TW)', '    Ys[t] = t;', '__syncthreads();']
    k.c_tail += ['const float *q = k / TW % 2 ? As : Ys;', 'acc += q[t % TW];']


@rule(legal=True)
def macro_phase__near(k):
    """An index in a macro."""
    k.need.update(LINE, text='plain')
    k.top += ['#define AT(i, j) ((i) + (j))']
    k.copy_filter = lambda k, t, d, v, g: [f'{d} = A[AT(k, t)];']


@rule(legal=True)
def shared_source__near(k):
    """The shared array is read by compute."""
    k.need.update(LINE, phases=1, header='for')
    k.pre += ['__shared__ float all[1024];', 'for (int i = t; i < 1024; i += 64)', '    all[i] = A[i % 64];',
              '__syncthreads();']
    k.c_tail.append('acc += all[(k + t) % 1024];')


# width: what the source's type does not promise
@rule(legal=True)
def odd_source(k):
    """Elements that lie one behind a boundary of 16 bytes."""
    k.need.update(LINE, stride=['literal', 'trips', 'block'])
    add_array(k, 'X', 'const float *__restrict__ ', F32, 4096)
    behind = k.r.choice([1, 2, 3])
    k.copy_filter = lambda k, t, d, v, g: [f'{d} = X[k + t + {behind}];']


@rule(legal=True)
def pair_at_odd(k):
    """A struct of two floats needs no more than a float's alignment."""
    k.need.update(LINE, elem=PAIR)
    add_array(k, 'X', 'const float *__restrict__ ', F32, 4096)
    k.copy_filter = lambda k, t, d, v, g: [f'{d} = ((const pair *)(X + 1))[k + t];']


@rule(legal=True)
def odd_stage(k):
    """16 bytes at a time into a tile whose size is no multiple of them."""
    k.need.update(LINE, w=64, threads=64, header='for', sync_first=False)
    add_array(k, 'X', 'const float4 *__restrict__ ', F4, 1024)
    k.pre.append('__shared__ __align__(16) float Ws[69];')
    k.load_tail += ['if (t < 16)', '    *(float4 *)&Ws[4 * t] = X[k / 4 + t];', 'else if (t < 21)',
                    '    Ws[48 + t] = 0.5f;']
    k.c_tail.append('acc += Ws[(t * 7) % 69];')


# barriers: the leading one publishes what was stored before the loop
@rule(legal=True)
def published(k):
    k.need.update(LINE, sync_first=True)
    k.pre += ['__shared__ float first[TW];', 'if (t < TW)', '    first[t] = A[t % TW] + 1.0f;']
    k.c_tail.append('acc += first[(t + 5) % TW];')


# launch: __launch_bounds__ says the most threads there may be
@rule(legal=True)
def fewer_threads(k):
    k.need.update(LINE, shape=['line', 'rows'], bounds=True, stride='block', threads=[64, 128])
    k.bounds_factor = k.r.choice([2, 4])


# not all threads are there: copies must stay with those that made them
@rule(legal=True)
def some_return(k):
    k.need.update(LINE, threads=128, stride=['literal', 'trips', 'block'], early=False, extra_shared=False, phases=1)
    k.pre += ['if (t >= 96)', '    return;']


@rule(legal=True)
def block_returns(k):
    k.need.update(LINE, early=False)
    k.pre += ['if (blockIdx.x == 1)', '    return;']
