/* The machine: predecoded instructions, warps, blocks, memory. Internal to simt/. */
#ifndef KP_SIMT_MACHINE_H
#define KP_SIMT_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "simt/simt.h"
#include "simt/ptx.h"

enum { LANES = 32, MAX_WARPS = 32, MAX_BARRIERS = 16 };
/* Where a thread's local memory begins: what is below it belongs to no array. */
enum { LOCAL_BEGIN = 16 };
#define FULL_MASK 0xffffffffu
#define NO_GUARD 0xffffffffu

/* Generic addresses: buffers and module variables from DEVICE_BASE on, the other spaces in windows
 * that no offset can reach from there. */
#define DEVICE_BASE 0x7f0000000000ull
#define FUNCTION_BASE 0x7d0000000000ull /* 16 bytes apart, in the order of the module */
#define SHARED_WINDOW 0x0100000000000000ull
#define LOCAL_WINDOW 0x0200000000000000ull
#define PARAM_WINDOW 0x0300000000000000ull
#define WINDOW_MASK 0xff00000000000000ull

enum kp_what { WHAT_READ, WHAT_WRITE, WHAT_COPY, WHAT_ATOMIC, WHAT_BARRIER, WHAT_OTHER };

/* Strong accesses may meet each other without a race. */
enum kp_strong { WEAK, STRONG, STRONG_ATOMIC };

struct kp_warp;
struct kp_insn;
typedef void (*kp_exec)(struct kp_warp *w, const struct kp_insn *i, uint32_t mask);

/* Operands are byte offsets into the warp's register file; constants live there too. */
struct kp_insn {
    kp_exec exec;
    uint32_t d, a, b, c;
    uint32_t guard; /* of a predicate, or NO_GUARD */
    bool guard_negated;
    uint8_t flag, mode, n;
    uint8_t strong;  /* memory: enum kp_strong */
    bool is_access;  /* of shared or global memory */
    uint8_t staging; /* of tiles: STAGING_COUNTS, .. */
    uint8_t round;   /* rounds.c: ROUND_COUNT, ROUND_RESET */
    uint32_t target; /* branches: an instruction */
    uint32_t loc;
    int64_t imm;
    const struct kp_more *more;
};

enum { ROUND_COUNT = 1, ROUND_RESET = 2 };
/* Its rounds are counted; it makes threads wait; it brings something from global memory. */
enum { STAGING_COUNTS = 1, STAGING_SYNC = 2, STAGING_LOAD = 4 };

/* A register among many: where, and how wide its lanes are. */
struct kp_slot {
    uint32_t at;
    bool wide, sink;
};

/* How a memory instruction orders others: bits of kp_more.order. */
enum { ORDER_STRONG = 1, ORDER_ACQUIRE = 2, ORDER_RELEASE = 4 };

/* What does not fit above. */
struct kp_more {
    const char *op; /* as written, for messages */
    unsigned line;  /* of the PTX */
    enum ptx_space space;
    unsigned bytes; /* of one element */
    bool sign;      /* the element is sign-extended into its register */
    bool is_float;
    unsigned n;
    struct kp_slot slot[32];
    uint32_t unread; /* vector loads: the elements (bits) that no instruction reads */
    uint32_t e;      /* a fourth operand */
    unsigned src_bits, dst_bits;
    char src_kind, dst_kind; /* cvt: 'u', 's', 'f', 'b' (bfloat16), 't' (tf32) */
    bool ftz, sat, relu, satfinite;
    const uint32_t *targets; /* brx */
    struct kp_slot address;  /* memory: base register */
    bool has_base;
    const char *text; /* printf and the like: the callee */
    unsigned order;
};

/* One array of shared memory. */
struct kp_array {
    const char *name;
    uint32_t base, size;
};

struct kp_program {
    struct kp_arena *arena;
    const struct kp_ptx *module;
    const struct ptx_func *entry;
    KP_VEC(struct kp_insn) code;
    uint32_t regs_size;   /* bytes of a warp's register file, the constants included */
    uint8_t *const_image; /* the constants, at the end of the register file */
    struct {              /* registers that hold %tid and the like; 0 when unused */
        uint32_t tid[3], ntid[3], ctaid[3], nctaid[3], laneid, warpid, nwarpid, mask_eq, mask_lt,
            mask_le, mask_gt, mask_ge, zero, dynamic_smem, total_smem;
    } special;
    uint32_t local_size; /* per thread, with the bytes below LOCAL_BEGIN */
    KP_VEC(struct kp_array) arrays;
    uint32_t shared_size;                 /* static part, red zones included */
    uint32_t dynamic_base;                /* address of dynamic shared memory */
    unsigned granule_shift, global_shift; /* smallest access to shared memory, to global memory */
    unsigned
        widths; /* bytes that accesses to global memory may move at once: a bit each, 1 to 16 */
    bool has_atomics, has_float_atomics, uses_async;
    bool uses_noncoherent; /* ld.global.nc */
    bool
        orders; /* threads are ordered by more than barriers: mbarriers, fences, acquire, release */
};

struct kp_device_buffer {
    const char *name;
    uint64_t base; /* device address */
    size_t size;
    uint8_t *data;        /* the run's own copy, shared between its processes */
    uint64_t *touched;    /* per granule: the block that wrote (low half) and read (high half) it */
    uint8_t *noncoherent; /* per granule: KP_NC_READ, KP_NC_WRITTEN; NULL: no load is read-only */
    uint64_t *writers, *readers; /* trace.c; of this process, NULL until the first access */
    size_t n_granules;
    struct kp_simt_extent *extent;
    bool is_const, uninitialised, internal; /* internal: a variable of the module */
};

/* A copy in flight, of one lane. */
struct kp_copy {
    uint64_t source;
    uint32_t target;
    uint32_t group;
    uint32_t insn;
    uint32_t number; /* in the order of issue */
    uint8_t lane, bytes, source_bytes;
    bool tracked; /* an mbarrier waits for it: the thread may end before it lands */
    bool landed;  /* the data are there, but no wait has covered it yet */
};

enum kp_warp_state { WARP_RUN, WARP_BARRIER, WARP_DONE };

struct kp_warp {
    uint8_t *regs;
    uint32_t pc, active;
    uint32_t stop_at; /* smallest pc of the lanes that are not active */
    bool stop;
    uint32_t live;    /* not exited */
    uint32_t tried;   /* of parked lanes: found that some are still missing */
    uint32_t yielded; /* let the other lanes go first */
    unsigned polls;
    uint32_t parked; /* wait at a warp-wide operation for other lanes */
    bool forced;     /* go on although not all lanes are there */
    uint32_t lane_pc[LANES];
    enum kp_warp_state state;
    unsigned index, n_threads;
    struct kp_block *block;
    uint64_t steps;
    /* race detection: the own clock, and up to which of the others' clocks everything is ordered
     * before what this warp does now */
    uint32_t clock, all_seen;
    uint32_t seen[MAX_WARPS];
    uint64_t *readers; /* per granule, this warp's last reads */
    uint8_t *local;    /* [lane][local_size] */
    KP_VEC(struct kp_copy) copies;
    uint32_t n_copies; /* issued */
    uint32_t group[LANES];
    uint32_t carry; /* CC.CF, one bit per lane */
    unsigned last_buffer;
    const struct kp_insn *waits_at;
    uint32_t waits_mask;
    uint32_t *rounds; /* [group][lane]; NULL: none was counted yet */
};

struct kp_barrier {
    unsigned arrived;  /* threads */
    unsigned expected; /* 0: all threads of the block */
    uint32_t waiting;  /* warps */
    uint32_t joined;   /* warps that arrived, waiting or not */
    unsigned votes, voters;
    uint32_t seen[MAX_WARPS]; /* what is ordered before those that will leave it */
};

struct kp_machine;

struct kp_block {
    struct kp_machine *machine;
    const struct kp_program *program;
    const struct kp_insn *code;
    uint32_t id[3], number;
    uint8_t *smem;
    uint32_t smem_size;
    uint64_t *writers; /* per granule of shared memory */
    unsigned n_warps, n_threads;
    struct kp_warp *warps;
    struct kp_barrier barriers[MAX_BARRIERS];
    struct kp_order *order; /* NULL in kernels that only have barriers */
    struct kp_mbarriers *mbarriers;
    struct kp_trace_pool *traces;
    uint32_t idle;       /* waits that found nothing, since anything happened */
    uint32_t clock_base; /* no access of this block has a clock up to this */
    uint64_t random;
    bool race, uninit, aborted;
    unsigned shift; /* of a granule */
};

/* An alarm as the machine notes it; places are instructions. */
struct kp_raw_alarm {
    enum kp_simt_kind kind;
    uint32_t insn[2]; /* the second is the one that found it; the first ~0 when there is none */
    uint32_t thread[2];
    uint8_t what[2];
    uint32_t block, other_block;
    uint64_t address;
    uint32_t width;
    uint64_t count;
    char text[160];
};

enum { MAX_ALARMS = 512, OUTPUT_SIZE = 1 << 16 };

/* Shared by the processes of a run. */
struct kp_shared {
    uint32_t next_block;
    uint32_t failed; /* a thread hit a limit or an error */
    bool ran_out;    /* .. of memory or processes */
    uint64_t steps;
    uint32_t n_alarms;
    uint32_t lock;
    struct kp_raw_alarm alarms[MAX_ALARMS];
    char error[512];
    uint32_t n_output;
    char output[OUTPUT_SIZE];
};

/* Places of the source that are counted: one group of instructions each. */
struct kp_rounds {
    struct kp_arena *arena;
    uint32_t *of;   /* by instruction: its group + 1; 0: not counted */
    uint32_t *most; /* by group; of all processes */
    KP_VEC(struct kp_round_group {
        uint32_t loc;
        uint32_t deepest;  /* the instruction in most loops */
        uint32_t reset_at; /* the instruction where the count begins again, or none */
        unsigned depth;
        bool stages_tiles; /* no loop in its own brings tiles */
    })
    groups;
};

struct kp_machine {
    const struct kp_program *program;
    const struct kp_simt_launch *launch;
    const struct kp_simt_options *options;
    struct kp_shared *shared;
    struct kp_device_buffer *buffers;
    size_t n_buffers;
    uint8_t *params;
    size_t params_size;
    double deadline;
    bool track_global;
    struct kp_rounds *rounds; /* NULL: not counted */
    uint8_t *all_ran;         /* per instruction: did it run in a process that has ended? */
    /* per process */
    uint8_t *ran; /* per instruction */
    struct kp_raw_alarm *alarms;
    size_t n_alarms;
    uint16_t *alarm_slots; /* hash of alarms: index + 1 */
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

/* memcpy() and memcmp() of what one access moves: the usual sizes without a call. */
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

/* Versions of vec.inc for wider registers; not under the sanitizers, which take minutes to compile
 * them and would only see the same loops three times. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define KP_SANITIZED
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define KP_SANITIZED
#endif
#if defined(__x86_64__) && !defined(KP_SANITIZED)
#define KP_HAVE_VECTORS
#endif

/* alu.c: the table of vec.inc for this processor */
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
    const char *name; /* underscores for dots */
    kp_exec exec;
    enum kp_alu_shape shape;
    unsigned n; /* operands, the result included */
    enum kp_alu_type type[5];
};

void kp_compare_done(struct kp_warp *w, const struct kp_insn *i, uint32_t mask, uint32_t r);
const struct kp_alu *kp_alu_find(const char *dotted);
const struct kp_alu *kp_alu_at(size_t i); /* NULL after the last */

/* Dense products of matrix fragments, by processor. */
struct kp_dense {
    void (*f32)(float *d, const float *a, const float *b, unsigned m, unsigned n, unsigned k);
    void (*f64)(double *d, const double *a, const double *b, unsigned m, unsigned n, unsigned k);
    void (*s32)(int32_t *d, const int32_t *a, const int32_t *b, unsigned m, unsigned n, unsigned k);
    void (*widen)(float *d, const uint16_t *s, unsigned n); /* halves to floats */
};
const struct kp_dense *kp_dense_ops(void);

/* ld.shared of one, two or four 32-bit words, by processor (loads.inc). */
struct kp_loads {
    kp_exec one, two, four;
};
const struct kp_loads *kp_loads_ops(void);
/* The same lane by lane, with a report for each that must not be. */
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
void kp_stop_run(struct kp_machine *m, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void kp_alarms_start(struct kp_machine *m);
void kp_alarms_publish(struct kp_machine *m); /* this process's to all */
void kp_alarms_report(struct kp_arena *a, const struct kp_machine *m, struct kp_simt_report *r);

/* coverage.c: which instructions run */
bool kp_coverage_new(struct kp_machine *m); /* before processes are started */
void kp_coverage_start(struct kp_machine *m);
void kp_coverage_publish(struct kp_machine *m); /* this process's to all */
void kp_coverage_end(struct kp_machine *m);     /* to the caller of the run */

/* rounds.c: trips of the loops that stage tiles */
bool kp_rounds_new(struct kp_arena *a, struct kp_machine *m, struct kp_insn *code);
void kp_rounds_start(struct kp_warp *w); /* of a block */
void kp_rounds_reset(struct kp_warp *w, const struct kp_insn *i, uint32_t mask);
void kp_rounds_count(struct kp_warp *w, const struct kp_insn *i, uint32_t mask);
void kp_rounds_end(struct kp_machine *m); /* to the caller of the run */

/* order.c: what orders single threads where warps' clocks are too coarse; b->order is NULL in
 * kernels that only have barriers */
void kp_order_new(struct kp_block *b);
void kp_order_start(struct kp_block *b);
bool kp_order_before(const struct kp_warp *w, unsigned lane, uint32_t thread, uint32_t clock);
void kp_order_load(struct kp_warp *w, unsigned lane, uint64_t location, unsigned order);
void kp_order_store(struct kp_warp *w, unsigned lane, uint64_t location, unsigned order, bool rmw);
void kp_order_fence(struct kp_warp *w, uint32_t mask, unsigned order);
void kp_order_warp(struct kp_warp *w, uint32_t members);
void kp_order_join(struct kp_warp *w, unsigned barrier);
void kp_order_leave(struct kp_block *b, unsigned barrier, uint32_t waiting);
/* What a thread has done and seen, added to a vector with one clock per thread; the caller moves
 * the warp's clock on behind the instruction. Vectors live until dropped. */
void kp_order_publish(struct kp_warp *w, unsigned lane, uint32_t *sum);
void kp_order_acquire(struct kp_warp *w, unsigned lane, const uint32_t *sum, unsigned order);
/* What its last fence collected; NULL: there was none. */
const uint32_t *kp_order_fenced(const struct kp_warp *w, unsigned lane);
uint32_t *kp_order_vector(struct kp_block *b);
void kp_order_drop(struct kp_block *b, uint32_t *v);
void kp_order_read(struct kp_warp *w, const struct kp_insn *i, unsigned lane, uint32_t granule);
bool kp_order_reader(const struct kp_warp *w, const struct kp_insn *i, unsigned lane,
                     uint32_t granule, uint32_t *thread);

/* shadow.c. Per granule of shared memory the last write of all, and per warp its last reads.
 *   write: clock << 32 | PENDING | REDZONE | thread << 20 | instruction
 *   read:  clock << 32 | MANY (several lanes) | lane << 20 | instruction
 * A clock up to the block's clock_base means "not in this block". */
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
/* A copy that is issued: it lands at once, or is pending until kp_shadow_land(). */
void kp_shadow_copy(struct kp_warp *w, const struct kp_copy *c, bool pending);
void kp_shadow_land(struct kp_warp *w, const struct kp_copy *c, uint32_t clock);

/* The hot path: nearly every read is of something written before the last barrier. Where threads
 * have clocks of their own, all_seen stays at clock_base, and every read takes the slow way. */
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

/* clock.c: who is ordered before whom */
void kp_clock_start(struct kp_block *b);
void kp_clock_join(struct kp_warp *w, struct kp_barrier *bar);
void kp_clock_leave(struct kp_block *b, const struct kp_barrier *bar);
void kp_clock_warp(struct kp_warp *w, uint32_t members);

/* What a read-only load has read and anything has written, in any order. */
enum { KP_NC_READ = 1, KP_NC_WRITTEN = 2 };

/* memory.c: one access of one lane, checked; false when it must not happen */
uint8_t *kp_shared_at(struct kp_warp *w, const struct kp_insn *i, unsigned lane, uint64_t at,
                      unsigned bytes, enum kp_what what);
uint8_t *kp_global_at(struct kp_warp *w, const struct kp_insn *i, unsigned lane, uint64_t at,
                      unsigned bytes, enum kp_what what, const void *value);
uint8_t *kp_local_at(struct kp_warp *w, const struct kp_insn *i, unsigned lane, uint64_t at,
                     unsigned bytes);
/* ld.global.nc has read it: nothing may write it during the launch. */
void kp_noncoherent_read(struct kp_warp *w, const struct kp_insn *i, unsigned lane, uint64_t at,
                         unsigned bytes);
/* Any space, with all bookkeeping. `value` is what a write will store. */
uint8_t *kp_access(struct kp_warp *w, const struct kp_insn *i, unsigned lane, enum ptx_space space,
                   uint64_t at, unsigned bytes, enum kp_what what, const void *value);

static inline uint64_t lane_address(const struct kp_warp *w, const struct kp_insn *i, unsigned lane)
{
    const struct kp_more *m = i->more;

    return (m->has_base ? slot_read(w, m->address, lane) : 0) + (uint64_t)i->imm;
}

/* run.c: memory of a warp that grows, private to the process */
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
void kp_mbarrier_end(struct kp_block *b); /* copies without a wait */

/* async.c */
void kp_async_land(struct kp_warp *w, uint32_t mask, uint32_t keep);
bool kp_is_copy(const struct kp_insn *i);
/* Does the copy bring to these bytes what all pending copies to them bring? False where none of
 * cp.async is known that brings them all. */
bool kp_async_same(struct kp_warp *w, const struct kp_copy *c, uint32_t at, unsigned bytes);
/* ... what is there already? */
bool kp_async_keeps(struct kp_warp *w, const struct kp_copy *c, uint32_t at, unsigned bytes);
void kp_async_shake(struct kp_warp *w);
void kp_async_exit(struct kp_warp *w, uint32_t mask);

/* sched.c */
bool kp_converge(struct kp_warp *w, const struct kp_insn *i, uint32_t mask, uint32_t members);
void kp_branch(struct kp_warp *w, uint32_t taken, uint32_t target);
void kp_yield(struct kp_warp *w, uint32_t mask); /* these lanes wait for something: others first */
void kp_poll(struct kp_warp *w, uint32_t mask);  /* ... perhaps, when they come often */
void kp_lanes_exit(struct kp_warp *w, uint32_t mask);
void kp_block_run(struct kp_block *b, const unsigned *order);
void kp_barrier_arrive(struct kp_warp *w, unsigned id, unsigned count, bool wait);

/* limits.c: NULL, or why such a launch would be refused */
const char *kp_check_limits(struct kp_arena *a, const struct kp_ptx *m, const struct ptx_func *f,
                            const struct kp_simt_launch *l);
/* Bytes of its `__shared__` declarations, as ptxas lays them out. */
size_t kp_static_shared(const struct kp_ptx *m, const struct ptx_func *entry);

/* decode.c: *error is set when it returns NULL */
struct kp_program *kp_decode(struct kp_arena *a, const struct kp_ptx *m,
                             const struct kp_simt_launch *l, bool is_packed, const char **error);

/* host.c: functions that the driver provides: vprintf, __assertfail, ... */
bool kp_host_known(const char *name);
void kp_host_call(struct kp_warp *w, const struct kp_insn *i, unsigned lane);

/* bind.c: where module variables and buffers lie */
uint64_t kp_module_address(const struct kp_ptx *m, const struct ptx_var *v);
uint64_t kp_function_address(const struct kp_ptx *m, const char *name); /* 0: no such function */
size_t kp_params_size(const struct ptx_func *f);
size_t kp_param_offset(const struct ptx_func *f, const struct ptx_var *v);
/* NULL, or what is wrong with the launch. */
const char *kp_simt_bind(struct kp_arena *a, struct kp_machine *m);
void kp_hand_over(struct kp_arena *a, struct kp_machine *m, struct kp_simt_report *r);
void kp_unbind(struct kp_machine *m, bool copy_back);

#endif
