#define _GNU_SOURCE
#include "front/command.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "front/command_hidden.h"
#include "front/command_words.h"
#include "front/host.h"

struct reader {
    struct kp_arena *arena;
    struct kp_compile *to;
    const char *language; /* of -x: for all inputs (nvcc), for those behind it (clang) */
    const char *arch;
    struct kp_texts codes;
};

const char *kp_compile_path(struct kp_arena *a, const struct kp_compile *c, const char *path)
{
    return c->folder && path[0] != '/' ? kp_sprintf(a, "%s/%s", c->folder, path) : path;
}

/* ---- the program ------------------------------------------------------------------------------
 */

static bool is_compiler(const char *word, enum kp_dialect *dialect)
{
    static const char *const hosts[] = {"clang", "gcc", "g++", "c++", "icpx", "hipcc", "amdclang"};
    const char *name = kp_file_name(word);

    if (strstr(name, "nvcc")) {
        *dialect = KP_DIALECT_NVCC;
        return true;
    }
    for (size_t i = 0; i < sizeof hosts / sizeof *hosts; i++)
        if (strstr(name, hosts[i]) || kp_streq(name, "cc")) {
            *dialect = KP_DIALECT_HOST;
            return true;
        }
    return false;
}

/* The words after the compiler's name. Words before it (ccache, env A=B, kpipe cc --) are wrappers.
 * If no word looks like a compiler, the first one is taken for it. */
static const char *const *find_program(struct reader *r, const char *const *words)
{
    enum { MOST_WRAPPERS = 16 };
    size_t at = 0;

    while (words[at] && at < MOST_WRAPPERS && !is_compiler(words[at], &r->to->dialect))
        at++;
    if (!words[at] || at == MOST_WRAPPERS) {
        at = 0;
        r->to->dialect = KP_DIALECT_ANY;
    }
    for (size_t i = 0; i < at; i++)
        kp_push(r->arena, &r->to->wrappers, words[i]);
    r->to->program = words[at];
    return words[at] ? words + at + 1 : words;
}

/* ---- what is said -----------------------------------------------------------------------------
 */

enum kp_language kp_language_of(const char *path)
{
    static const struct {
        const char *end;
        enum kp_language language;
    } ends[] = {
        {".cu", KP_LANGUAGE_CUDA}, {".cuh", KP_LANGUAGE_CUDA}, {".c", KP_LANGUAGE_C},
        {".cc", KP_LANGUAGE_CXX},  {".cpp", KP_LANGUAGE_CXX},  {".cxx", KP_LANGUAGE_CXX},
        {".C", KP_LANGUAGE_CXX},   {".c++", KP_LANGUAGE_CXX},  {".ptx", KP_LANGUAGE_PTX},
        {".cp", KP_LANGUAGE_CXX},  {".CPP", KP_LANGUAGE_CXX},
    };
    const char *dot = strrchr(kp_file_name(path), '.');

    for (size_t i = 0; dot && i < sizeof ends / sizeof *ends; i++)
        if (kp_streq(dot, ends[i].end))
            return ends[i].language;
    return KP_LANGUAGE_OTHER;
}

static bool is_library(const char *path)
{
    const char *name = kp_file_name(path), *dot = strrchr(name, '.');

    return kp_streq(dot, ".o") || kp_streq(dot, ".obj") || kp_streq(dot, ".a") ||
           kp_streq(dot, ".lib") || strstr(name, ".so") != NULL;
}

static enum kp_language language_named(const char *name, const char *path)
{
    if (!name || kp_streq(name, "none") || is_library(path))
        return kp_language_of(path);
    if (kp_streq(name, "cu") || kp_streq(name, "cuda") || kp_streq(name, "hip"))
        return KP_LANGUAGE_CUDA;
    if (kp_streq(name, "c"))
        return KP_LANGUAGE_C;
    return kp_starts_with(name, "c++") ? KP_LANGUAGE_CXX : KP_LANGUAGE_OTHER;
}

/* The words [word, word + n) as one text. */
static const char *written(const struct reader *r, size_t word, size_t n)
{
    const char *text = r->to->words.v[word];

    return n == 2 ? kp_sprintf(r->arena, "%s %s", text, r->to->words.v[word + 1]) : text;
}

/* "compute_90a", "sm_86": the number and the letter after it; 0 for other texts. */
static unsigned arch_number(const char *text, char *feature)
{
    const char *digits = strchr(text, '_');
    char *end;
    unsigned long n;

    if (!digits || !isdigit((unsigned char)digits[1]))
        return 0;
    n = strtoul(digits + 1, &end, 10);
    *feature = *end;
    return (!*end || !end[1]) && n < 1000 ? (unsigned)n : 0;
}

static void add_arch(struct reader *r, const char *compute, const char *code)
{
    struct kp_arch arch = {0};
    char unused;

    if (kp_streq(compute, "native") || kp_starts_with(compute, "all")) {
        r->to->is_native |= *compute == 'n';
        r->to->is_all |= *compute == 'a';
        return;
    }
    arch.compute = arch_number(compute, &arch.feature);
    if (code && kp_starts_with(code, "sm_"))
        arch.sm = arch_number(code, &unused);
    else if (!code && kp_starts_with(compute, "sm_"))
        arch.sm = arch.compute;
    if (arch.compute)
        kp_push(r->arena, &r->to->archs, arch);
}

/* What stands around and between the codes of `code=[sm_80,compute_80]`, `"sm_80,sm_86"`. */
static void add_codes(struct reader *r, const char *compute, const char *codes)
{
    static const char around[] = ",[]\"'\\";

    for (codes += strspn(codes, around); *codes; codes += strspn(codes, around)) {
        size_t n = strcspn(codes, around);

        add_arch(r, compute, kp_strndup(r->arena, codes, n));
        codes += n;
    }
}

/* "arch=compute_80,code=.." */
static void add_gencode(struct reader *r, const char *value)
{
    const char *arch = strstr(value, "arch="), *codes = strstr(value, "code=");
    const char *compute = arch ? kp_strndup(r->arena, arch + 5, strcspn(arch + 5, ",")) : NULL;

    if (compute && codes)
        add_codes(r, compute, codes + 5);
    else if (compute)
        add_arch(r, compute, NULL);
}

/* -arch sm_80 -code sm_80,sm_86 */
static void settle_archs(struct reader *r)
{
    if (r->arch && !r->codes.n)
        add_arch(r, r->arch, NULL);
    for (size_t i = 0; r->arch && i < r->codes.n; i++)
        add_codes(r, r->arch, r->codes.v[i]);
}

/* "sm_80,sm_86" */
static void add_archs(struct reader *r, const char *list)
{
    for (const char *at = list; *at;) {
        size_t n = strcspn(at, ",");

        add_arch(r, kp_strndup(r->arena, at, n), NULL);
        at += n + (at[n] == ',');
    }
}

static void take_input(struct reader *r, const struct kp_said *s)
{
    struct kp_input input = {s->value, language_named(r->language, s->value), s->word};

    kp_push(r->arena, &r->to->inputs, input);
}

static void take(struct reader *r, const struct kp_said *s)
{
    struct kp_compile *c = r->to;

    kp_push(r->arena, &c->said, *s);
    if (s->kind != KP_SAID_INPUT && kp_option_is_hidden(r->arena, c->dialect, s))
        c->hidden = written(r, s->word, s->n);
    switch (s->kind) {
    case KP_SAID_INPUT:
        take_input(r, s);
        break;
    case KP_SAID_LANGUAGE:
        r->language = s->value;
        break;
    case KP_SAID_MODE:
        c->mode = s->is_host ? c->mode : s->mode;
        break;
    case KP_SAID_OUTPUT:
        c->output = s->value;
        break;
    case KP_SAID_OUTPUT_FOLDER:
        c->output_folder = s->value;
        break;
    case KP_SAID_ARCH:
        r->arch = s->value;
        break;
    case KP_SAID_ARCHS:
        add_archs(r, s->value);
        break;
    case KP_SAID_CODE:
        kp_push(r->arena, &r->codes, s->value);
        break;
    case KP_SAID_GENCODE:
        add_gencode(r, s->value);
        break;
    case KP_SAID_DEPEND:
        c->depends = true;
        break;
    case KP_SAID_DEPEND_OWN:
        c->depends = true;
        break;
    case KP_SAID_DEPEND_FILE:
        c->depend_file = s->value;
        break;
    case KP_SAID_DEPEND_TARGET:
        kp_push(r->arena, &c->depend_targets, s->value);
        break;
    case KP_SAID_DRY:
        c->is_dry = true;
        break;
    case KP_SAID_PROGRAM:
    case KP_SAID_CCBIN:
        kp_push(r->arena, &c->dropped, written(r, s->word, s->n));
        break;
    case KP_SAID_UNKNOWN:
        if (!s->is_host)
            kp_push(r->arena, &c->unknown, s->value);
        break;
    default:
        break;
    }
}

/* ---- options ----------------------------------------------------------------------------------
 */

/* nvcc's lists: a comma ends an element, unless in quotes or behind a backslash. */
static struct kp_texts elements(struct kp_arena *a, const char *list)
{
    struct kp_texts to = {0};
    bool in_quotes = false;

    for (const char *at = list; *at;) {
        struct kp_str s = kp_str_new(a);

        for (; *at && (*at != ',' || in_quotes); at++) {
            if (*at == '"')
                in_quotes = !in_quotes;
            if (*at == '\\' && at[1] && strchr(",\"\\", at[1]))
                at++;
            kp_str_addc(&s, *at);
        }
        kp_push(a, &to, kp_str_text(&s));
        at += *at == ',';
    }
    return to;
}

static void read_options(struct reader *r, const struct kp_texts *words, const struct kp_said *in);

/* The contents of -Xcompiler are words of the host compiler's command line, already split by a
 * shell. */
static void read_host(struct reader *r, const struct kp_said *s)
{
    struct kp_texts inner = {0};
    struct kp_texts parts = elements(r->arena, s->value);

    for (size_t i = 0; i < parts.n; i++) {
        struct kp_texts words = kp_shell_words(r->arena, parts.v[i]);

        for (size_t k = 0; k < words.n; k++)
            kp_push(r->arena, &inner, words.v[k]);
    }
    read_options(r, &inner, s);
}

static void take_values(struct reader *r, struct kp_said *s, bool is_list)
{
    struct kp_texts list = {0};

    if (is_list)
        list = elements(r->arena, s->value);
    else
        kp_push(r->arena, &list, s->value);
    for (size_t i = 0; i < list.n; i++) {
        s->value = list.v[i];
        take(r, s);
    }
    if (s->kind == KP_SAID_HOST)
        read_host(r, s);
}

/* The option words[i], and the next word if that is its value. */
static void read_option(struct reader *r, const struct kp_texts *words, size_t *i,
                        enum kp_dialect dialect, struct kp_said *s)
{
    const char *value;
    const struct kp_option_row *row = kp_option_find(dialect, words->v[*i], &value);

    if (!row) {
        s->kind = KP_SAID_UNKNOWN;
        s->value = words->v[*i];
        take(r, s);
        return;
    }
    s->kind = row->kind;
    s->name = row->name;
    s->mode = row->mode;
    s->nvcc = s->is_host ? NULL : row->nvcc;
    if (row->takes != KP_TAKES_NOTHING && !value) {
        if (*i + 1 == words->n)
            return;
        value = words->v[++*i];
        s->n += !s->is_host;
    }
    s->value = value;
    take_values(r, s, row->takes == KP_TAKES_LIST && dialect == KP_DIALECT_NVCC);
}

/* The words of the command line, or those inside an option `in`. */
static void read_options(struct reader *r, const struct kp_texts *words, const struct kp_said *in)
{
    bool only_inputs = false;

    for (size_t i = 0; i < words->n; i++) {
        const char *word = words->v[i];
        struct kp_said s = {.word = in ? in->word : i, .n = in ? in->n : 1, .is_host = in != NULL};

        if (!only_inputs && kp_streq(word, "--")) {
            only_inputs = true;
        } else if (!only_inputs && word[0] == '-' && word[1]) {
            read_option(r, words, &i, in ? KP_DIALECT_HOST : r->to->dialect, &s);
        } else if (!in) {
            s.value = word;
            take(r, &s);
        }
    }
}

/* ---- all --------------------------------------------------------------------------------------
 */

/* nvcc's host compiler gets the words of -Xcompiler in front of what nvcc hands on of its own:
 * -Xcompiler -DX does not outlast an earlier -UX. */
static void settle_order(struct reader *r)
{
    struct kp_compile *c = r->to;
    struct kp_said *own = kp_new_array(r->arena, struct kp_said, c->said.n + 1);
    size_t n = 0, n_own = 0;

    if (c->dialect != KP_DIALECT_NVCC)
        return;
    for (size_t i = 0; i < c->said.n; i++)
        if (c->said.v[i].is_host)
            c->said.v[n++] = c->said.v[i];
        else
            own[n_own++] = c->said.v[i];
    for (size_t i = 0; i < n_own; i++)
        c->said.v[n++] = own[i];
}

/* nvcc takes one -x for all inputs. */
static void settle_languages(struct reader *r)
{
    struct kp_compile *c = r->to;

    for (size_t i = 0; i < c->inputs.n && c->dialect != KP_DIALECT_HOST && r->language; i++)
        c->inputs.v[i].language = language_named(r->language, c->inputs.v[i].path);
}

struct kp_compile *kp_compile_read(struct kp_arena *a, const char *const *words, bool has_program,
                                   const char *folder)
{
    struct kp_compile *c = kp_new(a, struct kp_compile);
    struct reader r = {.arena = a, .to = c};

    c->folder = folder ? kp_strdup(a, folder) : NULL;
    if (has_program)
        words = find_program(&r, words);
    if (words)
        kp_compile_words(a, c, words);
    if (c->error)
        return c;
    read_options(&r, &c->words, NULL);
    settle_order(&r);
    settle_archs(&r);
    settle_languages(&r);
    return c;
}

/* ---- for the parser ---------------------------------------------------------------------------
 */

static void add_two(struct kp_arena *a, struct kp_args *to, const char *option, const char *value)
{
    kp_push(a, to, option);
    kp_push(a, to, value);
}

/* The headers are those of the compiler that nvcc uses; it is not run. */
static void add_host(struct kp_arena *a, const struct kp_compile *c, const struct kp_said *s,
                     struct kp_args *to)
{
    const char *folder =
        kp_host_folder(a, strchr(s->value, '/') ? kp_compile_path(a, c, s->value) : s->value);

    if (folder)
        kp_push(a, to, kp_host_arg(a, folder));
}

/* One of C says nothing of CUDA. */
static void add_standard(struct kp_arena *a, const struct kp_said *s, struct kp_args *to)
{
    if (strstr(s->value, "++"))
        kp_push(a, to, kp_sprintf(a, "-std=%s", s->value));
}

void kp_compile_args(struct kp_arena *a, const struct kp_compile *c, struct kp_args *to)
{
    static const char *const spelling[] = {
        [KP_SAID_DEFINE] = "-D",       [KP_SAID_UNDEFINE] = "-U",   [KP_SAID_FOLDER] = "-I",
        [KP_SAID_SYSTEM] = "-isystem", [KP_SAID_QUOTE] = "-iquote", [KP_SAID_AFTER] = "-idirafter",
        [KP_SAID_FORCED] = "-include",
    };

    for (size_t i = 0; i < c->said.n; i++) {
        const struct kp_said *s = &c->said.v[i];

        switch (s->kind) {
        case KP_SAID_DEFINE:
        case KP_SAID_UNDEFINE:
            add_two(a, to, spelling[s->kind], s->value);
            break;
        case KP_SAID_FOLDER:
        case KP_SAID_SYSTEM:
        case KP_SAID_QUOTE:
        case KP_SAID_AFTER:
            add_two(a, to, spelling[s->kind], kp_compile_path(a, c, s->value));
            break;
        case KP_SAID_FORCED: /* may be a name that only the search path finds */
            add_two(a, to, spelling[s->kind],
                    strchr(s->value, '/') ? kp_compile_path(a, c, s->value) : s->value);
            break;
        case KP_SAID_STANDARD:
            if (!s->is_host)
                add_standard(a, s, to);
            break;
        case KP_SAID_FEATURE:
            kp_push(a, to,
                    kp_sprintf(a, "-%s%s%s", s->name,
                               s->value && !kp_ends_with(s->name, "-") ? "=" : "",
                               s->value ? s->value : ""));
            break;
        case KP_SAID_CCBIN:
            add_host(a, c, s, to);
            break;
        default:
            break;
        }
    }
    for (size_t i = 0; i < c->said.n; i++) /* nvcc's preprocessor reads these last */
        if (c->said.v[i].kind == KP_SAID_STANDARD && c->said.v[i].is_host)
            add_standard(a, &c->said.v[i], to);
}

const char *kp_compile_arch(struct kp_arena *a, const struct kp_compile *c)
{
    const struct kp_arch *low = NULL;

    for (size_t i = 0; i < c->archs.n; i++)
        if (!low || c->archs.v[i].compute < low->compute)
            low = &c->archs.v[i];
    return low ? kp_sprintf(a, "sm_%u", low->compute) : NULL;
}

static bool ends_with_any(const char *said, const char *const *ends, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (kp_ends_with(said, ends[i]))
            return true;
    return false;
}

bool kp_is_old_standard(const char *said)
{
    static const char *const old[] = {"98", "03"};

    return ends_with_any(said, old, sizeof old / sizeof *old);
}

bool kp_is_standard_11(const char *said)
{
    static const char *const names[] = {"0x", "11"};

    return ends_with_any(said, names, sizeof names / sizeof *names);
}

bool kp_is_new_standard(const char *said)
{
    static const char *const known[] = {"98", "03", "0x", "11", "1y", "14", "1z", "17"};

    return !ends_with_any(said, known, sizeof known / sizeof *known);
}
