#define _GNU_SOURCE
#include "front/keywords.h"

#include <string.h>

#include "front/args.h"
#include "front/includes.h"
#include "front/lex.h"
#include "front/pieces.h"
#include "front/place.h"
#include "util/str.h"
#include "util/system.h"

enum { MOST_BYTES = 4 << 20 };

const char *const kp_device_keywords[] = {"__global__", "__device__", "__shared__", NULL};
const char *const kp_shared_keyword[] = {"__shared__", NULL};

bool kp_says_keyword(const char *text, size_t size, const char *const *words)
{
    for (size_t i = 0; words[i]; i++)
        if (memmem(text, size, words[i], strlen(words[i])))
            return true;
    return false;
}

static bool is_keyword(const char *text, struct kp_token t)
{
    for (size_t i = 0; kp_device_keywords[i]; i++)
        if (kp_token_is(text, t, kp_device_keywords[i]))
            return true;
    return false;
}

/* A directive may define a macro that holds the word. */
static bool has_keyword(const char *text, uint32_t size)
{
    for (uint32_t at = 0; at < size;) {
        struct kp_token t = kp_lex(text, at, size);

        if (t.kind == KP_TOKEN_END)
            return false;
        at = t.end;
        if ((t.kind == KP_TOKEN_IDENT && is_keyword(text, t)) ||
            (t.kind == KP_TOKEN_DIRECTIVE &&
             kp_says_keyword(text + t.begin, t.end - t.begin, kp_device_keywords)))
            return true;
    }
    return false;
}

/* ---- macros ---- */

struct macro {
    const char *name, *body;
    size_t n_name, n_body;
    bool is_keyword; /* its body has a keyword, perhaps by another macro */
};

struct look {
    struct kp_arena *a;
    const char *const *words;
    KP_VEC(struct macro) macros;
    struct kp_words *names; /* of those that are keywords */
};

static size_t word_at(const char *p)
{
    size_t n = 0;

    while (kp_is_ident_char(p[n]))
        n++;
    return n;
}

/* Up to the end of a line that no backslash continues. */
static size_t rest_of_line(const char *p)
{
    const char *end = p + strcspn(p, "\n");

    while (*end && end > p &&
           (end[-1] == '\\' || (end - p > 1 && end[-1] == '\r' && end[-2] == '\\')))
        end += 1 + strcspn(end + 1, "\n");
    return (size_t)(end - p);
}

/* Also those in comments. */
static void add_macros(struct look *l, const char *text)
{
    static const char define[] = "define";

    for (const char *p = text; (p = strstr(p, define)); p++) {
        const char *before = p, *name = p + sizeof define - 1;
        struct macro m = {0};

        while (before > text && (before[-1] == ' ' || before[-1] == '\t'))
            before--;
        m.name = name + strspn(name, " \t");
        m.n_name = m.name > name ? word_at(m.name) : 0;
        if (!m.n_name || before == text || before[-1] != '#')
            continue;
        m.body = m.name + m.n_name;
        m.n_body = rest_of_line(m.body);
        kp_push(l->a, &l->macros, m);
    }
}

static bool is_in_names(const struct look *l, const struct macro *m)
{
    for (size_t at = 0, n; at < m->n_body; at += n ? n : 1) {
        n = word_at(m->body + at);
        if (n && kp_words_have(l->names, m->body + at, n))
            return true;
    }
    return false;
}

/* Marks the macros whose bodies have keywords, at first hand or through others. */
static void mark_macros(struct look *l)
{
    for (bool more = true, first = true; more; first = false) {
        more = false;
        for (size_t i = 0; i < l->macros.n; i++) {
            struct macro *m = &l->macros.v[i];

            if (m->is_keyword ||
                !(first ? kp_says_keyword(m->body, m->n_body, l->words) : is_in_names(l, m)))
                continue;
            m->is_keyword = more = true;
            kp_words_add(l->a, l->names, m->name, m->n_name);
        }
    }
}

static void add_defined(struct look *l, const struct kp_args *args)
{
    for (size_t i = 0; i + 1 < args->n; i++) {
        const char *value = args->v[i + 1];
        size_t n = strcspn(value, "=");

        if (kp_streq(args->v[i], "-D") && value[n])
            add_macros(l, kp_sprintf(l->a, "#define %.*s %s", (int)n, value, value + n + 1));
    }
}

static bool some_text_says(const struct look *l, const struct kp_args *args,
                           const struct kp_texts *texts)
{
    for (size_t i = 0; i < texts->n; i++)
        if (kp_says_keyword(texts->v[i], strlen(texts->v[i]), l->words))
            return true;
    for (size_t i = 0; i < args->n; i++)
        if (kp_says_keyword(args->v[i], strlen(args->v[i]), l->words))
            return true;
    return false;
}

void kp_keyword_macros(struct kp_arena *a, const char *const *words, const struct kp_args *args,
                       const struct kp_texts *texts, struct kp_words *names)
{
    struct look l = {.a = a, .words = words, .names = names};

    if (!some_text_says(&l, args, texts))
        return;
    for (size_t i = 0; i < texts->n; i++)
        add_macros(&l, texts->v[i]);
    add_defined(&l, args);
    mark_macros(&l);
}

/* ---- headers ---- */

void kp_keyword_texts(struct kp_arena *a, const char *path, const struct kp_texts *names,
                      const struct kp_args *args, struct kp_texts *files, struct kp_texts *texts)
{
    struct kp_includes *in = kp_includes_new(a);
    const char *from = kp_includes_from(a, path);

    for (size_t i = 0; from && i < names->n; i++)
        kp_includes_by(in, from, names->v[i], args, args, files);
    for (size_t i = 0; from && i + 1 < args->n; i++)
        if (kp_streq(args->v[i], "-include"))
            kp_includes_by(in, from, kp_sprintf(a, "\"%s", args->v[i + 1]), args, args, files);
    for (size_t i = 0; i < files->n; i++) {
        const char *text = kp_read_plain(a, files->v[i], 0, MOST_BYTES);

        if (text)
            kp_push(a, texts, text);
    }
}

bool kp_names_keyword(struct kp_arena *a, const struct kp_words *names, const char *text,
                      size_t size)
{
    struct kp_words said = {0};

    if (names->used)
        kp_words_of(a, &said, text, (struct kp_span){0, (uint32_t)size});
    for (size_t i = 0; i < names->size; i++)
        if (names->slots[i] && kp_words_have(&said, names->slots[i], strlen(names->slots[i])))
            return true;
    return false;
}

bool kp_may_be_device_code(struct kp_arena *a, const char *path, const char *text, size_t size,
                           const struct kp_args *args, const char *seen_from,
                           struct kp_texts *files)
{
    struct kp_words names = {0};
    struct kp_texts texts = {0}, headers = {0};
    struct kp_asked asked;

    if (has_keyword(text, (uint32_t)size))
        return true;
    for (uint32_t at = 0; kp_next_asked(text, size, &at, &asked);) {
        const char *name = kp_sprintf(a, "%c%.*s", asked.quote ? asked.quote : ' ',
                                      (int)(asked.end - asked.begin), text + asked.begin);

        if (asked.quote && !asked.is_next && !kp_is_others_header(name + 1))
            kp_push(a, &headers, name);
    }
    if (seen_from)
        kp_push(a, &headers, kp_sprintf(a, "\"%s", kp_includes_from(a, seen_from)));
    kp_push(a, &texts, text);
    kp_keyword_texts(a, path, &headers, args, files, &texts);
    kp_keyword_macros(a, kp_device_keywords, args, &texts, &names);
    return kp_names_keyword(a, &names, text, size);
}
