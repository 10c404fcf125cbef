/* The files that a compiler has read, and the names that it looked for before it found them: a file
 * that appears under such a name would now be read instead. */
#ifndef KP_BUILD_READS_H
#define KP_BUILD_READS_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#include "util/arena.h"
#include "util/str.h"

struct kp_reads {
    const char *temp;    /* where the compiler ran; relative names begin there */
    const char *depends; /* path of the make rule (-MD) that lists the files read */
    const char *self;    /* the source's name in that rule */
    const char *text;    /* text of the source, with everything put before it */
    const char *toolkit; /* the compiler's own folder, whose files are not listed; may be NULL */
    struct kp_texts folders;   /* the folders in which the user's headers are searched */
    struct timespec beginning; /* kp_reads_clock() before the compiler was started */
};

/* Adds the folders in which all compilers look for headers of C++: those that the environment names
 * (an empty name and relative ones begin in `here`), and the system's. */
void kp_reads_add_folders(struct kp_arena *a, const char *here, struct kp_texts *to);

/* The time by the clock that file systems use for time stamps. */
struct timespec kp_reads_clock(void);

/* The list to store, as lines of text. NULL when it cannot be complete: a file was written after
 * the beginning, is gone, or has an #include whose name is not literal. */
const char *kp_reads_list(struct kp_arena *a, const struct kp_reads *r);

/* True if the compiler would read the same files with the same contents now. */
bool kp_reads_same(struct kp_arena *a, const char *list);

#endif
