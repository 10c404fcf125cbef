"""Carriers that are classes: operators, constructors, destructors, specialisations and the like."""
from carriers import carrier


def own(c, body, name='cur$', more=''):
    """A class that holds the variable, as the object c$."""
    c.add(f'struct {name} {{\n    T_ o;\n{body}\n}};\n{more}', f'{c.cls(name)} c$ = {{{c.initial}}};')
    c.lv = c.say('c$.o')


def holder(c, body, more=''):
    """A class that holds a pointer to the variable, as the object h$."""
    c.add(f'struct hold$ {{\n    T_ *p;\n{body}\n}};\n{more}', f'{c.cls("hold$")} h$ = {{&V_}};')


def either(c, body, more=lambda o: ''):
    """body and more are functions of the text that names the variable in a method; the object's name."""
    if c.lv:
        holder(c, body('*p'), more('*x.p'))
        return c.say('h$')
    own(c, body('o'), more=more('x.o'))
    return c.say('c$')


# ---- function objects ------------------------------------------------------------------------------------

@carrier('J', 'own')
def functor(c):
    own(c, f'    __device__ T_ operator()(int) {{ return {c.op("o")}; }}')
    return c.say('c$(2)')


@carrier('J', 'own')
def functor_by_pointer(c):
    own(c, f'    __device__ T_ operator()(int) {{ return {c.op("o")}; }}')
    c.add(decl='auto *p$ = &c$;')
    return c.say('(*p$)(2)')


@carrier('J', 'own')
def functor_handed_over(c):
    own(c, f'    __device__ T_ operator()() {{ return {c.op("o")}; }}',
        more='template <class F>\n__device__ T_ call$(F &f)\n{\n    return f();\n}')
    return c.say('call$(c$)')


@carrier('J', holds=True)
def functor_with_pointer(c):
    holder(c, f'    __device__ T_ operator()(T_ by) const {{ return {c.op("*p")} * by; }}')
    return c.say('h$(1)')


@carrier('J', holds=True)
def functor_with_template(c):
    holder(c, f'    template <class A>\n    __device__ T_ operator()(A by) const {{ return {c.op("*p")} * by; }}')
    return c.say('h$(1)')


@carrier('J', 'own')
def mutable_lambda(c):
    """The copy that the lambda keeps is the variable; asked for by another call."""
    c.add(decl=f'T_ o$ = {c.initial};\nauto f$ = [o = &o$]() mutable {{ return {c.op("*o")}; }};')
    c.lv = c.say('o$')
    return c.say('f$()')


# ---- operators -------------------------------------------------------------------------------------------

OPERATORS = {  # name: (what the parameter list is, how it is used)
    'operator<<': ('int', '{} << 3'), 'operator>>': ('int', '{} >> 3'), 'operator+=': ('int', '{} += 3'),
    'operator++': ('', '++{}'), 'operator--': ('int', '{}--'), 'operator[]': ('int', '{}[3]'), 'operator()': ('int', '{}(3)'),
    'operator*': ('', '*{}'), 'operator!': ('', '!{}'), 'operator-': ('', '-{}'), 'operator~': ('', '~{}'),
    'operator+': ('int', '({} + 3)'), 'operator<': ('int', '({} < 3)'), 'operator==': ('int', '({} == 3)'),
    'operator&&': ('bool', '({} && true)'), 'operator,': ('int', '({}, 3)'), 'operator%': ('int', '{} % 3'),
    'operator=': ('int', '({} = 3)'), 'operator|': ('int', '({} | 3)'), 'operator^=': ('int', '({} ^= 3)'), 'operator->*': ('int', '({} ->* 3)')}


def operators(c, free=False):
    name = c.r.choice([x for x in OPERATORS if not (free and x in ('operator[]', 'operator()', 'operator=')) and
                       not (x == 'operator=' and not c.lv)])
    takes, use = OPERATORS[name]
    if free:
        second = f', {takes}' if takes else ''
        kind = 'hold$' if c.lv else 'cur$'
        return use, either(c, lambda v: '', lambda v: f'__device__ T_ {name}({kind} &x{second})\n{{\n    return {c.op(v)};\n}}')
    return use, either(c, lambda v: f'    __device__ T_ {name}({takes}) {{ return {c.op(v)}; }}')


@carrier('N', 'own')
def operator_of_class(c):
    use, x = operators(c)
    return use.format(x)


@carrier('N', holds=True)
def operator_of_holder(c):
    use, x = operators(c)
    return use.format(x)


@carrier('N', 'own')
def free_operator(c):
    use, x = operators(c, True)
    return use.format(x)


@carrier('N', holds=True)
def free_operator_of_holder(c):
    use, x = operators(c, True)
    return use.format(x)


@carrier('N', 'own')
def operator_in_template(c):
    use, x = operators(c, c.r.random() < 0.5)
    c.add(f'template <class A>\n__device__ T_ use$(A &v)\n{{\n    return {use.format("v")};\n}}')
    return c.say(f'use$({x})')


@carrier('N', holds=True)
def operator_in_generic_lambda(c):
    use, x = operators(c)
    c.add(decl=f'auto use$ = [](auto &v) {{ return {use.format("v")}; }};')
    return c.say(f'use$({x})')


@carrier('N', 'own')
def operator_of_template_class(c):
    use, body = c.r.choice([('{} << 3', 'operator<<(int)'), ('++{}', 'operator++()'), ('{} += 1', 'operator+=(int)')])
    c.add(f'template <class A>\nstruct cur$ {{\n    A o;\n    __device__ A {body} {{ return {c.op("o")}; }}\n}};',
          f'cur$<T_> c$ = {{{c.initial}}};')
    c.lv = c.say('c$.o')
    return use.format(c.say('c$'))


@carrier('N', holds=True)
def arrow(c):
    c.add('struct in$ {\n    T_ v;\n};')
    holder(c, f'    in$ w;\n    __device__ in$ *operator->() {{ w.v = {c.op("*p")}; return &w; }}')
    return c.say('h$->v')


@carrier('N', 'own')
def conversion(c):
    own(c, f'    __device__ operator T_() {{ return {c.op("o")}; }}')
    c.add(lines='T_ got$ = c$;')
    return c.say('got$')


@carrier('N', holds=True)
def conversion_of_holder(c):
    holder(c, f'    __device__ operator T_() const {{ return {c.op("*p")}; }}')
    return c.say('(h$ + (T_)0)')


@carrier('N', 'own')
def conversion_in_template(c):
    own(c, f'    __device__ operator T_() {{ return {c.op("o")}; }}',
        more='template <class A>\n__device__ T_ use$(A &v)\n{\n    T_ r = v;\n    return r;\n}')
    return c.say('use$(c$)')


@carrier('N', holds=True)
def conversion_of_an_argument(c):
    holder(c, f'    __device__ operator T_() const {{ return {c.op("*p")}; }}', '__device__ T_ plain$(T_ v)\n{\n    return v;\n}')
    return c.say('plain$(h$)')


@carrier('N', holds=True)
def conversion_to_bool(c):
    holder(c, f'    T_ got;\n    __device__ explicit operator bool() {{ got = {c.op("*p")}; return true; }}')
    c.add(lines='T_ got$ = 0;\nif (h$)\n    got$ = h$.got;')
    return c.say('got$')


@carrier('N', holds=True)
def converted_by_a_constructor(c):
    c.add(f'struct from$ {{\n    T_ v;\n    __device__ from$(T_ *q) : v({c.op("*q")}) {{}}\n}};\n'
          '__device__ T_ plain$(from$ f)\n{\n    return f.v;\n}', 'T_ *p$ = &V_;')
    return c.say('plain$(p$)')


@carrier('N', holds=True)
def copy_constructor(c):
    c.add(f'struct cop$ {{\n    T_ *p;\n    T_ v;\n    __device__ cop$(T_ *q) : p(q), v(0) {{}}\n'
          f'    __device__ cop$(const cop$ &o) : p(o.p), v({c.op("*o.p")}) {{}}\n}};',
          f'{c.cls("cop$")} a$(&V_);', 'auto b$ = a$;')
    return c.say('b$.v')


@carrier('N', holds=True)
def copied_for_a_call(c):
    c.add(f'struct cop$ {{\n    T_ *p;\n    T_ v;\n    __device__ cop$(T_ *q) : p(q), v(0) {{}}\n'
          f'    __device__ cop$(const cop$ &o) : p(o.p), v({c.op("*o.p")}) {{}}\n}};\n'
          '__device__ T_ plain$(cop$ x)\n{\n    return x.v;\n}', 'cop$ a$(&V_);')
    return c.say('plain$(a$)')


@carrier('N', holds=True)
def assignment(c):
    c.add(f'struct cop$ {{\n    T_ *p;\n    T_ v;\n    __device__ cop$ &operator=(const cop$ &o)\n    {{\n        v = {c.op("*o.p")};\n        return *this;\n    }}\n}};',
          'cop$ a$ = {&V_, 0}, b$ = {&V_, 0};', 'b$ = a$;')
    return c.say('b$.v')


# ---- constructors and destructors ------------------------------------------------------------------------

@carrier('N')
def constructor(c):
    c.add(f'struct made$ {{\n    T_ v;\n    __device__ made$(T_ *q) {{ v = {c.op("*q")}; }}\n}};')
    name = c.cls('made$')
    how = c.r.choice(['m$(&V_)', 'm${&V_}', 'm$ = &V_', 'temporary', 'auto'])
    if how == 'temporary':
        return c.say(f'{name}(&V_).v')
    c.add(lines=f'auto m$ = {name}(&V_);' if how == 'auto' else f'{name} {how};')
    return c.say('m$.v')


@carrier('N')
def constructor_in_template(c):
    c.add(f'struct made$ {{\n    T_ v;\n    __device__ made$(T_ *q) : v({c.op("*q")}) {{}}\n}};\n'
          'template <class A>\n__device__ T_ use$(T_ &o)\n{\n    A a(&o);\n    return a.v;\n}')
    return c.say('use$<made$>(V_)')


@carrier('R')
def base_constructor(c):
    c.add(f'struct base$ {{\n    T_ v;\n    __device__ base$(T_ *q) : v({c.op("*q")}) {{}}\n}};\n'
          'struct made$ : base$ {\n    __device__ made$(T_ *q) : base$(q) {}\n};')
    return c.say(f'{c.cls("made$")}(&V_).v')


@carrier('R')
def inherited_constructor(c):
    c.add(f'struct base$ {{\n    T_ v;\n    __device__ base$(T_ *q) : v({c.op("*q")}) {{}}\n}};\n'
          'struct made$ : base$ {\n    using base$::base$;\n};', lines=f'{c.cls("made$")} m$(&V_);')
    return c.say('m$.v')


@carrier('R')
def delegating_constructor(c):
    c.add(f'struct made$ {{\n    T_ v;\n    __device__ made$(T_ *q, T_ by) : v({c.op("*q")} * by) {{}}\n'
          '    __device__ made$(T_ *q) : made$(q, 1) {}\n};', lines=f'{c.cls("made$")} m$(&V_);')
    return c.say('m$.v')


@carrier('R')
def constructor_of_a_member(c):
    c.add(f'struct in$ {{\n    T_ v;\n    __device__ in$(T_ *q) {{ v = {c.op("*q")}; }}\n}};\n'
          'struct made$ {\n    in$ i;\n    int a;\n    __device__ made$(T_ *q) : i(q), a(1) {}\n};',
          lines=f'{c.cls("made$")} m$(&V_);')
    return c.say('m$.i.v')


@carrier('R', 'file')
def default_constructor_of_a_member(c):
    c.add(f'struct in$ {{\n    T_ v;\n    __device__ in$() {{ v = {c.op(c.lv)}; }}\n}};\n'
          'struct made$ {\n    in$ i;\n    int a;\n    __device__ made$() : a(1) {}\n};')
    return c.say(f'{c.cls("made$")}().i.v')


@carrier('R', 'file')
def default_constructor_of_all(c):
    """Nothing of the text says that it is called."""
    c.add(f'struct in$ {{\n    T_ v;\n    __device__ in$() : v({c.op(c.lv)}) {{}}\n}};\nstruct made$ {{\n    in$ i;\n}};',
          lines=f'{c.cls("made$")} m$;')
    return c.say('m$.i.v')


@carrier('R', 'file')
def member_initialiser(c):
    c.add(f'struct made$ {{\n    int a;\n    T_ b = {c.op(c.lv)};\n    __device__ made$(int i) : a(i) {{}}\n}};',
          lines=f'{c.cls("made$")} m$(1);')
    return c.say('m$.b')


@carrier('R', 'file')
def initialiser_of_an_aggregate(c):
    c.add(f'struct made$ {{\n    int a;\n    T_ b = {c.op(c.lv)};\n}};', lines=f'{c.cls("made$")} m$ = {{1}};')
    return c.say('m$.b')


@carrier('R')
def initialiser_from_a_member(c):
    c.add(f'struct made$ {{\n    T_ *p;\n    T_ b = {c.op("*p")};\n    __device__ made$(T_ *q) : p(q) {{}}\n}};',
          lines=f'{c.cls("made$")} m$(&V_);')
    return c.say('m$.b')


@carrier('Q')
def destructor(c):
    c.add(f'struct made$ {{\n    T_ *p, *to;\n    __device__ ~made$() {{ *to = {c.op("*p")}; }}\n}};',
          lines=f'T_ got$ = 0;\n{{\n    {c.cls("made$")} m$ = {{&V_, &got$}};\n}}')
    return c.say('got$')


@carrier('Q')
def destructor_defined_outside(c):
    c.add(f'struct made$ {{\n    T_ *p, *to;\n    __device__ ~made$();\n}};\n'
          f'__device__ made$::~made$()\n{{\n    *to = {c.op("*p")};\n}}',
          lines=f'T_ got$ = 0;\n{{\n    {c.cls("made$")} m$ = {{&V_, &got$}};\n}}')
    return c.say('got$')


@carrier('Q')
def destructor_of_a_member(c):
    c.add(f'struct in$ {{\n    T_ *p, *to;\n    __device__ ~in$() {{ *to = {c.op("*p")}; }}\n}};\nstruct made$ {{\n    in$ i;\n}};',
          lines=f'T_ got$ = 0;\n{{\n    {c.cls("made$")} m$ = {{{{&V_, &got$}}}};\n}}')
    return c.say('got$')


@carrier('Q')
def destructor_of_a_base(c):
    c.add(f'struct base$ {{\n    T_ *p, *to;\n    __device__ base$(T_ *a, T_ *b) : p(a), to(b) {{}}\n    __device__ ~base$() {{ *to = {c.op("*p")}; }}\n}};\n'
          'struct made$ : base$ {\n    __device__ made$(T_ *a, T_ *b) : base$(a, b) {}\n};',
          lines=f'T_ got$ = 0;\n{{\n    {c.cls("made$")} m$(&V_, &got$);\n}}')
    return c.say('got$')


@carrier('Q')
def destructor_of_a_temporary(c):
    c.add(f'struct made$ {{\n    T_ *p, *to;\n    __device__ made$(T_ *a, T_ *b) : p(a), to(b) {{}}\n    __device__ ~made$() {{ *to = {c.op("*p")}; }}\n}};',
          lines=f'T_ got$ = 0;\n{c.cls("made$")}(&V_, &got$);')
    return c.say('got$')


@carrier('Q')
def destructor_in_template(c):
    c.add(f'struct made$ {{\n    T_ *p, *to;\n    __device__ ~made$() {{ *to = {c.op("*p")}; }}\n}};\n'
          'template <class A>\n__device__ T_ use$(T_ &o)\n{\n    T_ got = 0;\n    {\n        A a{&o, &got};\n    }\n    return got;\n}')
    return c.say('use$<made$>(V_)')


# ---- specialisations ---------------------------------------------------------------------------------------

@carrier('O', holds=True)
def specialised_class(c):
    c.add('template <class A>\nstruct box$ {\n    A *p;\n    __device__ A use() { return 0; }\n};\n'
          f'template <>\nstruct box$<T_> {{\n    T_ *p;\n    __device__ T_ use() {{ return {c.op("*p")}; }}\n}};')
    dependent = c.cls(c.T)
    c.add(decl=f'box$<{dependent}> b$ = {{&V_}};')
    return c.say('b$.use()')


@carrier('O')
def partly_specialised_class(c):
    c.add('template <class A>\nstruct box$ {\n    A v;\n    __device__ box$(A q) : v(q) {}\n    __device__ T_ get() { return 0; }\n};\n'
          f'template <class A>\nstruct box$<A *> {{\n    A v;\n    __device__ box$(A *q) : v({c.op("*q")}) {{}}\n    __device__ T_ get() {{ return v; }}\n}};')
    dependent = c.cls(c.T)
    c.add(lines=f'box$<{dependent} *> b$(&V_);')
    return c.say('b$.get()')


@carrier('O')
def specialised_function(c):
    c.add('template <class A>\n__device__ A use$(A &v)\n{\n    return 0;\n}\n'
          f'template <>\n__device__ T_ use$<T_>(T_ &v)\n{{\n    return {c.op("v")};\n}}')
    return c.say('use$(V_)')


@carrier('O', holds=True)
def specialised_method(c):
    c.add('template <class A>\nstruct box$ {\n    A *p;\n    __device__ A use() { return 0; }\n};\n'
          f'template <>\n__device__ T_ box$<T_>::use()\n{{\n    return {c.op("*p")};\n}}', 'box$<T_> b$ = {&V_};')
    return c.say('b$.use()')


@carrier('O')
def specialised_by_a_number(c):
    c.add('template <int N>\nstruct op$ {\n    static __device__ T_ use(T_ &) { return 0; }\n};\n'
          f'template <>\nstruct op$<2> {{\n    static __device__ T_ use(T_ &v) {{ return {c.op("v")}; }}\n}};')
    return c.say('op$<1 + 1>::use(V_)')


@carrier('O')
def chosen_by_constexpr_if(c):
    c.add(f'template <class A>\n__device__ T_ use$(A &v)\n{{\n    if constexpr (sizeof(A) == 4)\n        return {c.op("v")};\n    else\n        return 0;\n}}')
    return c.say('use$(V_)')


@carrier('O', holds=True)
def curiously_derived(c):
    c.add('template <class D>\nstruct top$ {\n    __device__ T_ use() { return static_cast<D *>(this)->impl(); }\n};\n'
          f'struct der$ : top$<der$> {{\n    T_ *p;\n    __device__ T_ impl() {{ return {c.op("*p")}; }}\n}};', f'{c.cls("der$")} d$;\nd$.p = &V_;')
    return c.say('d$.use()')


@carrier('O')
def policy(c):
    """The kernel knows a class with a static function."""
    c.add(f'struct policy$ {{\n    static __device__ T_ use(T_ &v) {{ return {c.op("v")}; }}\n}};')
    return c.say(f'{c.cls("policy$")}::use(V_)')


@carrier('P')
def virtual_call(c):
    c.add('struct base$ {\n    __device__ virtual T_ use(T_ &) { return 0; }\n};\n'
          f'struct der$ : base$ {{\n    __device__ T_ use(T_ &v) override {{ return {c.op("v")}; }}\n}};',
          'base$ one$;\nder$ two$;\nbase$ *b$ = n >= 0 ? (base$ *)&two$ : &one$;')
    return c.say('b$->use(V_)')


@carrier('P', 'own')
def virtual_call_by_reference(c):
    c.add('struct base$ {\n    T_ o;\n    __device__ virtual T_ use() = 0;\n};\n'
          f'struct der$ : base$ {{\n    __device__ T_ use() override {{ return {c.op("this->o")}; }}\n}};',
          f'der$ d$;\nbase$ &b$ = d$;\nd$.o = {c.initial};')
    c.lv = c.say('d$.o')
    return c.say('b$.use()')


# ---- bindings, constants, records -------------------------------------------------------------------------

@carrier('S', 'own')
def binding(c):
    c.add('struct st$ {\n    T_ a, b;\n};', f'st$ q$ = {{{c.initial}, 1}};\nauto &[a$, b$] = q$;')
    c.lv = c.say('q$.a')
    return c.op(c.say('a$'))


@carrier('S', 'own')
def binding_in_place(c):
    c.add('struct st$ {\n    T_ a, b;\n};', f'st$ q$ = {{{c.initial}, 1}};', 'auto &&[a$, b$] = q$;')
    c.lv = c.say('q$.a')
    return c.op(c.say('a$'))


@carrier('S', 'own')
def binding_from_a_macro(c):
    c.add('struct st$ {\n    T_ a, b;\n};\n#define BIND$(u, v) auto &[u, v]', f'st$ q$ = {{{c.initial}, 1}};', 'BIND$(a$, b$) = q$;')
    c.lv = c.say('q$.a')
    return c.op(c.say('a$'))


@carrier('S', 'own')
def binding_in_a_function(c):
    c.add(f'struct st$ {{\n    T_ a, b;\n}};\n__device__ T_ use$(st$ &s)\n{{\n    auto &[a, b] = s;\n    return {c.op("a")};\n}}',
          f'st$ q$ = {{{c.initial}, 1}};')
    c.lv = c.say('q$.a')
    return c.say('use$(q$)')


@carrier('S', 'own')
def binding_of_an_array(c):
    c.add(decl=f'T_ q$[2] = {{1, {c.initial}}};\nauto &[a$, b$] = q$;')
    c.lv = c.say('q$[1]')
    return c.op(c.say('b$'))


@carrier('S', holds=True)
def binding_of_references(c):
    c.add('struct st$ {\n    T_ &a;\n    int b;\n};', 'auto [a$, b$] = st${V_, 1};')
    return c.op(c.say('a$'))


@carrier('T', 'own')
def variable_template(c):
    c.add('template <class A>\n__device__ A many$[1024] = {};')
    c.lv = c.say('many$<T_>[blockIdx.x * 256 + t]')
    c.add(decl=f'V_ = {c.initial};')
    return c.op(c.lv)


@carrier('T', 'own')
def static_function(c):
    c.add('__device__ T_ all$[1024];\nstruct st$ {\n    static __device__ T_ &at(int i) { return all$[i]; }\n};')
    c.lv = c.say('all$[blockIdx.x * 256 + t]')
    c.add(decl=f'V_ = {c.initial};')
    return c.op(c.say(c.cls('st$') + '::at(blockIdx.x * 256 + t)'))


@carrier('T', 'own')
def array_by_template_argument(c):
    c.add('__device__ T_ all$[1024];\n'
          f'template <T_ (&R)[1024]>\n__device__ T_ use$(int i)\n{{\n    return {c.op("R[i]")};\n}}')
    c.lv = c.say('all$[blockIdx.x * 256 + t]')
    c.add(decl=f'V_ = {c.initial};')
    return c.say('use$<all$>(blockIdx.x * 256 + t)')


@carrier('T', 'own')
def pointer_by_template_argument(c):
    c.add('__device__ T_ all$[1024];\n'
          f'template <T_ *R>\n__device__ T_ use$(int i)\n{{\n    return {c.op("R[i]")};\n}}')
    c.lv = c.say('all$[blockIdx.x * 256 + t]')
    c.add(decl=f'V_ = {c.initial};')
    return c.say('use$<all$>(blockIdx.x * 256 + t)')


@carrier('T', 'own')
def constexpr_reference(c):
    c.add('__device__ T_ all$[1024];')
    c.lv = c.say('all$[blockIdx.x * 256 + t]')
    c.add(decl=f'V_ = {c.initial};\nstatic constexpr T_ (&R$)[1024] = all$;')
    return c.op(c.say('R$[blockIdx.x * 256 + t]'))


@carrier('T', 'own')
def name_in_a_namespace(c):
    c.add('namespace state$ {\n__device__ T_ all[1024];\n}\nusing state$::all;')
    c.lv = c.say('state$::all[blockIdx.x * 256 + t]')
    c.add(decl=f'V_ = {c.initial};')
    return c.op('all[blockIdx.x * 256 + t]')


@carrier('U', 'own')
def record_that_points_to_itself(c):
    c.add('struct it$ {\n    T_ v;\n    T_ *p;\n};', f'it$ q$;\nq$.v = {c.initial};\nq$.p = &q$.v;')
    c.lv = c.say('q$.v')
    return c.op(c.say('*q$.p'))


@carrier('U', 'own')
def list_in_a_ring(c):
    c.add('struct node$ {\n    T_ v;\n    node$ *next;\n};',
          f'node$ q$, s$;\nq$.v = {c.initial};\ns$.v = 0;\nq$.next = &s$;\ns$.next = &q$;')
    c.lv = c.say('q$.v')
    return c.op(c.say('q$.next->next->v'))


@carrier('U', 'own')
def record_with_reference_to_itself(c):
    c.add(f'struct it$ {{\n    T_ v;\n    T_ &r;\n    __device__ it$(T_ i) : v(i), r(v) {{}}\n}};', f'it$ q$({c.initial});')
    c.lv = c.say('q$.v')
    return c.op(c.say('q$.r'))
