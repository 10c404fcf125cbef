/* The expressions of case files: numbers, names of sizes, block_x, block_y and block_z,
 * + - * / %, parentheses, ceildiv(a, b), max(a, b). */
#include "case/case.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/str.h"

enum { MAX_DEPTH = 64 };

struct reader {
    const struct kp_case *c;
    struct kp_arena *arena;
    const char *p;
    const char *error, *error_at;
    int depth;
};

static struct kp_number sum(struct reader *r);

static struct kp_number whole(int64_t i)
{
    return (struct kp_number){false, i, (double)i};
}

static struct kp_number bad_at(struct reader *r, const char *at, const char *what)
{
    if (!r->error) {
        r->error = what;
        r->error_at = at;
    }
    return whole(0);
}

static struct kp_number bad(struct reader *r, const char *what)
{
    return bad_at(r, r->p, what);
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

static struct kp_number divide(struct reader *r, const char *at, struct kp_number a,
                               struct kp_number b, char op)
{
    if (!a.real && !b.real && b.i == 0)
        return bad_at(r, at, "division by zero");
    if (a.real || b.real || a.i < 0 || b.i < 0)
        return bad_at(r, at, "/ and % are for integers that are not negative");
    return whole(op == '/' ? a.i / b.i : a.i % b.i);
}

/* ceildiv(a, b) and max(a, b), behind the bracket. */
static struct kp_number of_two(struct reader *r, const char *at, const char *word)
{
    struct kp_number a = sum(r), b;
    bool divides = kp_streq(word, "ceildiv");

    if (!accept(r, ','))
        return bad(r, kp_sprintf(r->arena, "%s wants two numbers", word));
    b = sum(r);
    if (!accept(r, ')'))
        return bad(r, "a parenthesis is missing");
    if (a.real || b.real || (divides && b.i <= 0))
        return bad_at(r, at,
                      kp_sprintf(r->arena, "%s wants two integers%s", word,
                                 divides ? ", the second positive" : ""));
    if (!divides)
        return whole(a.i > b.i ? a.i : b.i);
    return whole(a.i >= 0 ? a.i / b.i + (a.i % b.i != 0) : -(-a.i / b.i));
}

static struct kp_number name(struct reader *r)
{
    static const char *const blocks[] = {"block_x", "block_y", "block_z"};
    const char *from = r->p;
    char *word;

    while (isalnum((unsigned char)*r->p) || *r->p == '_')
        r->p++;
    word = kp_strndup(r->arena, from, (size_t)(r->p - from));
    if ((kp_streq(word, "ceildiv") || kp_streq(word, "max")) && accept(r, '('))
        return of_two(r, from, word);
    for (size_t k = 0; k < 3; k++)
        if (kp_streq(blocks[k], word))
            return whole(r->c->block_value[k]);
    for (size_t k = 0; k < r->c->sizes.n; k++) {
        if (!kp_streq(r->c->sizes.v[k].name, word))
            continue;
        if (k >= r->c->bound)
            return bad_at(r, from, "this size is defined further down");
        return whole(r->c->sizes.v[k].value);
    }
    return bad_at(r, from, kp_sprintf(r->arena, "no size is called %s", word));
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
        n.i = -n.i; /* there is no literal of INT64_MIN */
        n.d = -n.d;
    } else if (accept(r, '+')) {
        n = primary(r);
    } else if (accept(r, '(')) {
        n = sum(r);
        if (!accept(r, ')'))
            n = bad(r, "a parenthesis is missing");
    } else if (isdigit((unsigned char)*r->p)) {
        errno = 0;
        n = whole(strtoll(r->p, &end, 10));
        if (errno)
            return bad(r, "too large");
        if (*end == '.' || *end == 'e' || *end == 'E') {
            n.d = strtod(r->p, &end);
            n.real = true;
        }
        r->p = end;
    } else if (isalpha((unsigned char)*r->p) || *r->p == '_') {
        n = name(r);
    } else if (*r->p == '?') {
        n = bad(r, "this is for you to fill in: `kpipe init` could not know it");
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
        const char *at = r->p++;
        struct kp_number b = primary(r);
        if (op != '*') {
            a = divide(r, at, a, b, op);
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

const char *kp_case_eval(const struct kp_case *c, struct kp_arena *a, struct kp_case_text text,
                         struct kp_number *result)
{
    struct reader r = {.c = c, .arena = a, .p = text.s};

    *result = sum(&r);
    blanks(&r);
    if (*r.p)
        bad(&r, "something follows the expression");
    return r.error ? kp_case_error(c, text, (size_t)(r.error_at - text.s), "%s", r.error) : NULL;
}

size_t kp_case_split(struct kp_arena *a, struct kp_case_text text, char separator,
                     struct kp_case_text **parts)
{
    KP_VEC(struct kp_case_text) v = {0};
    int depth = 0;
    const char *from = text.s;

    for (const char *p = text.s;; p++) {
        depth += (*p == '(') - (*p == ')');
        if (*p && (*p != separator || depth))
            continue;
        const char *end = p;
        while (from < p && isspace((unsigned char)*from))
            from++;
        while (end > from && isspace((unsigned char)end[-1]))
            end--;
        if (end > from || *p || v.n) {
            struct kp_case_text part = text;
            part.s = kp_strndup(a, from, (size_t)(end - from));
            part.column += (int)(from - text.s);
            kp_push(a, &v, part);
        }
        if (!*p)
            break;
        from = p + 1;
    }
    *parts = v.v;
    return v.n;
}
