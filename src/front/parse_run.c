/* What the texts of one unit have in common: all are made of one file, so what was learned when one
 * of them was parsed need not be learned again. */
#define _GNU_SOURCE
#include "front/parse.h"
#include "front/tree.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "util/cache_folder.h"
#include "util/guard.h"

static const char temp_prefix[] = "kpipe-";

static _Thread_local struct {
    struct kp_arena *arena; /* NULL: nothing is known */
    struct kp_texts known;  /* keys of texts that needed more than the quickest way .. */
    KP_VEC(enum kp_way) ways;
    char folder[PATH_MAX]; /* "": none was asked for */
    bool has_no_folder;    /* it was, and there can be none */
} run;

/* How the file is compiled, and what libclang is given. */
static const char *key_of(struct kp_arena *a, const struct kp_unit *u)
{
    const struct kp_flag_lines *lines = u->options->flags;
    const char *from = kp_seen_from(u);
    struct kp_args args = {0};

    kp_push(a, &args, u->source.path);
    kp_push(a, &args, from ? from : "");
    kp_push(a, &args, u->options->arch ? u->options->arch : "");
    for (size_t i = 0; lines && i < lines->n; i++)
        kp_compile_args(a, lines->v[i].line, &args);
    kp_push(a, &args, NULL);
    return kp_hash_texts(a, args.v);
}

enum kp_way kp_way_for(const struct kp_unit *u)
{
    const char *key = run.known.n ? key_of(u->arena, u) : "";
    enum kp_way way = KP_WAY_QUICK;

    for (size_t i = 0; i < run.known.n; i++)
        if (run.ways.v[i] > way && kp_streq(run.known.v[i], key))
            way = run.ways.v[i];
    return way;
}

void kp_note_way(const struct kp_unit *u)
{
    if (u->parse.way <= kp_way_for(u))
        return;
    if (!run.arena)
        run.arena = kp_arena_new();
    kp_push(run.arena, &run.known, key_of(run.arena, u));
    kp_push(run.arena, &run.ways, u->parse.way);
}

void kp_run_folder_make(struct kp_arena *a)
{
    static bool is_registered;
    const char *cache = *run.folder || run.has_no_folder ? NULL : kp_cache_folder(a), *folder;

    if (*run.folder)
        return;
    run.has_no_folder = true;
    if (!cache)
        return;
    folder = kp_sprintf(a, "%s/preambles", cache);
    mkdir(folder, 0700);
    if (!is_registered) /* also if the program ends before the run does */
        is_registered = atexit(kp_guard_clean) == 0;
    if (is_registered && kp_is_own_folder(folder) &&
        kp_guard_folder(folder, temp_prefix, run.folder, sizeof run.folder) >= 0)
        run.has_no_folder = false;
    else
        *run.folder = '\0';
}

const char *kp_run_folder(void)
{
    return run.folder;
}

void kp_parse_run_end(void)
{
    if (*run.folder) {
        kp_remove_folder(run.folder);
        kp_guard_drop(run.folder);
    }
    if (run.arena)
        kp_arena_free(run.arena);
    memset(&run, 0, sizeof run);
}
