/* What translation validation says of other outputs than kpipe's own:
 *
 *     judge ORIGINAL VARIANT STAGES SHAPE OUTPUT...
 *
 * plans the original's loops, and takes each OUTPUT for what was made of them. A line per OUTPUT:
 * `valid`, `invalid: why`, `not followed: why`, or `not read: why`. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/loops.h"
#include "pipeline.h"
#include "rule/rule.h"
#include "texts/compared.h"

static const struct kp_loop *rewritten(const struct kp_unit *u)
{
    for (size_t i = 0; i < u->loops.n; i++)
        if (kp_is_pipelined(u->loops.v[i]))
            return u->loops.v[i];
    return NULL;
}

/* NULL, or why the text cannot be judged. */
static const char *not_read(struct kp_unit *v, const char *path)
{
    if (!kp_pipeline(v, path, KP_PASS_PARSE))
        return v->error;
    for (size_t i = 0; i < v->parse.errors.n; i++)
        if (v->parse.errors.v[i].fatal)
            return v->parse.errors.v[i].text;
    return NULL;
}

static void judge(struct kp_unit *u, const struct kp_options *o, const char *path)
{
    static const char *const words[] = {"valid", "invalid", "not followed"};
    struct kp_unit *v = kp_unit_new(o, u->rules);
    const char *why = not_read(v, path);
    struct kp_validation x = {0};

    if (!why)
        kp_declare_reused(v, true);
    for (size_t i = 0; i < u->loops.n && !why && x.validity == KP_VALID; i++)
        if (kp_is_pipelined(u->loops.v[i]))
            x = kp_compare_loop(u, v, u->loops.v[i]);
    if (why)
        printf("not read: %s\n", why);
    else
        printf("%s%s%s\n", words[x.validity], x.why ? ": " : "", x.why ? x.why : "");
    kp_unit_free(v);
}

int main(int argc, char **argv)
{
    static const char *const variants[] = {"auto", "cp-async", "ldg", "single"}, *const shapes[] = {
                                                                                     "auto",
                                                                                     "split",
                                                                                     "ring",
                                                                                     "late-ring"};
    static const enum kp_variant as_variant[] = {KP_VARIANT_AUTO, KP_VARIANT_CP_ASYNC,
                                                 KP_VARIANT_LDG, KP_VARIANT_SINGLE};
    static const enum kp_shape as_shape[] = {KP_SHAPE_AUTO, KP_SHAPE_SPLIT, KP_SHAPE_RING,
                                             KP_SHAPE_LATE};
    struct kp_options o = {.arch = KP_DEFAULT_ARCH};
    struct kp_arena *a = kp_arena_new();
    const char *error = NULL;
    const struct kp_rules *rules = kp_rules_load(a, NULL, &error);
    struct kp_unit *u;

    if (argc < 6 || !rules) {
        fprintf(stderr, "usage: judge ORIGINAL VARIANT STAGES SHAPE OUTPUT...\n");
        return 2;
    }
    for (size_t i = 0; i < 4; i++) {
        o.variant = strcmp(argv[2], variants[i]) == 0 ? as_variant[i] : o.variant;
        o.shape = strcmp(argv[4], shapes[i]) == 0 ? as_shape[i] : o.shape;
    }
    o.stages = atoi(argv[3]);
    u = kp_unit_new(&o, rules);
    if (!kp_pipeline(u, argv[1], KP_PASS_EMIT) || !rewritten(u->derived ? u->derived : u)) {
        fprintf(stderr, "%s: %s\n", argv[1], u->error ? u->error : "no loop is pipelined");
        return 1;
    }
    for (int i = 5; i < argc; i++)
        judge(u, &o, argv[i]);
    kp_unit_free(u);
    kp_arena_free(a);
    return 0;
}
