#include "model/named.h"

#include "front/front.h"
#include "front/lex.h"
#include "front/place.h"
#include "model/loops.h"

static bool is_taken(const struct kp_named_pieces *taken, const struct kp_piece *p)
{
    for (size_t i = 0; i < taken->n; i++)
        if (taken->v[i].piece == p)
            return true;
    return false;
}

static bool is_named(const struct kp_words *words, const char *text, const struct kp_piece *p,
                     enum kp_named_what what)
{
    for (size_t i = 0; i < p->names.list.n; i++) {
        struct kp_span s = p->names.list.v[i];

        if (kp_words_have(words, text + s.begin, s.end - s.begin))
            return true;
    }
    /* it is used without its name */
    return what == KP_NAMED_ALL && (p->is_operator || kp_is_using_namespace(p, text));
}

/* True when there was something new. */
static bool take_from(struct kp_unit *u, size_t file, enum kp_named_what what,
                      struct kp_words *words, struct kp_named_pieces *out)
{
    const struct kp_pieces *pieces = kp_pieces_in(u, file);
    const char *text = kp_place_file(u, file)->text;
    bool grew = false;

    for (size_t i = 0; text && i < pieces->list.n; i++) {
        const struct kp_piece *p = &pieces->list.v[i];

        if (p->is_undef || (what == KP_NAMED_MACROS && !p->is_macro) ||
            !is_named(words, text, p, what) || is_taken(out, p))
            continue;
        kp_push(u->arena, out, ((struct kp_named){file, p}));
        kp_words_of(u->arena, words, text, p->body);
        grew = true;
    }
    return grew;
}

void kp_close_names(struct kp_unit *u, enum kp_named_what what, struct kp_words *words,
                    struct kp_named_pieces *out)
{
    bool grew;

    do {
        grew = false;
        for (size_t i = 0; i < u->parse.files.n; i++)
            grew |= take_from(u, i, what, words, out);
    } while (grew);
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

/* Is the place in a function's body? A brace behind a parenthesis, or behind what may stand there.
 */
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

/* Has the error made something else of what the function names? Bodies are functions' own matter,
 * but where they make constants. */
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
