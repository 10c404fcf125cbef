#define _GNU_SOURCE
#include "model/named.h"

#include <string.h>

#include "front/front.h"
#include "front/lex.h"
#include "front/place.h"
#include "model/steps.h"

/* Pieces are taken in rounds, in each in their order; one that is named by a piece behind it comes
 * in the next round. */
struct due {
    size_t round;
    struct kp_named piece;
};

/* The search: pieces that are named and not yet taken, as a heap. */
struct closing {
    struct kp_unit *u;
    enum kp_named_what what;
    struct kp_words *words;
    KP_VEC(struct due) heap;
    struct kp_map met;          /* pieces that are taken, or were in the heap */
    KP_VEC(struct due) waiting; /* they are named, and their namespaces, which are .. */
    struct kp_words awaited;    /* .. these, are not */
    bool has_come;              /* one of these now is */
    bool pastes;                /* a piece that is taken makes names of parts */
};

static bool is_sooner(const struct due *a, const struct due *b)
{
    return a->round != b->round ? a->round < b->round : a->piece.order < b->piece.order;
}

static void push(struct closing *c, struct due d)
{
    size_t i = c->heap.n, up;

    kp_push(c->u->arena, &c->heap, d);
    for (; i && is_sooner(&d, &c->heap.v[up = (i - 1) / 2]); i = up)
        c->heap.v[i] = c->heap.v[up];
    c->heap.v[i] = d;
}

static struct due pop(struct closing *c)
{
    struct due first = c->heap.v[0], last = c->heap.v[--c->heap.n];
    size_t i = 0, k;

    while ((k = 2 * i + 1) < c->heap.n) {
        k += k + 1 < c->heap.n && is_sooner(&c->heap.v[k + 1], &c->heap.v[k]);
        if (!is_sooner(&c->heap.v[k], &last))
            break;
        c->heap.v[i] = c->heap.v[k];
        i = k;
    }
    c->heap.v[i] = last;
    return first;
}

static void wait(struct closing *c, struct due d)
{
    struct kp_span s = d.piece.piece->space;

    kp_push(c->u->arena, &c->waiting, d);
    kp_words_add(c->u->arena, &c->awaited, d.piece.text + s.begin, s.end - s.begin);
}

/* `at`: the piece that names them; NULL: the words are those that the search begins with. */
static void add_due(struct closing *c, const struct kp_named_pieces *pieces, const struct due *at)
{
    for (size_t i = 0; i < pieces->n; i++) {
        struct due d = {.piece = pieces->v[i]};
        size_t *met;

        if (d.piece.piece->is_undef || (c->what == KP_NAMED_MACROS && !d.piece.piece->is_macro))
            continue;
        met = kp_map_at(c->u->arena, &c->met, d.piece.piece);
        if (*met)
            continue;
        *met = 1;
        if (at)
            d.round = at->round + (d.piece.order < at->piece.order);
        if (kp_is_in_reach(c->u, d.piece.text, d.piece.piece, c->words))
            push(c, d);
        else
            wait(c, d);
    }
}

/* What waited for its namespace may be in reach. */
static void look_at_waiting(struct closing *c, size_t round)
{
    size_t left = 0;

    for (size_t i = 0; i < c->waiting.n; i++) {
        struct due d = c->waiting.v[i];

        if (!kp_is_in_reach(c->u, d.piece.text, d.piece.piece, c->words)) {
            c->waiting.v[left++] = d;
            continue;
        }
        d.round = d.round > round ? d.round : round + 1;
        push(c, d);
    }
    c->waiting.n = left;
    c->has_come = false;
}

static void add_words(struct closing *c, const struct due *at)
{
    const char *text = at->piece.text;
    struct kp_span s = at->piece.piece->body;

    for (struct kp_token t = kp_lex_code(text, s.begin, s.end); t.kind != KP_TOKEN_END;
         t = kp_lex_code(text, t.end, s.end)) {
        const char *word = text + t.begin;
        size_t n = t.end - t.begin;

        if (kp_paste_at(text, t, s.end)) { /* it may make the name of any */
            kp_words_add(c->u->arena, c->words, KP_ANY_NAMESPACE, strlen(KP_ANY_NAMESPACE));
            c->has_come = c->pastes = true;
        }
        if (!kp_lex_is_word(text, t) || kp_words_have(c->words, word, n))
            continue;
        kp_words_add(c->u->arena, c->words, word, n);
        c->has_come |= kp_words_have(&c->awaited, word, n);
        add_due(c, kp_pieces_named(c->u, word, n), at);
    }
}

bool kp_has_paste(const struct kp_named *p)
{
    struct kp_span s = p->piece->body;

    for (struct kp_token t = kp_lex_code(p->text, s.begin, s.end); t.kind != KP_TOKEN_END;
         t = kp_lex_code(p->text, t.end, s.end))
        if (kp_paste_at(p->text, t, s.end))
            return true;
    return false;
}

/* What is named by a name that no text spells: false: no more than before. */
static bool add_pasted(struct closing *c, const struct due *at)
{
    struct kp_words made = {0};
    struct kp_named_pieces pieces = {0};

    if (c->pastes)
        kp_add_pasted_names(c->u, c->words, &made);
    for (size_t i = 0; i < made.size; i++)
        if (made.slots[i]) {
            kp_words_add(c->u->arena, c->words, made.slots[i], strlen(made.slots[i]));
            add_due(c, kp_pieces_named(c->u, made.slots[i], strlen(made.slots[i])), at);
        }
    if (c->what != KP_NAMED_MACROS)
        kp_pieces_pasted(c->u, c->words, &pieces);
    add_due(c, &pieces, at);
    return made.used || c->heap.n;
}

void kp_close_names(struct kp_unit *u, enum kp_named_what what, struct kp_words *words,
                    struct kp_named_pieces *out)
{
    struct closing c = {.u = u, .what = what, .words = words};
    struct due next = {0};

    for (size_t i = 0; i < out->n; i++) {
        *kp_map_at(u->arena, &c.met, out->v[i].piece) = 1;
        c.pastes = c.pastes || kp_has_paste(&out->v[i]);
    }
    for (size_t i = 0; i < words->size; i++)
        if (words->slots[i])
            add_due(&c, kp_pieces_named(u, words->slots[i], strlen(words->slots[i])), NULL);
    if (what == KP_NAMED_ALL)
        add_due(&c, kp_nameless_pieces(u), NULL);
    do {
        while (c.heap.n) {
            next = pop(&c);
            kp_push(u->arena, out, next.piece);
            add_words(&c, &next);
            if (c.has_come)
                look_at_waiting(&c, next.round);
        }
    } while (add_pasted(&c, &next));
}

static void find_words_of_includes(struct kp_unit *u, struct kp_words *words)
{
    for (size_t f = 0; f < u->parse.files.n; f++) {
        const struct kp_file *file = kp_place_file(u, f);
        struct kp_asked asked;

        for (uint32_t at = file->bom;
             file->text && kp_next_asked(file->text, file->size, &at, &asked);)
            if (!asked.quote)
                kp_words_of(u->arena, words, file->text, (struct kp_span){asked.begin - 1, at});
    }
}

void kp_words_of_includes(struct kp_unit *u, struct kp_words *words)
{
    const struct kp_words *all = u->words_of_includes;

    if (!all) {
        struct kp_words *found = kp_new(u->arena, struct kp_words);

        find_words_of_includes(u, found);
        u->words_of_includes = all = found;
    }
    for (size_t i = 0; i < all->size; i++)
        if (all->slots[i])
            kp_words_add(u->arena, words, all->slots[i], strlen(all->slots[i]));
}

/* True if an instance may have types that the text does not name. */
static bool has_open_types(const struct kp_unit *u, const struct kp_sym *function)
{
    static const char *const words[] = {"typename", "class", "auto", "decltype"};
    struct kp_span head;

    if (!function->decl || function->decl->file || !function->decl->last)
        return true;
    head = (struct kp_span){function->decl->span.begin, function->decl->last->span.begin};
    for (size_t i = 0; function->is_template && i < sizeof words / sizeof *words; i++)
        if (kp_lex_has(u->source.text, head.begin, head.end, words[i]))
            return true;
    return function->is_template &&
           memmem(u->source.text + head.begin, head.end - head.begin, "...", 3);
}

/* The namespaces that texts of the source are in. What an instance's types bring is in any. */
static void add_namespaces(struct kp_unit *u, const struct kp_sym *function,
                           const struct kp_spans *texts, struct kp_words *words)
{
    const struct kp_pieces *all = kp_pieces_of(u);

    /* the source may be included inside of one */
    kp_words_of(u->arena, words, function->qualified,
                (struct kp_span){0, (uint32_t)strlen(function->qualified)});
    if (has_open_types(u, function))
        kp_words_add(u->arena, words, KP_ANY_NAMESPACE, strlen(KP_ANY_NAMESPACE));
    for (size_t i = 0; i < all->list.n; i++) {
        const struct kp_piece *p = &all->list.v[i];

        for (size_t k = 0; k < texts->n && !p->is_macro && p->space.end; k++)
            if (kp_spans_overlap(p->span, texts->v[k]))
                kp_words_add(u->arena, words, u->source.text + p->space.begin,
                             p->space.end - p->space.begin);
    }
}

const struct kp_closed_names *kp_names_of(struct kp_unit *u, const struct kp_sym *function,
                                          enum kp_named_what what)
{
    size_t *known = kp_map_at(u->arena, &u->names_of[what], function);
    struct kp_closed_names *names;
    struct kp_spans texts = {0};

    if (*known)
        return u->closed_names.v[*known - 1];
    names = kp_new(u->arena, struct kp_closed_names);
    if (function->decl && !function->decl->file)
        kp_words_of(u->arena, &names->own, u->source.text, function->decl->span);
    kp_called_texts(u, function, &texts);
    for (size_t i = 0; i < texts.n; i++)
        kp_words_of(u->arena, &names->words, u->source.text, texts.v[i]);
    if (texts.n)
        add_namespaces(u, function, &texts, &names->words);
    if (what == KP_NAMED_ALL)
        kp_words_of_includes(u, &names->words);
    kp_close_names(u, what, &names->words, &names->pieces);
    kp_push(u->arena, &u->closed_names, names);
    *known = u->closed_names.n;
    return names;
}

/* ---- names that nothing declares ------------------------------------------------------------- */

/* The name in "use of undeclared identifier 'NAME'" when it looks like a macro; NULL for others. */
static const char *undeclared_in(struct kp_unit *u, const struct kp_parse_error *e)
{
    static const char words[] = "use of undeclared identifier '";
    const char *name = strstr(e->text, words), *end;
    bool letter = false;

    if (!name)
        return NULL;
    name += sizeof words - 1;
    for (end = name; *end && *end != '\''; end++) {
        letter |= *end >= 'A' && *end <= 'Z';
        if (*end >= 'a' && *end <= 'z')
            return NULL;
    }
    return letter ? kp_strndup(u->arena, name, (size_t)(end - name)) : NULL;
}

/* True if the place is in a function's body. A brace behind a parenthesis, or behind what may stand
 * there. */
static bool is_in_body(const char *text, uint32_t begin, uint32_t at)
{
    struct kp_token before = {0};

    for (struct kp_token t = kp_lex_code(text, begin, at); t.kind != KP_TOKEN_END;
         before = t, t = kp_lex_code(text, t.end, at))
        if (kp_token_is(text, t, "{") &&
            (kp_token_is(text, before, ")") || kp_token_is(text, before, "const") ||
             kp_token_is(text, before, "noexcept")) &&
            kp_lex_close(text, t.begin, at) == at)
            return true;
    return false;
}

/* True if the error has made something else of what the function names. Bodies are functions' own
 * matter, but where they make constants. */
static bool is_in_one(const struct kp_unit *u, const struct kp_named_pieces *taken,
                      const struct kp_parse_error *e)
{
    for (size_t i = 0; i < taken->n; i++) {
        struct kp_span s = taken->v[i].piece->span;
        const char *text = kp_place_file(u, e->file)->text;

        if (taken->v[i].file == e->file && e->offset >= s.begin && e->offset < s.end)
            return !is_in_body(text, s.begin, e->offset) ||
                   kp_lex_has(text, s.begin, e->offset, "constexpr");
    }
    return false;
}

/* Sizes, limits and types of the language, which are the same for every compiler of the target. */
static bool is_of_target(const char *name)
{
    static const char *const begins[] = {"__SIZEOF_", "__FLT_", "__DBL_", "__ORDER_", "__BYTE_O"};
    static const char *const ends[] = {"_MAX__", "_MIN__", "_WIDTH__", "_TYPE__", "_BIT__"};

    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (kp_starts_with(name, begins[i]))
            return true;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (kp_ends_with(name, ends[i]))
            return true;
    return false;
}

/* A macro of the compiler's own: the build's has another value for it than the parser's, or
 * several, as for `__CUDA_ARCH__`. The toolkit's version is the build's, and asserted. */
static bool is_of_compiler(const char *name)
{
    return kp_starts_with(name, "__") && !strstr(name, "_VER_") && !is_of_target(name);
}

const char *kp_undeclared_name(struct kp_unit *u, const struct kp_sym *function)
{
    const struct kp_closed_names *names;
    const char *name;

    if (!u->parse.of_compiler.n && !u->parse.guessed.n && !u->parse.errors.n)
        return NULL;
    names = kp_names_of(u, function, KP_NAMED_ALL);
    for (size_t i = 0; i < u->parse.of_compiler.n; i++)
        if (is_of_compiler(u->parse.of_compiler.v[i]) &&
            kp_words_have(&names->words, u->parse.of_compiler.v[i],
                          strlen(u->parse.of_compiler.v[i])))
            return u->parse.of_compiler.v[i];
    for (size_t i = 0; i < u->parse.guessed.n; i++)
        if (kp_words_have(&names->words, u->parse.guessed.v[i], strlen(u->parse.guessed.v[i])))
            return u->parse.guessed.v[i];
    for (size_t i = 0; i < u->parse.errors.n; i++)
        if ((name = undeclared_in(u, &u->parse.errors.v[i])) &&
            is_in_one(u, &names->pieces, &u->parse.errors.v[i]))
            return name;
    return NULL;
}
