/* A profiler's CSV as rows of cells, and its numbers; private to the reader. */
#ifndef KP_ANALYZE_NCU_CSV_H
#define KP_ANALYZE_NCU_CSV_H

#include <stdbool.h>

#include "util/arena.h"
#include "util/vec.h"

struct kp_csv_row {
    unsigned line; /* of its beginning, from 1 */
    KP_VEC(const char *) cells;
};

struct kp_csv {
    struct kp_csv_row head;
    KP_VEC(struct kp_csv_row) rows; /* all as wide as the head, with empty cells */
};

/* Reads the table of a report. Lines before its head and between its rows that are output of the
 * profiler or the program are skipped. False with *error = "FILE:LINE: what" when there is no table
 * or it is cut off. */
bool kp_csv_read(struct kp_arena *a, const char *path, const char *text, size_t size,
                 struct kp_csv *out, const char **error);

/* The column with this name; -1 when there is none. */
int kp_csv_column(const struct kp_csv *t, const char *name);

/* How a report writes its numbers. */
struct kp_csv_format {
    bool comma; /* the decimal sign is a comma; points or blanks separate thousands */
    bool known; /* a number read so far shows which sign is used */
    bool mixed; /* numbers contradict each other */
};

/* Updates the format from one cell; cells that are no numbers are ignored. */
void kp_csv_learn(struct kp_csv_format *f, const char *cell);
/* The number in a cell; false when there is none ("n/a"). */
bool kp_csv_number(const struct kp_csv_format *f, const char *cell, double *out);

/* `value` in the report's unit ("Kbyte/block", "usecond") as one in `to` ("byte/block", "ns");
 * false when the units cannot be converted. */
bool kp_csv_convert(double value, const char *from, const char *to, double *out);

#endif
