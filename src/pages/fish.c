#include "pages/pages.h"

static void put(FILE *to, const char *text)
{
    fputc('\'', to);
    for (; *text; text++)
        fprintf(to, "%s%c", *text == '\'' || *text == '\\' ? "\\" : "", *text);
    fputc('\'', to);
}

static void put_option(FILE *to, const struct kp_command *c, const struct kp_flag *f)
{
    fprintf(to, "complete -c kpipe -n '__fish_seen_subcommand_from %s'", c->name);
    if (f->letter)
        fprintf(to, " -s %c", f->letter);
    if (f->name)
        fprintf(to, " -l %s", f->name);
    switch (f->argument && *f->argument == '[' ? KP_PAGE_NONE : kp_page_argument(f)) {
    case KP_PAGE_NONE:
        break;
    case KP_PAGE_ANY:
        fputs(" -x", to);
        break;
    case KP_PAGE_FILE:
        fputs(" -r -F", to);
        break;
    case KP_PAGE_FOLDER:
        fputs(" -x -a '(__fish_complete_directories)'", to);
        break;
    case KP_PAGE_VALUE:
        fprintf(to, " -x -a '%s'", f->values);
        break;
    }
    fputs(" -d ", to);
    put(to, f->help);
    fputc('\n', to);
}

void kp_fish_completion(FILE *to, struct kp_arena *a)
{
    const struct kp_command *c;
    const struct kp_flag *f;

    fputs("# fish completion for kpipe\n"
          "complete -c kpipe -f\n"
          "complete -c kpipe -n __fish_use_subcommand -l help -d 'show all commands'\n"
          "complete -c kpipe -n __fish_use_subcommand -l version -d 'show the version'\n"
          "complete -c kpipe -n __fish_use_subcommand -a help -d 'the options of a command'\n",
          to);
    for (size_t i = 0; (c = kp_command_at(i)); i++) {
        fprintf(to, "complete -c kpipe -n __fish_use_subcommand -a %s -d ", c->name);
        put(to, c->summary);
        fprintf(to, "\ncomplete -c kpipe -n '__fish_seen_subcommand_from help' -a %s\n", c->name);
        for (size_t k = 0; (f = kp_page_flag(c, k)); k++)
            put_option(to, c, f);
        fprintf(to, "complete -c kpipe -n '__fish_seen_subcommand_from %s' ", c->name);
        if (kp_page_operand(c) == KP_PAGE_FILE)
            fputs("-F\n", to);
        else
            fprintf(to, "-a '%s'\n", kp_page_operand(c) == KP_PAGE_VALUE ? kp_page_codes(a) : "");
    }
}
