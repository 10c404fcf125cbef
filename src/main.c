#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/bench.h"
#include "cmd/cmd.h"
#include "util/guard.h"

static const struct kp_command bench = {
    .name = "bench",
    .summary = "time versions of a kernel on a GPU, here or elsewhere (needs nvcc)",
    .run_raw = kp_cmd_bench,
};

static const struct kp_command *const commands[] = {
    &kp_command_rewrite, &kp_command_check,  &kp_command_explain,   &kp_command_targets,
    &kp_command_init,    &kp_command_verify, &kp_command_racecheck, &bench,
    &kp_command_sass,    &kp_command_tune,   &kp_command_analyze,   &kp_command_lint,
    &kp_command_doctor,  &kp_command_config, &kp_command_cc,        &kp_command_audit,
    &kp_command_lock,
};

enum { N_COMMANDS = sizeof commands / sizeof *commands };

static void print_usage(FILE *to)
{
    fputs("usage: kpipe COMMAND ...\n"
          "\n"
          "Software-pipelines the K-loops of CUDA kernels, source to source.\n"
          "\n"
          "commands:\n",
          to);
    for (size_t i = 0; i < N_COMMANDS; i++)
        fprintf(to, "  %-10s %s\n", commands[i]->name, commands[i]->summary);
    fputs("\n"
          "  kpipe COMMAND --help    the options of a command, with examples\n"
          "  kpipe --version\n"
          "\n"
          "exit codes: 0 done, 1 findings (check, --strict), 2 usage, parse or I/O error,\n"
          "3 a self-check failed (nothing was written)\n",
          to);
}

static const char *command_name(size_t i, const void *context)
{
    (void)context;
    return commands[i]->name;
}

static int complain_unknown(const char *word)
{
    const char *near = kp_nearest(word, N_COMMANDS, command_name, NULL);

    if (near)
        return kp_complain("unknown command '%s'; did you mean '%s'?", word, near);
    return kp_complain("unknown command '%s'; see `kpipe --help`", word);
}

static int run(const struct kp_command *command, int argc, char **argv)
{
    struct kp_settings s = {.command = command};
    int result = KP_EXIT_ERROR;

    if (command->run_raw)
        return command->run_raw(argc, argv);
    s.arena = kp_arena_new();
    if (kp_parse_flags(&s, argc, argv)) {
        if (s.help) {
            kp_print_help(command);
            result = KP_EXIT_DONE;
        } else {
            result = command->run(&s);
        }
    }
    kp_arena_free(s.arena);
    return result;
}

/* A full disk or a closed pipe shows only when the last bytes leave. */
static int flush(int result)
{
    if (fflush(stdout) != 0 || ferror(stdout)) {
        perror("kpipe: error: standard output");
        return KP_EXIT_ERROR;
    }
    return result;
}

/* `kpipe-cc COMPILER ..` is `kpipe cc -- COMPILER ..`, for tools that take one word. */
static int run_as_launcher(int argc, char **argv)
{
    char **words = malloc(((size_t)argc + 1) * sizeof *words);
    int result;

    if (!words)
        return KP_EXIT_ERROR;
    words[0] = "--";
    memcpy(words + 1, argv + 1, (size_t)argc * sizeof *words);
    result = run(&kp_command_cc, argc, words);
    free(words);
    return result;
}

static bool is_launcher(const char *name)
{
    const char *slash = name ? strrchr(name, '/') : NULL;

    return kp_streq(slash ? slash + 1 : name, "kpipe-cc");
}

int main(int argc, char **argv)
{
    kp_guard_start();
    if (argc > 0 && is_launcher(argv[0]))
        return flush(run_as_launcher(argc, argv));
    if (argc < 2) {
        print_usage(stderr);
        return KP_EXIT_ERROR;
    }
    for (size_t i = 0; i < N_COMMANDS; i++)
        if (kp_streq(argv[1], commands[i]->name))
            return flush(run(commands[i], argc - 2, argv + 2));
    if (kp_streq(argv[1], "--version")) {
        puts("kpipe " KP_VERSION);
        return flush(KP_EXIT_DONE);
    }
    if (kp_streq(argv[1], "--help") || kp_streq(argv[1], "-h") || kp_streq(argv[1], "help")) {
        print_usage(stdout);
        return flush(KP_EXIT_DONE);
    }
    return complain_unknown(argv[1]);
}
