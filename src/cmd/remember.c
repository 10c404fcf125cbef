#define _GNU_SOURCE
#include "cmd/remember.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "build/tool.h"
#include "front/command_hidden.h"
#include "front/front.h"
#include "front/includes.h"
#include "util/system.h"

#define ROW(...) kp_push(a, &parts, kp_sprintf(a, __VA_ARGS__))

enum { FORMAT = 3, MOST = 64 << 20 };

static const char *text_of(const char *text)
{
    return text ? text : "";
}

/* Of kpipe and what it parses with. */
static void add_program(struct kp_arena *a, struct kp_texts *to)
{
    static const char *const names[] = {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH",
                                        "OBJC_INCLUDE_PATH"};
    char *here = realpath(".", NULL);

    kp_push(a, to, kp_sprintf(a, "findings %d", FORMAT));
    kp_push(a, to, kp_cache_program(a, "/proc/self/exe"));
    kp_push(a, to, kp_parser_version(a));
    kp_push(a, to, kp_cache_program(a, kp_parser_file(a)));
    kp_push(a, to, kp_cache_program(a, text_of(kp_find_tool(a, "diff")))); /* which makes edits */
    kp_push(a, to, kp_cache_program(a, "/usr/include"));
    kp_push(a, to, kp_cache_program(a, "/usr/local/include"));
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        kp_push(a, to, kp_sprintf(a, "%s=%s", names[i], text_of(getenv(names[i]))));
    kp_push(a, to, kp_sprintf(a, "%s", text_of(here)));
    free(here);
}

static void add_options(struct kp_arena *a, const struct kp_options *o, struct kp_texts *to)
{
    struct kp_texts parts = *to;

    ROW("%s %d %d %d %d %d %d %d %d %d %d %d %s %u %d %d %s %d %d", o->arch, (int)o->variant,
        (int)o->shape, o->stages, o->min_blocks, o->merge.x, o->merge.y, o->merge.z, (int)o->layout,
        (int)o->prefetch, o->batch, o->unroll, text_of(o->kernel), o->line, o->assume_no_alias,
        o->no_runtime_checks, text_of(o->no_alias_said), (int)o->width, (int)o->ablation);
    for (const char *const *x = o->also; x && *x; x++)
        ROW("also %s", *x);
    for (size_t i = 0; o->flags && i < o->flags->n; i++) {
        struct kp_args args = {0};

        kp_compile_args(a, o->flags->v[i].line, &args);
        ROW("flags of %s, hidden: %s", text_of(o->flags->v[i].said),
            text_of(kp_compile_hidden(a, o->flags->v[i].line)));
        for (size_t k = 0; k < args.n; k++)
            kp_push(a, &parts, args.v[k]);
    }
    for (size_t i = 0; o->includers && i < o->includers->n; i++) {
        const struct kp_includer *from = &o->includers->v[i];
        struct kp_args args = {0};

        for (size_t k = 0; from->flags && k < from->flags->n; k++)
            kp_compile_args(a, from->flags->v[k].line, &args);
        ROW("from %s %d", text_of(from->path), o->includers->too_many);
        for (size_t k = 0; from->flags && k < from->flags->n; k++)
            ROW("hidden: %s", text_of(kp_compile_hidden(a, from->flags->v[k].line)));
        for (size_t k = 0; k < args.n; k++)
            kp_push(a, &parts, args.v[k]);
    }
    if (o->config) {
        size_t n = 0;
        const char *text = kp_read_file(a, kp_config_file(o->config), &n);

        ROW("config %s %s", kp_config_file(o->config), text_of(text));
    }
    *to = parts;
}

bool kp_recall(const struct kp_settings *s, const struct kp_options *o, const char *path,
               const char *what, struct kp_remembered *m, struct kp_kept *to)
{
    struct kp_arena *a = s->arena;
    struct kp_texts parts = {0};
    size_t n = 0;
    const char *text;

    *m = (struct kp_remembered){.key.arena = a, .beginning = kp_reads_clock()};
    /* of a pipe, what is read here is gone */
    text =
        kp_streq(path, "-") || o->rules_dir || o->requests ? NULL : kp_read_plain(a, path, 0, MOST);
    if (!text)
        return false;
    n = strlen(text);
    add_program(a, &parts);
    add_options(a, o, &parts);
    ROW("%s", what);
    ROW("%s %zu", path, n);
    kp_push(a, &parts, text);
    kp_push(a, &parts, NULL);
    m->text = text;
    m->size = n;
    m->key = kp_cache_key(a, parts.v);
    return kp_cache_recall(&m->key, to);
}

/* As a rule for make has it. */
static void add_name(struct kp_str *to, const char *path)
{
    kp_str_addc(to, ' ');
    for (; *path; path++) {
        if (strchr(" #\\", *path))
            kp_str_addc(to, '\\');
        if (*path == '$')
            kp_str_addc(to, '$');
        kp_str_addc(to, *path);
    }
}

/* With its links and dots: /lib/.. is not /. */
static const char *absolute(struct kp_arena *a, const char *here, const char *path)
{
    return path[0] == '/' ? path : kp_sprintf(a, "%s/%s", here, path);
}

static void add_folders(struct kp_arena *a, const char *here, const char *path,
                        const struct kp_flag_lines *flags, struct kp_texts *to)
{
    struct kp_args args = {0};

    kp_add_text(a, to, kp_folder_of(a, path));
    for (size_t i = 0; flags && i < flags->n; i++)
        kp_compile_args(a, flags->v[i].line, &args);
    for (size_t i = 0; i + 1 < args.n; i++)
        if (kp_is_folder_option(args.v[i]))
            kp_add_text(a, to, absolute(a, here, args.v[i + 1]));
}

static struct kp_texts header_folders(struct kp_arena *a, const struct kp_unit *u, const char *here)
{
    const struct kp_options *o = u->options;
    struct kp_texts to = {0};

    add_folders(a, here, u->source.path, o->flags, &to);
    for (size_t i = 0; o->includers && i < o->includers->n; i++)
        add_folders(a, here, o->includers->v[i].path ? o->includers->v[i].path : u->source.path,
                    o->includers->v[i].flags, &to);
    kp_add_text(a, &to, here); /* of -include */
    kp_reads_add_folders(a, here, &to);
    return to;
}

void kp_remember(const struct kp_remembered *m, const struct kp_unit *u, const struct kp_kept *what)
{
    struct kp_arena *a = m->key.arena;
    struct kp_str depends = kp_str_new(a);
    char *here = realpath(".", NULL);
    struct kp_reads reads = {.temp = "/", .text = u->source.text, .beginning = m->beginning};

    bool is_same =
        m->text && m->size == u->source.size && !memcmp(m->text, u->source.text, m->size);

    if (m->key.entry && here && is_same) {
        reads.self = absolute(a, here, u->source.path);
        reads.folders = header_folders(a, u, here);
        kp_str_add(&depends, "it : ");
        for (size_t i = 0; i < u->parse.reads.n; i++)
            add_name(&depends, absolute(a, here, u->parse.reads.v[i]));
        reads.depends = kp_str_text(&depends);
        kp_cache_keep(&m->key, &reads, what);
    }
    free(here);
}
