#include "cmd/sass.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "plan/occupancy.h"
#include "rule/opcodes.h"
#include "rule/rule.h"
#include "sass/time.h"
#include "util/str.h"

/* ---- which kernels ------------------------------------------------------------------------ */

static bool is_named(const struct kp_sass_kernel *k, const char *name)
{
    size_t n = strlen(name);

    return kp_streq(k->symbol, name) || kp_streq(k->name, name) ||
           (strncmp(k->name, name, n) == 0 && k->name[n] == '<');
}

static int loop_of(const struct kp_settings *s, const struct kp_sass_kernel *k)
{
    return s->options.line ? kp_sass_loop_at_line(k, (unsigned)s->options.line)
                           : kp_sass_main_loop(k);
}

static const struct kp_sass_kernel *same_kernel(const struct kp_sass_module *m,
                                                const struct kp_sass_kernel *k)
{
    const struct kp_sass_kernel *by_name = NULL;

    for (size_t i = 0; i < m->kernels.n; i++) {
        if (kp_streq(m->kernels.v[i].symbol, k->symbol))
            return &m->kernels.v[i];
        if (kp_streq(m->kernels.v[i].name, k->name))
            by_name = &m->kernels.v[i];
    }
    return by_name;
}

/* True if the text says that it was rewritten with cp.async. */
static bool says_async(const struct kp_sass_input *in)
{
    for (const char *p = in->source; p && (p = strstr(p, "// kpipe ")); p++) {
        const char *end = p + strcspn(p, "\n"), *word = strstr(p, "cp.async");

        if (word && word < end)
            return true;
    }
    return false;
}

static void compare(struct kp_settings *s, const struct kp_sass_views *all, struct kp_sass_view *v)
{
    const struct kp_sass_kernel *k = same_kernel(all->original.module, v->kernel);
    struct kp_overlap *o;
    int loop = k ? kp_sass_main_loop(k) : -1; /* --line is the rewritten file's */

    if (loop < 0 || !v->overlap.kernel)
        return;
    o = kp_new(s->arena, struct kp_overlap);
    kp_overlap_find(s->arena, k, loop, o);
    v->original = o;
    kp_sass_compare(s->arena, o, &v->overlap, says_async(&all->input), &v->checks);
}

/* --threads: the main loop played. False after a complaint. */
static bool play(struct kp_settings *s, const struct kp_rules *rules, unsigned arch,
                 struct kp_sass_view *v)
{
    const char *error = NULL;
    const struct kp_sass_launch launch = {.threads = {(uint32_t)s->threads, 1, 1}};
    struct kp_sass_walk walk;
    const struct kp_target *target = kp_rule_target(rules, kp_sprintf(s->arena, "sm_%u", arch));
    const struct kp_timing *timing = kp_timing_load(s->arena, s->options.rules_dir, arch, &error);

    if (!target)
        error = kp_sprintf(s->arena, "no target sm_%u in the rules; see `kpipe targets`", arch);
    if (error) {
        kp_complain("%s", error);
        return false;
    }
    v->blocks = kp_blocks_per_sm(target, s->threads, (int)v->kernel->registers,
                                 (int64_t)v->kernel->static_smem + s->smem);
    kp_sass_walk(s->arena, &v->overlap, &launch, NULL, &walk);
    v->cycles = kp_sass_time(s->arena, timing, &v->overlap, &walk, (unsigned)v->blocks);
    return true;
}

static bool collect(struct kp_settings *s, struct kp_sass_views *all)
{
    const struct kp_sass_module *m = all->input.module;
    const struct kp_rules *rules = NULL;
    bool named = false;

    if (s->threads && !(rules = kp_load_rules(s)))
        return false;

    for (size_t i = 0; i < m->kernels.n; i++) {
        struct kp_sass_view v = {.kernel = &m->kernels.v[i]};
        int loop;

        if (s->options.kernel ? !is_named(v.kernel, s->options.kernel)
                              : !v.kernel->is_entry && !s->full)
            continue;
        named = true;
        loop = loop_of(s, v.kernel);
        if (s->options.line && loop < 0)
            continue;
        if (loop >= 0)
            kp_overlap_find(s->arena, v.kernel, loop, &v.overlap);
        if (all->original.path)
            compare(s, all, &v);
        if (s->threads && v.overlap.kernel && !play(s, rules, m->arch, &v))
            return false;
        kp_push(s->arena, &all->v, v);
    }
    if (!named && s->options.kernel)
        kp_complain("%s: it has no kernel '%s'", all->input.path, s->options.kernel);
    else if (!named)
        kp_complain("%s: it holds no kernel%s%s", all->input.path, all->input.note ? "; " : "",
                    all->input.note     ? all->input.note
                    : all->input.source ? " (a template makes code only where it is launched)"
                                        : "");
    else if (!all->v.n)
        kp_complain("%s: no loop has code of line %ld%s", all->input.path, (long)s->options.line,
                    m->kernels.v[0].file ? "" : ": it was made without -lineinfo");
    return all->v.n > 0;
}

/* With two versions, a kernel that only one of them has cannot be compared. */
static bool check_pairs(const struct kp_sass_views *all)
{
    bool any = false;

    for (size_t i = 0; i < all->v.n; i++)
        any |= all->v.v[i].original != NULL;
    if (all->original.path && !any)
        kp_complain("%s and %s have no kernel with a loop in common", all->original.path,
                    all->input.path);
    return any || !all->original.path;
}

/* ---- the command -------------------------------------------------------------------------- */

static int findings(const struct kp_settings *s, const struct kp_sass_views *all)
{
    bool found = false;

    for (size_t i = 0; i < all->v.n; i++) {
        const struct kp_sass_view *v = &all->v.v[i];

        for (size_t c = 0; c < v->checks.n; c++)
            found |= v->checks.v[c].result == KP_CHECK_FAILED;
        if (s->strict && v->overlap.kernel && v->overlap.loads.n)
            found |= v->overlap.verdict == KP_OVERLAP_NONE;
    }
    return found ? KP_EXIT_FINDINGS : KP_EXIT_DONE;
}

static bool read_operands(struct kp_settings *s, const char **file, const char **original)
{
    *original = s->against;
    if (s->operands.n == 2 && !s->against)
        *original = s->operands.v[0];
    else if (s->operands.n != 1) {
        kp_complain("one file is needed, or the original and the rewritten one; see "
                    "`kpipe sass --help`");
        return false;
    }
    *file = s->operands.v[s->operands.n - 1];
    return true;
}

static int sass(struct kp_settings *s)
{
    struct kp_sass_views all = {.full = s->full};
    const struct kp_opcodes *opcodes;
    const char *error = NULL, *file, *original;

    if (!read_operands(s, &file, &original))
        return KP_EXIT_ERROR;
    opcodes = kp_opcodes_load(s->arena, s->options.rules_dir, &error);
    if (!opcodes)
        return kp_complain("%s", error);
    if ((original && !kp_sass_load(s, opcodes, original, &all.original)) ||
        !kp_sass_load(s, opcodes, file, &all.input))
        return KP_EXIT_ERROR;
    if (original && all.original.module->arch != all.input.module->arch)
        return kp_complain("%s is for sm_%u and %s for sm_%u: choose one with --arch", original,
                           all.original.module->arch, file, all.input.module->arch);
    if (!collect(s, &all) || !check_pairs(&all))
        return KP_EXIT_ERROR;
    if (s->remedies && !kp_sass_try_remedies(s, opcodes, &all))
        return KP_EXIT_ERROR;
    if (s->html && !kp_sass_page(s, &all))
        return KP_EXIT_ERROR;
    if (s->json)
        kp_sass_show_json(s->arena, &all);
    else
        kp_sass_show_text(s->arena, &all);
    return findings(s, &all);
}

const struct kp_command kp_command_sass = {
    .name = "sass",
    .id = KP_CMD_SASS,
    .usage = "sass [options] FILE.cu|FILE.cubin\n"
             "       kpipe sass [options] ORIGINAL REWRITTEN [-- COMPILER-ARGS]",
    .summary = "show in the machine code whether loads overlap with math",
    .details =
        "\n"
        "Reads the instructions of a cubin, of a fatbin or program, or of a source that nvcc "
        "builds\n"
        "first, and shows of each kernel the main loop: loads, math, barriers, and for each load "
        "the\n"
        "instruction that first waits for it, with the math and the issue cycles between them.\n"
        "With two versions it also compares them: math per tile, spills, asynchronous copies,\n"
        "barriers, overlap. Neither nvdisasm nor a GPU is needed.\n"
        "\n"
        "The columns are address, source line, control field and instruction. The control field\n"
        "B01----:R2:W3:Y:S04 reads: wait for scoreboards 0 and 1, count down 2 when the operands\n"
        "are read and 3 when the result is there, yield, stall 4 cycles.\n"
        "\n"
        "exit codes: 0 done, 1 a check failed (two versions, --strict), 2 usage, build or I/O "
        "error\n",
    .examples = "  kpipe sass sgemm.cu                           build for sm_86 and show\n"
                "  kpipe sass --arch sm_90 sgemm.cu sgemm_pipe.cu    compare two versions\n"
                "  kpipe sass --html loop.html app               the kernels of a program\n",
    .run = sass,
};
