/* Private to front/parse_world*.c: finds constructs, in functions with loops and their callees,
 * that the tree does not represent exactly.
 *
 * Examined are bodies that the compiler has resolved: those of plain functions and of the visible
 * instances of templates. For a template without an instance, its own body is examined, and what
 * depends on a type parameter is accepted only for plain types (kp_parse.plain). */
#ifndef KP_FRONT_PARSE_WORLD_H
#define KP_FRONT_PARSE_WORLD_H

#include "front/parse.h"

/* A node of the tree that names a function or an object, and the cursor that it was found for. */
struct kp_mention {
    struct kp_node *node;
    CXCursor used_by;
    size_t order;   /* position in the tree */
    uint32_t reach; /* the largest end of this and all earlier mentions in its file */
};

/* The state of the search for one function. */
struct kp_face {
    const struct kp_sym *sym;
    struct kp_cursors instances; /* the template's instantiated bodies */
    KP_VEC(const struct kp_sym *) calls;
    KP_VEC(struct kp_mention) mentions; /* sorted by file and begin */
    unsigned n_refs, n_calls;           /* in the unit; they differ if its address is taken */
    bool is_wanted, has_mentions, has_pattern_judged;
    bool is_broken; /* an instance is for a type that does not parse: for another one in truth */
    const struct kp_hole *hole;    /* the first one found; NULL: none */
    const struct kp_hole *if_open; /* .. where it is called for a template */
    const struct kp_hole *closure; /* .. of kind CLOSURE */
};

KP_VEC_TYPE(kp_faces, struct kp_face *);

/* A body that is still to be examined. */
struct kp_body {
    struct kp_face *face;
    CXCursor function;
    bool is_pattern; /* a template's own body, with dependent types */
};

struct kp_world {
    struct kp_builder *b;
    struct kp_face **faces; /* by symbol id */
    size_t n_faces;
    KP_VEC(struct kp_body) queue;
    struct kp_faces wanted;
    struct kp_map seen;   /* constructors */
    struct kp_map copied; /* by class: 1: trivially, 2: not */
    bool in_broken;       /* in a host function's instance for a type that does not parse */
};

/* The walk of one body. */
struct kp_look {
    struct kp_world *w;
    struct kp_builder *b;
    struct kp_face *face;
    CXCursor function;
    bool is_pattern;
    unsigned depth, lambdas; /* number of nodes and lambdas around the current cursor */
    int without_nodes; /* in what the tree has no nodes for: captures, and types of variables */
};

/* Records a construct that is not represented exactly, if it is the function's first; NULL: it is
 * not. */
struct kp_hole *kp_unknown(struct kp_look *l, CXCursor at, const char *text);
/* The same where it is called for a template, which may have other instances than those in sight.
 */
void kp_unknown_if_open(struct kp_look *l, CXCursor at, const char *text);
/* Records a closure with variables of its own. */
void kp_not_modelled(struct kp_look *l, CXCursor at, const char *text);
static inline bool kp_look_is_over(const struct kp_look *l)
{
    return l->face->hole != NULL;
}

/* parse_world.c */
/* Queues the body of `function`, a declaration or definition of the symbol. */
void kp_want(struct kp_world *w, const struct kp_sym *s, CXCursor function);

/* parse_world_stmt.c */
void kp_look_at(struct kp_look *l, CXCursor c);
/* The same for each expression in it. */
void kp_look_at_operands(struct kp_look *l, CXCursor c);
void kp_look_at_variable(struct kp_look *l, CXCursor c);

/* parse_world_expr.c */
void kp_look_at_expr(struct kp_look *l, CXCursor c);
/* True for literals, enumerators and constants, and for operators on these. */
bool kp_is_constant(struct kp_builder *b, CXCursor c);

/* parse_world_tree.c */
/* The tree's node for a cursor of the body, with symbol `s` (NULL: any); `call`: a call, else a
 * name. */
struct kp_node *kp_mention_of(struct kp_look *l, CXCursor c, const struct kp_sym *s, bool call);
/* True if the tree has a name, or else an operator, in the same place, which is the invocation for
 * all that a macro's text has. What the tree has not, all passes overlook. */
bool kp_is_in_tree(struct kp_look *l, CXCursor c, bool name);

/* parse_world_call.c */
void kp_look_at_call(struct kp_look *l, CXCursor c);

/* The body of `function`, the symbol's, is part of what the look is at. */
void kp_call_of_own(struct kp_look *l, CXCursor function, const struct kp_sym *s);

/* parse_world_held.c */
/* Examines the call if it is one by the name of a template's parameter, or of a constant that holds
 * a function; false: it is another one. */
bool kp_look_at_held_call(struct kp_look *l, CXCursor c);
/* True if the variable is constant and is a function of the program's that only computes a number.
 */
bool kp_holds_function(struct kp_look *l, CXCursor variable);

/* parse_constructor.c */
/* True if the constructor's body only computes numbers, out of numbers that it is given and of the
 * object's members, and stores them in its own variables and in members that are numbers. */
bool kp_only_computes_members(const struct kp_builder *b, const struct kp_sym *constructor);
/* True if the function only computes a number out of the numbers that it is given, and its text has
 * no macros. */
bool kp_only_computes_number(const struct kp_builder *b, const struct kp_sym *function);

/* parse_makes.c */
/* True if the constructor, of the class `record`, does nothing but give the new object its values.
 */
bool kp_only_makes(struct kp_builder *b, CXCursor constructor, CXType record);
/* The same, where a pattern may call it, with any arguments. */
bool kp_any_only_makes(struct kp_builder *b, CXCursor constructor, CXType record);
/* True if the parameters are numbers, or objects of CUDA's or of the class, and their defaults
 * constants. */
bool kp_has_plain_parameters(struct kp_builder *b, CXCursor constructor, CXType record);
/* True if the parameters are numbers, pointers to them, or objects of CUDA's or of the class. */
bool kp_has_simple_parameters(struct kp_builder *b, CXCursor constructor, CXType record);
/* True if the conversion, of the class `record`, returns a value of numbers of its object. */
bool kp_only_converts(struct kp_builder *b, CXCursor conversion, CXType record);
/* True if the constructor's list has a value for the member. */
bool kp_gives_value(struct kp_builder *b, CXCursor constructor, CXCursor field);
/* True if nothing in a value of the type is an address. */
bool kp_holds_numbers(struct kp_builder *b, CXType type);

/* parse_world_class.c */
/* Checks that constructing and destroying an object of the type does nothing that the tree does not
 * show. */
void kp_look_at_type(struct kp_look *l, CXCursor at, CXType t);
/* The same for construction by a constructor. */
void kp_look_at_constructor(struct kp_look *l, CXCursor call, CXCursor constructor);
bool kp_copies_trivially(struct kp_look *l, CXType t);
/* In a pattern: the operand of an operator that is not resolved may be of a class that has it. */
void kp_look_at_open_operand(struct kp_look *l, CXCursor operator, CXCursor operand);

/* Examines {a, b} as written, without the constructors and conversions that it implies. */
void kp_look_at_list(struct kp_look *l, CXCursor list);

/* parse_world_behind.c */
/* True if the cursor stands in a kernel behind all of its loops in which threads may wait for
 * others, and control does not come back, and if what makes and ends objects of the type asks
 * nothing of the kernel's launch. */
bool kp_is_behind_loops(struct kp_look *l, CXCursor c, CXType of);
/* The same for a call of a constructor, of which the tree has the object: it is then marked as made
 * by unknown code. */
bool kp_is_made_behind(struct kp_look *l, CXCursor call);

/* parse_world_base.c */
/* True if the call, of a member of `record`, is handed an object of which that is a part. */
bool kp_is_cut_to_base(struct kp_builder *b, CXCursor call, CXCursor record);
/* The operand is an object, or points to one, that is taken for one of its base. */
void kp_look_at_conversion(struct kp_look *l, CXCursor c, CXCursor operand);
/* The same of the object whose member is named or called, which may be a base's. */
void kp_look_at_object(struct kp_look *l, CXCursor operand);

/* parse_world_plain.c */
/* Examines the instance's template arguments: only types that are no references, and integers, are
 * accepted. */
void kp_look_at_arguments(struct kp_look *l);
/* True if the text of the cursor, or of a macro in it, may spell a reference type. */
bool kp_says_reference(struct kp_builder *b, CXCursor c);
/* True if a type parameter of the function template may become a reference that the call does not
 * spell: by its default, or deduced for T &&. */
bool kp_may_deduce_reference(struct kp_builder *b, CXCursor function);
/* True for a number, a class of the prelude, and pointers to and arrays of these. */
bool kp_is_plain(struct kp_builder *b, CXType type);
void kp_list_plain(struct kp_world *w, struct kp_face *f);

#endif
