/* Changes #include directives so that a file's text can be compiled in another folder. Works on
 * text, without preprocessing. */
#ifndef KP_FRONT_PLACE_H
#define KP_FRONT_PLACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kp.h"

/* An #include directive. */
struct kp_asked {
    uint32_t begin, end; /* the name, without its quotes */
    char quote;          /* '"', '<'; 0: a macro names it */
    bool is_next;        /* #include_next */
};

/* Finds the next directive at or after *at and moves *at behind it; false at the end. */
bool kp_next_asked(const char *text, size_t size, uint32_t *at, struct kp_asked *found);

/* An include guard around a whole text: `#ifndef NAME`, `#define NAME` .. `#endif`. */
struct kp_include_guard {
    struct kp_span first, last; /* #ifndef and #endif */
    struct kp_span name;        /* the name in the #define; empty: there is no guard */
};

void kp_find_include_guard(const char *text, uint32_t begin, uint32_t size,
                           struct kp_include_guard *to);

/* .. around all of it but the preprocessor's own lines: all that it declares is in the guard. */
void kp_find_body_guard(const char *text, uint32_t begin, uint32_t size,
                        struct kp_include_guard *to);

/* A replaced file: its new text and the name under which that is included. */
struct kp_placed {
    const char *path; /* real */
    const char *name;
    const char *text; /* NUL-terminated */
    size_t size;
};

struct kp_placed_list {
    struct kp_placed *v;
    size_t n, cap;
};

struct kp_place_job {
    const char *path;   /* the file that the text is from */
    const char *folder; /* put before names that are found in the file's own folder */
    const char *text;
    size_t size;
    const struct kp_placed_list *placed; /* NULL: none */
    /* the files that the text's directives are known to include */
    const struct kp_inclusion *known;
    size_t n_known;
    const char *result; /* the changed text */
    size_t result_size;
};

/* Makes the text for another folder: a quoted name that the compiler would find in the folder of
 * `path` gets the full path, a placed file its new name; other names are searched as before. False
 * with *why set when it cannot be determined where a name is found. */
bool kp_place(struct kp_arena *a, struct kp_place_job *j, const char **why);

/* A source that includes a header, for compiling it with another text of the header. */
struct kp_via {
    const char *path;   /* of the source */
    const char *header; /* real */
    const struct kp_inclusion *inclusions;
    size_t n;
    /* the header first, without a text, and then the files through which the source includes it */
    struct kp_placed_list files;
    const struct kp_file *all; /* files of the parse that found the inclusions */
};

/* For a unit that was parsed through an includer; NULL: it was not. */
const struct kp_via *kp_via_of(struct kp_arena *a, const struct kp_unit *u);

/* Makes the source's text, which includes `header` instead of the original header, and the texts of
 * the files between them, the header's first, with names `PREFIX0`, `PREFIX1`, .. False with *why
 * set on failure. */
bool kp_via_texts(struct kp_arena *a, const struct kp_via *via, const char *prefix,
                  const struct kp_placed *header, struct kp_placed *source,
                  struct kp_placed_list *others, const char **why);

#endif
