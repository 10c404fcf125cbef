#include "launched.h"

#include <string.h>

bool kp_launched_of_case(struct kp_arena *a, struct kp_case *c, const struct kp_build *original,
                         struct kp_launched *to)
{
    const struct kp_usages *all = &original->usages;
    const char **names = kp_new_array(a, const char *, all->n + 1), *error = NULL;
    struct kp_case_data d = {0};

    if (kp_case_bind(c, true, NULL, 0) || kp_case_launch(c, a, &d))
        return false;
    for (size_t i = 0; i < all->n; i++)
        names[i] = all->v[i].kernel;
    to->symbol = kp_case_entry(c, a, names, all->n, &error);
    memcpy(to->grid, d.grid, sizeof to->grid);
    memcpy(to->block, d.block, sizeof to->block);
    return true;
}
