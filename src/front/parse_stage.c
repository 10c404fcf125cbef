/* How often a source is parsed, and with what: first bare, which is fast; with the system's headers
 * when errors matter; then once more with stand-ins for undeclared sizes. What is made of a text
 * that needed the headers needs them, too. */
#define _GNU_SOURCE
#include "front/parse.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>

#include "front/args.h"
#include "front/virtual.h"
#include "front/tree.h"
#include "util/embed.h"
#include "util/system.h"

struct stage {
    struct kp_arena *arena, *scratch;
    const struct kp_unit *unit;
    CXIndex index, local; /* one that shows nothing of the prelude's tree */
    struct CXUnsavedFile *files;
    unsigned n_files;
    const char *main;     /* what libclang is given */
    const char *preamble; /* the headers with which it begins; NULL: none */
    uint32_t main_size;
    struct kp_args build; /* of all who say how the file is compiled */
    struct kp_parse best;
    struct kp_parse missing; /* its `reads`, and `missing` of the parse whose headers were looked
                                for in the system's folders, too */
    unsigned best_errors;    /* that matter */
    unsigned best_unseen;    /* kernels without an instance, where `lacks` */
    bool lacks;              /* a header was not found without the system's */
    bool best_bare;
    enum kp_way way; /* the quickest that may do; later the one that bare texts needed */
    bool any;
    bool crashed; /* libclang, on one of the parses */
};

/* ---- virtual files ---- */

enum { PRELUDE_FILE = 0 }; /* in `files` */

static void add_file(struct stage *s, const char *path, const char *text, size_t size)
{
    s->files[s->n_files++] = (struct CXUnsavedFile){path, text, size};
}

static void add_headers(struct stage *s, const char *folder, const char *const *names,
                        const char *text)
{
    for (; *names; names++)
        add_file(s, kp_sprintf(s->scratch, "%s/%s", folder, *names), text, strlen(text));
}

static size_t count(const char *const *names)
{
    size_t n = 0;

    while (names[n])
        n++;
    return n;
}

/* A source in the form that libclang accepts, with `more` appended. */
static void add_source(struct stage *s, const char *path, const char *text, uint32_t size,
                       const char *more)
{
    struct kp_str source = kp_str_new(s->scratch);

    kp_str_addn(&source, kp_for_clang(s->scratch, text, size), size);
    kp_str_add(&source, more);
    add_file(s, path, kp_str_text(&source), source.n);
}

static size_t count_buffers(const struct stage *s)
{
    return s->unit->options->buffers ? s->unit->options->buffers->n : 0;
}

/* The editor's text of a file; NULL: the disk's counts. */
static const struct kp_buffer *buffer_of(const struct stage *s, const char *path)
{
    char *real = count_buffers(s) ? realpath(path, NULL) : NULL;
    const struct kp_buffer *found = NULL;

    for (size_t i = 0; real && !found && i < count_buffers(s); i++)
        if (kp_streq(s->unit->options->buffers->v[i].path, real))
            found = &s->unit->options->buffers->v[i];
    free(real);
    return found;
}

/* Those of other files than libclang is given. */
static void add_buffers(struct stage *s)
{
    const struct kp_buffer *main = buffer_of(s, s->main);

    for (size_t i = 0; i < count_buffers(s); i++) {
        const struct kp_buffer *b = &s->unit->options->buffers->v[i];

        if (b != main && b->size <= UINT32_MAX / 2)
            add_source(s, b->path, b->text, (uint32_t)b->size, "");
    }
}

static const char *text_now(struct stage *s, const char *path, size_t *size)
{
    const struct kp_buffer *b = buffer_of(s, path);

    if (!b)
        return kp_read_file(s->scratch, path, size);
    *size = b->size;
    return b->text;
}

/* The file itself, or the one that includes it and, in its place, the file's text. */
static bool add_sources(struct stage *s)
{
    const struct kp_file *f = &s->unit->source;
    const char *from = kp_seen_from(s->unit);
    size_t size = f->size;
    const char *text = from ? text_now(s, from, &size) : f->text;
    const char *more;

    if (!text || size > UINT32_MAX / 2)
        return false;
    more = kp_name_instances(s->scratch, text, (uint32_t)size, false);
    s->main = from ? kp_file_name_for(s->scratch, from) : kp_main_name(s->unit);
    s->preamble = kp_preamble_of(s->scratch, s->unit, from ? from : f->path, text, size);
    if (s->preamble)
        add_file(s, KP_PREAMBLE_PATH, s->preamble, strlen(s->preamble));
    s->main_size = (uint32_t)size;
    if (from) {
        more = kp_sprintf(s->scratch, "%s%s", more,
                          kp_name_instances(s->scratch, f->text, f->size, true));
        add_source(s, kp_main_name(s->unit), f->text, f->size, "");
    }
    add_source(s, s->main, text, (uint32_t)size, more);
    add_buffers(s);
    return true;
}

static bool make_files(struct stage *s)
{
    enum { SOURCES = 2, PRELUDE = 1, PREAMBLE = 1 };
    const char *prelude = kp_embedded("prelude.h");
    size_t n =
        count(kp_cuda_headers) + count(kp_c_headers) + count(kp_torch_headers) + count_buffers(s);

    s->files = kp_new_array(s->scratch, struct CXUnsavedFile, n + PRELUDE + PREAMBLE + SOURCES);
    add_file(s, KP_PRELUDE_PATH, prelude, strlen(prelude));
    assert(s->n_files == PRELUDE_FILE + 1);
    add_headers(s, KP_CUDA_FOLDER, kp_cuda_headers, "");
    add_headers(s, KP_C_FOLDER, kp_c_headers, "");
    add_headers(s, KP_TORCH_FOLDER, kp_torch_headers, kp_embedded("torch.h"));
    return add_sources(s);
}

/* ---- what was read ---- */

static void note_read(struct stage *s, const char *path)
{
    size_t k = 0;

    while (k < s->missing.reads.n && !kp_streq(s->missing.reads.v[k], path))
        k++;
    if (k == s->missing.reads.n)
        kp_push(s->arena, &s->missing.reads, kp_strdup(s->arena, path));
}

static void add_read(CXFile file, CXSourceLocation *stack, unsigned depth, CXClientData data)
{
    struct stage *s = data;
    CXString name = clang_getFileName(file);
    const char *text = clang_getCString(name);

    (void)stack;
    if (depth && text && !kp_starts_with(text, KP_VIRTUAL_ROOT))
        note_read(s, text);
    clang_disposeString(name);
}

/* ---- one parse ---- */

/* Makes b->tu. `how` is -include or -include-pch, of the prelude. False when libclang gives up. */
static bool parse_with(struct stage *s, const struct kp_args *args, const char *how,
                       const char *prelude, struct kp_builder *b)
{
    struct kp_args all = {0};

    kp_push(s->scratch, &all, how);
    kp_push(s->scratch, &all, prelude);
    for (size_t i = 0; i < args->n; i++)
        kp_push(s->scratch, &all, args->v[i]);
    switch (clang_parseTranslationUnit2(
        b->local_only ? s->local : s->index, s->main, all.v, (int)all.n, s->files, s->n_files,
        CXTranslationUnit_KeepGoing | CXTranslationUnit_DetailedPreprocessingRecord, &b->tu)) {
    case CXError_Success:
        break;
    case CXError_Crashed:
        s->crashed = true;
        return false;
    default:
        return false;
    }
    b->main = clang_getFile(b->tu, s->main);
    b->main_size = s->main_size;
    b->source = clang_getFile(b->tu, kp_main_name(s->unit));
    return b->source && b->main;
}

/* True if there are errors, in any text or (`own`) in one that is no library's. */
static bool has_error(const struct kp_builder *b, bool own)
{
    unsigned n = clang_getNumDiagnostics(b->tu); /* which puts them together anew each time */
    bool any = false;

    for (unsigned i = 0; !any && i < n; i++) {
        CXDiagnostic d = clang_getDiagnostic(b->tu, i);

        any = kp_is_error_of_file(b, d) &&
              !(own && clang_Location_isInSystemHeader(clang_getDiagnosticLocation(d)));
        clang_disposeDiagnostic(d);
    }
    return any;
}

/* Parses with the precompiled prelude, of which libclang reads only what the file names. A search
 * in the prelude needs another parse. So does a file with errors, because libclang then lists
 * broken declarations differently. */
static bool build_quickly(struct stage *s, const struct kp_args *args, struct kp_builder *b)
{
    const char *tree = kp_prelude_parsed(s->scratch, s->index, args, &s->files[PRELUDE_FILE]);

    b->local_only = true;
    if (!tree || !parse_with(s, args, "-include-pch", tree, b))
        return false;
    if (has_error(b, false))
        b->missed = true;
    else
        kp_build_unit(b);
    if (b->missed)
        clang_disposeTranslationUnit(b->tu);
    return !b->missed;
}

/* Parses with the headers of others, with which the text begins, as they were parsed for an earlier
 * text. A file with errors is parsed as a whole, as without them it has to be the same tree. */
static bool parse_quickly(struct stage *s, const struct kp_args *args, struct kp_builder *b)
{
    const struct kp_preamble_job job = {s->unit, s->index, args, s->files, s->n_files, s->preamble};
    struct kp_texts reads = {0};
    const char *tree = kp_preamble_parsed(s->scratch, &job, &reads);

    if (!tree || !parse_with(s, args, "-include-pch", tree, b))
        return false;
    if (has_error(b, true)) {
        clang_disposeTranslationUnit(b->tu);
        return false;
    }
    for (size_t i = 0; i < reads.n; i++) {
        note_read(s, reads.v[i]);
        kp_note_others_file(b, reads.v[i]);
    }
    return true;
}

/* `-DNAME=2` as `#define NAME 2`. */
static const char *definition_of(struct kp_arena *a, const char *text)
{
    size_t value = strcspn(text, "=");

    return text[value] ? kp_sprintf(a, "#define %.*s %s\n", (int)value, text, text + value + 1)
                       : kp_sprintf(a, "#define %s 1\n", text);
}

/* The prelude's own tree keeps the command line's macros to itself. */
static void add_command_line(struct stage *s, const struct kp_args *args, struct kp_parse *out)
{
    out->command_line = "";
    for (size_t i = 0; i < args->n; i++) {
        if (kp_starts_with(args->v[i], "-std=")) {
            out->is_old = kp_is_old_standard(args->v[i]);
            out->is_11 = kp_is_standard_11(args->v[i]);
            out->is_new = kp_is_new_standard(args->v[i]);
        }
        if (kp_starts_with(args->v[i], "-D")) {
            bool is_apart = !args->v[i][2] && i + 1 < args->n;
            const char *name = is_apart ? args->v[++i] : args->v[i] + 2;

            kp_push(s->arena, &out->macros, kp_strndup(s->arena, name, strcspn(name, "=(")));
            out->command_line =
                kp_sprintf(s->arena, "%s%s", out->command_line, definition_of(s->scratch, name));
        }
    }
}

/* Without the system's folders, a header in <> may exist there. */
static void find_missing(struct stage *s, bool bare, const struct kp_parse *p)
{
    static const char end[] = "' file not found";

    if (bare && s->any)
        return;
    s->missing.missing.n = 0;
    for (size_t i = 0; i < p->errors.n; i++) {
        const struct kp_parse_error *e = &p->errors.v[i];
        const struct kp_file *f = &p->files.v[e->file];
        struct kp_missing m = {.line = kp_line_of(f, e->offset),
                               .column = kp_column_of(f, e->offset)};
        bool known = e->text[0] != '\'' || !kp_ends_with(e->text, end) ||
                     (bare && (e->offset >= f->size || f->text[e->offset] != '"'));

        if (known)
            continue;
        m.name = kp_strndup(s->arena, e->text + 1, strlen(e->text) - sizeof end);
        m.path = kp_strdup(s->arena, f->path);
        for (size_t k = 0; k < s->missing.missing.n; k++)
            known |= kp_streq(s->missing.missing.v[k].name, m.name);
        if (!known)
            kp_push(s->arena, &s->missing.missing, m);
    }
}

static bool parse(struct stage *s, bool bare, const struct kp_args *more)
{
    struct kp_args args = kp_args_make(s->scratch, s->unit->options->arch, bare, more);
    struct kp_parse out = {0};
    const struct kp_builder fresh = {
        .arena = s->arena, .scratch = s->scratch, .unit = s->unit, .out = &out};
    struct kp_builder b = fresh;
    unsigned errors, unseen;

    if (!bare || s->way > KP_WAY_QUICK || !build_quickly(s, &args, &b)) {
        s->way = bare && s->way < KP_WAY_TEXT ? KP_WAY_TEXT : s->way;
        b = fresh;
        out = (struct kp_parse){0};
        if ((bare || !parse_quickly(s, &args, &b)) &&
            !parse_with(s, &args, "-include", KP_PRELUDE_PATH, &b))
            return false;
        kp_build_unit(&b);
    }
    add_command_line(s, &args, &out);
    find_missing(s, bare, &out);
    clang_getInclusions(b.tu, add_read, s);
    errors = kp_errors_that_matter(&b);
    if (kp_seen_from(s->unit))
        out.not_from = kp_not_from_includer(&b);
    else
        out.includes_itself = kp_includes_itself(&b);
    unseen = 0;
    if (!s->any || errors < s->best_errors + s->best_unseen)
        kp_build_instances(&b);
    s->lacks |= bare && kp_lacks_headers(&b);
    if (s->lacks)
        unseen = kp_unseen_instances(&b);
    clang_disposeTranslationUnit(b.tu);
    if (s->any && errors + unseen >= s->best_errors + s->best_unseen)
        return true;
    s->any = true;
    s->best = out;
    s->best_errors = errors;
    s->best_unseen = unseen;
    s->best_bare = bare;
    return true;
}

/* ---- undeclared sizes ---- */

/* The name in "use of undeclared identifier 'NAME'" when it looks like a macro. */
static const char *undeclared_size(struct kp_arena *a, const char *error)
{
    static const char words[] = "use of undeclared identifier '";
    const char *name = strstr(error, words), *end;
    bool letter = false;

    if (!name)
        return NULL;
    name += sizeof words - 1;
    for (end = name; *end && *end != '\''; end++) {
        letter = letter || isupper((unsigned char)*end);
        if (!isupper((unsigned char)*end) && !isdigit((unsigned char)*end) && *end != '_')
            return NULL;
    }
    return letter ? kp_strndup(a, name, (size_t)(end - name)) : NULL;
}

static bool add_guesses(struct stage *s, struct kp_args *args, struct kp_args *names)
{
    bool grew = false;

    for (size_t i = 0; i < s->best.errors.n; i++) {
        const char *name = undeclared_size(s->arena, s->best.errors.v[i].text);
        bool known = false;

        for (size_t k = 0; name && k < names->n; k++)
            known = known || kp_streq(names->v[k], name);
        if (!name || known)
            continue;
        kp_push(s->arena, names, name);
        kp_push(s->scratch, args, "-D");
        kp_push(s->scratch, args, kp_sprintf(s->scratch, "%s=64", name));
        grew = true;
    }
    return grew;
}

/* Sizes come from the build's -D or from a file that includes this one: some number lets the rest
 * of the function be seen, and `guessed` says that the number means nothing. */
static void parse_with_guesses(struct stage *s)
{
    struct kp_args args = {0}, names = {0};
    bool bare = s->best_bare;

    for (size_t i = 0; i < s->build.n; i++)
        kp_push(s->scratch, &args, s->build.v[i]);
    for (int round = 0; round < 3 && s->best_errors && add_guesses(s, &args, &names); round++) {
        unsigned before = s->best_errors;

        if (!parse(s, bare, &args) || s->best_errors == before)
            break;
        s->best.guessed.n = 0;
        for (size_t i = 0; i < names.n; i++)
            kp_push(s->arena, &s->best.guessed, names.v[i]);
    }
}

/* ---- all ---- */

static void build_args(struct stage *s)
{
    const struct kp_flag_lines *lines = s->unit->options->flags;

    for (size_t i = 0; lines && i < lines->n; i++)
        kp_compile_args(s->scratch, lines->v[i].line, &s->build);
}

static bool parse_as_built(struct stage *s, struct kp_parse *out, const char **error)
{
    const struct kp_unit *u = s->unit;

    build_args(s);
    if (!make_files(s)) {
        *error = kp_sprintf(s->arena, "%s, which includes it, cannot be read", kp_seen_from(u));
        return false;
    }
    s->way = kp_way_for(u);
    if (s->way < KP_WAY_WHOLE)
        parse(s, true, &s->build);
    if (!s->any || s->best_errors || s->best_unseen)
        parse(s, false, &s->build);
    if (s->any && s->best_errors)
        parse_with_guesses(s);
    if (!s->any)
        *error = s->crashed
                     ? "libclang crashed on this file: does it need more than 4 GiB of memory?"
                 : s->build.n ? "libclang does not take this file with these compiler arguments; "
                                "`kpipe config` shows them"
                              : "libclang could not parse this file";
    else
        *out = s->best;
    out->way = s->any && !s->best_bare ? KP_WAY_WHOLE : s->way;
    for (size_t i = 0; s->any && i < s->missing.reads.n; i++)
        kp_push(s->arena, &out->reads, s->missing.reads.v[i]);
    for (size_t i = 0; s->any && i < s->missing.missing.n; i++)
        kp_push(s->arena, &out->missing, s->missing.missing.v[i]);
    return s->any;
}

bool kp_parse_best(struct kp_arena *arena, const struct kp_unit *u, struct kp_parse *out,
                   const char **error)
{
    struct stage s = {.arena = arena, .scratch = kp_arena_new(), .unit = u};
    bool any;

    s.index = clang_createIndex(0, 0);
    s.local = clang_createIndex(1, 0);
    any = parse_as_built(&s, out, error);
    clang_disposeIndex(s.local);
    clang_disposeIndex(s.index);
    kp_arena_free(s.scratch);
    return any;
}
