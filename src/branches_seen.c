#include "branches_seen.h"

#include "front/lex.h"
#include "model/builds.h"
#include "model/loops.h"
#include "pipeline.h"

/* Choices per function; groups in it; runs of all passes per file, for each costs a parse. */
enum { MAX_CHOICES = 8, MAX_GROUPS = 16, MAX_RUNS = 24 };

struct function {
    struct kp_unit *u;
    struct kp_span span;
    struct kp_builds builds;
    struct kp_words varying;
    bool given;             /* what every build for CUDA answers alike is no choice */
    size_t n;               /* of the groups that matter */
    int active[MAX_GROUPS]; /* the branches that were parsed */
};

/* The branch that the parser saw; when all that are there were skipped, the one that is not. */
static int active_branch(const struct kp_unit *u, const struct kp_branch_group *g)
{
    for (int i = 0; i + 1 < (int)g->lines.n; i++)
        if (!kp_is_skipped(u, kp_branch_text(g, i)))
            return i;
    return kp_branch_count(g) - 1;
}

static const struct kp_branch_group *group(const struct function *f, size_t i)
{
    return &f->builds.groups.list.v[f->builds.matter.v[i]];
}

/* False when a group begins or ends elsewhere, or there are too many. */
static bool find_groups(struct function *f, const struct kp_sym *function)
{
    kp_builds_of(f->u, function, &f->builds);
    if (f->builds.broken || f->builds.matter.n > MAX_GROUPS)
        return false;
    for (f->n = 0; f->n < f->builds.matter.n; f->n++) {
        const struct kp_branch_group *g = group(f, f->n);

        f->active[f->n] = g->fixed >= 0   ? g->fixed
                          : g->given >= 0 ? g->given
                                          : active_branch(f->u, g);
    }
    return f->n > 0;
}

static bool is_choice(const struct function *f, size_t i)
{
    return group(f, i)->fixed < 0 && !(f->given && group(f, i)->given >= 0);
}

static int count_choices(const struct function *f)
{
    int n = 1;

    for (size_t i = 0; i < f->n && n <= MAX_CHOICES; i++)
        n *= is_choice(f, i) ? kp_branch_count(group(f, i)) : 1;
    return n;
}

/* Choice number `c` as one branch per group. */
static void spell_choice(const struct function *f, int c, int *branch)
{
    for (size_t i = 0; i < f->n; i++) {
        int n = kp_branch_count(group(f, i));

        branch[i] = f->active[i];
        if (!is_choice(f, i))
            continue;
        branch[i] = c % n;
        c /= n;
    }
}

/* `#if ..`, `#error "kpipe: ..`, `#endif`: what an output says of the build that it is for. */
static bool is_assertion(const char *text, const struct kp_branch_group *g)
{
    static const char begin[] = "#error \"kpipe: ";
    struct kp_token t = kp_lex(text, g->lines.v[0].end, g->lines.v[g->lines.n - 1].begin);

    return t.end - t.begin > sizeof begin - 1 &&
           strncmp(text + t.begin, begin, sizeof begin - 1) == 0;
}

/* A copy without those: which of them are there, the branches that were taken decide. */
static const char *but_assertions(const struct function *f, const char *text, size_t size)
{
    struct kp_branch_groups groups = {0};
    char *out = kp_strndup(f->u->arena, text, size);

    kp_branch_groups(f->u->arena, out, 0, (uint32_t)size, &groups);
    for (size_t i = 0; i < groups.list.n; i++)
        if (is_assertion(out, &groups.list.v[i]))
            kp_take_branch(out, &groups.list.v[i], kp_branch_count(&groups.list.v[i]));
    return out;
}

/* The text with the function's branches taken; NULL when it has other groups than the source. */
static char *taken(const struct function *f, const char *text, size_t size, const int *branch)
{
    struct kp_branch_groups groups = {0};
    char *out = kp_strndup(f->u->arena, text, size);

    kp_branch_groups(f->u->arena, out, 0, (uint32_t)size, &groups);
    if (groups.broken || groups.list.n != f->builds.groups.list.n)
        return NULL;
    for (size_t i = 0; i < f->n; i++) {
        if (groups.list.v[f->builds.matter.v[i]].lines.n != group(f, i)->lines.n)
            return NULL;
        kp_take_branch(out, &groups.list.v[f->builds.matter.v[i]], branch[i]);
    }
    return out;
}

/* All passes over a text that stands for the file; `seen`: this function's branches are no
 * obstacle. Where they are blanked out, only a function that no other choice calls can have any. */
static struct kp_unit *pass(const struct function *f, const char *text, bool seen)
{
    struct kp_unit *v = kp_new(f->u->arena, struct kp_unit);

    v->arena = f->u->arena;
    v->options = f->u->options;
    v->rules = f->u->rules;
    v->is_trial = true;
    v->is_twinned = f->u->is_twinned;
    v->varying = &f->varying;
    v->rests_on_given = f->u->rests_on_given || f->given;
    if (seen)
        kp_push(v->arena, &v->branches_seen, f->span.begin);
    return kp_pipeline_text(v, f->u->source.path, text, f->u->source.size, KP_PASS_EMIT) ? v : NULL;
}

/* A loop's function may be of another text that was made on the way, its node is of this one. */
static bool is_rewritten(const struct function *f, const struct kp_unit *v)
{
    for (size_t i = 0; i < v->loops.n; i++) {
        const struct kp_loop *l = v->loops.v[i];
        uint32_t at = l->node->span.begin;

        if (at >= f->span.begin && at < f->span.end && (kp_is_pipelined(l) || l->widened))
            return true;
    }
    return false;
}

/* Behind the token, or behind kpipe's own #include when that is what it is. */
static struct kp_token but_include(const char *s, size_t n, struct kp_token t, int *includes)
{
    static const char line[] = "#include <cuda_pipeline_primitives.h>";

    if (t.kind != KP_TOKEN_DIRECTIVE || t.end - t.begin < sizeof line - 1 ||
        strncmp(s + t.begin, line, sizeof line - 1) != 0)
        return t;
    ++*includes;
    return kp_lex(s, t.end, (uint32_t)n);
}

/* The same tokens, but that the output may say #include where its program has no loop that asks for
 * it, or earlier: that header declares names that no program may use for anything else, and leaves
 * what follows as it is. */
static bool same_but_include(const char *made, size_t n, const char *output, size_t size)
{
    struct kp_token s = kp_lex(output, 0, (uint32_t)size), t = kp_lex(made, 0, (uint32_t)n);
    int early = 0, late = 0;

    for (;;) {
        s = but_include(output, size, s, &early);
        t = but_include(made, n, t, &late);
        if (late > early || s.kind != t.kind || s.end - s.begin != t.end - t.begin ||
            memcmp(output + s.begin, made + t.begin, s.end - s.begin) != 0)
            return false;
        if (s.kind == KP_TOKEN_END)
            return true;
        s = kp_lex(output, s.end, (uint32_t)size);
        t = kp_lex(made, t.end, (uint32_t)n);
    }
}

static bool same_for_all_choices(const struct function *f, const struct kp_unit *v)
{
    const char *all = but_assertions(f, v->output, v->output_size);
    int n = count_choices(f), branch[MAX_GROUPS];

    for (int c = 0; c < n; c++) {
        const char *source, *output, *made;
        struct kp_unit *w;

        spell_choice(f, c, branch);
        if (memcmp(branch, f->active, f->n * sizeof *branch) == 0)
            continue;
        source = taken(f, f->u->source.text, f->u->source.size, branch);
        output = taken(f, all, v->output_size, branch);
        w = source && output ? pass(f, source, false) : NULL;
        made = w ? but_assertions(f, w->output, w->output_size) : NULL;
        if (!w || !same_but_include(made, w->output_size, output, v->output_size))
            return false;
    }
    return true;
}

static bool has_given(const struct function *f)
{
    for (size_t i = 0; i < f->n; i++)
        if (group(f, i)->fixed < 0 && group(f, i)->given >= 0)
            return true;
    return false;
}

/* Is the output the same for each choice, as far as it counts? */
static bool try_choices(struct function *f, int *runs)
{
    struct kp_unit *v;

    if (count_choices(f) > MAX_CHOICES || *runs + count_choices(f) > MAX_RUNS)
        return false;
    *runs += count_choices(f);
    v = pass(f, f->u->source.text, true);
    return v && (!is_rewritten(f, v) || same_for_all_choices(f, v));
}

static bool see(struct kp_unit *u, const struct kp_sym *function, struct kp_words *varying,
                int *runs)
{
    struct function f = {.u = u, .span = function->decl->span};

    if (!find_groups(&f, function))
        return false;
    kp_varying_names(u, &f.builds, &f.varying);
    if (!try_choices(&f, runs)) {
        f.given = has_given(&f);
        if (!f.given || !try_choices(&f, runs))
            return false;
        u->rests_on_given = true;
    }
    kp_varying_names(u, &f.builds, varying);
    return true;
}

bool kp_see_branches(struct kp_unit *u)
{
    struct kp_words *varying = kp_new(u->arena, struct kp_words);
    uint32_t done = 0;
    bool any = false;
    int runs = 0;

    for (size_t i = 0; i < u->loops.n; i++) {
        const struct kp_loop *l = u->loops.v[i];
        struct kp_span span = l->function->decl->span;

        if (l->outcome != KP_REFUSED || l->refusals.v[0].code != KP_CODE_KP602 ||
            (done && span.begin == done))
            continue;
        done = span.begin;
        if (!see(u, l->function, varying, &runs))
            continue;
        kp_push(u->arena, &u->branches_seen, span.begin);
        u->varying = varying;
        any = true;
    }
    return any;
}
