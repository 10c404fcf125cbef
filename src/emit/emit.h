/* Emission: from a planned loop to text. A `struct kp_emitter` holds one loop: first the parts of
 * its body (the text of each lambda), then the driver around them. Shared by the files of this
 * folder. */
#ifndef KP_EMIT_EMIT_H
#define KP_EMIT_EMIT_H

#include "emit/text.h"
#include "model/loops.h"
#include "model/names.h"
#include "kp.h"

enum { KP_LINE_LENGTH = 100 }; /* columns after which emitted calls are broken into lines */

/* ---- nodes and symbols (walk.c) ---------------------------------------------------------- */

struct kp_syms {
    KP_VEC(const struct kp_sym *) list;
    struct kp_map known; /* the symbols of a list that is not short; used by kp_add_sym() */
};

struct kp_node_set {
    KP_VEC(const struct kp_node *) list;
    struct kp_map known; /* the nodes of the list; used by kp_add_node() */
};

bool kp_has_sym(const struct kp_syms *s, const struct kp_sym *sym);
void kp_add_sym(struct kp_unit *u, struct kp_syms *s, const struct kp_sym *sym);
bool kp_has_node(const struct kp_node_set *s, const struct kp_node *n);
void kp_add_node(struct kp_unit *u, struct kp_node_set *s, const struct kp_node *n);

/* The local variables that evaluating a node reads and writes, by names or pointers. */
struct kp_touch {
    struct kp_syms reads, writes;
    bool stores_elsewhere; /* it may store to other memory than these and named shared arrays */
};

/* True if `sym` is named below n in text that a macro makes. */
bool kp_names_in_macro(const struct kp_node *n, const struct kp_sym *sym);

/* ---- declarations (declare.c) ------------------------------------------------------------ */

struct kp_declarator {
    const struct kp_node *var;
    struct kp_span span; /* `*name[8] = init`, without the comma */
    struct kp_span name;
};

/* The parts of a declaration `specifiers declarator, declarator;`. */
struct kp_declaration {
    struct kp_span specifiers, whole; /* whole: with its semicolon */
    KP_VEC(struct kp_declarator) list;
};

/* False when the text does not have the parts that the tree has (macros). */
bool kp_cut_declaration(struct kp_unit *u, const struct kp_node *decl_stmt,
                        struct kp_declaration *out);
/* What stands behind the name: `[BM][BK]`. */
struct kp_span kp_behind_name(const struct kp_declarator *d);
/* The specifiers without __shared__, static and extern. */
const char *kp_bare_specifiers(struct kp_unit *u, const struct kp_declaration *d, bool keep_align);
bool kp_has_align(struct kp_unit *u, const struct kp_declaration *d);

/* ---- storages: the storage of tiles (storage.c, dynamic.c) --------------------------------------
 */

/* A storage: a declaration of shared memory whose tiles get more than one stage. */
struct kp_tile_storage {
    const struct kp_node *stmt; /* DECL_STMT */
    const struct kp_sym *function;
    const struct kp_loop *hoisted_by; /* the loop whose body has the declaration; NULL: none */
    struct kp_declaration text;
    struct kp_syms tiles; /* its variables that are staged */
    /* extern __shared__: the declaration stays, every launch requests more bytes */
    bool is_dynamic;
    bool moves;           /* static, but its stages become dynamic shared memory (moved.c) */
    bool as_struct;       /* the stages are padded structs instead of elements of an array */
    struct kp_syms early; /* tiles whose name denotes stage 0 from the declaration on */
    struct kp_syms used;  /* those of them that are used otherwise than in sizeof */
    int stages;
    /* dynamic: distance from one stage to the next; 0: all bytes that the launch requests */
    int64_t stage_bytes;
    const struct kp_loop *dead_behind; /* .. whose stages take what the launch requests, too */
    const char *count;                 /* the number of stages as C++ text */
    const char *object;                /* the struct's variable */
    bool guarded;                      /* `count` is a constant that guard.c declares */
    const char
        *guard; /* the declaration of that constant, if this is the function's first storage */
    /* moves: names of the dynamic array and of the struct that it holds */
    const char *memory, *layout;
};

/* A name that is bound to another stage in each iteration: a tile or a pointer into one. */
struct kp_bound {
    const struct kp_sym *sym;
    const struct kp_tile_storage *storage;
    bool is_alias, is_integer;
    const char *kept; /* the object that holds all stages, or the pointer's value before the loop */
    const char *stride; /* static tiles: bytes between two stages, as an expression */
};

/* ---- one loop ---------------------------------------------------------------------------- */

enum kp_part_kind {
    KP_PART_LOAD,    /* the load slice, when all its copies are asynchronous */
    KP_PART_FETCH,   /* loads to registers, and asynchronous copies */
    KP_PART_STORE,   /* registers to tiles */
    KP_PART_COMPUTE, /* the rest */
    KP_PART_RING,    /* the rest, and the state that the ring's loop needs */
    /* compute alone: the updates of the loop's state in kp_load, without its copies */
    KP_PART_ADVANCE,
    KP_PART_COUNT
};

enum kp_leaf_state { KP_LEAF_DROP, KP_LEAF_SITES, KP_LEAF_KEEP };

/* A statement of the load slice that holds no other statement. */
struct kp_leaf {
    const struct kp_node *node;
    struct kp_touch touch;
    enum kp_leaf_state fetch, store, advance;
    /* for kp_store's iterations that are not in registers, which load again */
    enum kp_leaf_state more;
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
    const char *name;        /* "kp_load" */
    const char *text;        /* the user's lines with their indentation; NULL when not made */
    struct kp_node_set kept; /* the nodes that it is made of */
};

struct kp_header {
    const char *init, *condition, *step; /* NULL when absent */
    const char *comment;                 /* after the body's opening brace */
    const struct kp_node *declared;      /* the DECL_STMT of the init */
    struct kp_span init_span;            /* the text before the first semicolon */
};

struct kp_emitter {
    struct kp_unit *u;
    struct kp_loop *l;
    const struct kp_node *body;
    struct kp_names *names;
    const char *nl, *indent, *unit; /* line end, the loop's indentation, one level of it */
    struct kp_header header;

    bool any_async, any_regs, any_single, any_staged;
    const char *count; /* number of stages as written: "2", "kp_stages" */
    KP_VEC(struct kp_leaf) leaves;
    struct kp_map leaf_at; /* leaf -> index + 1 */
    struct kp_syms fetch_needs, store_needs, more_needs, advance_needs;
    KP_VEC(struct kp_reg) regs;
    /* state that kp_fetch has already updated when kp_store needs its old value */
    struct kp_syms snapshot;
    struct kp_syms set_in_store;  /* likewise, but kp_store gives its own one a value first */
    struct kp_syms cursor;        /* ring: variables of which the load cursor has its own copies */
    struct kp_node_set ring_kept; /* slice statements that the ring's own loop needs, too */
    struct kp_part parts[KP_PART_COUNT];
    KP_VEC(struct kp_bound) bound;
    const char *stage, *next;    /* names of the stage variables */
    const char *stride;          /* .. and of the bytes from one stage to the next */
    bool stage_outlives;         /* names are bound after the loop, too */
    struct kp_syms bound_behind; /* .. these names */
    bool opens_block; /* these bindings and the rest of the loop's block go into a new block */
};

/* Adds the effects of `n`, without those of the subtrees in `cut` (may be NULL). */
void kp_touch_of(const struct kp_emitter *e, const struct kp_node *n, const struct kp_node_set *cut,
                 struct kp_touch *out);
/* Refuses the loop, which stays as it is. Always returns false. */
bool kp_cannot(struct kp_emitter *e, enum kp_code code, const struct kp_node *at, const char *name);
/* True if the variable is declared outside of the loop's body, and so outlives an iteration. */
bool kp_is_outer(const struct kp_emitter *e, const struct kp_sym *s);
/* The address of an lvalue, or the argument of __ldg, as text for an argument of a copy, with the
 * patches (NULL: none) applied. `&*p` is written as p, pointer casts are omitted. */
const char *kp_address_of(struct kp_unit *u, const struct kp_node *lvalue,
                          const struct kp_patches *patches);
bool kp_is_async(const struct kp_tile *t);
bool kp_is_hoisted(const struct kp_loop *l, const struct kp_node *n);
/* True if a jump may pass over declarations at the place of n. */
bool kp_may_jump_past(const struct kp_emitter *e, const struct kp_node *n);
/* True if the emitted text must be a block: the loop is an unbraced body, a jump could pass over
 * the emitted declarations, or these reuse the user's names. */
bool kp_needs_braces(const struct kp_emitter *e);

/* ---- the parts of the body ---------------------------------------------------------------- */

/* kp_read_header(), the kp_find_.. that return a bool, and kp_can_peel() have refused the loop when
 * they return false. */

/* header.c: fills e->header from the text of the loop's header. */
bool kp_read_header(struct kp_emitter *e);
/* state.c: true if compute's copies can be taken. For a ring: fills e->cursor and e->ring_kept. */
bool kp_may_carry(struct kp_emitter *e);
bool kp_find_cursor(struct kp_emitter *e);
/* The initial value of a variable of the header, as an expression; NULL when it depends on the
 * declared type. */
const char *kp_initial_value(struct kp_emitter *e, const struct kp_node *v);
/* Adds the effects of the header's condition and step. */
void kp_header_touch(struct kp_emitter *e, struct kp_touch *t);
/* leaves.c: fills e->leaves, the statements of the load phase that are not split further. */
void kp_find_leaves(struct kp_emitter *e);
const struct kp_leaf *kp_leaf_of(const struct kp_emitter *e, const struct kp_node *n);
/* True for a condition or a loop, whose header goes wherever one of its statements goes. */
bool kp_has_statements(const struct kp_node *n);
void kp_touch_of_header(struct kp_emitter *e, const struct kp_node *n, struct kp_touch *t);
/* True for a static_assert, which goes into one part only. */
bool kp_is_assertion(const struct kp_unit *u, const struct kp_node *stmt);
/* True if the statement declares (only) typedefs, usings or constants, whose uses are not reads. */
bool kp_declares_name(const struct kp_unit *u, const struct kp_node *stmt);
bool kp_declares_names_only(const struct kp_unit *u, const struct kp_node *stmt);
/* needs.c: which statements of the slice go to kp_fetch and kp_store, and what both need. */
bool kp_find_needs(struct kp_emitter *e);
/* The same for kp_advance. */
bool kp_find_advance(struct kp_emitter *e);
/* ablation.c: versions for measurement, with one half of the loop left out. */
enum kp_ablation kp_ablation_of(const struct kp_emitter *e);
void kp_keep_tiles(struct kp_emitter *e, enum kp_part_kind kind);
/* registers.c: names, types and indices of the staging registers; their loops get constant trip
 * counts. */
bool kp_find_registers(struct kp_emitter *e);
void kp_declare_registers(struct kp_emitter *e, struct kp_str *out);
void kp_patch_counter(struct kp_emitter *e, struct kp_patches *p, const struct kp_node *loop);
const char *kp_fetch_text(struct kp_emitter *e, const struct kp_leaf *leaf);
/* What a statement sets, as it is written there. */
const char *kp_set_text(struct kp_unit *u, const struct kp_site *s);
/* The indentation of a #pragma: `indent`, or "" when the file's own are at the margin. */
const char *kp_pragma_indent(const struct kp_emitter *e, const char *indent);
/* Adds the #pragma before the main loop when the plan unrolls it. */
void kp_unroll_main_loop(struct kp_emitter *e, struct kp_str *out, int level);
/* The expression that counts a copy loop's iterations. */
const char *kp_counter_of(struct kp_emitter *e, const struct kp_copy_loop *cl);
/* What stands in front of the loop's own counter that the function declares in the text, and the
 * loop in the tree: from here on it is the loop's own in both. By decltype() the function's
 * variable is still used. "": the text declares it there. */
const char *kp_own_counter(const struct kp_emitter *e, const struct kp_copy_loop *cl);
/* The text of a site's read, without __ldg when nvcc would move that too far. */
const char *kp_read_text(struct kp_emitter *e, const struct kp_site *s);
/* fill.c: the COND or IF around a read whose register takes the value of either branch; NULL: none.
 */
const struct kp_node *kp_filled(const struct kp_emitter *e, const struct kp_site *s);
/* The same if it is a COND; else NULL. */
const struct kp_node *kp_filled_value(const struct kp_emitter *e, const struct kp_site *s);
/* The expression that the register replaces: that COND, or the read alone. */
const struct kp_node *kp_staged_node(const struct kp_emitter *e, const struct kp_site *s);
/* The number of the site's conditions that are around that expression. */
size_t kp_open_conditions(const struct kp_emitter *e, const struct kp_site *s);
/* True for an IF around such a read, which kp_store omits. */
bool kp_is_filled_if(const struct kp_emitter *e, const struct kp_node *n);
/* The read in such an IF whose other branch is the assignment; NULL: none. */
const struct kp_site *kp_site_filled_by(const struct kp_emitter *e, const struct kp_node *assign);
/* Adds the other branch to such an IF in kp_fetch when the user's text has none. */
void kp_patch_missing_else(struct kp_emitter *e, struct kp_patches *p, const struct kp_node *n);
/* Replaces such an IF in kp_store. */
void kp_patch_filled_if(struct kp_emitter *e, struct kp_patches *p, const struct kp_node *n);
/* peel.c: copy loops that are peeled: registers hold the loads of the first iterations only. */
bool kp_is_around_register(const struct kp_emitter *e, const struct kp_node *loop);
/* True if the loop is peeled. */
bool kp_is_peeled_at(const struct kp_emitter *e, const struct kp_node *loop);
/* True if `n` is in a peeled loop that contains no other one. Only there do the iterations from
 * registers need less than the others. */
bool kp_is_in_peeled(const struct kp_emitter *e, const struct kp_node *n);
bool kp_can_peel(struct kp_emitter *e);
/* Adds lines that clear registers which a peeled loop may leave unset. */
void kp_clear_registers(struct kp_emitter *e, struct kp_str *out);
/* Patches kp_store's text of a peeled loop; `first` and `more` are the patches of its body for the
 * iterations from registers and for the others. */
void kp_patch_peeled(struct kp_emitter *e, const struct kp_node *loop, struct kp_patches *first,
                     const struct kp_patches *more);
/* async.c: replaces copies by cp.async. */
void kp_patch_async(struct kp_emitter *e, struct kp_patches *p);
bool kp_is_async_temp(const struct kp_emitter *e, const struct kp_node *var);
/* True if an `if` with an else contains the statement without braces between them. An `if` without
 * an else at the end of the statement's new text would take that else. */
bool kp_may_take_else(const struct kp_node *n);
/* part.c: makes e->parts[kind]. */
void kp_make_part(struct kp_emitter *e, enum kp_part_kind kind, const char *name);

/* ---- the text in the loop's place --------------------------------------------------------- */

/* The barrier of all threads that share the loop's tiles. */
static inline const char *kp_barrier_of(const struct kp_loop *l)
{
    return l->by_warps ? "__syncwarp();" : "__syncthreads();";
}

void kp_line(struct kp_emitter *e, struct kp_str *out, int level, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
/* bind.c: true if a part binds names to stages. */
bool kp_binds_any(const struct kp_emitter *e, enum kp_part_kind kind);
/* The lines that bind them, one step further in than the loop. */
void kp_bind(struct kp_emitter *e, struct kp_str *out, enum kp_part_kind kind);
/* The lines in front of the lambdas that keep what the names are there. */
void kp_bind_kept(struct kp_emitter *e, struct kp_str *out);
/* The lines behind the loop that bind names to `stage`, that of the last iteration. */
void kp_bind_behind(struct kp_emitter *e, struct kp_str *out, const char *stage);
/* The declaration that binds one name to `stage`, which is C++ text. */
const char *kp_stage_of(struct kp_emitter *e, const struct kp_bound *b, const char *stage);
/* versions.c: the loop as the user wrote it, without the declarations of its tiles in its body:
 * what stands in front of it declares them. */
const char *kp_own_text(struct kp_unit *u, const struct kp_loop *l);
/* The version with the flag for a loop with tests, which is false where that of `wide` is; without
 * tests `wide`, the version of its wide copies or NULL. */
const struct kp_version *kp_tested_version(struct kp_emitter *e, const struct kp_version *wide);
void kp_declare_test(struct kp_emitter *e, struct kp_str *out);
/* `if (flag) { pipelined } else { the loop as the user wrote it }`. */
void kp_add_versions(struct kp_emitter *e, struct kp_str *out, const char *pipelined);
/* lambda.c: the lambda of a part, with the lines that bind its names in front of `body`. */
void kp_lambda(struct kp_emitter *e, struct kp_str *out, enum kp_part_kind kind,
               const char *captures, const char *parameters, const char *body);
/* `T name`: declares an assignable variable of the type of `s` or of a carried value. */
const char *kp_declare(struct kp_unit *u, const struct kp_sym *s, const char *name);
const char *kp_declare_carry(struct kp_unit *u, const struct kp_carry *c, const char *name);
void kp_marker(struct kp_emitter *e, struct kp_str *out); /* marker.c */
/* What the compiler says of an instance for which the output was not made. */
extern const char kp_made_for_others[];
/* plain.c: static_asserts about template arguments; true if a rewritten loop needs <type_traits>
 * for them. */
void kp_assert_plain(struct kp_emitter *e, struct kp_str *out);
bool kp_needs_traits(const struct kp_unit *u);
/* constants.c: a static_assert, for the place before the loop, of the constants on which the
 * rewrite rests. Lines after the first begin with `indent`. NULL: there are none. */
const char *kp_asserted_constants(struct kp_unit *u, const struct kp_loop *l, const char *indent);
/* The same for #if conditions that were assumed: an #error for each; NULL: there are none. */
const char *kp_asserted_builds(struct kp_unit *u, const struct kp_loop *l, const char *indent);
/* .. for the place in front of all that the source includes (model/unread.h). */
const char *kp_asserted_on_top(struct kp_unit *u);
void kp_split(struct kp_emitter *e, struct kp_str *out); /* split.c */
void kp_ring(struct kp_emitter *e, struct kp_str *out);  /* ring.c */

/* ---- the unit ----------------------------------------------------------------------------- */

struct kp_storages {
    KP_VEC(struct kp_tile_storage *) list;
};

struct kp_emitters {
    KP_VEC(struct kp_emitter *) list;
    struct kp_map at; /* by the loop's node: index + 1 in the list; used by kp_find_storages() */
};

/* storage.c: finds storages for the tiles of all loops. Refuses loops whose tiles cannot get stages
 * and then returns false; it must then be called again for the remaining loops. */
bool kp_find_storages(struct kp_unit *u, struct kp_emitters *all, struct kp_storages *storages);
void kp_name_storages(struct kp_unit *u, struct kp_emitters *all, struct kp_storages *storages);
void kp_edit_storages(struct kp_unit *u, struct kp_names *names, struct kp_storages *storages);
/* The name of the array of a tile's stages. */
const char *kp_kept_name(struct kp_unit *u, const struct kp_tile_storage *h,
                         const struct kp_sym *tile);
/* The text of the storage's declarators that are tiles, or of the others. */
const char *kp_declarators(struct kp_unit *u, const struct kp_tile_storage *h, bool tiles);
const char *kp_storage_text(struct kp_unit *u, struct kp_tile_storage *h, const char *indent);
struct kp_tile_storage *kp_storage_of(const struct kp_storages *storages,
                                      const struct kp_node *stmt);
/* True if the shared variable has several stages, and so another name. */
bool kp_is_staged(const struct kp_emitter *e, const struct kp_sym *s);
/* dynamic.c */
void kp_edit_launches(struct kp_unit *u, struct kp_names *names, const struct kp_storages *storages,
                      const struct kp_tile_storage *h);

/* moved.c: the struct before a clone that gives the layout of its dynamic shared memory. */
bool kp_can_move(struct kp_emitter *e, const struct kp_storages *storages);
bool kp_is_first_moved(const struct kp_storages *storages, const struct kp_tile_storage *h);
void kp_edit_moved(struct kp_unit *u, const struct kp_storages *storages,
                   const struct kp_tile_storage *first);
const char *kp_moved_text(struct kp_unit *u, const struct kp_tile_storage *h, const char *indent);
/* `sizeof(ns::kp_pipelined::kp_gemm_shared<64>)`, for a launch of `gemm<64>` in `ns::`. */
const char *kp_moved_size(struct kp_unit *u, const struct kp_tile_storage *h, const char *outer,
                          const char *callee);

/* guard.c: `constexpr int kp_stages = 2 * (sizeof(..) + ..) <= .. ? 2 : 1;`. kp_can_guard() is
 * false, and the loop refused, when this cannot be written. */
bool kp_is_first_storage(const struct kp_storages *storages, const struct kp_tile_storage *h);
bool kp_can_guard(struct kp_emitter *e, const struct kp_storages *storages);
/* True if the shared declarations in the loop's body mean the same before the loop; else the loop
 * is refused. */
bool kp_can_hoist(struct kp_emitter *e);
const char *kp_guard_text(struct kp_unit *u, const struct kp_storages *storages,
                          const struct kp_tile_storage *first);

void kp_edit(struct kp_unit *u, uint32_t begin, uint32_t end, const char *text); /* edits.c */
void kp_sort_edits(struct kp_unit *u);
void kp_apply_edits(struct kp_unit *u);
void kp_edit_includes(struct kp_unit *u, bool async); /* includes.c */

/* bounds.c: writes the plan's blocks per SM into the kernel's __launch_bounds__; removes them from
 * the plan when that is impossible. */
void kp_edit_bounds(struct kp_unit *u, struct kp_loop *l);

/* check.c: true if the edits do not overlap and leave directives alone, and the output's brackets
 * match. Else *why is what is wrong. */
bool kp_check_emit(struct kp_unit *u, const char **why);

#endif
