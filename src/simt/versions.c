/* The two files of a verification: compiled side by side, then read. */
#define _GNU_SOURCE
#include "simt/session.h"

#include <errno.h>
#include <sys/wait.h>
#include <unistd.h>

#include "build/tool.h"
#include "util/guard.h"
#include "util/str.h"

#define MOST_PTX ((size_t)1 << 30) /* address space only */

/* One compilation. In shared memory where another process does it. */
struct compiled {
    const char *temp; /* its own folder */
    char *text;       /* NULL: error says why */
    size_t n;
    const char *error;
};

static void compile(struct kp_arena *a, const struct kp_verify_options *o,
                    const struct kp_nvcc_source *source, struct compiled *c)
{
    if (c->temp)
        c->text = kp_nvcc_ptx(a, &o->nvcc, c->temp, source, &c->n, &c->error);
}

static bool ended_well(pid_t child)
{
    int status = 0;

    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return false;
    kp_guard_reaped(child);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* Both at the same time where that can be; c[1] only with a second source. */
static void compile_both(struct kp_session *s, const struct kp_nvcc_source source[2],
                         struct compiled *c[2])
{
    struct kp_arena *a = source[1].path ? kp_arena_new_shared(MOST_PTX) : NULL;
    pid_t child = -1;

    c[0] = kp_new(s->arena, struct compiled);
    c[1] = kp_new(a ? a : s->arena, struct compiled);
    for (int k = 0; k < 2 && source[k].path; k++) /* this process's, which outlives the other */
        c[k]->temp = kp_temp_new(s->arena, &c[k]->error);
    if (a) {
        kp_arena_adopt(s->arena, a);
        child = kp_guard_fork(false);
        if (!child) {
            compile(a, s->o, &source[1], c[1]);
            _exit(0);
        }
    }
    compile(s->arena, s->o, &source[0], c[0]);
    if (source[1].path && (child < 0 || !ended_well(child)))
        compile(s->arena, s->o, &source[1], c[1]);
}

/* The module and the kernel in it. NULL, or why there is none. */
static const char *read_module(struct kp_session *s, struct kp_simt_version *x, const char *path,
                               const struct compiled *c)
{
    const char *error = c->error;

    x->module = c->text ? kp_simt_parse(s->arena, c->text, c->n, &error) : NULL;
    if (!x->module)
        return error;
    for (size_t k = 0; k < kp_simt_file_count(x->module); k++)
        if (kp_nvcc_is_place(s->arena, kp_simt_file_name(x->module, k), path))
            kp_simt_rename_file(x->module, k, path);
    x->kernel = kp_simt_case_kernel(s->c, s->arena, x->module, &error);
    return x->kernel ? kp_simt_case_mismatch(s->c, x->module, x->kernel) : error;
}

/* A template that the file instantiates nowhere is instantiated behind it. */
static bool read_version(struct kp_session *s, struct kp_simt_version *x,
                         const struct kp_nvcc_source *source, struct compiled *c)
{
    struct kp_nvcc_source with = *source;
    const char *error = read_module(s, x, source->path, c);

    if (!error)
        return true;
    with.more = x->module && !x->kernel ? kp_case_instance(s->c, s->arena) : NULL;
    if (with.more) {
        c->text = kp_nvcc_ptx(s->arena, &s->o->nvcc, c->temp, &with, &c->n, &c->error);
        if (!read_module(s, x, source->path, c))
            return true;
    }
    s->v->error = !kp_starts_with(error, s->c->path)
                      ? kp_sprintf(s->arena, "%s: %s", source->path, error)
                      : error;
    return false;
}

bool kp_read_versions(struct kp_session *s, const struct kp_nvcc_source source[2])
{
    struct kp_simt_version *x[] = {&s->original, &s->rewritten};
    struct compiled *c[2];
    bool ok = true;

    s->original.name = "original";
    s->rewritten.name = "rewritten";
    compile_both(s, source, c);
    for (unsigned k = 0; k < 2 && source[k].path; k++) {
        ok = ok && read_version(s, x[k], &source[k], c[k]);
        if (c[k]->temp)
            kp_temp_remove(c[k]->temp);
    }
    return ok;
}
