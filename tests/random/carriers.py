"""Ways in which a program reads or writes a variable without saying its name where it happens.

Each carrier is handed a Use: the variable (an lvalue) and what is done to it (op, an expression of any
lvalue). It adds declarations and says an expression that does it, of the variable's type. The letter is that
of the cause for which it stands: (B) another name, (C) a table of pointers, (D) an integer, (H) range-for, (I) a
default argument, (J) a function object, (K) a name of CUDA's, (L) a pack, (M) an argument that is a reference,
(N) an operator, a conversion, a constructor, (O) a specialisation, (P) a virtual call, (Q) a destructor, (R) a
member's initialiser, (S) a binding, (T) a name that looks constant, (U) a record that points to itself, (W) a
pointer to a function, (e) a macro, (-) any other.
"""

CARRIERS = {}


class Carrier:
    def __init__(self, f, cause, kind, holds, stores):
        self.make, self.name, self.cause, self.kind, self.holds, self.stores = f, f.__name__, cause, kind, holds, stores


class Use:
    """One use of a variable. `top`, `decl` and `lines` are what the file, the place where names are declared and
    the place of the use get, `last` what the kernel's end gets; `own` asks the carrier for the variable itself, which it declares with `initial`."""

    def __init__(self, rng, number, op, lv='', type='int', initial='0'):
        self.r, self.u, self.op, self.lv, self.T, self.initial = rng, number, op, lv, type, initial
        self.top, self.decl, self.lines, self.types, self.last = [], [], [], [], []
        self.taken = ()
        self.dependent = False  # classes are known by the kernel's template parameters only

    def cls(self, name):
        """The name by which the kernel knows a class."""
        if not self.dependent:
            return name
        self.types.append((f'G{self.u}', self.fill(name)))
        return f'G{self.u}'

    def name(self, *names):
        """One of the names that no variable of the kernel has."""
        return self.r.choice([x for x in names if x not in self.taken])

    def fill(self, text):
        """$: the number of the use; T_ and V_: the variable's type and the variable."""
        return text.replace('$', str(self.u)).replace('T_', self.T).replace('V_', self.lv)

    def add(self, top='', decl='', lines=''):
        for to, text in ((self.top, top), (self.decl, decl), (self.lines, lines)):
            to += [x for x in self.fill(text).split('\n') if x.strip()]

    def say(self, expression):
        return self.fill(expression)


def carrier(cause, kind='any', holds=False, stores=False):
    """kind: 'any' takes any lvalue, 'file' one that the whole file can name, 'own' declares it. `holds`: it
    takes the variable's address where names are declared. `stores`: even what is only read is stored again."""
    def register(f):
        CARRIERS[f.__name__] = Carrier(f, cause, kind, holds, stores)
        return f
    return register


# ---- other names -------------------------------------------------------------------------------------

@carrier('B', holds=True)
def pointer(c):
    c.add(decl='T_ *p$ = &V_;')
    return c.op(c.say('*p$'))


@carrier('B', holds=True)
def reference(c):
    c.add(decl='T_ &r$ = V_;')
    return c.op(c.say('r$'))


@carrier('B', holds=True)
def pointer_to_pointer(c):
    c.add(decl='T_ *p$ = &V_, **pp$ = &p$;')
    return c.op(c.say('**pp$'))


@carrier('B', holds=True)
def pointer_in_struct(c):
    c.add('struct holder$ {\n    T_ *p;\n};', 'holder$ h$ = {&V_};')
    return c.op(c.say('*h$.p'))


@carrier('B', holds=True)
def reference_in_struct(c):
    c.add('struct holder$ {\n    T_ &r;\n};', 'holder$ h$ = {V_};')
    return c.op(c.say('h$.r'))


@carrier('B', holds=True)
def struct_in_struct(c):
    c.add('struct inner$ {\n    T_ *p;\n};\nstruct holder$ {\n    int a;\n    inner$ in[2];\n};',
          'holder$ h$ = {1, {{nullptr}, {&V_}}};')
    return c.op(c.say('*h$.in[h$.a].p'))


@carrier('B', holds=True)
def method_of_holder(c):
    c.add(f'struct holder$ {{\n    T_ *p;\n    __device__ T_ use() {{ return {c.op("*p")}; }}\n}};',
          f'{c.cls("holder$")} h$ = {{&V_}};')
    return c.say('h$.use()')


@carrier('B', holds=True)
def lambda_by_reference(c):
    c.add(decl=f'auto f$ = [&] {{ return {c.op(c.lv)}; }};')
    return c.say('f$()')


@carrier('B', holds=True)
def lambda_with_pointer(c):
    c.add(decl=f'auto f$ = [q = &V_] {{ return {c.op("*q")}; }};')
    return c.say('f$()')


@carrier('B', holds=True)
def lambda_in_struct(c):
    c.add('template <class F>\nstruct later$ {\n    F f;\n};',
          f'auto f$ = [&] {{ return {c.op(c.lv)}; }};\nlater$<decltype(f$)> l$ = {{f$}};')
    return c.say('l$.f()')


@carrier('B', holds=True)
def const_cast_away(c):
    c.add(decl='const T_ *p$ = &V_;')
    return c.op(c.say('*const_cast<T_ *>(p$)'))


@carrier('B', holds=True)
def void_pointer(c):
    c.add(decl='void *p$ = &V_;')
    return c.op(c.say('*(T_ *)p$'))


@carrier('B', holds=True)
def chosen_pointer(c):
    c.add(decl='T_ d$ = 0;\nT_ *p$ = n >= 0 ? &V_ : &d$;')
    return c.op(c.say('*p$'))


@carrier('B')
def chosen_lvalue(c):
    c.add(decl='T_ d$ = 0;')
    return c.op(c.say('(n >= 0 ? V_ : d$)'))


@carrier('B', holds=True)
def union_of_pointers(c):
    c.add('union both$ {\n    T_ *p;\n    unsigned long long a;\n};', 'both$ b$;\nb$.p = &V_;\nboth$ s$ = b$;')
    return c.op(c.say('*(T_ *)s$.a'))


@carrier('B', holds=True)
def function_that_gives_it(c):
    c.add('__device__ T_ &same$(T_ &v)\n{\n    return v;\n}', 'T_ &r$ = same$(V_);')
    return c.op(c.say('r$'))


@carrier('B', holds=True)
def pointer_by_out_parameter(c):
    c.add('__device__ void keep$(T_ **to, T_ &v)\n{\n    *to = &v;\n}', 'T_ *p$;\nkeep$(&p$, V_);')
    return c.op(c.say('*p$'))


@carrier('B', holds=True)
def volatile_pointer(c):
    c.add(decl='volatile T_ *p$ = &V_;')
    return c.op(c.say('*p$'))


@carrier('C', holds=True)
def table_of_pointers(c):
    c.add(decl='T_ *tb$[2] = {nullptr, &V_};')
    return c.op(c.say('*tb$[1 - (n < 0)]'))


@carrier('C', holds=True)
def table_in_shared_memory(c):
    c.add(decl='__shared__ T_ *tb$[256];\ntb$[t] = &V_;')
    return c.op(c.say('*tb$[t]'))


@carrier('C', holds=True)
def struct_in_shared_memory(c):
    c.add('struct node$ {\n    T_ *p;\n};', '__shared__ node$ tb$[256];\ntb$[t].p = &V_;')
    return c.op(c.say('*tb$[t].p'))


@carrier('C', holds=True)
def table_in_global_memory(c):
    """Addresses are no results: nothing of them is left at the end."""
    c.add('__device__ unsigned long long tab$[1024];', 'tab$[blockIdx.x * 256 + t] = (unsigned long long)&V_;')
    c.last.append(c.say('tab$[blockIdx.x * 256 + t] = 0;'))
    return c.op(c.say('*(T_ *)tab$[blockIdx.x * 256 + t]'))


# ---- integers ------------------------------------------------------------------------------------------

@carrier('D', holds=True)
def integer(c):
    c.add(decl='unsigned long long a$ = (unsigned long long)&V_;')
    return c.op(c.say('*(T_ *)a$'))


@carrier('D', holds=True)
def integer_through_max(c):
    c.add(decl='T_ *p$ = (T_ *)max((unsigned long long)&V_, 0ull);')
    return c.op(c.say('*p$'))


@carrier('D', holds=True)
def integer_in_struct(c):
    c.add(decl='struct {\n    unsigned long long a;\n    int b;\n} q$;\nq$.a = (unsigned long long)&V_;')
    return c.op(c.say('*(T_ *)q$.a'))


@carrier('D', holds=True)
def integer_in_shared_memory(c):
    c.add(decl='__shared__ unsigned long long a$[256];\na$[t] = (unsigned long long)&V_;')
    return c.op(c.say('*(T_ *)a$[t]'))


@carrier('D', holds=True)
def integer_in_halves(c):
    c.add(decl='const unsigned lo$ = (unsigned)(unsigned long long)&V_, hi$ = (unsigned)((unsigned long long)&V_ >> 32);')
    return c.op(c.say('*(T_ *)((unsigned long long)hi$ << 32 | lo$)'))


@carrier('D', holds=True)
def integer_from_a_function(c):
    c.add('__device__ size_t address$(const void *p)\n{\n    return (size_t)p;\n}', 'const size_t a$ = address$(&V_);')
    return c.op(c.say('*reinterpret_cast<T_ *>(a$)'))


@carrier('D', holds=True, stores=True)
def address_in_assembly(c):
    """The variable's bytes are read, changed and written back by instructions."""
    letter = 'f' if c.T == 'float' else 'r'
    kind = 'f32' if c.T == 'float' else 's32'
    c.add(decl='unsigned long long a$ = (unsigned long long)&V_;',
          lines=f'T_ v$;\nasm volatile("ld.{kind} %0, [%1];" : "={letter}"(v$) : "l"(a$) : "memory");\n'
                f'T_ w$ = {c.op(c.say("v$"))};\nasm volatile("st.{kind} [%0], %1;" ::"l"(a$), "{letter}"(v$) : "memory");')
    return c.say('w$')


# ---- range-for -----------------------------------------------------------------------------------------

@carrier('H', 'own')
def range_over_array(c):
    c.add(decl=f'T_ all$[1] = {{{c.initial}}};', lines=f'T_ got$ = 0;\nfor (T_ &v : all$)\n    got$ += {c.op("v")};')
    c.lv = c.say('all$[0]')
    return c.say('got$')


@carrier('H', holds=True)
def range_of_pointers(c):
    c.add(decl='T_ *all$[1] = {&V_};', lines=f'T_ got$ = 0;\nfor (T_ *v : all$)\n    got$ += {c.op("*v")};')
    return c.say('got$')


@carrier('H', holds=True)
def range_with_view(c):
    c.add('struct view$ {\n    T_ *b;\n    __device__ T_ *begin() const { return b; }\n'
          '    __device__ T_ *end() const { return b + 1; }\n};',
          f'{c.cls("view$")} all$ = {{&V_}};', f'T_ got$ = 0;\nfor (T_ &v : all$)\n    got$ += {c.op("v")};')
    return c.say('got$')


@carrier('H', holds=True)
def range_with_iterator(c):
    c.add('struct walk$ {\n    T_ *p;\n    struct at {\n        T_ *p;\n        int i;\n'
          '        __device__ void operator++() { ++i; }\n'
          f'        __device__ T_ operator*() const {{ return {c.op("*p")}; }}\n'
          '        __device__ bool operator!=(const at &o) const { return i != o.i; }\n    };\n'
          '    __device__ at begin() const { return {p, 0}; }\n    __device__ at end() const { return {p, 1}; }\n};',
          f'{c.cls("walk$")} all$ = {{&V_}};', 'T_ got$ = 0;\nfor (T_ v : all$)\n    got$ += v;')
    return c.say('got$')


@carrier('H', holds=True)
def range_whose_step_does_it(c):
    c.add('struct walk$ {\n    T_ *p;\n    struct at {\n        T_ *p;\n        T_ got;\n        int i;\n'
          f'        __device__ void operator++() {{ ++i; got = {c.op("*p")}; }}\n'
          '        __device__ T_ operator*() const { return got; }\n'
          '        __device__ bool operator!=(const at &o) const { return i != o.i; }\n    };\n'
          '    __device__ at begin() const { return {p, 0, 0}; }\n    __device__ at end() const { return {p, 0, 2}; }\n};',
          lines='T_ got$ = 0;\nfor (T_ v : walk${&V_})\n    got$ += v;')
    return c.say('got$')


# ---- default arguments -----------------------------------------------------------------------------------

def at_file(c):
    return c.op(c.lv)


@carrier('I', 'file')
def default_of_function(c):
    c.add(f'__device__ T_ next$()\n{{\n    return {at_file(c)};\n}}\n__device__ T_ take$(T_ by, T_ v = next$())\n'
          '{\n    return v * by;\n}')
    return c.say('take$(1)')


@carrier('I', 'file')
def default_in_place(c):
    c.add(f'__device__ T_ take$(int by, T_ v = {at_file(c)})\n{{\n    return v * by;\n}}')
    return c.say('take$(1)')


@carrier('I', 'file')
def default_of_method(c):
    c.add(f'struct taker$ {{\n    int a;\n    __device__ T_ at(int by, T_ v = {at_file(c)}) const {{ return v * a * by; }}\n}};',
          f'{c.cls("taker$")} q$ = {{1}};')
    return c.say('q$.at(1)')


@carrier('I', 'file')
def default_of_constructor(c):
    c.add(f'struct taker$ {{\n    T_ a;\n    __device__ taker$(int by, T_ v = {at_file(c)}) {{ a = v * by; }}\n}};')
    name = c.cls('taker$')
    if c.r.random() < 0.5:
        c.add(lines=f'{name} q$(1);')
        return c.say('q$.a')
    return c.say(f'{name}(1).a')


@carrier('I', 'file')
def default_of_lambda(c):
    c.add(decl=f'auto at$ = [](int by, T_ v = {at_file(c)}) {{ return v * by; }};')
    return c.say('at$(1)')


@carrier('I', 'file')
def default_from_macro(c):
    c.add(f'#define NEXT$ {at_file(c)}\n__device__ T_ take$(int by, T_ v = NEXT$)\n{{\n    return v * by;\n}}')
    return c.say('take$(1)')


@carrier('I', 'file')
def default_of_template(c):
    c.add(f'template <class A>\n__device__ T_ take$(A by, T_ v = {at_file(c)})\n{{\n    return v * by;\n}}')
    return c.say('take$(1)')


@carrier('I', 'file')
def default_declared_before(c):
    c.add(f'__device__ T_ take$(int by, T_ v = {at_file(c)});\n__device__ T_ take$(int by, T_ v)\n{{\n    return v * by;\n}}')
    return c.say('take$(1)')


# ---- names of CUDA's -------------------------------------------------------------------------------------

NAMES = ['round', 'min', 'abs', 'floor', 'clamp', 'sqrt', '__ldg', 'fmaf', 'exp', 'swap', 'ceil', '__expf', 'atomicAdd',
         'printf', 'make_float2', '__syncwarp', 'pow', 'rsqrtf', '__float2int_rn', '__popc', '__shfl_sync', 'assert_']


@carrier('K')
def overload_of_cuda(c):
    name = c.name(*NAMES)
    c.add(f'struct wrapped$ {{\n    T_ *p;\n}};\n__device__ T_ {name}(wrapped$ v)\n{{\n    return {c.op("*v.p")};\n}}',
          lines='wrapped$ w$ = {&V_};')
    return c.say(f'{name}(w$)')


@carrier('K')
def found_by_argument(c):
    name = c.name(*NAMES)
    c.add(f'struct wrapped$ {{\n    T_ *p;\n}};\nstruct other$ {{\n    T_ *p;\n}};\n'
          f'__device__ T_ {name}(wrapped$ v)\n{{\n    return {c.op("*v.p")};\n}}\n'
          f'__device__ T_ {name}(other$ v)\n{{\n    return 0;\n}}\n'
          f'template <class A>\n__device__ T_ use$(A v)\n{{\n    return {name}(v);\n}}', lines='wrapped$ w$ = {&V_};')
    return c.say('use$(w$)')


@carrier('K', holds=True)
def lambda_named_like_cuda(c):
    name = c.name('round', 'clamp', 'floor', 'ceil', 'exp', 'sqrt', '__ldg', '__popc')
    c.add(decl=f'auto {name} = [&](int) {{ return {c.op(c.lv)}; }};')
    return f'{name}(1)'


@carrier('K')
def pointer_named_like_cuda(c):
    name = c.name('round', 'clamp', 'floor', 'ceil', '__ldg')
    c.add(f'__device__ T_ use$(T_ &v)\n{{\n    return {c.op("v")};\n}}', f'T_ (*{name})(T_ &) = n >= 0 ? use$ : nullptr;')
    return c.say(f'{name}(V_)')


@carrier('K')
def parameter_named_like_cuda(c):
    name = c.name('round', 'clamp', 'floor', 'ceil', '__ldg')
    c.add(f'__device__ T_ use$(T_ &v)\n{{\n    return {c.op("v")};\n}}\n'
          f'template <T_ (*{name})(T_ &)>\n__device__ T_ call$(T_ &v)\n{{\n    return {name}(v);\n}}')
    return c.say('call$<use$>(V_)')


@carrier('K', 'own')
def method_named_like_cuda(c):
    name = c.name('round', 'min', 'clamp', '__ldg', 'exp')
    c.add(f'struct cur$ {{\n    T_ o;\n    __device__ T_ {name}(int) {{ return {c.op("o")}; }}\n}};',
          f'{c.cls("cur$")} c$ = {{{c.initial}}};')
    c.lv = c.say('c$.o')
    return c.say(f'c$.{name}(1)')


@carrier('K')
def namespace_of_the_program(c):
    name = c.name('round', 'min', 'floorf', '__ldg', 'expf')
    c.add(f'namespace mine$ {{\n__device__ T_ {name}(T_ *v)\n{{\n    return {c.op("*v")};\n}}\n}}')
    return c.say(f'mine$::{name}(&V_)')


# ---- packs -------------------------------------------------------------------------------------------------

@carrier('L')
def pack_of_references(c):
    c.add(f'template <class... P>\n__device__ T_ use$(P &...p)\n{{\n    T_ last = 0;\n    ((last = {c.op("p")}), ...);\n    return last;\n}}',
          'T_ d$ = 0;')
    return c.say('use$(d$, V_)')


@carrier('L')
def pack_of_pointers(c):
    c.add(f'template <class... P>\n__device__ T_ use$(T_ by, P... p)\n{{\n    T_ last = 0;\n    ((last = {c.op("*p")}), ...);\n    return last * by;\n}}',
          'T_ d$ = 0;')
    return c.say('use$(1, &d$, &V_)')


@carrier('L')
def pack_of_a_lambda(c):
    c.add(decl=f'T_ d$ = 0;\nauto use$ = [](auto &...p) {{\n    T_ last = 0;\n    ((last = {c.op("p")}), ...);\n    return last;\n}};')
    return c.say('use$(d$, V_)')


@carrier('L')
def pack_by_recursion(c):
    c.add(f'template <class A>\n__device__ T_ use$(A &v)\n{{\n    return {c.op("v")};\n}}\n'
          'template <class A, class... P>\n__device__ T_ use$(A &, P &...p)\n{\n    return use$(p...);\n}', 'T_ d$ = 0;')
    return c.say('use$(d$, V_)')


@carrier('L')
def pack_forwarded(c):
    c.add(f'__device__ T_ do$(T_ &, T_ &v)\n{{\n    return {c.op("v")};\n}}\n'
          'template <class... P>\n__device__ T_ use$(P &&...p)\n{\n    return do$(static_cast<P &&>(p)...);\n}', 'T_ d$ = 0;')
    return c.say('use$(d$, V_)')


@carrier('L', holds=True)
def pack_of_functions(c):
    c.add('template <class... F>\n__device__ T_ all$(F... f)\n{\n    T_ sum = 0;\n    ((sum += f()), ...);\n    return sum;\n}',
          f'auto f$ = [&] {{ return {c.op(c.lv)}; }};\nauto g$ = [] {{ return (T_)0; }};')
    return c.say('all$(g$, f$)')


@carrier('L', 'own')
def pack_of_bases(c):
    c.add(f'struct none$ {{\n}};\nstruct some$ {{\n    T_ o;\n    __device__ T_ use() {{ return {c.op("o")}; }}\n}};\n'
          'template <class... B>\nstruct many$ : B... {\n};', f'many$<none$, some$> m$;\nm$.o = {c.initial};')
    c.lv = c.say('m$.o')
    return c.say('m$.use()')


# ---- arguments that are references ---------------------------------------------------------------------------

@carrier('M')
def type_is_a_reference(c):
    c.add(f'template <class A>\n__device__ T_ use$(A v)\n{{\n    return {c.op("v")};\n}}')
    return c.say('use$<T_ &>(V_)')


@carrier('M', holds=True)
def box_of_a_reference(c):
    c.add('template <class A>\nstruct box$ {\n    A v;\n};', 'box$<T_ &> b$ = {V_};')
    return c.op(c.say('b$.v'))


@carrier('M')
def box_made_for_the_call(c):
    c.add(f'template <class A>\nstruct box$ {{\n    A v;\n}};\n__device__ T_ use$(box$<T_ &> b)\n{{\n    return {c.op("b.v")};\n}}')
    return c.say('use$({V_})')


@carrier('M')
def local_of_the_type(c):
    c.add(f'template <class A>\n__device__ T_ use$(T_ &o)\n{{\n    A r = o;\n    return {c.op("r")};\n}}')
    return c.say('use$<T_ &>(V_)')


@carrier('M')
def alias_of_a_reference(c):
    c.add(f'template <class A>\nstruct pick$ {{\n    using type = A &;\n}};\n'
          f'template <class A>\n__device__ T_ use$(typename pick$<A>::type v)\n{{\n    return {c.op("v")};\n}}')
    return c.say('use$<T_>(V_)')


@carrier('M')
def forwarded(c):
    c.add(f'template <class A>\n__device__ T_ use$(A &&v)\n{{\n    auto &&w = static_cast<A &&>(v);\n    return {c.op("w")};\n}}')
    return c.say('use$(V_)')


@carrier('M')
def auto_of_an_expression(c):
    c.add(lines='decltype((V_)) r$ = V_;')
    return c.op(c.say('r$'))


@carrier('M')
def default_type(c):
    c.add(f'template <class A = T_ &>\n__device__ T_ use$(T_ &o)\n{{\n    A r = o;\n    return {c.op("r")};\n}}')
    return c.say('use$(V_)')


@carrier('M')
def parameter_of_a_generic_lambda(c):
    c.add(decl=f'auto use$ = [](auto &v) {{ return {c.op("v")}; }};')
    return c.say('use$(V_)')


# ---- pointers to functions -------------------------------------------------------------------------------------

def function(c):
    c.add(f'__device__ T_ use$(T_ &v)\n{{\n    return {c.op("v")};\n}}')


@carrier('W')
def plain_function(c):
    function(c)
    return c.say('use$(V_)')


@carrier('W')
def function_not_inlined(c):
    c.add(f'__device__ __noinline__ T_ use$(T_ *v)\n{{\n    return {c.op("*v")};\n}}')
    return c.say('use$(&V_)')


@carrier('W')
def function_defined_behind(c):
    c.add(f'__device__ T_ use$(T_ &v);\n__device__ T_ two$(T_ &v)\n{{\n    return use$(v);\n}}\n'
          f'__device__ T_ use$(T_ &v)\n{{\n    return {c.op("v")};\n}}')
    return c.say('two$(V_)')


@carrier('W')
def pointer_to_function(c):
    function(c)
    c.add(decl='T_ (*f$)(T_ &) = use$;')
    return c.say('f$(V_)')


@carrier('W')
def reference_to_function(c):
    function(c)
    c.add(decl='T_ (&f$)(T_ &) = use$;')
    return c.say('f$(V_)')


@carrier('W')
def table_of_functions(c):
    function(c)
    c.add('__device__ T_ none$(T_ &v)\n{\n    return 0;\n}', 'T_ (*f$[2])(T_ &) = {none$, use$};')
    return c.say('f$[n >= 0](V_)')


@carrier('W')
def function_in_struct(c):
    function(c)
    c.add('struct ops$ {\n    T_ (*go)(T_ &);\n};', 'ops$ o$ = {use$};')
    return c.say('o$.go(V_)')


@carrier('W')
def function_handed_over(c):
    function(c)
    c.add('template <class F>\n__device__ T_ call$(F f, T_ &v)\n{\n    return f(v);\n}')
    return c.say('call$(use$, V_)')


@carrier('W', 'own')
def pointer_to_method(c):
    c.add(f'struct cur$ {{\n    T_ o;\n    __device__ T_ use() {{ return {c.op("o")}; }}\n}};',
          f'cur$ c$ = {{{c.initial}}};\nT_ (cur$::*f$)() = &cur$::use;')
    c.lv = c.say('c$.o')
    return c.say('(c$.*f$)()')


@carrier('W', 'own')
def pointer_to_member(c):
    c.add('struct cur$ {\n    T_ a, o;\n};', f'cur$ c$ = {{0, {c.initial}}};\nT_ cur$::*m$ = &cur$::o;')
    c.lv = c.say('c$.o')
    return c.op(c.say('c$.*m$'))


# ---- text and statements ---------------------------------------------------------------------------------------

@carrier('e')
def macro(c):
    c.add(f'#define USE$(v) {c.op("v")}')
    return c.say('USE$(V_)')


@carrier('e')
def macro_without_arguments(c):
    c.add(f'#define USE$ {c.op(c.lv)}')
    return c.say('USE$')


@carrier('e', holds=True)
def macro_that_pastes(c):
    c.add(f'#define PASTE$(a, b) {c.op("*a##b")}', 'T_ *first$ = &V_;')
    return c.say('PASTE$(fir, st$)')


@carrier('-')
def statement_expression(c):
    return f'({{ {c.T} v_ = {c.op(c.lv)}; v_; }})'


@carrier('-')
def comma(c):
    c.add(decl='T_ d$ = 0;')
    return c.say(f'(d$ = {c.op(c.lv)}, d$)')


@carrier('-')
def condition_with_init(c):
    c.add(lines=f'T_ got$ = 0;\nif (T_ v = {c.op(c.lv)}; v >= 0)\n    got$ = v;')
    return c.say('got$')


@carrier('-')
def header_of_an_inner_loop(c):
    c.add(lines=f'T_ got$ = 0;\nfor (int i = 0; i < 1; got$ = {c.op(c.lv)}, ++i)\n    ;')
    return c.say('got$')


@carrier('-')
def lambda_called_at_once(c):
    return f'[&] {{ return {c.op(c.lv)}; }}()'


@carrier('-')
def lambda_in_lambda(c):
    return f'[&] {{ auto in = [&] {{ return {c.op(c.lv)}; }}; return in(); }}()'


@carrier('-', stores=True)
def bytes_of_it(c):
    """Its bytes are copied there and back."""
    c.add(lines=f'T_ v$;\nmemcpy(&v$, &V_, sizeof(T_));\nT_ w$ = {c.op(c.say("v$"))};\nmemcpy(&V_, &v$, sizeof(T_));')
    return c.say('w$')


@carrier('-', holds=True, stores=True)
def bytes_through_characters(c):
    c.add(decl='unsigned char *p$ = (unsigned char *)&V_;',
          lines='T_ v$;\nfor (int i = 0; i < 4; ++i)\n    ((unsigned char *)&v$)[i] = p$[i];\n'
                f'T_ w$ = {c.op(c.say("v$"))};\nfor (int i = 0; i < 4; ++i)\n    p$[i] = ((unsigned char *)&v$)[i];')
    return c.say('w$')


@carrier('-', 'own')
def anonymous_union(c):
    c.add(decl=f'union {{\n    T_ o$;\n    T_ x$;\n}};\no$ = {c.initial};')
    c.lv = c.say('o$')
    return c.op(c.say('x$'))
