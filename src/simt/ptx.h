/* The parsed PTX module. Names of registers and variables are resolved; labels, tables of branches
 * and prototypes have their scopes; opcodes are still text. */
#ifndef KP_SIMT_PTX_H
#define KP_SIMT_PTX_H

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/arena.h"
#include "util/vec.h"

enum ptx_tok_kind { TOK_END, TOK_WORD, TOK_INT, TOK_F32, TOK_F64, TOK_STR, TOK_PUNCT };

struct ptx_tok {
    enum ptx_tok_kind kind;
    int punct;
    const char *s; /* TOK_WORD, TOK_STR: NUL-terminated */
    uint64_t bits; /* numbers: the value, or the bits of the floating-point constant */
    unsigned line;
};

struct ptx_lexer {
    struct kp_arena *arena;
    const char *p, *end;
    unsigned line;
    struct ptx_tok tok; /* the current token */
    jmp_buf fail;
    const char *error;
};

void ptx_lex_start(struct ptx_lexer *x, struct kp_arena *a, const char *text, size_t n);
void ptx_next(struct ptx_lexer *x);
_Noreturn void ptx_fail(struct ptx_lexer *x, unsigned line, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* The storage of a register: one bit per lane for predicates, 32-bit lanes for types up to 32 bits,
 * else 64-bit lanes. */
enum ptx_lane { LANE_PRED, LANE_32, LANE_64 };

struct ptx_reg {
    const char *name;
    enum ptx_lane lane;
};

enum ptx_space {
    SPACE_GENERIC,
    SPACE_GLOBAL,
    SPACE_CONST,
    SPACE_SHARED,
    SPACE_LOCAL,
    SPACE_PARAM, /* parameters of an entry */
    SPACE_FRAME, /* parameters of a call, private to the thread */
};

/* A place in an initialiser that holds the address of another variable. */
struct ptx_reloc {
    size_t offset;
    const char *symbol;
    int64_t addend;
};

struct ptx_var {
    const char *name;
    enum ptx_space space;
    unsigned align;
    size_t size;
    bool is_extern;
    uint8_t *init; /* NULL: zero */
    KP_VEC(struct ptx_reloc) relocs;
    unsigned index; /* number among the variables of its function or module */
};

enum ptx_opnd_kind {
    OPND_REG,
    OPND_INT,
    OPND_F32,
    OPND_F64,
    OPND_SYM, /* address of a variable (+ offset); a function or label while unresolved */
    OPND_MEM, /* [base + offset]; base is reg, var or neither */
    OPND_VEC,
    OPND_SPECIAL, /* %tid.x ... */
    OPND_SINK,    /* _ */
    OPND_LABEL,
    OPND_LIST, /* (a, b): arguments of a call */
};

struct ptx_opnd {
    enum ptx_opnd_kind kind;
    bool negated; /* !p */
    unsigned reg;
    const struct ptx_var *var;
    const char *name;      /* OPND_SYM (when var is NULL), OPND_SPECIAL, OPND_LABEL */
    int64_t offset;        /* OPND_SYM, OPND_MEM */
    uint64_t bits;         /* OPND_INT, OPND_F32, OPND_F64 */
    struct ptx_opnd *elem; /* OPND_VEC, OPND_LIST */
    unsigned n_elem;
    struct ptx_opnd *second; /* p|q: q */
    int label;               /* index of the instruction */
};

struct ptx_inst {
    const char *op; /* with all dotted parts */
    unsigned line;  /* of the PTX text */
    unsigned loc;   /* index into ptx.locs */
    int guard;      /* register, or -1 */
    bool guard_negated;
    unsigned n;
    struct ptx_opnd *opnd;
    unsigned scope; /* of the names that are not resolved */
};

struct ptx_table { /* targets of a brx: one .branchtargets */
    const char *name;
    unsigned scope;
    KP_VEC(const char *) labels;
};

struct ptx_proto { /* what an indirect call may call: a .callprototype or .calltargets */
    const char *name;
    unsigned scope;
    bool is_list;               /* .calltargets: these functions only */
    KP_VEC(const char *) names; /* of .calltargets */
    KP_VEC(size_t) rets;        /* sizes in bytes */
    KP_VEC(size_t) params;
};

struct ptx_label {
    const char *name;
    unsigned scope;
    unsigned inst;
};

struct ptx_func {
    const char *name;
    bool is_entry, has_body;
    bool clusters;           /* it must be launched in clusters of several blocks */
    uint32_t max_threads;    /* threads of a block by .maxntid; 0: not given */
    uint32_t req_threads[3]; /* the block's shape by .reqntid; 0: not given */
    KP_VEC(struct ptx_var *) rets;
    KP_VEC(struct ptx_var *) params;
    KP_VEC(struct ptx_reg) regs;
    KP_VEC(struct ptx_var *) vars; /* .local, .shared and call-site .param */
    KP_VEC(struct ptx_inst) insts;
    KP_VEC(struct ptx_label) labels;
    KP_VEC(unsigned) scope_parent;
    KP_VEC(struct ptx_table *) tables;
    KP_VEC(struct ptx_proto *) protos;
};

struct ptx_loc {
    unsigned file, line, col;
    int inlined_at; /* index of the loc of the call, or -1 */
};

struct ptx_file {
    unsigned index;
    const char *path;
};

struct kp_ptx {
    struct kp_arena *arena;
    const char *target; /* "sm_86"; NULL: none is given */
    KP_VEC(struct ptx_func *) funcs;
    KP_VEC(struct ptx_var *) vars; /* module scope */
    KP_VEC(struct ptx_loc) locs;   /* [0] is "unknown" */
    KP_VEC(struct ptx_file) files;
};

/* Scopes are numbered in the order in which they are opened, so an inner one has a higher number.
 * True if a name declared in scope `a` is visible in scope `from`, and hides one that is declared
 * in scope *b (NULL: there is none). */
bool ptx_is_nearer(const struct ptx_func *f, unsigned a, unsigned from, const unsigned *b);
/* The number of the instruction behind the label of that name that is visible in scope `from`; -1:
 * there is none. */
int ptx_label_at(const struct ptx_func *f, const char *name, unsigned from);
const struct ptx_func *ptx_find_func(const struct kp_ptx *m, const char *name);
/* The place to show to users: the innermost one that is not in a header of the toolkit. */
void ptx_user_place(const struct kp_ptx *m, unsigned loc, const char **file, unsigned *line);

/* The same as an index into locs. */
unsigned ptx_user_loc(const struct kp_ptx *m, unsigned loc);

/* parse_var.c */
struct ptx_parser;
struct ptx_var *ptx_parse_var(struct ptx_parser *p, enum ptx_space space);

/* parse_proto.c: the directive after `name :` */
void ptx_parse_prototype(struct ptx_parser *p, const char *name);
void ptx_parse_call_targets(struct ptx_parser *p, const char *name);

/* parse_inst.c */
void ptx_parse_inst(struct ptx_parser *p);

/* State shared by the parser's files. */
struct ptx_sym {
    const char *name;
    int reg; /* or -1 */
    const struct ptx_var *var;
};

struct ptx_parser {
    struct ptx_lexer x;
    struct kp_ptx *m;
    struct ptx_func *f; /* NULL at module scope */
    unsigned scope;
    unsigned depth; /* depth of nested braces and lists */
    unsigned loc;
    int *bucket; /* hash table of the function: name -> newest symbol */
    KP_VEC(struct ptx_sym) syms;
    KP_VEC(int) chain; /* per symbol: the next older one in its bucket */
};

/* Increments p->depth at the beginning of a nested construct; fails when the nesting is too deep
 * for the stack. The caller decrements p->depth at its end. */
void ptx_nest(struct ptx_parser *p);
bool ptx_is(const struct ptx_parser *p, int punct);
bool ptx_is_word(const struct ptx_parser *p, const char *word);
bool ptx_accept(struct ptx_parser *p, int punct);
void ptx_expect(struct ptx_parser *p, int punct);
const char *ptx_word(struct ptx_parser *p);
int64_t ptx_int(struct ptx_parser *p);
/* Bits of a fundamental type (".f32" -> 32, ".pred" -> 1), 0 for other words. */
unsigned ptx_type_bits(const char *word);
const struct ptx_sym *ptx_lookup(const struct ptx_parser *p, const char *name);

#endif
