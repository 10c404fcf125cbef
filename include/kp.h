/* The vocabulary of kpipe: the structs that flow through the passes. One `struct kp_unit` is one
 * input file on its way
 *
 *     source -> parse -> fn -> model -> legal -> plan -> emit -> write
 *
 * Every pass fills its own section of the unit and reads only earlier ones. All memory belongs to
 * the unit's arena. Offsets are bytes into the file as it is on disk (a BOM counts), spans are half
 * open. Sizes are bytes unless a name says otherwise; -1 means "not known". A comment that begins
 * with ".." continues the comment of the field above it. */
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

/* In a text put together from several files: from line `first` of the text on (counted from 1), the
 * lines are those of the file `path`, beginning with its line `line`. */
struct kp_user_lines {
    uint32_t first;
    const char *path;
    uint32_t line;
};

/* A file of the parse. File 0 of a unit is the input, the only one that is edited. */
struct kp_file {
    const char *path; /* as the user wrote it */
    const char *text; /* NUL-terminated copy; NULL for headers, whose text is not kept */
    uint32_t size;
    uint32_t *line_start; /* offset of each line's first byte */
    uint32_t n_lines;
    uint32_t *hash_lines; /* numbers, from 0, of the lines whose first non-blank character is # */
    uint32_t n_hash_lines;
    uint32_t bom;         /* bytes of a UTF-8 byte order mark, 0 or 3 */
    bool crlf;            /* most lines end in \r\n */
    uint32_t bare_return; /* offset of the first \r without \n, with which compilers end a line,
                             too; `size`: there is none */
    bool is_hip;          /* it includes AMD's HIP headers: there is no cp.async */
    /* the files that it was put together from, in order; or NULL */
    const struct kp_user_lines *users;
    size_t n_users;
};

/* ---- parse: our own tree ------------------------------------------------------------------ */

enum kp_type_kind {
#define KP_TYPE(name) KP_TYPE_##name,
#include "kp_type.def"
};

/* The canonical type, unless a field says otherwise. Sizes that depend on template parameters are
 * -1; the dimensions of such an array are expressions below the variable's node. */
struct kp_type {
    enum kp_type_kind kind;
    const char *spelling;  /* as written, typedefs kept; may be unknown elsewhere (kp_said_type) */
    const char *canonical; /* without typedefs, every name in full */
    const struct kp_sym *named; /* what the spelling names: a typedef, record, enum; or NULL */
    const struct kp_type *elem; /* pointee, referenced, array element */
    int64_t count;              /* array elements, -1 unknown or dependent */
    int64_t size, align;
    bool is_const, is_volatile, is_restrict, is_unsigned;
    bool is_dependent;
    bool is_realigned; /* by a typedef's attribute: align is not the canonical type's */
    int builtin;       /* arithmetic types: libclang's kind, which tells long from long long */
    /* Records: assignment copies the bits; default initialisation runs no code; the end of a
     * variable's life runs a user-defined destructor. */
    bool copies_bits, starts_unset, ends_in_code;
    bool is_natural; /* each member that it declares lies where the member's type is aligned */
    /* the record, enum or template type parameter that the type is; or NULL */
    const struct kp_sym *decl;
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
KP_VEC_TYPE(kp_refs, struct kp_node *);

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
    uint32_t n_aligned;                 /* variables: the number of its alignment attributes */
    /* .. and the alignment in bytes that they and its type ask for, -1 unknown */
    int64_t alignment;
    bool is_lambda;    /* a variable that holds a closure */
    bool is_counter;   /* a variable that a header sets in the text and declares in the tree */
    bool is_temporary; /* a variable that is a reference in the text, and not bound to a place */
    bool from_prelude; /* declared by the embedded CUDA prelude, so rules may apply to it */
    const struct kp_sym *whole; /* the buffer of which it is a part (model/parts.h); or NULL */
    bool is_own;                /* functions: declared by the program itself */
    bool is_implicit;           /* functions: declared by the compiler, where it is first named */
    bool is_method, is_const_method, is_constructor;
    bool is_inner;     /* types, enumerators: private, protected, or declared in a function body */
    bool is_bit_field; /* members: it has no address */
    bool is_of_union;  /* members: other members share its bytes */
    int64_t offset;    /* members: bytes from the beginning of the record (of the enclosing one when
                          the record is anonymous); -1: unknown, dependent, or a bit-field */
    bool is_broken;    /* its declaration has a parse error: type and size are unreliable */
    bool has_value;    /* enumerators, constexpr and const integral variables: the value is known */
    int64_t value;
    bool says_bounds;       /* a declaration has __launch_bounds__, or may have it */
    uint32_t launch_max;    /* __launch_bounds__ first argument, 0 when absent or not constant */
    uint32_t launch_blocks; /* .. second argument, blocks per SM; likewise */
    /* kernels: behind the `__global__` of the definition, where the attribute may be added: the
     * head is plain text of the source without another one. 0: nowhere */
    uint32_t bounds_at;
    const char *block_said; /* launch_max is an assumption of the user: "FILE:LINE"; else NULL */
    /* For a function, parameter, local, record or member of a template instance: the same symbol in
     * the template's own tree. NULL for all others. */
    const struct kp_sym *pattern;
    /* A class, a template's own one: the base that is at the begin of its objects; or NULL */
    const struct kp_sym *base;
    struct kp_refs *refs; /* each REF to it, by `order`; NULL: not known; see kp_refs_below() */
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
    bool is_arrow;       /* MEMBER: written with -> */
    bool is_place;       /* CAST: to a reference */
    bool is_braced;      /* CAST: statements in an expression, which are no constant */
    bool may_give_place; /* LAMBDA: it may return a reference */
    bool is_constructed; /* INIT_LIST in a template: an instance hands it to a constructor; CALL: of
                            a constructor, the object is dropped */
    bool is_plain;       /* OPCALL in a template: BINARY or ASSIGN in all of its instances */
    bool has_object;     /* OPCALL in a template: a method of its first operand in all of them */
    bool is_unknown; /* CONSTRUCT, INIT_LIST, VAR behind all loops that wait: how the object is made
                        is not known; see kp_is_made_unseen() */
    bool asm_volatile;   /* ASM: it is volatile; `name` is the template */
    bool asm_memory;     /* ASM: "memory" is clobbered */
    uint8_t asm_outputs; /* ASM: the number of outputs, which are the first children */
    bool by_reference;   /* LAMBDA: it captures nothing, or only by reference, and has variables of
                             its own, which are its first children */
    uint32_t asm_inout;  /* ASM: bit i: output i is "+", read as well */
    int64_t value;
    struct kp_span span;
    const struct kp_sym *sym; /* REF, MEMBER, CALL (callee), VAR, PARAM, FUNCTION, RECORD */
    const char *name;         /* spelled name where sym may be NULL: dependent calls, members */
    /* REF, MEMBER: the template arguments for which sym is an instance; or NULL */
    const char *instance;
    const struct kp_type *type; /* expressions and variables; CAST: the type cast to */
    /* For a node in an instance's tree: the node of the same text in the template's tree. NULL
     * where there is none, and where one text made several nodes (a pack). */
    const struct kp_node *pattern;
    struct kp_node *parent, *next, *first, *last;
    uint32_t n_children;
    uint64_t kinds; /* one bit per kp_kind in this subtree; 0: not known; see kp_may_hold() */
    /* Its number in the order of the text, and the first one behind the subtree; 0: not known. */
    uint32_t order, behind;
};

/* False when no node of that kind is in the subtree; true when one may be. */
static inline bool kp_may_hold(const struct kp_node *n, enum kp_kind kind)
{
    return !n->kinds || n->kinds >> kind & 1;
}

/* False when no variable in the subtree is an array or an object of a class; true when one may be.
 */
enum { KP_KIND_OBJECT = 63 };
static inline bool kp_may_hold_objects(const struct kp_node *n)
{
    return !n->kinds || n->kinds >> KP_KIND_OBJECT & 1;
}

struct kp_node *kp_child(const struct kp_node *n, unsigned i); /* NULL when out of range */
#define kp_each_child(c, n) for (struct kp_node *c = (n)->first; c; c = c->next)
/* Iterates over the node and all that are below it, in the order of the tree. */
#define kp_each_below(x, n) for (const struct kp_node *x = (n); x; x = kp_next_below(x, (n)))
const struct kp_node *kp_next_below(const struct kp_node *x, const struct kp_node *top);
/* True if `inner` is `outer` or a descendant of it. */
bool kp_is_inside(const struct kp_node *inner, const struct kp_node *outer);
/* The definition of the function that contains the node, or the node itself if it is one; NULL
 * outside of functions. */
const struct kp_node *kp_function_around(const struct kp_node *n);
const char *kp_kind_name(enum kp_kind k);
const char *kp_op_text(enum kp_op op);

/* The argument for one template parameter. */
struct kp_tvalue {
    const struct kp_sym *param; /* TVALUE or TYPE */
    bool known;
    int64_t value;              /* TVALUE */
    const struct kp_type *type; /* TYPE */
    /* TVALUE: the function that it is, where the body of an instance names it; then not `known` */
    const struct kp_sym *function;
};

/* A visible launch or explicit instantiation of a kernel. */
struct kp_launch {
    const struct kp_sym *kernel;
    struct kp_node *node;                         /* the call; NULL for an explicit instantiation */
    struct kp_node *grid, *block, *smem, *stream; /* arguments, NULL when absent */
    KP_VEC(struct kp_tvalue) tvalues; /* one per template parameter that is a value/type */
    bool is_instantiation;            /* `template __global__ void k<...>(...)` */
};

/* A function as the compiler resolved it: an instance of a function template, a member of an
 * instance of a class template, or a plain function whose own tree refers to templates, omits
 * default arguments, or calls such a function. The "pattern" of an instance is the template that it
 * is made from.  `function` is a separate tree, not below the root. In it, branches that `if
 * constexpr` discards are NONE nodes, template parameters are literals, and packs and default
 * arguments are expanded. No type is dependent; what has no exact form is UNKNOWN. Symbols, types
 * and records are separate objects that link to those of the pattern; a CALL names the callee's own
 * symbol, whose `decl` is its tree. Spans are those of the pattern. */
struct kp_instance {
    const struct kp_sym *pattern; /* the template's symbol, or the plain function's */
    struct kp_node *function;
    /* Those of the enclosing classes first. Not known for packs and for methods that are templates.
     */
    KP_VEC(struct kp_tvalue) args;
};

struct kp_parse_error {
    uint32_t file, offset;
    bool fatal; /* else a warning */
    const char *text;
};

/* A header that was not found, and the first #include of it. */
struct kp_missing {
    const char *name; /* as in the directive: "sub/tile.h" */
    const char *path; /* of the file with the #include */
    uint32_t line, column;
};

/* Text that the preprocessor switched off, in file 0. */
struct kp_skipped {
    struct kp_span span;
    uint16_t file;
};

/* Why a place in a function is not represented exactly by the tree. ERROR: the parser reported an
 * error there. UNSEEN: text between two statements belongs to no node (libclang drops statements
 * when it recovers from an error). UNKNOWN: a construct there, or in a function that is called, has
 * no exact form in the tree. CLOSURE: all has, but a closure
 * there has variables of its own, which the model does not know. */
enum kp_hole_kind { KP_HOLE_ERROR, KP_HOLE_UNSEEN, KP_HOLE_UNKNOWN, KP_HOLE_CLOSURE };

/* An #include in a file of the program, and the file that it includes. */
struct kp_inclusion {
    uint16_t file;
    struct kp_span span;
    const char *found; /* its real path */
};

struct kp_hole {
    const struct kp_sym *function;
    uint16_t file;
    uint32_t offset;
    enum kp_hole_kind kind;
    const char *text;    /* the error message, the text without a node, or what the construct is */
    bool is_of_instance; /* UNKNOWN: an instance of the template would have it */
};

/* An assumption about a template type parameter on which the analysis of a function rests: its
 * operators and constructors are built-in, as for arithmetic types, or those of the types listed.
 */
struct kp_plain {
    const struct kp_sym *function, *param;
    KP_VEC(const char *) types; /* types allowed in addition to arithmetic types */
    bool only_these;            /* arithmetic types are not allowed */
};

enum { KP_MOST_INSTANCES = 1000, KP_MOST_INSTANCE_NODES = 500000 };

/* How a text was parsed, each after the earlier ones did not do. */
enum kp_way {
    KP_WAY_QUICK, /* with the precompiled prelude */
    KP_WAY_TEXT,  /* with the prelude as text, since the file has errors or needs it */
    KP_WAY_WHOLE, /* with the system's headers, too */
};

struct kp_parse {
    struct kp_node *root; /* TRANSLATION_UNIT: functions, records, variables of interest */
    KP_VEC(struct kp_file) files;
    KP_VEC(const struct kp_sym *) syms; /* by id */
    uint32_t *named,
        *next_named; /* index of syms by name for kp_each_named(); private to front/tree.c */
    size_t n_named;
    uint32_t *first_member, *next_member; /* .. and by parent for kp_each_member() */
    /* Each kernel and device function that is visible as an instance, and the functions that these
     * call, up to KP_MOST_INSTANCES instances and KP_MOST_INSTANCE_NODES nodes. Functions beyond
     * the limits have no tree, and has_more_instances is set. */
    KP_VEC(struct kp_instance) instances;
    bool has_more_instances;
    KP_VEC(const struct kp_sym *)
    instance_syms; /* symbols of the instances; their ids follow those of syms */
    KP_VEC(struct kp_launch) launches;
    KP_VEC(struct kp_launch)
    templates; /* templates among the kernels; tvalues name the parameters, values are not known */
    KP_VEC(struct kp_parse_error) errors;
    KP_VEC(struct kp_missing) missing;
    KP_VEC(struct kp_inclusion) inclusions;
    /* why the parse from options->from tells nothing about file 0; NULL: it does */
    const char *not_from;
    bool includes_itself;              /* a source, which may have several meanings */
    KP_VEC(const char *) reads;        /* paths of the files that any of the parses included */
    KP_VEC(struct kp_skipped) skipped; /* of file 0 */
    KP_VEC(struct kp_skipped) skipped_in_headers; /* of the other files */
    KP_VEC(struct kp_hole) holes;
    /* of kernels' templates: what is unknown unless the output names the visible instances */
    KP_VEC(struct kp_hole) holes_of_instances;
    KP_VEC(struct kp_plain) plain;
    KP_VEC(struct kp_type *) open_types; /* what template type parameters are, const or not */
    KP_VEC(struct kp_sym *) open_values; /* template parameters that are no types */
    KP_VEC(const char *)
    macros; /* names of the program's macros, including those of the command line */
    struct kp_words *system_macros; /* with parameters, of headers that are not the program's */
    const char *command_line;       /* #define lines for the macros of the command line */
    bool is_old, is_new;            /* -std= is older than C++11, newer than C++17 */
    bool is_11;                     /* -std= is C++11: captures have no initialiser */
    enum kp_way way;
    KP_VEC(struct kp_span) macro_uses; /* in file 0, sorted by begin, outer ones first */
    KP_VEC(const char *) outer_types;  /* names of the program's types outside of functions */
    KP_VEC(uint32_t)
    line_uses; /* offsets in file 0 of the outermost macro uses that expand __LINE__ */
    /* names in headers whose value depends on the place of use (__builtin_LINE, ..) */
    struct kp_texts of_caller;
    struct kp_texts of_compiler; /* macros that the text expands and no file defines */
    struct kp_texts of_counter;  /* macros of system headers that use __COUNTER__ */
    /* .. that use a name whose meaning changes inside a lambda (__func__, ..) */
    struct kp_texts of_lambda;
    const char
        *not_cudas; /* what the program has under a name of CUDA's, which the tree has; NULL */
    /* functions that headers of the system name, or to which the tree refers where no text of the
     * program says so */
    struct kp_texts named_by_system;
    bool system_pastes;           /* a header of the system makes names of parts */
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
    const char *text; /* what is there: "the store here"; NULL for the main place */
};

/* Why a loop is not pipelined, or another finding about it. A refusal is a result, not an error. */
struct kp_refusal {
    enum kp_code code;
    const char *reason; /* one line: the text of the code's row in kp_diag.def with its operands
                           filled in */
    const char *hint;   /* what to change; NULL: the hint of the row */
    KP_VEC(struct kp_place) places; /* first = where it is reported */
};

/* ---- plan -------------------------------------------------------------------------------- */

#include "kp_plan.h"

enum kp_outcome {
    KP_UNCHANGED, /* it may be pipelined, and is not: nothing is planned yet, or nothing is gained
                   */
    KP_REWRITTEN, /* pipelined, with several buffers for at least one tile */
    KP_SINGLE,    /* pipelined, with one buffer for each tile */
    KP_REFUSED
};

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

/* Versions that are only measured and never used: one half of a pipelined loop. */
enum kp_ablation {
    KP_ABLATION_NONE,
    KP_ABLATION_COMPUTE, /* only the first tile is loaded; every iteration computes on it */
    KP_ABLATION_LOAD     /* every tile is loaded, and nothing is computed */
};

struct kp_config;
struct kp_flag_lines;

/* One of the ways in which the unit's file is compiled: through a source that includes it, where it
 * is a header, or by one of several command lines of its own. Types, macros, launches and template
 * instances are those visible there. */
struct kp_includer {
    const char *path;                  /* of the source; NULL: the file itself */
    const char *name;                  /* as messages show it */
    const struct kp_flag_lines *flags; /* how it is compiled; NULL: unknown */
};

struct kp_includers {
    struct kp_includer *v;
    size_t n, cap;
    bool too_many; /* there are more sources than the list may hold */
};

/* The text of a file as an editor holds it; it replaces the text on disk. */
struct kp_buffer {
    const char *path; /* its real path */
    const char *text;
    size_t size;
};

struct kp_buffers {
    struct kp_buffer *v;
    size_t n, cap;
};

/* What says that a template is one of its instances: `N == 2 && ::std::is_same<T, float>::value`.
 */
struct kp_stated {
    const char *function; /* the template's qualified name */
    const char *text;
};
KP_VEC_TYPE(kp_stated_list, struct kp_stated);

struct kp_options {
    const char *arch;          /* "sm_86" */
    enum kp_variant variant;   /* KP_VARIANT_AUTO unless forced */
    enum kp_shape shape;       /* KP_SHAPE_AUTO unless forced */
    int stages;                /* 0 = let the plan choose */
    int min_blocks;            /* per SM, for __launch_bounds__; 0 = as it is */
    struct kp_merge merge;     /* how many blocks of every kernel are merged into one */
    bool merge_auto;           /* .. or as many as a build (kp_search) predicts to be the fastest */
    enum kp_layout layout;     /* whether rows of shared arrays may become longer */
    enum kp_prefetch prefetch; /* what becomes of registers that keep the next tile */
    int batch;     /* iterations whose loads compute's inner loops do at a time; 0: unsaid */
    int worth;     /* the least predicted gain in percent for which a loop is rewritten; 0: any */
    bool doubtful; /* plans without a predicted gain are kept, too: they are built and compared */
    bool unroll;   /* unroll main loops by their number of buffers */
    /* per loop, they replace variant, shape, stages and width; NULL: none */
    const struct kp_request *requests;
    size_t n_requests; /* later loops have none */
    /* as cases launch kernels: a guess where the source shows no launch; NULL: none */
    const struct kp_case_block *blocks;
    size_t n_blocks;
    const char *kernel; /* only this kernel, NULL = all */
    uint32_t line;      /* only the loop at this line, 0 = all */
    bool assume_no_alias;
    bool no_runtime_checks;    /* the only test before a loop is whether its wide copies apply */
    const char *no_alias_said; /* "FILE:LINE" of the project file that says assume_no_alias; NULL:
                                  the command line */
    enum kp_width width;       /* of copies */
    enum kp_ablation ablation; /* not NOT: the output is for measurements only */
    const struct kp_config *config; /* the project file; NULL: none */
    const char *rules_dir;          /* NULL = the built-in rules */
    const char *const *also; /* other GPUs that the plan has to fit, NULL-terminated; may be NULL */
    /* how the file is compiled (front/command.h); NULL: unknown */
    const struct kp_flag_lines *flags;
    const struct kp_includers *includers; /* the ways in which the file is compiled, if there are
                                             several; the passes run for each; NULL: one */
    const char *leave;                    /* a reason to refuse all loops; NULL: none */
    const char *only_in;                  /* the function whose loops count; NULL: all do */
    const struct kp_includer *view;       /* the one for which the passes run now; NULL: none */
    /* a header's templates that may rest on the instances of its source, by qualified names; NULL:
     * none may */
    const struct kp_texts *stated;
    const struct kp_stated_list *said; /* the instances that all sources have of a header's
                                        templates; NULL: the output states those in sight */
    const struct kp_buffers *buffers;  /* texts of files other than the input; NULL: none */
    bool one_build; /* the output is for this command line alone: no other one includes anything */
    bool whole_program; /* .. and its device code is linked with no other */
    bool keeps_lines;   /* #line gives every line of the output the number that it had */
    /* with one build: may its compiler define the macro? Asked of `definer`. NULL: not known */
    bool (*may_define)(void *definer, const char *name);
    void *definer;
};

/* A rewritten loop that is correct only if a variable, the flag, is true: emission adds the user's
 * own loop as the other branch. */
struct kp_version {
    const char *flag;
    const char *also;  /* a flag declared in front, without which this one is false; NULL: none */
    bool is_declared;  /* emission declares the flag; else the unit's text, which kpipe made,
                          declares it */
    const char *fixed; /* what the compiler knows of the flag, as C++ that is false where the flag
                          is; NULL: nothing */
    const char *own; /* the user's loop, its first line indented; NULL: the rewritten loop is always
                        correct */
};

struct kp_rules;
struct kp_func;
struct kp_silences;

/* The names that vary for one function. */
struct kp_varied {
    const char *function;
    const struct kp_words *names;
};

struct kp_unit {
    struct kp_arena *arena;
    const struct kp_options *options;
    const struct kp_rules *rules;
    struct kp_file source;
    struct kp_parse parse;
    /* ---- what the passes make of it ---- */
    KP_VEC(struct kp_loop *) loops;
    KP_VEC(struct kp_edit) edits;
    const char *output; /* the rewritten text; equals source.text when nothing changed */
    size_t output_size;
    const char *error;       /* set when the file could not be processed; the exit code is then 2 */
    const char *error_lines; /* what a tool printed about it, line by line; or NULL */
    bool ran_out;            /* the error is that memory, processes or file descriptors ran out */
    bool self_check_failed;  /* a bug of kpipe: nothing may be written; the exit code is then 3 */
    /* ---- the text ---- */
    /* the text (copy helpers inlined, copies widened, ..) on which the passes ran again and from
     * which the output was made; NULL: this unit's own */
    struct kp_unit *derived;
    /* what was done to the unit's text */
    bool is_inlined, is_widened, is_merged, is_laid_out, is_unstaged, is_distributed, is_nearer,
        is_direct, is_batched;
    /* names stand where they did not, or have types in the place of deduced ones */
    bool says_values;
    bool drops_registers; /* loops that fill registers, and such that empty them, are one */
    /* how many steps on the way to this text gave it loops, headers, rows, blocks or elements in a
     * form that the outer text has not, so that it cannot be compared with that */
    unsigned n_forms;
    bool has_moved; /* clones with dynamic shared memory have been tried on it (clones.c) */
    struct kp_in_vain *in_vain; /* shared with the texts made of this one (texts/wording.c) */
    /* names of templates for which this text is correct in the visible instances alone */
    const struct kp_texts *of_instances;
    /* per loop: the condition under which this text is correct; NULL: none */
    const struct kp_version *versions;
    /* per loop: the user's loop where this text has another one without its registers; NULL: none
     */
    const char *const *own_loops;
    bool is_cloned; /* the text has clones of kernels beside the originals (texts/clones.c) */
    bool clones_are_merged; /* the clones have merged blocks, for launches with many blocks; tiles
                               stay static */
    /* the clones may have longer rows: tiles stay static, too, and the text fixes the blocks of
     * all launches of a clone */
    bool clones_stay_static;
    /* the unit from whose text this one's was made; NULL for a text with clones */
    const struct kp_unit *outer;
    bool is_trial; /* a trial run: its output is not written */
    KP_VEC(uint32_t)
    branches_seen;       /* offsets of the functions all of whose #if branches were analysed */
    bool rests_on_given; /* some #if conditions were taken as every CUDA build answers them
                            (front/given.h) */
    const struct kp_words *varying; /* names that the branches of an #if define differently, where
                                       all branches are analysed; NULL: none */
    /* .. for each function whose branches were analysed; none: `varying` is every function's */
    KP_VEC(struct kp_varied) varied;
    bool says_same_type;          /* an assertion of the output needs <type_traits> */
    bool plain_types;             /* types of numbers that have such a name are said without it */
    struct kp_silences *silences; /* suppression comments (model/silence.h) */
    /* ---- caches; each is private to the file or folder that it names ---- */
    struct kp_fns **fns;            /* by symbol id, built on first use (fn/fn.h) */
    struct kp_fn **patterns;        /* the same, of templates */
    struct kp_func **funcs;         /* facts per function, private to model/ and legal/ */
    struct kp_calls_of *calls_of;   /* by symbol id, private to model/points_to.c */
    struct kp_map declared_names;   /* by literal, private to model/node.c */
    bool is_cooperative_known;      /* model/launched.c has looked for is_cooperative */
    bool is_cooperative;            /* a text names a cooperative launch */
    const struct kp_pieces *pieces; /* of the source, computed on first use (front/pieces.h) */
    struct kp_spans *unclear;       /* cache of model/elsewhere.c */
    const struct kp_branch_groups *groups; /* .. (front/branches.h) */
    const struct kp_pieces **file_pieces;  /* .. and of the other files */
    struct kp_piece_index *piece_index;    /* .. and of all, by name */
    struct kp_piece_index *definitions;    /* .. definitions of macros, which the others rest on */
    struct kp_build_files *build_files;    /* cache of front/build_gives.c */
    struct kp_words *heads;                /* private to front/heads.c */
    const struct kp_words *macro_names;    /* cache of front/piece_index.c */
    int tells_namespaces;                  /* .. 1: yes, 2: no */
    const struct kp_openers *openers;      /* cache of model/openers.c */
    struct kp_brought_list *brought;       /* caches of model/brought.c */
    struct kp_brought_text *brought_texts;
    struct kp_texts *asked_on_top; /* cache of model/unread.c */
    bool keeps_unread;             /* nor can it be asked in the text that this one was made of */
    struct kp_guards *guards;      /* cache of model/guards.c */
    const struct kp_words *other_words; /* cache of model/calls.c */
    bool asks_instances; /* a header's template was left open that its instances would settle */
    struct kp_words *instantiated; /* cache of model/calls.c: words of explicit instantiations */
    bool instantiates_any;         /* macros may be among them */
    bool others_paste;             /* they name a macro that makes names */
    struct kp_parts *parts;        /* cache of model/spelled.c */
    struct kp_pastings *pastings;  /* cache of model/pasted.c */
    const struct kp_words *words_of_includes; /* cache of model/named.c */
    int says_architecture;        /* cache of model/varying.c: 1 yes, 2 no, 0 not known */
    const char **real_paths;      /* cache of model/asked.c, of the files of the parse */
    struct kp_reaching *reaching; /* cache of plan/instances.c */
    struct kp_shared **shared; /* by a function's symbol id, built on first use by plan/shared.c */
    struct kp_waited *waited;  /* built on first use by model/waited.c */
    struct kp_hidden *hidden;  /* built on first use by legal/hidden.c */
    struct kp_usings *usings;  /* built on first use by model/inline_lookup.c */
    struct kp_map names_of[3]; /* caches of model/named.c */
    struct kp_map functors;    /* cache of model/functor.c: call -> index + 1 of an answer */
    struct kp_map traces;      /* cache of model/address.c: object -> index + 1 in `traced` */
    struct kp_map pointer_traces; /* the same for parameters that are pointers */
    KP_VEC(const struct kp_trace *) traced;
    struct kp_let_go *let_go;                            /* cache of model/address.c */
    KP_VEC(const struct kp_closed_names *) closed_names; /* cache of model/elsewhere.c */
    struct kp_map by_compiler; /* cache of model/compilers.c: group -> 1 no, 2 yes */
    struct kp_map inside_of;   /* cache of model/builds_inside.c: function -> index + 1 */
    KP_VEC(struct kp_builds *) insides;
    struct kp_symbols *outer_constants; /* cache of emit/constants_words.c */
    struct kp_map naming_in;            /* cache of emit/constants.c: tree -> index + 1 */
    KP_VEC(struct kp_naming *) naming;
    struct kp_map typed_in; /* cache of emit/constants_types.c: tree -> index + 1 */
    KP_VEC(struct kp_typed *) typed;
    struct kp_map differing;           /* .. : record -> 1 yes, 2 no */
    const struct kp_words *open_names; /* cache of plan/macro.c */
    struct kp_map builds_of;           /* cache of model/builds.c: function -> index + 1 */
    KP_VEC(struct kp_builds *) builds;
    const char *word_of_line; /* cache of legal/places.c, valid if is_line_known */
    bool is_line_known;
};

/* The passes, in order. Each returns false when unit->error was set. */
bool kp_pass_source(struct kp_unit *u, const char *path);
bool kp_pass_parse(struct kp_unit *u);
bool kp_pass_fn(struct kp_unit *u);
bool kp_pass_model(struct kp_unit *u);
bool kp_pass_legal(struct kp_unit *u);
bool kp_pass_plan(struct kp_unit *u);
bool kp_pass_emit(struct kp_unit *u);
/* Adds to a changed output what it asks for in front of all that it includes (emit/top.c). */
void kp_ask_on_top(struct kp_unit *u);

#endif
