/* Staging registers: an array per read of global memory, indexed by the trips of the copy loops
 * around it. The index has to be a constant once the loops are unrolled, so each of these loops
 * gets a constant number of trips, counted by its own variable or by a counter beside it. */
#include "emit/emit.h"
#include "model/own_text.h"

static const char *trips_text(struct kp_emitter *e, const struct kp_copy_loop *cl)
{
    int64_t trips = cl->staged ? cl->staged : cl->trips;

    return cl->trips_text ? cl->trips_text : kp_sprintf(e->u->arena, "%lld", (long long)trips);
}

static bool adds_one(const struct kp_node *step)
{
    if (step->kind == KP_UNARY)
        return step->op == KP_OP_PREINC || step->op == KP_OP_POSTINC;
    return step->kind == KP_ASSIGN && step->op == KP_OP_ADD_ASSIGN && step->last->has_value &&
           step->last->value == 1;
}

/* for (int i = 0; i < trips; ++i): the loop counts its trips itself. */
static bool counts_itself(const struct kp_copy_loop *cl)
{
    const struct kp_node *init = cl->node->first, *cond = kp_child(cl->node, 1),
                         *var = init->kind == KP_DECL_STMT ? init->first : NULL;

    return cl->exact && var && var->kind == KP_VAR && init->n_children == 1 && var->has_init &&
           var->last->has_value && var->last->value == 0 && cond->kind == KP_BINARY &&
           cond->op == KP_OP_LT && cond->first->kind == KP_REF && cond->first->sym == var->sym &&
           adds_one(kp_child(cl->node, 2));
}

static int depth_of(const struct kp_emitter *e, const struct kp_node *loop)
{
    int depth = 0;

    for (const struct kp_node *n = loop->parent; n && n != e->body; n = n->parent)
        depth += kp_copy_loop_at(e->l, n) != NULL;
    return depth;
}

const char *kp_counter_of(struct kp_emitter *e, const struct kp_copy_loop *cl)
{
    int depth = depth_of(e, cl->node);

    if (counts_itself(cl))
        return cl->node->first->first->sym->name;
    return kp_inner_name(e->names, depth ? kp_sprintf(e->u->arena, "kp_i%d", depth + 1) : "kp_i");
}

/* Text that may stand as an operand of * as it is. */
static bool is_operand(const char *text)
{
    return !text[strcspn(text, " +-/%<>?")];
}

static const char *operand(struct kp_emitter *e, const char *text)
{
    return is_operand(text) ? text : kp_sprintf(e->u->arena, "(%s)", text);
}

/* The `auto` that declares the loop's own counter; of kind END: none. */
static struct kp_token auto_of(const struct kp_emitter *e, const struct kp_copy_loop *cl)
{
    struct kp_span span = cl->node->first->span;
    struct kp_token t = kp_lex_code(e->u->source.text, span.begin, span.end);

    while (t.kind != KP_TOKEN_END && !kp_token_is(e->u->source.text, t, "auto"))
        t = kp_lex_code(e->u->source.text, t.end, span.end);
    return t;
}

/* True if a counter can be declared beside the loop's own. */
static bool has_type(const struct kp_emitter *e, const struct kp_copy_loop *cl)
{
    const struct kp_type *t = cl->var ? cl->var->type : NULL;

    return auto_of(e, cl).kind == KP_TOKEN_END || (t && t->kind == KP_TYPE_INT);
}

static bool add_register(struct kp_emitter *e, const struct kp_site *s)
{
    struct kp_reg r = {.site = s};
    const char *name = kp_name(e->names, kp_sprintf(e->u->arena, "kp_r%zu", e->regs.n));
    const char *size = NULL, *index = NULL;

    if (s->no_text)
        return kp_cannot(e, KP_CODE_KP601, s->node, kp_macro_name(e->u, s->node));
    if (!s->type_text)
        return kp_cannot(e, KP_CODE_KP606, s->node, kp_span_text(e->u, s->node->span));
    for (size_t i = 0; i < s->loops.n; i++) {
        const struct kp_copy_loop *cl = kp_copy_loop_at(e->l, s->loops.v[i]);
        const char *trips, *counter;

        if (!cl || (!cl->trips_text && cl->trips < 1 && !cl->staged) ||
            cl->node->first->kind != KP_DECL_STMT || !has_type(e, cl) ||
            (!cl->exact && !cl->staged && cl->node->last->kind != KP_COMPOUND &&
             kp_may_take_else(cl->node)))
            return kp_cannot(e, KP_CODE_KP504, s->loops.v[i],
                             "the trips of the copy loop cannot be counted");
        trips = trips_text(e, cl);
        counter = kp_counter_of(e, cl);
        index = index ? kp_sprintf(e->u->arena, "%s * %s + %s", operand(e, index),
                                   operand(e, trips), counter)
                      : counter;
        size =
            size ? kp_sprintf(e->u->arena, "%s * %s", operand(e, size), operand(e, trips)) : trips;
    }
    r.name = name;
    r.use = size ? kp_sprintf(e->u->arena, "%s[%s]", name, index) : name;
    r.declarator = size ? kp_sprintf(e->u->arena, "%s[%s]", name, size) : name;
    kp_push(e->u->arena, &e->regs, r);
    return true;
}

bool kp_find_registers(struct kp_emitter *e)
{
    for (size_t i = 0; i < e->l->sites.n; i++) {
        const struct kp_leaf *leaf = kp_leaf_of(e, e->l->sites.v[i].node);

        if (leaf && leaf->store == KP_LEAF_KEEP && !add_register(e, &e->l->sites.v[i]))
            return false;
    }
    return kp_can_peel(e);
}

/* One line for neighbours of the same type. */
void kp_declare_registers(struct kp_emitter *e, struct kp_str *out)
{
    for (size_t i = 0; i < e->regs.n;) {
        const char *type = e->regs.v[i].site->type_text;
        struct kp_str list = kp_str_new(e->u->arena);

        do /* a `*` would belong to the first declarator only */
            kp_str_addf(&list, "%s%s", list.n ? ", " : "", e->regs.v[i++].declarator);
        while (i < e->regs.n && kp_streq(e->regs.v[i].site->type_text, type) &&
               !kp_ends_with(type, "*"));
        kp_line(e, out, 0, "%s %s;", type, kp_str_text(&list));
    }
}

/* ---- kp_fetch's own statements ------------------------------------------------------------ */

/* `if (i < n && !(k > m))` around a read that stands inside a condition. */
static const char *conditions_of(struct kp_emitter *e, const struct kp_site *s)
{
    struct kp_str out = kp_str_new(e->u->arena);
    size_t n = kp_open_conditions(e, s);

    for (size_t i = 0; i < n; i++) {
        const struct kp_guard *g = &s->conds.v[i];
        bool bare = n == 1 && !g->negated;

        kp_str_addf(&out, bare ? "%s%s%s" : "%s%s(%s)", i ? " && " : "", g->negated ? "!" : "",
                    kp_one_line(e->u, kp_span_text(e->u, g->cond->span)));
    }
    return kp_str_text(&out);
}

/* True if the leaf gives the register a value. */
static bool holds_site(const struct kp_emitter *e, const struct kp_leaf *leaf,
                       const struct kp_reg *r)
{
    return kp_is_inside(r->site->node, leaf->node) || kp_site_filled_by(e, leaf->node) == r->site;
}

const char *kp_set_text(struct kp_unit *u, const struct kp_site *s)
{
    return s->place ? kp_span_text(u, s->place->span) : s->assigned->name;
}

/* { T v; LOAD(v, p) kp_r0 = v; }: variables of the same names take what the macro, or the assembly,
 * assigns. */
static const char *assigned_text(struct kp_emitter *e, const struct kp_leaf *leaf,
                                 const char *indent)
{
    struct kp_unit *u = e->u;
    struct kp_span whole = {leaf->node->span.begin, kp_stmt_end(u, leaf->node)};
    const char *inner = kp_sprintf(u->arena, "%s%s%s", e->nl, indent, e->unit);
    struct kp_str out = kp_str_new(u->arena), taken = kp_str_new(u->arena);

    kp_str_add(&out, "{");
    for (size_t i = 0; i < e->regs.n; i++) {
        const struct kp_site *s = e->regs.v[i].site;

        if (!kp_is_inside(s->node, leaf->node))
            continue;
        kp_str_addf(&out, "%s%s %s;", inner, s->type_text, s->assigned->name);
        kp_str_addf(&taken, "%s%s = %s;", inner, e->regs.v[i].use, s->assigned->name);
    }
    kp_str_addf(&out, "%s%s%s%s%s}", inner, kp_span_text(u, whole), kp_str_text(&taken), e->nl,
                indent);
    return kp_str_text(&out);
}

static bool is_ldg(const struct kp_node *n)
{
    return n->sym && n->sym->from_prelude && kp_streq(n->sym->name, "__ldg");
}

/* What is read, as the user writes it; __ldg(&A[i]) and its like as A[i] where the loop may run
 * again (model/movable.c). */
const char *kp_read_text(struct kp_emitter *e, const struct kp_site *s)
{
    const struct kp_node *n = s->node, *arg;

    if (n->kind == KP_BINARY && n->op == KP_OP_COMMA) /* as it stands */
        return kp_sprintf(e->u->arena, "(%s)", kp_span_text(e->u, n->span));
    if (n->kind != KP_CALL || n->n_children != 2 || n->from_macro ||
        !(is_ldg(n) || kp_is_movable_read(e->u, n)) || !kp_may_run_again(e->l))
        return kp_span_text(e->u, n->span);
    arg = kp_child(n, 1);
    if (arg->kind == KP_UNARY && arg->op == KP_OP_ADDR && !arg->from_macro)
        return kp_span_text(e->u, arg->first->span);
    return kp_sprintf(e->u->arena, "*(%s)", kp_span_text(e->u, arg->span));
}

/* What the register gets in this leaf. */
static const char *value_text(struct kp_emitter *e, const struct kp_leaf *leaf,
                              const struct kp_site *s)
{
    const struct kp_node *filled = kp_filled_value(e, s);
    struct kp_patches read = {0};

    if (kp_site_filled_by(e, leaf->node) == s)
        return kp_span_text(e->u, kp_child(leaf->node, 1)->span);
    if (!filled)
        return kp_read_text(e, s);
    kp_patch(e->u, &read, s->node->span.begin, s->node->span.end, kp_read_text(e, s));
    return kp_render(e->u, filled->span, &read);
}

/* `kp_r0[i] = A[..];`, one line each; in braces where one statement stood alone. */
const char *kp_fetch_text(struct kp_emitter *e, const struct kp_leaf *leaf)
{
    struct kp_unit *u = e->u;
    struct kp_str out = kp_str_new(u->arena);
    const char *indent = kp_indent_of(u, leaf->node->span.begin), *first = indent;
    size_t n = 0, conds = 0;
    bool braces;

    for (size_t i = 0; i < e->regs.n; i++)
        if (holds_site(e, leaf, &e->regs.v[i])) {
            n++;
            conds += kp_open_conditions(e, e->regs.v[i].site);
        }
    braces = leaf->node->parent->kind != KP_COMPOUND && (n > 1 || conds);
    if (braces)
        kp_str_addf(&out, "{%s%s", e->nl, indent);
    for (size_t i = 0; i < e->regs.n; i++) {
        const struct kp_site *s = e->regs.v[i].site;
        const char *text = value_text(e, leaf, s), *line = kp_one_line(u, text);

        if (!holds_site(e, leaf, &e->regs.v[i]))
            continue;
        if (s->assigned)
            return assigned_text(e, leaf, indent);
        if (out.n && first != indent)
            kp_str_addf(&out, "%s%s", e->nl, indent);
        first = NULL;
        if (kp_open_conditions(e, s))
            kp_str_addf(&out, "if (%s)%s%s%s", conditions_of(e, s), e->nl, indent, e->unit);
        if (strlen(indent) + strlen(e->regs.v[i].use) + strlen(line) + 8 <= KP_LINE_LENGTH)
            text = line;
        kp_str_addf(&out, "%s = %s;", e->regs.v[i].use, text);
    }
    if (braces)
        kp_str_addf(&out, "%s%s}", e->nl, indent);
    return kp_str_text(&out);
}

/* ---- loops with a constant number of trips ------------------------------------------------ */

const char *kp_pragma_indent(const struct kp_emitter *e, const char *indent)
{
    return strstr(e->u->source.text, "\n#pragma unroll") ? "" : indent;
}

void kp_unroll_main_loop(struct kp_emitter *e, struct kp_str *out, int level)
{
    const char *indent = kp_pragma_indent(e, e->indent);

    if (!e->l->plan.unroll)
        return;
    kp_str_add(out, indent);
    for (int i = 0; *indent && i < level; i++)
        kp_str_add(out, e->unit);
    kp_str_addf(out, "#pragma unroll %d%s", e->l->plan.stages, e->nl);
}

static const char *unroll_line(struct kp_emitter *e, const struct kp_node *loop)
{
    return kp_sprintf(e->u->arena, "%s#pragma unroll%s",
                      kp_pragma_indent(e, kp_indent_of(e->u, loop->span.begin)), e->nl);
}

/* Nothing else stands on the lines of what begins and ends with a line of the preprocessor. */
static bool is_lines(const struct kp_unit *u, struct kp_span pragma)
{
    struct kp_token t = kp_lex(u->source.text, pragma.begin, pragma.end), last = t;

    for (; t.kind != KP_TOKEN_END; t = kp_lex(u->source.text, t.end, pragma.end))
        last = t;
    return last.kind == KP_TOKEN_DIRECTIVE && kp_heads_line(u, pragma.begin);
}

static void patch_unroll(struct kp_emitter *e, struct kp_patches *p, const struct kp_node *loop)
{
    struct kp_span pragma = kp_pragma_before(e->u, loop);
    uint32_t at = loop->span.begin;

    if (pragma.end > pragma.begin)
        kp_patch(e->u, p, pragma.begin, pragma.end,
                 is_lines(e->u, pragma) ? "#pragma unroll" : "_Pragma(\"unroll\")");
    else if (kp_heads_line(e->u, at))
        kp_patch(e->u, p, kp_line_begin(e->u, at), kp_line_begin(e->u, at), unroll_line(e, loop));
    else
        kp_patch(e->u, p, at, at, "_Pragma(\"unroll\") ");
}

/* One side of a comparison. */
static const char *side(struct kp_unit *u, const struct kp_node *e)
{
    return kp_sprintf(u->arena, kp_binds_below_less(e) ? "(%s)" : "%s", kp_span_text(u, e->span));
}

/* `i >= N` for `i < N`. */
static const char *negated(struct kp_unit *u, const struct kp_node *cond)
{
    if (cond->from_macro || !kp_owns_text(u, cond->first) || !kp_owns_text(u, cond->last))
        return kp_sprintf(u->arena, "!(%s)", kp_span_text(u, cond->span));
    return kp_sprintf(u->arena, "%s %s %s", side(u, cond->first), cond->op == KP_OP_LT ? ">=" : ">",
                      side(u, cond->last));
}

/* Not every thread makes all trips: the old condition stands inside, in front of a pragma about the
 * loop that is the body. */
static void patch_guard(struct kp_emitter *e, struct kp_patches *p, const struct kp_node *cond,
                        const struct kp_node *body)
{
    struct kp_unit *u = e->u;
    const char *outer = kp_indent_of(u, body->parent->span.begin);
    const char *inner = kp_sprintf(u->arena, "%s%s", outer, e->unit);
    struct kp_span pragma = kp_pragma_before(u, body);
    uint32_t at = body->span.begin, line;

    if (body->kind != KP_COMPOUND) {
        const char *test = kp_sprintf(u->arena, "if (%s)", kp_span_text(u, cond->span));

        at = pragma.end > pragma.begin ? pragma.begin : at;
        if (body->kind == KP_FOR && kp_heads_line(u, at))
            kp_patch_outer(u, p, kp_line_begin(u, at),
                           kp_sprintf(u->arena, "%s%s%s", inner, test, e->nl));
        else
            kp_patch_outer(u, p, at, kp_sprintf(u->arena, "%s%s%s%s", test, e->nl, inner, e->unit));
        return;
    }
    line = kp_skip_line_end(u, at + 1);
    if (line > at + 1 && u->source.text[line - 1] == '\n')
        kp_patch_outer(u, p, line,
                       kp_sprintf(u->arena, "%sif (%s)%s%s%scontinue;%s", inner, negated(u, cond),
                                  e->nl, inner, e->unit, e->nl));
    else
        kp_patch_outer(u, p, at + 1, kp_sprintf(u->arena, " if (%s) continue;", negated(u, cond)));
}

/* `auto i = t, kp_i = 0` would be two types. */
static void patch_auto(struct kp_emitter *e, struct kp_patches *p, const struct kp_copy_loop *cl)
{
    struct kp_token t = auto_of(e, cl);

    if (t.kind != KP_TOKEN_END)
        kp_patch(e->u, p, t.begin, t.end,
                 kp_plain_type(e->u->arena, kp_declared_type(e->u, cl->node->first->first->sym)));
}

const char *kp_own_counter(const struct kp_emitter *e, const struct kp_copy_loop *cl)
{
    const struct kp_sym *s = cl->node->first->first->sym;

    return s->is_counter ? kp_sprintf(e->u->arena, "decltype(%s) ", s->name) : "";
}

/* for (int i = t; i < N; i += S)  ->  for (int i = t, kp_i = 0; kp_i < trips; i += S, ++kp_i); in a
 * loop that is peeled the condition stays: `kp_i < trips && i < N` */
static void patch_header(struct kp_emitter *e, struct kp_patches *p, const struct kp_copy_loop *cl)
{
    struct kp_unit *u = e->u;
    const struct kp_node *cond = kp_child(cl->node, 1), *step = kp_child(cl->node, 2);
    const char *counter = kp_counter_of(e, cl), *trips = trips_text(e, cl);
    uint32_t init = cl->node->first->span.begin, init_end = kp_stmt_end(u, cl->node->first) - 1;

    patch_auto(e, p, cl);
    kp_patch(u, p, init, init, kp_own_counter(e, cl));
    kp_patch(u, p, init_end, init_end, kp_sprintf(u->arena, ", %s = 0", counter));
    kp_patch(u, p, step->span.end, step->span.end, kp_sprintf(u->arena, ", ++%s", counter));
    if (cl->staged)
        kp_patch(u, p, cond->span.begin, cond->span.begin,
                 kp_sprintf(u->arena, "%s < %s && ", counter, trips));
    if (cl->exact || cl->staged)
        return;
    kp_patch(u, p, cond->span.begin, cond->span.end,
             kp_sprintf(u->arena, strchr(trips, '?') ? "%s < (%s)" : "%s < %s", counter, trips));
    patch_guard(e, p, cond, cl->node->last);
}

void kp_patch_counter(struct kp_emitter *e, struct kp_patches *p, const struct kp_node *loop)
{
    const struct kp_copy_loop *cl = kp_copy_loop_at(e->l, loop);

    patch_unroll(e, p, loop);
    if (!counts_itself(cl))
        patch_header(e, p, cl);
}
