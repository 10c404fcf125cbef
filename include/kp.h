/* The vocabulary of kpipe: the structs that flow through the passes, in the order in which they
 * are filled. One `struct kp_unit` is one input file on its way
 *
 *     source -> parse -> model -> legal -> plan -> emit -> write
 *
 * Every pass fills its own section of the unit and reads only earlier ones. All memory belongs to
 * the unit's arena. Offsets are bytes into the file as it is on disk (a BOM counts), spans are
 * half open. Sizes are bytes unless a name says otherwise; -1 means "not known". */
#ifndef KP_H
#define KP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/arena.h"
#include "util/map.h"
#include "util/str.h"
#include "util/vec.h"

#define KP_VERSION "0.1.0"

/* ---- source ------------------------------------------------------------------------------ */

struct kp_span {
    uint32_t begin, end;
};

bool kp_spans_overlap(struct kp_span a, struct kp_span b);

/* From a line on, lines of a text are those of another file. */
struct kp_user_lines {
    uint32_t first; /* of the text, from 1 */
    const char *path;
    uint32_t line; /* .. that it is there */
};

/* A file of the parse. File 0 of a unit is the input, the only one that is edited. */
struct kp_file {
    const char *path; /* as the user wrote it */
    const char *text; /* NUL-terminated copy; NULL for headers, whose text is not kept */
    uint32_t size;
    uint32_t *line_start; /* offset of each line's first byte */
    uint32_t n_lines;
    uint32_t *hash_lines; /* those, from 0, whose first byte that is no blank is a # */
    uint32_t n_hash_lines;
    uint32_t bom;                      /* bytes of a UTF-8 byte order mark, 0 or 3 */
    bool crlf;                         /* most lines end in \r\n */
    bool is_hip;                       /* it includes AMD's HIP: CUDA's language without cp.async */
    const struct kp_user_lines *users; /* of which files it was put together, in order; or NULL */
    size_t n_users;
};

/* ---- parse: our own tree ------------------------------------------------------------------ */

enum kp_type_kind {
#define KP_TYPE(name) KP_TYPE_##name,
#include "kp_type.def"
};

/* Canonical unless it says so. Dependent sizes are -1; a dependent array's dimensions are as
 * expressions under the variable's node. */
struct kp_type {
    enum kp_type_kind kind;
    const char *spelling;       /* as written, typedefs kept (kp_said_type: is it known there?) */
    const char *canonical;      /* without typedefs, every name in full */
    const struct kp_sym *named; /* what the spelling names: a typedef, record, enum; or NULL */
    const struct kp_type *elem; /* pointee, referenced, array element */
    int64_t count;              /* array elements, -1 unknown or dependent */
    int64_t size, align;
    bool is_const, is_volatile, is_restrict, is_unsigned;
    bool is_dependent;
    int builtin; /* numbers: libclang's kind, another one for long than for long long */
    /* records: assignment copies the bits, a variable without a value needs no code, one that ends
     * runs a destructor that is user-defined */
    bool copies_bits, starts_unset, ends_in_code;
    const struct kp_sym *decl; /* record, enum or template type parameter behind it */
};

enum kp_sym_kind {
    KP_SYM_VAR,
    KP_SYM_PARAM,
    KP_SYM_FIELD,
    KP_SYM_FUNCTION, /* methods, operators and function templates too */
    KP_SYM_RECORD,   /* class, struct, union, class template */
    KP_SYM_TYPE,     /* typedef, enum, template type parameter */
    KP_SYM_TVALUE,   /* non-type template parameter */
    KP_SYM_ENUMERATOR,
    KP_SYM_OTHER
};

/* Where an object lives. */
enum kp_space {
    KP_SPACE_LOCAL,    /* automatic variable, register */
    KP_SPACE_SHARED,   /* __shared__ */
    KP_SPACE_GLOBAL,   /* __device__ variable, or memory that a kernel's pointer points to */
    KP_SPACE_CONSTANT, /* __constant__, __grid_constant__ */
    KP_SPACE_HOST,     /* namespace-scope variable of the host */
    KP_SPACE_UNKNOWN
};

struct kp_node;

struct kp_sym {
    enum kp_sym_kind kind;
    const char *name;            /* "" when unnamed */
    const char *qualified;       /* with its namespaces and classes, "wmma::mma_sync" style */
    const struct kp_type *type;  /* of a function: its result type */
    struct kp_node *decl;        /* VAR, PARAM, FUNCTION, ... node; NULL for the prelude's */
    const struct kp_sym *parent; /* function of a local, record of a member; else NULL */
    enum kp_space space;         /* variables */
    uint32_t id;                 /* dense, for tables by symbol */
    uint32_t n_dims;             /* variables: array dimensions written in the declarator */
    bool is_extern, is_static, is_constexpr;
    bool is_kernel, is_device, is_host; /* functions: __global__, __device__, __host__ */
    bool is_template;                   /* function template, or member of a class template */
    bool is_internal;                   /* internal linkage: static or in an unnamed namespace */
    bool in_linkage_block;              /* functions: in `extern "C"`, with or without a brace */
    uint32_t n_aligned;                 /* variables: attributes that align it */
    int64_t alignment;                  /* .. and what they and its type ask for, -1 unknown */
    bool is_lambda;                     /* a variable that holds a closure */
    bool from_prelude;                  /* declared by the embedded CUDA prelude: rules know it */
    const struct kp_sym *whole;         /* a part of a shared buffer (model/parts.h): the buffer */
    bool is_own;                        /* functions: declared by the program itself */
    bool is_method, is_const_method;
    bool is_inner;     /* types, enumerators: private, protected, or of a function's body */
    bool is_bit_field; /* members: it has no address */
    bool is_of_union;  /* members: others are in the same bytes */
    int64_t offset;    /* members: bytes from the begin of their record (the one around an anonymous
                          one), -1 not known, dependent, or a bit-field */
    bool is_broken;    /* its declaration has a parse error: type and size are unreliable */
    bool has_value;    /* an enumerator's or constexpr / const integral variable's value */
    int64_t value;
    uint32_t launch_max;    /* __launch_bounds__ first argument, 0 when absent or not constant */
    const char *block_said; /* launch_max is an assumption of the user: "FILE:LINE"; else NULL */
    /* Of an instance's function, parameter, local, record or member: the one in the pattern's tree;
     * NULL: it has none but itself. */
    const struct kp_sym *pattern;
};

enum kp_kind {
#define KP_NODE(name) KP_##name,
#include "kp_node.def"
};

enum kp_op {
#define KP_OPERATOR(name, text) KP_OP_##name,
#include "kp_op.def"
};

/* Statements, declarations and expressions. Parentheses and implicit conversions are dropped (a
 * node's span is without its parentheses; emission wraps what it moves). Children per kind are
 * in kp_node.def; a child that may be absent is a KP_NONE node, so positions are fixed. */
struct kp_node {
    enum kp_kind kind;
    enum kp_op op;
    uint16_t file;   /* index into unit->files */
    bool from_macro; /* some of its text is in a macro's body: span is the invocation */
    bool is_constexpr_if;
    bool has_init;       /* VAR: the last child is the initialiser */
    bool is_dependent;   /* expression of dependent type or value */
    bool has_value;      /* integral constant expression */
    bool is_arrow;       /* MEMBER: by -> */
    bool may_give_place; /* LAMBDA: what it returns may be a reference */
    bool asm_volatile;   /* ASM: its template is `name` */
    bool asm_memory;     /* ASM: "memory" is clobbered */
    uint8_t asm_outputs; /* ASM: the first so many children are outputs */
    bool by_reference;   /* LAMBDA: it captures by reference alone, or nothing */
    uint32_t asm_inout;  /* ASM: bit i: output i is "+", read as well */
    int64_t value;
    struct kp_span span;
    const struct kp_sym *sym;   /* REF, MEMBER, CALL (callee), VAR, PARAM, FUNCTION, RECORD */
    const char *name;           /* spelled name where sym may be NULL: dependent calls, members */
    const char *instance;       /* REF, MEMBER: which of the instances sym is for; or NULL */
    const struct kp_type *type; /* expressions and variables; CAST: the type cast to */
    /* Of a node in an instance's tree: the one that the same text made in the pattern's tree; NULL
     * where there is none, or where one text made several nodes (a pack). */
    const struct kp_node *pattern;
    struct kp_node *parent, *next, *first, *last;
    uint32_t n_children;
    uint64_t kinds; /* of it and all below it, a bit for each; 0: not known. See kp_may_hold() */
};

/* False: no node of that kind is in the tree. */
static inline bool kp_may_hold(const struct kp_node *n, enum kp_kind kind)
{
    return !n->kinds || n->kinds >> kind & 1;
}

/* False: no variable in the tree is an array or an object of a class. */
enum { KP_KIND_OBJECT = 63 };
static inline bool kp_may_hold_objects(const struct kp_node *n)
{
    return !n->kinds || n->kinds >> KP_KIND_OBJECT & 1;
}

struct kp_node *kp_child(const struct kp_node *n, unsigned i); /* NULL when out of range */
#define kp_each_child(c, n) for (struct kp_node *c = (n)->first; c; c = c->next)
/* Is `inner` `outer` or a descendant of it? */
bool kp_is_inside(const struct kp_node *inner, const struct kp_node *outer);
/* The definition of the function that the node is in, which may be the node; NULL outside. */
const struct kp_node *kp_function_around(const struct kp_node *n);
const char *kp_kind_name(enum kp_kind k);
const char *kp_op_text(enum kp_op op);

/* A visible launch or explicit instantiation of a kernel. */
struct kp_tvalue {
    const struct kp_sym *param; /* TVALUE or TYPE */
    bool known;
    int64_t value;              /* TVALUE */
    const struct kp_type *type; /* TYPE */
};

struct kp_launch {
    const struct kp_sym *kernel;
    struct kp_node *node;                /* the call; NULL for an explicit instantiation */
    struct kp_node *grid, *block, *smem; /* arguments, NULL when absent */
    KP_VEC(struct kp_tvalue) tvalues;    /* one per template parameter that is a value/type */
    bool is_instantiation;               /* `template __global__ void k<...>(...)` */
};

/* A function as the compiler resolved it: an instance of a template or a member of a class
 * template's instance, or a plain function whose own tree names patterns or leaves out default
 * arguments, or that calls such a one. `function` is a tree of its own, not under the root: what
 * `if constexpr` discards is NONE, parameters of the template are literals, packs are expanded, and
 * so are default arguments. No type is dependent; what has no exact form is UNKNOWN. Its symbols
 * (and types, and these types' records) are its own, linked to the pattern's; a CALL names
 * the callee's own symbol, whose `decl` is its tree. Places are those of the pattern. */
struct kp_instance {
    const struct kp_sym *pattern; /* the template's symbol, or the plain function's */
    struct kp_node *function;
    /* Of the classes around it first; not known of a pack, and of a method that is a template. */
    KP_VEC(struct kp_tvalue) args;
};

struct kp_parse_error {
    uint32_t file, offset;
    bool fatal; /* else a warning */
    const char *text;
};

/* A header that was not found, where it is asked for first. */
struct kp_missing {
    const char *name; /* as the directive has it: "sub/tile.h" */
    const char *path; /* of the file that asks */
    uint32_t line, column;
};

/* Text that the preprocessor switched off, in file 0. */
struct kp_skipped {
    struct kp_span span;
};

/* A place in a function where the tree does not say all that the text says: an error was reported
 * there, text between two statements belongs to no node (recovery drops statements silently), or a
 * construct, there or in what the function calls, is not one that the tree represents exactly. */
enum kp_hole_kind { KP_HOLE_ERROR, KP_HOLE_UNSEEN, KP_HOLE_UNKNOWN };

/* An #include of a file of the program, and what it found. */
struct kp_inclusion {
    uint16_t file;
    struct kp_span span;
    const char *found; /* real */
};

struct kp_hole {
    const struct kp_sym *function;
    uint16_t file;
    uint32_t offset;
    enum kp_hole_kind kind;
    const char *text; /* the error's message, the text without a node, or what is not known */
};

/* A template type parameter on which the judgement of a function rests: its operators and
 * constructions are the built-in ones, or those of the types that are named. */
struct kp_plain {
    const struct kp_sym *function, *param;
    KP_VEC(const char *) types; /* besides arithmetic types */
    bool only_these;            /* .. and without them */
};

enum { KP_MOST_INSTANCES = 1000, KP_MOST_INSTANCE_NODES = 500000 };

struct kp_parse {
    struct kp_node *root; /* TRANSLATION_UNIT: functions, records, variables of interest */
    KP_VEC(struct kp_file) files;
    KP_VEC(const struct kp_sym *) syms; /* by id */
    uint32_t *named, *next_named;       /* of syms: kp_each_named's, private to front/tree.c */
    size_t n_named;
    /* Each kernel and device function that is visible as an instance, and what these call, up to
     * KP_MOST_INSTANCES and KP_MOST_INSTANCE_NODES; a function beyond has no tree, and
     * has_more_instances is set. */
    KP_VEC(struct kp_instance) instances;
    bool has_more_instances;
    KP_VEC(const struct kp_sym *) instance_syms; /* theirs; ids go on behind those of syms */
    KP_VEC(struct kp_launch) launches;
    KP_VEC(struct kp_launch) templates; /* the kernels among them: parameters without arguments */
    KP_VEC(struct kp_parse_error) errors;
    KP_VEC(struct kp_missing) missing;
    KP_VEC(struct kp_inclusion) inclusions;
    const char *not_from; /* why options->from does not say what file 0 means; NULL: it does */
    KP_VEC(const char *) reads; /* names of the files that were included, by any of the parses */
    KP_VEC(struct kp_skipped) skipped;
    KP_VEC(struct kp_hole) holes;
    KP_VEC(struct kp_plain) plain;
    KP_VEC(const char *) macros; /* names of the program's, those of the command line included */
    const char *command_line;    /* its macros, as the lines of a file that defines them */
    bool is_old;                 /* its -std has fewer lambdas than C++14 */
    KP_VEC(struct kp_span) macro_uses; /* in file 0, by their beginnings, outer ones first */
    KP_VEC(const char *) outer_types;  /* names of the program's types outside of functions */
    KP_VEC(uint32_t) line_uses; /* where in file 0 __LINE__ is expanded, outermost macros' places */
    struct kp_texts of_caller;  /* names of headers' that take the place of who names them */
    struct kp_texts of_counter; /* macros of system headers' with __COUNTER__ in them */
    struct kp_texts of_lambda;  /* .. with what means another thing inside of a lambda */
    KP_VEC(const char *) guessed; /* undeclared ALL_CAPS names that got a stand-in value */
};

/* ---- legal ------------------------------------------------------------------------------- */

enum kp_code {
    KP_CODE_NONE,
#define KP_DIAG(id, name, ...) KP_CODE_##id,
#include "kp_diag.def"
    KP_CODE_COUNT
};

enum kp_severity { KP_NOTE, KP_REMARK, KP_WARNING, KP_ERROR };

struct kp_place {
    uint16_t file;
    struct kp_span span;
    const char *text; /* what is here: "the store here", NULL for the main place */
};

/* Why a loop is not pipelined (or a finding about it): data, not an error path. */
struct kp_refusal {
    enum kp_code code;
    const char *reason;             /* one line, the row's text with its operands filled in */
    const char *hint;               /* what would help here; NULL: the row's hint */
    KP_VEC(struct kp_place) places; /* first = where it is reported */
};

/* ---- plan -------------------------------------------------------------------------------- */

#include "kp_plan.h"

enum kp_outcome { KP_UNCHANGED, KP_REWRITTEN, KP_SINGLE, KP_REFUSED };

/* ---- model ------------------------------------------------------------------------------- */

#include "kp_model.h"

/* ---- emit -------------------------------------------------------------------------------- */

/* Replace a span of the input by text. Edits never overlap; insertions have begin == end and are
 * applied in order of `seq` when they share an offset. */
struct kp_edit {
    struct kp_span span;
    const char *text;
    uint32_t seq;
};

/* ---- the unit ---------------------------------------------------------------------------- */

/* Versions for measurements only: one half of a pipelined loop. */
enum kp_alone {
    KP_ALONE_NOT,
    KP_ALONE_COMPUTE, /* one tile is loaded, and computed on as often as there are tiles */
    KP_ALONE_LOAD     /* every tile is loaded, and nothing is computed */
};

struct kp_config;
struct kp_flag_lines;

/* A source that includes the file at hand, which is a header: types, macros, launches and template
 * instances are those that are visible from there. */
struct kp_includer {
    const char *path;
    const struct kp_flag_lines *flags; /* how it is compiled; NULL: unknown */
};

struct kp_includers {
    struct kp_includer *v;
    size_t n, cap;
    bool too_many; /* more sources than can be listed */
};

/* A file whose text is this one, whatever the disk has: one that an editor holds. */
struct kp_buffer {
    const char *path; /* real */
    const char *text;
    size_t size;
};

struct kp_buffers {
    struct kp_buffer *v;
    size_t n, cap;
};

struct kp_options {
    const char *arch;        /* "sm_86" */
    enum kp_variant variant; /* KP_VARIANT_AUTO unless forced */
    enum kp_shape shape;     /* KP_SHAPE_AUTO unless forced */
    int stages;              /* 0 = let the plan choose */
    int min_blocks;          /* per SM, for __launch_bounds__; 0 = as it is */
    struct kp_merge merge;   /* blocks of every kernel */
    bool merge_auto;         /* .. as many as a build finds best */
    enum kp_layout layout;   /* of shared arrays */
    int worth;               /* percent of predicted gain that counts; 0: any */
    bool doubtful;           /* also plans without a predicted gain: they are built and compared */
    bool unroll;             /* unroll main loops by their number of buffers */
    const struct kp_wish *wishes; /* NULL, or per loop in place of variant, shape, stages, width */
    size_t n_wishes;              /* .. loops beyond have none */
    const char *kernel;           /* only this kernel, NULL = all */
    uint32_t line;                /* only the loop at this line, 0 = all */
    bool assume_no_alias;
    bool no_runtime_checks;         /* nothing is tested in front of a loop but widths of copies */
    const char *no_alias_said;      /* the place in a project file; NULL: the option itself */
    enum kp_width width;            /* of copies */
    enum kp_alone alone;            /* the output is to be measured, not used */
    const struct kp_config *config; /* the project file; NULL: none */
    const char *rules_dir;          /* NULL = the built-in rules */
    const char *const *also; /* other GPUs that the plan has to fit, NULL-terminated; may be NULL */
    const struct kp_flag_lines
        *flags; /* how the file is compiled (front/command.h); NULL: unknown */
    const struct kp_includers *includers; /* of a header: the passes run for each; NULL: none */
    const char *leave;                    /* why all loops are refused; NULL: they are not */
    const struct kp_includer *from;       /* .. and this is the one; NULL: the file by itself */
    const struct kp_buffers *buffers;     /* of other files than the input; NULL: none */
};

/* A loop that is correct only if the flag, a variable in front of it, is true: emission adds the
 * user's own loop as the other branch. */
struct kp_version {
    const char *flag;
    bool is_declared; /* by emission; else the text, made by kpipe, has it */
    const char *own;  /* its first line indented; NULL: the loop is right as it is */
};

struct kp_rules;
struct kp_func;
struct kp_silences;

struct kp_unit {
    struct kp_arena *arena;
    const struct kp_options *options;
    const struct kp_rules *rules;
    struct kp_file source;
    struct kp_parse parse;
    struct kp_unit *derived; /* the file that the output was made of, where the passes ran again:
                                copy helpers inlined, copies widened; NULL: this one */
    bool is_inlined, is_widened, is_merged, is_laid_out; /* this unit is such a text */
    const struct kp_version *versions; /* one per loop, or NULL: texts that are right only if */
    bool is_twinned;                   /* .. with clones of kernels beside them (texts/twins.c) */
    bool clones_are_merged;            /* .. for launches with many blocks: tiles stay static */
    const struct kp_unit *outer;       /* the one before; NULL for one with clones */
    bool is_trial;                     /* a trial run: its output is not written */
    KP_VEC(uint32_t) branches_seen; /* functions, by offset, whose #if branches are no obstacle */
    bool rests_on_given;    /* for some of them as every build for CUDA answers (front/given.h) */
    struct kp_fns **fns;    /* by symbol id, as far as asked for (fn/fn.h) */
    struct kp_func **funcs; /* facts per function, private to model/ and legal/ */
    const struct kp_pieces *pieces; /* of the source, computed on first use (front/pieces.h) */
    const struct kp_branch_groups *groups; /* .. (front/branches.h) */
    const struct kp_pieces **file_pieces;  /* .. and of the other files */
    const struct kp_words *varying; /* names that each branch of an #if may define otherwise, where
                                       all branches are looked at; NULL: none */
    struct kp_shared **shared; /* by a function's symbol: plan/shared.c, where it was asked for */
    struct kp_macro_list *macros; /* legal/words.c, where they were asked for */
    struct kp_silences *silences; /* comments that ask for silence (model/silence.h) */
    struct kp_waited *waited;     /* of model/waited.c; NULL until asked for */
    struct kp_hidden *hidden;     /* of legal/hidden.c; .. */
    struct kp_map names_of[2];    /* of model/named.c: kp_names_of, .. */
    struct kp_map functors;       /* of model/functor.c: by call, the number + 1 of an answer */
    struct kp_map traces;         /* of model/address.c: by object, the number + 1 in .. */
    KP_VEC(const struct kp_trace *) traced;
    KP_VEC(const struct kp_closed_names *) closed_names; /* .. its answers */
    const char *word_of_line; /* legal/places.c, where it was looked for */
    bool is_line_known;
    KP_VEC(struct kp_loop *) loops;
    KP_VEC(struct kp_edit) edits;
    const char *output; /* the rewritten text; equals source.text when nothing changed */
    size_t output_size;
    const char *error;       /* set when the file could not be processed at all; exit 2 */
    const char *error_lines; /* what a tool printed about it, line by line; or NULL */
    bool ran_out;            /* error is about the system: memory, processes or files ran out */
    bool self_check_failed;  /* a bug of ours: nothing may be written; exit 3 */
};

/* The passes, in order. Each returns false when unit->error was set. */
bool kp_pass_source(struct kp_unit *u, const char *path);
bool kp_pass_parse(struct kp_unit *u);
bool kp_pass_fn(struct kp_unit *u);
bool kp_pass_model(struct kp_unit *u);
bool kp_pass_legal(struct kp_unit *u);
bool kp_pass_plan(struct kp_unit *u);
bool kp_pass_emit(struct kp_unit *u);

#endif
