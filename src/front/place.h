/* Texts that are in another place than the files that they are of: what they include is still
 * found. As text: nothing is preprocessed. */
#ifndef KP_FRONT_PLACE_H
#define KP_FRONT_PLACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kp.h"

/* A directive that asks for a file. */
struct kp_asked {
    uint32_t begin, end; /* the name, without its quotes */
    char quote;          /* '"', '<'; 0: a macro names it */
    bool is_next;
};

/* The next one behind *at; false at the end. */
bool kp_next_asked(const char *text, size_t size, uint32_t *at, struct kp_asked *found);

/* Lines around all of a text that let it count once: `#ifndef NAME`, `#define NAME` .. `#endif`. */
struct kp_include_guard {
    struct kp_span first, last; /* #ifndef and #endif */
    struct kp_span name;        /* as it is defined; empty: there are no such lines */
};

void kp_find_include_guard(const char *text, uint32_t begin, uint32_t size,
                           struct kp_include_guard *to);

/* A file that has another text, and the name under which that is included. */
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
    const char *path;   /* whose text it is */
    const char *folder; /* what is in front of a name that is found beside it */
    const char *text;
    size_t size;
    const struct kp_placed_list *placed; /* NULL: none */
    const struct kp_inclusion *known;    /* what the text's directives are known to find */
    size_t n_known;
    const char *result; /* .. */
    size_t result_size;
};

/* The text as it is elsewhere: a quoted name that a compiler would find beside `path` first is
 * named in full, one of a placed file by its new name; all others are looked for as before. False
 * with *why where that cannot be told. */
bool kp_place(struct kp_arena *a, struct kp_place_job *j, const char **why);

/* A source that includes a header, so that another text can be compiled in the header's place. */
struct kp_via {
    const char *path;   /* of the source */
    const char *header; /* real */
    const struct kp_inclusion *inclusions;
    size_t n;
    struct kp_placed_list files; /* the header first, without a text; those between source and it */
    const struct kp_file *all;   /* of the parse that has found the inclusions */
};

/* Of a unit that was parsed as a source sees it; NULL: it was not. */
const struct kp_via *kp_via_of(struct kp_arena *a, const struct kp_unit *u);

/* The source's text with `header` included in the header's place, and the texts that it includes,
 * the header's first, by names `PREFIX0`, ... False with *why. */
bool kp_via_texts(struct kp_arena *a, const struct kp_via *via, const char *prefix,
                  const struct kp_placed *header, struct kp_placed *source,
                  struct kp_placed_list *others, const char **why);

#endif
