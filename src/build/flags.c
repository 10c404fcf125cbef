#define _GNU_SOURCE
#include "build/flags.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/str.h"

/* Nothing that a shell takes for more than a letter. */
static bool is_harmless(const char *s)
{
    return *s && !s[strspn(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                              "_+=,.:/-")];
}

struct reading {
    struct kp_arena *arena;
    const struct kp_flag_line *line;
    struct kp_flags *to;
    struct kp_str defines, includes; /* the compiler reads all defines first */
};

/* Of a line of the header that stands in front of the source. */
static bool is_one_line(const char *text)
{
    return *text && !strpbrk(text, "\n\r\\");
}

/* `NAME`, `NAME=VALUE`, `NAME(A)=VALUE` */
static void define(struct reading *r, const char *text)
{
    size_t n = strcspn(text, "=");

    kp_str_addf(&r->defines, "#define %.*s %s\n", (int)n, text, text[n] ? text + n + 1 : "1");
}

static const char *link_to(struct reading *r, const char *path)
{
    const char *found = kp_compile_path(r->arena, r->line->line, path);
    char *real = realpath(found, NULL);
    struct kp_link link = {
        .name = kp_sprintf(r->arena, "kpipe-in-%zu", r->to->links.n),
        .target = kp_strdup(r->arena, real ? real : found),
    };

    free(real);
    kp_push(r->arena, &r->to->links, link);
    return link.name;
}

/* A name that does not lie there is one that the search path finds. */
static void include(struct reading *r, const char *path)
{
    bool is_there = access(kp_compile_path(r->arena, r->line->line, path), F_OK) == 0;

    if (is_there || !strchr(path, '"'))
        kp_str_addf(&r->includes, "#include \"%s\"\n", is_there ? link_to(r, path) : path);
}

/* Options of ptxas that only say how it optimises. */
static bool is_of_optimiser(const char *list)
{
    static const char *const known[] = {
        "-v",
        "--verbose",
        "-O",
        "--opt-level",
        "-dlcm",
        "--def-load-cache",
        "-dscm",
        "--def-store-cache",
        "-fmad",
        "--fmad",
        "-maxrregcount",
        "--maxrregcount",
        "-w",
        "--warn-on-spills",
        "--warn-on-local-memory-usage",
        "-warn-spills",
        "-warn-lmem-usage",
        "--warn-on-double-precision-use",
        "-allow-expensive-optimizations",
        "--allow-expensive-optimizations",
        "-lineinfo",
        "--generate-line-info",
    };

    for (const char *at = list; *at; at += *at == ',') {
        size_t n = strcspn(at, ","), name = strcspn(at, ",=0123456789");
        bool found = false;

        for (size_t i = 0; i < sizeof known / sizeof *known && !found; i++)
            found = strlen(known[i]) == name && !strncmp(at, known[i], name);
        if (!found)
            return false;
        at += n;
    }
    return !strpbrk(list, "/\\");
}

static void pass(struct reading *r, const struct kp_said *s)
{
    const char *value = s->value ? s->value : "", *word;

    word = kp_sprintf(r->arena, "%s%s", s->nvcc, value);
    if (is_harmless(word))
        kp_push(r->arena, &r->to->args, word);
    else
        kp_push(r->arena, &r->to->unknown, word);
}

/* nvcc knows no gnu++; its preprocessor, which is the host's, does. */
static void pass_standard(struct reading *r, const struct kp_said *s)
{
    const char *number = strstr(s->value, "++");
    struct kp_said own = {.nvcc = s->nvcc}, host = {.nvcc = "-Xcompiler=-std=", .value = s->value};

    if (!number)
        return;
    own.value = kp_sprintf(r->arena, "c%s", number);
    if (!s->is_host)
        pass(r, &own);
    if (s->is_host || r->line->line->dialect == KP_DIALECT_HOST || *s->value == 'g')
        pass(r, &host);
}

/* Of an option that chooses what is run: the user's alone is taken. */
static void choose(struct reading *r, const struct kp_said *s)
{
    const struct kp_texts *words = &r->line->line->words;
    const char *as = words->v[s->word];

    if (s->n == 2)
        as = kp_sprintf(r->arena, "%s %s", as, words->v[s->word + 1]);
    if (r->line->said)
        kp_push(r->arena, &r->to->refused,
                kp_sprintf(r->arena, "'%s', which %s requests", as, r->line->said));
    else if (s->nvcc)
        pass(r, s);
    else
        kp_push(r->arena, &r->to->unknown, as);
}

static void take(struct reading *r, const struct kp_said *s)
{
    switch (s->kind) {
    case KP_SAID_DEFINE:
        if (is_one_line(s->value))
            define(r, s->value);
        return;
    case KP_SAID_UNDEFINE:
        if (is_one_line(s->value))
            kp_str_addf(&r->defines, "#undef %s\n", s->value);
        return;
    case KP_SAID_FOLDER:
    case KP_SAID_QUOTE:
    case KP_SAID_SYSTEM:
    case KP_SAID_AFTER:
        kp_push(r->arena, &r->to->args,
                s->kind == KP_SAID_SYSTEM || s->kind == KP_SAID_AFTER ? "-isystem" : "-I");
        kp_push(r->arena, &r->to->args, link_to(r, s->value));
        return;
    case KP_SAID_FORCED:
        if (is_one_line(s->value))
            include(r, s->value);
        return;
    case KP_SAID_PROGRAM:
    case KP_SAID_CCBIN:
        choose(r, s);
        return;
    case KP_SAID_PTXAS:
        if (s->nvcc && is_of_optimiser(s->value))
            pass(r, s);
        else if (s->nvcc)
            choose(r, s);
        return;
    case KP_SAID_STANDARD:
        pass_standard(r, s);
        return;
    case KP_SAID_UNKNOWN:
        if (!s->is_host)
            kp_push(r->arena, &r->to->unknown, s->value);
        return;
    default:
        if (s->nvcc)
            pass(r, s);
        return;
    }
}

void kp_flags_read(struct kp_arena *a, const struct kp_flag_lines *lines, struct kp_flags *to)
{
    struct reading r = {.arena = a, .to = to, .defines = kp_str_new(a), .includes = kp_str_new(a)};

    *to = (struct kp_flags){0};
    for (size_t i = 0; lines && i < lines->n; i++) {
        r.line = &lines->v[i];
        for (size_t k = 0; k < r.line->line->said.n; k++)
            take(&r, &r.line->line->said.v[k]);
    }
    to->defines = kp_sprintf(a, "%s%s", kp_str_text(&r.defines), kp_str_text(&r.includes));
}
