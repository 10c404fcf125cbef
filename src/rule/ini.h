/* Rule files: INI through inih, with errors that name file and line. */
#ifndef KP_RULE_INI_H
#define KP_RULE_INI_H

#include "util/arena.h"

#include <stdbool.h>

/* One `name = value`; false with *error set (any text) when it makes no sense. */
typedef bool kp_ini_line(void *user, const char *section, const char *name, const char *value,
                         const char **error);

/* Calls `line` for each entry of `text`, for the lines of a continued list one by one. False with
 * *error = "FILE:LINE: what" at the first entry that is wrong. */
bool kp_ini_read(struct kp_arena *a, const char *file, const char *text, kp_ini_line *line,
                 void *user, const char **error);

/* Where the reader is while `line` runs. */
struct kp_ini_at {
    int line;
    const char *text; /* the line */
};

/* The same for readers that want to know where an entry is, and that announce every section:
 * `line` is called with a NULL name at its head. */
bool kp_ini_read_at(struct kp_arena *a, const char *file, const char *text, struct kp_ini_at *at,
                    kp_ini_line *line, void *user, const char **error);

#endif
