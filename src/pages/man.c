#include "pages/pages.h"

#include <ctype.h>
#include <string.h>

#include "util/str.h"

static const struct {
    const char *name, *text;
} variables[] = {
    {"KPIPE_FAST", "set: `kpipe rewrite` builds and proves nothing, as with --fast"},
    {"KPIPE_DISABLE", "set: `kpipe cc` runs the compiler and does nothing else"},
    {"KPIPE_CACHE_DIR", "where parsed declarations and what nvcc has made are kept (default: kpipe "
                        "in $XDG_CACHE_HOME or ~/.cache); empty: nothing is kept"},
    {"CUDA_HOME, CUDA_PATH", "where the CUDA toolkit is looked for first"},
    {"NVCC_CCBIN, NVCC_PREPEND_FLAGS, NVCC_APPEND_FLAGS", "as nvcc reads them"},
    {"NO_COLOR", "set: no colours, unless --color=always"},
};

static const struct {
    const char *name, *text;
} files[] = {
    {".kpipe.ini", "what a project says of its helpers, aliases, blocks and options; the nearest "
                   "one at or above the source (see `kpipe config`)"},
    {"kpipe.lock", "plans and proofs of a project's loops (see `kpipe lock`)"},
    {"compile_commands.json", "how sources are compiled; the nearest one, also in build*, out"},
};

/* Capital letters, digits and what stands in names. */
static void put_upper(FILE *to, const char *s)
{
    for (; *s; s++)
        fputc(toupper((unsigned char)*s), to);
}

/* Text as it is; what stands between backticks is bold. */
static void put_n(FILE *to, const char *text, size_t n)
{
    static const struct {
        char c;
        const char *as;
    } escapes[] = {{'\\', "\\e"},  {'-', "\\-"},   {'\'', "\\(aq"},
                   {'^', "\\(ha"}, {'~', "\\(ti"}, {'"', "\\(dq"}};
    bool bold = false;

    for (const char *s = text; s < text + n; s++) {
        const char *as = NULL;

        for (size_t i = 0; i < sizeof escapes / sizeof *escapes; i++)
            if (*s == escapes[i].c)
                as = escapes[i].as;
        if (*s == '`')
            fputs((bold = !bold) ? "\\fB" : "\\fR", to);
        else if (as)
            fputs(as, to);
        else
            fprintf(to, "%s%c", *s == '.' && (s == text || s[-1] == '\n') ? "\\&" : "", *s);
    }
}

static void put(FILE *to, const char *text)
{
    put_n(to, text, strlen(text));
}

/* Lines, of which an empty one ends a paragraph. */
static void put_paragraphs(FILE *to, const char *text)
{
    bool any = false, gap = false;

    while (*text) {
        size_t n = strcspn(text, "\n");

        if (n && gap && any)
            fputs(".PP\n", to);
        put_n(to, text, n);
        if (n)
            fputc('\n', to);
        gap = !n;
        any |= n > 0;
        text += n + (text[n] == '\n');
    }
}

/* The usage's lines, each of which begins with the program's name. */
static void put_usage(FILE *to, const char *text)
{
    static const char gap[] = "\n       kpipe ";

    fputs(".nf\n", to);
    while (*text) {
        const char *end = strstr(text, gap);
        size_t n = end ? (size_t)(end - text) : strlen(text);

        fputs("\\fBkpipe\\fR ", to);
        put_n(to, text, n);
        fputc('\n', to);
        text = end ? end + strlen(gap) : text + n;
    }
    fputs(".fi\n", to);
}

static void put_heading(FILE *to, const char *name)
{
    fputs(".TH ", to);
    put_upper(to, name);
    fputs(" 1 " KP_RELEASED " \"kpipe " KP_VERSION "\" \"User Commands\"\n", to);
}

static void put_item(FILE *to, const char *name, const char *text)
{
    fputs(".TP\n\\fB", to);
    put(to, name);
    fputs("\\fR\n", to);
    put(to, text);
    fputc('\n', to);
}

static void put_option(FILE *to, const struct kp_flag *f)
{
    bool optional = f->argument && *f->argument == '[';

    fputs(".TP\n", to);
    if (f->letter)
        fprintf(to, "\\fB\\-%c\\fR%s", f->letter, f->name ? ", " : "");
    if (f->name) {
        fputs("\\fB\\-\\-", to);
        put(to, f->name);
        fputs("\\fR", to);
    }
    if (f->argument)
        fprintf(to, "%s\\fI%s\\fR", optional ? "" : " ", f->argument);
    fputc('\n', to);
    put(to, f->help);
    fputc('\n', to);
}

static void command_page(FILE *to, const struct kp_command *c)
{
    char name[64];
    const struct kp_flag *f;

    snprintf(name, sizeof name, "kpipe-%s", c->name);
    put_heading(to, name);
    fputs(".SH NAME\n", to);
    put(to, name);
    fputs(" \\- ", to);
    put(to, c->summary);
    fputs("\n.SH SYNOPSIS\n", to);
    put_usage(to, c->usage);
    fputs(".SH DESCRIPTION\n", to);
    put_paragraphs(to, c->details);
    fputs(".SH OPTIONS\n", to);
    for (size_t i = 0; (f = kp_page_flag(c, i)); i++)
        put_option(to, f);
    fputs(".SH EXAMPLES\n", to);
    fputs(".nf\n", to);
    put(to, c->examples);
    fputs(".fi\n.SH SEE ALSO\n.BR kpipe (1)\n", to);
}

static void main_page(FILE *to)
{
    const struct kp_command *c;
    const char *last = "";

    put_heading(to, "kpipe");
    fputs(
        ".SH NAME\nkpipe \\- software\\-pipelines the K\\-loops of CUDA kernels, source to source\n"
        ".SH SYNOPSIS\n.nf\n"
        "\\fBkpipe\\fR \\fICOMMAND\\fR ...\n"
        "\\fBkpipe help\\fR \\fICOMMAND\\fR\n"
        "\\fBkpipe \\-\\-version\\fR\n.fi\n"
        ".SH DESCRIPTION\n"
        "kpipe reads a CUDA file, finds the loops that load a tile into shared memory, "
        "synchronise,\n"
        "compute on it and synchronise again, and writes the same file back with those loops\n"
        "software\\-pipelined: while a block computes on one tile, the next one is on its way. "
        "What\n"
        "it is not sure of, it leaves alone, and says why.\n"
        ".SH COMMANDS\n",
        to);
    for (size_t i = 0; (c = kp_command_at(i)); i++) {
        if (!kp_streq(kp_command_group(i), last))
            fprintf(to, ".SS %s\n", last = kp_command_group(i));
        put_item(to, c->name, c->summary);
    }
    fputs(".SH EXIT STATUS\n", to);
    put_paragraphs(to, kp_exit_codes);
    fputs(".SH ENVIRONMENT\n", to);
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
        put_item(to, variables[i].name, variables[i].text);
    fputs(".SH FILES\n", to);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        put_item(to, files[i].name, files[i].text);
    fputs(".SH SEE ALSO\n", to);
    for (size_t i = 0; (c = kp_command_at(i)); i++)
        fprintf(to, ".BR kpipe\\-%s (1)%s\n", c->name, kp_command_at(i + 1) ? "," : "");
}

void kp_man_page(FILE *to, const struct kp_command *c)
{
    if (c)
        command_page(to, c);
    else
        main_page(to);
}
