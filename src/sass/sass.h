/* Machine code: reads cubins into kernels, instructions, blocks and loops, without other tools.
 *
 * An instruction has 128 bits. Bit numbers here count from bit 0 of the first word. The layout is
 * not documented by NVIDIA; every field below was found by comparing encodings with nvdisasm's
 * listing, and tools/sass-check repeats that comparison. */
#ifndef KP_SASS_H
#define KP_SASS_H

#include "rule/opcodes.h"
#include "util/vec.h"

enum {
    KP_SASS_BYTES = 16,      /* size of an instruction */
    KP_SASS_SCOREBOARDS = 6, /* per warp */
    KP_SASS_NO_SCOREBOARD = 7,
    KP_SASS_PT = 7 /* the predicate that is always true */
};

/* ---- files ------------------------------------------------------------------------------- */

/* One cubin within a file. `bytes` belongs to the arena. */
struct kp_sass_image {
    const char *bytes;
    size_t size;
    unsigned arch; /* 86: sm_86 */
};

struct kp_sass_file {
    KP_VEC(struct kp_sass_image) images;
    /* number of cubins with an unknown compression, which cuobjdump may be able to unpack */
    unsigned packed;
    unsigned ptx; /* number of members that are PTX */
};

/* Finds the cubins in a cubin, a fatbin, or an object or executable with a .nv_fatbin section.
 * False with *error set when the bytes are none of these or are damaged. */
bool kp_sass_find(struct kp_arena *a, const char *bytes, size_t size, struct kp_sass_file *file,
                  const char **error);

/* ---- instructions ------------------------------------------------------------------------ */

/* A place in the source from the line table; `at` is the call at which its code was inlined, or
 * NULL. */
struct kp_sass_place {
    const char *file;
    unsigned line;
    const struct kp_sass_place *at;
};

struct kp_sass_insn {
    uint64_t lo, hi;
    uint32_t address;           /* within the kernel's section */
    const struct kp_opcode *op; /* NULL: no row of sass.ini */
    enum kp_opclass opclass;    /* KP_INSN_OTHER when op is NULL */

    /* The guard, bits 12-15: @P0, @!P0, ..; with @PT the instruction is always issued, with @!PT
     * never. */
    uint8_t guard;
    bool guard_not, never;

    /* The control field, bits 105-125. */
    uint8_t reuse; /* 122-125, by operand: the next instruction reads the same register */
    uint8_t stall; /* 105-108: cycles before the warp's next instruction */
    bool yield;    /* 109 is 0 */
    uint8_t write_scoreboard; /* 110-112: counted down when the result is available; 7: none */
    uint8_t read_scoreboard;  /* 113-115: counted down when the operands have been read; 7: none */
    uint8_t wait;             /* 116-121: scoreboards that must be 0 before it is issued */

    uint8_t bytes;       /* bytes per thread of a memory access */
    uint8_t destination; /* a load: bits 16-23, its first register (255: RZ) */
    bool is_barrier;     /* it waits for the other threads of the block: BAR, but not BAR.ARV */

    /* DEPBAR.LE: waits until at most `count` operations are pending on `scoreboard`, and until all
     * scoreboards in `mask` are 0. */
    bool has_count;
    uint8_t count, scoreboard, mask;

    /* Control flow. */
    bool has_target;     /* a branch or call to `target` */
    bool is_conditional; /* the next instruction may follow */
    uint32_t target;
    uint8_t reconverge;    /* BSSY, BSYNC, BREAK: the number of its barrier register */
    bool is_reconvergence; /* BSYNC */

    const struct kp_sass_place *place; /* NULL: not in the line table */
};

/* banks.c: true if the instruction reads its operands one after the other, because they are in one
 * bank of registers. `before`: the one that the warp issued before it; NULL: none. */
bool kp_sass_banks_conflict(const struct kp_sass_insn *before, const struct kp_sass_insn *x);
/* Decodes one instruction of sm_<arch>; does not set `place`. */
void kp_sass_decode(const struct kp_opcodes *opcodes, unsigned arch, uint32_t address, uint64_t lo,
                    uint64_t hi, struct kp_sass_insn *out);

/* The decoded part of an instruction as text, "@!P0 LDG.128 R4"; in the arena. */
const char *kp_sass_text(struct kp_arena *a, const struct kp_sass_insn *x);

static inline bool kp_sass_is_math(const struct kp_sass_insn *x)
{
    return x->opclass < KP_INSN_MATH && !x->never;
}

/* ---- kernels ----------------------------------------------------------------------------- */

/* A basic block: instructions [begin, end). `next` and `previous` are numbers of blocks. */
struct kp_sass_block {
    uint32_t begin, end;
    KP_VEC(uint32_t) next, previous;
    /* the immediate dominator; the entry's is itself; KP_SASS_NONE: not reachable */
    uint32_t dominator;
    uint32_t order; /* number in reverse postorder from the entry */
};

#define KP_SASS_NONE UINT32_MAX

/* A natural loop. */
struct kp_sass_loop {
    uint32_t header;               /* block */
    KP_VEC(uint32_t) blocks;       /* all blocks, including those of inner loops, by address */
    int parent;                    /* the enclosing loop; -1: none */
    unsigned depth;                /* 1: outermost */
    unsigned count[KP_INSN_COUNT]; /* instructions by class, without those that are never issued */
    unsigned instructions;
    unsigned math, barriers;
    unsigned unknown;               /* instructions that are not in sass.ini */
    unsigned first_line, last_line; /* in the kernel's own file; 0 without a line table */
};

struct kp_sass_jump {
    uint32_t from, to;
};

struct kp_sass_kernel {
    const char *symbol; /* mangled */
    const char *name;   /* the function's name with constant template arguments */
    const char *file;   /* the source's name in the line table; NULL without one */
    bool is_entry;      /* a kernel; else a separate device function */
    KP_VEC(struct kp_sass_insn) insns;

    /* Attributes; see info.c. */
    unsigned registers, barriers;
    uint64_t static_smem, stack, parameter_bytes;
    uint32_t parameters_at;                       /* in constant bank 0; 0: not known */
    uint32_t max_threads[3], required_threads[3]; /* 0: not given */

    /* Indirect branches with the targets that the cubin lists. */
    KP_VEC(struct kp_sass_jump) jumps;

    KP_VEC(struct kp_sass_block) blocks;
    KP_VEC(struct kp_sass_loop) loops; /* outer before inner */
    bool irreducible;                  /* there is a cycle that is not a natural loop */
    unsigned unresolved;               /* number of indirect branches without known targets */
};

struct kp_sass_module {
    unsigned arch;
    KP_VEC(struct kp_sass_kernel) kernels;
    const char *line_error; /* why the line table could not be read; NULL: it was */
};

/* The kernels of a cubin, decoded, with lines, blocks and loops. NULL with *error set when it is
 * damaged or older than sm_75. */
struct kp_sass_module *kp_sass_read(struct kp_arena *a, const struct kp_opcodes *opcodes,
                                    const struct kp_sass_image *image, const char **error);

#endif
