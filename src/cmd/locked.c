#define _GNU_SOURCE
#include "cmd/locked.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/config.h"
#include "front/front.h"
#include "plan/plan.h"
#include "report/utf8.h"
#include "util/replace.h"

/* The input's name in a lock in `folder` (a real path); NULL: it is not below it. */
static const char *locked_name(struct kp_arena *a, const char *folder, const char *path)
{
    char *real = realpath(path, NULL);
    const char *name = real ? kp_below(real, folder) : NULL;

    name = name ? kp_strdup(a, name) : NULL;

    free(real);
    return name;
}

bool kp_find_lock(struct kp_settings *s, const char *path, struct kp_locked *to)
{
    const char *error = NULL, *text;

    *to = (struct kp_locked){0};
    if (s->no_lock)
        return true;
    text = kp_find_above(s->arena, path, KP_LOCK_NAME, &to->path, &to->folder, &error);
    if (text)
        to->lock = kp_lock_read(s->arena, to->path, text, &error);
    if (to->lock)
        to->file = locked_name(s->arena, to->folder, path);
    if (error)
        kp_complain("%s", error);
    return !error;
}

/* The name of the loop's file in the lock. */
static const char *file_of(struct kp_unit *u, const struct kp_loop *loop, const struct kp_locked *l)
{
    const char *path;

    kp_user_line(&u->source, loop->line, &path);
    return kp_streq(path, u->source.path) ? l->file : locked_name(u->arena, l->folder, path);
}

const struct kp_lock_entry *kp_locked_entry(struct kp_unit *u, const struct kp_loop *loop,
                                            const struct kp_locked *l)
{
    const char *name = loop->function->name, *file = file_of(u, loop, l);
    const char *key = file ? kp_lock_key(u, name, NULL) : NULL;
    const char *made =
        key ? kp_lock_key(u, name, kp_strndup(u->arena, u->output, u->output_size)) : NULL;
    const struct kp_lock_entry *e =
        made ? kp_lock_find(l->lock, file, name, kp_lock_number(u, loop), u->options->arch, key)
             : NULL;

    return e && kp_streq(e->output, made) ? e : NULL;
}

struct kp_unit *kp_apply_lock(struct kp_settings *s, struct kp_unit *u, const struct kp_locked *l)
{
    struct kp_request *requests = kp_new_array(u->arena, struct kp_request, u->loops.n + 1);
    bool any = false;

    for (size_t i = 0; i < u->loops.n; i++) {
        const struct kp_loop *loop = u->loops.v[i];
        const char *name = loop->function->name, *path,
                   *file = l->lock ? file_of(u, loop, l) : NULL;
        uint32_t line = kp_user_line(&u->source, loop->line, &path);
        unsigned number = kp_lock_number(u, loop);
        const char *key = file ? kp_lock_key(u, name, NULL) : NULL;
        const struct kp_lock_entry *e = NULL;

        requests[i] = kp_request_of(u->options, i);
        if (key)
            e = kp_lock_find(l->lock, file, name, number, u->options->arch, key);
        if (e) {
            kp_lock_request(e->plan, &requests[i]);
            any = true;
            continue;
        }
        if (!kp_is_pipelined(loop))
            continue;
        if (s->command->id != KP_CMD_LOCK && file && /* which says so itself, or mends it */
            kp_lock_find(l->lock, file, name, number, u->options->arch, NULL))
            fprintf(stderr,
                    "kpipe: note: %s:%u: %s has a plan for another text of '%s': %s; see `kpipe "
                    "lock --update`\n",
                    kp_printable(u->arena, path), line, kp_printable(u->arena, l->path),
                    kp_printable(u->arena, name),
                    s->locked_only ? "the loop stays as it is" : "it gets a new plan");
        if (s->locked_only) {
            requests[i].leave = "it has no entry in " KP_LOCK_NAME;
            any = true;
        }
    }
    return any ? kp_pipeline_again(u->arena, u, requests) : u;
}

/* ---- writing ----------------------------------------------------------------------------------
 */

bool kp_begin_lock(struct kp_arena *a, const char *path, struct kp_locked *l)
{
    char *here = realpath(".", NULL);

    if (!l->lock) {
        l->lock = kp_new(a, struct kp_lock);
        l->lock->arena = a;
        l->path = KP_LOCK_NAME;
        l->folder = kp_strdup(a, here ? here : ".");
        l->file = locked_name(a, l->folder, path);
    }
    free(here);
    if (!l->file)
        kp_complain("%s is not below %s, so that it cannot have entries there", path, l->folder);
    return l->file != NULL;
}

static const char *proof_of(const struct kp_settings *s, const char *kernel)
{
    for (size_t i = 0; i < s->proofs.n; i++)
        if (kp_streq(s->proofs.v[i].kernel, kernel))
            return s->proofs.v[i].hash;
    return NULL;
}

void kp_put_loops(const struct kp_settings *s, struct kp_unit *u, struct kp_locked *l,
                  const char *function, const char *gain)
{
    struct kp_arena *a = s->arena;
    KP_VEC(struct kp_lock_entry) fresh = {0};

    for (size_t i = 0; i < u->loops.n; i++) {
        const struct kp_loop *loop = u->loops.v[i];
        const struct kp_lock_entry *old;
        const char *proof;
        struct kp_lock_entry e = {.file = l->file,
                                  .kernel = loop->function->name,
                                  .loop = kp_lock_number(u, loop),
                                  .arch = u->options->arch,
                                  .key = kp_lock_key(u, loop->function->name, NULL)};

        if (!kp_is_pipelined(loop) || !e.key || (function && !kp_streq(function, e.kernel)))
            continue;
        old = kp_locked_entry(u, loop, l);
        proof = proof_of(s, e.kernel);
        e.plan = kp_lock_plan(a, loop);
        e.output = kp_lock_key(u, e.kernel, kp_strndup(a, u->output, u->output_size));
        e.proof = proof ? proof : old ? old->proof : "-";
        e.gain = gain ? gain : old ? old->gain : "-";
        if (e.output)
            kp_push(a, &fresh, e);
    }
    kp_lock_drop(l->lock, l->file, function, u->options->arch);
    for (size_t i = 0; i < fresh.n; i++)
        kp_lock_put(l->lock, &fresh.v[i]);
}

int kp_write_lock(struct kp_arena *a, const struct kp_locked *l)
{
    const char *text = kp_lock_text(l->lock), *error = NULL;

    if (kp_write_file(a, kp_sprintf(a, "%s/" KP_LOCK_NAME, l->folder), text, strlen(text), &error))
        return KP_EXIT_DONE;
    return kp_complain("%s", error);
}
