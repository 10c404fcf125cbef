/* Private to layout/: the state of laying out the shared arrays of one kernel anew. */
#ifndef KP_LAYOUT_LAYING_H
#define KP_LAYOUT_LAYING_H

#include "emit/emit.h"
#include "emit/text.h"
#include "facts/points.h"
#include "facts/pointed.h"
#include "facts/touched.h"
#include "layout/layout.h"
#include "model/elements.h"
#include "model/func.h"
#include "model/refuse.h"

enum { KP_MAX_SHAPES = 8, KP_CHUNK = 16 };

/* A toucher: a value that accesses an array through one operand. With `touch.bytes` 0 it is a cast
 * of a pointer to a type with alignment `aligned`. */
struct kp_toucher {
    kp_val value, address;
    unsigned operand;
    struct kp_touched touch;
    int64_t aligned; /* the alignment in bytes that it may need */
};

/* The number that may be the length of the rows of an array of one dimension, as it is written in
 * the products from which addresses are computed. */
struct kp_stride {
    const char *text;
    int64_t row; /* bytes */
    struct kp_node_set at;
    /* as in kp_laid_array; more 0: it is of no use, or was refused */
    int64_t more, before, after;
};

/* Where the elements of an array are to be. The chunks of a row, of 16 bytes each, are permuted
 * where `chunks` is not 0: chunk c of row r is at c ^ r / every % chunks. */
struct kp_rows {
    int64_t more; /* bytes by which each row becomes longer, or shorter where nothing is accessed */
    int64_t every, chunks; /* powers of two */
};

struct kp_laid_array {
    const struct kp_sym *sym;
    uint32_t object; /* of the IR */
    /* sizes in bytes of an element, a row and the array, before the change */
    int64_t element, row, bytes;
    int64_t n_rows; /* of the last two dimensions: after so many rows the permutation begins anew */
    struct kp_rows to; /* all 0: as it is */
    /* wavefronts per iteration before and after, for `per_warp` warps */
    int64_t before, after, per_warp;
    int64_t ideal;                  /* kp_count_wavefronts(): .. without any bank conflict */
    const struct kp_toucher *worst; /* .. and the access that loses most; NULL: none does */
    KP_VEC(struct kp_toucher) at;
    /* an array of one dimension: what may be its rows, and what they are taken for */
    KP_VEC(struct kp_stride) strides;
    const struct kp_stride *stride;
};

struct kp_laying {
    struct kp_unit *u;
    struct kp_func *f;
    const struct kp_loop *l;
    const struct kp_fn *fn;
    KP_VEC(struct kp_laid_array) arrays;
    struct kp_block_shape launched[KP_MAX_SHAPES]; /* the block shapes of the visible launches */
    size_t n_launched;
    bool is_closed;         /* no other launches are possible */
    bool wants_clone;       /* an array keeps its rows because others are */
    struct kp_refusal *why; /* the first refusal */
};

/* Refuses the change; always returns false. */
bool kp_refuse_layout(struct kp_laying *m, enum kp_code code, const struct kp_node *at,
                      const char *name);
/* The node of the kernel itself from which a value comes. */
const struct kp_node *kp_laying_place(const struct kp_value *v);

/* True if the array's elements move. */
static inline bool kp_is_moved(const struct kp_laid_array *a)
{
    return a->to.more || a->to.chunks;
}

/* The offset at which the byte at offset `at` of the array will be, in bytes. */
static inline int64_t kp_moved_to(const struct kp_laid_array *a, int64_t at,
                                  const struct kp_rows *to)
{
    int64_t row = at / a->row, column = at % a->row;

    if (to->chunks)
        column ^= row % a->n_rows / to->every % to->chunks * KP_CHUNK;
    return row * (a->row + to->more) + column;
}

/* True if `bytes` bytes from offset `at` on stay one piece, in the row as it will be. */
static inline bool kp_stays_whole(const struct kp_laid_array *a, int64_t at, int64_t bytes,
                                  const struct kp_rows *to)
{
    int64_t column = at % a->row;

    return !to->chunks ||
           (column % KP_CHUNK + bytes <= KP_CHUNK && column + bytes <= a->row + to->more);
}

/* layout.c: finds the arrays with rows that the kernel declares. */
void kp_find_arrays(struct kp_laying *m);
/* touchers.c: finds everything that accesses the array. False after a refusal, because its address
 * may be observed. */
bool kp_find_touchers(struct kp_laying *m, struct kp_laid_array *a);
/* The pointer from which the address operand of assembly was cast. */
kp_val kp_pointer_of(const struct kp_fn *fn, kp_val v);
/* gain.c: chooses array->to; false when nothing reduces the wavefronts. Columns are permuted only
 * where kp_can_swizzle(). */
bool kp_choose_rows(struct kp_laying *m, struct kp_laid_array *a, enum kp_laying_effort effort);
/* gain.c: fills before, ideal, per_warp and worst for the rows as they are; false when an address
 * is not known. */
bool kp_count_wavefronts(struct kp_laying *m, struct kp_laid_array *a);
/* flat.c: for an array of one dimension, finds what may be the length of its rows, ... */
void kp_find_strides(struct kp_laying *m, struct kp_laid_array *a);
/* ... how much longer each of them is to be, */
void kp_choose_strides(struct kp_laying *m, struct kp_laid_array *a, enum kp_laying_effort effort);
/* and takes the best one that was not taken before; array->to is 0 if there is none. */
void kp_take_stride(struct kp_laid_array *a);
/* same.c: checks that `fn` equals m->fn except for where elements are; false after a refusal. */
bool kp_is_laid_out(struct kp_laying *m, const struct kp_fn *fn, struct kp_laid_array **culprit);
/* swizzle.c: true if each mention of the array is an element of it whose column can be permuted in
 * the text; then the patches for all that are under `n`. */
bool kp_can_swizzle(struct kp_laying *m, const struct kp_laid_array *a);
void kp_print_swizzle(struct kp_laying *m, struct kp_patches *p, const struct kp_laid_array *a,
                      const struct kp_node *n);
/* True if a value of the new text's IR comes of such a patch. */
bool kp_is_of_swizzle(const struct kp_laying *m, const struct kp_fn *fn, kp_val id);
/* print.c: true if the change can be written as text; then its patches. */
bool kp_can_lay_out(struct kp_laying *m, struct kp_laid_array *a);
void kp_print_layout(struct kp_laying *m, struct kp_patches *patches);

#endif
