#include "search/mangled.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Behind `4name`; NULL when there is none. */
static const char *skip_name(const char *p)
{
    char *end;
    unsigned long n;

    if (!isdigit((unsigned char)*p))
        return NULL;
    n = strtoul(p, &end, 10);
    return n && strlen(end) >= n ? end + n : NULL;
}

/* Behind a type: of the language, or a name of the global namespace; `const`, `*` and `&` of such.
 */
static const char *skip_type(const char *p)
{
    while (*p && strchr("PRKVO", *p))
        p++;
    return *p && strchr("vwbcahstijlmxynofdegz", *p) ? p + 1 : skip_name(p);
}

/* Behind `Li64E`: a value with its type. */
static const char *skip_literal(const char *p)
{
    p = skip_type(p + 1);
    if (!p)
        return NULL;
    p += *p == 'n';
    while (isalnum((unsigned char)*p) && *p != 'E')
        p++;
    return *p == 'E' ? p + 1 : NULL;
}

const char *kp_mangled_args(const char *mangled, const char *function, size_t *n)
{
    char part[256];
    const char *at, *p;

    if (snprintf(part, sizeof part, "%zu%s", strlen(function), function) >= (int)sizeof part ||
        !(at = strstr(mangled, part)))
        return NULL;
    at += strlen(part);
    *n = 0;
    if (*at != 'I')
        return at;
    for (p = at + 1; p && *p != 'E';)
        p = *p == 'L' ? skip_literal(p) : skip_type(p);
    if (!p)
        return NULL;
    *n = (size_t)(p + 1 - at);
    return at;
}

/* Behind the number that nvcc gives the file in the name of its unnamed namespace, a hash of its
 * path; `p` itself where none stands. */
static const char *skip_file_number(const char *p)
{
    static const char unnamed[] = "_GLOBAL__N__";

    if (strncmp(p, unnamed, sizeof unnamed - 1) != 0)
        return p;
    p += sizeof unnamed - 1;
    return p + strspn(p, "0123456789abcdef");
}

bool kp_same_mangled(const char *a, const char *b)
{
    while (*a && *a == *b) {
        const char *x = skip_file_number(a), *y = skip_file_number(b);

        a = x == a ? a + 1 : x;
        b = y == b ? b + 1 : y;
    }
    return *a == *b;
}
