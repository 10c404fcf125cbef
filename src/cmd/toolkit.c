#include "build/flags.h"
#include "build/tool.h"
#include "cmd/cmd.h"
#include "front/args.h"
#include "report/utf8.h"

/* All arguments of the user's: those of the build, which choose no program to run, behind them
 * those of the command line. */
static const char *const *arguments(struct kp_settings *s, const char *path, const char **folder,
                                    const char **error)
{
    struct kp_texts dropped = {0};
    const char *const *more = (const char *const *)s->options.clang_args;
    const char *const *built = NULL;
    KP_VEC(const char *) all = {0};

    if (s->options.compdb_dir && !(built = (const char *const *)kp_compile_command(
                                       s->arena, s->options.compdb_dir, path, folder, error)))
        return NULL;
    built = kp_flags_of_tree(s->arena, built, &dropped);
    for (size_t i = 0; i < dropped.n; i++)
        fprintf(
            stderr,
            "kpipe: note: nvcc is run without '%s', which compile_commands.json asks for: a tree "
            "chooses no program and no file to write; behind -- it is taken\n",
            kp_printable(s->arena, dropped.v[i]));
    for (; *built; built++)
        kp_push(s->arena, &all, *built);
    for (; more && *more; more++)
        kp_push(s->arena, &all, *more);
    kp_push(s->arena, &all, NULL);
    return all.v;
}

static void say_unknown(struct kp_settings *s, const struct kp_nvcc *nvcc)
{
    struct kp_flags flags;

    kp_flags_read(s->arena, nvcc->args, nvcc->folder, &flags);
    for (size_t i = 0; i < flags.unknown.n; i++)
        fprintf(stderr, "kpipe: note: nvcc is run without '%s'\n",
                kp_printable(s->arena, flags.unknown.v[i]));
}

const char *kp_toolkit_find(struct kp_settings *s, const char *path, struct kp_nvcc *to)
{
    const char *error = NULL;

    *to = (struct kp_nvcc){.program = s->nvcc, .arch = s->options.arch};
    to->args = arguments(s, path, &to->folder, &error);
    if (!to->args)
        return error;
    if (!to->program && !(to->program = kp_find_tool(s->arena, "nvcc")))
        return "nvcc is needed to build, and none was found in CUDA_HOME, PATH or /usr/local/cuda; "
               "install the CUDA toolkit, or name it with --nvcc";
    say_unknown(s, to);
    return NULL;
}

bool kp_toolkit(struct kp_settings *s, const char *path, struct kp_nvcc *to)
{
    const char *error = kp_toolkit_find(s, path, to);

    if (error)
        kp_complain("%s", error);
    return !error;
}
