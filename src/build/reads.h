/* What a compiler has read, and what it has looked for: the files that a product was made of, and
 * the names in the user's folders that would have been, or would now be, found first. */
#ifndef KP_BUILD_READS_H
#define KP_BUILD_READS_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#include "util/arena.h"
#include "util/str.h"

struct kp_reads {
    const char *temp;          /* where the compiler ran; relative names begin there */
    const char *depends;       /* the rule for make that lists what was read */
    const char *self;          /* the name that the source gives itself */
    const char *text;          /* of the source, with all that is in front of it */
    const char *toolkit;       /* files below it are the compiler's own; may be NULL */
    struct kp_texts folders;   /* where the user's headers are looked for */
    struct timespec beginning; /* kp_reads_clock() before the compiler was started */
};

/* The clock that file systems stamp files with. */
struct timespec kp_reads_clock(void);

/* The list, lines of text, to be kept. NULL when it cannot vouch for the product: a file was saved
 * since the beginning, is gone, or asks for headers by names that are not visible. */
const char *kp_reads_list(struct kp_arena *a, const struct kp_reads *r);

/* Would the compiler read the same now? */
bool kp_reads_same(struct kp_arena *a, const char *list);

#endif
