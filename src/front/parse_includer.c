/* A header's tree is made from a source that includes it: once, and as a whole. */
#define _GNU_SOURCE
#include "front/parse.h"

#include <stdlib.h>

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
    real = realpath(name, NULL);
    in = (struct kp_inclusion){(uint16_t)at.file, {at.begin, at.end}, NULL};
    in.found = real ? kp_strdup(b->arena, real) : name;
    free(real);
    kp_push(b->arena, &b->out->inclusions, in);
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

/* The offset of the name that `#ifndef NAME`, `#define NAME` around all of the text defines; 0:
 * there are no such lines. */
static uint32_t guard_of(const struct kp_file *f)
{
    struct kp_token first = kp_lex(f->text, f->bom, f->size), second, word, name, defined, t;
    uint32_t last = 0;
    int depth = 0;

    if (first.kind != KP_TOKEN_DIRECTIVE)
        return 0;
    second = kp_lex(f->text, first.end, f->size);
    word = kp_lex_directive(f->text, first);
    name = kp_lex_code(f->text, word.end, first.end);
    defined = second.kind == KP_TOKEN_DIRECTIVE ? kp_lex_directive(f->text, second) : second;
    if (!kp_token_is(f->text, word, "ifndef") || !kp_token_is(f->text, defined, "define"))
        return 0;
    t = kp_lex_code(f->text, defined.end, second.end);
    if (name.end - name.begin != t.end - t.begin || name.kind != KP_TOKEN_IDENT ||
        memcmp(f->text + name.begin, f->text + t.begin, t.end - t.begin) != 0)
        return 0;
    for (struct kp_token k = first; k.kind != KP_TOKEN_END; k = kp_lex(f->text, k.end, f->size)) {
        last = k.kind == KP_TOKEN_DIRECTIVE ? last : 0;
        if (k.kind != KP_TOKEN_DIRECTIVE)
            continue;
        word = kp_lex_directive(f->text, k);
        depth += kp_token_is(f->text, word, "if") || kp_token_is(f->text, word, "ifdef") ||
                 kp_token_is(f->text, word, "ifndef");
        depth -= kp_token_is(f->text, word, "endif");
        if (!depth && kp_lex(f->text, k.end, f->size).kind != KP_TOKEN_END)
            return 0;
        last = k.end;
    }
    return last && !depth ? t.begin : 0;
}

/* Each time that the text counts, its guard's name is defined. */
static bool counts_once(const struct kp_builder *b)
{
    uint32_t guard = guard_of(&b->unit->source);
    unsigned n = 0;

    for (size_t i = 0; guard && i < b->macros.n; i++)
        n += b->macros.v[i].file == 0 && b->macros.v[i].begin == guard;
    return n == 1;
}

/* ---- as a whole --------------------------------------------------------------------------------
 */

/* What stands around a declaration begins in another file. */
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

const char *kp_not_from_includer(struct kp_builder *b)
{
    struct visits v = {.b = b};

    clang_getInclusions(b->tu, count_visit, &v);
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
