#include "model/inline_call.h"
#include "front/tree.h"

#include <stdlib.h>

#include "front/front.h"
#include "front/lex.h"
#include "model/elsewhere.h"
#include "model/waited.h"

static bool has_static(const struct kp_node *n)
{
    kp_each_below(x, n) if (x->kind == KP_VAR && x->sym &&
                            (x->sym->is_static || x->sym->space != KP_SPACE_LOCAL)) return true;
    return false;
}

/* ---- parameters -------------------------------------------------------------------------- */

/* An argument that names something which a parameter or a template's constant will hide is
 * evaluated in front of them all.
 */
static bool hides(const struct kp_inlining *c, const char *arg)
{
    if (kp_names_any(arg, &c->names))
        return true;
    kp_each_child(
        p, c->callee) if (p->kind == KP_PARAM && *p->sym->name &&
                          kp_lex_has(arg, 0, (uint32_t)strlen(arg), p->sym->name)) return true;
    return false;
}

static bool has_type(const struct kp_inlining *c, const struct kp_sym *s, const struct kp_type *t)
{
    return t && s && s->type &&
           kp_streq(kp_plain_type(c->u->arena, t->spelling),
                    kp_plain_type(c->u->arena, s->type->spelling));
}

static bool bind_param(struct kp_inlining *c, const struct kp_node *p, const struct kp_node *arg)
{
    const struct kp_type *t = p->sym->type;
    const char *value =
        kp_sprintf(c->u->arena, kp_binds_loosely(arg) ? "(%s)" : "%s", kp_node_text(c->u, arg));
    const char *type = t ? kp_deduced_type(c, t->spelling) : "";
    bool is_reference = t && t->kind == KP_TYPE_REFERENCE;
    bool array = kp_is_array_lvalue(arg) || is_reference;

    if (!*p->sym->name)
        return kp_is_idle(c->u, arg);
    if (is_reference && !kp_binds_exactly(c, p, arg))
        return false;
    if (!is_reference && array && kp_writes_param(c->u, c->callee, p->sym))
        return false; /* an array parameter that is moved on */
    if (arg->kind == KP_REF && kp_streq(p->sym->name, value) &&
        (array || (has_type(c, arg->sym, t) && !kp_writes_param(c->u, c->callee, p->sym))))
        return true; /* the name means the same here */
    if (kp_inline_by_name(c, p, arg))
        return true;
    if (!array && (!t || !*type || type[0] == '<'))
        return false;
    if (array)
        type = "auto &";
    else if (c->object && t->is_dependent)
        type = "auto "; /* the same: kp_takes_as_given() */
    else
        type = kp_sprintf(c->u->arena, "%s%s", type, kp_ends_with(type, "*") ? "" : " ");
    if (hides(c, value)) {
        kp_str_addf(&c->outer, "%s    %skp_in%u = %s;\n", c->indent, type, c->aside, value);
        value = kp_sprintf(c->u->arena, "kp_in%u", c->aside++);
    }
    kp_str_addf(&c->inner, "%s    %s%s = %s;\n", c->indent, type, p->sym->name, value);
    return true;
}

static bool bind_params(struct kp_inlining *c)
{
    unsigned i = 0;

    kp_each_child(p, c->callee)
    {
        const struct kp_node *arg = kp_argument(c->node, i);

        if (p->kind != KP_PARAM)
            break;
        if (!arg || arg->from_macro || !bind_param(c, p, arg))
            return false;
        i++;
    }
    return true;
}

/* ---- the body ---------------------------------------------------------------------------- */

static bool kernel_declares(const struct kp_node *n, const char *name)
{
    kp_each_below(x, n) if ((x->kind == KP_VAR || x->kind == KP_PARAM) && x->sym &&
                            kp_streq(x->sym->name, name)) return true;
    return false;
}

/* `Tile::K`: a variable K of the kernel does not hide it. */
static bool is_qualified(const struct kp_inlining *c, const struct kp_node *ref)
{
    const uint32_t name = (uint32_t)strlen(ref->sym->name);

    return !ref->from_macro && ref->span.end > ref->span.begin + name + 2 &&
           !memcmp(c->text + ref->span.end - name, ref->sym->name, name) &&
           !memcmp(c->text + ref->span.end - name - 2, "::", 2);
}

/* Names of the file that the body uses must not be hidden by the kernel's own. */
static bool is_captured(const struct kp_inlining *c, const struct kp_node *n)
{
    if (n->kind == KP_REF && n->sym && !n->sym->from_prelude && n->sym->decl &&
        !kp_is_inside(n->sym->decl, c->callee) && n->sym->kind != KP_SYM_TVALUE &&
        !is_qualified(c, n) && kernel_declares(c->kernel->decl, n->sym->name))
        return true;
    kp_each_child(k, n) if (is_captured(c, k)) return true;
    return false;
}

static void add_lines(struct kp_inlining *c, struct kp_str *out, const char *text, uint32_t from,
                      uint32_t to)
{
    size_t strip = 0;
    bool first = true;

    while (from < to) {
        uint32_t end = from;
        size_t blank;

        while (end < to && text[end] != '\n')
            end++;
        blank = strspn(text + from, " \t");
        if (from + blank < end && text[from + blank] != '\r') {
            if (first && text[from] != '#') {
                strip = blank;
                first = false;
            }
            if (text[from + blank] == '#')
                kp_str_addn(out, text + from + blank, end - from - blank);
            else {
                kp_str_addf(out, "%s    ", c->indent);
                kp_str_addn(out, text + from + (blank < strip ? blank : strip),
                            end - from - (blank < strip ? blank : strip));
            }
            kp_str_addc(out, '\n');
        } else if (!first && end < to)
            kp_str_addc(out, '\n');
        from = end + 1;
    }
}

/* Lines one level further in, but for directives. */
static void add_deeper(struct kp_str *out, const char *lines)
{
    for (size_t n; *lines; lines += n) {
        n = strcspn(lines, "\n");
        n += lines[n] == '\n';
        if (*lines != '#' && *lines != '\n')
            kp_str_add(out, "    ");
        kp_str_addn(out, lines, n);
    }
}

/* In a template, which function is called may wait for the instance: another one of that name may
 * be a specialisation, or fit better. A closure is a variable, which hides the functions of its
 * name; of an object's methods, and of several functions, the instances tell which one it is. */
static bool may_be_another(const struct kp_unit *u, const struct kp_node *call)
{
    if (call->is_dependent && call->sym && !call->sym->is_lambda && !call->sym->is_method)
        kp_each_named(s, u, call->sym->name) if (s != call->sym &&
                                                 s->kind == KP_SYM_FUNCTION) return true;
    return false;
}

static const char *file_text(struct kp_unit *u, const struct kp_node *n)
{
    return kp_place_file(u, n->file)->text;
}

static const char *text_of_argument(struct kp_unit *u, const struct kp_node *call, int i)
{
    const struct kp_node *arg = kp_argument(call, (unsigned)i);

    return arg && !arg->from_macro && !arg->file ? kp_node_text(u, arg) : NULL;
}

/* What a call does of which a rule says that it copies so many bytes: the same as an assignment. */
static const char *assignment_for(struct kp_unit *u, const struct kp_node *call)
{
    static const struct {
        int bytes;
        const char *type;
    } types[] = {
        {1, "unsigned char"}, {2, "unsigned short"}, {4, "unsigned"}, {8, "uint2"}, {16, "uint4"}};
    const struct kp_call_rule *rule = kp_callee_rule(u, call);
    const char *to, *from;

    if (!rule || !rule->copy_bytes || call->file || call->from_macro || !call->parent ||
        !kp_is_statement(call) || !(to = text_of_argument(u, call, rule->copy_to)) ||
        !(from = text_of_argument(u, call, rule->copy_from)))
        return NULL;
    for (size_t k = 0; k < sizeof types / sizeof *types; k++)
        if (types[k].bytes == rule->copy_bytes)
            return kp_sprintf(u->arena,
                              "*reinterpret_cast<%s *>(%s) = *reinterpret_cast<const %s *>(%s);",
                              types[k].type, to, types[k].type, from);
    return NULL;
}

/* True if the size of an array, or of what a reference stands for, is asked for. */
static bool asks_for_size(const struct kp_node *n, bool inside)
{
    const struct kp_type *t = n->kind == KP_REF && n->sym ? n->sym->type : NULL;

    inside |= n->kind == KP_SIZEOF;
    if (inside && t &&
        (t->kind == KP_TYPE_POINTER || t->kind == KP_TYPE_ARRAY || t->kind == KP_TYPE_REFERENCE))
        return true;
    kp_each_child(c, n) if (asks_for_size(c, inside)) return true;
    return false;
}

/* True if it asks for the type or size of something where an array is in the place of a parameter
 * that is a pointer. */
static bool asks_for_array(const struct kp_inlining *c, const struct kp_node *body)
{
    static const char *const words[] = {"decltype", "typeof", "__typeof", "__typeof__",
                                        "__decltype"};
    bool asks = asks_for_size(body, false), has_array = false;
    unsigned i = 0;

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        asks |= kp_lex_has(c->text, body->span.begin, body->span.end, words[i]);
    kp_each_child(p, c->callee)
    {
        const struct kp_node *arg = p->kind == KP_PARAM ? kp_argument(c->node, i++) : NULL;

        has_array |= arg && p->sym && p->sym->type && p->sym->type->kind == KP_TYPE_POINTER &&
                     kp_is_array_lvalue(arg);
    }
    return asks && has_array;
}

/* True if a call in the body may find another function, which the loop's refusal then says. */
static bool has_namesake(const struct kp_inlining *c, const struct kp_node *body)
{
    const struct kp_node *call;
    const struct kp_sym *s = kp_namesake(c, body, &call);

    for (size_t i = 0; s && i < c->u->loops.n; i++) {
        struct kp_loop *l = c->u->loops.v[i];

        for (size_t k = 0; k < l->refusals.n; k++)
            if (l->refusals.v[k].code == KP_CODE_KP310 && kp_is_inside(c->node, l->node))
                l->refusals.v[k].hint = kp_namesake_hint(c, call, s);
    }
    return s != NULL;
}

/* True if the body returns, but for a value at its end that is made of names and numbers alone,
 * which the call drops. */
static bool returns_early(const struct kp_unit *u, const struct kp_node *body)
{
    const struct kp_node *end = body->last && body->last->kind == KP_RETURN ? body->last : NULL;

    kp_each_child(n, body) if (n != end && kp_holds(n, KP_BIT(KP_RETURN))) return true;
    return end && end->first &&
           (end->from_macro || !kp_is_idle(u, end->first) ||
            kp_holds(end->first,
                     KP_BIT(KP_CALL) | KP_BIT(KP_INDEX) | KP_BIT(KP_MEMBER) | KP_BIT(KP_UNARY)));
}

/* A function, a closure, or the method of a variable or of none. */
static bool is_known_kind(struct kp_unit *u, const struct kp_node *call)
{
    const struct kp_sym *s = kp_called_function(u, call);

    return s && kp_called_code(u, call) && !call->is_constructed &&
           kp_names_function_alone(u, call) &&
           (!s->is_method || call->first->kind == KP_REF || kp_object_of_call(u, call));
}

/* True if nothing in the closure means something else at the call. */
static bool closure_says_same(const struct kp_inlining *c)
{
    return !kp_lex_defines(c->text, c->callee->span.end, c->node->span.begin) &&
           /* whose operands validation takes as they are named */
           !kp_holds(c->callee, KP_BIT(KP_ASM)) && kp_closure_names_hold(c);
}

/* True if the names in the body mean at the call what they mean in it. */
static bool names_hold(const struct kp_inlining *c)
{
    return c->callee->kind == KP_LAMBDA
               ? closure_says_same(c)
               : !is_captured(c, c->callee->last) && kp_unseen_names_hold(c);
}

/* The block that stands for the call, NULL when the call has to stay. */
static const char *block_for(struct kp_unit *u, const struct kp_node *node)
{
    const struct kp_node *in = kp_function_around(node);
    struct kp_inlining c = {.u = u, .kernel = in ? in->sym : NULL, .node = node};
    const struct kp_node *body;
    const char *text;
    struct kp_str out = kp_str_new(u->arena);

    if (!in || node->kind != KP_CALL || node->file || node->from_macro || !is_known_kind(u, node) ||
        !kp_is_statement(node) || may_be_another(u, node))
        return NULL;
    if (kp_called_function(u, node)->is_method && kp_object_of_call(u, node))
        c.object = kp_object_of_call(u, node)->sym->name;
    c.callee = kp_called_code(u, node);
    body = c.callee->last;
    c.text = file_text(u, c.callee);
    if (!body || body->kind != KP_COMPOUND || !c.text || c.callee->from_macro ||
        returns_early(u, body) || kp_holds(body, KP_BIT(KP_GOTO) | KP_BIT(KP_LABEL)) ||
        has_static(body) || has_namesake(&c, body) || asks_for_array(&c, body) ||
        kp_lex_defines(c.text, body->span.begin, body->span.end) ||
        kp_lex_long_string(c.text, body->span.begin, body->span.end).kind != KP_TOKEN_END)
        return NULL;
    c.indent = kp_indent_of(u, node->span.begin);
    c.types = c.outer = c.inner = kp_str_new(u->arena);
    if (!kp_read_template(&c) || !names_hold(&c) || !kp_bind_template(&c) || !bind_params(&c))
        return NULL;
    text = kp_inline_body(&c);
    add_lines(&c, &c.inner, text, 0, (uint32_t)strlen(text));
    kp_str_addf(&out, "{ // %s(), inlined\n%s%s", kp_called_function(u, node)->name,
                kp_str_text(&c.types), kp_str_text(&c.outer));
    if (c.outer.n) {
        kp_str_addf(&out, "%s    {\n", c.indent);
        add_deeper(&out, kp_str_text(&c.inner));
        kp_str_addf(&out, "%s    }\n", c.indent);
    } else {
        kp_str_add(&out, kp_str_text(&c.inner));
    }
    kp_str_addf(&out, "%s}", c.indent);
    return kp_str_text(&out);
}

/* ---- all of them ------------------------------------------------------------------------- */

struct splice {
    struct kp_span span;
    const char *text;
};

/* Parts of asynchronous copies behind a call that is none by itself. */
static bool is_async_behind(struct kp_unit *u, const struct kp_control_place *p)
{
    return p->what == KP_CTL_ASYNC && p->in && !kp_async_part(u, p->at).kind;
}

/* An assertion or a message beside stores to shared memory, behind a call: where it is a statement
 * of its own, it stays in the compute phase. */
static bool is_said_beside_copy(struct kp_unit *u, const struct kp_loop *l,
                                const struct kp_control_place *p)
{
    const struct kp_effects *e;

    if (p->what != KP_CTL_IO || !p->in)
        return false;
    e = kp_effects_at(kp_func_get(u, l->function, false), p->at);
    for (size_t i = 0; i < e->access.n; i++)
        if (e->access.v[i].space == KP_SPACE_SHARED && kp_is_store(&e->access.v[i]))
            return true;
    return false;
}

/* Calls that load for the statement of the slice what another one stores. */
static void add_loads(struct kp_unit *u, const struct kp_loop *l, const struct kp_stmt *s,
                      struct kp_calls *out)
{
    for (size_t i = 0; s->in_load && i < s->effects.access.n; i++)
        if (kp_is_read_of_call(l, &s->effects.access.v[i]))
            kp_push_once(u->arena, out, s->effects.access.v[i].at);
}

/* A barrier behind a call, which the loop's body has where the call is inlined. */
static bool is_barrier_behind(struct kp_unit *u, const struct kp_control_place *p)
{
    return p->what == KP_CTL_BARRIER && p->in && kp_waits_as_inlined(u, p->at);
}

/* True if it is only a copy behind a call that keeps the loop from being pipelined, one that is
 * asynchronous, perhaps, or beside an assertion, or calls that load into a variable. What else is
 * said of a loop with barriers behind calls may be for the want of these barriers, but never that
 * it holds what is not understood: that must not leave with the text around it. */
static bool wants_inlining(struct kp_unit *u, const struct kp_loop *l, bool loads)
{
    bool async = false, said = false, waits = false;

    for (size_t i = 0; i < l->effects.control.n; i++) {
        async |= is_async_behind(u, &l->effects.control.v[i]);
        said |= is_said_beside_copy(u, l, &l->effects.control.v[i]);
        waits |= is_barrier_behind(u, &l->effects.control.v[i]);
    }
    for (size_t i = 0; i < l->refusals.n; i++)
        if (l->refusals.v[i].code == KP_CODE_KP609)
            return false;
    for (size_t i = 0; i < l->refusals.n && !waits; i++)
        if (l->refusals.v[i].code != KP_CODE_KP310 &&
            !(l->refusals.v[i].code == KP_CODE_KP304 && loads) &&
            !(l->refusals.v[i].code == KP_CODE_KP110 && async) &&
            !(l->refusals.v[i].code == KP_CODE_KP303 && said))
            return false;
    return l->refusals.n > 0;
}

static bool is_among(const struct kp_calls *calls, const struct kp_node *n)
{
    for (size_t i = 0; i < calls->n; i++)
        if (calls->v[i] == n)
            return true;
    return false;
}

static int by_place(const void *a, const void *b)
{
    const struct kp_node *x = *(const struct kp_node *const *)a,
                         *y = *(const struct kp_node *const *)b;

    return (x->span.begin > y->span.begin) - (x->span.begin < y->span.begin);
}

/* The calls in the file that copy for a loop, alone or with an assertion, load for it, wait in it,
 * or do a part of asynchronous copies. */
static struct kp_calls calls_of(struct kp_unit *u)
{
    struct kp_calls out = {0};

    for (size_t i = 0; i < u->loops.n; i++) {
        const struct kp_loop *l = u->loops.v[i];
        struct kp_calls of_loop = {0};

        for (size_t k = 0; k < l->stmts.n; k++)
            add_loads(u, l, &l->stmts.v[k], &of_loop);
        if (!wants_inlining(u, l, of_loop.n > 0))
            continue;
        for (size_t k = 0; k < l->copies.n; k++)
            if (l->copies.v[k].form == KP_COPY_HELPER)
                kp_push_once(u->arena, &of_loop, l->copies.v[k].node);
        for (size_t k = 0; k < l->effects.control.n; k++)
            if (is_async_behind(u, &l->effects.control.v[k]) ||
                is_barrier_behind(u, &l->effects.control.v[k]) ||
                is_said_beside_copy(u, l, &l->effects.control.v[k]))
                kp_push_once(u->arena, &of_loop, l->effects.control.v[k].at);
        for (size_t k = 0; k < of_loop.n; k++)
            kp_push_once(u->arena, &out, of_loop.v[k]);
    }
    return out;
}

KP_VEC_TYPE(splices, struct splice);

static int in_order(const void *a, const void *b)
{
    const struct splice *x = a, *y = b;

    return (x->span.begin > y->span.begin) - (x->span.begin < y->span.begin);
}

/* The lines of the text, where nothing else is on them. */
static struct kp_span with_line(const struct kp_unit *u, struct kp_span s)
{
    const char *text = u->source.text;
    struct kp_span lines = s;

    while (lines.begin && strchr(" \t", text[lines.begin - 1]))
        lines.begin--;
    while (text[lines.end] && strchr(" \t\r", text[lines.end]))
        lines.end++;
    if ((lines.begin && text[lines.begin - 1] != '\n') || text[lines.end] != '\n')
        return s;
    lines.end++;
    return lines;
}

/* Closures that nothing names any more are left out: what they capture need not be where they are.
 */
static void drop_closures(struct kp_unit *u, const struct kp_calls *calls, struct splices *all)
{
    size_t n = calls->n;

    for (size_t i = 0; i < n; i++) {
        const struct kp_sym *of = calls->v[i]->sym;
        const struct kp_node *var = of && of->is_lambda ? of->decl : NULL;
        struct splice s = {.text = ""};
        bool is_new = var && kp_is_inlined_closure(u, var->parent, calls);

        for (size_t k = 0; is_new && k < i; k++)
            is_new = calls->v[k]->sym != of;
        if (!is_new)
            continue;
        s.span =
            with_line(u, (struct kp_span){var->parent->span.begin, kp_stmt_end(u, var->parent)});
        kp_push(u->arena, all, s);
    }
    qsort(all->v, all->n, sizeof *all->v, in_order);
}

const char *kp_inline_calls(struct kp_unit *u, const struct kp_calls *wanted,
                            const struct kp_calls *but, struct kp_calls *calls, size_t *size)
{
    struct splices all = {0};
    struct kp_str out = kp_str_new(u->arena);
    uint32_t at = 0;

    if (wanted->n)
        qsort(wanted->v, wanted->n, sizeof *wanted->v, by_place);
    for (size_t i = 0; i < wanted->n; i++) {
        const struct kp_node *call = wanted->v[i];
        struct splice s = {.span = call->span};

        if (is_among(but, call) || (all.n && s.span.begin < all.v[all.n - 1].span.end))
            continue;
        s.text = assignment_for(u, call);
        if (!s.text)
            s.text = kp_objects_copied(u, call);
        if (!s.text)
            s.text = block_for(u, call);
        s.span.end = kp_stmt_end(u, call);
        if (!s.text)
            continue;
        kp_push(u->arena, &all, s);
        kp_push(u->arena, calls, call);
    }
    if (!all.n)
        return NULL;
    drop_closures(u, calls, &all);
    for (size_t i = 0; i < all.n; i++) {
        kp_str_addn(&out, u->source.text + at, all.v[i].span.begin - at);
        kp_str_add(&out, all.v[i].text);
        at = all.v[i].span.end;
    }
    kp_str_addn(&out, u->source.text + at, u->source.size - at);
    *size = out.n;
    return kp_str_text(&out);
}

const char *kp_inline_helpers(struct kp_unit *u, const struct kp_calls *but, struct kp_calls *calls,
                              size_t *size)
{
    struct kp_calls wanted = calls_of(u);

    return kp_inline_calls(u, &wanted, but, calls, size);
}
