#define _GNU_SOURCE
#include "texts/texts.h"

#include "front/front.h"
#include "front/lex.h"
#include "lock/lock.h"
#include "model/unread.h"
#include "plan/plan.h"
#include "pipeline.h"
#include "texts/branched.h"

/* The limit of runs of all passes per file; each costs a parse. */
enum { MAX_RUNS = 24 };

bool kp_is_build_assertion(const char *text, const struct kp_branch_group *g)
{
    uint32_t end = g->lines.v[g->lines.n - 1].begin;
    struct kp_token t = kp_lex(text, g->lines.v[0].end, end);

    return g->lines.n == 2 && kp_is_own_error(text, t) &&
           kp_lex(text, t.end, end).kind == KP_TOKEN_END;
}

/* A copy without these checks, which depend on the branches taken. */
const char *kp_but_assertions(const struct kp_branched *f, const char *text, size_t size)
{
    struct kp_branch_groups groups = {0};
    char *out = kp_strndup(f->u->arena, text, size);

    kp_branch_groups(f->u->arena, out, 0, (uint32_t)size, &groups);
    for (size_t i = 0; i < groups.list.n; i++)
        if (kp_is_build_assertion(out, &groups.list.v[i]))
            kp_take_branch(out, &groups.list.v[i], kp_branch_count(&groups.list.v[i]));
    return out;
}

/* The text with the function's branches taken; NULL when it has other groups than the source. */
char *kp_branches_taken(const struct kp_branched *f, const char *text, size_t size,
                        const struct kp_choice *choice)
{
    struct kp_branch_groups groups = {0};
    char *out = kp_strndup(f->u->arena, text, size);

    kp_branch_groups(f->u->arena, out, 0, (uint32_t)size, &groups);
    for (size_t i = 0; i < groups.list.n && !groups.broken; i++) {
        int branch = kp_branch_in(&f->choices, choice, text, &groups, i);

        if (branch == KP_BRANCH_UNKNOWN)
            return NULL;
        if (branch != KP_BRANCH_STAYS)
            kp_take_branch(out, &groups.list.v[i], branch);
    }
    return groups.broken ? NULL : out;
}

/* The source and the output with a choice taken; NULL: one has other groups. */
struct chosen {
    const char *source, *output;
};

static struct chosen chosen_of(const struct kp_branched *f, const struct kp_unit *v,
                               const struct kp_choice *choice)
{
    const char *all = kp_but_assertions(f, v->output, v->output_size);

    return (struct chosen){kp_branches_taken(f, f->u->source.text, f->u->source.size, choice),
                           kp_branches_taken(f, all, v->output_size, choice)};
}

struct kp_unit *kp_branched_trial(const struct kp_branched *f, const struct kp_options *options)
{
    struct kp_unit *v = kp_new(f->u->arena, struct kp_unit);

    v->arena = f->u->arena;
    v->options = options;
    v->rules = f->u->rules;
    v->is_trial = true;
    v->keeps_unread = kp_keeps_unread(f->u);
    return v;
}

/* Runs all passes on a text of the file, for the loops of the function. `seen`: the function whose
 * branches are no obstacle. If they are blanked out, only a function that no other choice calls can
 * have any. */
static struct kp_unit *pass(const struct kp_branched *f, const char *text,
                            const struct kp_options *options, bool seen)
{
    struct kp_options *own = kp_new(f->u->arena, struct kp_options);
    struct kp_unit *v = kp_branched_trial(f, own);

    *own = *options;
    own->only_in = f->name;
    v->is_cloned = f->u->is_cloned;
    v->clones_are_merged = f->u->clones_are_merged;
    v->clones_stay_static = f->u->clones_stay_static;
    v->varying = f->varying;
    v->plain_types = f->plain_types;
    v->rests_on_given = f->u->rests_on_given || f->choices.given;
    if (seen)
        kp_push(v->arena, &v->branches_seen, f->choices.span.begin);
    return kp_pipeline_text(v, f->u->source.path, text, f->u->source.size, KP_PASS_EMIT) ? v : NULL;
}

bool kp_is_of_function(const struct kp_branched *f, const struct kp_loop *l)
{
    uint32_t at = l->node->span.begin;

    return at >= f->choices.span.begin && at < f->choices.span.end;
}

static bool is_rewritten(const struct kp_branched *f, const struct kp_unit *v)
{
    for (size_t i = 0; i < v->loops.n; i++)
        if (kp_is_of_function(f, v->loops.v[i]) && kp_is_rewritten(v->loops.v[i]))
            return true;
    return false;
}

/* The token, or the one after kpipe's own #includes if it is one of these, which are counted. */
struct kp_token kp_but_include(const char *s, size_t n, struct kp_token t, int *includes)
{
    static const char *const lines[KP_OWN_HEADERS] = {"#include <cuda_pipeline_primitives.h>",
                                                      "#include <type_traits>"};

    for (size_t i = 0; i < KP_OWN_HEADERS; i++)
        if (t.kind == KP_TOKEN_DIRECTIVE && t.end - t.begin >= strlen(lines[i]) &&
            strncmp(s + t.begin, lines[i], strlen(lines[i])) == 0) {
            includes[i]++;
            return kp_but_include(s, n, kp_lex(s, t.end, (uint32_t)n), includes);
        }
    return t;
}

/* True for the same tokens, except that the output may have kpipe's #includes without a loop that
 * needs them, or at an earlier place. These headers declare only names that no program may define,
 * and do not affect the code after them. */
static bool same_but_include(const char *made, size_t n, const char *output, size_t size)
{
    struct kp_token s = kp_lex(output, 0, (uint32_t)size), t = kp_lex(made, 0, (uint32_t)n);
    int early[KP_OWN_HEADERS] = {0}, late[KP_OWN_HEADERS] = {0};

    for (;;) {
        s = kp_but_include(output, size, s, early);
        t = kp_but_include(made, n, t, late);
        for (size_t i = 0; i < KP_OWN_HEADERS; i++)
            if (late[i] > early[i])
                return false;
        if (s.kind != t.kind || s.end - s.begin != t.end - t.begin ||
            memcmp(output + s.begin, made + t.begin, s.end - s.begin) != 0)
            return false;
        if (s.kind == KP_TOKEN_END)
            return true;
        s = kp_lex(output, s.end, (uint32_t)size);
        t = kp_lex(made, t.end, (uint32_t)n);
    }
}

/* The loop at the same place. */
const struct kp_loop *kp_same_loop(const struct kp_unit *v, const struct kp_loop *l)
{
    for (size_t i = 0; i < v->loops.n; i++)
        if (v->loops.v[i]->node->span.begin == l->node->span.begin)
            return v->loops.v[i];
    return NULL;
}

/* Requests the plans of `v` for the loops of `w` at the same places; loops without one are left
 * alone. */
const struct kp_options *kp_plans_of(const struct kp_unit *v, const struct kp_unit *w)
{
    struct kp_options *o = kp_new(v->arena, struct kp_options);
    struct kp_request *requests = kp_new_array(v->arena, struct kp_request, w->loops.n + 1);

    *o = *v->options;
    o->requests = requests;
    o->n_requests = w->loops.n;
    for (size_t i = 0; i < w->loops.n; i++) {
        const struct kp_loop *l = kp_same_loop(v, w->loops.v[i]);

        if (l && kp_is_pipelined(l))
            kp_lock_request(kp_lock_plan(v->arena, l), &requests[i]);
        else
            requests[i].leave = "other builds have no plan for it";
    }
    return o;
}

static bool count_errors(const struct kp_branched *f, const char *text, size_t size, size_t *n)
{
    struct kp_unit *v = kp_branched_trial(f, f->u->options);

    if (!text || !kp_pipeline_text(v, f->u->source.path, text, size, KP_PASS_PARSE))
        return false;
    *n = v->parse.errors.n;
    return true;
}

/* True if the output with the choice taken has no more errors than the source. */
static bool still_parses(const struct kp_branched *f, const struct kp_unit *v, struct chosen c)
{
    size_t before = 0, after = 0;

    return count_errors(f, c.source, f->u->source.size, &before) &&
           count_errors(f, c.output, v->output_size, &after) && after <= before;
}

/* True if the tokens of the span are repeated from `t` on. */
static bool comes_again(const char *source, struct kp_span span, const char *text, size_t size,
                        struct kp_token t)
{
    for (struct kp_token s = kp_lex(source, span.begin, span.end); s.kind != KP_TOKEN_END;
         s = kp_lex(source, s.end, span.end)) {
        if (t.kind != s.kind || t.end - t.begin != s.end - s.begin ||
            memcmp(text + t.begin, source + s.begin, t.end - t.begin) != 0)
            return false;
        t = kp_lex(text, t.end, (uint32_t)size);
    }
    return true;
}

static size_t count_copies(const char *source, struct kp_span span, const char *text, size_t size)
{
    size_t n = 0;

    for (struct kp_token t = kp_lex(text, 0, (uint32_t)size); t.kind != KP_TOKEN_END;
         t = kp_lex(text, t.end, (uint32_t)size))
        n += comes_again(source, span, text, size, t);
    return n;
}

/* True if the changes outside of the function do not affect a kernel that is not rewritten:
 * declarations, and launches with more dynamic memory, whose size the kernel does not read. */
static bool is_harmless_outside(const struct kp_branched *f, const struct kp_unit *v)
{
    for (size_t i = 0; i < v->loops.n; i++)
        if (v->loops.v[i]->plan.merge.x || v->loops.v[i]->plan.laid_out)
            return false;
    for (size_t i = 0; i < f->u->parse.files.n; i++) {
        const char *text = kp_place_file(f->u, i)->text;

        if (text && strstr(text, "smem_size")) /* %dynamic_smem_size, %total_smem_size */
            return false;
    }
    return true;
}

/* True if the choice's program has no part of the rewritten kernel, and the same host code. */
static bool leaves_kernel(const struct kp_branched *f, const struct kp_unit *v,
                          const struct kp_choice *choice, struct chosen c)
{
    struct kp_span span = f->choices.span;

    return f->is_kernel && kp_differs_in_bodies(&f->choices, choice) && is_harmless_outside(f, v) &&
           count_copies(c.source, span, c.output, v->output_size) ==
               count_copies(c.source, span, c.source, f->u->source.size) &&
           still_parses(f, v, c);
}

/* True if the choice's program is rewritten to the output of `v` with the choice taken, and that
 * has been read back. Its plan need not be the one that it would get by itself. */
static bool comes_out(struct kp_branched *f, const struct kp_unit *v,
                      const struct kp_choice *choice)
{
    const struct chosen c = chosen_of(f, v, choice);
    const struct kp_options *options = f->options;

    if (!c.source || !c.output)
        return false;
    for (int tries = 0; tries < 2; tries++) {
        struct kp_unit *w = pass(f, c.source, options, false);
        const char *made = w ? kp_but_assertions(f, w->output, w->output_size) : NULL;

        if (!w)
            return false;
        if (same_but_include(made, w->output_size, c.output, v->output_size))
            return kp_read_back(w) == w && !w->error;
        if (!f->other)
            f->other = w;
        options = kp_plans_of(v, w);
    }
    return leaves_kernel(f, v, choice, c);
}

static bool same_for_all_choices(struct kp_branched *f, const struct kp_unit *v)
{
    for (size_t c = 0; c < f->choices.list.n; c++) {
        const struct kp_choice *choice = &f->choices.list.v[c];

        if (!kp_same_choice(&f->choices, choice, &f->choices.active) && !comes_out(f, v, choice))
            return false;
    }
    /* The host pass generates nothing from the branches that it takes, but it checks them. */
    return !f->choices.has_host || still_parses(f, v, chosen_of(f, v, &f->choices.host));
}

/* With the plans of `w` for the function's loops; without it, all tiles in staging registers. */
static const struct kp_options *common_plans(const struct kp_branched *f, const struct kp_unit *v,
                                             const struct kp_unit *w)
{
    const struct kp_options *given = f->u->options;
    struct kp_options *o = kp_new(v->arena, struct kp_options);
    struct kp_request *requests = kp_new_array(v->arena, struct kp_request, v->loops.n + 1);

    *o = *given;
    o->requests = requests;
    o->n_requests = v->loops.n;
    for (size_t i = 0; i < v->loops.n; i++) {
        const struct kp_loop *l = v->loops.v[i], *as = w ? kp_same_loop(w, l) : NULL;

        requests[i] = kp_request_of(given, i);
        if (!kp_is_of_function(f, l))
            continue;
        if (as && kp_is_pipelined(as))
            kp_lock_request(kp_lock_plan(v->arena, as), &requests[i]);
        else if (!w)
            requests[i].variant = KP_VARIANT_LDG;
        requests[i].because = "as all branches of the #if allow it";
        requests[i].is_weighed = true;
    }
    return o;
}

/* True if the output with the plan is correct for each choice. */
static bool try_plan(struct kp_branched *f, const struct kp_options *options, bool plain_types,
                     struct kp_unit **v, int *runs)
{
    if (*runs + (int)f->choices.list.n > MAX_RUNS)
        return false;
    *runs += (int)f->choices.list.n;
    f->options = options;
    f->plain_types = plain_types;
    *v = pass(f, f->u->source.text, options, true);
    return *v && (!is_rewritten(f, *v) || same_for_all_choices(f, *v));
}

/* The same, where it must be rewritten, too. */
static bool rewrites(struct kp_branched *f, const struct kp_options *options, bool plain_types,
                     int *runs)
{
    struct kp_unit *v = NULL;

    return try_plan(f, options, plain_types, &v, runs) && is_rewritten(f, v);
}

bool kp_group_asks(const struct kp_branched *f, const struct kp_branch_group *g)
{
    const char *text = f->u->source.text;

    for (size_t k = 0; k < g->lines.n; k++) {
        struct kp_token line = {KP_TOKEN_DIRECTIVE, g->lines.v[k].begin, g->lines.v[k].end};
        struct kp_span of = {kp_lex_directive(text, line).end, line.end};

        if (memmem(text + line.begin, line.end - line.begin, "__CUDA_ARCH", 11) ||
            kp_asks_architecture(f->u, of))
            return true;
    }
    return false;
}

/* True if the host's pass may take other branches than the device's. Then a launch may be another
 * one than the choices show, and only an output that comes by itself is taken. */
static bool asks_architecture(const struct kp_branched *f)
{
    for (size_t i = 0; i < f->choices.n; i++)
        if (kp_group_asks(f, kp_group_of(&f->choices, i)))
            return true;
    return false;
}

/* True if a plan is asked for. */
static bool is_planned(const struct kp_options *o)
{
    return o->n_requests || o->variant || o->shape || o->stages;
}

/* True if the output is correct for each choice: with kpipe's plan for the choice that was parsed,
 * or, if none is asked for, with that of another choice, or with registers. */
static bool try_choices(struct kp_branched *f, bool given, bool planned, int *runs)
{
    const struct kp_options *own = f->u->options, *other, *registers;
    const bool plain = f->u->plain_types;
    struct kp_unit *v = NULL;
    bool found;

    f->other = NULL;
    kp_choices_list(&f->choices, given);
    if (f->choices.unusable)
        return false;
    found = try_plan(f, own, plain, &v, runs);
    if (!found && f->other && v && !asks_architecture(f)) {
        other = common_plans(f, v, f->other);
        registers = common_plans(f, v, NULL);
        found = planned ? f->is_first && rewrites(f, own, true, runs)
                        : rewrites(f, other, plain, runs) || rewrites(f, registers, plain, runs) ||
                              (f->is_first && rewrites(f, registers, true, runs));
    }
    if (!found)
        return false;
    f->u->options = f->options;
    f->u->plain_types = f->plain_types;
    return true;
}

/* "" where loops of another function of the name are in the file: they cannot be told apart in a
 * text that is made of this one. */
const char *kp_own_function_name(const struct kp_unit *u, const struct kp_sym *function)
{
    for (size_t i = 0; i < u->loops.n; i++)
        if (u->loops.v[i]->function != function &&
            kp_streq(u->loops.v[i]->function->name, function->name))
            return "";
    return function->name;
}

static bool see(struct kp_unit *u, const struct kp_sym *function, struct kp_words *varying,
                bool planned, bool is_first, int *runs)
{
    const char *name = kp_own_function_name(u, function);
    struct kp_branched f = {.u = u,
                            .name = *name ? name : NULL,
                            .varying = kp_new(u->arena, struct kp_words),
                            .is_kernel = function->is_kernel,
                            .is_first = is_first};

    if (!kp_choices_begin(u, function, &f.choices))
        return false;
    kp_varying_names(u, &f.choices.builds, f.choices.span, f.varying);
    if (!try_choices(&f, false, planned, runs)) {
        if (!kp_choices_have_given(&f.choices) || !try_choices(&f, true, planned, runs))
            return false;
        u->rests_on_given = true;
    }
    kp_varying_names(u, &f.choices.builds, f.choices.span, varying);
    kp_push(u->arena, &u->varied, ((struct kp_varied){name, f.varying}));
    return true;
}

bool kp_see_branches(struct kp_unit *u)
{
    struct kp_words *varying = kp_new(u->arena, struct kp_words);
    uint32_t done = 0;
    const bool planned = is_planned(u->options);
    bool any = false, spelled = false; /* in kpipe's output types are said one way already */
    int runs = 0;

    for (size_t i = 0; i < u->loops.n; i++)
        spelled |= u->loops.v[i]->made_by_kpipe;
    for (size_t i = 0; i < u->loops.n; i++) {
        const struct kp_loop *l = u->loops.v[i];
        struct kp_span span = l->function->decl->span;

        if (l->outcome != KP_REFUSED || l->refusals.v[0].code != KP_CODE_KP602 ||
            (done && span.begin == done))
            continue;
        done = span.begin;
        if (!see(u, l->function, varying, planned, !any && !spelled, &runs))
            continue;
        kp_push(u->arena, &u->branches_seen, span.begin);
        u->varying = varying;
        any = true;
    }
    return any;
}
