/* A lint as one line of a report. */
#include "analyze/analyze.h"

#include "front/front.h"
#include "model/refuse.h"
#include "report/report.h"

const char *kp_lint_line(struct kp_arena *a, const struct kp_unit *u, const struct kp_lint *l)
{
    const struct kp_place *at = l->places.n ? &l->places.v[0] : NULL;
    const struct kp_file *f = at ? kp_place_file(u, at->file) : NULL;

    if (!f || !f->line_start)
        return kp_sprintf(a, "%s [%s]", l->text, kp_diag(l->code)->code);
    return kp_sprintf(a, "line %u: %s [%s]", kp_line_of(f, at->span.begin), l->text,
                      kp_diag(l->code)->code);
}
