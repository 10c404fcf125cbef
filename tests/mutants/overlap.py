"""Ways to break a kernel that asks in front of the loop whether memory overlaps: edits of kpipe's own output, by text, as in classes.py.
The launches of golden/overlap_*.cu give one buffer for both parameters."""
import re

from classes import declared

FLAG = re.compile(r'const bool kp_apart =([^;]*);')


def asked(pattern, replacement):
    """One mutant per match in the test."""
    def mutate(text):
        flag = FLAG.search(text)
        for m in re.finditer(pattern, flag[1] if flag else ''):
            yield text[:flag.start(1) + m.start()] + m.expand(replacement) + text[flag.start(1) + m.end():]
    return mutate


CLASSES = {
    'overlap: not asked': asked(r'kp_clear\([^;&]*\)(?= &&|$)', 'true'),
    'overlap: end of the first trip': asked(r'(?<= )4LL \* n(?: \+|(?=,))| \+ 4LL \* n(?=[,)])', ' 0 +'),
    'overlap: begin for end': declared(r'kp_([ab])_to(?= <=|;| \|\|)', r'kp_\1_from'),
    'overlap: either order': declared(r'(kp_[ab]_to) <= (reinterpret_cast<long long>\(kp_[ab]\) \+ kp_[ab])', r'\1 != \2'),
    'overlap: where it is found': declared(r'if \(kp_apart\)', 'if (!kp_apart)'),
    'overlap: vectors alone are asked': declared(r'if \(kp_apart\)(?=[^;]*auto kp_load)', 'if (kp_wide)'),
}
