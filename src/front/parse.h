/* Private to front/parse*.c: how libclang's cursors become the tree of kp.h.
 *
 * All of it runs in the child process. What the parent reads afterwards is in `arena`, which is
 * shared; everything else is in `scratch` and ends with the child. */
#ifndef KP_FRONT_PARSE_H
#define KP_FRONT_PARSE_H

#include <clang-c/Index.h>
#include <sys/types.h>

#include "front/args.h"
#include "front/front.h"
#include "front/lex.h"

struct kp_cursors {
    CXCursor *v;
    size_t n, cap;
};

/* The place of a range of tokens; file is an index into parse.files, -1 for files that are not in
 * it. */
struct kp_spot {
    int file;
    uint32_t begin, end;
};

/* A use of a macro in a file: its name and its arguments, if any. */
struct kp_invocation {
    const char *name;
    uint32_t begin, end;
    int parent; /* index of the use whose arguments contain it; -1: none */
};

struct kp_macro {
    const char *name;
    uint32_t file, begin, end; /* from the name to the end of the definition */
};

struct kp_file_facts {
    CXFile handle;
    KP_VEC(struct kp_invocation) uses; /* sorted by begin, outer ones first */
    KP_VEC(struct kp_span) skipped;    /* switched off by the preprocessor */
    bool asked_for_launch, has_launch; /* whether it contains `<<<`, once computed */
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
    CXFile main; /* the file that libclang parses: the source, or one that includes it */
    uint32_t main_size;
    bool local_only; /* libclang's list of the unit's declarations omits the prelude */
    bool missed;     /* .. and that made this tree incomplete */

    /* what was read of the last declaration; `int a, b;` begin at one place. Private to parse_sym.c
     */
    struct {
        int file;
        uint32_t begin, end; /* end 0: none */
        bool found;
    } says_constexpr;
    struct kp_map plain_classes[3]; /* by canonical type, [1]: as a template names them; private to
                                       parse_world_class.c */
    struct kp_map seen_files;       /* by file handle; private to parse_file.c */
    KP_VEC(struct kp_file_facts) facts; /* by file index */
    KP_VEC(struct kp_macro) macros;     /* of project files, in order of definition */
    struct kp_words *foreign;           /* cache of parse_const.c */

    struct kp_sym_table syms;
    struct kp_cursors sym_cursors;    /* by symbol id */
    struct kp_cursors explicit_specs; /* explicit specialisations, which have their own symbols */
    struct kp_cursors outer_types;    /* types that are declared outside of functions */
    struct kp_type_slot *types;
    size_t n_types, n_types_used;

    KP_VEC(const struct kp_sym *) type_params; /* template type parameters in scope */
    KP_VEC(struct kp_node *) functions;        /* FUNCTION nodes made */
    /* calls whose callee is looked up again when all functions have been built */
    KP_VEC(struct kp_node *) open_calls;
    struct kp_sym *function;    /* the function whose body is being built */
    CXCursor body_of;           /* .. its cursor: a template's, or an instance's */
    struct kp_printed *printed; /* the last function that libclang printed (parse_asm.c) */
    const struct kp_sym *record;
    const struct kp_braced *braced; /* those around what is being built; of parse_braced.c */
    unsigned template_depth;
    unsigned depth; /* of the recursion */
    size_t n_nodes;

    /* instances */
    /* number of places where a template stands for its instance, or an argument is omitted */
    size_t collapsed;
    bool exact; /* instances are being built, with their own symbols and types */
    struct kp_sym_table own;
    KP_VEC(uint8_t) marks;                   /* by index in out->instance_syms */
    KP_VEC(struct kp_sym *) queue, closures; /* symbols whose trees are still to be built */
    /* plain functions and fields that contain such a place (`collapsed`) */
    KP_VEC(const struct kp_sym *) inexact;
    uint8_t *resolved;            /* by symbol id: plain functions that are built like instances */
    struct kp_instance *instance; /* the instance that is being built */

    struct kp_map asks;     /* private to parse_asks.c: by a function's body */
    struct kp_map bases_of; /* private to parse_base.c: by class, index + 1 in .. */
    KP_VEC(CXType) bases;
};

/* ({ T name = value; ..; result; }) */
struct kp_braced {
    struct kp_cursors names, values;
    CXCursor result;
    const struct kp_braced *outer;
};

/* Deeper trees are cut off, with a hole in the function, because later passes recurse. */
enum { KP_MAX_DEPTH = 1200 };

/* ---- parse_file.c: files, macros, places ---- */

void kp_builder_files(struct kp_builder *b);
/* True for the same file, also when both exist only in memory. */
/* True if the place is in a header of the system or of others, of which no more than declarations
 * are read. */
bool kp_is_others(CXSourceLocation at);
bool kp_same_file(CXFile a, CXFile b);
int kp_file_index_of(struct kp_builder *b, CXFile f);
/* The file is known to be a header of others: asking libclang would read it. */
void kp_note_others_file(struct kp_builder *b, const char *path);
/* False when the range is in no file (implicit code). */
bool kp_spot_of(struct kp_builder *b, CXSourceRange range, struct kp_spot *out);
bool kp_spot_of_location(struct kp_builder *b, CXSourceLocation at, struct kp_spot *out);
/* The innermost macro use that covers [begin, end), NULL when none does. */
const struct kp_invocation *kp_use_around(const struct kp_builder *b, int file, uint32_t begin,
                                          uint32_t end);
/* The macro use whose name begins at `at`. */
const struct kp_invocation *kp_use_at(const struct kp_builder *b, int file, uint32_t at);
/* Does a use of a macro begin in the text? */
bool kp_has_use_in(const struct kp_builder *b, int file, struct kp_span span);
const struct kp_macro *kp_macro_named(const struct kp_builder *b, const char *name);
/* True if the macro has several definitions, so that what it is depends on the place. */
bool kp_is_redefined(const struct kp_builder *b, const char *name);
const char *kp_text_of(const struct kp_builder *b, int file, uint32_t *size);

/* ---- parse_node.c: nodes and their spans ---- */

struct kp_node *kp_node_new(struct kp_builder *b, enum kp_kind kind, CXCursor c);
struct kp_node *kp_none(struct kp_builder *b, const struct kp_node *near);
void kp_append(struct kp_node *parent, struct kp_node *child);
/* Called when all children have been added. Extends the span to whole macro uses, and sets
 * from_macro by comparing the node's text with the spelling that its kind must have. */
void kp_settle(struct kp_builder *b, struct kp_node *n, CXCursor c);
/* The same for a node without text of its own; its span is that of its children. */
void kp_settle_implicit(struct kp_builder *b, struct kp_node *n);
struct kp_cursors kp_cursors_in(struct kp_builder *b, CXCursor c);
/* Those that are expressions. */
struct kp_cursors kp_operands_in(struct kp_builder *b, CXCursor c);
/* The top-level cursors of the unit, or (`added`) of the text added after the source. Instances,
 * which libclang lists if local_only, are omitted. */
struct kp_cursors kp_cursors_of_unit(struct kp_builder *b, bool added);
char *kp_take_string(struct kp_builder *b, CXString s);
void kp_add_hole(struct kp_builder *b, const struct kp_sym *function, int file, uint32_t offset,
                 bool is_error, const char *text);

/* ---- parse_text.c ---- */

bool kp_has_own_text(struct kp_builder *b, const struct kp_node *n, CXCursor c);

/* ---- parse_instance.c ---- */

/* Fills out->instances. Must come last, because everything built from then on is an instance. */
void kp_build_instances(struct kp_builder *b);
/* Queues an instance's function or record, whose tree is to be built. */
void kp_queue_instance(struct kp_builder *b, struct kp_sym *s);
/* The argument of the instance being built for the template parameter `name`; NULL: none. */
const struct kp_tvalue *kp_argument_named(const struct kp_builder *b, const char *name);
/* parse_pattern.c: links the nodes of an instance's tree, and their symbols, to the pattern's. */
void kp_link_pattern(struct kp_builder *b, struct kp_node *instance, const struct kp_node *pattern);

/* ---- parse_includer.c ---- */

/* Why the tree of a source that includes the file cannot serve as the file's own: it does not
 * include it, includes it several times, or inside a declaration. NULL: it can. The tree must be
 * complete. */
const char *kp_not_from_includer(struct kp_builder *b);
/* True if a source includes itself, perhaps with different meanings. */
bool kp_includes_itself(struct kp_builder *b);
/* Fills out->inclusions. */
void kp_add_inclusion(struct kp_builder *b, CXCursor c);

/* ---- parse_own_header.c ---- */

/* Fills out->not_cudas: from the directive at `at`, which includes `found`. */
void kp_note_own_header(struct kp_builder *b, const struct kp_spot *at, const char *found);
void kp_note_own_runtime(struct kp_builder *b);

/* ---- parse_explicit.c ---- */

/* Text to be added after a source: classes whose friends are the explicit instantiations in the
 * source or, with `of_header`, in a header that it includes. Through them libclang shows these
 * instances. */
const char *kp_name_instances(struct kp_arena *arena, const char *text, uint32_t size,
                              bool of_header);
/* True if the place is in the text added after the source. */
bool kp_is_added(const struct kp_builder *b, CXSourceLocation at);
/* True for one of those classes whose instantiation is in text that the preprocessor skipped. */
bool kp_names_nothing(struct kp_builder *b, CXCursor c);
/* The instance that the explicit instantiation makes whose word `template` is there; null when it
 * is no function's, or cannot be told. */
CXCursor kp_instance_at(struct kp_builder *b, int file, uint32_t at);

/* ---- parse_sym.c, parse_type.c ---- */

/* The symbol of a declaration; NULL for a null cursor. */
struct kp_sym *kp_sym_of(struct kp_builder *b, CXCursor decl);
CXCursor kp_cursor_of(const struct kp_builder *b, const struct kp_sym *s);
/* True for an implicit or explicit instantiation, false for an explicit specialisation. */
bool kp_is_instance(const struct kp_builder *b, CXCursor decl);
/* The attributes among a declaration's children. */
struct kp_attributes {
    bool kernel, device, host, shared, constant, grid_constant, unexposed;
    bool other_bounds; /* they keep the registers as __launch_bounds__ does, and exclude it */
    uint32_t n_aligned;
};
struct kp_attributes kp_attributes_of(CXCursor decl);
/* parse_attribute.c: the alignment in bytes that a variable's attributes and its type as written
 * require; 0: they require none, -1: not known. */
int64_t kp_alignment_of(struct kp_builder *b, CXCursor var);
/* The number of parameters; *required: of those without a default. */
unsigned kp_parameters_of(struct kp_builder *b, CXCursor function, unsigned *required);
/* The member `name` of a record; with n_args >= 0, the method with that many parameters. NULL
 * unless it is unique. */
struct kp_sym *kp_member_named(struct kp_builder *b, CXCursor record, const char *name, int n_args);
const struct kp_type *kp_type_of(struct kp_builder *b, CXType t);
/* The type of a parameter that was declared with this one: an array is a pointer (C++17 [dcl.fct]).
 */
const struct kp_type *kp_type_of_parameter(struct kp_builder *b, const struct kp_type *t);
/* A type by keywords; NULL: it has a name. */
const struct kp_type *kp_builtin_type(struct kp_builder *b, const char *name);
/* A type by its spelling, for text that libclang does not show; NULL when unknown, or when
 * namespaces have several. */
const struct kp_type *kp_type_named(struct kp_builder *b, const char *spelling);

/* ---- parse_broken.c ---- */

/* True if the parser could not resolve the type, or what it is made of. */
bool kp_is_broken_type(CXType t);
/* True for a declaration of such a type, or with another error. */
bool kp_is_broken(CXCursor decl);
/* True for a variable or member of such a type; an error of its value does not count. */
bool kp_has_broken_type(struct kp_builder *b, CXCursor decl);
/* True if an expression writes such a type, or if an operand has one. */
bool kp_names_broken_type(struct kp_builder *b, CXCursor c);

/* ---- parse_expr.c, parse_call.c, parse_stmt.c, parse_asm.c, parse_decl.c ---- */

struct kp_node *kp_build_expr(struct kp_builder *b, CXCursor c);
/* A node with the expression's type, without children. */
struct kp_node *kp_expression(struct kp_builder *b, enum kp_kind kind, CXCursor c);
/* The same with all operands; UNKNOWN when there are not as many as the kind wants. */
struct kp_node *kp_with_operands(struct kp_builder *b, enum kp_kind kind, CXCursor c, size_t min,
                                 size_t max);
/* Sets the place of a node that has its children, and its value if that is constant. */
struct kp_node *kp_finish(struct kp_builder *b, struct kp_node *n, CXCursor c);
/* The argument of an instance for a template parameter: a number, or an expression. */
struct kp_node *kp_as_constant(struct kp_builder *b, struct kp_node *n, CXCursor c);
/* parse_leaf.c */
struct kp_node *kp_build_literal(struct kp_builder *b, enum kp_kind kind, CXCursor c);
struct kp_node *kp_build_float(struct kp_builder *b, CXCursor c);
struct kp_node *kp_build_null(struct kp_builder *b, CXCursor c);
/* sizeof and its kin: `name` says which, `type` is what is measured when there is no operand. */
struct kp_node *kp_build_sizeof(struct kp_builder *b, CXCursor c);
/* The rule for a function of the prelude; NULL when there is none, or it is another one's. */
const struct kp_call_rule *kp_prelude_rule(const struct kp_builder *b, const struct kp_sym *s);
/* A condition that is a call whose result is never 0 becomes a number, as it says no more. */
void kp_fold_nonzero(struct kp_builder *b, struct kp_node *n);
struct kp_node *kp_build_call(struct kp_builder *b, CXCursor c);
/* True if the cursor, in a template, is an operator for which libclang shows several candidate
 * functions. *name: the operand that names them. *is_built_in: the operands' types are such that
 * the built-in operator is used. */
bool kp_is_open_operator(struct kp_builder *b, CXCursor c, CXCursor *name, bool *is_built_in);
struct kp_node *kp_build_stmt(struct kp_builder *b, CXCursor c);
struct kp_node *kp_build_lambda(struct kp_builder *b, CXCursor c);
struct kp_node *kp_build_asm(struct kp_builder *b, CXCursor c);
struct kp_node *kp_build_var(struct kp_builder *b, CXCursor c);
struct kp_node *kp_build_param(struct kp_builder *b, CXCursor c);
struct kp_node *kp_build_record(struct kp_builder *b, CXCursor c);
/* Makes a node with fields for the record of a class template's instance. */
void kp_build_fields(struct kp_builder *b, CXCursor record);
struct kp_node *kp_build_function(struct kp_builder *b, CXCursor c);
/* What a function's declaration in the body of another says of its blocks. */
void kp_note_redeclared(struct kp_builder *b, CXCursor c);
bool kp_has_body(struct kp_builder *b, CXCursor function);
/* A template's definition, if it is visible; else the declaration itself. Each declaration has
 * parameters of its own, and the body names those of the definition. */
CXCursor kp_defined(CXCursor template);
/* The function's definition, if it is visible; else the null cursor. */
CXCursor kp_with_body(struct kp_builder *b, CXCursor function);
/* True if the declaration is in a file of the program. */
bool kp_is_of_program(struct kp_builder *b, CXCursor decl);
void kp_build_unit(struct kp_builder *b);
/* Skips implicit conversions and parentheses. */
CXCursor kp_strip(struct kp_builder *b, CXCursor c);
/* True for the copy of a temporary into the object that it is made for, of which libclang shows no
 * constructor: before C++17 compilers may leave it out, since then there is none. *made is what
 * makes the temporary. */
bool kp_is_elided(struct kp_builder *b, CXCursor c, CXCursor *made);
bool kp_is_expression(CXCursor c);
/* parse_cast.c: true for a cast to a reference. */
bool kp_is_place_cast(struct kp_builder *b, CXCursor cast);
bool kp_same_extent(CXCursor a, CXCursor b);
void kp_close_calls(struct kp_builder *b);

/* ---- parse_member.c ---- */

void kp_add_function_parts(struct kp_builder *b, struct kp_node *n, CXCursor function);
/* The default member initialiser; the null cursor when there is none. */
CXCursor kp_default_value(struct kp_builder *b, CXCursor field);
void kp_add_missing(struct kp_builder *b, struct kp_node *list, CXCursor c);
/* Gives nodes without text of their own an empty span at the end of `of`, and sets from_macro. */
void kp_move_to_end(struct kp_node *n, const struct kp_node *of);
/* parse_world_class.c */
bool kp_has_bases(CXType t);
/* parse_constructor.c: true if the class has no members and no bases. */
bool kp_is_empty_class(CXCursor record);
/* Makes each `T(arguments)` that is a statement of `n` a call of the constructor, where T is empty,
 * or only an instance has it. */
void kp_call_constructors(struct kp_builder *b, struct kp_node *n);

/* ---- parse_braced.c ---- */

/* True for statements inside an expression that name numbers and compute one of them; nothing in it
 * has an effect. */
bool kp_is_braced(struct kp_builder *b, CXCursor c, struct kp_braced *out);
/* Any statements inside an expression: their number, or an unknown one. */
struct kp_node *kp_build_braced(struct kp_builder *b, CXCursor c);
/* True for such a name, which stands for its value where the result is built. */
bool kp_is_braced_name(struct kp_builder *b, CXCursor var, CXCursor *value);

/* ---- parse_open_class.c ---- */

/* The static method that `Op<T>::run`, the callee of a call with `n_args` arguments, means in every
 * instance of the template around it; NULL: it may mean another one. `n` is the callee's node. */
struct kp_sym *kp_static_in_open_class(struct kp_builder *b, CXCursor callee,
                                       const struct kp_node *n, unsigned n_args);

/* ---- parse_base.c ---- */

/* What is behind all pointers and references, canonical. */
CXType kp_without_pointers(CXType t);

/* The number of bases that the class names, and the last one's specifier. */
unsigned kp_base_specifier(CXCursor record, CXCursor *specifier);
/* True for a template of a namespace of which the project has no specialisation. */
bool kp_is_only_form(struct kp_builder *b, CXCursor template);
/* The base's class; where that depends on the arguments of a template, the base's template, if the
 * file does not specialise it. The null cursor for any other base. */
CXCursor kp_base_record(struct kp_builder *b, CXCursor specifier);
/* The same for a class with a single base. */
CXCursor kp_only_base(struct kp_builder *b, CXCursor record);
/* True if a function of the class is declared virtual in it. */
bool kp_has_virtual(CXCursor record);
/* True if the value, of a constructor's list and no member's, is a call of the constructor of the
 * class's base. */
bool kp_makes_base(struct kp_builder *b, CXCursor constructor, CXCursor value);
/* True if these are two classes, or pointers or references to two. */
bool kp_converts_to_base(CXType from, CXType to);
/* True if the class, or the one pointed or referred to, names a base. */
bool kp_has_pointee_bases(CXType t);
/* Records that an object or pointer of type `from` is taken for one of type `to`. */
void kp_note_base(struct kp_builder *b, CXType from, CXType to);
/* The class that is the single base of a class; false if there is none, or where it is a template's
 * instance that nothing in the unit has shown. */
bool kp_base_type(struct kp_builder *b, CXType type, CXType *base);
/* The `this` of `((base *)this)->x`, whose member x is one of the object's, too; the null cursor:
 * the object of the member is no such cast. */
CXCursor kp_this_as_base(struct kp_builder *b, CXCursor object);

/* ---- parse_spaced.c ---- */

/* Replaces the % before a register's name in assembly, where clang expects %%. */
#define KP_ASM_PERCENT '\x01'

/* Changes what nvcc accepts and clang does not, without changing the text's length: `<< <` and `>>
 * >` of launches are joined, `%laneid` in assembly with operands is marked, attributes are moved
 * before `mutable`. */
const char *kp_for_clang(struct kp_arena *arena, const char *text, uint32_t size);
/* False when the text certainly contains no launch. */
bool kp_may_launch(const char *text, uint32_t size);

/* ---- parse_trivial.c ---- */

enum kp_implicit {
    KP_IMPLICIT_DEFAULT,
    KP_IMPLICIT_COPY,
    KP_IMPLICIT_ASSIGNMENT,
    KP_IMPLICIT_END /* the destructor */
};

/* True if the implicit member is trivial: it copies the bits or does nothing, since no
 * corresponding member of the class or of its parts is user-defined. */
bool kp_is_trivial(struct kp_builder *b, CXCursor member, enum kp_implicit what);
/* The same for the member of a class; false when it has none. */
bool kp_has_trivial(struct kp_builder *b, CXCursor record, enum kp_implicit what);
/* True if the member, a constructor without parameters or a destructor, does nothing on the device:
 * `__device__ point() {}` does what the compiler's does. */
bool kp_is_empty_on_the_device(struct kp_builder *b, CXCursor member);
/* True if a member of the class template is specialised by itself. */
bool kp_has_special_member(struct kp_builder *b, CXCursor record);
/* True for a union of which that does nothing to the members: no constructor of theirs runs. */
bool kp_leaves_members(CXCursor record, enum kp_implicit what);
/* Visits the members as written: those of an explicit specialisation or of the template; of both
 * when it is not known which applies. The visitor may be called twice for a member. */
void kp_visit_class(CXCursor record, CXCursorVisitor visitor, CXClientData data);

/* ---- parse_value.c ---- */

void kp_fold(struct kp_node *n);
/* The value of a constant expression. False for expressions whose calls may return another value at
 * run time. */
bool kp_evaluate(struct kp_builder *b, CXCursor c, int64_t *value);
/* parse_asks.c: true if a function called by the expression tests whether it is evaluated as a
 * constant. */
bool kp_asks_for_constant(struct kp_builder *b, CXCursor c);
/* parse_const.c: the value of text without nodes, in which names are macros and known constants. */
bool kp_fold_text(struct kp_builder *b, const char *text, int64_t *value);

/* ---- parse_bounds.c ---- */

/* Adds what a declaration of a kernel says of its blocks; has_attribute: it may say something. */
void kp_add_bounds(struct kp_builder *b, struct kp_sym *s, CXCursor c, bool has_attribute);

/* ---- parse_launch.c ---- */

/* Fills `t`, whose param is set, with argument i of an instance of a function or class. */
void kp_read_argument(struct kp_builder *b, CXCursor instance, unsigned i, struct kp_tvalue *t);
bool kp_is_launch(CXCursor call);
bool kp_is_configuration(CXCursor c); /* the cursor that libclang makes of a launch's <<<...>>> */
void kp_add_launch(struct kp_builder *b, CXCursor call, struct kp_node *node);
bool kp_is_switched_off(const struct kp_file_facts *f, uint32_t at);
void kp_find_instantiations(struct kp_builder *b);
void kp_list_templates(struct kp_builder *b);

/* ---- parse_hole.c ---- */

void kp_collect_errors(struct kp_builder *b);
/* True for an error in the file or its headers, false for a warning, and for an error that only the
 * text that is added behind the file has. */
bool kp_is_error_of_file(const struct kp_builder *b, CXDiagnostic d);
/* The number of errors in functions with loops and tiles, and in launches of templates; kernels
 * without a body in the tree count as ten. */
unsigned kp_errors_that_matter(const struct kp_builder *b);
/* True if a header was not found. Then the host code that uses templates may not be seen. */
bool kp_lacks_headers(const struct kp_builder *b);
/* The number of kernels of the input, templates with a loop and shared memory, without an instance.
 */
unsigned kp_unseen_instances(const struct kp_builder *b);
void kp_find_unseen(struct kp_builder *b);

/* ---- parse_caller.c ---- */

/* Fills out->of_caller, of_counter and of_lambda. */
void kp_find_caller_words(struct kp_builder *b);

/* ---- parse_world.c ---- */

/* Adds holes for constructs that the tree does not represent exactly, in functions with loops and
 * in their callees. */
void kp_close_world(struct kp_builder *b);

/* ---- parse_stage.c ---- */

/* Parses the unit's source, if needed several times with different options, and fills `out` with
 * the best tree; false with *error set when there is none. */
bool kp_parse_best(struct kp_arena *arena, const struct kp_unit *u, struct kp_parse *out,
                   const char **error);

/* parse_prelude.c: the path of a precompiled prelude for -include-pch, for parses with these
 * arguments; NULL: the prelude must be included as text. `args` exclude system headers, so the
 * precompiled file depends on the prelude's text only. */
const char *kp_prelude_parsed(struct kp_arena *a, CXIndex index, const struct kp_args *args,
                              struct CXUnsavedFile *prelude);
/* True if the arguments include files, so that what they are for cannot be parsed alone. */
bool kp_includes_more(const struct kp_args *args);
/* What make_it() returns, in a process of its own: where nothing can be written, LLVM ends it. */
bool kp_make_apart(bool (*make_it)(void *), void *data);

/* ---- parse_child.c ---- */

/* Nanoseconds of processor time of a running process. */
int64_t kp_used_by(pid_t pid);

/* ---- parse_preamble.c ---- */

/* The #includes of others' headers with which a text begins, by itself or by headers that it
 * includes; NULL: none. `path` is the text's. */
const char *kp_preamble_of(struct kp_arena *a, const struct kp_unit *u, const char *path,
                           const char *text, size_t size);

struct kp_preamble_job {
    const struct kp_unit *unit;
    CXIndex index;
    const struct kp_args *args;
    struct CXUnsavedFile *files; /* KP_PREAMBLE_PATH is one of them */
    unsigned n_files;
    const char *text; /* of kp_preamble_of() */
};

/* The path of their tree and the prelude's, for -include-pch, made on first use in a run; `reads`
 * receives the files that it was made of. NULL: the text has to be parsed as a whole. */
const char *kp_preamble_parsed(struct kp_arena *a, const struct kp_preamble_job *job,
                               struct kp_texts *reads);

/* ---- parse_run.c: what texts of one file have in common, until kp_parse_run_end() ---- */

/* The way that texts of this file, compiled like this, have needed; kp_note_way(): of a unit that
 * has been parsed. */
enum kp_way kp_way_for(const struct kp_unit *u);
void kp_note_way(const struct kp_unit *u);
/* The folder for what the run keeps; "": there is none. kp_run_folder_make(): tries to have one. */
const char *kp_run_folder(void);
void kp_run_folder_make(struct kp_arena *a);

#endif
