/* A header's tree is made from a source that includes it: once, and as a whole. */
#define _GNU_SOURCE
#include "front/parse.h"

#include <stdlib.h>

#include "front/place.h"

/* ---- what includes what -----------------------------------------------------------------------
 */

void kp_add_inclusion(struct kp_builder *b, CXCursor c)
{
    CXFile found = clang_getIncludedFile(c);
    struct kp_spot at;
    struct kp_inclusion in;
    char *name, *real;

    if (!found || !kp_spot_of(b, clang_getCursorExtent(c), &at) || at.file < 0)
        return;
    name = kp_take_string(b, clang_getFileName(found));
    kp_note_own_header(b, &at, name);
    real = realpath(name, NULL);
    in = (struct kp_inclusion){(uint16_t)at.file, {at.begin, at.end}, NULL};
    in.found = real ? kp_strdup(b->arena, real) : name;
    free(real);
    kp_push(b->arena, &b->out->inclusions, in);
    kp_file_index_of(b, found); /* also if this build leaves nothing of its text */
}

struct visits {
    struct kp_builder *b;
    unsigned n;
};

static void count_visit(CXFile file, CXSourceLocation *stack, unsigned depth, CXClientData data)
{
    struct visits *v = data;

    (void)stack;
    v->n += depth && kp_same_file(file, v->b->source);
}

/* ---- several times -----------------------------------------------------------------------------
 */

/* Each time that the text counts, its guard's name is defined. */
static bool counts_once(const struct kp_builder *b)
{
    const struct kp_file *f = &b->unit->source;
    struct kp_include_guard guard;
    unsigned n = 0;

    kp_find_include_guard(f->text, f->bom, f->size, &guard);
    for (size_t i = 0; guard.name.end && i < b->macros.n; i++)
        n += b->macros.v[i].file == 0 && b->macros.v[i].begin == guard.name.begin;
    return n == 1;
}

/* ---- as a whole --------------------------------------------------------------------------------
 */

/* True if the context of a declaration begins in another file. */
static bool is_cut_off(struct kp_builder *b, CXCursor c)
{
    CXCursor up = clang_getCursorLexicalParent(c);
    struct kp_spot at;

    for (; !clang_Cursor_isNull(up) && clang_getCursorKind(up) != CXCursor_TranslationUnit;
         up = clang_getCursorLexicalParent(up))
        if (!kp_spot_of_location(b, clang_getRangeStart(clang_getCursorExtent(up)), &at) || at.file)
            return true;
    return false;
}

/* True if a header of the file's name is not found. The text knows one only by that name, from a
 * folder that no option names. */
static bool misses_its_like(const struct kp_builder *b)
{
    const char *end =
        kp_sprintf(b->scratch, "%s' file not found", kp_file_name(b->unit->source.path));

    for (size_t i = 0; i < b->out->errors.n; i++) {
        const char *text = b->out->errors.v[i].text;
        size_t n = strlen(text), of = strlen(end);

        if (*text == '\'' && n > of && kp_ends_with(text, end) && strchr("'/", text[n - of - 1]))
            return true;
    }
    return false;
}

bool kp_includes_itself(struct kp_builder *b)
{
    struct visits v = {.b = b};

    clang_getInclusions(b->tu, count_visit, &v);
    return v.n && !counts_once(b);
}

const char *kp_not_from_includer(struct kp_builder *b)
{
    struct visits v = {.b = b};

    clang_getInclusions(b->tu, count_visit, &v);
    if (!v.n && misses_its_like(b))
        return "includes a header of its name that is not found (-I may be missing)";
    if (!v.n)
        return "does not include it";
    if (v.n > 1 && !counts_once(b))
        return "includes it several times, perhaps with different meanings";
    for (size_t i = 0; i < b->functions.n; i++) {
        const struct kp_node *n = b->functions.v[i];

        if (!n->file && n->sym && is_cut_off(b, kp_with_body(b, kp_cursor_of(b, n->sym))))
            return "includes it in the middle of a declaration";
    }
    return NULL;
}
