"""Ways to break a pipelined kernel: edits of kpipe's own output, by text. Each class yields one mutant
per place where its pattern occurs."""
import re

MARK = '// kpipe '


def body(text):
    """Where the pipelined kernel's own code begins and ends."""
    at = text.index(MARK)
    end = re.search(r'^}', text[at:], re.M)
    return at, at + (end.end() if end else len(text) - at)


def every(pattern, replacement, skip=None):
    """One mutant per match of the pattern in the pipelined part."""
    def mutate(text):
        at, end = body(text)
        for m in re.finditer(pattern, text[at:end], re.M):
            new = m.expand(replacement) if isinstance(replacement, str) else replacement(m)
            if new is None or new == m.group(0) or (skip and re.search(skip, m.group(0))):
                continue
            yield text[:at + m.start()] + new + text[at + m.end():]
    return mutate


def nth(pattern, replacement, n):
    """Only match number n (negative: from the end)."""
    def mutate(text):
        all_of = list(every(pattern, replacement)(text))
        if -len(all_of) <= n < len(all_of):
            yield all_of[n]
    return mutate


def all_at_once(pattern, replacement):
    """All matches in one mutant."""
    def mutate(text):
        at, end = body(text)
        new = re.sub(pattern, replacement, text[at:end], flags=re.M)
        if new != text[at:end]:
            yield text[:at] + new + text[end:]
    return mutate


def declared(pattern, replacement):
    """In the whole file: the tiles are declared above the pipelined part."""
    def mutate(text):
        for m in re.finditer(pattern, text, re.M):
            new = m.expand(replacement) if isinstance(replacement, str) else replacement(m)
            yield text[:m.start()] + new + text[m.end():]
    return mutate


BRANCH = re.compile(r'^([ \t]*)if \(kp_wide\) {\n(.*?)^\1} else\n', re.M | re.S)


def vectors_at_once(pattern, replacement):
    """All matches in what is done in vectors, in one mutant."""
    def mutate(text):
        new = BRANCH.sub(lambda branch: re.sub(pattern, replacement, branch[0]), text)
        if new != text:
            yield new
    return mutate


def vectors(pattern, replacement):
    """One mutant per match in what is done in vectors."""
    def mutate(text):
        for branch in BRANCH.finditer(text):
            for m in re.finditer(pattern, branch[2], re.M | re.S):
                new = m.expand(replacement) if isinstance(replacement, str) else replacement(m)
                yield text[:branch.start(2) + m.start()] + new + text[branch.start(2) + m.end():]
    return mutate


def facts(pattern, replacement):
    """One mutant per test in front of the vectors that the pattern matches as a whole."""
    def mutate(text):
        flag = re.search(r'const bool kp_wide = ([^;]*);', text)
        for m in re.finditer(r'(?:^|&&\s+)((?:[^&]|&(?!&))*?)(?=\s*&&|$)', flag[1] if flag else ''):
            new = re.sub('^' + pattern + '$', replacement, m[1])
            if m[1] and new != m[1]:
                yield text[:flag.start(1) + m.start(1)] + new + text[flag.start(1) + m.end(1):]
    return mutate


def more(m):
    return f'{m.group(1)}{int(m.group(2)) + 1}{m.group(3)}'


LINE = r'^[ \t]*'
SYNC = LINE + r'__syncthreads\(\);\n'
WAIT = LINE + r'__pipeline_wait_prior\((\d+)\);\n'
COMMIT = LINE + r'__pipeline_commit\(\);\n'

CLASSES = {
    # waits, commits, barriers
    'missing wait': every(WAIT, ''),
    'count too high': every(r'(__pipeline_wait_prior\()(\d+)(\))', more),
    'no commit': every(COMMIT, ''),
    'missing barrier': every(SYNC, ''),
    'barrier before the wait': every('(' + WAIT + ')(' + SYNC + ')', r'\3\1'),
    'wait after the loop body': every('(' + WAIT + ')(' + SYNC + r')((?:.*\n)*?)(?=^    }\n)', r'\3\4\1'),
    'commit before the copies': every(r'(\(int [^\n]*kp_stage\)[^\n]*{\n)((?:.*\n)*?)(' + COMMIT + ')', r'\1\3\2'),
    'commit only where something was loaded':
        every(r'^        }\n(        __pipeline_commit\(\);\n)', r'        \1        }\n'),
    'compute behind the barrier':
        every(r'(^[ \t]*kp_compute\([^\n]*\);\n)((?:^[ \t]*kp_store[^\n]*\n)?(?:' + WAIT + ')?' + SYNC + ')', r'\2\1'),
    'store before the compute':
        every(r'(^[ \t]*kp_compute\([^\n]*\);\n)(' + SYNC + r')(^[ \t]*kp_store[^\n]*\n)', r'\3\2\1'),
    'barrier inside the load': every(r'(^[ \t]*)(__pipeline_memcpy_async\([^\n]*\n)', r'\1__syncthreads();\n\1\2'),
    # stages
    'load into the stage in use': every(r'(kp_load\([^\n]*kp_stage) \^ 1\)', r'\1)'),
    'store into the stage in use': every(r'(kp_store\([^\n]*kp_stage) \^ 1\)', r'\1)'),
    'compute on the wrong stage': every(r'(kp_compute\([^\n]*kp_stage)\);\n', r'\1 ^ 1);\n'),
    'stage never changes': every(LINE + r'kp_stage \^= 1;\n', ''),
    'prologue into the wrong stage': nth(r'(kp_(?:load|store)\([^\n]*kp_stage)\);', r'\1 ^ 1);', 0),
    'ring: prologue into the wrong stage': every(r'^    kp_load\(0\);', '    kp_load(1);'),
    'ring: load into the stage in use': every(r'kp_load\(kp_next\)', 'kp_load(kp_stage)'),
    'ring: load one stage late': every(r'(int kp_stage = 0, kp_next = )(\d+);', lambda m: f'{m.group(1)}{int(m.group(2)) - 1};'),
    'ring: next stage stands still': every(LINE + r'kp_next = kp_stage;\n', ''),
    'ring: stage stands still': every(LINE + r'kp_stage = kp_stage \+ 1 [^\n]*\n', ''),
    'ring: wraps too early': every(r'(kp_stage \+ 1 < )(\d)( )', lambda m: f'{m.group(1)}{int(m.group(2)) - 1}{m.group(3)}'),
    'ring: wraps too late': every(r'(kp_stage \+ 1 < )(\d)( )', more),
    'one tile from the wrong stage': every(r'(auto &\w+ = kp_\w+)\[kp_stage\]', r'\1[0]'),
    'one buffer too few': declared(r'(kp_\w+\[)([23])(\](?:\[[^\]\n]*\])*;)', r'\g<1>1\3'),
    # the loop
    'dropped prologue': nth(r'^[ \t]*kp_(?:load|store)\([^\n]*\n', '', 0),
    'ring: one prologue load less': nth(r'^    kp_load\(\d\);\n', '', -1),
    'dropped epilogue': nth(r'^[ \t]*kp_compute\([^\n]*\);\n', '', -1),
    'no load in the loop': every(r'^ {8,16}kp_(?:load|fetch)\([^\n]*\);\n', ''),
    'no store in the loop': nth(r'^[ \t]*kp_store\([^\n]*\);\n', '', -1),
    'no compute in the loop': nth(r'^[ \t]*kp_compute\([^\n]*\);\n', '', 0),
    'prefetch past the end': every(r'^([ \t]*for \((?:\+\+|\w+ \+= )[^;\n]*; [^;\n]*) < ', r'\1 <= '),
    'last tile lost': every(r'^([ \t]*for \(\w+ \+= )(\w+)(; )(\w+) < ', r'\1\2\3\4 + \2 < '),
    'last counted tile lost': every(r'^([ \t]*for \(\+\+)(\w+)(; )\w+ < ', r'\1\2\3\2 + 1 < '),
    'pointer bump twice': every(r'^([ \t]*)(\w+ \+= [A-Z]\w*(?: \* \w+)?;\n)', r'\1\2\1\2'),
    'pointer bump missing': every(r'^[ \t]*\w+ \+= [A-Z]\w*(?: \* \w+)?;\n', ''),
    'counter steps twice': every(r'(; )(\+\+\w+)(\) {\n)', r'\1\2, \2\3'),
    'load counter steps not': every(r'^[ \t]*\+\+\w+;\n', ''),
    'load counter steps twice': every(r'^([ \t]*)(\+\+\w+;\n)', r'\1\2\1\2'),
    # the copies
    'wrong zero fill': all_at_once(r'^(?!.*kp_)(.*(?:\] = |: ))(?:0\.0f|0);$', r'\1 1;'),
    'half-width copy': every(r'(__pipeline_memcpy_async\([^\n]*, )sizeof\((?:float4|int4|uint4)\)', r'\g<1>8'),
    'guard dropped': every(r'^([ \t]*)if \([^\n]*\)\n(?=[ \t]*__pipeline_memcpy_async)', r'\1if (true)\n'),
    'guard too wide': every(r'^([ \t]*if \([^\n]*) < (\w+\)\n[ \t]*__pipeline_memcpy_async)', r'\1 <= \2'),
    'copy dropped': every(r'^[ \t]*__pipeline_memcpy_async\([^\n]*\);\n', ''),
    'staging register overwritten': every(r'(kp_r\d+\[)kp_i(\] = )', r'\g<1>0\2'),
    'staging register swapped': every(r'= kp_r0(\[kp_i\])?;', r'= kp_r1\1;'),
    'copy from one element on': every(r'(__pipeline_memcpy_async\(&[^\n]*, &\w+\[[^\n]*)(\], sizeof)', r'\1 + 1\2'),
    'copy loop: another end': every(r'(for \(int (?!kp_)\w+ = [^;\n]*; \w+ < )(?=[^;\n]*; [^\n]*\n(?:[^\n]*\n){0,4}?[^\n]*(?:__pipeline_memcpy_async|kp_r\d))', r'\g<1>1 + '),
    # copies of which registers hold the first trips
    'cut: no rest': every(r'^[ \t]*for \(; [^\n]*\)\n[^\n;{]*;\n', ''),
    'cut: rest without end': every(r'(for \(; )[^;]*(; [^\n]*\)\n[^\n;{]*;\n)', r'\1true\2'),
    'cut: rest one trip late': every(r'for \(; (\w+)( [^;\n]*; )(\w+ \+= [^)\n]*)\)', r'for (\3; \1\2\3)'),
    'cut: counter begins anew':
        every(r'^([ \t]*(?:int|unsigned) )(\w+ = [^;,\n]*)(;\n(?:[^\n]*\n){1,8}?[ \t]*for \()(; )', r'\1\2\3\2\4'),
    'cut: fewer in registers': every(r'(, kp_i\d* = 0; kp_i\d* < )(\d+)( &&)', lambda m: f'{m[1]}{int(m[2]) - 1}{m[3]}'),
    'cut: more than registers': every(r'(kp_i\d* < )(\d+)( &&)', more),
    'cut: fetched beyond the end': every(r'(, kp_i\d* = 0; kp_i\d* < \d+) && [^;]*;', r'\1;'),
    'cut: stored beyond the end': every(r'(\(int kp_i\d* = 0; kp_i\d* < \d+) && [^;]*;', r'\1;'),
    'cut: register stays': every(r'(kp_i\d* < \d+ && [^\n]*), \+\+kp_i\d*\)', r'\1)'),
    'cut: step is lost': every(r'(kp_i\d* < \d+ && [^;\n]*; )[^,\n]*, (\+\+kp_i)', r'\1\2'),
    # addresses in another stage
    'stride: half of it': declared(r'(kp_stride = )(\d+);', lambda m: f'{m[1]}{int(m[2]) // 2};'),
    'stride: of one stage less': every(r'(kp_stride = kp_stride / )(\d+)', lambda m: f'{m[1]}{int(m[2]) - 1}'),
    'stride: of one stage more': every(r'(kp_stride = kp_stride / )(\d+)', lambda m: f'{m[1]}{int(m[2]) + 1}'),
    'stride: fewer bytes': every(r'(kp_stride = kp_stride / \d+ / 128) \* 128', r'\1 * 64'),
    'stride: of what stands in a stage': every(r'(kp_stage \* sizeof\(kp_\w+\[0\])\)', r'\1[0])'),
    'stride: of all stages': every(r'(kp_stage \* sizeof\(kp_\w+)\[0\]\)', r'\1)'),
    'stride: twice': every(r'(kp_stage \*) (kp_stride|sizeof)', r'\1 2 * \2'),
    'stride: none': every(r'kp_stage \* (kp_stride|sizeof)', r'0 * \1'),
    'stride: backwards': every(r'(\(char \*\)\w+) \+', r'\1 -'),
    # a switch around the loop
    'switch: falls through': declared(r'^[ \t]*break;\n(?=[ \t]*(?:case|default)\b)', ''),
    'switch: another case': declared(r'(?<=case )0:', '7:'),
    # copies in vectors: when
    'vectors: always': declared(r'(const bool kp_wide = )[^;]*;', r'\1true;'),
    'vectors: where they do not fit': every(r'if \(kp_wide\)', 'if (!kp_wide)'),
    'vectors: address not tested': facts(r'reinterpret_cast<size_t>.*', 'true'),
    'vectors: half of the address tested': facts(r'(reinterpret_cast<size_t>.* %) 16 == 0', r'\1 8 == 0'),
    'vectors: size not tested': facts(r'(?!reinterpret_cast).* % \d+ == 0', 'true'),
    'vectors: half of the size tested':
        facts(r'((?!reinterpret_cast).*) % (\d+) == 0', lambda m: f'{m[1]} % {int(m[2]) // 2} == 0'),
    'vectors: block not tested': facts(r'blockDim\..*', 'true'),
    # ... and which
    'vectors: one on': vectors(r'((?:const|for \()\s?int \w+ = )([^;\n]*?) \* (\d+);', r'\1(\2 + 1) * \3;'),
    'vectors: one thread on': vectors(r'(const unsigned int kp_v = )([^;\n]*);', r'\1\2 + 1;'),
    'vectors: source one vector on':
        vectors(r'(memcpy_async\([^;]*?,\s*[^;]*?&(\w+)\[[^;]*?)(\]\)?,\s*sizeof)', r'\1 + 16 / (int)sizeof(\2[0])\3'),
    'vectors: source one row on':
        vectors(r'(memcpy_async\([^;]*?,\s*[^;]*?\b\w+ / \w+)(?=[^;/]*;)', r'\1 + 1'),
    'vectors: two threads copy one': vectors(r'(= [^;\n]*?)\b(tid|threadIdx\.x)\b(?=[^;\n]*;)', r'\1\2 / 2'),
    'vectors: first row of threads alone': vectors(r'threadIdx\.y \* \w+ \+ ', ''),
    'vectors: row from the wrong thread': vectors(r'(kp_y = )kp_v', r'\1(kp_v + 1)'),
    'vectors: half the distance': vectors(r'(\* |% \d+ \* )(2|4|8|16)(?=[;,])', lambda m: m[1] + str(int(m[2]) // 2)),
    'vectors: trips half as long': vectors(r'(\w+ \+= )(\d+) \*', lambda m: f'{m[1]}{int(m[2]) // 2} *'),
    'vectors: missing tail': vectors(r'\b(kp_v|[ir]) < (?=[^;]*(?:;|\) {))', lambda m: f'{m[1]} + {1 if m[1] == "kp_v" else 16} < '),
    'vectors: no end': vectors(r'if \((?:kp_v|i) < [^;\n]*\) {$', 'if (true) {'),
    'vectors: one trip more': vectors(r'(kp_v < )(\d+)(;)', more),
    'vectors: guard too wide': vectors(r'(if \([^;{]*?) < (?=\w+\)?[^;{]*\)\n)', r'\1 <= '),
    'vectors: guard dropped': vectors(r'if \((?!kp_v|i <)[^;{]*?\)\n', 'if (true)\n'),
    'vectors: no zero': vectors(r'\*reinterpret_cast<\w+ \*>\([^;]*? = make_\w+\([^;]*;', ';'),
    'vectors: wrong zero': vectors_at_once(r'(make_\w+\()0', r'\g<1>1'),
    'vectors: narrow copies dropped':
        every(r'^(([ \t]*)if \(kp_wide\) {\n(?:[^\n]*\n)*?\2} else)\n', r'\1 if (false)\n'),
}

# ---- wrong in some launches only

FROM = 7 # the first trip that is wrong
LOOP = re.compile(r'^([ \t]*)(?:for|while) \([^\n]*\) {\n((?:.*\n)*?)\1}\n', re.M)
HEADER = re.compile(r'for \([^;]*; (\w+) < ([^;]*); (?:\+\+(\w+)|(\w+) \+= ([^;)]*))\) {')
ALIGNED = re.compile(r'reinterpret_cast<size_t>\(\w+\) % \d+ == 0')


OWN = '} else { // kpipe: as written'


def shifted(text):
    """A test of a pointer that does not hold in some launch of what is mutated; None: the user's loop runs there."""
    return None if OWN in text else ALIGNED.search(text)


def as_written(pattern, replacement):
    """One mutant per match in the user's loop beside the pipelined one."""
    def mutate(text):
        begin = text.find(OWN)
        for m in re.compile(pattern, re.M).finditer(text, begin, body(text)[1]) if begin >= 0 else ():
            yield text[:m.start()] + m.expand(replacement) + text[m.end():]
    return mutate


def main_loop(text):
    """The inside of the loop that loads, as (begin, end); None without one."""
    at, end = body(text)
    for m in LOOP.finditer(text, at, end):
        if re.search(r'kp_(?:load|fetch)\(', m[2]) and 'auto kp_' not in m[2]:
            return m.start(2), m.end(2)
    return None


def counting(text, edit):
    """The text with `edit`, (begin, end, replacement), and kp_seen, the number of the loop's trip."""
    declared, inside = text.index('\n', body(text)[0]) + 1, main_loop(text)[0]
    inserts = [(declared, declared, '    int kp_seen = 0;\n'), (inside, inside, '        ++kp_seen;\n'), edit]
    for begin, end, new in sorted(inserts, key=lambda e: e[:2], reverse=True):
        text = text[:begin] + new + text[end:]
    return text


def in_loop(pattern, replacement):
    """One mutant per match inside the loop that loads; the replacement may ask for kp_seen."""
    def mutate(text):
        inside = main_loop(text)
        for m in re.compile(pattern, re.M).finditer(text, *inside) if inside else ():
            yield counting(text, (m.start(), m.end(), m.expand(replacement)))
    return mutate


def behind_loop(pattern, replacement, only_shifted=False):
    """The first match behind that loop; in `replacement` ALIGNED is a test of a pointer."""
    def mutate(text):
        inside, aligned = main_loop(text), shifted(text)
        m = re.compile(pattern, re.M).search(text, inside[1], body(text)[1]) if inside else None
        if m and (aligned or not only_shifted):
            new = m.expand(replacement).replace('ALIGNED', aligned[0] if aligned else 'true')
            yield counting(text, (m.start(), m.end(), new))
    return mutate


def one_tile(pattern, replacement):
    """Inside the loop; MORE is true where this trip is not the only one, ALIGNED is a test of a pointer."""
    def mutate(text):
        inside, aligned = main_loop(text), shifted(text)
        header = HEADER.search(text, text.rindex('\n', 0, inside[0] - 1), inside[0]) if inside else None
        if not header or not aligned:
            return
        step = '1' if header[3] else header[5]
        is_more = f'(kp_seen > 1 || {header[1]} + {step} < {header[2]})'
        for m in re.compile(pattern, re.M).finditer(text, *inside):
            new = m.expand(replacement).replace('MORE', is_more).replace('ALIGNED', aligned[0])
            yield counting(text, (m.start(), m.end(), new))
    return mutate


KERNEL = re.compile(r'^__global__ void (?:__launch_bounds__\([^)\n]*\)\s*)?(\w+)\(([^)]*)\)\s*{\n', re.M)


def in_callee(mutate):
    """The first mutant of a class, its kernel a function that a kernel calls."""
    def moved(text):
        mark, end = body(text)
        found = [m for m in KERNEL.finditer(text, 0, mark)]
        if not found or re.search(r'template\b[^\n]*\n$', text[:found[-1].start()]):
            return None
        m = found[-1]
        names = ', '.join(re.search(r'(\w+)\s*$', p)[1] for p in m[2].split(','))
        return (text[:m.start()] + f'static __device__ __noinline__ void kp_body({m[2]})\n{{\n' + text[m.end():end] +
                f'\n\n{m[0]}    kp_body({names});\n}}' + text[end:])

    def first(text):
        mutants = [moved(m) for m in mutate(text)]
        yield from [m for m in mutants if m][:1]
    return first


A_BARRIER = r'^([ \t]*)(__syncthreads\(\);\n)'
A_WAIT = r'^([ \t]*)(__pipeline_wait_prior\(\d+\);\n)'
A_COMPUTE = r'^([ \t]*)(kp_compute\(kp_stage\);\n)'
UNTIL = rf'\1if (kp_seen < {FROM})\n\1    \2'

CLASSES.update({
    # The output's text is as good as the text that it was made from, which has the mistake, too: the input has a parameter's type there.
    'argument without its type': every(r'\(unsigned int\)(?=\()', ''),
    'late: missing barrier': in_loop(A_BARRIER, UNTIL),
    'late: missing wait': in_loop(A_WAIT, UNTIL),
    'late: no load': in_loop(r'^([ \t]*)(kp_(?:load|fetch)\([^\n]*\);\n)', UNTIL),
    'late: no compute': in_loop(A_COMPUTE, UNTIL),
    'late: stage stands still': in_loop(r'^([ \t]*)(kp_stage (?:\^)?= [^\n]*\n)', UNTIL),
    'as written: missing barrier': as_written(A_BARRIER, ''),
    'odd: missing barrier': in_loop(A_BARRIER, r'\1if (kp_seen < 9 || kp_seen % 2 == 0)\n\1    \2'),
    'odd: dropped epilogue': behind_loop(A_COMPUTE, r'\1if (kp_seen < 8 || kp_seen % 2)\n\1    \2'),
    'one shifted tile: dropped epilogue': behind_loop(A_COMPUTE, r'\1if (kp_seen || ALIGNED)\n\1    \2', True),
    'one shifted tile: wrong stage':
        behind_loop(r'^([ \t]*)kp_compute\(kp_stage\);\n', r'\1kp_compute(kp_seen || ALIGNED ? kp_stage : kp_stage ^ 1);\n', True),
    'one shifted tile: missing barrier': one_tile(A_BARRIER, r'\1if (MORE || ALIGNED)\n\1    \2'),
    'one shifted tile: missing wait': one_tile(A_WAIT, r'\1if (MORE || ALIGNED)\n\1    \2'),
})
CLASSES.update({'callee: ' + name: in_callee(CLASSES[name]) for name in (
    'missing wait', 'stage never changes', 'no load in the loop', 'ring: stage stands still', 'late: missing barrier',
    'late: stage stands still')})
