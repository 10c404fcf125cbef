#define _GNU_SOURCE
#include "cmd/config.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd/compiled.h"
#include "front/host.h"
#include "report/report.h"
#include "report/utf8.h"
#include "util/subprocess.h"
#include "util/system.h"

#define CONFIG_NAME ".kpipe.ini"

enum { MOST_BYTES = 1 << 20 };

/* ---- finding and reading ----------------------------------------------------------------------
 */

/* Once, although several questions come by. */
static void say_ignored(struct kp_arena *a, const char *path)
{
    static char last[PATH_MAX];

    if (kp_streq(last, path))
        return;
    snprintf(last, sizeof last, "%s", path);
    fprintf(stderr, "kpipe: note: %s is ignored: another user can write to it%s\n",
            kp_printable(a, path), kp_ends_with(path, CONFIG_NAME) ? "; --config reads it" : "");
}

/* The text of a file; NULL without an error when there is no such file. Nothing but a file is read:
 * a pipe would wait for somebody to write into it. One that nobody named has to be trusted. */
static const char *slurp(struct kp_arena *a, const char *path, bool is_named, const char **error)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat st;
    size_t size = 0;
    char *text = NULL;

    if (fd < 0) {
        if (errno != ENOENT && errno != ENOTDIR && (is_named || errno != ENXIO))
            *error = kp_sprintf(a, "%s: %s", path, strerror(errno));
        return NULL;
    }
    if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode)) {
        if (is_named)
            *error = kp_sprintf(a, "%s: not a file", path);
    } else if (!is_named && !kp_is_trusted(&st))
        say_ignored(a, path);
    else if (st.st_size > MOST_BYTES)
        *error = kp_sprintf(a, "%s: larger than a megabyte: no project file", path);
    else if (!(text = kp_read_all(a, fd, &size)))
        *error = kp_sprintf(a, "%s: %s", path, strerror(errno));
    else if (memchr(text, '\0', size))
        *error = kp_sprintf(a, "%s: not a text file", path);
    close(fd);
    return *error ? NULL : text;
}

/* The folder that the search begins in; NULL when it does not exist. */
static char *first_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *copy, *real;

    if (!slash || kp_streq(path, "-"))
        return realpath(".", NULL);
    copy = strndup(path, slash == path ? 1 : (size_t)(slash - path));
    real = copy ? realpath(copy, NULL) : NULL;
    free(copy);
    return real;
}

const char *kp_find_above(struct kp_arena *a, const char *path, const char *name, const char **file,
                          const char **in, const char **error)
{
    char *folder = first_folder(path); /* NULL: the input cannot be read either */
    const char *text = NULL;

    *error = NULL;
    while (folder) {
        char *slash = strrchr(folder, '/');
        bool is_top = kp_streq(folder, "/");
        const char *at = kp_sprintf(a, "%s/%s", is_top ? "" : folder, name);

        text = slurp(a, at, false, error);
        if (text) {
            *file = kp_name_from_here(a, at);
            *in = kp_strdup(a, folder);
        }
        if (text || *error || !slash || is_top)
            break;
        slash[slash == folder] = '\0';
    }
    free(folder);
    return text;
}

struct kp_config *kp_find_config(struct kp_arena *a, const char *path, const char *given,
                                 const char **error)
{
    const char *text, *file = given, *folder;

    *error = NULL;
    if (given) {
        text = slurp(a, given, true, error);
        if (!text && !*error)
            *error = kp_sprintf(a, "%s: %s", given, strerror(ENOENT));
    } else {
        text = kp_find_above(a, path, CONFIG_NAME, &file, &folder, error);
    }
    return text ? kp_config_read(a, file, text, error) : NULL;
}

/* ---- using ------------------------------------------------------------------------------------
 */

bool kp_use_config(struct kp_settings *s, const char *path)
{
    const struct kp_config_option *options = NULL;
    const char *error = NULL;
    struct kp_config *c = s->no_config ? NULL : kp_find_config(s->arena, path, s->config, &error);
    size_t n = 0;

    if (error)
        kp_complain("%s", error);
    if (error)
        return false;
    if (c)
        options = kp_config_options(c, &n);
    for (size_t i = 0; i < n; i++)
        if (!kp_set_default(s, options[i].name, options[i].value, options[i].place))
            return false;
    s->options.config = c;
    return kp_use_origin(s, path);
}

struct kp_unit *kp_unit_for(const struct kp_settings *s, const struct kp_rules *rules,
                            const char *path)
{
    struct kp_settings *own = kp_new(s->arena, struct kp_settings);

    *own = *s;
    if (!kp_use_config(own, path))
        return NULL;
    kp_settle_arch(own, rules);
    if (!kp_knows_arch(own, rules))
        return NULL;
    return kp_unit_new(&own->options, kp_rules_of(own, rules));
}

/* ---- kpipe config -----------------------------------------------------------------------------
 */

static void dump(const struct kp_settings *s)
{
    const struct kp_options *o = &s->options;

    if (o->config)
        printf("; %s\n", kp_config_file(o->config));
    else
        puts("; no " CONFIG_NAME ": the defaults");
    printf("[options]\narch = %s\nvariant = %s\nshape = %s\n", o->arch, kp_variant_name(o->variant),
           kp_shape_name(o->shape));
    printf(o->stages ? "stages = %d\n" : "; stages: the plan's choice\n", o->stages);
    printf("assume-no-alias = %s\n", o->assume_no_alias ? "yes" : "no");
    if (s->select)
        printf("select = %s\n", s->select);
    if (s->ignore)
        printf("ignore = %s\n", s->ignore);
    if (o->config)
        kp_config_dump(stdout, o->config);
}

/* Words of a shell. */
static void print_word(const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_+=,.:/@%-";

    if (*word && !word[strspn(word, plain)]) {
        printf(" %s", word);
        return;
    }
    fputs(" '", stdout);
    for (; *word; word++)
        printf(*word == '\'' ? "'\\''" : "%c", *word);
    fputs("'", stdout);
}

static void dump_line(const struct kp_settings *s, const struct kp_flag_line *l)
{
    const struct kp_compile *c = l->line;
    struct kp_args args = {0};
    bool any = false;

    kp_compile_args(s->arena, c, &args);
    printf("; %s:", l->said ? kp_printable(s->arena, l->said) : "the command line");
    for (size_t i = 0; i < args.n; i++)
        if (!kp_is_of_host(args.v[i])) {
            print_word(kp_printable(s->arena, args.v[i]));
            any = true;
        }
    puts(any ? "" : " nothing");
    for (size_t i = 0; l->said && i < c->dropped.n; i++)
        printf(";   left out, because it chooses a program: %s\n",
               kp_printable(s->arena, c->dropped.v[i]));
    for (size_t i = 0; i < c->unknown.n; i++)
        printf(";   not understood: %s\n", kp_printable(s->arena, c->unknown.v[i]));
}

/* As comments: such a file could not say them of all files. */
static void dump_flags(struct kp_settings *s, const char *path)
{
    const char *error = NULL;
    const struct kp_origin *o = kp_origin_of(s, path, &error);

    printf("\n; how %s is compiled, later lines win:\n",
           kp_streq(path, "-") ? "a file here" : kp_printable(s->arena, path));
    for (size_t i = 0; o && i < o->lines.n; i++)
        dump_line(s, &o->lines.v[i]);
    for (size_t i = 1; o && i < o->builds.n; i++) {
        printf("; .. and by %s, which has to agree\n", kp_printable(s->arena, o->builds.v[i].name));
        dump_line(s, &o->builds.v[i].lines.v[0]);
    }
    if (!o || !o->lines.n)
        puts("; nothing: no compile_commands.json, no [flags], no option");
    if (o && o->like)
        printf("; %s has no entry for the file: that of %s is taken, %s\n",
               kp_printable(s->arena, o->database), kp_printable(s->arena, o->like),
               o->includes ? "which includes it" : "the nearest CUDA source");
    if (o && o->build && o->build->is_native)
        puts("; the build is for the GPU that it finds (native): --arch says which");
    if (s->options.also) {
        fputs("; the plan also fits", stdout);
        for (const char *const *x = s->options.also; *x; x++)
            printf(" %s", *x);
        puts("");
    }
}

static int config(struct kp_settings *s)
{
    const char *path = s->operands.n ? s->operands.v[0] : "-";

    if (s->operands.n > 1)
        return kp_complain("one file at a time; '%s' is one too many", s->operands.v[1]);
    if (!kp_use_config(s, path) || !kp_load_rules(s))
        return KP_EXIT_ERROR;
    dump(s);
    dump_flags(s, path);
    return KP_EXIT_DONE;
}

const struct kp_command kp_command_config = {
    .name = "config",
    .id = KP_CMD_CONFIG,
    .usage = "config [options] [FILE]",
    .summary = "show the project file that applies to a file",
    .details =
        "\n"
        "A .kpipe.ini says what kpipe cannot see in the text: what helpers do, which arguments do\n"
        "not alias, how large blocks are, and the options of the commands. It is searched for in\n"
        "FILE's folder (without FILE, the working folder) and the folders above it. The output is\n"
        "a project file; comments say how FILE is compiled, and where the flags come from.\n",
    .examples = "  kpipe config kernels/gemm.cu\n"
                "  kpipe config > .kpipe.ini     a file to begin with\n",
    .run = config,
};
