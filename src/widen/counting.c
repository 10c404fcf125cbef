#include "widen/counting.h"

#include "model/builds.h"
#include "model/eval.h"
#include "model/own_text.h"

/* ---- the form ------------------------------------------------------------------------------ */

/* True if all that the function says of the variable, in any build, stands in loops whose headers
 * set it first, `for (i = ..`: no loop leaves a value to another one, or to what stands between
 * them. */
static bool is_of_its_loops(struct kp_func *f, const struct kp_sym *v)
{
    if (v->kind != KP_SYM_VAR || v->space != KP_SPACE_LOCAL || v->is_static || !v->decl ||
        v->decl->has_init || !kp_is_inside(v->decl, f->body) || kp_is_exposed(f->body, v) ||
        kp_is_skipped(f->unit, f->body->span))
        return false;
    kp_each_below(x, f->body)
    {
        const struct kp_node *loop = x;

        if (x->kind != KP_REF || x->sym != v)
            continue;
        do
            loop = loop->parent;
        while (loop && !(loop->kind == KP_FOR && kp_start_of(loop, v)));
        if (!loop || kp_is_inside(x, kp_start_of(loop, v)))
            return false;
    }
    return true;
}

bool kp_has_own_counter(struct kp_func *f, const struct kp_node *init, const struct kp_sym *v)
{
    if (init->kind == KP_DECL_STMT)
        return init->n_children == 1;
    return init->kind == KP_ASSIGN && init->op == KP_OP_ASSIGN && init->first->kind == KP_REF &&
           init->first->sym == v && is_of_its_loops(f, v);
}

bool kp_read_counting(struct kp_func *f, const struct kp_node *loop, struct kp_counting *out)
{
    const struct kp_node *init = kp_loop_init(loop), *cond = kp_loop_condition(loop);
    struct kp_counted n;

    if (!init || !cond || cond->kind != KP_BINARY || cond->op != KP_OP_LT || cond->from_macro ||
        !kp_counts(loop, &n) || !n.from || !kp_has_own_counter(f, init, n.v) || n.sign < 0 ||
        cond->first->kind != KP_REF || cond->first->sym != n.v || !n.v->type ||
        n.v->type->kind != KP_TYPE_INT || n.v->type->size < 4 ||
        kp_may_write(f, kp_loop_body(loop), n.v) || !kp_owns_text(f->unit, kp_child(cond, 1)))
        return false;
    *out =
        (struct kp_counting){.v = n.v, .start = n.from, .bound = kp_child(cond, 1), .step = n.by};
    return true;
}

bool kp_counts_all(const struct kp_counting *h)
{
    int64_t start, by = 1;

    return kp_eval(h->start, NULL, &start) && start == 0 &&
           (!h->step || (kp_eval(h->step, NULL, &by) && by == 1));
}

/* ---- by thread ----------------------------------------------------------------------------- */

/* `size` equals the run-time value that `text` names, or will have to. */
static bool equals(struct kp_vector *p, const struct kp_node *size, const char *text)
{
    const char *s = kp_vector_tested(p, size);

    if (!s)
        return false;
    kp_vector_fact(
        p, kp_sprintf(p->f->unit->arena, kp_is_atom(size) ? "%s == %s" : "%s == (%s)", text, s));
    if (kp_streq(text, "blockDim.x") && !kp_eval(size, NULL, &p->block_x))
        p->block_x = 0;
    return true;
}

static int axis_of(struct kp_func *f, const struct kp_node *e)
{
    return kp_builtin_axis(kp_vector_resolved(f, e), "threadIdx");
}

/* The member of blockDim, or a constant that is tested to be that. */
static bool is_width(struct kp_vector *p, const struct kp_node *size, char axis)
{
    return kp_builtin_axis(kp_vector_resolved(p->f, size), "blockDim") == axis ||
           equals(p, size, kp_sprintf(p->f->unit->arena, "blockDim.%c", axis));
}

static bool is_whole_block(struct kp_func *f, const struct kp_node *e)
{
    int a, b;

    if (e->kind != KP_BINARY || e->op != KP_OP_MUL)
        return false;
    a = kp_builtin_axis(kp_vector_resolved(f, e->first), "blockDim");
    b = kp_builtin_axis(kp_vector_resolved(f, kp_child(e, 1)), "blockDim");
    return (a == 'x' && b == 'y') || (a == 'y' && b == 'x');
}

/* The W of threadIdx.y * W + threadIdx.x; NULL: it is something else. */
static const struct kp_node *width_of(struct kp_func *f, const struct kp_node *e)
{
    const struct kp_node *row = NULL, *x = NULL;

    for (unsigned i = 0; e->kind == KP_BINARY && e->op == KP_OP_ADD && i < 2; i++) {
        const struct kp_node *side = kp_vector_resolved(f, kp_child(e, i));

        if (axis_of(f, side) == 'x')
            x = side;
        else if (side->kind == KP_BINARY && side->op == KP_OP_MUL)
            row = side;
    }
    for (unsigned i = 0; x && row && i < 2; i++)
        if (axis_of(f, kp_child(row, i)) == 'y')
            return kp_child(row, 1 - i);
    return NULL;
}

/* Steps of the block where that is not what the text says: a test that none is zero. */
static void test_step(struct kp_vector *p, const struct kp_node *step)
{
    const struct kp_node *by = kp_vector_resolved(p->f, step);

    if (!kp_builtin_axis(by, "blockDim") && !is_whole_block(p->f, by) &&
        !kp_eval(step, NULL, &(int64_t){0}))
        kp_vector_fact(p, kp_sprintf(p->f->unit->arena, "(%s) > 0", kp_vector_tested(p, step)));
}

/* threadIdx.x with steps of blockDim.x, or threadIdx.y * blockDim.x + threadIdx.x with steps of the
 * block. What the text says by a constant is tested. */
bool kp_starts_by_thread(struct kp_vector *p, const struct kp_counting *h)
{
    const struct kp_node *e = kp_vector_resolved(p->f, h->start), *width;

    if (!h->step)
        return false;
    if (kp_builtin_axis(e, "threadIdx") == 'x') {
        if (!is_width(p, h->step, 'x'))
            return false;
    } else if (!(width = width_of(p->f, e)) || !is_width(p, width, 'x') ||
               !(is_whole_block(p->f, kp_vector_resolved(p->f, h->step)) ||
                 equals(p, h->step, "blockDim.x * blockDim.y")))
        return false;
    test_step(p, h->step);
    return true;
}

/* ---- rows and columns ---------------------------------------------------------------------- */

/* threadIdx.y and threadIdx.x. */
static bool by_axes(struct kp_vector *p, const struct kp_counting *columns,
                    struct kp_row_loop *rows)
{
    struct kp_arena *a = p->f->unit->arena;
    const struct kp_counting *r = &rows->header;
    int64_t nx, ny;

    if (axis_of(p->f, columns->start) != 'x' || axis_of(p->f, r->start) != 'y' ||
        !is_width(p, columns->step, 'x') || !is_width(p, r->step, 'y'))
        return false;
    rows->n_threads =
        kp_eval(columns->step, NULL, &nx) && kp_eval(r->step, NULL, &ny) ? nx * ny : 0;
    rows->number = kp_sprintf(a, "threadIdx.y * %s + threadIdx.x",
                              kp_operand(a, kp_vector_text(p, columns->step)));
    rows->threads = kp_sprintf(a, "%s * %s", kp_operand(a, kp_vector_text(p, r->step)),
                               kp_operand(a, kp_vector_text(p, columns->step)));
    return true;
}

/* The W of thread / W or thread >> n, and of thread % W or thread & (W - 1), as a value; 0: it has
 * another form. */
static int64_t divisor(const struct kp_node *e, enum kp_op by, enum kp_op bits)
{
    int64_t v;

    if (e->kind != KP_BINARY || (e->op != by && e->op != bits) ||
        !kp_eval(kp_child(e, 1), NULL, &v) || v < 0 || v > 1024)
        return 0;
    if (e->op == by)
        return v;
    if (bits == KP_OP_SHR)
        return v <= 10 ? (int64_t)1 << v : 0;
    return v & (v + 1) ? 0 : v + 1;
}

/* thread / W and thread % W, of threadIdx.x alone, with steps of R and W, where R * W threads are
 * the row. */
static bool by_quotient(struct kp_vector *p, const struct kp_counting *columns,
                        struct kp_row_loop *rows)
{
    struct kp_arena *a = p->f->unit->arena;
    const struct kp_counting *r = &rows->header;
    const struct kp_node *row = kp_vector_resolved(p->f, r->start);
    const struct kp_node *column = kp_vector_resolved(p->f, columns->start);
    const int64_t width = divisor(row, KP_OP_DIV, KP_OP_SHR);
    const char *step = kp_vector_tested(p, r->step);
    int64_t by, height;

    if (!width || divisor(column, KP_OP_REM, KP_OP_AND) != width || !step ||
        axis_of(p->f, row->first) != 'x' || axis_of(p->f, column->first) != 'x' ||
        !kp_eval(columns->step, NULL, &by) || by != width)
        return false;
    rows->n_threads = kp_eval(r->step, NULL, &height) ? height * width : 0;
    rows->number = "threadIdx.x";
    rows->threads = rows->n_threads
                        ? kp_sprintf(a, "%lld", (long long)rows->n_threads)
                        : kp_sprintf(a, "%s * %lld", kp_operand(a, step), (long long)width);
    kp_vector_fact(p, kp_sprintf(a, "blockDim.x == %s", rows->threads));
    p->block_x = rows->n_threads;
    return true;
}

/* All rows, of which each thread of the block has columns. */
static bool by_columns(struct kp_vector *p, const struct kp_counting *columns,
                       struct kp_row_loop *rows)
{
    if (!kp_counts_all(&rows->header) || !kp_starts_by_thread(p, columns))
        return false;
    if (!kp_eval(columns->step, NULL, &rows->n_threads))
        rows->n_threads = 0;
    rows->number = kp_vector_text(p, columns->start);
    rows->threads = kp_vector_text(p, columns->step);
    return true;
}

/* A number of points that an int counts, with all steps beyond. */
static bool are_few(struct kp_vector *p, const struct kp_node *rows, const struct kp_node *columns)
{
    struct kp_arena *a = p->f->unit->arena;
    const char *r = kp_vector_tested(p, rows), *c = kp_vector_tested(p, columns);
    int64_t nr, nc;

    if (!r || !c)
        return false;
    if (kp_eval(rows, NULL, &nr) && kp_eval(columns, NULL, &nc))
        return nr > 0 && nc > 0 && nr <= INT32_MAX && nc <= INT32_MAX && nr * nc <= INT32_MAX;
    if (!kp_is_index_type(rows->type) || rows->type->size != 4 ||
        !kp_is_index_type(columns->type) || columns->type->size != 4)
        return false;
    kp_vector_fact(p, kp_sprintf(a, "%s > 0", kp_operand(a, r)));
    kp_vector_fact(p, kp_sprintf(a, "%s > 0", kp_operand(a, c)));
    kp_vector_fact(
        p, kp_sprintf(a, "static_cast<long long>(%s) * %s <= %d", r, kp_operand(a, c), INT32_MAX));
    return true;
}

bool kp_divide_points(struct kp_vector *p, const struct kp_counting *columns,
                      struct kp_row_loop *rows)
{
    const size_t n = p->facts.n;
    bool divide = columns->step && rows->header.step && by_axes(p, columns, rows);

    if (!divide) {
        p->facts.n = n;
        p->block_x = 0;
        divide = columns->step && rows->header.step && by_quotient(p, columns, rows);
    }
    if (!divide) {
        p->facts.n = n;
        p->block_x = 0;
        if (!by_columns(p, columns, rows))
            return false;
    } else {
        test_step(p, columns->step);
        test_step(p, rows->header.step);
    }
    return rows->number && rows->threads && are_few(p, rows->header.bound, columns->bound);
}
