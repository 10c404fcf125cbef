/* What nvcc has made before, kept in a folder of the user's: keyed by everything that it was made
 * of, safe when several programs use it at the same time. An entry is a folder with the product,
 * what nvcc printed, and the list of the files it read, which must all be as they were.
 *
 * The folder is kp_cache_folder(). One limit is known: a header that did not exist then and would
 * be found first now is not noticed. */
#ifndef KP_BUILD_CACHE_H
#define KP_BUILD_CACHE_H

#include <stdbool.h>
#include <stddef.h>

#include "util/arena.h"

struct kp_cache_key {
    struct kp_arena *arena;
    const char *entry; /* the entry's folder; NULL: no cache */
};

/* `parts` (NULL-terminated) is all that decides about the product besides the files that it reads;
 * programs among them are given by kp_cache_program(). */
struct kp_cache_key kp_cache_key(struct kp_arena *a, const char *const *parts);
/* A program's path, size and time. */
const char *kp_cache_program(struct kp_arena *a, const char *path);

/* Copies the entry's product to temp/output and what was printed to temp/log. False when there is
 * none, or when a file that it was made of has changed. */
bool kp_cache_fetch(const struct kp_cache_key *k, const char *temp, const char *output);
/* Keeps temp/output and temp/log. `depends` is the text of the rule for make that lists what was
 * read; relative names begin at `temp`. Files of `temp` itself and `self`, the name that the source
 * gives itself, belong to the key. Failure is
 * silent: there is just no entry then. */
void kp_cache_store(const struct kp_cache_key *k, const char *temp, const char *output,
                    const char *depends, const char *self);

#endif
