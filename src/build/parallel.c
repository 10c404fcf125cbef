#define _GNU_SOURCE
#include "build/parallel.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "build/tool.h"
#include "util/str.h"
#include "util/subprocess.h"
#include "util/system.h"

/* What nvcc's cicc and ptxas take together for a kernel with fully unrolled loops. */
static const size_t job_bytes = (size_t)1 << 30;

struct work {
    struct kp_arena *arena;
    const struct kp_nvcc *nvcc;
    struct kp_build *v;
    const char **temp; /* a folder per source */
};

size_t kp_build_jobs(void)
{
    size_t jobs = kp_processors(), fit = kp_memory_available() / job_bytes;

    if (fit && fit < jobs)
        jobs = fit;
    return jobs;
}

static void build_in(const struct work *w, size_t i)
{
    struct kp_build *x = &w->v[i];

    x->cubin =
        kp_nvcc_cubin(w->arena, w->nvcc, w->temp[i], &x->source, &x->usages, &x->size, &x->error);
}

static const char *error_file(const struct work *w, size_t i)
{
    return kp_sprintf(w->arena, "%s/error", w->temp[i]);
}

/* In a child: what comes of it stays in the folder. */
static int work_on(size_t i, void *context)
{
    const struct work *w = context;
    int fd;

    build_in(w, i);
    if (w->v[i].cubin)
        return 0;
    fd = open(error_file(w, i), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0 || !kp_write_all(fd, w->v[i].error, strlen(w->v[i].error)) || close(fd))
        abort(); /* the disk is full; the parent hears of it all the same */
    return 1;
}

static int crashed(size_t i, int signal, void *context)
{
    const struct work *w = context;

    w->v[i].error = kp_sprintf(w->arena, "the build was ended by signal %d", signal);
    return 1;
}

static void collect(const struct work *w, size_t i)
{
    struct kp_build *x = &w->v[i];
    size_t n;

    if (x->cubin || x->error)
        return; /* it crashed, or there was no process to be had for it */
    x->error = kp_read_file(w->arena, error_file(w, i), &n);
    if (!x->error)
        x->cubin = kp_nvcc_built(w->arena, w->temp[i], &x->usages, &x->size, &x->error);
}

void kp_build_all(struct kp_arena *a, const struct kp_nvcc *nvcc, struct kp_build *v, size_t n,
                  size_t jobs)
{
    struct work w = {a, nvcc, v, kp_new_array(a, const char *, n + 1)};
    const char *error = NULL;
    size_t made = 0;

    for (; made < n && (w.temp[made] = kp_temp_new(a, &error)); made++)
        v[made].cubin = v[made].error = NULL;
    if (made == 1 || jobs == 1)
        for (size_t i = 0; i < made; i++)
            build_in(&w, i);
    else
        kp_spread(a, made, jobs ? jobs : kp_build_jobs(), work_on, crashed, &w);
    for (size_t i = 0; i < made; i++) {
        collect(&w, i);
        kp_temp_remove(w.temp[i]);
    }
    for (size_t i = made; i < n; i++)
        v[i].error = error;
}

const char *kp_build_line(struct kp_arena *a, const char *error)
{
    const char *at = strstr(error, "error"), *line = error;

    for (const char *p = error; at && p < at; p++)
        if (*p == '\n')
            line = p + 1;
    return kp_strndup(a, line, strcspn(line, "\n"));
}

bool kp_build_is_refused(const char *error)
{
    return strstr(error, " failed:\n") != NULL; /* as kp_tool_run() says it */
}
