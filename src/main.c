#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/cmd.h"
#include "cmd/commands.h"
#include "front/front.h"
#include "util/guard.h"

static void print_usage(FILE *to)
{
    const struct kp_command *command;
    const char *last = "";

    fputs("usage: kpipe COMMAND ...\n"
          "\n"
          "Software-pipelines the K-loops of CUDA kernels, source to source.\n",
          to);
    for (size_t i = 0; (command = kp_command_at(i)); i++) {
        const char *group = kp_command_group(i);

        if (!kp_streq(group, last))
            fprintf(to, "\n%s:\n", group);
        fprintf(to, "  %-10s %s\n", command->name, command->summary);
        last = group;
    }
    fputs("\n"
          "  kpipe help COMMAND      the options of a command, with examples; COMMAND --help, too\n"
          "  kpipe --version\n"
          "\n"
          "exit codes: ",
          to);
    fputs(kp_exit_codes, to);
}

static const char *command_name(size_t i, const void *context)
{
    (void)context;
    return kp_command_at(i)->name;
}

static int complain_unknown(const char *word)
{
    size_t n = 0;
    const char *near;

    while (kp_command_at(n))
        n++;
    near = kp_nearest(word, n, command_name, NULL);

    if (near)
        return kp_complain("unknown command '%s'; did you mean '%s'?", word, near);
    if (*word == '-')
        return kp_complain(
            "no command before '%s': options follow the command, as in `kpipe check -q`", word);
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
    const struct kp_command *command = argc ? kp_command_of(argv[0]) : NULL;
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
    if ((command = kp_command_of(argv[1])))
        return flush(run(command, argc - 2, argv + 2));
    if (kp_streq(argv[1], "--version"))
        return flush(print_version());
    if (kp_streq(argv[1], "--help") || kp_streq(argv[1], "-h") || kp_streq(argv[1], "help"))
        return flush(help(argc - 2, argv + 2));
    return complain_unknown(argv[1]);
}
