"""What breaks a rule about coverage, the tile's name, storage, launches or text."""
from kernel import F32, I32
from rules import LINE, PLAIN, add_array, rule


# rule 11: coverage
def only_single(k):
    k.need.update(LINE, phases=1)
    k.pre += ['for (int i = t; i < TW; i += 64)', '    As[i] = 0.0f;', '__syncthreads();']


@rule('KP403', 'KP406', legal='single')
def no_else(k):
    k.need.update(PLAIN)
    only_single(k)
    k.copy_filter = lambda k, t, d, v, g: ['if (k + t + 7 < n)', f'    {d} = {v};']


@rule(legal=True)
def no_else__near(k):
    only_single(k)
    k.copy_filter = lambda k, t, d, v, g: ['if (t % 4 != blockIdx.x % 4)', f'    {d} = {v};', 'else',
                                           f'    {d} = 1.0f;']


@rule('KP403', 'KP406', legal='single')
def moving(k):
    only_single(k)
    k.copy_filter = lambda k, t, d, v, g: ['if (t < 32)', f'    As[t + k / TW % 2 * 32] = {v};']


@rule('KP403', 'KP406', legal='single')
def moving_copy_index(k):
    """How far the index moves is in the data."""
    only_single(k)
    k.copy_filter = lambda k, t, d, v, g: ['{', '    int at = t % (TW / 2);',
                                           '    for (int u = 0; u < 2; ++u) {', '        if (t < TW / 2)',
                                           '            As[at] = A[k + at];',
                                           '        at += A[k] > 0.0f ? TW / 2 : 0;', '    }', '}']


@rule(legal=True)
def moving_copy_index__near(k):
    k.need.update(LINE, header='for')
    k.copy_filter = lambda k, t, d, v, g: ['{', '    int at = t % (TW / 2);',
                                           '    for (int u = 0; u < 2; ++u) {', '        if (t < TW / 2)',
                                           '            As[at] = A[k + at];', '        at += TW / 2;',
                                           '    }', '}']


@rule('KP403', 'KP406', legal='single')
def copies_end(k):
    """Where the copy loop ends is in the data."""
    only_single(k)
    k.copy_filter = lambda k, t, d, v, g: ['for (int u = 0; u < TW / 32; ++u) {', '    if (t >= 32 || A[k + u] > 0.25f)',
                                           '        break;', '    As[t + u * 32] = A[k + t + u * 32];', '}']


@rule(legal=True)
def copies_end__near(k):
    k.need.update(LINE, phases=1)
    k.copy_filter = lambda k, t, d, v, g: ['for (int u = 0; u < TW / 32 + 1; ++u) {', '    int at = t % 32 + u * 32;',
                                           '    if (at >= TW)', '        break;', '    if (t >= 32)', '        break;',
                                           '    As[at] = A[k + at];', '}']


@rule('KP403', 'KP406', legal='single')
def data_guard(k):
    only_single(k)
    add_array(k, 'on', 'const int *__restrict__ ', I32, 4096)
    k.copy_filter = lambda k, t, d, v, g: ['if (on[k + t] > 0)', f'    {d} = {v};']


@rule('KP403', 'KP406', legal='single')
def halo(k):
    only_single(k)
    k.copy_filter = lambda k, t, d, v, g: ['if (t > 0 && t < 63)', f'    {d} = {v};']


@rule('KP403', 'KP406', legal='single')
def outer_guard(k):
    only_single(k)
    k.need['around'] = 'outer'
    k.copy_filter = lambda k, t, d, v, g: ['if ((t + round) % 2)', f'    {d} = {v};']


@rule('KP403', 'KP406', legal='single')
def shrinking(k):
    only_single(k)
    k.need.update(header='for', stride='literal')
    k.copy_filter = lambda k, t, d, v, g: ['for (int q = t; q < min(TW, n - k - 5); q += 64)',
                                           '    As[q] = A[k + q];']


@rule('KP403', 'KP406', legal='single')
def leaves_copy_loop(k):
    only_single(k)
    k.need['stride'] = 'block'
    word = k.r.choice(['break', 'continue'])
    k.copy_filter = lambda k, t, d, v, g: ['if (A[k] > 0.5f)', f'    {word};', f'{d} = {v};']


# rule 13: mentions of the tile
@rule('KP401', 'KP402', 'KP206', 'KP204', legal='single')
def escapes(k):
    k.need.update(LINE)
    k.top.append('__device__ float *peek;')
    k.pre.append('peek = As;')
    k.c_tail.append('acc += peek[t % TW];')
    k.gpu = False


@rule('KP401', 'KP402', legal='single')
def pointer_table(k):
    k.need.update(LINE)
    k.pre += ['__shared__ float Ys[TW];', 'if (t < TW)', '    Ys[t] = t;', '__syncthreads();',
              'float *both[2] = {As, Ys};']
    k.c_tail.append('acc += both[k / TW % 2][t % TW];')


@rule('KP401', 'KP402', legal='single')
def moved_pointer(k):
    k.need.update(LINE)
    k.pre.append('const float *q = As;')
    k.c_tail += ['acc += q[0];', 'q = As + (t + k) % TW;', 'acc += *q;']


@rule('KP401', 'KP402', legal='single')
def null_pointer(k):
    k.need.update(LINE)
    k.pre.append('const float *q = t < 8 ? As : nullptr;')
    k.c_tail.append('acc += q ? q[t % TW] : 1.0f;')


@rule(legal=True)
def null_pointer__near(k):
    k.need.update(LINE)
    k.pre.append('const float *q = t < 8 ? As : &As[1];')
    k.c_tail.append('acc += q[t % (TW - 1)];')


@rule(legal=True)
def pointer_behind(k):
    """Scratch behind the loop, by a pointer that was made before it."""
    k.need.update(LINE)
    k.pre.append('float *late = As + 1;')
    k.post += ['__syncthreads();', 'if (t < TW - 1)', '    late[t] = acc;', '__syncthreads();',
               'acc += late[t * 7 % (TW - 1)];']


@rule('KP402', 'KP401', legal='single')
def closure(k):
    """It is called behind the loop, too."""
    k.need.update(LINE)
    k.before_loop = 'auto at = [&](int j) { return As[j]; };'
    k.c_tail.append('acc += at(t % TW);')
    k.post.append('acc += at(t * 3 % TW);')


@rule(legal=True)
def closure_in_front(k):
    """The loop alone calls it."""
    k.need.update(LINE)
    k.before_loop = 'auto at = [&](int j) { return As[j]; };'
    k.c_tail.append('acc += at(t % TW);')


@rule(legal=True)
def closure__near(k):
    k.need.update(LINE)
    k.c_head.append('auto at = [&](int j) { return As[j]; };')
    k.c_tail.append('acc += at(t % TW);')


@rule('KP401', 'KP402', 'KP404', legal='single')
def cast_integer(k):
    """The address as an integer, kept in shared memory."""
    k.need.update(LINE)
    k.pre += ['__shared__ unsigned long long where;', 'if (t == 0)',
              '    where = (unsigned long long)(void *)As;', '__syncthreads();']
    k.c_tail.append('acc += ((const float *)where)[t % TW];')
    k.gpu = False  # nvcc takes a pointer out of memory for a global one


# storage and launch
@rule('KP404', legal='single')
def file_scope(k):
    k.need.update(LINE, sizes='macro')
    k.need['storage'] = 'body'
    k.top.append('__shared__ float As[TW];')
    k.undeclared = True


@rule('KP503', 'KP405', legal='single')
def open_launch(k):
    """Nobody launches it here."""
    k.need.update(LINE, storage='extern')
    k.open = k.unlaunched = True
    k.gpu = False


@rule(legal=True)
def open_launch__near(k):
    k.need.update(LINE, storage='extern')
    k.open = True


@rule(legal=True)
def open_size(k):
    """The launch chooses."""
    k.need.update(LINE, storage='extern')
    k.size_parameter = True
    k.gpu = False


@rule(legal=True)
def results_behind(k):
    """What the tile's memory takes behind the loop: all of what is read there, or a part."""
    k.need.update(LINE, storage='extern', early=k.r.random() < 0.2, threads=128)
    k.open = True
    stride, before = k.r.choice([1, 2, 3, 4, 5, 8]), k.r.choice([0, 0, 64, 100])
    k.results = 4 * (before + 128 * stride)
    at = '[%d + {} * %d]' % (before, stride)
    store = {'all': ['results' + at.format('t') + ' = acc;'],
             'backwards': ['results' + at.format('(127 - t)') + ' = acc;'],
             'loop': ['for (int i = 0; i < 4; ++i)', '    if (t % 4 == i)', '        results' + at.format('t') + ' = acc + i;'],
             'pairs': ['if (t < 64) {', '    results' + at.format('t') + ' = acc;', '    results' + at.format('(t + 64)') + ' = acc + 1;', '}'],
             'sometimes': ['if (n > TW)', '    results' + at.format('t') + ' = acc;'],
             'few': ['if (t < 40)', '    results' + at.format('t') + ' = acc;']}
    form = k.r.choice(list(store))
    read = {'few': 't % 40'}.get(form, k.r.choice(['(t + 1) % 128', '(t * 5) % 128', '127 - t', 't']))
    k.post += ['float *results = (float *)dynamic;', '__syncthreads();', *store[form], '__syncthreads();',
               *(['if (n > TW)'] if form == 'sometimes' else []), ('    ' if form == 'sometimes' else '') + f'acc += 0.5f * results{at.format(f"({read})")};']
    if k.r.random() < 0.25:
        k.post += ['if (n >= TW)', f'    acc += As[{k.r.choice(["t % TW", "TW - 1"])}];'] if k.r.random() < 0.5 else \
            ['__syncthreads();', 'results[t] = acc;', '__syncthreads();', 'acc += results[(t + 3) % 128];']


@rule('KP311')
def two_dynamic(k):
    k.need.update(LINE, storage='extern')
    k.pre.append('extern __shared__ int words[];')
    k.c_tail.append('acc += words[t % TW] & 255;')


@rule(legal=True)
def two_dynamic__near(k):
    k.need.update(LINE, storage='extern')
    k.pre.append('int *words = (int *)dynamic;')
    k.c_tail.append('acc += words[t % TW] & 255;')


@rule('KP402', 'KP503', 'KP405', legal='single')
def asks_for_size(k):
    k.need.update(LINE, storage='extern')
    k.pre += ['unsigned bytes;', 'asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(bytes));', 'acc += bytes;']


# text
@rule('KP605')
def decltype_tile(k):
    k.need.update(LINE)
    k.top += ['template <typename V>', 'struct length;', 'template <typename V, int N>',
              'struct length<V[N]> {', '    static constexpr int value = N;', '};']
    k.c_tail.append('acc += length<decltype(As)>::value;')


@rule(legal=True)
def decltype_tile__near(k):
    k.need.update(LINE)
    k.c_tail.append('acc += sizeof(As) / sizeof(As[0]);')


@rule('KP601')
def macro_phase(k):
    k.need.update(LINE, text='plain')
    k.top += ['#define PHASE(to, from) to = from; __syncthreads()']
    k.copy_filter = lambda k, t, d, v, g: [f'PHASE({d}, {v});'] if k.threads == 64 else None
    k.need['threads'] = 64
    k.need['stride'] = 'literal'


def copies_by_hand(k, behind):
    """The tiles arrive by cp.async, in C or in assembly; behind all of them stands what `behind` holds."""
    k.top.append('#include <cuda_pipeline.h>')
    k.top += ['#define FETCH4(to, from) asm volatile("cp.async.ca.shared.global [%0], [%1], 4;\\n" :: \\',
              '    "r"((unsigned)__cvta_generic_to_shared(to)), "l"(from) : "memory")']
    copy = k.r.choice(['__pipeline_memcpy_async(&{0}, &{1}, 4);', 'FETCH4(&{0}, &{1});'])

    def bring(k, t, d, v, g):
        line = copy.format(d, v)
        return [line] if not g else [f'if ({g})', '    ' + line, 'else', f'    {d} = {t.elem.zero};']
    k.copy_filter = bring
    k.load_tail += behind


COMMIT, WAIT = ['__pipeline_commit();', 'asm volatile("cp.async.commit_group;");'], \
    ['__pipeline_wait_prior(0);', 'asm volatile("cp.async.wait_all;" ::: "memory");',
     'asm volatile("cp.async.wait_group 0;" ::: "memory");']


@rule('KP110')
def by_hand(k):
    k.need.update(LINE, threads=64, sync_first=False, header='for')
    copies_by_hand(k, k.r.choice([['__pipeline_commit();', '__pipeline_wait_prior(1);'],
                                  ['__pipeline_wait_prior(0);', '__pipeline_commit();'],
                                  ['__pipeline_commit();']]))


@rule(legal=True)
def by_hand__near(k):
    k.need.update(PLAIN, elem=F32, convert=None, bump=False, transposed=False)
    copies_by_hand(k, [k.r.choice(COMMIT), k.r.choice(WAIT)])


@rule('KP110', 'KP301', 'KP102')
def two_buffers(k):
    k.need.update(LINE, threads=64, sync_first=False, phases=1)
    k.need['header'] = 'for'
    k.pre += ['__shared__ float buffer[2][64];', 'int now = 0;']
    k.copy_filter = lambda k, t, d, v, g: [f'buffer[now][t] = {v};', f'{d} = 0.0f;']
    k.compute_filter = lambda k, lines: ['for (int j = 0; j < TW; ++j)', '    acc = acc * 0.875f + buffer[now][j];']
    k.c_tail.append('now ^= 1;')
    k.copy_filter = lambda k, t, d, v, g: [f'buffer[now][t] = {v};']
    k.bar[2] = ''


@rule('KP101')
def reduction(k):
    k.need.update(LINE, threads=64, phases=1)
    k.copy_filter = lambda k, t, d, v, g: [f'{d} = acc;']
