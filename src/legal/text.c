/* Rules about the text: what was not seen, and what could not be changed where it stands. */
#include "front/build_gives.h"
#include "front/command_hidden.h"
#include "front/lex.h"
#include "legal/legal.h"
#include "model/brought.h"
#include "model/builds.h"
#include "model/launched.h"
#include "model/named.h"
#include "model/own_text.h"
#include "model/spelled.h"
#include "model/unread.h"

/* A precompiled header may define anything, and so may an option for a part of the compiler. */
void kp_legal_hidden_text(struct kp_judge *j)
{
    const char *hidden = kp_hidden_in(j->u->arena, j->u->options->flags);

    if (hidden)
        kp_refuse(j->u, j->l, KP_CODE_KP614, NULL, hidden);
}

/* NULL: the code's own. An instance shows a class, not what the template calls a member of one. */
static const char *hint_of(const struct kp_hole *h)
{
    if (h->is_of_instance)
        return "use or instantiate the template in this file, or name a source that does by "
               "--from, if this is a header";
    if (kp_streq(h->text, "an instance that is not visible"))
        return kp_hint_for_instances;
    if (kp_ends_with(h->text, "cannot be 'extern'"))
        return "without -rdc nvcc takes it for an array of the block's own: write it without "
               "extern, or without a size, if the launch gives it";
    return NULL;
}

static void refuse_hole(struct kp_judge *j, enum kp_code code, const struct kp_hole *h)
{
    struct kp_node at = {.kind = KP_NONE, .file = h->file, .span = {h->offset, h->offset + 1}};

    kp_refuse(j->u, j->l, code, &at, h->text)->hint = hint_of(h);
}

static void judge_instances(struct kp_judge *j)
{
    for (size_t i = 0; i < j->u->parse.holes_of_instances.n; i++) {
        const struct kp_hole *h = &j->u->parse.holes_of_instances.v[i];

        if (h->function == j->f->sym && !kp_can_rest_on_instances(j->f)) {
            refuse_hole(j, KP_CODE_KP609, h);
            return;
        }
    }
}

void kp_legal_parsed(struct kp_judge *j)
{
    static const enum kp_code code[] = {[KP_HOLE_ERROR] = KP_CODE_KP603,
                                        [KP_HOLE_UNSEEN] = KP_CODE_KP604,
                                        [KP_HOLE_UNKNOWN] = KP_CODE_KP609,
                                        [KP_HOLE_CLOSURE] = KP_CODE_KP609};

    if (j->u->parse.includes_itself) {
        kp_refuse(j->u, j->l, KP_CODE_KP609, NULL,
                  "a file that includes itself, perhaps with different meanings")
            ->hint = "put the text into a header of its own";
        return;
    }
    if (j->u->parse.not_cudas) {
        kp_refuse(j->u, j->l, KP_CODE_KP609, NULL, j->u->parse.not_cudas)->hint =
            "give it another name";
        return;
    }
    for (size_t i = 0; i < j->u->parse.holes.n; i++) {
        const struct kp_hole *h = &j->u->parse.holes.v[i];

        if (h->function == j->f->sym) {
            refuse_hole(j, code[h->kind], h);
            return;
        }
    }
    judge_instances(j);
}

/* The loop of the text that this one was made of: what was judged there is not judged again. */
static const struct kp_loop *outer_loop(const struct kp_judge *j)
{
    const struct kp_unit *outer = j->u->outer;

    for (size_t i = 0; outer && outer->loops.n == j->u->loops.n && i < outer->loops.n; i++)
        if (j->u->loops.v[i] == j->l)
            return outer->loops.v[i];
    return NULL;
}

static bool has_refusal(const struct kp_loop *l, enum kp_code code)
{
    for (size_t i = 0; i < l->refusals.n; i++)
        if (l->refusals.v[i].code == code)
            return true;
    return false;
}

/* The first group that matters, in the function itself if there is one. */
static struct kp_span first_group(const struct kp_judge *j, const struct kp_builds *b)
{
    struct kp_span f = j->f->decl->span, at = {f.begin, f.begin};

    for (size_t i = b->matter.n; i-- > 0;) {
        const struct kp_branch_group *g = &b->groups.list.v[b->matter.v[i]];
        bool found = at.begin > f.begin && at.begin < f.end;

        if (g->fixed < 0 && (!found || kp_spans_overlap(g->lines.v[0], f)))
            at = g->lines.v[0];
    }
    return at;
}

/* An #include of which not all is found, for which one of the groups counts or cannot be asked for.
 */
static const struct kp_node *lost_header(const struct kp_judge *j, const struct kp_builds *b)
{
    if (!kp_keeps_unread(j->u))
        return NULL;
    for (size_t i = 0; i < b->matter.n; i++)
        if (kp_brought_by(j->u, 0, b->matter.v[i])->lost)
            return kp_brought_by(j->u, 0, b->matter.v[i])->lost;
    return b->elsewhere ? kp_lost_header(j->u) : NULL;
}

void kp_legal_conditional_text(struct kp_judge *j)
{
    const struct kp_loop *outer = outer_loop(j);
    struct kp_builds builds;
    struct kp_node at = {.kind = KP_NONE};
    struct kp_refusal *r;

    for (size_t i = 0; i < j->u->branches_seen.n; i++)
        if (j->u->branches_seen.v[i] == j->f->decl->span.begin)
            return;
    if (outer && !has_refusal(outer, KP_CODE_KP602))
        return;
    kp_builds_of(j->u, j->f->sym, &builds);
    if (!kp_has_builds(&builds))
        return;
    if (builds.elsewhere)
        at = *builds.elsewhere;
    else
        at.span = first_group(j, &builds);
    r = kp_refuse(j->u, j->l, KP_CODE_KP602, &at, NULL);
    if (builds.elsewhere && !builds.matter.n)
        r->hint = "`kpipe cc` rewrites for one command line, whose branches are the only ones; or "
                  "make all branches equivalent for the loop";
    if (lost_header(j, &builds))
        kp_refusal_note(j->u, r, lost_header(j, &builds),
                        "what another build includes here is not all found, and may define "
                        "anything: pass the missing folder with -I");
}

/* By tokens, what may a file declare that its words do not show? */
void kp_legal_names_in_sight(struct kp_judge *j)
{
    const char *opens = kp_macro_that_opens(j->u), *hidden = kp_hidden_words_in(j->u);

    if (hidden) /* words of the text are compared with names */
        kp_refuse(j->u, j->l, KP_CODE_KP609, NULL, hidden)->hint =
            "write it as every compiler reads it, in one line and in its own characters";
    else if (opens)
        kp_refuse(j->u, j->l, KP_CODE_KP609, NULL,
                  kp_sprintf(j->u->arena, "'%s', a macro that begins a scope", opens))
            ->hint = "write `namespace` or `extern \"C\"` where the brace is";
}

void kp_legal_undefined_names(struct kp_judge *j)
{
    const char *name = kp_undeclared_name(j->u, j->f->sym);
    struct kp_build_gives by;
    struct kp_refusal *r;

    if (!name)
        return;
    r = kp_refuse(j->u, j->l, KP_CODE_KP607, NULL, name);
    by = kp_build_gives(j->u, name);
    if (by.path)
        r->hint =
            kp_sprintf(j->u->arena, "pass the build's -D: %s:%u has %s", by.path, by.line, by.word);
}

void kp_refuse_macro(struct kp_judge *j, const struct kp_node *n)
{
    kp_refuse(j->u, j->l, KP_CODE_KP601, n, kp_macro_name(j->u, n));
}

/* True if a statement that does nothing, and is none of the loop's, is of the same macro. */
static bool is_beside_nothing(const struct kp_node *n)
{
    if (n->from_macro && n->parent)
        kp_each_child(c, n->parent) if (c->kind == KP_NULL_STMT &&
                                        kp_spans_overlap(c->span, n->span)) return true;
    return false;
}

/* Two statements of one macro, somewhere in the load phase. */
static const struct kp_node *shared_inside(const struct kp_loop *l, const struct kp_node *n)
{
    const struct kp_node *found;

    if (kp_is_whole_copy(l, n))
        return NULL;
    if (n->kind == KP_IF && n->n_children > 3 &&
        kp_spans_overlap(kp_child(n, 2)->span, kp_child(n, 3)->span))
        return n; /* one branch may be of another part than the other */
    kp_each_child(c, n)
    {
        if (n->kind == KP_COMPOUND && c->next && kp_spans_overlap(c->span, c->next->span))
            return c;
        if ((found = shared_inside(l, c)))
            return found;
    }
    return NULL;
}

/* A statement's text must be its own: two statements of one macro cannot be told apart. */
static const struct kp_node *shared_text(const struct kp_loop *l)
{
    const struct kp_node *found;
    size_t next = 1;

    for (size_t i = 0; i < l->stmts.n; i++)
        if (l->stmts.v[i].in_load && is_beside_nothing(l->stmts.v[i].node))
            return l->stmts.v[i].node;
        else if (l->stmts.v[i].in_load && (found = shared_inside(l, l->stmts.v[i].node)))
            return found;
    while (next < l->stmts.n && l->stmts.v[next].node->file == 0 &&
           l->stmts.v[next - 1].node->span.end <= l->stmts.v[next].node->span.begin)
        next++;
    if (next >= l->stmts.n) /* one behind the other */
        return NULL;
    for (size_t i = 0; i < l->stmts.n; i++)
        for (size_t k = i + 1; k < l->stmts.n; k++)
            if (kp_spans_overlap(l->stmts.v[i].node->span, l->stmts.v[k].node->span) ||
                l->stmts.v[k].node->file != 0)
                return l->stmts.v[k].node;
    return NULL;
}

static bool is_of_macro(const struct kp_judge *j, const struct kp_node *n)
{
    return n->from_macro || (!n->file && kp_is_argument(j->u, n->span));
}

void kp_legal_editable_text(struct kp_judge *j)
{
    const struct kp_loop *l = j->l;
    const struct kp_node *init = kp_loop_init(l->node), *cond = kp_loop_condition(l->node),
                         *step = kp_loop_step(l->node), *bad = shared_text(l);

    if (!bad && l->node->from_macro)
        bad = l->node;
    if (!bad && kp_is_argument(j->u, l->node->span))
        bad = l->node;
    for (size_t i = 0; !bad && i < l->copies.n; i++)
        if (l->copies.v[i].form != KP_COPY_ASYNC && is_of_macro(j, l->copies.v[i].node))
            bad = l->copies.v[i].node;
    for (size_t i = 0; !bad && i < l->tiles.n; i++)
        if (l->tiles.v[i]->decl && is_of_macro(j, l->tiles.v[i]->decl))
            bad = l->tiles.v[i]->decl;
    /* Parts of the header are quoted one by one. */
    if (!bad && init && cond && kp_spans_overlap(init->span, cond->span))
        bad = init;
    if (!bad && step && cond && kp_spans_overlap(step->span, cond->span))
        bad = step;
    if (bad)
        kp_refuse_macro(j, bad);
}

/* True if the size can be changed where each launch in sight says it. */
static bool can_edit_launches(const struct kp_judge *j)
{
    for (size_t i = 0; i < j->u->parse.launches.n; i++) {
        const struct kp_launch *k = &j->u->parse.launches.v[i];
        struct kp_launch_config config;

        if (k->kernel == j->f->sym && k->node && k->smem && !kp_read_launch(j->u, k, &config))
            return false;
    }
    return true;
}

/* What helps where the file has no launch of the kernel. NULL: it has one. */
static const char *hint_for_launches(const struct kp_judge *j)
{
    if (!j->f->sym->is_kernel)
        return "put the loop into the kernel itself, whose launches ask for the memory";
    for (size_t i = 0; i < j->u->parse.launches.n; i++) {
        const struct kp_launch *k = &j->u->parse.launches.v[i];

        if (k->kernel == j->f->sym && k->node && !k->node->file)
            return k->node->from_macro ? "write the launch out that a macro makes" : NULL;
    }
    return kp_is_header(j->u)
               ? "compile the source that launches the kernel with `kpipe cc`, which changes both"
               : "launch the kernel in this file, or define it in a header and compile the source "
                 "that launches it with `kpipe cc`";
}

/* Doubling dynamic shared memory changes every launch: all of them must be in sight. */
void kp_legal_dynamic_launches(struct kp_judge *j)
{
    for (size_t i = 0; i < j->l->tiles.n; i++)
        if (j->l->tiles.v[i]->storage == KP_STORE_DYNAMIC && !kp_is_clone(j->u, j->f->sym) &&
            (kp_has_unseen_launches(j->u, j->f->sym) || !can_edit_launches(j))) {
            kp_only_one_buffer(j, j->l->tiles.v[i], KP_CODE_KP503, j->l->tiles.v[i]->decl,
                               j->f->sym->name);
            if (j->l->single_why.code == KP_CODE_KP503)
                j->l->single_why.hint = hint_for_launches(j);
        }
}

/* A walk over the splices of a loop, in their order: nothing is looked at twice. */
struct splices {
    const struct kp_judge *j;
    size_t first; /* no statement before it reaches further */
    /* the statement around the last splice; its tokens before `from` are behind; up to `known`,
     * what `is_comment` says holds */
    const struct kp_node *stmt;
    uint32_t from, known;
    bool is_comment;
};

/* True if a splice at `at` stands in a comment, and not in code. Tokens tell: a comment is between
 * two. */
static bool spliced_comment(struct splices *w, struct kp_span within, uint32_t at)
{
    const char *text = w->j->u->source.text;
    struct kp_token t = {0};

    if (at < w->known)
        return w->is_comment;
    for (;; w->from = t.end) {
        t = kp_lex(text, w->from, within.end);
        if (t.kind == KP_TOKEN_END || t.end > at)
            break;
    }
    w->is_comment = false;
    w->known = t.kind == KP_TOKEN_END ? within.end : t.begin > at ? t.begin : t.end;
    if (t.kind == KP_TOKEN_END || t.begin > at) /* what lies between two tokens */
        for (uint32_t i = w->from; i + 1 < w->known; i++)
            w->is_comment |= text[i] == '/' && (text[i + 1] == '/' || text[i + 1] == '*');
    return w->is_comment;
}

/* A statement of the compute phase moves as it stands, its line ends too. */
static bool moves_whole(struct splices *w, uint32_t at)
{
    const struct kp_loop *l = w->j->l;

    while (w->first < l->stmts.n && l->stmts.v[w->first].node->span.end <= at)
        w->first++;
    for (size_t i = w->first; i < l->stmts.n; i++) {
        const struct kp_stmt *s = &l->stmts.v[i];

        if (s->node->span.begin >= at || at >= s->node->span.end)
            continue;
        if (w->stmt != s->node)
            *w = (struct splices){w->j, w->first, s->node, s->node->span.begin, 0, false};
        return s->in_compute && !s->in_load && !spliced_comment(w, s->node->span, at);
    }
    return false;
}

/* Lines end with a newline, for all who read or edit them. A line that ends with a backslash: text
 * that is joined or moved would take it along, and what a spliced comment hides would become code.
 * Strings keep their lines. */
void kp_legal_whole_lines(struct kp_judge *j)
{
    const struct kp_span loop = j->l->node->span;
    const char *text = j->u->source.text;
    const uint32_t bare = j->u->source.bare_return;
    struct kp_token string = kp_lex_long_string(text, loop.begin, loop.end);
    struct splices walk = {.j = j};

    if (bare < j->u->source.size) {
        struct kp_node at = {.kind = KP_NONE, .span = {bare, bare + 1}};

        kp_refuse(j->u, j->l, KP_CODE_KP605, &at,
                  "a carriage return without a newline ends a line of this file");
        return;
    }

    for (uint32_t at = loop.begin; at + 1 < loop.end; at++) {
        struct kp_node here = {.kind = KP_NONE, .span = {at, at + 1}};

        if (!kp_lex_splice(text, at, loop.end) || moves_whole(&walk, at))
            continue;
        while (string.kind != KP_TOKEN_END && string.end <= at)
            string = kp_lex_long_string(text, string.end, loop.end);
        if (string.kind != KP_TOKEN_END && string.begin < at)
            continue;
        kp_refuse(j->u, j->l, KP_CODE_KP608, &here, NULL);
        return;
    }
}
