/* Private to sample/: a function made ready for execution, the memory of a grid, and its threads.
 */
#ifndef KP_SAMPLE_MACHINE_H
#define KP_SAMPLE_MACHINE_H

#include "facts/touched.h"
#include "fn/fn.h"

/* ---- code ------------------------------------------------------------------------------------ */

/* Who executes a value: a thread by itself; a warp or a block, when all of their threads have come
 * to it; CANNOT: nobody, since it is not known what it does. */
enum kp_how {
    KP_HOW_ALONE,
    KP_HOW_CANNOT,
    KP_HOW_CALL,
    KP_HOW_ATOMIC,
    KP_HOW_ASYNC,
    KP_HOW_RANK, /* the number of the thread in its block */
    KP_HOW_WARP,
    KP_HOW_BARRIER
};

/* Where a value is among those of a thread. Values of up to 8 bytes are there as numbers. */
struct kp_operand {
    uint32_t at;
    struct kp_fn_type type;
};

/* The bytes of its place. That of a CALL has 8 more, for what its RESULTs are made of. */
static inline uint32_t kp_slot_bytes(struct kp_fn_type t)
{
    return t.bytes < 8 ? 8 : (t.bytes + 7) & ~7u;
}

/* The values that programs are mostly made of, in the short form in which they are executed. Those
 * on integers stand here for a result of 4 signed bytes; then come those of 4 unsigned ones, and of
 * any. */
enum kp_quick {
    KP_QUICK_NOT,
    KP_QUICK_ADD,
    KP_QUICK_SUB,
    KP_QUICK_MUL,
    KP_QUICK_AND,
    KP_QUICK_OR,
    KP_QUICK_XOR,
    KP_QUICK_COPY, /* casts that only cut off bits */
    KP_QUICK_UNSIGNED = KP_QUICK_COPY,
    KP_QUICK_ANY = 2 * KP_QUICK_COPY,
    KP_QUICK_LESS = 3 * KP_QUICK_COPY + 1, /* in the order of LT to NE */
    KP_QUICK_LESS_OR_EQUAL,
    KP_QUICK_GREATER,
    KP_QUICK_GREATER_OR_EQUAL,
    KP_QUICK_EQUAL,
    KP_QUICK_UNEQUAL,
    KP_QUICK_BELOW, /* unsigned, LT to GE */
    KP_QUICK_BELOW_OR_EQUAL,
    KP_QUICK_ABOVE,
    KP_QUICK_ABOVE_OR_EQUAL,
    KP_QUICK_SELECT,
    KP_QUICK_FLOAT, /* ADD to DIV */
    KP_QUICK_LOAD,
    KP_QUICK_STORE
};

/* Places in a frame, of which none is above 64 KiB, in units of 8 bytes. */
struct kp_quick_step {
    uint8_t what;   /* enum kp_quick; NOT: the step says what it is */
    uint8_t cut;    /* the upper bits of its result that its type does not have */
    bool is_signed; /* .. or that are copies of its sign */
    uint8_t bytes;  /* LOAD, STORE */
    uint16_t to, left, right;
    uint16_t third; /* SELECT: the third operand; FLOAT: the operator */
};

struct kp_step {
    uint32_t aligned; /* accesses: what their address must be a multiple of */
    enum kp_fn_op op;
    enum kp_how how;
    struct kp_fn_type type;
    uint32_t to;
    unsigned n;
    struct kp_operand *operand;
    int64_t imm;
    uint64_t salt;       /* of a name or a literal */
    const char *why_not; /* KP_HOW_CANNOT */
    const struct kp_value *value;
    const struct kp_touched *touched; /* calls, by operand; bytes 0: the operand is no address */
    struct kp_operand leading;        /* of the one that is a matrix */
    struct kp_async_rule async;
};

/* A phi's value along an edge. */
struct kp_move {
    uint32_t from, into, bytes;
};

struct kp_edge {
    uint32_t to; /* block; 0: the function ends */
    unsigned n;
    struct kp_move *moves;
    bool is_short; /* 8 bytes each */
};

struct kp_program_block {
    struct kp_step *steps;
    struct kp_quick_step *quick; /* of each step, and NOT behind the last one */
    unsigned n;
    bool has_condition;
    uint32_t condition;
    struct kp_edge next[2];
};

struct kp_sample_program {
    const struct kp_fn *fn;
    struct kp_program_block *blocks;
    struct kp_step *once, *special; /* values without operands: those that all threads of a grid
                                     * share, and those of a thread and its block */
    unsigned n_once, n_special;
    struct kp_operand result; /* what the function returns; of no bytes: nothing */
    uint32_t frame;           /* bytes of a thread's values */
    uint32_t *object;         /* by object: its offset in shared memory or in a thread's memory */
    uint32_t shared, local;   /* bytes */
    bool reads_block[3];      /* blockIdx along this axis */
};

/* Prepares a function. False with *why: it cannot be executed. */
bool kp_program_make(struct kp_arena *a, const struct kp_fn *fn, struct kp_sample_program *out,
                     const char **why);

/* ---- numbers --------------------------------------------------------------------------------- */

/* Arithmetic on floating-point numbers is not done: its result is a number made from the operator
 * and the bits of its operands, so that two results are equal if they were computed in the same
 * way. Zero is zero. */
static inline uint64_t kp_mix(uint64_t h, uint64_t v)
{
    /* Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators (OOPSLA 2014) */
    h = (h ^ v) + 0x9e3779b97f4a7c15u;
    h = (h ^ h >> 30) * 0xbf58476d1ce4e5b9u;
    h = (h ^ h >> 27) * 0x94d049bb133111ebu;
    return h ^ h >> 31;
}
/* The result of an operator on floating-point numbers of so many bytes. */
static inline uint64_t kp_mix_floats(enum kp_fn_op op, uint64_t x, uint64_t y, uint32_t bytes)
{
    return kp_mix(x * 0xd1342543de82ef95u + op, y) >> (64 - 8 * bytes);
}
uint64_t kp_mix_bytes(uint64_t h, const void *bytes, size_t n);
uint64_t kp_mix_text(const char *text);
/* The result of a value with up to two operands of up to 8 bytes each, ADD to CAST. */
uint64_t kp_number(const struct kp_step *s, uint64_t x, uint64_t y);

/* ---- memory ---------------------------------------------------------------------------------- */

/* Addresses: shared memory lies in the first 4 GiB, so that it has 32-bit addresses; then come a
 * thread's own variables; then, each in a range of its own, the program's variables and what the
 * function's pointers point to. */
enum { KP_SPACE_BITS = 40 };
#define KP_AT_SHARED ((uint64_t)1 << 24)
#define KP_AT_LOCAL ((uint64_t)1 << KP_SPACE_BITS)
#define KP_AT_GLOBAL ((uint64_t)2 << KP_SPACE_BITS)
#define KP_AT_PARAM ((uint64_t)3 << KP_SPACE_BITS)
#define KP_AT_FOUND ((uint64_t)4 << KP_SPACE_BITS)
/* what the function returns, by thread */
#define KP_AT_RESULT ((uint64_t)5 << KP_SPACE_BITS)
/* from here on: in front of address 0, as a shared array's with a large negative index */
#define KP_AT_BELOW (-((uint64_t)1 << KP_SPACE_BITS))
/* of a pointer's range, in bits */
enum { KP_RANGE_BITS = 33, KP_DYNAMIC_BYTES = 256 * 1024, KP_RESULT_BYTES = 64 };

/* What is at an address of global memory that nobody has written: small numbers where integers are
 * expected, since they may be indices. */
struct kp_contents {
    uint32_t element; /* bytes of an integer; 0: anything else */
};

enum { KP_THREAD_BITS = 20 }; /* of kp_memory's `thread`; barriers are counted above them */

struct kp_stored_word {
    uint64_t key;       /* address / 8 + 1; 0: free */
    uint64_t bytes;     /* 8 of them */
    uint32_t writer[8]; /* kp_memory's `thread` that wrote each of them last, or read it first */
    uint8_t mask;       /* which of them were written */
};

struct kp_stored {
    struct kp_stored_word *words;
    size_t size, used;
};

/* A byte of shared memory. BETWEEN: of no object. */
enum kp_is_set { KP_IS_UNSET, KP_IS_SET, KP_IS_BETWEEN };

struct kp_memory {
    struct kp_arena *arena;
    const struct kp_contents *params;
    size_t n_params;
    uint64_t seed; /* of integers that nobody has written */
    struct kp_stored stored;
    struct kp_stored reads;           /* global memory that was read; values mean nothing */
    const struct kp_stored *may_read; /* NULL: all of it */
    uint8_t *shared, *is_set;         /* is_set: by byte, enum kp_is_set */
    uint32_t n_shared;
    uint8_t *local; /* of the thread that runs */
    uint32_t n_local;
    uint8_t unset;     /* every byte of shared memory that nobody has written */
    bool must_be_set;  /* to read such memory is bad */
    bool reads_unset;  /* it was read */
    uint32_t barriers; /* of the block that has most */
    const char *bad;   /* what a program may not do, and has done; NULL: nothing */
    uint32_t thread;   /* that runs, counted over the grid, and between which barriers */
    bool is_racy;      /* two threads wrote other values to the same global memory, and no barrier
                        * of their block stands in between */
};

void kp_memory_read(struct kp_memory *m, uint64_t at, void *to, size_t n);
void kp_memory_write(struct kp_memory *m, uint64_t at, const void *from, size_t n);
/* True if the same bytes were written in both. */
bool kp_stored_same(const struct kp_stored *a, const struct kp_stored *b);
/* .. of those bytes of `a` that were written in `other`, too, and are the same there. */
bool kp_stored_same_as_both(const struct kp_stored *a, const struct kp_stored *other,
                            const struct kp_stored *b);

/* ---- arguments ------------------------------------------------------------------------------- */

/* Two arrays, the second of which lies where what is stored into it before a barrier is loaded from
 * the first behind it. */
struct kp_meeting {
    size_t loads, stores; /* arguments, which are pointers */
    uint64_t at;          /* the second one's argument */
};

/* What integers are: those that a loop with a barrier depends on, and others, which may be extents
 * of the data or strides. EDGE: vectors fit, but tiles do not; RAGGED: nothing fits; ODD: one
 * argument does not, a number or a pointer. MEET: as BASE, and arrays overlap. */
enum kp_sizes_kind { KP_SIZES_BASE, KP_SIZES_EDGE, KP_SIZES_RAGGED, KP_SIZES_ODD, KP_SIZES_MEET };

struct kp_sizes {
    enum kp_sizes_kind kind;
    int64_t length;         /* of loops with barriers */
    int64_t others;         /* other integers, BASE and ODD */
    size_t odd;             /* ODD: the argument */
    struct kp_meeting meet; /* MEET */
};

enum { KP_MOST_ARGUMENTS = 64 };

/* A number, a pointer, or any other value that is no object: a parameter, or bytes of one. */
struct kp_arg_leaf {
    size_t param;
    uint32_t at;
    const struct kp_type *type;
};

struct kp_arguments {
    size_t n;
    struct kp_arg_leaf leaf[KP_MOST_ARGUMENTS];
    bool is_length[KP_MOST_ARGUMENTS]; /* the trips of loops with barriers depend on it */
    struct kp_contents contents[KP_MOST_ARGUMENTS];
    uint64_t value[KP_MOST_ARGUMENTS];
    uint64_t seed; /* of integers in memory */
};

/* The function's arguments, without values. False: there are too many, or their types are not
 * known. */
bool kp_find_arguments(struct kp_arena *arena, const struct kp_fn *fn, struct kp_arguments *a);
void kp_set_arguments(struct kp_arguments *a, struct kp_sizes of);
/* Those that are pointers which may point into one array, as a set. */
uint64_t kp_free_pointers(const struct kp_arguments *a);

/* Places for the first such time of a run and for the last; returns how many there are. `args`: the
 * run's arguments, for which all pointers have ranges of their own. */
unsigned kp_find_meetings(const struct kp_memory *m, const uint64_t *args, size_t loads,
                          size_t stores, struct kp_meeting out[2]);

/* ---- threads --------------------------------------------------------------------------------- */

/* Memory that one run leaves to the next. */
struct kp_room {
    uint8_t *bytes;
    size_t size;
};

struct kp_grid {
    int64_t grid[3], block[3];
    const struct kp_arguments *args;
    bool only_last;       /* only the last block runs */
    bool backwards;       /* blocks, and threads between barriers, run from the last to the first */
    struct kp_room *room; /* in the arena of the memory */
};

/* Why a run is given up whose steps are used up: this very text. */
extern const char kp_too_long[];

/* Runs the function by all threads of the grid. False with *why: it was given up; else m->bad and
 * m->reads_unset tell about it. *steps is how many values may still be computed. */
bool kp_grid_run(const struct kp_sample_program *code, const struct kp_grid *g, struct kp_memory *m,
                 uint64_t *steps, const char **why);

#endif
