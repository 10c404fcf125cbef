/* What a load slice is read by: the copies of a loop's tiles, and the reads of global memory that
 * feed them. */
#ifndef KP_MODEL_COPYING_H
#define KP_MODEL_COPYING_H

#include "model/func.h"

/* Where the reader is: the conditions and loops around, up to the slice. */
struct kp_copying {
    struct kp_func *f;
    struct kp_unit *u;
    struct kp_loop *l;
    KP_VEC(struct kp_guard) guards; /* ifs around */
    KP_VEC(struct kp_guard) conds;  /* ?:, && and || around, inside one statement */
    KP_VEC(const struct kp_node *) loops;
    const struct kp_node *stmt; /* the expression statement or VAR */
};

/* Appends all of the list `from`; both hold elements of one type. */
#define kp_push_all(c, to, from)                                                                   \
    do {                                                                                           \
        for (size_t i_ = 0; i_ < (from)->n; i_++)                                                  \
            kp_push((c)->u->arena, (to), (from)->v[i_]);                                           \
    } while (0)

/* sites.c: adds to the loop's sites the outermost reads of global memory in an expression. Reads
 * that only compute an address of another read (gathers) stay in the fetch. */
void kp_find_sites(struct kp_copying *c, const struct kp_node *n);
/* True for a statement that only sets variables of the body to what it reads, by assembly or in a
 * constructor: a site for each of them is added. */
bool kp_find_set_sites(struct kp_copying *c, const struct kp_node *stmt);
/* True for a read of global memory, be it a call (`__ldg(p)`). */
bool kp_is_site(const struct kp_copying *c, const struct kp_node *n);
/* True for a call that reads global memory and returns what it read. */
bool kp_is_read_call(const struct kp_copying *c, const struct kp_node *n);

#endif
