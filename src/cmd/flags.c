#define _GNU_SOURCE
#include "cmd/flags.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "cmd/cmd.h"
#include "cmd/compiled.h"
#include "cmd/flag.h"

static const char *flag_name(size_t i, const void *context)
{
    const struct kp_command *command = context;

    return kp_flags[i].name && kp_flags[i].commands & command->id ? kp_flags[i].name : "";
}

/* ---- parsing ------------------------------------------------------------------------------ */

static void complain_unknown(const struct kp_command *command, const char *word)
{
    char name[64];
    const char *near = NULL;

    if (kp_starts_with(word, "--")) {
        snprintf(name, sizeof name, "%.*s", (int)strcspn(word + 2, "="), word + 2);
        near = kp_nearest(name, kp_n_flags, flag_name, command);
    }
    if (near)
        kp_complain("unknown option '%s'; did you mean '--%s'?", word, near);
    else
        kp_complain("unknown option '%s'; see `kpipe %s --help`", word, command->name);
}

/* The compiler's arguments are not ours: -std=c++17 is no -s. */
static void complain_letters(const struct kp_command *command, const char *word)
{
    if (command->id == KP_CMD_CC)
        kp_complain("unknown option '%s': the compiler and its arguments follow --, as in "
                    "`kpipe cc -- nvcc -c gemm.cu`",
                    word);
    else if (command->id & KP_CMD_SOURCES && word[2])
        kp_complain("unknown option '%s'; arguments of the compiler follow --, as in `kpipe "
                    "%s FILE -- %s`",
                    word, command->name, word);
    else
        complain_unknown(command, word);
}

/* getopt has refused the argument in front of argv[optind], or a letter within argv[optind]. */
static void complain(const struct kp_command *command, int reason, char **argv)
{
    const char *word = argv[optind - 1], *next = argv[optind];

    if (reason == ':')
        kp_complain("option '%s' needs a value; see `kpipe %s --help`", word, command->name);
    else if (next && *next == '-' && next[1] == optopt && optopt != '-')
        complain_letters(command, next);
    else if (!kp_starts_with(word, "--") && optopt > 0 && optopt < 128)
        complain_letters(command, (char[]){'-', (char)optopt, '\0'});
    else if (optopt >= 256)
        kp_complain("option '--%s' takes no value", kp_flags[optopt - 256].name);
    else
        complain_unknown(command, word);
}

static void getopt_tables(const struct kp_command *command, struct option *longs, char *shorts)
{
    *shorts++ = ':';
    for (size_t i = 0; i < kp_n_flags; i++) {
        const struct kp_flag *f = &kp_flags[i];

        if (!(f->commands & command->id))
            continue;
        if (f->name)
            *longs++ = (struct option){f->name,
                                       !f->argument          ? no_argument
                                       : *f->argument == '[' ? optional_argument
                                                             : required_argument,
                                       NULL, 256 + (int)i};
        if (f->letter)
            *shorts++ = f->letter;
        if (f->letter && f->argument)
            *shorts++ = ':';
    }
    *longs = (struct option){NULL, 0, NULL, 0};
    *shorts = '\0';
}

static const struct kp_flag *flag_of(int c)
{
    if (c >= 256)
        return &kp_flags[c - 256];
    for (size_t i = 0; i < kp_n_flags; i++)
        if (kp_flags[i].letter == c)
            return &kp_flags[i];
    return NULL;
}

/* What stands behind `--` goes to the compiler. Returns the number of words in front of it. */
static int cut_words(struct kp_settings *s, int argc, char **argv)
{
    int n = 0;

    while (n < argc && !kp_streq(argv[n], "--"))
        n++;
    if (n < argc && s->command->id & (KP_CMD_SOURCES | KP_CMD_CC))
        kp_compiler_words(s, argc - n - 1, argv + n + 1);
    return n;
}

bool kp_parse_flags(struct kp_settings *s, int argc, char **argv)
{
    struct option *longs = kp_new_array(s->arena, struct option, kp_n_flags + 1);
    char *shorts = kp_new_array(s->arena, char, 2 * kp_n_flags + 2);
    int c;
    char **words = kp_new_array(s->arena, char *, (size_t)argc + 2);

    s->dump = s->stop_after = KP_PASS_COUNT;
    s->options.arch = KP_DEFAULT_ARCH;
    s->orders = 2;
    s->tiles = -1;
    s->warm_up = 300;
    s->argc = argc;
    s->argv = argv;
    argc = cut_words(s, argc, argv);
    words[0] = "kpipe";
    memcpy(words + 1, kp_spell_options(s->arena, argc, argv), sizeof *argv * (size_t)argc);
    getopt_tables(s->command, longs, shorts);
    opterr = 0;
    while ((c = getopt_long(argc + 1, words, shorts, longs, NULL)) != -1) {
        if (c == '?' || c == ':') {
            complain(s->command, c, words);
            return false;
        }
        if (!kp_flag_store(s, flag_of(c), optarg))
            return false;
        if (flag_of(c)->name)
            kp_push(s->arena, &s->given, flag_of(c)->name);
    }
    s->json |= s->format == KP_FORMAT_JSON;
    if (s->config && s->no_config) {
        kp_complain("--config and --no-config exclude each other");
        return false;
    }
    for (int i = optind; i <= argc; i++)
        kp_push(s->arena, &s->operands, words[i]);
    s->quiet_origins = s->quiet;
    return true;
}

bool kp_set_default(struct kp_settings *s, const char *name, const char *value, const char *place)
{
    bool ok = true;

    if (kp_has_text(&s->given, name))
        return true;
    s->place = place;
    for (size_t i = 0; i < kp_n_flags; i++)
        if (kp_streq(kp_flags[i].name, name) && kp_flags[i].commands & s->command->id) {
            ok = kp_flag_store(s, &kp_flags[i], value);
            break;
        }
    if (kp_streq(name, "arch"))
        s->arch_place = place;
    s->place = NULL;
    return ok;
}

/* An option's text, in lines that end before column WIDTH and begin at column INDENT. */
static void print_wrapped(const char *text)
{
    enum { INDENT = 28, WIDTH = 100 };
    size_t column = INDENT;

    while (*text) {
        size_t n = strcspn(text, " ");

        if (column > INDENT && column + 1 + n > WIDTH) {
            printf("\n%*s", INDENT, "");
            column = INDENT;
        } else if (column > INDENT) {
            putchar(' ');
            column++;
        }
        printf("%.*s", (int)n, text);
        column += n;
        text += n + (text[n] == ' ');
    }
    putchar('\n');
}

void kp_print_help(const struct kp_command *command)
{
    printf("usage: kpipe %s\n\n%s\n%s\noptions:\n", command->usage, command->summary,
           command->details);
    for (size_t i = 0; i < kp_n_flags; i++) {
        const struct kp_flag *f = &kp_flags[i];
        char left[40], letter[8] = "    ";

        if (!(f->commands & command->id))
            continue;
        if (f->letter)
            snprintf(letter, sizeof letter, "-%c%s", f->letter, f->name ? ", " : "");
        snprintf(left, sizeof left, "%s%s%s%s%s", letter, f->name ? "--" : "",
                 f->name ? f->name : "", f->argument && *f->argument != '[' ? " " : "",
                 f->argument ? f->argument : "");
        printf("  %-24s  ", left);
        print_wrapped(f->help);
    }
    printf("\nexamples:\n%s", command->examples);
}
