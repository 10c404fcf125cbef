/* Where kernels get their template arguments and launch sizes: launches, explicit instantiations.
 */
#include "front/parse.h"

bool kp_is_configuration(CXCursor c)
{
    CXString s;
    bool yes;

    if (clang_getCursorKind(c) != CXCursor_CallExpr)
        return false;
    s = clang_getCursorSpelling(c);
    yes = kp_streq(clang_getCString(s), "cudaConfigureCall");
    clang_disposeString(s);
    return yes;
}

static enum CXChildVisitResult visit_configuration(CXCursor c, CXCursor parent, CXClientData data)
{
    CXCursor *found = data;

    (void)parent;
    if (!kp_is_configuration(c))
        return CXChildVisit_Continue;
    *found = c;
    return CXChildVisit_Break;
}

static CXCursor configuration_of(CXCursor call)
{
    CXCursor found = clang_getNullCursor();

    clang_visitChildren(call, visit_configuration, &found);
    return found;
}

bool kp_is_launch(CXCursor call)
{
    return !clang_Cursor_isNull(configuration_of(call));
}

/* ---- template arguments ---- */

/* One row per template parameter that is a value or a type, nothing known yet. */
static void add_params(struct kp_builder *b, struct kp_launch *l)
{
    CXCursor c = kp_defined(kp_cursor_of(b, l->kernel));
    struct kp_cursors kids = kp_cursors_in(b, c);

    if (clang_getCursorKind(c) != CXCursor_FunctionTemplate)
        return;
    for (size_t i = 0; i < kids.n; i++) {
        enum CXCursorKind k = clang_getCursorKind(kids.v[i]);
        struct kp_tvalue t = {0};

        if (k != CXCursor_TemplateTypeParameter && k != CXCursor_NonTypeTemplateParameter)
            continue;
        t.param = kp_sym_of(b, kids.v[i]);
        kp_push(b->arena, &l->tvalues, t);
    }
}

void kp_read_argument(struct kp_builder *b, CXCursor instance, unsigned i, struct kp_tvalue *t)
{
    enum CXTemplateArgumentKind k = clang_Cursor_getTemplateArgumentKind(instance, i);

    if (k == CXTemplateArgumentKind_Integral && t->param->kind == KP_SYM_TVALUE) {
        t->known = !(t->param->type && t->param->type->size > (int64_t)sizeof t->value);
        t->value = clang_Cursor_getTemplateArgumentValue(instance, i);
        if (t->param->type && t->param->type->kind == KP_TYPE_BOOL)
            t->value = t->value != 0; /* one bit, sign-extended */
    } else if (k == CXTemplateArgumentKind_Type && t->param->kind == KP_SYM_TYPE) {
        t->type = kp_type_of(b, clang_Cursor_getTemplateArgumentType(instance, i));
        t->known = t->type && !t->type->is_dependent;
    }
}

static void read_specialisation(struct kp_builder *b, struct kp_launch *l, CXCursor function)
{
    int n = clang_Cursor_getNumTemplateArguments(function);

    for (int i = 0; i < n && (size_t)i < l->tvalues.n; i++)
        kp_read_argument(b, function, (unsigned)i, &l->tvalues.v[i]);
}

static const char *trimmed(struct kp_builder *b, const char *s, uint32_t begin, uint32_t end)
{
    while (begin < end && strchr(" \t\r\n", s[begin]))
        begin++;
    while (end > begin && strchr(" \t\r\n", s[end - 1]))
        end--;
    return kp_strndup(b->arena, s + begin, end - begin);
}

static void read_argument(struct kp_builder *b, struct kp_tvalue *t, const char *text)
{
    const struct kp_macro *m;
    uint32_t size;

    if (t->param->kind == KP_SYM_TVALUE) {
        t->known = kp_fold_text(b, text, &t->value);
        return;
    }
    if (kp_is_redefined(b, text))
        return;
    m = kp_macro_named(b, text); /* `#define T float` */
    if (m) {
        const char *s = kp_text_of(b, (int)m->file, &size);

        text = trimmed(b, s, m->begin + (uint32_t)strlen(m->name), m->end);
    }
    t->type = kp_type_named(b, text);
    t->known = t->type != NULL;
}

/* Offset of the `>` that closes the template arguments opened at `open`; `limit` when none does. */
static uint32_t close_angle(const char *s, uint32_t open, uint32_t limit)
{
    unsigned depth = 0;

    for (uint32_t at = open; at < limit;) {
        struct kp_token t = kp_lex_code(s, at, limit);

        if (t.kind == KP_TOKEN_END || kp_token_is(s, t, ";") || kp_token_is(s, t, "{"))
            break;
        at = t.end;
        if (t.kind != KP_TOKEN_PUNCT)
            continue;
        if (kp_token_is(s, t, "("))
            at = kp_lex_close(s, t.begin, limit) + 1;
        else if (s[t.begin] == '<')
            depth += t.end - t.begin;
        for (uint32_t i = t.begin; s[t.begin] == '>' && i < t.end && s[i] == '>'; i++)
            if (--depth == 0)
                return i;
    }
    return limit;
}

/* The arguments between `open` and `close`, in the order of the parameters. */
static void read_arguments(struct kp_builder *b, struct kp_launch *l, const char *s, uint32_t open,
                           uint32_t close)
{
    uint32_t from = open + 1, at = from;
    size_t i = 0;
    int depth = 0;

    while (at < close && i < l->tvalues.n) {
        struct kp_token t = kp_lex_code(s, at, close);

        at = t.end;
        if (t.kind == KP_TOKEN_PUNCT && strchr("([{", s[t.begin]))
            at = kp_lex_close(s, t.begin, close) + 1;
        else if (kp_token_is(s, t, "<"))
            depth++;
        else if (kp_token_is(s, t, ">"))
            depth--;
        if (t.kind == KP_TOKEN_END || (kp_token_is(s, t, ",") && depth == 0)) {
            read_argument(b, &l->tvalues.v[i++], trimmed(b, s, from, t.begin));
            from = t.end;
        }
        if (at >= close && from < close && i < l->tvalues.n && t.kind != KP_TOKEN_END) {
            read_argument(b, &l->tvalues.v[i++], trimmed(b, s, from, close));
            break;
        }
    }
}

/* ---- launches ---- */

void kp_add_launch(struct kp_builder *b, CXCursor call, struct kp_node *node)
{
    CXCursor ref = clang_getCursorReferenced(call);
    struct kp_cursors kids = kp_cursors_in(b, configuration_of(call));
    struct kp_launch l = {.kernel = node->sym, .node = node};
    struct kp_node **parts[] = {&l.grid, &l.block, &l.smem, &l.stream};
    unsigned n = 0;
    struct kp_spot s;

    for (size_t i = 1; i < kids.n && n < 4; i++) /* the first names cudaConfigureCall */
        if (kp_is_expression(kids.v[i]) && kp_spot_of(b, clang_getCursorExtent(kids.v[i]), &s)) {
            *parts[n] = kp_build_expr(b, kids.v[i]);
            (*parts[n++])->parent = node;
        }
    if (!l.kernel || b->exact)
        return;
    add_params(b, &l);
    if (clang_getCursorKind(ref) == CXCursor_FunctionDecl) {
        read_specialisation(b, &l, ref);
    } else if (node->first && !node->first->from_macro) {
        const struct kp_span span = node->first->span;
        uint32_t size;
        const char *text = kp_text_of(b, node->first->file, &size);
        const char *open = text ? memchr(text + span.begin, '<', span.end - span.begin) : NULL;

        if (open)
            read_arguments(b, &l, text, (uint32_t)(open - text),
                           close_angle(text, (uint32_t)(open - text), span.end));
    }
    kp_push(b->arena, &b->out->launches, l);
}

/* ---- explicit instantiations: not in libclang's tree at all ---- */

static const struct kp_sym *kernel_named(const struct kp_builder *b, const char *name)
{
    for (size_t i = 0; i < b->functions.n; i++) {
        const struct kp_sym *s = b->functions.v[i]->sym;

        if (s->is_kernel && s->is_template && kp_streq(s->name, name))
            return s;
    }
    return NULL;
}

void kp_list_templates(struct kp_builder *b)
{
    for (size_t i = 0; i < b->functions.n; i++) {
        struct kp_launch l = {.kernel = b->functions.v[i]->sym};

        if (!l.kernel->is_kernel || !l.kernel->is_template)
            continue;
        add_params(b, &l);
        kp_push(b->arena, &b->out->templates, l);
    }
}

bool kp_is_switched_off(const struct kp_file_facts *f, uint32_t at)
{
    for (size_t i = 0; i < f->skipped.n; i++)
        if (at >= f->skipped.v[i].begin && at < f->skipped.v[i].end)
            return true;
    return false;
}

/* `template void f(const float *);`: the arguments follow from the parameters. */
static void read_deduced(struct kp_builder *b, struct kp_launch *l, int file, uint32_t at)
{
    CXCursor function = kp_instance_at(b, file, at);

    if (!clang_Cursor_isNull(function) &&
        kp_sym_of(b, clang_getSpecializedCursorTemplate(function)) == l->kernel)
        read_specialisation(b, l, function);
}

/* The word `template` is at `begin`; the declaration ends with `;`. */
static void read_instantiation(struct kp_builder *b, int file, uint32_t begin)
{
    uint32_t size, at;
    const char *s = kp_text_of(b, file, &size);
    struct kp_launch l = {.is_instantiation = true};

    for (at = kp_lex_code(s, begin, size).end;;) {
        struct kp_token t = kp_lex_code(s, at, size), after;

        at = t.end;
        if (t.kind == KP_TOKEN_END || kp_token_is(s, t, ";") || kp_token_is(s, t, "{"))
            return;
        if (t.kind != KP_TOKEN_IDENT)
            continue;
        after = kp_lex_code(s, at, size);
        if (!kp_token_is(s, after, "<") && !kp_token_is(s, after, "("))
            continue;
        l.kernel = kernel_named(b, kp_strndup(b->scratch, s + t.begin, t.end - t.begin));
        if (!l.kernel)
            continue;
        add_params(b, &l);
        if (kp_token_is(s, after, "<"))
            read_arguments(b, &l, s, after.begin, close_angle(s, after.begin, size));
        else
            read_deduced(b, &l, file, begin);
        kp_push(b->arena, &b->out->launches, l);
        return;
    }
}

void kp_find_instantiations(struct kp_builder *b)
{
    for (size_t file = 0; file < b->out->files.n; file++) {
        uint32_t size;
        const char *s = kp_text_of(b, (int)file, &size);

        for (uint32_t at = 0; at < size;) {
            struct kp_token t = kp_lex_code(s, at, size);

            at = t.end;
            if (t.kind == KP_TOKEN_END)
                break;
            if (kp_token_is(s, t, "template") && !kp_is_switched_off(&b->facts.v[file], t.begin) &&
                !kp_token_is(s, kp_lex_code(s, at, size), "<"))
                read_instantiation(b, (int)file, t.begin);
        }
    }
}
