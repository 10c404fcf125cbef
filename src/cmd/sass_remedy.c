/* Sources whose overlap the compiler has undone, built again with what is known to bring it back.
 */
#include <ctype.h>
#include <string.h>

#include "cmd/sass.h"
#include "sass/overlap.h"
#include "util/str.h"

/* How much more of the math a remedy has to overlap with. */
#define MIN_GAIN 0.125

/* ---- changes of the text ------------------------------------------------------------------- */

enum { SYNCWARP = 1, NO_UNROLL = 2 };

/* A line of the source, [begin, end) with its newline; indent is the number of blanks. */
struct line {
    const char *begin, *end, *word;
};

static struct line line_at(const char *text, const char *end)
{
    struct line l = {.begin = text};
    const char *newline = memchr(text, '\n', (size_t)(end - text));

    l.end = newline ? newline + 1 : end;
    l.word = text;
    while (l.word < l.end && (*l.word == ' ' || *l.word == '\t'))
        l.word++;
    return l;
}

/* True if the line begins with a call of our lambda `name`, kp_fetch or kp_fetch2. */
static bool calls(const struct line *l, const char *name)
{
    size_t n = strlen(name);

    if ((size_t)(l->end - l->word) <= n || strncmp(l->word, name, n))
        return false;
    while (isdigit((unsigned char)l->word[n]))
        n++;
    return l->word[n] == '(';
}

/* A load phase in the driver's loop: the call of the fetch or load with compute's behind it. */
static bool is_driver(const struct line *l, const char *end)
{
    struct line next = line_at(l->end, end);

    return (calls(l, "kp_fetch") || calls(l, "kp_load")) && calls(&next, "kp_compute");
}

static bool is_loop(const struct line *l)
{
    return kp_starts_with(l->word, "for (") || kp_starts_with(l->word, "while (") ||
           kp_starts_with(l->word, "do {");
}

/* The source with the changes at every driver; NULL when there is nowhere to make them. */
static const char *change(struct kp_arena *a, const struct kp_sass_input *in, unsigned changes)
{
    const char *end = in->source + in->size;
    struct kp_str s = kp_str_new(a);
    struct line l;
    bool found = false;

    for (const char *p = in->source; p < end; p = l.end) {
        struct line next;

        l = line_at(p, end);
        next = line_at(l.end, end);
        if (changes & NO_UNROLL && is_loop(&l) && next.begin < end && is_driver(&next, end)) {
            kp_str_add(&s, "#pragma unroll 1\n");
            found = true;
        }
        kp_str_addn(&s, l.begin, (size_t)(l.end - l.begin));
        if (changes & SYNCWARP && is_driver(&l, end)) {
            kp_str_addf(&s, "%.*s__syncwarp();\n", (int)(l.word - l.begin), l.begin);
            found = true;
        }
    }
    return found ? kp_str_text(&s) : NULL;
}

/* True if a line of ours above a rewritten loop has the word. */
static bool marker_says(const char *text, const char *word)
{
    for (const char *p = text; (p = strstr(p, "// kpipe ")); p++) {
        const char *end = p + strcspn(p, "\n"), *at = strstr(p, word);

        if (at && at < end)
            return true;
    }
    return false;
}

/* The options that make the other shape of the rewritten file; false when there is none. */
static bool other_shape(const struct kp_sass_input *rewritten, struct kp_options *options)
{
    bool is_async = marker_says(rewritten->source, "cp.async"),
         has_registers = marker_says(rewritten->source, "staging registers");

    options->line = 0;
    if (strstr(rewritten->source, "kp_next"))
        options->shape = KP_SHAPE_SPLIT;
    else if (is_async && !has_registers && strstr(rewritten->source, "kp_compute"))
        options->shape = KP_SHAPE_RING;
    else
        return false;
    if (is_async && !has_registers)
        options->variant = KP_VARIANT_CP_ASYNC;
    return true;
}

/* The original, rewritten in the other shape; NULL when that cannot be. */
static const char *reshape(struct kp_settings *s, const struct kp_sass_views *all,
                           const char **name)
{
    const struct kp_sass_input *in = &all->original;
    struct kp_options options = s->options;
    const struct kp_rules *rules;
    const char *text = NULL;
    struct kp_unit *u;

    if (!in->source || !other_shape(&all->input, &options) || !(rules = kp_load_rules(s)))
        return NULL;
    u = kp_unit_new(&options, rules);
    if (kp_pipeline(u, in->path, KP_PASS_EMIT) && strstr(u->output, "// kpipe "))
        text = kp_strndup(s->arena, u->output, u->output_size);
    kp_unit_free(u);
    *name = options.shape == KP_SHAPE_SPLIT ? "--shape split" : "--shape ring";
    return text;
}

/* ---- what they do -------------------------------------------------------------------------- */

static bool needs_remedy(const struct kp_sass_view *v)
{
    return v->overlap.kernel && v->overlap.loads.n &&
           (v->overlap.verdict == KP_OVERLAP_NONE || v->overlap.verdict == KP_OVERLAP_PARTLY);
}

static void judge(struct kp_arena *a, const struct kp_sass_module *m, const char *name,
                  struct kp_sass_view *v)
{
    struct kp_sass_remedy r = {.name = name};

    for (size_t i = 0; i < m->kernels.n; i++) {
        const struct kp_sass_kernel *k = &m->kernels.v[i];
        int loop = kp_streq(k->symbol, v->kernel->symbol) ? kp_sass_main_loop(k) : -1;

        if (loop < 0)
            continue;
        kp_overlap_find(a, k, loop, &r.overlap);
        r.spills = kp_sass_spills(k);
        r.helps =
            r.overlap.share >= v->overlap.share + MIN_GAIN && r.spills <= kp_sass_spills(v->kernel);
        kp_push(a, &v->remedies, r);
    }
}

enum { MOST = 4 };

/* Texts to be built, and what was done to them. */
struct tries {
    struct kp_build build[MOST];
    const char *name[MOST];
    size_t n;
};

static void add_try(struct tries *t, const char *path, const char *name, const char *text)
{
    if (!text)
        return;
    t->build[t->n].source =
        (struct kp_nvcc_source){.path = path, .text = text, .size = strlen(text)};
    t->name[t->n++] = name;
}

bool kp_sass_try_remedies(struct kp_settings *s, const struct kp_opcodes *opcodes,
                          struct kp_sass_views *all)
{
    static const struct {
        const char *name;
        unsigned changes;
    } tries[MOST - 1] = {
        {"__syncwarp() after the fetch", SYNCWARP},
        {"#pragma unroll 1 on the main loop", NO_UNROLL},
        {"__syncwarp() and #pragma unroll 1", SYNCWARP | NO_UNROLL},
    };
    struct kp_sass_input built[MOST];
    const char *path = all->input.path, *text, *name = NULL;
    struct tries t = {0};
    bool any = false;

    if (!all->input.source) {
        kp_complain("%s: --remedies changes the source, and this is machine code", path);
        return false;
    }
    for (size_t i = 0; i < all->v.n; i++)
        any |= needs_remedy(&all->v.v[i]);
    if (!any)
        return true;
    for (size_t i = 0; i < MOST - 1; i++)
        add_try(&t, path, tries[i].name, change(s->arena, &all->input, tries[i].changes));
    text = reshape(s, all, &name);
    add_try(&t, path, name, text);
    if (!kp_sass_build(s, opcodes, t.build, t.n, built))
        return false;
    for (size_t k = 0; k < t.n; k++)
        for (size_t i = 0; i < all->v.n; i++)
            if (needs_remedy(&all->v.v[i]))
                judge(s->arena, built[k].module, t.name[k], &all->v.v[i]);
    return true;
}
