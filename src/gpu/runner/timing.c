/* How long do the versions take? All in one process and in turns, so that drift of clock and
 * temperature meets all alike. A version that fails here is left out and the rest timed again. */
#define _GNU_SOURCE
#include <string.h>
#include <stdlib.h>
#include <unistd.h>

#include "gpu/runner/compare.h"
#include "gpu/runner/work.h"
#include "gpu/stats.h"
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
    bool first;              /* of the sizes that are timed */
    bool told[MAX_VERSIONS]; /* need not be timed any longer */
    bool left[MAX_VERSIONS]; /* .. and is not */
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
    float *cold = samples_of(share->cold, v, s->arrays.index) + round;
    float *warm = samples_of(share->warm, v, s->arrays.index) + round;

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

/* ---- long enough? -----------------------------------------------------------------------------
 */

/* Of the rounds that both were timed in: did version v take more than `times` as long as `than` in
 * so many, or so few, that it is no chance? The sign test, each side by itself at one in two
 * hundred, since it is asked again after every round. */
static bool is_told(const struct session *s, unsigned v, unsigned than, double times)
{
    const float *a = samples_of(share->cold, v, s->arrays.index);
    const float *b = samples_of(share->cold, than, s->arrays.index);
    const unsigned n = share->version[v].rounds[s->arrays.index];
    unsigned longer = 0;

    for (unsigned k = 0; k < n; k++)
        longer += a[k] > times * b[k];
    return kp_sign_tail(longer < n - longer ? longer : n - longer, n) <= 0.005;
}

static int by_value(const void *x, const void *y)
{
    const float a = *(const float *)x, b = *(const float *)y;

    return (a > b) - (a < b);
}

static float median_of(const struct session *s, unsigned v)
{
    const unsigned n = share->version[v].rounds[s->arrays.index];
    float sorted[MAX_RUNS];

    memcpy(sorted, samples_of(share->cold, v, s->arrays.index), n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, by_value);
    return sorted[n / 2];
}

/* The fastest version that is right so far; the original among them. */
static unsigned fastest(const struct session *s)
{
    unsigned best = 0;

    for (unsigned v = 1; v < s->plan->n_versions; v++)
        if (s->f[v] && !s->plan->versions[v].unchecked && median_of(s, v) < median_of(s, best))
            best = v;
    return best;
}

/* At the first size a version is to be told from the fastest; at the others, which are there for
 * the run-time tests, from what is too slow beside the original. */
static void tell_apart(struct session *s)
{
    const unsigned best = s->first ? fastest(s) : 0;
    const double times = s->first ? s->plan->tell : 1 / KP_TOO_SLOW;

    for (unsigned v = 1; v < s->plan->n_versions; v++)
        if (s->f[v] && !s->left[v])
            s->told[v] = v != best && is_told(s, v, best, times);
    if (s->first && best && is_told(s, 0, best, times)) {
        /* the original is told from the fastest, and so is the fastest from it */
        s->told[best] = true;
        for (unsigned v = 1; v < s->plan->n_versions; v++)
            s->told[best] &= v == best || !s->f[v] || s->told[v];
    }
}

/* Nothing but the original, which the others are compared with, is of interest any more. */
static bool all_told(const struct session *s)
{
    bool all = s->plan->tell > 1;

    for (unsigned v = 1; v < s->plan->n_versions; v++)
        all &= !s->f[v] || s->told[v];
    return all;
}

/* ---- rounds -----------------------------------------------------------------------------------
 */

/* Every version that is still of interest, once. */
static void time_round(struct session *s, unsigned round, bool last)
{
    const unsigned n = (unsigned)s->plan->n_versions;

    /* the one that begins moves on, so that none always follows the same one */
    for (unsigned k = 0; k < n; k++) {
        unsigned v = (k + round) % n;
        if (!s->f[v] || s->left[v])
            continue;
        time_once(s, v, round);
        if (round == 0 || last || s->told[v])
            recheck(s, v);
        share->version[v].rounds[s->arrays.index] = round + 1;
        s->left[v] = s->told[v];
    }
}

static void time_size(const struct job *j, unsigned size, bool first)
{
    static struct session s;
    double until;
    bool last = false;

    memset(&s, 0, sizeof s);
    open_session(&s, j, size);
    s.first = first;
    warm_up(&s);
    until = kp_now() + j->plan->budget;
    for (unsigned round = 0; round < j->plan->runs && !last; round++) {
        last =
            round + 1 == j->plan->runs || (round >= MIN_ROUNDS && kp_now() > until) || all_told(&s);
        time_round(&s, round, last);
        if (j->plan->tell > 1)
            tell_apart(&s);
    }
}

void time_versions(const struct job *j)
{
    bool first = true;

    for (unsigned s = 0; s < j->plan->n_sizes; s++) {
        if (!j->plan->sizes[s].timed)
            continue;
        time_size(j, s, first);
        first = false;
    }
}
