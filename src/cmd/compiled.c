#define _GNU_SOURCE
#include "cmd/compiled.h"

#include <stdio.h>

#include "cmd/cmd.h"
#include "cmd/config.h"
#include "cmd/includers.h"
#include "report/utf8.h"

/* ---- the command line -------------------------------------------------------------------------
 */

void kp_compiler_option(struct kp_settings *s, const char *option, const char *value)
{
    kp_push(s->arena, &s->compiler, option);
    kp_push(s->arena, &s->compiler, value);
}

void kp_compiler_words(struct kp_settings *s, int n, char **words)
{
    s->has_words = true;
    for (int i = 0; i < n; i++)
        kp_push(s->arena, &s->words, words[i]);
}

char **kp_spell_options(struct kp_arena *a, int argc, char **argv)
{
    static const char name[] = "-isystem";
    char **to = kp_new_array(a, char *, (size_t)argc + 1);

    for (int i = 0; i < argc; i++) {
        const char *rest = kp_starts_with(argv[i], name) ? argv[i] + sizeof name - 1 : NULL;

        if (!rest)
            to[i] = argv[i];
        else
            to[i] = kp_sprintf(a, "-%s%s%s", name, *rest && *rest != '=' ? "=" : "", rest);
    }
    return to;
}

/* The user's own, of both kinds. */
static struct kp_flag_lines own_lines(struct kp_settings *s)
{
    struct kp_flag_lines to = {0};
    struct kp_texts all = {0};

    for (size_t i = 0; i < s->compiler.n; i++)
        kp_push(s->arena, &all, s->compiler.v[i]);
    for (size_t i = 0; i < s->words.n; i++)
        kp_push(s->arena, &all, s->words.v[i]);
    if (!all.n)
        return to;
    kp_push(s->arena, &all, NULL);
    kp_push(s->arena, &to,
            ((struct kp_flag_line){.line = kp_compile_read(s->arena, all.v, false, NULL)}));
    return to;
}

/* ---- guesses ----------------------------------------------------------------------------------
 */

static void count(struct kp_settings *s, const char *folder, struct kp_guessed *to)
{
    size_t i = 0;

    while (i < to->n && !kp_streq(to->v[i].folder, folder))
        i++;
    if (i == to->n)
        kp_push(s->arena, to, ((struct kp_guessed_folder){folder, 0}));
    to->v[i].files++;
}

void kp_count_guesses(struct kp_settings *s, struct kp_guessed *to)
{
    for (size_t i = 0; i < s->operands.n; i++) {
        const char *error = NULL;
        const struct kp_origin *o = kp_origin_of(s, s->operands.v[i], &error);

        to->files += o && o->guessed.n;
        for (size_t k = 0; o && k < o->guessed.n; k++)
            count(s, o->guessed.v[k], to);
    }
}

static void say_guesses(const struct kp_settings *s, const char *path, const struct kp_origin *o)
{
    fprintf(stderr, "kpipe: note: %s: nobody says where its headers are; a guess:",
            kp_printable(s->arena, path));
    for (size_t i = 0; i < o->guessed.n; i++)
        fprintf(stderr, " -I %s", kp_printable(s->arena, o->guessed.v[i]));
    fputs("\n", stderr);
}

/* ---- a file -----------------------------------------------------------------------------------
 */

static void say(const struct kp_settings *s, const char *path, const struct kp_origin *o)
{
    if (s->quiet_origins)
        return;
    if (o->ignored)
        fprintf(stderr, "kpipe: note: %s\n", kp_printable(s->arena, o->ignored));
    if (o->guessed.n && s->command->id != KP_CMD_CONFIG && (s->operands.n == 1 || s->verbose))
        say_guesses(s, path, o);
    if (o->like && s->command->id != KP_CMD_CONFIG && (s->operands.n == 1 || s->verbose))
        fprintf(stderr, "kpipe: note: %s: %s has no entry for it; the flags are those of %s, %s\n",
                kp_printable(s->arena, path), kp_printable(s->arena, o->database),
                kp_printable(s->arena, o->like),
                o->includes ? "which includes it" : "the nearest CUDA source");
}

const struct kp_origin *kp_origin_of(struct kp_settings *s, const char *path, const char **error)
{
    struct kp_flag_lines own;
    struct kp_origin_request request = {s->database, s->no_database, s->options.config, &own};
    struct kp_file_origin *f;

    for (size_t i = 0; i < s->origins.n; i++)
        if (kp_streq(s->origins.v[i]->path, path))
            return &s->origins.v[i]->origin;
    own = own_lines(s);
    if (!request.config && !s->no_config)
        request.config = kp_find_config(s->arena, path, s->config, error);
    if (!s->databases)
        s->databases = kp_databases_new(s->arena);
    f = kp_new(s->arena, struct kp_file_origin);
    f->path = kp_strdup(s->arena, path);
    if (*error || !kp_find_origin(s->databases, path, &request, &f->origin, error))
        return NULL;
    kp_push(s->arena, &s->origins, f);
    f->includers = s->only_flags ? NULL : kp_find_includers(s, path, &f->origin, error);
    if (*error)
        return NULL;
    if (!f->includers)
        say(s, path, &f->origin);
    return &f->origin;
}

const struct kp_includers *kp_includers_of(const struct kp_settings *s, const char *path)
{
    for (size_t i = 0; i < s->origins.n; i++)
        if (kp_streq(s->origins.v[i]->path, path))
            return s->origins.v[i]->includers;
    return NULL;
}

bool kp_use_origin(struct kp_settings *s, const char *path)
{
    const char *error = NULL;
    const struct kp_origin *o = kp_origin_of(s, path, &error);

    if (!o) {
        kp_complain("%s", error);
        return false;
    }
    s->options.flags = &o->lines;
    s->options.includers = kp_includers_of(s, path);
    s->built_as = o->build;
    return true;
}

KP_VEC_TYPE(names, const char *);

static void add_target(struct kp_settings *s, const struct kp_rules *rules, unsigned number,
                       struct names *to)
{
    const char *name = kp_sprintf(s->arena, "sm_%u", number);

    for (size_t i = 0; i < to->n; i++)
        if (kp_streq(to->v[i], name))
            return;
    if (kp_rule_target(rules, name))
        kp_push(s->arena, to, name);
}

/* The source is compiled for the virtual architectures, and runs on the machines. */
void kp_settle_arch(struct kp_settings *s, const struct kp_rules *rules)
{
    const struct kp_compile *c = s->arch_given ? NULL : s->built_as;
    struct names known = {0};
    unsigned low = 0;

    for (size_t i = 0; c && i < c->archs.n; i++) {
        unsigned number = c->archs.v[i].compute;
        size_t before = known.n;

        add_target(s, rules, number, &known);
        if (known.n > before && (!low || number < low)) {
            low = number;
            s->options.arch = known.v[before];
        }
    }
    for (size_t i = 0; low && i < c->archs.n; i++)
        add_target(s, rules, c->archs.v[i].sm, &known);
    s->options.also = known.n > 1 ? known.v : NULL;
    kp_push(s->arena, &known, NULL);
    s->options.also = s->options.also ? known.v : NULL;
}
