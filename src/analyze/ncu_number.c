/* Numbers as profilers print them in the locale of whoever ran them: 1,234.5 and 1.234,5 and
 * 1 234,5; and their units. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/ncu_csv.h"
#include "util/str.h"

enum { MAX_NUMBER = 48 };

/* The cell's digits, signs, points and commas; blanks and apostrophes between thousands are
 * dropped. False when it is no number. Several instances of a metric follow their sum in
 * parentheses. */
static bool plain(const char *cell, char out[MAX_NUMBER])
{
    size_t n = 0;
    bool digit = false;

    for (const unsigned char *p = (const unsigned char *)cell; *p; p++) {
        if (*p == ' ' && p[1] == '(')
            break;
        if (*p == ' ' || *p == '\'')
            continue;
        if (p[0] == 0xc2 && p[1] == 0xa0) { /* no-break space */
            p += 1;
            continue;
        }
        if (p[0] == 0xe2 && p[1] == 0x80 && (p[2] == 0xaf || p[2] == 0x89 || p[2] == 0x99)) {
            p += 2; /* narrow and thin space, apostrophe */
            continue;
        }
        if (!isdigit(*p) && !strchr("+-.,eE", *p))
            return false;
        if (n + 1 == MAX_NUMBER)
            return false;
        digit |= isdigit(*p) != 0;
        out[n++] = (char)*p;
    }
    out[n] = '\0';
    return digit && isdigit((unsigned char)out[n - 1]);
}

static unsigned count(const char *s, char c)
{
    unsigned n = 0;

    for (; *s; s++)
        n += *s == c;
    return n;
}

/* 1: the decimal sign is a comma, 0: a point, -1: the number does not tell. */
static int shows_comma(const char *s)
{
    const char *point = strrchr(s, '.'), *comma = strrchr(s, ',');
    const char *last = point > comma ? point : comma;

    if (!last)
        return -1;
    if (point && comma)
        return comma > point;
    if (count(s, *last) > 1) /* thousands */
        return *last == '.';
    /* 1,234 may be both; 12,5 and 1234,567 and 0,123 are not */
    if (strspn(last + 1, "0123456789") == 3 && !last[4] && last - s <= 3 && *s != '0' && last != s)
        return -1;
    return *last == ',';
}

void kp_csv_learn(struct kp_csv_format *f, const char *cell)
{
    char s[MAX_NUMBER];
    int comma = plain(cell, s) ? shows_comma(s) : -1;

    if (comma < 0)
        return;
    f->mixed |= f->known && f->comma != (comma != 0);
    f->comma = f->known ? f->comma : comma != 0;
    f->known = true;
}

bool kp_csv_number(const struct kp_csv_format *f, const char *cell, double *out)
{
    char s[MAX_NUMBER], clean[MAX_NUMBER], *end;
    char decimal = f->comma ? ',' : '.', between = f->comma ? '.' : ',';
    size_t n = 0;

    if (!plain(cell, s) || count(s, decimal) > 1)
        return false;
    for (const char *p = s; *p; p++)
        if (*p != between)
            clean[n++] = *p == decimal ? '.' : *p;
    clean[n] = '\0';
    *out = strtod(clean, &end); /* the program runs in the C locale */
    return !*end && *out - *out == 0;
}

/* ---- units ------------------------------------------------------------------------------------
 */

static const struct {
    const char *name, *base;
    double factor;
} units[] = {
    {"ns", "ns", 1},         {"nsecond", "ns", 1},   {"us", "ns", 1e3},      {"usecond", "ns", 1e3},
    {"ms", "ns", 1e6},       {"msecond", "ns", 1e6}, {"s", "ns", 1e9},       {"second", "ns", 1e9},
    {"byte", "byte", 1},     {"Kbyte", "byte", 1e3}, {"Mbyte", "byte", 1e6}, {"Gbyte", "byte", 1e9},
    {"Tbyte", "byte", 1e12}, {"B", "byte", 1},       {"KB", "byte", 1e3},    {"MB", "byte", 1e6},
    {"GB", "byte", 1e9},     {"TB", "byte", 1e12},
};
enum { N_UNITS = sizeof units / sizeof *units };

/* The unit's first part, in front of "/block" or "/s". */
static int unit_of(const char *s, size_t n)
{
    for (int i = 0; i < N_UNITS; i++)
        if (strlen(units[i].name) == n && !memcmp(units[i].name, s, n))
            return i;
    return -1;
}

static bool same_rest(const char *a, const char *b)
{
    if (kp_streq(a, "/second"))
        a = "/s";
    if (kp_streq(b, "/second"))
        b = "/s";
    return kp_streq(a, b);
}

bool kp_csv_convert(double value, const char *from, const char *to, double *out)
{
    size_t n = strcspn(from, "/"), m = strcspn(to, "/");
    int a = unit_of(from, n), b = unit_of(to, m);

    *out = value;
    if (b < 0) /* a count or a share, whatever the report calls it; but never a scaled one */
        return (a < 0 || kp_streq(from, to)) &&
               (kp_streq(to, "%") ? kp_streq(from, "%") || !*from : !kp_streq(from, "%"));
    if (a < 0 || !kp_streq(units[a].base, units[b].base) || !same_rest(from + n, to + m))
        return false;
    *out = value * units[a].factor / units[b].factor;
    return true;
}
