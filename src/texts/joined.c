/* Functions whose output depends on the branches of their #if groups. All passes run on the program
 * of each choice, and what comes out for the function is put together to one text, with the
 * directives of these groups around what a choice has alone. Taken apart again, the text has to be
 * the output of each choice, token by token. */
#define _GNU_SOURCE
#include "front/front.h"
#include "emit/text.h"
#include "front/lex.h"
#include "lock/lock.h"
#include "pipeline.h"
#include "plan/plan.h"
#include "texts/branched.h"
#include "texts/texts.h"
#include "texts/tied.h"

/* The limit of runs of all passes per file. */
enum { MAX_RUNS = 24 };

/* One choice: its program's output, cut into what is in front of the function, the function, and
 * what is behind it. */
struct made {
    struct kp_unit *unit;
    const char *before, *after; /* the file's output around the function, with the choice taken */
    size_t before_size, after_size;
    const char *added; /* lines in front of the function that only this output has */
    size_t added_at, added_size;
    struct kp_choice_text text; /* the function */
    const char *source;         /* the same before the rewrite */
};

struct joining {
    struct kp_branched f;
    struct kp_span at; /* of the function in the file's output */
    struct made made[KP_MAX_CHOICES];
    size_t active;
    bool was_fixed[KP_MAX_GROUPS];
    int *runs;
};

/* ---- may they be joined? -------------------------------------------------------------------- */

/* In the function, `#if 0` and `#if 1` are choices like all others: the text of both is kept. An
 * output for one build keeps only the text that this build takes. */
static void open_fixed(struct joining *j)
{
    struct kp_choices *c = &j->f.choices;
    struct kp_branch_group *own =
        kp_new_array(c->u->arena, struct kp_branch_group, c->builds.groups.list.n + 1);

    if (c->u->options->one_build)
        return;
    memcpy(own, c->builds.groups.list.v, c->builds.groups.list.n * sizeof *own);
    c->builds.groups.list.v = own;
    for (size_t i = 0; i < c->n; i++) {
        struct kp_branch_group *g = &own[c->builds.matter.v[i]];

        j->was_fixed[i] = g->fixed >= 0 && kp_spans_overlap(g->lines.v[0], c->span);
        if (j->was_fixed[i])
            g->fixed = -1;
    }
}

static bool is_taken(const struct kp_choices *c, size_t group, int branch)
{
    for (size_t i = 0; i < c->list.n; i++)
        if (c->list.v[i].branch[group] == branch && !kp_is_hidden_group(c, &c->list.v[i], group))
            return true;
    return false;
}

/* True if each text of the function is in one of the choices. No other one would be in the output.
 */
static bool has_all_texts(const struct kp_choices *c)
{
    const char *s = c->u->source.text;

    for (size_t i = 0; i < c->n; i++) {
        const struct kp_branch_group *g = kp_group_of(c, i);

        if (g->fixed >= 0) /* for the one build */
            continue;
        for (int b = 0; b < kp_branch_count(g) && kp_spans_overlap(g->lines.v[0], c->span); b++) {
            struct kp_span text = kp_branch_text(g, b);
            uint32_t k = text.begin;

            while (k < text.end && strchr(" \t\r\n", s[k]))
                k++;
            if (k < text.end && !is_taken(c, i, b))
                return false;
        }
    }
    return true;
}

/* True if the conditions mean the same everywhere in the function. Host code, which may launch it,
 * must not see another program than the device's pass. */
static bool may_be_said(const struct joining *j)
{
    const struct kp_choices *c = &j->f.choices;
    struct kp_ties *ties = kp_ties_of(c);

    for (size_t i = 0; i < c->n; i++) {
        const struct kp_branch_group *g = kp_group_of(c, i);

        if (g->fixed < 0 &&
            (!kp_keeps_meaning(ties, g, c->span.begin) || !kp_keeps_meaning(ties, g, c->span.end) ||
             (kp_group_asks(&j->f, g) && !kp_is_device_text(c->u, g))))
            return false;
    }
    return has_all_texts(c);
}

static bool asks_any(const struct joining *j)
{
    for (size_t i = 0; i < j->f.choices.n; i++)
        if (kp_group_asks(&j->f, kp_group_of(&j->f.choices, i)))
            return true;
    return false;
}

/* ---- the programs --------------------------------------------------------------------------- */

static struct kp_unit *run(struct joining *j, const char *text, const struct kp_options *options)
{
    struct kp_unit *u = j->f.u, *v = kp_branched_trial(&j->f, options);
    static const struct kp_words none = {0};

    if (++*j->runs > MAX_RUNS)
        return NULL;
    v->varying = j->f.varying;
    if (!u->varied.n) /* other functions have their constants asserted */
        kp_push(v->arena, &v->varied, ((struct kp_varied){"", &none}));
    for (size_t i = 0; i < u->varied.n; i++)
        kp_push(v->arena, &v->varied, u->varied.v[i]);
    kp_push(v->arena, &v->varied,
            ((struct kp_varied){kp_own_function_name(u, j->f.choices.function), j->f.varying}));
    for (size_t i = 0; i < u->branches_seen.n; i++)
        if (u->branches_seen.v[i] != j->f.choices.span.begin)
            kp_push(v->arena, &v->branches_seen, u->branches_seen.v[i]);
    v->plain_types = u->plain_types;
    v->rests_on_given = u->rests_on_given;
    return kp_pipeline_text(v, u->source.path, text, u->source.size, KP_PASS_EMIT) ? v : NULL;
}

/* What was asked of the file's loops, for those of `v` at the same places. */
static const struct kp_options *asked(const struct kp_unit *u, const struct kp_unit *v)
{
    struct kp_options *o = kp_new(u->arena, struct kp_options);
    struct kp_request *requests = kp_new_array(u->arena, struct kp_request, v->loops.n + 1);

    *o = *u->options;
    o->requests = requests;
    o->n_requests = v->loops.n;
    for (size_t i = 0; i < v->loops.n; i++) {
        requests[i] = kp_request_of(u->options, u->options->n_requests);
        for (size_t k = 0; k < u->loops.n; k++)
            if (u->loops.v[k]->node->span.begin == v->loops.v[i]->node->span.begin)
                requests[i] = kp_request_of(u->options, k);
    }
    return o;
}

/* True if a loop of the function has another plan than at the same place of the other unit. */
static bool plans_differ(const struct joining *j, const struct kp_unit *v, const struct kp_unit *w)
{
    for (size_t i = 0; i < w->loops.n; i++) {
        const struct kp_loop *l = w->loops.v[i], *as = kp_same_loop(v, l);

        if (kp_is_of_function(&j->f, l) && kp_is_pipelined(l) && as && kp_is_pipelined(as) &&
            !kp_streq(kp_lock_plan(v->arena, l), kp_lock_plan(v->arena, as)))
            return true;
    }
    return false;
}

static bool loses_none(const struct kp_unit *was, const struct kp_unit *now)
{
    for (size_t i = 0; i < was->loops.n; i++)
        if (kp_is_pipelined(was->loops.v[i]) &&
            (i >= now->loops.n || !kp_is_pipelined(now->loops.v[i])))
            return false;
    return true;
}

/* The choice's program with its output, which has been read back. Where it can have the plans of
 * the choice that was parsed, it has these. */
static struct kp_unit *program(struct joining *j, const struct kp_choice *choice,
                               const struct kp_unit *like)
{
    struct kp_unit *u = j->f.u, *v, *w;
    const char *text = kp_branches_taken(&j->f, u->source.text, u->source.size, choice);

    v = text ? run(j, text, u->options) : NULL;
    if (v && u->options->n_requests)
        v = run(j, text, asked(u, v));
    if (v && like && plans_differ(j, like, v)) {
        w = run(j, text, kp_plans_of(like, v));
        if (w && loses_none(v, w))
            v = w;
    }
    return v && kp_read_back(v) == v && !v->error ? v : NULL;
}

/* ---- the outputs ---------------------------------------------------------------------------- */

/* Where the function begins in the output: behind the tokens in front of it. */
static size_t begin_of(const struct made *m, const char *out, size_t size)
{
    struct kp_token s = kp_lex(m->before, 0, (uint32_t)m->before_size),
                    t = kp_lex(out, 0, (uint32_t)size);
    int before[KP_OWN_HEADERS] = {0}, added[KP_OWN_HEADERS] = {0};

    for (;;) {
        s = kp_but_include(m->before, m->before_size, s, before);
        t = kp_but_include(out, size, t, added);
        if (s.kind == KP_TOKEN_END)
            return t.begin;
        if (s.kind != t.kind || s.end - s.begin != t.end - t.begin ||
            memcmp(m->before + s.begin, out + t.begin, s.end - s.begin) != 0)
            return size;
        s = kp_lex(m->before, s.end, (uint32_t)m->before_size);
        t = kp_lex(out, t.end, (uint32_t)size);
    }
}

/* Finds the parts of the choice's output; false where more than the function was changed. The
 * checks by which the output restricts its builds are blanked out in `out`; the function's own ones
 * stay. */
static bool cut_output(struct made *m, const char *out, size_t size)
{
    size_t begin = begin_of(m, out, size), end = size - m->after_size, same = 0;

    if (size < m->after_size || begin >= end || begin < m->before_size ||
        memcmp(out + end, m->after, m->after_size) != 0)
        return false;
    while (same < m->before_size && out[same] == m->before[same])
        same++;
    m->added_at = same;
    m->added_size = begin - m->before_size;
    m->added = out + same;
    if (memcmp(out + same + m->added_size, m->before + same, m->before_size - same) != 0)
        return false;
    m->text.text = m->unit->output + begin;
    m->text.size = end - begin;
    return true;
}

/* What became of the function's loops. */
static const char *shape_of(const struct joining *j, const struct kp_unit *v)
{
    struct kp_str out = kp_str_new(v->arena);

    for (size_t i = 0; i < v->loops.n; i++) {
        const struct kp_loop *l = v->loops.v[i];

        if (kp_is_of_function(&j->f, l))
            kp_str_addf(&out, "%s, %s;", kp_is_pipelined(l) ? kp_lock_plan(v->arena, l) : "",
                        l->wide_flag ? "tested" : "");
    }
    return kp_str_text(&out);
}

static bool make(struct joining *j, size_t i)
{
    struct kp_unit *u = j->f.u;
    const struct kp_choice *choice = &j->f.choices.list.v[i];
    const char *all = kp_but_assertions(&j->f, u->output, u->output_size),
               *out = kp_branches_taken(&j->f, all, u->output_size, choice);
    struct made *m = &j->made[i];
    struct kp_unit *like = i == j->active ? NULL : j->made[j->active].unit;

    m->unit = out ? program(j, choice, like) : NULL;
    if (!m->unit)
        return false;
    m->before = out;
    m->before_size = j->at.begin;
    m->after = out + j->at.end;
    m->after_size = u->output_size - j->at.end;
    m->source = kp_strndup(u->arena, out + j->at.begin, j->at.end - j->at.begin);
    all = kp_but_assertions(&j->f, m->unit->output, m->unit->output_size);
    if (!cut_output(m, all, m->unit->output_size))
        return false;
    m->text.shape = shape_of(j, m->unit);
    return true;
}

/* ---- the joined text ------------------------------------------------------------------------ */

/* True if the text, taken apart, is that of each choice. */
static bool comes_apart(const struct joining *j, const char *text)
{
    struct kp_unit *u = j->f.u;

    for (size_t i = 0; i < j->f.choices.list.n; i++) {
        struct kp_branch_groups groups = {0};
        const struct made *m = &j->made[i];
        size_t n = strlen(text);
        char *out = kp_strndup(u->arena, text, n);

        kp_branch_groups(u->arena, out, 0, (uint32_t)n, &groups);
        for (size_t k = 0; k < groups.list.n && !groups.broken; k++) {
            int branch =
                kp_branch_like(&j->f.choices, &j->f.choices.list.v[i], text, &groups.list.v[k]);

            if (kp_is_build_assertion(text, &groups.list.v[k]))
                continue; /* in the choice's output, too */
            if (branch == KP_BRANCH_UNKNOWN)
                return false;
            kp_take_branch(out, &groups.list.v[k], branch);
        }
        if (groups.broken || !kp_same_tokens(out, n, m->text.text, m->text.size))
            return false;
    }
    return true;
}

/* The file's output with the function's text; lines that a choice needs in front are there in all.
 */
static bool put(struct joining *j, const char *text)
{
    struct kp_unit *u = j->f.u;
    const struct made *first = NULL;
    struct kp_str out = kp_str_new(u->arena);

    for (size_t i = 0; i < j->f.choices.list.n; i++) {
        const struct made *m = &j->made[i];

        if (!m->added_size)
            continue;
        if (!first)
            first = m;
        if (m->added_at != first->added_at || m->added_size != first->added_size ||
            memcmp(m->added, first->added, m->added_size) != 0)
            return false;
    }
    if (first) {
        kp_str_addn(&out, u->output, first->added_at);
        kp_str_addn(&out, first->added, first->added_size);
        kp_str_addn(&out, u->output + first->added_at, j->at.begin - first->added_at);
    } else {
        kp_str_addn(&out, u->output, j->at.begin);
    }
    kp_str_add(&out, text);
    kp_str_addn(&out, u->output + j->at.end, u->output_size - j->at.end);
    u->output = kp_str_text(&out);
    u->output_size = out.n;
    return true;
}

/* ---- the whole ------------------------------------------------------------------------------ */

/* The function as it is in the file's output, if it is there once. */
static bool find(struct joining *j)
{
    struct kp_unit *u = j->f.u;
    struct kp_span s = j->f.choices.span;
    const char *end = u->output + u->output_size,
               *at = memmem(u->output, u->output_size, u->source.text + s.begin, s.end - s.begin);

    if (!at || memmem(at + 1, (size_t)(end - at - 1), u->source.text + s.begin, s.end - s.begin))
        return false;
    j->at.begin = (uint32_t)(at - u->output);
    j->at.end = j->at.begin + (s.end - s.begin);
    return true;
}

/* A branch that no build takes is kept where it is, but no loop is written twice for it. */
static bool is_dead(const struct joining *j, size_t choice)
{
    const struct kp_choices *c = &j->f.choices;

    for (size_t i = 0; i < c->n; i++)
        if (j->was_fixed[i] && !kp_is_hidden_group(c, &c->list.v[choice], i) &&
            c->list.v[choice].branch[i] != c->active.branch[i] &&
            !kp_is_hidden_group(c, &c->active, i))
            return true;
    return false;
}

static bool is_of(const struct joining *j, const struct kp_loop *l)
{
    return l->function == j->f.choices.function;
}

/* True if the build that was parsed gains a pipelined loop. */
static bool gains(const struct joining *j)
{
    const struct kp_unit *u = j->f.u;

    for (size_t i = 0; i < u->loops.n; i++) {
        const struct kp_loop *now = kp_same_loop(j->made[j->active].unit, u->loops.v[i]);

        if (is_of(j, u->loops.v[i]) && now && kp_is_pipelined(now))
            return true;
    }
    return false;
}

/* Says of the function's loops what refuses them in the program that was parsed. */
static void take_refusals(struct joining *j)
{
    struct kp_unit *u = j->f.u;

    for (size_t i = 0; i < u->loops.n; i++) {
        struct kp_loop *l = u->loops.v[i];
        const struct kp_loop *now = kp_same_loop(j->made[j->active].unit, l);

        if (is_of(j, l) && now && now->outcome == KP_REFUSED && now->refusals.n &&
            l->outcome == KP_REFUSED)
            l->refusals = now->refusals;
    }
}

static void take_loops(struct joining *j)
{
    struct kp_unit *u = j->f.u, *from = j->made[j->active].unit;

    for (size_t i = 0; i < u->loops.n; i++)
        for (size_t k = 0; k < from->loops.n; k++)
            if (is_of(j, u->loops.v[i]) &&
                from->loops.v[k]->node->span.begin == u->loops.v[i]->node->span.begin) {
                kp_unit_adopt_loop(u, i, from->loops.v[k]);
                u->loops.v[i]->is_joined = true;
            }
}

static void say(struct kp_unit *u, const struct joining *j, const char *reason, const char *hint)
{
    for (size_t i = 0; i < u->loops.n; i++)
        if (is_of(j, u->loops.v[i]) && u->loops.v[i]->refusals.n &&
            u->loops.v[i]->refusals.v[0].code == KP_CODE_KP602) {
            u->loops.v[i]->refusals.v[0].reason = reason;
            u->loops.v[i]->refusals.v[0].hint = hint;
        }
}

/* Says so where there are more choices than are analysed. */
static void say_too_many(struct kp_unit *u, const struct joining *j)
{
    const struct kp_choices *c = &j->f.choices;

    if (c->builds.matter.n <= KP_MAX_GROUPS && c->list.n <= KP_MAX_CHOICES)
        return;
    say(u, j,
        kp_sprintf(u->arena, "conditional compilation makes more than %d programs of this function",
                   KP_MAX_CHOICES),
        "use fewer macros in its conditions, or run the preprocessor first");
}

/* Makes the other choices' programs. */
static bool make_others(struct joining *j)
{
    for (size_t i = 0; i < j->f.choices.list.n; i++) {
        bool dead = is_dead(j, i);

        if (i == j->active || (make(j, i) && (!dead || kp_streq(j->made[i].text.shape,
                                                                j->made[j->active].text.shape))))
            continue;
        if (dead)
            say(j->f.u, j, "a branch that no build takes would not fit the loop's new form",
                "remove the text of the branch: the loop can be pipelined without it");
        return false;
    }
    return true;
}

static bool join(struct kp_unit *u, const struct kp_sym *function, int *runs)
{
    struct joining *j = kp_new(u->arena, struct joining);
    struct kp_choices *c = &j->f.choices;
    struct kp_choice_text texts[KP_MAX_CHOICES];
    const char *text;

    j->runs = runs;
    j->f = (struct kp_branched){.u = u, .varying = kp_new(u->arena, struct kp_words)};
    if (!kp_choices_begin(u, function, c)) {
        say_too_many(u, j);
        return false;
    }
    open_fixed(j);
    kp_varying_names(u, &c->builds, c->span, j->f.varying);
    kp_choices_list(c, false);
    say_too_many(u, j);
    if (c->unusable || (c->list.n < 2 && !u->options->one_build) || !find(j) || !may_be_said(j))
        return false;
    while (!kp_same_choice(c, &c->list.v[j->active], &c->active))
        j->active++;
    if (!make(j, j->active))
        return false;
    if (!gains(j)) {
        take_refusals(j);
        return false;
    }
    if (!make_others(j))
        return false;
    for (size_t i = 0; i < c->list.n; i++)
        texts[i] = j->made[i].text;
    text = kp_join_texts(c, texts, asks_any(j), kp_newline(u));
    if (!text || !comes_apart(j, text) || !put(j, text))
        return false;
    take_loops(j);
    return true;
}

void kp_join_branches(struct kp_unit *u)
{
    const struct kp_sym *last = NULL;
    int runs = 0;

    if (u->is_trial || u->outer || u->is_cloned || u->is_inlined || u->is_widened || u->is_merged ||
        u->is_laid_out || u->error)
        return;
    for (size_t i = 0; i < u->loops.n; i++) {
        const struct kp_loop *l = u->loops.v[i];

        if (l->outcome != KP_REFUSED || !l->refusals.n || l->function == last ||
            l->refusals.v[0].code != KP_CODE_KP602)
            continue;
        last = l->function;
        join(u, last, &runs);
    }
}
