/* What the cases of a command say of a kernel's blocks, for plans of texts that show no launch. */
#include "cmd/cmd.h"
#include "search/launched.h"

void kp_take_case_blocks(struct kp_settings *s)
{
    const struct kp_build none = {0};
    struct kp_case_block *blocks = kp_new_array(s->arena, struct kp_case_block, s->cases.n + 1);
    size_t n = 0;

    for (size_t i = 0; i < s->cases.n; i++) {
        const char *ignored; /* who reads the case for more says what is wrong */
        struct kp_case *c = kp_case_read(s->arena, s->cases.v[i], &ignored);
        struct kp_launched at = {0};
        uint64_t threads;

        for (size_t k = 0; c && k < s->sizes.n; k++)
            kp_case_set_size(c, s->sizes.v[k]);
        if (!c || !kp_launched_of_case(s->arena, c, &none, &at))
            continue;
        threads = (uint64_t)at.block[0] * at.block[1] * at.block[2];
        if (threads && threads <= KP_MOST_THREADS)
            blocks[n++] = (struct kp_case_block){c->kernel, (int)threads};
    }
    s->options.blocks = blocks;
    s->options.n_blocks = n;
}
