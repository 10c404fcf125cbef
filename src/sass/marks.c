#include "sass/marks.h"

#include "util/str.h"

const char *kp_sass_control(struct kp_arena *a, const struct kp_sass_insn *x)
{
    char waits[KP_SASS_SCOREBOARDS + 1] = {0}, reads = '-', writes = '-';

    for (unsigned i = 0; i < KP_SASS_SCOREBOARDS; i++)
        waits[i] = x->wait >> i & 1 ? (char)('0' + i) : '-';
    if (x->read_scoreboard < KP_SASS_SCOREBOARDS)
        reads = (char)('0' + x->read_scoreboard);
    if (x->write_scoreboard < KP_SASS_SCOREBOARDS)
        writes = (char)('0' + x->write_scoreboard);
    return kp_sprintf(a, "B%s:R%c:W%c:%c:S%02u", waits, reads, writes, x->yield ? 'Y' : '-',
                      x->stall);
}

unsigned kp_sass_line(const struct kp_sass_kernel *k, const struct kp_sass_insn *x)
{
    for (const struct kp_sass_place *p = x->place; p; p = p->at)
        if (k->file && strcmp(p->file, k->file) == 0)
            return p->line;
    return 0;
}

void kp_sass_mark(struct kp_arena *a, const struct kp_overlap *o, struct kp_sass_marks *to)
{
    size_t n = o->kernel->insns.n + 1;

    to->load = kp_new_array(a, unsigned, n);
    to->wait = kp_new_array(a, unsigned, n);
    to->n = 0;
    for (size_t i = 0; i < o->loads.n; i++) {
        const struct kp_overlap_load *l = &o->loads.v[i];

        if (l->wait == KP_SASS_NONE)
            continue;
        if (!to->wait[l->wait])
            to->wait[l->wait] = ++to->n;
        to->load[l->load] = to->wait[l->wait];
    }
}
