/* kpipe, with all that translation validation says: linked so that kp_compare_loop is called
 * through here. A line per loop on standard error: `FUNCTION: valid`, `.. invalid: why` or `.. not
 * followed: why`, and behind it `, unsure: why` where a mismatch proves nothing. */
#include <stdio.h>

#include "texts/compared.h"

struct kp_validation __real_kp_compare_loop(struct kp_unit *u, struct kp_unit *v,
                                            const struct kp_loop *l);
struct kp_validation __wrap_kp_compare_loop(struct kp_unit *u, struct kp_unit *v,
                                            const struct kp_loop *l);

struct kp_validation __wrap_kp_compare_loop(struct kp_unit *u, struct kp_unit *v,
                                            const struct kp_loop *l)
{
    static const char *const words[] = {"valid", "invalid", "not followed"};
    struct kp_validation x = __real_kp_compare_loop(u, v, l);

    fprintf(stderr, "validation: %s: %s%s%s%s%s\n", l->function->name, words[x.validity],
            x.why ? ": " : "", x.why ? x.why : "", x.doubt ? ", unsure: " : "",
            x.doubt ? x.doubt : "");
    return x;
}
