#include "pipeline.h"

#include <unistd.h>

#include "front/front.h"
#include "plan/plan.h"
#include "seen/from.h"
#include "texts/texts.h"
#include "util/subprocess.h"

/* The table of contents. The source pass stands apart: it alone takes a path. */
static const struct {
    const char *name;
    bool (*run)(struct kp_unit *u);
} passes[KP_PASS_COUNT] = {
    [KP_PASS_SOURCE] = {"source", NULL},        [KP_PASS_PARSE] = {"parse", kp_pass_parse},
    [KP_PASS_FN] = {"fn", kp_pass_fn},          [KP_PASS_MODEL] = {"model", kp_pass_model},
    [KP_PASS_LEGAL] = {"legal", kp_pass_legal}, [KP_PASS_PLAN] = {"plan", kp_pass_plan},
    [KP_PASS_EMIT] = {"emit", kp_pass_emit},
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
    kp_parse_run_end();
    if (u)
        kp_arena_free(u->arena);
}

/* Checks the postcondition of a pass, in builds with assertions. */
static bool keeps_promises(struct kp_unit *u, enum kp_pass pass)
{
    const char *why = NULL;

#ifdef NDEBUG
    return true;
#endif
    if (pass != KP_PASS_PARSE || kp_check_parse(u, &why))
        return true;
    u->error = kp_sprintf(u->arena, "%s: the syntax tree is not sound (%s); this is a bug in kpipe",
                          u->source.path, why);
    u->self_check_failed = true;
    return false;
}

/* libclang repairs what is broken, and the tree then is not the text's. */
static void blame_the_file(struct kp_unit *u)
{
    if (!u->self_check_failed || !kp_is_unbalanced(&u->source))
        return;
    u->self_check_failed = false;
    u->error = kp_sprintf(u->arena, "%s: its brackets do not match: is a part of it missing?",
                          u->source.path);
}

/* The passes behind one, up to one. */
static bool run_passes(struct kp_unit *u, enum kp_pass done, enum kp_pass last)
{
    bool failed = false;

    for (int pass = done + 1; pass <= (int)last; pass++) {
        if (u->parse.not_from && !u->options->leave)
            return true; /* the tree is not the file's */
        if (pass == KP_PASS_PLAN && last == KP_PASS_EMIT && kp_take_other_text(u, &failed))
            return true; /* plan and output are those of the other text */
        if (failed || !passes[pass].run(u) || u->self_check_failed ||
            !keeps_promises(u, (enum kp_pass)pass))
            return false;
        if (pass == KP_PASS_PARSE)
            kp_take_blocks(u);
    }
    return true;
}

static bool after(struct kp_unit *u, enum kp_pass done, enum kp_pass last)
{
    bool ok;

    if (done == KP_PASS_SOURCE && u->options->includers && !u->options->view && last > done)
        return kp_pipeline_from(u, last);
    ok = run_passes(u, done, last);
    blame_the_file(u);
    if (ok && last == KP_PASS_EMIT) {
        kp_try_moving(u);
        kp_join_branches(u);
        if (!u->is_trial && !u->outer)
            kp_ask_on_top(u);
    }
    return ok;
}

/* The passes run over other texts of the file, too. That one of those could not be had is no reason
 * to do without it: the output would depend on the machine's load. */
static _Thread_local unsigned depth;
static _Thread_local bool ran_out;

static void enter(void)
{
    if (!depth++)
        ran_out = false;
}

static bool leave(struct kp_unit *u, bool ok)
{
    ran_out |= u->ran_out;
    if (--depth || !ran_out || !ok)
        return ok;
    u->error = kp_sprintf(u->arena, "%s: memory, processes or files ran out: try it again",
                          u->source.path);
    return false;
}

bool kp_pipeline(struct kp_unit *u, const char *path, enum kp_pass last)
{
    enter();
    return leave(u, kp_pass_source(u, path) && after(u, KP_PASS_SOURCE, last));
}

bool kp_pipeline_text(struct kp_unit *u, const char *name, const char *text, size_t size,
                      enum kp_pass last)
{
    int fd = kp_memory_file(text, size);
    bool ok;

    enter();
    if (fd < 0) {
        u->error = "no memory for the input";
        u->source.path = kp_strdup(u->arena, name);
        u->ran_out = true;
        return leave(u, false);
    }
    ok = kp_pass_source(u, kp_sprintf(u->arena, "/dev/fd/%d", fd));
    u->ran_out = !ok && depth > 1; /* a text of ours can be read */
    close(fd);
    u->source.path = kp_strdup(u->arena, name);
    return leave(u, ok && after(u, KP_PASS_SOURCE, last));
}

bool kp_pipeline_rest(struct kp_unit *u, enum kp_pass done)
{
    enter();
    return leave(u, after(u, done, KP_PASS_EMIT));
}
