/* Bank conflicts: how requests are served is in facts/wavefronts.h. */
#include <stdlib.h>

#include "facts/wavefronts.h"
#include "layout/layout.h"
#include "lint/parts.h"
#include "model/eval.h"

enum { WORD = KP_BANK_BYTES, WIDEST = KP_WIDEST_ACCESS, MAX_UNROLLED = 64 };

struct conflict {
    unsigned degree; /* the worst part of the warp: so many words of one bank */
    unsigned wavefronts, ideal;
    int64_t bytes; /* of an access, as the compiler may widen it */
};

/* ---- one request ------------------------------------------------------------------------------
 */

static struct conflict request(const int64_t at[KP_WARP], uint32_t active, int64_t bytes,
                               int64_t shift)
{
    struct kp_wavefronts w;
    int64_t from[KP_WARP];

    for (int l = 0; l < KP_WARP; l++)
        from[l] = at[l] + shift;
    w = kp_wavefronts(from, active, bytes);
    return (struct conflict){w.degree, w.sum, w.ideal, bytes};
}

/* The unknown part turns the banks round, which changes nothing; within a word it may: the best
 * case counts. */
static struct conflict conflict_of(const struct kp_lanes *v, uint32_t active, int64_t bytes)
{
    struct conflict best = {.degree = UINT32_MAX};

    for (int64_t shift = 0; shift < WORD; shift += bytes) {
        struct conflict c = request(v->at, active, bytes, shift);

        if (c.degree < best.degree)
            best = c;
        if (v->multiple % WORD == 0)
            break;
    }
    return best;
}

/* ---- what the compiler may make of it ----------------------------------------------------------
 */

/* True if a trip of the loop goes on by just one access, so that some of them can become a wide
 * one. */
static bool walks(const struct kp_shape_of_block *s, const struct kp_memory_access *t,
                  uint32_t loop, int64_t bytes)
{
    struct kp_warp_view *w = kp_lint_warp(s, 0);
    int64_t trips = kp_constant_trips(w->fn->loops.v[loop].node, s->launch);
    struct kp_lanes a, b;

    if (trips < 2 || trips > MAX_UNROLLED)
        return false;
    kp_warp_enter(w, loop);
    a = kp_touch_address(w, t);
    kp_warp_next_trip(w, loop);
    b = kp_touch_address(w, t);
    kp_warp_leave(w, loop);
    return a.known && b.known && llabs(b.at[0] - a.at[0]) == bytes;
}

/* Another access of the function to the bytes beside these. */
static bool has_neighbour(struct kp_linter *l, const struct kp_shape_of_block *s,
                          const struct kp_memory_access *t, const struct kp_lanes *at,
                          int64_t bytes)
{
    struct kp_warp_view *w = kp_lint_warp(s, 0);

    for (size_t i = 0; i < l->touches.n; i++) {
        const struct kp_memory_access *o = &l->touches.v[i];
        struct kp_lanes b;

        if (o == t || o->is_store != t->is_store || o->root != t->root)
            continue;
        b = kp_touch_address(w, o);
        if (b.known && b.root == at->root && llabs(b.at[0] - at->at[0]) == bytes &&
            b.at[1] - b.at[0] == at->at[1] - at->at[0])
            return true;
    }
    return false;
}

static bool may_widen(struct kp_linter *l, const struct kp_shape_of_block *s,
                      const struct kp_memory_access *t, int64_t bytes)
{
    struct kp_warp_view *w = kp_lint_warp(s, 0);
    struct kp_lanes at = kp_touch_address(w, t);

    for (uint32_t loop = w->fn->blocks.v[kp_fn_block_of(w->fn, t->node)].loop; loop;
         loop = w->fn->loops.v[loop].outer)
        if (walks(s, t, loop, bytes))
            return true;
    return at.known && has_neighbour(l, s, t, &at, bytes);
}

/* The access as it stands, or as the widest one that may become of it: what is no conflict in one
 * of the forms is none. */
static struct conflict least_conflict(const struct kp_lanes *v, uint32_t active, int64_t bytes,
                                      bool may_widen)
{
    struct conflict best = conflict_of(v, active, bytes);

    for (int64_t wide = bytes * 2; may_widen && wide <= WIDEST; wide *= 2) {
        struct kp_lanes from = *v;
        struct conflict c;

        for (int l = 0; l < KP_WARP; l++)
            from.at[l] -= (from.at[l] % wide + wide) % wide;
        c = conflict_of(&from, active, wide);
        if (c.degree < best.degree)
            best = c;
    }
    return best;
}

/* ---- the cure ---------------------------------------------------------------------------------
 */

/* Bytes of the array's rows; 0 when it has none, or their length is not known. */
static int64_t row_bytes(const struct kp_sym *s, const struct kp_launch *bindings, int64_t *elem)
{
    const struct kp_type *t = s->type;
    int64_t n;

    if (s->n_dims < 2 || !s->decl)
        return 0;
    for (unsigned i = 0; i < s->n_dims; i++)
        t = t && t->kind == KP_TYPE_ARRAY ? t->elem : NULL;
    if (!t || !kp_eval_type_size(t, bindings, elem) ||
        !kp_eval(kp_child(s->decl, s->n_dims - 1), bindings, &n) || n <= 0)
        return 0;
    return n * *elem;
}

/* Wavefronts of all accesses to the array with rows longer by so many bytes; *own is the degree of
 * the one at hand. */
static unsigned all_wavefronts(struct kp_linter *l, const struct kp_shape_of_block *s,
                               const struct kp_sym *array, int64_t row, int64_t pad,
                               const struct kp_memory_access *own, unsigned *own_degree)
{
    struct kp_warp_view *w = kp_lint_warp(s, 0);
    unsigned sum = 0;

    for (size_t i = 0; i < l->touches.n; i++) {
        const struct kp_memory_access *t = &l->touches.v[i];
        int64_t bytes = kp_touch_bytes(t, s->launch);
        struct kp_lanes v;
        struct conflict c;
        uint32_t active;

        if (t->root != array)
            continue;
        v = kp_touch_address(w, t);
        if (!v.known || v.root != array || v.n_terms || !bytes || !kp_touch_active(w, t, &active))
            continue;
        for (int k = 0; k < KP_WARP; k++)
            v.at[k] += v.at[k] / row * pad;
        c = least_conflict(&v, active, bytes, may_widen(l, s, t, bytes));
        sum += c.wavefronts;
        if (t == own)
            *own_degree = c.degree;
    }
    return sum;
}

static int64_t widest_access(struct kp_linter *l, const struct kp_shape_of_block *s,
                             const struct kp_sym *array)
{
    int64_t widest = 1;

    for (size_t i = 0; i < l->touches.n; i++) {
        int64_t bytes = kp_touch_bytes(&l->touches.v[i], s->launch);

        if (l->touches.v[i].root == array && bytes > widest)
            widest = bytes;
    }
    return widest;
}

/* What `kpipe rewrite --layout auto` is good for. */
static const char *const layout_texts[] = {
    [KP_ROWS_UNKNOWN] = NULL,
    [KP_ROWS_HELP] = "`kpipe rewrite --layout auto` changes its rows, or says what that costs",
    [KP_ROWS_MAY_HELP] = "`kpipe rewrite --layout auto` says what keeps its rows as they are",
    [KP_ROWS_DO_NOT_HELP] = "other rows do not help: it matters which lanes access what"};

/* Asked once for each array: it tries other texts of the file. */
static enum kp_rows_help rows_help(struct kp_linter *l, const struct kp_sym *array)
{
    size_t *known = kp_map_at(l->unit->arena, &l->rows_help, array);
    size_t answer = *known;

    if (!answer) {
        answer = 1 + kp_rows_help(l->unit, l->f, array);
        *kp_map_at(l->unit->arena, &l->rows_help, array) = answer;
    }
    return (enum kp_rows_help)(answer - 1);
}

static const char *cure(struct kp_linter *l, const struct kp_shape_of_block *s,
                        const struct kp_memory_access *t, const struct kp_sym *array)
{
    int64_t elem = 0, row = row_bytes(array, s->launch, &elem), step;
    unsigned degree = 0, before;
    enum kp_rows_help help;

    if (!row)
        return NULL;
    help = rows_help(l, array);
    step = widest_access(l, s, array);
    step = step > elem ? step : elem;
    before = all_wavefronts(l, s, array, row, 0, t, &degree);
    for (int64_t pad = step; pad <= 2 * WIDEST; pad += step) {
        unsigned after = all_wavefronts(l, s, array, row, pad, t, &degree);

        if (degree == 1 && after < before)
            return kp_sprintf(
                l->unit->arena, "pad its rows by %lld element%s: %lld instead of %lld%s",
                (long long)(pad / elem), pad == elem ? "" : "s", (long long)((row + pad) / elem),
                (long long)(row / elem),
                help == KP_ROWS_HELP || help == KP_ROWS_MAY_HELP
                    ? kp_sprintf(l->unit->arena, " (%u wavefronts per warp become %u; %s)", before,
                                 after, layout_texts[help])
                    : "");
    }
    return layout_texts[help];
}

/* ---- whether it matters -----------------------------------------------------------------------
 */

/* The outermost loop around an access; 0: none. */
static uint32_t scope_of(const struct kp_warp_view *w, const struct kp_memory_access *t)
{
    uint32_t loop = w->fn->blocks.v[kp_fn_block_of(w->fn, t->node)].loop;

    while (loop && w->fn->loops.v[loop].outer)
        loop = w->fn->loops.v[loop].outer;
    return loop;
}

/* How often an iteration of the loop `scope` around it (0: the kernel) comes to the access; 0: not
 * known. */
static int64_t times_of(const struct kp_warp_view *w, const struct kp_memory_access *t,
                        uint32_t scope, const struct kp_launch *bindings)
{
    uint32_t loop = w->fn->blocks.v[kp_fn_block_of(w->fn, t->node)].loop;
    int64_t times = 1;

    for (; loop != scope; loop = w->fn->loops.v[loop].outer) {
        int64_t trips = kp_constant_trips(w->fn->loops.v[loop].node, bindings);

        if (trips <= 0 || trips > INT32_MAX || times > INT32_MAX)
            return 0;
        times *= trips;
    }
    return times;
}

static struct kp_conflict *find(const struct kp_conflicts *all, const struct kp_sym *array)
{
    for (size_t i = 0; i < all->v.n; i++)
        if (all->v.v[i].array == kp_as_written(array))
            return &all->v.v[i];
    return NULL;
}

/* True if conflicts in the array cost enough of what shared memory does in the K-loops. */
static bool is_dear(const struct kp_conflicts *all, const struct kp_sym *array)
{
    const struct kp_conflict *c = find(all, array);
    int64_t sum = 0;

    for (size_t i = 0; i < all->v.n; i++)
        sum += all->v.v[i].wavefronts;
    return KP_LAYING_WORTH * (c->wavefronts - c->ideal) >= sum;
}

/* The same in the outermost loop around an access, or in the kernel if none is. What is not known
 * does not make them cheap. */
static bool is_dear_at(struct kp_linter *l, const struct kp_shape_of_block *s,
                       const struct kp_memory_access *at, const struct kp_sym *array)
{
    struct kp_warp_view *w = kp_lint_warp(s, 0);
    const uint32_t scope = scope_of(w, at);
    double sum = 0, lost = 0;

    for (size_t i = 0; i < l->touches.n; i++) {
        const struct kp_memory_access *t = &l->touches.v[i];
        int64_t bytes = kp_touch_bytes(t, s->launch), times;
        struct kp_lanes v;
        struct conflict c;
        uint32_t active;

        if (t->space != KP_SPACE_SHARED || (scope && scope_of(w, t) != scope))
            continue;
        v = kp_touch_address(w, t);
        if (!v.known || v.n_terms || !bytes || !kp_touch_active(w, t, &active))
            continue;
        times = times_of(w, t, scope, s->launch);
        if (!times && v.root == array)
            return true;
        c = least_conflict(&v, active, bytes, may_widen(l, s, t, bytes));
        sum += (double)times * c.wavefronts * (double)bytes / (double)c.bytes;
        if (v.root == array)
            lost += (double)times * (c.wavefronts - c.ideal) * (double)bytes / (double)c.bytes;
    }
    return KP_LAYING_WORTH * lost >= sum;
}

/* ---- the finding ------------------------------------------------------------------------------
 */

/* Most warps of the block must see it; *array is what they see it in. */
static bool judge(struct kp_linter *l, const struct kp_memory_access *t,
                  const struct kp_shape_of_block *s, struct conflict *worst,
                  const struct kp_sym **array)
{
    int64_t bytes = kp_touch_bytes(t, s->launch);
    bool wide = bytes && bytes < WIDEST && may_widen(l, s, t, bytes);
    int looked = 0, bad = 0;

    *worst = (struct conflict){0};
    for (int i = 0; bytes && i < kp_lint_warps(s); i++) {
        struct kp_warp_view *w = kp_lint_warp(s, i);
        struct kp_lanes v = kp_touch_address(w, t);
        struct conflict c;
        uint32_t active;

        if (!v.known || v.n_terms || !v.root || v.root->space != KP_SPACE_SHARED ||
            !kp_touch_active(w, t, &active))
            return false;
        if (!active)
            continue;
        looked++;
        *array = v.root;
        c = least_conflict(&v, active, bytes, wide);
        bad += c.degree > 1;
        if (c.degree > worst->degree)
            *worst = c;
    }
    return 2 * bad > looked;
}

static const char *text_of(struct kp_linter *l, const struct kp_memory_access *t,
                           const struct conflict *c, const char *name, bool is_guess)
{
    const char *part = c->bytes <= WORD ? ""
                       : c->bytes == 8  ? " in a half warp"
                                        : " in a quarter warp";

    return kp_sprintf(l->unit->arena,
                      "'%s' is %s with %s%u-way bank conflicts%s: %u wavefronts per request where "
                      "%u would do",
                      name, t->is_store ? "written" : "read", is_guess ? "at least " : "",
                      c->degree, part, c->wavefronts, c->ideal);
}

/* What the accesses in assembly and to matrices cost shows in the count of a K-loop alone. */
static void report_count(struct kp_linter *l, const struct kp_conflict *c)
{
    const int64_t warps = c->warps ? c->warps : 1;
    const char *text =
        kp_sprintf(l->unit->arena,
                   "'%s' is %s with bank conflicts: all accesses to it take %lld wavefronts per "
                   "warp and iteration where %lld would do",
                   c->array->name, c->is_store ? "written" : "read",
                   (long long)((c->wavefronts + warps - 1) / warps),
                   (long long)((c->ideal + warps - 1) / warps));

    kp_lint_add(l, KP_CODE_KP702, c->worst, text)->remedy = layout_texts[rows_help(l, c->array)];
}

/* The array in which the access was reported to have conflicts; NULL: none. */
static const struct kp_sym *look_at(struct kp_linter *l, const struct kp_memory_access *t,
                                    const struct kp_conflicts *counted)
{
    const struct kp_shape_of_block *shape = NULL;
    const struct kp_sym *array = NULL;
    struct conflict c, worst = {0};
    struct kp_lint *lint;

    for (size_t i = 0; i < l->shapes.n; i++) {
        const struct kp_shape_of_block *s = &l->shapes.v[i];
        bool here = judge(l, t, s, &c, &array);

        if (!here && s->is_guess)
            return NULL;
        if (here && (!shape || (s->is_guess ? c.degree < worst.degree : c.degree > worst.degree)))
            worst = c, shape = s;
    }
    if (!shape ||
        !(find(counted, array) ? is_dear(counted, array) : is_dear_at(l, shape, t, array)))
        return NULL;
    lint = kp_lint_add(l, KP_CODE_KP702, t->node,
                       text_of(l, t, &worst, array->name, shape->is_guess && shape->block[0]));
    lint->remedy = cure(l, shape, t, array);
    return array;
}

void kp_lint_banks(struct kp_linter *l)
{
    struct kp_conflicts counted = {0};

    if (!kp_find_conflicts(l->unit, l->f, &counted))
        counted.v.n = 0;
    for (size_t i = 0; i < l->touches.n; i++) {
        const struct kp_sym *array = NULL;
        struct kp_conflict *c;

        if (l->touches.v[i].space == KP_SPACE_SHARED && l->touches.v[i].root)
            array = look_at(l, &l->touches.v[i], &counted);
        if (array && (c = find(&counted, array)))
            c->worst = NULL;
    }
    for (size_t i = 0; i < counted.v.n; i++)
        if (counted.v.v[i].worst && is_dear(&counted, counted.v.v[i].array))
            report_count(l, &counted.v.v[i]);
}
