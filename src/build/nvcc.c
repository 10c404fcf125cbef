#define _GNU_SOURCE
#include "build/nvcc.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "build/cache.h"
#include "build/flags.h"
#include "build/tool.h"
#include "front/place.h"
#include "util/str.h"
#include "util/subprocess.h"
#include "util/system.h"

enum { BOM = 3 };

/* ---- the private folder --------------------------------------------------------------------- */

/* A name that nvcc can carry through PTX, where a quote ends it. */
static const char *shown_path(struct kp_arena *a, const char *path)
{
    char *shown = kp_strdup(a, path);

    for (char *c = shown; *c; c++)
        if (*c == '"' || *c == '\\' || iscntrl((unsigned char)*c))
            *c = '_';
    return shown;
}

bool kp_nvcc_is_place(struct kp_arena *a, const char *place, const char *path)
{
    const char *shown = shown_path(a, path), *end = kp_sprintf(a, "/%s", shown);

    if (shown[0] == '/' || !kp_ends_with(place, end))
        return kp_streq(place, shown);
    return kp_temp_is(kp_strndup(a, place, strlen(place) - strlen(end)));
}

static char *read_file(struct kp_arena *a, const char *path, size_t *size, const char **error)
{
    char *text = kp_read_file(a, path, size);

    if (!text)
        *error = kp_sprintf(a, "%s: %s", path, strerror(errno));
    return text;
}

static const char *write_file(struct kp_arena *a, const char *path, const char *text, size_t n)
{
    return kp_write_private(path, text, n) ? NULL : kp_sprintf(a, "%s: %s", path, strerror(errno));
}

/* A text under the name that its author knows. */
static const char *put_text(struct kp_arena *a, const char *to, const char *path, const char *text,
                            size_t n, const char *more)
{
    size_t skip = n >= BOM && !memcmp(text, "\xef\xbb\xbf", BOM) ? BOM : 0;
    struct kp_str s = kp_str_new(a);

    kp_str_addf(&s, "#line 1 \"%s\"\n", shown_path(a, path));
    kp_str_addn(&s, text + skip, n - skip);
    if (more)
        kp_str_addf(&s, "\n%s\n", more);
    return write_file(a, to, s.s, s.n);
}

/* in.cu is a source that includes the text. */
static const char *put_via(struct kp_arena *a, const char *temp, const struct kp_via *via,
                           const struct kp_nvcc_source *source, const struct kp_placed *header)
{
    struct kp_placed in;
    struct kp_placed_list others = {0};
    const char *why, *error = NULL;

    if (!kp_via_texts(a, via, "kpipe-via-", header, &in, &others, &why))
        return kp_sprintf(a, "%s: as %s includes it: %s", source->path, via->path, why);
    for (size_t i = 0; i < others.n && !error; i++)
        error =
            put_text(a, kp_sprintf(a, "%s/%s", temp, others.v[i].name),
                     i ? others.v[i].path : source->path, others.v[i].text, others.v[i].size, NULL);
    return error ? error
                 : put_text(a, kp_sprintf(a, "%s/in.cu", temp), via->path, in.text, in.size,
                            source->more);
}

static const char *put_source(struct kp_arena *a, const char *temp, const struct kp_via *via,
                              const struct kp_nvcc_source *source)
{
    struct kp_placed p = {.path = source->path, .text = source->text, .size = source->size};
    const char *error = NULL;

    if (!p.text && !(p.text = read_file(a, source->path, &p.size, &error)))
        return error;
    return via ? put_via(a, temp, via, source, &p)
               : put_text(a, kp_sprintf(a, "%s/in.cu", temp), p.path, p.text, p.size, source->more);
}

static const char *put_link(struct kp_arena *a, const char *temp, const char *name,
                            const char *target)
{
    const char *path = kp_sprintf(a, "%s/%s", temp, name);

    unlink(path);
    if (symlink(target, path))
        return kp_sprintf(a, "%s: %s", path, strerror(errno));
    return NULL;
}

static const char *fill_folder(struct kp_arena *a, const struct kp_nvcc *nvcc, const char *temp,
                               const struct kp_nvcc_source *source, const struct kp_flags *flags)
{
    const char *error = put_source(a, temp, nvcc->via, source);
    const char *beside = nvcc->via ? nvcc->via->path : source->path;

    if (!error)
        error = write_file(a, kp_sprintf(a, "%s/flags.h", temp), flags->defines,
                           strlen(flags->defines));
    if (!error)
        error = put_link(a, temp, "kpipe-beside", kp_folder_of(a, beside));
    for (size_t i = 0; i < flags->links.n && !error; i++)
        error = put_link(a, temp, flags->links.v[i].name, flags->links.v[i].target);
    return error;
}

/* ---- the command line ------------------------------------------------------------------------ */

KP_VEC_TYPE(words, const char *);

static void add(struct kp_arena *a, struct words *to, const char *word)
{
    kp_push(a, to, word);
}

static bool says_standard(const struct kp_flags *flags)
{
    for (size_t i = 0; i < flags->args.n; i++)
        if (kp_starts_with(flags->args.v[i], "-std"))
            return true;
    return false;
}

static const char **command(struct kp_arena *a, const struct kp_nvcc *nvcc, const char *kind,
                            const char *output, const struct kp_flags *flags)
{
    const char *program = nvcc->program ? nvcc->program : kp_find_tool(a, "nvcc");
    struct words w = {0};

    add(a, &w, program ? program : "nvcc");
    add(a, &w, kind);
    add(a, &w, "-lineinfo");
    add(a, &w, "--resource-usage");
    add(a, &w, "-arch");
    add(a, &w, nvcc->arch ? nvcc->arch : "sm_86");
    if (!says_standard(flags)) { /* as it is parsed, whatever the host's compiler takes for it */
        add(a, &w, "-std=c++17");
        add(a, &w, "-Xcompiler=-std=gnu++17");
    }
    add(a, &w, "-include");
    add(a, &w, "flags.h");
    add(a, &w, "-I");
    add(a, &w, "kpipe-beside");
    for (size_t i = 0; i < flags->args.n; i++)
        add(a, &w, flags->args.v[i]);
    add(a, &w, "-MD");
    add(a, &w, "-MF");
    add(a, &w, "out.d");
    add(a, &w, "-o");
    add(a, &w, output);
    add(a, &w, "in.cu");
    add(a, &w, NULL);
    return w.v;
}

/* Names of links in a message become what they point to. */
static const char *with_real_names(struct kp_arena *a, const char *message,
                                   const struct kp_nvcc_source *source,
                                   const struct kp_flags *flags)
{
    struct kp_str s = kp_str_new(a);

    while (message && *message) {
        const char *target = NULL;
        size_t n = 0;

        if (kp_starts_with(message, "kpipe-beside/")) {
            n = strlen("kpipe-beside");
            target = kp_folder_of(a, source->path);
        }
        for (size_t i = flags->links.n; i-- > 0 && !target;) {
            n = strlen(flags->links.v[i].name);
            if (!strncmp(message, flags->links.v[i].name, n) && !isdigit((unsigned char)message[n]))
                target = flags->links.v[i].target;
        }
        kp_str_addn(&s, target ? target : message, target ? strlen(target) : 1);
        message += target ? n : 1;
    }
    return kp_str_text(&s);
}

/* What the compilers take from the environment. */
static void add_environment(struct kp_arena *a, struct words *to)
{
    static const char *const names[] = {
        "CPATH",         "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "GCC_EXEC_PREFIX",
        "COMPILER_PATH", "NVCC_CCBIN",     "NVVMIR_LIBRARY_DIR", "CICC_PATH",
        "CUDA_HOME",     "CUDA_PATH",      "SOURCE_DATE_EPOCH",  "LD_LIBRARY_PATH",
        "LD_PRELOAD",    "PATH",
    };

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = getenv(names[i]);

        if (value)
            add(a, to, kp_sprintf(a, "%s=%s", names[i], value));
    }
}

/* The compilers, and the folders of everybody's headers. */
static void add_installed(struct kp_arena *a, struct words *to, const char *const *argv)
{
    static const char *const parts[] = {"nvcc.profile", "ptxas", "cudafe++", "../nvvm/bin/cicc"};
    const char *host = getenv("NVCC_CCBIN");
    char *real = realpath(argv[0], NULL);
    const char *folder = kp_folder_of(a, real ? real : argv[0]);

    free(real);
    for (size_t i = 1; argv[i]; i++)
        if (kp_starts_with(argv[i], "-ccbin="))
            host = argv[i] + strlen("-ccbin=");
    if (!host || !*host)
        host = kp_find_tool(a, "gcc");
    if (host && !strchr(host, '/') && kp_find_tool(a, host))
        host = kp_find_tool(a, host);
    add(a, to, kp_cache_program(a, argv[0]));
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        add(a, to, kp_cache_program(a, kp_sprintf(a, "%s/%s", folder, parts[i])));
    add(a, to, host ? kp_cache_program(a, host) : "");
    add(a, to, kp_cache_program(a, "/usr/include"));
    add(a, to, kp_cache_program(a, "/usr/local/include"));
}

/* All that the product depends on, but for the headers. */
static struct kp_cache_key key_of(struct kp_arena *a, const char **argv, const char *text,
                                  const struct kp_nvcc_source *source, const struct kp_flags *flags)
{
    struct words w = {0};

    add_installed(a, &w, argv);
    add_environment(a, &w);
    for (size_t i = 1; argv[i]; i++)
        add(a, &w, argv[i]);
    for (size_t i = 0; i < flags->links.n; i++)
        add(a, &w, flags->links.v[i].target);
    add(a, &w, kp_folder_of(a, source->path));
    add(a, &w, text);
    add(a, &w, NULL);
    return kp_cache_key(a, w.v);
}

/* Where the user's headers are looked for. */
static struct kp_texts header_folders(struct kp_arena *a, const char *temp,
                                      const struct kp_nvcc_source *source,
                                      const struct kp_flags *flags)
{
    struct kp_texts to = {0};

    kp_push(a, &to, kp_folder_of(a, source->path));
    for (size_t i = 0; i < flags->links.n; i++)
        kp_push(a, &to, flags->links.v[i].target);
    kp_reads_add_folders(a, temp, &to);
    return to;
}

/* Runs nvcc, unless it is known what it would make. NULL, or what is wrong. */
static const char *make(struct kp_arena *a, const struct kp_nvcc *nvcc, const char *temp,
                        const struct kp_nvcc_source *source, const char **argv, const char *output,
                        const struct kp_flags *flags)
{
    const char *error = NULL;
    size_t n;
    char *text = read_file(a, kp_sprintf(a, "%s/in.cu", temp), &n, &error);
    struct kp_reads made = {
        .temp = temp,
        .self = shown_path(a, source->path),
        .text = kp_sprintf(a, "%s\n%s", flags->defines, text ? text : ""),
        .toolkit = kp_folder_of(a, kp_folder_of(a, argv[0])),
        .folders = header_folders(a, temp, source, flags),
        .beginning = kp_reads_clock(),
    };
    struct kp_cache_key key = key_of(a, argv, made.text, source, flags);

    if (error || (!nvcc->via && kp_cache_fetch(&key, temp, output)))
        return error;
    error = kp_tool_run(a, temp, argv, nvcc->seconds > 0 ? nvcc->seconds : 300);
    if (error || nvcc->via) /* nothing is kept of what several texts make */
        return error;
    made.depends = read_file(a, kp_sprintf(a, "%s/out.d", temp), &n, &error);
    if (made.depends)
        kp_cache_store(&key, &made, output);
    return NULL;
}

static char *compile(struct kp_arena *a, const struct kp_nvcc *nvcc, const char *temp,
                     const struct kp_nvcc_source *source, const char *kind, const char *output,
                     size_t *size, const char **error)
{
    struct kp_flags flags;

    kp_flags_read(a, nvcc->flags, &flags);
    *error = fill_folder(a, nvcc, temp, source, &flags);
    if (!*error)
        *error =
            make(a, nvcc, temp, source, command(a, nvcc, kind, output, &flags), output, &flags);
    if (*error) {
        *error = with_real_names(a, *error, source, &flags);
        return NULL;
    }
    return read_file(a, kp_sprintf(a, "%s/%s", temp, output), size, error);
}

/* ---- what ptxas says --------------------------------------------------------------------------
 */

/* The text behind `word` in the line, or NULL. */
static const char *behind(const char *line, const char *word)
{
    const char *at = strstr(line, word);

    return at ? at + strlen(word) : NULL;
}

/* The number in front of `word`, 0 without one. */
static int number_before(const char *line, const char *word)
{
    const char *at = strstr(line, word);

    while (at && at > line && isdigit((unsigned char)at[-1]))
        at--;
    return at ? atoi(at) : 0;
}

/* Per kernel three lines: `Compiling entry function 'K' for`, behind `Function properties for K`
 * one with stack and spills, and `Used N registers, .., M bytes smem`. Functions that were not
 * inlined have properties only. */
static void read_usage(struct kp_arena *a, const char *log, struct kp_usages *to)
{
    const char *properties_of = NULL, *at;

    for (const char *line = log; *line;) {
        size_t n = strcspn(line, "\n");
        const char *text = kp_strndup(a, line, n);
        struct kp_usage *last = to->n ? &to->v[to->n - 1] : NULL;

        if ((at = behind(text, "Compiling entry function '"))) {
            struct kp_usage u = {.kernel = kp_strndup(a, at, strcspn(at, "'"))};
            kp_push(a, to, u);
        } else if ((at = behind(text, "Function properties for "))) {
            properties_of = at;
        } else if (last && strstr(text, " bytes stack frame") &&
                   kp_streq(properties_of, last->kernel)) {
            last->spill_stores = number_before(text, " bytes spill stores");
            last->spill_loads = number_before(text, " bytes spill loads");
        } else if (last && behind(text, ": Used ")) {
            last->registers = number_before(text, " registers");
            last->smem = number_before(text, " bytes smem");
        }
        line += n + (line[n] == '\n');
    }
}

/* ---- the two products -------------------------------------------------------------------------
 */

char *kp_nvcc_ptx(struct kp_arena *a, const struct kp_nvcc *nvcc, const char *temp,
                  const struct kp_nvcc_source *source, size_t *size, const char **error)
{
    *error = NULL;
    if (!source->text && kp_ends_with(source->path, ".ptx"))
        return read_file(a, source->path, size, error);
    return compile(a, nvcc, temp, source, "-ptx", "out.ptx", size, error);
}

char *kp_nvcc_cubin(struct kp_arena *a, const struct kp_nvcc *nvcc, const char *temp,
                    const struct kp_nvcc_source *source, struct kp_usages *usage, size_t *size,
                    const char **error)
{
    *error = NULL;
    if (usage)
        *usage = (struct kp_usages){0};
    if (!compile(a, nvcc, temp, source, "-cubin", "out.cubin", size, error))
        return NULL;
    return kp_nvcc_built(a, temp, usage, size, error);
}

const char **kp_usage_names(struct kp_arena *a, const struct kp_usages *usages)
{
    const char **names = kp_new_array(a, const char *, usages->n + 1);

    for (size_t i = 0; i < usages->n; i++)
        names[i] = usages->v[i].kernel;
    return names;
}

char *kp_nvcc_built(struct kp_arena *a, const char *temp, struct kp_usages *usage, size_t *size,
                    const char **error)
{
    char *cubin = read_file(a, kp_sprintf(a, "%s/out.cubin", temp), size, error), *log;
    size_t n;

    if (!cubin || !usage)
        return cubin;
    log = read_file(a, kp_sprintf(a, "%s/log", temp), &n, error);
    if (!log)
        return NULL;
    read_usage(a, log, usage);
    return cubin;
}
