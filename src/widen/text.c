/* The text of vectors: the user's statement with each copy in it replaced, for another thread's
 * indices or a longer step. */
#include "widen/text.h"

#include "emit/emit.h"
#include "front/front.h"
#include "front/pieces.h"
#include "front/tree.h"
#include "model/eval.h"
#include "model/func.h"
#include "model/loop_parts.h"
#include "model/types_text.h"

enum { MOST_THREADS = 1024 }; /* of a block */
enum { MOST_UNROLLED = 16 };  /* vectors of one thread */

struct writing {
    struct kp_unit *u;
    const char *nl, *unit;     /* of indentation */
    struct kp_patches threads; /* the indices of the thread that a vector is made for */
};

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
static const char *text_of(const struct writing *w, const struct kp_node *n)
{
    return kp_one_line(w->u, kp_render(w->u, n->span, &w->threads));
}

static const char *address(const struct writing *w, const struct kp_node *n)
{
    return kp_address_of(w->u, n, &w->threads);
}

static const char *vector_load(const struct writing *w, const struct kp_copy *copy,
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

static void widen_copy(struct writing *w, struct kp_patches *p, const struct kp_copy *copy,
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
        value = kp_sprintf(u->arena,
                           kp_binds_loosely(copy->select.cond) ? "(%s) ? %s : %s" : "%s ? %s : %s",
                           text_of(w, copy->select.cond), value, vector_zero(u, type));
    kp_patch(u, p, copy->node->span.begin, copy->node->span.end,
             strlen(indent) + strlen(dest) + strlen(value) + 4 <= KP_LINE_LENGTH
                 ? kp_sprintf(u->arena, "%s = %s", dest, value)
                 : kp_sprintf(u->arena, "%s =%s%s%s%s", dest, w->nl, indent, w->unit, value));
}

/* ---- the body ------------------------------------------------------------------------------ */

static struct kp_span inside(const struct kp_unit *u, const struct kp_node *body)
{
    if (body->kind == KP_COMPOUND)
        return (struct kp_span){kp_skip_line_end(u, body->span.begin + 1), body->span.end - 1};
    return (struct kp_span){body->span.begin, kp_stmt_end(u, body)};
}

/* The only statement of a block, or itself. */
static const struct kp_node *unwrapped(const struct kp_node *body)
{
    return body->kind == KP_COMPOUND && body->n_children == 1 ? body->first : body;
}

/* What makes one point: a body of a loop, a statement. */
static const struct kp_node *body_of(const struct kp_cooperative *c)
{
    const struct kp_node *inner = c->rows.inner;

    if (c->stmt->kind != KP_FOR)
        return c->stmt;
    return inner && unwrapped(kp_loop_body(c->stmt)) == inner ? kp_loop_body(inner)
                                                              : kp_loop_body(c->stmt);
}

/* The header of a loop over columns, and its pragma. */
static void drop_header(struct writing *w, const struct kp_node *inner, struct kp_patches *p)
{
    struct kp_span pragma = kp_pragma_before(w->u, inner);

    kp_patch(w->u, p, pragma.end > pragma.begin ? pragma.begin : inner->span.begin,
             kp_loop_body(inner)->span.begin, "");
}

/* The text without the indentation of one of two loops. */
static const char *moved_left(const struct writing *w, const char *text)
{
    struct kp_str out = kp_str_new(w->u->arena);
    const size_t unit = strlen(w->unit);

    if (kp_lex_long_string(text, 0, (uint32_t)strlen(text)).kind != KP_TOKEN_END)
        return text;
    for (const char *end; *text; text = end) {
        const size_t n = strcspn(text, "\n");

        end = text + n + (text[n] == '\n');
        if (strncmp(text, w->unit, unit) == 0)
            text += unit;
        kp_str_addn(&out, text, (size_t)(end - text));
    }
    return kp_str_text(&out);
}

/* The statements that make one point, each vector copy in its place, moved right by `by`. */
static const char *body_text(struct writing *w, const struct kp_cooperative *c, const char *by)
{
    const struct kp_node *body = body_of(c);
    struct kp_span span = inside(w->u, body);
    struct kp_patches p = {0};
    const char *text;
    size_t n;

    for (size_t i = 0; i < w->threads.list.n; i++)
        kp_push(w->u->arena, &p.list, w->threads.list.v[i]);
    for (size_t i = 0; i < c->copies.n; i++)
        widen_copy(w, &p, c->copies.v[i], kp_lvalue_bytes(c->copies.v[i]->dest) * c->vector.lanes);
    if (c->rows.inner && kp_is_inside(c->rows.inner, body))
        drop_header(w, c->rows.inner, &p);
    text = kp_render(w->u, span, &p);
    if (body->kind == KP_COMPOUND && c->rows.inner && body->parent == c->rows.inner)
        text = moved_left(w, text);
    if (body->kind != KP_COMPOUND)
        text = kp_sprintf(w->u->arena, "%s%s%s", kp_indent_of(w->u, c->stmt->span.begin),
                          body == c->stmt ? "" : w->unit, text);
    n = strlen(text);
    while (n && strchr(" \t\r\n", text[n - 1]))
        n--;
    return kp_indented(w->u, kp_strndup(w->u->arena, text, n), by);
}

/* `e` as an operand of * and %. */
static const char *factor(struct writing *w, struct kp_cooperative *c, const struct kp_node *e)
{
    const char *text = kp_one_line(w->u, kp_vector_text(&c->vector, e));

    return kp_is_atom(e) ? text : kp_sprintf(w->u->arena, "(%s)", text);
}

/* What the counter stays below. */
static const char *limit(struct writing *w, const struct kp_cooperative *c)
{
    return kp_sprintf(w->u->arena, kp_binds_below_less(c->bound) ? "(%s)" : "%s",
                      text_of(w, c->bound));
}

/* One more level of indentation. */
static const char *deeper(struct writing *w, const char *indent)
{
    return kp_sprintf(w->u->arena, "%s%s", indent, w->unit);
}

static void line(struct writing *w, struct kp_str *out, const char *indent, const char *text)
{
    kp_str_addf(out, "%s%s%s", indent, text, w->nl);
}

/* "if (CONDITION) {" around the vectors of a block of `threads` (0: unknown). Where whole warps
 * have none, ptxas would predicate copies without a condition of their own, and all warps compute
 * addresses that few use: what holds in every thread, but is no comparison, keeps the branch. Of
 * copies with conditions it predicates parts, whose registers may cost the largest blocks one of
 * two per SM (docs/user/results.md). Where the program may mean something else by the name, the
 * branch is not worth a question. */
static const char *test(struct writing *w, const struct kp_cooperative *c, const char *condition,
                        int64_t threads, int64_t vectors)
{
    static const char name[] = "__activemask";
    bool is_largest = threads == MOST_THREADS;
    bool keep = (!threads || threads - vectors >= 32) &&
                (is_largest || !kp_holds(c->stmt, KP_BIT(KP_IF) | KP_BIT(KP_COND))) &&
                !kp_names_macro(w->u, name) &&
                !kp_is_hidden_function(w->u, kp_function_around(c->stmt), name);

    return keep ? kp_sprintf(w->u->arena, "if (%s && %s()) { // true: to keep a branch", condition,
                             name)
                : kp_sprintf(w->u->arena, "if (%s) {", condition);
}

/* ---- by counter ---------------------------------------------------------------------------- */

/* The loop over vectors with that header, around `const int x = kp_v * 4;` and a point. */
static void vector_loop(struct writing *w, struct kp_cooperative *c, const char *header,
                        struct kp_str *out)
{
    struct kp_arena *a = w->u->arena;
    const char *in = deeper(w, kp_indent_of(w->u, c->stmt->span.begin));
    const struct kp_sym *s = c->vector.counter;

    line(w, out, in, header);
    line(
        w, out, deeper(w, in),
        kp_sprintf(a, "const %s = kp_v * %d;", kp_declare(w->u, s, s->name), (int)c->vector.lanes));
    line(w, out, "", body_text(w, c, w->unit));
    line(w, out, in, "}");
}

/* for (int kp_v = tid; kp_v < n / 4; kp_v += THREADS), which says that no vector reaches beyond n.
 */
static void counted_vectors(struct writing *w, struct kp_cooperative *c, struct kp_str *out)
{
    vector_loop(w, c,
                kp_sprintf(w->u->arena, "for (%s = %s; kp_v < %s / %d; kp_v += %s) {",
                           kp_declare(w->u, c->vector.counter, "kp_v"),
                           kp_vector_text(&c->vector, c->start), factor(w, c, c->bound),
                           (int)c->vector.lanes, kp_vector_text(&c->vector, c->step)),
                out);
}

/* for (int i = tid * 4; i < N; i += THREADS * 4) */
static void counted_loop(struct writing *w, struct kp_cooperative *c, struct kp_str *out)
{
    struct kp_arena *a = w->u->arena;
    const char *in = deeper(w, kp_indent_of(w->u, c->stmt->span.begin));
    const char *name = c->vector.counter->name;

    line(w, out, in,
         kp_sprintf(a, "for (%s = %s * %d; %s < %s; %s += %s * %d) {",
                    kp_declare(w->u, c->vector.counter, name), factor(w, c, c->start),
                    (int)c->vector.lanes, name, limit(w, c), name, factor(w, c, c->step),
                    (int)c->vector.lanes));
    line(w, out, "", body_text(w, c, w->unit));
    line(w, out, in, "}");
}

/* The same with a number of trips that the compiler sees: nothing, or an unrolled loop, around
 * `const int i = ..`. */
static void counted_trips(struct writing *w, struct kp_cooperative *c, int64_t bound,
                          int64_t threads, struct kp_str *out)
{
    struct kp_arena *a = w->u->arena;
    const char *in = deeper(w, kp_indent_of(w->u, c->stmt->span.begin)), *by = "";
    const char *name =
        kp_sprintf(a, "const %s", kp_declare(w->u, c->vector.counter, c->vector.counter->name));
    int lanes = (int)c->vector.lanes;
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
             test(w, c, kp_sprintf(a, "%s < %s", c->vector.counter->name, limit(w, c)), threads,
                  trips > 1 ? threads : bound / lanes));
        line(w, out, "", body_text(w, c, kp_sprintf(a, "%s%s", by, w->unit)));
        line(w, out, kp_sprintf(a, "%s%s", in, by), "}");
    } else
        line(w, out, "", body_text(w, c, by));
    if (trips > 1)
        line(w, out, in, "}");
}

/* for (int kp_v = 0; kp_v < N / 4; ++kp_v), which says that no vector reaches beyond N, around
 * `const int x = ..`. */
static void own_trips(struct writing *w, struct kp_cooperative *c, struct kp_str *out)
{
    struct kp_arena *a = w->u->arena;
    const char *in = deeper(w, kp_indent_of(w->u, c->stmt->span.begin));
    int lanes = (int)c->vector.lanes;
    const struct kp_sym *s = c->vector.counter;
    const char *bound = kp_operand(a, text_of(w, c->bound));
    int64_t n = 0;

    if (kp_eval(c->bound, NULL, &n) && n == lanes) {
        line(w, out, in, kp_sprintf(a, "const %s = 0;", kp_declare(w->u, s, s->name)));
        line(w, out, "", body_text(w, c, ""));
        return;
    }
    if (n && n <= MOST_UNROLLED * lanes)
        line(w, out, in, "#pragma unroll");
    vector_loop(w, c,
                kp_sprintf(a, "for (%s = 0; kp_v < %s; ++kp_v) {", kp_declare(w->u, s, "kp_v"),
                           n ? kp_sprintf(a, "%lld", (long long)n / lanes)
                             : kp_sprintf(a, "%s / %d", bound, lanes)),
                out);
}

/* What is known of the vectors of all rows; 0: only the run knows. */
struct row_counts {
    int64_t per_row, all, trips; /* .. of each thread */
    bool is_partial;             /* not all threads make the last trip */
};

static struct row_counts count_rows(const struct kp_cooperative *c)
{
    const int64_t threads = c->rows.n_threads;
    struct row_counts n = {0};
    int64_t rows, columns;

    if (!kp_eval(c->bound, NULL, &columns))
        return n;
    n.per_row = columns / c->vector.lanes;
    if (!kp_eval(c->rows.header.bound, NULL, &rows))
        return n;
    n.all = rows * n.per_row;
    n.trips = threads > 0 ? (n.all + threads - 1) / threads : 0;
    n.is_partial = n.trips && n.all % threads;
    return n;
}

/* const int i = kp_v / 8; and const int j = kp_v % 8 * 4; */
static void declare_point(struct writing *w, struct kp_cooperative *c, const char *in,
                          const char *number, const char *per_row, struct kp_str *out)
{
    struct kp_arena *a = w->u->arena;
    const struct kp_sym *row = c->rows.header.v, *column = c->vector.counter;

    line(w, out, in,
         kp_sprintf(a, "const %s = %s / %s;", kp_declare(w->u, row, row->name), number, per_row));
    line(w, out, in,
         kp_sprintf(a, "const %s = %s %% %s * %d;", kp_declare(w->u, column, column->name), number,
                    per_row, (int)c->vector.lanes));
}

/* for (int kp_v = thread; kp_v < ROWS * (N / 4); kp_v += THREADS); with a number of trips that the
 * compiler sees, where all is known. */
static void by_rows(struct writing *w, struct kp_cooperative *c, struct kp_str *out)
{
    struct kp_arena *a = w->u->arena;
    const struct kp_row_loop *r = &c->rows;
    const struct row_counts n = count_rows(c);
    const int lanes = (int)c->vector.lanes;
    const char *in = deeper(w, kp_indent_of(w->u, c->stmt->span.begin)), *inner = deeper(w, in);
    const char *v = "kp_v", *by = w->unit;
    const char *per_row = n.per_row ? kp_sprintf(a, "%lld", (long long)n.per_row)
                                    : kp_sprintf(a, "(%s / %d)", factor(w, c, c->bound), lanes);
    const char *all = n.all ? kp_sprintf(a, "%lld", (long long)n.all)
                            : kp_sprintf(a, "%s * %s", factor(w, c, r->header.bound), per_row);

    if (n.trips == 1) {
        line(w, out, in, kp_sprintf(a, "const int kp_v = %s;", r->number));
        inner = in;
        by = "";
    } else if (n.trips) {
        line(w, out, in, "#pragma unroll");
        line(w, out, in, kp_sprintf(a, "for (int kp_v = 0; kp_v < %d; ++kp_v) {", (int)n.trips));
        line(w, out, inner,
             kp_sprintf(a, "const int kp_x = kp_v * %lld + %s;", (long long)r->n_threads,
                        r->number));
        v = "kp_x";
    } else {
        const char *start = kp_sprintf(a, "for (int kp_v = %s;", r->number);
        const char *rest = kp_sprintf(a, "kp_v < %s; kp_v += %s) {", all, r->threads);
        bool is_short = strlen(in) + strlen(start) + strlen(rest) < KP_LINE_LENGTH;

        line(w, out, in,
             is_short ? kp_sprintf(a, "%s %s", start, rest)
                      : kp_sprintf(a, "%s%s%s     %s", start, w->nl, in, rest));
    }
    if (n.is_partial) {
        line(w, out, inner,
             test(w, c, kp_sprintf(a, "%s < %s", v, all), r->n_threads,
                  n.trips > 1 ? r->n_threads : n.all));
        declare_point(w, c, deeper(w, inner), v, per_row, out);
        line(w, out, "", body_text(w, c, kp_sprintf(a, "%s%s", by, w->unit)));
        line(w, out, inner, "}");
    } else {
        declare_point(w, c, inner, v, per_row, out);
        line(w, out, "", body_text(w, c, by));
    }
    if (n.trips != 1)
        line(w, out, in, "}");
}

static void by_counter(struct writing *w, struct kp_cooperative *c, struct kp_str *out)
{
    int64_t bound, threads;

    if (kp_eval(c->bound, NULL, &bound) && kp_eval(c->step, NULL, &threads) && threads > 0)
        counted_trips(w, c, bound, threads, out);
    else if (kp_is_of_constants(c->bound))
        counted_loop(w, c, out);
    else
        counted_vectors(w, c, out);
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

static void find_indices(struct writing *w, const struct kp_node *n, bool rows)
{
    int axis = kp_builtin_axis(n, "threadIdx");

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
    const struct kp_guessed_block *s = &c->shape;
    int64_t n = s->y && !s->ny ? 0 : s->nx * (s->y ? s->ny : 1);

    return (struct counts){
        .row = quotient(a, product(a, s->x, s->nx, NULL, 0), s->nx, c->vector.lanes),
        .all = quotient(a, product(a, s->x, s->nx, s->y, s->ny), n, c->vector.lanes)};
}

/* The indices of the thread that the vector is made for, and all that depends on them. */
static void declare_thread(struct writing *w, const struct kp_cooperative *c, const char *in,
                           struct kp_str *out)
{
    struct kp_arena *a = w->u->arena;
    const struct kp_guessed_block *s = &c->shape;
    struct counts n = vectors_of(a, c);
    const char *rows = "";

    if (s->y)
        rows = c->trips ? kp_sprintf(a, ", kp_y = kp_v / %s %% %s", n.row, kp_operand(a, s->y))
                        : kp_sprintf(a, ", kp_y = kp_v / %s", n.row);
    line(w, out, in,
         s->y || c->trips
             ? kp_sprintf(a, "const unsigned int kp_x = kp_v %% %s * %d%s;", n.row,
                          (int)c->vector.lanes, rows)
             : kp_sprintf(a, "const unsigned int kp_x = kp_v * %d;", (int)c->vector.lanes));
    for (size_t i = 0; i < c->redeclared.n; i++) {
        const struct kp_node *var = c->redeclared.v[i];

        line(w, out, in,
             kp_sprintf(a, kp_binds_loosely(var->last) ? "%s%s = (%s);" : "%s%s = %s;",
                        var->sym->type->is_const ? "const " : "",
                        kp_declare(w->u, var->sym, var->sym->name), text_of(w, var->last)));
    }
}

/* The user's loop, of which each vector's thread makes every lanes-th trip. */
static const char *trip_header(struct writing *w, struct kp_cooperative *c)
{
    struct kp_arena *a = w->u->arena;
    const struct kp_sym *var = c->trips->var;
    const char *step = c->step ? kp_sprintf(a, " * %s", factor(w, c, c->step)) : "";
    int64_t start;
    const char *first =
        c->starts_apart ? kp_operand(a, text_of(w, c->start)) : factor(w, c, c->start);
    const char *from =
        kp_eval(c->start, NULL, &start) && !start ? "" : kp_sprintf(a, "%s + ", first);

    return kp_sprintf(a, "for (%s = %sstatic_cast<%s>(kp_v / %s)%s; %s; %s += %d%s) {",
                      kp_declare(w->u, var, var->name), from,
                      kp_plain_type(a, kp_declared_type(w->u, var)), vectors_of(a, c).all, step,
                      text_of(w, kp_loop_condition(c->stmt)), var->name, (int)c->vector.lanes,
                      step);
}

static void by_thread(struct writing *w, struct kp_cooperative *c, struct kp_str *out)
{
    struct kp_arena *a = w->u->arena;
    const struct kp_guessed_block *s = &c->shape;
    const char *in = deeper(w, kp_indent_of(w->u, c->stmt->span.begin)), *inner = deeper(w, in);
    const char *number = "threadIdx.x";
    int64_t threads = s->nx * (s->y ? s->ny : 1);

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
        line(w, out, in,
             test(w, c, kp_sprintf(a, "kp_v < %s", vectors_of(a, c).all), threads,
                  threads / c->vector.lanes));
        declare_thread(w, c, inner, out);
        line(w, out, "", body_text(w, c, deeper(w, w->unit)));
    }
    line(w, out, in, "}");
    w->threads.list.n = 0;
}

const char *kp_vectors_text(struct kp_unit *u, struct kp_cooperative *c, const char *unit)
{
    struct writing w = {.u = u, .nl = kp_newline(u), .unit = unit};
    struct kp_str out = kp_str_new(u->arena);

    if (c->is_own)
        own_trips(&w, c, &out);
    else if (c->rows.inner)
        by_rows(&w, c, &out);
    else if (c->vector.counter)
        by_counter(&w, c, &out);
    else
        by_thread(&w, c, &out);
    return kp_str_text(&out);
}
