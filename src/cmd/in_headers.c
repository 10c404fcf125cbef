/* `kpipe rewrite --in-headers FILE`: a source and the project's headers that it includes, all or
 * none. */
#define _GNU_SOURCE
#include "cmd/rewrite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/config.h"
#include "cmd/includers.h"
#include "front/includes.h"
#include "util/replace.h"

/* ---- which ------------------------------------------------------------------------------------
 */

/* The headers of the project that the source includes, in the order in which it does. */
static bool find_headers(struct kp_settings *s, const char *path)
{
    char *real = realpath(path, NULL);
    const char *error = NULL, *source = kp_strdup(s->arena, real ? real : ""), *root;
    struct kp_settings own = *s;
    const struct kp_origin *o;
    struct kp_texts all = {0};
    struct kp_args args = {0};

    free(real);
    if (!*source || !kp_use_config(&own, path) || !(o = kp_origin_of(&own, path, &error))) {
        if (!*source || error)
            kp_complain("%s: %s", path, *source ? error : "no such file");
        return false;
    }
    for (size_t i = 0; i < o->lines.n; i++)
        kp_compile_args(s->arena, o->lines.v[i].line, &args);
    root = kp_project_root(s->arena, source);
    kp_includes_all(kp_includes_new(s->arena), source, &args, &all);
    for (size_t i = 0; i < all.n; i++)
        if (kp_below(all.v[i], root) && !kp_is_of_system(s->arena, all.v[i], &args) &&
            kp_is_device_header(s->arena, all.v[i], &args))
            kp_add_text(s->arena, &s->operands, kp_name_from_here(s->arena, all.v[i]));
    return true;
}

/* ---- writing ----------------------------------------------------------------------------------
 */

static bool put(struct kp_settings *s, const struct kp_unit *u, bool back)
{
    const struct kp_file *f = &u->source;
    struct kp_replacement r = {.path = f->path,
                               .data = back ? f->text : u->output,
                               .size = back ? f->size : u->output_size,
                               .was = back ? u->output : f->text,
                               .was_size = back ? u->output_size : f->size};
    const char *error = NULL;

    if (kp_replace_file(s->arena, &r, &error))
        return true;
    kp_complain("%s", error);
    return false;
}

static int write_all(struct kp_settings *s, struct kp_unit **u, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (!kp_has_changed(u[i]) || put(s, u[i], false))
            continue;
        while (i-- > 0)
            if (kp_has_changed(u[i]))
                put(s, u[i], true);
        return kp_complain("nothing was rewritten");
    }
    return KP_EXIT_DONE;
}

/* Each text may declare what a source can have once. */
static bool fit_together(struct kp_unit **u, size_t n)
{
    const struct kp_unit *first = NULL;

    for (size_t i = 0; i < n; i++) {
        if (!kp_has_changed(u[i]) || !strstr(u[i]->output, "namespace kp_pipelined"))
            continue;
        if (first) {
            kp_complain("%s and %s would both get clones of kernels, which one source can include "
                        "once: rewrite them one after the other. Nothing was written",
                        first->source.path, u[i]->source.path);
            return false;
        }
        first = u[i];
    }
    return true;
}

/* The next files are planned with what was made of this one: shared memory adds up. */
static void show_to_others(struct kp_arena *a, const struct kp_unit *u, struct kp_buffers *to)
{
    char *real = kp_has_changed(u) ? realpath(u->source.path, NULL) : NULL;

    if (real)
        kp_push(a, to, ((struct kp_buffer){kp_strdup(a, real), u->output, u->output_size}));
    free(real);
}

int kp_rewrite_in_headers(struct kp_settings *s)
{
    const char *source = s->operands.n == 1 ? s->operands.v[0] : NULL;
    struct kp_buffers *made = kp_new(s->arena, struct kp_buffers);
    struct kp_unit **units;
    struct kp_settings *own;
    int result = KP_EXIT_DONE, worst = KP_EXIT_DONE;

    if (!source || kp_streq(source, "-"))
        return kp_complain("--in-headers takes one source");
    if (s->output || !(s->in_place || s->dry_run || s->json))
        return kp_complain("--in-headers rewrites several files: -i writes them, -n shows what "
                           "would change");
    if (!find_headers(s, source))
        return KP_EXIT_ERROR;
    units = kp_new_array(s->arena, struct kp_unit *, s->operands.n + 1);
    own = kp_new_array(s->arena, struct kp_settings, s->operands.n + 1);
    s->options.buffers = made;
    for (size_t i = 0; i < s->operands.n && result == KP_EXIT_DONE; i++) {
        units[i] = kp_rewrite_file(s, s->operands.v[i], &own[i], &result);
        if (result == KP_EXIT_DONE)
            show_to_others(s->arena, units[i], made);
    }
    if (result != KP_EXIT_DONE)
        return kp_complain("nothing was rewritten"), result;
    if (!fit_together(units, s->operands.n))
        return KP_EXIT_ERROR;
    if (s->in_place)
        result = write_all(s, units, s->operands.n);
    for (size_t i = 0; i < s->operands.n && result == KP_EXIT_DONE; i++) {
        int one;

        own[i].in_place = false;
        own[i].dry_run = s->dry_run;
        own[i].json |= !s->dry_run && s->json;
        one = kp_show_output(&own[i], units[i]);
        if (one == KP_EXIT_DONE)
            one = kp_rewritten_code(&own[i], units[i]);
        worst = one > worst ? one : worst;
    }
    return result != KP_EXIT_DONE ? result : worst;
}
