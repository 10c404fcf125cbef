/* Contents of a case's arrays. Random contents depend only on
 * the kernel's name, the argument's position and the element's index. */
#define _GNU_SOURCE
#include "case/check.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/str.h"
#include "util/subprocess.h"
#include "util/system.h"

static const char *file_bytes(const struct kp_case *c, struct kp_arena *a, struct kp_case_text text,
                              const char *path, size_t want, void **data)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    const char *error = NULL;
    struct stat st;
    size_t n = 0;

    if (fd < 0 || fstat(fd, &st) != 0)
        error = kp_case_error(c, text, 0, "%s: %s", path, strerror(errno));
    else if (!S_ISREG(st.st_mode))
        error = kp_case_error(c, text, 0, "%s is no file, whose size would be known", path);
    else if ((size_t)st.st_size != want)
        error = kp_case_error(c, text, 0, "%s has %zu bytes, the array %zu", path,
                              (size_t)st.st_size, want);
    else if (!(*data = kp_read_all(a, fd, &n)) || n != want)
        error = kp_case_error(c, text, 0, "%s cannot be read, or has changed", path);
    if (fd >= 0)
        close(fd);
    return error;
}

/* `name(parameters)` */
struct call {
    const char *name;
    struct kp_case_text inside;
    bool has_parameters;
};

static struct call call_of(struct kp_arena *a, struct kp_case_text text)
{
    const char *open = strchr(text.s, '('), *close = strrchr(text.s, ')');
    struct call x = {.name = kp_strndup(a, text.s, strcspn(text.s, " (")), .inside = text};

    x.has_parameters = open && close && close > open && !close[1];
    if (x.has_parameters) {
        x.inside.s = kp_strndup(a, open + 1, (size_t)(close - open - 1));
        x.inside.column += (int)(open + 1 - text.s);
    }
    return x;
}

static const char *no_such_fill(const struct kp_case *c, struct kp_case_text text, const char *name)
{
    struct kp_str all = kp_str_new(c->arena);

    for (size_t k = 0; k < KP_FILLS; k++)
        kp_str_addf(&all, "%s%s", k ? ", " : "", kp_fill_table[k].name);
    return kp_case_error(c, text, 0, "no fill is called %s (there are: %s)", name,
                         kp_str_text(&all));
}

/* The fill and its parameters, from `text` = "uniform(-1, 1)". */
static const char *parameters(const struct kp_case *c, struct kp_arena *a, struct kp_case_text text,
                              struct kp_recipe *r)
{
    struct call x = call_of(a, text);
    struct kp_case_text *parts = NULL;
    size_t n = x.has_parameters ? kp_case_split(a, x.inside, ',', &parts) : 0;
    const char *what;

    for (r->fill = 0; r->fill < KP_FILLS && !kp_streq(kp_fill_table[r->fill].name, x.name);
         ++r->fill)
        continue;
    if (r->fill == KP_FILLS)
        return no_such_fill(c, text, x.name);
    if (kp_fill_table[r->fill].params != n ||
        (!x.has_parameters && strcspn(text.s, " (") != strlen(text.s)))
        return kp_case_error(c, text, 0, "%s wants %zu parameters in parentheses", x.name,
                             kp_fill_table[r->fill].params);
    if (r->fill == KP_FILL_FILE) {
        r->file = parts[0].s[0] == '/' ? parts[0].s : kp_sprintf(a, "%s/%s", c->folder, parts[0].s);
        return NULL;
    }
    for (size_t k = 0; k < n; k++) {
        struct kp_number v;
        const char *error = kp_case_eval(c, a, parts[k], &v);
        if (error)
            return error;
        r->p[k] = v.d;
    }
    what = kp_recipe_check(r);
    return what ? kp_case_error(c, text, 0, "%s", what) : NULL;
}

static const char *count_of(const struct kp_case *c, struct kp_arena *a,
                            const struct kp_case_arg *x, size_t *n)
{
    struct kp_number count;
    const char *error = kp_case_eval(c, a, x->count, &count);

    if (!error && (count.real || count.i < 0 || count.i > (int64_t)1 << 34))
        error = kp_case_error(c, x->count, 0, "%.17g is not a number of elements", count.d);
    *n = error ? 0 : (size_t)count.i;
    return error;
}

static struct kp_case_text fill_of(const struct kp_case_arg *x)
{
    struct kp_case_text usual = {.where = "fill"};

    usual.s = x->role == KP_CASE_OUT           ? "poison"
              : kp_case_type_is_float(x->type) ? "uniform(-1, 1)"
                                               : "integers(0, 1)";
    return x->fill.s ? x->fill : usual;
}

const char *kp_case_recipe(const struct kp_case *c, struct kp_arena *a, size_t arg,
                           struct kp_recipe *r, size_t *count)
{
    const struct kp_case_arg *x = &c->args.v[arg];
    const char *error = count_of(c, a, x, count);

    memset(r, 0, sizeof *r);
    r->seed = kp_recipe_seed(c->kernel, arg);
    return error ? error : parameters(c, a, fill_of(x), r);
}

const char *kp_case_fill(const struct kp_case *c, struct kp_arena *a, size_t arg, void **data,
                         size_t *size)
{
    const struct kp_case_arg *x = &c->args.v[arg];
    struct kp_recipe r;
    size_t count = 0;
    const char *error = kp_case_recipe(c, a, arg, &r, &count);

    *size = count * kp_case_type_size(x->type);
    if (error)
        return error;
    if (r.fill == KP_FILL_FILE)
        return file_bytes(c, a, x->fill, r.file, *size, data);
    *data = kp_alloc(a, *size + 16);
    kp_recipe_fill(&r, x->type, *data, count);
    return NULL;
}
