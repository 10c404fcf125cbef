/* `kpipe targets`: the architectures and their limits. */
#include <stdio.h>

#include "cmd/cmd.h"
#include "rule/rule.h"

static int targets(struct kp_settings *s)
{
    const struct kp_rules *rules;
    const struct kp_target *list;
    size_t n;

    if (s->operands.n)
        return kp_complain("`kpipe targets` takes no '%s'", s->operands.v[0]);
    rules = kp_load_rules(s);
    if (!rules)
        return KP_EXIT_ERROR;
    list = kp_rule_targets(rules, &n);
    puts("           shared memory, bytes              per SM");
    puts("target     per SM   static   opt-in   warps  blocks  registers   cp.async");
    for (size_t i = 0; i < n; i++)
        printf("%-8s %8d %8d %8d %7d %7d %10d   %s%s\n", list[i].arch, list[i].smem_per_sm,
               list[i].smem_per_block_static, list[i].smem_per_block_optin, list[i].warps_per_sm,
               list[i].blocks_per_sm, list[i].regs_per_sm, list[i].has_cp_async ? "yes" : "no",
               kp_streq(list[i].arch, s->options.arch) ? "   (default)" : "");
    return KP_EXIT_DONE;
}

const struct kp_command kp_command_targets = {
    .name = "targets",
    .id = KP_CMD_TARGETS,
    .usage = "targets [--rules DIR]",
    .summary = "list the GPU architectures for --arch",
    .details = "\n"
               "The table comes from the rule files; a targets.ini in --rules DIR adds to it.\n",
    .examples = "  kpipe targets\n",
    .run = targets,
};
