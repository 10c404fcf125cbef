/* What the children find out. They live in processes of their own, since a kernel that faults
 * leaves its CUDA context, and at times the process, unusable; this is in memory shared with the
 * parent. */
#ifndef RUNNER_SHARE_H
#define RUNNER_SHARE_H

#include <stdatomic.h>

#include "gpu/runner/plan.h"

enum status { NOT_RUN, OK, MISMATCH, FAULT };

struct difference {
    uint64_t bytes;          /* that differ */
    double max_abs, max_rel; /* of elements */
    double worst;            /* the largest in units of the tolerance */
};

/* One version at one size. */
struct check {
    bool done;
    struct difference original; /* of the repeat that differs most from the original's first run */
    bool has_reference;
    struct difference reference; /* of the last one from the CPU reference; bytes are not counted */
};

struct outcome {
    enum status status;
    char why[512];
    bool loaded; /* the figures below are known */
    int registers, local_bytes, static_smem, blocks_per_sm[MAX_SIZES];
    struct check checks[MAX_SIZES];
    unsigned rounds[MAX_SIZES]; /* in which it was timed, the first ones */
};

struct machine {
    char name[128];
    int driver; /* 12040: CUDA 12.4 */
    int major, minor, sms, l2_bytes, clock_khz, smem_optin;
    uint64_t memory;
};

struct share {
    struct machine machine;
    char code[24], text[512]; /* why nothing can be run here at all; "" when it can */
    _Atomic unsigned current; /* version being worked on: to be blamed when the child dies */
    _Atomic unsigned beats;   /* counts up: a child that is alive is not killed */
    bool lost;                /* the device no longer answers */
    struct outcome *version;  /* n_versions of them */
    float *cold, *warm;       /* ms, L2 flushed, and not: samples_of() */
    unsigned char *expected[MAX_SIZES][MAX_ARGS]; /* outputs of the original, by argument */
};

extern struct share *share;

/* Where the times of a version at a size begin, of share->cold or share->warm. */
float *samples_of(float *all, unsigned version, size_t size);

/* Shared memory for the children of this plan, zeroed; false when there is none. */
bool share_new(const struct plan *p);

/* For a child: ends it with the current version at fault (`format` says why), or with nothing to be
 * run on this machine at all. */
_Noreturn void blame(const char *format, ...) __attribute__((format(printf, 1, 2)));
_Noreturn void impossible(const char *code, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Marks a version's outputs as wrong; the first reason is kept. */
void mismatch(struct outcome *o, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
