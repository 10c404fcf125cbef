/* The CPU reference of a case: compiled into a shared object with a small function around it that
 * takes all arguments by address, so that any signature can be called. */
#define _GNU_SOURCE
#include "case/check.h"

#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "build/tool.h"
#include "util/guard.h"
#include "util/str.h"
#include "util/subprocess.h"
#include "util/system.h"
#include "util/sanitized.h"

static const struct kp_case_arg *find(const struct kp_case *c, const char *name, size_t *at)
{
    for (size_t k = 0; k < c->args.n; k++) {
        if (kp_streq(c->args.v[k].name, name)) {
            *at = k;
            return &c->args.v[k];
        }
    }
    return NULL;
}

static const char *shim(const struct kp_case *c, struct kp_arena *a,
                        const struct kp_case_text *names, size_t n)
{
    struct kp_str s = kp_str_new(a);

    kp_str_add(&s, "#include \"ref.c\"\n#include <stdint.h>\n"
                   "void kpipe_reference(void *const *args);\n"
                   "void kpipe_reference(void *const *args)\n{\n    ");
    kp_str_addf(&s, "%s(", c->reference);
    for (size_t k = 0; k < n; k++) {
        size_t at;
        const struct kp_case_arg *x = find(c, names[k].s, &at);
        kp_str_add(&s, k ? ", " : "");
        if (x && x->count.s)
            kp_str_addf(&s, "args[%zu]", k);
        else
            kp_str_addf(&s, "*(const %s *)args[%zu]", x ? kp_case_c_type(x->type) : "int32_t", k);
    }
    kp_str_add(&s, ");\n}\n");
    return kp_str_text(&s);
}

static const char *write_shim(struct kp_arena *a, const char *temp, const char *text)
{
    return kp_write_private(kp_sprintf(a, "%s/shim.c", temp), text, strlen(text))
               ? NULL
               : "cannot write to the temporary folder";
}

static const char *build(const struct kp_case *c, struct kp_arena *a, const char *temp,
                         const struct kp_case_text *names, size_t n)
{
    const char *source = c->reference_file[0] == '/'
                             ? c->reference_file
                             : kp_sprintf(a, "%s/%s", c->folder, c->reference_file);
    const char *include = kp_sprintf(a, "-I%s", kp_folder_of(a, source));
    const char *argv[] = {"cc",    "-std=gnu17", "-O2", "-shared", "-fPIC", "-I.",
                          include, "shim.c",     "-o",  "ref.so",  "-lm",   NULL};
    const char *error = kp_copy_file(a, source, kp_sprintf(a, "%s/ref.c", temp));

    if (!error)
        error = write_shim(a, temp, shim(c, a, names, n));
    return error ? error : kp_tool_run(a, temp, argv, 60);
}

/* ---- the call, in a process of its own: it is somebody's code, and may do anything -------------
 */

enum { MESSAGE = 1024, ALIGNED = 256 };
#define MOST_BYTES ((rlim_t)8 << 30)

static void limit(int what, rlim_t soft, rlim_t hard)
{
    struct rlimit r;

    if (getrlimit(what, &r) == 0 && (r.rlim_max == RLIM_INFINITY || hard <= r.rlim_max)) {
        r.rlim_cur = soft;
        r.rlim_max = hard;
        (void)setrlimit(what, &r);
    }
}

static void confine(unsigned seconds)
{
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    dup2(STDERR_FILENO, STDOUT_FILENO); /* which may be kpipe's JSON */
    limit(RLIMIT_CORE, 0, 0);
    limit(RLIMIT_CPU, seconds, seconds + 1); /* SIGXCPU first, which says what it was */
    limit(RLIMIT_FSIZE, 0, 0);
    limit(RLIMIT_NOFILE, 256, 256);
#ifndef KP_SANITIZED /* which maps terabytes */
    limit(RLIMIT_AS, kp_address_space() + MOST_BYTES, kp_address_space() + MOST_BYTES);
#endif
}

static _Noreturn void be_child(const char *library, void **args, char *message, unsigned seconds)
{
    void (*run)(void *const *);
    void *so, *symbol;

    confine(seconds);
    so = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    symbol = so ? dlsym(so, "kpipe_reference") : NULL;
    if (!symbol) {
        snprintf(message, MESSAGE, "the reference cannot be loaded: %s", dlerror());
        _exit(1);
    }
    memcpy(&run, &symbol, sizeof run);
    run(args);
    fflush(NULL);
    _exit(0);
}

/* NULL, or what became of it. */
static const char *outcome(const struct kp_case *c, struct kp_arena *a, int status, bool in_time,
                           const char *message, unsigned seconds)
{
    if (!in_time || (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU))
        return kp_sprintf(a, "the reference %s() did not end within %u seconds", c->reference,
                          seconds);
    if (WIFSIGNALED(status))
        return kp_sprintf(a, "the reference %s() was ended by signal %d (%s)", c->reference,
                          WTERMSIG(status), strsignal(WTERMSIG(status)));
    if (*message)
        return kp_strdup(a, message);
    if (WEXITSTATUS(status))
        return kp_sprintf(a, "the reference %s() ended the program with exit code %d", c->reference,
                          WEXITSTATUS(status));
    return NULL;
}

static size_t rounded(size_t n)
{
    return (n + ALIGNED - 1) / ALIGNED * ALIGNED;
}

/* `args[k]` points to the data of a buffer where `buffers[k]` is one. */
static const char *call(const struct kp_case *c, struct kp_arena *a, const char *temp, void **args,
                        struct kp_case_buffer *const *buffers, size_t n, unsigned seconds)
{
    const char *library = kp_sprintf(a, "%s/ref.so", temp), *error;
    size_t size = MESSAGE, at = MESSAGE;
    int status = 0;
    bool in_time;
    char *map;
    pid_t pid;

    for (size_t k = 0; k < n; k++)
        size += buffers[k] ? rounded(buffers[k]->size) : 0;
    map = kp_map_shared(size);
    if (!map)
        return kp_sprintf(a, "no memory for the reference: %s", strerror(errno));
    for (size_t k = 0; k < n; k++) {
        if (!buffers[k])
            continue;
        for (size_t j = 0; j < k && !args[k]; j++)
            if (buffers[j] == buffers[k])
                args[k] = args[j];
        if (args[k])
            continue;
        args[k] = memcpy(map + at, buffers[k]->data, buffers[k]->size);
        at += rounded(buffers[k]->size);
    }
    fflush(NULL);
    pid = kp_guard_fork(true);
    if (!pid)
        be_child(library, args, map, seconds);
    in_time = pid > 0 && kp_tool_wait(pid, 2.0 * seconds, &status);
    kp_guard_reaped(pid);
    error = pid < 0 ? kp_sprintf(a, "no process for the reference: %s", strerror(errno))
                    : outcome(c, a, status, in_time, map, seconds);
    for (size_t k = 0; k < n && !error; k++)
        if (buffers[k])
            memcpy(buffers[k]->data, args[k], buffers[k]->size);
    munmap(map, size);
    return error;
}

static size_t names_of(const struct kp_case *c, struct kp_arena *a, struct kp_case_text **names)
{
    *names = NULL;
    return c->reference_args.s ? kp_case_split(a, c->reference_args, ',', names) : 0;
}

const char *kp_case_check_reference(const struct kp_case *c, struct kp_arena *a)
{
    struct kp_case_text *names;
    size_t n = names_of(c, a, &names);

    for (size_t k = 0; k < n; k++) {
        size_t at;
        const struct kp_case_arg *x = find(c, names[k].s, &at);
        struct kp_number v;
        const char *error = x ? NULL : kp_case_eval(c, a, names[k], &v);
        if (error)
            return error;
        if (x && x->type == KP_CASE_STRUCT)
            return kp_case_error(
                c, names[k], 0, "a struct cannot be handed to the reference: name the sizes in it");
    }
    return NULL;
}

const char *kp_case_reference(const struct kp_case *c, struct kp_arena *a, const char *temp,
                              unsigned seconds, struct kp_case_data *d)
{
    struct kp_case_text *names;
    const char *error;
    size_t n = names_of(c, a, &names);
    void **args = kp_new_array(a, void *, n + 1);
    struct kp_case_buffer **buffers = kp_new_array(a, struct kp_case_buffer *, n + 1);

    for (size_t k = 0; k < n; k++) {
        size_t at;
        const struct kp_case_arg *x = find(c, names[k].s, &at);
        if (x && x->count.s) {
            buffers[k] = &d->buffers[d->params[at].buffer];
        } else if (x) {
            args[k] = (void *)(uintptr_t)d->params[at].bytes;
        } else {
            struct kp_number v;
            int32_t *number = kp_alloc(a, sizeof *number);
            if ((error = kp_case_eval(c, a, names[k], &v)))
                return error;
            *number = (int32_t)v.i;
            args[k] = number;
        }
    }
    /* compiled for the first sizes; later ones only call it */
    error = access(kp_sprintf(a, "%s/ref.so", temp), R_OK) ? build(c, a, temp, names, n) : NULL;
    return error ? error : call(c, a, temp, args, buffers, n, seconds);
}
