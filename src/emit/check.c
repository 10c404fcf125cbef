/* The self-check: looks at the edits and the output as text, without the code that made them.
 *
 * Of a loop that validation follows (validate/), what check_loop finds follows from that. It is for
 * the others, which are few, for versions that lack a half, and for branches of an #if that the
 * parser does not see. */
#include "emit/emit.h"
#include "model/loops.h"

struct tokens {
    const char *text;
    KP_VEC(struct kp_token) list;
};

static struct tokens tokens_of(struct kp_unit *u, const char *text, uint32_t begin, uint32_t end)
{
    struct tokens t = {.text = text};
    struct kp_token k = kp_lex_code(text, begin, end);

    for (; k.kind != KP_TOKEN_END; k = kp_lex_code(text, k.end, end))
        kp_push(u->arena, &t.list, k);
    return t;
}

static bool same_token(const struct tokens *a, size_t i, const struct tokens *b, size_t k)
{
    struct kp_token x = a->list.v[i], y = b->list.v[k];

    return x.end - x.begin == y.end - y.begin &&
           memcmp(a->text + x.begin, b->text + y.begin, x.end - x.begin) == 0;
}

static bool stands_at(const struct tokens *text, size_t at, const struct tokens *part)
{
    if (at + part->list.n > text->list.n)
        return false;
    for (size_t i = 0; i < part->list.n; i++)
        if (!same_token(text, at + i, part, i))
            return false;
    return true;
}

/* Places by the hash of the TELLING tokens that begin there. */
enum { TELLING = 8 };

struct places_by_start {
    size_t mask, *first, *next; /* a place + 1; 0: none */
};

static size_t hash_at(const struct tokens *t, size_t at)
{
    size_t h = 14695981039346656037u;

    for (size_t i = at; i < at + TELLING; i++) {
        for (uint32_t k = t->list.v[i].begin; k < t->list.v[i].end; k++)
            h = (h ^ (unsigned char)t->text[k]) * 1099511628211u;
        h = (h ^ ' ') * 1099511628211u;
    }
    return h ^ h >> 29;
}

static struct places_by_start places_of(struct kp_unit *u, const struct tokens *t)
{
    struct places_by_start p = {.mask = 1};

    while (p.mask < t->list.n)
        p.mask = 2 * p.mask + 1;
    p.first = kp_new_array(u->arena, size_t, p.mask + 1);
    p.next = kp_new_array(u->arena, size_t, t->list.n + 1);
    for (size_t at = 0; at + TELLING <= t->list.n; at++) {
        size_t *slot = &p.first[hash_at(t, at) & p.mask];

        p.next[at] = *slot;
        *slot = at + 1;
    }
    return p;
}

/* How often the part, of TELLING tokens at least, stands in the text. */
static size_t times(const struct tokens *text, const struct places_by_start *p,
                    const struct tokens *part)
{
    size_t n = 0;

    for (size_t at = p->first[hash_at(part, 0) & p->mask]; at; at = p->next[at - 1])
        n += stands_at(text, at - 1, part);
    return n;
}

static size_t count(const struct tokens *t, const char *word)
{
    size_t n = 0;

    for (size_t i = 0; i < t->list.n; i++)
        n += kp_token_is(t->text, t->list.v[i], word);
    return n;
}

/* ---- edits -------------------------------------------------------------------------------- */

static const char *check_order(const struct kp_unit *u)
{
    uint32_t at = u->source.bom;

    for (size_t i = 0; i < u->edits.n; i++) {
        struct kp_span s = u->edits.v[i].span;

        if (s.begin > s.end || s.end > u->source.size)
            return "an edit lies outside the file";
        if (s.begin < at)
            return "two edits overlap";
        at = s.end;
    }
    return NULL;
}

/* Text inside a preprocessor line is somebody else's, too. */
static const char *check_directives(const struct kp_unit *u)
{
    const char *s = u->source.text;
    struct kp_token t = kp_lex(s, u->source.bom, u->source.size);
    size_t first = 0; /* edits in front of it end in front of the line; they are in order */

    for (; t.kind != KP_TOKEN_END; t = kp_lex(s, t.end, u->source.size)) {
        if (t.kind != KP_TOKEN_DIRECTIVE)
            continue;
        while (first < u->edits.n && u->edits.v[first].span.end < t.begin)
            first++;
        for (size_t i = first; i < u->edits.n && u->edits.v[i].span.begin < t.end; i++) {
            struct kp_span e = u->edits.v[i].span;
            bool covers = e.begin <= t.begin && e.end >= t.end;

            if (e.begin < t.end && e.end > t.begin && !covers)
                return "an edit lies inside a preprocessor line";
            if (e.begin == e.end && e.begin > t.begin && e.begin < t.end)
                return "an edit lies inside a preprocessor line";
        }
    }
    return NULL;
}

/* Brackets match, and an operand may have been added to __launch_bounds__, but no attribute. */
static const char *check_balance(struct kp_unit *u)
{
    static const char *const brackets[] = {"(", ")", "[", "]", "{", "}"};
    struct tokens in = tokens_of(u, u->source.text, u->source.bom, u->source.size);
    struct tokens out = tokens_of(u, u->output, u->source.bom, (uint32_t)u->output_size);

    for (size_t i = 0; i < 6; i += 2)
        if (count(&in, brackets[i]) - count(&in, brackets[i + 1]) !=
            count(&out, brackets[i]) - count(&out, brackets[i + 1]))
            return "brackets do not match";
    return count(&in, "__launch_bounds__") == count(&out, "__launch_bounds__")
               ? NULL
               : "a __launch_bounds__ is missing or one too many";
}

/* ---- one loop ----------------------------------------------------------------------------- */

static const struct kp_edit *edit_of(const struct kp_unit *u, const struct kp_loop *l)
{
    for (size_t i = 0; i < u->edits.n; i++)
        if (u->edits.v[i].span.begin <= l->node->span.begin &&
            u->edits.v[i].span.end >= l->node->span.end)
            return &u->edits.v[i];
    return NULL;
}

static struct tokens stmt_tokens(struct kp_unit *u, const struct kp_stmt *s)
{
    return tokens_of(u, u->source.text, s->node->span.begin, kp_stmt_end(u, s->node));
}

static bool is_compute(const struct kp_loop *l, const struct kp_stmt *s)
{
    return (s->is_barrier ? !s->drop_barrier : s->in_compute) && !kp_is_hoisted(l, s->node);
}

/* Is it a name in a block of which nothing else is compute's? The block goes as a whole. */
static bool is_lonely_name(const struct kp_unit *u, const struct kp_loop *l,
                           const struct kp_stmt *s)
{
    const struct kp_node *block = s->node;

    if (!kp_declares_names_only(u, s->node))
        return false;
    while (block->parent && block->kind != KP_COMPOUND)
        block = block->parent;
    for (size_t i = 0; i < l->stmts.n; i++)
        if (is_compute(l, &l->stmts.v[i]) && kp_is_inside(l->stmts.v[i].node, block) &&
            !kp_declares_names_only(u, l->stmts.v[i].node))
            return false;
    return true;
}

/* Places in the text, each once. */
struct places {
    size_t *v, n;
};

static void add_place(struct places *p, size_t at)
{
    for (size_t i = 0; i < p->n; i++)
        if (p->v[i] == at)
            return;
    p->v[p->n++] = at;
}

/* What stands between statement `i` and the one in front of it, or the head of the body: braces,
 * pragmas, macros that stand for nothing. */
static struct tokens tokens_before(struct kp_unit *u, const struct kp_loop *l, size_t i)
{
    uint32_t begin = i ? kp_stmt_end(u, l->stmts.v[i - 1].node) : kp_loop_body(l->node)->span.begin,
             end = l->stmts.v[i].node->span.begin;

    return tokens_of(u, u->source.text, begin, end > begin ? end : begin);
}

/* Behind braces and empty statements, and what of `gap` is there, unless `t` stands in front of
 * them. */
static size_t skip_gap(const struct tokens *text, size_t at, const struct tokens *gap,
                       const struct tokens *t)
{
    size_t next = 0;

    for (; at < text->list.n && !stands_at(text, at, t); at++) {
        size_t k = next;

        if (kp_token_is(text->text, text->list.v[at], "{") ||
            kp_token_is(text->text, text->list.v[at], "}") ||
            kp_token_is(text->text, text->list.v[at], ";"))
            continue;
        while (k < gap->list.n && !same_token(text, at, gap, k))
            k++;
        if (k == gap->list.n)
            break;
        next = k + 1;
    }
    return at;
}

/* Do the compute statements stand from token `at` on, all of them, in order, with nothing between
 * them but what is between them in the input, braces, and statements of the slice? One of the slice
 * may read like one of compute: whether it is there or not, the rest has to follow. */
static bool compute_at(struct kp_unit *u, const struct kp_loop *l, const struct tokens *text,
                       size_t at)
{
    struct places now = {kp_new_array(u->arena, size_t, text->list.n + 1), 0};
    struct places next = {kp_new_array(u->arena, size_t, text->list.n + 1), 0}, last;

    add_place(&now, at);
    for (size_t i = 0; i < l->stmts.n && now.n; i++) {
        struct tokens t = stmt_tokens(u, &l->stmts.v[i]), gap = tokens_before(u, l, i);

        for (size_t k = 0; k < now.n; k++) {
            size_t here = skip_gap(text, now.v[k], &gap, &t);

            if (stands_at(text, here, &t))
                add_place(&next, here + t.list.n);
            if (!is_compute(l, &l->stmts.v[i]) || is_lonely_name(u, l, &l->stmts.v[i])) {
                add_place(&next, now.v[k]);
                add_place(&next, here);
            }
        }
        last = now;
        now = next;
        next = (struct places){last.v, 0};
    }
    return now.n > 0;
}

static const char *check_compute(struct kp_unit *u, const struct kp_loop *l,
                                 const struct tokens *text)
{
    const struct kp_stmt *first = NULL;
    struct tokens t;

    for (size_t i = 0; i < l->stmts.n && !first; i++)
        if (is_compute(l, &l->stmts.v[i]) && !is_lonely_name(u, l, &l->stmts.v[i]))
            first = &l->stmts.v[i];
    if (!first)
        return "the loop has no compute phase";
    t = stmt_tokens(u, first);
    for (size_t at = 0; at < text->list.n; at++)
        if (stands_at(text, at, &t) && compute_at(u, l, text, at))
            return NULL;
    return "the compute phase is not what it was";
}

/* How often the load phase has the text itself, which staging registers need in both of its halves.
 */
static size_t times_in_load(struct kp_unit *u, const struct kp_loop *l, const struct tokens *part)
{
    size_t n = 0;

    for (size_t i = 0; i < l->stmts.n; i++) {
        struct tokens t;

        if (!l->stmts.v[i].in_load)
            continue;
        t = stmt_tokens(u, &l->stmts.v[i]);
        for (size_t at = 0; at < t.list.n; at++)
            n += stands_at(&t, at, part);
    }
    return n;
}

/* What is compute's alone stands nowhere else: not in a lambda of the load phase, and not twice.
 * Statements of a few tokens (`k++;`) may be like something that the shape needs. */
static const char *check_once(struct kp_unit *u, const struct kp_loop *l, const struct tokens *text)
{
    const struct kp_span loop = l->node->span;
    struct tokens before = tokens_of(u, u->source.text, loop.begin, loop.end), last = {0};
    struct places_by_start was_at = places_of(u, &before), is_at = places_of(u, text);

    for (size_t i = 0; i < l->stmts.n; i++) {
        const struct kp_stmt *s = &l->stmts.v[i];
        struct tokens t;
        size_t was, is;

        if (!s->in_compute || s->in_load || s->is_barrier || kp_is_hoisted(l, s->node))
            continue;
        t = stmt_tokens(u, s);
        if (t.list.n < TELLING || (t.list.n == last.list.n && stands_at(&t, 0, &last)))
            continue;
        was = times(&before, &was_at, &t);
        is = times(text, &is_at, &t);
        if (is < was || (is > was && is > was + times_in_load(u, l, &t)))
            return "a statement of the compute phase stands where it does not belong";
        last = t;
    }
    return NULL;
}

/* A version to measure by lacks one half: is that half away, and nothing else? */
static const char *check_alone(struct kp_unit *u, const struct kp_loop *l,
                               const struct tokens *text)
{
    if (u->options->alone == KP_ALONE_COMPUTE)
        return check_compute(u, l, text);
    for (size_t i = 0; i < l->tiles.n; i++)
        if (!count(text, "volatile") || !count(text, l->tiles.v[i]->sym->name))
            return "a tile is not kept";
    return NULL;
}

/* How often the statements have the word that the user wrote and compute keeps. */
static size_t own_words(struct kp_unit *u, const struct kp_loop *l, const char *word)
{
    size_t n = 0;

    for (size_t i = 0; i < l->stmts.n; i++) {
        struct tokens t = stmt_tokens(u, &l->stmts.v[i]);

        if (is_compute(l, &l->stmts.v[i]))
            n += count(&t, word);
    }
    return n;
}

/* Does the output have as many of the word as were added to the user's own? What the user wrote
 * into the slice or the header may stand there more than once, or not at all. */
static bool adds(struct kp_unit *u, const struct kp_loop *l, const struct tokens *text,
                 const char *word, size_t added)
{
    struct tokens loop = tokens_of(u, u->source.text, l->node->span.begin, l->node->span.end);
    size_t own = own_words(u, l, word), is = count(text, word);
    bool is_elsewhere = count(&loop, word) > own;

    if (u->options->alone == KP_ALONE_LOAD)
        own = 0;
    return is_elsewhere ? is >= own + added : is == own + added;
}

static bool has_variant(const struct kp_loop *l, enum kp_variant v)
{
    for (size_t i = 0; i < l->tiles.n; i++)
        if (l->tiles.v[i]->variant == v)
            return true;
    return false;
}

static const char *check_synchronisation(struct kp_unit *u, const struct kp_loop *l,
                                         const struct tokens *text)
{
    bool ring = kp_is_ring(l->plan.shape), async = has_variant(l, KP_VARIANT_CP_ASYNC);
    bool single = has_variant(l, KP_VARIANT_SINGLE), guard = l->plan.static_guard;
    size_t barriers =
        own_words(u, l, "__syncthreads") + kp_has_leading_barrier(l) + l->closing_barrier;
    size_t waits = !async ? 0 : ring ? 1 : 2;
    enum kp_alone alone = u->options->alone;

    if (alone == KP_ALONE_LOAD)
        barriers -= own_words(u, l, "__syncthreads");
    if (alone == KP_ALONE_COMPUTE) {
        waits = async;
        barriers += ring ? 1 : 2;
    } else if (ring)
        barriers += 1u + guard;
    else /* prologue, main loop; before a store into the only buffer */
        barriers += 2u + (single || guard) + (single && guard && async);
    if (!adds(u, l, text, "__pipeline_commit", async))
        return "a commit is missing or one too many";
    if (!adds(u, l, text, "__pipeline_wait_prior", waits))
        return "a wait is missing or one too many";
    if (count(text, "__syncthreads") != barriers)
        return "a barrier is missing or one too many";
    return NULL;
}

/* Between the head of a lambda and the first mention of a staged tile stands its binding. */
static const char *check_bindings(struct kp_unit *u, const struct kp_loop *l,
                                  const struct tokens *text)
{
    struct tokens loop = tokens_of(u, u->source.text, l->node->span.begin, l->node->span.end);

    if (count(&loop, "always_inline")) /* lambdas of the user's, which see what is around them */
        return NULL;
    for (size_t i = 0; i < l->tiles.n; i++) {
        const char *name = l->tiles.v[i]->sym->name;
        bool bound = true; /* in front of the first lambda the name is the user's own */

        if (l->plan.single || l->tiles.v[i]->variant == KP_VARIANT_SINGLE)
            continue;
        for (size_t k = 1; k + 1 < text->list.n; k++) {
            bool member = kp_token_is(text->text, text->list.v[k - 1], ".") ||
                          kp_token_is(text->text, text->list.v[k - 1], "->");
            bool binds = kp_token_is(text->text, text->list.v[k + 1], "=") &&
                         (kp_token_is(text->text, text->list.v[k - 1], "&") ||
                          kp_token_is(text->text, text->list.v[k - 1], "auto"));

            if (kp_token_is(text->text, text->list.v[k], "always_inline"))
                bound = false;
            else if (!member && kp_token_is(text->text, text->list.v[k], name)) {
                if (!bound && !binds)
                    return "a tile is named where no stage is bound";
                bound = true;
            }
        }
    }
    return NULL;
}

/* Takes the user's own loop off the end of the text: it has to be there, token for token, in the
 * else of the flag, behind nothing but bindings of the first stage. */
static const char *check_version(struct kp_unit *u, const struct kp_version *v, struct tokens *text)
{
    static const char missing[] = "the loop as written is not what it was";
    struct tokens own = tokens_of(u, v->own, 0, (uint32_t)strlen(v->own));
    size_t at = text->list.n, begin;

    while (at > 0 && kp_token_is(text->text, text->list.v[at - 1], "}"))
        at--;
    for (size_t k = own.list.n; k > 0 && kp_token_is(own.text, own.list.v[k - 1], "}"); k--)
        at++; /* these are the loop's */
    if (at < own.list.n || at >= text->list.n || !stands_at(text, at - own.list.n, &own))
        return missing;
    for (begin = at - own.list.n; begin > 0; begin--)
        if (kp_token_is(text->text, text->list.v[begin - 1], "else"))
            break;
    if (begin < 2 || count(text, v->flag) != (v->is_declared ? 2 : 1) || !count(text, "else"))
        return missing;
    for (size_t k = begin + 1; k + 1 < at - own.list.n; k++)
        if (kp_token_is(text->text, text->list.v[k], "(") ||
            kp_token_is(text->text, text->list.v[k], "{"))
            return missing;
    text->list.n = begin - 1;
    return NULL;
}

static const char *check_loop(struct kp_unit *u, size_t i)
{
    const struct kp_loop *l = u->loops.v[i];
    const struct kp_edit *e = edit_of(u, l);
    struct tokens text;
    const char *why;

    if (!e)
        return "the loop was planned, but not rewritten";
    text = tokens_of(u, e->text, 0, (uint32_t)strlen(e->text));
    if (l->version && (why = check_version(u, l->version, &text)))
        return why;
    if (u->options->alone)
        why = check_alone(u, l, &text);
    else
        why = check_compute(u, l, &text);
    if (!why && !u->options->alone)
        why = check_once(u, l, &text);
    if (!why)
        why = check_synchronisation(u, l, &text);
    return why ? why : check_bindings(u, l, &text);
}

bool kp_check_emit(struct kp_unit *u, const char **why)
{
    *why = check_order(u);
    if (!*why)
        *why = check_directives(u);
    if (!*why)
        *why = check_balance(u);
    for (size_t i = 0; i < u->loops.n && !*why; i++)
        if (kp_is_pipelined(u->loops.v[i]))
            *why = check_loop(u, i);
    return !*why;
}
