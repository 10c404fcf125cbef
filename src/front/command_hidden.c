/* Options that may change what a source means in a way that is not read. */
#define _GNU_SOURCE
#include "front/command_hidden.h"

#include <string.h>
#include <unistd.h>

#define N(list) (sizeof(list) / sizeof *(list))

static bool is_of_list(const char *word, const char *const *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (kp_starts_with(word, list[i]))
            return true;
    return false;
}

/* Of a family of clang's options (-fNAME, -fno-NAME): those about code, messages and numbers. */
static bool is_of_no_account(const char *name)
{
    static const char *const harmless[] = {
        "PI",          "pi",          "access-control", "approx",     "associative",
        "async",       "auto-",       "backtrace",      "builtin",    "caret",
        "cf-",         "color",       "common",         "complete-",  "coverage",
        "crash-",      "cuda-",       "cxx-exceptions", "data-",      "debug",
        "define-",     "delete-null", "diagnostics",    "emulated",   "exceptions",
        "fast-math",   "file-prefix", "finite-",        "fp-",        "function-",
        "gnu-inline",  "gpu-",        "honor-",         "hip-",       "ident",
        "inline",      "integrated",  "jump-tables",    "lto",        "macro-",
        "math-errno",  "max-errors",  "merge-",         "message-",   "new-infallible",
        "objc",        "offload",     "omit-",          "openmp",     "optimi",
        "permissive",  "plt",         "profile",        "reciprocal", "record",
        "rounding",    "rtti",        "sanitize",       "save-",      "semantic-inter",
        "show-",       "signed-char", "signed-zeros",   "slp-",       "split-",
        "stack",       "standalone",  "strict-alias",   "thinlto",    "threadsafe",
        "time-",       "tree-",       "trapping",       "unique",     "unroll",
        "unsafe-math", "unwind",      "use-",           "vectori",    "verbose",
        "virtual",     "visibility",  "whole-program",  "zero-call",
    };

    if (kp_streq(name, "fno-signed-char"))
        return false;
    name += kp_starts_with(name, "fno-") ? strlen("fno-") : 1;
    return is_of_list(name, harmless, N(harmless));
}

/* Words for the front end of nvcc that are about its messages. */
static bool is_about_messages(struct kp_arena *a, const char *words)
{
    static const char *const harmless[] = {
        "--diag_",           "--display_error_number",
        "--no_display_",     "--promote_warnings",
        "--no_warnings",     "--remarks",
        "--error_limit",     "--brief_diagnostics",
        "--no_brief_",       "--wrap_diagnostics",
        "--no_wrap_",        "--set_error_limit",
        "--max_error_depth", "-w",
    };
    struct kp_texts list = kp_shell_words(a, words);

    for (size_t i = 0; i < list.n; i++)
        for (const char *at = list.v[i]; *at; at += *at == ',') { /* where no comma is nvcc's */
            if (*at == '-' && !is_of_list(at, harmless, N(harmless)))
                return false;
            at += strcspn(at, ",");
        }
    return true;
}

/* Such options change what the preprocessor makes, which nvcc hands all of the host's options. */
static bool is_of_the_preprocessor(const char *name)
{
    static const char *const known[] = {"trigraphs", "ftrigraphs",  "ansi",
                                        "undef",     "traditional", "Wp,"};

    return is_of_list(name, known, N(known));
}

static bool is_hidden_in_family(const char *name)
{
    return is_of_the_preprocessor(name) || kp_starts_with(name, "mlong-double") ||
           kp_starts_with(name, "mms-bitfields") || (*name == 'f' && !is_of_no_account(name));
}

static bool is_hidden_unknown(enum kp_dialect dialect, const struct kp_said *s)
{
    static const char *const harmless[] = {"-rdynamic", "-pg",   "-z",   "-H",
                                           "--cuda-",   "--no-", "--hip"};

    return kp_starts_with(s->value, "-Xarch_") || is_of_the_preprocessor(s->value + 1) ||
           (dialect == KP_DIALECT_HOST && !s->is_host &&
            !is_of_list(s->value, harmless, N(harmless)));
}

static bool names_an_option(const char *word)
{
    const char *value;
    const struct kp_option_row *row = kp_option_find(KP_DIALECT_HOST, word, &value);

    return *word == '-' && row &&
           ((row->kind >= KP_SAID_DEFINE && row->kind <= KP_SAID_FEATURE) ||
            kp_streq(row->name, "include-pch") || (!*row->name && is_hidden_in_family(value)));
}

bool kp_option_is_hidden(struct kp_arena *a, enum kp_dialect dialect, const struct kp_said *s)
{
    bool is_of_device = dialect != KP_DIALECT_NVCC && !s->is_host;

    if (!s->name)
        return is_hidden_unknown(dialect, s);
    if (kp_streq(s->name, "include-pch"))
        return true;
    if (kp_streq(s->name, "Xcudafe") || kp_streq(s->name, "Xcicc") || kp_streq(s->name, "Xnvvm"))
        return s->value && !is_about_messages(a, s->value);
    if (kp_streq(s->name,
                 "funsigned-char")) /* nvcc tells the preprocessor and the host's compiler */
        return dialect != KP_DIALECT_HOST;
    if (!*s->name)
        return is_of_device ? is_hidden_in_family(s->value) : is_of_the_preprocessor(s->value);
    if (!kp_streq(s->name, "Xclang") && !kp_streq(s->name, "Xpreprocessor") &&
        !kp_starts_with(s->name, "Xarch_"))
        return false;
    return s->value && names_an_option(s->value);
}

/* nvcc's preprocessor is told the host's, its front end its own. */
static const char *other_standard(struct kp_arena *a, const struct kp_compile *c)
{
    const char *own = "c++17", *host = NULL;

    for (size_t i = 0; i < c->said.n; i++)
        if (c->said.v[i].kind == KP_SAID_STANDARD && strstr(c->said.v[i].value, "++"))
            *(c->said.v[i].is_host ? &host : &own) = strchr(c->said.v[i].value, '+');
    return c->dialect == KP_DIALECT_NVCC && host && !kp_streq(host, strchr(own, '+'))
               ? kp_sprintf(a, "-Xcompiler -std=c%s", host)
               : NULL;
}

const char *kp_compile_hidden(struct kp_arena *a, const struct kp_compile *c)
{
    for (size_t i = 0; c->dialect == KP_DIALECT_HOST && i < c->said.n; i++) {
        const struct kp_said *s = &c->said.v[i];
        const char *path;

        if (s->kind != KP_SAID_FORCED)
            continue;
        path = kp_compile_path(a, c, s->value);
        if (access(kp_sprintf(a, "%s.pch", path), F_OK) == 0 ||
            access(kp_sprintf(a, "%s.gch", path), F_OK) == 0)
            return kp_sprintf(a, "-include %s", s->value);
    }
    return c->hidden ? c->hidden : other_standard(a, c);
}

const char *kp_hidden_in(struct kp_arena *a, const struct kp_flag_lines *lines)
{
    for (size_t i = 0; lines && i < lines->n; i++) {
        const char *said = lines->v[i].said, *hidden = kp_compile_hidden(a, lines->v[i].line);

        if (hidden)
            return kp_sprintf(a, "'%s' of %s", hidden, said ? said : "the command line");
    }
    return NULL;
}
