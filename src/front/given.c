#include "front/given.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

enum { MAX_DEPTH = 32 };

struct asker {
    const char *text;
    uint32_t at, end;
    int architecture; /* KP_ARCH_HOST: undefined */
    int depth;
    bool anywhere; /* HIP's compilers and other systems count, too */
    bool asks, failed;
};

/* A number, or one of any value: whether a build defines a name. */
struct value {
    int64_t number;
    bool is_open;
};

static struct value any(struct asker *a);

/* HIP's compilers and other systems: no build that kpipe's output is made for has these names. */
static bool is_elsewhere(const char *text, struct kp_token t)
{
    static const char *const names[] = {
        "USE_ROCM",  "__HIP__", "__HIPCC__", "__HIP_PLATFORM_AMD__",   "__HIP_PLATFORM_HCC__",
        "_WIN32",    "_WIN64",  "_MSC_VER",  "__HIP_DEVICE_COMPILE__", "__MINGW32__",
        "__APPLE__", NULL};

    for (size_t i = 0; names[i]; i++)
        if (kp_token_is(text, t, names[i]))
            return true;
    return false;
}

bool kp_is_cudas_macro(const char *text, struct kp_token t)
{
    static const char *const names[] = {"__align__",         "__constant__", "__device__",
                                        "__forceinline__",   "__global__",   "__host__",
                                        "__launch_bounds__", "__shared__",   NULL};

    for (size_t i = 0; names[i]; i++)
        if (kp_token_is(text, t, names[i]))
            return true;
    return false;
}

static struct kp_token peek(const struct asker *a)
{
    return kp_lex(a->text, a->at, a->end);
}

static bool take(struct asker *a, const char *what)
{
    struct kp_token t = peek(a);

    if (t.kind == KP_TOKEN_END || !kp_token_is(a->text, t, what))
        return false;
    a->at = t.end;
    return true;
}

static struct value known(int64_t number)
{
    return (struct value){number, false};
}

static struct value fail(struct asker *a)
{
    a->failed = true;
    a->at = a->end;
    return known(0);
}

/* The name's value, or whether it is defined. A macro of any other name may be any text. */
static struct value name(struct asker *a, bool is_defined)
{
    struct kp_token t = peek(a);

    a->at = t.end;
    a->asks = true;
    if (t.kind == KP_TOKEN_IDENT && kp_token_is(a->text, t, "__CUDA_ARCH__"))
        return known(a->architecture == KP_ARCH_HOST ? 0 : is_defined ? 1 : a->architecture);
    if (t.kind == KP_TOKEN_IDENT && !a->anywhere && is_elsewhere(a->text, t))
        return known(0);
    if (t.kind == KP_TOKEN_IDENT && kp_token_is(a->text, t, "__STDC_VERSION__")) /* C's */
        return known(0);
    if (t.kind == KP_TOKEN_IDENT && is_defined &&
        (kp_token_is(a->text, t, "__cplusplus") || kp_token_is(a->text, t, "__CUDACC__")))
        return known(1);
    if (t.kind == KP_TOKEN_IDENT && is_defined && !a->anywhere && kp_is_cudas_macro(a->text, t))
        return known(1);
    return t.kind == KP_TOKEN_IDENT && is_defined ? (struct value){0, true} : fail(a);
}

static struct value defined(struct asker *a)
{
    bool open = take(a, "(");
    struct value v = name(a, true);

    return open && !take(a, ")") ? fail(a) : v;
}

static struct value number(struct asker *a, struct kp_token t)
{
    char *end;
    long long v;

    errno = 0;
    v = strtoll(a->text + t.begin, &end, 0);
    a->at = t.end;
    while (end < a->text + t.end && (*end == 'l' || *end == 'L'))
        end++; /* all are as long as they can be */
    return errno || end != a->text + t.end ? fail(a) : known(v);
}

static struct value unary(struct asker *a)
{
    struct kp_token t;
    struct value v;

    if (take(a, "defined"))
        return defined(a);
    if (++a->depth > MAX_DEPTH)
        return fail(a);
    if (take(a, "!")) {
        v = unary(a);
        v.number = !v.number;
        a->depth--;
        return v;
    }
    if (take(a, "(")) {
        v = any(a);
        a->depth--;
        return take(a, ")") ? v : fail(a);
    }
    a->depth--;
    t = peek(a);
    return t.kind == KP_TOKEN_NUMBER ? number(a, t) : name(a, false);
}

static struct value compare(struct asker *a)
{
    struct value v = unary(a), w;
    int64_t x = v.number, y;
    bool less = take(a, "<"), more = !less && take(a, ">"), most = !less && !more && take(a, "<="),
         least = !less && !more && !most && take(a, ">="),
         same = !less && !more && !most && !least && take(a, "==");

    if (!less && !more && !most && !least && !same && !take(a, "!="))
        return v;
    w = unary(a);
    y = w.number;
    return (struct value){less    ? x < y
                          : more  ? x > y
                          : most  ? x <= y
                          : least ? x >= y
                          : same  ? x == y
                                  : x != y,
                          v.is_open || w.is_open};
}

/* `decides`: one that is that decides, whatever the other one is. */
static struct value join(struct value v, struct value w, bool decides)
{
    if ((!v.is_open && (v.number != 0) == decides) || (!w.is_open && (w.number != 0) == decides))
        return known(decides);
    return (struct value){!decides, v.is_open || w.is_open};
}

static struct value all(struct asker *a)
{
    struct value v = compare(a);

    while (take(a, "&&"))
        v = join(v, compare(a), false);
    return v;
}

static struct value any(struct asker *a)
{
    struct value v = all(a);

    while (take(a, "||"))
        v = join(v, all(a), true);
    return v;
}

static enum kp_answer answer(const char *text, struct kp_token line, struct kp_token word,
                             int architecture, bool anywhere)
{
    struct asker a = {.text = text,
                      .at = word.end,
                      .end = line.end,
                      .architecture = architecture,
                      .anywhere = anywhere};
    struct value v;

    if (kp_token_is(text, word, "if") || kp_token_is(text, word, "elif")) {
        v = any(&a);
    } else {
        v = name(&a, true);
        v.number = (v.number != 0) ==
                   (kp_token_is(text, word, "ifdef") || kp_token_is(text, word, "elifdef"));
    }
    return a.failed || v.is_open || !a.asks || peek(&a).kind != KP_TOKEN_END ? KP_UNANSWERED
           : v.number                                                        ? KP_YES
                                                                             : KP_NO;
}

struct kp_given kp_given_of(const char *text, struct kp_token line, struct kp_token word)
{
    struct kp_given g = {answer(text, line, word, KP_ARCH_OLDEST, false),
                         answer(text, line, word, KP_ARCH_HOST, false), true};

    for (int number = KP_ARCH_OLDEST; number <= KP_ARCH_LAST && g.device != KP_UNANSWERED;
         number += KP_ARCH_STEP) {
        g.anywhere &= answer(text, line, word, number, true) == g.device;
        if (answer(text, line, word, number, false) != g.device)
            g.device = KP_UNANSWERED;
    }
    return g;
}

int kp_given_branch(const char *text, const struct kp_span *lines, size_t n, int architecture)
{
    for (size_t i = 0; i + 1 < n; i++) {
        struct kp_token line = {KP_TOKEN_DIRECTIVE, lines[i].begin, lines[i].end},
                        word = kp_lex_directive(text, line);
        enum kp_answer says = kp_token_is(text, word, "else")
                                  ? KP_YES
                                  : answer(text, line, word, architecture, false);

        if (says != KP_NO)
            return says == KP_YES ? (int)i : -1;
    }
    return (int)n - 1;
}

struct kp_token kp_elsewhere_name(const char *text, uint32_t begin, uint32_t end)
{
    struct kp_token t = kp_lex(text, begin, end);

    while (t.kind != KP_TOKEN_END && !(t.kind == KP_TOKEN_IDENT && is_elsewhere(text, t)))
        t = kp_lex(text, t.end, end);
    return t;
}
