/* kpipe, with all that translation validation says: linked so that kp_validate is called through
 * here. A line per question on standard error: `FUNCTION: valid`, `.. invalid: why` or `.. not
 * followed: why`, and behind it `, unsure: why` where a mismatch proves nothing; of the loop that
 * stands beside wider copies, `FUNCTION, as written: ..`. */
#include <stdio.h>

#include "validate/validate.h"

struct kp_validation __real_kp_validate(struct kp_unit *was, struct kp_unit *is,
                                        const struct kp_loop *l, bool as_written);
struct kp_validation __wrap_kp_validate(struct kp_unit *was, struct kp_unit *is,
                                        const struct kp_loop *l, bool as_written);

struct kp_validation __wrap_kp_validate(struct kp_unit *was, struct kp_unit *is,
                                        const struct kp_loop *l, bool as_written)
{
    static const char *const words[] = {"valid", "invalid", "not followed"};
    struct kp_validation x = __real_kp_validate(was, is, l, as_written);

    fprintf(stderr, "validation: %s%s: %s%s%s%s%s\n", l->function->name,
            as_written ? ", as written" : "", words[x.validity], x.why ? ": " : "",
            x.why ? x.why : "", x.doubt ? ", unsure: " : "", x.doubt ? x.doubt : "");
    return x;
}
