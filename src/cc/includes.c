#define _GNU_SOURCE
#include "cc/includes.h"

#include <string.h>
#include <sys/stat.h>

#include "front/lex.h"
#include "util/str.h"
#include "util/system.h"

/* ---- directives -------------------------------------------------------------------------------
 */

struct include {
    uint32_t begin, end; /* the name, without its quotes */
    char quote;          /* '"', '<'; 0: a macro names it */
    bool is_next;
};

/* The next file that the text asks for behind *at; false at the end. */
static bool next_include(struct kp_cc_text t, uint32_t *at, struct include *found)
{
    static const char *const words[] = {"include", "include_next", "import", "embed"};

    for (;;) {
        struct kp_token line = kp_lex(t.text, *at, (uint32_t)t.size), word;

        if (line.kind == KP_TOKEN_END)
            return false;
        *at = line.end;
        if (line.kind != KP_TOKEN_DIRECTIVE)
            continue;
        word = kp_lex_directive(t.text, line);
        for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
            uint32_t name = word.end + (uint32_t)strspn(t.text + word.end, " \t");

            if (!kp_token_is(t.text, word, words[i]))
                continue;
            *found = (struct include){.begin = name + 1, .end = name + 1, .is_next = i == 1};
            if (name < line.end && (t.text[name] == '"' || t.text[name] == '<')) {
                char close = t.text[name] == '"' ? '"' : '>';

                while (found->end < line.end && t.text[found->end] != close)
                    found->end++;
                found->quote = t.text[name];
            }
            return true;
        }
    }
}

static bool is_file(const char *path)
{
    struct stat st;

    return stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

static bool is_same_file(const char *a, const char *b)
{
    struct stat sa, sb;

    return stat(a, &sa) == 0 && stat(b, &sb) == 0 && sa.st_dev == sb.st_dev &&
           sa.st_ino == sb.st_ino;
}

/* ---- in another folder ------------------------------------------------------------------------
 */

bool kp_cc_place(struct kp_arena *a, const char *path, const char *folder, struct kp_cc_text text,
                 struct kp_cc_text *to, const char **why)
{
    struct kp_str s = kp_str_new(a);
    struct include in;
    uint32_t at = 0, done = 0;

    *why = NULL;
    if (strstr(text.text, "__has_include") || strstr(text.text, "__has_embed"))
        *why = "it asks with __has_include what is there";
    else if (strstr(text.text, "__BASE_FILE__") || strstr(text.text, "__INCLUDE_LEVEL__"))
        *why = "it asks for its own name with __BASE_FILE__ or __INCLUDE_LEVEL__";
    while (!*why && next_include(text, &at, &in)) {
        const char *name = kp_strndup(a, text.text + in.begin, in.end - in.begin);
        const char *full = kp_sprintf(a, "%s/%s", folder, name);

        if (!in.quote)
            *why = "a macro names what it includes";
        else if (in.quote == '<' || name[0] == '/' || !is_file(full))
            continue;
        else if (in.is_next)
            *why = "it includes with #include_next";
        else if (is_same_file(full, path))
            *why = "it includes itself";
        kp_str_addn(&s, text.text + done, in.begin - done);
        kp_str_add(&s, full);
        done = in.end;
    }
    kp_str_addn(&s, text.text + done, text.size - done);
    *to = (struct kp_cc_text){kp_str_text(&s), s.n};
    return !*why;
}

/* ---- a quick look -----------------------------------------------------------------------------
 */

enum { MOST_HEADERS = 3000 };

struct look {
    struct kp_arena *arena;
    const struct kp_compile *compile;
    struct kp_texts seen;
    bool found;
};

static const char *folder_of(struct kp_arena *a, const char *path)
{
    const char *slash = strrchr(path, '/');

    return !slash ? "." : kp_strndup(a, path, slash == path ? 1 : (size_t)(slash - path));
}

/* May a header's shared memory be what a loop of the source fills? An array of a function of the
 * header is not: its declaration cannot be changed. */
static bool shares(struct kp_cc_text t)
{
    uint32_t at = 0;

    for (;;) {
        struct kp_token token = kp_lex(t.text, at, (uint32_t)t.size);

        if (token.kind == KP_TOKEN_END)
            return false;
        if (token.kind == KP_TOKEN_DIRECTIVE &&
            memmem(t.text + token.begin, token.end - token.begin, "__shared__", 10))
            return true;
        at = token.end;
        if (kp_token_is(t.text, token, "extern") &&
            kp_token_is(t.text, kp_lex(t.text, at, (uint32_t)t.size), "__shared__"))
            return true;
    }
}

static void look_into(struct look *l, const char *folder, struct kp_cc_text t);

/* True when the file is there. The toolkit's own headers hold no loop of the project's. */
static bool look_at(struct look *l, const char *folder, const char *name)
{
    const char *path = kp_sprintf(l->arena, "%s%s%s", name[0] == '/' ? "" : folder,
                                  name[0] == '/' ? "" : "/", name);
    struct kp_cc_text t;
    size_t n = 0, before = l->seen.n;

    if (!is_file(path))
        return false;
    kp_add_text(l->arena, &l->seen, path);
    if (l->seen.n == before || is_file(kp_sprintf(l->arena, "%s/cuda_runtime.h", folder)))
        return true;
    t.text = kp_read_file(l->arena, path, &n);
    t.size = n;
    if (!t.text || l->seen.n > MOST_HEADERS || (strstr(t.text, "__shared__") && shares(t)))
        l->found = true;
    else
        look_into(l, folder_of(l->arena, path), t);
    return true;
}

static void look_for(struct look *l, const char *folder, const char *name, bool is_quoted)
{
    bool found = is_quoted && look_at(l, folder, name);

    for (size_t i = 0; i < l->compile->said.n && !found; i++) {
        const struct kp_said *s = &l->compile->said.v[i];

        if (s->kind == KP_SAID_FOLDER || s->kind == KP_SAID_QUOTE)
            found = look_at(l, kp_compile_path(l->arena, l->compile, s->value), name);
    }
}

static void look_into(struct look *l, const char *folder, struct kp_cc_text t)
{
    struct include in;
    uint32_t at = 0;

    while (!l->found && next_include(t, &at, &in)) {
        if (!in.quote)
            l->found = true; /* whatever it is */
        else
            look_for(l, folder, kp_strndup(l->arena, t.text + in.begin, in.end - in.begin),
                     in.quote == '"');
    }
}

bool kp_cc_may_have_tiles(struct kp_arena *a, const struct kp_compile *c, const char *path,
                          struct kp_cc_text text)
{
    struct look l = {.arena = a, .compile = c};

    if (!strstr(text.text, "for") && !strstr(text.text, "while") && !strstr(text.text, "do"))
        return false;
    if (strstr(text.text, "__shared__"))
        return true;
    for (size_t i = 0; i < c->said.n && !l.found; i++) {
        const struct kp_said *s = &c->said.v[i];

        if (s->kind == KP_SAID_FORCED)
            look_for(&l, ".", s->value, true);
        l.found |= s->kind == KP_SAID_DEFINE && strstr(s->value, "__shared__");
    }
    if (!l.found)
        look_into(&l, folder_of(a, path), text);
    return l.found;
}
