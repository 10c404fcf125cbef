#include "pipeline.h"

#include <unistd.h>

#include "util/subprocess.h"

/* The table of contents. The source pass stands apart: it alone takes a path. */
static const struct {
    const char *name;
    bool (*run)(struct kp_unit *u);
} passes[KP_PASS_COUNT] = {
    [KP_PASS_SOURCE] = {"source", NULL},        [KP_PASS_PARSE] = {"parse", kp_pass_parse},
    [KP_PASS_MODEL] = {"model", kp_pass_model}, [KP_PASS_LEGAL] = {"legal", kp_pass_legal},
    [KP_PASS_PLAN] = {"plan", kp_pass_plan},    [KP_PASS_EMIT] = {"emit", kp_pass_emit},
};

const char *kp_pass_name(enum kp_pass pass)
{
    return passes[pass].name;
}

struct kp_unit *kp_unit_new(const struct kp_options *options, const struct kp_rules *rules)
{
    struct kp_arena *arena = kp_arena_new();
    struct kp_unit *u = kp_new(arena, struct kp_unit);

    u->arena = arena;
    u->options = options;
    u->rules = rules;
    return u;
}

void kp_unit_free(struct kp_unit *u)
{
    if (u)
        kp_arena_free(u->arena);
}

static bool after_source(struct kp_unit *u, enum kp_pass last)
{
    for (int pass = KP_PASS_SOURCE + 1; pass <= (int)last; pass++)
        if (!passes[pass].run(u) || u->self_check_failed)
            return false;
    return true;
}

bool kp_pipeline(struct kp_unit *u, const char *path, enum kp_pass last)
{
    return kp_pass_source(u, path) && after_source(u, last);
}

bool kp_pipeline_text(struct kp_unit *u, const char *name, const char *text, size_t size,
                      enum kp_pass last)
{
    int fd = kp_memory_file(text, size);
    bool ok;

    if (fd < 0) {
        u->error = "no memory for the input";
        return false;
    }
    ok = kp_pass_source(u, kp_sprintf(u->arena, "/dev/fd/%d", fd));
    close(fd);
    u->source.path = kp_strdup(u->arena, name);
    return ok && after_source(u, last);
}
