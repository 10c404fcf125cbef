/* The draft as the text of a case file. */
#include "draft/parts.h"

#include "case/recipe.h"
#include "util/str.h"

static void line(struct kp_str *s, const char *key, const char *value, bool guessed)
{
    kp_str_addf(s, "%s = %s%s\n", key, value ? value : "?",
                !value    ? " ; ? for you to fill in"
                : guessed ? " ; ?"
                          : "");
}

static void sizes(struct kp_drafter *x, struct kp_str *s)
{
    for (size_t k = 0; k < x->sizes.n; k++) {
        const struct kp_draft_size *z = &x->sizes.v[k];
        int64_t large = kp_draft_large(z);
        if (z->same_as)
            continue;
        kp_str_addf(s, "\n[size %s]\nsmall = %lld ; ?\nlarge = %lld%s\n", z->name,
                    (long long)z->small, (long long)large, z->known == large ? "" : " ; ?");
    }
    for (size_t k = 0; k < x->sizes.n; k++)
        if (x->sizes.v[k].same_as) /* expressions use what stands in front of them */
            kp_str_addf(s, "\n[size %s]\nvalue = %s ; ?\n", x->sizes.v[k].name,
                        kp_draft_leader(x, k)->name);
}

static void array(const struct kp_draft_arg *a, struct kp_str *s, bool probing)
{
    static const char *const roles[] = {"in", "out", "inout"};

    line(s, "count", probing ? "1" : a->count, a->count_guessed);
    line(s, "role", roles[a->role], a->role_guessed && !probing);
    if (a->fill && a->role != KP_CASE_OUT)
        line(s, "fill", a->fill, a->fill_guessed);
}

static void tiles(const struct kp_drafter *x, struct kp_str *s)
{
    int64_t multiple = x->any_tile_size ? 1 : x->tile_step;

    if (x->fixed_tiles)
        kp_str_add(s, "tiles = fixed\n");
    if (!x->tile_size)
        return;
    kp_str_addf(s, "tiles = %s, %lld", x->sizes.v[x->tile_size - 1].name, (long long)x->tile_step);
    if (multiple < x->tile_step || x->least_tiles)
        kp_str_addf(s, ", %lld", (long long)multiple);
    if (x->least_tiles)
        kp_str_addf(s, ", %lld ; ?", (long long)x->least_tiles);
    kp_str_addc(s, '\n');
}

/* A longer expression makes a line that the reader of case files refuses. */
enum { MOST_BYTES = 180 };

/* The bytes of the arrays that have as many elements, each moved once; 0: an earlier one has. */
static size_t bytes_each(const struct kp_drafter *x, size_t k)
{
    const char *count = x->args.v[k].count;
    size_t bytes = 0;

    for (size_t i = 0; count && i < x->args.n; i++) {
        const struct kp_draft_arg *a = &x->args.v[i];

        if (!a->is_array || !a->count || strcmp(a->count, count) != 0)
            continue;
        if (i < k)
            return 0;
        bytes += kp_case_type_size(a->type) * (a->role == KP_CASE_INOUT ? 2 : 1);
    }
    return bytes;
}

/* How many operations that serves is the user's to say. */
static void work(const struct kp_drafter *x, struct kp_str *s)
{
    struct kp_str bytes = kp_str_new(x->arena);

    for (size_t k = 0; k < x->args.n; k++) {
        const char *count = x->args.v[k].count;
        size_t each = x->args.v[k].is_array ? bytes_each(x, k) : 0;

        if (each)
            kp_str_addf(&bytes, strchr(count, ' ') ? "%s%zu * (%s)" : "%s%zu * %s",
                        bytes.n ? " + " : "", each, count);
    }
    kp_str_add(s, "\n; For rates: the operations of a launch, and the bytes that it must move.\n"
                  "[work]\n; flops = 2 * M * N * K\n");
    if (bytes.n && bytes.n <= MOST_BYTES)
        kp_str_addf(s, "bytes = %s ; ?\n", kp_str_text(&bytes));
}

const char *kp_draft_text(struct kp_drafter *x, bool probing)
{
    struct kp_str s = kp_str_new(x->arena);

    if (!probing)
        kp_str_add(&s, "; Drafted by `kpipe init`. What has `; ?` behind it is a guess.\n\n");
    kp_str_addf(&s, "[kernel]\nsource = %s\nname = %s\n", x->o->source, x->kernel->name);
    if (x->template_args)
        line(&s, "template", x->template_args, x->template_guessed && !probing);
    tiles(x, &s);
    sizes(x, &s);
    for (size_t k = 0; k < x->args.n; k++) {
        const struct kp_draft_arg *a = &x->args.v[k];
        kp_str_addf(&s, "\n[arg %s]\n",
                    *a->param->name ? a->param->name : kp_sprintf(x->arena, "arg%zu", k + 1));
        line(&s, "type", a->type_text, false);
        if (a->is_array)
            array(a, &s, probing);
        else
            line(&s, "value", a->value, a->value_guessed);
    }
    kp_str_add(&s, "\n[launch]\n");
    line(&s, "grid", x->grid, x->grid_guessed && !probing);
    line(&s, "block", x->block, x->block_guessed && !probing);
    line(&s, "smem", x->smem ? x->smem : "0", x->most_smem && !probing);
    if (x->packed)
        line(&s, "shared", "packed", true);
    if (!probing) {
        kp_str_add(&s, "\n; With a function in C that computes the same, its results are compared, "
                       "too:\n; [reference]\n; file = reference.c\n; function = NAME\n; arguments "
                       "= names of arguments and sizes\n\n[compare]\nabs = 1e-3\nrel = 1e-3\n");
        work(x, &s);
    }
    return kp_str_text(&s);
}
