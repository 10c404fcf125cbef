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

/* Appends what a string literal means; other tokens (names of macros) make the text unknown. */
static bool add_literal(struct kp_str *out, const char *s, struct kp_token k)
{
    uint32_t at = k.begin, end = k.end;

    if (k.kind != KP_TOKEN_STRING)
        return false;
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
        kp_str_addc(out, s[at] == 'n' ? '\n' : s[at] == 't' ? '\t' : s[at]);
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

/* One operand of the outputs: [name] "constraint" (expression). */
static void read_output(struct asm_text *t, struct kp_node *n, struct kp_token k)
{
    if (k.kind == KP_TOKEN_STRING) {
        if (memchr(t->s + k.begin, '+', k.end - k.begin) && n->asm_outputs < 32)
            n->asm_inout |= 1u << n->asm_outputs;
        n->asm_outputs++;
    } else if (kp_token_is(t->s, k, "(")) {
        t->at = kp_lex_close(t->s, k.begin, t->end) + 1;
    }
}

static void read_sections(struct kp_builder *b, struct asm_text *t, struct kp_node *n)
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
        if (section == 0)
            known = add_literal(&template, t->s, k) && known;
        else if (section == 1)
            read_output(t, n, k);
        else if (section == 2 && kp_token_is(t->s, k, "("))
            t->at = kp_lex_close(t->s, k.begin, t->end) + 1;
        else if (section == 3 && kp_token_is(t->s, k, "\"memory\""))
            n->asm_memory = true;
    }
    n->name = known ? kp_str_text(&template) : "";
}

struct kp_node *kp_build_asm(struct kp_builder *b, CXCursor c)
{
    struct kp_node *n = kp_node_new(b, KP_ASM, c);
    struct kp_cursors kids = kp_cursors_in(b, c);
    struct asm_text t;
    struct kp_token k;

    n->name = "";
    for (size_t i = 0; i < kids.n; i++)
        if (kp_is_expression(kids.v[i]))
            kp_append(n, kp_build_expr(b, kids.v[i]));
    if (find_text(b, c, &t)) {
        for (k = next(&t); k.kind == KP_TOKEN_IDENT; k = next(&t))
            n->asm_volatile = n->asm_volatile || kp_token_is(t.s, k, "volatile") ||
                              kp_token_is(t.s, k, "__volatile__") ||
                              kp_token_is(t.s, k, "__volatile");
        if (kp_token_is(t.s, k, "("))
            read_sections(b, &t, n);
    }
    if (n->asm_outputs > n->n_children)
        n->name = ""; /* the text read is not this statement's */
    n->asm_volatile = n->asm_volatile || n->asm_outputs == 0;
    kp_settle(b, n, c);
    return n;
}
