#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/cmd.h"
#include "front/front.h"
#include "util/guard.h"

struct group {
    const char *title;
    const struct kp_command *commands[8];
};

static const struct group groups[] = {
    {"find", {&kp_command_check, &kp_command_lint}},
    {"change", {&kp_command_rewrite, &kp_command_undo, &kp_command_cc, &kp_command_lock}},
    {"prove", {&kp_command_verify, &kp_command_racecheck}},
    {"measure", {&kp_command_bench, &kp_command_tune}},
    {"explain", {&kp_command_explain, &kp_command_analyze, &kp_command_sass, &kp_command_audit}},
    {"set up", {&kp_command_init, &kp_command_config, &kp_command_doctor, &kp_command_targets}},
};

enum { N_GROUPS = sizeof groups / sizeof *groups };

/* In the order of --help; NULL behind the last one. */
static const struct kp_command *command_at(size_t i)
{
    for (size_t g = 0; g < N_GROUPS; g++)
        for (size_t k = 0; groups[g].commands[k]; k++)
            if (!i--)
                return groups[g].commands[k];
    return NULL;
}

static const struct kp_command *command_of(const char *name)
{
    for (size_t i = 0; command_at(i); i++)
        if (kp_streq(command_at(i)->name, name))
            return command_at(i);
    return NULL;
}

static void print_usage(FILE *to)
{
    fputs("usage: kpipe COMMAND ...\n"
          "\n"
          "Software-pipelines the K-loops of CUDA kernels, source to source.\n",
          to);
    for (size_t g = 0; g < N_GROUPS; g++) {
        fprintf(to, "\n%s:\n", groups[g].title);
        for (size_t k = 0; groups[g].commands[k]; k++)
            fprintf(to, "  %-10s %s\n", groups[g].commands[k]->name,
                    groups[g].commands[k]->summary);
    }
    fputs("\n"
          "  kpipe help COMMAND      the options of a command, with examples; COMMAND --help, too\n"
          "  kpipe --version\n"
          "\n"
          "exit codes: 0 done, 1 findings (check, --strict), 2 usage, parse or I/O error,\n"
          "3 a self-check failed (nothing was written)\n",
          to);
}

static const char *command_name(size_t i, const void *context)
{
    (void)context;
    return command_at(i)->name;
}

static int complain_unknown(const char *word)
{
    size_t n = 0;
    const char *near;

    while (command_at(n))
        n++;
    near = kp_nearest(word, n, command_name, NULL);

    if (near)
        return kp_complain("unknown command '%s'; did you mean '%s'?", word, near);
    return kp_complain("unknown command '%s'; see `kpipe --help`", word);
}

static int run(const struct kp_command *command, int argc, char **argv)
{
    struct kp_settings s = {.command = command};
    int result = KP_EXIT_ERROR;

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

static int print_version(void)
{
    struct kp_arena *a = kp_arena_new();

    printf("kpipe " KP_VERSION "\nlibclang: %s\n", kp_parser_version(a));
    kp_arena_free(a);
    return KP_EXIT_DONE;
}

/* `kpipe help [COMMAND]` */
static int help(int argc, char **argv)
{
    const struct kp_command *command = argc ? command_of(argv[0]) : NULL;
    char *words[] = {"--help", NULL};

    if (command)
        return run(command, 1, words);
    if (argc)
        return complain_unknown(argv[0]);
    print_usage(stdout);
    return KP_EXIT_DONE;
}

int main(int argc, char **argv)
{
    const struct kp_command *command;

    kp_guard_start();
    if (argc > 0 && is_launcher(argv[0]))
        return flush(run_as_launcher(argc, argv));
    if (argc < 2) {
        print_usage(stderr);
        return KP_EXIT_ERROR;
    }
    if ((command = command_of(argv[1])))
        return flush(run(command, argc - 2, argv + 2));
    if (kp_streq(argv[1], "--version"))
        return flush(print_version());
    if (kp_streq(argv[1], "--help") || kp_streq(argv[1], "-h") || kp_streq(argv[1], "help"))
        return flush(help(argc - 2, argv + 2));
    return complain_unknown(argv[1]);
}
