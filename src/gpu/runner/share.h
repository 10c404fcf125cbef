/* The results of the child processes, in memory shared with the parent. Children are used because a
 * kernel that faults makes its CUDA context, and sometimes the process, unusable. */
#ifndef RUNNER_SHARE_H
#define RUNNER_SHARE_H

#include <stdatomic.h>

#include "gpu/runner/plan.h"

enum status { NOT_RUN, OK, MISMATCH, FAULT };

struct difference {
    uint64_t bytes;          /* the number of bytes that differ */
    double max_abs, max_rel; /* the largest differences of elements */
    double worst;            /* the largest difference divided by the tolerance */
};

/* One version at one size. */
struct check {
    bool done;
    struct difference original; /* from the original's first run; of the repeat that differs most */
    bool has_reference;
    struct difference reference; /* from the CPU reference; of the last repeat, without `bytes` */
};

struct outcome {
    enum status status;
    char why[512];
    bool loaded; /* the figures below are known */
    int registers, local_bytes, static_smem, blocks_per_sm[MAX_SIZES];
    struct check checks[MAX_SIZES];
    unsigned rounds[MAX_SIZES]; /* number of rounds, from the first on, in which it was timed */
};

struct machine {
    char name[128];
    int driver; /* 12040: CUDA 12.4 */
    int major, minor, sms, l2_bytes, clock_khz, smem_optin;
    uint64_t memory;
};

struct share {
    struct machine machine;
    char code[24], text[512]; /* why nothing can be run on this machine; "" when it can */
    _Atomic unsigned current; /* the version being run, which is at fault when the child dies */
    _Atomic unsigned beats;   /* a counter; while it increases, the child is not killed */
    bool lost;                /* the device no longer answers */
    struct outcome *version;  /* one per version */
    float *cold, *warm;       /* times in ms with the L2 cache flushed, and not; see samples_of() */
    unsigned char *expected[MAX_SIZES][MAX_ARGS]; /* outputs of the original, by argument */
};

extern struct share *share;

/* The first of a version's times at a size; `all` is share->cold or share->warm. */
float *samples_of(float *all, unsigned version, size_t size);

/* Allocates the zeroed shared memory for a plan; false when there is none. */
bool share_new(const struct plan *p);

/* End a child: with the current version at fault (`format` says why), or because nothing can be run
 * on this machine. */
_Noreturn void blame(const char *format, ...) __attribute__((format(printf, 1, 2)));
_Noreturn void impossible(const char *code, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Marks a version's outputs as wrong. Only the first reason is kept. */
void mismatch(struct outcome *o, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
