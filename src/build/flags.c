#define _GNU_SOURCE
#include "build/flags.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/str.h"

enum action {
    DROP,       /* ours to say, or nothing to do with device code */
    DROP_VALUE, /* the same, with a value */
    DEFINE,
    UNDEFINE,
    FOLDER, /* a folder of headers */
    FILE_IN_FRONT,
    HOST,      /* options for the host compiler, which preprocesses device code, too */
    PASS,      /* an option of nvcc without a value */
    PASS_VALUE /* one with a value: joined by `=`, or the next argument */
};

static const struct option {
    const char *name;
    enum action action;
    const char *as; /* nvcc's spelling where it is another one */
} options[] = {
    {"--define-macro", DEFINE, NULL},
    {"--undefine-macro", UNDEFINE, NULL},
    {"--include-path", FOLDER, "-I"},
    {"--system-include", FOLDER, "-isystem"},
    {"--pre-include", FILE_IN_FRONT, NULL},
    {"-include", FILE_IN_FRONT, NULL},
    {"-isystem", FOLDER, "-isystem"},
    {"-iquote", FOLDER, "-I"},
    {"-idirafter", FOLDER, "-isystem"},
    /* what the source means */
    {"-std", PASS_VALUE, "-std"},
    {"--std", PASS_VALUE, "-std"},
    {"-ftemplate-depth", PASS_VALUE, "-ftemplate-depth"},
    {"-expt-relaxed-constexpr", PASS, NULL},
    {"--expt-relaxed-constexpr", PASS, NULL},
    {"-expt-extended-lambda", PASS, NULL},
    {"--expt-extended-lambda", PASS, NULL},
    {"-extended-lambda", PASS, NULL},
    {"--extended-lambda", PASS, NULL},
    {"-rdc", PASS_VALUE, "-rdc"},
    {"--relocatable-device-code", PASS_VALUE, "-rdc"},
    {"-dc", PASS, "-rdc=true"},
    {"--device-c", PASS, "-rdc=true"},
    {"-ccbin", PASS_VALUE, "-ccbin"},
    {"--compiler-bindir", PASS_VALUE, "-ccbin"},
    /* how it is optimised */
    {"-use_fast_math", PASS, NULL},
    {"--use_fast_math", PASS, NULL},
    {"-ftz", PASS_VALUE, "-ftz"},
    {"--ftz", PASS_VALUE, "-ftz"},
    {"-prec-div", PASS_VALUE, "-prec-div"},
    {"--prec-div", PASS_VALUE, "-prec-div"},
    {"-prec-sqrt", PASS_VALUE, "-prec-sqrt"},
    {"--prec-sqrt", PASS_VALUE, "-prec-sqrt"},
    {"-fmad", PASS_VALUE, "-fmad"},
    {"--fmad", PASS_VALUE, "-fmad"},
    {"-maxrregcount", PASS_VALUE, "-maxrregcount"},
    {"--maxrregcount", PASS_VALUE, "-maxrregcount"},
    {"-Xptxas", PASS_VALUE, "-Xptxas"},
    {"--ptxas-options", PASS_VALUE, "-Xptxas"},
    {"-extra-device-vectorization", PASS, NULL},
    {"--extra-device-vectorization", PASS, NULL},
    {"-G", PASS, NULL},
    {"--device-debug", PASS, "-G"},
    /* ours, or of no account for device code */
    {"-gencode", DROP_VALUE, NULL},
    {"--generate-code", DROP_VALUE, NULL},
    {"-arch", DROP_VALUE, NULL},
    {"--gpu-architecture", DROP_VALUE, NULL},
    {"-code", DROP_VALUE, NULL},
    {"--gpu-code", DROP_VALUE, NULL},
    {"-o", DROP_VALUE, NULL},
    {"--output-file", DROP_VALUE, NULL},
    {"-odir", DROP_VALUE, NULL},
    {"--output-directory", DROP_VALUE, NULL},
    {"-x", DROP_VALUE, NULL},
    {"--x", DROP_VALUE, NULL},
    {"-MF", DROP_VALUE, NULL},
    {"-MT", DROP_VALUE, NULL},
    {"-MQ", DROP_VALUE, NULL},
    {"-MD", DROP, NULL},
    {"-MMD", DROP, NULL},
    {"-MP", DROP, NULL},
    {"-Xcompiler", HOST, NULL},
    {"--compiler-options", HOST, NULL},
    {"-Xlinker", DROP_VALUE, NULL},
    {"--linker-options", DROP_VALUE, NULL},
    {"-Xarchive", DROP_VALUE, NULL},
    {"-Xnvlink", DROP_VALUE, NULL},
    {"--nvlink-options", DROP_VALUE, NULL},
    {"-Xcudafe", DROP_VALUE, NULL},
    {"-Xfatbin", DROP_VALUE, NULL},
    {"-diag-suppress", DROP_VALUE, NULL},
    {"--diag-suppress", DROP_VALUE, NULL},
    {"-default-stream", DROP_VALUE, NULL},
    {"--default-stream", DROP_VALUE, NULL},
    {"-t", DROP_VALUE, NULL},
    {"--threads", DROP_VALUE, NULL},
    {"--library", DROP_VALUE, NULL},
    {"--library-path", DROP_VALUE, NULL},
    {"-target", DROP_VALUE, NULL},
    {"--options-file", DROP_VALUE, NULL},
    {"-optf", DROP_VALUE, NULL},
    {"-c", DROP, NULL},
    {"--compile", DROP, NULL},
    {"-cubin", DROP, NULL},
    {"-ptx", DROP, NULL},
    {"-fatbin", DROP, NULL},
    {"-shared", DROP, NULL},
    {"--shared", DROP, NULL},
    {"-g", DROP, NULL},
    {"--debug", DROP, NULL},
    {"-lineinfo", DROP, NULL},
    {"--generate-line-info", DROP, NULL},
    {"--resource-usage", DROP, NULL},
    {"-res-usage", DROP, NULL},
    {"-w", DROP, NULL},
    {"-v", DROP, NULL},
    {"--verbose", DROP, NULL},
    {"-keep", DROP, NULL},
    {"--keep", DROP, NULL},
};

/* Options of one letter whose value follows without a space. */
static const struct option joined[] = {
    {"-D", DEFINE, NULL}, {"-U", UNDEFINE, NULL}, {"-I", FOLDER, "-I"},
    {"-O", PASS, NULL},   {"-L", DROP, NULL},     {"-l", DROP, NULL},
    {"-W", DROP, NULL},   {"-f", DROP, NULL},     {"-m", DROP, NULL},
};

/* Nothing that a shell takes for more than a letter. */
static bool is_harmless(const char *s)
{
    return *s && !s[strspn(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                              "_+=,.:/-")];
}

static const struct option *option_of(const char *arg, const char **value)
{
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        size_t n = strlen(options[i].name);

        if (strncmp(arg, options[i].name, n) || (arg[n] && arg[n] != '='))
            continue;
        *value = arg[n] ? arg + n + 1 : NULL;
        return &options[i];
    }
    for (size_t i = 0; i < sizeof joined / sizeof *joined; i++) {
        if (strncmp(arg, joined[i].name, 2))
            continue;
        *value = arg[2] ? arg + 2 : NULL;
        return &joined[i];
    }
    return NULL;
}

static bool takes_value(const struct option *o)
{
    return o->action != DROP && o->action != PASS;
}

struct reading {
    struct kp_arena *arena;
    const char *folder;
    struct kp_flags *to;
    struct kp_str defines, includes; /* the compiler reads all defines first */
};

/* Of a line of the header that stands in front of the source. */
static bool is_one_line(const char *text)
{
    return *text && !strpbrk(text, "\n\r\\");
}

/* `NAME`, `NAME=VALUE`, `NAME(A)=VALUE` */
static void define(struct reading *r, const char *text)
{
    size_t n = strcspn(text, "=");

    kp_str_addf(&r->defines, "#define %.*s %s\n", (int)n, text, text[n] ? text + n + 1 : "1");
}

static const char *path_of(struct reading *r, const char *path)
{
    return r->folder && path[0] != '/' ? kp_sprintf(r->arena, "%s/%s", r->folder, path) : path;
}

static const char *link_to(struct reading *r, const char *path)
{
    char *real = realpath(path_of(r, path), NULL);
    struct kp_link link = {
        .name = kp_sprintf(r->arena, "kpipe-in-%zu", r->to->links.n),
        .target = kp_strdup(r->arena, real ? real : path_of(r, path)),
    };

    free(real);
    kp_push(r->arena, &r->to->links, link);
    return link.name;
}

/* A name that does not lie there is one that the search path finds. */
static void include(struct reading *r, const char *path)
{
    bool is_there = access(path_of(r, path), F_OK) == 0;

    if (is_there || !strchr(path, '"'))
        kp_str_addf(&r->includes, "#include \"%s\"\n", is_there ? link_to(r, path) : path);
}

static void read_all(struct reading *r, const char *const *args);

/* `-DA,-DB`: what the preprocessor sees of them. */
static void host_options(struct reading *r, const char *list)
{
    KP_VEC(const char *) parts = {0};

    for (const char *at = list; *at;) {
        size_t n = strcspn(at, ", ");
        const char *part = kp_strndup(r->arena, at, n);

        if (kp_starts_with(part, "-D") || kp_starts_with(part, "-U") || kp_starts_with(part, "-I"))
            kp_push(r->arena, &parts, part);
        at += n + (at[n] != '\0');
    }
    kp_push(r->arena, &parts, NULL);
    read_all(r, parts.v);
}

static void pass(struct reading *r, const char *word)
{
    if (is_harmless(word))
        kp_push(r->arena, &r->to->args, word);
    else
        kp_push(r->arena, &r->to->unknown, word);
}

static void take(struct reading *r, const struct option *o, const char *arg, const char *value)
{
    switch (o->action) {
    case DROP:
    case DROP_VALUE:
        return;
    case DEFINE:
        if (is_one_line(value))
            define(r, value);
        return;
    case UNDEFINE:
        if (is_one_line(value))
            kp_str_addf(&r->defines, "#undef %s\n", value);
        return;
    case FOLDER:
        kp_push(r->arena, &r->to->args, o->as);
        kp_push(r->arena, &r->to->args, link_to(r, value));
        return;
    case FILE_IN_FRONT:
        if (is_one_line(value))
            include(r, value);
        return;
    case HOST:
        host_options(r, value);
        return;
    case PASS:
        pass(r, o->as ? o->as : arg);
        return;
    case PASS_VALUE:
        pass(r, kp_sprintf(r->arena, "%s=%s", o->as, value));
        return;
    }
}

static void read_all(struct reading *r, const char *const *args)
{
    while (args && *args) {
        const char *arg = *args++, *value = NULL;
        const struct option *o = option_of(arg, &value);

        if (!o && arg[0] == '-' && arg[1]) /* else the source itself, or an object */
            kp_push(r->arena, &r->to->unknown, arg);
        if (!o)
            continue;
        if (takes_value(o) && !value) {
            if (!*args)
                break;
            value = *args++;
        }
        take(r, o, arg, value);
    }
}

void kp_flags_read(struct kp_arena *a, const char *const *args, const char *folder,
                   struct kp_flags *to)
{
    struct reading r = {a, folder, to, kp_str_new(a), kp_str_new(a)};

    *to = (struct kp_flags){0};
    read_all(&r, args);
    to->defines = kp_sprintf(a, "%s%s", kp_str_text(&r.defines), kp_str_text(&r.includes));
}

/* ---- what a tree may say -----------------------------------------------------------------------
 */

/* Options of ptxas that only say how it optimises. */
static bool is_of_optimiser(const char *list)
{
    static const char *const known[] = {
        "-v",
        "--verbose",
        "-O",
        "--opt-level",
        "-dlcm",
        "--def-load-cache",
        "-dscm",
        "--def-store-cache",
        "-fmad",
        "--fmad",
        "-maxrregcount",
        "--maxrregcount",
        "-w",
        "--warn-on-spills",
        "--warn-on-local-memory-usage",
        "-warn-spills",
        "-warn-lmem-usage",
        "--warn-on-double-precision-use",
        "-allow-expensive-optimizations",
        "--allow-expensive-optimizations",
        "-lineinfo",
        "--generate-line-info",
    };

    for (const char *at = list; *at; at += *at == ',') {
        size_t n = strcspn(at, ","), name = strcspn(at, ",=0123456789");
        bool found = false;

        for (size_t i = 0; i < sizeof known / sizeof *known && !found; i++)
            found = strlen(known[i]) == name && !strncmp(at, known[i], name);
        if (!found)
            return false;
        at += n;
    }
    return !strpbrk(list, "/\\");
}

const char *const *kp_flags_of_tree(struct kp_arena *a, const char *const *args,
                                    struct kp_texts *unknown)
{
    struct kp_texts to = {0};

    for (; args && *args; args++) {
        const char *value = NULL, *all = *args;
        const struct option *o = option_of(*args, &value);
        bool is_program = o && kp_streq(o->as, "-ccbin");
        bool is_ptxas = o && kp_streq(o->as, "-Xptxas");
        bool is_two = o && takes_value(o) && !value && args[1];

        if (is_two)
            value = args[1];
        if (is_two)
            all = kp_sprintf(a, "%s %s", args[0], value);
        if (is_program || (is_ptxas && value && !is_of_optimiser(value))) {
            kp_push(a, unknown, all);
        } else {
            kp_push(a, &to, args[0]);
            if (is_two)
                kp_push(a, &to, args[1]);
        }
        args += is_two;
    }
    kp_push(a, &to, NULL);
    return to.v;
}
