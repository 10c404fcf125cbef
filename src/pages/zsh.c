#include "pages/pages.h"

#include <string.h>

/* Within single quotes; `special` gets a backslash. */
static void put(FILE *to, const char *text, const char *special)
{
    for (; *text; text++) {
        if (*text == '\'')
            fputs("'\\''", to);
        else if (strchr(special, *text))
            fprintf(to, "\\%c", *text);
        else
            fputc(*text, to);
    }
}

static void put_argument(FILE *to, const struct kp_flag *f)
{
    static const char *const actions[] = {"", " ", "_files", "_files -/", NULL};
    enum kp_page_word kind = kp_page_argument(f);
    bool optional = *f->argument == '[';

    fputs(optional ? "::" : ":", to);
    put(to, f->argument, ":[]=");
    if (kind == KP_PAGE_VALUE)
        fprintf(to, ":(%s)", f->values);
    else
        fprintf(to, ":%s", actions[kind]);
}

/* One spec for -x, one for --xx. */
static void put_name(FILE *to, const struct kp_flag *f, bool is_long)
{
    bool optional = f->argument && *f->argument == '[';

    fprintf(to, " \\\n            '%s", f->kind >= KP_FLAG_LIST ? "*" : "");
    if (is_long)
        fprintf(to, "--%s%s", f->name, !f->argument ? "" : optional ? "=-" : "=");
    else
        fprintf(to, "-%c%s", f->letter, f->argument ? "+" : "");
    fputc('[', to);
    put(to, f->help, "[]");
    fputc(']', to);
    if (f->argument)
        put_argument(to, f);
    fputc('\'', to);
}

static void put_command(FILE *to, struct kp_arena *a, const struct kp_command *c)
{
    const struct kp_flag *f;
    enum kp_page_word operand = kp_page_operand(c);

    fprintf(to, "        %s)\n            _arguments -s -S", c->name);
    for (size_t i = 0; (f = kp_page_flag(c, i)); i++) {
        if (f->letter)
            put_name(to, f, false);
        if (f->name)
            put_name(to, f, true);
    }
    if (operand == KP_PAGE_FILE)
        fputs(" \\\n            '*:file:_files'", to);
    else if (operand == KP_PAGE_VALUE)
        fprintf(to, " \\\n            '*:code:(%s)'", kp_page_codes(a));
    fputs("\n            ;;\n", to);
}

void kp_zsh_completion(FILE *to, struct kp_arena *a)
{
    const struct kp_command *c;

    fputs("#compdef kpipe\n"
          "# zsh completion for kpipe\n"
          "_kpipe() {\n"
          "    local curcontext=$curcontext state line\n"
          "    typeset -A opt_args\n"
          "    local -a commands\n"
          "    commands=(\n",
          to);
    for (size_t i = 0; (c = kp_command_at(i)); i++) {
        fprintf(to, "        '%s:", c->name);
        put(to, c->summary, "");
        fputs("'\n", to);
    }
    fputs("        'help:the options of a command'\n"
          "    )\n"
          "    _arguments -C '(- *)'{-h,--help}'[show all commands]' \\\n"
          "        '(- *)--version[show the version]' '1: :->command' '*:: :->words'\n"
          "    case $state in\n"
          "    command) _describe command commands ;;\n"
          "    words)\n"
          "        case $words[1] in\n"
          "        help) _describe command commands ;;\n",
          to);
    for (size_t i = 0; (c = kp_command_at(i)); i++)
        put_command(to, a, c);
    fputs("        esac\n"
          "        ;;\n"
          "    esac\n"
          "}\n"
          "_kpipe \"$@\"\n",
          to);
}
