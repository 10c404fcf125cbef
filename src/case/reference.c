/* The CPU reference of a case: compiled into a shared object with a small function around it that
 * takes all arguments by address, so that any signature can be called. */
#define _GNU_SOURCE
#include "case/check.h"

#include <dlfcn.h>
#include <string.h>
#include <unistd.h>

#include "build/tool.h"
#include "util/str.h"
#include "util/subprocess.h"

static const struct kp_case_arg *find(const struct kp_case *c, const char *name, size_t *at)
{
    for (size_t k = 0; k < c->args.n; k++) {
        if (kp_streq(c->args.v[k].name, name)) {
            *at = k;
            return &c->args.v[k];
        }
    }
    return NULL;
}

static const char *shim(const struct kp_case *c, struct kp_arena *a,
                        const struct kp_case_text *names, size_t n)
{
    struct kp_str s = kp_str_new(a);

    kp_str_add(&s, "#include \"ref.c\"\n#include <stdint.h>\n"
                   "void kpipe_reference(void *const *args);\n"
                   "void kpipe_reference(void *const *args)\n{\n    ");
    kp_str_addf(&s, "%s(", c->reference);
    for (size_t k = 0; k < n; k++) {
        size_t at;
        const struct kp_case_arg *x = find(c, names[k].s, &at);
        kp_str_add(&s, k ? ", " : "");
        if (x && x->count.s)
            kp_str_addf(&s, "args[%zu]", k);
        else
            kp_str_addf(&s, "*(const %s *)args[%zu]", x ? kp_case_c_type(x->type) : "int32_t", k);
    }
    kp_str_add(&s, ");\n}\n");
    return kp_str_text(&s);
}

static const char *write_shim(struct kp_arena *a, const char *temp, const char *text)
{
    return kp_write_private(kp_sprintf(a, "%s/shim.c", temp), text, strlen(text))
               ? NULL
               : "cannot write to the temporary folder";
}

static const char *build(const struct kp_case *c, struct kp_arena *a, const char *temp,
                         const struct kp_case_text *names, size_t n)
{
    const char *source = c->reference_file[0] == '/'
                             ? c->reference_file
                             : kp_sprintf(a, "%s/%s", c->folder, c->reference_file);
    const char *include = kp_sprintf(a, "-I%s", kp_folder_of(a, source));
    const char *argv[] = {"cc",    "-std=gnu17", "-O2", "-shared", "-fPIC", "-I.",
                          include, "shim.c",     "-o",  "ref.so",  "-lm",   NULL};
    const char *error = kp_copy_file(a, source, kp_sprintf(a, "%s/ref.c", temp));

    if (!error)
        error = write_shim(a, temp, shim(c, a, names, n));
    return error ? error : kp_tool_run(a, temp, argv, 60);
}

static const char *call(const char *temp, struct kp_arena *a, void **args)
{
    void *so = dlopen(kp_sprintf(a, "%s/ref.so", temp), RTLD_NOW | RTLD_LOCAL);
    void (*run)(void *const *);
    void *symbol;

    if (!so)
        return kp_sprintf(a, "the reference cannot be loaded: %s", dlerror());
    symbol = dlsym(so, "kpipe_reference");
    memcpy(&run, &symbol, sizeof run);
    run(args);
    dlclose(so);
    return NULL;
}

static size_t names_of(const struct kp_case *c, struct kp_arena *a, struct kp_case_text **names)
{
    *names = NULL;
    return c->reference_args.s ? kp_case_split(a, c->reference_args, ',', names) : 0;
}

const char *kp_case_check_reference(const struct kp_case *c, struct kp_arena *a)
{
    struct kp_case_text *names;
    size_t n = names_of(c, a, &names);

    for (size_t k = 0; k < n; k++) {
        size_t at;
        const struct kp_case_arg *x = find(c, names[k].s, &at);
        struct kp_number v;
        const char *error = x ? NULL : kp_case_eval(c, a, names[k], &v);
        if (error)
            return error;
        if (x && x->type == KP_CASE_STRUCT)
            return kp_case_error(
                c, names[k], 0, "a struct cannot be handed to the reference: name the sizes in it");
    }
    return NULL;
}

const char *kp_case_reference(const struct kp_case *c, struct kp_arena *a, const char *temp,
                              struct kp_case_data *d)
{
    struct kp_case_text *names;
    const char *error;
    size_t n = names_of(c, a, &names);
    void **args = kp_new_array(a, void *, n + 1);

    for (size_t k = 0; k < n; k++) {
        size_t at;
        const struct kp_case_arg *x = find(c, names[k].s, &at);
        if (x && x->count.s) {
            args[k] = d->buffers[d->params[at].buffer].data;
        } else if (x) {
            args[k] = (void *)(uintptr_t)d->params[at].bytes;
        } else {
            struct kp_number v;
            int32_t *number = kp_alloc(a, sizeof *number);
            if ((error = kp_case_eval(c, a, names[k], &v)))
                return error;
            *number = (int32_t)v.i;
            args[k] = number;
        }
    }
    /* compiled for the first sizes; later ones only call it */
    error = access(kp_sprintf(a, "%s/ref.so", temp), R_OK) ? build(c, a, temp, names, n) : NULL;
    return error ? error : call(temp, a, args);
}
