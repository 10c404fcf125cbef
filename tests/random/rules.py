"""Classes of random kernels: each is a function that changes a kernel, with the codes that fit. A class of
illegal ones adds what breaks its rule; NAME.near adds something that looks alike and is legal."""
from kernel import F32


CLASSES = {}


def rule(*codes, legal=False):
    def register(f):
        CLASSES[f.__name__.replace('__', '.')] = (f, codes, legal)
        return f
    return register


PLAIN = {'around': 'none', 'form': 'plain', 'alias': False, 'store': False, 'residue': 'none',
         'after': 'none', 'early': False, 'vector': False}
LINE = dict(PLAIN, shape='line', n_tiles=1, elem=F32, convert=None, two_d=False, bump=False, w=64,
            threads=[64, 128], sizes='literal', storage='separate', header=['for', 'while', 'le'],
            transposed=False, guard_m=False, ragged=False, stride='literal', phases=1)


def add_array(k, name, ctype, kind, size, role='in'):
    k.params.append((name, f'{ctype}{name}', kind, size, role))
