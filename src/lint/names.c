/* Which lints are asked for. */
#include "front/front.h"
#include "lint/parts.h"
#include "model/silence.h"

bool kp_lint_is_checked(struct kp_arena *a, enum kp_code code, const char *checks)
{
    bool on = !checks || *checks == '-';

    for (const char *at = checks; at && *at;) {
        size_t n = strcspn(at, ",");
        bool off = *at == '-';

        if (kp_code_fits(a, code, at + off, n - off))
            on = !off;
        at += n + (at[n] == ',');
    }
    return on;
}

void kp_lint_suppress(const struct kp_unit *u, struct kp_lints *lints)
{
    size_t n = 0;

    for (size_t i = 0; i < lints->v.n; i++) {
        const struct kp_lint *lint = &lints->v.v[i];
        const struct kp_place *p = &lint->places.v[0];
        const struct kp_file *f =
            p->file == 0 || p->file >= u->parse.files.n ? &u->source : &u->parse.files.v[p->file];

        if (!kp_silence_at(u, lint->code, p->file, kp_line_of(f, p->span.begin)))
            lints->v.v[n++] = *lint;
    }
    lints->v.n = n;
}
