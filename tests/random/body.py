"""The text of a random kernel's loop: copies, compute, header, declarations."""
from kernel import count, dims, element, extent, guards, pos_int, position, source


def loaded(k, t, r, c):
    s = source(k, t, r, c)
    if t.form == 'ldg':
        s = f'__ldg(&{s})'
    elif t.form == 'get':
        s = f'get(&{s})'
    if t.convert:
        s = t.convert.replace('{p}', pos_int(k)).format(s)
    return s


def copy(k, t, r, c):
    """Statements that copy one element (or four)."""
    d = element(k, t, r, c)
    if t.vector:
        s = source(k, t, r, c)
        if t.form == 'reinterpret':
            return [f'*reinterpret_cast<float4 *>(&{d}) = *reinterpret_cast<const float4 *>(&{s});']
        if t.form == 'cast':
            return [f'*(float4 *)&{d} = *(const float4 *)&{s};']
        return [f'FETCH(float4, {d}) = FETCH(const float4, {s});']
    v = loaded(k, t, r, c)
    g = guards(k, t, r, c)
    fill = t.fill if g else ('clamp' if t.fill == 'clamp' and k.guard_k else 'none')
    z = t.elem.zero
    if t.form == 'put' and fill in ('none', 'ifelse', 'ifelse_braces'):
        v = f'put(&{d}, &{source(k, t, r, c)});'
        if fill == 'none':
            return [v]
        return [f'if ({" && ".join(g)})', '    ' + v, 'else', f'    {d} = {z};']
    both = ' && '.join(g)
    if k.copy_filter:
        special = k.copy_filter(k, t, d, v, both)
        if special:
            return special
    if fill == 'none':
        if t.form == 'macro':
            return [f'COPY({d}, {v});']
        if t.form == 'temporary':
            return [f'const {t.elem.c} fetched = {v};', f'{d} = fetched;']
        if t.form == 'lambda' and t.shape == 'line' and not t.convert and not k.bump \
                and k.header != 'pointer':
            return [f'{d} = fetch{t.name}({source(k, t, r, c).split("[", 1)[1][:-1]});']
        return [f'{d} = {v};']
    if fill == 'clamp':
        s = source(k, t, r, c)
        return [f'{d} = ' + loaded_at(k, t, s.replace('[', '[min((int)(', 1)[:-1] + '), n - 1)]') + ';']
    if fill == 'ifelse':
        return [f'if ({both})', f'    {d} = {v};', 'else', f'    {d} = {z};']
    if fill == 'ifelse_braces':
        return [f'if ({both}) {{', f'    {d} = {v};', '} else {', f'    {d} = {z};', '}']
    if fill == 'ternary':
        return [f'{d} = {both} ? {v} : {z};'] if t.form != 'macro' else \
            [f'COPY({d}, {both} ? {v} : ' + (f'({z})' if '{' in z else z) + ');']  # its comma is no macro's
    if fill == 'temp':
        return [f'{t.elem.c} fetched = {z};', f'if ({both})', f'    fetched = {v};', f'{d} = fetched;']
    if fill == 'nested':
        return [f'if ({g[0]}) {{', f'    if ({g[1]})', f'        {d} = {v};', '    else',
                f'        {d} = {z};', '} else', f'    {d} = {z};']
    if fill == 'and':
        return [f'if (({") & (".join(g)}))', f'    {d} = {v};', 'else', f'    {d} = {z};']
    return [f'const {t.elem.c} nothing = {z};', f'if ({both})', f'    {d} = {v};', 'else',
            f'    {d} = nothing;']


def loaded_at(k, t, s):
    if t.form == 'ldg':
        s = f'__ldg(&{s})'
    elif t.form == 'get':
        s = f'get(&{s})'
    if t.convert:
        s = t.convert.replace('{p}', pos_int(k)).format(s)
    return s


def block(lines):
    return ['{'] + ['    ' + x for x in lines] + ['}']


def copy_phase(k, t):
    rows, cols = extent(k, t)
    if t.form == 'whole_helper':
        gm = 'm - row0' if k.guard_m else '1 << 20'
        gk = f'n - ({pos_int(k)})' if k.guard_k else '1 << 20'
        if t.shape == 'rows':
            at, ld, rr, cc = f'&A_[row0 * ld + {position(k)}]', 'ld', gm, gk
        else:
            at, ld, rr, cc = f'&A_[({position(k)}) * m + row0]', 'm', gk, gm
        at = at.replace('A_', t.src)
        return [f'load_tile({element(k, t, "0", "0")[:-6]}, {at}, {ld}, {rr}, {cc}, t);']
    step = 4 if t.vector else 1
    n = count(k, t) // step
    if t.vector:
        cols_v = f'({cols} / 4)'
    else:
        cols_v = cols
    if t.shape == 'line':
        place = lambda i: ('0', f'{i} * 4' if t.vector else i)
        total = cols_v
    else:
        place = lambda i: (f'{i} / {cols_v}', f'{i} % {cols_v}' + (' * 4' if t.vector else ''))
        total = f'{rows} * {cols_v}'
    if k.two_d and not t.vector:
        if t.shape == 'line':
            return guard_if('t < TW', copy(k, t, '0', 't'))
        return scope(copy(k, t, 'ty', 'tx'))
    if t.stride == 'rows':
        inner = [f'for (int c = t % 16; c < {cols}; c += 16) {{'] + ['    ' + x for x in copy(k, t, 'r', 'c')] + ['}']
        return [f'for (int r = t / 16; r < {rows}; r += blockDim.x / 16) {{'] + ['    ' + x for x in inner] + ['}']
    if n == k.threads and t.stride not in ('block', 'name'):
        r, c = place('t')
        if t.shape == 'line':
            return scope(copy(k, t, '0', c))
        return [f'const int r{t.name} = {r}, c{t.name} = {c};'] + scope(copy(k, t, f'r{t.name}',
                                                                             f'c{t.name}'))
    if n < k.threads and t.stride in ('manual', 'trips', 'trips_unroll'):
        r, c = place('t')
        return guard_if(f't < {total}', copy(k, t, r if t.shape == 'line' else f'({r})',
                                             c if t.shape == 'line' else f'({c})'))
    if t.stride == 'manual' and n % k.threads == 0 and n // k.threads <= 4:
        out = []
        for j in range(n // k.threads):
            r, c = place(f'(t + {j * k.threads})')
            out += scope(copy(k, t, f'({r})' if t.shape != 'line' else r,
                              f'({c})' if t.shape != 'line' else c))
        return out
    r, c = place('i')
    if t.shape != 'line':
        r, c = f'({r})', f'({c})'
    body = copy(k, t, r, c)
    if t.stride in ('trips', 'trips_unroll') and n % k.threads == 0:
        head = [f'for (int j = 0; j < {total} / {k.threads}; ++j) {{',
                f'    const int i = t + j * {k.threads};']
        if t.stride == 'trips_unroll':
            head = ['#pragma unroll'] + head
        return head + ['    ' + x for x in body] + ['}']
    stride = 'all' if t.stride == 'name' else 'blockDim.x' if t.stride == 'block' and not k.two_d else str(k.threads)
    return [f'for (int i = t; i < {total}; i += {stride}) {{'] + ['    ' + x for x in body] + ['}']


def guard_if(cond, lines):
    return [f'if ({cond}) {{'] + ['    ' + x for x in lines] + ['}']


def scope(lines):
    """Braces around declarations that would collide."""
    return block(lines) if any(x.startswith(('const ', 'float', 'int ', 'half ', 'signed', 'pair '))
                               for x in lines) else lines


def compute(k):
    """The inner product over everything in the tiles."""
    terms = []
    for i, t in enumerate(k.tiles):
        if t.shape == 'line':
            e = element(k, t, '0', k.r.choice(['j', '(j + t) % TW', 'TW - 1 - j']))
        elif t.shape == 'rows':
            if t.alias:
                e = f'row{t.name}[j]'
            else:
                e = element(k, t, '(t + j) % TR', 'j')
        else:
            if t.alias:
                e = f'row{t.name}[(t + j) % TR]'
            else:
                e = element(k, t, 'j', '(t * 3 + j) % TR')
        v = t.elem.value.format(e)
        terms.append(v if i == 0 else f'{("", "0.5f", "0.25f")[i]} * {v}')
    lines = []
    if k.pick('inner_unroll', [False, True]):
        lines.append('#pragma unroll' + k.r.choice(['', ' 4']))
    lines += ['for (int j = 0; j < TW; ++j)', f'    acc = acc * {k.decay[0]} + {" + ".join(terms)};']
    if k.compute_filter:
        lines = k.compute_filter(k, lines)
    return lines


def header(k):
    """(lines before the loop, header text, lines at the tail, closing text)"""
    step = ''
    if k.bump and k.bump_at == 'step':
        step = ''.join(', ' + x for x in bumps(k))
    extra = k.cond_extra
    h = {
        'for': ([], f'for (int k = 0; k < n{extra}; k += TW{step}) {{', [], '}'),
        'ceil': ([], f'for (int t0 = 0; t0 < (n + TW - 1) / TW{extra}; t0++{step}) {{', [], '}'),
        'le': ([], f'for (int k = 0; k <= n - TW{extra}; k += TW{step}) {{', [], '}'),
        'down': ([], f'for (int k = n - TW; k >= 0{extra}; k -= TW{step}) {{', [], '}'),
        'unsigned': ([], f'for (unsigned k = n; k != 0{extra}; k -= TW{step}) {{', [], '}'),
        'while': (['int k = 0;'], f'while (k < n{extra}) {{', ['k += TW;'], '}'),
        'countdown': (['int tiles = n / TW;', 'int k = 0;'], f'while (tiles--{extra}) {{',
                      ['k += TW;'], '}'),
        'do': (['int k = 0;'], 'do {', ['k += TW;'], f'}} while (k < n{extra});'),
        'two': ([], f'for (int a = 0, b = 7; a < n{extra}; a += TW, b += 3{step}) {{', [], '}'),
        'remainder': (['int k = 0;'], f'for (; k + TW <= n{extra}; k += TW) {{', [], '}'),
        'step': (['const int step = TW;'], f'for (int k = 0; k < n{extra}; k += step{step}) {{', [],
                 '}'),
        'pointer': ([], f'for (const {k.tiles[0].source.c} *p = A; p < A + n{extra}; p += TW) {{', [],
                    '}'),
        'tail': ([], f'for (int k = 0; k < n{extra};) {{', ['k += TW;'], '}'),
        'size_t': ([], f'for (size_t k = 0; k < (size_t)n{extra}; k += TW{step}) {{', [], '}'),
        'not_equal': ([], f'for (int k = 0; k != n{extra}; k += TW{step}) {{', [], '}'),
        'outside': (['int k;'], f'for (k = 0; k < n{extra}; k += TW{step}) {{', [], '}'),
    }[k.header]
    if k.header_filter:
        h = k.header_filter(k, h)
    return h


def bumps(k):
    out = []
    sign = '-=' if k.header in ('down', 'unsigned') else '+='
    for t in k.tiles:
        out.append(f'p{t.src} {sign} {"TW * m" if t.shape == "cols" else "TW"}')
    return out


def loop(k):
    """All lines of the K-loop."""
    before, head, tail, close = header(k)
    if k.bump:
        for t in k.tiles:
            start = ''
            if k.header in ('down', 'unsigned'):
                start = ' + (n - TW)' + (' * m' if t.shape == 'cols' else '')
            before.append(f'const {t.source.c} *p{t.src} = {t.src}{start};')
    load = list(k.load_head)
    if k.residue == 'scale':
        load.append('acc *= 0.5f;')
    elif k.residue == 'shared':
        load.append('if (t == 0)')
        load.append('    largest = 0;')
    elif k.residue == 'global':
        load.append('if (t == 0)')
        load.append('    trace[blockIdx.x] = acc;')
    elif k.residue == 'local':
        load.append(f'const float weight = S[{pos_int(k)} / TW];')
    for t in k.tiles:
        load += copy_phase(k, t)
    if k.bump and k.bump_at == 'load':
        load += [x + ';' for x in bumps(k)]
    load += k.load_tail
    comp = list(k.c_head)
    if k.bump and k.bump_at == 'between':
        comp += [x + ';' for x in bumps(k)]
    comp += compute(k)
    if k.residue == 'local':
        comp.append('acc += weight;')
    if k.header == 'two':
        comp.append('acc += b;')
    if k.residue == 'shared':
        comp.append('atomicMax(&largest, (int)acc + t);')
    if k.store:
        comp.append(f'steps[blockIdx.x * {k.threads} + t] = acc;')
    if k.extra_shared:
        comp.append('best[t] = fmaxf(best[t], acc);')
    if k.residue == 'shared':
        comp += [k.bar[1], 'acc += largest;']
        if k.sync_first:
            comp.append(k.bar[1])
    elif k.phases == 2:
        comp += ['part[t] = acc;', k.bar[1], f'acc += 0.5f * part[{k.threads} - 1 - t];']
        if k.sync_first:
            comp.append(k.bar[1])
    comp += k.c_tail
    if k.bump and k.bump_at == 'tail':
        tail = [x + ';' for x in bumps(k)] + tail
    tail = k.iter_tail + tail
    decl = declarations(k) if k.storage == 'body' else []
    if k.sync_first:
        body = decl + [k.bar[2]] + load + [k.bar[0]] + comp + tail
    else:
        body = decl + load + [k.bar[0]] + comp + [k.bar[2]] + tail
    if k.text == 'comments':
        body = ['// load { the next tile'] + [x + ' /* } */' if x == '__syncthreads();' else x
                                             for x in body]
    lines = before
    if k.unroll and k.header not in ('while', 'countdown', 'do'):
        lines.append(k.unroll)
    lines += [head] + ['    ' + x for x in body] + [close]
    if k.header == 'remainder':
        lines += ['for (; k < n; ++k)', '    acc += k;']
    elif k.header in ('while', 'countdown', 'do', 'outside'):
        lines.append('acc += k;')
    if k.header == 'countdown':
        lines.append('acc += tiles;')
    return lines


def declarations(k):
    out = []
    parts = f'[{k.warps}]' if k.warps else ''
    kinds = [(t, t.elem.c if k.sizes != 'template_type' else 'T', parts + ''.join(f'[{d}]' for d in dims(k, t)))
             for t in k.tiles]
    align = '__align__(16) ' if any(t.vector for t in k.tiles) else ''
    if k.storage == 'struct':
        out.append('__shared__ struct {')
        out += [f'    {align}{c} {t.name}{d};' for t, c, d in kinds]
        out.append('} sm;')
    elif k.storage == 'extern':
        k.smem, offset = 0, '0'
        out.append('extern __shared__ float4 dynamic[];')
        for t, c, d in kinds:
            size = count(k, t) * {'f32': 4, 'i32': 4, 'f16': 2, 'i8': 1}[t.elem.case] * t.elem.lanes
            out.append(f'{c} *{t.name} = ({c} *)((char *)dynamic + {k.smem});')
            k.smem += (size + 15) // 16 * 16
        k.smem = max(k.smem, getattr(k, 'results', 0))
    elif k.storage == 'one' and len({c for _, c, _ in kinds}) == 1:
        out.append(f'__shared__ {align}{kinds[0][1]} ' + ', '.join(t.name + d for t, _, d in kinds) + ';')
    elif k.storage == 'mixed':
        t, c, d = kinds[0]
        out.append(f'__shared__ {align}{c} {t.name}{d}, other[8];')
        k.pre.append('if (t < 8)')
        k.pre.append(f'    other[t] = {t.elem.zero};')
        k.pre.append('__syncthreads();')
        k.post.append(f'acc += {t.elem.value.format("other[t % 8]")};')
        out += [f'__shared__ {align}{c} {t.name}{d};' for t, c, d in kinds[1:]]
    else:
        out += [f'__shared__ {align}{c} {t.name}{d};' for t, c, d in kinds]
    return out
