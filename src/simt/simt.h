/* An interpreter that runs the PTX of a CUDA kernel on the CPU, with all its threads and the
 * weakest behaviour that the hardware may show: asynchronous copies complete late, warps run in any
 * order, and every access to shared and global memory is checked.
 *
 * Use: kp_simt_parse() once per PTX text, then kp_simt_run() once per launch. Buffers are copied in
 * before the launch and back after it, so the caller's memory is only written by a completed run,
 * and only if the buffer is not const. */
#ifndef KP_SIMT_SIMT_H
#define KP_SIMT_SIMT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/arena.h"

struct kp_ptx; /* a parsed module */

/* NULL on a syntax error or an unsupported directive; then *error is a message with the PTX line.
 */
struct kp_ptx *kp_simt_parse(struct kp_arena *a, const char *text, size_t n, const char **error);

/* Entry points of the module, in order, by their mangled names. */
size_t kp_simt_kernel_count(const struct kp_ptx *m);
const char *kp_simt_kernel_name(const struct kp_ptx *m, size_t i);
/* The bytes of a kernel's static shared memory. */
size_t kp_simt_static_shared(const struct kp_ptx *m, const char *kernel);
/* Source files of the PTX. After kp_simt_rename_file(), reports call file number i `to`. */
size_t kp_simt_file_count(const struct kp_ptx *m);
const char *kp_simt_file_name(const struct kp_ptx *m, size_t i);
void kp_simt_rename_file(struct kp_ptx *m, size_t i, const char *to);

/* The bytes, from its beginning, of a buffer that a run has accessed. Filled only by runs in this
 * process (jobs = 0). */
struct kp_simt_extent {
    size_t read, written;
};

struct kp_simt_buffer {
    const char *name; /* its name in reports */
    void *data;       /* NULL: zeros, and nothing is copied back */
    size_t size;
    bool is_const;      /* a write is an alarm */
    bool uninitialised; /* contents are not an input: reading before writing is an alarm */
    size_t misalign;    /* bytes between an aligned address and its own */
    struct kp_simt_extent *extent; /* NULL: not requested */
    /* per byte, set to 1 where the launch wrote; NULL: not requested. Requires the tracking of
     * global memory */
    uint8_t *written;
};

/* One kernel parameter: plain bytes, or the device address of a buffer. */
struct kp_simt_arg {
    const void *bytes;
    size_t size;
    int buffer;    /* index into buffers, or -1 for plain bytes */
    size_t offset; /* bytes into the buffer */
};

enum kp_simt_landing {
    KP_LAND_LATE,   /* at the wait that covers the copy; the target is poisoned until then */
    KP_LAND_EAGER,  /* immediately, as if the copy were a plain store */
    KP_LAND_RANDOM, /* at a random time in between, from the seed */
};

struct kp_simt_launch {
    const char *kernel; /* mangled name */
    uint32_t grid[3], block[3];
    size_t dynamic_smem;
    const struct kp_simt_arg *args;
    size_t n_args;
    const struct kp_simt_buffer *buffers;
    size_t n_buffers;
};

/* Which instructions of one kernel ran, accumulated over launches. Zero before the first one. */
struct kp_simt_coverage {
    size_t n; /* number of instructions; 0 before the first launch */
    struct kp_simt_covered {
        const char *file; /* NULL when unknown */
        unsigned line;
        bool is_access, ran;
    } *insns;
};

/* How often, in one launch, the loops that load tiles were iterated, by the places of the loads. */
struct kp_simt_rounds {
    size_t n;
    struct kp_simt_round {
        const char *file; /* NULL when unknown */
        unsigned line;
        /* stages_tiles: it is in the innermost loop that loads tiles */
        bool is_in_loop, stages_tiles;
        /* the most executions by one thread during one iteration of the enclosing loop */
        uint32_t most;
    } *v;
};

struct kp_simt_options {
    uint64_t seed; /* 0: blocks and warps in natural order; else a permutation */
    enum kp_simt_landing landing;
    /* shared arrays are placed as by ptxas, perhaps better aligned than declared; else with no
     * better alignment than declared */
    bool packed;
    bool no_race;                      /* do not track shared memory accesses */
    bool no_uninit;                    /* do not report reads of memory that was never written */
    bool no_global;                    /* do not track which block touched which global word */
    bool keep_variables;               /* report the module's variables */
    unsigned jobs;                     /* processes; 0: run in this process */
    double seconds;                    /* processor time of one process at most; 0: 60 */
    struct kp_simt_coverage *coverage; /* NULL: not requested */
    struct kp_arena *coverage_arena;   /* for its contents */
    struct kp_simt_rounds *rounds;     /* NULL: not requested */
    struct kp_arena *rounds_arena;     /* for its contents */
};

enum kp_simt_kind {
    KP_ALARM_RACE,
    KP_ALARM_ASYNC_READ,    /* target of an asynchronous copy read before its wait */
    KP_ALARM_ASYNC_WRITE,   /* .. or written */
    KP_ALARM_PENDING,       /* copies not completed when the thread ended */
    KP_ALARM_UNINIT_SHARED, /* shared memory read before anything was written there */
    KP_ALARM_UNINIT_GLOBAL,
    KP_ALARM_BOUNDS,
    KP_ALARM_ALIGN,
    KP_ALARM_CONST_WRITE,
    KP_ALARM_BLOCK_CONFLICT, /* two blocks use one global word, at least one writes */
    KP_ALARM_DIVERGENT,      /* a barrier or a warp-wide operation that not all threads reach */
    KP_ALARM_DEADLOCK,
    KP_ALARM_MBARRIER,    /* an mbarrier used against its rules */
    KP_ALARM_NONCOHERENT, /* ld.global.nc of what the launch itself writes */
    KP_ALARM_ASSERT,
    KP_ALARM_TRAP,
    KP_ALARM_SAME_VALUE, /* note: a race of equal values */
    KP_ALARM_COUNT
};

struct kp_simt_place {
    const char *file; /* NULL when unknown */
    unsigned line;
    const char *what; /* "write", "read", "async copy", "atomic", ... */
    unsigned thread[3];
    /* other threads of the warp did the same; together with the other place's thread, one of them
     * is meant */
    bool others;
};

struct kp_simt_alarm {
    enum kp_simt_kind kind;
    bool note;      /* does not make the run fail */
    bool is_shared; /* about shared memory */
    unsigned n_places;
    struct kp_simt_place place[2]; /* the earlier access first */
    unsigned block[3], other_block[3];
    const char *object; /* array or buffer concerned, or NULL */
    int64_t offset;     /* bytes into the object */
    unsigned width;
    uint64_t count;   /* how many times this pair of lines was seen */
    const char *text; /* one line, complete */
};

/* A variable of the module after a launch. */
struct kp_simt_variable {
    const char *name; /* mangled */
    const uint8_t *data;
    size_t size;
};

struct kp_simt_report {
    bool ok;           /* ran to its end and raised no alarm */
    const char *error; /* did not run or did not end: unsupported instruction, time limit, ... */
    /* the error is that memory or processes ran out, which says nothing about the kernel */
    bool ran_out;
    const struct kp_simt_alarm *alarms;
    size_t n_alarms; /* notes included */
    uint64_t steps;  /* warp instructions */
    unsigned widths; /* sizes in bytes, 1 to 16, of its accesses to global memory, one bit each */
    bool has_float_atomics, uses_async;
    const char *output;                       /* of printf, "" when none */
    const struct kp_simt_variable *variables; /* in the module's order; kp_simt_release() */
    size_t n_variables;
};

const char *kp_simt_kind_name(enum kp_simt_kind kind);

/* A range of lines of a file whose instructions never ran. */
struct kp_simt_lines {
    const char *file;
    unsigned first, last;
};
/* Fills *lines, sorted by file and line; returns their number. */
size_t kp_simt_never_run(struct kp_arena *a, const struct kp_simt_coverage *c,
                         struct kp_simt_lines **lines);

void kp_simt_run(struct kp_arena *a, const struct kp_ptx *m, const struct kp_simt_launch *launch,
                 const struct kp_simt_options *options, struct kp_simt_report *report);
/* Frees the memory of the report's variables. */
void kp_simt_release(struct kp_simt_report *report);

#endif
