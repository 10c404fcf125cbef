"""Classes of random kernels whose copies, commits and waits are asynchronous and behind functions."""
from kernel import F32
from rules import LINE, PLAIN, rule

CP = 'asm volatile("cp.async.ca.shared.global [%0], [%1], 4;\\n" ::"r"(a), "l"(from));'
ADDRESS = 'unsigned a = static_cast<unsigned>(__cvta_generic_to_shared(to));'
DEVICE = '__device__ __forceinline__ '


def function(head, *lines):
    return [head, '{', *('    ' + x for x in lines), '}']


def plain(r):
    return function(DEVICE + 'void bring4(void *to, const void *from)', ADDRESS, CP), 'bring4(&{0}, &{1});'


def behind_another(r):
    return plain(r)[0] + function(DEVICE + 'void bring(float *to, const float *from)', 'bring4(to, from);'), 'bring(&{0}, &{1});'


def by_number(r):
    top = function(DEVICE + 'unsigned shared_address(const void *p)', 'return static_cast<unsigned>(__cvta_generic_to_shared(p));')
    top += function(DEVICE + 'void bring4(unsigned a, const void *from)', CP)
    return top, 'bring4(shared_address(&{0}), &{1});'


def of_bytes(r):
    return function('template <int N>\n' + DEVICE + 'void bring(void *to, const void *from)', ADDRESS,
                    CP.replace('4;', '%2;').replace('"l"(from)', '"l"(from), "n"(N)')), 'bring<4>(&{0}, &{1});'


def of_type(r):
    return function('template <typename T>\n' + DEVICE + 'void bring(T *to, const T *from)', ADDRESS,
                    CP.replace('4;', '%2;').replace('"l"(from)', '"l"(from), "n"(sizeof(T))')), 'bring<float>(&{0}, &{1});'


def of_class(r):
    return ['struct copier {', *('    ' + x for x in function('static ' + plain(r)[0][0], ADDRESS, CP)), '};'], \
        'copier::bring4(&{0}, &{1});'


def primitive(r):
    return function(DEVICE + 'void bring4(void *to, const void *from, int bytes)', '__pipeline_memcpy_async(to, from, bytes);'), \
        'bring4(&{0}, &{1}, 4);'


def done_once(r):
    return ['#define BRING4(p, from) \\', '    do { \\', f'        {ADDRESS.replace("(to)", "(p)")} \\',
            f'        {CP.replace("(from)", "((from))")} \\', '    } while (0)'], 'BRING4(&{0}, &{1});'


def out_of_text(r):
    """Not one copy: the body has to be in the place of the call."""
    return function(DEVICE + 'void bring4(float *to, const float *from, bool yes)', ADDRESS, 'if (yes)', '    ' + CP), \
        'bring4(&{0}, &{1}, ' + r.choice(['true', 't >= 0']) + ');'


FORMS = [plain, behind_another, by_number, of_bytes, of_type, of_class, primitive, done_once, out_of_text]


def filled(r):
    """(top, call of what fills with zeros where {2} does not hold)"""
    if r.random() < 0.5:
        return function(DEVICE + 'void bring_if(void *to, const void *from, bool yes)', ADDRESS, 'int bytes = yes ? 4 : 0;',
                        CP.replace('4;', '4, %2;').replace('"l"(from)', '"l"(from), "r"(bytes)'))
    return function(DEVICE + 'void bring_if(void *to, const void *from, bool yes)', ADDRESS,
                    'asm volatile("{\\n"', '             "   .reg .pred p;\\n"', '             "   setp.eq.b32 p, %2, 0;\\n"',
                    '             "   cp.async.ca.shared.global [%0], [%1], 4, p;\\n"',
                    '             "}\\n" ::"r"(a), "l"(from), "r"((int)yes));')


COMMITS = [(function(DEVICE + 'void fence_copies()', 'asm volatile("cp.async.commit_group;\\n" ::);'), 'fence_copies();'),
           (function(DEVICE + 'void fence_copies()', '__pipeline_commit();'), 'fence_copies();'),
           (['#define FENCE_COPIES() do { asm volatile("cp.async.commit_group;\\n" ::); } while (0)'], 'FENCE_COPIES();')]
WAIT_N = function('template <int N>\n' + DEVICE + 'void await_copies()', 'asm volatile("cp.async.wait_group %0;\\n" ::"n"(N));')
WAITS = [(WAIT_N, 'await_copies<0>();'),
         (function(DEVICE + 'void await_copies()', 'asm volatile("cp.async.wait_all;\\n" ::: "memory");'), 'await_copies();'),
         (function(DEVICE + 'void await_copies(int n)', '__pipeline_wait_prior(n);'), 'await_copies(0);'),
         (function(DEVICE + 'void await_copies(int n)', 'const int left = 0;', '__pipeline_wait_prior(left);'), 'await_copies(1);')]
BOTH = function(DEVICE + 'void land()', 'asm volatile("cp.async.commit_group;\\n" ::);', 'asm volatile("cp.async.wait_group 0;\\n" ::);')


def copies_by_functions(k, form, commit, wait):
    top, call = form(k.r)
    fill = filled(k.r) if k.r.random() < 0.5 else None
    k.top += ['#include <cuda_pipeline.h>', *top, *(fill or []), *commit[0], *wait[0]]

    def bring(k, t, d, v, g):
        line = call.format(d, v)
        if g and fill:
            return [f'bring_if(&{d}, &{v}, {g});']
        return [line] if not g else [f'if ({g})', '    ' + line, 'else', f'    {d} = {t.elem.zero};']
    k.copy_filter = bring
    k.load_tail += [x for x in (commit[1], wait[1]) if x]


@rule('KP110', 'KP403', 'KP504', 'KP305', 'KP306', 'KP310')
def by_function(k):
    """Functions that look alike and do not wait for all, do not commit, or do more than copy."""
    k.need.update(LINE, threads=64, sync_first=False, header='for')
    k.need['elem'] = F32
    form, commit, wait = k.r.choice(FORMS[:7]), k.r.choice(COMMITS), k.r.choice(WAITS)
    how = k.r.choice(['one is left', 'one is left by a specialisation', 'left open', 'no commit', 'wait first', 'stores beside',
                      'a predicate'])
    if how == 'one is left':
        wait = (WAIT_N, 'await_copies<1>();')
    elif how == 'one is left by a specialisation':
        wait = (WAIT_N + function('template <>\n' + DEVICE + 'void await_copies<0>()', 'asm volatile("cp.async.wait_group 1;\\n" ::);'),
                'await_copies<0>();')
    elif how == 'left open':
        wait = (function(DEVICE + 'void await_copies(int n)', '__pipeline_wait_prior(n);'),
                f'await_copies({k.r.choice(["1", "n & 1"])});')
    elif how == 'no commit':
        commit = (commit[0] + function(DEVICE + 'void fence_copies(int)'), 'fence_copies(0);')
        wait = WAITS[0]
    elif how == 'wait first':
        commit, wait = (wait[0] + commit[0], wait[1]), ([], commit[1])
    elif how == 'stores beside':
        form = lambda r: (function(DEVICE + 'void bring4(float *to, const float *from)', ADDRESS, CP, 'to[0] = 0.5f;'), plain(r)[1])  # noqa: E731
    else:
        form = lambda r: (function(DEVICE + 'void bring4(void *to, const void *from, int yes)', ADDRESS,  # noqa: E731
                                   'asm volatile("{\\n"', '             "   .reg .pred p;\\n"', '             "   setp.ne.b32 p, %2, 0;\\n"',
                                   '             "   @p cp.async.ca.shared.global [%0], [%1], 4;\\n"',
                                   '             "}\\n" ::"r"(a), "l"(from), "r"(yes));'), 'bring4(&{0}, &{1}, n & 1);')
    copies_by_functions(k, form, commit, wait)


@rule(legal=True)
def by_function__near(k):
    k.need.update(PLAIN, elem=F32, convert=None, bump=False, transposed=False)
    if k.r.random() < 0.15:
        copies_by_functions(k, k.r.choice(FORMS), (BOTH, 'land();'), ([], ''))
    else:
        copies_by_functions(k, k.r.choice(FORMS), k.r.choice(COMMITS), k.r.choice(WAITS))
