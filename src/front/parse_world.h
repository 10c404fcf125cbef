/* Private to front/parse_world*.c: is every construct of the functions that hold loops, and of what
 * they call, one that the tree represents exactly?
 *
 * The answer is sought in the bodies that the compiler resolved: those of functions that are no
 * templates, and those of a template's instances that the unit shows. Of a template without an
 * instance the pattern is looked at, and what depends on a type parameter is only accepted for
 * types that are plain (kp_parse.plain). */
#ifndef KP_FRONT_PARSE_WORLD_H
#define KP_FRONT_PARSE_WORLD_H

#include "front/parse.h"

/* A node of the tree that names a function or an object, and the cursor that it was found for. */
struct kp_mention {
    struct kp_node *node;
    CXCursor used_by;
    size_t order;   /* in the tree */
    uint32_t reach; /* where the last ends of it and those that begin before it, in its file */
};

/* What is known of one function, by its symbol. */
struct kp_face {
    const struct kp_sym *sym;
    struct kp_cursors instances; /* bodies that the compiler made of the template */
    KP_VEC(const struct kp_sym *) calls;
    KP_VEC(struct kp_mention) mentions; /* by file and begin */
    unsigned n_refs, n_calls;           /* in the unit: as many, unless its address is taken */
    bool is_wanted, has_mentions, has_pattern_judged;
    const struct kp_hole *hole; /* the first */
};

/* A body that waits to be judged. */
struct kp_body {
    struct kp_face *face;
    CXCursor function;
    bool is_pattern; /* a template's, with types left open */
};

struct kp_world {
    struct kp_builder *b;
    struct kp_face **faces; /* by symbol id */
    size_t n_faces;
    KP_VEC(struct kp_body) queue;
    KP_VEC(struct kp_face *) wanted;
};

/* The walk of one body. */
struct kp_look {
    struct kp_world *w;
    struct kp_builder *b;
    struct kp_face *face;
    CXCursor function;
    bool is_pattern;
    unsigned depth, lambdas; /* around what is looked at */
};

/* Reports the first construct of the function that is not known. */
void kp_unknown(struct kp_look *l, CXCursor at, const char *text);
static inline bool kp_look_is_over(const struct kp_look *l)
{
    return l->face->hole != NULL;
}

/* parse_world.c */
struct kp_face *kp_face_of(struct kp_world *w, const struct kp_sym *s);
/* The body of `function`, a declaration or definition of the symbol, is to be judged, too. */
void kp_want(struct kp_world *w, const struct kp_sym *s, CXCursor function);

/* parse_world_stmt.c */
void kp_look_at(struct kp_look *l, CXCursor c);
void kp_look_at_children(struct kp_look *l, CXCursor c);
void kp_look_at_variable(struct kp_look *l, CXCursor c);

/* parse_world_expr.c */
void kp_look_at_expr(struct kp_look *l, CXCursor c);
/* Literals, enumerators and constants, and operators on them. */
bool kp_is_constant(struct kp_builder *b, CXCursor c);

/* parse_world_call.c */
void kp_look_at_call(struct kp_look *l, CXCursor c);
/* The node of the tree for a cursor of the body: of symbol `s` (NULL: any) and one of the kinds. */
struct kp_node *kp_mention_of(struct kp_look *l, CXCursor c, const struct kp_sym *s, bool call);

/* parse_world_class.c */
/* Nothing happens where an object of the type begins or ends but what the tree says. */
void kp_look_at_type(struct kp_look *l, CXCursor at, CXType t);
/* .. where it is made by a constructor. */
void kp_look_at_constructor(struct kp_look *l, CXCursor call, CXCursor constructor);
bool kp_copies_trivially(struct kp_builder *b, CXType t);
/* {a, b}: as it is written, without the constructors and conversions that it stands for. */
void kp_look_at_list(struct kp_look *l, CXCursor list);

/* parse_world_plain.c */
/* The instance's own arguments: types that are no references, and integers. */
void kp_look_at_arguments(struct kp_look *l);
/* A number, a class of the prelude's, or a pointer to or an array of such. */
bool kp_is_plain(struct kp_builder *b, CXType type);
void kp_list_plain(struct kp_world *w, struct kp_face *f);

#endif
