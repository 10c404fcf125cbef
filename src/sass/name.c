/* What matters of the Itanium C++ ABI's mangling (section 5.1): source names, nesting, and template
 * arguments that are integers or builtin types. */
#include "sass/name.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "util/str.h"

/* <number> <that many characters>; NULL when it is none. */
static const char *source_name(struct kp_arena *a, const char **p)
{
    char *end;
    unsigned long n;
    const char *name;

    if (!isdigit((unsigned char)**p))
        return NULL;
    n = strtoul(*p, &end, 10);
    if (!n || n > strlen(end))
        return NULL;
    name = kp_strndup(a, end, n);
    *p = end + n;
    return name;
}

static const char *builtin_type(char c)
{
    switch (c) {
    case 'a':
        return "signed char";
    case 'b':
        return "bool";
    case 'c':
        return "char";
    case 'd':
        return "double";
    case 'f':
        return "float";
    case 'h':
        return "unsigned char";
    case 'i':
        return "int";
    case 'j':
        return "unsigned";
    case 'l':
        return "long";
    case 'm':
        return "unsigned long";
    case 's':
        return "short";
    case 't':
        return "unsigned short";
    default:
        return NULL;
    }
}

/* L <type> <number> E, a builtin type, or a class by name; false when it is something else. */
static bool argument(struct kp_arena *a, const char **p, struct kp_str *out)
{
    const char *name;

    if (**p == 'L' && builtin_type((*p)[1])) {
        bool is_bool = (*p)[1] == 'b', negative;
        size_t n;

        *p += 2;
        negative = **p == 'n';
        *p += negative;
        n = strspn(*p, "0123456789");
        if (!n || (*p)[n] != 'E')
            return false;
        if (is_bool)
            kp_str_add(out, **p == '0' ? "false" : "true");
        else
            kp_str_addf(out, "%s%.*s", negative ? "-" : "", (int)n, *p);
        *p += n + 1;
        return true;
    }
    name = source_name(a, p);
    if (!name) {
        name = builtin_type(**p);
        *p += name != NULL;
    }
    if (!name)
        return false;
    kp_str_add(out, name);
    return true;
}

static const char *with_arguments(struct kp_arena *a, const char *name, const char *p)
{
    struct kp_str s = kp_str_new(a);

    kp_str_addf(&s, "%s<", name);
    for (p++; *p && *p != 'E';) {
        if (s.s[s.n - 1] != '<')
            kp_str_add(&s, ", ");
        if (!argument(a, &p, &s)) {
            kp_str_add(&s, "...");
            break;
        }
    }
    kp_str_addc(&s, '>');
    return kp_str_text(&s);
}

const char *kp_sass_name(struct kp_arena *a, const char *symbol)
{
    const char *p = symbol + 2, *name = NULL, *part;

    if (!kp_starts_with(symbol, "_Z"))
        return symbol;
    p += *p == 'N';
    p += *p == 'L'; /* internal linkage */
    while ((part = source_name(a, &p)))
        name = part;
    if (!name)
        return symbol;
    return *p == 'I' ? with_arguments(a, name, p) : name;
}
