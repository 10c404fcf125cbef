#include "rule/ptx.h"

#include "util/str.h"

#include <ctype.h>

struct reader {
    struct kp_arena *arena;
    struct kp_inline_ptx *out;
    const char *p;
    int depth; /* of { } scopes */
};

/* Comments, quotes and C escapes become blanks: afterwards only PTX is left. */
static char *without_noise(struct kp_arena *a, const char *text)
{
    size_t n = strlen(text);
    char *s = kp_strndup(a, text, n);

    for (size_t i = 0; i < n; i++) {
        size_t end = i;

        if (s[i] == '\\' && i + 1 < n)
            end = i + 2;
        else if (s[i] == '"')
            end = i + 1;
        else if (kp_starts_with(s + i, "/*")) {
            const char *close = strstr(s + i + 2, "*/");

            end = close ? (size_t)(close + 2 - s) : n;
        } else if (kp_starts_with(s + i, "//")) {
            /* to the end of the line, which may be an escape of two characters */
            while (end < n && s[end] != '\n' && !kp_starts_with(s + end, "\\n"))
                end++;
        }
        if (end > i) {
            memset(s + i, ' ', end - i);
            i = end - 1;
        }
    }
    return s;
}

static void skip_blanks(struct reader *r)
{
    while (isspace((unsigned char)*r->p))
        r->p++;
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$' || c == '%' || c == '=' || c == '.' ||
           c == ':';
}

/* A label stands here: a word and a colon that is not part of an opcode's "::". */
static bool take_label(struct reader *r)
{
    const char *q = r->p;
    bool is_unique = false;

    while (isalnum((unsigned char)*q) || *q == '_' || *q == '$' || *q == '%' || *q == '=') {
        is_unique |= *q == '=';
        q++;
    }
    if (q == r->p)
        return false;
    while (isspace((unsigned char)*q))
        q++;
    if (*q != ':' || q[1] == ':')
        return false;
    r->out->has_label |= !is_unique && r->depth == 0;
    r->out->declared = kp_sprintf(r->arena, "%s%.*s;", r->out->declared, (int)(q - r->p), r->p);
    r->p = q + 1;
    return true;
}

static void take_directive(struct reader *r)
{
    const char *end = r->p + strcspn(r->p, ";");

    if (kp_starts_with(r->p, ".reg") && !isalnum((unsigned char)r->p[4])) {
        r->out->has_bare_reg |= r->depth == 0;
        r->out->declared =
            kp_sprintf(r->arena, "%s%.*s;", r->out->declared, (int)(end - r->p), r->p);
    } else if (!kp_starts_with(r->p, ".pragma") && !kp_starts_with(r->p, ".loc "))
        r->out->has_other = true;
    r->p = *end ? end + 1 : end;
}

static void take_predicate(struct reader *r)
{
    r->p++;
    skip_blanks(r);
    if (*r->p == '!')
        r->p++;
    skip_blanks(r);
    while (is_word(*r->p) || *r->p == '[' || *r->p == ']')
        r->p++;
    skip_blanks(r);
}

/* A word, with the parts that stand behind blanks: `ld.global .acquire.gpu.u32` is one opcode. No
 * operand begins with a dot. */
static const char *take_opcode(struct reader *r)
{
    const char *opcode = "";

    do {
        const char *end = r->p;

        while (is_word(*end))
            end++;
        opcode = kp_sprintf(r->arena, "%s%.*s", opcode, (int)(end - r->p), r->p);
        r->p = end;
        skip_blanks(r);
    } while (*r->p == '.');
    return opcode;
}

static void take_insn(struct reader *r)
{
    struct kp_ptx_insn insn = {0};
    const char *end;

    if (*r->p == '@') {
        insn.predicated = true;
        take_predicate(r);
    }
    insn.opcode = take_opcode(r);
    end = r->p + strcspn(r->p, ";");
    insn.operands = kp_strndup(r->arena, r->p, (size_t)(end - r->p));
    r->p = *end ? end + 1 : end;
    kp_push(r->arena, &r->out->insns, insn);
}

void kp_ptx_read(struct kp_arena *a, const char *text, struct kp_inline_ptx *out)
{
    struct reader r = {.arena = a, .out = out, .p = without_noise(a, text)};

    *out = (struct kp_inline_ptx){.declared = ""};
    for (skip_blanks(&r); *r.p; skip_blanks(&r)) {
        if (*r.p == '{') {
            r.depth++;
            r.p++;
        } else if (*r.p == '}') {
            r.depth -= r.depth > 0;
            r.p++;
        } else if (*r.p == ';') {
            r.p++;
        } else if (*r.p == '.') {
            take_directive(&r);
        } else if (!take_label(&r)) {
            take_insn(&r);
        }
    }
}
