"""What breaks a rule about the outside, the load phase, barriers, or the loop's own state."""
from kernel import F32, I32, Type
from rules import LINE, PLAIN, add_array, rule


# rule 1: order with the outside
@rule('KP201')
def fence(k):
    k.need.update(PLAIN)
    where = k.r.choice([k.load_head, k.c_head, k.c_tail])
    where.append(k.r.choice(['__threadfence();', '__threadfence_system();', '__threadfence_block();']))


@rule(legal=True)
def fence__near(k):
    k.need.update(PLAIN)
    k.post.append('__threadfence();')


@rule('KP201', 'KP208', 'KP204', 'KP303')
def spin(k):
    k.need.update(LINE)
    add_array(k, 'flags', 'int *', I32, 64, 'inout')
    k.load_head += ['if (t == 0)', '    while (atomicAdd(&flags[k / TW], 0) < -1000000) {', '    }',
                    '__syncthreads();']


@rule('KP201', 'KP203')
def acquire(k):
    k.need.update(LINE)
    add_array(k, 'flags', 'const int *', I32, 64)
    k.top += ['__device__ __forceinline__ int acquire(const int *p)', '{', '    int v;',
              '    asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");',
              '    return v;', '}']
    k.load_head += ['acc += acquire(&flags[k / TW]);']


@rule('KP207')
def volatile_source(k):
    k.need.update(LINE)
    k.sources_restrict = False
    k.copy_filter = lambda k, t, d, v, g: [f'{d} = *(const volatile float *)&{v};']


@rule('KP207')
def volatile_tile(k):
    k.need.update(LINE)
    k.need['elem'] = Type('volatile float', 'f32', 1, '0.0f', '{}')


@rule(legal=True)
def volatile_source__near(k):
    k.need.update(LINE)
    k.post += ['volatile float last = acc;', 'acc = last + 1.0f;']


@rule('KP202')
def unknown_call(k):
    k.need.update(PLAIN)
    k.top.append('extern __device__ float elsewhere(float);')
    k.gpu = False
    k.r.choice([k.load_head, k.c_head, k.c_tail]).append('acc = elsewhere(acc);')


@rule(legal=True)
def unknown_call__near(k):
    k.need.update(PLAIN)
    k.top += ['__device__ float somewhere(float v)', '{', '    return fabsf(v) + 1.0f;', '}']
    k.r.choice([k.load_head, k.c_head, k.c_tail]).append('acc = somewhere(acc);')


@rule('KP203')
def unknown_asm(k):
    k.need.update(PLAIN)
    add_array(k, 'scratch', 'float *', F32, 4096, 'inout')
    k.c_tail += ['if (t == 0)', '    asm volatile("discard.global.L2 [%0], 128;" ::"l"(scratch));']
    k.gpu = False


@rule(legal=True)
def unknown_asm__near(k):
    k.need.update(PLAIN)
    k.top += ['__device__ __forceinline__ int pop(int v)', '{', '    int c;',
              '    asm("popc.b32 %0, %1;" : "=r"(c) : "r"(v));', '    return c;', '}']
    k.c_tail += ['acc += pop(t + (int)acc);']


@rule('KP201', 'KP208')
def cooperative(k):
    k.need.update(PLAIN)
    k.top += ['#include <cooperative_groups.h>']
    k.gpu = False
    (k.c_tail if k.r.random() < 0.3 else k.post).append('cooperative_groups::this_grid().sync();')


@rule(legal=True)
def cooperative__near(k):
    k.need.update(PLAIN)
    k.top += ['#include <cooperative_groups.h>']
    k.bar = ['cooperative_groups::this_thread_block().sync();'] * 3


# rule 2: one load phase
@rule('KP307', 'KP308', 'KP302', legal='single')
def two_loads(k):
    k.need.update(LINE, phases=1)
    k.need['sync_first'] = False
    add_array(k, 'D', 'const float *__restrict__ ', F32, 2048)
    k.c_tail += ['__syncthreads();', 'if (t < TW)', '    As[t] = D[k + t];', '__syncthreads();',
                 'for (int j = 0; j < TW; ++j)', '    acc = acc * 0.5f + As[j];']


@rule(legal=True)
def two_loads__near(k):
    k.need.update(LINE)
    k.need['sync_first'] = False
    add_array(k, 'D', 'const float *__restrict__ ', F32, 2048)
    k.pre += ['__shared__ float Ds[TW];']
    k.c_tail += ['if (t < TW)', '    Ds[t] = D[k + t];', '__syncthreads();',
                 'for (int j = 0; j < TW; ++j)', '    acc = acc * 0.5f + Ds[j];']


# rule 3: full, plain block barriers
@rule('KP103')
def partial(k):
    k.need.update(PLAIN, two_d=False)
    b = k.r.choice(['counted', 'named', 'or'])
    if b == 'or':
        k.need['sync_first'] = False
        k.bar[2] = 'acc += __syncthreads_or(acc > 1e30f);'
    else:
        k.bar = [None] * 3
        k.lazy_bar = b


@rule(legal=True)
def partial__near(k):
    k.need.update(PLAIN)
    k.bar = ['asm volatile("bar.sync 0;" ::: "memory");'] * 3


@rule('KP104')
def conditional(k):
    k.need.update(LINE, sync_first=False)
    k.bar[2] = 'if (k + TW < n)\n        __syncthreads();'


@rule('KP102')
def missing(k):
    k.need.update(PLAIN, phases=1)
    k.bar[2] = ''
    if k.r.random() < 0.3:
        k.bar[0], k.bar[2] = '', '__syncthreads();'


@rule(legal=True)
def missing__near(k):
    k.need.update(PLAIN, sync_first=True)


def block_largest(k, meet):
    """A call in compute that waits for the block."""
    k.top += ['__device__ float block_largest(float v, int t, int threads)', '{',
              '    __shared__ float pass[256];', '    pass[t] = v;', *meet,
              '    for (int j = 0; j < threads; ++j)', '        v = fmaxf(v, pass[j]);',
              *meet, '    return v;', '}']
    k.c_tail.append('acc = 0.5f * block_largest(acc, t, {threads});')


@rule('KP105')
def hidden(k):
    k.need.update(PLAIN)
    block_largest(k, ['    if (t < threads)', '        __syncthreads();'])


@rule(legal=True)
def hidden__near(k):
    k.need.update(PLAIN)
    if k.r.random() < 0.5:
        block_largest(k, ['    __syncthreads();'])
        return
    k.top += ['__device__ __forceinline__ void meet()', '{', '    __syncthreads();', '}']
    k.bar = [k.r.choice(['meet();', '__syncthreads();']) for _ in range(3)]


# rule 4: the run-ahead is the user's own loop
@rule('KP108', 'KP301')
def step_written(k):
    k.need.update(LINE)
    k.need['header'] = 'for'
    k.pre.append('int stride = TW;')
    k.header_filter = lambda k, h: (h[0], h[1].replace('k += TW', 'k += stride'), h[2], h[3])
    k.c_tail += ['if (As[0] < -2.0f)', '    stride = 2 * TW;']


@rule('KP108', 'KP301', 'KP109')
def done_flag(k):
    k.need.update(LINE)
    k.need['header'] = ['for', 'while', 'le']
    k.pre.append('bool done = false;')
    k.cond_extra = ' && !done'
    k.c_tail += ['if (As[TW - 1] > 2.0f)', '    done = true;']


@rule(legal=True)
def done_flag__near(k):
    k.need.update(LINE)
    k.need['header'] = ['for', 'while', 'le']
    add_array(k, 'limit', 'const float *__restrict__ ', F32, 64)
    k.pre.append('const bool enough = limit[blockIdx.x] > 5.0f;')
    k.cond_extra = ' && !enough'


@rule('KP107')
def divergent(k):
    k.need.update(LINE)
    k.need['header'] = 'for'
    add_array(k, 'len', 'const int *__restrict__ ', I32, 256)
    k.header_filter = lambda k, h: (h[0], h[1].replace('k < n', 'k < len[t]'), h[2], h[3])
    k.gpu = False


@rule('KP107')
def divergent_start(k):
    k.need.update(LINE)
    k.need['header'] = 'for'
    k.need['threads'] = 64
    k.header_filter = lambda k, h: (h[0], h[1].replace('int k = 0;', 'int i = t;')
                                    .replace('k < n', 'i < n').replace('k += TW', 'i += TW'), h[2], h[3])
    k.load_head.append('const int k = i - t;')


@rule('KP107', 'KP109', 'KP101')
def ticket_header(k):
    k.need.update(LINE)
    k.need['header'] = 'for'
    k.pre += ['__shared__ int next;']
    k.header_filter = lambda k, h: (h[0], 'for (int k = 0; atomicAdd(&out[gridDim.x * 64 + t], 1.0f) < n / TW;'
                                    ' k += TW) {', h[2], h[3])
    k.gpu = False


@rule('KP108', 'KP302')
def bound_in_shared(k):
    k.need.update(LINE)
    k.need.update(header='for', sync_first=False)
    k.pre += ['__shared__ int end;', 'if (t == 0)', '    end = n;', '__syncthreads();']
    k.header_filter = lambda k, h: (h[0], h[1].replace('k < n', 'k < end'), h[2], h[3])
    k.c_tail += ['__syncthreads();', 'if (t == 0 && As[0] > 2.0f)', '    end = 0;']


@rule('KP108', 'KP302', 'KP309')
def tile_in_condition(k):
    k.need.update(LINE, sync_first=True)
    k.need['header'] = 'for'
    k.pre += ['if (t < TW)', '    As[t] = 1.0f;', '__syncthreads();']
    k.cond_extra = ' && As[TW - 1] > -2.0f'
    k.c_tail.append('__syncthreads();')


@rule('KP108', 'KP302')
def step_in_shared(k):
    k.need.update(LINE, sync_first=False)
    k.need['header'] = 'for'
    k.pre += ['__shared__ int stride;', 'if (t == 0)', '    stride = TW;', '__syncthreads();']
    k.header_filter = lambda k, h: (h[0], h[1].replace('k += TW', 'k += stride'), h[2], h[3])
    k.c_tail += ['__syncthreads();', 'if (t == 0 && As[0] > 2.0f)', '    stride = 2 * TW;']


@rule(legal=True)
def bound_in_shared__near(k):
    k.need.update(LINE)
    k.need['header'] = 'for'
    k.pre += ['__shared__ int end;', 'if (t == 0)', '    end = n;', '__syncthreads();']
    k.header_filter = lambda k, h: (h[0], h[1].replace('k < n', 'k < end'), h[2], h[3])


@rule('KP106')
def leaves(k):
    k.need.update(LINE)
    what = k.r.choice(['return;', 'break;'])
    k.need['header'] = 'for'
    k.load_head += ['if (A[k] > 2.0f)', '    ' + what]


@rule(legal=True)
def leaves__near(k):
    k.need.update(LINE)
    k.c_tail += ['for (int i = 0; i < 8; ++i) {', '    if (i == t)', '        continue;',
                 '    if (acc > 100.0f)', '        break;', '    acc += i;', '}']


@rule('KP106')
def break_in_compute(k):
    """The condition does not say that the next tile may be loaded: the break does."""
    k.need.update(LINE, sync_first=False)
    add_array(k, 'limit', 'const float *__restrict__ ', F32, 64)
    k.iter_tail += ['if (k > (int)(64.0f * limit[blockIdx.x]))', '    break;']


@rule('KP106')
def count_and_break(k):
    """As before, all threads together."""
    k.need.update(LINE, sync_first=False)
    k.bar[2] = 'if (__syncthreads_count(acc > 1e30f) == {threads})\n            break;'
