#include "seen_from.h"

#include <string.h>
#include <unistd.h>

#include "front/front.h"
#include "model/refuse.h"
#include "plan/plan.h"
#include "util/str.h"
#include "util/subprocess.h"

enum { MOST_RUNS = 64 }; /* of all passes, to find out which functions differ */

/* The file as one source sees it. */
struct view {
    const struct kp_options *options;
    const char *path;     /* of the source */
    struct kp_unit *tree; /* only parsed */
    unsigned launched;    /* functions with loops that it launches or instantiates */
};

/* A function that other sources than the first launch, as it comes out in one of those. */
struct elsewhere {
    const struct kp_sym *function;
    struct kp_unit *made;
};

struct views {
    struct kp_unit *u; /* holds the text */
    KP_VEC(struct elsewhere) elsewhere;
    enum kp_pass last;
    KP_VEC(struct view) list;
    struct view *first;   /* whose output it is */
    struct kp_unit *made; /* .. what all passes make of it */
    struct kp_wish *wishes;
    const char **why; /* by loop: why it stays as it is; NULL: it need not */
    bool any_refused;
    unsigned runs;
};

/* ---- one view ---------------------------------------------------------------------------------
 */

/* In an arena of its own, which goes with all->u's unless the caller lets go of it before. */
static struct kp_unit *run(struct views *all, const struct view *v, const char *text, size_t size,
                           const struct kp_wish *wishes, enum kp_pass last)
{
    struct kp_unit *u = all->u, *to;
    struct kp_options *o = kp_new(u->arena, struct kp_options);

    *o = *v->options;
    if (wishes)
        o->wishes = wishes;
    to = kp_unit_new(o, u->rules);
    all->runs++;
    kp_pipeline_text(to, u->source.path, text, size, last);
    return to;
}

static struct kp_unit *keep_unit(struct views *all, struct kp_unit *u)
{
    kp_arena_adopt(all->u->arena, u->arena);
    return u;
}

static struct kp_unit *run_source(struct views *all, const struct view *v,
                                  const struct kp_wish *wishes, enum kp_pass last)
{
    return run(all, v, all->u->source.text, all->u->source.size, wishes, last);
}

static bool is_at(const struct kp_sym *s, uint32_t function)
{
    return s && s->decl && !s->decl->file && s->decl->span.begin == function;
}

/* Does the source launch or instantiate the function of the header at that offset? */
static bool is_launched(const struct view *v, const struct kp_sym *f)
{
    const struct kp_parse *p = &v->tree->parse;
    uint32_t at = f->decl->span.begin;

    if (!f->is_kernel && !f->is_template)
        return true; /* whoever calls it */
    for (size_t i = 0; i < p->launches.n; i++)
        if (is_at(p->launches.v[i].kernel, at))
            return true;
    for (size_t i = 0; i < p->instances.n; i++)
        if (is_at(p->instances.v[i].pattern, at))
            return true;
    return false;
}

static bool has_loop(const struct kp_node *n)
{
    if (n->kind == KP_FOR || n->kind == KP_WHILE || n->kind == KP_DO)
        return true;
    kp_each_child(c, n) if (has_loop(c)) return true;
    return false;
}

static unsigned count_launched(const struct view *v)
{
    unsigned n = 0;

    kp_each_child(f, v->tree->parse.root) n += f->kind == KP_FUNCTION && !f->file && f->sym &&
                                               (f->sym->is_kernel || f->sym->is_template) &&
                                               is_launched(v, f->sym) && has_loop(f);
    return n;
}

/* What a loop is reported in: its own function may be one of a text that was made of the header. */
static const struct kp_sym *function_of(const struct kp_loop *l)
{
    return kp_function_around(l->node)->sym;
}

/* ---- the sources ------------------------------------------------------------------------------
 */

static bool does_not_include(const struct kp_unit *tree)
{
    return tree->parse.not_from && kp_starts_with(tree->parse.not_from, "does not");
}

/* Lists the source, unless what is parsed shows that it does not include the file. */
static void look(struct views *all, const struct kp_includer *from, enum kp_pass last)
{
    struct kp_options *o = kp_new(all->u->arena, struct kp_options);
    struct view v = {.path = from->path, .options = o};

    *o = *all->u->options;
    o->from = from;
    o->flags = from->flags;
    v.tree = run_source(all, &v, NULL, last);
    if (!v.tree->error && does_not_include(v.tree)) {
        kp_unit_free(v.tree);
        return;
    }
    keep_unit(all, v.tree);
    v.launched = v.tree->error ? 0 : count_launched(&v);
    kp_push(all->u->arena, &all->list, v);
}

/* Whatever other sources see, no loop comes out otherwise: each has nothing to pipeline, or is
 * refused where its function is launched. */
static bool is_settled(const struct view *v, const struct kp_unit *u)
{
    for (size_t i = 0; i < u->loops.n; i++) {
        const struct kp_loop *l = u->loops.v[i];
        bool has_tiles = !l->refusals.n || l->refusals.v[0].code != KP_CODE_KP101;

        if (l->widened || kp_is_pipelined(l) ||
            (l->outcome == KP_REFUSED && has_tiles && !is_launched(v, function_of(l))))
            return false;
    }
    return !u->error && !u->parse.not_from;
}

/* The nearest one with all passes; where it leaves nothing open, no other. */
static void look_at_all(struct views *all)
{
    const struct kp_includers *in = all->u->options->includers;

    for (size_t i = 0; i < in->n; i++) {
        bool is_first = !all->list.n;

        look(all, &in->v[i], is_first ? all->last : KP_PASS_PARSE);
        if (is_first && all->last == KP_PASS_EMIT && all->list.n &&
            is_settled(&all->list.v[0], all->list.v[0].tree))
            return;
    }
}

/* What keeps all loops from being judged; NULL: nothing. */
static const char *obstacle(const struct views *all)
{
    struct kp_arena *a = all->u->arena;

    if (all->u->options->includers->too_many)
        return kp_sprintf(a, "more than %zu sources include the header: --from says which count",
                          all->u->options->includers->n);
    for (size_t i = 0; i < all->list.n; i++) {
        const struct view *v = &all->list.v[i];

        if (v->tree->error)
            return kp_sprintf(a, "the header cannot be seen from '%s': %s", v->path,
                              v->tree->error);
        if (v->tree->parse.not_from)
            return kp_sprintf(a, "'%s' %s", v->path, v->tree->parse.not_from);
    }
    return NULL;
}

/* ---- what they make of it ---------------------------------------------------------------------
 */

static bool is_same_loop(const struct kp_loop *a, const struct kp_loop *b)
{
    return a->node->span.begin == b->node->span.begin &&
           function_of(a)->decl->span.begin == function_of(b)->decl->span.begin;
}

static bool has_same_loops(const struct kp_unit *a, const struct kp_unit *b)
{
    for (size_t i = 0; i < a->loops.n && i < b->loops.n; i++)
        if (!is_same_loop(a->loops.v[i], b->loops.v[i]))
            return false;
    return a->loops.n == b->loops.n;
}

static bool is_same_output(const struct kp_unit *a, const struct kp_unit *b)
{
    return a->output_size == b->output_size && !memcmp(a->output, b->output, a->output_size);
}

/* The first line in which the texts differ, as it stands in `a`. */
static const char *other_line(struct kp_arena *arena, const struct kp_unit *a,
                              const struct kp_unit *b)
{
    size_t at = 0, begin, n;

    while (at < a->output_size && at < b->output_size && a->output[at] == b->output[at])
        at++;
    for (begin = at; begin && a->output[begin - 1] != '\n';)
        begin--;
    begin += strspn(a->output + begin, " \t");
    n = strcspn(a->output + begin, "\r\n");
    return kp_strndup(arena, a->output + begin, n < 80 ? n : 80);
}

static bool is_of(const struct kp_loop *l, const struct kp_sym *f)
{
    return function_of(l)->decl->span.begin == f->decl->span.begin;
}

static const char *reason_of(const struct kp_loop *l)
{
    return l->refusals.n ? l->refusals.v[0].reason : "it has nothing to pipeline";
}

static const char *other_loops(const struct views *all, const struct view *a, const struct view *b)
{
    return kp_sprintf(all->u->arena, "'%s' and '%s' see other loops in the header", a->path,
                      b->path);
}

/* What the function becomes in both views; NULL: the same. */
static const char *difference(struct views *all, const struct kp_sym *f, const struct view *w,
                              const struct view *v, const struct kp_unit *a,
                              const struct kp_unit *b)
{
    struct kp_arena *arena = all->u->arena;

    for (size_t i = 0; i < a->loops.n; i++) {
        const struct kp_loop *x = a->loops.v[i], *y = b->loops.v[i];
        bool here = kp_is_pipelined(x);

        if (is_of(x, f) && here != kp_is_pipelined(y))
            return kp_sprintf(arena,
                              "as '%s' includes the header the loop could be pipelined, as '%s' "
                              "does it could not: %s",
                              here ? w->path : v->path, here ? v->path : w->path,
                              reason_of(here ? y : x));
    }
    if (is_same_output(a, b))
        return NULL;
    return kp_sprintf(arena, "'%s' and '%s' include the header with other meanings: `%s` and `%s`",
                      w->path, v->path, other_line(arena, a, b), other_line(arena, b, a));
}

/* ---- refusing ---------------------------------------------------------------------------------
 */

/* Before the unit of all->first is made again. */
static void keep(struct views *all, const struct kp_sym *f, const char *why)
{
    const struct kp_unit *u = all->made;

    for (size_t i = 0; i < u->loops.n; i++)
        if ((!f || is_of(u->loops.v[i], f)) && !all->why[i]) {
            all->why[i] = why;
            all->wishes[i].leave = why;
            all->any_refused = true;
        }
}

static void say_why(const struct views *all, struct kp_unit *u)
{
    for (size_t i = 0; i < u->loops.n; i++) {
        struct kp_loop *l = u->loops.v[i];

        if (!all->why[i] || l->outcome != KP_REFUSED || !l->refusals.n ||
            l->refusals.v[0].code != KP_CODE_KP506)
            continue;
        l->refusals.n = 0;
        kp_refuse(u, l, KP_CODE_KP611, NULL, all->why[i]);
    }
}

/* ---- do they agree? ---------------------------------------------------------------------------
 */

static bool any_launches(const struct views *all, const struct kp_sym *f)
{
    for (size_t i = 0; i < all->list.n; i++)
        if (is_launched(&all->list.v[i], f))
            return true;
    return false;
}

/* Its word on the function counts. */
static bool has_a_say(const struct views *all, const struct view *v, const struct kp_sym *f)
{
    return !any_launches(all, f) || is_launched(v, f);
}

/* The first source, where it has a say, else one that has. */
static struct view *decider(const struct views *all, const struct kp_sym *f)
{
    for (size_t i = 0; i < all->list.n && !has_a_say(all, all->first, f); i++)
        if (has_a_say(all, &all->list.v[i], f))
            return &all->list.v[i];
    return all->first;
}

static struct kp_wish *wishes_for(struct views *all, const struct kp_sym *f)
{
    size_t n = all->made->loops.n;
    struct kp_wish *wishes = kp_new_array(all->u->arena, struct kp_wish, n + 1);

    for (size_t i = 0; i < n; i++) {
        wishes[i] = all->wishes[i];
        if (!is_of(all->made->loops.v[i], f))
            wishes[i].leave = "another function is looked at";
    }
    return wishes;
}

/* The function alone, as each source sees it. */
static const char *disagreement(struct views *all, const struct kp_sym *f)
{
    struct kp_wish *wishes = wishes_for(all, f);
    struct view *by = decider(all, f);
    struct kp_unit *first = keep_unit(all, run_source(all, by, wishes, KP_PASS_EMIT));

    for (size_t i = 0; i < all->list.n; i++) {
        struct view *v = &all->list.v[i];
        const char *why;
        struct kp_unit *other;

        if (v == by || !has_a_say(all, v, f))
            continue;
        if (all->runs >= MOST_RUNS)
            return "too many sources would have to agree: --from says which count";
        other = run_source(all, v, wishes, KP_PASS_EMIT);
        why = first->error || other->error || !has_same_loops(first, other)
                  ? other_loops(all, by, v)
                  : difference(all, f, by, v, first, other);
        kp_unit_free(other);
        if (why)
            return why;
    }
    if (by != all->first) {
        if (first->error || !has_same_loops(first, all->made))
            return other_loops(all, by, all->first);
        kp_push(all->u->arena, &all->elsewhere, ((struct elsewhere){f, first}));
    }
    return NULL;
}

static void compare_functions(struct views *all)
{
    const struct kp_unit *u = all->made;

    for (size_t i = 0; i < u->loops.n; i++) {
        const struct kp_sym *f = function_of(u->loops.v[i]);
        const char *why;

        if ((i && is_of(u->loops.v[i - 1], f)) || all->why[i])
            continue;
        if ((why = disagreement(all, f)))
            keep(all, f, why);
    }
}

/* False where a function has to be looked at by itself. */
static bool compare_all(struct views *all)
{
    const struct kp_unit *u = all->made;
    bool same = true;

    for (size_t k = 0; k < u->loops.n; k++)
        same &= decider(all, function_of(u->loops.v[k])) == all->first;
    for (size_t i = 0; i < all->list.n; i++) {
        struct view *v = &all->list.v[i];
        bool counts = false, comparable;
        struct kp_unit *other;

        for (size_t k = 0; k < u->loops.n; k++)
            counts |= has_a_say(all, v, function_of(u->loops.v[k]));
        if (v == all->first || !counts)
            continue;
        other = run_source(all, v, all->wishes, KP_PASS_EMIT);
        comparable = !other->error && has_same_loops(u, other);
        same &= comparable && is_same_output(u, other);
        kp_unit_free(other);
        if (!comparable) {
            keep(all, NULL, other_loops(all, all->first, v));
            return true;
        }
    }
    return same;
}

/* ---- does it compile? -------------------------------------------------------------------------
 */

static const struct kp_parse_error *new_error(const struct kp_parse *was, const struct kp_parse *is)
{
    if (is->errors.n <= was->errors.n)
        return NULL;
    for (size_t i = 0; i < is->errors.n; i++) {
        bool known = false;

        for (size_t k = 0; k < was->errors.n; k++)
            known |= kp_streq(was->errors.v[k].text, is->errors.v[i].text);
        if (!known)
            return &is->errors.v[i];
    }
    return &is->errors.v[0];
}

/* The function of the header in whose text the output has the error, as the first view knows it. */
static const struct kp_sym *function_at(const struct views *all, const struct kp_unit *tree,
                                        const struct kp_parse_error *e)
{
    const struct kp_unit *u = all->made;

    kp_each_child(f, tree->parse.root) if (f->kind == KP_FUNCTION && !f->file && !e->file &&
                                           f->span.begin <= e->offset && e->offset < f->span.end)
    {
        for (size_t i = 0; i < u->loops.n; i++)
            if (f->sym && kp_streq(function_of(u->loops.v[i])->name, f->sym->name))
                return function_of(u->loops.v[i]);
    }
    return NULL;
}

/* False when a function was refused. */
static bool compiles(struct views *all, const struct kp_unit *out)
{
    for (size_t i = 0; i < all->list.n; i++) {
        struct view *v = &all->list.v[i];
        struct kp_unit *tree = run(all, v, out->output, out->output_size, NULL, KP_PASS_PARSE);
        const struct kp_parse_error *e =
            tree->error ? NULL : new_error(&v->tree->parse, &tree->parse);
        bool same;

        if (e || tree->error)
            keep(all, e ? function_at(all, tree, e) : NULL,
                 kp_sprintf(all->u->arena,
                            "the result would not compile in '%s', which includes it: %s", v->path,
                            e ? e->text : tree->error));
        same = !e && !tree->error;
        kp_unit_free(tree);
        if (!same)
            return false;
    }
    return true;
}

static bool is_changed(const struct kp_unit *u)
{
    return u->output_size != u->source.size || memcmp(u->output, u->source.text, u->output_size);
}

/* ---- all --------------------------------------------------------------------------------------
 */

static void choose_first(struct views *all)
{
    all->first = &all->list.v[0];
    for (size_t i = 1; i < all->list.n; i++)
        if (all->list.v[i].launched > all->first->launched)
            all->first = &all->list.v[i];
}

/* The loops of the function become those that another source has shown. */
static void take_loops(struct kp_unit *u, const struct elsewhere *e)
{
    for (size_t i = 0; i < u->loops.n; i++) {
        struct kp_loop *from = e->made->loops.v[i], *to = u->loops.v[i];

        if (!is_of(to, e->function))
            continue;
        if (!kp_is_pipelined(from)) { /* its places may be in files that this source lacks */
            to->outcome = from->outcome;
            to->refusals.n = 0;
            if (from->refusals.n) {
                struct kp_refusal *r = kp_refuse(u, to, from->refusals.v[0].code, NULL, NULL);

                r->reason = from->refusals.v[0].reason;
            }
            continue;
        }
        from->line = to->line;
        from->end_line = to->end_line;
        from->node = to->node;
        u->loops.v[i] = from;
    }
}

/* What the other source has made of its function, beside what is there. */
static bool merge(struct kp_unit *u, const struct elsewhere *e)
{
    const char *text[] = {u->output, u->source.text, e->made->output};
    const size_t size[] = {u->output_size, u->source.size, e->made->output_size};
    struct kp_process p = {.status = -1};
    const char *argv[] = {"diff3", "-E", "-a", "-m", NULL, NULL, NULL, NULL};
    int fd[3];
    bool ok = true;

    for (int i = 0; i < 3; i++) {
        fd[i] = kp_memory_file(text[i], size[i]);
        argv[4 + i] = kp_sprintf(u->arena, "/dev/fd/%d", fd[i]);
        ok &= fd[i] >= 0;
    }
    if (ok)
        p = kp_run_program(u->arena, argv);
    for (int i = 0; i < 3; i++)
        if (fd[i] >= 0)
            close(fd[i]);
    if (p.status != 0)
        return false;
    u->output = p.out;
    u->output_size = p.out_size;
    take_loops(u, e);
    return true;
}

static bool is_kept(const struct views *all, const struct kp_sym *f)
{
    const struct kp_unit *u = all->made;

    for (size_t i = 0; i < u->loops.n; i++)
        if (is_of(u->loops.v[i], f) && all->why[i])
            return true;
    return false;
}

/* The passes for the first source again, with what is refused. */
static struct kp_unit *make_again(struct views *all)
{
    struct kp_unit *u;
    size_t n = all->made->loops.n;
    struct kp_wish *wishes = kp_new_array(all->u->arena, struct kp_wish, n + 1);

    memcpy(wishes, all->wishes, n * sizeof *wishes);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < all->elsewhere.n; k++)
            if (is_of(all->made->loops.v[i], all->elsewhere.v[k].function))
                wishes[i].leave = "another source launches it";
    u = keep_unit(all, run_source(all, all->first, wishes, KP_PASS_EMIT));
    if (u->error || u->self_check_failed)
        return u;
    for (size_t k = 0; k < all->elsewhere.n; k++)
        if (!is_kept(all, all->elsewhere.v[k].function) && !merge(u, &all->elsewhere.v[k]))
            keep(all, all->elsewhere.v[k].function,
                 "what the sources that launch it make of it cannot be joined with the rest");
    say_why(all, u);
    return u;
}

static struct kp_unit *agree(struct views *all, const char *why)
{
    struct kp_unit *u = all->made;
    size_t n = u->loops.n;

    all->wishes = kp_new_array(u->arena, struct kp_wish, n + 1);
    all->why = kp_new_array(u->arena, const char *, n + 1);
    for (size_t i = 0; i < n; i++)
        all->wishes[i] = kp_wish_of(u->options, i);
    if (why)
        keep(all, NULL, why);
    else if (all->list.n > 1 && !is_settled(all->first, u) && !compare_all(all))
        compare_functions(all);
    if (all->any_refused || all->elsewhere.n)
        u = make_again(all);
    for (size_t tries = 0;
         tries <= n && !u->error && !u->self_check_failed && is_changed(u) && !compiles(all, u);
         tries++) {
        if (tries + 1 >= n)
            keep(all, NULL, "the result would not compile in the sources that include it");
        u = make_again(all);
    }
    return u;
}

static void add_reads(const struct views *all, struct kp_unit *u)
{
    struct kp_texts reads = {0};

    for (size_t i = 0; i < all->list.n; i++) {
        const struct kp_parse *p = &all->list.v[i].tree->parse;

        kp_add_text(u->arena, &reads, all->list.v[i].path);
        for (size_t k = 0; k < p->reads.n; k++)
            kp_add_text(u->arena, &reads, p->reads.v[k]);
    }
    u->parse.reads.n = 0;
    for (size_t i = 0; i < reads.n; i++)
        kp_push(u->arena, &u->parse.reads, reads.v[i]);
}

bool kp_pipeline_from(struct kp_unit *u, enum kp_pass last)
{
    struct views all = {.u = u, .last = last};
    const char *why;
    struct kp_unit *made;
    struct kp_arena *arena = u->arena;

    look_at_all(&all);
    if (!all.list.n) {
        struct kp_options *o = kp_new(u->arena, struct kp_options);

        *o = *u->options;
        o->includers = NULL;
        u->options = o;
        return kp_pipeline_text(u, u->source.path, u->source.text, u->source.size, last);
    }
    choose_first(&all);
    why = last == KP_PASS_EMIT && is_settled(&all.list.v[0], all.list.v[0].tree) ? NULL
                                                                                 : obstacle(&all);
    if (why) {
        struct kp_options *o = kp_new(u->arena, struct kp_options);

        *o = *all.first->options;
        o->leave = why;
        all.first->options = o;
    }
    made = all.first != &all.list.v[0] || why
               ? keep_unit(&all, run_source(&all, all.first, NULL, last))
               : all.first->tree;
    all.made = made;
    if (last == KP_PASS_EMIT && !made->error && !made->self_check_failed)
        made = agree(&all, why);
    *u = *made;
    u->arena = arena;
    add_reads(&all, u);
    return !u->error && !u->self_check_failed;
}
