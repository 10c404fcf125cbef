"""Forms of loops in public code that kernel.py does not choose: all are legal, each is a class."""
import re

from kernel import F32, I8, I32, F4, Type
from rules import LINE, add_array, rule

HALF2 = Type('half2', 'f16', 2, '__float2half2_rn(0.0f)', '(__low2float({0}) - __high2float({0}))')
INT4 = Type('int4', 'i32', 4, 'make_int4(0, 0, 0, 0)', '(float)(({0}.x ^ {0}.w) % 64)')
UINT2 = Type('uint2', 'u32', 2, 'make_uint2(0, 0)', '(float)(({0}.x + {0}.y) % 64)')
SHORT4 = Type('short4', 'i16', 4, 'make_short4(0, 0, 0, 0)', '(float)({0}.y - {0}.z)')
DOUBLE = Type('double', 'f64', 1, '0.0', '(float){}')


def index_of(v):
    """k + t of A[k + t]."""
    return v.split('[', 1)[1][:-1]


# ---- who copies --------------------------------------------------------------------------------

@rule(legal=True)
def form_method(k):
    k.need.update(LINE)
    k.top += ['struct view {', '    const float *p;', '    __device__ __forceinline__ float at(int i) const { return p[i]; }',
              '};']
    k.pre.append('const view source = {A};')
    k.copy_filter = lambda k, t, d, v, g: [f'{d} = source.at({index_of(v)});']


@rule(legal=True)
def form_accessor(k):
    k.need.update(LINE)
    k.top += ['struct view {', '    const float *p;', '    int first;',
              '    __device__ const float &operator[](int i) const { return p[first + i]; }', '};']
    k.copy_filter = lambda k, t, d, v, g: [f'{d} = (view{{A, k}})[{index_of(v)} - k];']


@rule(legal=True)
def form_helper_deduced(k):
    """The call does not say what the helper's template parameter is."""
    k.need.update(LINE)
    k.top += ['template <typename T>', '__device__ __forceinline__ void bring(T *to, const T *from, int i, bool inside)', '{',
              '    ' + k.r.choice(['to[i] = inside ? from[i] : T(0);', 'T v = from[i];\n    to[i] = v;',
                                   'if (inside)\n        to[i] = from[i];\n    else\n        to[i] = 0;']), '}']
    k.copy_filter = lambda k, t, d, v, g: [f'bring(As, A + k, {index_of(d)}, k + t < n);']


@rule(legal=True)
def form_fragment(k):
    """Helpers load into registers of the loop's, whose names are theirs or not, and store from them."""
    k.need.update(LINE)
    own, at = k.r.choice(['frag', 'regs']), k.r.choice(['i', 'at', 'k'])
    load = k.r.choice([f'{{}} = from[{at}];', f'{{}} = {at} < 0 ? 0.0f : __ldg(from + {at});', f'{{}} = {at} < 0 ? 3.0f : 1.0f;\n    if ({at} >= 0)\n        {{}} += from[{at}];'])
    kind = k.r.choice(['reference', 'pointer', 'part', 'array', 'bound', 'record', 'method', 'returned', 'nested'])
    name = own if kind != 'method' else 'v'
    to, var, arg = {'reference': (f'float &{own}', 'float frag;', 'frag'), 'pointer': (f'float *{own}', 'float frag;', '&frag'),
                    'part': (f'float *{own}', 'float frag[3];', 'frag + 1'), 'array': (f'float (&{own})[1]', 'float frag[1];', 'frag'),
                    'bound': (f'float (&{own})[N]', 'float frag[1];', 'frag'), 'record': (f'held &{own}', 'held frag;', 'frag'),
                    'method': ('', 'held frag;', ''), 'nested': (f'float &{own}', 'float frag[2];', 'frag[1]'),
                    'returned': ('', '', '')}[kind]
    place = {'reference': own, 'pointer': '*' + own, 'part': own + '[0]', 'array': own + '[0]', 'bound': own + '[N - 1]',
             'record': own + '.v', 'method': 'v', 'nested': own, 'returned': 'v'}[kind]
    loaded = {'pointer': 'frag', 'part': 'frag[1]', 'array': 'frag[0]', 'bound': 'frag[0]', 'record': 'frag.v', 'method': 'frag.v',
              'nested': 'frag[1]'}.get(kind, 'frag')
    body = ['{', '    ' + load.replace('{}', place), '}']
    head = f'__device__ __forceinline__ void bring({to}{", " if to else ""}const float *from, int {at})'
    if kind == 'method':
        k.top += ['struct held {', '    float v;', '    ' + head] + ['    ' + x for x in body] + ['};']
    elif kind == 'returned':
        k.top += [f'__device__ float bring(const float *from, int {at})', '{', '    float v;', body[1], '    return v;', '}']
    else:
        k.top += ['struct held {', '    float v;', '};'] if kind == 'record' else []
        k.top += [f'template <int N>\n{head}' if kind == 'bound' else head] + body
        if kind == 'nested':
            k.top += ['__device__ void bring_all(float *frag, const float *from, int first)', '{', '    bring(frag[1], from, first);', '}']
    k.top += ['__device__ __forceinline__ bool put(float *to, int i, const float &x)', '{', '    to[i] = x;', '    return true;', '}']

    def copied(k, t, d, v, g):
        i = index_of(v)
        if kind == 'returned':
            return [f'const float frag = bring(A, {i});', f'put(As, {index_of(d)}, frag);']
        call = {'method': f'frag.bring(A, {i});', 'nested': f'bring_all(frag, A, {i});'}.get(kind, f'bring({arg}, A, {i});')
        return [var, call, f'put(As, {index_of(d)}, {loaded});']

    k.copy_filter = copied


@rule(legal=True)
def form_functor(k):
    k.need.update(LINE)
    k.top += ['template <typename F>', '__device__ __forceinline__ void fill(float *to, int i, F from)', '{',
              '    to[i] = from(i);', '}']
    k.copy_filter = lambda k, t, d, v, g: [f'fill(As, {index_of(d)}, [&](int i) {{ return A[k + i]; }});']


@rule(legal=True)
def form_lambda_per_tile(k):
    k.need.update(LINE)
    k.load_head.append('auto at = [&](int i) { return A[i]; };')
    k.copy_filter = lambda k, t, d, v, g: [f'{d} = at({index_of(v)});']


@rule(legal=True)
def form_cached_load(k):
    k.need.update(LINE)
    how = k.r.choice(['__ldcs', '__ldcg', '__ldca', '__ldlu'])
    k.copy_filter = lambda k, t, d, v, g: [f'{d} = {how}(&{v});']


# ---- macros ------------------------------------------------------------------------------------

@rule(legal=True)
def form_macro_tile(k):
    k.need.update(LINE, text='plain')
    k.top.append('#define TILE(i) As[(i)]')
    k.copy_filter = lambda k, t, d, v, g: [f'TILE({index_of(d)}) = {v};']
    k.c_tail.append('acc += TILE(t % TW);')


@rule(legal=True)
def form_macro_barrier(k):
    k.need.update(LINE, text='plain')
    k.top.append(k.r.choice(['#define SYNC() __syncthreads()', '#define SYNC() do { __syncthreads(); } while (0)']))
    k.bar = ['SYNC();'] * 3


@rule(legal=True)
def form_macro_load(k):
    k.need.update(LINE, text='plain')
    k.top.append('#define LOAD(i) As[(i)] = A[k + (i)]')
    k.copy_filter = lambda k, t, d, v, g: [f'LOAD({index_of(d)});']


# ---- several elements at a time --------------------------------------------------------------------

@rule(legal=True)
def form_vector_type(k):
    k.need.update(LINE, elem=[HALF2, INT4, UINT2, SHORT4, DOUBLE])
    k.top.append('#include <cuda_fp16.h>')


@rule(legal=True)
def form_unpacked(k):
    """Four floats at a time, stored one by one."""
    k.need.update(LINE)
    four = '*(const float4 *)&A[k + 4 * t]' if k.r.random() < 0.5 else 'reinterpret_cast<const float4 *>(A + k)[t]'
    k.copy_filter = lambda k, t, d, v, g: ['if (t < TW / 4) {', f'    const float4 v = {four};'] + \
        [f'    As[{p}] = v.{m};' for p, m in (('4 * t', 'x'), ('4 * t + 1', 'y'), ('4 * t + 2', 'z'), ('4 * t + 3', 'w'))] + \
        ['}']
    k.need.update(threads=64)


@rule(legal=True)
def form_masked(k):
    """Four floats of which some are set by way of a pointer, which may mean one of two."""
    k.need.update(LINE, threads=64)
    at = k.r.choice(['&v', 'k % (2 * TW) ? &v : &w', 'n > 128 ? &w : &v'])
    last = k.r.choice(['p', 'v'])
    k.copy_filter = lambda k, t, d, v, g: [
        'if (t < TW / 4) {', '    float4 v = *(const float4 *)&A[k + 4 * t], w = make_float4(1.0f, 2.0f, 3.0f, 4.0f);',
        f'    float4 *p = {at};', '    float *const one = reinterpret_cast<float *>(p);',
        '    for (int b = 0; b < 4; ++b)', '        if (k + 4 * t + b + 3 >= n)', '            one[b] = 0.5f;'] + \
        [f'    As[4 * t + {i}] = v.{m} + 0.25f * w.{m};' if last == 'v' else f'    As[4 * t + {i}] = p->{m};'
         for i, m in enumerate('xyzw')] + ['}']


@rule(legal=True)
def form_bytes(k):
    """Four bytes of a word."""
    k.need.update(LINE, threads=64)
    add_array(k, 'Q', 'const signed char *__restrict__ ', I8, 8192)
    k.copy_filter = lambda k, t, d, v, g: ['if (t < TW / 4) {', '    const unsigned word = ((const unsigned *)(Q + k))[t];',
                                           '    for (int b = 0; b < 4; ++b)',
                                           '        As[4 * t + b] = (float)((word >> 8 * b) & 255);', '}']


@rule(legal=True)
def form_memcpy(k):
    k.need.update(LINE, threads=64)
    k.copy_filter = lambda k, t, d, v, g: ['if (t < TW / 4) {', '    float v[4];', '    memcpy(v, &A[k + 4 * t], sizeof v);',
                                           '    for (int b = 0; b < 4; ++b)', '        As[4 * t + b] = v[b];', '}']


@rule(legal=True)
def form_staged(k):
    """Through an array of registers, all loads before all stores."""
    k.need.update(LINE, threads=64, w=64)
    k.copy_filter = lambda k, t, d, v, g: ['if (t < TW / 2) {', '    float v[2];', '    for (int b = 0; b < 2; ++b)',
                                           '        v[b] = A[k + t + b * (TW / 2)];', '    for (int b = 0; b < 2; ++b)',
                                           '        As[t + b * (TW / 2)] = v[b];', '}']


@rule(legal=True)
def form_narrower(k):
    """Four of which three are kept."""
    k.need.update(LINE, threads=64)
    add_array(k, 'P', 'const float4 *__restrict__ ', F4, 1024)
    k.pre.append('__shared__ float3 Ps[TW];')
    k.load_tail += ['const float4 body = P[k + t];', 'Ps[t] = make_float3(body.x, body.y, body.z);']
    k.c_tail += ['for (int j = 0; j < TW; ++j)', '    acc = acc * 0.5f + Ps[j].x * Ps[j].z - Ps[j].y;']


# ---- guards -----------------------------------------------------------------------------------

@rule(legal=True)
def form_zero_first(k):
    k.need.update(LINE)
    k.copy_filter = lambda k, t, d, v, g: [f'{d} = 0.0f;', f'if ({index_of(v)} + 3 < n)', f'    {d} = {v};']


@rule(legal=True)
def form_value_first(k):
    k.need.update(LINE)
    k.copy_filter = lambda k, t, d, v, g: ['float v = 0.0f;', f'if ({index_of(v)} + 3 < n)', f'    v = {v};', f'{d} = v;']


@rule(legal=True)
def form_if_constexpr(k):
    k.need.update(LINE, sizes='template')
    k.copy_filter = lambda k, t, d, v, g: ['if constexpr (TW > 16)', f'    {d} = {v};', 'else', f'    {d} = 0.0f;']


# ---- around ------------------------------------------------------------------------------------

@rule(legal=True)
def form_do_on_pointer(k):
    k.need.update(LINE, header='do')
    k.header_filter = lambda k, h: (h[0] + ['const float *p = A;'], 'do {', ['p += TW;', 'k += TW;'], '} while (p < A + n);')
    k.copy_filter = lambda k, t, d, v, g: [f'{d} = p[{index_of(d)}];']


@rule(legal=True)
def form_persistent(k):
    k.need.update(LINE, header='for')
    k.before_loop = 'for (int work = blockIdx.x; work < 5; work += gridDim.x) {\n    __syncthreads();'
    k.c_tail.append('acc += work;')
    k.post.append('}')


@rule(legal=True)
def form_barriers_in_a_row(k):
    k.need.update(LINE)
    k.bar = [k.r.choice(['__syncthreads();\n        __syncthreads();', '__syncthreads();']) for _ in range(3)]


# ---- what is computed ----------------------------------------------------------------------------

@rule(legal=True)
def form_softmax(k):
    """Scores in scratch of their own, a running maximum and a running sum."""
    k.need.update(LINE, phases=2, threads=64)
    k.pre.append('float top = -1e30f, sum = 0.0f;')
    k.c_tail += ['const float higher = fmaxf(top, acc);', 'sum = sum * __expf(top - higher) + __expf(acc - higher);',
                 'top = higher;']
    k.post.append('acc += sum;')


@rule(legal=True)
def form_dp4a(k):
    k.need.update(LINE, threads=64)
    add_array(k, 'Q', 'const int *__restrict__ ', I32, 4096)
    k.pre += ['__shared__ int Qs[TW];', 'int dot = 0;']
    k.load_tail.append('Qs[t] = Q[k + t];')
    k.c_tail += ['for (int j = 0; j < TW; ++j)', '    dot = __dp4a(Qs[j], Qs[(j + t) % TW], dot);']
    k.post.append('acc += dot % 1024;')


@rule(legal=True)
def form_union(k):
    k.need.update(LINE, threads=64)
    k.pre.append('__shared__ union {\n        float f[TW];\n        int i[TW];\n    } either;')
    k.load_tail.append('either.f[t] = A[k + t] + 0.0f;')
    k.c_tail.append('acc += either.f[(t + 1) % TW];')


@rule(legal=True)
def form_recast(k):
    k.need.update(LINE, threads=64)
    k.pre += ['__shared__ __align__(16) char raw[4 * TW];', 'float *Rs = reinterpret_cast<float *>(raw);']
    k.load_tail.append('Rs[t] = A[k + t];')
    k.c_tail.append('acc += Rs[(t + 1) % TW];')


@rule(legal=True)
def form_indices_in_front(k):
    """Indices that are variables of the function and set anew by each copy: C's habit."""
    k.need.update(LINE, header=['for', 'while', 'le', 'ceil', 'step'], around=['none', 'outer', 'if'],
                  stride=['literal', 'trips', 'block'], threads=[64, 128], w=[16, 64])
    k.pre.append('int at, from;' if k.r.random() < 0.7 else 'int at = 0, from = 0;')
    k.pre.append('__shared__ float Ds[TW];')
    add_array(k, 'D', 'const float *__restrict__ ', F32, 4096)
    k.load_tail += ['for (int u = t; u < TW; u += blockDim.x) {', '    at = TW - 1 - u;', '    from = 2 * u;',
                    '    Ds[at] = D[from];', '}']
    k.c_tail.append('acc += Ds[(t + 1) % TW];')
    last = k.r.random()
    if last < 0.3:                         # the copy's own, and the variables afterwards
        k.post += ['acc += at;'] if 'at = 0' in k.pre[0] else []
    elif last < 0.5:                       # compute uses them for something else
        k.c_tail += ['at = t / 2;', 'acc += As[at % TW];']

    def copy(k, t, d, v, g):
        index = d[d.index('[') + 1:-1]
        source = v[v.index('[') + 1:-1]
        return [f'at = {index};', f'from = {source};', 'As[at] = A[from];']

    k.copy_filter = copy


@rule(legal=True)
def form_sums_in_the_buffer(k):
    """Each thread's sum lies behind the tile, in one buffer: how many there are only a launch says."""
    k.need.update(LINE, threads=[64, 128])
    k.pre += ['__shared__ __align__(16) float pool[TW + 128];', 'float *Ps = pool, *sums = pool + TW;', 'sums[t] = 0.0f;']
    k.load_tail.append('if (t < TW) Ps[t] = A[k + t];' if k.r.random() < 0.5 else 'Ps[t % TW] = A[k + t % TW];')
    k.c_tail.append('sums[t] += Ps[(t + 1) % TW];')
    k.post.append('acc += sums[t];')


@rule(legal=True)
def views__near(k):
    """Elements by methods that return references to them."""
    k.need.update(LINE)
    kind = k.r.choice(['call', 'index', 'method', 'list'])
    name, width = f'view_{k.name}', k.r.choice([4, 8, 16])
    number = k.r.choice([str(width), 'SIDE'])
    if number == 'SIDE':
        k.top.append(f'#define SIDE {width}')
    k.top.append({
        'call': f'template <typename E, int W> struct {name} {{ E *p; __device__ {name}(E *q) : p(q) {{}} '
                '__device__ E &operator()(int r, int c) { return p[r * W + c]; } };',
        'index': f'struct {name} {{ float *p; __device__ explicit {name}(float *q) : p(q) {{}} '
                 '__device__ float &operator[](int i) const { return *(p + i); } };',
        'method': f'struct {name} {{ float *p; int w; __device__ {name}(float *q, int v) : p(q), w(v) {{}} '
                  '__device__ float &at(int r, int c) { return p[r * w + c]; } '
                  '__device__ float get(int r, int c) const { return p[r * w + c]; } };',
        'list': f'struct {name} {{ int w; float *p; __device__ float &at(int r, int c) {{ return p[c + w * r]; }} }};'}[kind])
    k.pre.append({'call': f'{name}<float, {number}> seen(As);', 'index': f'{name} seen(&As[0]);',
                  'method': f'{name} seen(As, {width});', 'list': f'const int wide = {width}; {name} seen{{wide, As}};'}[kind])

    def said(i, reads=False):
        if kind == 'index':
            return f'seen[{i}]'
        method = '' if kind == 'call' else '.get' if kind == 'method' and reads else '.at'
        return f'seen{method}(({i}) / {width}, ({i}) % {width})'

    k.copy_filter = lambda k, t, d, v, g: [f'{said(d[3:-1])} = {v};']
    k.compute_filter = lambda k, lines: [re.sub(r'As\[([^]]*)\]', lambda m: said(m.group(1), True), x) for x in lines]


@rule(legal=True)
def closures__near(k):
    """Closures that hold copies, or whose types their calls deduce."""
    k.need.update(LINE)
    takes = k.r.choice(['int at', 'auto at', 'const auto &at', 'const int at'])
    holds = k.r.choice(['&', '=', 'A', '&A, by' if k.r.random() < 0.5 else 'A, by'])
    k.pre.append('const int by = n % 2;')
    fills = holds in ('&', '=') and k.r.random() < 0.5
    plus = ' + by' if 'by' in holds or holds in ('&', '=') else ''
    if fills:
        k.pre.append(f'auto fill = [{holds}](int to, {takes}) {{ As[to] = A[at]{plus}; }};')
        k.copy_filter = lambda k, t, d, v, g: [f'fill({d[3:-1]}, {index_of(v)});']
    else:
        k.pre.append(f'auto value = [{holds}]({takes}) {{ return A[at]{plus}; }};')
        k.copy_filter = lambda k, t, d, v, g: [f'{d} = value({index_of(v)});']


@rule(legal=True)
def batches__near(k):
    """Inner loops of compute that read global memory, for --batch: some may load ahead, others may not."""
    k.need.update(LINE, threads=[64, 128])
    add_array(k, 'G', 'const float *__restrict__ ', F32, 8192)
    add_array(k, 'H', 'const float *__restrict__ ', F32, 8192)
    of = k.r.choice(['int', 'int', 'unsigned', 'long', 'short'])
    step = k.r.choice(['++j', 'j++', '++j', 'j += 3', 'j += 32'])
    first = k.r.choice(['0', '0', 't % 4', 't % 4 + 0', '2'])
    end = k.r.choice(['few', 'few', 'few + 1', 'few - t % 3'])
    k.pre.append(f'const {of} few = n % 61 + 3;')
    at = k.r.choice(['j * 8 + t', '(j % 32) * 128 + t', 't + 64 * (int)j', 'at + (int)j'])
    if at[0] == 'a':
        k.pre.append('int at = t;')
    use = k.r.choice(['acc += {g} * As[j % TW];', 'acc += {g} - {h} * As[j % TW];', 'const float v = {g}; acc += v * As[j % TW];',
                      'acc = fmaf({g}, As[j % TW], acc);', 'if (j % 3 != 1) acc += {g};', 'acc += j % 2 ? {g} : {h};',
                      'acc += {g}; if (acc > 40.0f) break;', 'acc += {g}; if (acc > 4.0f) acc -= {h};', 'acc += (int)(4.0f * {g}) % 7;',
                      'acc += -{g} + As[j % TW];', 'acc += {g}; at += acc > 9.0f;' if at[0] == 'a' else 'acc += {g};',
                      'const int where = j % 16; acc += G[where * 8 + t] * {h};', 'acc += G[(int)(4.0f * {h} + 40.0f) % 64 + t];'])
    read = k.r.choice(['{}[{}]', '{}[{}]', '__ldg(&{}[{}])', '*({} + {})'])
    use = use.format(g=read.format('G', at), h=read.format('H', at))
    pragma = ['#pragma unroll 2'] if k.r.random() < 0.2 else []
    braces = k.r.random() < 0.5 or use.count(';') > 1
    loop = f'for ({of} j = {first}; j < {end}; {step})'
    k.c_tail += pragma + ([loop + ' {', '    ' + use, '}'] if braces else [loop, '    ' + use])
