/* From a planned loop to text. One `struct kp_emitter` is one loop on its way: first the parts of
 * its body (what goes into which lambda), then the driver around them. Shared by the files of this
 * folder. */
#ifndef KP_EMIT_EMIT_H
#define KP_EMIT_EMIT_H

#include "emit/text.h"
#include "model/loops.h"
#include "model/names.h"
#include "kp.h"

enum { KP_LINE_LENGTH = 100 }; /* calls that we write are broken after this column */

/* ---- nodes and symbols (walk.c) ---------------------------------------------------------- */

struct kp_syms {
    KP_VEC(const struct kp_sym *) list;
};

struct kp_nodes {
    KP_VEC(const struct kp_node *) list;
    struct kp_map known; /* of kp_add_node: those in the list */
};

bool kp_has_sym(const struct kp_syms *s, const struct kp_sym *sym);
void kp_add_sym(struct kp_unit *u, struct kp_syms *s, const struct kp_sym *sym);
bool kp_has_node(const struct kp_nodes *s, const struct kp_node *n);
void kp_add_node(struct kp_unit *u, struct kp_nodes *s, const struct kp_node *n);

/* What evaluating a node does with local variables. */
struct kp_touch {
    struct kp_syms reads, writes;
    bool through_pointer; /* writes what some pointer points to */
};

/* Adds what `n` does; the subtrees in `cut` (may be NULL) are left out. */
void kp_touch_of(struct kp_unit *u, const struct kp_node *n, const struct kp_nodes *cut,
                 struct kp_touch *out);
/* Is there a name of `sym` under n? `macros_only`: in text that a macro makes. */
bool kp_names_sym(const struct kp_node *n, const struct kp_sym *sym, bool macros_only);

/* ---- declarations (declare.c) ------------------------------------------------------------ */

struct kp_declarator {
    const struct kp_node *var;
    struct kp_span span; /* `*name[8] = init`, without the comma */
    struct kp_span name;
};

/* A declaration cut up: `specifiers declarator, declarator;`. */
struct kp_declaration {
    struct kp_span specifiers, whole; /* whole: with its semicolon */
    KP_VEC(struct kp_declarator) list;
};

/* False when the text is not made of what the tree says (macros). */
bool kp_cut_declaration(struct kp_unit *u, const struct kp_node *decl_stmt,
                        struct kp_declaration *out);
/* The specifiers without __shared__, static and extern. */
const char *kp_bare_specifiers(struct kp_unit *u, const struct kp_declaration *d, bool keep_align);
bool kp_has_align(struct kp_unit *u, const struct kp_declaration *d);

/* ---- where tiles live (home.c, dynamic.c) ------------------------------------------------- */

/* A shared declaration whose tiles get more than one stage. */
struct kp_home {
    const struct kp_node *stmt; /* DECL_STMT */
    const struct kp_sym *function;
    const struct kp_loop *hoisted_by; /* declared in this loop's body */
    struct kp_declaration text;
    struct kp_syms tiles; /* its variables that are staged */
    bool is_dynamic;      /* extern __shared__: every launch asks for more, the text stays */
    bool moves;           /* static, and its stages are dynamic shared memory (moved.c) */
    bool as_struct;       /* the stages are padded structs instead of elements of an array */
    struct kp_syms early; /* tiles whose name means stage 0 from the declaration on */
    struct kp_syms used;  /* those of them that are used for more than their size */
    int stages;
    int64_t stage_bytes; /* dynamic: from one stage to the next; 0: all that the launch asks for */
    const char *count;   /* the number of stages as it is written */
    const char *object;  /* the struct's variable */
    bool guarded;        /* that number is a constant expression */
    const char *guard;   /* the constant's declaration, where this is the function's first home */
    const char *memory, *layout; /* moved: the dynamic array, and the struct that it holds */
};

/* A name that means another stage inside the loop: a tile or a pointer into one. */
struct kp_bound {
    const struct kp_sym *sym;
    const struct kp_home *home;
    bool is_alias, is_integer;
    const char *kept;   /* the object that has all stages, or what the name was before the loop */
    const char *stride; /* static tiles: bytes between two stages, as an expression */
};

/* ---- one loop ---------------------------------------------------------------------------- */

enum kp_part_kind {
    KP_PART_LOAD,    /* the slice, everything asynchronous */
    KP_PART_FETCH,   /* global memory to registers, and what is asynchronous */
    KP_PART_STORE,   /* registers to tiles */
    KP_PART_COMPUTE, /* the rest */
    KP_PART_RING,    /* the rest, and the state that the ring's own loop needs */
    KP_PART_TAIL,    /* state that may move on only when compute has taken its copy */
    KP_PART_ADVANCE, /* compute alone: what kp_load does to the loop's state, without its copies */
    KP_PART_COUNT
};

enum kp_leaf_state { KP_LEAF_DROP, KP_LEAF_SITES, KP_LEAF_KEEP };

/* A statement of the load slice that holds no other statement. */
struct kp_leaf {
    const struct kp_node *node;
    struct kp_touch touch;
    enum kp_leaf_state fetch, store, advance;
    enum kp_leaf_state more; /* kp_store's trips that are not in registers, which load again */
};

/* A staging register. */
struct kp_reg {
    const struct kp_site *site;
    const char *name;       /* "kp_r0" */
    const char *use;        /* "kp_r0[i]" */
    const char *declarator; /* "kp_r0[4]" */
};

/* One part of the loop's body as text. */
struct kp_part {
    const char *name;     /* "kp_load" */
    const char *text;     /* the user's lines at their own indentation; NULL when not made */
    struct kp_nodes kept; /* the nodes that it is made of */
};

struct kp_header {
    const char *init, *condition, *step; /* NULL when absent */
    const char *comment;                 /* after the body's opening brace */
    const struct kp_node *declared;      /* the DECL_STMT of the init */
    struct kp_span init_span;            /* what is in front of the first semicolon */
};

struct kp_emitter {
    struct kp_unit *u;
    struct kp_loop *l;
    const struct kp_node *body;
    struct kp_names *names;
    const char *nl, *indent, *unit; /* line end, the loop's indentation, one level of it */
    struct kp_header header;
    const struct kp_version *versions; /* the user's loop is beside this one; NULL: it does not */

    bool any_async, any_regs, any_single, any_staged;
    const char *count; /* number of stages as written: "2", "kp_stages" */
    KP_VEC(struct kp_leaf) leaves;
    struct kp_syms fetch_needs, store_needs, more_needs, advance_needs;
    KP_VEC(struct kp_reg) regs;
    struct kp_syms snapshot;   /* state that kp_fetch has moved on when kp_store needs it */
    struct kp_syms cursor;     /* ring: what the load cursor has copies of */
    struct kp_nodes tail;      /* statements that run after the copies of carried values */
    struct kp_nodes ring_kept; /* slice statements that the ring's own loop needs, too */
    struct kp_part parts[KP_PART_COUNT];
    KP_VEC(struct kp_bound) bound;
    const char *stage, *next;    /* names of the stage variables */
    const char *shift, *stride;  /* names of the helper and the variable that move pointers */
    bool stage_outlives;         /* names are bound after the loop */
    struct kp_syms bound_behind; /* these */
    bool opens_block; /* they and all that follows in the loop's block are one of its own */
};

/* The loop stays as it was. Always false. */
bool kp_cannot(struct kp_emitter *e, enum kp_code code, const struct kp_node *at, const char *name);
/* Not the loop's body: its variables live longer than one iteration. */
bool kp_is_outer(const struct kp_emitter *e, const struct kp_sym *s);
/* `&` of an lvalue, or the argument of __ldg, as an argument of a copy: `&*p` is p, casts between
 * pointers are left out. With the patches applied; NULL: none. */
const char *kp_address_of(struct kp_unit *u, const struct kp_node *lvalue,
                          const struct kp_patches *patches);
bool kp_is_async(const struct kp_tile *t);
bool kp_is_hoisted(const struct kp_loop *l, const struct kp_node *n);
/* May a jump lead past what is declared in its place? */
bool kp_may_jump_past(const struct kp_emitter *e, const struct kp_node *n);
/* The loop's text has to be a block of its own: it is an unbraced body, a jump could pass over the
 * declarations in it, or these have the user's names. */
bool kp_needs_braces(const struct kp_emitter *e);

/* ---- the parts of the body ---------------------------------------------------------------- */

bool kp_read_header(struct kp_emitter *e); /* header.c */
/* state.c: what moves on when; the ring's cursor. */
bool kp_find_tail(struct kp_emitter *e);
bool kp_find_cursor(struct kp_emitter *e);
/* What a variable of the header is made of, as an expression; NULL when it needs its type. */
const char *kp_initial_value(struct kp_emitter *e, const struct kp_node *v);
void kp_header_touch(struct kp_emitter *e, struct kp_touch *t);
/* leaves.c: the statements of the load phase that are not cut any further. */
void kp_find_leaves(struct kp_emitter *e);
const struct kp_leaf *kp_leaf_of(const struct kp_emitter *e, const struct kp_node *n);
/* A condition or a loop: what is around its statements goes where one of them goes. */
bool kp_has_statements(const struct kp_node *n);
void kp_touch_of_header(struct kp_emitter *e, const struct kp_node *n, struct kp_touch *t);
/* static_assert, which is in one part only. */
bool kp_is_assertion(const struct kp_unit *u, const struct kp_node *stmt);
/* Does the statement declare a typedef, a using or a constant, whose uses are no reads? */
bool kp_declares_name(const struct kp_unit *u, const struct kp_node *stmt);
bool kp_declares_names_only(const struct kp_unit *u, const struct kp_node *stmt);
/* needs.c: which statements of the slice go to kp_fetch and kp_store, what they share. */
bool kp_find_needs(struct kp_emitter *e);
bool kp_find_advance(struct kp_emitter *e);
/* alone.c: versions to measure by, with one half of the loop left out. */
enum kp_alone kp_alone_of(const struct kp_emitter *e);
void kp_keep_tiles(struct kp_emitter *e, enum kp_part_kind kind);
/* registers.c: names, types and indices of the staging registers; constant trips for their loops.
 */
bool kp_find_registers(struct kp_emitter *e);
void kp_declare_registers(struct kp_emitter *e, struct kp_str *out);
void kp_patch_counter(struct kp_emitter *e, struct kp_patches *p, const struct kp_node *loop);
const char *kp_fetch_text(struct kp_emitter *e, const struct kp_leaf *leaf);
/* The indentation of a #pragma: `indent`, or none where the file's own are at the margin. */
const char *kp_pragma_indent(const struct kp_emitter *e, const char *indent);
/* The line in front of the main loop when the plan unrolls it. */
void kp_unroll_main_loop(struct kp_emitter *e, struct kp_str *out, int level);
/* The counter of a copy loop's trips. */
const char *kp_counter_of(struct kp_emitter *e, const struct kp_copy_loop *cl);
/* What is read, without __ldg where nvcc would move it too far. */
const char *kp_read_text(struct kp_emitter *e, const struct kp_site *s);
/* fill.c: the COND or IF around a read of which a register takes either side; NULL: none. */
const struct kp_node *kp_filled(const struct kp_emitter *e, const struct kp_site *s);
/* The same when it is a value. */
const struct kp_node *kp_filled_value(const struct kp_emitter *e, const struct kp_site *s);
/* What the register stands for: that value, or the read alone. */
const struct kp_node *kp_staged_node(const struct kp_emitter *e, const struct kp_site *s);
/* How many of the site's conditions are around that value. */
size_t kp_open_conditions(const struct kp_emitter *e, const struct kp_site *s);
/* Is it an IF that kp_store does without? */
bool kp_is_filled_if(const struct kp_emitter *e, const struct kp_node *n);
/* The read of such an IF whose other side the assignment is. */
const struct kp_site *kp_site_filled_by(const struct kp_emitter *e, const struct kp_node *assign);
/* The other side of such an IF in kp_fetch, where the user's text has none. */
void kp_patch_missing_else(struct kp_emitter *e, struct kp_patches *p, const struct kp_node *n);
/* What kp_store has in the place of such an IF. */
void kp_patch_filled_if(struct kp_emitter *e, struct kp_patches *p, const struct kp_node *n);
/* cut.c: loops of which registers hold the first trips only. */
const struct kp_copy_loop *kp_copy_loop_of(const struct kp_emitter *e, const struct kp_node *n);
bool kp_is_around_register(const struct kp_emitter *e, const struct kp_node *loop);
/* Is the loop one of them? */
bool kp_is_cut_at(const struct kp_emitter *e, const struct kp_node *loop);
/* Is `n` in one, and in none that has another one in it? Only there the trips from
 * registers need less than the others. */
bool kp_is_in_cut(const struct kp_emitter *e, const struct kp_node *n);
bool kp_can_cut(struct kp_emitter *e);
/* Lines that clear the registers that such a loop may leave as they are. */
void kp_clear_registers(struct kp_emitter *e, struct kp_str *out);
/* kp_store's text of such a loop; `first` and `more` are what becomes of its body. */
void kp_patch_cut(struct kp_emitter *e, const struct kp_node *loop, struct kp_patches *first,
                  const struct kp_patches *more);
/* async.c: cp.async in the place of copies. */
bool kp_patch_async(struct kp_emitter *e, struct kp_patches *p);
bool kp_is_async_temp(const struct kp_emitter *e, const struct kp_node *var);
/* part.c: makes e->parts[kind]. */
/* Is an `if` with an else around the statement, without braces between? An `if` without an else, at
 * the end of the statement, would take that one. */
bool kp_may_take_else(const struct kp_node *n);
void kp_make_part(struct kp_emitter *e, enum kp_part_kind kind, const char *name);

/* ---- the text in the loop's place --------------------------------------------------------- */

void kp_line(struct kp_emitter *e, struct kp_str *out, int level, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
/* bind.c: which names a part binds; the lines that do it, at `level` steps of indentation. */
bool kp_binds_any(const struct kp_emitter *e, enum kp_part_kind kind);
void kp_bind(struct kp_emitter *e, struct kp_str *out, enum kp_part_kind kind);
void kp_bind_kept(struct kp_emitter *e, struct kp_str *out);
void kp_bind_behind(struct kp_emitter *e, struct kp_str *out, const char *stage);
const char *kp_stage_of(struct kp_emitter *e, const struct kp_bound *b, const char *stage);
/* versions.c: for a loop with tests, the flag that they will be in; NULL: it has none. */
const struct kp_version *kp_tested_version(struct kp_emitter *e);
void kp_declare_test(struct kp_emitter *e, struct kp_str *out);
/* `if (flag) { pipelined } else { the loop as the user wrote it }`. */
void kp_add_versions(struct kp_emitter *e, struct kp_str *out, const char *pipelined);
/* lambda.c */
void kp_lambda(struct kp_emitter *e, struct kp_str *out, enum kp_part_kind kind,
               const char *captures, const char *parameters, const char *body);
/* `T name`, a variable of the type of `s` or of a carried value that can be assigned to. */
const char *kp_declare(struct kp_unit *u, const struct kp_sym *s, const char *name);
const char *kp_declare_carry(struct kp_unit *u, const struct kp_carry *c, const char *name);
void kp_marker(struct kp_emitter *e, struct kp_str *out); /* marker.c */
/* plain.c: static_asserts about template arguments; does a rewritten loop need <type_traits> for
 * it? */
void kp_assert_plain(struct kp_emitter *e, struct kp_str *out);
bool kp_needs_traits(const struct kp_unit *u);
/* constants.c: a static_assert of the values that what is made of the loop rests on, for the place
 * in front of it; its lines but for the first begin with `indent`. NULL: there are none. */
const char *kp_asserted_constants(struct kp_unit *u, const struct kp_loop *l, const char *indent);
/* The same of conditions that were taken for given: an #error for each; NULL without any. */
const char *kp_asserted_builds(struct kp_unit *u, const struct kp_loop *l, const char *indent);
void kp_split(struct kp_emitter *e, struct kp_str *out); /* split.c */
void kp_ring(struct kp_emitter *e, struct kp_str *out);  /* ring.c */

/* ---- the unit ----------------------------------------------------------------------------- */

struct kp_homes {
    KP_VEC(struct kp_home *) list;
};

struct kp_emitters {
    KP_VEC(struct kp_emitter *) list;
    struct kp_map at; /* of kp_find_homes: their numbers + 1 by the loop's node */
};

/* home.c: finds homes for the tiles of all loops; refuses the loops that it cannot serve and
 * returns false when there was one (then the rest must be asked again). */
bool kp_find_homes(struct kp_unit *u, struct kp_emitters *all, struct kp_homes *homes);
void kp_name_homes(struct kp_unit *u, struct kp_emitters *all, struct kp_homes *homes);
void kp_edit_homes(struct kp_unit *u, struct kp_names *names, struct kp_homes *homes);
/* The name of the array of a tile's stages; those of the home's other declarators as text. */
const char *kp_kept_name(struct kp_unit *u, const struct kp_home *h, const struct kp_sym *tile);
const char *kp_declarators(struct kp_unit *u, const struct kp_home *h, bool tiles);
const char *kp_home_text(struct kp_unit *u, struct kp_home *h, const char *indent);
struct kp_home *kp_home_of(const struct kp_homes *homes, const struct kp_node *stmt);
/* Has the shared variable several stages, and so another name? */
bool kp_is_staged(const struct kp_emitter *e, const struct kp_sym *s);
/* dynamic.c */
void kp_edit_launches(struct kp_unit *u, struct kp_names *names, const struct kp_homes *homes,
                      const struct kp_home *h);

/* moved.c: the struct in front of a clone, which says how its dynamic shared memory is laid out. */
bool kp_can_move(struct kp_emitter *e, const struct kp_homes *homes);
bool kp_is_first_moved(const struct kp_homes *homes, const struct kp_home *h);
void kp_edit_moved(struct kp_unit *u, const struct kp_homes *homes, const struct kp_home *first);
const char *kp_moved_text(struct kp_unit *u, const struct kp_home *h, const char *indent);
/* `sizeof(ns::kp_pipelined::kp_gemm_shared<64>)`, for a launch of `gemm<64>` in `ns::`. */
const char *kp_moved_size(struct kp_unit *u, const struct kp_home *h, const char *outer,
                          const char *callee);

/* guard.c: `constexpr int kp_stages = 2 * (sizeof(..) + ..) <= .. ? 2 : 1;` and whether it can be
 * written, else the loop is refused. */
bool kp_is_first_home(const struct kp_homes *homes, const struct kp_home *h);
bool kp_can_guard(struct kp_emitter *e, const struct kp_homes *homes);
/* Do declarations in the loop's body say the same in front of it? Else the loop is refused. */
bool kp_can_hoist(struct kp_emitter *e);
const char *kp_guard_text(struct kp_unit *u, const struct kp_homes *homes,
                          const struct kp_home *first);

void kp_edit(struct kp_unit *u, uint32_t begin, uint32_t end, const char *text); /* edits.c */
void kp_sort_edits(struct kp_unit *u);
void kp_apply_edits(struct kp_unit *u);
void kp_edit_includes(struct kp_unit *u, bool async); /* includes.c */

/* bounds.c: the blocks per SM that the plan asks for, into the kernel's __launch_bounds__; what
 * cannot be asked for goes from the plan. */
void kp_edit_bounds(struct kp_unit *u, struct kp_loop *l);

/* check.c: is the output what the roles of the statements say? *why says what is wrong. */
bool kp_check_emit(struct kp_unit *u, const char **why);

#endif
