/* Finds names in headers whose value depends on the place of use: macros with __LINE__, functions
 * with the caller's line as a default argument, classes with such a member. Lines of headers do not
 * change; those of the input do. And functions that headers of the system name. */
#define _GNU_SOURCE
#include "front/parse.h"

#include "front/lex.h"
#include "front/pieces.h"
#include "front/tree.h"
#include "front/virtual.h"
#include "util/cache_folder.h"

static const char *const of_caller[] = {"__builtin_LINE", "__builtin_COLUMN",
                                        "__builtin_source_location"};
static const char *const of_line[] = {"__LINE__"}, *const of_counter[] = {"__COUNTER__"};
static const char *const of_lambda[] = {KP_WORDS_OF_LAMBDAS};

#define COUNT(list) (sizeof(list) / sizeof *(list))

struct header {
    const char *text;
    size_t size;
    uint64_t *words; /* a bit for the hash of each word of the text; others' may be the same */
    size_t n_bits;   /* a power of two */
    const struct kp_pieces *pieces; /* NULL: nothing of interest was seen in it */
    bool is_system;
};

struct name {
    const char *text;
    size_t size;
    uint64_t hash;
};

enum kind { NOTHING, PLACE, CLASS, CALL };

struct finder {
    struct kp_builder *b;
    KP_VEC(struct header *) headers; /* as often as they are included */
    struct kp_map by_text;           /* number of the first one of the text, from 1 */
    struct kp_words of_system;       /* macros of the system's headers that have pieces */
    struct kp_words
        of[CALL + 1];          /* by kind: words that are places, classes that hold one, functions
                                  that have one as a default argument, macros of these */
    KP_VEC(struct name) names; /* all, in the order in which they were found */
    bool macros_alone;
};

static void list_name(struct finder *f, const char *text, size_t n)
{
    struct name name = {kp_strndup(f->b->arena, text, n), n, kp_hash_bytes(text, n)};

    kp_push(f->b->scratch, &f->names, name);
}

static void add_name(struct finder *f, enum kind kind, const char *text, struct kp_span s)
{
    if (kp_words_have(&f->of[kind], text + s.begin, s.end - s.begin))
        return;
    kp_words_add(f->b->scratch, &f->of[kind], text + s.begin, s.end - s.begin);
    list_name(f, text + s.begin, s.end - s.begin);
}

/* A parameter's own name, or a member's. */
static bool is_declared(const char *text, struct kp_token before, struct kp_token next)
{
    return (before.kind == KP_TOKEN_IDENT || kp_token_is(text, before, "&") ||
            kp_token_is(text, before, "*") || kp_token_is(text, before, ">")) &&
           (kp_token_is(text, next, ",") || kp_token_is(text, next, ")") ||
            kp_token_is(text, next, "=") || kp_token_is(text, next, ";"));
}

static enum kind kind_of(const struct finder *f, const char *text, struct kp_token before,
                         struct kp_token t, uint32_t end)
{
    struct kp_token next;
    bool is[CALL + 1] = {false}, any = kp_token_is(text, t, "source_location");

    if (t.kind != KP_TOKEN_IDENT)
        return NOTHING;
    for (int k = PLACE; k <= CALL; k++)
        any |= is[k] = kp_words_have(&f->of[k], text + t.begin, t.end - t.begin);
    if (!any)
        return NOTHING;
    next = kp_lex_code(text, t.end, end);
    if (is[PLACE])
        return PLACE;
    if (is[CLASS] && !is_declared(text, before, next))
        return CLASS;
    /* the C++ library's, which may not be there to be read; parameters have its name, too */
    if (kp_token_is(text, t, "source_location") && kp_token_is(text, next, "::"))
        return CALL;
    return is[CALL] && (kp_token_is(text, next, "(") || kp_token_is(text, next, "<")) ? CALL
                                                                                      : NOTHING;
}

static void add_names_of(struct finder *f, enum kind kind, const char *text,
                         const struct kp_piece *p)
{
    for (size_t i = 0; i < p->names.list.n; i++)
        add_name(f, kind, text, p->names.list.v[i]);
}

/* The C library's assert only prints its line. */
static void read_macro(struct finder *f, const char *text, const struct kp_piece *p)
{
    struct kp_token before = {0};
    struct kp_span name = p->names.list.v[0];
    enum kind kind;

    if (kp_lex_has(text, name.begin, name.end, "assert"))
        return;
    for (struct kp_token t = kp_lex(text, p->body.begin, p->body.end); t.kind != KP_TOKEN_END;
         before = t, t = kp_lex(text, t.end, p->body.end))
        if ((kind = kind_of(f, text, before, t, p->body.end)))
            add_name(f, kind == CALL ? PLACE : kind, text, name);
}

/* ---- declarations ---------------------------------------------------------------------------- */

/* One declaration, of a class's members as well, up to where it is read. */
struct head {
    struct kp_token last, name; /* name: in front of its list of parameters */
    unsigned parens, angles;    /* angles: of template<..> */
    bool has_list, is_class, is_auto, is_default, is_value; /* behind `=`: of a parameter; else */
    bool has_result;                                        /* -> type */
};

static bool opens_body(const struct head *h, const char *text)
{
    static const char *const last[] = {")", "const", "noexcept", "override", "final", "&", "&&"};
    bool behind = h->has_result;

    for (size_t i = 0; i < COUNT(last); i++)
        behind |= kp_token_is(text, h->last, last[i]);
    return behind && h->has_list && !h->is_class && !h->is_value && !h->parens;
}

/* Examines a member or function whose value may depend on the place of use. */
static void note(struct finder *f, enum kind kind, const char *text, const struct kp_piece *p,
                 const struct head *h)
{
    struct kp_span name = {h->name.begin, h->name.end};
    bool is_constructor = false;

    if (kind == CALL && !h->is_default && !h->is_value)
        return;
    for (size_t i = 0; i < p->names.list.n; i++) {
        struct kp_span s = p->names.list.v[i];

        is_constructor |= s.begin != name.begin && s.end - s.begin == name.end - name.begin &&
                          !memcmp(text + s.begin, text + name.begin, s.end - s.begin);
    }
    if (h->has_list && !h->is_value && h->name.kind == KP_TOKEN_IDENT && !is_constructor &&
        !kp_token_is(text, h->name, "operator"))
        add_name(f, CALL, text, name);
    else
        add_names_of(f, CLASS, text, p);
}

static void read_brackets(struct head *h, const char *text, struct kp_token t)
{
    if (kp_token_is(text, t, "(")) {
        if (!h->parens++ && !h->has_list) {
            h->has_list = true;
            h->name = h->last;
        }
    } else if (kp_token_is(text, t, ")") && h->parens) {
        h->is_default &= --h->parens > 0;
    }
    if (h->parens)
        return;
    for (uint32_t i = t.begin; t.kind == KP_TOKEN_PUNCT && i < t.end; i++) {
        if (text[i] == '<' && (h->angles || kp_token_is(text, h->last, "template")))
            h->angles++;
        else if (text[i] == '>' && h->angles && !--h->angles)
            h->is_value = false;
    }
}

static void read_token(struct finder *f, const char *text, const struct kp_piece *p, struct head *h,
                       struct kp_token t)
{
    enum kind kind = kind_of(f, text, h->last, t, p->span.end);
    bool opens = kp_token_is(text, t, "{");

    if (kind)
        note(f, kind, text, p, h);
    h->is_class |= !h->angles && !h->parens &&
                   (kp_token_is(text, t, "struct") || kp_token_is(text, t, "class") ||
                    kp_token_is(text, t, "union") || kp_token_is(text, t, "enum"));
    h->is_auto |= !h->parens && (kp_token_is(text, t, "auto") || kp_token_is(text, t, "decltype"));
    h->has_result |= !h->parens && kp_token_is(text, t, "->");
    if (kp_token_is(text, t, "="))
        *(h->parens ? &h->is_default : &h->is_value) = true;
    h->is_default &= h->parens != 1 || !kp_token_is(text, t, ",");
    read_brackets(h, text, t);
    if (!h->parens && (opens || kp_token_is(text, t, ";") || kp_token_is(text, t, "}") ||
                       kp_token_is(text, t, ":")))
        *h = (struct head){.is_value = opens && !h->is_class && h->last.kind == KP_TOKEN_IDENT};
    h->last = t;
}

/* .. is at the header's own place; but what it returns may be a class that is not. */
static void read_body(struct finder *f, const char *text, const struct kp_piece *p,
                      const struct head *h, struct kp_span body)
{
    struct kp_token before = {0};

    if (!h->is_auto || h->has_result)
        return;
    for (struct kp_token t = kp_lex_code(text, body.begin, body.end); t.kind != KP_TOKEN_END;
         before = t, t = kp_lex_code(text, t.end, body.end))
        if (kind_of(f, text, before, t, body.end) == CLASS)
            note(f, CLASS, text, p, h);
}

static void read_declaration(struct finder *f, const char *text, const struct kp_piece *p)
{
    struct head h = {0};

    for (struct kp_token t = kp_lex_code(text, p->span.begin, p->span.end); t.kind != KP_TOKEN_END;
         t = kp_lex_code(text, t.end, p->span.end)) {
        if (kp_token_is(text, t, "{") && opens_body(&h, text)) {
            t.end = kp_lex_close(text, t.begin, p->span.end);
            t.end += t.end < p->span.end;
            read_body(f, text, p, &h, (struct kp_span){t.begin, t.end});
            h = (struct head){0};
            continue;
        }
        read_token(f, text, p, &h, t);
    }
}

/* ---- headers --------------------------------------------------------------------------------- */

static bool is_word_char(unsigned char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '$' || c >= 0x80; /* kp_is_ident_char, for each byte of megabytes */
}

/* One pass over the text, however many names are looked for in it. */
static void list_words(struct kp_arena *a, struct header *h)
{
    for (h->n_bits = 64; h->n_bits < h->size; h->n_bits *= 2)
        continue;
    h->words = kp_new_array(a, uint64_t, h->n_bits / 64);
    for (size_t i = 0; i < h->size;) {
        uint64_t bit;
        size_t begin;

        for (; i < h->size && !is_word_char((unsigned char)h->text[i]); i++)
            continue;
        for (begin = i; i < h->size && is_word_char((unsigned char)h->text[i]); i++)
            continue;
        bit = kp_hash_bytes(h->text + begin, i - begin) & (h->n_bits - 1);
        h->words[bit / 64] |= (uint64_t)1 << bit % 64;
    }
}

static struct header *header_of(struct finder *f, CXFile file, const char *text, size_t size)
{
    size_t *known = kp_map_at(f->b->scratch, &f->by_text, text);
    struct header *h;

    if (*known)
        return f->headers.v[*known - 1];
    *known = f->headers.n + 1;
    h = kp_new(f->b->scratch, struct header);
    h->text = text;
    h->size = size;
    h->is_system = kp_is_others(clang_getLocationForOffset(f->b->tu, file, 0));
    list_words(f->b->scratch, h);
    return h;
}

static void add_header(CXFile file, CXSourceLocation *stack, unsigned depth, CXClientData data)
{
    struct finder *f = data;
    CXString name = clang_getFileName(file);
    const char *path = clang_getCString(name), *text;
    size_t size;

    (void)stack;
    if (depth && path && !kp_starts_with(path, KP_VIRTUAL_ROOT) &&
        !kp_same_file(file, f->b->source)) {
        text = clang_getFileContents(f->b->tu, file, &size);
        if (text && size <= UINT32_MAX / 2) {
            struct header *h = header_of(f, file, text, size);

            kp_push(f->b->scratch, &f->headers, h);
        }
    }
    clang_disposeString(name);
}

static bool has_word(const struct header *h, const struct name *name)
{
    const char *at = h->text, *end = h->text + h->size;
    uint64_t bit = name->hash & (h->n_bits - 1);

    if (!(h->words[bit / 64] >> bit % 64 & 1))
        return false;
    for (; (at = memmem(at, (size_t)(end - at), name->text, name->size)); at += name->size)
        if ((at == h->text || !kp_is_ident_char(at[-1])) && !kp_is_ident_char(at[name->size]))
            return true;
    return false;
}

/* The bodies of the program's own macros are there to be looked at (kp_collect_macros). */
static void cut(struct finder *f, struct header *h)
{
    h->pieces = kp_pieces_cut(f->b->scratch, h->text, (uint32_t)h->size, NULL);
    for (size_t i = 0; h->is_system && i < h->pieces->list.n; i++) {
        const struct kp_piece *p = &h->pieces->list.v[i];

        if (p->is_macro)
            kp_words_add(f->b->scratch, &f->of_system, h->text + p->names.list.v[0].begin,
                         p->names.list.v[0].end - p->names.list.v[0].begin);
    }
}

static void read_pieces(struct finder *f, const struct header *h)
{
    for (size_t i = 0; i < h->pieces->list.n; i++) {
        const struct kp_piece *p = &h->pieces->list.v[i];

        if (p->is_undef)
            continue;
        if (p->is_macro)
            read_macro(f, h->text, p);
        else if (!f->macros_alone)
            read_declaration(f, h->text, p);
    }
}

/* Until nothing new is found. */
static void close_names(struct finder *f)
{
    for (size_t next = 0; next < f->names.n;) {
        size_t end = f->names.n;

        for (size_t i = 0; i < f->headers.n; i++) {
            struct header *h = f->headers.v[i];
            bool has = false;

            for (size_t k = next; k < end && !has; k++)
                has = has_word(h, &f->names.v[k]);
            if (!has)
                continue;
            if (!h->pieces)
                cut(f, h);
            read_pieces(f, h);
        }
        next = end;
    }
}

static void find(struct finder *f, const char *const *base, size_t n, bool of_system,
                 struct kp_texts *out)
{
    static const char location[] = "source_location";

    memset(f->of, 0, sizeof f->of);
    f->names.n = 0;
    for (size_t i = 0; i < n; i++)
        add_name(f, PLACE, base[i], (struct kp_span){0, (uint32_t)strlen(base[i])});
    list_name(f, location, sizeof location - 1);
    close_names(f);
    for (size_t i = n + 1; i < f->names.n; i++)
        if (!of_system || kp_words_have(&f->of_system, f->names.v[i].text, f->names.v[i].size))
            kp_push(f->b->arena, out, f->names.v[i].text);
}

/* Functions of the program that a header of the system may call or launch. An operator is used
 * without its name. */
static void find_named(const struct finder *f)
{
    struct kp_parse *out = f->b->out;

    for (size_t k = 0; k < f->headers.n; k++)
        out->system_pastes |= f->headers.v[k]->is_system &&
                              memmem(f->headers.v[k]->text, f->headers.v[k]->size, "##", 2);
    for (size_t i = 0; i < out->syms.n; i++) {
        const struct kp_sym *s = out->syms.v[i];
        const char *text = s->name;
        struct name name;
        bool is_named = false;

        if (s->kind != KP_SYM_FUNCTION || !s->is_own || !(s->is_kernel || s->is_device))
            continue;
        name = (struct name){text, strlen(text), kp_hash_bytes(text, strlen(text))};
        for (size_t k = 0; k < f->headers.n && !is_named; k++)
            is_named = f->headers.v[k]->is_system &&
                       (kp_is_operator_name(text) || has_word(f->headers.v[k], &name));
        if (is_named)
            kp_add_text(f->b->arena, &out->named_by_system, text);
    }
}

void kp_find_caller_words(struct kp_builder *b)
{
    struct finder f = {.b = b};

    clang_getInclusions(b->tu, add_header, &f);
    find_named(&f);
    find(&f, of_caller, COUNT(of_caller), false, &b->out->of_caller);
    f.macros_alone = true;
    find(&f, of_line, COUNT(of_line), true, &b->out->of_caller);
    find(&f, of_counter, COUNT(of_counter), true, &b->out->of_counter);
    find(&f, of_lambda, COUNT(of_lambda), true, &b->out->of_lambda);
}
