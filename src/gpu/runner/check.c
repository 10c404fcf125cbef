/* Is what a version computes right? Every version is asked in a process of its own, with arrays of
 * its own: whatever it does wrong, no other version sees it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/runner/compare.h"
#include "gpu/runner/work.h"

/* A missing barrier does not show every time. The two poisons take turns, so that an element that
 * is never written differs between repeats. */
enum { REPEATS = 4 };
static const int poisons[] = {0xa5, 0xff}; /* the last one is NaN, for the reference to see */

/* What the others are compared with. */
static void keep_outputs(const struct arrays *a)
{
    for (size_t k = 0; k < a->size->n_args; k++)
        if (arg_is_output(&a->size->args[k]))
            array_fetch(a, k, share->expected[a->index][k]);
}

static const char *changed_input(const struct arrays *a)
{
    for (size_t k = 0; k < a->size->n_args; k++) {
        const struct arg *x = &a->size->args[k];
        void *got;
        bool same;
        if (!x->is_array || arg_is_output(x))
            continue;
        got = host_memory(arg_bytes(x));
        array_fetch(a, k, got);
        same = !memcmp(got, a->contents->data[a->index][k], arg_bytes(x));
        free(got);
        if (!same)
            return x->name;
    }
    return NULL;
}

static void *read_expected(const struct plan *p, const struct arg *x)
{
    size_t bytes = arg_bytes(x);
    void *data = host_memory(bytes);
    FILE *f = fopen(plan_path(p, x->expect), "rb");

    if (!f || fread(data, 1, bytes, f) != bytes)
        impossible("bundle", "%s is missing or too short", x->expect);
    fclose(f);
    return data;
}

static void compare_with_reference(const struct plan *p, const struct arrays *a, struct check *c)
{
    for (size_t k = 0; k < a->size->n_args; k++) {
        const struct arg *x = &a->size->args[k];
        void *got, *want;
        if (!arg_is_output(x) || !x->expect)
            continue;
        got = host_memory(arg_bytes(x));
        array_fetch(a, k, got);
        want = read_expected(p, x);
        c->has_reference = true;
        compare_elements(p, x, got, want, &c->reference);
        free(got);
        free(want);
    }
}

static void differs(const struct plan *p, struct outcome *o, const char *size,
                    const struct difference *d, bool is_original)
{
    if (is_original)
        mismatch(
            o,
            "%s: two runs of the original differ in %llu bytes of output: it races, adds in no "
            "fixed order, or leaves elements unwritten (then role = inout is right)",
            size, (unsigned long long)d->bytes);
    else if (p->exact)
        mismatch(o, "%s: differs from the original in %llu bytes of output", size,
                 (unsigned long long)d->bytes);
    else
        mismatch(o, "%s: error %.3g against the original, %.3g times the tolerance", size,
                 d->max_abs, d->worst);
}

/* The first thing that is wrong becomes the outcome. */
static void judge(const struct job *j, const struct arrays *a, const struct check *c)
{
    struct outcome *o = &share->version[j->version];
    const char *size = a->size->name, *name = arrays_overrun(a);

    if (name)
        mismatch(o, "%s: writes outside array %s", size, name);
    name = changed_input(a);
    if (name)
        mismatch(o, "%s: writes to array %s, which the case calls an input", size, name);
    if (!is_compared(j->plan, j->version))
        return;
    if (!passes(j->plan, &c->original))
        differs(j->plan, o, size, &c->original, j->version == 0);
    if (c->reference.worst > 1)
        mismatch(o, "%s: error %.3g against the CPU reference, %.3g times the tolerance", size,
                 c->reference.max_abs, c->reference.worst);
}

static void check_size(const struct job *j, cu_function f, unsigned size)
{
    struct check *c = &share->version[j->version].checks[size];
    struct arrays a;

    arrays_new(&a, j->plan, size, j->contents);
    for (int k = 0; k < REPEATS; k++) {
        struct difference d = {0};
        arrays_restore(&a, poisons[k % 2]);
        launch(f, j->plan, &a, j->version);
        CU(CtxSynchronize());
        if (j->version == 0 && k == 0)
            keep_outputs(&a);
        compare_with_original(j->plan, &a, &d);
        if (d.bytes > c->original.bytes)
            c->original = d;
    }
    if (is_compared(j->plan, j->version))
        compare_with_reference(j->plan, &a, c);
    c->done = true;
    judge(j, &a, c);
}

void check_version(const struct job *j)
{
    struct outcome *o = &share->version[j->version];
    cu_function f;

    device_open();
    share->beats++;
    f = version_load(j->plan, j->version);
    for (unsigned s = 0; s < j->plan->n_sizes; s++)
        check_size(j, f, s);
    if (o->status == NOT_RUN)
        o->status = OK;
}
