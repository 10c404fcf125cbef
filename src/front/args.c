#include "front/args.h"

#include <ctype.h>
#include <stdio.h>

#include "front/virtual.h"

static void add(struct kp_arena *a, struct kp_args *to, const char *arg)
{
    kp_push(a, to, arg);
}

/* ---- what others say ---- */

enum action {
    DROP,
    DROP_VALUE,   /* and the argument behind it, unless joined by `=` */
    KEEP_DEFINE,  /* -D, -U: the value may be joined or stand behind */
    KEEP_PATH,    /* -I and its kin */
    KEEP_INCLUDE, /* -include FILE */
    KEEP_WHOLE,
    HOST_OPTIONS /* -Xcompiler "-DA,-DB" */
};

static const struct option {
    const char *name;
    enum action action;
    const char *as; /* clang's spelling */
} options[] = {
    {"--define-macro", KEEP_DEFINE, "-D"},
    {"--undefine-macro", KEEP_DEFINE, "-U"},
    {"--include-path", KEEP_PATH, "-I"},
    {"--system-include", KEEP_PATH, "-isystem"},
    {"--pre-include", KEEP_INCLUDE, "-include"},
    {"--compiler-options", HOST_OPTIONS, NULL},
    {"-Xcompiler", HOST_OPTIONS, NULL},
    {"-include", KEEP_INCLUDE, "-include"},
    {"-isystem", KEEP_PATH, "-isystem"},
    {"-iquote", KEEP_PATH, "-iquote"},
    {"-idirafter", KEEP_PATH, "-idirafter"},
    {"-std", KEEP_WHOLE, NULL},
    {"--std", KEEP_WHOLE, NULL},
    {"-ftemplate-depth", KEEP_WHOLE, NULL},
    {"-fconstexpr-", KEEP_WHOLE, NULL},
    {"-fbracket-depth", KEEP_WHOLE, NULL},
    {"-fms-extensions", KEEP_WHOLE, NULL},
    {"-gencode", DROP_VALUE, NULL},
    {"--generate-code", DROP_VALUE, NULL},
    {"-arch", DROP_VALUE, NULL},
    {"--gpu-architecture", DROP_VALUE, NULL},
    {"-code", DROP_VALUE, NULL},
    {"--gpu-code", DROP_VALUE, NULL},
    {"-ccbin", DROP_VALUE, NULL},
    {"--compiler-bindir", DROP_VALUE, NULL},
    {"-Xptxas", DROP_VALUE, NULL},
    {"--ptxas-options", DROP_VALUE, NULL},
    {"-Xlinker", DROP_VALUE, NULL},
    {"--linker-options", DROP_VALUE, NULL},
    {"-Xarchive", DROP_VALUE, NULL},
    {"-Xnvlink", DROP_VALUE, NULL},
    {"--nvlink-options", DROP_VALUE, NULL},
    {"-Xcudafe", DROP_VALUE, NULL},
    {"-Xfatbin", DROP_VALUE, NULL},
    {"-Xclang", DROP_VALUE, NULL},
    {"-diag-suppress", DROP_VALUE, NULL},
    {"--diag-suppress", DROP_VALUE, NULL},
    {"-diag-error", DROP_VALUE, NULL},
    {"--diag-error", DROP_VALUE, NULL},
    {"-diag-warn", DROP_VALUE, NULL},
    {"--diag-warn", DROP_VALUE, NULL},
    {"-default-stream", DROP_VALUE, NULL},
    {"--default-stream", DROP_VALUE, NULL},
    {"-maxrregcount", DROP_VALUE, NULL},
    {"--maxrregcount", DROP_VALUE, NULL},
    {"--threads", DROP_VALUE, NULL},
    {"-t", DROP_VALUE, NULL},
    {"--output-file", DROP_VALUE, NULL},
    {"--output-directory", DROP_VALUE, NULL},
    {"-odir", DROP_VALUE, NULL},
    {"-o", DROP_VALUE, NULL},
    {"--library", DROP_VALUE, NULL},
    {"--library-path", DROP_VALUE, NULL},
    {"--machine", DROP_VALUE, NULL},
    {"--x", DROP_VALUE, NULL},
    {"-x", DROP_VALUE, NULL},
    {"-MF", DROP_VALUE, NULL},
    {"-MT", DROP_VALUE, NULL},
    {"-MQ", DROP_VALUE, NULL},
    {"-target", DROP_VALUE, NULL},
    {"-arch-list", DROP_VALUE, NULL},
    {"-D", KEEP_DEFINE, "-D"},
    {"-U", KEEP_DEFINE, "-U"},
    {"-I", KEEP_PATH, "-I"},
};

/* Options whose value may follow without `=`. */
static bool joins(const struct option *o)
{
    return o->action == KEEP_WHOLE ||
           (o->action >= KEEP_DEFINE && o->action <= KEEP_INCLUDE && o->name[1] != '-');
}

static const struct option *option_of(const char *arg, const char **value)
{
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        const struct option *o = &options[i];
        const char *rest = arg + strlen(o->name);

        if (!kp_starts_with(arg, o->name) || (*rest && *rest != '=' && !joins(o)))
            continue;
        /* -D=x is a define of nothing, but --define-macro=x is one of x */
        *value = *rest == '=' && strlen(o->name) > 2 ? rest + 1 : rest;
        return o;
    }
    return NULL;
}

static const char *absolute(struct kp_arena *a, const char *folder, const char *path)
{
    return folder && path[0] != '/' ? kp_sprintf(a, "%s/%s", folder, path) : path;
}

/* The parts of a comma-separated list become arguments of their own. */
static void translate_list(struct kp_arena *a, const char *list, const char *folder,
                           struct kp_args *to)
{
    struct kp_args parts = {0};

    for (const char *at = list; *at;) {
        size_t n = strcspn(at, ", ");

        if (n)
            add(a, &parts, kp_strndup(a, at, n));
        at += n + (at[n] != '\0');
    }
    add(a, &parts, NULL);
    kp_args_translate(a, parts.v, folder, to);
}

static void keep(struct kp_arena *a, const struct option *o, const char *value, const char *folder,
                 struct kp_args *to)
{
    /* a forced include may be a name that only the search path finds */
    if (o->action == KEEP_PATH || (o->action == KEEP_INCLUDE && strchr(value, '/')))
        value = absolute(a, folder, value);
    add(a, to, o->as);
    add(a, to, value);
}

void kp_args_translate(struct kp_arena *a, const char *const *from, const char *folder,
                       struct kp_args *to)
{
    while (from && *from) {
        const char *arg = *from++, *value;
        const struct option *o = option_of(arg, &value);

        if (!o || o->action == DROP)
            continue;
        if (o->action == KEEP_WHOLE) {
            if (arg[1] == '-' || !kp_streq(o->name, "-std"))
                arg = kp_streq(o->name, "--std") && *value ? kp_sprintf(a, "-std=%s", value) : arg;
            if (*value)
                add(a, to, arg);
            else if (*from && kp_ends_with(o->name, "std"))
                add(a, to, kp_sprintf(a, "-std=%s", *from++));
            continue;
        }
        if (!*value) {
            if (!*from)
                break;
            value = *from++;
        }
        if (o->action == HOST_OPTIONS)
            translate_list(a, value, folder, to);
        else if (o->action != DROP_VALUE)
            keep(a, o, value, folder, to);
    }
}

/* ---- the command line ---- */

/* The architectures that libclang 17 to 19 know end here; later ones are close enough to it, with
 * their own __CUDA_ARCH__. */
enum { NEWEST_KNOWN = 90 };

static void add_arch(struct kp_arena *a, struct kp_args *to, const char *arch)
{
    int number = 0;

    if (sscanf(arch, "sm_%d", &number) != 1 || number <= 0)
        number = 80;
    if (number <= NEWEST_KNOWN) {
        add(a, to, kp_sprintf(a, "--cuda-gpu-arch=sm_%d", number));
        return;
    }
    add(a, to, kp_sprintf(a, "--cuda-gpu-arch=sm_%d", NEWEST_KNOWN));
    add(a, to, "-U__CUDA_ARCH__");
    add(a, to, kp_sprintf(a, "-D__CUDA_ARCH__=%d0", number));
}

struct kp_args kp_args_make(struct kp_arena *a, const char *arch, bool bare,
                            const struct kp_args *more)
{
    static const char *const always[] = {
        "-x",
        "cuda",
        "-std=c++17",
        "-nocudainc",
        "-nocudalib",
        "--cuda-device-only",
        "-ferror-limit=0",
        "-fno-spell-checking", /* a guess at what was meant would change the tree */
        "-w",
        "-Wno-error",
        "-Wno-register", /* errors of clang's that nvcc warns of */
        "-Wno-narrowing",
        "-I" KP_CUDA_FOLDER,
    };
    struct kp_args to = {0};

    for (size_t i = 0; i < sizeof always / sizeof *always; i++)
        add(a, &to, always[i]);
    add_arch(a, &to, arch ? arch : "sm_86");
    if (bare) {
        add(a, &to, "-nostdinc");
        add(a, &to, "-D__KPIPE_BARE__=1");
        add(a, &to, "-I" KP_C_FOLDER);
    }
    for (size_t i = 0; i < more->n; i++)
        add(a, &to, more->v[i]);
    return to;
}
