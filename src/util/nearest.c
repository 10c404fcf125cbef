#include "util/nearest.h"

#include <string.h>

/* Edits (insert, delete, replace) that turn a into b. Names longer than the table are far. */
static size_t distance(const char *a, const char *b)
{
    enum { MOST = 64 };
    size_t row[MOST + 1], na = strlen(a), nb = strlen(b);

    if (na > MOST || nb > MOST)
        return MOST;
    for (size_t j = 0; j <= nb; j++)
        row[j] = j;
    for (size_t i = 1; i <= na; i++) {
        size_t diagonal = row[0];

        row[0] = i;
        for (size_t j = 1; j <= nb; j++) {
            size_t best = diagonal + (a[i - 1] != b[j - 1]);

            diagonal = row[j];
            if (row[j] + 1 < best)
                best = row[j] + 1;
            if (row[j - 1] + 1 < best)
                best = row[j - 1] + 1;
            row[j] = best;
        }
    }
    return row[nb];
}

const char *kp_nearest(const char *typed, size_t n, const char *(*get)(size_t, const void *),
                       const void *context)
{
    const char *best = NULL;
    size_t best_distance = strlen(typed) / 3 + 2;

    for (size_t i = 0; i < n; i++) {
        const char *name = get(i, context);
        size_t d = distance(typed, name);

        if (*name && d < best_distance) {
            best = name;
            best_distance = d;
        }
    }
    return best;
}
