"""What breaks a rule about sources, what is seen, or the slice."""
from kernel import F32, I32
from rules import LINE, PLAIN, add_array, rule


# rule 5: sources. What has ranges is legal under a test.
@rule(legal=True)
def alias_plain__tested(k):
    k.need.update(LINE)
    k.sources_restrict = False
    add_array(k, 'y', 'float *', F32, 4096, 'inout')
    k.c_tail.append('y[blockIdx.x * (n + 256) + k + t] = acc;')


@rule('KP204')
def alias_callee(k):
    k.need.update(LINE)
    k.sources_restrict = False
    k.top += ['__device__ void set(float *__restrict__ to, float v)', '{', '    *to = v;', '}']
    add_array(k, 'y', 'float *', F32, 4096, 'inout')
    k.c_tail.append('set(&y[blockIdx.x * (n + 256) + k + t], acc);')


@rule(legal=True)
def alias_local__tested(k):
    k.need.update(LINE)
    k.sources_restrict = False
    add_array(k, 'y', 'float *', F32, 4096, 'inout')
    k.pre.append('float *__restrict__ dst = y + blockIdx.x * (n + 256);')
    k.c_tail.append('dst[k + t] = acc;')


@rule(legal=True)
def alias_type__tested(k):
    k.need.update(LINE)
    k.sources_restrict = False
    add_array(k, 'y', 'int *', I32, 4096, 'inout')
    k.c_tail.append(k.r.choice(['y[blockIdx.x * (n + 256) + k + t] = (int)acc;',
                                'atomicAdd(&y[t], (int)acc);', 'y[blockIdx.x * (n + 256) + t] ^= k;']))


@rule(legal=True)
def alias_index__tested(k):
    k.need.update(LINE)
    add_array(k, 'where', 'const int *', I32, 4096)
    add_array(k, 'y', 'float *', F32, 4096, 'inout')
    k.copy_filter = lambda k, t, d, v, g: [f'{d} = A[(where[t] & 63) + k];']
    k.c_tail.append('y[blockIdx.x * (n + 256) + k + t] = acc;')


@rule(legal=True)
def alias_guard__tested(k):
    k.need.update(LINE)
    add_array(k, 'on', 'const int *', I32, 4096)
    add_array(k, 'y', 'int *', I32, 4096, 'inout')
    k.copy_filter = lambda k, t, d, v, g: [f'{d} = on[k + t] > 0 ? {v} : 0.0f;']
    k.c_tail.append('y[blockIdx.x * (n + 256) + k + t] = (int)acc;')


@rule(legal=True)
def alias_bound__tested(k):
    k.need.update(LINE)
    k.need['header'] = 'for'
    add_array(k, 'end', 'const int *', I32, 16)
    add_array(k, 'y', 'int *', I32, 4096, 'inout')
    k.header_filter = lambda k, h: (h[0], h[1].replace('k < n', 'k < min(n, 64 + end[blockIdx.x])'), h[2],
                                    h[3])
    k.c_tail.append('y[blockIdx.x * (n + 256) + k + t] = (int)acc;')


@rule('KP204', 'KP206')
def restrict_written(k):
    k.need.update(LINE)
    k.sources_restrict = False
    k.tile_filter = lambda k: setattr(k.tiles[0], 'src', 'X')
    add_array(k, 'X', 'float *__restrict__ ', F32, 4096, 'inout')
    k.c_tail.append('X[k + 2 * TW + t] = acc;' if k.r.random() < 0.5 else 'X[t] += 1.0f;')
    k.drop_source = True


@rule('KP204', 'KP206')
def restrict_derived(k):
    """The store goes through a pointer that is based on the source."""
    restrict_written(k)
    k.c_tail[:] = ['q[k + TW + t] = acc;']
    k.pre.append('float *q = X + TW;')


@rule('KP206', 'KP204')
def device_array(k):
    k.need.update(LINE)
    k.top.append('__device__ float state[4096];')
    k.copy_filter = lambda k, t, d, v, g: [f'{d} = state[k + t];']
    k.c_tail.append('state[k + TW + t] = acc;')


@rule(legal=True)
def device_array__near(k):
    k.need.update(LINE)
    k.top += ['__device__ float state[4096];', '__device__ float result[4096];']
    k.copy_filter = lambda k, t, d, v, g: [f'{d} = state[k + t];']
    k.post.append('result[blockIdx.x * {threads} + t] = acc;')


@rule(legal=True)
def alias_plain__near(k):
    k.need.update(LINE)
    add_array(k, 'y', 'float *', F32, 4096, 'inout')
    k.c_tail.append('y[blockIdx.x * (n + 256) + k + t] = acc;')


@rule('KP205')
def constant(k):
    k.need.update(LINE)
    k.top.append('__constant__ float table[2048];')
    k.copy_filter = lambda k, t, d, v, g: [f'{d} = table[k + t];']


@rule('KP101', 'KP205', 'KP302')
def shared_source(k):
    k.need.update(LINE, phases=1)
    k.pre += ['__shared__ float all[1024];', 'for (int i = t; i < 1024; i += 64)', '    all[i] = A[i % 64];',
              '__syncthreads();']
    k.copy_filter = lambda k, t, d, v, g: [f'{d} = all[(k + t) % 1024];']


# rule 6: everything is seen
@rule('KP602')
def switched_again(k):
    """What the condition asks for changes on the way."""
    k.need.update(PLAIN, text='plain')
    add_array(k, 'y', 'float *', F32, 4096, 'inout')
    where = k.r.choice([k.c_tail, k.load_head])
    where += ['#ifdef TRACE', 'y[t] = acc;', '#else', '#define TRACE', '#endif']


@rule(legal=True)
def switched_again__near(k):
    """Every choice of the branches has a form."""
    k.need.update(PLAIN, text='plain')
    add_array(k, 'y', 'float *', F32, 4096, 'inout')
    where = k.r.choice([k.c_tail, k.load_head])
    where += ['#ifdef TRACE', 'y[t] = acc;', '#endif']


@rule(legal=True)
def switched_barrier(k):
    k.need.update(PLAIN, text='plain')
    k.c_tail += ['#ifndef FAST_PATH', 'acc += 1.0f;', '#else', 'acc += 2.0f;', '#endif']


@rule(legal=True)
def switched_off__near(k):
    k.need.update(PLAIN, text='plain')
    k.top += ['#ifdef TRACE', '#define EXTRA(v) (v)', '#else', '#define EXTRA(v) (2.0f * (v))', '#endif']
    k.c_tail += ['acc += EXTRA(0.5f);']


# rule 8: one access per element in the load phase
def own_element(k, extra):
    k.need.update(LINE)
    k.copy_filter = lambda k, t, d, v, g: [f'{d} = {v};'] + [x.format(d) for x in extra]


@rule('KP306', 'KP305')
def reread(k):
    own_element(k, [k.r.choice(['{0} *= 2.0f;', '{0} = fabsf({0});'])])


@rule(legal=True)
def own_read(k):
    """The thread's own element, read back before the barrier: that read belongs to compute."""
    own_element(k, ['acc += {0};'])


@rule(legal=True)
def fix_up(k):
    """Exact with staging registers, whose stores keep their order."""
    own_element(k, ['if (k == 64)', '    {0} = 1.0f;'])


@rule(legal=True)
def reread__near(k):
    k.need.update(LINE)
    k.copy_filter = lambda k, t, d, v, g: [f'float v = {v};', 'if (k == 64)', '    v = 1.0f;',
                                           'v = fabsf(v) * 2.0f;', f'{d} = v;']


# the slice
@rule('KP301')
def from_compute(k):
    k.need.update(LINE)
    k.pre.append('int shift = 0;')
    k.copy_filter = lambda k, t, d, v, g: [f'{d} = A[(k + t + shift) % 64];']
    k.c_tail.append('shift = (int)fabsf(As[0]) % 8;')


@rule('KP301')
def closure_writes(k):
    k.need.update(LINE)
    k.pre.append('int shift = 0;')
    k.before_loop = 'auto move_on = [&]() { shift = (int)fabsf(acc) & 7; };'
    k.copy_filter = lambda k, t, d, v, g: [f'{d} = A[(k + t + shift) % 64];']
    k.c_tail.append('move_on();')


@rule('KP301')
def reference_writes(k):
    k.need.update(LINE)
    k.pre += ['int shift = 0;', k.r.choice(['int &other = shift;', 'int &other = *&shift;'])]
    k.copy_filter = lambda k, t, d, v, g: [f'{d} = A[(k + t + shift) % 64];']
    k.c_tail.append('other = (int)fabsf(acc) & 7;')


@rule('KP301')
def callee_writes(k):
    k.need.update(LINE)
    how = k.r.choice(['int &to', 'int *to'])
    k.top += [f'__device__ void choose(float v, {how})', '{',
              f'    {"*" if "*" in how else ""}to = (int)fabsf(v) & 7;', '}']
    k.pre.append('int shift = 0;')
    k.copy_filter = lambda k, t, d, v, g: [f'{d} = A[(k + t + shift) % 64];']
    k.c_tail.append(f'choose(acc, {"&" if "*" in how else ""}shift);')


@rule(legal=True)
def global_exchange(k):
    """A barrier that orders global memory must stay."""
    k.need.update(PLAIN)
    add_array(k, 'y', 'float *', F32, 4096, 'inout')
    k.c_tail += ['y[blockIdx.x * {threads} + t] = acc;', '__syncthreads();',
                 'acc += 0.125f * y[blockIdx.x * {threads} + (t + 1) % {threads}];']
    if k.need.setdefault('sync_first', k.r.random() < 0.3):
        k.c_tail.append('__syncthreads();')


@rule(legal=True)
def global_residue(k):
    k.need.update(PLAIN, sync_first=False)
    add_array(k, 'y', 'float *', F32, 4096, 'inout')
    k.load_head.append('acc += 0.125f * y[blockIdx.x * {threads} + (t + 1) % {threads}];')
    k.c_tail += ['y[blockIdx.x * {threads} + t] = acc;']


@rule(legal=True)
def global_after(k):
    k.need.update(PLAIN, sync_first=False)
    add_array(k, 'y', 'float *', F32, 4096, 'inout')
    k.c_tail += ['y[blockIdx.x * {threads} + t] = acc;']
    k.post.append('acc += y[blockIdx.x * {threads} + (t + 1) % {threads}];')


@rule(legal=True)
def one_line(k):
    """Statements of both phases share lines."""
    k.need.update(PLAIN)
    add_array(k, 'y', 'float *', F32, 4096, 'inout')
    k.bar = ['acc += 1.0f; __syncthreads(); acc *= 0.75f;', '__syncthreads(); acc += 2.0f;',
             'y[blockIdx.x * {threads} + t] = acc; __syncthreads();']


@rule('KP301')
def guard_from_compute(k):
    k.need.update(LINE)
    k.copy_filter = lambda k, t, d, v, g: [f'{d} = acc < 1000.0f ? {v} : 0.0f;']


@rule(legal=True)
def index_tile(k):
    """The indices are a tile; what they index is not."""
    k.need.update(LINE, sync_first=False)
    add_array(k, 'list', 'const int *__restrict__ ', I32, 4096)
    k.pre.append('__shared__ int order[TW];')
    k.load_head += ['if (t < TW)', '    order[t] = list[k + t] & 63;', '__syncthreads();']
    k.copy_filter = lambda k, t, d, v, g: [f'{d} = A[order[TW - 1 - t % TW]];']


@rule('KP302', 'KP301')
def index_in_shared(k):
    k.need.update(LINE, sync_first=False)
    k.pre += ['__shared__ int order[64];', 'if (t < 64)', '    order[t] = t;', '__syncthreads();']
    k.copy_filter = lambda k, t, d, v, g: [f'{d} = A[order[(k + t) % 64]];']
    k.c_tail += ['__syncthreads();', 'if (t < 64)', '    order[t] = (order[t] + (int)fabsf(As[t % TW])) & 63;']


@rule('KP302', 'KP301')
def guard_in_shared(k):
    k.need.update(LINE, sync_first=False)
    k.pre += ['__shared__ int on;', 'if (t == 0)', '    on = 1;', '__syncthreads();']
    k.copy_filter = lambda k, t, d, v, g: [f'{d} = on ? {v} : 0.0f;']
    k.c_tail += ['__syncthreads();', 'if (t == 0)', '    on = As[0] > 0.0f;']


@rule(legal=True)
def index_in_shared__near(k):
    k.need.update(LINE)
    add_array(k, 'list', 'const int *__restrict__ ', I32, 4096)
    k.pre += ['__shared__ int order[64];', 'if (t < 64)', '    order[t] = list[t] & 63;', '__syncthreads();']
    k.copy_filter = lambda k, t, d, v, g: [f'{d} = A[order[(k + t) % 64]];']


@rule(legal=True)
def gather__near(k):
    k.need.update(LINE)
    add_array(k, 'list', 'const int *__restrict__ ', I32, 4096)
    k.copy_filter = lambda k, t, d, v, g: [f'if (k + t + 3 < n)', f'    {d} = A[list[k + t] & 63];', 'else',
                                           f'    {d} = 0.0f;']


@rule('KP303')
def ticket(k):
    k.need.update(LINE)
    add_array(k, 'cursor', 'int *__restrict__ ', I32, 16, 'inout')
    k.copy_filter = lambda k, t, d, v, g: [f'const int at = atomicAdd(&cursor[blockIdx.x], 1) & 63;',
                                           f'{d} = A[at];']


@rule(legal=True)
def ticket__near(k):
    k.need.update(LINE)
    add_array(k, 'counter', 'int *__restrict__ ', I32, 16, 'inout')
    k.load_head += ['if (t == 0)', '    atomicAdd(&counter[blockIdx.x], 1);']


@rule('KP305')
def mixed(k):
    k.need.update(LINE, w=64, threads=64)
    k.need['stride'] = 'block'
    k.copy_filter = lambda k, t, d, v, g: [f'{d} = {v};', f'acc += {d};']


@rule('KP305', 'KP304')
def value_used(k):
    k.need.update(LINE)
    k.copy_filter = lambda k, t, d, v, g: [f'acc += {d} = {v};']


@rule('KP304', 'KP305')
def array_state(k):
    k.need.update(LINE)
    add_array(k, 'list', 'const int *__restrict__ ', I32, 4096)
    k.pre.append('int at[2] = {0, 0};')
    k.load_head += ['at[0] = (list[k + t] + at[1]) & 31;', 'at[1] = at[0] / 2;']
    k.copy_filter = lambda k, t, d, v, g: [f'{d} = A[at[0] + at[1]];']
    k.c_tail.append('acc += at[k / TW % 2];')


@rule(legal=True)
def array_state__near(k):
    k.need.update(LINE)
    add_array(k, 'list', 'const int *__restrict__ ', I32, 4096)
    k.pre.append('int at = 0;')
    k.load_head += ['at = (list[k + t] + at) & 31;']
    k.copy_filter = lambda k, t, d, v, g: [f'{d} = A[at];']
    k.c_tail.append('acc += at;')


@rule('KP308', legal='single')
def tile_written(k):
    k.need.update(LINE, phases=1, sync_first=False)
    k.c_tail += ['__syncthreads();', 'if (t < TW)', '    As[TW - 1 - t] = acc;', '__syncthreads();',
                 'acc += As[t % TW];']


@rule(legal=True)
def tile_written__near(k):
    k.need.update(LINE, sync_first=False)
    k.pre.append('__shared__ float Rs[256];')
    k.c_tail += ['Rs[t] = acc;', '__syncthreads();', 'acc += Rs[(t + 1) % TW];']


@rule('KP309', 'KP402', 'KP406')
def carried(k):
    k.need.update(LINE, sync_first=False)
    k.pre += ['if (t < TW)', '    As[t] = 0.0f;', '__syncthreads();']
    k.load_head += ['const float old = As[(t + 1) % TW];', '__syncthreads();']
    k.c_tail.append('acc += old;')
