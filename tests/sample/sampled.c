/* What execution on sampled sizes says of other outputs than kpipe's own:
 *
 *     sampled ORIGINAL FLAGS OUTPUT...
 *
 * plans the original's loops with FLAGS, `merge=YxX,layout,variant=NAME,stages=N,shape=NAME` or
 * `-`, and takes each OUTPUT for what was made of them; with `usual` in as many steps as kpipe
 * does, else in more. A line per OUTPUT: `same: N samples`, `differs: why`, `not executed: why`, or
 * `not read: why`. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/loops.h"
#include "pipeline.h"
#include "rule/rule.h"
#include "texts/executed.h"

static bool in_usual_steps;

static void set_flag(struct kp_options *o, const char *flag)
{
    static const char *const variants[] = {"variant=cp-async", "variant=ldg", "variant=single"};
    static const char *const shapes[] = {"shape=split", "shape=ring", "shape=late-ring"};
    static const enum kp_variant as_variant[] = {KP_VARIANT_CP_ASYNC, KP_VARIANT_LDG,
                                                 KP_VARIANT_SINGLE};
    static const enum kp_shape as_shape[] = {KP_SHAPE_SPLIT, KP_SHAPE_RING, KP_SHAPE_LATE};

    struct kp_merge *m = &o->merge;

    sscanf(flag, "stages=%d", &o->stages);
    if (sscanf(flag, "merge=%dx%dx%d", &m->z, &m->y, &m->x) == 2) { /* without the first */
        m->x = m->y;
        m->y = m->z;
        m->z = 1;
    }
    in_usual_steps |= strcmp(flag, "usual") == 0;
    if (strcmp(flag, "layout") == 0)
        o->layout = KP_LAYOUT_AUTO;
    for (size_t i = 0; i < 3; i++) {
        o->variant = strcmp(flag, variants[i]) == 0 ? as_variant[i] : o->variant;
        o->shape = strcmp(flag, shapes[i]) == 0 ? as_shape[i] : o->shape;
    }
}

static void sample(struct kp_unit *u, const struct kp_options *o, const char *path)
{
    struct kp_unit *v = kp_unit_new(o, u->rules);
    struct kp_sampled x = {.why_not = "no loop is rewritten"};
    const char *why = kp_pipeline(v, path, KP_PASS_FN) ? NULL : v->error;

    for (size_t i = 0; i < v->parse.errors.n && !why; i++)
        if (v->parse.errors.v[i].fatal)
            why = v->parse.errors.v[i].text;
    for (size_t i = 0; i < u->loops.n && !why && !x.differs; i++)
        if (kp_is_rewritten(u->loops.v[i]))
            x = kp_execute_loop(u, v, u->loops.v[i],
                                in_usual_steps ? kp_sample_steps(u, u->loops.v[i])
                                               : 2 * KP_MANY_STEPS + KP_RESERVE_STEPS);
    if (why)
        printf("not read: %s\n", why);
    else if (x.differs)
        printf("differs: %s\n", x.differs);
    else if (x.runs)
        printf("same: %u samples\n", x.runs);
    else
        printf("not executed: %s\n", x.why_not);
    kp_unit_free(v);
}

int main(int argc, char **argv)
{
    struct kp_options o = {.arch = KP_DEFAULT_ARCH};
    struct kp_arena *a = kp_arena_new();
    const char *error = NULL;
    const struct kp_rules *rules = kp_rules_load(a, NULL, &error);
    struct kp_unit *u;
    char *flags;

    if (argc < 4 || !rules) {
        fprintf(stderr, "usage: sampled ORIGINAL FLAGS OUTPUT...\n");
        return 2;
    }
    flags = kp_strdup(a, argv[2]);
    for (char *flag = strtok(flags, ","); flag; flag = strtok(NULL, ","))
        set_flag(&o, flag);
    u = kp_unit_new(&o, rules);
    if (!kp_pipeline(u, argv[1], KP_PASS_EMIT)) {
        fprintf(stderr, "%s: %s\n", argv[1], u->error);
        return 1;
    }
    for (int i = 3; i < argc; i++)
        sample(u, &o, argv[i]);
    kp_unit_free(u);
    kp_arena_free(a);
    return 0;
}
