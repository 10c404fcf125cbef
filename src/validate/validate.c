#include "validate/validate.h"

#include <stdlib.h>

#include "front/tree.h"
#include "model/func.h"
#include "validate/definition.h"
#include "validate/run.h"

enum { MOST_PATHS = 32, MANY_PATHS = 1024, MOST_AGAIN = 16, MOST_SKIPPED = 1000 };
/* Parts that need no test have larger numbers than those of which a test asks. */
enum { SHOWN = 1 << 16 };

struct comparison {
    struct kp_unit *was, *is;
    struct kp_unit *plans; /* the text of which the loops are */
    const struct kp_node *before, *after;
    const struct kp_loop *loop;
    struct kp_arena *arena;
    struct kp_terms *terms;
    struct kp_trip_list copy_loops;
    struct kp_known_stages staging;
    struct kp_flows flows;
    struct kp_validation result;
    bool as_written, by_warps, sums, values, joins;
    unsigned steps, most_paths;
};

static const struct kp_unit *original_of(const struct kp_unit *u)
{
    while (u->outer)
        u = u->outer;
    return u;
}

/* ---- one run ------------------------------------------------------------------------------ */

static unsigned stages_of(const struct kp_loop *l)
{
    return (unsigned)(l->plan.stages > 2 ? l->plan.stages : 2);
}

/* The statement of the function's body that is followed by as many as the loop is in the model. */
static const struct kp_node *last_of_loop(const struct comparison *c, const struct kp_run *r)
{
    size_t n = 0, behind = 0;

    if (!c->staging.dead.n || c->as_written)
        return NULL;
    for (const struct kp_node *s = c->loop->node->next; s; s = s->next)
        behind++;
    kp_each_child(s, r->function->last) n++;
    kp_each_child(s, r->function->last) if (n-- == behind + 1) return s;
    return NULL;
}

static struct kp_run execute(struct comparison *c, bool input, struct kp_script *script,
                             const struct kp_decisions *known)
{
    struct kp_run r = {.u = input ? c->was : c->is,
                       .original = original_of(c->was),
                       .arena = c->arena,
                       .terms = c->terms,
                       .copy_loops = &c->copy_loops,
                       .staging = &c->staging,
                       .flows = &c->flows,
                       .function = input ? c->before : c->after,
                       .by_warps = c->by_warps,
                       .loop = input && !c->as_written ? c->loop->node : NULL,
                       .is_output = !input,
                       .as_written = c->as_written,
                       .sums = c->sums,
                       .values = c->values,
                       .joins = c->joins,
                       .steps = c->steps,
                       .long_trips = stages_of(c->loop) + 1,
                       .script = script};

    for (size_t i = 0; known && i < known->n; i++)
        kp_push(c->arena, &r.known, known->v[i]);
    r.last = last_of_loop(c, &r);
    kp_exec_function(&r, (input ? c->before : c->after)->last);
    c->steps = r.steps;
    return r;
}

/* Advances to the next sequence of answers; false when all have been tried. */
static bool next_answers(struct kp_script *s)
{
    struct kp_script_answer *last;

    s->used = 0;
    while (s->answers.n && s->answers.v[s->answers.n - 1].is_second)
        s->answers.n--;
    if (!s->answers.n)
        return false;
    last = &s->answers.v[s->answers.n - 1];
    *last = (struct kp_script_answer){!last->holds, true};
    return true;
}

static void differ(struct comparison *c, enum kp_validity validity, const char *why)
{
    if (c->result.validity == KP_VALID) {
        c->result.validity = validity;
        c->result.why = why;
    }
}

static bool is_in(const struct kp_run *r, kp_term conflict)
{
    for (size_t i = 0; i < r->conflicts.n; i++)
        if (r->conflicts.v[i] == conflict)
            return true;
    return false;
}

/* True if the first address is read whenever the second one is. */
static bool covers(const struct kp_terms *t, kp_term load, kp_term other)
{
    size_t n = kp_term_operands(t, load), m = kp_term_operands(t, other), k = 1;

    if (kp_term_operand(t, load, 0) != kp_term_operand(t, other, 0))
        return false;
    for (size_t i = 1; i < n; i++, k++) {
        while (k < m && kp_term_operand(t, other, k) < kp_term_operand(t, load, i))
            k++;
        if (k == m || kp_term_operand(t, other, k) != kp_term_operand(t, load, i))
            return false;
    }
    return true;
}

static bool is_read(const struct kp_terms *t, const struct kp_run *was, kp_term load)
{
    if (was->loads.n &&
        bsearch(&load, was->loads.v, was->loads.n, sizeof *was->loads.v, kp_by_number))
        return true;
    for (size_t i = 0; i < was->loads.n; i++)
        if (covers(t, was->loads.v[i], load))
            return true;
    return false;
}

/* True if an element is read that the input does not read; it may be beyond the end of the memory.
 */
static bool reads_more(const struct kp_terms *t, struct kp_run *was, const struct kp_run *is)
{
    if (was->loads.n)
        qsort(was->loads.v, was->loads.n, sizeof *was->loads.v, kp_by_number);
    for (size_t i = 0; i < is->loads.n; i++)
        if (!is_read(t, was, is->loads.v[i]))
            return true;
    return false;
}

static const char *what_conflicts(const char *kind)
{
    return kp_streq(kind, "in flight")
               ? "shared memory is used that an asynchronous copy is on its way to"
           : kp_streq(kind, "header")   ? "a copy loop has another header"
           : kp_streq(kind, "stride")   ? "an address is moved by something else than a stage"
           : kp_streq(kind, "elements") ? "a tile has elements of another type"
           : kp_streq(kind, "beyond")   ? "a stage or a register is used that is not there"
                                        : "no barrier orders two accesses that were ordered";
}

static void compare(struct comparison *c, struct kp_run *was, const struct kp_run *is)
{
    const char *doubt = was->doubt                  ? was->doubt
                        : is->doubt                 ? is->doubt
                        : c->was->parse.line_uses.n ? "the number of a line is a value"
                                                    : NULL;
    enum kp_validity differs = doubt ? KP_NOT_FOLLOWED : KP_INVALID;

    if (!c->result.doubt)
        c->result.doubt = doubt;

    if (is->lost) {
        differ(c, KP_NOT_FOLLOWED, is->lost);
        return;
    }
    if (was->trace.n != is->trace.n)
        differ(c, differs, doubt ? doubt : "it stores another number of times");
    for (size_t i = 0; i < was->trace.n && i < is->trace.n; i++)
        if (was->trace.v[i] != is->trace.v[i])
            differ(c, differs, doubt ? doubt : "it stores another value");
    if (reads_more(c->terms, was, is))
        differ(c, differs, doubt ? doubt : "it reads what was not read");
    for (size_t i = 0; i < is->conflicts.n; i++)
        if (!is_in(was, is->conflicts.v[i]))
            differ(c, differs,
                   doubt ? doubt : what_conflicts(kp_term_text(c->terms, is->conflicts.v[i])));
}

static const char many_ways[] = "more ways through the function than are looked at";

/* Conditions that the input did not decide, with both outcomes. */
static void compare_outputs(struct comparison *c, struct kp_run *was, bool is_longest)
{
    struct kp_script script = {0};
    unsigned n = 0;

    do {
        struct kp_run is = execute(c, false, &script, &was->known);

        compare(c, was, &is);
        if (is_longest && was->long_loops && (is.is_unsettled || !is.long_loops))
            differ(c, KP_NOT_FOLLOWED, "a schedule that does not repeat itself");
        if (++n == c->most_paths)
            differ(c, KP_NOT_FOLLOWED, many_ways);
    } while (c->result.validity == KP_VALID && next_answers(&script));
}

/* The input, run again until all that it decides is known from the beginning, as it is for the
 * output: what was decided late may be asked of early. */
static struct kp_run execute_input(struct comparison *c, struct kp_script *script)
{
    struct kp_run r = execute(c, true, script, NULL);
    size_t knew = 0;

    for (unsigned n = 0; !r.lost && r.known.n > knew; n++) {
        struct kp_decisions known = r.known;

        if (n == MOST_AGAIN) {
            kp_lose(&r, "decisions that lead to others");
            break;
        }
        knew = known.n;
        r = execute(c, true, script, &known);
    }
    return r;
}

static void compare_trips(struct comparison *c, unsigned trips, unsigned outer, bool is_longest)
{
    struct kp_script script = {.counts = true, .trips = trips, .outer_trips = outer};
    unsigned n = 0, compared = 0, skipped = 0;

    do {
        struct kp_run was = execute_input(c, &script);

        if (was.lost == kp_more_trips && ++skipped < MOST_SKIPPED)
            continue;
        if (was.lost)
            differ(c, KP_NOT_FOLLOWED, was.lost);
        else
            compare_outputs(c, &was, is_longest);
        compared++;
        if (++n == c->most_paths)
            differ(c, KP_NOT_FOLLOWED, many_ways);
    } while (c->result.validity == KP_VALID && next_answers(&script));
    if (trips && !compared)
        differ(c, KP_NOT_FOLLOWED, kp_more_trips);
}

/* Loops with equal headers, in the function or in those that it may call, count as one, with all
 * the numbers of iterations of any of them. In the output, the loop that registers hold some of
 * says itself how many; in the input, its node does. */
static void add_copy_loop(struct comparison *c, struct kp_trips t)
{
    size_t i = 0;

    while (i < c->copy_loops.n && c->copy_loops.v[i].header != t.header)
        i++;
    if (i == c->copy_loops.n) {
        kp_push(c->arena, &c->copy_loops, t);
        return;
    }
    struct kp_trips *has = &c->copy_loops.v[i];
    has->is_exact = has->is_exact && t.is_exact && has->most == t.most;
    has->most = has->most < 0 || t.most < 0 ? -1 : has->most > t.most ? has->most : t.most;
    has->staged = has->staged > t.staged ? has->staged : t.staged;
}

static void find_copy_loops(struct comparison *c)
{
    struct kp_run r = {
        .u = c->plans, .original = original_of(c->was), .arena = c->arena, .terms = c->terms};

    for (size_t i = 0; i < c->plans->loops.n; i++) {
        const struct kp_loop *of = c->plans->loops.v[i];

        if (of->function != c->loop->function && of->function->is_kernel)
            continue;
        for (size_t k = 0; k < of->copy_loops.n; k++) {
            const struct kp_copy_loop *l = &of->copy_loops.v[k];

            add_copy_loop(c, (struct kp_trips){kp_header_form(&r, l->node), l->trips, l->staged,
                                               l->exact, NULL});
            if (l->staged)
                kp_push(c->arena, &c->copy_loops,
                        ((struct kp_trips){KP_NO_TERM, l->trips, l->staged, l->exact, l->node}));
        }
    }
}

/* .. of the other text, where it is not emission's: each of its loops says for itself. */
static void find_more_copy_loops(struct comparison *c)
{
    for (size_t i = 0; c->sums && !c->as_written && i < c->is->loops.n; i++)
        for (size_t k = 0; k < c->is->loops.v[i]->copy_loops.n; k++) {
            const struct kp_copy_loop *l = &c->is->loops.v[i]->copy_loops.v[k];

            kp_push(c->arena, &c->copy_loops,
                    ((struct kp_trips){KP_NO_TERM, l->trips, 0, l->exact, l->node}));
        }
}

static void find_staging(struct comparison *c)
{
    for (size_t i = 0; i < c->plans->loops.n; i++) {
        const struct kp_loop *l = c->plans->loops.v[i];

        if (l->function != c->loop->function)
            continue;
        c->by_warps |= l->by_warps && kp_is_pipelined(l);
        if (l->stage_bytes)
            kp_push(c->arena, &c->staging.bytes, l->stage_bytes);
        kp_push(c->arena, &c->staging.stages, l->plan.stages);
        for (size_t k = 0; k < l->tiles.n; k++) {
            kp_push(c->arena, &c->staging.tiles, l->tiles.v[k]->sym);
            if (l->tiles.v[k]->result_at)
                kp_push(c->arena, &c->staging.scratch, l->tiles.v[k]->sym);
            if (l->tiles.v[k]->refilled_behind)
                kp_push(c->arena, &c->staging.refilled, l->tiles.v[k]->sym);
            if (l->is_dead_behind && l->tiles.v[k]->storage == KP_STORE_DYNAMIC)
                kp_push(c->arena, &c->staging.dead, l->tiles.v[k]->sym);
        }
    }
}

/* True if what declares pointers to the array alone names it. */
static bool is_for_pointers(struct kp_func *f, const struct kp_node *n, const struct kp_sym *array)
{
    const struct kp_objs *to = n->kind == KP_VAR && n->sym ? kp_points_to(f, n->sym) : NULL;

    if (to && to->list.n == 1 && to->list.v[0].sym == array)
        return true;
    if (n->kind == KP_REF && n->sym == array)
        return false;
    kp_each_child(c, n) if (!is_for_pointers(f, c, array)) return false;
    return true;
}

/* The part that the pointer reaches; 0: it is none, or that of the array's own name. */
static size_t part_of(struct kp_func *f, const struct kp_pointing *p, struct kp_map *parts)
{
    const struct kp_sym *to = p->to->list.n == 1 ? p->to->list.v[0].sym : NULL;
    size_t tested = kp_map_get(&f->part_of, f->unit->parse.syms.v[p->id]), *at;

    if (!to)
        return 0;
    if (tested)
        return tested == kp_map_get(&f->part_of, to->whole ? to->whole : to) ? 0 : tested;
    if (!to->whole && !is_for_pointers(f, f->decl, to))
        return 0;
    at = kp_map_at(f->unit->arena, parts, to);
    *at = *at ? *at : SHOWN + p->id;
    return *at;
}

static void find_parts(struct comparison *c)
{
    struct kp_func *f = kp_func_get(c->plans, c->loop->function, false);
    const struct kp_pointing_list *all = kp_pointing_in(f);
    struct kp_map parts = {0};

    for (size_t i = 0; i < all->n; i++) {
        struct kp_part_pointer p = {c->plans->parse.syms.v[all->v[i].id]->name,
                                    part_of(f, &all->v[i], &parts)};

        if (p.part)
            kp_push(c->arena, &c->staging.parts, p);
    }
}

/* True if the loop is around others, in its compute phase, that are executed iteration by
 * iteration.
 */
static bool is_around_others(struct comparison *c)
{
    struct kp_run r = {
        .u = c->plans, .original = original_of(c->was), .arena = c->arena, .terms = c->terms};

    return kp_has_inner_loop(&r, c->loop->node);
}

/* All numbers of iterations up to the point from which the output's schedule repeats itself. The
 * loops around it have one, or two; and so have those in it. */
static void compare_all(struct comparison *c)
{
    unsigned most = 2 * stages_of(c->loop) + 2;
    bool is_around = is_around_others(c);
    unsigned others = is_around || c->loop->is_nested ? 2 : 1;

    for (unsigned n = 1; n <= others; n++)
        for (unsigned trips = 0; trips <= most && c->result.validity == KP_VALID; trips++)
            compare_trips(c, is_around ? n : trips, is_around ? trips : n, trips == most);
}

/* Where there are many ways through the function: fewer, where what branches leave can be joined,
 * else all of them. */
static void compare_with_many(struct comparison *c)
{
    struct kp_validation apart;

    compare_all(c);
    if (c->result.why != many_ways)
        return;
    apart = c->result;
    c->result = (struct kp_validation){0};
    c->joins = true;
    compare_all(c);
    if (c->result.validity == KP_VALID)
        return;
    c->result = (struct kp_validation){0};
    c->joins = false;
    c->steps = 0;
    c->most_paths = MANY_PATHS;
    compare_all(c);
    if (c->result.validity == KP_NOT_FOLLOWED)
        c->result = apart;
}

struct kp_validation kp_validate(struct kp_unit *was, struct kp_unit *is, const struct kp_loop *l,
                                 unsigned how)
{
    bool as_written = how & KP_AS_WRITTEN, by_name = how & KP_BY_NAME;
    struct comparison c = {.plans = was->derived ? was->derived : was,
                           .was = was,
                           .is = is,
                           .loop = l,
                           .as_written = as_written,
                           .sums = how & KP_SUMS,
                           .values = how & KP_VALUES,
                           .most_paths = MOST_PATHS};

    c.before = by_name ? kp_only_original(was, is, l->function) : l->function->decl;
    c.after =
        by_name ? kp_only_definition(is, l->function) : kp_same_definition(is, was, l->function);
    if (!c.before || !c.after) {
        differ(&c, KP_NOT_FOLLOWED, "the function has another name");
        return c.result;
    }
    c.arena = kp_arena_new();
    c.terms = kp_terms_new(c.arena);
    find_copy_loops(&c);
    find_more_copy_loops(&c);
    find_staging(&c);
    find_parts(&c);
    compare_with_many(&c);
    if (c.result.why)
        c.result.why = kp_strdup(was->arena, c.result.why);
    kp_arena_free(c.arena);
    return c.result;
}

/* The loop itself is searched for only if no barrier identifies it. */
bool kp_validates_both(struct kp_unit *was, const struct kp_loop *a, const struct kp_loop *b)
{
    struct kp_run r = {.u = was, .original = original_of(was), .arena = was->arena};

    return a->function == b->function && a->plan.stages == b->plan.stages &&
           a->is_nested == b->is_nested && !a->wide_flag == !b->wide_flag &&
           kp_has_barrier(&r, a->node) && kp_has_barrier(&r, b->node) && !r.lost;
}
