"""Ways to break a kernel whose blocks are merged: edits of kpipe's own output, by text, as in classes.py."""
import re

from classes import every

LOOPS = r'((?:^[ \t]*#pragma unroll\n^[ \t]*for \(unsigned int kp_[xyz] = 0; [^\n]*\n)+)'
COPY = r'(?:\[kp_[xyz]\])+'
BARRIER = r'^[ \t]*__syncthreads\(\);\n'
NAMES = re.compile(r'\b(\w+)(' + COPY + ')')  # what exists several times


def one_copy(axis):
    """All sub-blocks along the axis take one copy of a variable, wherever it is named: private taken for shared."""
    def mutate(text):
        for name in sorted({m[1] for m in NAMES.finditer(text) if f'[kp_{axis}]' in m[2]}):
            yield re.sub(rf'\b{name}({COPY})', lambda m, name=name: name + m[1].replace(f'[kp_{axis}]', '[0]'), text)
    return mutate


def other_axis(m):
    """The copies along one axis taken along the other: a factor's size apart."""
    return m[1] + ('[kp_y]' if m[2] == 'x' else '[kp_x]')


CLASSES = {
    # the index of a sub-block
    'merge: index of the first': every(r'\? kp_([xyz])0 \+ kp_\1 :', r'? kp_\g<1>0 :'),
    'merge: index one on': every(r'\? kp_([xyz])0 \+ kp_\1 :', r'? kp_\g<1>0 + kp_\1 + 1 :'),
    'merge: index not bounded': every(r'(kp_b([xyz]) = )kp_\2[^;]*;', r'\g<1>kp_\g<2>0 + kp_\2;'),
    'merge: index of the other axis': every(r'\? kp_([xyz])0', lambda m: f'? kp_{"xy"[m[1] == "x"]}0'),
    'merge: first index one short': every(r'(kp_[xyz]0 = (?:blockIdx\.[xyz]|kp_row|kp_column) \* )(\d)', lambda m: f'{m[1]}{int(m[2]) - 1}'),
    'merge: last group returns': every(r'(blockIdx\.[xyz]|kp_row|kp_column) > \(gridDim', r'\1 >= (gridDim'),
    'merge: rows can be divided': every(r'(kp_even = )gridDim\.x % \d == 0', r'\1true'),
    # what exists how often
    'merge: private taken for shared along x': one_copy('x'),
    'merge: private taken for shared along y': one_copy('y'),
    'merge: private taken for shared along z': one_copy('z'),
    'merge: tile of the first sub-block': every(r'(\b(?:[AB]s|sums)(?:\[kp_y\])?)\[kp_([xyz])\](?=\[)', r'\1[0]'),
    'merge: shared tile taken for private': every(r'(\b[AB]s)\[kp_([xyz])\]', other_axis),
    'merge: one sub-block less': every(r'(for \(unsigned int kp_[xyz] = 0; kp_[xyz] < )(\d)', lambda m: f'{m[1]}{int(m[2]) - 1}'),
    'merge: only the first sub-block': every(r'(for \(unsigned int kp_[xyz] = 0; kp_[xyz] < )(\d)', r'\g<1>1'),
    # the edge
    'merge: no guard of the last': every(r'^[ \t]*if \(kp_([xyz])0 \+ kp_\1 >= gridDim\.\1\)\n[ \t]*continue;\n', ''),
    'merge: guard one too wide': every(r'(if \(kp_([xyz])0 \+ kp_\2) >= (gridDim\.\2\)\n)', r'\1 > \3'),
    'merge: guard one too narrow': every(r'(if \(kp_([xyz])0 \+ kp_\2) >= (gridDim\.\2\)\n)', r'\1 + 1 >= \3'),
    # blocks that end early
    'merge: nobody stands for one that ended': every(r'\(kp_live_([xyz])\[kp_\1\] \? kp_\1 : kp_stand_\1\)', r'kp_\1'),
    'merge: one that ended stores': every(r'^[ \t]*if \(!kp_live_([xyz])\[kp_\1\]\)\n[ \t]*continue;\n', ''),
    'merge: all end with the first': every(r'if \(kp_stand_([xyz]) == \d\)', r'if (!kp_live_\1[0])'),
    'merge: all end with the last': every(r'if \(kp_stand_([xyz]) == (\d)\)', lambda m: f'if (!kp_live_{m[1]}[{int(m[2]) - 1}])'),
    # barriers
    'merge: barrier per sub-block': every(LOOPS + r'((?:.*\n)*?)(^[ \t]*}\n)(' + BARRIER + ')', r'\1    __syncthreads();\n\2\3'),
}
