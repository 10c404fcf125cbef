/* Names for values, in front of a loop. */
#include "model/front.h"

#include "facts/exact.h"
#include "front/lex.h"
#include "front/pieces.h"
#include "front/tree.h"
#include "model/elsewhere.h"
#include "model/func.h"
#include "model/types_text.h"
#include "model/written.h"
#include "util/str.h"

struct known {
    kp_val value;
    const struct kp_node *ref;
};

struct front {
    struct kp_func *f;
    const struct kp_fn *fn;
    const struct kp_node *at;
    bool with_locals;
    bool *seen; /* by symbol id */
    KP_VEC(struct known) known;
    KP_VEC(struct known) own;   /* numbers of each thread */
    KP_VEC(struct known) moved; /* pointers that each thread has moved on its own */
};

/* ---- variables that keep their values ---------------------------------------------------------
 */

static bool keeps_its_value(const struct front *r, const struct kp_sym *s)
{
    if (s->kind == KP_SYM_PARAM)
        return kp_is_param_of(r->f, s) && kp_keeps_argument(r->f, s);
    return r->with_locals && s->kind == KP_SYM_VAR && s->space == KP_SPACE_LOCAL && !s->is_static &&
           s->decl && s->decl->span.begin < r->at->span.begin && kp_single_definition(r->f, s);
}

/* ---- names ------------------------------------------------------------------------------------
 */

/* Of a type that a template's parameter gives, the instance says what it is. */
static bool is_scalar(const struct front *r, const struct kp_sym *s, kp_val value)
{
    const struct kp_type *t = s->type;

    return t && !t->is_volatile &&
           (t->kind == KP_TYPE_INT || t->kind == KP_TYPE_POINTER ||
            (t->kind == KP_TYPE_DEPENDENT && kp_is_integer(kp_fn_value(r->fn, value)->type)));
}

/* What the caller passed, or what the variable is worth where it is mentioned. */
static kp_val value_of(const struct front *r, const struct kp_node *ref)
{
    for (kp_val v = 1; v < r->fn->values.n && ref->sym->kind == KP_SYM_PARAM; v++)
        if (r->fn->values.v[v].op == KP_FN_PARAM && r->fn->values.v[v].node &&
            kp_as_written(r->fn->values.v[v].node->sym) == ref->sym)
            return v;
    return kp_fn_value_of(r->fn, ref);
}

static bool means_it_at(const struct front *r, const struct kp_node *ref, const struct kp_node *at)
{
    return kp_meant_at(r->f->unit, at, ref->sym->name) == ref->sym->decl &&
           kp_says_same_at(r->f->unit, at, ref);
}

/* True for a value that is made in front of the loop, once for each time that it is run. */
static bool is_made_before(const struct front *r, kp_val v)
{
    uint32_t loop = kp_fn_loop_at(r->fn, r->at), block = kp_fn_value(r->fn, v)->block;

    return loop && block && !kp_fn_in_loop(r->fn, r->fn->blocks.v[block].loop, loop);
}

/* True for a pointer that is moved, and keeps its value in the loop: a value of this time round. */
static bool stays_in_loop(const struct front *r, const struct kp_node *ref)
{
    const struct kp_sym *s = ref->sym;
    bool is_own = s->kind == KP_SYM_PARAM
                      ? kp_is_param_of(r->f, s)
                      : s->decl && !s->is_static && s->decl->span.begin < r->at->span.begin;

    return r->with_locals && is_own && s->space == KP_SPACE_LOCAL && s->type &&
           s->type->kind == KP_TYPE_POINTER && kp_is_inside(ref, r->at) &&
           !kp_may_write(r->f, r->at, s) && !kp_is_exposed(r->f->body, s);
}

/* Adds it, if no other mention of it is there. */
static void add_moved(struct front *r, const struct kp_node *ref)
{
    struct known k = {kp_fn_value_of(r->fn, ref), ref};
    const struct kp_sym *why = NULL;

    for (size_t i = 0; i < r->known.n; i++)
        if (r->known.v[i].ref->sym == ref->sym)
            return;
    if (k.value && !ref->from_macro && kp_fn_value(r->fn, k.value)->op != KP_FN_PARAM &&
        is_made_before(r, k.value) && stays_in_loop(r, ref) && means_it_at(r, ref, r->at)) {
        if (!kp_thread_dependent(r->f, ref, &why))
            kp_push(r->f->unit->arena, &r->known, k);
        else if (r->f->sym->is_kernel)
            kp_push(r->f->unit->arena, &r->moved, k);
    }
}

static void add_mention(struct front *r, const struct kp_node *ref)
{
    const struct kp_sym *s = ref->sym, *why = NULL;
    struct known k = {.ref = ref};

    if (r->seen[s->id] || ref->from_macro || !(k.value = value_of(r, ref)) ||
        !is_scalar(r, s, k.value))
        return;
    r->seen[s->id] = true;
    if (!keeps_its_value(r, s) || !means_it_at(r, ref, r->at))
        return;
    if ((s->kind == KP_SYM_PARAM && r->f->sym->is_kernel) || !kp_thread_dependent(r->f, ref, &why))
        kp_push(r->f->unit->arena, &r->known, k);
    else if (r->f->sym->is_kernel && s->kind == KP_SYM_VAR && s->type->kind == KP_TYPE_INT)
        kp_push(r->f->unit->arena, &r->own, k);
}

static void add_mentions(struct front *r, const struct kp_node *n)
{
    if (n->kind == KP_REF && n->sym &&
        (n->sym->kind == KP_SYM_PARAM || n->sym->kind == KP_SYM_VAR) && !n->sym->from_prelude) {
        add_mention(r, n);
        add_moved(r, n);
    }
    kp_each_child(c, n) add_mentions(r, c);
}

static const char *special_name(const struct front *r, unsigned special)
{
    static const char *const names[] = {"threadIdx", "blockIdx", "blockDim", "gridDim"};
    const char *name = names[special / 3];

    return kp_is_hidden(r->f->unit, r->f->decl, name) || kp_names_macro(r->f->unit, name)
               ? NULL
               : kp_sprintf(r->f->unit->arena, "%s.%c", name, "xyz"[special % 3]);
}

/* No scope in the template can declare its parameters' names again; what a macro makes of them is
 * not known. */
static const char *given_name(const struct front *r, const char *text)
{
    uint32_t end = (uint32_t)strlen(text);

    for (struct kp_token t = kp_lex_code(text, 0, end); t.kind != KP_TOKEN_END;
         t = kp_lex_code(text, t.end, end)) {
        const char *name = kp_strndup(r->f->unit->arena, text + t.begin, t.end - t.begin);

        if (t.kind == KP_TOKEN_IDENT &&
            (kp_names_macro(r->f->unit, name) || kp_meant_at(r->f->unit, r->at, name)))
            return NULL;
    }
    return text;
}

static const char *name_of(void *of, kp_val v)
{
    const struct front *r = of;

    if (v >= KP_REACH_SPECIAL)
        return special_name(r, v - KP_REACH_SPECIAL);
    if (r->fn->values.v[v].op == KP_FN_GIVEN)
        return given_name(r, r->fn->values.v[v].text);
    for (size_t i = 0; i < r->known.n; i++)
        if (kp_fn_find(r->fn, r->known.v[i].value) == v)
            return r->known.v[i].ref->sym->name;
    return NULL;
}

static const char *name_of_own(void *of, kp_val v)
{
    const struct front *r = of;

    for (size_t i = 0; i < r->own.n; i++)
        if (kp_fn_find(r->fn, r->own.v[i].value) == v)
            return r->own.v[i].ref->sym->name;
    return NULL;
}

struct kp_reaches kp_reaches_at(struct kp_func *f, const struct kp_fn *fn, const struct kp_node *at,
                                bool with_locals)
{
    struct front *r = kp_new(f->unit->arena, struct front);

    *r = (struct front){.f = f, .fn = fn, .at = at, .with_locals = with_locals};
    r->seen = kp_new_array(f->unit->arena, bool, kp_sym_count(f->unit) + 1);
    /* callers out of sight may pass each thread another value: the threads' answers would differ */
    if (f->sym->is_kernel || !kp_has_unseen_callers(f->unit, f->sym))
        add_mentions(r, f->body);
    return (struct kp_reaches){.fn = fn, .name = name_of, .name_of_own = name_of_own, .of = r};
}

const char *kp_name_reach(struct kp_reaches *r, struct kp_reach *reach)
{
    const struct front *front = r->of;
    const char *name = r->name(r->of, reach->base);

    if (name || r->fn->values.v[reach->base].op != KP_FN_PARAM)
        return name;
    for (size_t i = 0; i < front->moved.n; i++) {
        kp_val pointer = kp_fn_find(r->fn, front->moved.v[i].value);
        struct kp_sum by;

        if (!kp_moved_by(r, pointer, reach->base, &by))
            continue;
        reach->base = pointer;
        return kp_sum_add(&reach->from, &by, -1, &reach->from) &&
                       kp_sum_add(&reach->to, &by, -1, &reach->to)
                   ? front->moved.v[i].ref->sym->name
                   : NULL;
    }
    return NULL;
}

bool kp_names_hold_at(const struct kp_reaches *r, const struct kp_node *at)
{
    const struct front *front = r->of;

    for (size_t i = 0; i < front->known.n; i++)
        if (!means_it_at(front, front->known.v[i].ref, at))
            return false;
    for (size_t i = 0; i < front->own.n; i++)
        if (!means_it_at(front, front->own.v[i].ref, at))
            return false;
    return true;
}

/* ---- tests ------------------------------------------------------------------------------------
 */

static int64_t common_divisor(const struct kp_sum *s)
{
    int64_t d = 0;

    for (unsigned i = 0; i < s->n; i++) {
        int64_t x = s->term[i].by < 0 ? -s->term[i].by : s->term[i].by;

        while (x) {
            int64_t rest = d % x;

            d = x;
            x = rest;
        }
    }
    return d;
}

/* True if the first one follows from the second. */
static bool follows(const struct kp_reaches *r, const struct kp_sum *x, const struct kp_sum *from)
{
    struct kp_sum more;

    return kp_sum_add(x, from, -1, &more) && kp_sum_is_positive(r, &more);
}

/* Leaves out what follows from others. */
static void drop_implied(struct kp_reaches *r)
{
    for (size_t i = r->rooms.n; i-- > 0;)
        for (size_t k = 0; k < r->rooms.n; k++)
            if (k != i && follows(r, &r->rooms.v[i], &r->rooms.v[k])) {
                memmove(r->rooms.v + i, r->rooms.v + i + 1,
                        (--r->rooms.n - i) * sizeof *r->rooms.v);
                break;
            }
}

/* Without what is a factor of all terms, which is not negative. */
static void reduce(const struct kp_reaches *r, struct kp_sum *room)
{
    int64_t by = common_divisor(room);

    for (unsigned i = 0; i < room->n; i++)
        room->term[i].by /= by;
    for (unsigned k = 0; k < KP_SUM_DEGREE;) {
        kp_val v = room->term[0].factor[k];
        struct kp_sum factor = kp_sum_of_value(v);

        k = v != KP_NO_VAL && kp_sum_is_positive(r, &factor) && kp_sum_divide(room, v, room)
                ? 0
                : k + 1;
    }
}

bool kp_test_at_most(struct kp_reaches *r, const struct kp_sum *x, const struct kp_sum *y)
{
    struct kp_sum room;
    int64_t number;

    if (!kp_sum_add(y, x, -1, &room))
        return false;
    if (kp_sum_is_positive(r, &room))
        return true;
    if (kp_sum_is_number(&room, &number) || kp_sum_is_negative(r, &room) || !kp_sum_fits(r, &room))
        return false;
    reduce(r, &room);
    kp_push(r->fn->arena, &r->rooms, room);
    return true;
}

void kp_add_tests(struct kp_reaches *r, struct kp_texts *tests)
{
    struct kp_arena *a = r->fn->arena;

    drop_implied(r);
    for (kp_val v = 1; v < r->fn->values.n; v++)
        if (kp_is_given_size(r->fn, v))
            kp_add_text(a, tests,
                        kp_sprintf(a, "%s <= %d", r->fn->values.v[v].text, KP_REACH_SIZE));
    for (size_t i = 0; i < r->limited.n; i++)
        if (r->limited.v[i].most == kp_limit_of(r, r->limited.v[i].value))
            kp_add_text(a, tests,
                        kp_sprintf(a, "size_t(%s) <= %lld", r->name(r->of, r->limited.v[i].value),
                                   (long long)r->limited.v[i].most));
    for (size_t i = 0; i < r->rooms.n; i++)
        kp_add_text(a, tests,
                    kp_sprintf(a, "%s <= %s", kp_sum_text(r, &r->rooms.v[i], -1),
                               kp_sum_text(r, &r->rooms.v[i], 1)));
}
