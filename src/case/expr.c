/* The expressions of case files: numbers, names of sizes, + - * / %, parentheses, ceildiv(a, b). */
#include "case/case.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "util/str.h"

enum { MAX_DEPTH = 64 };

struct reader {
    const struct kp_case *c;
    struct kp_arena *arena;
    const char *p;
    const char *error;
    int depth;
};

static struct kp_number sum(struct reader *r);

static struct kp_number whole(int64_t i)
{
    return (struct kp_number){false, i, (double)i};
}

static struct kp_number bad(struct reader *r, const char *what)
{
    if (!r->error)
        r->error = what;
    return whole(0);
}

static void blanks(struct reader *r)
{
    while (isspace((unsigned char)*r->p))
        r->p++;
}

static bool accept(struct reader *r, char c)
{
    blanks(r);
    if (*r->p != c)
        return false;
    r->p++;
    return true;
}

static struct kp_number divide(struct reader *r, struct kp_number a, struct kp_number b, char op)
{
    if (a.real || b.real || a.i < 0 || b.i <= 0)
        return bad(r, "/ and % are for integers that are not negative");
    return whole(op == '/' ? a.i / b.i : a.i % b.i);
}

static struct kp_number name(struct reader *r)
{
    const char *from = r->p;
    char *word;

    while (isalnum((unsigned char)*r->p) || *r->p == '_')
        r->p++;
    word = kp_strndup(r->arena, from, (size_t)(r->p - from));
    if (kp_streq(word, "ceildiv") && accept(r, '(')) {
        struct kp_number a = sum(r), b;
        if (!accept(r, ','))
            return bad(r, "ceildiv wants two numbers");
        b = sum(r);
        if (!accept(r, ')') || a.real || b.real || b.i <= 0)
            return bad(r, "ceildiv wants two integers, the second positive");
        return whole(a.i >= 0 ? (a.i + b.i - 1) / b.i : -(-a.i / b.i));
    }
    for (size_t k = 0; k < r->c->sizes.n; k++)
        if (kp_streq(r->c->sizes.v[k].name, word))
            return whole(r->c->sizes.v[k].value);
    return bad(r, kp_sprintf(r->arena, "no size is called %s", word));
}

static struct kp_number primary(struct reader *r)
{
    struct kp_number n;
    char *end;

    blanks(r);
    if (++r->depth > MAX_DEPTH)
        return bad(r, "nests too deeply");
    if (accept(r, '-')) {
        n = primary(r);
        n.i = -n.i;
        n.d = -n.d;
    } else if (accept(r, '+')) {
        n = primary(r);
    } else if (accept(r, '(')) {
        n = sum(r);
        if (!accept(r, ')'))
            n = bad(r, "a parenthesis is missing");
    } else if (isdigit((unsigned char)*r->p)) {
        n = whole(strtoll(r->p, &end, 10));
        if (*end == '.' || *end == 'e' || *end == 'E') {
            n.d = strtod(r->p, &end);
            n.real = true;
        }
        r->p = end;
    } else if (isalpha((unsigned char)*r->p) || *r->p == '_') {
        n = name(r);
    } else {
        n = bad(r, "a number or a name is missing");
    }
    r->depth--;
    return n;
}

static struct kp_number product(struct reader *r)
{
    struct kp_number a = primary(r);

    for (;;) {
        blanks(r);
        char op = *r->p;
        if ((op != '*' && op != '/' && op != '%') || r->error)
            return a;
        r->p++;
        struct kp_number b = primary(r);
        if (op != '*') {
            a = divide(r, a, b, op);
        } else {
            a.d *= b.d;
            a.real |= b.real;
            if (__builtin_mul_overflow(a.i, b.i, &a.i) && !a.real)
                return bad(r, "too large");
        }
    }
}

static struct kp_number sum(struct reader *r)
{
    struct kp_number a = product(r);

    for (;;) {
        bool minus, overflow;
        blanks(r);
        minus = *r->p == '-';
        if ((!minus && *r->p != '+') || r->error)
            return a;
        r->p++;
        struct kp_number b = product(r);
        a.d = minus ? a.d - b.d : a.d + b.d;
        a.real |= b.real;
        overflow =
            minus ? __builtin_sub_overflow(a.i, b.i, &a.i) : __builtin_add_overflow(a.i, b.i, &a.i);
        if (overflow && !a.real)
            return bad(r, "too large");
    }
}

const char *kp_case_eval(const struct kp_case *c, struct kp_arena *a, const char *text,
                         struct kp_number *result)
{
    struct reader r = {.c = c, .arena = a, .p = text};

    *result = sum(&r);
    blanks(&r);
    if (!r.error && *r.p)
        r.error = "something follows the expression";
    return r.error ? kp_sprintf(a, "%s: '%s': %s", c->path, text, r.error) : NULL;
}

size_t kp_case_split(struct kp_arena *a, const char *text, const char ***parts)
{
    KP_VEC(const char *) v = {0};
    int depth = 0;
    const char *from = text;

    for (const char *p = text;; p++) {
        depth += (*p == '(') - (*p == ')');
        if (*p && (*p != ',' || depth))
            continue;
        const char *end = p;
        while (isspace((unsigned char)*from))
            from++;
        while (end > from && isspace((unsigned char)end[-1]))
            end--;
        if (end > from || *p || v.n) {
            const char *part = kp_strndup(a, from, (size_t)(end - from));
            kp_push(a, &v, part);
        }
        if (!*p)
            break;
        from = p + 1;
    }
    *parts = v.v;
    return v.n;
}
