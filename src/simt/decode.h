/* The decoder, which turns parsed instructions into executable ones; shared by its files. */
#ifndef KP_SIMT_DECODE_H
#define KP_SIMT_DECODE_H

#include "simt/machine.h"

/* One inlined function: all calls are expanded, so each call has its own registers and variables.
 */
struct frame {
    const struct ptx_func *f;
    struct frame *caller;
    uint32_t *reg_at;   /* by register */
    uint32_t *var_at;   /* by variable: address in its space */
    uint32_t *param_at; /* by parameter of a function: address in local memory */
    uint32_t *ret_at;
    uint8_t *guess;    /* by register: true if an atomic compares memory with it; NULL: none does */
    uint8_t *mentions; /* by register: how often it is named, at most two */
    uint32_t *insn_at; /* by parsed instruction, and one past the last */
};

struct fixup {
    uint32_t insn;
    struct frame *frame;
    uint32_t label;  /* parsed instruction of the frame */
    uint32_t *where; /* NULL: the target of insn */
};

struct constant {
    uint64_t bits;
    enum ptx_lane lane;
    uint32_t at;
};

struct decoder {
    struct kp_arena *arena;
    const struct kp_ptx *m;
    struct kp_simt_program *p;
    struct frame *frame;
    const struct ptx_inst *in; /* the instruction being decoded */
    const char *part[16];      /* its name, split at the dots */
    unsigned n_parts, at;      /* at: the next part to consume */
    KP_VEC(struct fixup) fixups;
    KP_VEC(struct constant) constants;
    KP_VEC(uint8_t) image;
    unsigned min_shared, min_global; /* bytes of the smallest accesses */
    bool is_access; /* the instruction being decoded accesses shared or global memory */
    unsigned depth;
    bool is_packed; /* shared arrays are placed as ptxas places them */
    uint32_t shared_next, packed_next;
    jmp_buf fail;
    const char *error;
};

_Noreturn void dec_fail(struct decoder *d, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* Parts of the name, from the second on: dec_part() consumes `part` if it is next. */
bool dec_part(struct decoder *d, const char *part);
/* The same for the parts of a list that NULL ends. */
bool dec_part_of(struct decoder *d, const char *const *parts);
const char *dec_peek(const struct decoder *d);
void dec_done(struct decoder *d); /* fails if parts are left */
/* Consumes v2, v4 or v8 and stores the number; false when none of them is next. */
bool dec_vector(struct decoder *d, unsigned *n);
void dec_operands(struct decoder *d, unsigned least, unsigned most);
/* .b8 ... .f64: fills bytes, sign, is_float; fails on anything else. */
void dec_type(struct decoder *d, struct kp_more *m);

uint32_t dec_alloc(struct decoder *d, enum ptx_lane lane);
uint32_t dec_constant(struct decoder *d, uint64_t bits, enum ptx_lane lane);
uint32_t dec_source(struct decoder *d, const struct ptx_opnd *o, enum kp_alu_type t);
uint32_t dec_result(struct decoder *d, const struct ptx_opnd *o, enum ptx_lane lane);
struct kp_slot dec_slot(struct decoder *d, const struct ptx_opnd *o);
struct kp_slot dec_source_slot(struct decoder *d, const struct ptx_opnd *o, enum kp_alu_type t);
/* Stores the slots of a register, a constant or a vector of these in s; returns their number. */
unsigned dec_slots(struct decoder *d, const struct ptx_opnd *o, enum kp_alu_type t,
                   struct kp_slot *s, unsigned most);
uint64_t dec_int(struct decoder *d, const struct ptx_opnd *o); /* an immediate */
/* The address operand; sets m->address, the offset goes to the instruction's imm. */
int64_t dec_address(struct decoder *d, const struct ptx_opnd *o, struct kp_more *m);
enum ptx_lane dec_lane_of(enum kp_alu_type t);
enum ptx_lane dec_reg_lane(const struct decoder *d, const struct ptx_opnd *o);
struct kp_more *dec_more(struct decoder *d);
struct kp_insn *dec_emit(struct decoder *d, kp_exec exec);
uint32_t dec_local(struct decoder *d, size_t size, unsigned align);
/* Records that the program has an access of this size. */
void dec_access(struct decoder *d, enum ptx_space space, unsigned bytes);
uint64_t dec_var_address(struct decoder *d, const struct ptx_var *v);
void dec_place_shared(struct decoder *d, size_t dynamic);
void dec_label(struct decoder *d, const struct ptx_opnd *o, uint32_t *where);
/* Consume one part of a memory instruction's name: an ordering or scope, or a caching hint, which
 * has no effect here. False when the next part is not one. */
bool dec_order(struct decoder *d, unsigned *order);
bool dec_cache_hint(struct decoder *d);
/* cvt8.c: false when the conversion does not involve 8-bit floating-point formats */
bool dec_cvt_small(struct decoder *d);
/* For an instruction that is known but not modelled: the run stops when it is executed. */
void dec_refuse_when_run(struct decoder *d, const char *why);
kp_exec dec_branch(void); /* the function that executes a branch to insn->target */
kp_exec dec_exit(void);   /* the function that ends a thread */
/* threads that reach the end of the kernel exit */
void dec_end(struct decoder *d, struct frame *f);
void dec_function(struct decoder *d, struct frame *f);

#define FORM(name) void decode_##name(struct decoder *d);
#include "simt/forms.def"
#undef FORM

#endif
