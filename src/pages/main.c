/* pages FOLDER COMMAND...: writes the pages of all commands into the folder. The names are those
 * that the build knows; they have to be all. */
#include "pages/pages.h"

#include <errno.h>
#include <string.h>

#include "model/refuse.h"
#include "util/str.h"

const struct kp_flag *kp_page_flag(const struct kp_command *c, size_t i)
{
    for (size_t k = 0; k < kp_n_flags; k++)
        if (kp_flags[k].commands & c->id && !i--)
            return &kp_flags[k];
    return NULL;
}

enum kp_page_word kp_page_argument(const struct kp_flag *f)
{
    static const char *const files[] = {"FILE", "ORIGINAL", "PATH", "PROG"};

    if (!f->argument)
        return KP_PAGE_NONE;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (kp_streq(f->argument, files[i]))
            return KP_PAGE_FILE;
    return f->values ? KP_PAGE_VALUE : kp_streq(f->argument, "DIR") ? KP_PAGE_FOLDER : KP_PAGE_ANY;
}

enum kp_page_word kp_page_operand(const struct kp_command *c)
{
    if (strstr(c->usage, "[CODE"))
        return KP_PAGE_VALUE;
    return strstr(c->usage, "FILE") || strstr(c->usage, ".cu") || strstr(c->usage, "ARG")
               ? KP_PAGE_FILE
               : KP_PAGE_NONE;
}

const char *kp_page_codes(struct kp_arena *a)
{
    struct kp_str text = kp_str_new(a);

    for (int code = KP_CODE_NONE + 1; code < KP_CODE_COUNT; code++)
        kp_str_addf(&text, "%s%s", text.n ? " " : "", kp_diag((enum kp_code)code)->code);
    return kp_str_text(&text);
}

static FILE *begin(const char *folder, const char *name)
{
    char path[4096];
    FILE *to;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    to = fopen(path, "w");
    if (!to)
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
    return to;
}

static bool end(FILE *to)
{
    return to && !ferror(to) && fclose(to) == 0;
}

static bool write_man(const char *folder, const struct kp_command *c)
{
    char name[64];
    FILE *to;

    snprintf(name, sizeof name, "kpipe%s%s.1", c ? "-" : "", c ? c->name : "");
    if ((to = begin(folder, name)))
        kp_man_page(to, c);
    return end(to);
}

static bool write_completion(const char *folder, const char *name,
                             void (*write)(FILE *to, struct kp_arena *a))
{
    struct kp_arena *a = kp_arena_new();
    FILE *to = begin(folder, name);

    if (to)
        write(to, a);
    kp_arena_free(a);
    return end(to);
}

int main(int argc, char **argv)
{
    const struct kp_command *c;
    bool ok = argc > 1 && write_man(argv[1], NULL);
    int n = 2;

    for (size_t i = 0; ok && (c = kp_command_at(i)); i++, n++) {
        if (n >= argc || !kp_streq(argv[n], c->name)) {
            fprintf(stderr, "src/pages/meson.build lacks '%s' behind %d names\n", c->name, n - 2);
            return 1;
        }
        ok = write_man(argv[1], c);
    }
    ok = ok && n == argc && write_completion(argv[1], "kpipe", kp_bash_completion) &&
         write_completion(argv[1], "_kpipe", kp_zsh_completion) &&
         write_completion(argv[1], "kpipe.fish", kp_fish_completion);
    return ok ? 0 : 1;
}
