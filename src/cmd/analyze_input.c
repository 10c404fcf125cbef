/* The kernels that `kpipe analyze` looks at, and the facts about them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/triton.h"
#include "build/parallel.h"
#include "cmd/analyze.h"
#include "cmd/compiled.h"
#include "front/virtual.h"
#include "plan/plan.h"
#include "rule/match.h"

/* ---- GPU and architecture ------------------------------------------------------------------ */

static const char *gpu_name(size_t i, const void *context)
{
    return ((const struct kp_gpu *)context)[i].id;
}

static bool choose_gpu(struct kp_settings *s, const struct kp_rules *rules, struct kp_analyzed *to)
{
    size_t n;
    const struct kp_gpu *list = kp_rule_gpus(rules, &n);
    const char *near;

    if (!s->gpu)
        return true;
    to->gpu = kp_rule_gpu(rules, s->gpu);
    if (!to->gpu) {
        near = kp_nearest(s->gpu, n, gpu_name, list);
        kp_complain("--gpu: gpus.ini has no '%s'%s%s%s", s->gpu, near ? "; did you mean '" : "",
                    near ? near : "", near ? "'?" : "");
        return false;
    }
    if (!s->arch_given)
        s->options.arch = to->gpu->arch;
    return s->arch_given = true; /* a file with code for several: that of the GPU */
}

/* Of what was read: a file of machine code says itself what it is for. */
static bool settle_arch(struct kp_settings *s, const struct kp_sass_input *in,
                        struct kp_analyzed *to)
{
    to->arch = in->module ? kp_sprintf(s->arena, "sm_%u", in->module->arch) : s->options.arch;
    to->target = kp_rule_target(to->rules, to->arch);
    if (!to->target) {
        kp_complain("%s: it is for %s, which targets.ini does not have", in->path, to->arch);
        return false;
    }
    if (to->gpu && !kp_streq(to->gpu->arch, to->arch)) {
        kp_complain("--gpu %s is of %s, the code is for %s", to->gpu->id, to->gpu->arch, to->arch);
        return false;
    }
    if (!to->gpu)
        to->gpu = kp_rule_gpu_of(to->rules, to->arch);
    return true;
}

/* ---- what the source knows of a kernel's main loop ------------------------------------------ */

/* The function's name: that of the kernel without template arguments. */
static bool is_of(const struct kp_sym *function, const char *kernel)
{
    size_t n = strcspn(kernel, "<");

    return strlen(function->name) == n && strncmp(function->name, kernel, n) == 0;
}

static bool has_lines_of(const struct kp_loop *l, const struct kp_loop_facts *f)
{
    return !f->found || !f->first_line || (l->line <= f->last_line && f->first_line <= l->end_line);
}

const struct kp_loop *kp_analyze_loop_of(const struct kp_unit *u, const struct kp_facts *f)
{
    for (size_t i = 0; u && i < u->loops.n; i++) {
        const struct kp_loop *l = u->loops.v[i];

        if (l->tiles.n && is_of(l->function, f->name) && has_lines_of(l, &f->loop))
            return l;
    }
    return NULL;
}

/* The instance that the machine code is of: by its static shared memory, when they differ. */
static const struct kp_launch_case *instance_of(const struct kp_launch_cases *all,
                                                const struct kp_facts *f)
{
    for (size_t i = 0; i < all->list.n; i++) {
        const struct kp_launch_case *c = &all->list.v[i];

        if (c->tiles >= 0 && c->tiles <= f->smem_static &&
            (all->list.n == 1 || c->tiles + c->static_other == f->smem_static))
            return c;
    }
    return f->evidence == KP_BY_SASS ? NULL : &all->list.v[0];
}

static void take_source(struct kp_unit *u, struct kp_facts *f)
{
    const struct kp_loop *l = kp_analyze_loop_of(u, f);
    struct kp_launch_cases all;
    const struct kp_launch_case *c;

    if (!l)
        return;
    kp_find_instances(u, l, &all);
    c = instance_of(&all, f);
    if (!c)
        return;
    f->tile_bytes = c->tiles;
    if (c->threads && (!f->threads || f->evidence == KP_BY_SASS)) {
        f->threads = c->threads;
        f->threads_by = KP_BY_SOURCE;
    }
    if (c->dynamic >= 0 && f->smem_dynamic < 0) {
        f->smem_dynamic = c->dynamic;
        f->smem_by = KP_BY_SOURCE;
    }
    if (f->evidence == KP_BY_SOURCE && c->tiles >= 0)
        f->smem_static = c->tiles + (c->static_other > 0 ? c->static_other : 0);
}

static void take_flags(const struct kp_settings *s, struct kp_facts *f)
{
    if (s->threads) {
        f->threads = s->threads;
        f->threads_by = KP_BY_USER;
    }
    if (s->smem_given) {
        f->smem_dynamic = s->smem;
        f->smem_by = KP_BY_USER;
    }
}

/* ---- the kernels ---------------------------------------------------------------------------- */

static bool is_wanted(const struct kp_pattern *p, const char *name, const char *symbol)
{
    return !p || kp_pattern_found(p, name) || kp_pattern_found(p, symbol);
}

static void add_kernel(struct kp_settings *s, struct kp_analyzed *to, struct kp_facts *f,
                       const struct kp_overlap *o)
{
    take_source(to->unit, f);
    take_flags(s, f);
    kp_push(s->arena, &to->kernels, ((struct kp_analysis){.facts = f, .overlap = o}));
}

static void take_usage(const struct kp_sass_input *in, struct kp_facts *f)
{
    for (size_t i = 0; i < in->usages.n; i++)
        if (kp_streq(in->usages.v[i].kernel, f->symbol))
            f->spill_bytes = in->usages.v[i].spill_stores + in->usages.v[i].spill_loads;
}

static void from_code(struct kp_settings *s, const struct kp_sass_input *in,
                      const struct kp_pattern *wanted, struct kp_analyzed *to)
{
    for (size_t i = 0; i < in->module->kernels.n; i++) {
        const struct kp_sass_kernel *k = &in->module->kernels.v[i];
        struct kp_facts *f = kp_new(s->arena, struct kp_facts);
        struct kp_overlap *o = NULL;
        int loop = kp_sass_main_loop(k);
        const char *note;

        if (!k->is_entry || !is_wanted(wanted, k->name, k->symbol))
            continue;
        if (loop >= 0) {
            o = kp_new(s->arena, struct kp_overlap);
            kp_overlap_find(s->arena, k, loop, o);
        }
        kp_facts_of_sass(s->arena, in->module->arch, k, o, f);
        take_usage(in, f);
        if ((note = kp_triton_metadata(s->arena, in->path, f)))
            kp_push(s->arena, &to->notes, note);
        add_kernel(s, to, f, o);
    }
}

/* Without machine code: what the text alone says. */
static void from_source(struct kp_settings *s, const struct kp_pattern *wanted,
                        struct kp_analyzed *to)
{
    for (size_t i = 0; to->unit && i < to->unit->parse.syms.n; i++) {
        const struct kp_sym *k = to->unit->parse.syms.v[i];
        struct kp_facts *f;

        if (!k || k->kind != KP_SYM_FUNCTION || !k->is_kernel ||
            !is_wanted(wanted, k->name, k->name))
            continue;
        f = kp_new(s->arena, struct kp_facts);
        *f = (struct kp_facts){.name = k->name,
                               .symbol = k->name,
                               .evidence = KP_BY_SOURCE,
                               .tile_bytes = -1,
                               .smem_dynamic = -1,
                               .threads = (int)k->launch_max,
                               .threads_by = k->launch_max ? KP_BY_SOURCE : KP_BY_NOTHING};
        add_kernel(s, to, f, NULL);
    }
}

/* ---- reading -------------------------------------------------------------------------------- */

/* The file's flags, and PyTorch's names where its headers are not found otherwise. */
static const struct kp_flag_lines *with_torch(struct kp_settings *s, const char *path)
{
    static const char *const words[] = {"-idirafter", KP_TORCH_FOLDER, NULL};
    struct kp_flag_lines *to = kp_new(s->arena, struct kp_flag_lines);
    const char *error = NULL;
    const struct kp_origin *o = kp_origin_of(s, path, &error);

    for (size_t i = 0; o && i < o->lines.n; i++)
        kp_push(s->arena, to, o->lines.v[i]);
    kp_push(s->arena, to,
            ((struct kp_flag_line){.line = kp_compile_read(s->arena, words, false, NULL)}));
    return to;
}

/* The passes on a source; what they cannot do is a note. */
static void read_unit(struct kp_settings *s, const struct kp_sass_input *in, struct kp_analyzed *to)
{
    struct kp_options *o = kp_new(s->arena, struct kp_options);
    struct kp_unit *u;

    *o = s->options;
    o->kernel = NULL; /* here it is a pattern */
    o->flags = with_torch(s, in->path);
    u = kp_unit_new(o, to->rules);
    if (kp_pipeline_text(u, in->path, in->source, in->size, KP_PASS_EMIT)) {
        to->unit = u;
        return;
    }
    kp_push(s->arena, &to->notes,
            kp_sprintf(s->arena, "%s: the source is not looked at: %s", in->path, u->error));
    kp_unit_free(u);
}

static bool none_found(const struct kp_settings *s, const struct kp_sass_input *in,
                       const struct kp_analyzed *to)
{
    if (to->kernels.n)
        return false;
    if (to->built_not)
        kp_complain("%s: it cannot be built (%s), and the text alone shows no kernel%s", in->path,
                    to->built_not, s->options.kernel ? " of that name" : "");
    else if (s->options.kernel)
        kp_complain("%s: no kernel's name matches '%s'", in->path, s->options.kernel);
    else
        kp_complain("%s: it holds no kernel%s", in->path,
                    in->source ? " (a template makes code only where it is launched)" : "");
    return true;
}

static bool read_pattern(struct kp_settings *s, const struct kp_pattern **to)
{
    const char *error = NULL, *text = s->options.kernel;

    *to = text ? kp_pattern_new(s->arena, text, strlen(text), &error) : NULL;
    if (error)
        kp_complain("--kernel: '%s' is not a regular expression: %s", text, error);
    return !error;
}

bool kp_analyze_input(struct kp_settings *s, struct kp_analyzed *to)
{
    struct kp_sass_input *in = kp_new(s->arena, struct kp_sass_input);
    const struct kp_pattern *wanted;
    const struct kp_opcodes *opcodes;
    const char *error = NULL;

    to->path = s->operands.v[0];
    to->rules = kp_rules_load(s->arena, s->options.rules_dir, &error);
    if (!to->rules || !(opcodes = kp_opcodes_load(s->arena, s->options.rules_dir, &error))) {
        kp_complain("%s", error);
        return false;
    }
    if (!read_pattern(s, &wanted) || !choose_gpu(s, to->rules, to) ||
        !kp_sass_load_or_say(s, opcodes, to->path, in, &error) || !settle_arch(s, in, to))
        return false;
    to->built_not = error ? kp_build_line(s->arena, error) : NULL;
    if (to->built_not)
        kp_push(s->arena, &to->notes,
                kp_sprintf(s->arena, "%s cannot be built, so this rests on its text alone: %s",
                           to->path, to->built_not));
    else if (in->note)
        kp_push(s->arena, &to->notes, kp_sprintf(s->arena, "%s: %s", to->path, in->note));
    if (in->source)
        read_unit(s, in, to);
    if (in->module)
        from_code(s, in, wanted, to);
    else
        from_source(s, wanted, to);
    return !none_found(s, in, to);
}
