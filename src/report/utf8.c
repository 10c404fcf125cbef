#include "report/utf8.h"

#include "util/str.h"

/* The first continuation byte's range keeps out overlong forms, surrogates and what is beyond
 * U+10FFFF; jansson refuses all of them. */
static bool first_continuation_ok(unsigned char lead, unsigned char next)
{
    switch (lead) {
    case 0xe0:
        return next >= 0xa0 && next <= 0xbf;
    case 0xed:
        return next >= 0x80 && next <= 0x9f;
    case 0xf0:
        return next >= 0x90 && next <= 0xbf;
    case 0xf4:
        return next >= 0x80 && next <= 0x8f;
    }
    return next >= 0x80 && next <= 0xbf;
}

unsigned kp_utf8_length(const char *s)
{
    const unsigned char *p = (const unsigned char *)s;
    unsigned n;

    if (*p < 0x80)
        return *p != 0;
    n = *p >= 0xc2 && *p <= 0xdf ? 2 : (*p & 0xf0) == 0xe0 ? 3 : *p >= 0xf0 && *p <= 0xf4 ? 4 : 0;
    if (!n || !first_continuation_ok(p[0], p[1]))
        return 0;
    for (unsigned i = 2; i < n; i++)
        if ((p[i] & 0xc0) != 0x80)
            return 0;
    return n;
}

enum escapes { NONE, ALL_BUT_LINES, ALL };

static const char *clean(struct kp_arena *a, const char *s, enum escapes escape)
{
    struct kp_str out = kp_str_new(a);

    while (s && *s) {
        unsigned char c = (unsigned char)*s;
        unsigned n = kp_utf8_length(s);

        if (n == 0)
            kp_str_add(&out, "\xef\xbf\xbd");
        else if (escape == ALL && c == '\n')
            kp_str_add(&out, "\\n");
        else if (escape == ALL && c == '\t')
            kp_str_add(&out, "\\t");
        else if (escape && c != '\n' && c != '\t' && (c < ' ' || c == 0x7f))
            kp_str_addf(&out, "\\x%02x", c);
        else
            kp_str_addn(&out, s, n);
        s += n ? n : 1;
    }
    return kp_str_text(&out);
}

const char *kp_utf8(struct kp_arena *a, const char *s)
{
    return clean(a, s, NONE);
}

const char *kp_printable(struct kp_arena *a, const char *s)
{
    return clean(a, s, ALL);
}

const char *kp_printable_lines(struct kp_arena *a, const char *s)
{
    return clean(a, s, ALL_BUT_LINES);
}
