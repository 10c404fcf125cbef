/* Loops that cannot be divided as they are written, in other words: between two tokens a backslash
 * at a line's end says no more than a blank (KP608), and a comma between the halves of a statement
 * no more than a semicolon. placed.c puts elements in the place of calls that return them,
 * opened.c values in the place of calls of closures, continued.c makes an else of what stands
 * behind a continue, distributed.c writes one loop as two, headed.c a header that stands in the
 * body, skipped.c one that passes over iterations, awaited.c a barrier at the body's end for all
 * iterations. */
#include "emit/emit.h"
#include "emit/text.h"
#include "front/front.h"
#include "front/lex.h"
#include "front/tree.h"
#include "model/names.h"
#include "model/own_text.h"
#include "pipeline.h"
#include "texts/texts.h"

/* ---- lines that a backslash joins ---------------------------------------------------------- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* True if blanks are between the two tokens, other than at the ends of lines that a backslash joins
 * with the next: where there are none, `+` and `+` are one token. */
static bool is_separate(const char *text, uint32_t begin, uint32_t end)
{
    for (uint32_t i = begin; i < end; i++) {
        if (text[i] != '\\')
            return true;
        while (i + 1 < end && text[i] != '\n')
            i++;
    }
    return false;
}

/* Puts blanks in the place of backslashes between two tokens. Where a comment may go on behind one,
 * or tokens might not be joined without it, it stays. */
static void unsplice_gap(struct kp_unit *u, struct kp_patches *p, uint32_t begin, uint32_t end)
{
    const char *text = u->source.text;

    for (uint32_t i = begin; i < end; i++)
        if (text[i] != '\\' && !is_blank(text[i]))
            return;
    if (!is_separate(text, begin, end))
        return;
    for (uint32_t i = begin; i < end; i++)
        if (text[i] == '\\')
            kp_patch(u, p, i, i + 1, " ");
}

static void unsplice(struct kp_unit *u, struct kp_patches *p, struct kp_span loop)
{
    uint32_t at = loop.begin;

    for (struct kp_token t = kp_lex(u->source.text, at, loop.end); t.kind != KP_TOKEN_END;
         t = kp_lex(u->source.text, at, loop.end)) {
        unsplice_gap(u, p, at, t.begin);
        at = t.end;
    }
}

/* ---- commas that are statements ------------------------------------------------------------ */

/* Nothing in it makes an object that lives to the end of the whole expression, and no operator in
 * it is a function. */
static bool is_plain(const struct kp_node *n)
{
    const uint64_t plain = KP_BIT(KP_REF) | KP_BIT(KP_MEMBER) | KP_BIT(KP_INDEX) |
                           KP_BIT(KP_UNARY) | KP_BIT(KP_BINARY) | KP_BIT(KP_ASSIGN) |
                           KP_BIT(KP_COND) | KP_BIT(KP_CAST) | KP_BIT(KP_INT_LIT) |
                           KP_BIT(KP_FLOAT_LIT) | KP_BIT(KP_BOOL_LIT);
    bool is_ours = n->kind == KP_CALL && n->sym && n->sym->from_prelude;

    if ((!(KP_BIT(n->kind) & plain) && !is_ours) || n->is_place || n->is_dependent)
        return false;
    kp_each_child(c, n) if (!is_plain(c)) return false;
    return true;
}

/* `x, y` of numbers, with the comma directly behind x; END: it is something else. */
static struct kp_token comma_of(const struct kp_unit *u, const struct kp_node *n)
{
    struct kp_token none = {.kind = KP_TOKEN_END}, t;

    if (n->kind != KP_BINARY || n->op != KP_OP_COMMA || !is_plain(n) ||
        !kp_is_number(n->first->type) || !kp_is_number(n->last->type))
        return none;
    t = kp_lex_code(u->source.text, n->first->span.end, n->last->span.begin);
    return kp_token_is(u->source.text, t, ",") ? t : none;
}

static void part(struct kp_unit *u, struct kp_patches *p, const struct kp_node *n)
{
    const struct kp_node *x = n;
    uint32_t end = kp_stmt_end(u, n);
    struct kp_token t, semicolon = kp_lex_code(u->source.text, n->span.end, end);

    if (n->parent->kind != KP_COMPOUND || n->parent->from_macro || !kp_owns_text(u, n) ||
        kp_is_argument(u, (struct kp_span){n->span.begin, end}) || semicolon.end != end ||
        !kp_token_is(u->source.text, semicolon, ";"))
        return;
    for (; (t = comma_of(u, x)).kind != KP_TOKEN_END; x = x->first)
        kp_patch(u, p, t.begin, t.end, ";");
}

static void part_all(struct kp_unit *u, struct kp_patches *p, const struct kp_node *n)
{
    if (n->file || n->kind == KP_LAMBDA)
        return;
    if (n->kind == KP_BINARY && n->op == KP_OP_COMMA)
        part(u, p, n);
    else
        kp_each_child(c, n) part_all(u, p, c);
}

/* ---- the text ------------------------------------------------------------------------------ */

/* What is done to the text of all loops. */
struct spelling {
    struct kp_patches patches;
    struct kp_names *names; /* NULL: none were needed yet */
    struct kp_syms placed;  /* objects whose calls have been replaced, or cannot be */
    bool distributed, headed, says_values;
    struct kp_texts of_instances; /* templates of which only the visible instances are spelled */
};

static bool is_refused_for(const struct kp_loop *l, enum kp_code code)
{
    return l->outcome == KP_REFUSED && kp_is_refused_for(l, code);
}

/* What refuses a loop may be a store by a call, or a call that is inlined later (KP310) beside one.
 */
static bool may_place(const struct kp_loop *l)
{
    return l->outcome != KP_REFUSED || is_refused_for(l, KP_CODE_KP306) ||
           is_refused_for(l, KP_CODE_KP305) || is_refused_for(l, KP_CODE_KP310);
}

static void spell(struct kp_unit *u, const struct kp_loop *l, struct spelling *s)
{
    size_t n;

    if (may_place(l) && kp_place_elements(u, l, &s->placed, &s->patches, &s->of_instances)) {
        s->headed = s->says_values = true;
        return;
    }
    if (is_refused_for(l, KP_CODE_KP609) && kp_settle_closures(u, l->function, &s->patches)) {
        s->says_values = true;
        return;
    }
    if (is_refused_for(l, KP_CODE_KP304) && kp_open_closures(u, l, &s->patches)) {
        s->headed = s->says_values = true;
        return;
    }
    if (kp_join_early(u, l, &s->patches) ||
        (is_refused_for(l, KP_CODE_KP104) && kp_wait_always(u, l, &s->patches))) {
        s->headed = true;
        return;
    }
    if (is_refused_for(l, KP_CODE_KP106) || is_refused_for(l, KP_CODE_KP104)) {
        s->names = s->names ? s->names : kp_names_new(u);
        if (kp_skip_iterations(u, l, s->names, &s->patches)) {
            s->headed = true;
            return;
        }
    }
    if (is_refused_for(l, KP_CODE_KP104))
        return;
    if (is_refused_for(l, KP_CODE_KP608))
        unsplice(u, &s->patches, l->node->span);
    else
        part_all(u, &s->patches, l->node->last);
    s->headed |= kp_head_loop(u, l, &s->patches);
    s->headed |= kp_head_fills(u, l, &s->patches);
    n = s->patches.list.n;
    if (!u->is_distributed)
        kp_distribute_loops(u, l, &s->patches);
    s->distributed |= s->patches.list.n > n;
}

static struct kp_unit *respelled(struct kp_unit *u, bool *wanted, void *data, enum kp_pass last)
{
    struct kp_span all = {0, (uint32_t)u->source.size};
    struct spelling s = {0};
    struct kp_unit *v;
    const char *text;
    size_t n;

    (void)data;
    for (size_t i = 0; i < u->loops.n; i++) {
        n = s.patches.list.n;
        if (wanted[i])
            spell(u, u->loops.v[i], &s);
        wanted[i] = s.patches.list.n > n;
    }
    if (!s.patches.list.n)
        return NULL;
    text = kp_render(u, all, &s.patches);
    v = kp_unit_derive(u);
    v->is_distributed |= s.distributed;
    v->n_forms += s.headed || s.distributed;
    v->says_values |= s.says_values;
    kp_rest_on_instances(v, &s.of_instances);
    return kp_pipeline_derived(u, v, text, strlen(text), last) ? v : NULL;
}

/* Other words may be an answer to the refusal. Whatever else refuses the loop may hold for them,
 * too, or be for a test at run time: the text is taken only where the loop is pipelined. A step in
 * the body makes trips that differ between threads (KP107) where a header's does not. */
static bool is_for_words(enum kp_code code)
{
    return code == KP_CODE_KP608 || code == KP_CODE_KP305 || code == KP_CODE_KP304 ||
           code == KP_CODE_KP106 || code == KP_CODE_KP107 || code == KP_CODE_KP104 ||
           code == KP_CODE_KP306 || code == KP_CODE_KP609;
}

static bool is_refused_for_words(const struct kp_loop *l)
{
    for (size_t k = 0; k < l->refusals.n; k++)
        if (is_for_words(l->refusals.v[k].code))
            return true;
    return false;
}

static bool is_wanted(struct kp_unit *u, size_t i)
{
    const struct kp_loop *l = u->loops.v[i];
    struct kp_patches unused = {0};

    if (l->outcome != KP_REFUSED) /* such a loop fails kpipe's own check */
        return kp_head_fills(u, l, &unused) || kp_stores_by_calls(u, l) ||
               kp_join_early(u, l, &unused);
    return is_refused_for_words(l) ||
           (kp_is_refused_for(l, KP_CODE_KP310) && kp_stores_by_calls(u, l));
}

/* If it is refused for such a reason still, other words are left. */
static bool may_help(struct kp_unit *v, size_t i, void *data)
{
    struct spelling s = {0};

    (void)data;
    if (v->loops.v[i]->outcome != KP_REFUSED || !is_refused_for_words(v->loops.v[i]))
        return kp_may_be_helped(v->loops.v[i]);
    spell(v, v->loops.v[i], &s);
    return s.patches.list.n;
}

static bool helps(struct kp_unit *v, size_t i, void *data)
{
    (void)data;
    return kp_is_pipelined(v->loops.v[i]);
}

bool kp_try_respelled(struct kp_unit *u)
{
    return kp_try_wording(
        u, &(struct kp_wording){KP_WORDS_RESPELLED, is_wanted, respelled, may_help, helps, NULL});
}
