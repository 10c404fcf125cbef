/* Inline assembly: libclang shows the operands, the rest is read from the text, which may stand in
 * a macro's body. What other macros make of it is read where libclang prints the function. */
#include "front/parse.h"

struct asm_text {
    const char *s;
    uint32_t at, end;
    unsigned n_operands; /* read */
};

static bool goes_on(const char *s, uint32_t newline)
{
    while (newline && strchr(" \t\v\f\r", s[newline - 1]))
        newline--;
    return newline && s[newline - 1] == '\\';
}

/* What a macro's body begins may go on where the macro is used, but not in the lines behind its
 * definition. */
static void keep_to_directive(struct asm_text *t)
{
    uint32_t begin = t->at, end = t->at;

    while (begin && (t->s[begin - 1] != '\n' || goes_on(t->s, begin - 1)))
        begin--;
    begin += (uint32_t)strspn(t->s + begin, " \t");
    while (end < t->end && (t->s[end] != '\n' || goes_on(t->s, end)))
        end++;
    if (t->s[begin] == '#')
        t->end = end;
}

/* Where the keyword itself is spelled, be it in a macro. */
static bool find_text(struct kp_builder *b, CXCursor c, struct asm_text *out)
{
    CXFile file;
    unsigned offset;
    size_t size;

    clang_getSpellingLocation(clang_getRangeStart(clang_getCursorExtent(c)), &file, NULL, NULL,
                              &offset);
    if (!file)
        return false;
    out->s = clang_getFileContents(b->tu, file, &size);
    if (!out->s || offset >= size || size > UINT32_MAX)
        return false;
    out->at = offset;
    out->end = (uint32_t)size;
    keep_to_directive(out);
    return true;
}

static struct kp_token next(struct asm_text *t)
{
    struct kp_token k = kp_lex(t->s, t->at, t->end);

    t->at = k.end;
    return k;
}

/* The characters as the program has them. */
static void add_text(struct kp_str *out, const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++)
        kp_str_addc(out, s[i] == KP_ASM_PERCENT ? '%' : s[i]);
}

/* Appends the character of an escape; `at` is after the backslash. False for numeric escapes, which
 * may be any character. */
static bool add_escape(struct kp_str *out, const char *s, uint32_t *at)
{
    static const char blanks[] = "tvfr", others[] = "\"'?\\";

    if (s[*at] == '\r' && s[*at + 1] == '\n')
        ++*at;
    if (s[*at] == '\n') /* the literal goes on */
        return true;
    if (s[*at] == 'n')
        kp_str_addc(out, '\n');
    else if (strchr(blanks, s[*at]))
        kp_str_addc(out, ' ');
    else if (strchr(others, s[*at]))
        kp_str_addc(out, s[*at]);
    else
        return false;
    return true;
}

/* Appends what a string literal means; false when that is not known. */
static bool add_literal(struct kp_str *out, const char *s, struct kp_token k)
{
    uint32_t at = k.begin, end = k.end;

    if (s[at] == 'R') { /* R"delimiter(text)delimiter" */
        uint32_t open = at + 2;

        while (open < end && s[open] != '(')
            open++;
        add_text(out, s + open + 1, end - 1 - (open - at - 2) - 1 - (open + 1));
        return true;
    }
    while (at < end && s[at] != '"')
        at++;
    for (at++; at + 1 < end; at++) {
        if (s[at] != '\\') {
            add_text(out, s + at, 1);
            continue;
        }
        at++;
        if (!add_escape(out, s, &at))
            return false;
    }
    return true;
}

/* A section ends at `:` or the closing parenthesis; `::` ends two. */
static bool ends_section(const struct asm_text *t, struct kp_token k, unsigned *sections)
{
    if (kp_token_is(t->s, k, ":"))
        *sections += 1;
    else if (kp_token_is(t->s, k, "::"))
        *sections += 2;
    else
        return false;
    return true;
}

/* A token of the operands, which are [name] "constraint" (expression). */
static bool read_operands(struct asm_text *t, struct kp_node *n, struct kp_token k,
                          bool are_outputs)
{
    if (k.kind == KP_TOKEN_STRING && are_outputs) {
        if (memchr(t->s + k.begin, '+', k.end - k.begin) && n->asm_outputs < 32)
            n->asm_inout |= 1u << n->asm_outputs;
        n->asm_outputs++;
    }
    t->n_operands += kp_token_is(t->s, k, "(");
    if (kp_token_is(t->s, k, "(") || kp_token_is(t->s, k, "["))
        t->at = kp_lex_close(t->s, k.begin, t->end) + 1;
    else
        return k.kind == KP_TOKEN_STRING || kp_token_is(t->s, k, ",");
    return true;
}

/* False: something in it, the name of a macro, may mean anything. */
static bool read_sections(struct kp_builder *b, struct asm_text *t, struct kp_node *n)
{
    struct kp_str template = kp_str_new(b->arena);
    unsigned section = 0;
    bool known = true;

    for (;;) {
        struct kp_token k = next(t);

        if (k.kind == KP_TOKEN_END || kp_token_is(t->s, k, ")"))
            break;
        if (kp_token_is(t->s, k, "\\") || ends_section(t, k, &section))
            continue;
        if (section == 0 && k.kind == KP_TOKEN_STRING)
            known = add_literal(&template, t->s, k) && known;
        else if (section == 1 || section == 2)
            known = read_operands(t, n, k, section == 1) && known;
        else if (section == 3 && kp_token_is(t->s, k, "\"memory\""))
            n->asm_memory = true;
        else if (k.kind != KP_TOKEN_STRING && !kp_token_is(t->s, k, ","))
            known = false;
    }
    n->name = kp_str_text(&template);
    return known;
}

static bool says_volatile(const char *s, struct kp_token k)
{
    return kp_token_is(s, k, "volatile") || kp_token_is(s, k, "__volatile__") ||
           kp_token_is(s, k, "__volatile");
}

/* From the keyword on. False where another word, the name of a macro, may mean anything. */
static bool read_statement(struct kp_builder *b, struct asm_text *t, struct kp_node *n)
{
    struct kp_token k;

    next(t);
    for (k = next(t); says_volatile(t->s, k); k = next(t))
        n->asm_volatile = true;
    return kp_token_is(t->s, k, "(") && read_sections(b, t, n) && t->n_operands == n->n_children &&
           n->asm_outputs <= n->n_children;
}

/* ---- what the compiler read ---- */

struct kp_printed {
    CXCursor function;
    struct kp_cursors statements; /* the function's assembly */
    const char *text;
    KP_VEC(uint32_t) at; /* its keywords in the text */
};

/* Of what is nested too deeply, none: its place among the others is not known then. */
static void collect_asm(struct kp_builder *b, CXCursor c, unsigned depth)
{
    struct kp_cursors kids = {0};
    enum CXCursorKind k = clang_getCursorKind(c);

    if (depth <= KP_MAX_DEPTH)
        kids = kp_cursors_in(b, c);
    if (k == CXCursor_GCCAsmStmt || k == CXCursor_MSAsmStmt)
        kp_push(b->scratch, &b->printed->statements, c);
    for (size_t i = 0; i < kids.n; i++)
        collect_asm(b, kids.v[i], depth + 1);
}

/* A printed literal has numbers for what cannot be printed. */
static const char *with_percents(struct kp_builder *b, const char *s)
{
    struct kp_str out = kp_str_new(b->scratch);

    for (; *s; s++) {
        if (!strncmp(s, "\\001", 4)) {
            kp_str_addc(&out, KP_ASM_PERCENT);
            s += 3;
            continue;
        }
        kp_str_addc(&out, *s);
        if (*s == '\\' && s[1])
            kp_str_addc(&out, *++s);
    }
    return kp_str_text(&out);
}

static void print(struct kp_builder *b, CXCursor function)
{
    struct kp_printed *p = kp_new(b->scratch, struct kp_printed);
    CXPrintingPolicy policy = clang_getCursorPrintingPolicy(function);

    *p = (struct kp_printed){.function = function};
    b->printed = p;
    p->text = with_percents(b, kp_take_string(b, clang_getCursorPrettyPrinted(function, policy)));
    clang_PrintingPolicy_dispose(policy);
    collect_asm(b, function, 0);
    for (struct asm_text t = {.s = p->text, .end = (uint32_t)strlen(p->text)};;) {
        struct kp_token k = next(&t);

        if (k.kind == KP_TOKEN_END)
            break;
        if (kp_token_is(t.s, k, "asm"))
            kp_push(b->scratch, &p->at, k.begin);
    }
}

/* The statement in the text that libclang prints of its function, with no macros left: the one in
 * the same place among all of the function. */
static bool read_printed(struct kp_builder *b, CXCursor c, struct kp_node *n)
{
    struct kp_printed *p;

    if (!b->printed || !clang_equalCursors(b->printed->function, b->body_of))
        print(b, b->body_of);
    p = b->printed;
    for (size_t i = 0; p->at.n == p->statements.n && i < p->at.n; i++) {
        struct asm_text t = {.s = p->text, .at = p->at.v[i], .end = (uint32_t)strlen(p->text)};

        if (!clang_equalCursors(p->statements.v[i], c))
            continue;
        n->asm_outputs = n->asm_inout = 0;
        n->asm_memory = n->asm_volatile = false;
        return read_statement(b, &t, n);
    }
    return false;
}

struct kp_node *kp_build_asm(struct kp_builder *b, CXCursor c)
{
    struct kp_node *n = kp_node_new(b, KP_ASM, c);
    struct kp_cursors kids = kp_cursors_in(b, c);
    struct asm_text t = {0};

    for (size_t i = 0; i < kids.n; i++)
        if (kp_is_expression(kids.v[i]))
            kp_append(n, kp_build_expr(b, kids.v[i]));
    if (!(find_text(b, c, &t) && read_statement(b, &t, n)) && !read_printed(b, c, n)) {
        n->name = NULL; /* or the text read is not this statement's */
        kp_add_hole(b, b->function, n->file, n->span.begin, false, "assembly that a macro makes");
    }
    n->asm_volatile = n->asm_volatile || n->asm_outputs == 0;
    kp_settle(b, n, c);
    return n;
}
