/* Edits of a unit: collected in any order, sorted by place, applied to the original text. */
#include "emit/emit.h"

void kp_edit(struct kp_unit *u, uint32_t begin, uint32_t end, const char *text)
{
    struct kp_edit e = {{begin, end}, text, (uint32_t)u->edits.n};

    kp_push(u->arena, &u->edits, e);
}

static bool comes_before(const struct kp_edit *a, const struct kp_edit *b)
{
    if (a->span.begin != b->span.begin)
        return a->span.begin < b->span.begin;
    if (a->span.end != b->span.end)
        return a->span.end < b->span.end;
    return a->seq < b->seq;
}

void kp_sort_edits(struct kp_unit *u)
{
    for (size_t i = 1; i < u->edits.n; i++)
        for (size_t k = i; k > 0 && comes_before(&u->edits.v[k], &u->edits.v[k - 1]); k--) {
            struct kp_edit t = u->edits.v[k];

            u->edits.v[k] = u->edits.v[k - 1];
            u->edits.v[k - 1] = t;
        }
}

void kp_apply_edits(struct kp_unit *u)
{
    struct kp_str out = kp_str_new(u->arena);
    uint32_t at = 0;

    for (size_t i = 0; i < u->edits.n; i++) {
        const struct kp_edit *e = &u->edits.v[i];

        if (e->span.begin < at)
            continue; /* the self-check reports it */
        kp_str_addn(&out, u->source.text + at, e->span.begin - at);
        kp_str_add(&out, e->text);
        at = e->span.end;
    }
    kp_str_addn(&out, u->source.text + at, u->source.size - at);
    u->output = kp_str_text(&out);
    u->output_size = out.n;
}
