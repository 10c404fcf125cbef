/* The analysis, in a process that may crash, hang or eat memory: the server goes on. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lsp/session.h"
#include "util/guard.h"
#include "util/str.h"
#include "util/subprocess.h"
#include "util/system.h"

enum { MOST_SAID = 256 << 20 };

static size_t collect(struct kp_lsp_session *s, const struct kp_lsp_document *first,
                      struct kp_lsp_file **files)
{
    size_t n = 1;

    for (const struct kp_lsp_document *x = s->documents; x; x = x->next)
        n++;
    *files = kp_lsp_alloc(NULL, n * sizeof **files);
    n = 0;
    (*files)[n++] = (struct kp_lsp_file){first->path, first->text.s, first->text.n};
    for (const struct kp_lsp_document *x = s->documents; x; x = x->next)
        if (x->path && strcmp(x->path, first->path) != 0)
            (*files)[n++] = (struct kp_lsp_file){x->path, x->text.s, x->text.n};
    return n;
}

static _Noreturn void be_child(struct kp_lsp_session *s, const struct kp_lsp_document *d, int out,
                               int err)
{
    struct kp_lsp_file *files;
    size_t n = collect(s, d, &files);
    int null = open("/dev/null", O_RDONLY | O_CLOEXEC);

    dup2(null, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    close(out);
    s->hooks->analyse(s->hooks->context, files, n, s->worker.loop);
    fflush(NULL);
    _exit(0);
}

static void close_all(struct kp_lsp_worker *w)
{
    if (w->out >= 0)
        close(w->out);
    if (w->err >= 0)
        close(w->err);
    w->out = w->err = -1;
    w->pid = 0;
    w->said.n = w->said.at = 0;
}

void kp_lsp_worker_start(struct kp_lsp_session *s, struct kp_lsp_document *d, size_t loop)
{
    struct kp_lsp_worker *w = &s->worker;
    int fds[2];

    if (!loop)
        d->due = 0;
    w->document = d;
    w->loop = loop;
    w->start = kp_now();
    if (pipe2(fds, O_CLOEXEC) != 0) {
        kp_lsp_log(s, KP_LSP_SAY_ERROR, "kpipe: %s is not analysed: %s", d->path, strerror(errno));
        kp_lsp_result(s, d, loop, NULL);
        return;
    }
    w->out = fds[0];
    w->err = kp_memory_file("", 0);
    fflush(NULL);
    w->pid = kp_guard_fork(false);
    if (w->pid == 0)
        be_child(s, d, fds[1], w->err);
    close(fds[1]);
    if (w->pid < 0) {
        kp_lsp_log(s, KP_LSP_SAY_ERROR, "kpipe: %s is not analysed: %s", d->path, strerror(errno));
        close_all(w);
        kp_lsp_result(s, d, loop, NULL);
    }
}

/* It ends at once, and the parser's process with it. */
static int end(struct kp_lsp_worker *w)
{
    int status = 0;

    kill(w->pid, SIGKILL);
    while (waitpid(w->pid, &status, 0) < 0 && errno == EINTR)
        continue;
    kp_guard_reaped(w->pid);
    return status;
}

void kp_lsp_worker_stop(struct kp_lsp_session *s)
{
    if (!s->worker.pid)
        return;
    end(&s->worker);
    close_all(&s->worker);
}

/* ---- what came of it --------------------------------------------------------------------------
 */

/* What it said on standard error, without the program's name; to be freed. */
static char *complaint(struct kp_lsp_worker *w)
{
    struct kp_arena *a = kp_arena_new();
    size_t n = 0;
    const char *text =
        w->err >= 0 && lseek(w->err, 0, SEEK_SET) == 0 ? kp_read_all(a, w->err, &n) : NULL;
    const char *head = "kpipe: error: ";
    char *own;

    text = text ? text : "";
    text += kp_starts_with(text, head) ? strlen(head) : 0;
    own = strdup(text);
    while (own && *own && own[strlen(own) - 1] == '\n')
        own[strlen(own) - 1] = '\0';
    kp_arena_free(a);
    return own;
}

/* By the first line of what it said; the log has all of it. */
static json_t *failure(const char *said)
{
    size_t n = said ? strcspn(said, "\n") : 0;
    json_t *o = n ? json_pack("{s:s%}", "error", said, n) : NULL;

    return o ? o : json_pack("{s:s}", "error", "it cannot be analysed");
}

/* Its status, once it has ended; `why`: it was ended by us. */
static void finish(struct kp_lsp_session *s, int status, const char *why)
{
    struct kp_lsp_worker *w = &s->worker;
    struct kp_lsp_document *d = w->document;
    json_t *result = NULL;
    char *said = complaint(w);

    if (!why && WIFSIGNALED(status))
        why = strsignal(WTERMSIG(status));
    if (why)
        kp_lsp_log(s, KP_LSP_SAY_ERROR, "kpipe: the analysis of %s was ended: %s", d->path, why);
    else if (!(result = json_loadb(w->said.v ? w->said.v : "", w->said.n, 0, NULL)))
        result = failure(said);
    if (said && *said)
        kp_lsp_log(s, KP_LSP_SAY_LOG, "kpipe: %s: %s", d->path, said);
    if (s->is_traced) {
        char text[64];

        snprintf(text, sizeof text, "analysed in %.0f ms", 1e3 * (kp_now() - w->start));
        kp_lsp_notify(s, "$/logTrace", json_pack("{s:s, s:s}", "message", text, "verbose", d->uri));
    }
    free(said);
    close_all(w);
    kp_lsp_result(s, d, w->loop, result);
}

static void read_some(struct kp_lsp_worker *w)
{
    char part[1 << 16];
    ssize_t n = read(w->out, part, sizeof part);

    if (n < 0 && errno == EINTR)
        return;
    if (n > 0) {
        kp_lsp_bytes_add(&w->said, part, (size_t)n);
        return;
    }
    close(w->out);
    w->out = -1;
}

void kp_lsp_worker_look(struct kp_lsp_session *s, bool is_readable)
{
    struct kp_lsp_worker *w = &s->worker;
    int status = 0;

    if (is_readable && w->out >= 0)
        read_some(w);
    if (w->said.n > MOST_SAID) {
        finish(s, end(w), "it says too much");
    } else if (w->out < 0 && waitpid(w->pid, &status, WNOHANG) == w->pid) {
        kp_guard_reaped(w->pid);
        finish(s, status, NULL);
    } else if (kp_now() - w->start > s->hooks->seconds) {
        finish(s, end(w), "it took too long");
    }
}

double kp_lsp_worker_wait(const struct kp_lsp_session *s)
{
    const struct kp_lsp_worker *w = &s->worker;
    double left = w->start + s->hooks->seconds - kp_now();

    if (w->out < 0 && left > 0.005)
        left = 0.005; /* it is about to end */
    return left < 0 ? 0 : left;
}
