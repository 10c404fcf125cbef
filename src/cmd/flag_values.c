/* Values of options, checked and stored in the settings. */
#include "cmd/flag.h"

#include <errno.h>
#include <stdlib.h>

#include "cmd/cmd.h"
#include "cmd/compiled.h"
#include "lock/lock.h"
#include "model/silence.h"
#include "plan/plan.h"

static const char *value_name(size_t i, const void *values)
{
    return ((const struct kp_texts *)values)->v[i];
}

/* How an error message names an option: "--stages", "-j", or the project file's entry. */
static const char *spelled(const struct kp_settings *s, const struct kp_flag *f)
{
    const char *text =
        f->letter ? kp_sprintf(s->arena, "-%c", f->letter) : kp_sprintf(s->arena, "--%s", f->name);

    return s->place ? kp_sprintf(s->arena, "%s: %s", s->place, text + strspn(text, "-")) : text;
}

/* The position of `value` among the flag's values, or -1 after a complaint. */
static int choose(const struct kp_settings *s, const struct kp_flag *f, const char *value)
{
    struct kp_texts values = {0};
    struct kp_str all = kp_str_new(s->arena);
    const char *near;

    for (const char *at = f->values; *at; at += strspn(at, " ")) {
        kp_push(s->arena, &values, kp_strndup(s->arena, at, strcspn(at, " ")));
        at += strcspn(at, " ");
    }
    for (size_t i = 0; i < values.n; i++)
        if (kp_streq(value, values.v[i]))
            return (int)i;
    near = kp_nearest(value, values.n, value_name, &values);
    for (size_t i = 0; i < values.n; i++)
        kp_str_addf(&all, "%s%s", i == 0 ? "" : i + 1 < values.n ? ", " : " or ", values.v[i]);
    kp_complain("%s takes %s, not '%s'%s", spelled(s, f), kp_str_text(&all), value,
                near ? kp_sprintf(s->arena, "; did you mean '%s'?", near) : "");
    return -1;
}

/* A number between low and high, or -1 after a complaint. */
static int number(const struct kp_settings *s, const struct kp_flag *f, const char *value, int low,
                  int high)
{
    char *end;
    long n;

    errno = 0;
    n = strtol(value, &end, 10);
    if (*value && !*end && !errno && n >= low && n <= high)
        return (int)n;
    if (high == INT32_MAX)
        kp_complain("%s takes a number from %d, not '%s'", spelled(s, f), low, value);
    else
        kp_complain("%s takes a number from %d to %d, not '%s'", spelled(s, f), low, high, value);
    return -1;
}

/* A number above 0, or 0 after a complaint. */
static double real(const struct kp_settings *s, const struct kp_flag *f, const char *value)
{
    char *end;
    double n = strtod(value, &end);

    if (*value && !*end && n > 0 && n < 1e300)
        return n;
    kp_complain("%s takes a number above 0, not '%s'", spelled(s, f), value);
    return 0;
}

/* True if each entry of the list means a code; else after a complaint. */
static bool knows_codes(const struct kp_settings *s, const struct kp_flag *f, const char *list)
{
    for (size_t n; *list; list += n + (list[n] == ',')) {
        bool found = false;

        n = strcspn(list, ",");
        for (int code = KP_CODE_NONE + 1; code < KP_CODE_COUNT; code++)
            found |= kp_code_fits(s->arena, (enum kp_code)code, list, n);
        if (!found) {
            kp_complain("%s: '%.*s' matches no code; `kpipe explain` lists all", spelled(s, f),
                        (int)n, list);
            return false;
        }
    }
    return true;
}

bool kp_flag_store(struct kp_settings *s, const struct kp_flag *f, const char *value)
{
    char *at = (char *)s + f->at;
    int n;

    switch (f->kind) {
    case KP_FLAG_YES:
        return *(bool *)at = true;
    case KP_FLAG_TEXT:
        *(const char **)at = value;
        return true;
    case KP_FLAG_FILE:
        *(const char **)at = value;
        return *value || !kp_complain("%s needs the name of a file", spelled(s, f));
    case KP_FLAG_LIST:
        kp_push(s->arena, (struct kp_texts *)at, value);
        return true;
    case KP_FLAG_IS:
        *(int *)at = f->low;
        return true;
    case KP_FLAG_NUMBER:
        return (*(int *)at = number(s, f, value, f->low, f->high)) >= 0;
    case KP_FLAG_REAL:
        return (*(double *)at = real(s, f, value)) > 0;
    case KP_FLAG_ONE_OF:
        n = choose(s, f, value);
        *(int *)at = f->low + n;
        return n >= 0;
    case KP_FLAG_CODES:
        *(const char **)at = value;
        return knows_codes(s, f, value);
    case KP_FLAG_COMPILER:
        kp_compiler_option(s, kp_sprintf(s->arena, f->letter ? "-%c" : "-isystem", f->letter),
                           value);
        return true;
    case KP_FLAG_SET:
        return f->set(s, f, value);
    }
    return false;
}

/* ---- functions of KP_FLAG_SET -------------------------------------------------------------- */

bool kp_set_color(struct kp_settings *s, const struct kp_flag *f, const char *value)
{
    int at = choose(s, f, value);

    kp_force_colour(at == 1, at > 0);
    return at >= 0;
}

bool kp_set_landing(struct kp_settings *s, const struct kp_flag *f, const char *value)
{
    s->landing = value;
    return choose(s, f, value) >= 0;
}

bool kp_set_processes(struct kp_settings *s, const struct kp_flag *f, const char *value)
{
    s->jobs = (unsigned)number(s, f, value, 0, 1024);
    s->no_jobs = s->jobs == 0;
    return (int)s->jobs >= 0;
}

bool kp_set_rounds(struct kp_settings *s, const struct kp_flag *f, const char *value)
{
    s->runs = (unsigned)number(s, f, value, 0, 1000);
    s->no_runs = s->runs == 0;
    return (int)s->runs >= 0;
}

bool kp_set_sizes(struct kp_settings *s, const struct kp_flag *f, const char *value)
{
    (void)f;
    s->small = kp_streq(value, "small");
    if (strchr(value, '='))
        kp_push(s->arena, &s->sizes, value);
    else if (!s->small && !kp_streq(value, "large"))
        kp_complain("--sizes takes small, large or NAME=N, not '%s'", value);
    else
        return true;
    return strchr(value, '=') != NULL;
}

bool kp_set_smem_of(struct kp_settings *s, const struct kp_flag *f, const char *value)
{
    (void)f;
    if (!strchr(value, '='))
        return kp_complain("--smem takes FILE=N, not '%s'", value) == 0;
    kp_push(s->arena, &s->smems, value);
    return true;
}

bool kp_set_smem(struct kp_settings *s, const struct kp_flag *f, const char *value)
{
    s->smem = number(s, f, value, 0, INT32_MAX);
    s->smem_given = true;
    return s->smem >= 0;
}

bool kp_set_verbose(struct kp_settings *s, const struct kp_flag *f, const char *value)
{
    (void)f, (void)value;
    return ++s->verbose > 0;
}

bool kp_set_arch(struct kp_settings *s, const struct kp_flag *f, const char *value)
{
    (void)f;
    s->options.arch = value;
    return s->arch_given = true;
}

bool kp_set_merge(struct kp_settings *s, const struct kp_flag *f, const char *value)
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
                    spelled(s, f), value);
        return false;
    }
    return true;
}

bool kp_set_worth(struct kp_settings *s, const struct kp_flag *f, const char *value)
{
    s->options.worth = value ? number(s, f, value, 0, 1000) : KP_WORTH;
    return s->options.worth >= 0;
}

bool kp_set_no_alias(struct kp_settings *s, const struct kp_flag *f, const char *value)
{
    (void)f;
    /* the project file's yes or no, at FILE:LINE:COLUMN */
    s->options.no_alias_said =
        s->place ? kp_strndup(s->arena, s->place, (size_t)(strrchr(s->place, ':') - s->place))
                 : NULL;
    s->options.assume_no_alias = !s->place || kp_streq(value, "yes");
    return true;
}
