/* The constants that a rewritten loop's static_assert names, on their way into it. */
#ifndef KP_EMIT_CONSTANTS_H
#define KP_EMIT_CONSTANTS_H

#include "emit/emit.h"
#include "front/pieces.h"

/* The place of what is not named in the function's own text: behind all that is. */
enum { KP_BEHIND_ALL = INT32_MAX };

struct kp_constant {
    const char *text; /* an expression that can be said in front of the loop */
    int64_t value;
    uint32_t at;      /* where it is first named */
    size_t order;     /* among those of one place */
    const char *said; /* the condition; NULL: that the text has the value */
    bool is_loose;    /* == would bind tighter than what is in it */
    bool is_enum;
};

struct kp_constants {
    struct kp_unit *u;
    const struct kp_loop *l;
    const struct kp_words *varying;
    KP_VEC(struct kp_constant) list;
    struct kp_words known;               /* their texts */
    KP_VEC(const struct kp_node *) seen; /* functions */
};

/* Adds it, unless there is one of that text. */
void kp_constant_add(struct kp_constants *g, struct kp_constant c);
/* True if the text has one value in this compilation: not another one in the host's pass, and none
 * that varies between branches that the text is made for. */
bool kp_is_one_value(const struct kp_constants *g, const char *text);
/* True for an enumerator, and for a variable that C++ takes for a constant. */
bool kp_is_named_constant(const struct kp_sym *s);
/* True if no other symbol has its name. */
bool kp_is_alone(const struct kp_unit *u, const struct kp_sym *s);
/* A name for what is declared outside of functions and classes that means it in front of the loop;
 * NULL: there is none. */
const char *kp_outer_name(const struct kp_constants *g, const struct kp_sym *s);

/* True if a name of the path may mean in front of the loop what the function declares. */
bool kp_is_named_in_function(const struct kp_constants *g, const char *path);
/* True for names joined by `::`. */
bool kp_is_path(const char *name);

/* constants_types.c: adds aliases, macros that are types, and sizes of classes. */
void kp_gather_types(struct kp_constants *g);
/* constants_words.c: add the macros and constants whose names no node of the tree stands for, and
 * the instances by which a template's loop was decided. */
void kp_gather_macros(struct kp_constants *g);
void kp_gather_words(struct kp_constants *g);
void kp_gather_instances(struct kp_constants *g);
/* `N == 2 && M == 1` of an instance that is in sight; what has no name nobody can ask for. */
const char *kp_said_of(struct kp_unit *u, const struct kp_instance *of);

#endif
