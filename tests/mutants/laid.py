"""Ways to break a kernel whose shared arrays got longer rows: edits of kpipe's own output, by text, as in classes.py."""
from classes import declared, every

ELEMENT = r'\b([AB]s)\[([^][]+)\]\[([^][]+)\]'
OLD = 64  # elements of a row in golden/layout_matrix.cu

CLASSES = {
    'layout: leading dimension stays': every(r'BK \+ 16\)', 'BK)'),
    'layout: leading dimension one row less': every(r'BK \+ 16\)', 'BK + 16 - 32)'),
    'layout: leading dimension too long': every(r'BK \+ 16\)', 'BK + 32)'),
    'layout: rows stay, leading dimensions do not': declared(r'\[BK \+ 16\]', '[BK]'),
    'layout: rows too short': declared(r'\[BK \+ 16\]', '[BK - 16]'),
    'layout: an access by the old rows': every(ELEMENT, rf'(&\1[0][0])[(\2) * {OLD} + \3]'),
    'layout: one element on': every(ELEMENT, r'\1[\2][\3 + 16]'),
}
