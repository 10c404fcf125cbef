/* The headers of others with which a text begins, parsed once for all texts of a run: torch's take
 * ten times as long as what stands behind them.
 *
 * The text itself stays as it is. It includes the same headers again, and their guards leave
 * nothing of them; so every place in it, and what it includes, is where it was. */
#define _GNU_SOURCE
#include "front/parse.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "front/includes.h"
#include "front/place.h"
#include "front/virtual.h"
#include "util/cache_folder.h"
#include "util/subprocess.h"
#include "util/system.h"

/* ---- the text ---- */

enum { MOST_DEPTH = 8 };

struct beginning {
    struct kp_arena *a;
    struct kp_args args; /* with the folders of headers */
    struct kp_str out;
    size_t whole;    /* of `out`: up to the last header of others */
    bool is_of_disk; /* no editor holds another text of a file */
};

/* The one file that the options' folders have under that name; NULL: none, or it may be several. */
static const char *find_one(struct beginning *b, const char *name)
{
    const char *found = NULL;
    size_t n = 0;

    for (size_t i = 0; i + 1 < b->args.n; i++) {
        const char *path = kp_sprintf(b->a, "%s/%s", b->args.v[i + 1], name);

        if (kp_is_folder_option(b->args.v[i]) && kp_is_file(path) && n++ == 0)
            found = path;
    }
    return n == 1 ? found : NULL;
}

static bool walk(struct beginning *b, const char *folder, const char *text, size_t size, int depth);

/* True if all of it belongs to the beginning. A header of the program that begins with #pragma once
 * and others' headers is what these are. */
static bool take_include(struct beginning *b, const char *folder, const struct kp_asked *asked,
                         const char *name, int depth)
{
    const char *beside = kp_sprintf(b->a, "%s/%s", folder, name), *path, *text;
    bool is_beside = asked->quote == '"' && (*name == '/' || kp_is_file(beside));
    bool is_others = kp_is_others_header(name) && !is_beside;
    size_t size;

    if (asked->quote == '<' || (asked->quote && is_others)) {
        kp_str_addf(&b->out, "#include %c%s%c\n", asked->quote, name,
                    asked->quote == '<' ? '>' : '"');
        if (is_others)
            b->whole = b->out.n;
        return true;
    }
    path = is_beside ? beside : find_one(b, name);
    if (!asked->quote || !path || !b->is_of_disk || depth == MOST_DEPTH ||
        !(text = kp_read_file(b->a, path, &size)))
        return false;
    return walk(b, kp_folder_in(b->a, path), text, size, depth + 1);
}

static bool walk(struct beginning *b, const char *folder, const char *text, size_t size, int depth)
{
    bool is_once = !depth;

    for (uint32_t at = 0; size <= UINT32_MAX / 2;) {
        struct kp_token line = kp_lex(text, at, (uint32_t)size), word;
        struct kp_asked asked;
        uint32_t begin = line.begin;

        if (line.kind == KP_TOKEN_END)
            return true;
        if (line.kind != KP_TOKEN_DIRECTIVE)
            return false;
        word = kp_lex_directive(text, line);
        at = line.end;
        if (kp_token_is(text, word, "pragma") && depth > 0 &&
            kp_token_is(text, kp_lex(text, word.end, line.end), "once")) {
            is_once = true;
            continue;
        }
        if (!is_once || !kp_token_is(text, word, "include") ||
            !kp_next_asked(text, line.end, &begin, &asked) ||
            !take_include(b, folder, &asked,
                          kp_strndup(b->a, text + asked.begin, asked.end - asked.begin), depth))
            return false;
    }
    return false;
}

/* The directives of `text` up to the last one that names a header of others. Nothing but #include
 * and comments may stand among them. */
const char *kp_preamble_of(struct kp_arena *a, const struct kp_unit *u, const char *path,
                           const char *text, size_t size)
{
    const struct kp_flag_lines *lines = u->options->flags;
    struct beginning b = {.a = a,
                          .out = kp_str_new(a),
                          .is_of_disk = !u->options->buffers || !u->options->buffers->n};

    for (size_t i = 0; lines && i < lines->n; i++)
        kp_compile_args(a, lines->v[i].line, &b.args);
    (void)walk(&b, kp_folder_in(a, path), text, size, 0);
    return b.whole ? kp_strndup(a, kp_str_text(&b.out), b.whole) : NULL;
}

/* ---- may it be kept? ---- */

struct visit {
    struct kp_builder *b;
    struct kp_str reads; /* a line for each file */
    bool fits;
};

/* Has no guard, and says the same again. */
static bool is_of_assert(const char *path)
{
    return kp_ends_with(path, "/cassert") || kp_ends_with(path, "/assert.h");
}

/* Headers of others, and of those that the text includes itself only what a second #include leaves
 * alone. */
static void visit_file(CXFile file, CXSourceLocation *stack, unsigned depth, CXClientData data)
{
    struct visit *v = data;
    const char *name = kp_take_string(v->b, clang_getFileName(file));
    CXFile from = NULL;

    if (kp_starts_with(name, KP_VIRTUAL_ROOT))
        return;
    if (depth)
        clang_getFileLocation(stack[0], &from, NULL, NULL, NULL);
    v->fits = v->fits && depth && !strchr(name, '\n') &&
              clang_Location_isInSystemHeader(clang_getLocationForOffset(v->b->tu, file, 0)) &&
              (!from || !kp_same_file(from, v->b->main) || is_of_assert(name) ||
               clang_isFileMultipleIncludeGuarded(v->b->tu, file));
    kp_str_addf(&v->reads, "%s\n", name);
}

/* Errors of the headers themselves are reported once, here: none of them may be about more. */
static bool fits(struct kp_builder *b, struct visit *v)
{
    kp_collect_errors(b);
    if (b->out->errors.n || b->out->not_cudas)
        return false;
    clang_getInclusions(b->tu, visit_file, v);
    return v->fits;
}

/* ---- making it ---- */

struct making {
    const struct kp_preamble_job *job;
    struct kp_arena *a;
    const char *path; /* of the tree; more is beside it */
};

static bool save(struct making *m, CXTranslationUnit tu, const struct visit *v)
{
    const char *temp = kp_sprintf(m->a, "%s.new", m->path);

    return clang_saveTranslationUnit(tu, temp, clang_defaultSaveOptions(tu)) == CXSaveError_None &&
           kp_write_private(kp_sprintf(m->a, "%s.reads", m->path), kp_str_text(&v->reads),
                            v->reads.n) &&
           !rename(temp, m->path);
}

/* A complete program: what an incomplete one leaves to its end, instances and classes' tables of
 * functions, would be read and made again for each text. */
static bool make(void *data)
{
    struct making *m = data;
    struct kp_args args = {0};
    struct kp_parse out = {0};
    struct kp_builder b = {.arena = m->a, .scratch = m->a, .unit = m->job->unit, .out = &out};
    struct visit v = {&b, kp_str_new(m->a), true};

    kp_push(m->a, &args, "-include");
    kp_push(m->a, &args, KP_PRELUDE_PATH);
    for (size_t i = 0; i < m->job->args->n; i++)
        kp_push(m->a, &args, m->job->args->v[i]);
    kp_push(m->a, &args, "-Xclang");
    kp_push(m->a, &args, "-fno-pch-timestamp"); /* some of its files are in no file system */
    if (clang_parseTranslationUnit2(
            m->job->index, KP_PREAMBLE_PATH, args.v, (int)args.n, m->job->files, m->job->n_files,
            CXTranslationUnit_DetailedPreprocessingRecord | CXTranslationUnit_ForSerialization |
                CXTranslationUnit_KeepGoing,
            &b.tu) != CXError_Success)
        return false;
    b.main = clang_getFile(b.tu, KP_PREAMBLE_PATH);
    return fits(&b, &v) && save(m, b.tu, &v);
}

/* ---- finding it ---- */

static const char *path_for(struct kp_arena *a, const struct kp_args *args, const char *preamble)
{
    struct kp_texts parts = {0};

    for (size_t i = 0; i < args->n; i++)
        kp_push(a, &parts, args->v[i]);
    kp_push(a, &parts, preamble);
    kp_push(a, &parts, NULL);
    return kp_sprintf(a, "%s/%s", kp_run_folder(), kp_hash_texts(a, parts.v));
}

static void take_reads(struct kp_arena *a, const char *path, struct kp_texts *out)
{
    size_t size;
    const char *text = kp_read_file(a, path, &size), *end;

    for (; text && (end = strchr(text, '\n')); text = end + 1)
        kp_push(a, out, kp_strndup(a, text, (size_t)(end - text)));
}

const char *kp_preamble_parsed(struct kp_arena *a, const struct kp_preamble_job *job,
                               struct kp_texts *reads)
{
    struct making m = {.job = job, .a = a};
    const char *none;

    if (!job->text || !*kp_run_folder() || kp_includes_more(job->args))
        return NULL;
    m.path = path_for(a, job->args, job->text);
    none = kp_sprintf(a, "%s.none", m.path);
    if (access(m.path, R_OK) != 0) {
        if (access(none, F_OK) == 0)
            return NULL;
        if (!kp_make_apart(make, &m)) {
            (void)kp_write_private(none, "", 0);
            return NULL;
        }
    }
    take_reads(a, kp_sprintf(a, "%s.reads", m.path), reads);
    return m.path;
}
