/* Private to front/parse*.c: how libclang's cursors become the tree of kp.h.
 *
 * All of it runs in the child process. What the parent reads afterwards is in `arena` (shared);
 * everything else is in `scratch` and dies with the child. */
#ifndef KP_FRONT_PARSE_H
#define KP_FRONT_PARSE_H

#include <clang-c/Index.h>

#include "front/args.h"
#include "front/front.h"
#include "front/lex.h"

struct kp_cursors {
    CXCursor *v;
    size_t n, cap;
};

/* Where a range of tokens is; file is an index into parse.files, -1 for all other files. */
struct kp_spot {
    int file;
    uint32_t begin, end;
};

/* A macro's use in a file: its name, with the arguments when it has some. */
struct kp_invocation {
    const char *name;
    uint32_t begin, end;
    int parent; /* the use in whose arguments it is, -1 */
};

struct kp_macro {
    const char *name;
    uint32_t file, begin, end; /* from the name to the end of the definition */
};

struct kp_file_facts {
    CXFile handle;
    KP_VEC(struct kp_invocation) uses; /* sorted by begin, outer ones first */
    KP_VEC(struct kp_span) skipped;    /* switched off by the preprocessor */
    bool asked_for_launch, has_launch; /* `<<<` is in it */
};

/* A call whose callee was not known yet, looked up again when all functions are there. */
struct kp_open_call {
    struct kp_node *node;
    const struct kp_sym *function;
};

/* An open hash table: cursor -> symbol. */
struct kp_sym_table {
    struct kp_sym_slot *v;
    size_t n, used;
};

struct kp_builder {
    struct kp_arena *arena, *scratch;
    const struct kp_unit *unit;
    struct kp_parse *out;
    CXTranslationUnit tu;
    CXFile source, prelude;
    CXFile main; /* what libclang is given: the source, or one that includes it */
    uint32_t main_size;
    bool local_only; /* a search of the unit does not see the prelude */
    bool missed;     /* .. and what is made here cannot be relied on */

    struct kp_map seen_files;           /* by handle; private to parse_file.c */
    KP_VEC(struct kp_file_facts) facts; /* by file index */
    KP_VEC(struct kp_macro) macros;     /* of project files, in order of definition */

    struct kp_sym_table syms;
    struct kp_cursors sym_cursors;    /* by symbol id */
    struct kp_cursors explicit_specs; /* explicit specialisations: symbols of their own */
    struct kp_type_slot *types;
    size_t n_types, n_types_used;

    KP_VEC(const struct kp_sym *) type_params; /* template type parameters in scope */
    KP_VEC(struct kp_node *) functions;        /* FUNCTION nodes made */
    KP_VEC(struct kp_open_call) open_calls;
    struct kp_sym *function; /* the one whose body is being built */
    const struct kp_sym *record;
    unsigned template_depth;
    unsigned depth; /* of the recursion */
    size_t n_nodes;

    /* instances */
    size_t collapsed; /* how often a pattern was taken for an instance, or an argument left out */
    bool exact;       /* what is built now are instances, with symbols and types of their own */
    struct kp_sym_table own;
    KP_VEC(uint8_t) marks;                   /* of symbols in out->instance_syms */
    KP_VEC(struct kp_sym *) queue, closures; /* whose trees are to be built */
    KP_VEC(const struct kp_sym *) inexact; /* plain functions and fields with a collapse in them */
    uint8_t *resolved; /* by symbol: what is to be built like instances, though it is plain */
    struct kp_instance *instance; /* the one that is being built */
};

/* Trees deeper than this are cut off (with a hole in the function): later passes recurse. */
enum { KP_MAX_DEPTH = 1200 };

/* ---- parse_file.c: files, macros, places ---- */

void kp_builder_files(struct kp_builder *b);
/* The same file, also when both exist only in memory. */
bool kp_same_file(CXFile a, CXFile b);
int kp_file_index_of(struct kp_builder *b, CXFile f);
/* False when the range has no place in any file (implicit code). */
bool kp_spot_of(struct kp_builder *b, CXSourceRange range, struct kp_spot *out);
bool kp_spot_of_location(struct kp_builder *b, CXSourceLocation at, struct kp_spot *out);
/* The innermost macro use that covers [begin, end), NULL when none does. */
const struct kp_invocation *kp_use_around(const struct kp_builder *b, int file, uint32_t begin,
                                          uint32_t end);
/* The macro use whose name begins at `at`. */
const struct kp_invocation *kp_use_at(const struct kp_builder *b, int file, uint32_t at);
const struct kp_macro *kp_macro_named(const struct kp_builder *b, const char *name);
const char *kp_text_of(const struct kp_builder *b, int file, uint32_t *size);

/* ---- parse_node.c: nodes and their spans ---- */

struct kp_node *kp_node_new(struct kp_builder *b, enum kp_kind kind, CXCursor c);
struct kp_node *kp_none(struct kp_builder *b, const struct kp_node *near);
void kp_append(struct kp_node *parent, struct kp_node *child);
/* To be called when all children are there: makes the span cover whole macro uses and decides
 * from_macro by comparing the node's own text with what its kind must be spelled like. */
void kp_settle(struct kp_builder *b, struct kp_node *n, CXCursor c);
/* The same for a node that has no text of its own: it is where its children are. */
void kp_settle_implicit(struct kp_builder *b, struct kp_node *n);
struct kp_cursors kp_cursors_in(struct kp_builder *b, CXCursor c);
/* The unit's; or those of the text that was added after the source. Where only those of its own
 * files are listed (local_only), libclang adds what it has instantiated; that is left out. */
struct kp_cursors kp_cursors_of_unit(struct kp_builder *b, bool added);
char *kp_take_string(struct kp_builder *b, CXString s);
void kp_add_hole(struct kp_builder *b, const struct kp_sym *function, int file, uint32_t offset,
                 bool is_error, const char *text);

/* ---- parse_text.c ---- */

bool kp_has_own_text(struct kp_builder *b, const struct kp_node *n, CXCursor c);

/* ---- parse_instance.c ---- */

/* Fills out->instances. The last thing that a builder does: what it makes from then on are
 * instances. */
void kp_build_instances(struct kp_builder *b);
/* The tree of an instance's function or record is to be built. */
void kp_queue_instance(struct kp_builder *b, struct kp_sym *s);
/* The argument for a template's parameter of the instance that is being built; else NULL. */
const struct kp_tvalue *kp_argument_named(const struct kp_builder *b, const char *name);
/* parse_pattern.c: links the nodes of an instance's tree, and their symbols, to the pattern's. */
void kp_link_pattern(struct kp_builder *b, struct kp_node *instance, const struct kp_node *pattern);

/* ---- parse_includer.c ---- */

/* Why the tree of a source that includes the file is not the file's: it does not include it, does
 * so several times, or in the middle of a declaration. NULL: it is. Asked of a whole tree. */
const char *kp_not_from_includer(struct kp_builder *b);
/* Fills out->inclusions. */
void kp_add_inclusion(struct kp_builder *b, CXCursor c);

/* ---- parse_explicit.c ---- */

/* Text to be added after a source, of classes whose friends are what it instantiates explicitly;
 * or, `from` it, what a header that it includes does. */
const char *kp_name_instances(struct kp_arena *arena, const char *text, uint32_t size,
                              bool of_header);
/* Behind the end of what libclang is given? */
bool kp_is_added(const struct kp_builder *b, CXSourceLocation at);
/* One of those classes, for text that the preprocessor switched off. */
bool kp_names_nothing(struct kp_builder *b, CXCursor c);

/* ---- parse_sym.c, parse_type.c ---- */

/* The symbol of a declaration; NULL for a null cursor. */
struct kp_sym *kp_sym_of(struct kp_builder *b, CXCursor decl);
CXCursor kp_cursor_of(const struct kp_builder *b, const struct kp_sym *s);
/* Something that the compiler made of a template, not an explicit specialisation. */
bool kp_is_instance(const struct kp_builder *b, CXCursor decl);
/* What the attributes among a declaration's children say. */
struct kp_attributes {
    bool kernel, device, host, shared, constant, grid_constant, unexposed;
    uint32_t n_aligned;
};
struct kp_attributes kp_attributes_of(CXCursor decl);
/* parse_attribute.c: bytes that a variable's address is a multiple of, by its attributes and its
 * type as written; 0 where these say nothing, -1 where they say what is not known here. */
int64_t kp_alignment_of(struct kp_builder *b, CXCursor var);
/* Number of parameters; *required those without default. */
unsigned kp_parameters_of(struct kp_builder *b, CXCursor function, unsigned *required);
/* The member `name` of a record; n_args >= 0: a method that takes so many. NULL unless unique. */
struct kp_sym *kp_member_named(struct kp_builder *b, CXCursor record, const char *name, int n_args);
const struct kp_type *kp_type_of(struct kp_builder *b, CXType t);
/* A type by its spelling, for text that libclang does not show; NULL when unknown. */
const struct kp_type *kp_type_named(struct kp_builder *b, const char *spelling);

/* ---- parse_expr.c, parse_call.c, parse_stmt.c, parse_asm.c, parse_decl.c ---- */

struct kp_node *kp_build_expr(struct kp_builder *b, CXCursor c);
struct kp_node *kp_build_call(struct kp_builder *b, CXCursor c);
/* Is it, in a template's pattern, an operator for which libclang shows many functions? `name`: the
 * operand that names them. `is_built_in`: the operands are such that none of them is called. */
bool kp_is_open_operator(struct kp_builder *b, CXCursor c, CXCursor *name, bool *is_built_in);
struct kp_node *kp_build_stmt(struct kp_builder *b, CXCursor c);
struct kp_node *kp_build_lambda(struct kp_builder *b, CXCursor c);
struct kp_node *kp_build_asm(struct kp_builder *b, CXCursor c);
struct kp_node *kp_build_var(struct kp_builder *b, CXCursor c);
struct kp_node *kp_build_param(struct kp_builder *b, CXCursor c);
struct kp_node *kp_build_record(struct kp_builder *b, CXCursor c);
/* Of a class's instance: a node for the record, with its fields. */
void kp_build_fields(struct kp_builder *b, CXCursor record);
struct kp_node *kp_build_function(struct kp_builder *b, CXCursor c);
bool kp_has_body(struct kp_builder *b, CXCursor function);
/* The function's definition, if it is visible; else the null cursor. */
CXCursor kp_with_body(struct kp_builder *b, CXCursor function);
/* The declaration's file is one of the program's. */
bool kp_is_of_program(struct kp_builder *b, CXCursor decl);
void kp_build_unit(struct kp_builder *b);
/* Without what has no text: implicit conversions, and parentheses. */
CXCursor kp_strip(struct kp_builder *b, CXCursor c);
bool kp_is_expression(CXCursor c);
bool kp_same_extent(CXCursor a, CXCursor b);
/* The name of a reference that libclang leaves empty. */
const char *kp_name_in_text(struct kp_builder *b, CXCursor c);
void kp_close_calls(struct kp_builder *b);

/* ---- parse_member.c ---- */

void kp_add_function_parts(struct kp_builder *b, struct kp_node *n, CXCursor function);
/* The value that a member's declaration gives it; the null cursor when it gives none. */
CXCursor kp_default_value(struct kp_builder *b, CXCursor field);
void kp_add_missing(struct kp_builder *b, struct kp_node *list, CXCursor c);
/* For what has no text at `of`: its nodes are, empty, at the end of `of`, from_macro. */
void kp_move_to_end(struct kp_node *n, const struct kp_node *of);
/* parse_world_class.c */
bool kp_has_bases(struct kp_builder *b, CXType t);

/* ---- parse_spaced.c ---- */

/* What stands for % in front of a register's name in assembly, where clang expects %%. */
#define KP_ASM_PERCENT '\x01'

/* The text as clang takes it, where nvcc takes more, as long as it was: `<< <` and `>> >` of
 * launches are joined, `%laneid` in assembly with operands is marked, attributes stand before
 * `mutable`. */
const char *kp_for_clang(struct kp_arena *arena, const char *text, uint32_t size);
/* False when there is no launch in the text, in whatever form. */
bool kp_may_launch(const char *text, uint32_t size);

/* ---- parse_trivial.c ---- */

enum kp_implicit {
    KP_IMPLICIT_DEFAULT,
    KP_IMPLICIT_COPY,
    KP_IMPLICIT_ASSIGNMENT,
    KP_IMPLICIT_END /* the destructor */
};

/* No constructor, assignment or destructor of the class or of a part of it is user-defined: it
 * copies the bits, or does nothing. */
bool kp_is_trivial(struct kp_builder *b, CXCursor member, enum kp_implicit what);
/* The same of a class; false where it has no such member. */
bool kp_has_trivial(struct kp_builder *b, CXCursor record, enum kp_implicit what);
/* The members as they are written: those of an explicit specialisation, or of the template; of
 * both where nobody can tell which of them count. The visitor has to bear being called again. */
void kp_visit_class(CXCursor record, CXCursorVisitor visitor, CXClientData data);

/* ---- parse_value.c ---- */

void kp_fold(struct kp_node *n);
/* The constant that an expression is, whoever asks: not of calls that answer otherwise at run time.
 */
bool kp_evaluate(CXCursor c, int64_t *value);
/* parse_asks.c: does a function that the expression calls ask whether a constant is being made? */
bool kp_asks_for_constant(CXCursor c);
/* parse_const.c: the same for text that has no nodes; names are macros and known constants. */
bool kp_fold_text(struct kp_builder *b, const char *text, int64_t *value);

/* ---- parse_launch.c ---- */

/* Fills `t`, of which the parameter is set, with argument `i` of a function's or class's instance.
 */
void kp_read_argument(struct kp_builder *b, CXCursor instance, unsigned i, struct kp_tvalue *t);
bool kp_is_launch(CXCursor call);
bool kp_is_configuration(CXCursor c); /* what a launch's <<<...>>> becomes */
void kp_add_launch(struct kp_builder *b, CXCursor call, struct kp_node *node);
bool kp_is_switched_off(const struct kp_file_facts *f, uint32_t at);
void kp_find_instantiations(struct kp_builder *b);
void kp_list_templates(struct kp_builder *b);

/* ---- parse_hole.c ---- */

void kp_collect_errors(struct kp_builder *b);
void kp_find_unseen(struct kp_builder *b);

/* ---- parse_caller.c ---- */

/* Fills out->of_caller, of_counter and of_lambda. */
void kp_find_caller_words(struct kp_builder *b);

/* ---- parse_world.c ---- */

/* Finds what the tree does not represent exactly in functions that hold loops, and in what these
 * call: holes of theirs. */
void kp_close_world(struct kp_builder *b);

/* ---- parse_stage.c ---- */

/* Parses the unit's source as often as needed and fills `out` with the best tree; false with *error
 * set when there is none. */
bool kp_parse_best(struct kp_arena *arena, const struct kp_unit *u, struct kp_parse *out,
                   const char **error);

/* parse_prelude.c: the path of the prelude's tree, as -include-pch takes it, for parses with these
 * arguments; NULL: the prelude has to be included as text. `args` leave system headers out, so the
 * prelude's text is all that the tree is made of. */
const char *kp_prelude_parsed(struct kp_arena *a, CXIndex index, const struct kp_args *args,
                              struct CXUnsavedFile *prelude);

#endif
