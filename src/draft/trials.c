/* Blocks and grids to try where no launch says them. A wrong one shows: with too few threads the
 * kernel reads what nobody stored, with too many it leaves its arrays or races with itself. */
#include "draft/parts.h"
#include "model/func.h"

#include "util/str.h"

enum { MOST_THREADS = 1024, FEWEST = 16, MOST_VALUES = 256 };

struct values {
    int64_t v[MOST_VALUES];
    size_t n;
};

static void note(struct values *s, int64_t v)
{
    for (size_t k = 0; k < s->n; k++)
        if (s->v[k] == v)
            return;
    if (s->n < MOST_VALUES)
        s->v[s->n++] = v;
}

/* ---- what the kernel's text holds ---- */

static bool looks_at(const struct kp_node *n, const char *of, char field, int depth)
{
    if (kp_builtin_axis(n, of) == field)
        return true;
    if (n->kind == KP_CALL && n->sym && n->sym->decl && depth < 4 &&
        looks_at(n->sym->decl, of, field, depth + 1))
        return true;
    kp_each_child(c, n) if (looks_at(c, of, field, depth)) return true;
    return false;
}

static int64_t elements(const struct kp_drafter *x, const struct kp_node *var)
{
    int64_t n = 1, dim;

    if (!var->sym->n_dims) {
        for (const struct kp_type *t = var->sym->type; t && t->kind == KP_TYPE_ARRAY; t = t->elem)
            n *= t->count;
        return n;
    }
    for (unsigned k = 0; k < var->sym->n_dims; k++) {
        if (!kp_draft_kernel_value(x, kp_child(var, k), &dim))
            return 0;
        n *= dim;
    }
    return n;
}

/* Extents, divisors and the like; how many elements the shared arrays have. */
static void collect(const struct kp_drafter *x, const struct kp_node *n, struct values *texts,
                    struct values *arrays)
{
    int64_t v;

    if (kp_draft_kernel_value(x, n, &v) && v > 1 && v <= MOST_THREADS)
        note(texts, v);
    if (n->kind == KP_VAR && n->sym && n->sym->space == KP_SPACE_SHARED && (v = elements(x, n)) > 1)
        note(arrays, v);
    kp_each_child(c, n) collect(x, c, texts, arrays);
}

/* `threadIdx.y * 16 + threadIdx.x`: a row of the block has 16 threads. */
static void rows(const struct kp_drafter *x, const struct kp_node *n, struct values *to)
{
    int64_t v;

    if (n->kind == KP_BINARY && n->op == KP_OP_MUL) {
        const struct kp_node *a = kp_draft_strip(n->first), *b = kp_draft_strip(n->last);
        if (kp_builtin_axis(a, "threadIdx") == 'y' && kp_draft_kernel_value(x, b, &v) && v > 1)
            note(to, v);
        if (kp_builtin_axis(b, "threadIdx") == 'y' && kp_draft_kernel_value(x, a, &v) && v > 1)
            note(to, v);
    }
    kp_each_child(c, n) rows(x, c, to);
}

/* ---- blocks ---- */

struct list {
    struct kp_drafter *x;
    const char **to;
    size_t n, most;
};

static void offer(struct list *l, int64_t a, int64_t b)
{
    const char *text;

    if (a < 1 || b < 1 || a > MOST_THREADS || a * b > MOST_THREADS || a * b < FEWEST)
        return;
    text = b > 1 ? kp_sprintf(l->x->arena, "%lld, %lld", (long long)a, (long long)b)
                 : kp_sprintf(l->x->arena, "%lld", (long long)a);
    for (size_t k = 0; k < l->n; k++)
        if (kp_streq(l->to[k], text))
            return;
    if (l->n < l->most)
        l->to[l->n++] = text;
}

static void flat_blocks(struct list *l, const struct values *texts, const struct values *arrays)
{
    static const int64_t usual[] = {256, 128, 512, 64, 1024, 32};

    /* a constant that divides every array: each thread stores so many elements of it */
    for (size_t u = 0; u < 6; u++)
        for (size_t k = 0; k < texts->n; k++)
            if (texts->v[k] == usual[u])
                offer(l, usual[u], 1);
    for (int64_t each = 1; each <= 32; each *= 2)
        for (size_t k = 0; k < arrays->n; k++)
            if (arrays->v[k] % (32 * each) == 0)
                offer(l, arrays->v[k] / each, 1);
    for (size_t k = 0; k < texts->n; k++)
        if (texts->v[k] % 32 == 0)
            offer(l, texts->v[k], 1);
    for (size_t u = 0; u < 6; u++)
        offer(l, usual[u], 1);
}

static void square_blocks(struct list *l, const struct values *texts, const struct values *arrays,
                          const struct values *row)
{
    for (size_t r = 0; r < row->n; r++)
        for (int64_t each = 1; each <= 64; each *= 2)
            for (size_t k = 0; k < arrays->n; k++)
                if (arrays->v[k] % (row->v[r] * each) == 0 && arrays->v[k] / each >= 32)
                    offer(l, row->v[r], arrays->v[k] / each / row->v[r]);
    for (size_t k = 0; k < texts->n; k++)
        if (texts->v[k] >= 8)
            offer(l, texts->v[k], texts->v[k]);
    for (size_t i = 0; i < texts->n; i++)
        for (size_t k = 0; k < texts->n; k++)
            if (texts->v[i] % 4 == 0 && texts->v[k] % 4 == 0)
                offer(l, texts->v[i], texts->v[k]);
    offer(l, 16, 16);
    offer(l, 32, 32);
    offer(l, 32, 8);
}

size_t kp_draft_blocks(struct kp_drafter *x, const char **to, size_t most)
{
    struct list l = {.x = x, .to = to, .most = most};
    struct values texts = {.n = 0}, arrays = {.n = 0}, row = {.n = 0};

    if (!x->kernel->decl)
        return 0;
    if (x->kernel->launch_max && !looks_at(x->kernel->decl, "threadIdx", 'y', 0))
        offer(&l, x->kernel->launch_max, 1);
    collect(x, x->kernel->decl, &texts, &arrays);
    rows(x, x->kernel->decl, &row);
    if (looks_at(x->kernel->decl, "threadIdx", 'y', 0))
        square_blocks(&l, &texts, &arrays, &row);
    else
        flat_blocks(&l, &texts, &arrays);
    return l.n;
}

static bool is_block_index(const struct kp_node *n, int axis, int depth)
{
    int found;

    n = kp_draft_strip(n);
    found = kp_builtin_axis(n, "blockIdx");
    if (found)
        return !axis || found == axis;
    return n->kind == KP_REF && n->sym && n->sym->kind == KP_SYM_VAR && n->sym->decl &&
           n->sym->decl->has_init && depth < 8 &&
           is_block_index(n->sym->decl->last, axis, depth + 1);
}

bool kp_draft_is_block_index(const struct kp_node *n, int axis)
{
    return is_block_index(n, axis, 0);
}

bool kp_draft_looks_at(const struct kp_node *n, const char *of, char field)
{
    return looks_at(n, of, field, 0);
}

/* `blockIdx.x * 64`: 64. */
static int64_t extent_in(const struct kp_drafter *x, const struct kp_node *n)
{
    int64_t most = 0, v;

    if (n->kind == KP_BINARY && n->op == KP_OP_MUL)
        most = (is_block_index(n->first, 0, 0) && kp_draft_kernel_value(x, n->last, &v)) ||
                       (is_block_index(n->last, 0, 0) && kp_draft_kernel_value(x, n->first, &v))
                   ? v
                   : 0;
    kp_each_child(c, n)
    {
        v = extent_in(x, c);
        most = v > most ? v : most;
    }
    return most;
}

int64_t kp_draft_block_extent(const struct kp_drafter *x)
{
    int64_t v = extent_in(x, x->kernel->decl);

    return v > MOST_THREADS ? MOST_THREADS : v;
}

const char *kp_draft_grid(struct kp_drafter *x)
{
    const struct kp_node *k = x->kernel->decl;
    bool y = looks_at(k, "blockIdx", 'y', 0), z = looks_at(k, "blockIdx", 'z', 0);
    const char *first = looks_at(k, "blockIdx", 'x', 0) ? "2" : "1";

    return z ? kp_sprintf(x->arena, "%s, %s, 2", first, y ? "2" : "1")
             : kp_sprintf(x->arena, "%s%s", first, y ? ", 2" : "");
}
