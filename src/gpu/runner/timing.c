/* How long do the versions take? All in one process and in turns, so that drift of clock and
 * temperature meets all alike. A version that fails here is left out and the rest timed again. */
#define _GNU_SOURCE
#include <string.h>
#include <stdlib.h>
#include <unistd.h>

#include "gpu/runner/compare.h"
#include "gpu/runner/work.h"
#include "util/system.h"

enum {
    MIN_ROUNDS = 7, /* fewer give no 95% interval of a median */
    POISON = 0xff,
    WARM_UP_LAUNCHES = 2,
};

struct session {
    const struct plan *plan;
    struct arrays arrays;
    cu_function f[MAX_VERSIONS];
    cu_pointer flush; /* memory that, written, pushes all else out of the L2 cache */
    size_t flush_bytes;
    cu_event event[4];
};

static void open_session(struct session *s, const struct job *j, unsigned size)
{
    s->plan = j->plan;
    device_open();
    for (unsigned v = 0; v < j->plan->n_versions; v++) {
        if (share->version[v].status != OK)
            continue;
        share->current = v;
        share->beats++;
        s->f[v] = version_load(j->plan, v);
    }
    arrays_new(&s->arrays, j->plan, size, j->contents);
    s->flush_bytes = 2 * (size_t)share->machine.l2_bytes + ((size_t)64 << 20);
    s->flush = device_memory(j->plan, s->flush_bytes);
    for (int k = 0; k < 4; k++)
        CU(EventCreate(&s->event[k], 0));
}

/* Code is loaded at the first launch, and clocks take a while to rise. */
static void warm_up(struct session *s)
{
    double until = kp_now() + s->plan->warm_up;

    for (int k = 0; k < WARM_UP_LAUNCHES || kp_now() < until; k++) {
        for (unsigned v = 0; v < s->plan->n_versions; v++) {
            if (!s->f[v])
                continue;
            share->current = v;
            arrays_restore(&s->arrays, -1);
            launch(s->f[v], s->plan, &s->arrays, v);
            CU(CtxSynchronize());
        }
    }
}

/* One cold and one warm launch. Everything is queued before the GPU is done with the flush, so the
 * time between two events is the kernel's alone. */
static void time_once(struct session *s, unsigned v, unsigned round)
{
    float *cold = &share->cold[v * MAX_RUNS + round], *warm = &share->warm[v * MAX_RUNS + round];

    share->current = v;
    arrays_restore(&s->arrays, POISON);
    CU(MemsetD8Async(s->flush, (unsigned char)round, s->flush_bytes, NULL));
    CU(EventRecord(s->event[0], NULL));
    launch(s->f[v], s->plan, &s->arrays, v);
    CU(EventRecord(s->event[1], NULL));
    arrays_restore(&s->arrays, -1);
    CU(EventRecord(s->event[2], NULL));
    launch(s->f[v], s->plan, &s->arrays, v);
    CU(EventRecord(s->event[3], NULL));
    CU(EventSynchronize(s->event[3]));
    CU(EventElapsedTime(cold, s->event[0], s->event[1]));
    CU(EventElapsedTime(warm, s->event[2], s->event[3]));
}

/* The outputs of the launch just timed must still be the original's. */
static void recheck(struct session *s, unsigned v)
{
    struct difference d = {0};

    if (!is_compared(s->plan, v))
        return;
    compare_with_original(s->plan, &s->arrays, &d);
    if (passes(s->plan, &d))
        return;
    mismatch(&share->version[v], "%s: differs from the original when timed: it races",
             s->arrays.size->name);
    _exit(1); /* what it left in the arrays is anybody's guess */
}

static void time_size(const struct job *j, unsigned size)
{
    static struct session s;
    const unsigned n = (unsigned)j->plan->n_versions;
    double until;

    open_session(&s, j, size);
    warm_up(&s);
    until = kp_now() + j->plan->budget;
    for (unsigned round = 0; round < j->plan->runs; round++) {
        bool last = round + 1 == j->plan->runs;
        if (round >= MIN_ROUNDS && kp_now() > until)
            last = true;
        /* the one that begins moves on, so that none always follows the same one */
        for (unsigned k = 0; k < n; k++) {
            unsigned v = (k + round) % n;
            if (!s.f[v])
                continue;
            time_once(&s, v, round);
            if (round == 0 || last)
                recheck(&s, v);
        }
        share->rounds = round + 1;
        if (last)
            break;
    }
}

void time_versions(const struct job *j)
{
    for (unsigned s = 0; s < j->plan->n_sizes; s++)
        if (j->plan->sizes[s].timed)
            time_size(j, s);
}
