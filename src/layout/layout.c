#include "layout/laying.h"

#include "front/tree.h"
#include "model/clones.h"
#include "model/func.h"
#include "model/named.h"
#include "model/refuse.h"
#include "model/steps.h"
#include "pipeline.h"
#include "plan/plan.h"

bool kp_refuse_layout(struct kp_laying *m, enum kp_code code, const struct kp_node *at,
                      const char *name)
{
    if (!m->why->code)
        *m->why = kp_refusal_make(m->u, m->l, code, at, name);
    return false;
}

static struct kp_unit *parsed(struct kp_unit *u, const char *text)
{
    struct kp_unit *v = kp_unit_derive(u);

    v->is_laid_out = true;
    return kp_pipeline_text(v, u->source.path, text, strlen(text), KP_PASS_FN) ? v : NULL;
}

/* The kernel's IR in another text of the file; NULL: the kernel is not found. */
static const struct kp_fn *in_text(struct kp_laying *m, const struct kp_patches *patches)
{
    const struct kp_span all = {0, m->u->source.size};
    struct kp_unit *v = parsed(m->u, kp_render(m->u, all, patches));
    uint32_t id = m->f->sym->id;
    struct kp_fns fns;

    if (!v || v->parse.errors.n > m->u->parse.errors.n || v->parse.syms.n != m->u->parse.syms.n ||
        !v->parse.syms.v[id] || !kp_streq(v->parse.syms.v[id]->qualified, m->f->sym->qualified))
        return NULL;
    fns = kp_fn_instances(v, v->parse.syms.v[id]);
    return fns.n == 1 && !fns.v[0]->unknown ? fns.v[0] : NULL;
}

/* ---- the kernel ------------------------------------------------------------------------------ */

/* Fills the block shapes if every visible launch has a constant block. */
static void find_launched(struct kp_laying *m)
{
    for (size_t i = 0; i < m->u->parse.launches.n; i++) {
        const struct kp_launch *l = &m->u->parse.launches.v[i];
        struct kp_block_shape *s = &m->launched[m->n_launched];

        if (l->kernel != m->f->sym)
            continue;
        if (m->n_launched == KP_MAX_SHAPES || !kp_block_dims(l->block, s->dim) || s->dim[0] < 1 ||
            s->dim[1] < 1 || s->dim[2] < 1 || s->dim[0] * s->dim[1] * s->dim[2] > 1024) {
            m->n_launched = 0;
            return;
        }
        s->is_exact = true;
        m->n_launched++;
    }
    /* the text fixes the blocks of all launches of such a clone */
    m->is_closed = kp_is_clone(m->u, m->f->sym) && m->u->clones_stay_static;
}

static bool is_array(const struct kp_laying *m, const struct kp_object *o, struct kp_laid_array *a)
{
    const struct kp_type *t = o->sym ? o->sym->type : NULL;
    const struct kp_sym *s = kp_as_written(o->sym);

    if (o->kind != KP_OBJECT_SHARED || !t || !s->n_dims || o->bytes <= 0 || !s->decl ||
        !kp_is_inside(s->decl, m->f->body))
        return false;
    *a = (struct kp_laid_array){
        .sym = s, .object = (uint32_t)(o - m->fn->objects.v), .bytes = o->bytes};
    for (unsigned i = 0; i < s->n_dims; i++) {
        if (t->kind != KP_TYPE_ARRAY || !t->elem)
            return false;
        a->n_rows = a->row && t->size > 0 ? a->row / t->size : 1;
        a->row = t->size;
        t = t->elem;
    }
    a->element = t->size;
    return t->kind != KP_TYPE_ARRAY && a->element > 0 && a->row > 0 && a->row % a->element == 0 &&
           a->bytes % a->row == 0;
}

/* True if the kernel has an array with rows. */
static bool has_rows(const struct kp_laying *m)
{
    for (size_t i = 0; i < m->u->parse.syms.n; i++) {
        const struct kp_sym *s = m->u->parse.syms.v[i];

        if (s && s->kind == KP_SYM_VAR && s->space == KP_SPACE_SHARED && s->n_dims && s->decl &&
            kp_is_inside(s->decl, m->f->body))
            return true;
    }
    return false;
}

static bool is_known(struct kp_laying *m)
{
    struct kp_fns fns = kp_fn_instances(m->u, m->f->sym);
    const struct kp_words *words;

    if (!m->f->sym->is_kernel || m->f->decl->file)
        return kp_refuse_layout(m, KP_CODE_KP914, NULL, "it is not a kernel of this file");
    if (fns.n != 1 || !kp_fn_can_be_named(m->u, m->f->sym) ||
        !kp_fn_has_all_instances(m->u, m->f->sym))
        return kp_refuse_layout(m, KP_CODE_KP914, NULL,
                                "it is a template, of which the file does not have exactly one "
                                "instance, or one with types");
    if (m->f->tests.n)
        return kp_refuse_layout(
            m, KP_CODE_KP914, NULL,
            "only a run-time test shows that the parts of a shared buffer do not overlap");
    if (fns.v[0]->unknown)
        return kp_refuse_layout(m, KP_CODE_KP914, NULL,
                                kp_sprintf(m->u->arena,
                                           "kpipe does not understand all of the kernel (%s)",
                                           fns.v[0]->unknown));
    words = &kp_names_of(m->u, m->f->sym, KP_NAMED_ALL)->words;
    if (kp_words_have(words, "__builtin_assume_aligned", strlen("__builtin_assume_aligned")) ||
        kp_words_have(words, "assume_aligned", strlen("assume_aligned")))
        return kp_refuse_layout(m, KP_CODE_KP914, NULL,
                                "it states the alignment of addresses (assume_aligned)");
    m->fn = fns.v[0];
    return true;
}

void kp_find_arrays(struct kp_laying *m)
{
    for (size_t i = 0; i < m->fn->objects.n; i++) {
        struct kp_laid_array a;

        if (is_array(m, &m->fn->objects.v[i], &a))
            kp_push(m->u->arena, &m->arrays, a);
    }
}

/* An array of one dimension that has no rows keeps none, and there is nothing to say about it. */
static void choose_strides(struct kp_laying *m, struct kp_laid_array *a,
                           enum kp_laying_effort effort)
{
    struct kp_refusal why = *m->why;

    if (kp_find_touchers(m, a))
        kp_find_strides(m, a);
    if (!a->strides.n)
        *m->why = why;
    kp_choose_strides(m, a, effort);
    kp_take_stride(a);
}

/* Chooses the rows of each array separately. */
static void choose(struct kp_laying *m, enum kp_laying_effort effort)
{
    kp_find_arrays(m);
    for (size_t i = 0; i < m->arrays.n; i++) {
        struct kp_laid_array *a = &m->arrays.v[i];

        if (a->sym->n_dims == 1)
            choose_strides(m, a, effort);
        else if (!kp_find_touchers(m, a) || !kp_choose_rows(m, a, effort) || !kp_can_lay_out(m, a))
            a->to = (struct kp_rows){0};
    }
}

/* The bytes of a shared variable; of a template's, in the instance. What is not known is too large.
 */
static int64_t bytes_of(const struct kp_laying *m, const struct kp_sym *s)
{
    int64_t sum = 0; /* of all instances of a template that the kernel calls */

    for (size_t i = 0; i < m->fn->objects.n; i++)
        if (m->fn->objects.v[i].sym && kp_as_written(m->fn->objects.v[i].sym) == s)
            sum += m->fn->objects.v[i].bytes > 0 ? m->fn->objects.v[i].bytes : KP_MOST_STATIC;
    if (sum > 0)
        return sum;
    return s->type && s->type->size > 0 ? s->type->size : KP_MOST_STATIC;
}

/* Longer rows must not make a launch fail that works. */
static bool has_room(struct kp_laying *m)
{
    const struct kp_shared *shared = kp_shared_of(m->u, m->f->sym);
    int64_t bytes = 0;

    for (size_t i = 0; i < shared->vars.n; i++)
        bytes += bytes_of(m, shared->vars.v[i]);
    for (size_t i = 0; i < m->arrays.n; i++)
        bytes += m->arrays.v[i].bytes / m->arrays.v[i].row * m->arrays.v[i].to.more;
    if (shared->has_dynamic)
        return kp_refuse_layout(m, KP_CODE_KP916, NULL,
                                "launches that request dynamic memory, too");
    return bytes <= KP_MOST_STATIC ||
           kp_refuse_layout(m, KP_CODE_KP916, NULL, "more than 49152 bytes of static memory");
}

static bool any_moved(const struct kp_laying *m)
{
    for (size_t i = 0; i < m->arrays.n; i++)
        if (kp_is_moved(&m->arrays.v[i]))
            return true;
    return false;
}

static const char *words_of(const struct kp_laying *m)
{
    struct kp_str s = kp_str_new(m->u->arena);
    const char *between = "";

    for (size_t i = 0; i < m->arrays.n; i++) {
        const struct kp_laid_array *a = &m->arrays.v[i];
        int64_t warps = a->per_warp ? a->per_warp : 1;

        if (!kp_is_moved(a))
            continue;
        kp_str_addf(&s, "%srows of %s %s", between, a->sym->name, a->to.chunks ? "permuted" : "");
        if (a->to.more)
            kp_str_addf(&s, "%s%lld -> %lld elements", a->to.chunks ? ", " : "",
                        (long long)(a->row / a->element),
                        (long long)((a->row + a->to.more) / a->element));
        kp_str_addf(&s, " (%lld -> %lld wavefronts)", (long long)((a->before + warps - 1) / warps),
                    (long long)((a->after + warps - 1) / warps));
        between = ", ";
    }
    kp_str_add(&s, " per warp and iteration");
    return kp_str_text(&s);
}

static struct kp_laid_out result_of(const struct kp_laying *m)
{
    struct kp_laid_out r = {.words = words_of(m)};

    for (size_t i = 0; i < m->arrays.n; i++) {
        r.before += m->arrays.v[i].before;
        r.after += kp_is_moved(&m->arrays.v[i]) ? m->arrays.v[i].after : m->arrays.v[i].before;
    }
    return r;
}

/* Permuted columns gained 13% on an H200 where they saved 8% of the wavefronts
 * (docs/user/layout.md). */
static bool is_worth_it(const struct kp_laying *m, const struct kp_laid_out *r)
{
    int64_t worth = KP_LAYING_WORTH;

    for (size_t i = 0; i < m->arrays.n; i++)
        if (m->arrays.v[i].to.chunks)
            worth = 2 * KP_LAYING_WORTH;
    return worth * (r->before - r->after) >= r->before;
}

/* Only arrays whose elements stay the same ones. */
static void judge_all(struct kp_laying *m)
{
    while (any_moved(m)) {
        struct kp_patches patches = {0};
        struct kp_laid_array *culprit = NULL;
        const struct kp_fn *fn;

        kp_print_layout(m, &patches);
        fn = in_text(m, &patches);
        if (fn && kp_is_laid_out(m, fn, &culprit))
            return;
        if (!fn)
            kp_refuse_layout(m, KP_CODE_KP914, NULL, "kpipe could not rewrite the changed text");
        if (culprit)
            kp_take_stride(culprit);
        for (size_t i = 0; i < m->arrays.n && !culprit; i++)
            m->arrays.v[i].to = (struct kp_rows){0};
    }
}

/* Each array of one dimension first by itself: what is wrong about one shows at others, too. */
static void judge(struct kp_laying *m)
{
    struct kp_rows *to = kp_new_array(m->u->arena, struct kp_rows, m->arrays.n + 1);
    const struct kp_rows none = {0};

    for (size_t i = 0; i < m->arrays.n; i++) {
        to[i] = m->arrays.v[i].to;
        m->arrays.v[i].to = none;
    }
    for (size_t i = 0; i < m->arrays.n; i++) {
        m->arrays.v[i].to = to[i];
        if (m->arrays.v[i].stride)
            judge_all(m);
        to[i] = m->arrays.v[i].to;
        m->arrays.v[i].to = none;
    }
    for (size_t i = 0; i < m->arrays.n; i++)
        m->arrays.v[i].to = to[i];
    judge_all(m);
}

/* The first of the kernel's loops, as it is written. */
static const struct kp_loop *first_loop(const struct kp_unit *u, const struct kp_sym *kernel)
{
    for (size_t i = 0; i < u->loops.n; i++)
        if (kp_loop_as_written(u->loops.v[i])->function == kernel)
            return kp_loop_as_written(u->loops.v[i]);
    return NULL;
}

bool kp_find_conflicts(struct kp_unit *u, struct kp_func *f, struct kp_conflicts *out)
{
    struct kp_refusal why = {0};
    struct kp_laying m = {.u = u, .f = f, .l = first_loop(u, f->sym), .why = &why};

    if (!m.l || !is_known(&m))
        return false;
    find_launched(&m);
    kp_find_arrays(&m);
    for (size_t i = 0; i < m.arrays.n; i++) {
        struct kp_laid_array *a = &m.arrays.v[i];
        struct kp_conflict c = {.array = a->sym};

        if (!kp_find_touchers(&m, a) || !kp_count_wavefronts(&m, a))
            return false;
        c.wavefronts = a->before;
        c.ideal = a->ideal;
        c.warps = a->per_warp;
        if (a->worst) {
            const struct kp_value *v = kp_fn_value(m.fn, a->worst->value);

            c.worst = kp_laying_place(v);
            c.is_store = kp_fn_touches(m.fn, v, a->worst->operand).mode & KP_WRITE;
        }
        kp_push(u->arena, &out->v, c);
    }
    return true;
}

/* ---- one kernel ------------------------------------------------------------------------------ */

/* Nothing is known to stand in the way: what there is to save is said. */
static void say_no_gain(struct kp_laying *m)
{
    struct kp_conflicts all = {0};
    const struct kp_conflict *worst = NULL;
    int64_t sum = 0, ideal = 0, warps = 1;

    if (m->why->code || !kp_find_conflicts(m->u, m->f, &all))
        return;
    for (size_t i = 0; i < all.v.n; i++) {
        const struct kp_conflict *c = &all.v.v[i];

        sum += c->wavefronts;
        ideal += c->ideal;
        warps = c->warps > warps ? c->warps : warps;
        if (c->worst && (!worst || c->wavefronts - c->ideal > worst->wavefronts - worst->ideal))
            worst = c;
    }
    kp_refuse_layout(m, KP_CODE_KP917, worst ? worst->worst : NULL,
                     kp_sprintf(m->u->arena, "%lld wavefronts per warp and iteration, %lld",
                                (long long)((sum + warps - 1) / warps),
                                (long long)((ideal + warps - 1) / warps)));
}

/* Chooses rows for the kernel's arrays; false: none, and m->why says why. */
static bool lay_out(struct kp_laying *m, enum kp_laying_effort effort, struct kp_laid_out *result)
{
    if (!has_rows(m) || !is_known(m))
        return false;
    find_launched(m);
    choose(m, effort);
    judge(m);
    *result = result_of(m);
    if (any_moved(m) && is_worth_it(m, result))
        return has_room(m);
    say_no_gain(m);
    return false;
}

enum kp_rows_help kp_rows_help(struct kp_unit *u, struct kp_func *f, const struct kp_sym *array)
{
    struct kp_refusal why = {0};

    for (int effort = 0; effort < KP_LAYING_EFFORTS; effort++) {
        struct kp_laying m = {.u = u, .f = f, .l = kp_legal_loop(u, f->sym), .why = &why};
        struct kp_laid_out result;

        if (!m.l || !lay_out(&m, (enum kp_laying_effort)effort, &result))
            continue;
        for (size_t i = 0; i < m.arrays.n; i++)
            if (m.arrays.v[i].sym == kp_as_written(array) && kp_is_moved(&m.arrays.v[i]))
                return KP_ROWS_HELP;
    }
    return !why.code                   ? KP_ROWS_UNKNOWN
           : why.code == KP_CODE_KP917 ? KP_ROWS_DO_NOT_HELP
                                       : KP_ROWS_MAY_HELP;
}

const char *kp_lay_out(struct kp_unit *u, enum kp_laying_effort effort, struct kp_laid_out *loops,
                       struct kp_texts *of_instances, size_t *size)
{
    struct kp_patches patches = {0};
    bool any = false;
    const char *text;

    for (size_t i = 0; i < u->loops.n; i++) {
        struct kp_request request = kp_request_at(u, i);
        struct kp_laying m = {
            .u = u, .l = kp_legal_loop(u, u->loops.v[i]->function), .why = &loops[i].why};
        struct kp_laid_out result;

        if (request.leave || request.layout != KP_LAYOUT_AUTO || !m.l || !kp_is_first_loop(u, i))
            continue;
        m.f = kp_func_get(u, m.l->function, false);
        if (!lay_out(&m, effort, &result)) {
            loops[i].wants_clone = m.wants_clone;
            continue;
        }
        result.why = loops[i].why;
        result.wants_clone = m.wants_clone;
        kp_print_layout(&m, &patches);
        if (m.f->sym->is_template)
            kp_add_text(u->arena, of_instances, m.f->sym->qualified);
        for (size_t k = i; k < u->loops.n; k++)
            if (u->loops.v[k]->function == m.l->function && u->loops.v[k]->tiles.n)
                loops[k] = result;
        any = true;
    }
    if (!any)
        return NULL;
    text = kp_render(u, (struct kp_span){0, u->source.size}, &patches);
    *size = strlen(text);
    return text;
}
