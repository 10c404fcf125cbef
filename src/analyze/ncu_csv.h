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

/* The table in a report: what is in front of its head (the profiler's and the program's own
 * talk) is passed over, and so are such lines inside. False with *error = "FILE:LINE: what" when
 * there is none, or it is cut off. */
bool kp_csv_read(struct kp_arena *a, const char *path, const char *text, size_t size,
                 struct kp_csv *out, const char **error);

/* The column with this name; -1 when there is none. */
int kp_csv_column(const struct kp_csv *t, const char *name);

/* How a report writes its numbers. */
struct kp_csv_format {
    bool comma; /* the decimal sign is a comma, and points or blanks are between thousands */
    bool known; /* some number has shown it */
    bool mixed; /* and another one the contrary */
};

/* Learns from one cell; what is no number teaches nothing. */
void kp_csv_learn(struct kp_csv_format *f, const char *cell);
/* The number in a cell; false when there is none ("n/a"). */
bool kp_csv_number(const struct kp_csv_format *f, const char *cell, double *out);

/* `value` in the report's unit ("Kbyte/block", "usecond") as one in `to` ("byte/block", "ns");
 * false when one does not become the other. */
bool kp_csv_convert(double value, const char *from, const char *to, double *out);

#endif
