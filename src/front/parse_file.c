/* Files of the translation unit, the macros used in them, and places of cursors. */
#include "front/parse.h"

#include <stdlib.h>

#include "front/pieces.h"
#include "front/virtual.h"

char *kp_take_string(struct kp_builder *b, CXString s)
{
    const char *text = clang_getCString(s);
    char *copy = kp_strdup(b->arena, text ? text : "");

    clang_disposeString(s);
    return copy;
}

/* Headers of others whose classes kernels index: their bodies are read as the program's. */
static bool has_accessors(const char *path)
{
    return kp_ends_with(path, "/ATen/core/TensorAccessor.h") ||
           kp_ends_with(path, "/torch/headeronly/core/TensorAccessor.h");
}

bool kp_is_others(CXSourceLocation at)
{
    const char *path;
    CXFile file;
    CXString name;
    bool is_read;

    if (!clang_Location_isInSystemHeader(at))
        return false;
    clang_getFileLocation(at, &file, NULL, NULL, NULL);
    name = clang_getFileName(file);
    path = clang_getCString(name);
    is_read = path && has_accessors(path);
    clang_disposeString(name);
    return !is_read;
}

enum { FILE_BASE = 2 }; /* in b->seen_files: index -1 is 1 */

static int add_file(struct kp_builder *b, CXFile f)
{
    struct kp_file file = {0};
    struct kp_file_facts facts = {.handle = f};
    size_t size;
    const char *text;

    file.path = kp_take_string(b, clang_getFileName(f));
    /* the location of a file of the prelude's is looked for among all that is in its tree */
    if (kp_starts_with(file.path, KP_VIRTUAL_ROOT) || b->out->files.n == UINT16_MAX ||
        kp_is_others(clang_getLocationForOffset(b->tu, f, 0)))
        return -1;
    text = clang_getFileContents(b->tu, f, &size);
    if (!text || size > UINT32_MAX / 2)
        return -1;
    if (kp_same_file(f, b->main) && size > b->main_size)
        size = b->main_size; /* what was added is not the program's */
    file.text = kp_strndup(b->arena, text, size);
    file.size = (uint32_t)size;
    kp_file_index(b->arena, &file);
    kp_push(b->arena, &b->out->files, file);
    kp_push(b->scratch, &b->facts, facts);
    return (int)b->out->files.n - 1;
}

/* clang_File_isEqual compares ids, and all files that exist only in memory have the id zero: the
 * prelude, the shadowed headers, and the input when it comes from standard input. */
bool kp_same_file(CXFile a, CXFile b)
{
    CXFileUniqueID id;

    if (a == b)
        return true;
    return clang_File_isEqual(a, b) && clang_getFileUniqueID(a, &id) == 0 &&
           (id.data[0] != 0 || id.data[1] != 0);
}

int kp_file_index_of(struct kp_builder *b, CXFile f)
{
    int index = -1;
    size_t known;

    if (!f)
        return -1;
    known = kp_map_get(&b->seen_files, f);
    if (known)
        return (int)known - FILE_BASE;
    for (size_t i = 0; i < b->facts.n && index < 0; i++)
        if (kp_same_file(b->facts.v[i].handle, f))
            index = (int)i;
    if (index < 0)
        index = add_file(b, f);
    *kp_map_at(b->scratch, &b->seen_files, f) = (size_t)(index + FILE_BASE);
    return index;
}

void kp_note_others_file(struct kp_builder *b, const char *path)
{
    CXFile f = has_accessors(path) ? NULL : clang_getFile(b->tu, path);

    if (f)
        *kp_map_at(b->scratch, &b->seen_files, f) = (size_t)(FILE_BASE - 1);
}

bool kp_spot_of_location(struct kp_builder *b, CXSourceLocation at, struct kp_spot *out)
{
    CXFile file;
    unsigned offset;

    clang_getFileLocation(at, &file, NULL, NULL, &offset);
    *out = (struct kp_spot){kp_file_index_of(b, file), offset, offset};
    /* what is not closed goes on in text that was added: here it ends with the file */
    if (out->file >= 0 && offset > b->out->files.v[out->file].size)
        out->begin = out->end = b->out->files.v[out->file].size;
    return file != NULL;
}

bool kp_spot_of(struct kp_builder *b, CXSourceRange range, struct kp_spot *out)
{
    struct kp_spot end;

    if (!kp_spot_of_location(b, clang_getRangeStart(range), out) ||
        !kp_spot_of_location(b, clang_getRangeEnd(range), &end))
        return false;
    if (end.file == out->file)
        out->end = end.begin;
    if (out->end < out->begin) { /* arguments that a macro uses in another order */
        uint32_t swap = out->begin;

        out->begin = out->end;
        out->end = swap;
    }
    return true;
}

const char *kp_text_of(const struct kp_builder *b, int file, uint32_t *size)
{
    if (file < 0) {
        *size = 0;
        return NULL;
    }
    *size = b->out->files.v[file].size;
    return b->out->files.v[file].text;
}

/* ---- macros ---- */

/* Also if ## makes the word, which then is in no file. */
static void add_line_use(struct kp_builder *b, CXCursor c)
{
    CXFile file;
    unsigned offset;
    CXString name = clang_getCursorSpelling(c);
    bool is_line = kp_streq(clang_getCString(name), "__LINE__");

    clang_disposeString(name);
    if (!is_line)
        return;
    clang_getExpansionLocation(clang_getRangeStart(clang_getCursorExtent(c)), &file, NULL, NULL,
                               &offset);
    if (file && kp_file_index_of(b, file) == 0)
        kp_push(b->arena, &b->out->line_uses, offset);
    else if (!file)
        kp_push(b->arena, &b->out->line_uses, b->out->files.v[0].size);
}

static void add_use(struct kp_builder *b, CXCursor c)
{
    struct kp_spot s;
    struct kp_invocation use = {.parent = -1};

    if (!kp_spot_of(b, clang_getCursorExtent(c), &s) || s.file < 0 || s.begin == s.end)
        return;
    use.begin = s.begin;
    use.end = s.end;
    use.name = kp_take_string(b, clang_getCursorSpelling(c));
    kp_push(b->scratch, &b->facts.v[s.file].uses, use);
}

/* What is defined in no file, by the compiler or its command line. */
static void add_compilers(struct kp_builder *b, CXCursor use)
{
    CXCursor macro = clang_getCursorReferenced(use);
    CXFile file;

    if (clang_getCursorKind(macro) != CXCursor_MacroDefinition ||
        clang_Cursor_isMacroBuiltin(macro))
        return;
    clang_getFileLocation(clang_getCursorLocation(macro), &file, NULL, NULL, NULL);
    if (!file)
        kp_add_text(b->arena, &b->out->of_compiler,
                    kp_take_string(b, clang_getCursorSpelling(use)));
}

/* Macros of the command line and predefined ones are in no file. */
static void add_macro(struct kp_builder *b, CXCursor c)
{
    bool in_file;
    struct kp_spot s;
    struct kp_macro m;

    in_file = kp_spot_of(b, clang_getCursorExtent(c), &s);
    if (in_file && s.file < 0)
        return;
    m = (struct kp_macro){NULL, (uint32_t)s.file, s.begin, s.end};
    m.name = kp_take_string(b, clang_getCursorSpelling(c));
    kp_push(b->arena, &b->out->macros, m.name);
    if (!in_file)
        return;
    kp_push(b->scratch, &b->macros, m);
}

/* True if it stands in a file that is none of the program's. Asked first, as the parser reads a
 * header again for the extent of what is in it. */
static bool is_of_others(struct kp_builder *b, CXCursor c)
{
    CXFile file;

    clang_getFileLocation(clang_getCursorLocation(c), &file, NULL, NULL, NULL);
    return file && kp_file_index_of(b, file) < 0;
}

static void add_system_macro(struct kp_builder *b, CXCursor c)
{
    const char *name;

    if (clang_getCursorKind(c) != CXCursor_MacroDefinition || !clang_Cursor_isMacroFunctionLike(c))
        return;
    name = kp_take_string(b, clang_getCursorSpelling(c));
    if (!b->out->system_macros)
        b->out->system_macros = kp_new(b->arena, struct kp_words);
    kp_words_add(b->arena, b->out->system_macros, name, strlen(name));
}

static enum CXChildVisitResult visit_macro(CXCursor c, CXCursor parent, CXClientData data)
{
    enum CXCursorKind k = clang_getCursorKind(c);

    (void)parent;
    if (kp_is_added(data, clang_getCursorLocation(c)))
        return CXChildVisit_Continue;
    if (k == CXCursor_MacroExpansion)
        add_compilers(data, c);
    if (clang_isPreprocessing(k) && is_of_others(data, c)) {
        add_system_macro(data, c);
        return CXChildVisit_Continue;
    }
    if (k == CXCursor_MacroExpansion) {
        add_line_use(data, c);
        add_use(data, c);
    } else if (k == CXCursor_InclusionDirective) {
        kp_add_inclusion(data, c);
    } else if (k == CXCursor_MacroDefinition && !clang_Cursor_isMacroBuiltin(c))
        add_macro(data, c);
    else if (!clang_isPreprocessing(k))
        return CXChildVisit_Break; /* the preprocessor's records stand first */
    return CXChildVisit_Continue;
}

static int by_begin(const void *a, const void *b)
{
    const struct kp_invocation *x = a, *y = b;

    if (x->begin != y->begin)
        return x->begin < y->begin ? -1 : 1;
    return x->end > y->end ? -1 : x->end < y->end;
}

/* Sorts, drops what macros inside the same macro repeat, and links each use to the one around it.
 */
static void order_uses(struct kp_file_facts *f)
{
    size_t n = 0;

    if (f->uses.n)
        qsort(f->uses.v, f->uses.n, sizeof *f->uses.v, by_begin);
    for (size_t i = 0; i < f->uses.n; i++)
        if (n == 0 || by_begin(&f->uses.v[n - 1], &f->uses.v[i]) != 0)
            f->uses.v[n++] = f->uses.v[i];
    f->uses.n = n;
    for (size_t i = 0; i < n; i++) {
        int p = (int)i - 1;

        while (p >= 0 && f->uses.v[p].end < f->uses.v[i].end)
            p = f->uses.v[p].parent;
        f->uses.v[i].parent = p;
    }
}

/* The parser has what it skips end in front of the condition of the #elif that it takes. */
static uint32_t end_of_directive(const char *text, uint32_t at, uint32_t size)
{
    uint32_t line = at;
    struct kp_token t;

    while (line > 0 && text[line - 1] != '\n')
        line--;
    t = kp_lex(text, line, size);
    return t.kind == KP_TOKEN_DIRECTIVE && t.begin < at && at < t.end ? t.end : at;
}

static void find_skipped(struct kp_builder *b, size_t file)
{
    CXSourceRangeList *list = clang_getSkippedRanges(b->tu, b->facts.v[file].handle);

    for (unsigned i = 0; list && i < list->count; i++) {
        struct kp_spot s;
        struct kp_skipped out;
        const char *text;
        uint32_t size;

        if (!kp_spot_of(b, list->ranges[i], &s) || s.file != (int)file)
            continue;
        text = kp_text_of(b, (int)file, &size);
        out.span = (struct kp_span){s.begin, text ? end_of_directive(text, s.end, size) : s.end};
        kp_push(b->scratch, &b->facts.v[file].skipped, out.span);
        out.file = (uint16_t)file;
        if (file == 0)
            kp_push(b->arena, &b->out->skipped, out);
        else
            kp_push(b->arena, &b->out->skipped_in_headers, out);
    }
    if (list)
        clang_disposeSourceRangeList(list);
}

/* Another definition of a macro hides the earlier one: only the last counts. */
const struct kp_macro *kp_macro_named(const struct kp_builder *b, const char *name)
{
    for (size_t i = b->macros.n; i-- > 0;)
        if (kp_streq(b->macros.v[i].name, name))
            return &b->macros.v[i];
    return NULL;
}

bool kp_is_redefined(const struct kp_builder *b, const char *name)
{
    const struct kp_macro *last = kp_macro_named(b, name);

    for (size_t i = 0; last && i < b->macros.n; i++) {
        const struct kp_macro *m = &b->macros.v[i];
        uint32_t size, n = m->end - m->begin;

        if (m != last && kp_streq(m->name, name) &&
            (n != last->end - last->begin ||
             memcmp(kp_text_of(b, (int)m->file, &size) + m->begin,
                    kp_text_of(b, (int)last->file, &size) + last->begin, n) != 0))
            return true;
    }
    return false;
}

bool kp_has_use_in(const struct kp_builder *b, int file, struct kp_span span)
{
    const struct kp_file_facts *f = &b->facts.v[file];

    for (size_t i = 0; i < f->uses.n && f->uses.v[i].begin < span.end; i++)
        if (f->uses.v[i].begin >= span.begin)
            return true;
    return false;
}

/* Index of the last use that begins at or before `at`, -1 when none does. */
static int last_use_before(const struct kp_file_facts *f, uint32_t at)
{
    size_t lo = 0, hi = f->uses.n;

    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;

        if (f->uses.v[mid].begin <= at)
            lo = mid + 1;
        else
            hi = mid;
    }
    return (int)lo - 1;
}

const struct kp_invocation *kp_use_around(const struct kp_builder *b, int file, uint32_t begin,
                                          uint32_t end)
{
    const struct kp_file_facts *f = &b->facts.v[file];
    int i = last_use_before(f, begin);

    while (i >= 0 && (f->uses.v[i].end < end || f->uses.v[i].end <= begin))
        i = f->uses.v[i].parent;
    return i >= 0 ? &f->uses.v[i] : NULL;
}

const struct kp_invocation *kp_use_at(const struct kp_builder *b, int file, uint32_t at)
{
    const struct kp_file_facts *f = &b->facts.v[file];
    int i = last_use_before(f, at);

    return i >= 0 && f->uses.v[i].begin == at ? &f->uses.v[i] : NULL;
}

/* ---- types ---- */

static enum CXChildVisitResult visit_type(CXCursor c, CXCursor parent, CXClientData data)
{
    struct kp_builder *b = data;
    enum CXCursorKind k = clang_getCursorKind(c);
    struct kp_spot s;

    (void)parent;
    if (!clang_isDeclaration(k) && k != CXCursor_Namespace && k != CXCursor_LinkageSpec)
        return CXChildVisit_Continue;
    if (!kp_spot_of_location(b, clang_getCursorLocation(c), &s) || s.file < 0 ||
        kp_is_added(b, clang_getCursorLocation(c)))
        return CXChildVisit_Continue;
    switch (k) {
    case CXCursor_StructDecl:
    case CXCursor_ClassDecl:
    case CXCursor_UnionDecl:
    case CXCursor_ClassTemplate:
    case CXCursor_EnumDecl:
    case CXCursor_TypedefDecl:
    case CXCursor_TypeAliasDecl:
    case CXCursor_TypeAliasTemplateDecl:
        kp_push(b->arena, &b->out->outer_types, kp_take_string(b, clang_getCursorSpelling(c)));
        kp_push(b->scratch, &b->outer_types, c);
        break;
    default:
        break;
    }
    return k == CXCursor_Namespace || k == CXCursor_LinkageSpec || k == CXCursor_StructDecl ||
                   k == CXCursor_ClassDecl
               ? CXChildVisit_Recurse
               : CXChildVisit_Continue;
}

void kp_builder_files(struct kp_builder *b)
{
    struct kp_file_facts main_facts = {.handle = b->source};

    b->prelude = clang_getFile(b->tu, KP_PRELUDE_PATH);
    kp_push(b->arena, &b->out->files, b->unit->source);
    kp_push(b->scratch, &b->facts, main_facts);
    *kp_map_at(b->scratch, &b->seen_files, b->source) = FILE_BASE;
    clang_visitChildren(clang_getTranslationUnitCursor(b->tu), visit_macro, b);
    clang_visitChildren(clang_getTranslationUnitCursor(b->tu), visit_type, b);
    for (size_t i = 0; i < b->facts.n; i++) {
        order_uses(&b->facts.v[i]);
        find_skipped(b, i);
    }
    for (size_t i = 0; i < b->facts.v[0].uses.n; i++) {
        const struct kp_invocation *use = &b->facts.v[0].uses.v[i];

        kp_push(b->arena, &b->out->macro_uses, ((struct kp_span){use->begin, use->end}));
    }
}
