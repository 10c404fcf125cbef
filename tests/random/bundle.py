"""Many generated kernels in one file, so that kpipe parses once for all of them.

Each stands in a namespace of its own, its macros undone behind it; what they include stands once, at the
top. What kpipe makes of such a file is cut up again: the piece of a kernel is a file that stands by itself.
Kernels whose files differ in line ends, in the mark of their encoding or in having dynamic shared memory
(which costs the passes another round over the file) are not put together.
"""
import re

MOST = 48  # kernels in a file
BOM = b'\xef\xbb\xbf'
INCLUDE = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*<[^>\n]+>[ \t]*\r?\n', re.M)
MACRO = re.compile(rb'^\s*#\s*define\s+(\w+)', re.M)
PIECE = re.compile(rb'^namespace of_(\w+) \{\r?\n(.*?)^\} // of_\1\r?\n', re.M | re.S)


def groups(sources):
    """{kernel: text} as lists of kernels that fit into one file."""
    alike = {}
    for name, text in sources.items():
        key = text.startswith(BOM), b'\r\n' in text, b'extern __shared__' in text
        alike.setdefault(key, []).append(name)
    return [names[i:i + MOST] for names in alike.values() for i in range(0, len(names), MOST)]


def together(sources, names):
    """One file of these kernels."""
    first = sources[names[0]]
    end = b'\r\n' if b'\r\n' in first else b'\n'
    head, body = {}, []
    for name in names:
        text = sources[name].removeprefix(BOM)
        head.update(dict.fromkeys(x.strip() for x in INCLUDE.findall(text)))
        body += [b'namespace of_%s {' % name.encode() + end + INCLUDE.sub(b'', text) +
                 b'} // of_%s' % name.encode()]
        body += [b'#undef ' + m for m in sorted(set(MACRO.findall(text)))]
    return (BOM if first.startswith(BOM) else b'') + end.join(list(head) + body) + end


def unnamed(text, name):
    """Without the names of the kernel's namespace in full: others stand around it where it is compiled."""
    return text.replace(b'::of_%s::' % name, b'')


def pieces(text):
    """{kernel: (its text, its first and its last line)} of such a file, or of what kpipe made of it."""
    found, text = {}, text.removeprefix(BOM)
    for m in PIECE.finditer(text):
        first = text.count(b'\n', 0, m.start(2)) + 1
        found[m[1].decode()] = unnamed(m[2], m[1]), first, first + m[2].count(b'\n')
    return found


def alone(text, name):
    """The kernel of such a file in its namespace, with all that stands at the file's top, as a file."""
    end = b'\r\n' if b'\r\n' in text else b'\n'
    text = text.removeprefix(BOM)
    includes = dict.fromkeys(x.strip() for x in INCLUDE.findall(text))
    own = next(m[0] for m in PIECE.finditer(text) if m[1].decode() == name)
    return end.join(includes) + end + unnamed(own, name.encode())


def smallest(names, fails):
    """Fewer kernels that still fail together: halves of halves, as long as one of them does."""
    while len(names) > 1:
        half = len(names) // 2
        part = next((p for p in (names[:half], names[half:]) if fails(p)), None)
        if not part:
            break
        names = part
    return names
