/* Finds what the tree does not represent: errors, and text between statements that belongs to no
 * node. */
#include "front/parse.h"
#include "front/virtual.h"

static const struct kp_sym *function_at(const struct kp_builder *b, int file, uint32_t at)
{
    const struct kp_node *best = NULL;

    for (size_t i = 0; i < b->functions.n; i++) {
        const struct kp_node *f = b->functions.v[i];

        if (f->file == file && at >= f->span.begin && at < f->span.end &&
            (!best || f->span.begin > best->span.begin))
            best = f;
    }
    return best ? best->sym : NULL;
}

static void mark(struct kp_builder *b, const struct kp_spot *at, const char *text)
{
    const struct kp_sym *f = at->file < 0 ? NULL : function_at(b, at->file, at->begin);

    if (f)
        kp_add_hole(b, f, at->file, at->begin, true, text);
}

/* An error in a template's instance is reported elsewhere; its notes lead to the place of
 * instantiation. */
static void mark_requesters(struct kp_builder *b, CXDiagnostic d, const char *text)
{
    CXDiagnosticSet notes = clang_getChildDiagnostics(d);

    for (unsigned i = 0; i < clang_getNumDiagnosticsInSet(notes); i++) {
        CXDiagnostic note = clang_getDiagnosticInSet(notes, i);
        CXString s = clang_getDiagnosticSpelling(note);
        struct kp_spot at;

        if (kp_starts_with(clang_getCString(s), "in instantiation of") &&
            kp_spot_of_location(b, clang_getDiagnosticLocation(note), &at))
            mark(b, &at, text);
        clang_disposeString(s);
        clang_disposeDiagnostic(note);
    }
}

/* The note that leads to the bracket of the file's that nothing closes; NULL: there is none. As
 * text is added behind the file, the error may be reported there. */
static CXDiagnostic note_of_unclosed(const struct kp_builder *b, CXDiagnostic d)
{
    CXDiagnosticSet notes = clang_getChildDiagnostics(d);

    for (unsigned i = 0; i < clang_getNumDiagnosticsInSet(notes); i++) {
        CXDiagnostic note = clang_getDiagnosticInSet(notes, i);
        CXString s = clang_getDiagnosticSpelling(note);
        bool leads_back = kp_starts_with(clang_getCString(s), "to match this ") &&
                          !kp_is_added(b, clang_getDiagnosticLocation(note));

        clang_disposeString(s);
        if (leads_back)
            return note;
        clang_disposeDiagnostic(note);
    }
    return NULL;
}

bool kp_is_error_of_file(const struct kp_builder *b, CXDiagnostic d)
{
    CXDiagnostic note;

    if (clang_getDiagnosticSeverity(d) < CXDiagnostic_Error)
        return false;
    if (!kp_is_added(b, clang_getDiagnosticLocation(d)))
        return true;
    note = note_of_unclosed(b, d);
    clang_disposeDiagnostic(note);
    return note != NULL;
}

static bool is_virtual(struct kp_builder *b, CXDiagnostic d)
{
    CXFile file;

    clang_getFileLocation(clang_getDiagnosticLocation(d), &file, NULL, NULL, NULL);
    return file && kp_starts_with(kp_take_string(b, clang_getFileName(file)), KP_VIRTUAL_ROOT);
}

/* A declaration that does not go with one of the prelude is dropped, and the prelude's counts:
 * nvcc, for which that header is not included, takes the program's. */
static void note_replaced(struct kp_builder *b, CXDiagnostic d, const char *text)
{
    CXDiagnosticSet notes = clang_getChildDiagnostics(d);

    for (unsigned i = 0; i < clang_getNumDiagnosticsInSet(notes) && !b->out->not_cudas; i++) {
        CXDiagnostic note = clang_getDiagnosticInSet(notes, i);
        CXString s = clang_getDiagnosticSpelling(note);

        if (!is_virtual(b, d) && is_virtual(b, note) &&
            (kp_starts_with(clang_getCString(s), "previous ") || strstr(text, "conflicts with ")))
            b->out->not_cudas =
                kp_sprintf(b->arena, "a name of CUDA's for something of the program's (%s)", text);
        clang_disposeString(s);
        clang_disposeDiagnostic(note);
    }
}

/* Errors of headers of others are reported where they reach: in the bare parse there are thousands,
 * because the system's headers are not read. */
static void collect_one(struct kp_builder *b, CXDiagnostic d)
{
    bool has_place;
    struct kp_parse_error e = {.fatal = true};
    struct kp_spot at = {0, 0, 0}, opened;
    bool is_behind = kp_is_added(b, clang_getDiagnosticLocation(d));
    CXDiagnostic note;

    if (!kp_is_error_of_file(b, d))
        return;
    note = note_of_unclosed(b, d);
    e.text = kp_take_string(b, clang_getDiagnosticSpelling(d));
    if (is_behind)
        e.text = kp_sprintf(b->arena, "%s before the end of the file, %s", e.text,
                            kp_take_string(b, clang_getDiagnosticSpelling(note)));
    has_place = kp_spot_of_location(b, clang_getDiagnosticLocation(is_behind ? note : d), &at);
    if (note && kp_spot_of_location(b, clang_getDiagnosticLocation(note), &opened))
        mark(b, &opened, e.text);
    e.file = (uint32_t)(at.file < 0 ? 0 : at.file);
    e.offset = at.file < 0 ? 0 : at.begin;
    if (at.file >= 0 || !has_place)
        kp_push(b->arena, &b->out->errors, e);
    if (!is_behind)
        mark(b, &at, e.text);
    mark_requesters(b, d, e.text);
    clang_disposeDiagnostic(note);
    note_replaced(b, d, e.text);
}

void kp_collect_errors(struct kp_builder *b)
{
    unsigned n = clang_getNumDiagnostics(b->tu);

    for (unsigned i = 0; i < n; i++) {
        CXDiagnostic d = clang_getDiagnostic(b->tu, i);

        collect_one(b, d);
        clang_disposeDiagnostic(d);
    }
}

/* ---- unseen text ---- */

struct gap {
    struct kp_builder *b;
    const struct kp_sym *function;
    uint16_t file;
    const char *text;
};

static uint32_t skipped_end(const struct kp_file_facts *f, uint32_t at)
{
    for (size_t i = 0; i < f->skipped.n; i++)
        if (at >= f->skipped.v[i].begin && at < f->skipped.v[i].end)
            return f->skipped.v[i].end;
    return at;
}

/* True for a macro that expands to nothing, an attribute or a pragma. */
static bool is_empty_macro(struct kp_builder *b, const struct kp_invocation *use)
{
    const struct kp_macro *m = kp_macro_named(b, use->name);
    const char *s;
    uint32_t size, at;
    struct kp_token t;

    if (!m || kp_is_redefined(b, use->name))
        return false;
    s = kp_text_of(b, (int)m->file, &size);
    at = m->begin + (uint32_t)strlen(m->name);
    if (at < m->end && s[at] == '(')
        at = kp_lex_close(s, at, m->end) + 1;
    t = kp_lex(s, at < m->end ? at : m->end, m->end);
    return t.kind == KP_TOKEN_END || kp_token_is(s, t, "_Pragma") ||
           kp_token_is(s, t, "__pragma") || kp_token_is(s, t, "__attribute__");
}

/* Tokens that stand between statements without being one: where they end, `t.begin` for others. */
static uint32_t harmless_end(const struct gap *g, struct kp_token t, uint32_t limit)
{
    const struct kp_invocation *use = kp_use_at(g->b, g->file, t.begin);

    if (use && is_empty_macro(g->b, use))
        return use->end;
    if (t.kind == KP_TOKEN_DIRECTIVE || kp_token_is(g->text, t, ";") ||
        kp_token_is(g->text, t, "__extension__"))
        return t.end;
    if (kp_token_is(g->text, t, "_Pragma") || kp_token_is(g->text, t, "__attribute__")) {
        struct kp_token open = kp_lex_code(g->text, t.end, limit);

        return kp_lex_close(g->text, open.begin, limit) + 1;
    }
    if (kp_token_is(g->text, t, "[") &&
        kp_token_is(g->text, kp_lex_code(g->text, t.end, limit), "["))
        return kp_lex_close(g->text, t.begin, limit) + 1;
    return t.begin;
}

static void check_gap(struct gap *g, uint32_t from, uint32_t to)
{
    while (from < to) {
        struct kp_token t = kp_lex(g->text, from, to);
        uint32_t next = skipped_end(&g->b->facts.v[g->file], t.begin);
        uint32_t end;

        if (t.kind == KP_TOKEN_END)
            return;
        if (next == t.begin)
            next = harmless_end(g, t, to);
        if (next > t.begin) {
            from = next;
            continue;
        }
        for (end = t.begin; end < to && g->text[end] != '\n' && end - t.begin < 60; end++)
            ;
        kp_add_hole(g->b, g->function, g->file, t.begin, false,
                    kp_strndup(g->b->arena, g->text + t.begin, end - t.begin));
        return;
    }
}

static void check_body(struct gap *g, const struct kp_node *n)
{
    if (n->kind == KP_COMPOUND && !n->from_macro && n->file == g->file) {
        uint32_t at = n->span.begin + 1, end = n->span.end ? n->span.end - 1 : 0;

        kp_each_child(c, n)
        {
            uint32_t stop;

            if (c->file != n->file)
                return;
            check_gap(g, at, c->span.begin);
            stop = kp_stmt_end_in(&g->b->out->files.v[c->file], c);
            at = stop > at ? stop : at;
        }
        check_gap(g, at, end);
    }
    kp_each_child(c, n) check_body(g, c);
}

void kp_find_unseen(struct kp_builder *b)
{
    for (size_t i = 0; i < b->functions.n; i++) {
        const struct kp_node *f = b->functions.v[i];
        struct gap g = {.b = b, .function = f->sym, .file = f->file};
        uint32_t size;

        g.text = kp_text_of(b, f->file, &size);
        if (g.text && f->last)
            check_body(&g, f->last);
    }
}
