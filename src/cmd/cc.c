/* `kpipe cc -- nvcc ARGS`: the compiler, with rewritten sources in the place of the user's. */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cc/depfile.h"
#include "cc/includes.h"
#include "cc/run.h"
#include "cc/shadow.h"
#include "cmd/cc.h"
#include "cmd/compiled.h"
#include "cmd/config.h"
#include "front/command.h"
#include "front/command_hidden.h"
#include "report/utf8.h"
#include "util/replace.h"
#include "util/subprocess.h"
#include "util/system.h"

/* An input that is compiled from other text than the user's. */
struct replaced {
    const struct kp_input *input;
    struct kp_cc_products files; /* its own, and headers' */
    const char *folder;          /* where they are; NULL: nowhere yet */
};

struct job {
    struct kp_settings *settings;
    struct kp_arena *arena;
    const char *const *argv; /* all words */
    const struct kp_compile *compile;
    struct kp_flag_lines lines; /* that one */
    bool has_more_flags;        /* in the environment */
    struct kp_texts used;       /* what the compilation rests on besides what the compiler reads */
    KP_VEC(struct replaced) list;
};

/* ---- the inputs -------------------------------------------------------------------------------
 */

/* What nvcc compiles for when nobody says it. */
#define NVCC_ARCH "sm_75"

/* The plan is for the lowest architecture that code is made for. */
static void settle_arch(const struct job *j, struct kp_settings *s, const struct kp_rules *rules)
{
    const struct kp_compile *c = j->compile;
    const char *low = kp_compile_arch(j->arena, c);
    size_t n;

    s->built_as = c;
    kp_settle_arch(s, rules);
    if (s->arch_given || s->arch_place || c->is_native)
        return;
    if (!low || c->is_all)
        s->options.arch = NVCC_ARCH;
    else if (!kp_rule_target(rules, low))
        s->options.arch = kp_rule_targets(rules, &n)[0].arch;
}

static bool is_old(const struct kp_compile *c)
{
    const char *said = NULL;

    for (size_t i = 0; i < c->said.n; i++)
        if (c->said.v[i].kind == KP_SAID_STANDARD)
            said = c->said.v[i].value;
    return said && kp_is_old_standard(said);
}

/* Device code of several objects is linked: functions of the same name become one. */
static bool is_relocatable(const struct kp_compile *c)
{
    for (size_t i = 0; i < c->said.n; i++) {
        const struct kp_said *s = &c->said.v[i];

        if ((s->kind == KP_SAID_MODE && (s->mode == KP_MAKE_DEVICE_C || s->mode == KP_MAKE_IR)) ||
            (kp_streq(s->nvcc, "-rdc=") && !kp_streq(s->value, "false")) ||
            kp_streq(s->name, "fgpu-rdc"))
            return true;
    }
    return false;
}

/* nvcc makes a program of the device code of one source where it links none (-rdc=false): another
 * file's device code cannot call its functions. PTX and intermediate code are for others to link.
 */
static bool is_whole_program(const struct kp_compile *c)
{
    for (size_t i = 0; i < c->said.n; i++)
        if ((c->said.v[i].name && strstr(c->said.v[i].name, "lto")) ||
            (c->said.v[i].value && strstr(c->said.v[i].value, "lto")))
            return false;
    return c->dialect == KP_DIALECT_NVCC && !is_relocatable(c) &&
           (c->mode == KP_MAKE_COMPILE || c->mode == KP_MAKE_LINK);
}

static void take_input(struct job *j, const struct kp_input *input)
{
    struct kp_settings *s = kp_new(j->arena, struct kp_settings);
    struct replaced r = {.input = input};
    struct kp_locked lock;
    const struct kp_rules *rules;
    const char *error = NULL, *hidden;
    struct kp_cc_graph graph;
    struct kp_cc_names names;
    struct kp_cc_text text;
    bool joined;
    char *own;

    text.text = kp_read_file(j->arena, input->path, &text.size);
    if (!text.text && errno != ENOENT) /* which the compiler says */
        kp_cc_say_as_it_is(j->arena, input->path, strerror(errno));
    if (!text.text)
        return;
    joined = kp_cc_find_headers(j->settings, j->compile, input->path, text, &graph);
    if (!joined && !kp_cc_may_have_tiles(j->arena, j->compile, input->path, text))
        return;
    if (is_old(j->compile)) {
        kp_cc_say_as_it_is(j->arena, input->path, "its -std is older than C++11");
        return;
    }
    hidden = kp_compile_hidden(j->arena, j->compile);
    if (hidden) {
        kp_cc_say_as_it_is(j->arena, input->path,
                           kp_sprintf(j->arena, "'%s' may change what it means", hidden));
        return;
    }
    *s = *j->settings;
    s->no_database = true; /* the command line is here */
    rules = kp_rules_load(j->arena, s->options.rules_dir, &error);
    if (!rules)
        kp_cc_say_as_it_is(j->arena, input->path, error);
    if (!rules || !kp_use_config(s, input->path) || !kp_find_lock(s, input->path, &lock))
        return;
    if (lock.lock)
        kp_add_text(j->arena, &j->used, lock.path);
    if (s->options.config)
        kp_add_text(j->arena, &j->used, kp_config_file(s->options.config));
    s->options.flags = &j->lines;
    s->options.one_build = true;
    s->options.whole_program = is_whole_program(j->compile);
    s->options.keeps_lines = true;
    settle_arch(j, s, rules);
    names = (struct kp_cc_names){
        .arena = j->arena, .argv = j->argv, .compile = j->compile, .path = input->path};
    if (j->compile->dialect == KP_DIALECT_NVCC) /* the compiler that can be asked */
        s->options.may_define = kp_cc_may_define;
    s->options.definer = &names;
    if (!kp_knows_arch(s, rules))
        return;
    if (!kp_cc_is_sayable(input->path) ||
        !kp_streq(kp_utf8(j->arena, input->path), input->path)) { /* nvcc warns at each #line */
        kp_cc_say_as_it_is(j->arena, input->path, "no #line can say its name");
        return;
    }
    if (!graph.here || strpbrk(graph.here, "\"\n")) { /* headers are included by their full paths */
        kp_cc_say_as_it_is(j->arena, input->path,
                           graph.here ? "no #include can say the working folder's name"
                                      : "the working folder has no name");
        return;
    }
    kp_cc_rewritten(s, rules, &lock, &graph, joined, is_relocatable(j->compile), &r.files);
    if (r.files.n)
        kp_push(j->arena, &j->list, r);
    /* another kpipe may find more */
    own = realpath("/proc/self/exe", NULL);
    if (own)
        kp_add_text(j->arena, &j->used, kp_strdup(j->arena, own));
    free(own);
}

/* ---- the command line -------------------------------------------------------------------------
 */

/* True for a call that makes code of sources. */
static bool is_of_interest(const struct kp_compile *c)
{
    struct stat st;

    if (c->error || c->is_dry || c->dialect == KP_DIALECT_ANY)
        return false;
    if (c->output && stat(c->output, &st) == 0 && !S_ISREG(st.st_mode))
        return false;
    return c->mode <= KP_MAKE_DEVICE_W || c->mode == KP_MAKE_PTX || c->mode == KP_MAKE_CUBIN ||
           c->mode == KP_MAKE_FATBIN || c->mode == KP_MAKE_IR || c->mode == KP_MAKE_CUDA;
}

/* The words with nvcc's environment around them. */
static const struct kp_compile *read_command(struct job *j)
{
    const struct kp_compile *c = kp_compile_read(j->arena, j->argv, true, NULL);
    const char *before = getenv("NVCC_PREPEND_FLAGS"), *behind = getenv("NVCC_APPEND_FLAGS");
    struct kp_args all = {0};
    size_t program = c->wrappers.n, i;
    struct kp_texts more;

    j->has_more_flags = (before && *before) || (behind && *behind);
    if (c->dialect != KP_DIALECT_NVCC || !j->has_more_flags)
        return c;
    for (i = 0; i <= program; i++)
        kp_push(j->arena, &all, j->argv[i]);
    more = kp_shell_words(j->arena, before ? before : "");
    for (size_t k = 0; k < more.n; k++)
        kp_push(j->arena, &all, more.v[k]);
    for (; j->argv[i]; i++)
        kp_push(j->arena, &all, j->argv[i]);
    more = kp_shell_words(j->arena, behind ? behind : "");
    for (size_t k = 0; k < more.n; k++)
        kp_push(j->arena, &all, more.v[k]);
    kp_push(j->arena, &all, NULL);
    return kp_compile_read(j->arena, all.v, true, NULL);
}

/* The one word that is the input, or -1: it stands in a response file, or more than once. */
static int word_of(const char *const *words, const char *path)
{
    int found = -1;

    for (int i = 0; words[i]; i++)
        if (kp_streq(words[i], path)) {
            if (found >= 0)
                return -1;
            found = i;
        }
    return found;
}

/* __FILE__ of headers beside the file says what it says without us. */
static void add_map(const struct job *j, const struct kp_cc_product *p, struct kp_args *to)
{
    const struct kp_cc_renamed *n = &p->names;
    const char *map;

    if (!n->full || !strstr(p->text.text, kp_sprintf(j->arena, "\"%s/", n->full)))
        return;
    map = kp_sprintf(j->arena, "-fmacro-prefix-map=%s/=%s%s", n->full, n->folder,
                     *n->folder ? "/" : "");
    for (size_t i = 0; i < to->n; i++)
        if (kp_streq(to->v[i], map))
            return;
    if (strpbrk(map, " \t,\"'\\$`;&|<>()*?[]#~%!{}"))
        return;
    if (j->compile->dialect == KP_DIALECT_NVCC)
        kp_push(j->arena, to, "-Xcompiler");
    kp_push(j->arena, to, map);
}

/* The command line with the shadows in it; NULL where an input is not found. */
static const char *const *command(const struct job *j)
{
    const char *const *behind = j->argv + j->compile->wrappers.n + 1;
    struct kp_args to = {0};
    size_t program;
    bool is_direct = true;

    for (size_t i = 0; i < j->list.n; i++)
        is_direct &= word_of(behind, j->list.v[i].input->path) >= 0;
    if (!is_direct && j->has_more_flags)
        return NULL;
    for (program = 0; program <= j->compile->wrappers.n; program++)
        kp_push(j->arena, &to, j->argv[program]);
    for (size_t i = 0; i < j->list.n; i++)
        for (size_t k = 0; k < j->list.v[i].files.n; k++)
            add_map(j, &j->list.v[i].files.v[k], &to);
    program = to.n;
    for (size_t i = 0; is_direct ? behind[i] != NULL : i < j->compile->words.n; i++)
        kp_push(j->arena, &to, is_direct ? behind[i] : j->compile->words.v[i]);
    kp_push(j->arena, &to, NULL);
    for (size_t i = 0; i < j->list.n; i++) {
        const struct replaced *r = &j->list.v[i];
        size_t at = is_direct ? (size_t)word_of(behind, r->input->path) : r->input->word;

        to.v[program + at] = r->files.v[0].names.from;
    }
    return to.v;
}

/* ---- around the compiler ----------------------------------------------------------------------
 */

/* What the shadow folder is named after. */
static const char *product_of(const struct job *j, const struct replaced *r)
{
    const struct kp_compile *c = j->compile;
    size_t n = (size_t)(r->input - c->inputs.v);
    const char *name = c->output ? c->output : kp_file_name(r->input->path);

    if (!c->output && c->output_folder)
        name = kp_sprintf(j->arena, "%s/%s", c->output_folder, name);
    return n ? kp_sprintf(j->arena, "%s.%zu", name, n + 1) : name;
}

static void end_shadows(const struct job *j)
{
    for (size_t i = 0; i < j->list.n; i++)
        if (j->list.v[i].folder)
            kp_cc_shadow_end(j->list.v[i].folder, j->settings->keep);
}

static bool make_shadows(struct job *j)
{
    for (size_t i = 0; i < j->list.n; i++) {
        struct replaced *r = &j->list.v[i];
        const char *folder = kp_sprintf(j->arena, "%s.kpipe", product_of(j, r)), *error;
        struct kp_cc_placed *files = kp_new_array(j->arena, struct kp_cc_placed, r->files.n + 1);

        for (size_t k = 0; k < r->files.n; k++) {
            struct kp_cc_product *p = &r->files.v[k];

            p->names.from = kp_sprintf(j->arena, "%s/%s", folder, p->name);
            files[k] = (struct kp_cc_placed){p->name, p->path, p->text};
        }
        error = kp_cc_shadow_make(j->arena, folder, files, r->files.n);
        if (error) {
            kp_cc_say_as_it_is(j->arena, r->input->path, error);
            return false;
        }
        r->folder = folder;
    }
    return true;
}

/* The user's names, and what kpipe has read, in the rule for make. False with *error set. */
static bool mend_depfile(const struct job *j, const char **error)
{
    const char *path = kp_cc_depfile_of(j->arena, j->compile), *text;
    bool phony = false;
    struct stat st;
    size_t n = 0;

    if (!path || (stat(path, &st) ? errno == ENOENT : !S_ISREG(st.st_mode)))
        return true;
    if (!(text = kp_read_file(j->arena, path, &n))) {
        *error = kp_sprintf(j->arena, "%s: %s", path, strerror(errno));
        return false;
    }
    for (size_t i = 0; i < j->compile->words.n; i++)
        phony |= kp_streq(j->compile->words.v[i], "-MP") ||
                 kp_streq(j->compile->words.v[i], "--generate-dependency-targets");
    for (size_t i = 0; i < j->list.n; i++)
        for (size_t k = 0; k < j->list.v[i].files.n; k++)
            text = kp_cc_depfile(j->arena, text, &j->list.v[i].files.v[k].names,
                                 k ? &(struct kp_texts){0} : &j->used, phony);
    if (!j->list.n) {
        struct kp_cc_renamed same = {.from = j->compile->inputs.v[0].path,
                                     .to = j->compile->inputs.v[0].path};

        text = kp_cc_depfile(j->arena, text, &same, &j->used, phony);
    }
    return kp_write_file(j->arena, path, text, strlen(text), error);
}

static void show(const struct job *j, const struct kp_cc_said *said)
{
    const char *out = said->out, *err = said->err;
    size_t out_size = said->out_size, err_size = said->err_size;

    for (size_t i = 0; i < j->list.n; i++)
        for (size_t k = 0; k < j->list.v[i].files.n; k++) {
            const struct kp_cc_renamed *names = &j->list.v[i].files.v[k].names;

            out = kp_cc_messages(j->arena, out, out_size, names, &out_size);
            err = kp_cc_messages(j->arena, err, err_size, names, &err_size);
        }
    err = kp_cc_once(j->arena, err, err_size, &err_size);
    kp_write_all(STDOUT_FILENO, out, out_size);
    kp_write_all(STDERR_FILENO, err, err_size);
}

/* Nothing is rewritten, but another kpipe or project file might. */
static int compile_noted(const struct job *j)
{
    const struct job plain = {
        .settings = j->settings, .arena = j->arena, .compile = j->compile, .used = j->used};
    int status = kp_cc_run(j->arena, j->argv, NULL);
    const char *error = NULL;

    if (status == 0 && !mend_depfile(&plain, &error))
        kp_complain("%s", error);
    return status;
}

/* What succeeds without kpipe must not fail with it. `why`: it is not the compiler's refusal. */
static int compile_originals(const struct job *j, const struct kp_cc_said *said, const char *why)
{
    static const char refused[] = "the compiler refused the rewritten file; please report it (-v "
                                  "shows its messages, --keep keeps the file)";
    static const char other[] = "the compiler takes another branch of a header's #if than kpipe's "
                                "parser, which is Clang (-v shows the loop)";
    static const char own[] = "\"kpipe: not the build";
    int status = compile_noted(j);

    if (status == 0) {
        kp_cc_say_as_it_is(j->arena, j->list.v[0].input->path,
                           why ? why
                           : said->err && memmem(said->err, said->err_size, own, sizeof own - 1)
                               ? other
                               : refused);
        if (j->settings->verbose && !why)
            show(j, said);
    }
    return kp_cc_end(status);
}

static void say_loops(const struct job *j)
{
    for (size_t i = 0; i < j->list.n; i++)
        for (size_t k = 0; k < j->list.v[i].files.n; k++)
            fputs(j->list.v[i].files.v[k].said, stderr);
    fflush(stderr);
}

static int compile_rewritten(struct job *j)
{
    const char *const *argv = NULL;
    struct kp_cc_said said = {0};
    const char *why = NULL;
    int status = -1;

    if (make_shadows(j) && !(argv = command(j)))
        kp_cc_say_as_it_is(j->arena, j->list.v[0].input->path,
                           "it occurs more than once in the command line, or in a response file");
    if (argv)
        status = kp_cc_run(j->arena, argv, &said);
    if (status < 0)
        why = "memory, processes or files ran out around the compiler";
    if (argv && status == 0 && mend_depfile(j, &why)) {
        say_loops(j);
        show(j, &said);
    }
    end_shadows(j);
    if (!argv)
        return kp_cc_become(j->argv);
    return !why && (status == 0 || WIFSIGNALED(status)) ? kp_cc_end(status)
                                                        : compile_originals(j, &said, why);
}

static bool is_disabled(void)
{
    const char *said = getenv("KPIPE_DISABLE");

    return said && *said && !kp_streq(said, "0");
}

static int cc(struct kp_settings *s)
{
    struct job j = {.settings = s, .arena = s->arena};

    if (s->operands.n)
        return kp_complain("unexpected '%s': the compiler and its arguments follow --",
                           s->operands.v[0]);
    if (!s->words.n)
        return kp_complain("no compiler after --; see `kpipe cc --help`");
    kp_push(s->arena, &s->words, NULL);
    j.argv = s->words.v;
    s->words.n = 0;
    if (is_disabled())
        return kp_cc_become(j.argv);
    j.compile = read_command(&j);
    kp_push(j.arena, &j.lines, (struct kp_flag_line){.line = j.compile});
    for (size_t i = 0; is_of_interest(j.compile) && i < j.compile->inputs.n; i++)
        if (j.compile->inputs.v[i].language == KP_LANGUAGE_CUDA)
            take_input(&j, &j.compile->inputs.v[i]);
    if (j.list.n)
        return compile_rewritten(&j);
    return j.used.n && j.compile->depends ? kp_cc_end(compile_noted(&j)) : kp_cc_become(j.argv);
}

const struct kp_command kp_command_cc = {
    .name = "cc",
    .id = KP_CMD_CC,
    .usage = "cc [options] -- COMPILER ARGUMENT...",
    .summary = "compile with rewritten sources: a launcher for nvcc or clang",
    .details =
        "\n"
        "The compiler gets every argument unchanged, except for CUDA sources in which a loop is\n"
        "pipelined: instead of these it gets the rewritten file, which is in OUTPUT.kpipe/\n"
        "meanwhile and has the user's names and line numbers. If kpipe fails, the compiler gets\n"
        "the original, and a line says why. KPIPE_DISABLE=1 in the environment switches it off.\n",
    .examples = "  kpipe cc -- nvcc -O3 -arch=sm_90 -c gemm.cu -o gemm.o\n"
                "  cmake -DCMAKE_CUDA_COMPILER_LAUNCHER='kpipe;cc;--' ..\n"
                "  make NVCC='kpipe cc -- nvcc'\n"
                "  kpipe cc -- ccache nvcc -c gemm.cu       ccache keeps what nvcc makes of it\n",
    .run = cc,
};
