/* Versions to measure by: the loop with one half left out. They compute nothing of use, and their
 * marker says so. */
#include "emit/emit.h"

enum kp_ablation kp_ablation_of(const struct kp_emitter *e)
{
    return e->u->options->ablation;
}

static bool is_array(const struct kp_sym *s)
{
    return s->n_dims ||
           (s->type && (s->type->kind == KP_TYPE_ARRAY || s->type->kind == KP_TYPE_POINTER));
}

/* In the place of the compute phase: whoever has the address may read the tile, so that no
 * compiler can leave a store into it out; and no instruction is made of it. */
void kp_keep_tiles(struct kp_emitter *e, enum kp_part_kind kind)
{
    struct kp_str text = kp_str_new(e->u->arena);

    kp_str_add(&text, e->parts[kind].text);
    for (size_t i = 0; i < e->l->tiles.n; i++) {
        const struct kp_sym *s = e->l->tiles.v[i]->sym;

        kp_line(e, &text, 1, "asm volatile(\"\" ::\"l\"(&%s%s) : \"memory\");", s->name,
                is_array(s) ? "[0]" : "");
    }
    e->parts[kind].text = kp_str_text(&text);
}
