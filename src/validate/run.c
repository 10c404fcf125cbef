#include <stdlib.h>

#include "front/tree.h"
#include "model/names.h"
#include "validate/run.h"

void kp_lose(struct kp_run *r, const char *why)
{
    if (!r->lost)
        r->lost = why;
}

void kp_doubt(struct kp_run *r, bool is_so, const char *why)
{
    if (is_so && !r->doubt)
        r->doubt = why;
}

bool kp_step(struct kp_run *r)
{
    if (!r->lost && ++r->steps > KP_MOST_STEPS)
        kp_lose(r, "more steps than are taken");
    return !r->lost;
}

bool kp_is_schedule_name(const struct kp_run *r, const char *name)
{
    return kp_starts_with(name, "kp_") && !kp_starts_with(name, KP_BATCH) &&
           !kp_starts_with(name, KP_MEMBER_NAME) &&
           !kp_first_named(r->original, name, strlen(name));
}

bool kp_is_stage_name(const struct kp_run *r, const char *name)
{
    static const char *const names[] = {"kp_stage", "kp_stages", "kp_next", "kp_i", "kp_more"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (kp_starts_with(name, names[i]) &&
            !name[strlen(names[i]) + strspn(name + strlen(names[i]), "0123456789")])
            return kp_is_schedule_name(r, name);
    return false;
}

void kp_assume(struct kp_run *r, kp_term condition, bool holds)
{
    struct kp_decision d = {condition, holds};

    if (kp_term_is_not(r->terms, condition, &d.condition))
        d.holds = !holds;
    kp_push(r->arena, &r->assumed, d);
}

kp_term kp_under(struct kp_run *r, kp_term event)
{
    for (size_t i = 0; i < r->assumed.n; i++)
        event = kp_term_of(r->terms, r->assumed.v[i].holds ? "if" : "unless", event,
                           r->assumed.v[i].condition, 0);
    return event;
}

kp_term kp_form_of(struct kp_run *r, const struct kp_node *n, const char *text,
                   const kp_term *operand, size_t count)
{
    return kp_term_form(r->terms, ((uint64_t)n->kind << 8 | n->op) + 1000, text, operand, count);
}

/* ---- state -------------------------------------------------------------------------------- */

struct kp_state kp_state_copy(struct kp_run *r)
{
    struct kp_state s = {0};

    for (size_t i = 0; i < r->state.slots.n; i++)
        kp_push(r->arena, &s.slots, r->state.slots.v[i]);
    for (size_t i = 0; i < r->state.contents.n; i++) {
        const struct kp_content *from = &r->state.contents.v[i];
        struct kp_content c = {.base = from->base,
                               .base_is_read = from->base_is_read,
                               .base_is_forgotten = from->base_is_forgotten};

        for (size_t k = 0; k < from->list.n; k++)
            kp_push(r->arena, &c.list, from->list.v[k]);
        kp_push(r->arena, &s.contents, c);
    }
    return s;
}

struct kp_entry *kp_entry_at(struct kp_content *c, kp_term path)
{
    for (size_t i = 0; i < c->list.n; i++)
        if (c->list.v[i].path == path)
            return &c->list.v[i];
    return NULL;
}

/* Of shared memory, and of what emission has declared: an entry that exists only under a condition
 * and was read since is from an earlier iteration, and is not needed any more. */
static kp_term live(struct kp_run *r, const struct kp_entry *e, bool other_is_new)
{
    return !e || (e->is_read && other_is_new) ? kp_term_name(r->terms, "nothing") : e->value;
}

/* So is a base that was read, where the other branch has forgotten it. */
static kp_term live_base(const struct kp_content *c, const struct kp_content *other)
{
    return c->base_is_read && other->base_is_forgotten ? other->base : c->base;
}

static void join_contents(struct kp_run *r, kp_term condition, struct kp_content *yes,
                          const struct kp_content *no, const struct kp_stage *of)
{
    const bool forgets = of->is_shared || kp_is_schedule_name(r, of->object->name);

    yes->base_is_read = yes->base == no->base ? yes->base_is_read || no->base_is_read
                                              : yes->base_is_read && no->base_is_read;
    yes->base = kp_term_choice(r->terms, condition, live_base(yes, no), live_base(no, yes));
    yes->base_is_forgotten = yes->base_is_forgotten && no->base_is_forgotten;
    for (size_t i = 0; i < yes->list.n; i++) {
        struct kp_entry *a = &yes->list.v[i], *b = kp_entry_at((struct kp_content *)no, a->path);

        if (b && b->value == a->value) {
            a->is_read = a->is_read || b->is_read;
            continue;
        }
        a->value = kp_term_choice(r->terms, condition, live(r, a, forgets && b && !b->is_read),
                                  live(r, b, forgets && !a->is_read));
        a->is_read = a->is_read && (!b || b->is_read);
        a->last = b && b->last > a->last ? b->last : a->last;
        a->first = !b ? 0 : b->first < a->first ? b->first : a->first;
    }
    for (size_t i = 0; i < no->list.n; i++) {
        struct kp_entry e = no->list.v[i];

        if (kp_entry_at(yes, e.path))
            continue;
        e.value = kp_term_choice(r->terms, condition, kp_term_name(r->terms, "nothing"), e.value);
        e.first = 0;
        kp_push(r->arena, &yes->list, e);
    }
}

/* For all slots: one that only one branch has used has its initial value in the other. */
static void complete(struct kp_run *r, struct kp_state *s)
{
    for (size_t i = s->slots.n; i < r->initial.n; i++)
        kp_push(r->arena, &s->slots, r->initial.v[i]);
    while (s->contents.n < r->buffers.n) {
        struct kp_content c = {.base = kp_term_name(r->terms, "nothing")};

        kp_push(r->arena, &s->contents, c);
    }
}

void kp_state_join(struct kp_run *r, kp_term condition, struct kp_state *yes, struct kp_state *no)
{
    complete(r, yes);
    complete(r, no);
    for (size_t i = 0; i < no->slots.n; i++)
        yes->slots.v[i] = kp_term_choice(r->terms, condition, yes->slots.v[i], no->slots.v[i]);
    for (size_t i = 0; i < no->contents.n; i++)
        join_contents(r, condition, &yes->contents.v[i], &no->contents.v[i], &r->buffers.v[i]);
}

size_t kp_slot(struct kp_run *r, const struct kp_sym *s)
{
    size_t slot = kp_map_get(&r->slot_of, s);

    if (!slot) {
        kp_term name = kp_term_name(r->terms, s->name);
        bool is_given = s->kind == KP_SYM_PARAM || !s->parent || s->parent->kind != KP_SYM_FUNCTION;

        kp_push(r->arena, &r->initial, name);
        kp_push(r->arena, &r->variables, s);
        if (!is_given)
            r->initial.v[r->initial.n - 1] = kp_term_of(r->terms, "unset", name, 0, 0);
        *kp_map_at(r->arena, &r->slot_of, s) = slot = r->initial.n;
    }
    complete(r, &r->state);
    return slot - 1;
}

void kp_rebind(struct kp_run *r, const struct kp_sym *s, struct kp_lvalue at)
{
    size_t i = kp_map_get(&r->bound_at, s);

    if (i)
        r->bound.v[i - 1] = at;
    else if (at.where) {
        kp_push(r->arena, &r->bound, at);
        *kp_map_at(r->arena, &r->bound_at, s) = r->bound.n;
    }
}

struct kp_lvalue kp_bound_to(const struct kp_run *r, const struct kp_sym *s)
{
    size_t i = kp_map_get(&r->bound_at, s);

    return i ? r->bound.v[i - 1] : (struct kp_lvalue){0};
}

void kp_set(struct kp_run *r, const struct kp_sym *s, kp_term value)
{
    size_t slot = kp_slot(r, s);

    r->state.slots.v[slot] = value;
}

size_t kp_buffer(struct kp_run *r, const struct kp_sym *object, int64_t stage)
{
    size_t i = 0;

    while (i < r->buffers.n &&
           !(r->buffers.v[i].object == object && r->buffers.v[i].stage == stage))
        i++;
    if (i == r->buffers.n) {
        struct kp_stage b = {.object = object,
                             .stage = stage,
                             .is_shared = object->space == KP_SPACE_SHARED ||
                                          object->kind == KP_SYM_FIELD || stage};

        kp_push(r->arena, &r->buffers, b);
    }
    complete(r, &r->state);
    return i;
}

void kp_conflict(struct kp_run *r, const char *what)
{
    kp_term event = kp_term_of(r->terms, what, 0, 0, 0);

    kp_push_once(r->arena, &r->conflicts, event);
}

size_t kp_part(struct kp_run *r, const struct kp_sym *pointer, size_t part, size_t of)
{
    const struct kp_stage *whole = &r->buffers.v[of];
    const struct kp_sym *inside = whole->inside ? whole->inside : whole->object;
    size_t b;

    for (b = 0; b < r->buffers.n; b++)
        if (r->buffers.v[b].part == part && r->buffers.v[b].inside == inside)
            return b;
    b = kp_buffer(r, pointer, 0);
    r->buffers.v[b].is_shared = true;
    r->buffers.v[b].part = part;
    r->buffers.v[b].inside = inside;
    return b;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct kp_known *)a)->name, ((const struct kp_known *)b)->name);
}

kp_term kp_knowing(struct kp_run *r, kp_term event, const struct kp_known *known, size_t n)
{
    KP_VEC(struct kp_known) all = {0};

    for (size_t i = 0; i < n; i++)
        kp_push(r->arena, &all, known[i]);
    if (n)
        qsort(all.v, n, sizeof *all.v, by_name);
    for (size_t i = 0; i < n; i++)
        event = kp_term_of(r->terms, "knowing", event, kp_term_name(r->terms, all.v[i].name),
                           all.v[i].at.where == KP_IN_SLOT ? kp_seen(r, kp_read(r, all.v[i].at, 0))
                                                           : kp_content(r, all.v[i].at.at));
    return event;
}

/* ---- terms -------------------------------------------------------------------------------- */

static int by_path(const void *a, const void *b)
{
    const struct kp_entry *x = a, *y = b;

    return (x->path > y->path) - (x->path < y->path);
}

static kp_term content(struct kp_run *r, size_t buffer, bool is_raw)
{
    struct kp_content *c = &r->state.contents.v[buffer];
    KP_VEC(kp_term) all = {0};
    kp_term one;

    if (c->list.n)
        qsort(c->list.v, c->list.n, sizeof *c->list.v, by_path);
    c->base_is_read |= !is_raw;
    one = is_raw ? c->base : kp_seen(r, c->base);
    kp_push(r->arena, &all, one);
    for (size_t i = 0; i < c->list.n; i++) {
        c->list.v[i].is_read |= !is_raw;
        one = is_raw ? c->list.v[i].value : kp_seen(r, c->list.v[i].value);
        kp_push(r->arena, &all, c->list.v[i].path);
        kp_push(r->arena, &all, one);
    }
    return kp_term_form(r->terms, 0, "content", all.v, all.n);
}

kp_term kp_content(struct kp_run *r, size_t buffer)
{
    return content(r, buffer, false);
}

kp_term kp_raw_content(struct kp_run *r, size_t buffer)
{
    return content(r, buffer, true);
}

void kp_touch_places(struct kp_run *r, kp_term x, kp_term event)
{
    if (!x || !kp_term_has_place(r->terms, x) || !kp_step(r))
        return;
    if (kp_term_kind(r->terms, x) == KP_TERM_PLACE)
        kp_touch(r, (size_t)kp_term_data(r->terms, x), event, false, false);
    for (size_t i = 0; i < kp_term_operands(r->terms, x); i++)
        kp_touch_places(r, kp_term_operand(r->terms, x, i), event);
}

/* The limit of addresses behind addresses. */
enum { DEEPEST_ADDRESS = 12 };

/* An address as what is stored there. */
static kp_term seen_behind(struct kp_run *r, kp_term x)
{
    struct kp_lvalue at = kp_behind(r, x);
    kp_term path, value;

    if (++r->seeing > DEEPEST_ADDRESS)
        kp_lose(r, "addresses in a circle");
    path = value = kp_term_name(r->terms, "?");
    if (at.where == KP_IN_BUFFER && !r->lost) {
        path = kp_seen(r, at.path);
        value = kp_content(r, at.at);
    } else if (at.where == KP_IN_SLOT && !r->lost) {
        path = kp_term_of(r->terms, "variable", kp_term_name(r->terms, kp_name_of(r, at)),
                          kp_seen(r, at.path), 0);
        value = kp_seen(r, r->state.slots.v[at.at]);
    }
    r->seeing--;
    return kp_term_of(r->terms, "at", value, path, 0);
}

kp_term kp_seen(struct kp_run *r, kp_term x)
{
    kp_term operand[64];
    size_t n;

    if (!x || !kp_term_has_address(r->terms, x) || !kp_step(r))
        return x;
    if (kp_term_kind(r->terms, x) == KP_TERM_PLACE || kp_term_is_address(r->terms, x))
        return seen_behind(r, x);
    n = kp_term_operands(r->terms, x);
    if (n > 64) {
        kp_lose(r, "an operation on more than 64 values");
        return x;
    }
    for (size_t i = 0; i < n; i++)
        operand[i] = kp_seen(r, kp_term_operand(r->terms, x, i));
    return kp_term_again(r->terms, x, operand);
}

static const struct kp_decision *find(const struct kp_decisions *list, kp_term condition)
{
    for (size_t i = 0; i < list->n; i++)
        if (list->v[i].condition == condition)
            return &list->v[i];
    return NULL;
}

kp_term kp_assumed(struct kp_run *r, kp_term x)
{
    while (x && kp_term_kind(r->terms, x) == KP_TERM_CHOICE) {
        bool holds;

        if (!kp_is_known(r, kp_term_operand(r->terms, x, 0), &holds))
            break;
        x = kp_term_operand(r->terms, x, holds ? 1 : 2);
    }
    return x;
}

/* True for the value of a variable, unless the compiler knows it or it counts stages. */
static bool is_of_variable(const struct kp_run *r, const struct kp_node *n)
{
    while (n->kind == KP_CAST)
        n = n->first;
    if (n->kind == KP_REF || n->kind == KP_VAR)
        return n->sym && !n->has_value && !kp_is_stage_name(r, n->sym->name);
    return n->kind == KP_MEMBER || n->kind == KP_INDEX || n->kind == KP_UNARY ||
           n->kind == KP_ASSIGN;
}

/* The depth into choices is limited, because choices that share values have many paths. */
enum { DEEPEST_CHOICE = 6 };

/* A conversion to bool is a comparison with zero by itself. */
static kp_term truth(struct kp_run *r, kp_term x, bool is_of_variable, unsigned depth)
{
    kp_term zero[2] = {x, kp_term_number(r->terms, KP_TERM_NUMBER, 0)};

    if (kp_term_kind(r->terms, x) == KP_TERM_CHOICE && depth < DEEPEST_CHOICE)
        return kp_term_choice(r->terms, kp_term_operand(r->terms, x, 0),
                              truth(r, kp_term_operand(r->terms, x, 1), is_of_variable, depth + 1),
                              truth(r, kp_term_operand(r->terms, x, 2), is_of_variable, depth + 1));
    if (kp_term_kind(r->terms, x) == KP_TERM_FORM && kp_streq(kp_term_text(r->terms, x), "cast") &&
        kp_streq(kp_term_text(r->terms, kp_term_operand(r->terms, x, 0)), "bool"))
        return kp_term_operand(r->terms, x, 1);
    return is_of_variable && kp_term_kind(r->terms, x) == KP_TERM_NUMBER
               ? kp_term_not(r->terms, kp_term_form(r->terms, KP_OP_EQ, "operator", zero, 2))
               : x;
}

kp_term kp_truth(struct kp_run *r, const struct kp_node *n, kp_term x)
{
    return truth(r, x, is_of_variable(r, n), 0);
}

void kp_know(struct kp_run *r, struct kp_decision d)
{
    if (!find(&r->known, d.condition))
        kp_push(r->arena, &r->known, d);
}

kp_term kp_condition(struct kp_run *r, const struct kp_node *n)
{
    return kp_seen(r, kp_truth(r, n, kp_assumed(r, kp_run_whole(r, n))));
}

bool kp_is_known(struct kp_run *r, kp_term condition, bool *holds)
{
    const struct kp_decision *d;
    bool a = false, b = false, knows_a, knows_b;
    kp_term of;
    int64_t value;

    condition = kp_assumed(r, condition);
    d = find(&r->assumed, condition);
    d = d ? d : find(&r->known, condition);
    if (d || kp_term_is_number(r->terms, condition, &value)) {
        *holds = d ? d->holds : value != 0;
        return true;
    }
    if (kp_term_kind(r->terms, condition) == KP_TERM_CHOICE)
        return kp_is_known(r, kp_term_operand(r->terms, condition, 0), &a) &&
               kp_is_known(r, kp_term_operand(r->terms, condition, a ? 1 : 2), holds);
    if (kp_term_is_not(r->terms, condition, &of)) {
        knows_a = kp_is_known(r, of, &a);
        *holds = !a;
        return knows_a;
    }
    if (!kp_is_operation(r->terms, condition, KP_OP_LAND) &&
        !kp_is_operation(r->terms, condition, KP_OP_LOR))
        return false;
    knows_a = kp_is_known(r, kp_term_operand(r->terms, condition, 0), &a);
    knows_b = kp_is_known(r, kp_term_operand(r->terms, condition, 1), &b);
    *holds = kp_is_operation(r->terms, condition, KP_OP_LOR);
    if ((knows_a && a == *holds) || (knows_b && b == *holds))
        return true;
    *holds = !*holds;
    return knows_a && knows_b;
}

bool kp_decide(struct kp_run *r, kp_term condition, bool preferred)
{
    const struct kp_decision *d;
    struct kp_decision made = {condition, preferred};
    struct kp_script_answer first = {preferred, false};
    kp_term of;
    int64_t value;

    condition = made.condition = kp_assumed(r, condition);
    if (kp_term_is_number(r->terms, condition, &value))
        return value != 0;
    if (kp_term_is_not(r->terms, condition, &of))
        return !kp_decide(r, of, !preferred);
    if (kp_is_operation(r->terms, condition, KP_OP_LAND))
        return kp_decide(r, kp_term_operand(r->terms, condition, 0), preferred) &&
               kp_decide(r, kp_term_operand(r->terms, condition, 1), preferred);
    if (kp_is_operation(r->terms, condition, KP_OP_LOR))
        return kp_decide(r, kp_term_operand(r->terms, condition, 0), preferred) ||
               kp_decide(r, kp_term_operand(r->terms, condition, 1), preferred);
    if (kp_term_kind(r->terms, condition) == KP_TERM_CHOICE)
        return kp_decide(
            r,
            kp_term_operand(r->terms, condition,
                            kp_decide(r, kp_term_operand(r->terms, condition, 0), preferred) ? 1
                                                                                             : 2),
            preferred);
    d = find(&r->known, condition);
    if (d)
        return d->holds;
    if (!r->is_forced) {
        if (r->script->used == r->script->answers.n)
            kp_push(r->arena, &r->script->answers, first);
        made.holds = r->script->answers.v[r->script->used++].holds;
    }
    kp_push(r->arena, &r->known, made);
    return made.holds;
}
