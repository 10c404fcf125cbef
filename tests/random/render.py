"""The file of a random kernel, and the description of its launch."""
from kernel import F16, F32, PAIR, RAGGED, element, guards
from body import block, declarations, loop


def render(k):
    """The file's text and the description of its launch."""
    kinds = []
    k.smem = 0
    # (name, C type, case type, count, fill) in parameter order
    big = 16
    n_max = k.w * 18  # the proof runs twice the stages and nine tiles
    ld = n_max + 64
    k.blocks = 2
    m = k.blocks * k.rows - (3 if k.guard_m else 0)
    rows_all = k.blocks * k.rows + big
    restrict = ' *__restrict__ ' if k.sources_restrict else ' *'
    arrays = []
    for t in k.tiles:
        if t.made:
            continue
        size = {'line': n_max + 128 + k.slack, 'rows': rows_all * ld + 64,
                'cols': (n_max + 128) * (rows_all + 64)}[t.shape]
        c = 'T' if k.sizes == 'template_type' else t.source.c
        arrays.append((t.src, f'const {c}{restrict}{t.src}', t.source, size, 'in'))
    uses_scale = any(t.convert and 'S[' in t.convert for t in k.tiles) or k.residue == 'local'
    if uses_scale:
        arrays.append(('S', f'const float{restrict}S', F32, 64, 'in'))
    arrays.append(('out', 'float *__restrict__ out' if k.sources_restrict else 'float *out', F32,
                   k.blocks * k.threads, 'out'))
    if k.residue == 'global':
        arrays.append(('trace', 'float *__restrict__ trace', F32, k.blocks, 'out'))
    if k.store:
        arrays.append(('steps', 'float *__restrict__ steps', F32, k.blocks * k.threads, 'out'))
    arrays += k.params
    scalars = [('n', 'int n', 'i32', 'n'), ('m', 'int m', 'i32', m if k.guard_m else rows_all),
               ('ld', 'int ld', 'i32', ld)]
    if any(t.convert and 'alpha' in t.convert for t in k.tiles):
        scalars.append(('alpha', 'float alpha', 'f32', 1.5))
    if k.around in ('outer', 'outer_two'):
        scalars.append(('rounds', 'int rounds', 'i32', 3))
    if k.around in ('if', 'switch'):
        scalars.append(('mode', 'int mode', 'i32', 1))
    params = [a[1] for a in arrays] + [s[1] for s in scalars]
    names = [a[0] for a in arrays] + [s[0] for s in scalars]

    decl = [] if k.storage == 'body' else declarations(k)
    body_decl_done = k.storage == 'body'
    index = []
    if k.two_d:
        index += ['const int tx = threadIdx.x, ty = threadIdx.y;', 'const int t = ty * 16 + tx;']
    else:
        index += ['const int t = threadIdx.x;']
    if any(t.stride == 'name' for t in k.tiles):
        index += ['const int all = blockDim.x;']
    index += ['float acc = 0.25f * t;']
    pre = []
    shared = []
    if k.phases == 2 and k.residue != 'shared':
        shared.append(f'__shared__ float part[{k.threads}];')
    if k.residue == 'shared':
        shared.append('__shared__ int largest;')
    if k.extra_shared:
        shared.append(f'__shared__ float best[{k.threads}];')
        pre += ['best[t] = 0.0f;', '__syncthreads();']
    if k.early:
        pre.append('if (blockIdx.x * TR >= m)')
        pre.append('    return;')
    for t in k.tiles:
        if t.alias:
            name = ('sm.' if k.storage == 'struct' else '') + t.name
            c = 'T' if k.sizes == 'template_type' else t.elem.c
            row = 't % TR' if t.shape == 'rows' else 't % TW'
            if t.shape == 'rows':
                pre.append(f'const {c} *row{t.name} = {name}[t % TR];')
            else:
                pre.append(f'const {c} *row{t.name} = {name}[{row}];')
        if t.form == 'lambda' and t.shape == 'line' and not t.convert and not k.bump \
                and k.header != 'pointer' and not guards(k, t, '0', '0') \
                and k.sizes != 'template_type':
            pre.append(f'auto fetch{t.name} = [&](int at) {{ return {t.src}[at]; }};')
    lp = loop(k)
    if k.around == 'second':
        second = Second(k)
        lp = block(lp) + second
    if k.around == 'outer':
        lp = ['for (int round = 0; round < rounds; ++round) {'] + ['    ' + x for x in lp] + \
            ['    ' + x for x in k.round_tail] + ['    acc += round;', '}']
    elif k.around == 'outer_two':
        lp = ['for (int round = 0; round < rounds; ++round)',
              '    for (int again = 0; again < 2; ++again) {'] + ['        ' + x for x in lp] + ['    }']
    elif k.around == 'if':
        lp = ['if (mode) {'] + ['    ' + x for x in lp] + ['}', 'else', '    acc = -1.0f;']
    elif k.around == 'switch':
        lp = ['switch (mode) {', 'case 1: {'] + ['    ' + x for x in lp] + \
            ['    break;', '}', 'default:', '    acc = -2.0f;', '}']
    t0 = k.tiles[0]
    at = (lambda i: element(k, t0, '0', i)) if t0.shape != 'cols' else (lambda i: element(k, t0, i, '0'))
    post = []
    if k.sync_first and (k.after != 'none' or k.extra_shared):
        post.append('__syncthreads();')
    if k.after == 'read':
        # the loop may not run at all: what it finds then was written before it
        k.pre += ['if (t == 0)', '    for (int i = 0; i < TW; ++i)',
                  f'        {at("i")} = {t0.elem.zero};', '__syncthreads();']
        post.append(f'acc += {t0.elem.value.format(at("(t * 5) % TW"))};')
    elif k.after == 'scratch':
        post += ['if (t < TW)', f'    {at("t")} = {scratch_value(t0)};', '__syncthreads();',
                 f'acc += {t0.elem.value.format(at("(TW - 1 - t % TW)"))};']
    post += k.post
    if k.extra_shared:
        post.append(f'acc += best[{k.threads} - 1 - t];')
    post.append(f'out[blockIdx.x * {k.threads} + t] = acc;')

    if any('row0' in x for x in lp + pre + k.pre):
        index.insert(-1, 'const int row0 = blockIdx.x * TR;')
    func = decl + shared + index + k.pre + pre
    if k.before_loop:
        func += [k.before_loop]
    func += lp + post

    # file scope
    top = []
    text_all = '\n'.join(func)
    if 'half' in text_all or any(t.source is F16 for t in k.tiles):
        top.append('#include <cuda_fp16.h>')
    top += [x for x in k.top if x.startswith('#include')]
    values = {'TW': k.w, 'TR': k.rows}
    if k.sizes == 'macro':
        top += [f'#define {a} {b}' for a, b in values.items()]
    elif k.sizes == 'constexpr':
        top += [f'constexpr int {a} = {b};' for a, b in values.items()]
    if any(t.form == 'fetch' for t in k.tiles):
        top.append('#define FETCH(type, place) (reinterpret_cast<type *>(&(place))[0])')
    if any(t.form == 'macro' for t in k.tiles):
        top.append('#define COPY(dst, src) dst = (src)')
    if any(PAIR in (t.elem, t.source) for t in k.tiles):
        top += ['struct pair {', '    float a, b;', '};']
    if 'get(&' in text_all:
        top += ['template <typename V>', '__device__ __forceinline__ V get(const V *p)', '{',
                '    return *p;', '}']
    if 'put(&' in text_all:
        top += ['template <typename V>', '__device__ __forceinline__ void put(V *to, const V *from)', '{',
                '    *to = *from;', '}']
    if 'load_tile(' in text_all:
        top += ['template <typename V, int R, int C>',
                '__device__ void load_tile(V (&to)[R][C], const V *from, int ld, int rows, int cols, int t)',
                '{', f'    for (int i = t; i < R * C; i += {k.threads}) {{',
                '        const int r = i / C, c = i % C;',
                '        if (r < rows && c < cols)',
                '            to[r][c] = from[r * ld + c];',
                '        else',
                '            to[r][c] = V{};', '    }', '}']
    top += [x for x in k.top if not x.startswith('#include')]
    if k.sizes == 'literal':
        import re
        sub = lambda s: re.sub(r'\bTR\b', str(k.rows), re.sub(r'\bTW\b', str(k.w), s))
        func = [sub(x) for x in func]

    lines = list(top) + ['']
    name = k.name
    static = 'static ' if k.storage == 'extern' else ''
    bounds = f'__launch_bounds__({k.threads * k.bounds_factor}) ' if k.bounds else ''
    template = {'template': 'template <int TW, int TR>',
                'template_type': 'template <typename T, int TW, int TR>'}.get(k.sizes)
    extra = [f'class {p}' for p, _ in k.type_params]
    if extra:
        template = f'{template[:-1]}, {", ".join(extra)}>' if template else f'template <{", ".join(extra)}>'
    if k.around == 'device':
        lines += [f'__device__ float work({", ".join(params + [p for p, _ in k.work_params])})', '{'] + \
            ['    ' + x for x in func[:-1]] + ['    return acc;', '}', '']
        place = f'blockIdx.x * {k.threads} + {"threadIdx.y * 16 + " if k.two_d else ""}threadIdx.x'
        called = names + [a for _, a in k.work_params]
        lines += [f'{static}__global__ void {bounds}{name}({", ".join(params)})', '{'] + ['    ' + x for x in k.caller_pre]
        lines += ['    ' + x for x in k.caller(called, place)] if k.caller else \
            [f'    out[{place}] = work({", ".join(called)});']
        lines.append('}')
        if k.early:
            lines = [x.replace('        return;', '        return 0.0f;') for x in lines]
    else:
        if template:
            lines.append(template)
        lines += [f'{static}__global__ void {bounds}{name}({", ".join(params)})', '{'] + \
            ['    ' + x for x in func] + ['}']
    instance = {'template': f'<{k.w}, {k.rows}>',
                'template_type': f'<float, {k.w}, {k.rows}>'}.get(k.sizes, '')
    if extra:
        known = ', '.join(a for _, a in k.type_params)
        instance = f'{instance[:-1]}, {known}>' if instance else f'<{known}>'
    lines += ['', f'void launch_{name}({", ".join(p.replace("const T", "const float") for p in params)}, '
              'int blocks)', '{']
    dim = 'dim3(16, 16)' if k.two_d else str(k.threads)
    lines += [f'    {name}{instance}<<<blocks, {dim}{", " + str(k.smem) if k.smem else ""}>>>'
              f'({", ".join(names)});', '}']
    text = '\n'.join(lines) + '\n'
    if k.text == 'tabs':
        out = []
        for line in text.split('\n'):
            rest = line.lstrip(' ')
            pad = len(line) - len(rest)
            out.append('\t' * (pad // 4) + ' ' * (pad % 4) + rest)
        text = '\n'.join(out)
    if k.text == 'dense':
        text = text.replace(' = ', '=').replace(' + ', '+').replace(' < ', '<').replace(', ', ',')
    data = text.encode()
    if k.text == 'crlf':
        data = data.replace(b'\n', b'\r\n')
    if k.text == 'bom':
        data = b'\xef\xbb\xbf' + data

    if k.header in RAGGED and k.guard_k:
        runs = [1, k.w, 3 * k.w + 5, 6 * k.w - 1]
    else:
        runs = [k.w, 2 * k.w, 5 * k.w]
    if k.header != 'do':
        runs = [0] + runs
    if k.header == 'remainder':
        runs.append(2 * k.w + 3)
    runs += [k.w * x for x in k.more_tiles]
    run_n = runs[-1]
    step = [k.w] if not runs[-1] % k.w else [k.w, 1]
    args = [{'name': a[0], 'type': a[2].case, 'count': a[3] * a[2].lanes, 'role': a[4],
             'c': 'float' if 'const T ' in a[1] else a[2].c} for a in arrays]
    args += [{'name': s[0], 'type': s[2], 'value': s[3]} for s in scalars]
    info = {'file': k.name + '.cu', 'kernel': name, 'legal': k.legal, 'class': k.klass,
            'codes': sorted(k.codes), 'launcher': f'launch_{name}', 'args': args,
            'sizes': {'n': run_n}, 'blocks': k.blocks,
            'threads': [16, 16] if k.two_d else [k.threads], 'smem': k.smem,
            'template': instance.strip('<>'), 'case': k.name + '.ini', 'runs': runs, 'gpu': k.gpu,
            'also_block': [str(k.threads // 2), '48', '16'] if k.any_block else [],
            'tiles': 'fixed' if k.tiles_fixed else step if runs[0] == 0 else [*step, *step[len(step) - 1:] * (2 - len(step)), 1], 'forms': forms_of(k)}
    return data, info


def forms_of(k):
    """What the kernel is made of, for the rate of acceptance."""
    if k.klass != 'legal':
        return [f'class {k.klass}']
    out = [f'{what} {getattr(k, what)}' for what in
           ('header', 'sizes', 'storage', 'around', 'after', 'residue', 'text', 'phases', 'sync_first', 'store',
            'extra_shared', 'early', 'guard_m', 'guard_k', 'two_d', 'any_block')]
    out += [f'bump {k.bump_at if k.bump else False}']
    for t in k.tiles:
        out += [f'{what} {getattr(t, what)}' for what in ('shape', 'fill', 'form', 'stride', 'pad', 'transposed', 'alias')]
        out += [f'type {t.source.c} to {t.elem.c}', f'convert {(t.convert or "no").replace("{p}", "k")}']
    return sorted(set(out))


def scratch_value(t):
    return {'float': 'acc', 'int': '(int)acc', 'half': '__float2half(acc)', 'signed char': '3',
            'float2': 'make_float2(acc, 1.0f)', 'float4': 'make_float4(acc, 0.0f, 0.0f, 1.0f)',
            'pair': 'pair{acc, 1.0f}'}[t.elem.c]


def Second(k):
    """Another K-loop over the same first tile."""
    t = k.tiles[0]
    e = lambda i: element(k, t, '0', i) if t.shape != 'cols' else element(k, t, i, '0')
    v = {'float': '0.5f * k', 'int': 'k', 'half': '__float2half(1.0f)', 'signed char': '1',
         'float2': 'make_float2(k, 1.0f)', 'float4': 'make_float4(k, 0.0f, 0.0f, 1.0f)',
         'pair': 'pair{1.0f, 2.0f}'}[t.elem.c]
    s = 'A[k + t]' if t.shape == 'line' else 'A[k + t]'
    if t.convert or t.source is not t.elem:
        s = v
    out = ['for (int k = 0; k < n; k += TW) {'] if not k.guard_k else \
        ['for (int k = 0; k + TW <= n; k += TW) {']
    if k.sync_first:
        out.insert(0, '__syncthreads();')
    out += ['    if (t < TW)', f'        {e("t")} = {s};', '    __syncthreads();',
            '    for (int j = 0; j < TW; ++j)',
            f'        acc = acc * {k.decay[1]} + {t.elem.value.format(e("j"))};', '    __syncthreads();', '}']
    return out
