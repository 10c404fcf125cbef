/* The size of a block as the project file has it, unless a launch contradicts it. */
#include "plan/plan.h"
#include "rule/config.h"

void kp_take_blocks(struct kp_unit *u)
{
    for (size_t i = 0; i < u->parse.syms.n && u->options->config; i++) {
        struct kp_sym *s = (struct kp_sym *)u->parse.syms.v[i]; /* as the parser made it */
        uint32_t threads = 0;
        const char *said;

        if (!s || s->kind != KP_SYM_FUNCTION || !s->is_kernel || s->launch_max)
            continue;
        said = kp_config_block(u->options->config, s->name, &threads);
        for (size_t k = 0; said && k < u->parse.launches.n; k++)
            if (u->parse.launches.v[k].kernel == s &&
                kp_block_threads(u->parse.launches.v[k].block) > (int)threads)
                said = NULL;
        s->launch_max = said ? threads : 0;
        s->block_said = said;
    }
}
