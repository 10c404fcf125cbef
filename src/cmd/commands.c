#include "cmd/commands.h"

struct group {
    const char *title;
    const struct kp_command *commands[8];
};

static const struct group groups[] = {
    {"find", {&kp_command_check, &kp_command_lint, &kp_command_lsp}},
    {"change", {&kp_command_rewrite, &kp_command_undo, &kp_command_cc, &kp_command_lock}},
    {"prove", {&kp_command_verify, &kp_command_racecheck}},
    {"measure", {&kp_command_bench, &kp_command_tune}},
    {"explain", {&kp_command_explain, &kp_command_analyze, &kp_command_sass, &kp_command_audit}},
    {"set up", {&kp_command_init, &kp_command_config, &kp_command_doctor, &kp_command_targets}},
};

enum { N_GROUPS = sizeof groups / sizeof *groups };

const char kp_exit_codes[] = "0 done, 1 findings (check, --strict), 2 usage, parse or I/O error,\n"
                             "3 a self-check failed (nothing was written)\n";

/* The group of the command; *i becomes its place there. NULL behind the last one. */
static const struct group *group_at(size_t *i)
{
    for (size_t g = 0; g < N_GROUPS; g++) {
        size_t n = 0;

        while (groups[g].commands[n])
            n++;
        if (*i < n)
            return &groups[g];
        *i -= n;
    }
    return NULL;
}

const struct kp_command *kp_command_at(size_t i)
{
    const struct group *g = group_at(&i);

    return g ? g->commands[i] : NULL;
}

const char *kp_command_group(size_t i)
{
    const struct group *g = group_at(&i);

    return g ? g->title : NULL;
}

const struct kp_command *kp_command_of(const char *name)
{
    const struct kp_command *c;

    for (size_t i = 0; (c = kp_command_at(i)); i++)
        if (kp_streq(c->name, name))
            return c;
    return NULL;
}
