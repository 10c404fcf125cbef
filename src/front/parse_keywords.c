/* Are there kernels or device functions in a text? The keywords that say so may be in the text, or
 * in macros of the headers that it includes. */
#define _GNU_SOURCE
#include "front/parse.h"

#include <string.h>

#include "front/includes.h"
#include "front/pieces.h"
#include "front/place.h"
#include "front/tree.h"
#include "util/system.h"

enum { MOST_BYTES = 4 << 20 };

static const char *const keywords[] = {"__global__", "__device__", "__shared__"};

enum { N_KEYWORDS = sizeof keywords / sizeof *keywords };

static bool is_keyword(const struct kp_file *f, struct kp_token t)
{
    for (size_t i = 0; i < N_KEYWORDS; i++)
        if (kp_token_is(f->text, t, keywords[i]))
            return true;
    return false;
}

static bool says_keyword(const char *text, size_t size)
{
    for (size_t i = 0; i < N_KEYWORDS; i++)
        if (memmem(text, size, keywords[i], strlen(keywords[i])))
            return true;
    return false;
}

/* A directive may define a macro that holds the word. */
static bool has_keyword(const struct kp_file *f)
{
    for (uint32_t at = 0; at < f->size;) {
        struct kp_token t = kp_lex(f->text, at, f->size);

        if (t.kind == KP_TOKEN_END)
            return false;
        at = t.end;
        if ((t.kind == KP_TOKEN_IDENT && is_keyword(f, t)) ||
            (t.kind == KP_TOKEN_DIRECTIVE && says_keyword(f->text + t.begin, t.end - t.begin)))
            return true;
    }
    return false;
}

/* ---- macros of headers ---- */

struct macro {
    const char *name, *body;
    size_t n_name, n_body;
    bool is_keyword; /* its body has a keyword, perhaps by another macro */
};

struct look {
    struct kp_arena *a;
    const struct kp_unit *unit;
    struct kp_args args;
    struct kp_texts files;
    KP_VEC(const char *) texts; /* of the files that are included, and of the command line */
    KP_VEC(struct macro) macros;
    struct kp_words names; /* of those that are keywords */
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
        if (n && kp_words_have(&l->names, m->body + at, n))
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

            if (m->is_keyword || !(first ? says_keyword(m->body, m->n_body) : is_in_names(l, m)))
                continue;
            m->is_keyword = more = true;
            kp_words_add(l->a, &l->names, m->name, m->n_name);
        }
    }
}

/* ---- headers ---- */

static void add_files(struct look *l)
{
    struct kp_includes *in = kp_includes_new(l->a);
    const struct kp_file *f = &l->unit->source;
    const char *from = kp_includes_from(l->a, f->path), *seen_from = kp_seen_from(l->unit);
    struct kp_asked asked;

    if (!from)
        return;
    for (uint32_t at = 0; kp_next_asked(f->text, f->size, &at, &asked);) {
        const char *name = kp_sprintf(l->a, "%c%.*s", asked.quote ? asked.quote : ' ',
                                      (int)(asked.end - asked.begin), f->text + asked.begin);

        if (asked.quote && !asked.is_next && !kp_is_others_header(name + 1))
            kp_includes_by(in, from, name, &l->args, &l->args, &l->files);
    }
    for (size_t i = 0; i + 1 < l->args.n; i++)
        if (kp_streq(l->args.v[i], "-include"))
            kp_includes_by(in, from, kp_sprintf(l->a, "\"%s", l->args.v[i + 1]), &l->args, &l->args,
                           &l->files);
    if (seen_from)
        kp_includes_by(in, from, kp_sprintf(l->a, "\"%s", kp_includes_from(l->a, seen_from)),
                       &l->args, &l->args, &l->files);
    for (size_t i = 0; i < l->files.n; i++) {
        const char *text = kp_read_plain(l->a, l->files.v[i], 0, MOST_BYTES);

        if (text)
            kp_push(l->a, &l->texts, text);
    }
}

static void add_defined(struct look *l)
{
    for (size_t i = 0; i + 1 < l->args.n; i++) {
        const char *value = l->args.v[i + 1];
        size_t n = strcspn(value, "=");

        if (kp_streq(l->args.v[i], "-D") && value[n])
            kp_push(l->a, &l->texts,
                    kp_sprintf(l->a, "#define %.*s %s", (int)n, value, value + n + 1));
    }
}

static bool names_keyword(struct look *l)
{
    const struct kp_flag_lines *lines = l->unit->options->flags;
    const struct kp_file *f = &l->unit->source;
    struct kp_words said = {0};
    bool any = false;

    for (size_t i = 0; lines && i < lines->n; i++)
        kp_compile_args(l->a, lines->v[i].line, &l->args);
    add_files(l);
    add_defined(l);
    for (size_t i = 0; i < l->texts.n && !any; i++)
        any = says_keyword(l->texts.v[i], strlen(l->texts.v[i]));
    if (!any)
        return false;
    for (size_t i = 0; i < l->texts.n; i++)
        add_macros(l, l->texts.v[i]);
    add_macros(l, f->text);
    mark_macros(l);
    kp_words_of(l->a, &said, f->text, (struct kp_span){0, f->size});
    for (size_t i = 0; i < l->macros.n; i++)
        if (l->macros.v[i].is_keyword &&
            kp_words_have(&said, l->macros.v[i].name, l->macros.v[i].n_name))
            return true;
    return false;
}

bool kp_has_device_code(const struct kp_unit *u, struct kp_texts *reads)
{
    struct look l = {.unit = u};
    bool found = has_keyword(&u->source);

    if (found)
        return true;
    l.a = kp_arena_new();
    found = names_keyword(&l);
    for (size_t i = 0; i < l.files.n; i++)
        kp_push(u->arena, reads, kp_strdup(u->arena, l.files.v[i]));
    kp_arena_free(l.a);
    return found;
}
