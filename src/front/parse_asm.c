/* Inline assembly: libclang shows the operands, the rest is read from the text, which may stand in
 * a macro's body. */
#include "front/parse.h"

struct asm_text {
    const char *s;
    uint32_t at, end;
};

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

struct kp_node *kp_build_asm(struct kp_builder *b, CXCursor c)
{
    struct kp_node *n = kp_node_new(b, KP_ASM, c);
    struct kp_cursors kids = kp_cursors_in(b, c);
    struct asm_text t;
    struct kp_token k;
    bool known = false;

    for (size_t i = 0; i < kids.n; i++)
        if (kp_is_expression(kids.v[i]))
            kp_append(n, kp_build_expr(b, kids.v[i]));
    if (find_text(b, c, &t)) {
        for (k = next(&t); k.kind == KP_TOKEN_IDENT; k = next(&t))
            n->asm_volatile = n->asm_volatile || kp_token_is(t.s, k, "volatile") ||
                              kp_token_is(t.s, k, "__volatile__") ||
                              kp_token_is(t.s, k, "__volatile");
        if (kp_token_is(t.s, k, "("))
            known = read_sections(b, &t, n);
    }
    if (!known || n->asm_outputs > n->n_children) { /* or the text read is not this statement's */
        n->name = NULL;
        kp_add_hole(b, b->function, n->file, n->span.begin, false, "assembly that a macro makes");
    }
    n->asm_volatile = n->asm_volatile || n->asm_outputs == 0;
    kp_settle(b, n, c);
    return n;
}
