/* What a helper's template parameters are: the call's arguments, what the compiler deduces,
 * defaults. */
#include "model/inline_call.h"

#include "front/lex.h"

/* Texts between `<` at `open` and its `>`, cut at commas. Offset behind the `>`, 0 when that is not
 * found: an argument with an operator `<` is not read. */
static uint32_t cut_list(struct kp_unit *u, const char *text, uint32_t open, uint32_t limit,
                         struct kp_inlining *c, bool names)
{
    uint32_t from = open + 1, equals = 0;
    struct kp_token t, last = {0};
    int depth = 0;

    for (uint32_t at = from;; at = t.end) {
        bool ends;

        t = kp_lex_code(text, at, limit);
        if (t.kind == KP_TOKEN_END || kp_token_is(text, t, "<") || kp_token_is(text, t, ";"))
            return 0;
        depth += kp_token_is(text, t, "(") || kp_token_is(text, t, "{");
        depth -= kp_token_is(text, t, ")") || kp_token_is(text, t, "}");
        ends = !depth && kp_token_is(text, t, ">");
        if (names && kp_token_is(text, t, "=")) {
            depth += 1000; /* a default value: the name stood before it */
            equals = t.end;
        }
        if (ends || (depth % 1000 == 0 && kp_token_is(text, t, ",")) ||
            (depth >= 1000 && kp_token_is(text, t, ">"))) {
            const char *piece = names
                                    ? kp_strndup(u->arena, text + last.begin, last.end - last.begin)
                                    : kp_strndup(u->arena, text + from, t.begin - from);

            if (names) {
                const char *value =
                    equals ? kp_strndup(u->arena, text + equals, t.begin - equals) : "";

                kp_push(u->arena, &c->names, piece);
                kp_push(u->arena, &c->defaults, value + strspn(value, " \t\r\n"));
                equals = 0;
            } else
                kp_push(u->arena, &c->values, piece + strspn(piece, " \t\r\n"));
            from = t.end;
            depth %= 1000;
            if (!kp_token_is(text, t, ","))
                return t.end;
        } else if (depth < 1000 && t.kind == KP_TOKEN_IDENT)
            last = t;
    }
}

bool kp_read_template(struct kp_inlining *c)
{
    struct kp_span f = c->callee->span;
    struct kp_token t = kp_lex_code(c->text, f.begin, f.end);
    const char *source = c->u->source.text;

    if (!kp_token_is(c->text, t, "template"))
        return true;
    t = kp_lex_code(c->text, t.end, f.end);
    if (!kp_token_is(c->text, t, "<") || !cut_list(c->u, c->text, t.begin, f.end, c, true))
        return false;
    t = kp_lex_code(source, c->node->span.begin, c->node->span.end);
    while (t.kind == KP_TOKEN_IDENT || kp_token_is(source, t, "::"))
        t = kp_lex_code(source, t.end, c->node->span.end);
    if (!kp_token_is(source, t, "<")) /* all are deduced */
        return true;
    return cut_list(c->u, source, t.begin, c->node->span.end, c, false) &&
           c->values.n <= c->names.n;
}

static bool is_type_parameter(const struct kp_inlining *c, const char *name)
{
    struct kp_token t = kp_lex_code(c->text, c->callee->span.begin, c->callee->span.end),
                    before = t;

    for (; t.kind != KP_TOKEN_END; before = t, t = kp_lex_code(c->text, t.end, c->callee->span.end))
        if (kp_token_is(c->text, t, name))
            return kp_token_is(c->text, before, "typename") ||
                   kp_token_is(c->text, before, "class");
    return false;
}

bool kp_names_any(const char *text, const struct kp_texts *names)
{
    for (size_t i = 0; i < names->n; i++)
        if (kp_lex_has(text, 0, (uint32_t)strlen(text), names->v[i]))
            return true;
    return false;
}

/* A template's parameter that is a value, where the body names it. */
static const struct kp_sym *constant_in(const struct kp_node *n, const char *name)
{
    const struct kp_sym *s = n->sym;

    if (s && s->kind == KP_SYM_TVALUE && kp_streq(s->name, name))
        return s;
    kp_each_child(c, n) if ((s = constant_in(c, name))) return s;
    return NULL;
}

/* Its own type: -1 < N is another matter where N is unsigned. */
static const char *constant_type(const struct kp_inlining *c, const char *name)
{
    const struct kp_sym *s = constant_in(c->callee->last, name);

    return s && s->type && s->type->kind == KP_TYPE_INT ? kp_said_type(c->u, c->node, s->type)
                                                        : "auto";
}

/* The kernel's own constant of that name, where it has one. */
static const struct kp_sym *local_constant(const struct kp_node *n, const char *name)
{
    const struct kp_sym *s;

    if (n->kind == KP_VAR && n->sym && kp_streq(n->sym->name, name))
        return n->sym;
    kp_each_child(c, n) if ((s = local_constant(c, name))) return s;
    return NULL;
}

/* `load<BK>(..)` where BK is a constant of the kernel, and a parameter of the template with another
 * type: it is set aside, and gets that type. */
static void retype(struct kp_inlining *c, const char *name)
{
    const struct kp_sym *mine = constant_in(c->callee->last, name),
                        *its = local_constant(kp_function_around(c->node), name);
    const struct kp_type *t = mine ? mine->type : NULL, *o = its ? its->type : NULL;

    if (!t || !o || t->kind != KP_TYPE_INT ||
        (o->kind == t->kind && o->size == t->size && o->is_unsigned == t->is_unsigned))
        return;
    kp_str_addf(&c->outer, "%s    constexpr auto kp_in%u = %s;\n", c->indent, c->aside, name);
    kp_str_addf(&c->inner, "%s    constexpr %s %s = kp_in%u;\n", c->indent,
                kp_said_type(c->u, c->node, t), name, c->aside++);
}

/* `using T = float;` in front of the arguments: none of them may mean another T. */
static bool add_using(struct kp_inlining *c, const char *name, const char *value)
{
    const struct kp_node *arg;

    for (unsigned i = 0; (arg = kp_argument(c->node, i)); i++) {
        const char *text = kp_node_text(c->u, arg);

        if (kp_lex_has(text, 0, (uint32_t)strlen(text), name))
            return false;
    }
    kp_str_addf(&c->types, "%s    using %s = %s;\n", c->indent, name, value);
    return true;
}

/* What T is by an argument whose parameter is `T *` or `const T *`: pointers convert to no others,
 * so the parameter's own declaration in the block would not compile with another T. NULL when no
 * argument says it. */
static const char *deduced(const struct kp_inlining *c, const char *name)
{
    unsigned i = 0;

    kp_each_child(p, c->callee)
    {
        const struct kp_type *t = p->kind == KP_PARAM ? p->sym->type : NULL, *of;
        const struct kp_node *arg = kp_argument(c->node, i++);

        if (!t || !arg || !arg->type)
            return NULL;
        of = arg->type->kind == KP_TYPE_POINTER ? arg->type->elem : NULL;
        if (t->kind == KP_TYPE_POINTER && t->elem && of && of->kind != KP_TYPE_ARRAY &&
            of->spelling[0] != '<' && !of->is_volatile && !t->elem->is_volatile &&
            kp_streq(kp_plain_type(c->u->arena, t->elem->spelling), name))
            return t->elem->is_const ? kp_plain_type(c->u->arena, of->spelling) : of->spelling;
    }
    return NULL;
}

/* True if an argument could say what the parameter is. Not where the parameters' types name it in
 * an array's bound among other things only. */
static bool is_deducible(const struct kp_inlining *c, const char *name)
{
    kp_each_child(p, c->callee)
    {
        struct kp_token before = {0}, t, next;

        for (t = kp_lex_code(c->text, p->span.begin, p->span.end);
             p->kind == KP_PARAM && t.kind != KP_TOKEN_END; before = t, t = next) {
            next = kp_lex_code(c->text, t.end, p->span.end);
            if (kp_token_is(c->text, t, name) && !kp_token_is(c->text, before, "+") &&
                !kp_token_is(c->text, before, "*") && !kp_token_is(c->text, next, "+") &&
                !kp_token_is(c->text, next, "*"))
                return true;
        }
    }
    return false;
}

/* int, float4 and their like. */
static bool is_cuda_type(const char *name)
{
    static const char *const bases[] = {"char", "uchar",    "short",     "ushort", "int",   "uint",
                                        "long", "longlong", "ulonglong", "float",  "double"};
    size_t n = strcspn(name, "1234");

    for (size_t i = 0; i < sizeof bases / sizeof *bases; i++)
        if (strlen(bases[i]) == n && memcmp(name, bases[i], n) == 0)
            return name[n] ? !name[n + 1] : name[0] != 'u' && !kp_streq(name, "longlong");
    return false;
}

/* True if a default value says the same in the kernel: a number, or a type of CUDA's whose name the
 * file gives to nothing else. */
static bool is_plain_default(const struct kp_inlining *c, const char *value)
{
    const struct kp_file *s = &c->u->source;
    uint32_t end = (uint32_t)strlen(value);
    struct kp_token t = kp_lex_code(value, 0, end), d;
    bool known = is_cuda_type(value);

    if (t.end != end && kp_lex_code(value, t.end, end).kind != KP_TOKEN_END)
        return false;
    if (t.kind == KP_TOKEN_NUMBER)
        return true;
    for (size_t i = 0; i < c->u->parse.syms.n; i++) {
        const struct kp_sym *k = c->u->parse.syms.v[i];

        if (!k || !kp_token_is(value, t, k->name))
            continue;
        if (!k->from_prelude)
            return false;
        known |= k->kind == KP_SYM_RECORD || k->kind == KP_SYM_TYPE;
    }
    for (d = kp_lex(s->text, s->bom, s->size); known && d.kind != KP_TOKEN_END;
         d = kp_lex(s->text, d.end, s->size))
        if (d.kind == KP_TOKEN_DIRECTIVE &&
            strstr(kp_strndup(c->u->arena, s->text + d.begin, d.end - d.begin), value))
            return false;
    return known;
}

static const char *default_of(const struct kp_inlining *c, const char *name)
{
    for (size_t i = 0; i < c->names.n; i++)
        if (c->names.v[i] == name)
            return !*c->defaults.v[i] || is_deducible(c, name) ||
                           !is_plain_default(c, c->defaults.v[i])
                       ? NULL
                       : c->defaults.v[i];
    return NULL;
}

/* What the compiler has deduced, where the call reaches the same instance wherever it stands; NULL:
 * not known. */
static const struct kp_tvalue *argument_of_instance(const struct kp_inlining *c, const char *name)
{
    struct kp_func *f = kp_func_get(c->u, c->kernel, false);
    struct kp_callees all = {0};

    if (!f || c->node->is_dependent)
        return NULL;
    kp_callees_of(f, c->node, &all);
    for (size_t i = 0; all.of_instances && all.list.n == 1 && i < c->u->parse.instances.n; i++) {
        const struct kp_instance *of = &c->u->parse.instances.v[i];

        for (size_t k = 0; of->function->sym == all.list.v[0] && k < of->args.n; k++)
            if (of->args.v[k].known && of->args.v[k].param &&
                kp_streq(of->args.v[k].param->name, name))
                return &of->args.v[k];
    }
    return NULL;
}

/* True if the parameter is a bound of an array to which a reference is handed, and which the kernel
 * declares. The constants in its bounds the kernel names, so that the output asserts them. */
static bool is_bound(const struct kp_inlining *c, const char *name)
{
    unsigned i = 0;

    kp_each_child(p, c->callee)
    {
        const struct kp_type *t = p->kind == KP_PARAM ? p->sym->type : NULL;
        const struct kp_node *arg = kp_argument(c->node, i++);
        const struct kp_sym *s = arg && arg->kind == KP_REF ? arg->sym : NULL;

        if (t && t->kind == KP_TYPE_REFERENCE && t->elem && s && s->kind == KP_SYM_VAR && s->decl &&
            kp_is_inside(s->decl, c->kernel->decl) && kp_is_array_lvalue(arg) &&
            kp_lex_has(t->elem->spelling, 0, (uint32_t)strlen(t->elem->spelling), name))
            return true;
    }
    return false;
}

static const char *deduced_value(const struct kp_inlining *c, const char *name)
{
    const struct kp_tvalue *a = argument_of_instance(c, name);

    return a && a->param->kind == KP_SYM_TVALUE && is_bound(c, name)
               ? kp_sprintf(c->u->arena, "%lld", (long long)a->value)
               : NULL;
}

static bool bind_deduced(struct kp_inlining *c, const char *name)
{
    const char *value;

    if (!kp_lex_has(c->text, c->callee->last->span.begin, c->callee->last->span.end, name))
        return true;
    value = default_of(c, name);
    if (!value && !is_type_parameter(c, name))
        value = deduced_value(c, name);
    if (value && !is_type_parameter(c, name)) {
        kp_str_addf(&c->inner, "%s    constexpr %s %s = %s;\n", c->indent, constant_type(c, name),
                    name, value);
        return true;
    }
    if (!value && is_type_parameter(c, name))
        value = deduced(c, name);
    if (!value || (!kp_streq(value, name) && kp_names_any(value, &c->names)))
        return false;
    if (!kp_streq(value, name) && !add_using(c, name, value))
        return false;
    kp_push(c->u->arena, &c->known, name);
    return true;
}

bool kp_bind_template(struct kp_inlining *c)
{
    for (size_t i = 0; i < c->names.n; i++) {
        const char *name = c->names.v[i], *value = i < c->values.n ? c->values.v[i] : NULL;

        if (value && kp_streq(name, value)) {
            retype(c, name); /* else it means the same here */
            continue;
        }
        if (!value) {
            if (!bind_deduced(c, name))
                return false;
            continue;
        }
        if (kp_names_any(value, &c->names))
            return false;
        if (is_type_parameter(c, name)) {
            if (!add_using(c, name, value))
                return false;
        } else
            kp_str_addf(&c->inner, "%s    constexpr %s %s = %s;\n", c->indent,
                        constant_type(c, name), name, value);
    }
    return true;
}

const char *kp_deduced_type(const struct kp_inlining *c, const char *type)
{
    uint32_t end = (uint32_t)strlen(type), at = 0;
    struct kp_str out = kp_str_new(c->u->arena);

    for (struct kp_token t = kp_lex_code(type, 0, end); t.kind != KP_TOKEN_END;
         t = kp_lex_code(type, t.end, end))
        for (size_t i = c->values.n; i < c->names.n; i++)
            if (kp_token_is(type, t, c->names.v[i]) && !kp_has_text(&c->known, c->names.v[i]) &&
                is_type_parameter(c, c->names.v[i])) {
                kp_str_addn(&out, type + at, t.begin - at);
                kp_str_add(&out, "auto");
                at = t.end;
            }
    kp_str_addn(&out, type + at, end - at);
    return kp_str_text(&out);
}

/* The parameter that is `p` of the pattern, in an instance. */
static const struct kp_sym *parameter_in(const struct kp_inlining *c, const struct kp_sym *callee,
                                         const struct kp_node *p)
{
    const struct kp_node *q = callee->decl ? callee->decl->first : NULL;

    for (const struct kp_node *x = c->callee->first; q && x != p; x = x->next)
        q = q->next;
    return q && q->kind == KP_PARAM ? q->sym : NULL;
}

static bool refers_to(const struct kp_inlining *c, const struct kp_type *reference,
                      const struct kp_type *t)
{
    const struct kp_type *to =
        reference && reference->kind == KP_TYPE_REFERENCE ? reference->elem : NULL;

    return to && !to->is_dependent && !t->is_dependent &&
           kp_streq(kp_plain_type(c->u->arena, to->canonical),
                    kp_plain_type(c->u->arena, t->canonical));
}

/* `load<T>(x)` where x is a T of the kernel's own template. */
static bool is_same_parameter(const struct kp_inlining *c, const struct kp_type *to,
                              const struct kp_type *t)
{
    for (size_t i = 0; i < c->values.n; i++)
        if (kp_streq(kp_plain_type(c->u->arena, to->spelling), c->names.v[i]))
            return kp_is_type_parameter(t) &&
                   kp_streq(kp_plain_type(c->u->arena, t->spelling), c->values.v[i]);
    return false;
}

bool kp_binds_exactly(const struct kp_inlining *c, const struct kp_node *p,
                      const struct kp_node *arg)
{
    const struct kp_type *to = p->sym->type->elem, *t = kp_lvalue_type(arg);
    struct kp_func *f = kp_func_get(c->u, c->kernel, false);
    struct kp_callees all = {0};
    struct kp_texts given = {c->names.v, c->values.n, c->values.n};

    if (!to || !to->is_dependent || to->kind == KP_TYPE_ARRAY) /* no array is converted */
        return !kp_binds_temporary(p->sym->type, arg);
    if (!kp_names_any(to->spelling, &given) && !strstr(to->spelling, "::"))
        return true; /* deduced from it */
    if (!t || !f || is_same_parameter(c, to, t))
        return t && f;
    kp_callees_of(f, c->node, &all);
    for (size_t i = 0; i < all.list.n; i++) {
        const struct kp_sym *q = parameter_in(c, all.list.v[i], p);

        if (!q || !refers_to(c, q->type, t))
            return false;
    }
    return all.of_instances;
}
