"""Ways to break a kernel whose closure names what another variable of the same name hides: edits of kpipe's own output, by text, as in
classes.py. The stores are as they were, so that only what the kernel computes tells."""
import re

from classes import every


def behind_another(text):
    """The closure is made where its names mean something else."""
    yield re.sub(r'(^ *auto get = [^\n]*\n)(.*?^ *float w = z\[row\];\n)', r'\2\1', text, count=1, flags=re.M | re.S)


def with_another(text):
    """Its variable has another value."""
    yield text.replace('float w = 2.0f', 'float w = 2.5f')


CLASSES = {
    'names: closure behind another variable': behind_another,
    'names: another value': with_another,
    'names: another element': every(r'\bget\(i\)', 'get(i ^ 1)'),
}
