/* Values of options, checked and stored in the settings. */
#include "cmd/flag.h"

#include <errno.h>
#include <stdlib.h>

#include "cmd/cmd.h"
#include "cmd/compiled.h"
#include "lock/lock.h"
#include "model/silence.h"
#include "plan/plan.h"

struct name_list {
    const char *const *names;
};

static const char *list_name(size_t i, const void *context)
{
    return ((const struct name_list *)context)->names[i];
}

/* How an error message names an option: "--stages", or the project file's entry. */
static const char *option_text(const struct kp_settings *s, const char *flag)
{
    return s->place ? kp_sprintf(s->arena, "%s: %s", s->place, flag + strspn(flag, "-")) : flag;
}

/* The position of `value` among the n names, or -1 after a complaint. */
static int choose(const struct kp_settings *s, const char *flag, const char *value,
                  const char *const *names, size_t n)
{
    struct name_list list = {names};
    struct kp_str all = kp_str_new(s->arena);
    const char *near;

    flag = option_text(s, flag);

    for (size_t i = 0; i < n; i++)
        if (kp_streq(value, names[i]))
            return (int)i;
    near = kp_nearest(value, n, list_name, &list);
    for (size_t i = 0; i < n; i++)
        kp_str_addf(&all, "%s%s", i == 0 ? "" : i + 1 < n ? ", " : " or ", names[i]);
    kp_complain("%s takes %s, not '%s'%s", flag, kp_str_text(&all), value,
                near ? kp_sprintf(s->arena, "; did you mean '%s'?", near) : "");
    return -1;
}

/* A number between low and high, or -1 after a complaint. */
static long number(const struct kp_settings *s, const char *flag, const char *value, long low,
                   long high)
{
    char *end;
    long n;

    flag = option_text(s, flag);

    errno = 0;
    n = strtol(value, &end, 10);
    if (*value && !*end && !errno && n >= low && n <= high)
        return n;
    if (high == INT32_MAX)
        kp_complain("%s takes a number from %ld, not '%s'", flag, low, value);
    else
        kp_complain("%s takes a number from %ld to %ld, not '%s'", flag, low, high, value);
    return -1;
}

static bool set_pass(const struct kp_settings *s, const char *flag, const char *value,
                     enum kp_pass first, enum kp_pass *out)
{
    const char *names[KP_PASS_COUNT];
    int n = 0, at;

    for (int pass = (int)first; pass < KP_PASS_COUNT; pass++)
        names[n++] = kp_pass_name((enum kp_pass)pass);
    at = choose(s, flag, value, names, (size_t)n);
    if (at >= 0)
        *out = (enum kp_pass)((int)first + at);
    return at >= 0;
}

bool kp_set_format(struct kp_settings *s, const char *value)
{
    static const char *const names[] = {"text",   "json",  "sarif",      "github",
                                        "gitlab", "junit", "codeclimate"};
    int at = choose(s, "--format", value, names, sizeof names / sizeof *names);

    s->format = (enum kp_format)at;
    s->json = s->format == KP_FORMAT_JSON;
    return at >= 0;
}

/* Does each entry of the list mean a code? */
static bool knows_codes(const struct kp_settings *s, const char *option, const char *list)
{
    for (size_t n; *list; list += n + (list[n] == ',')) {
        bool found = false;

        n = strcspn(list, ",");
        for (int code = KP_CODE_NONE + 1; code < KP_CODE_COUNT; code++)
            found |= kp_code_fits(s->arena, (enum kp_code)code, list, n);
        if (!found) {
            kp_complain("%s: '%.*s' matches no code; `kpipe explain` lists all",
                        option_text(s, option), (int)n, list);
            return false;
        }
    }
    return true;
}

bool kp_set_select(struct kp_settings *s, const char *value)
{
    s->select = value;
    return knows_codes(s, "--select", value);
}

bool kp_set_ignore(struct kp_settings *s, const char *value)
{
    s->ignore = value;
    return knows_codes(s, "--ignore", value);
}

bool kp_set_color(struct kp_settings *s, const char *value)
{
    static const char *const names[] = {"auto", "always", "never"};
    int at = choose(s, "--color", value, names, 3);

    kp_force_colour(at == 1, at > 0);
    return at >= 0;
}

bool kp_set_order(struct kp_settings *s, const char *value)
{
    long n = number(s, "--order", value, 0, 1000000);

    s->orders = (unsigned)n;
    return n >= 0;
}

bool kp_set_landing(struct kp_settings *s, const char *value)
{
    static const char *const names[] = {"late", "random", "once"};

    s->landing = value;
    return choose(s, "--landing", value, names, 3) >= 0;
}

bool kp_set_tiles(struct kp_settings *s, const char *value)
{
    return (s->tiles = (int)number(s, "--tiles", value, 0, 1000000)) >= 0;
}

bool kp_set_processes(struct kp_settings *s, const char *value)
{
    long n = number(s, "-j", value, 0, 1024);

    s->jobs = (size_t)n;
    s->no_jobs = n == 0;
    return n >= 0;
}

bool kp_set_json(struct kp_settings *s, const char *value)
{
    (void)value;
    return kp_set_format(s, "json");
}

bool kp_set_runs(struct kp_settings *s, const char *value)
{
    long n = number(s, "--runs", value, 7, 1000);

    s->runs = (unsigned)n;
    return n > 0;
}

bool kp_set_rounds(struct kp_settings *s, const char *value)
{
    long n = number(s, "--runs", value, 0, 1000);

    s->runs = (unsigned)n;
    s->no_runs = n == 0;
    return n >= 0;
}

bool kp_set_warm_up(struct kp_settings *s, const char *value)
{
    long n = number(s, "--warm-up", value, 0, 1000000);

    s->warm_up = (unsigned)n;
    return n >= 0;
}

bool kp_set_sizes(struct kp_settings *s, const char *value)
{
    s->small = kp_streq(value, "small");
    if (strchr(value, '='))
        kp_push(s->arena, &s->sizes, value);
    else if (!s->small && !kp_streq(value, "large"))
        kp_complain("--sizes takes small, large or NAME=N, not '%s'", value);
    else
        return true;
    return strchr(value, '=') != NULL;
}

bool kp_set_smem_of(struct kp_settings *s, const char *value)
{
    if (!strchr(value, '='))
        return kp_complain("--smem takes FILE=N, not '%s'", value) == 0;
    kp_push(s->arena, &s->smems, value);
    return true;
}

/* A number above 0, or 0 after a complaint. */
static double real(const char *flag, const char *value)
{
    char *end;
    double n = strtod(value, &end);

    if (*value && !*end && n > 0 && n < 1e300)
        return n;
    kp_complain("%s takes a number above 0, not '%s'", flag, value);
    return 0;
}

bool kp_set_threads(struct kp_settings *s, const char *value)
{
    s->threads = (int)number(s, "--threads", value, 1, 1024);
    return s->threads > 0;
}

bool kp_set_smem(struct kp_settings *s, const char *value)
{
    s->smem = (int)number(s, "--smem", value, 0, INT32_MAX);
    s->smem_given = true;
    return s->smem >= 0;
}

bool kp_set_time(struct kp_settings *s, const char *value)
{
    return (s->time_ms = real("--time-ms", value)) > 0;
}

bool kp_set_flops(struct kp_settings *s, const char *value)
{
    return (s->flops = real("--flops", value)) > 0;
}

bool kp_set_bytes(struct kp_settings *s, const char *value)
{
    return (s->bytes = real("--bytes", value)) > 0;
}

bool kp_set_verbose(struct kp_settings *s, const char *value)
{
    (void)value;
    return ++s->verbose > 0;
}

bool kp_set_line(struct kp_settings *s, const char *value)
{
    long n = number(s, "--line", value, 1, INT32_MAX);

    s->options.line = (uint32_t)n;
    return n > 0;
}

bool kp_set_arch(struct kp_settings *s, const char *value)
{
    s->options.arch = value;
    return s->arch_given = true;
}

bool kp_set_variant(struct kp_settings *s, const char *value)
{
    static const char *const names[] = {"auto", "cp-async", "ldg", "single"};
    int at = choose(s, "--variant", value, names, 4);

    s->options.variant = (enum kp_variant)at;
    return at >= 0;
}

bool kp_set_shape(struct kp_settings *s, const char *value)
{
    static const char *const names[] = {"auto", "split", "ring", "late-ring"};
    int at = choose(s, "--shape", value, names, 4);

    s->options.shape = (enum kp_shape)at;
    return at >= 0;
}

bool kp_set_stages(struct kp_settings *s, const char *value)
{
    s->options.stages = (int)number(s, "--stages", value, 2, 8);
    return s->options.stages > 0;
}

bool kp_set_min_blocks(struct kp_settings *s, const char *value)
{
    s->options.min_blocks = (int)number(s, "--min-blocks", value, 1, 32);
    return s->options.min_blocks > 0;
}

bool kp_set_merge(struct kp_settings *s, const char *value)
{
    s->options.merge_auto = kp_streq(value, "auto");
    if (s->options.merge_auto)
        return true;
    if (kp_streq(value, "off")) {
        s->options.merge = (struct kp_merge){1, 1, 1};
        return true;
    }
    if (!kp_read_merge(value, strlen(value), &s->options.merge)) {
        kp_complain("%s takes auto, off, or rows and columns of blocks as in 4x8 (or 2x4x8, z "
                    "first), 64 in "
                    "all, not '%s'",
                    option_text(s, "--merge"), value);
        return false;
    }
    return true;
}

bool kp_set_layout(struct kp_settings *s, const char *value)
{
    static const char *const names[] = {"keep", "auto"};
    int at = choose(s, "--layout", value, names, 2);

    s->options.layout = at == 1 ? KP_LAYOUT_AUTO : KP_LAYOUT_KEEP;
    return at >= 0;
}

bool kp_set_worth(struct kp_settings *s, const char *value)
{
    long n = value ? number(s, "--worth", value, 0, 1000) : KP_WORTH;

    s->options.worth = (int)n;
    return n >= 0;
}

bool kp_set_seconds(struct kp_settings *s, const char *value)
{
    long n = number(s, "--seconds", value, 1, 86400);

    s->seconds = (unsigned)n;
    return n > 0;
}

bool kp_set_no_alias(struct kp_settings *s, const char *value)
{
    /* the project file's yes or no, at FILE:LINE:COLUMN */
    s->options.no_alias_said =
        s->place ? kp_strndup(s->arena, s->place, (size_t)(strrchr(s->place, ':') - s->place))
                 : NULL;
    s->options.assume_no_alias = !s->place || kp_streq(value, "yes");
    return true;
}

bool kp_set_no_checks(struct kp_settings *s, const char *value)
{
    (void)value;
    s->options.no_runtime_checks = true;
    return true;
}

bool kp_set_no_widen(struct kp_settings *s, const char *value)
{
    (void)value;
    s->options.width = KP_WIDTH_NARROW;
    return true;
}

bool kp_set_copies_only(struct kp_settings *s, const char *value)
{
    (void)value;
    s->options.width = KP_WIDTH_ONLY;
    return true;
}

bool kp_set_alone(struct kp_settings *s, const char *value)
{
    static const char *const names[] = {"compute", "load"};
    int at = choose(s, "--alone", value, names, 2);

    s->options.alone = (enum kp_alone)(at + 1);
    return at >= 0;
}

bool kp_set_jobs(struct kp_settings *s, const char *value)
{
    long n = number(s, "-j", value, 1, 1024);

    s->jobs = (size_t)n;
    return n > 0;
}

bool kp_set_dump(struct kp_settings *s, const char *value)
{
    return set_pass(s, "--dump", value, KP_PASS_PARSE, &s->dump);
}

bool kp_set_stop_after(struct kp_settings *s, const char *value)
{
    return set_pass(s, "--stop-after", value, KP_PASS_SOURCE, &s->stop_after);
}

bool kp_set_folder(struct kp_settings *s, const char *value)
{
    kp_compiler_option(s, "-I", value);
    return true;
}

bool kp_set_system_folder(struct kp_settings *s, const char *value)
{
    kp_compiler_option(s, "-isystem", value);
    return true;
}

bool kp_set_define(struct kp_settings *s, const char *value)
{
    kp_compiler_option(s, "-D", value);
    return true;
}

bool kp_set_undefine(struct kp_settings *s, const char *value)
{
    kp_compiler_option(s, "-U", value);
    return true;
}

/* ---- those that do not ---------------------------------------------------------------------- */

static bool store_file(const struct kp_flag *f, const char **at, const char *value)
{
    *at = value;
    if (!*value && f->letter)
        kp_complain("-%c needs the name of a file", f->letter);
    else if (!*value)
        kp_complain("--%s needs the name of a file", f->name);
    return *value != '\0';
}

bool kp_flag_store(struct kp_settings *s, const struct kp_flag *f, const char *value)
{
    char *at = (char *)s + f->at;

    switch (f->kind) {
    case KP_FLAG_YES:
        return *(bool *)at = true;
    case KP_FLAG_TEXT:
        *(const char **)at = value;
        return true;
    case KP_FLAG_FILE:
        return store_file(f, (const char **)at, value);
    case KP_FLAG_LIST:
        kp_push(s->arena, (struct kp_texts *)at, value);
        return true;
    case KP_FLAG_SET:
        return f->set(s, value);
    }
    return false;
}
