/* Private to simt/: the interpreter's machine, with decoded instructions, warps, blocks and memory.
 */
#ifndef KP_SIMT_MACHINE_H
#define KP_SIMT_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "simt/simt.h"
#include "simt/ptx.h"
#include "util/sanitized.h"

enum { LANES = 32, MAX_WARPS = 32, MAX_BARRIERS = 16 };
/* The offset of a thread's first array in local memory; the bytes below belong to no array. */
enum { LOCAL_BEGIN = 16 };
#define FULL_MASK 0xffffffffu
#define NO_GUARD 0xffffffffu

/* Generic addresses: buffers and module variables are at DEVICE_BASE and above, the other spaces in
 * windows so far away that no offset leads from one to another. */
#define DEVICE_BASE 0x7f0000000000ull
#define FUNCTION_BASE 0x7d0000000000ull /* 16 bytes apart, in the order of the module */
#define SHARED_WINDOW 0x0100000000000000ull
#define LOCAL_WINDOW 0x0200000000000000ull
#define PARAM_WINDOW 0x0300000000000000ull
#define WINDOW_MASK 0xff00000000000000ull

enum kp_what { WHAT_READ, WHAT_WRITE, WHAT_COPY, WHAT_ATOMIC, WHAT_BARRIER, WHAT_OTHER };

/* Two strong accesses to the same bytes are not a race. */
enum kp_strong { WEAK, STRONG, STRONG_ATOMIC };

struct kp_warp;
struct kp_insn;
typedef void (*kp_exec)(struct kp_warp *w, const struct kp_insn *i, uint32_t mask);

/* Operands are byte offsets into the warp's register file, which also has the constants. */
struct kp_insn {
    kp_exec exec;
    uint32_t d, a, b, c;
    uint32_t guard; /* offset of a predicate, or NO_GUARD */
    bool guard_negated;
    uint8_t flag, mode;
    uint8_t strong;  /* memory: enum kp_strong */
    bool is_access;  /* of shared or global memory */
    uint8_t staging; /* bits STAGING_.. */
    uint8_t round;   /* for rounds.c: ROUND_COUNT, ROUND_RESET */
    uint32_t target; /* branches: number of an instruction */
    uint32_t loc;
    int64_t imm;
    const struct kp_more *more;
};

enum { ROUND_COUNT = 1, ROUND_RESET = 2 };
/* The executions of the instruction are counted; it makes threads wait; it loads from global
 * memory. */
enum { STAGING_COUNTS = 1, STAGING_SYNC = 2, STAGING_LOAD = 4 };

/* A register: its offset, and whether its lanes have 64 bits. `sink`: writes are ignored. */
struct kp_slot {
    uint32_t at;
    bool wide, sink;
};

/* Memory ordering of an instruction; bits of kp_more.order. */
enum { ORDER_STRONG = 1, ORDER_ACQUIRE = 2, ORDER_RELEASE = 4 };

/* Further fields of an instruction. */
struct kp_more {
    const char *op; /* as written, for messages */
    unsigned line;  /* of the PTX */
    enum ptx_space space;
    unsigned bytes; /* of one element */
    bool sign;      /* the element is sign-extended into its register */
    bool is_float;
    unsigned n;
    struct kp_slot slot[32];
    uint32_t unread; /* vector loads: bits of the elements that no instruction reads */
    uint32_t e;      /* a fourth operand */
    unsigned src_bits, dst_bits;
    char src_kind, dst_kind; /* cvt: 'u', 's', 'f', 'b' (bfloat16), 't' (tf32) */
    bool ftz, sat, relu, satfinite;
    const uint32_t *targets; /* brx */
    struct kp_slot address;  /* memory: base register */
    bool has_base;
    const char *text; /* calls of host functions such as printf: the callee */
    unsigned order;
};

/* One array of shared memory. */
struct kp_array {
    const char *name;
    uint32_t base, size;
};

struct kp_simt_program {
    const struct kp_ptx *module;
    const struct ptx_func *entry;
    KP_VEC(struct kp_insn) code;
    uint32_t regs_size;   /* bytes of a warp's register file, the constants included */
    uint8_t *const_image; /* the constants, at the end of the register file */
    struct { /* offsets of registers that hold %tid and similar values; 0 when unused */
        uint32_t tid[3], ntid[3], ctaid[3], nctaid[3], laneid, warpid, nwarpid, mask_eq, mask_lt,
            mask_le, mask_gt, mask_ge, zero, dynamic_smem, total_smem;
    } special;
    uint32_t local_size; /* per thread, including the bytes below LOCAL_BEGIN */
    KP_VEC(struct kp_array) arrays;
    uint32_t shared_size;  /* size of the static part, including red zones */
    uint32_t dynamic_base; /* address of dynamic shared memory */
    /* log2 of the smallest access to shared and to global memory */
    unsigned granule_shift, global_shift;
    unsigned widths; /* sizes in bytes, 1 to 16, of the accesses to global memory, one bit each */
    bool has_atomics, has_float_atomics, uses_async;
    bool uses_noncoherent; /* ld.global.nc */
    bool
        /* threads are ordered not only by barriers but by mbarriers, fences, acquire or release */
        orders;
};

struct kp_device_buffer {
    const char *name;
    uint64_t base; /* device address */
    size_t size;
    uint8_t *data; /* the run's own copy, shared between its processes */
    /* per granule: the block that wrote it (low half) and that read it (high half) */
    uint64_t *touched;
    /* per granule: KP_NC_READ, KP_NC_WRITTEN; NULL: the program has no ld.global.nc */
    uint8_t *noncoherent;
    uint64_t *writers, *readers; /* of trace.c, in this process; NULL until the first access */
    size_t n_granules;
    struct kp_simt_extent *extent;
    bool is_const, uninitialised, internal; /* internal: a variable of the module */
};

/* An asynchronous copy of one lane that has not completed. */
struct kp_flight {
    uint64_t source;
    uint32_t target;
    uint32_t group;
    uint32_t insn;
    uint32_t number; /* number in the order of issue */
    uint8_t lane, bytes, source_bytes;
    bool tracked; /* an mbarrier waits for it, so the thread may end before it completes */
    bool landed;  /* the data have been written, but no wait has covered the copy yet */
};

enum kp_warp_state { WARP_RUN, WARP_BARRIER, WARP_DONE };

struct kp_warp {
    uint8_t *regs;
    uint32_t pc, active;
    uint32_t stop_at; /* smallest pc of the lanes that are not active */
    bool stop;
    uint32_t live;    /* lanes that have not exited */
    uint32_t tried;   /* parked lanes that were tried and still miss others */
    uint32_t yielded; /* lanes that let the others run first */
    unsigned polls;
    uint32_t parked; /* lanes that wait for others at a warp-wide operation */
    bool forced;     /* continue although not all lanes have arrived */
    uint32_t lane_pc[LANES];
    enum kp_warp_state state;
    unsigned index, n_threads;
    struct kp_block *block;
    uint64_t steps;
    /* race detection: this warp's clock, and per warp the clock up to which its accesses are
     * ordered before this warp's next access; all_seen is a bound that holds for all warps */
    uint32_t clock, all_seen;
    uint32_t seen[MAX_WARPS];
    uint64_t *readers; /* per granule, this warp's last reads */
    uint8_t *local;    /* [lane][local_size] */
    KP_VEC(struct kp_flight) copies;
    uint32_t n_copies; /* number of copies issued */
    uint32_t group[LANES];
    uint32_t carry; /* CC.CF, one bit per lane */
    unsigned last_buffer;
    const struct kp_insn *waits_at;
    uint32_t waits_mask;
    uint32_t *rounds; /* counts, [group][lane]; NULL: nothing was counted yet */
};

struct kp_barrier {
    unsigned arrived;  /* number of threads */
    unsigned expected; /* 0: all threads of the block */
    uint32_t waiting;  /* bits of warps */
    uint32_t joined;   /* bits of the warps that arrived, waiting or not */
    unsigned votes, voters;
    uint32_t seen[MAX_WARPS]; /* clocks that are ordered before the warps that will leave it */
};

struct kp_simt_machine;

struct kp_block {
    struct kp_simt_machine *machine;
    const struct kp_simt_program *program;
    const struct kp_insn *code;
    uint32_t id[3], number;
    uint8_t *smem;
    uint32_t smem_size;
    uint64_t *writers; /* per granule of shared memory */
    unsigned n_warps, n_threads;
    struct kp_warp *warps;
    struct kp_barrier barriers[MAX_BARRIERS];
    struct kp_order *order; /* NULL for kernels that only have barriers */
    struct kp_mbarriers *mbarriers;
    struct kp_trace_pool *traces;
    uint32_t idle;       /* unsuccessful waits since the last progress */
    uint32_t clock_base; /* clocks up to this one are from earlier blocks */
    uint64_t random;
    bool race, uninit, aborted;
    unsigned shift; /* log2 of a granule's bytes */
};

/* An alarm with instructions as places. */
struct kp_raw_alarm {
    enum kp_simt_kind kind;
    uint32_t insn[2]; /* the earlier and the present access; the first is ~0 when there is none */
    uint32_t thread[2];
    uint8_t what[2];
    uint32_t block, other_block;
    uint64_t address;
    uint32_t width;
    uint64_t count;
    char text[160];
};

enum { MAX_ALARMS = 512, OUTPUT_SIZE = 1 << 16 };

/* Data shared by the processes of a run. */
struct kp_simt_shared {
    uint32_t next_block;
    uint32_t failed; /* a thread hit a limit or an error */
    bool ran_out;    /* .. because memory or processes ran out */
    uint64_t steps;
    uint32_t n_alarms;
    uint32_t lock;
    struct kp_raw_alarm alarms[MAX_ALARMS];
    char error[512];
    uint32_t n_output;
    char output[OUTPUT_SIZE];
};

/* Counted places of the source; each is a group of instructions. */
struct kp_rounds {
    struct kp_arena *arena;
    uint32_t *of;   /* by instruction: index + 1 of its group; 0: not counted */
    uint32_t *most; /* by group: the largest count of all processes */
    KP_VEC(struct kp_round_group {
        uint32_t loc;
        uint32_t deepest;  /* the instruction that is inside the most loops */
        uint32_t reset_at; /* the instruction at which the count restarts, or none */
        unsigned depth;
        bool stages_tiles; /* no loop inside its loop loads tiles */
    })
    groups;
};

struct kp_simt_machine {
    const struct kp_simt_program *program;
    const struct kp_simt_launch *launch;
    const struct kp_simt_options *options;
    struct kp_simt_shared *shared;
    struct kp_device_buffer *buffers;
    size_t n_buffers;
    uint8_t *params;
    size_t params_size;
    double deadline; /* of this process, in processor time */
    bool track_global;
    struct kp_rounds *rounds; /* NULL: not counted */
    uint8_t *all_ran;         /* per instruction: true if it ran in a process that has ended */
    /* the following fields are per process */
    uint8_t *ran; /* per instruction */
    struct kp_raw_alarm *alarms;
    size_t n_alarms;
    uint16_t *alarm_slots; /* hash table of alarms: index + 1 */
    struct kp_arena *arena;
};

static inline void *reg_at(const struct kp_warp *w, uint32_t at)
{
    return w->regs + at;
}

static inline uint32_t pred_of(const struct kp_warp *w, uint32_t at)
{
    return *(uint32_t *)(void *)(w->regs + at);
}

static inline void set_pred(struct kp_warp *w, uint32_t at, uint32_t mask, uint32_t value)
{
    uint32_t *p = (uint32_t *)(void *)(w->regs + at);
    *p = (*p & ~mask) | (value & mask);
}

static inline uint64_t slot_read(const struct kp_warp *w, struct kp_slot s, unsigned lane)
{
    if (s.wide)
        return ((const uint64_t *)(const void *)(w->regs + s.at))[lane];
    return ((const uint32_t *)(const void *)(w->regs + s.at))[lane];
}

static inline void slot_write(struct kp_warp *w, struct kp_slot s, unsigned lane, uint64_t v)
{
    if (s.sink)
        return;
    if (s.wide)
        ((uint64_t *)(void *)(w->regs + s.at))[lane] = v;
    else
        ((uint32_t *)(void *)(w->regs + s.at))[lane] = (uint32_t)v;
}

/* memcpy() and memcmp() for the bytes of one access; the usual sizes need no call. */
static inline void move_bytes(void *to, const void *from, size_t n)
{
    if (n == 4)
        memcpy(to, from, 4);
    else if (n == 8)
        memcpy(to, from, 8);
    else
        memcpy(to, from, n);
}

static inline bool same_bytes(const void *a, const void *b, size_t n)
{
    uint32_t x, y;

    if (n != sizeof x)
        return !memcmp(a, b, n);
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return x == y;
}

static inline uint32_t insn_index(const struct kp_warp *w, const struct kp_insn *i)
{
    return (uint32_t)(i - w->block->code);
}

/* If defined, vec.inc is also compiled for wider registers. Not with sanitizers, with which that
 * takes minutes and tests the same loops three times. */
#if defined(__x86_64__) && !defined(KP_SANITIZED)
#define KP_HAVE_VECTORS
#endif

/* alu.c: the functions of vec.inc for this processor */
enum kp_alu_type {
    T_u8,
    T_s8,
    T_u16,
    T_s16,
    T_u32,
    T_s32,
    T_u64,
    T_s64,
    T_f16,
    T_hz16,
    T_bf16,
    T_f32,
    T_z32,
    T_f64,
    T_pred,
};
enum kp_alu_shape { ALU_PLAIN, ALU_COMPARE };

struct kp_alu {
    const char *name; /* with underscores instead of dots */
    kp_exec exec;
    enum kp_alu_shape shape;
    unsigned n; /* number of operands, including the result */
    enum kp_alu_type type[5];
};

void kp_compare_done(struct kp_warp *w, const struct kp_insn *i, uint32_t mask, uint32_t r);
const struct kp_alu *kp_alu_find(const char *dotted);
const struct kp_alu *kp_alu_at(size_t i); /* NULL after the last one */

/* Dense products of matrix fragments, for this processor. */
struct kp_dense {
    void (*f32)(float *d, const float *a, const float *b, unsigned m, unsigned n, unsigned k);
    void (*f64)(double *d, const double *a, const double *b, unsigned m, unsigned n, unsigned k);
    void (*s32)(int32_t *d, const int32_t *a, const int32_t *b, unsigned m, unsigned n, unsigned k);
};
const struct kp_dense *kp_dense_ops(void);

/* ld.shared of one, two or four 32-bit words, for this processor (loads.inc). */
struct kp_loads {
    kp_exec one, two, four;
};
const struct kp_loads *kp_loads_ops(void);
/* The same lane by lane, with an alarm for each access that is not allowed. */
void kp_load_words_slow(struct kp_warp *w, const struct kp_insn *i, uint32_t mask, unsigned n);

/* alarm.c */
void kp_alarm(struct kp_warp *w, const struct kp_insn *i, unsigned lane, enum kp_simt_kind kind,
              enum kp_what what, uint64_t address, uint32_t width);
void kp_alarm_pair(struct kp_warp *w, const struct kp_insn *i, unsigned lane,
                   enum kp_simt_kind kind, enum kp_what what, uint64_t address, uint32_t width,
                   uint32_t earlier_insn, uint32_t earlier_thread, enum kp_what earlier_what,
                   uint32_t other_block);
void kp_alarm_text(struct kp_warp *w, const struct kp_insn *i, unsigned lane,
                   enum kp_simt_kind kind, const char *text);
void kp_stop_run(struct kp_simt_machine *m, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
void kp_alarms_start(struct kp_simt_machine *m);
void kp_alarms_publish(struct kp_simt_machine *m); /* copies this process's to the shared ones */
void kp_alarms_report(struct kp_arena *a, const struct kp_simt_machine *m,
                      struct kp_simt_report *r);

/* coverage.c: which instructions run */
bool kp_coverage_new(struct kp_simt_machine *m); /* before processes are started */
void kp_coverage_start(struct kp_simt_machine *m);
void kp_coverage_publish(struct kp_simt_machine *m); /* copies this process's to the shared data */
void kp_coverage_end(struct kp_simt_machine *m);     /* copies the result to the caller's options */

/* rounds.c: iterations of the loops that load tiles */
bool kp_rounds_new(struct kp_arena *a, struct kp_simt_machine *m, struct kp_insn *code);
void kp_rounds_start(struct kp_warp *w); /* at the start of a block */
void kp_rounds_reset(struct kp_warp *w, const struct kp_insn *i, uint32_t mask);
void kp_rounds_count(struct kp_warp *w, const struct kp_insn *i, uint32_t mask);
void kp_rounds_end(struct kp_simt_machine *m); /* copies the result to the caller's options */

/* order.c: clocks per thread, for kernels in which clocks per warp are too coarse; b->order is NULL
 * in kernels that only have barriers */
void kp_order_new(struct kp_block *b);
void kp_order_start(struct kp_block *b);
bool kp_order_before(const struct kp_warp *w, unsigned lane, uint32_t thread, uint32_t clock);
void kp_order_load(struct kp_warp *w, unsigned lane, uint64_t location, unsigned order);
void kp_order_store(struct kp_warp *w, unsigned lane, uint64_t location, unsigned order, bool rmw);
void kp_order_fence(struct kp_warp *w, uint32_t mask, unsigned order);
void kp_order_warp(struct kp_warp *w, uint32_t members);
void kp_order_join(struct kp_warp *w, unsigned barrier);
void kp_order_leave(struct kp_block *b, unsigned barrier, uint32_t waiting);
/* Adds what a thread has done and seen to a vector with one clock per thread. The caller increments
 * the warp's clock after the instruction. A vector lives until kp_order_drop(). */
void kp_order_publish(struct kp_warp *w, unsigned lane, uint32_t *sum);
void kp_order_acquire(struct kp_warp *w, unsigned lane, const uint32_t *sum, unsigned order);
/* The vector collected by the lane's last fence; NULL: there was none. */
const uint32_t *kp_order_fenced(const struct kp_warp *w, unsigned lane);
uint32_t *kp_order_vector(struct kp_block *b);
void kp_order_drop(struct kp_block *b, uint32_t *v);
void kp_order_read(struct kp_warp *w, const struct kp_insn *i, unsigned lane, uint32_t granule);
bool kp_order_reader(const struct kp_warp *w, const struct kp_insn *i, unsigned lane,
                     uint32_t granule, uint32_t *thread);

/* shadow.c: for each granule of shared memory, the last write by any warp, and per warp its last
 * read.
 *   write: clock << 32 | PENDING | REDZONE | thread << 20 | instruction
 *   read:  clock << 32 | MANY (several lanes) | lane << 20 | instruction
 * A clock that is at most the block's clock_base means "not in this block". */
#define SHADOW_PENDING 0x80000000u
#define SHADOW_REDZONE 0x40000000u
#define SHADOW_MANY 0x80000000u
#define SHADOW_INSN 0xfffffu
#define SHADOW_NEVER ((uint64_t)UINT32_MAX << 32)

void kp_shadow_start(struct kp_block *b);
void kp_shadow_read_slow(struct kp_warp *w, const struct kp_insn *i, unsigned lane,
                         uint32_t granule, unsigned bytes);
void kp_shadow_write(struct kp_warp *w, const struct kp_insn *i, unsigned lane, uint32_t at,
                     unsigned bytes, const void *value, enum kp_what what);
void kp_shadow_atomic(struct kp_warp *w, const struct kp_insn *i, unsigned lane, uint32_t at,
                      unsigned bytes);
void kp_shadow_pending(struct kp_warp *w, const struct kp_insn *i, unsigned lane, uint32_t at,
                       unsigned bytes);
/* Records a copy at its issue: completed, or pending until kp_shadow_land(). */
void kp_shadow_copy(struct kp_warp *w, const struct kp_flight *c, bool pending);
void kp_shadow_land(struct kp_warp *w, const struct kp_flight *c, uint32_t clock);

/* The fast path: nearly every read is of data written before the last barrier. When there are
 * clocks per thread, all_seen stays at clock_base, so that every read takes the slow path. */
static inline void shadow_read(struct kp_warp *w, const struct kp_insn *i, unsigned lane,
                               uint32_t at, unsigned bytes)
{
    const struct kp_block *b = w->block;
    uint32_t first = at >> b->shift, n = bytes >> b->shift, span = w->all_seen - b->clock_base;
    uint64_t tag = (uint64_t)w->clock << 32 | lane << 20 | insn_index(w, i);

    for (uint32_t g = first; g < first + (n ? n : 1); g++) {
        uint32_t clock = (uint32_t)(b->writers[g] >> 32);
        uint64_t r = w->readers[g];
        if (clock - b->clock_base - 1 >= span)
            kp_shadow_read_slow(w, i, lane, g, bytes);
        if (r >> 32 != w->clock)
            w->readers[g] = tag;
        else if (((uint32_t)(r ^ tag) >> 20 & 31) != 0)
            w->readers[g] = r | SHADOW_MANY;
    }
}

/* clock.c: the order of warps */
void kp_clock_start(struct kp_block *b);
void kp_clock_join(struct kp_warp *w, struct kp_barrier *bar);
void kp_clock_leave(struct kp_block *b, const struct kp_barrier *bar);
void kp_clock_warp(struct kp_warp *w, uint32_t members);

/* Bits of kp_device_buffer.noncoherent: read by ld.global.nc; written by anything. */
enum { KP_NC_READ = 1, KP_NC_WRITTEN = 2 };

/* memory.c: checks one access of one lane and returns its address; NULL when it is not allowed */
uint8_t *kp_shared_at(struct kp_warp *w, const struct kp_insn *i, unsigned lane, uint64_t at,
                      unsigned bytes, enum kp_what what);
uint8_t *kp_global_at(struct kp_warp *w, const struct kp_insn *i, unsigned lane, uint64_t at,
                      unsigned bytes, enum kp_what what, const void *value);
/* Records a read by ld.global.nc, after which nothing may write the bytes during the launch. */
void kp_noncoherent_read(struct kp_warp *w, const struct kp_insn *i, unsigned lane, uint64_t at,
                         unsigned bytes);
/* The same for any space, with all records for race detection. `value` is what a write will store.
 */
uint8_t *kp_access(struct kp_warp *w, const struct kp_insn *i, unsigned lane, enum ptx_space space,
                   uint64_t at, unsigned bytes, enum kp_what what, const void *value);

static inline uint64_t lane_address(const struct kp_warp *w, const struct kp_insn *i, unsigned lane)
{
    const struct kp_more *m = i->more;

    return (m->has_base ? slot_read(w, m->address, lane) : 0) + (uint64_t)i->imm;
}

/* run.c: enlarges a warp's memory, which is private to the process */
void *kp_warp_grow(struct kp_warp *w, void *old, size_t old_size, size_t size);

static inline uint64_t kp_location(enum ptx_space space, uint64_t at)
{
    return space == SPACE_SHARED ? (at & 0xffffffffu) | SHARED_WINDOW : at;
}

/* trace.c: races in global memory within a block */
void kp_trace_start(struct kp_block *b);
void kp_trace(struct kp_warp *w, const struct kp_insn *i, unsigned lane,
              struct kp_device_buffer *buffer, uint64_t at, unsigned bytes, enum kp_what what,
              bool same);
void kp_trace_free(struct kp_device_buffer *b);

/* mbarrier.c */
void kp_mbarrier_new(struct kp_block *b);
void kp_mbarrier_start(struct kp_block *b);
void kp_mbarrier_end(struct kp_block *b); /* reports copies without a wait */

/* async.c */
bool kp_is_copy(const struct kp_insn *i);
/* True if the copy writes the same values to these bytes as all pending copies to them. False when
 * no pending cp.async is known to write all of them. */
bool kp_async_same(struct kp_warp *w, const struct kp_flight *c, uint32_t at, unsigned bytes);
/* True if the copy writes the values that are there already. */
bool kp_async_keeps(struct kp_warp *w, const struct kp_flight *c, uint32_t at, unsigned bytes);
void kp_async_shake(struct kp_warp *w);
void kp_async_exit(struct kp_warp *w, uint32_t mask);

/* sched.c */
bool kp_converge(struct kp_warp *w, const struct kp_insn *i, uint32_t mask, uint32_t members);
void kp_branch(struct kp_warp *w, uint32_t taken, uint32_t target);
void kp_yield(struct kp_warp *w, uint32_t mask); /* these lanes wait, others run first */
void kp_poll(struct kp_warp *w, uint32_t mask);  /* the same if these lanes poll repeatedly */
void kp_lanes_exit(struct kp_warp *w, uint32_t mask);
void kp_block_run(struct kp_block *b, const unsigned *order);
void kp_barrier_arrive(struct kp_warp *w, unsigned id, unsigned count, bool wait);

/* limits.c: NULL, or why a GPU would refuse the launch */
const char *kp_check_limits(struct kp_arena *a, const struct kp_ptx *m, const struct ptx_func *f,
                            const struct kp_simt_launch *l);

/* decode.c: NULL with *error set on failure */
struct kp_simt_program *kp_decode(struct kp_arena *a, const struct kp_ptx *m,
                                  const struct kp_simt_launch *l, bool is_packed,
                                  const char **error);

/* host.c: functions that CUDA's driver provides: vprintf, __assertfail, .. */
bool kp_host_known(const char *name);
void kp_host_call(struct kp_warp *w, const struct kp_insn *i, unsigned lane);

/* bind.c: addresses of module variables and buffers */
uint64_t kp_module_address(const struct kp_ptx *m, const struct ptx_var *v);
uint64_t kp_function_address(const struct kp_ptx *m, const char *name); /* 0: no such function */
size_t kp_param_offset(const struct ptx_func *f, const struct ptx_var *v);
/* Allocates the launch's memory; NULL, or what is wrong with the launch. */
const char *kp_simt_bind(struct kp_arena *a, struct kp_simt_machine *m);
void kp_hand_over(struct kp_arena *a, struct kp_simt_machine *m, struct kp_simt_report *r);
void kp_unbind(struct kp_simt_machine *m, bool copy_back);

#endif
