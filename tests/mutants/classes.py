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
            new = m.expand(replacement)
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
