#define _GNU_SOURCE
#include "lsp/lsp.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include "lsp/session.h"
#include "util/guard.h"

enum { PART = 1 << 16 };

/* As much as a pipe that can be written to takes at once. False: nobody reads any more. */
static bool write_some(struct kp_lsp_bytes *b, int out)
{
    enum { AT_ONCE = 4096 };
    size_t n = b->n - b->at < AT_ONCE ? b->n - b->at : AT_ONCE;
    ssize_t got = write(out, b->v + b->at, n);

    if (got < 0)
        return errno == EINTR || errno == EAGAIN;
    b->at += (size_t)got;
    return true;
}

/* False at the end of what there is to read. */
static bool read_some(struct kp_lsp_session *s, int in)
{
    static char part[PART];
    ssize_t n = read(in, part, sizeof part);

    if (n < 0)
        return errno == EINTR || errno == EAGAIN;
    if (n > 0)
        kp_lsp_take(s, part, (size_t)n);
    return n > 0;
}

/* Milliseconds that the next thing to do is away; -1: nobody knows. */
static int patience(const struct kp_lsp_session *s, double due)
{
    double wait = s->worker.pid ? kp_lsp_worker_wait(s) : due;

    return wait < 0 ? -1 : wait > 60 ? 60000 : (int)(1e3 * wait) + (wait > 0);
}

/* One round; false at the end. */
static bool step(struct kp_lsp_session *s, int in, int out)
{
    double due;
    size_t loop;
    struct kp_lsp_document *d = kp_lsp_due(s, &loop, &due);
    bool has_out = s->out.at < s->out.n;
    struct pollfd p[] = {{.fd = in, .events = POLLIN},
                         {.fd = has_out ? out : -1, .events = POLLOUT},
                         {.fd = -1, .events = POLLIN}};

    if (d && !s->worker.pid) {
        kp_lsp_worker_start(s, d, loop);
        if (!s->worker.pid)
            return true; /* it could not be started, which is said, and others may be due */
    }
    p[2].fd = s->worker.pid ? s->worker.out : -1;
    if (poll(p, 3, patience(s, due)) < 0)
        return errno == EINTR;
    if (p[1].revents && !write_some(&s->out, out))
        return false;
    if (s->worker.pid)
        kp_lsp_worker_look(s, p[2].revents != 0);
    return !p[0].revents || read_some(s, in);
}

int kp_lsp_serve(const struct kp_lsp_hooks *hooks, int in, int out)
{
    struct sigaction was;
    struct kp_lsp_session s;
    bool is_shut;

    kp_guard_pipes(&was);
    kp_lsp_begin(&s, hooks);
    while (s.state != KP_LSP_ENDED && step(&s, in, out))
        continue;
    is_shut = s.is_shut;
    while (s.out.at < s.out.n && write_some(&s.out, out))
        continue;
    kp_lsp_end(&s);
    kp_guard_pipes_end(&was);
    return is_shut ? 0 : 1;
}
