/* Initial contents of the arrays, made once in the parent; children inherit them. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/runner/work.h"

static char message[512];

static const char *read_file(const struct plan *p, const struct arg *a, void *to)
{
    const char *path = plan_path(p, a->file);
    FILE *f = fopen(path, "rb");
    size_t got = f ? fread(to, 1, arg_bytes(a), f) : 0;

    if (!f || got != arg_bytes(a)) {
        snprintf(message, sizeof message, "%s: %s", path, f ? "too short" : strerror(errno));
        if (f)
            fclose(f);
        return message;
    }
    fclose(f);
    return NULL;
}

const char *contents_read(struct contents *c, const struct plan *p)
{
    const char *error = NULL;

    for (size_t s = 0; s < p->n_sizes && !error; s++) {
        for (size_t k = 0; k < p->sizes[s].n_args && !error; k++) {
            const struct arg *a = &p->sizes[s].args[k];
            if (!a->is_array)
                continue;
            c->data[s][k] = malloc(arg_bytes(a) + 1);
            if (!c->data[s][k]) {
                snprintf(message, sizeof message, "out of memory: array %s takes %zu MB", a->name,
                         arg_bytes(a) >> 20);
                return message;
            }
            if (a->file)
                error = read_file(p, a, c->data[s][k]);
            else
                kp_recipe_fill(&a->recipe, a->type, c->data[s][k], a->count);
        }
    }
    return error;
}
