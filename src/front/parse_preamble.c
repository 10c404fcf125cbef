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

#include "front/place.h"
#include "front/virtual.h"
#include "util/cache_folder.h"
#include "util/subprocess.h"
#include "util/system.h"

/* ---- the text ---- */

/* The directives of `text` up to the last one that names a header of others. Nothing but
 * `#include <..>` and comments may stand among them. */
const char *kp_preamble_of(struct kp_arena *a, const char *text, uint32_t size)
{
    struct kp_str out = kp_str_new(a);
    size_t whole = 0;

    for (uint32_t at = 0; at < size;) {
        struct kp_token line = kp_lex(text, at, size);
        struct kp_asked asked;
        uint32_t begin = line.begin;
        const char *name;

        if (line.kind != KP_TOKEN_DIRECTIVE ||
            !kp_token_is(text, kp_lex_directive(text, line), "include") ||
            !kp_next_asked(text, line.end, &begin, &asked) || asked.quote != '<')
            break;
        name = kp_strndup(a, text + asked.begin, asked.end - asked.begin);
        kp_str_addf(&out, "#include <%s>\n", name);
        if (kp_is_others_header(name))
            whole = out.n;
        at = line.end;
    }
    return whole ? kp_strndup(a, kp_str_text(&out), whole) : NULL;
}

/* ---- may it be kept? ---- */

struct visit {
    struct kp_builder *b;
    struct kp_str reads; /* a line for each file */
    bool fits;
};

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
              (!from || !kp_same_file(from, v->b->main) ||
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
