#include "widen/widen.h"

#include "emit/emit.h"
#include "model/eval.h"
#include "widen/cooperative.h"

enum { TILE_ALIGN = 16 };

/* One K-loop whose copies are widened. */
struct widening {
    struct kp_unit *u;
    const struct kp_loop *l;
    struct kp_patches *patches;
    const char *flag;
    const char *nl, *unit;
    struct kp_patches threads; /* the indices of the thread that a vector is made for */
    KP_VEC(const char *) facts;
    int64_t threads_x; /* what blockDim.x has to be for all of it, 0 when that is not known */
    KP_VEC(const struct kp_tile *) tiles;
    KP_VEC(const struct kp_sym *) padded;
    int64_t bytes; /* the widest copy */
};

/* ---- names --------------------------------------------------------------------------------- */

/* A name that the file does not have. */
static const char *fresh(struct kp_unit *u, const char *wish, unsigned *n)
{
    const char *name;

    do
        name = (*n)++ ? kp_sprintf(u->arena, "%s%u", wish, *n) : wish;
    while (kp_lex_has(u->source.text, 0, u->source.size, name));
    return name;
}

/* The variables that the vectors' text declares. */
static const char *const own_names[] = {"kp_v", "kp_x", "kp_y"};

static bool has_symbol(const struct kp_node *n, const char *name)
{
    if (n->sym && n->sym->name && kp_streq(n->sym->name, name))
        return true;
    kp_each_child(c, n) if (has_symbol(c, name)) return true;
    return false;
}

/* Are they the user's, in the text or in a macro? */
static bool names_are_taken(const struct kp_unit *u, const struct kp_node *function)
{
    for (size_t i = 0; i < sizeof own_names / sizeof *own_names; i++)
        if (has_symbol(function, own_names[i]) ||
            kp_lex_has(u->source.text, function->span.begin, function->span.end, own_names[i]))
            return true;
    return false;
}

/* ---- one copy ------------------------------------------------------------------------------ */

static const char *vector_type(const struct kp_copy *copy, int64_t bytes)
{
    const struct kp_type *t = kp_lvalue_type(copy->dest);
    bool is_float = t && t->kind == KP_TYPE_FLOAT && t->size == 4;

    switch (bytes) {
    case 16:
        return is_float ? "float4" : "uint4";
    case 8:
        return is_float ? "float2" : "uint2";
    default:
        return "unsigned int";
    }
}

/* A node's text with the indices in it that it has in the vector's thread. */
static const char *text_of(const struct widening *w, const struct kp_node *n)
{
    return kp_one_line(w->u, kp_render(w->u, n->span, &w->threads));
}

static const char *address(const struct widening *w, const struct kp_node *n)
{
    return kp_address_of(w->u, n, &w->threads);
}

static const char *vector_load(const struct widening *w, const struct kp_copy *copy,
                               const char *type)
{
    const struct kp_node *s = copy->source;

    if (s->kind == KP_CALL)
        return kp_sprintf(w->u->arena, "%s(reinterpret_cast<const %s *>(%s))",
                          s->sym ? s->sym->name : s->name, type, address(w, s));
    return kp_sprintf(w->u->arena, "*reinterpret_cast<const %s *>(%s)", type, address(w, s));
}

static const char *vector_zero(struct kp_unit *u, const char *type)
{
    return kp_streq(type, "unsigned int") ? "0u"
           : kp_ends_with(type, "4")      ? kp_sprintf(u->arena, "make_%s(0, 0, 0, 0)", type)
                                          : kp_sprintf(u->arena, "make_%s(0, 0)", type);
}

static void widen_copy(struct widening *w, struct kp_patches *p, const struct kp_copy *copy,
                       int64_t bytes)
{
    struct kp_unit *u = w->u;
    const char *type = vector_type(copy, bytes), *value;
    const char *dest =
        kp_sprintf(u->arena, "*reinterpret_cast<%s *>(%s)", type, address(w, copy->dest));
    const char *indent = kp_indent_of(u, copy->node->span.begin);

    if (copy->form == KP_COPY_FILL)
        value = vector_zero(u, type);
    else
        value = vector_load(w, copy, type);
    if (copy->form == KP_COPY_SELECT)
        value = kp_sprintf(u->arena, "%s ? %s : %s", text_of(w, copy->select.cond), value,
                           vector_zero(u, type));
    kp_patch(u, p, copy->node->span.begin, copy->node->span.end,
             strlen(indent) + strlen(dest) + strlen(value) + 4 <= KP_LINE_LENGTH
                 ? kp_sprintf(u->arena, "%s = %s", dest, value)
                 : kp_sprintf(u->arena, "%s =%s%s%s%s", dest, w->nl, indent, w->unit, value));
    w->bytes = bytes > w->bytes ? bytes : w->bytes;
}

/* ---- the body ------------------------------------------------------------------------------ */

static struct kp_span inside(const struct kp_unit *u, const struct kp_node *body)
{
    if (body->kind == KP_COMPOUND)
        return (struct kp_span){kp_skip_line_end(u, body->span.begin + 1), body->span.end - 1};
    return (struct kp_span){body->span.begin, kp_stmt_end(u, body)};
}

/* The statements that make one point, each vector copy in its place, moved right by `by`. */
static const char *body_text(struct widening *w, const struct kp_cooperative *c, const char *by)
{
    const struct kp_node *body = c->stmt->kind == KP_FOR ? kp_loop_body(c->stmt) : c->stmt;
    struct kp_span span = inside(w->u, body);
    struct kp_patches p = {0};
    const char *text;
    size_t n;

    for (size_t i = 0; i < w->threads.list.n; i++)
        kp_push(w->u->arena, &p.list, w->threads.list.v[i]);
    for (size_t i = 0; i < c->copies.n; i++)
        widen_copy(w, &p, c->copies.v[i], c->copies.v[i]->bytes * c->lanes.lanes);
    text = kp_render(w->u, span, &p);
    if (body->kind != KP_COMPOUND)
        text = kp_sprintf(w->u->arena, "%s%s%s", kp_indent_of(w->u, c->stmt->span.begin),
                          body == c->stmt ? "" : w->unit, text);
    n = strlen(text);
    while (n && strchr(" \t\r\n", text[n - 1]))
        n--;
    return kp_indented(w->u, kp_strndup(w->u->arena, text, n), by);
}

/* `e` as an operand of * and %. */
static const char *factor(struct widening *w, struct kp_cooperative *c, const struct kp_node *e)
{
    const char *text = kp_one_line(w->u, kp_lane_text(&c->lanes, e));

    return kp_is_atom(e) ? text : kp_sprintf(w->u->arena, "(%s)", text);
}

/* One more level of indentation. */
static const char *deeper(struct widening *w, const char *indent)
{
    return kp_sprintf(w->u->arena, "%s%s", indent, w->unit);
}

static void line(struct widening *w, struct kp_str *out, const char *indent, const char *text)
{
    kp_str_addf(out, "%s%s%s", indent, text, w->nl);
}

/* ---- by counter ---------------------------------------------------------------------------- */

/* for (int i = tid * 4; i < N; i += THREADS * 4) */
static void counted_loop(struct widening *w, struct kp_cooperative *c, struct kp_str *out)
{
    struct kp_arena *a = w->u->arena;
    const char *in = deeper(w, kp_indent_of(w->u, c->stmt->span.begin));
    const char *name = c->lanes.counter->name;

    line(w, out, in,
         kp_sprintf(a, "for (%s = %s * %d; %s < %s; %s += %s * %d) {",
                    kp_declare(w->u, c->lanes.counter, name), factor(w, c, c->start),
                    (int)c->lanes.lanes, name, text_of(w, c->bound), name, factor(w, c, c->step),
                    (int)c->lanes.lanes));
    line(w, out, "", body_text(w, c, w->unit));
    line(w, out, in, "}");
}

/* The same with a number of trips that the compiler sees: nothing, or an unrolled loop, around
 * `const int i = ..`. */
static void counted_trips(struct widening *w, struct kp_cooperative *c, int64_t bound,
                          int64_t threads, struct kp_str *out)
{
    struct kp_arena *a = w->u->arena;
    const char *in = deeper(w, kp_indent_of(w->u, c->stmt->span.begin)), *by = "";
    const char *name =
        kp_sprintf(a, "const %s", kp_declare(w->u, c->lanes.counter, c->lanes.counter->name));
    int lanes = (int)c->lanes.lanes;
    int64_t trips = (bound / lanes + threads - 1) / threads;
    bool is_partial = bound % (lanes * threads) != 0;

    if (trips > 1) {
        line(w, out, in, "#pragma unroll");
        line(w, out, in, kp_sprintf(a, "for (int kp_v = 0; kp_v < %d; ++kp_v) {", (int)trips));
        line(w, out, deeper(w, in),
             kp_sprintf(a, "%s = (%s + kp_v * %s) * %d;", name, factor(w, c, c->start),
                        factor(w, c, c->step), lanes));
        by = w->unit;
    } else
        line(w, out, in, kp_sprintf(a, "%s = %s * %d;", name, factor(w, c, c->start), lanes));
    if (is_partial) {
        line(w, out, kp_sprintf(a, "%s%s", in, by),
             kp_sprintf(a, "if (%s < %s) {", c->lanes.counter->name, text_of(w, c->bound)));
        line(w, out, "", body_text(w, c, kp_sprintf(a, "%s%s", by, w->unit)));
        line(w, out, kp_sprintf(a, "%s%s", in, by), "}");
    } else
        line(w, out, "", body_text(w, c, by));
    if (trips > 1)
        line(w, out, in, "}");
}

static void by_counter(struct widening *w, struct kp_cooperative *c, struct kp_str *out)
{
    int64_t bound, threads;

    if (kp_eval(c->bound, NULL, &bound) && kp_eval(c->step, NULL, &threads) && threads > 0)
        counted_trips(w, c, bound, threads, out);
    else
        counted_loop(w, c, out);
}

/* ---- by thread ----------------------------------------------------------------------------- */

/* A product, as a number where that is known. */
static const char *product(struct kp_arena *a, const char *x, int64_t nx, const char *y, int64_t ny)
{
    if (nx && (!y || ny))
        return kp_sprintf(a, "%lld", (long long)(nx * (y ? ny : 1)));
    return y ? kp_sprintf(a, "%s * %s", kp_operand(a, x), kp_operand(a, y)) : kp_operand(a, x);
}

static const char *quotient(struct kp_arena *a, const char *text, int64_t n, int64_t by)
{
    return n ? kp_sprintf(a, "%lld", (long long)(n / by))
             : kp_sprintf(a, "(%s / %lld)", text, (long long)by);
}

static void find_indices(struct widening *w, const struct kp_node *n, bool rows)
{
    int axis = kp_thread_axis(n);

    if (axis == 'x' || (axis == 'y' && rows))
        kp_patch(w->u, &w->threads, n->span.begin, n->span.end, axis == 'x' ? "kp_x" : "kp_y");
    kp_each_child(c, n) find_indices(w, c, rows);
}

/* Threads, or a row of them, by lanes. */
struct counts {
    const char *row, *all;
};

static struct counts vectors_of(struct kp_arena *a, const struct kp_cooperative *c)
{
    const struct kp_block_shape *s = &c->shape;
    int64_t n = s->y && !s->ny ? 0 : s->nx * (s->y ? s->ny : 1);

    return (struct counts){
        .row = quotient(a, product(a, s->x, s->nx, NULL, 0), s->nx, c->lanes.lanes),
        .all = quotient(a, product(a, s->x, s->nx, s->y, s->ny), n, c->lanes.lanes)};
}

/* The indices of the thread that the vector is made for, and all that depends on them. */
static void declare_thread(struct widening *w, const struct kp_cooperative *c, const char *in,
                           struct kp_str *out)
{
    struct kp_arena *a = w->u->arena;
    const struct kp_block_shape *s = &c->shape;
    struct counts n = vectors_of(a, c);
    const char *rows = "";

    if (s->y)
        rows = c->trips ? kp_sprintf(a, ", kp_y = kp_v / %s %% %s", n.row, kp_operand(a, s->y))
                        : kp_sprintf(a, ", kp_y = kp_v / %s", n.row);
    line(w, out, in,
         s->y || c->trips
             ? kp_sprintf(a, "const unsigned int kp_x = kp_v %% %s * %d%s;", n.row,
                          (int)c->lanes.lanes, rows)
             : kp_sprintf(a, "const unsigned int kp_x = kp_v * %d;", (int)c->lanes.lanes));
    for (size_t i = 0; i < c->redeclared.n; i++) {
        const struct kp_node *var = c->redeclared.v[i];

        line(w, out, in,
             kp_sprintf(a, "%s%s = %s;", var->sym->type->is_const ? "const " : "",
                        kp_declare(w->u, var->sym, var->sym->name), text_of(w, var->last)));
    }
}

/* The user's loop, of which each vector's thread makes every lanes-th trip. */
static const char *trip_header(struct widening *w, struct kp_cooperative *c)
{
    struct kp_arena *a = w->u->arena;
    const struct kp_sym *var = c->trips->var;
    const char *step = c->step ? kp_sprintf(a, " * %s", factor(w, c, c->step)) : "";
    int64_t start;
    const char *from = kp_eval(c->start, NULL, &start) && !start
                           ? ""
                           : kp_sprintf(a, "%s + ", factor(w, c, c->start));

    return kp_sprintf(a, "for (%s = %sstatic_cast<%s>(kp_v / %s)%s; %s; %s += %d%s) {",
                      kp_declare(w->u, var, var->name), from, kp_plain_type(a, var->type->spelling),
                      vectors_of(a, c).all, step, text_of(w, kp_loop_condition(c->stmt)), var->name,
                      (int)c->lanes.lanes, step);
}

static void by_thread(struct widening *w, struct kp_cooperative *c, struct kp_str *out)
{
    struct kp_arena *a = w->u->arena;
    const struct kp_block_shape *s = &c->shape;
    const char *in = deeper(w, kp_indent_of(w->u, c->stmt->span.begin)), *inner = deeper(w, in);
    const char *number = "threadIdx.x";

    w->threads.list.n = 0;
    find_indices(w, c->stmt, s->y);
    for (size_t i = 0; i < c->redeclared.n; i++)
        find_indices(w, c->redeclared.v[i], s->y);
    if (s->y)
        number = kp_sprintf(a, "threadIdx.y * %s + threadIdx.x", kp_operand(a, s->x));
    line(w, out, in, kp_sprintf(a, "const unsigned int kp_v = %s;", number));
    if (c->trips) {
        declare_thread(w, c, in, out);
        line(w, out, in, "#pragma unroll");
        line(w, out, in, trip_header(w, c));
        line(w, out, "", body_text(w, c, w->unit));
    } else {
        line(w, out, in, kp_sprintf(a, "if (kp_v < %s) {", vectors_of(a, c).all));
        declare_thread(w, c, inner, out);
        line(w, out, "", body_text(w, c, deeper(w, w->unit)));
    }
    line(w, out, in, "}");
    w->threads.list.n = 0;
}

static void add_tiles(struct widening *w, const struct kp_cooperative *c)
{
    for (size_t i = 0; i < c->copies.n; i++) {
        bool known = false;

        for (size_t k = 0; k < w->tiles.n; k++)
            known |= w->tiles.v[k] == c->copies.v[i]->tile;
        if (!known)
            kp_push(w->u->arena, &w->tiles, c->copies.v[i]->tile);
    }
}

static void add_padding(struct widening *w, const struct kp_cooperative *c)
{
    for (size_t i = 0; i < c->lanes.padded.n; i++) {
        bool known = false;

        for (size_t k = 0; k < w->padded.n; k++)
            known |= w->padded.v[k] == c->lanes.padded.v[i];
        if (!known)
            kp_push(w->u->arena, &w->padded, c->lanes.padded.v[i]);
    }
}

static void add_facts(struct widening *w, const struct kp_cooperative *c)
{
    for (size_t i = 0; i < c->lanes.facts.n; i++) {
        bool known = false;

        for (size_t k = 0; k < w->facts.n; k++)
            known |= kp_streq(w->facts.v[k], c->lanes.facts.v[i]);
        if (!known)
            kp_push(w->u->arena, &w->facts, c->lanes.facts.v[i]);
    }
}

/* if (kp_wide) { vectors } else the statement as it was. */
static void widen_statement(struct widening *w, struct kp_cooperative *c)
{
    struct kp_unit *u = w->u;
    struct kp_span pragma = kp_pragma_before(u, c->stmt), whole;
    const char *indent = kp_indent_of(u, c->stmt->span.begin), *original;
    struct kp_str out = kp_str_new(u->arena);
    size_t have;

    whole.begin = pragma.end > pragma.begin ? pragma.begin : c->stmt->span.begin;
    whole.end = kp_stmt_end(u, c->stmt);
    original = kp_sprintf(u->arena, "%s%s",
                          kp_heads_line(u, whole.begin) ? kp_indent_of(u, whole.begin) : indent,
                          kp_span_text(u, whole));
    add_facts(w, c);
    add_tiles(w, c);
    add_padding(w, c);
    have = strlen(kp_indent_of(u, whole.begin)); /* a pragma may stand further left */
    kp_str_addf(&out, "%sif (%s) {%s", strlen(indent) > have ? indent + have : "", w->flag, w->nl);
    if (c->lanes.counter)
        by_counter(w, c, &out);
    else
        by_thread(w, c, &out);
    kp_str_addf(&out, "%s} else%s%s", indent, w->nl, kp_indented(u, original, w->unit));
    kp_patch(u, w->patches, whole.begin, whole.end, kp_str_text(&out));
}

/* ---- one K-loop ---------------------------------------------------------------------------- */

static const char *tile_list(struct widening *w)
{
    struct kp_str out = kp_str_new(w->u->arena);

    for (size_t i = 0; i < w->tiles.n; i++)
        kp_str_addf(&out, "%s%s", i ? ", " : "", w->tiles.v[i]->sym->name);
    return kp_str_text(&out);
}

/* The flag in front of the loop, broken like the rest of the text. */
static void declare_flag(struct widening *w)
{
    struct kp_unit *u = w->u;
    struct kp_span pragma = kp_pragma_before(u, w->l->node);
    uint32_t at = pragma.end > pragma.begin ? pragma.begin : w->l->node->span.begin;
    const char *indent = kp_indent_of(u, w->l->node->span.begin);
    struct kp_str out = kp_str_new(u->arena);
    size_t column;

    kp_str_addf(&out, "// kpipe: %s in copies of %d bytes where these hold, else as written%s%s",
                tile_list(w), (int)w->bytes, w->nl, indent);
    kp_str_addf(&out, "const bool %s = ", w->flag);
    column = strlen(indent) + strlen(w->flag) + 14;
    for (size_t i = 0; i < w->facts.n; i++) {
        if (i && column + strlen(w->facts.v[i]) + 8 > KP_LINE_LENGTH) {
            kp_str_addf(&out, " &&%s%s%s", w->nl, indent, w->unit);
            column = strlen(indent) + strlen(w->unit);
        } else if (i)
            kp_str_add(&out, " && ");
        kp_str_add(&out, w->facts.v[i]);
        column += strlen(w->facts.v[i]) + 4;
    }
    kp_str_addf(&out, ";%s%s", w->nl, kp_heads_line(u, at) ? kp_indent_of(u, at) : indent);
    kp_patch(u, w->patches, at, at, kp_str_text(&out));
}

/* The offset behind `__shared__` in the tile's declaration; 0 when the word stands in a macro. */
static uint32_t behind_shared(const struct kp_unit *u, const struct kp_tile *t)
{
    struct kp_span s = t->decl_stmt->span;

    for (struct kp_token k = kp_lex_code(u->source.text, s.begin, s.end); k.kind != KP_TOKEN_END;
         k = kp_lex_code(u->source.text, k.end, s.end))
        if (kp_token_is(u->source.text, k, "__shared__"))
            return k.end;
    return 0;
}

static bool can_align(const struct kp_unit *u, const struct kp_cooperative *c)
{
    for (size_t i = 0; i < c->copies.n; i++)
        if (!behind_shared(u, c->copies.v[i]->tile))
            return false;
    return true;
}

/* `__shared__ float As[..]` is aligned like a float. Once per declaration. */
static void align_tiles(struct widening *w, struct kp_nodes *aligned)
{
    for (size_t i = 0; i < w->tiles.n; i++) {
        const struct kp_tile *t = w->tiles.v[i];
        uint32_t at = behind_shared(w->u, t);

        if (kp_has_node(aligned, t->decl_stmt))
            continue;
        kp_add_node(w->u, aligned, t->decl_stmt);
        kp_patch(w->u, w->patches, at, at, kp_sprintf(w->u->arena, " __align__(%d)", TILE_ALIGN));
    }
}

/* [BK + 1] becomes [BK + 4], [17] becomes [17 + 3]. Once per array. */
static void pad_rows(struct widening *w, struct kp_nodes *padded)
{
    struct kp_unit *u = w->u;

    for (size_t i = 0; i < w->padded.n; i++) {
        const struct kp_sym *s = w->padded.v[i];
        const struct kp_node *dim = s->decl->first, *by;
        int64_t more = kp_row_padding(kp_func_get(u, w->l->function, false), s);

        for (unsigned k = 0; k + 1 < s->n_dims; k++)
            dim = dim->next;
        if (kp_has_node(padded, dim))
            continue;
        kp_add_node(u, padded, dim);
        by = kp_child(dim, 1);
        if (dim->kind == KP_BINARY && dim->op == KP_OP_ADD && by->kind == KP_INT_LIT &&
            !by->from_macro)
            kp_patch(u, w->patches, by->span.begin, by->span.end,
                     kp_sprintf(u->arena, "%lld", (long long)(by->value + more)));
        else
            kp_patch(u, w->patches, dim->span.end, dim->span.end,
                     kp_sprintf(u->arena, " + %lld", (long long)more));
    }
}

static bool widen_loop(struct widening *w, struct kp_nodes *aligned)
{
    const struct kp_loop *l = w->l;
    struct kp_func *f = kp_func_get(w->u, l->function, false);
    bool any = false;

    if (l->refusals.n || l->made_by_kpipe || !l->tiles.n || !kp_all_threads_come(f, l) ||
        l->node->from_macro || l->node->parent->kind != KP_COMPOUND ||
        names_are_taken(w->u, f->decl))
        return false;
    for (size_t i = 0; i < l->stmts.n; i++) {
        const struct kp_node *stmt = l->stmts.v[i].node;
        struct kp_cooperative c;

        if (!l->stmts.v[i].in_load || l->stmts.v[i].in_compute ||
            stmt->parent->kind != KP_COMPOUND || !kp_cooperative_copy(f, l, stmt, &c) ||
            !can_align(w->u, &c))
            continue;
        widen_statement(w, &c);
        any = true;
    }
    if (any) {
        declare_flag(w);
        align_tiles(w, aligned);
        pad_rows(w, aligned);
    }
    return any;
}

const char *kp_widen_copies(struct kp_unit *u, struct kp_widened *loops, size_t *size)
{
    struct kp_patches patches = {0};
    struct kp_nodes aligned = {0};
    struct kp_span all = {0, u->source.size};
    const char *flag = NULL, *text;
    unsigned names = 0;
    bool any = false;

    for (size_t i = 0; i < u->loops.n; i++) {
        struct widening w = {.u = u,
                             .l = u->loops.v[i],
                             .patches = &patches,
                             .nl = kp_newline(u),
                             .unit = kp_indent_unit(u, u->loops.v[i]->node)};

        loops[i].words = NULL;
        loops[i].tiles.n = 0;
        w.flag = flag = flag ? flag : fresh(u, "kp_wide", &names);
        if (loops[i].skip || !widen_loop(&w, &aligned))
            continue;
        loops[i].words = kp_sprintf(u->arena, "%s in copies of %d bytes%s", tile_list(&w),
                                    (int)w.bytes, w.padded.n ? ", rows padded for them" : "");
        for (size_t k = 0; k < w.tiles.n; k++)
            kp_push(u->arena, &loops[i].tiles, w.tiles.v[k]);
        flag = NULL;
        any = true;
    }
    if (!any)
        return NULL;
    text = kp_render(u, all, &patches);
    *size = strlen(text);
    return text;
}
