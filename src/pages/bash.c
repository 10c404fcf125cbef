#include "pages/pages.h"

static const char head[] =
    "# bash completion for kpipe\n"
    "_kpipe()\n"
    "{\n"
    "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}\n"
    "    local kind=file word options='' values=''\n"
    "    # --option=value comes as three words\n"
    "    if [[ $cur == = ]]; then\n"
    "        cur=\n"
    "    elif [[ $prev == = && $COMP_CWORD -gt 2 ]]; then\n"
    "        prev=${COMP_WORDS[COMP_CWORD - 2]}\n"
    "    fi\n"
    "    for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n"
    "        if [[ $word == -- ]]; then\n"
    "            compopt -o default\n"
    "            return\n"
    "        fi\n"
    "    done\n";

static const char tail[] =
    "    if [[ $kind == file && $cur == -* ]]; then\n"
    "        kind=value values=$options\n"
    "    fi\n"
    "    case $kind in\n"
    "    value) mapfile -t COMPREPLY < <(compgen -W \"$values\" -- \"$cur\") ;;\n"
    "    file) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- \"$cur\") ;;\n"
    "    folder) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- \"$cur\") ;;\n"
    "    esac\n"
    "}\n"
    "complete -F _kpipe kpipe\n";

static void put_names(FILE *to, const struct kp_flag *f)
{
    if (f->letter)
        fprintf(to, "-%c%s", f->letter, f->name ? " | " : "");
    if (f->name)
        fprintf(to, "--%s", f->name);
}

static void put_command(FILE *to, struct kp_arena *a, const struct kp_command *c)
{
    static const char *const kinds[] = {"none", "none", "file", "folder", "value"};
    const struct kp_flag *f;

    fprintf(to, "    %s)\n        options='", c->name);
    for (size_t i = 0; (f = kp_page_flag(c, i)); i++) {
        if (f->letter)
            fprintf(to, "%s-%c", i ? " " : "", f->letter);
        if (f->name)
            fprintf(to, "%s--%s", i || f->letter ? " " : "", f->name);
    }
    fputs("'\n        case $prev in\n", to);
    for (size_t i = 0; (f = kp_page_flag(c, i)); i++) {
        enum kp_page_word kind = kp_page_argument(f);

        if (kind == KP_PAGE_NONE || kind == KP_PAGE_FILE || *f->argument == '[')
            continue;
        fputs("        ", to);
        put_names(to, f);
        fprintf(to, ") kind=%s", kinds[kind]);
        if (kind == KP_PAGE_VALUE)
            fprintf(to, " values='%s'", f->values);
        fputs(" ;;\n", to);
    }
    if (kp_page_operand(c) == KP_PAGE_VALUE)
        fprintf(to, "        *) [[ $cur == -* ]] || kind=value values='%s' ;;\n", kp_page_codes(a));
    fputs("        esac\n        ;;\n", to);
}

void kp_bash_completion(FILE *to, struct kp_arena *a)
{
    const struct kp_command *c;

    fputs(head, to);
    fputs(
        "    if [[ $COMP_CWORD -eq 1 || ( $COMP_CWORD -eq 2 && ${COMP_WORDS[1]} == help ) ]]; then\n"
        "        mapfile -t COMPREPLY < <(compgen -W '",
        to);
    for (size_t i = 0; (c = kp_command_at(i)); i++)
        fprintf(to, "%s ", c->name);
    fputs("help --help --version' -- \"$cur\")\n        return\n    fi\n"
          "    case ${COMP_WORDS[1]} in\n",
          to);
    for (size_t i = 0; (c = kp_command_at(i)); i++)
        put_command(to, a, c);
    fputs("    esac\n", to);
    fputs(tail, to);
}
