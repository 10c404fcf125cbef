#include "rule/ini.h"
#include "rule/rules.h"

#include <limits.h>
#include <stdlib.h>

static const struct field {
    const char *name;
    size_t offset;
} fields[] = {
#define FIELD(name)                                                                                \
    {                                                                                              \
#name, offsetof(struct kp_target, name)                                                    \
    }
    FIELD(smem_per_sm),   FIELD(smem_per_block_static), FIELD(smem_per_block_optin),
    FIELD(smem_reserved), FIELD(smem_granule),          FIELD(warps_per_sm),
    FIELD(blocks_per_sm), FIELD(threads_per_block),     FIELD(regs_per_sm),
    FIELD(regs_granule),  FIELD(sub_partitions),
#undef FIELD
};

static struct kp_target *target_named(struct kp_rules *r, const char *arch)
{
    for (size_t i = 0; i < r->targets.n; i++)
        if (kp_streq(r->targets.v[i].arch, arch))
            return &r->targets.v[i];
    kp_push(r->arena, &r->targets, (struct kp_target){.arch = kp_strdup(r->arena, arch)});
    return &r->targets.v[r->targets.n - 1];
}

static bool read_line(void *user, const char *section, const char *name, const char *value,
                      const char **error)
{
    struct kp_target *t = target_named(user, section);

    if (kp_streq(name, "cp_async")) {
        t->has_cp_async = kp_streq(value, "yes");
        if (!t->has_cp_async && !kp_streq(value, "no"))
            *error = "cp_async is yes or no";
        return !*error;
    }
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        char *end;
        long n;

        if (!kp_streq(name, fields[i].name))
            continue;
        n = strtol(value, &end, 10);
        if (!*value || *end || n < 0 || n > INT_MAX)
            *error = "expected a number";
        *(int *)((char *)t + fields[i].offset) = (int)n;
        return !*error;
    }
    *error = "targets have no such property";
    return false;
}

/* Only smem_reserved may be zero: a forgotten line would divide by it or promise a fantasy. */
static bool is_complete(const struct kp_target *t)
{
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (!kp_streq(fields[i].name, "smem_reserved") &&
            *(const int *)((const char *)t + fields[i].offset) == 0)
            return false;
    return true;
}

bool kp_targets_read(struct kp_rules *r, struct kp_layer *to, const char *file, const char *text,
                     const char **error)
{
    (void)to; /* a later folder's targets replace or join the earlier ones */
    if (!kp_ini_read(r->arena, file, text, read_line, r, error))
        return false;
    for (size_t i = 0; i < r->targets.n; i++)
        if (!is_complete(&r->targets.v[i])) {
            *error = kp_sprintf(r->arena, "%s: [%s] lacks a property", file, r->targets.v[i].arch);
            return false;
        }
    return true;
}

const struct kp_target *kp_rule_target(const struct kp_rules *r, const char *arch)
{
    for (size_t i = 0; i < r->targets.n; i++)
        if (kp_streq(r->targets.v[i].arch, arch))
            return &r->targets.v[i];
    return NULL;
}

const struct kp_target *kp_rule_targets(const struct kp_rules *r, size_t *n)
{
    *n = r->targets.n;
    return r->targets.v;
}
