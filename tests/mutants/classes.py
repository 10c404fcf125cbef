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
}
